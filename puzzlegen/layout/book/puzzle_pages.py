"""Lays out the pages of a section: its opener, then its puzzles, each below a heading, also over two facing pages.

Over two pages, the left and the right half of a board have their rows numbered where the board is cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.layout.book import page_arrangement
from puzzlegen.layout.book.back_matter import notes_page
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry, ReaderAids, puzzle_words
from puzzlegen.layout.book.page_plan import BookPart
from puzzlegen.layout.book.puzzle_heading import PuzzleHeadings, SectionHeading, contents_entry
from puzzlegen.layout.book.puzzle_space import NUMBER_GAP, PuzzleSpace, narrowest_puzzle, puzzle_space
from puzzlegen.layout.core import columns, ornaments
from puzzlegen.layout.core.document import Mark, Page, Place, PlacedGrid, Target, Text, board_size, joined, place_board
from puzzlegen.layout.core.grid_marks import GridLabels, label_size, puzzle_marks
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder, PageGeometry
from puzzlegen.units import mm


@dataclass(frozen=True, slots=True)
class Spreads:
    """Draws the puzzles of a section on spreads."""

    section: BookSection
    cell: float
    headings: PuzzleHeadings
    space: PuzzleSpace

    def pages(self, numbers: Sequence[int]) -> Iterator[Page]:
        """Yield two pages for each puzzle; ``numbers`` are those of its left pages."""
        for number, entry in zip(numbers, self.section.entries, strict=True):
            left, right = page_arrangement.half_puzzles(entry.puzzle)
            yield self._page(number, entry, left, is_left=True)
            yield self._page(number + 1, entry, right, is_left=False)

    def _page(self, number: int, entry: PuzzleEntry, half: Puzzle, *, is_left: bool) -> Page:
        context = self.headings.context
        theme, block = context.theme, self.space.geometry.block(number)
        builder = PageBuilder(number, "puzzles", context, head=self.section.name)
        frame, size = theme.puzzle.frame, board_size(half.grid)
        width, height = size.width * self.cell + 2 * frame, size.height * self.cell + 2 * frame
        x = block.right - width if is_left else block.left  # at the fold, so that rows can be followed
        top = block.top + (block.height - height - theme.header.height) * 0.4 + theme.header.height
        place = place_board(half.grid, entry.number, "puzzle", (x + frame, top + frame), self.cell)
        first = 0 if is_left else entry.puzzle.grid.width - half.grid.width
        if is_left:
            self.headings.add(builder, entry, width, (x, top - theme.header.gap))
            builder.add_links([Target(x, top - theme.header.height, Place("puzzle", entry.number))])
        else:
            marks = self._continued(entry, first)
            with builder.part("P", text=", ".join(mark.string for mark in marks)):
                builder.add(marks, dx=x, dy=top - theme.header.gap - self.headings.second_line)
        with builder.part("Figure", text=puzzle_words(entry, context, half)):
            builder.add(puzzle_marks(half, place, theme.puzzle, context.metrics), [place])
            builder.add(self._row_numbers(place, x + width if is_left else x, is_left=is_left))
            if self.space.labels is not None:
                builder.add(self.space.labels.columns(place, first))
        self.space.head.add(builder)
        if is_left:
            self.space.foot.add(builder, [entry], [x])
        return builder.build()

    def _continued(self, entry: PuzzleEntry, first: int) -> list[Text]:
        """Return the heading of a right half: the number of the puzzle, and the columns."""
        sizes, style = self.headings.context.sizes, self.headings.context.theme.header
        size, number = sizes.body + style.number_growth, str(entry.number)
        x = self.headings.context.metrics.width(number, "bold") * size + sizes.body
        shown = f"{first + 1}–{entry.puzzle.grid.width}"
        soft = self.headings.context.theme.soft
        return [Text(0.0, 0.0, number, size, "bold"), Text(x, 0.0, shown, sizes.small, color=soft)]

    def _row_numbers(self, place: PlacedGrid, edge: float, *, is_left: bool) -> Iterator[Mark]:
        context = self.headings.context
        size = label_size(context.sizes)
        drop = context.metrics.figure_height("regular") * size / 2
        for row in range(place.height):
            y = place.center(row * place.width)[1] + drop
            x = edge + NUMBER_GAP if is_left else edge - NUMBER_GAP
            yield Text(x, y, str(row + 1), size, anchor="start" if is_left else "end", color=context.theme.soft)


OPENER_MIDDLE = 0.4  # share of the free space above an opener below puzzles, if it has a picture


def opener_pages(section: BookSection, number: int, context: LayoutContext) -> list[Page]:
    """Draw the pages of an opener that shares none with puzzles; a section without an opener has no such page.

    In themes with ornaments it has a border if one page is enough for it within the border.
    """
    if not section.opener:
        return []
    return ornaments.bordered(partial(_heading_pages, section, number), number, context)


def _heading_pages(section: BookSection, number: int, context: LayoutContext) -> list[Page]:
    """Draw the heading of a section on one page unless the introduction needs more.

    It stands a little below the top, or at the top if that saves a page.
    """
    block = context.geometry.block(number)
    headings = list(SectionHeading.settings(section, context))
    low = block.bottom - headings[0].above

    def fill(top: float) -> list[columns.Column]:
        def filling(heading: SectionHeading) -> columns.Filling[columns.Column]:
            flow = [item for _, item in heading.below]
            return lambda heights: columns.fill_columns(flow, [min(low - top, heights[0]), *(heights[1:] or heights)])

        return columns.well_filled(map(filling, headings), block.height, columns.column_height, fewest=True)

    filled = fill(top := block.top + block.height * context.theme.opener_drop)
    if len(filled) > 1 and len(raised := fill(block.top)) < len(filled):
        top, filled = block.top, raised
    if len(filled) > 1 and not filled[0]:
        filled = filled[1:]
    spare = low - top - columns.column_height(filled[0]) if len(filled) == 1 else 0.0
    top += min(spare, max(0.0, headings[0].picture_height - (top - block.top)))
    pages = []
    for i, column in enumerate(filled):
        builder = PageBuilder(number + i, "section", context)
        heading = replace(headings[0], below=column)
        if i:
            builder.add_column(column, heading.left_on(builder), builder.block.top)
        else:
            heading.add(builder, top)
            heading.add_picture(builder, top)
        pages.append(builder.build())
    return pages


def section_key(index: int) -> str:
    """Return the key of the part of section ``index``, counted from 1."""
    return f"section {index}"


def section_part(
    key: str, section: BookSection, aids: ReaderAids, context: LayoutContext, former: BookPart | None = None
) -> BookPart:
    """Make the part of a section: its opener and its puzzles. Single-sided puzzles have note pages on the left.

    Puzzles on spreads begin on left-hand pages; without an opener the whole part does. A section that may join takes
    the rest of the last page of ``former``, the part before it, if its opener or a row of its puzzles fits there.
    Raises LayoutError when the section's cells would be too small.
    """
    space = puzzle_space(section, aids, context)
    context = space.context
    try:
        geometry = section_geometry(section, space)
        arrangement = page_arrangement.section_arrangement(section, geometry, context.theme)
    except LayoutError as error:
        if not space.head.height + space.foot.height:
            raise
        raise error.followed_by("; or leave out what stands at the head and the foot of its pages") from None
    step = 2 if aids.single_sided or section.spread else 1
    if place := _heading_place(section, space, arrangement, former, step):
        return _part_with_heading(key, section, aids, space, arrangement, place)
    before = len(opener_pages(section, 1, context))
    # Sections open on rectos, which are the even pages of a part
    begin = before + 1 - before % 2 if section.spread and before else before + before % step
    pages = _divided(section, space, arrangement)
    count = begin + len(pages) * step

    def draw(first: int, plan: columns.PagePlan) -> Iterator[Page]:
        yield from opener_pages(section, first, context)
        headings = _headings(section, aids, space, plan)
        numbers = range(first + begin, first + count, step)
        if section.spread:
            for number in range(first + before, first + begin):
                yield PageBuilder(number, "blank", context, folio=False).build()
            fitting = headings.fitting(section.entries, narrowest_puzzle(section, arrangement.cell, context))
            yield from Spreads(section, arrangement.cell, fitting, space).pages(numbers)
            return
        drawn = _puzzle_pages(section, pages, numbers, headings, space)
        for number in range(first + before, first + count):
            notes = (number - first - begin) % step
            yield notes_page(number, aids.ruling, context) if notes else next(drawn)

    overleaf = section.spread and not before
    recto = section.begin == "right" or step > 1
    entry = contents_entry(section, context)
    part = BookPart(key, count, draw, recto, entry, overleaf, *space.places(pages, begin, step))
    return part if step > 1 else replace(part, free_from=space.free_from(pages[-1]))


def bonus_part(section: BookSection, entry: PuzzleEntry, aids: ReaderAids, context: LayoutContext) -> BookPart:
    """Make the part of one puzzle below a heading on a page that would be blank; LayoutError as of ``section_part``."""
    alone = replace(section, entries=(entry,), per_page=1)
    return replace(section_part(f"bonus {entry.number}", alone, aids, context), contents_entry=None, free_from=None)


class _HeadingPlace(NamedTuple):
    """Where the heading of a section stands on a page with other parts: its top, and the first ``rows`` below it.

    It joins the last page of the part ``former``, None for a new page. There may be no rows below an opener there.
    """

    heading: SectionHeading
    top: float
    rows: page_arrangement.Arrangement | None
    former: BookPart | None


def _heading_place(
    section: BookSection, space: PuzzleSpace, full: page_arrangement.Arrangement, former: BookPart | None, step: int
) -> _HeadingPlace | None:
    """Find the first place where the heading of a section fits, with the largest figures; None if it has none.

    It shares no page if puzzles are ``step`` pages apart. Where not even a row fits below a heading without opener, the
    running head alone names the section.
    """
    if step > 1 or not (section.opener or section.joins):
        return None
    block, headings = space.first_block(1), list(SectionHeading.settings(section, space.context))
    for top, below, with_rows in _places(section, space, block.top, headings[0].gap, former):
        for heading in headings:
            room = block.bottom - top - heading.height
            rows = page_arrangement.first_rows(section.rising, full, room, space.context.theme) if with_rows else None
            if rows is not None or (not with_rows and room + heading.gap_below >= 0):
                return _HeadingPlace(heading, top, rows, below)
    return None


def _places(
    section: BookSection, space: PuzzleSpace, begin: float, gap: float, former: BookPart | None
) -> Iterator[tuple[float, BookPart | None, bool]]:
    """Yield the tops where a heading may stand, the part that it joins, and whether rows must follow."""
    if section.joins and former is not None and former.free_from is not None:
        # Words that pages of puzzles have at the head or foot are missing on the page before, but for a head of puzzles
        top, headed = former.free_from + gap, space.head.variants or (space.head.height and not former.puzzles)
        if not space.foot.of_puzzles and not headed:
            yield top, former, True
        if section.opener:
            yield top, former, False
    yield begin, None, True


def _part_with_heading(
    key: str,
    section: BookSection,
    aids: ReaderAids,
    space: PuzzleSpace,
    arrangement: page_arrangement.Arrangement,
    place: _HeadingPlace,
) -> BookPart:
    """Make the part of a section that has a heading above its first puzzles, or at the end of the part before it."""
    heading, top, rows, former = place
    joins, block = former is not None, space.first_block(1)
    pages = _divided(section, space, arrangement, rows, top + heading.height)
    lowest = block.bottom - heading.picture_height
    if pages[1:] and not joins and pages[0].foot(block, space.context.theme) <= lowest:  # the next page stays
        top += heading.picture_height
        pages = _divided(section, space, arrangement, rows, top + heading.height)
    before, divided = int(rows is None), top - heading.gap / 2
    spare = block.bottom - top - heading.height + heading.gap_below - heading.picture_height
    has_picture = not joins or (rows is None and spare >= 0)  # alone below other puzzles it is in the middle
    if joins and has_picture and heading.picture_height:
        top += heading.picture_height + OPENER_MIDDLE * spare

    def draw(first: int, plan: columns.PagePlan) -> Iterator[Page]:
        headings, numbers = _headings(section, aids, space, plan), range(first + before, first + before + len(pages))
        drawn = _puzzle_pages(section, pages, numbers, headings, space, added=joins and not before)
        builder = PageBuilder(first, "section", space.context, folio=rows is None and not joins)
        heading.add(builder, top - (0.0 if joins else space.head.height))
        if has_picture:
            heading.add_picture(builder, top - (0.0 if joins else space.head.height))
        if former is not None and former.puzzles and section.opener:
            builder.add(ornaments.divider(space.context.theme, builder.block, divided))
        page = builder.build()
        if rows is not None:
            below = next(drawn)
            page = replace(joined(page, below), kind=below.kind, folio=below.folio)
        yield page
        yield from drawn

    entry, free = contents_entry(section, space.context), space.free_from(pages[-1])
    recto, count, places = section.begin == "right", before + len(pages), space.places(pages, before)
    return BookPart(key, count, draw, recto, entry, False, *places, free_from=free, joins=joins)


def section_geometry(section: BookSection, space: PuzzleSpace) -> PageGeometry:
    """Return the space for puzzles on a page of a section: a headline has its space whatever the size of the boards.

    Puzzles alone on their pages leave that of a finale, too, so that its puzzle is not the smallest one.
    """
    headed = [section, *([section.ending] if section.ending and section.per_page == 1 else [])]
    headings = (SectionHeading.of(one, space.context) for one in headed)
    return replace(space.geometry, top=space.geometry.top + max(h.height * h.is_headline for h in headings))


MOST_GROWN = mm(11)  # of the cells of a page that are larger than those of its section


def _divided(
    section: BookSection,
    space: PuzzleSpace,
    arrangement: page_arrangement.Arrangement,
    first: page_arrangement.Arrangement | None = None,
    top: float | None = None,
) -> list[page_arrangement.PuzzlePage]:
    """Divide the puzzles among pages, with a page for a finale behind them, and pages for answers on later ones.

    The first page begins at ``top`` with the rows of ``first``, if there are any. Full pages of a section whose boards
    differ in size have cells as large as their own boards allow, up to MOST_GROWN. The board of a finale stands a
    little above the middle of the space below its heading.
    """
    entries, theme, pages = section.rising.entries, space.context.theme, list[page_arrangement.PuzzlePage]()
    begin = first.cols * first.rows if first else 0
    if first:
        pages.append(page_arrangement.PuzzlePage(entries[:begin], first, top))
    differ = len({board_size(entry.puzzle.grid) for entry in entries}) > 1
    for start in range(begin, len(entries), section.per_page):
        some, own = entries[start : start + section.per_page], arrangement
        if differ and len(some) == section.per_page:
            sizes = (board_size(entry.puzzle.grid) for entry in some)
            shape = page_arrangement.page_shape(sizes, arrangement.cols, arrangement.rows)
            own = page_arrangement.with_cells_that_fit(section_geometry(section, space), shape, theme)
            own = replace(own, cell=min(own.cell, max(arrangement.cell, MOST_GROWN)))
        pages.append(page_arrangement.PuzzlePage(some, own))
    if ending := section.ending:
        alone = section_geometry(ending, space)
        board = page_arrangement.section_arrangement(ending, alone, theme)
        area = board.areas(alone.block(1), theme)[0]
        pages.append(page_arrangement.PuzzlePage(ending.entries, board, area.top, ending))
    return [*pages, *[page_arrangement.PuzzlePage((), arrangement)] * space.foot.turn]


def _headings(section: BookSection, aids: ReaderAids, space: PuzzleSpace, plan: columns.PagePlan) -> PuzzleHeadings:
    """Return the headings of a section's puzzles, with the pages of their answers and hints."""
    pages = {plan.puzzles[entry.number] for entry in section.entries}
    shown = (number for number, page in plan.puzzles.items() if page in pages)  # of other sections too
    size = space.context.sizes.body + space.context.theme.header.number_growth
    return PuzzleHeadings(
        plan,
        space.context,
        time=aids.time,
        second_line=space.second_line,
        room=space.room,
        hint_below=space.hint_below,
        names_kind=section.names_kinds,
        number_width=max(space.context.metrics.width(str(number), "bold") for number in shown) * size,
    )


