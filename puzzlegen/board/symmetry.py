"""The eight images of a board under rotation and reflection, and the least of them as its canonical form."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution

T = TypeVar("T")
Board = NDArray[Any]  # one value a cell, shape (height, width)
# Transform 0 keeps the board; 1 to 3 turn it by 90, 180, 270 degrees; 4 to 7 do the same after a left-right flip.
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
TRANSFORMS = range(len(_IMAGES))


def image_grid(grid: Grid, transform: int) -> Grid:
    """The grid after the transform: width and height trade places for quarter turns."""
    return Grid(grid.height, grid.width, grid.variant) if transform % 2 else grid


def cell_order(grid: Grid, transform: int) -> NDArray[np.intp]:
    """Shape ``(size,)``: the old cell that stands at each cell of the image."""
    return _IMAGES[transform](np.arange(grid.size).reshape(grid.height, grid.width)).ravel()


def image_cells(grid: Grid, values: Sequence[T], transform: int) -> tuple[T, ...]:
    """One value a cell, moved to where the transform takes it."""
    return tuple(values[i] for i in cell_order(grid, transform))


def image(puzzle: Puzzle, transform: int) -> Puzzle:
    """The puzzle turned or flipped."""
    return Puzzle(image_grid(puzzle.grid, transform), image_cells(puzzle.grid, puzzle.cells, transform), puzzle.total)


def canonical_form(grid: Grid, values: Sequence[int]) -> bytes:
    """Width and height (two bytes each), one byte a cell of the least image, and the variant's tag.

    The images are those under the variant's symmetries. Two boards have the same form exactly if one is an image of
    the other. Ledgers keep digests of it for years: it may never change.
    """
    board = np.array(values, np.int8).reshape(grid.height, grid.width)
    images = [_IMAGES[transform](board) for transform in grid.variant.symmetries]
    width: int = min(view.shape[1] for view in images)  # an image that stands is less than one that lies
    forms = [view.tobytes() for view in images if view.shape[1] == width]
    height = grid.size // width
    return width.to_bytes(2, "big") + height.to_bytes(2, "big") + min(forms) + grid.variant.tag.encode()


class PuzzleKeys(NamedTuple):
    """What makes a puzzle a repeat: 16 bytes for its clues and 16 for its mines, the same for all images.

    128 bits of a hash: two different boards would share a key once in 10**19 ledgers of a million puzzles each.
    """

    clues: bytes
    mines: bytes


def keys_of(puzzle: Puzzle, solution: Solution) -> PuzzleKeys:
    """Return the keys of a puzzle. A printed total does not matter: the same clues are the same puzzle to readers."""
    return PuzzleKeys(_key(canonical_form(puzzle.grid, puzzle.cells)), _key(canonical_form(puzzle.grid, solution)))


def _key(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=16).digest()
