"""Lays out step-by-step solutions: for each puzzle rows of small boards, and below them the steps that matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

from puzzlegen.board.puzzle import EMPTY
from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.language.walkthroughs import Stage
from puzzlegen.layout.book.answers import COLUMN_GAP, LABEL_GAP, MAX_GAP, TIGHT, label_size
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, figure_words
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, PagePlan
from puzzlegen.layout.core.document import (
    Link,
    Mark,
    Page,
    PagePart,
    Place,
    PlacedGrid,
    TaggedMarks,
    Target,
    Text,
    board_size,
    place_board,
)
from puzzlegen.layout.core.grid_marks import GridPen, clues_on_filled_cells, least_key_cell
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text import (
    Column,
    ColumnItem,
    column_height,
    fill_columns,
    text_items,
    text_run,
    well_filled,
    wrap_text,
)
from puzzlegen.units import to_mm

LARGEST = 1.25  # of the wanted cell, to which boards grow where a row has space
LEADING = 1.3  # of the small type, for the sentences
PUZZLE_GAP, ROW_GAPS = 1.8, 1.0  # lines of the text above each puzzle, and above the other rows of boards
SPREAD = 1.5  # lines of the text that are added above puzzles at most, so that a page is filled
RING, RING_LINE = 0.94, 0.75  # of the cell, and points: larger and finer than in figures, or rings cover small digits


def stage_label(number: int, stage: int) -> str:
    """Return the label of a board: the number of its puzzle and that of the stage, both from 1."""
    return f"{number}.{stage}"


def walkthroughs_parts(sections: Sequence[BookSection], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the part with the step-by-step solutions of all puzzles that have one, in the order of their numbers.

    In a bound book it begins overleaf, so that no solution faces its puzzle. Raises LayoutError when even the smallest
    allowed cell is too large for the page.
    """
    entries = [entry for section in sections for entry in section.entries if entry.walkthrough]
    if not entries:
        return
    heading, height = context.messages.text("walkthroughs.heading"), context.geometry.block(1).height
    note = context.messages.text("walkthroughs.note", cell=context.messages.cell(1, 2))
    head = text_items([Heading(1, text_run(heading)), Paragraph(text_run(note))], context.measure(), context.text)
    flows = ([*head, *_items(entries, tight, context)] for tight in TIGHT)
    pages = well_filled((partial(fill_columns, flow) for flow in flows), height, column_height, fewest=True)
    pages = _spread(pages, height, SPREAD * context.sizes.leading)

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        for i, column in enumerate(pages):
            builder = PageBuilder(first + i, "walkthroughs", context, head=heading if i else "")
            builder.add_column([(drop, _with_page(item, plan, context)) for drop, item in column],
                               builder.block.left, builder.block.top)  # fmt: skip
            yield builder.build()

    yield BookPart("walkthroughs", len(pages), draw, recto=False, overleaf=True, contents_entry=ContentsEntry(heading))


def _spread(pages: Sequence[Column], height: float, most: float) -> list[Column]:
    """Distribute the white at the foot of pages above their puzzles, ``most`` points at each; less on the last page."""
    found: list[Column] = []
    added = most
    for column in pages:
        rows = [bool(item.grids) for _, item in column]
        begins = [bool(_puzzle_of(item)) and any(rows[:i]) for i, (_, item) in enumerate(column)]
        spare = min(most, (height - column_height(column)) / max(1, sum(begins)))
        added = spare if len(found) < len(pages) - 1 else min(added, spare)
        shifts = accumulate(added * begin for begin in begins)
        found.append([(drop + shift, item) for (drop, item), shift in zip(column, shifts, strict=True)])
    return found


def _puzzle_of(item: ColumnItem) -> int:
    """Return the number of the puzzle that begins with this row, 0 for others: only the first row is a link to it."""
    return next((link.place.number for link in item.links if isinstance(link, Link)), 0)


def _with_page(item: ColumnItem, plan: PagePlan, context: LayoutContext) -> ColumnItem:
    """Add the page of the puzzle over the end of its first board: it is known only now."""
    number = _puzzle_of(item)
    if not number:
        return item
    size, right = label_size(context), item.grids[0].box.right + context.theme.answer.frame
    words = context.messages.text("key.page", page=plan.puzzles[number])
    page = Text(right, 0.75 * size, words, size, anchor="end", color=context.theme.soft)
    parts = (*item.parts, PagePart(("P",), range(len(item.marks), len(item.marks) + 1)))
    return replace(item, marks=(*item.marks, page), parts=parts)


@dataclass(frozen=True, slots=True)
class _Rows:
    """How the boards of a puzzle stand: ``across`` in a row, their ``cell`` and the distance of their left sides."""

    across: int
    cell: float
    pitch: float


