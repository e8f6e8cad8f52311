"""Lays out the title page, copyright page, rules and technique lessons with their figures, and the colophon.

The colophon is at the end of a book, but set like the copyright page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import EMPTY, Puzzle
from puzzlegen.errors import LayoutError, Loc
from puzzlegen.language.markdown import plain_text
from puzzlegen.language.markdown_blocks import Block, Figure, Heading
from puzzlegen.layout.book import book_content
from puzzlegen.layout.book.page_plan import BookPart, ContentsEntry, columns_part
from puzzlegen.layout.core import ornaments
from puzzlegen.layout.core.columns import (
    Column,
    ColumnItem,
    column_height,
    excess_lines,
    fill_columns,
    well_filled,
)
from puzzlegen.layout.core.document import (
    BoardSize,
    Box,
    Mark,
    Page,
    PagePart,
    Picture,
    PlacedGrid,
    TaggedMarks,
    Text,
    board_size,
    place_board,
)
from puzzlegen.layout.core.grid_marks import RINGED_CORNER, GridPen, puzzle_marks
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.text import TextLine, text_items, text_run, wrap_text
from puzzlegen.layout.cover.front_parts import balanced
from puzzlegen.units import to_mm
from puzzlegen.wording import pluralize

MAX_SIDE = 12  # cells: more of them look like a gray patch
RUN_OFF = 0.6  # cells by which the lines of a cropped board run on


def ornament_puzzle(sections: Iterable[book_content.BookSection]) -> Puzzle:
    """Return the first of the largest puzzles with at most twelve cells a side, else the first puzzle of the book."""
    entries = [entry for section in sections for entry in section.entries]
    small = [entry for entry in entries if max(entry.puzzle.grid.width, entry.puzzle.grid.height) <= MAX_SIDE]
    return max(small, key=lambda entry: (entry.puzzle.grid.size, -entry.number)).puzzle if small else entries[0].puzzle


@dataclass(frozen=True, slots=True)
class Ornament:
    """The marks of the ornament at the origin, its grid, and its size with lines that run on."""

    marks: list[Mark]
    place: PlacedGrid
    width: float
    height: float


def title_ornament(puzzle: Puzzle, room: tuple[float, float], context: LayoutContext) -> Ornament | None:
    """Draw the puzzle as large as fits ``room`` (width, height) in points; None if its cells would be tiny."""
    theme = context.theme
    frame = theme.puzzle.frame
    shown = _corner(puzzle)
    size = board_size(shown.grid)
    cut_right, cut_foot = shown.grid.width < puzzle.grid.width, shown.grid.height < puzzle.grid.height
    wide, high = size.width + RUN_OFF * cut_right, size.height + RUN_OFF * cut_foot
    cell = min((room[0] - 2 * frame) / wide, (room[1] - 2 * frame) / high, theme.cells.most * 1.6)
    if cell < theme.cells.key_least:
        return None
    place = place_board(shown.grid, 0, "ornament", (frame, frame), cell)
    if shown is puzzle:
        marks = puzzle_marks(puzzle, place, theme.puzzle, context.metrics)
        return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)
    pen = GridPen(place, theme.puzzle, context.metrics)
    cut = frozenset(side for side, is_cut in (("right", cut_right), ("bottom", cut_foot)) if is_cut)
    marks = pen.backgrounds(shown.cells) + pen.part_lines(cut, RUN_OFF) + pen.digits(shown.cells)
    return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)


def _corner(puzzle: Puzzle) -> Puzzle:
    """Return the top left corner of a puzzle that is larger than the limit, or the puzzle itself.

    A board with a shape is never cropped, nor one without straight lines or with joined sides.
    """
    grid = puzzle.grid
    width, height = min(grid.width, MAX_SIDE), min(grid.height, MAX_SIDE)
    whole = grid.voids or grid.variant.wraps or not grid.variant.lattice.straight
    if whole or (width, height) == (grid.width, grid.height):
        return puzzle
    cells = [puzzle.cells[row * grid.width + col] for row in range(height) for col in range(width)]
    return Puzzle(Grid(width, height, grid.variant), tuple(cells))


GAP = 26.0  # points between two figures of a row
FIGURE_SIZES = (1.0, 0.75, 0.5, 0.25, 0.0)  # of the range of the theme, from the largest
LEAST_LESSON = 0.5  # of that range: figures of lessons look lost below their text if they are smaller
PART_GAP = 3.0  # lines of text from a part to the heading of one that begins on the same page
LEGEND_GAP = 12.0  # points from a cell of the legend to its words


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One figure: its caption, the cells known so far, and the step it shows."""

    caption: str
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    step: book_content.FigureStep | None


