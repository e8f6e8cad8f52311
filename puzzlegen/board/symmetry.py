"""Turns and reflects boards, and finds the canonical form that all images of a board share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import VOID, Puzzle, Solution

T = TypeVar("T")
Board = NDArray[Any]  # one value a cell, shape (height, width)
# Transform 0 keeps the board; 1 to 3 turn it by 90, 180, 270 degrees; 4 to 7 do the same after a left-right reflection.
_IMAGES: tuple[Callable[[Board], Board], ...] = (
    lambda board: board,
    lambda board: board.T[::-1],
    lambda board: board[::-1, ::-1],
    lambda board: board.T[:, ::-1],
    lambda board: board[:, ::-1],
    lambda board: board.T,
    lambda board: board[::-1],
    lambda board: board.T[::-1, ::-1],
)


def image_grid(grid: Grid, transform: int) -> Grid:
    """Return the grid after the transform; quarter turns swap width and height."""
    width, height = (grid.height, grid.width) if transform % 2 else (grid.width, grid.height)
    voids = np.flatnonzero(~grid.present[cell_order(grid, transform)]).tolist() if grid.voids else ()
    return Grid(width, height, grid.variant, tuple(voids))


def cell_order(grid: Grid, transform: int) -> NDArray[np.intp]:
    """Return the old number of the cell at each cell of the image, shape ``(size,)``."""
    return _IMAGES[transform](np.arange(grid.size).reshape(grid.height, grid.width)).ravel()


def image_cells(grid: Grid, values: Sequence[T], transform: int) -> tuple[T, ...]:
    """Transform values, one a cell."""
    return tuple(values[i] for i in cell_order(grid, transform))


def image(puzzle: Puzzle, transform: int) -> Puzzle:
    """Transform a puzzle."""
    return Puzzle(image_grid(puzzle.grid, transform), image_cells(puzzle.grid, puzzle.cells, transform), puzzle.total)


def canonical_form(grid: Grid, values: Sequence[int]) -> bytes:
    """Return the bytes that all images of a board share, and no other board has.

    They are width and height (two bytes each), one byte a cell of the least image under the variant's symmetries, and
    the variant's tag. ``values`` has one entry a cell. Ledgers keep digests of this form for years, so it must never
    change.
    """
    board = np.array(values, np.int8).reshape(grid.height, grid.width)
    images = [_IMAGES[transform](board) for transform in grid.variant.symmetries]
    width: int = min(view.shape[1] for view in images)  # an upright image is less than one on its side
    forms = [view.tobytes() for view in images if view.shape[1] == width]
    height = grid.size // width
    return width.to_bytes(2, "big") + height.to_bytes(2, "big") + min(forms) + grid.variant.tag.encode()


class PuzzleKeys(NamedTuple):
    """The keys by which repeats are found: digests of clues and of mines, 16 bytes each, the same for all images.

    Two different boards share a 128-bit key once in 10**19 ledgers of a million puzzles each.
    """

    clues: bytes
    mines: bytes


def keys_of(puzzle: Puzzle, solution: Solution) -> PuzzleKeys:
    """Return the keys of a puzzle. They leave out the printed total: to readers the same clues are the same puzzle.

    The same mines on boards of different shapes are different.
    """
    mines: Sequence[int] = solution
    if puzzle.grid.voids:
        mines = [mine if present else VOID for mine, present in zip(solution, puzzle.grid.present, strict=True)]
    return PuzzleKeys(_key(canonical_form(puzzle.grid, puzzle.cells)), _key(canonical_form(puzzle.grid, mines)))


def _key(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=16).digest()
