"""The eight images of a board under rotation and reflection, and the least of them as its canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle

T = TypeVar("T")
TRANSFORMS = range(8)  # 0 is the board itself; 1-3 turn it by 90, 180, 270 degrees; 4-7 do so after a left-right flip


def image_grid(grid: Grid, transform: int) -> Grid:
    """The grid after the transform: width and height trade places for quarter turns."""
    return Grid(grid.height, grid.width) if transform % 2 else grid


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


def canonical_values(grid: Grid, values: Sequence[int]) -> tuple[int, ...]:
    """Width, height and values of the least of the eight images; equal just for images of each other."""
    return min(
        (other.width, other.height, *image_cells(grid, values, transform))
        for transform in TRANSFORMS
        for other in [image_grid(grid, transform)]
    )
