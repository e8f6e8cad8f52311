"""The cells that clues count, found from where cells lie on paper: shares no code with ``board.grid``."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import hypot, sqrt

from puzzlegen.board.grid import Grid

Place = tuple[int, int]  # row and column
Size = tuple[int, int]  # rows and columns


def _moved(one: Place, other: Place) -> Place:
    """Return how far apart two cells are in rows and in columns, the smaller number first."""
    far = sorted(abs(a - b) for a, b in zip(one, other, strict=True))
    return far[0], far[1]


def _moved_around(one: Place, other: Place, size: Size) -> Place:
    """Return the same where the left side is joined to the right one, and the top to the bottom."""
    far = sorted(min((a - b) % side, (b - a) % side) for a, b, side in zip(one, other, size, strict=True))
    return far[0], far[1]


def _touch(one: Place, other: Place) -> bool:
    """Return whether two different six-sided cells touch: their centers are 1 apart, all others at least 1.7."""
    (x, y), (a, b) = ((col + row % 2 / 2, row * sqrt(3) / 2) for row, col in (one, other))
    return 0.5 < hypot(x - a, y - b) < 1.5


RULES: dict[str, Callable[[Place, Place, Size], bool]] = {
    "minesweeper": lambda one, other, _: _moved(one, other)[1] == 1,
    "mosaic": lambda one, other, _: _moved(one, other)[1] <= 1,
    "orthogonal": lambda one, other, _: _moved(one, other) in {(0, 1), (0, 2)},
    "knight": lambda one, other, _: _moved(one, other) == (1, 2),
    "wrap-around": lambda one, other, size: _moved_around(one, other, size)[1] == 1,
    "hexagonal": lambda one, other, _: _touch(one, other),
}


@lru_cache(maxsize=64)
def cells_counted(grid: Grid) -> dict[int, list[int]]:
    """Return the cells that the clue of each cell counts, by cell, ascending. Voids count nothing and are not counted.

    It takes time with the square of the number of cells.
    """
    places = dict(enumerate(product(range(grid.height), range(grid.width))))
    counts = RULES[grid.variant.name]
    there = [cell for cell in places if cell not in grid.voids]
    size = grid.height, grid.width
    found = {cell: [other for other in there if counts(places[cell], places[other], size)] for cell in there}
    return {cell: found.get(cell, []) for cell in places}