def _puzzle_pages(
    section: BookSection,
    pages: Sequence[page_arrangement.PuzzlePage],
    numbers: Sequence[int],
    headings: PuzzleHeadings,
    space: PuzzleSpace,
    added: bool = False,
) -> Iterator[Page]:
    """Draw the section's puzzles on the pages with these numbers.

    With ``added`` the first page belongs to another section. A page whose rows do not begin at the top has a heading
    instead of a running head, and the head of puzzle pages below it.
    """
    context = headings.context
    # All headings of a section have the same parts.
    least = min(page.arrangement.cell for page in pages)
    headings = headings.fitting(section.entries, narrowest_puzzle(section, least, context))
    for number, page, answered in zip(numbers, pages, space.foot.answered(pages), strict=True):
        shared = added and number == numbers[0]
        above = 0.0 if page.top is None else page.top - space.block(number).top
        builder = _begun(section, page, number, shared, above, context)
        if page.ending:
            SectionHeading.of(page.ending, context).add(builder, builder.block.top)
            narrowest = narrowest_puzzle(section, page.arrangement.cell, context)
            headings = replace(headings, room=max(headings.room, narrowest))
        edges = _add_puzzles(builder, page, headings, space)
        if not shared:
            space.head.add(builder, above)
            space.foot.add(builder, page.entries, edges[: page.arrangement.cols])
        space.add_picture(builder, page, is_last=page is pages[-1])
        space.foot.add_answers(builder, answered, headings.plan, None if page.entries else space.block(number).top)
        yield builder.build()


