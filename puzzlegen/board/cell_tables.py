"""Lists what surrounds the cells of a board, as arrays, made once for boards of one size, shape and variant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import NO_CELL, Offset, Variant


@dataclass(frozen=True, slots=True)
class Neighborhood:
    """The neighbors of all cells, as a compressed list: those of cell ``i`` are ``cells[start[i]:start[i + 1]]``.

    ``start`` has shape ``(number of cells + 1,)``, ``cells`` one entry a pair of neighbors; both are int32 and
    read-only. The relation must be symmetric, because the rules follow it from clue to cells and from cell to clues.
    A cell may be its own neighbor.
    The rules use no other geometry, so that a new neighborhood needs no new rules.

    ``coordinates`` int32 ``(number of cells + 1, 3)``, read-only, tells how far cells are apart, which only the walk of
    a person asks for. It is the largest difference of the three coordinates. Its last row is the number of cells around
    the board where sides are joined, and more than any difference elsewhere.
    """

    start: NDArray[np.int32]
    cells: NDArray[np.int32]
    coordinates: NDArray[np.int32]

    def count(self, flags: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many cells with a flag are neighbors of each cell."""
        padded = np.append(flags[self.cells], False).astype(np.int64)  # each start must be a valid index for reduceat
        counts = np.add.reduceat(padded, self.start[:-1])
        return np.where(np.diff(self.start) > 0, counts, 0)  # reduceat gives cells without neighbors the sum of another


_NOT_JOINED = 1 << 20  # more than any difference of coordinates


@lru_cache(maxsize=64)
def present(size: int, voids: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return one flag a cell: False for a void."""
    flags = np.ones(size, np.bool_)
    flags[list(voids)] = False
    flags.setflags(write=False)
    return flags


@lru_cache(maxsize=64)
def neighborhood(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> Neighborhood:
    """Return the cells that the clue of each cell counts."""
    table = _cells_at(width, height, variant, voids, variant.neighbors)
    start = np.zeros(width * height + 1, np.int32)
    np.cumsum((table != NO_CELL).sum(axis=1), out=start[1:])
    ordered = np.sort(table, axis=1)
    cells = ordered[ordered != NO_CELL]
    start.setflags(write=False)
    cells.setflags(write=False)
    return Neighborhood(start, cells, _coordinates(width, height, variant))


def _coordinates(width: int, height: int, variant: Variant) -> NDArray[np.int32]:
    """Return the coordinates of a Neighborhood. A cell and those that touch it are one apart in both lattices."""
    row, col = np.divmod(np.arange(width * height, dtype=np.int32), np.int32(width))
    right = variant.lattice.columns(row, col)
    third = row + right if variant.lattice.staggered else np.zeros_like(row)
    around = (height, width, _NOT_JOINED) if variant.wraps else (_NOT_JOINED,) * 3
    coordinates = np.vstack([np.column_stack([row, right, third]), around]).astype(np.int32)
    coordinates.setflags(write=False)
    return coordinates


@lru_cache(maxsize=64)
def touching(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> NDArray[np.int32]:
    """Return the cells that touch each cell, as ``Grid.touching``."""
    table = _cells_at(width, height, variant, voids, variant.lattice.touching)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=64)
def patches(width: int, height: int, variant: Variant, voids: tuple[int, ...]) -> NDArray[np.int32]:
    """Return the groups of cells that touch, as ``Grid.patches``."""
    table = _cells_at(width, height, variant, (), ((0, 0), *variant.lattice.touching))
    inside = (table != NO_CELL).all(axis=1)
    table = table[inside] if inside.any() else table
    table = np.where((table != NO_CELL) & present(width * height, voids)[table], table, NO_CELL)
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
        flags = present(width * height, voids)
        inside &= flags[np.where(inside, rows * width + cols, 0)] & flags[:, None]
    table: NDArray[np.int32] = np.where(inside, rows * width + cols, NO_CELL).astype(np.int32)
    return table
