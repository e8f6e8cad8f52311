"""Lays out step-by-step solutions: for each puzzle rows of small boards, and below them the steps that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice, repeat
from typing import NamedTuple

from puzzlegen.board.puzzle import EMPTY
from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Run
from puzzlegen.language.walkthroughs import Stage
from puzzlegen.layout.book.answers import BETWEEN_ANSWERS, LABEL_GAP, label_height, label_size
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, figure_words
from puzzlegen.layout.book.page_plan import BookPart, columns_part
from puzzlegen.layout.core.columns import (
    MAX_GAP,
    Column,
    ColumnItem,
    PagePlan,
    fill_columns,
    item_of,
    opened,
    text_columns,
    white_each,
)
from puzzlegen.layout.core.document import Link, Mark, Place, TaggedMarks, Target, Text, board_size, place_board
from puzzlegen.layout.core.grid_marks import RINGED_CORNER, GridPen, clues_on_filled_cells, least_key_cell
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.units import to_mm

SCALES = tuple(share / 20 for share in range(32, 15, -1))  # of the wanted cell, from the largest to the smallest
FULL = 0.25  # of the pages with as many boards: how many may have smaller cells than the others
LEADING = 1.3  # of the small type, for the sentences
PUZZLE_GAP, ROW_GAPS = 1.8, 1.0  # lines of the text above each puzzle, and above the other rows of boards
SPREAD = 1.5  # lines of the text that are added above puzzles at most, so that a page is filled
RING, RING_LINE = 0.94, 0.75  # of the cell, and points: larger and finer than in figures, or rings cover small digits

_Sentences = Mapping[int, ColumnItem]  # by the number of the stage


class _Rows(NamedTuple):
    """How the boards of a puzzle stand: ``across`` in a row, their ``cell`` and the distance of their left sides."""

    across: int
    cell: float
    pitch: float


def stage_label(number: int, stage: int) -> str:
    """Return the label of a board: the number of its puzzle and that of the stage, both from 1."""
    return f"{number}.{stage}"


def walkthroughs_parts(sections: Sequence[BookSection], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the part with the step-by-step solutions of all puzzles that have one, in the order of their numbers.

    It takes the fewest pages, and the boards of each page are as large as it allows. In a bound book it begins
    overleaf, so that no solution faces its puzzle. Raises LayoutError when even the smallest allowed cell is too large
    for the page.
    """
    entries = [entry for section in sections for entry in section.entries if entry.walkthrough]
    if not entries:
        return
    heading = context.messages.text("walkthroughs.heading")
    note = context.messages.text("walkthroughs.note", cell=context.messages.cell(1, 2))
    head = [replace(item, keep=True) for item in context.heading(heading, note)]
    pages = _spread(_pages(head, entries, context), context)
    part = columns_part("walkthroughs", ([(0.0, 0.0, page)] for page in pages), context, heading)
    yield replace(part, overleaf=True)


def _pages(head: Sequence[ColumnItem], entries: Sequence[PuzzleEntry], context: LayoutContext) -> list[Column]:
    """Divide the puzzles into pages at the smallest cells, then enlarge the boards of each page while it holds them.

    Pages with as many boards of the same size get the same cells, except those that are too full of words for that. A
    puzzle on two pages keeps its cells.
    """
    height = context.geometry.block(1).height
    sentences = {entry.number: _sentences(entry, context) for entry in entries}
    rooms = chain([height - sum(item.height for item in head)], repeat(height))
    smallest = {
        entry.number: _items(entry, SCALES[-1], sentences[entry.number], next(rooms), context) for entry in entries
    }
    pages = text_columns([[*head, *chain.from_iterable(smallest.values())]], height)
    alike: dict[tuple[object, ...], dict[int, dict[float, Column]]] = {}
    for i, here in _whole(pages, len(head), entries, smallest):
        sizes = ((entry.puzzle.grid.width, entry.puzzle.grid.height) for entry in here)
        fitting = dict(_fitting([] if i else head, here, sentences, context))
        alike.setdefault((i == 0, *sizes), {})[i] = fitting
    for some in alike.values():  # the largest cells that most of them can have
        largest = sorted(max(scales) for scales in some.values())
        usual = largest[int(FULL * len(largest))]
        for i, scales in some.items():
            pages[i] = scales[max(scale for scale in scales if scale <= usual)]
    return pages


