"""Lays out step-by-step solutions: for each puzzle rows of small boards, and below them the steps that matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain, repeat

from puzzlegen.board.puzzle import EMPTY
from puzzlegen.errors import LayoutError
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.language.walkthroughs import Stage
from puzzlegen.layout.book.answers import COLUMN_GAP, LABEL_GAP, MAX_GAP, label_size
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
    ColumnItem,
    fill_columns,
    text_items,
    text_run,
    well_filled,
    wrap_text,
)
from puzzlegen.units import to_mm

SCALES = tuple(share / 20 for share in range(32, 15, -1))  # of the wanted cell, from the largest to the smallest
FULL = 0.25  # of the pages with as many boards: how many may have smaller cells than the others
LEADING = 1.3  # of the small type, for the sentences
PUZZLE_GAP, ROW_GAPS = 1.8, 1.0  # lines of the text above each puzzle, and above the other rows of boards
SPREAD = 1.5  # lines of the text that are added above puzzles at most, so that a page is filled
RING, RING_LINE = 0.94, 0.75  # of the cell, and points: larger and finer than in figures, or rings cover small digits


def stage_label(number: int, stage: int) -> str:
    """Return the label of a board: the number of its puzzle and that of the stage, both from 1."""
    return f"{number}.{stage}"


@dataclass(frozen=True, slots=True)
class _Rows:
    """How the boards of a puzzle stand: ``across`` in a row, their ``cell`` and the distance of their left sides."""

    across: int
    cell: float
    pitch: float


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the heading, or of the puzzle ``entry``: a sentence, or a row of boards.

    A row has the numbers of its ``stages``, from 1. Its marks are made with its page.
    """

    item: ColumnItem
    entry: PuzzleEntry | None = None
    stages: range = range(0)
    rows: _Rows | None = None

    @property
    def begins(self) -> bool:
        """Whether a puzzle begins here."""
        return self.stages.start == 1


_Page = list[tuple[float, _Line]]
_Sentences = Mapping[int, Mapping[int, ColumnItem]]  # by the number of the puzzle, then by that of the stage


def walkthroughs_parts(sections: Sequence[BookSection], context: LayoutContext) -> Iterator[BookPart]:
    """Yield the part with the step-by-step solutions of all puzzles that have one, in the order of their numbers.

    It takes the fewest pages, and the boards of each page are as large as it allows. In a bound book it begins
    overleaf, so that no solution faces its puzzle. Raises LayoutError when even the smallest allowed cell is too large
    for the page.
    """
    entries = [entry for section in sections for entry in section.entries if entry.walkthrough]
    if not entries:
        return
    heading, height = context.messages.text("walkthroughs.heading"), context.geometry.block(1).height
    note = context.messages.text("walkthroughs.note", cell=context.messages.cell(1, 2))
    head = text_items([Heading(1, text_run(heading)), Paragraph(text_run(note))], context.measure(), context.text)
    pages = _pages([_Line(replace(item, keep=True)) for item in head], entries, height, context)
    pages = _spread(pages, height, SPREAD * context.sizes.leading)

    def draw(first: int, plan: PagePlan) -> Iterator[Page]:
        for i, page in enumerate(pages):
            builder = PageBuilder(first + i, "walkthroughs", context, head=heading if i else "")
            builder.add_column([(drop, _drawn(line, plan, context)) for drop, line in page],
                               builder.block.left, builder.block.top)  # fmt: skip
            yield builder.build()

    yield BookPart("walkthroughs", len(pages), draw, recto=False, overleaf=True, contents_entry=ContentsEntry(heading))


def _pages(head: Sequence[_Line], entries: Sequence[PuzzleEntry], height: float, context: LayoutContext) -> list[_Page]:
    """Divide the puzzles into pages at the smallest cells, then enlarge the boards of each page while it holds them.

    Pages with as many boards of the same size get the same cells, except those that are too full of words for that. A
    puzzle on two pages keeps its cells.
    """
    sentences = {entry.number: _sentences(entry, context) for entry in entries}
    below = height - sum(line.item.height for line in head)
    rooms = chain([below], repeat(height))
    smallest = [_lines(entry, SCALES[-1], sentences, next(rooms), context) for entry in entries]
    pages = well_filled([partial(_filled, [*head, *chain.from_iterable(smallest)])], height, _depth)
    lines_at = partial(_lines, sentences=sentences, room=height, context=context)
    alike: dict[tuple[object, ...], dict[int, dict[float, _Page]]] = {}
    for i, here in _whole(pages):
        fitting = _fitting([] if i else head, here, lines_at, height)
        alike.setdefault((i == 0, *map(_size, here)), {})[i] = fitting
    for some in alike.values():
        _enlarge(pages, some)
    return pages


