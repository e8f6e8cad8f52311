"""The eight images of a board under rotation and reflection, and the least of them as its canonical form."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.board.variants import Kind

T = TypeVar("T")
TRANSFORMS = range(8)  # 0 is the board itself; 1-3 turn it by 90, 180, 270 degrees; 4-7 do so after a left-right flip


def image_grid(grid: Grid, transform: int) -> Grid:
    """The grid after the transform: width and height trade places for quarter turns."""
    return Grid(grid.height, grid.width, grid.kind) if transform % 2 else grid


def cell_order(grid: Grid, transform: int) -> NDArray[np.intp]:
    """Shape ``(size,)``: the old cell that stands at each cell of the image."""
    board = np.arange(grid.size).reshape(grid.height, grid.width)
    if transform >= 4:
        board = board[:, ::-1]
    return np.rot90(board, transform % 4).ravel()


def image_cells(grid: Grid, values: Sequence[T], transform: int) -> tuple[T, ...]:
    """One value a cell, moved to where the transform takes it."""
    return tuple(values[i] for i in cell_order(grid, transform))


def image(puzzle: Puzzle, transform: int) -> Puzzle:
    """The puzzle turned or flipped."""
    return Puzzle(image_grid(puzzle.grid, transform), image_cells(puzzle.grid, puzzle.cells, transform), puzzle.total)


def canonical_form(grid: Grid, values: Sequence[int]) -> bytes:
    """Width and height (two bytes each) and one byte a cell of the least of the eight images; the kind if not usual.

    Equal just for images of each other. Ledgers keep digests of it for years: it may never change.
    """
    board = np.array(values, np.int8).reshape(grid.height, grid.width)
    width, height = sorted((grid.width, grid.height))  # an image that stands is less than one that lies
    sides = [side for side in (board, board.T) if side.shape == (height, width)]
    # the images, as views: each side as it is, flipped, turned over and both
    images = [view for side in sides for view in (side, side[:, ::-1], side[::-1], side[::-1, ::-1])]
    kind = b"" if grid.kind is Kind.MINESWEEPER else grid.kind.encode()
    return width.to_bytes(2, "big") + height.to_bytes(2, "big") + min([view.tobytes() for view in images]) + kind


class Keys(NamedTuple):
    """What makes a puzzle a repeat: 16 bytes for its clues and 16 for its mines, the same for all eight images.

    128 bits of a hash: two different boards would share a key once in 10**19 ledgers of a million puzzles each.
    """

    clues: bytes
    mines: bytes


def keys_of(puzzle: Puzzle, solution: Solution) -> Keys:
    """The keys of a puzzle. A printed total is not looked at: the same clues are the same puzzle to its reader."""
    return Keys(_key(canonical_form(puzzle.grid, puzzle.cells)), _key(canonical_form(puzzle.grid, solution)))


def _key(form: bytes) -> bytes:
    return hashlib.blake2b(form, digest_size=16).digest()
