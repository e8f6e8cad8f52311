"""Arranges the puzzles of a section in columns and rows on a page, with the largest cells that fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.book_content import BookSection
from puzzlegen.layout.core.board_size import board_size
from puzzlegen.layout.core.document import Box
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme
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
        heights = [height * self.cell + 2 * theme.puzzle.frame + theme.header for height in self.heights]
        spare = block.width - sum(widths)
        gap = max(theme.column_gap, spare / (self.cols + 1)) if self.cols > 1 else 0.0
        left = block.left + (spare - (self.cols - 1) * gap) / 2
        lefts = [left + sum(widths[:col]) + col * gap for col in range(self.cols)]
        spare = block.height - sum(heights) - (self.rows - 1) * theme.row_gap
        gap = theme.row_gap + spare / (self.rows + 0.5)
        top = block.top + (spare * 0.4 if self.rows == 1 else 0.0)  # a single row stands a little above the middle
        tops = [top + sum(heights[:row]) + row * gap for row in range(self.rows)]
        return [PuzzleArea(x, y, width) for y in tops for x, width in zip(lefts, widths, strict=True)]


def puzzle_width(cells: float, theme: Theme, cols: int) -> float:
    """Return the width of a puzzle whose ``cells`` are that wide together, with its frame.

    Beside other puzzles it is at least as wide as a heading.
    """
    width = cells + 2 * theme.puzzle.frame
    return max(width, theme.header_width) if cols > 1 else width


def arrange(page: PageGeometry, boards: Sequence[Grid], per_page: int, theme: Theme = DEFAULT) -> Arrangement:
    """Find the columns and rows that give boards of these sizes, printed in this order, the largest cells.

    The cells may be smaller than the theme allows, and 0 if nothing fits: callers report that.
    """
    best = Arrangement((0,) * per_page, (0,), 0.0)
    for cols in range(1, per_page + 1):
        if per_page % cols:
            continue
        arrangement = _with_largest_cells(page, _board_envelope(boards, cols, per_page // cols), theme)
        if arrangement.cell > best.cell:
            best = arrangement
    return best


def _board_envelope(boards: Sequence[Grid], cols: int, rows: int) -> Arrangement:
    """Find the widest board of each column and the highest of each row. Empty positions are as large as any board."""
    sizes = [board_size(board) for board in boards]
    if len(set(sizes)) == 1 or len(sizes) < cols * rows:
        width, height = max(size.width for size in sizes), max(size.height for size in sizes)
        return Arrangement((width,) * cols, (height,) * rows, 0.0)
    widths, heights = [0.0] * cols, [0.0] * rows
    for i, size in enumerate(sizes):
        row, col = divmod(i % (cols * rows), cols)
        widths[col], heights[row] = max(widths[col], size.width), max(heights[row], size.height)
    return Arrangement(tuple(widths), tuple(heights), 0.0)


def _with_largest_cells(page: PageGeometry, shape: Arrangement, theme: Theme) -> Arrangement:
    """Return the arrangement with the largest cells that fit the page."""
    block, frames = page.block(1), 2 * theme.puzzle.frame
    high = block.height - (shape.rows - 1) * theme.row_gap - shape.rows * (theme.header + frames)
    wide = block.width - (shape.cols - 1) * theme.column_gap
    cell = min(high / sum(shape.heights), _widest(shape.widths, wide, theme), theme.max_cell)
    return replace(shape, cell=math.floor(max(0.0, cell) * 20 + 1e-6) / 20)


def _widest(widths: Sequence[float], room: float, theme: Theme) -> float:
    """Return the largest cell with which the columns fit ``room`` points; negative if not even the headings fit.

    A column is never narrower than a heading. The narrowest boards get that width, until all other columns are wider.
    """
    frames, least = 2 * theme.puzzle.frame, theme.header_width
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
    while cell_size(page, [Grid(side, side, variant)], per_page, theme) >= theme.min_cell:
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


def section_arrangement(section: BookSection, page: PageGeometry, theme: Theme = DEFAULT) -> Arrangement:
    """Arrange a whole section with one size of cell for all its boards.

    Raises LayoutError when the cells would be too small; the message says what would fit.
    """
    boards = board_sizes(section)
    if theme.max_per_page and section.per_page > theme.max_per_page:
        raise LayoutError(
            f"section {section.name!r}: {section.per_page} puzzles a page, and the theme {theme.name} sets at most "
            f"{theme.max_per_page}; take fewer a page or another theme"
        )
    arrangement = arrange(page, boards, section.per_page, theme)
    if arrangement.cell >= theme.min_cell:
        return arrangement
    fewer = ((n, cell_size(page, boards, n, theme)) for n in range(section.per_page - 1, 0, -1))
    remedies = [f"{n} a page gives {to_mm(cell):.1f} mm" for n, cell in fewer if cell >= theme.min_cell][:1]
    side = largest_board(page, section.per_page, theme, boards[0].variant)
    if side:
        remedies.append(f"boards up to {side}x{side} fit at {section.per_page} a page")
    if any(entry.graded.picture for entry in section.entries):
        remedies.append("take smaller pictures, such as apple, duck and star, or a theme with smaller cells")
    raise LayoutError(
        f"section {section.name!r}: {_named_boards(section, page, theme)} at {section.per_page} a page would get cells "
        f"of {to_mm(arrangement.cell):.1f} mm, under the {to_mm(theme.min_cell):g} mm that theme {theme.name} asks "
        f"for; {' or '.join(remedies) or 'take a larger trim or smaller boards'}"
    )


def _named_boards(section: BookSection, page: PageGeometry, theme: Theme) -> str:
    """Return the boards of a section as a message names them: pictures that are too large by name, others by size."""
    named = dict.fromkeys(
        f"{entry.graded.picture} ({entry.puzzle.grid})"
        for entry, board in zip(section.entries, board_sizes(section), strict=True)
        if entry.graded.picture and cell_size(page, [board], section.per_page, theme) < theme.min_cell
    )
    if named:
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        return f"the pictures {', '.join(list(named)[:MOST_NAMED])}{more}"
    return f"{' and '.join(dict.fromkeys(map(str, board_sizes(section))))} boards"
