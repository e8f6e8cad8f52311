"""Measures boards in widths of a cell, and places them on pages."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from puzzlegen.board.grid import Grid
from puzzlegen.layout.core.document import Box, PlacedGrid, Role

RIM = 0.6  # of a cell: width of the rim around boards with joined sides


class BoardSize(NamedTuple):
    """The size of a board on paper, in widths of a cell, without its frame."""

    width: float
    height: float


def board_size(grid: Grid, rim: bool = True) -> BoardSize:
    """Return the size of a board, with its ``rim`` or without it."""
    box, more = _box(grid), 2 * rim_width(grid) if rim else 0.0
    return BoardSize(box.width + more, box.height + more)


def rim_width(grid: Grid) -> float:
    """Return the width of the rim of a board, in widths of a cell; 0 for a board without joined sides."""
    return RIM if grid.variant.wraps else 0.0


def place_board(
    grid: Grid, number: int, role: Role, corner: tuple[float, float], cell: float, rim: bool = True
) -> PlacedGrid:
    """Place a board on page 1, with or without its ``rim``.

    ``corner`` is the top left of the area with the size ``board_size``, and ``cell`` the width of a cell.
    """
    box, edge = _box(grid), rim_width(grid) if rim else 0.0
    x, y = corner[0] + (edge - box.left) * cell, corner[1] + (edge - box.top) * cell
    return PlacedGrid(number, role, 1, x, y, cell, grid.width, grid.height, grid.variant.lattice, edge)


def cells_within(grid: Grid, width: float, height: float) -> tuple[int, int]:
    """Return how many columns and rows of a board fit an area; its sides are in widths of a cell."""
    lattice, size = grid.variant.lattice, board_size(grid, rim=False)
    columns = grid.width if size.width <= width else int(width - 0.5) if lattice.staggered else int(width)
    rows = grid.height if size.height <= height else 1 + int((height - lattice.tallness) / lattice.row_height)
    return columns, rows


@lru_cache(maxsize=256)
def _box(grid: Grid) -> Box:
    """Return the box around all columns and rows, without the half cells at the sides that only voids would fill."""
    lattice = grid.variant.lattice
    width, height = lattice.extent(grid.width, grid.height)
    if not (lattice.staggered and grid.voids):
        return Box(0.0, 0.0, width, height)
    present = grid.present.reshape(grid.height, grid.width)
    left = 0.0 if present[::2, 0].any() else 0.5
    right = width if present[1::2, -1].any() else float(grid.width)
    return Box(left, 0.0, right, height)