def legend(variant: Variant, context: LayoutContext) -> list[ColumnItem]:
    """Set the legend: a clue on the ground that puzzles have there, a mine and a safe cell, each with its meaning."""
    sizes = context.sizes
    cell = max(context.theme.cells.figure_least, 1.5 * sizes.leading)
    cap, measure = context.metrics.cap_height("regular") * sizes.body, context.measure() - cell - LEGEND_GAP
    messages = context.messages.for_variant(variant)
    rows = [(messages.text(f"legend.{what}"), what) for what in ("clue", "mine", "safe")]
    figure_items = []
    for i, (caption, what) in enumerate(rows):
        place = PlacedGrid(0, "figure", 1, 0.0, 0.0, cell, 1, 1, variant.lattice)
        style = replace(context.theme.figure, clue_tint=context.theme.puzzle.clue_tint)
        pen = GridPen(place, style, context.metrics)
        mine = pen.filled([0], pen.style.filled_size) if variant.clue_on_mine else pen.mines([0])
        marks: list[Mark] = [*(pen.backgrounds([2]) if what == "clue" else []), *pen.lines()]
        marks += {"clue": pen.digits([2]), "mine": mine, "safe": pen.dots([0])}[what]
        lines = wrap_text(text_run(caption), measure, sizes.body, context.metrics)
        more = (len(lines) - 1) * sizes.leading
        baseline = (cell + cap - more) / 2  # the lines are vertically centered on the cell
        for line in lines:
            marks += context.text.line(line, baseline, sizes.body, cell + LEGEND_GAP)
            baseline += sizes.leading
        height = (2 + max(0, len(lines) - 2)) * sizes.leading
        before, parts = sizes.leading / 2 if i == 0 else 0.0, (PagePart(("P",), range(len(marks)), caption),)
        figure_items.append(ColumnItem(height, tuple(marks), before=before, keep=i < len(rows) - 1, parts=parts))
    return figure_items


def example_figures(
    example: book_content.WorkedExample | book_content.Excerpt, width: float, context: LayoutContext, indent: float = 0
) -> list[ColumnItem]:
    """Set an example as rows of figures across ``width`` points. Each row is one item.

    They begin at the left of a column which is ``indent`` points in, or are centered in it if they are wider than the
    column or if the theme centers headings.

    Of an excerpt these are the board before the step, those of a supposition, and the board behind the step, with its
    clues and what it proves.
    """
    if isinstance(example, book_content.WorkedExample):
        return _rows(_drawings(example), example.puzzle, (width, indent), context)
    step, drawings = example.step, _in_turn(example.before, example.chain, example.mines, example.safe)
    after = f"{example.after} {step.caption}"
    drawings.append(_Drawing(after, example.mines + step.mines, example.safe + step.safe, step))
    return _rows(drawings, example.puzzle, (width, indent), context, example)


def smaller_figures(context: LayoutContext, least: float = 0.0) -> Iterator[LayoutContext]:
    """Yield the context with the largest figures of the theme, then with smaller ones down to the share ``least``."""
    cells = context.theme.cells
    for share in takewhile(lambda share: share >= least, FIGURE_SIZES):
        most = cells.figure_least + share * (cells.figure_most - cells.figure_least)
        yield replace(context, theme=replace(context.theme, cells=cells.model_copy(update={"figure_most": most})))