def _fitting(
    head: Sequence[ColumnItem], entries: Sequence[PuzzleEntry], sentences: Mapping[int, _Sentences],
    context: LayoutContext,
) -> Iterator[tuple[float, Column]]:  # fmt: skip
    """Yield each scale at which these puzzles fit one page below a head, with the page."""
    height = context.geometry.block(1).height
    for scale in SCALES:
        items = (_items(entry, scale, sentences[entry.number], height, context) for entry in entries)
        column, *more = fill_columns([*head, *chain.from_iterable(items)], [height])
        if not more:
            yield scale, column


def _whole(
    pages: Sequence[Column], headed: int, entries: Sequence[PuzzleEntry], items: Mapping[int, Sequence[ColumnItem]]
) -> Iterator[tuple[int, list[PuzzleEntry]]]:
    """Yield the place and the puzzles of each page that shares no puzzle with another; ``headed`` items are a head."""
    owners = chain(repeat(None, headed), (entry for entry in entries for _ in items[entry.number]))
    shown = [{entry.number: entry for entry in islice(owners, len(page)) if entry} for page in pages]
    times = Counter(chain.from_iterable(shown))
    for i, here in enumerate(shown):
        if here and {times[number] for number in here} == {1}:
            yield i, list(here.values())


def _spread(pages: Sequence[Column], context: LayoutContext) -> list[Column]:
    """Distribute the white at the foot of pages above their puzzles, a little at each; less on the last page."""
    height, most = context.geometry.block(1).height, SPREAD * context.sizes.leading
    spread: list[Column] = []
    added = most
    for page in pages:
        is_row = [item.late is not None for _, item in page]
        begins = [bool(item.links) and any(is_row[:i]) for i, (_, item) in enumerate(page)]
        spare = min(most, white_each(page, begins, height))
        added = spare if len(spread) < len(pages) - 1 else min(added, spare)
        spread.append(opened(page, begins, added))
    return spread


