"""Moving drawn marks and placed grids as one piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzlegen.layout.document import Line, Mark, Path, PlacedGrid


def moved(marks: Iterable[Mark], dx: float, dy: float) -> list[Mark]:
    """The marks, all moved by the same way."""
    return [_moved(mark, dx, dy) for mark in marks]


def moved_grids(grids: Iterable[PlacedGrid], dx: float, dy: float, page: int) -> list[PlacedGrid]:
    """The grids moved, on page ``page``."""
    return [replace(grid, x=grid.x + dx, y=grid.y + dy, page=page) for grid in grids]


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    if isinstance(mark, Line):
        return replace(mark, x1=mark.x1 + dx, y1=mark.y1 + dy, x2=mark.x2 + dx, y2=mark.y2 + dy)
    if isinstance(mark, Path):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)