def _begun(
    section: BookSection,
    page: page_arrangement.PuzzlePage,
    number: int,
    shared: bool,
    above: float,
    context: LayoutContext,
) -> PageBuilder:
    """Begin a page with its folio and running head; ``above``: the height in points of what is above its rows."""
    has_heading = above and (page.ending is None or page.ending.dateline)
    head, kind = "" if has_heading else section.name, "puzzles" if page.entries else "answers"
    return PageBuilder(number, kind, context, folio=not shared, head=head)


def _add_puzzles(
    builder: PageBuilder, page: page_arrangement.PuzzlePage, headings: PuzzleHeadings, space: PuzzleSpace
) -> list[float]:
    """Add the puzzles of a page, each in the middle of its area; return the left edges of their boards."""
    edges, theme, shape = list[float](), builder.context.theme, page.arrangement
    for entry, area in zip(page.entries, page.areas(space.block(builder.number), theme), strict=True):
        width = board_size(entry.puzzle.grid).width * shape.cell
        left = area.left_of(page_arrangement.puzzle_width(width, theme, shape.cols))
        _add_puzzle(builder, entry, (left, area.top), shape.cell, headings, space.labels)
        edges.append(left)
    return edges


def _add_puzzle(
    builder: PageBuilder,
    entry: PuzzleEntry,
    corner: tuple[float, float],
    cell: float,
    headings: PuzzleHeadings,
    labels: GridLabels | None,
) -> None:
    """Add a puzzle with its heading; ``corner`` is the left and the top of its area."""
    theme, grid = builder.context.theme, entry.puzzle.grid
    frame = theme.puzzle.frame
    left, top = corner[0], corner[1] + theme.header.height
    place = place_board(grid, entry.number, "puzzle", (left + frame, top + frame), cell)
    width = board_size(grid).width * cell + 2 * frame
    headings.add(builder, entry, width, (left, top - theme.header.gap))
    builder.add_links([Target(left, corner[1], Place("puzzle", entry.number))])
    with builder.part("Figure", text=puzzle_words(entry, builder.context)):
        builder.add(puzzle_marks(entry.puzzle, place, theme.puzzle, builder.context.metrics), [place])
        if labels is not None:
            builder.add(labels.beside(grid, place))
