"""Defines the grid of a board, its void cells, and the neighborhood of each cell.

Cells are numbered row by row from the top left: cell ``i`` of a grid ``width`` cells wide is at
``row = i // width, col = i % width``. Void cells have numbers too, so that every record is a plain rectangle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import Offset
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError

MAX_SIDE = 1000  # cells a side; a larger number in a config or a file is a typing error or an attack
NO_CELL = -1  # in a table of cells


@dataclass(frozen=True, slots=True)
class Neighborhood:
    """The neighbors of all cells, as a compressed list: those of cell ``i`` are ``cells[start[i]:start[i + 1]]``.

    ``start`` has shape ``(number of cells + 1,)``, ``cells`` one entry a pair of neighbors; both are int32 and
    read-only. The relation must be symmetric, because the rules follow it from clue to cells and from cell to clues.
    A cell may be its own neighbor.
    The rules use no other geometry, so that a new neighborhood needs no new rules.
    """

    start: NDArray[np.int32]
    cells: NDArray[np.int32]


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
        return _present(self.size, self.voids)

    def cell(self, row: int, col: int) -> int:
        """Return the number of the cell at ``row``, ``col``, both counted from 0."""
        return row * self.width + col

    def position(self, cell: int) -> tuple[int, int]:
        """Return ``(row, col)`` of a cell, both counted from 0."""
        return cell // self.width, cell % self.width

    def name(self, cell: int) -> str:
        """Name a cell in data and in messages to the terminal, in all languages: R1C1 is the top left."""
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
        found: int = ways[b, np.flatnonzero(ways[a] == b)[0]]
        return int(found)

    @property
    def neighborhood(self) -> Neighborhood:
        """The cells that each cell's clue counts, fewer at the border; in row-major order. Voids have none."""
        return _neighborhood(self.width, self.height, self.variant, self.voids)

    @property
    def touching(self) -> NDArray[np.int32]:
        """The cells that touch each cell, int32 ``(size, offsets)``, read-only; NO_CELL where there is none.

        Columns are in the order of ``Lattice.touching``. Where sides are joined, cells touch across them.
        """
        return _touching(self.width, self.height, self.variant, self.voids)

    @property
    def patches(self) -> NDArray[np.int32]:
        """The groups of a cell and those that touch it, of those groups that have the most cells.

        int32 ``(groups, cells)``, read-only; NO_CELL where a group lacks a cell. Groups that reach beyond the board
        count only where there are no others.
        """
        return _patches(self.width, self.height, self.variant, self.voids)


@lru_cache(maxsize=64)
def _present(size: int, voids: tuple[int, ...]) -> NDArray[np.bool_]:
    flags = np.ones(size, np.bool_)
    flags[list(voids)] = False
    flags.setflags(write=False)
    return flags


@lru_cache(maxsize=64)
def _neighborhood(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> Neighborhood:
    table = _cells_at(width, height, variant, voids, variant.neighbors)
    start = np.zeros(width * height + 1, np.int32)
    np.cumsum((table != NO_CELL).sum(axis=1), out=start[1:])
    ordered = np.sort(table, axis=1)
    cells = ordered[ordered != NO_CELL]
    start.setflags(write=False)
    cells.setflags(write=False)
    return Neighborhood(start, cells)


@lru_cache(maxsize=64)
def _touching(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> NDArray[np.int32]:
    table = _cells_at(width, height, variant, voids, variant.lattice.touching)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=64)
def _patches(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> NDArray[np.int32]:
    table = _cells_at(width, height, variant, (), ((0, 0), *variant.lattice.touching))
    inside = (table != NO_CELL).all(axis=1)
    table = table[inside] if inside.any() else table
    table = np.where((table != NO_CELL) & _present(width * height, voids)[table], table, NO_CELL)
    cells = (table != NO_CELL).sum(axis=1)
    largest: NDArray[np.int32] = table[cells == cells.max()]
    largest.setflags(write=False)
    return largest


def _cells_at(
    width: int, height: int, variant: Variant, voids: tuple[int, ...], offsets: tuple[Offset, ...]
) -> NDArray[np.int32]:
    """Return the cells at these offsets from each cell, int32 ``(cells, offsets)``; NO_CELL where there is none."""
    row, col = np.divmod(np.arange(width * height), width)
    steps = np.array(offsets)
    lattice = variant.lattice
    rows = row[:, None] + steps[:, 0]
    cols = lattice.columns(row, col)[:, None] + steps[:, 1]
    cols -= lattice.columns(rows, 0)  # back to columns of the board
    if variant.wraps:
        rows, cols = rows % height, cols % width
    inside = (rows >= 0) & (rows < height) & (cols >= 0) & (cols < width)
    if voids:
        present = _present(width * height, voids)
        inside &= present[np.where(inside, rows * width + cols, 0)] & present[:, None]
    table: NDArray[np.int32] = np.where(inside, rows * width + cols, NO_CELL).astype(np.int32)
    return table