def _size(entry: PuzzleEntry) -> tuple[int, int]:
    return entry.puzzle.grid.width, entry.puzzle.grid.height


def _fitting(
    head: Sequence[_Line], entries: Sequence[PuzzleEntry], lines_at: Callable[[PuzzleEntry, float], list[_Line]],
    height: float,
) -> dict[float, _Page]:  # fmt: skip
    """Return the settings of the puzzles of one page that it holds, by their scale, the largest first."""
    flows = ([*head, *chain.from_iterable(lines_at(entry, scale) for entry in entries)] for scale in SCALES)
    filled = zip(SCALES, (_filled(lines, [height]) for lines in flows), strict=True)
    return {scale: pages[0] for scale, pages in filled if len(pages) == 1}


def _enlarge(pages: list[_Page], fitting: Mapping[int, Mapping[float, _Page]]) -> None:
    """Replace pages with the same boards by their settings with the largest cells that most of them can have."""
    largest = sorted(next(iter(scales)) for scales in fitting.values())
    usual = largest[int(FULL * len(largest))]
    for i, scales in fitting.items():
        pages[i] = next(page for scale, page in scales.items() if scale <= usual)


def _whole(pages: Sequence[_Page]) -> Iterator[tuple[int, list[PuzzleEntry]]]:
    """Yield the place and the puzzles of each page that shares no puzzle with another."""
    shown = [{line.entry.number: line.entry for _, line in page if line.entry} for page in pages]
    times = Counter(chain.from_iterable(shown))
    for i, here in enumerate(shown):
        if here and all(times[number] == 1 for number in here):
            yield i, list(here.values())


def _filled(lines: Sequence[_Line], heights: Sequence[float]) -> list[_Page]:
    """Divide the lines into pages, each line with its distance from the head."""
    remaining = iter(lines)  # columns keep the order of the items
    columns = fill_columns([line.item for line in lines], heights)
    return [[(drop, next(remaining)) for drop, _ in column] for column in columns]


def _depth(page: _Page) -> float:
    """Return the distance from the head of a page to the foot of its last line."""
    return page[-1][0] + page[-1][1].item.height


def _spread(pages: Sequence[_Page], height: float, most: float) -> list[_Page]:
    """Distribute the white at the foot of pages above their puzzles, ``most`` points at each; less on the last page."""
    found: list[_Page] = []
    added = most
    for page in pages:
        rows = [line.rows is not None for _, line in page]
        begins = [line.begins and any(rows[:i]) for i, (_, line) in enumerate(page)]
        spare = min(most, (height - _depth(page)) / max(1, sum(begins)))
        added = spare if len(found) < len(pages) - 1 else min(added, spare)
        shifts = accumulate(added * begin for begin in begins)
        found.append([(drop + shift, line) for (drop, line), shift in zip(page, shifts, strict=True)])
    return found