def _rows(entry: PuzzleEntry, tight: float, context: LayoutContext) -> _Rows:
    """Choose the rows of a puzzle: the most boards whose cells have the wanted size, in rows of nearly equal length."""
    theme, width, high = context.theme, context.geometry.block(1).width, context.geometry.block(1).height
    size, frames = board_size(entry.puzzle.grid, rim=False), 2 * theme.answer.frame
    least = least_key_cell(theme, context.metrics)
    wanted = max(least, tight * (theme.cells.key_least + theme.cells.key_most) / 2)
    label = context.metrics.width(stage_label(entry.number, 1), "bold") * label_size(context)
    label += context.metrics.width(" " + context.messages.text("key.page", page=999), "regular") * label_size(context)
    slot = max(size.width * wanted + frames, label)
    across = max(1, int((width + COLUMN_GAP) / (slot + COLUMN_GAP)))
    room = (width + COLUMN_GAP) / across - COLUMN_GAP - frames
    tallest = (high - frames - 2 * label_size(context)) / size.height
    cell = min(LARGEST * wanted, room / size.width, tallest)
    if cell < least:
        raise LayoutError(
            f"step-by-step solutions: a board of {entry.puzzle.grid} cells does not fit the page at {to_mm(least):.1f} "
            "mm a cell; take a larger trim, smaller boards, or walkthroughs: none",
            at=("back_matter", "walkthroughs"),
        )
    count = len(entry.walkthrough)
    pitch = min((width + COLUMN_GAP) / across, max(size.width * cell + frames, label) + MAX_GAP)
    return _Rows(-(-count // -(-count // across)), cell, pitch)


def _items(entries: Sequence[PuzzleEntry], tight: float, context: LayoutContext) -> list[ColumnItem]:
    """Return the rows of boards of all puzzles, each kept together with the sentences below it."""
    items: list[ColumnItem] = []
    for entry in entries:
        rows, numbered = _rows(entry, tight, context), list(enumerate(entry.walkthrough, start=1))
        parts = [numbered[i : i + rows.across] for i in range(0, len(numbered), rows.across)]
        for i, part in enumerate(parts):
            found = [_row(entry, part, rows, context)]
            found += [_sentence(stage_label(entry.number, at), one, context) for at, one in part if one.sentence]
            found[0] = replace(found[0], before=(ROW_GAPS if i else PUZZLE_GAP) * context.sizes.leading)
            items += [*(replace(item, keep=True) for item in found[:-1]), found[-1]]
    return items


def _row(entry: PuzzleEntry, stages: Sequence[tuple[int, Stage]], rows: _Rows, context: LayoutContext) -> ColumnItem:
    """Set one row of boards with their labels. The first row of a puzzle is a link to the puzzle."""
    ink = context.theme.figure.digit_color  # readers look at clues and at mines
    style = replace(context.theme.answer, digit_color=ink, ring=RING, ring_line=RING_LINE)
    size = label_size(context)
    top = 0.75 * size + LABEL_GAP
    board = board_size(entry.puzzle.grid, rim=False)
    tagged = TaggedMarks()
    grids: list[PlacedGrid] = []
    for i, (number, stage) in enumerate(stages):
        left = i * rows.pitch
        corner = left + style.frame, top + style.frame
        place = place_board(entry.puzzle.grid, 0, "figure", corner, rows.cell, rim=False)
        with tagged.part("P"):
            tagged.marks.append(Text(left, top - LABEL_GAP, stage_label(entry.number, number), size, "bold"))
        known = (*stage.mines,), (*stage.safe,)
        with tagged.part("Figure", text=figure_words(entry.puzzle, known, stage.clues, context)):
            tagged.marks += stage_marks(entry, stage, GridPen(place, style, context.metrics))
        grids.append(place)
    height = top + board.height * rows.cell + 2 * style.frame
    wide = (len(stages) - 1) * rows.pitch + board.width * rows.cell + 2 * style.frame
    links: tuple[Link | Target, ...] = ()
    if stages[0][0] == 1:
        target = Target(0.0, 0.0, Place("walkthrough", entry.number))
        links = target, Link(0.0, 0.0, wide, height, Place("puzzle", entry.number))
    return ColumnItem(height, tuple(tagged.marks), tuple(grids), links=links, parts=tuple(tagged.parts))


def stage_marks(entry: PuzzleEntry, stage: Stage, pen: GridPen) -> list[Mark]:
    """Return the marks of one board: clues and cells found so far, with rings and tints for the step it shows."""
    cells, filled = entry.puzzle.cells, entry.puzzle.grid.variant.clue_on_mine
    marks = pen.tints(stage.proves)
    if filled:
        marks += pen.filled(stage.mines) + pen.lines(cells) + clues_on_filled_cells(entry.puzzle, stage.mines, pen)
        marks += pen.digits(cells, [i for i in range(len(cells)) if i not in stage.mines])
    else:
        marks += pen.lines(cells) + pen.digits(cells) + pen.mines(stage.mines)
    marks += pen.dots((i for i in stage.safe if cells[i] != EMPTY), cells)
    return marks + pen.rings(stage.clues)


def _sentence(label: str, stage: Stage, context: LayoutContext) -> ColumnItem:
    """Set the words of the step behind the label of its board."""
    size = context.sizes.small
    leading, indent = LEADING * size, context.metrics.width(f"{label}  ", "bold") * size
    words = (Run(f"{stage.name}. ", True), Run(stage.sentence)) if stage.name else (Run(stage.sentence),)
    marks: list[Mark] = [Text(0.0, size, label, size, "bold")]
    lines = wrap_text(words, context.measure() - indent, size, context.metrics)
    for i, line in enumerate(lines):
        marks += context.text.line(line, size + i * leading, size, indent)
    parts = (PagePart(("P",), range(len(marks)), f"{label} {plain_text(words)}"),)
    return ColumnItem(leading * len(lines), tuple(marks), before=leading / 2, parts=parts)
