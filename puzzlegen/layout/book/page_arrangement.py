"""Arranges the puzzles of a section: how many on a page, in which columns and rows, with the largest cells that fit.

The first page of a section may be the rest of another section's page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import le
from typing import Literal

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import CellsTooSmall, LayoutError
from puzzlegen.layout.book.book_content import AUTO, BookSection, PuzzleEntry
from puzzlegen.layout.core.document import BoardSize, Box, board_size
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import COMFORTABLE_CELL, DEFAULT, Theme
from puzzlegen.units import to_mm

MOST_NAMED = 6  # pictures in a message
MAX_PER_PAGE = 24  # more puzzles on a page would be tiny


@dataclass(frozen=True, slots=True)
class PuzzleArea:
    """The area of one puzzle in points: heading, grid and frame, as wide as its column."""

    left: float
    top: float
    width: float

    def left_of(self, width: float) -> float:
        """Return the left edge of something ``width`` wide that is centered in the area."""
        return self.left + (self.width - width) / 2


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Columns and rows of puzzles on a page, the same on all pages of a section.

    ``widths`` are the widths of the widest board of each column, ``heights`` the heights of the highest board of each
    row, both in widths of a cell. ``cell`` is the width of a cell in points.
    """

    widths: tuple[float, ...]
    heights: tuple[float, ...]
    cell: float

    @property
    def cols(self) -> int:
        """Puzzles in a row."""
        return len(self.widths)

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return len(self.heights)

    def areas(self, block: Box, theme: Theme = DEFAULT) -> list[PuzzleArea]:
        """Return the areas of the puzzles, row by row.

        Spare width is distributed equally between and around the columns. Spare height goes below each row, so that
        the first row has the same position on every page of the section.
        """
        widths = [puzzle_width(width * self.cell, theme, self.cols) for width in self.widths]
        heights = [height * self.cell + 2 * theme.puzzle.frame + theme.header.height for height in self.heights]
        spare = block.width - sum(widths)
        gap = max(theme.cells.column_gap, spare / (self.cols + 1)) if self.cols > 1 else 0.0
        left = block.left + (spare - (self.cols - 1) * gap) / 2
        lefts = [left + sum(widths[:col]) + col * gap for col in range(self.cols)]
        spare = block.height - sum(heights) - (self.rows - 1) * theme.cells.row_gap
        gap = theme.cells.row_gap + spare / (self.rows + 0.5)
        top = block.top + (spare * 0.4 if self.rows == 1 else 0.0)  # a single row stands a little above the middle
        tops = [top + sum(heights[:row]) + row * gap for row in range(self.rows)]
        return [PuzzleArea(x, y, width) for y in tops for x, width in zip(lefts, widths, strict=True)]


def puzzle_width(cells: float, theme: Theme, cols: int) -> float:
    """Return the width of a puzzle whose ``cells`` are that wide together, with its frame.

    Beside other puzzles it is at least as wide as a heading.
    """
    width = cells + 2 * theme.puzzle.frame
    return max(width, theme.header.least_width) if cols > 1 else width


