"""Turns and reflects boards, and finds the canonical form that all images of a board share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import NO_CELL
from puzzlegen.board.puzzle import VOID, Puzzle, Solution
from puzzlegen.board.puzzle_keys import PuzzleKeys

T = TypeVar("T")
Board = NDArray[Any]  # one value a cell, shape (height, width)


class _Image(NamedTuple):
    """The image of a board: its size, and the old number of the cell at each cell, NO_CELL for none."""

    width: int
    height: int
    order: NDArray[np.intp]


def image_grid(grid: Grid, transform: int) -> Grid:
    """Return the grid after a transform of its lattice, as small as possible; quarter turns swap width and height."""
    width, height, order = _image(grid, transform)
    absent = (order == NO_CELL) | ~grid.present[order]
    return Grid(width, height, grid.variant, tuple(np.flatnonzero(absent).tolist()))


def cell_order(grid: Grid, transform: int) -> NDArray[np.intp]:
    """Return the old number of the cell at each cell of the image, NO_CELL where none was, shape ``(size,)``."""
    return _image(grid, transform).order


def image_cells(grid: Grid, values: Sequence[T], transform: int, void: T | None = None) -> tuple[T, ...]:
    """Transform values, one a cell. ``void`` is the value of voids that no cell of the board became."""
    return tuple(cast(T, void) if i == NO_CELL else values[i] for i in cell_order(grid, transform))


@lru_cache(maxsize=256)
def _image(grid: Grid, transform: int) -> _Image:
    """Return the image. On squares it has a cell for each cell of the board, void or not."""
    lattice = grid.variant.lattice
    cells = np.flatnonzero(grid.present) if lattice.staggered else np.arange(grid.size)
    row, col = np.divmod(cells, grid.width)
    (a, b), (c, d) = lattice.transforms[transform]
    right = lattice.columns(row, col)
    row, right = a * row + b * right, c * row + d * right
    row -= row.min()
    col = right + (row // 2 if lattice.staggered else 0)
    col -= col.min()
    width, height = int(col.max()) + 1, int(row.max()) + 1
    order = np.full(width * height, NO_CELL, np.intp)
    order[row * width + col] = cells
    order.setflags(write=False)
    return _Image(width, height, order)


def image(puzzle: Puzzle, transform: int) -> Puzzle:
    """Transform a puzzle."""
    cells = image_cells(puzzle.grid, puzzle.cells, transform, VOID)
    return Puzzle(image_grid(puzzle.grid, transform), cells, puzzle.total)


def canonical_form(grid: Grid, values: Sequence[int]) -> bytes:
    """Return the bytes that all images of a board share, and no other board has.

    They are width and height (two bytes each), one byte a cell of the least image under the lattice's transforms, and
    the variant's tag. Where sides are joined, a board shifted along them is an image too. ``values`` has one entry a
    cell. Ledgers keep digests of this form for years, so it must never change.
    """
    images = []
    board = np.array([*values, VOID], np.int8)  # NO_CELL takes the last value
    for transform in range(len(grid.variant.lattice.transforms)):
        width, height, order = _image(grid, transform)
        image = board[order].reshape(height, width)
        images.append(_least_shift(image) if grid.variant.wraps else image)
    width = min(view.shape[1] for view in images)  # an upright image is less than one on its side
    narrow = [view for view in images if view.shape[1] == width]
    height, cells = min((int(view.shape[0]), view.tobytes()) for view in narrow)
    return int(width).to_bytes(2, "big") + height.to_bytes(2, "big") + cells + grid.variant.tag.encode()


def _least_shift(board: Board) -> Board:
    """Return the least of the boards that start at another cell, for a board whose sides are joined."""
    height, width = board.shape
    rows, cols = np.divmod(np.arange(board.size), width)
    unsigned = board.view(np.uint8)  # boards are compared by their bytes
    for down, right in product(range(height), range(width)):
        values = unsigned[(rows + down) % height, (cols + right) % width]
        least = values == values.min()
        rows, cols = rows[least], cols[least]
        if rows.size == 1:
            break
    shifted: Board = np.roll(board, (-rows[0], -cols[0]), (0, 1))
    return shifted


def keys_of(puzzle: Puzzle, solution: Solution) -> PuzzleKeys:
    """Return the keys of a puzzle. They leave out the printed total: to readers the same clues are the same puzzle.

    The same mines on boards of different shapes are different.
    """
    return PuzzleKeys(_key(canonical_form(puzzle.grid, puzzle.cells)), mines_key(puzzle.grid, solution))


def mines_key(grid: Grid, solution: Sequence[bool]) -> bytes:
    """Return the key of the mines alone."""
    mines: Sequence[int] = solution
    if grid.voids:
        mines = [mine if present else VOID for mine, present in zip(solution, grid.present, strict=True)]
    return _key(canonical_form(grid, mines))


def _key(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=16).digest()
