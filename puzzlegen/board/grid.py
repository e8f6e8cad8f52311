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

    @property
    def neighborhood(self) -> Neighborhood:
        """The cells that each cell's clue counts, fewer at the border; in row-major order. Voids have none."""
        return _neighborhood(self.width, self.height, self.variant, self.voids)


@lru_cache(maxsize=64)
def _present(size: int, voids: tuple[int, ...]) -> NDArray[np.bool_]:
    flags = np.ones(size, np.bool_)
    flags[list(voids)] = False
    flags.setflags(write=False)
    return flags


@lru_cache(maxsize=64)
def _neighborhood(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> Neighborhood:
    row, col = np.divmod(np.arange(width * height), width)
    offsets = np.array(variant.neighbors)
    lattice = variant.lattice
    rows = row[:, None] + offsets[:, 0]
    cols = lattice.columns(row, col)[:, None] + offsets[:, 1]
    cols -= lattice.columns(rows, 0)  # back to columns of the board
    if variant.wraps:
        rows, cols = rows % height, cols % width
    inside = (rows >= 0) & (rows < height) & (cols >= 0) & (cols < width)
    if voids:
        present = _present(width * height, voids)
        inside &= present[np.where(inside, rows * width + cols, 0)] & present[:, None]
    start = np.zeros(width * height + 1, np.int32)
    np.cumsum(inside.sum(axis=1), out=start[1:])
    numbers = np.sort(np.where(inside, rows * width + cols, width * height), axis=1)  # those outside last
    cells = numbers[numbers < width * height].astype(np.int32)
    start.setflags(write=False)
    cells.setflags(write=False)
    return Neighborhood(start, cells)