def arrange(page: PageGeometry, boards: Sequence[Grid], per_page: int, theme: Theme = DEFAULT) -> Arrangement:
    """Find the columns and rows that give boards of these sizes, printed in this order, the largest cells.

    The cells may be smaller than the theme allows, and 0 if nothing fits: callers report that.
    """
    best = Arrangement((0,) * per_page, (0,), 0.0)
    for cols in range(1, per_page + 1):
        if per_page % cols:
            continue
        arrangement = with_cells_that_fit(page, _board_envelope(boards, cols, per_page // cols), theme)
        if arrangement.cell > best.cell:
            best = arrangement
    return best


def _board_envelope(boards: Sequence[Grid], cols: int, rows: int) -> Arrangement:
    """Find the widest board of each column and the highest of each row. Empty positions are as large as any board."""
    sizes = [board_size(board) for board in boards]
    if len(set(sizes)) == 1 or len(sizes) < cols * rows:
        width, height = max(size.width for size in sizes), max(size.height for size in sizes)
        return Arrangement((width,) * cols, (height,) * rows, 0.0)
    return page_shape(sizes, cols, rows)


def page_shape(sizes: Iterable[BoardSize], cols: int, rows: int) -> Arrangement:
    """Find the widest board of each column and the highest of each row on pages of so many."""
    widths, heights = [0.0] * cols, [0.0] * rows
    for i, size in enumerate(sizes):
        row, col = divmod(i % (cols * rows), cols)
        widths[col], heights[row] = max(widths[col], size.width), max(heights[row], size.height)
    return Arrangement(tuple(widths), tuple(heights), 0.0)


def with_cells_that_fit(page: PageGeometry, shape: Arrangement, theme: Theme) -> Arrangement:
    """Return the arrangement with the largest cells that fit the page."""
    block, frames = page.block(1), 2 * theme.puzzle.frame
    high = block.height - (shape.rows - 1) * theme.cells.row_gap - shape.rows * (theme.header.height + frames)
    wide = block.width - (shape.cols - 1) * theme.cells.column_gap
    cell = min(high / sum(shape.heights), _widest(shape.widths, wide, theme), theme.cells.most)
    return replace(shape, cell=math.floor(max(0.0, cell) * 20 + 1e-6) / 20)


def _widest(widths: Sequence[float], room: float, theme: Theme) -> float:
    """Return the largest cell with which the columns fit ``room`` points; negative if not even the headings fit.

    A column is never narrower than a heading. The narrowest boards get that width, until all other columns are wider.
    """
    frames, least = 2 * theme.puzzle.frame, theme.header.least_width
    if len(widths) == 1:
        return (room - frames) / widths[0]
    rising = sorted(widths)
    for narrow in range(len(rising)):
        rest = rising[narrow:]
        cell = (room - narrow * least - len(rest) * frames) / sum(rest)
        if rest[0] * cell + frames >= least:
            return cell
    return -1.0


def cell_size(page: PageGeometry, boards: Sequence[Grid], per_page: int, theme: Theme = DEFAULT) -> float:
    """Return the side of a cell in points with ``per_page`` of the boards on a page."""
    return arrange(page, boards, per_page, theme).cell


def largest_board(page: PageGeometry, per_page: int, theme: Theme = DEFAULT, variant: Variant = MINESWEEPER) -> int:
    """Return the largest count of columns, and of as many rows, whose cells are large enough; 0 if there is none."""
    side = variant.least_side
    while cell_size(page, [Grid(side, side, variant)], per_page, theme) >= theme.cells.least:
        side += 1
    return side - 1 if side > variant.least_side else 0


def board_sizes(section: BookSection) -> list[Grid]:
    """Return the grids of a section's puzzles in printing order, of those on spreads the left halves."""
    boards = [entry.puzzle.grid for entry in section.entries]
    return [halves(board)[0] for board in boards] if section.spread else boards


def halves(grid: Grid) -> tuple[Grid, Grid]:
    """Return the left and the right half of a board on a spread; the left is never the narrower."""
    cut = (grid.width + 1) // 2
    return replace(grid, width=cut), replace(grid, width=grid.width - cut)


def half_puzzles(puzzle: Puzzle) -> tuple[Puzzle, Puzzle]:
    """Return the left and the right half of a puzzle on a spread."""
    grid = puzzle.grid
    cut = halves(grid)[0].width

    def half(first: int, end: int) -> Puzzle:
        cells = [puzzle.cells[grid.cell(row, col)] for row in range(grid.height) for col in range(first, end)]
        return Puzzle(Grid(end - first, grid.height, grid.variant), tuple(cells))

    return half(0, cut), half(cut, grid.width)


def _with_least_cell(section: BookSection, theme: Theme) -> Theme:
    """Return the theme with the smallest cells of the section's boards: those of pictures may be smaller."""
    if not any(entry.graded.picture for entry in section.entries):
        return theme
    return replace(theme, cells=theme.cells.model_copy(update={"least": theme.cells.picture_least}))


def section_arrangement(section: BookSection, page: PageGeometry, theme: Theme = DEFAULT) -> Arrangement:
    """Arrange a whole section with one size of cell for all its boards.

    Raises CellsTooSmall when the cells would be too small; the message says what would fit.
    """
    boards, theme = board_sizes(section), _with_least_cell(section, theme)
    if theme.cells.per_page and section.per_page > theme.cells.per_page:
        raise LayoutError(
            f"{section.per_page} puzzles a page, and the theme {theme.name} sets at most "
            f"{theme.cells.per_page}; take fewer a page or another theme",
            at=("sections", section.name, "per_page"),
        )
    arrangement = arrange(page, boards, section.per_page, theme)
    if arrangement.cell >= theme.cells.least:
        return arrangement
    fewer = ((n, cell_size(page, boards, n, theme)) for n in range(section.per_page - 1, 0, -1))
    remedies = [f"{n} a page gives {to_mm(cell):.1f} mm" for n, cell in fewer if cell >= theme.cells.least][:1]
    side = largest_board(page, section.per_page, theme, boards[0].variant)
    if side:
        remedies.append(f"boards up to {side}x{side} fit at {section.per_page} a page")
    remedies += ["leave out finale"] * (section.per_page == 1 and section.ending is not None)
    if any(entry.graded.picture for entry in section.entries):
        remedies.append("take smaller pictures, such as apple, duck and notes, or a theme with smaller cells")
    too_small = (
        f"{_named_boards(section, page, theme)} at {section.per_page} a page would get cells of "
        f"{to_mm(arrangement.cell):.1f} mm, under the {to_mm(theme.cells.least):g} mm that theme {theme.name} asks for"
    )
    raise CellsTooSmall(
        f"{too_small}; {' or '.join(remedies) or 'take a larger trim or smaller boards'}",
        at=("sections", section.name, "per_page"),
        found=too_small,
        side=side,
    )


def _named_boards(section: BookSection, page: PageGeometry, theme: Theme) -> str:
    """Return the boards of a section as a message names them: pictures that are too large by name, others by size."""
    named = dict.fromkeys(
        f"{entry.graded.picture} ({entry.puzzle.grid})"
        for entry, board in zip(section.entries, board_sizes(section), strict=True)
        if entry.graded.picture and cell_size(page, [board], section.per_page, theme) < theme.cells.least
    )
    if named:
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        return f"the picture{'s' * (len(named) > 1)} {', '.join(list(named)[:MOST_NAMED])}{more}"
    return f"{' and '.join(dict.fromkeys(map(str, board_sizes(section))))} boards"


SECTION_GAP = 1.5  # lines of text between the puzzles of a section and the heading of the next one on the page


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The puzzles of one page. ``top`` is where its rows begin if not at the top of the space for puzzles.

    It is measured in points from the top of the page. ``arrangement`` has only the rows that fit there. ``ending`` is
    what the heading of a finale is about, if the page has one.
    """

    entries: tuple[PuzzleEntry, ...]
    arrangement: Arrangement
    top: float | None = None
    ending: BookSection | None = None

    def areas(self, block: Box, theme: Theme) -> list[PuzzleArea]:
        """Return the areas of its puzzles in ``block``, the space for puzzles."""
        if self.top is not None:
            block = replace(block, top=self.top, bottom=self.top + rows_height(self.arrangement, theme))
        return self.arrangement.areas(block, theme)[: len(self.entries)]

    def foot(self, block: Box, theme: Theme) -> float:
        """Return where its last row ends, in points from the top of the page."""
        areas = self.areas(block, theme)
        row = (len(areas) - 1) // self.arrangement.cols
        return areas[-1].top + row_height(self.arrangement, row, theme)


def row_height(arrangement: Arrangement, row: int, theme: Theme) -> float:
    """Return the height in points of a row with its headings."""
    return arrangement.heights[row] * arrangement.cell + 2 * theme.puzzle.frame + theme.header.height


def rows_height(arrangement: Arrangement, theme: Theme) -> float:
    """Return the height in points of all rows with the least gaps."""
    rows = sum(row_height(arrangement, row, theme) for row in range(arrangement.rows))
    return rows + (arrangement.rows - 1) * theme.cells.row_gap


def first_rows(section: BookSection, arrangement: Arrangement, height: float, theme: Theme) -> Arrangement | None:
    """Return the arrangement with as many of its first rows as fit a height in points; None if no row fits.

    A row is as high as the highest of the first boards in it. The other boards, which get other places on their pages,
    must fit these.
    """
    sizes, cols = [board_size(board) for board in board_sizes(section)], arrangement.cols
    for rows in range(arrangement.rows, 0, -1):
        first, others = sizes[: cols * rows], sizes[cols * rows :]
        heights = tuple(max(size.height for size in first[i : i + cols]) for i in range(0, len(first), cols))
        fewer = replace(arrangement, heights=heights)
        rest = page_shape(others, cols, arrangement.rows)
        fits = all(map(le, rest.widths, arrangement.widths)) and all(map(le, rest.heights, arrangement.heights))
        if fits and rows_height(fewer, theme) <= height:
            return fewer
    return None


COMFORTABLE_PER_PAGE = 6  # puzzles: more make a page look restless; only a limit on pages allows them
Count = Callable[[Sequence[BookSection]], int]
# Why a section has its puzzles per page: the config, good cells, or the most or the fewest pages of the book.
Reason = Literal["config", "cells", "max_pages", "min_pages", "profile"]
Space = Callable[[BookSection], tuple[PageGeometry, Theme]]  # between head and foot, with this section's headings


@dataclass(frozen=True, slots=True)
class PerPageOption:
    """A number of puzzles per page, with the side of a cell in points and the number of pages it results in."""

    per_page: int
    cell: float
    pages: int


def per_page_options(
    section: BookSection, space: Space, theme: Theme, most: int | None = None, equal_cells: bool = False
) -> list[PerPageOption]:
    """List the options of a section, from the fewest pages to the most; each has larger cells than the one before.

    ``space`` returns what a section with puzzles per page leaves for its puzzles, and ``most`` limits the choice. If
    fewer puzzles per page need no more pages and no smaller cells, pages are filled equally: 6 and 6, not 8 and 4. With
    ``equal_cells`` more pages with cells of the same size are options too. Raises LayoutError when the cells would be
    too small even with a page for each puzzle.
    """
    count, boards, theme = len(section.rising.entries), board_sizes(section), _with_least_cell(section, theme)
    most = min(theme.cells.per_page or MAX_PER_PAGE, most or MAX_PER_PAGE)
    wanted = [section.per_page] if section.per_page != AUTO else range(most, 0, -1)
    options: list[PerPageOption] = []
    for per_page in wanted:
        page, own = space(replace(section, per_page=per_page))
        option = PerPageOption(per_page, cell_size(page, boards, per_page, own), -(-count // per_page))
        if option.cell < theme.cells.least:
            continue
        if options and option.cell < options[-1].cell:
            continue
        if options and option.cell == options[-1].cell and option.pages > options[-1].pages and not equal_cells:
            continue
        if options and options[-1].pages == option.pages:
            options.pop()  # the new one has as many pages, and its cells are at least as large
        options.append(option)
    if not options:
        fixed = replace(section, per_page=section.per_page or 1)
        section_arrangement(fixed, *space(fixed))  # raises an error that says what would fit
    return options


Options = Sequence[Sequence[PerPageOption]]  # of each section


def with_fewest_pages(sections: Sequence[BookSection], options: Options) -> tuple[BookSection, ...]:
    """Set the sections on the fewest pages."""
    return _with_options(sections, (row[0] for row in options))


def with_comfortable_cells(sections: Sequence[BookSection], options: Options, theme: Theme) -> tuple[BookSection, ...]:
    """Set the sections on the fewest pages with comfortable cells and at most COMFORTABLE_PER_PAGE puzzles a page.

    A section for which that is impossible gets the largest possible cells.
    """
    good = max(COMFORTABLE_CELL, theme.cells.least)
    return _with_options(
        sections,
        (
            next((option for option in row if option.cell >= good and option.per_page <= COMFORTABLE_PER_PAGE), row[-1])
            for row in options
        ),
    )


def with_enough_pages(
    sections: Sequence[BookSection], options: Options, least: int, most: int | None, count: Count
) -> tuple[BookSection, ...]:
    """Give sections fewer puzzles per page until the book has ``least`` pages, the smallest cells first.

    ``sections`` have their puzzles per page; ``options`` are those with equal cells, and a section with one option
    keeps it. The book keeps to ``most`` pages. It stays too short if a page for each puzzle is not enough.
    """
    chosen = tuple(sections)
    while count(chosen) < least:
        larger = []
        for i, (section, row) in enumerate(zip(chosen, options, strict=True)):
            now = next((option for option in row if option.per_page <= section.per_page), row[-1])
            after = next((option for option in row if option.pages > now.pages), None)
            if after is not None:
                larger.append((now.cell, -now.per_page, i, after))
        for _, _, i, after in sorted(larger, key=lambda one: one[:3]):
            grown = (*chosen[:i], replace(chosen[i], per_page=after.per_page), *chosen[i + 1 :])
            if most is None or count(grown) <= most:
                chosen = grown
                break
        else:
            return chosen
    return chosen


def with_largest_cells(
    sections: Sequence[BookSection], options: Options, max_pages: int, count: Count, multiple: int
) -> tuple[BookSection, ...]:
    """Set all sections together with the largest cells that keep the book within ``max_pages`` pages.

    The smallest cell of all sections is made as large as possible first, then the sum of all. ``count`` returns the
    pages of the book with given sections, before those that make their number divisible by ``multiple``.

    Raises LayoutError when no choice keeps the book within its pages.
    """
    thinnest = _with_options(sections, (row[0] for row in options))
    fewest, most = count(thinnest), max_pages - max_pages % multiple
    if fewest > most:
        raise LayoutError(_too_many(sections, max_pages, fewest + -fewest % multiple), at=("page", "max_pages"))
    costs = [
        [
            count((*thinnest[:i], replace(section, per_page=option.per_page), *thinnest[i + 1 :])) - fewest
            for option in row
        ]
        for i, (section, row) in enumerate(zip(sections, options, strict=True))
    ]
    room = most - fewest
    while True:
        picks = largest_cells([[option.cell for option in row] for row in options], costs, room)
        chosen = _with_options(sections, (row[pick] for row, pick in zip(options, picks, strict=True)))
        over = count(chosen) - most
        if over <= 0:
            return chosen
        room -= over  # happens only if the pages of one part depend on those of another
        if room < 0:
            return thinnest


def _with_options(sections: Sequence[BookSection], picked: Iterable[PerPageOption]) -> tuple[BookSection, ...]:
    return tuple(replace(section, per_page=choice.per_page) for section, choice in zip(sections, picked, strict=True))


def largest_cells(cells: Sequence[Sequence[float]], costs: Sequence[Sequence[int]], room: int) -> list[int]:
    """Choose an index in each row of ``cells``: the smallest chosen cell is as large as possible, then their sum.

    The ``costs`` of the choices, whole numbers, add up to at most ``room``. Cells and costs rise along each row, and
    the first choices fit. Rows with one choice do not count for the smallest cell.
    """
    firsts = _with_large_smallest(cells, costs, room)
    spare = room - _sum_at(costs, firsts)
    # best[used] is the largest sum of cells at ``used`` more than the cost of the first choices, with the choices.
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for row, cost, first in zip(cells, costs, firsts, strict=True):
        grown: dict[int, tuple[float, list[int]]] = {}
        for used, (total, picks) in best.items():
            for i in range(first, len(row)):
                more = used + cost[i] - cost[first]
                if more <= spare and (more not in grown or total + row[i] > grown[more][0]):
                    grown[more] = (total + row[i], [*picks, i])
        best = _drop_dominated(grown)
    return max(best.values(), key=lambda one: one[0])[1]


def _with_large_smallest(cells: Sequence[Sequence[float]], costs: Sequence[Sequence[int]], room: int) -> list[int]:
    """Return the cheapest choices whose smallest cell is as large as possible."""
    firsts = [0] * len(cells)
    for bar in sorted({cell for row in cells if len(row) > 1 for cell in row}, reverse=True):
        firsts = [next((i for i, cell in enumerate(row) if cell >= bar or len(row) == 1), -1) for row in cells]
        if min(firsts) >= 0 and _sum_at(costs, firsts) <= room:
            break
    return firsts


def _sum_at(costs: Sequence[Sequence[int]], picks: Sequence[int]) -> int:
    return sum(row[i] for row, i in zip(costs, picks, strict=True))


def _drop_dominated(grown: dict[int, tuple[float, list[int]]]) -> dict[int, tuple[float, list[int]]]:
    """Drop every selection for which a cheaper one is at least as good."""
    kept: dict[int, tuple[float, list[int]]] = {}
    most = -1.0
    for used in sorted(grown):
        if grown[used][0] > most + 1e-9:
            kept[used] = grown[used]
            most = grown[used][0]
    return kept


def _too_many(sections: Sequence[BookSection], max_pages: int, least: int) -> str:
    fixed = any(section.per_page != AUTO for section in sections)
    return (
        f"found {max_pages}, and the book has {least} pages at the smallest allowed cells; "
        f"allow {least} pages or take fewer puzzles" + (" or per_page: auto in all sections" if fixed else "")
    )