def _rows(
    drawings: Sequence[_Drawing],
    puzzle: Puzzle,
    room: tuple[float, float],
    context: LayoutContext,
    part: book_content.Excerpt | None = None,
) -> list[ColumnItem]:
    """Set drawings of one puzzle in rows; it may be a ``part`` of a board. ``room`` is their width and the indent."""
    size, sizes = board_size(puzzle.grid), context.sizes
    cut = frozenset() if part is None else part.cut
    run_off = RUN_OFF if puzzle.grid.variant.lattice.straight else 0.0
    across, down = ("left" in cut) + ("right" in cut), ("top" in cut) + ("bottom" in cut)
    size = BoardSize(size.width + run_off * across, size.height + run_off * down)
    max_cell = context.theme.cells.figure_most
    # Captions need this width; with 11 in place of 10.5, the column of text on letter holds two, not three
    least = max(size.width * context.theme.cells.figure_least + 4, 10.5 * sizes.small)
    width, indent, across = _columns(room, least, len(drawings))
    pitch = min((width + GAP) / across, max(size.width * max_cell, 14 * sizes.small) + GAP)
    cell = min(max_cell, (pitch - GAP - 4) / size.width)
    spare = width - across * pitch + GAP
    is_centered = context.theme.align == "center" or spare < 2 * indent
    begin = spare / 2 - indent if is_centered else 0.0
    figure_items = []
    for start in range(0, len(drawings), across):
        row = drawings[start : start + across]
        tagged = TaggedMarks()
        grids: list[PlacedGrid] = []
        deepest = 0.0
        for i, drawing in enumerate(row):
            left = begin + i * pitch + 1
            corner = (left + run_off * cell * ("left" in cut), 1.0 + run_off * cell * ("top" in cut))
            place = place_board(puzzle.grid, 0, "figure", corner, cell)
            grids.append(place)
            circled = () if drawing.step is None else drawing.step.witnesses
            with tagged.part(
                "Figure", text=book_content.figure_words(puzzle, (drawing.mines, drawing.safe), circled, context)
            ):
                tagged.marks += _figure(drawing, puzzle, place, context, part)
            below = (left - 1, 1.0 + size.height * cell + 2)
            lines = _caption(drawing.caption, below, pitch - GAP, context)
            with tagged.part("P", text=drawing.caption):
                tagged.marks += lines
            deepest = max(deepest, *(mark.y for mark in lines if isinstance(mark, Text)), 0.0)
        height = -(-(deepest + 4) // sizes.leading) * sizes.leading
        parts = tuple(tagged.parts)
        figure_items.append(ColumnItem(height, tuple(tagged.marks), tuple(grids), before=sizes.leading, parts=parts))
    return figure_items


def _columns(room: tuple[float, float], least: float, count: int) -> tuple[float, float, int]:
    """Return width and indent of the rows of drawings at least that wide, and how many are in a row: 3 + 3, not 4 + 2.

    They stay in the column of the text if that needs no more rows.
    """
    width, indent = room
    rows = [-(-count // max(1, min(count, int((one + GAP) / (least + GAP)), 4))) for one in (width - 2 * indent, width)]
    across = -(-count // rows[1])
    return (width - 2 * indent, 0.0, across) if rows[0] == rows[1] else (width, indent, across)


def _in_turn(
    before: str, steps: Sequence[book_content.FigureStep], mines: tuple[int, ...] = (), safe: tuple[int, ...] = ()
) -> list[_Drawing]:
    """Return the board ``before`` some steps, where ``mines`` and ``safe`` are known, and that after each of them."""
    drawings = [_Drawing(before, mines, safe, None)]
    for number, step in enumerate(steps, start=1):
        mines, safe = mines + step.mines, safe + step.safe
        caption = f"{number}.\u00a0{step.caption}" if len(steps) > 1 else step.caption
        drawings.append(_Drawing(caption, mines, safe, step))
    return drawings


def _drawings(example: book_content.WorkedExample) -> list[_Drawing]:
    drawings = _in_turn(example.before, example.steps)
    mines, safe = drawings[-1].mines, drawings[-1].safe
    hidden = {i for i, hidden in enumerate(example.puzzle.hidden) if hidden}
    if example.after and hidden <= {*mines, *safe}:
        drawings.append(_Drawing(example.after, mines, (), None))
    return drawings


def _figure(
    drawing: _Drawing,
    puzzle: Puzzle,
    place: PlacedGrid,
    context: LayoutContext,
    part: book_content.Excerpt | None,
) -> list[Mark]:
    pen = GridPen(place, context.theme.figure, context.metrics)
    filled = puzzle.grid.variant.clue_on_mine
    marks: list[Mark] = []
    step = drawing.step
    marks += pen.backgrounds(puzzle.cells)
    if step is not None:
        marks += pen.tints((*step.mines, *step.safe))
    if filled:
        marks += pen.filled(drawing.mines, pen.style.filled_size)
    marks += pen.part_lines(part.cut, RUN_OFF, part.joined) if part and part.cut else pen.lines(puzzle.cells)
    marks += pen.digits(puzzle.cells)
    marks += [] if filled else pen.mines(drawing.mines)
    marks += pen.dots((i for i in drawing.safe if puzzle.cells[i] != EMPTY), puzzle.cells, RINGED_CORNER)
    if step is not None:
        marks += pen.rings(step.witnesses)
    return marks


def _caption(caption: str, corner: tuple[float, float], measure: float, context: LayoutContext) -> Sequence[Mark]:
    """Set the caption of a figure; ``corner`` is the lower left of the figure."""
    sizes = context.sizes
    leading = sizes.small * 1.3
    top = corner[1] + sizes.small * 1.5
    lines = wrap_text(text_run(caption), measure, sizes.small, context.metrics)
    return [
        mark
        for i, line in enumerate(lines)
        for mark in context.text.line(line, top + i * leading, sizes.small, corner[0])
    ]


VOLUME = 0.75  # of the size of the title
TITLE_SCALES = ((1.0, 2), (0.85, 2), (0.72, 3), (0.6, 4))  # share of the display size, and lines allowed at it


def title_part(text: book_content.BookContent, shown: Puzzle, context: LayoutContext) -> BookPart:
    """Make the title page with the puzzle ``shown`` as its ornament.

    Raises LayoutError when the title is too long even at its smallest.
    """
    _title(text.title, ornaments.within_border(context).geometry.block(1).width, context)
    return BookPart("title", 1, lambda number, _: [_title_page(text, shown, number, context)], recto=True)


def _title_page(text: book_content.BookContent, shown: Puzzle, number: int, context: LayoutContext) -> Page:
    """Draw title, subtitle and volume, the ornament below, and the author at the foot, with the theme's alignment."""
    edge, context = ornaments.border(context, number), ornaments.within_border(context)
    builder = PageBuilder(number, "title", context, folio=False)
    builder.add(edge)
    block, sizes, metrics = builder.block, context.sizes, context.metrics
    size, lines = _title(text.title, block.width, context)
    y = block.top + size
    with builder.part("H1", text=text.title):
        for line in lines:
            builder.add_display_line(line, y, size)
            y += size * 1.1
    y -= size * 1.1
    subtitle_size = sizes.body + 4
    y += subtitle_size * 1.9
    with builder.part("P", text=text.subtitle):
        for line in wrap_text(text_run(text.subtitle), block.width, subtitle_size, metrics):
            builder.add_display_line(line, y, subtitle_size)
            y += subtitle_size * 1.35
    if text.volume:
        high = max(subtitle_size, VOLUME * size)
        y += high
        with builder.part("P", text=text.volume):
            builder.add_display_line(wrap_text(text_run(text.volume, True), block.width, high, metrics)[0], y, high)
        y += high * 0.5
    foot = block.bottom
    with builder.part("P", text=text.author):
        for line in reversed(wrap_text(text_run(text.author), block.width, subtitle_size, metrics)):
            builder.add_display_line(line, foot, subtitle_size)
            foot -= subtitle_size * 1.35
    foot -= subtitle_size * 1.65 if text.author else 0.0
    if text.logo is not None:
        foot = min(foot, _put_logo(text.logo, builder, foot, bool(text.author)))
    rule = ornaments.divider(context.theme, block, y)
    builder.add(rule)
    y += 2 * sizes.leading * bool(rule)
    ornament = title_ornament(shown, (block.width, foot - y - sizes.leading), context)
    if ornament is not None:  # there is none if many words leave little space
        left = block.left + ((block.width - ornament.width) / 2 if context.theme.align == "center" else 0.0)
        builder.add(ornament.marks, [ornament.place], left, foot - ornament.height)
    return builder.build()


def _put_logo(logo: Picture, builder: PageBuilder, foot: float, author: bool) -> float:
    """Add the logo at the foot, at the right of the author's name; on centered pages above it.

    Returns the foot of the space that is left above. Raises LayoutError for a logo that is too large for the page.
    """
    block, context = builder.block, builder.context
    if logo.height > block.height / 4 or logo.width > block.width / 2:
        most = min(block.width / 2, block.height / 4 * logo.width / logo.height)
        raise LayoutError(f"the logo is too large for its page: set logo.width_mm to {to_mm(most):.0f} or less")
    if context.theme.align == "center":
        top = foot - logo.height if author else block.bottom - logo.height
        builder.add([logo], dx=(block.left + block.right - logo.width) / 2, dy=top)
    else:
        top = block.bottom - logo.height
        builder.add([logo], dx=block.right - logo.width, dy=top)
    return top - context.sizes.leading


def _title(title: str, width: float, context: LayoutContext) -> tuple[float, list[TextLine]]:
    """Return the largest size at which the title fits the lines allowed, and its lines, of even length."""
    for share, max_lines in TITLE_SCALES:
        size = context.sizes.display * share
        lines = wrap_text(text_run(title, True), width, size, context.metrics)
        if len(lines) <= max_lines and all(context.text.width(line, size) <= width for line in lines):
            even = "\n".join(balanced(title.split(), len(lines), context.metrics, "bold"))
            evenly = wrap_text(text_run(even, True), width, size, context.metrics)
            return size, evenly if len(evenly) == len(lines) else lines
    fits = round(max_lines * width / (size * 0.6))
    raise LayoutError(f"{title!r} is too long for its page: about {fits} characters in short words fit", at=("title",))


def copyright_part(text: book_content.BookContent, context: LayoutContext) -> BookPart:
    """Make the copyright page. Raises LayoutError when it needs more than one page."""
    return _foot_part("copyright", "", ("front_matter", "copyright"), text.copyright, context)


def colophon_part(text: book_content.BookContent, context: LayoutContext) -> BookPart:
    """Make the page of the colophon. Raises LayoutError when it needs more than one page."""
    return _foot_part("colophon", f"templates/{context.messages.code}/colophon.md: ", (), text.colophon, context)


def _foot_part(key: str, source: str, at: Loc, text: Sequence[Block], context: LayoutContext) -> BookPart:
    """Make one page with the text at its foot."""
    flow = text_items(text, context.measure() * 0.85, context.text)
    height = context.geometry.block(1).height
    columns = fill_columns(flow, [height])
    if len(columns) > 1:
        over = excess_lines(flow, height, context.sizes.leading)
        raise LayoutError(f"{source}the words do not fit one page: shorten them by {pluralize(over, 'line')}", at=at)

    page = [(context.indent, height - column_height(columns[0]), columns[0])]
    return columns_part(key, [page], context, unnumbered=1)


def how_to_play_part(
    rules: book_content.VariantRules, lessons: Sequence[book_content.Lesson], context: LayoutContext
) -> BookPart:
    """Make the pages of the rules, with the legend and the worked example where the text names them, and of lessons.

    Rules and example share a page if they fit with smaller figures.
    """
    width = context.geometry.block(1).width
    marks = legend(rules.variant, context)

    def flow(context: LayoutContext) -> list[ColumnItem]:
        example = [] if rules.example is None else example_figures(rules.example, width, context, context.indent)
        items = text_items(rules.text, context.measure(), context.text, {"marks": marks, "example": example})
        return [*items, *_lesson_items(lessons, context)]

    flows = map(flow, smaller_figures(context))
    return _text_part(f"how-to-play {rules.variant.words}".strip(), rules.text, flows, context)


def techniques_part(
    text: book_content.BookContent,
    lessons: Sequence[book_content.Lesson],
    context: LayoutContext,
    former: BookPart | None,
) -> BookPart:
    """Make the pages of the techniques. Their introduction and the first lesson stay on one page.

    They begin below the rules where these are ``former``, the part before them, and leave space.
    """

    def flow(context: LayoutContext) -> list[ColumnItem]:
        items = text_items(text.techniques, context.measure(), context.text)
        return [*(replace(item, keep=True) for item in items), *_lesson_items(lessons, context)]

    return _text_part("techniques", text.techniques, map(flow, smaller_figures(context, LEAST_LESSON)), context, former)


def _lesson_items(lessons: Iterable[book_content.Lesson], context: LayoutContext) -> Iterator[ColumnItem]:
    """Set lessons. A lesson and its figures are not broken."""
    width = context.geometry.block(1).width
    for lesson in lessons:
        name = next(part.name for part in lesson.text if isinstance(part, Figure))
        figures = {name: example_figures(lesson.excerpt, width, context, context.indent)}
        first, *items = text_items(lesson.text, context.measure(), context.text, figures)
        first = replace(first, before=1.5 * context.sizes.leading, keep=True)
        yield from (first, *(replace(item, keep=True) for item in items[:-1]), items[-1])


def _text_part(
    key: str,
    text: Sequence[Block],
    flows: Iterable[Sequence[ColumnItem]],
    context: LayoutContext,
    former: BookPart | None = None,
) -> BookPart:
    """Make pages of a text, one column each, from the first of ``flows`` that needs the fewest.

    It begins on the last page of ``former`` if its first lines fit there. The text's first heading is the title in the
    table of contents.
    """
    block, top = context.geometry.block(1), 0.0
    if former is not None and former.free_from is not None:
        top = former.free_from + PART_GAP * context.sizes.leading - block.top
    title = next((plain_text(block.runs) for block in text if isinstance(block, Heading)), "")

    def part(flow: Sequence[ColumnItem]) -> BookPart:
        def filling(heights: Sequence[float]) -> list[Column]:
            return fill_columns(flow, [min(block.height - top, heights[0]), *(heights[1:] or heights)])

        columns = well_filled([filling], block.height, column_height, fewest=True)
        joins = top > 0 and bool(columns[0])
        tops = [top, *[0.0] * len(columns)] if joins else [0.0] * len(columns)
        placed = [[(context.indent, y, column)] for y, column in zip(tops, columns, strict=False) if column]
        free = block.top + placed[-1][0][1] + column_height(columns[-1])
        entry = ContentsEntry(title) if title else None
        gap, box = PART_GAP * context.sizes.leading, Box(-context.indent, 0.0, block.width - context.indent, 0.0)
        if free + gap <= block.bottom:  # the divider is in the middle of the gap to what may follow
            rule = ornaments.divider(context.theme, box, column_height(columns[-1]) + gap / 2)
            columns[-1].append((0.0, ColumnItem(0.0, tuple(rule))))
        pages = columns_part(key, placed, context, unnumbered=int(joins))  # the other part numbers the first one
        return replace(pages, contents_entry=entry, free_from=free, joins=joins)

    settings = [part(flow) for flow in flows]
    fewest = min((part.pages - part.joins, not part.joins) for part in settings)
    first, *smaller = (part for part in settings if (part.pages - part.joins, not part.joins) == fewest)
    return replace(first, smaller=tuple(smaller))