def _rows(entry: PuzzleEntry, scale: float, context: LayoutContext) -> _Rows:
    """Choose the rows of a puzzle: the most boards whose cells have a share of the usual size, in equally long rows."""
    theme, width, high = context.theme, context.geometry.block(1).width, context.geometry.block(1).height
    size, frames = board_size(entry.puzzle.grid, rim=False), 2 * theme.answer.frame
    least = least_key_cell(theme, context.metrics)
    wanted = max(least, scale * (theme.cells.key_least + theme.cells.key_most) / 2)
    label = context.metrics.width(stage_label(entry.number, 1), "bold") * label_size(context)
    label += context.metrics.width(" " + context.messages.text("key.page", page=999), "regular") * label_size(context)
    slot = max(size.width * wanted + frames, label)
    count = len(entry.walkthrough)
    across = -(-count // -(-count // max(1, int((width + COLUMN_GAP) / (slot + COLUMN_GAP)))))
    room = (width + COLUMN_GAP) / across - COLUMN_GAP - frames
    tallest = (high - frames - 2 * label_size(context)) / size.height
    cell = min(wanted, room / size.width, tallest)
    if cell < least:
        raise LayoutError(
            f"step-by-step solutions: a board of {entry.puzzle.grid} cells does not fit the page at {to_mm(least):.1f} "
            "mm a cell; take a larger trim, smaller boards, or walkthroughs: none",
            at=("back_matter", "walkthroughs"),
        )
    pitch = min((width + COLUMN_GAP) / across, max(size.width * cell + frames, label) + MAX_GAP)
    return _Rows(across, cell, pitch)


def _lines(entry: PuzzleEntry, scale: float, sentences: _Sentences, room: float, context: LayoutContext) -> list[_Line]:
    """Return the rows of boards of a puzzle, each kept together with the sentences below it.

    All rows are kept together if they are at most ``room`` points high.
    """
    rows, count, leading = _rows(entry, scale, context), len(entry.walkthrough), context.sizes.leading
    height = board_size(entry.puzzle.grid, rim=False).height * rows.cell
    height += _label_height(context) + 2 * context.theme.answer.frame
    lines: list[_Line] = []
    ends: list[int] = []
    for first in range(1, count + 1, rows.across):
        stages = range(first, min(first + rows.across, count + 1))
        item = ColumnItem(height, (), before=(PUZZLE_GAP if first == 1 else ROW_GAPS) * leading, keep=True)
        lines.append(_Line(item, entry, stages, rows))
        lines += [_Line(sentences[entry.number][i], entry) for i in stages if i in sentences[entry.number]]
        ends.append(len(lines) - 1)
    total = sum(line.item.height + line.item.before for line in lines)
    for end in ends[-1:] if total <= room else ends:
        lines[end] = replace(lines[end], item=replace(lines[end].item, keep=False))
    return lines


def _label_height(context: LayoutContext) -> float:
    """Return the distance from the top of a row to its frames."""
    return 0.75 * label_size(context) + LABEL_GAP


def _drawn(line: _Line, plan: PagePlan, context: LayoutContext) -> ColumnItem:
    """Return a sentence, or a row of boards with its marks. The first row of a puzzle links to it and names its page.

    The page of the puzzle stands over the end of its first board.
    """
    entry, rows = line.entry, line.rows
    if entry is None or rows is None:
        return line.item
    ink = context.theme.figure.digit_color  # readers look at clues and at mines
    style = replace(context.theme.answer, digit_color=ink, ring=RING, ring_line=RING_LINE)
    size, top = label_size(context), _label_height(context)
    board = board_size(entry.puzzle.grid, rim=False).width * rows.cell + 2 * style.frame
    tagged = TaggedMarks()
    grids: list[PlacedGrid] = []
    for i, number in enumerate(line.stages):
        stage, left = entry.walkthrough[number - 1], i * rows.pitch
        place = place_board(
            entry.puzzle.grid, 0, "figure", (left + style.frame, top + style.frame), rows.cell, rim=False
        )
        with tagged.part("P"):
            tagged.marks.append(Text(left, top - LABEL_GAP, stage_label(entry.number, number), size, "bold"))
        known = (*stage.mines,), (*stage.safe,)
        with tagged.part("Figure", text=figure_words(entry.puzzle, known, stage.clues, context)):
            tagged.marks += stage_marks(entry, stage, GridPen(place, style, context.metrics))
        grids.append(place)
    links: tuple[Link | Target, ...] = ()
    if line.begins:
        target = Target(0.0, 0.0, Place("walkthrough", entry.number))
        wide = (len(line.stages) - 1) * rows.pitch + board
        links = target, Link(0.0, 0.0, wide, line.item.height, Place("puzzle", entry.number))
        words = context.messages.text("key.page", page=plan.puzzles[entry.number])
        with tagged.part("P"):
            tagged.marks.append(Text(board, top - LABEL_GAP, words, size, anchor="end", color=context.theme.soft))
    return replace(line.item, marks=tuple(tagged.marks), grids=tuple(grids), links=links, parts=tuple(tagged.parts))


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


def _sentences(entry: PuzzleEntry, context: LayoutContext) -> dict[int, ColumnItem]:
    """Set the words of the steps of a puzzle, each behind the label of its board, by the number of the stage."""
    size = context.sizes.small
    found: dict[int, ColumnItem] = {}
    for number, stage in enumerate(entry.walkthrough, start=1):
        if not stage.sentence:
            continue
        label = stage_label(entry.number, number)
        leading, indent = LEADING * size, context.metrics.width(f"{label}  ", "bold") * size
        words = (Run(f"{stage.name} ", True), Run(stage.sentence)) if stage.name else (Run(stage.sentence),)
        marks: list[Mark] = [Text(0.0, size, label, size, "bold")]
        lines = wrap_text(words, context.measure() - indent, size, context.metrics)
        for i, line in enumerate(lines):
            marks += context.text.line(line, size + i * leading, size, indent)
        parts = (PagePart(("P",), range(len(marks)), f"{label} {plain_text(words)}"),)
        found[number] = ColumnItem(leading * len(lines), tuple(marks), before=leading / 2, keep=True, parts=parts)
    return found
