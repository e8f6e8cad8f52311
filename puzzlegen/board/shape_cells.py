"""Turns shapes into cells, and cells into a Grid with voids around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.drawn_layouts import Cells, listed_cells, rows_of, smallest_cover
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, HEXAGONS
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.spec import FILLED_MARK
from puzzlegen.board.symmetry import image_grid
from puzzlegen.errors import FormatError

if TYPE_CHECKING:
    from puzzlegen.board.ready_shapes import Area

MIN_WIDTH, MIN_HEIGHT = 4, 3  # cells of a board with a shape, as of every daily board
SAMPLES = 6  # points a side of a cell, by which the share is measured that a ready shape covers
CUT = 0.5  # cells by which a tip is shortened at a time
MIN_SIDE = 6  # cells of a ready shape, or it cannot be recognized
REGULAR, MIN_REGULAR_SIDE = "hexagon", 5  # the shape that hexagons form exactly, and its least width in cells
WIDTH_SAMPLES = 200  # points by which the width of a shape is compared row by row

Sides = tuple[float, float, float, float]  # left, right, top and bottom of the part of a shape that a board shows
WideRows = slice  # the rows whose first and last cells are at the sides of the shape


def ready_cells(name: str, grid: Grid) -> Cells:
    """Return the cells of a ready shape. Raises FormatError for a small grid."""
    staggered = grid.variant.lattice.staggered
    regular = staggered and name == REGULAR
    least = MIN_REGULAR_SIDE if regular else MIN_SIDE
    if min(grid.width, grid.height) < least:
        raise FormatError(
            f"{name} needs at least {least}x{least} cells, found a board of {grid} cells: choose a larger size"
        )
    width, height = grid.width, grid.height
    if regular:
        width = height = (min(width, height) + 1) // 2 * 2 - 1  # the middle row, which has as many cells as all rows
    return _fitted(SHAPES[name], width, height, _staggered_cells if staggered else _square_cells)


@lru_cache(maxsize=64)
def _fitted(
    area: Area, width: int, height: int, cells_of: Callable[[Area, int, int, Sides], tuple[Cells, WideRows]]
) -> Cells:
    """Return which cells of a board belong to a shape.

    It touches all four sides: tips that have no cell are cut off, and the rest is enlarged.
    """
    sides = (-1.0, 1.0, -1.0, 1.0)
    while True:
        cells, wide_rows = cells_of(area, width, height, sides)
        wide = cells[wide_rows]
        missing = ~np.array([wide[:, 0].any(), wide[:, -1].any(), cells[0].any(), cells[-1].any()])
        if not missing.any():
            return cells
        cut = missing * np.array([CUT, -CUT, CUT, -CUT]) / (width, width, height, height)
        left, right, top, bottom = (np.array(sides) + cut).tolist()
        sides = left, right, top, bottom


def _square_cells(area: Area, width: int, height: int, sides: Sides) -> tuple[Cells, WideRows]:
    """Return the squares of which a shape covers at least half."""
    left, right, top, bottom = sides
    x, y = _points(left, right, width * SAMPLES), _points(top, bottom, height * SAMPLES)
    share = area(x[None, :], y[:, None]).reshape(height, SAMPLES, width, SAMPLES).mean((1, 3))
    return share >= 0.5, slice(None)


def _staggered_cells(area: Area, width: int, height: int, sides: Sides) -> tuple[Cells, WideRows]:
    """Return the hexagons whose middles a shape contains, without those that no other one touches.

    The shape is as wide as a row, and its widest row touches both sides. So a symmetric shape stays symmetric.
    """
    left, right, top, bottom = sides
    row, col = np.divmod(np.arange(width * height), width)
    across, down = HEXAGONS.center(row, col)
    tall = HEXAGONS.extent(width, height)[1]
    rows = top + (bottom - top) * down[::width] / tall
    reach = area(_points(-1.0, 1.0, WIDTH_SAMPLES)[None, :], rows[:, None]).sum(1)
    first = int(reach.argmax()) % 2
    x = (2 * across - first - width) / width  # exactly opposite for opposite cells
    y = top + (bottom - top) * down / tall
    inside = area((left + right) / 2 + (right - left) / 2 * x, y) & (abs(x) < 1)
    around = Grid(width, height, HEXAGONAL, tuple(np.flatnonzero(~inside).tolist())).neighborhood
    inside &= np.diff(around.start) > 0  # the middles of a thin tip can lie in every second row
    return inside.reshape(height, width), slice(first, None, 2)


def _points(low: float, high: float, count: int) -> NDArray[np.float64]:
    """Return the middles of equal parts of a range. Those of one that is symmetric are so to the last bit."""
    points: NDArray[np.float64] = (low + high) / 2 + (high - low) / 2 * ((2 * np.arange(count) + 1 - count) / count)
    return points


def _trimmed(cells: Cells) -> Cells:
    """Return a drawing of squares without the rows and columns on its sides that have no cell."""
    rows, columns = np.flatnonzero(cells.any(1)), np.flatnonzero(cells.any(0))
    return cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def board_of(grid: Grid, cells: Cells) -> Grid:
    """Return the board of these cells, shape (height, width). Raises FormatError for one that makes no puzzle."""
    if not cells.any():
        raise FormatError(f"found a shape without a cell, expected a {FILLED_MARK} for each cell of the board")
    whole = _with_voids(grid, cells)
    around = whole.neighborhood
    alone = np.flatnonzero(whole.present & (np.diff(around.start) == 0)).tolist()
    if alone:
        raise FormatError(_alone_words(whole, alone))
    # An image under the first transform has its cells at the same places of the lattice, and no empty sides.
    board = image_grid(whole, 0) if grid.variant.lattice.staggered else _with_voids(grid, _trimmed(cells))
    if board.width < MIN_WIDTH or board.height < MIN_HEIGHT:
        raise FormatError(
            f"found a shape of {board} cells, expected at least {MIN_WIDTH}x{MIN_HEIGHT}: draw it larger, or choose a "
            "larger size"
        )
    return board


def shape_of(grid: Grid) -> str | dict[str, str]:
    """Return the shape of a board as configs have it: the name of a ready one, or the keys of a drawing."""
    whole = replace(grid, voids=())
    for name in SHAPES:
        try:
            if board_of(whole, ready_cells(name, whole)) == grid:
                return name
        except FormatError:
            continue  # the board is too small for it
    return {"drawing": "\n".join(rows_of(grid.present.reshape(grid.height, grid.width)))}


def _with_voids(grid: Grid, cells: Cells) -> Grid:
    height, width = cells.shape
    return replace(grid, width=width, height=height, voids=tuple(np.flatnonzero(~cells).tolist()))


def _alone_words(grid: Grid, alone: list[int]) -> str:
    """Return the message on cells of a shape that no other cell counts, with the fewest cells to add."""
    beside: dict[int, set[int]] = {}
    near = replace(grid, voids=()).neighborhood
    for cell in alone:
        for other in near.cells[near.start[cell] : near.start[cell + 1]].tolist():
            beside.setdefault(other, set()).add(cell)
    cover = smallest_cover({cell: frozenset(reached) for cell, reached in beside.items()}, dict.fromkeys(beside, 0))
    more = f" (nor {len(alone) - 1} other cell{'s' * (len(alone) > 2)})" if len(alone) > 1 else ""
    return (
        f"no clue can reach {grid.name(alone[0])}{more}, because no other cell of the shape counts it; add "
        f"{listed_cells(grid, cover.cells)} to the shape, or leave out {listed_cells(grid, alone)}"
    )
