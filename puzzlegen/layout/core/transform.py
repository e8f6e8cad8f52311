"""Moving drawn marks and placed grids as one piece."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzlegen.layout.core.document import Disc, Line, Mark, Path, PlacedGrid, Text


def moved(marks: Iterable[Mark], dx: float, dy: float) -> list[Mark]:
    """The marks, all moved by the same way."""
    if not dx and not dy:
        return list(marks)
    return [_moved(mark, dx, dy) for mark in marks]


def moved_grids(grids: Iterable[PlacedGrid], dx: float, dy: float, page: int) -> list[PlacedGrid]:
    """The grids moved, on page ``page``."""
    return [replace(grid, x=grid.x + dx, y=grid.y + dy, page=page) for grid in grids]


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    # Built anew by hand where there are thousands: dataclasses.replace takes several times as long.
    if isinstance(mark, Text):
        x, y = mark.x + dx, mark.y + dy
        return Text(x, y, mark.string, mark.size, mark.font, mark.anchor, mark.colour, mark.spacing, mark.turn)
    if isinstance(mark, Disc):
        return Disc(mark.x + dx, mark.y + dy, mark.radius, mark.fill)
    if isinstance(mark, Line):
        return Line(mark.x1 + dx, mark.y1 + dy, mark.x2 + dx, mark.y2 + dy, mark.width, mark.colour)
    if isinstance(mark, Path):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def turned(texts: Iterable[Text], width: float, height: float) -> list[Text]:
    """Texts in a box of that size at the origin, with the box turned upside down where it stands."""
    return [replace(text, x=width - text.x, y=height - text.y, turn=180) for text in texts]
