"""Defines the grid of a board, its void cells, and the neighborhood of each cell.

Cells are numbered row by row from the top left: cell ``i`` of a grid ``width`` cells wide is at
``row = i // width, col = i % width``. Void cells have numbers too, so that every record is a plain rectangle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlegen.board.lattices import MINESWEEPER, Offset, Variant
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # numpy takes most of the time of importing this, and configs need only the sides of a board
    import numpy as np
    from numpy.typing import NDArray

    from puzzlegen.board.cell_tables import Neighborhood

MAX_SIDE = 1000  # cells a side; a larger number in a config or a file is a typing error or an attack


@dataclass(frozen=True, slots=True, order=True)
class Grid:
    """A ``width`` x ``height`` board of cells, for puzzles of a ``variant``.

    ``voids`` are the numbers of the cells that are no part of the board, ascending. No clue counts them.
    Raises FormatError for sides outside 1 to 1000, and where sides are joined for voids and for sides that are so short
    that a clue would count a cell twice.
    """

    width: int
    height: int
    variant: Variant = MINESWEEPER
    voids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise FormatError(f"size {self.width}x{self.height}: each side must be 1 to {MAX_SIDE} cells")
        least = self.variant.least_side
        if min(self.width, self.height) < least:
            raise FormatError(f"size {self}: each side must be {least} to {MAX_SIDE} cells for {self.variant}")
        if self.voids and self.variant.wraps:
            raise FormatError(f"found void cells, but {self.variant} boards are full rectangles; leave the shape out")

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def size(self) -> int:
        """Number of cells, with the voids."""
        return self.width * self.height

    @property
    def area(self) -> int:
        """Number of cells without the voids."""
        return self.size - len(self.voids)

    @property
    def present(self) -> NDArray[np.bool_]:
        """One flag a cell, read-only: False for a void."""
        from puzzlegen.board.cell_tables import present  # noqa: PLC0415  # imports numpy

        return present(self.size, self.voids)

    def cell(self, row: int, col: int) -> int:
        """Return the number of the cell at ``row``, ``col``, both counted from 0."""
        return row * self.width + col

    def position(self, cell: int) -> tuple[int, int]:
        """Return ``(row, col)`` of a cell, both counted from 0."""
        return cell // self.width, cell % self.width

    @property
    def ragged(self) -> bool:
        """Whether the board has no columns (see Lattice.is_ragged): in shapes of hexagons."""
        return self.variant.lattice.is_ragged(self.voids)

    def row_starts(self) -> list[int | None]:
        """Return the first cell of each row, None for a row without cells."""
        absent, rows = frozenset(self.voids), range(0, self.size, self.width)
        return [next((i for i in range(first, first + self.width) if i not in absent), None) for first in rows]

    def counted(self, cell: int) -> tuple[int, int]:
        """Return ``(row, col)`` of a cell as one counts on the page, from 0: in ragged boards within the row."""
        row, col = self.position(cell)
        if self.ragged:
            col -= sum(cell - col <= void < cell for void in self.voids)
        return row, col

    def third(self, cell: int) -> int:
        """Return the third of its row in which a cell is, 0 to 2 from the left, as ``counted``."""
        row, col = self.counted(cell)
        length = self.width
        if self.ragged:
            length -= sum(void // self.width == row for void in self.voids)
        return 3 * (2 * col + 1) // (2 * length)  # by the middle of the cell, so that mirror images are alike

    def name(self, cell: int) -> str:
        """Name a cell in data and in messages about files, in all languages: R1C1 is the top left, voids count."""
        row, col = self.position(cell)
        return f"R{row + 1}C{col + 1}"

    def step(self, a: int, b: int) -> Offset:
        """Return the offset from one cell to another in lattice coordinates; the short way where sides are joined."""
        (row, col), (other_row, other_col) = self.position(a), self.position(b)
        lattice = self.variant.lattice
        down, right = other_row - row, lattice.columns(other_row, other_col) - lattice.columns(row, col)
        if not self.variant.wraps:
            return down, right
        return (
            (down + self.height // 2) % self.height - self.height // 2,
            (right + self.width // 2) % self.width - self.width // 2,
        )

    def side_by_side(self, a: int, b: int) -> bool:
        """Return whether two cells share a side."""
        return self.variant.lattice.side_by_side(self.step(a, b))

    def beyond(self, a: int, b: int) -> int:
        """Return the cell that follows ``b`` on the way from ``a``, which touches it; NO_CELL if there is none."""
        ways = self.touching
        return int(ways[b, ways[a].tolist().index(b)])

    @property
    def neighborhood(self) -> Neighborhood:
        """The cells that each cell's clue counts, fewer at the border; in row-major order. Voids have none."""
        from puzzlegen.board.cell_tables import neighborhood  # noqa: PLC0415  # imports numpy

        return neighborhood(self.width, self.height, self.variant, self.voids)

    @property
    def touching(self) -> NDArray[np.int32]:
        """The cells that touch each cell, int32 ``(size, offsets)``, read-only; NO_CELL where there is none.

        Columns are in the order of ``Lattice.touching``. Where sides are joined, cells touch across them.
        """
        from puzzlegen.board.cell_tables import touching  # noqa: PLC0415  # imports numpy

        return touching(self.width, self.height, self.variant, self.voids)

    @property
    def patches(self) -> NDArray[np.int32]:
        """The groups of a cell and those that touch it, of those groups that have the most cells.

        int32 ``(groups, cells)``, read-only; NO_CELL where a group lacks a cell. Groups that reach beyond the board
        count only where there are no others.
        """
        from puzzlegen.board.cell_tables import patches  # noqa: PLC0415  # imports numpy

        return patches(self.width, self.height, self.variant, self.voids)