def _rows(entry: PuzzleEntry, scale: float, context: LayoutContext) -> _Rows:
    """Choose the rows of a puzzle: the most boards whose cells have a share of the usual size, in equally long rows."""
    theme, block, small = context.theme, context.geometry.block(1), label_size(context)
    size, frames = board_size(entry.puzzle.grid, rim=False), 2 * theme.answer.frame
    least = least_key_cell(theme, context.metrics)
    wanted = max(least, scale * (theme.cells.key_least + theme.cells.key_most) / 2)
    label = context.width(stage_label(entry.number, 1), small, "bold")
    label += context.width(" " + context.messages.text("key.page", page=999), small)
    slot = max(size.width * wanted + frames, label)
    count = len(entry.walkthrough)
    across = -(-count // -(-count // max(1, int((block.width + BETWEEN_ANSWERS) / (slot + BETWEEN_ANSWERS)))))
    room = (block.width + BETWEEN_ANSWERS) / across - BETWEEN_ANSWERS - frames
    cell = min(wanted, room / size.width, (block.height - frames - 2 * small) / size.height)
    if cell < least:
        raise LayoutError(
            f"step-by-step solutions: a board of {entry.puzzle.grid} cells does not fit the page at {to_mm(least):.1f} "
            "mm a cell; take a larger trim, smaller boards, or walkthroughs: none",
            at=("back_matter", "walkthroughs"),
        )
    pitch = min((block.width + BETWEEN_ANSWERS) / across, max(size.width * cell + frames, label) + MAX_GAP)
    return _Rows(across, cell, pitch)


def _items(
    entry: PuzzleEntry, scale: float, sentences: _Sentences, room: float, context: LayoutContext
) -> list[ColumnItem]:
    """Return the rows of boards of a puzzle, each kept together with the sentences below it.

    All rows are kept together if they are at most ``room`` points high. The first one links to the puzzle.
    """
    rows, count, leading = _rows(entry, scale, context), len(entry.walkthrough), context.sizes.leading
    items: list[ColumnItem] = []
    ends: list[int] = []
    for first in range(1, count + 1, rows.across):
        stages = range(first, min(first + rows.across, count + 1))
        before, late = (PUZZLE_GAP if first == 1 else ROW_GAPS) * leading, partial(_row, entry, stages, rows, context)
        items.append(replace(_row(entry, stages, rows, context), before=before, keep=True, late=late))
        items += [sentences[i] for i in stages if i in sentences]
        ends.append(len(items) - 1)
    total = sum(item.height + item.before for item in items)
    for end in ends[-1:] if total <= room else ends:
        items[end] = replace(items[end], keep=False)
    return items


def _row(
    entry: PuzzleEntry, stages: range, rows: _Rows, context: LayoutContext, plan: PagePlan | None = None
) -> ColumnItem:
    """Set a row of boards; without a plan it has no marks.

    The first row of a puzzle links to it, and names its page over the end of its first board.
    """
    ink = context.theme.figure.digit_color  # readers look at clues and at mines
    style = replace(context.theme.answer, digit_color=ink, ring=RING, ring_line=RING_LINE)
    size, top, soft = label_size(context), label_height(context), context.theme.soft
    board, high = (side * rows.cell + 2 * style.frame for side in board_size(entry.puzzle.grid, rim=False))
    made, height, baseline = TaggedMarks(), high + top, top - LABEL_GAP
    for i, number in enumerate(stages if plan else ()):
        stage, left = entry.walkthrough[number - 1], i * rows.pitch
        corner = (left + style.frame, top + style.frame)
        place = place_board(entry.puzzle.grid, 0, "figure", corner, rows.cell, rim=False)
        with made.part("P"):
            made.marks.append(Text(left, baseline, stage_label(entry.number, number), size, "bold"))
        with made.part("Figure", text=figure_words(entry.puzzle, (stage.mines, stage.safe), stage.clues, context)):
            made.marks += stage_marks(entry, stage, GridPen(place, style, context.metrics))
        made.grids.append(place)
    if stages.start > 1:
        return item_of(made, height)
    if plan:
        with made.part("P"):
            words = context.messages.text("key.page", page=plan.puzzles[entry.number])
            made.marks.append(Text(board, baseline, words, size, anchor="end", color=soft))
    target = Target(0.0, 0.0, Place("walkthrough", entry.number))
    wide = (len(stages) - 1) * rows.pitch + board
    return item_of(made, height, links=[target, Link(0.0, 0.0, wide, height, Place("puzzle", entry.number))])


def stage_marks(entry: PuzzleEntry, stage: Stage, pen: GridPen) -> list[Mark]:
    """Return the marks of one board: clues and cells found so far, with rings and tints for the step it shows."""
    cells, filled = entry.puzzle.cells, entry.puzzle.grid.variant.clue_on_mine
    marks = pen.tints(stage.proves)
    if filled:
        marks += pen.filled(stage.mines) + pen.lines(cells) + clues_on_filled_cells(entry.puzzle, stage.mines, pen)
        marks += pen.digits(cells, [i for i in range(len(cells)) if i not in stage.mines])
    else:
        marks += pen.lines(cells) + pen.digits(cells) + pen.mines(stage.mines)
    marks += pen.dots((i for i in stage.safe if cells[i] != EMPTY), cells, RINGED_CORNER)
    return marks + pen.rings(stage.clues)


def _sentences(entry: PuzzleEntry, context: LayoutContext) -> dict[int, ColumnItem]:
    """Set the words of the steps of a puzzle, each behind the label of its board, by the number of the stage."""
    size = context.sizes.small
    leading = LEADING * size
    sentences: dict[int, ColumnItem] = {}
    for number, stage in enumerate(entry.walkthrough, start=1):
        if not stage.sentence:
            continue
        label, made = stage_label(entry.number, number), TaggedMarks()
        indent = context.width(f"{label}  ", size, "bold")
        words = (Run(f"{stage.name} ", True), Run(stage.sentence)) if stage.name else (Run(stage.sentence),)
        lines = context.lines(words, context.measure() - indent, size)
        with made.part("P", text=f"{label} {plain_text(words)}"):
            made.marks.append(Text(0.0, size, label, size, "bold"))
            for i, line in enumerate(lines):
                made.marks += context.text.line(line, size + i * leading, size, indent)
        sentences[number] = item_of(made, leading * len(lines), leading / 2, keep=True)
    return sentences
