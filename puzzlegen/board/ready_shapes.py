"""Draws the ready shapes of boards, such as a heart, at any size.

Each shape is an area of the square from -1 to 1, x to the right and y down, which it touches on all four sides. A cell
is part of the board if the area covers at least half of it, and a hexagon if the area contains its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and --help does not need it
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Flags = NDArray[np.bool_]
    Area = Callable[[Points, Points], Flags]  # which points (x, y) belong to a shape

TIE = 1e-9  # moves points off the borders of polygons, so that rounding decides nothing


def _polygon(*corners: tuple[float, float]) -> Area:
    """Return the area within a polygon."""

    def inside(x: Points, y: Points) -> Flags:
        is_inside = abs(x) + abs(y) < 0  # nowhere
        for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
            if y0 != y1:
                is_inside = is_inside ^ (((y0 <= y) != (y1 <= y)) & (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)))
        return is_inside

    return inside


def _mirrored(*corners: tuple[float, float]) -> Area:
    """Return the area within a polygon that is symmetric about x = 0, by its right half from top to bottom."""
    half = _polygon((-1.0, corners[0][1]), *corners, (-1.0, corners[-1][1]))
    return lambda x, y: half(abs(x) * (1 - TIE), y)


def _disc(x: Points, y: Points, radius: float = 1.0) -> Flags:
    return x * x + y * y <= radius * radius


def _ring(x: Points, y: Points) -> Flags:
    return _disc(x, y) & ~_disc(x, y, 0.5)


def _frame(x: Points, y: Points) -> Flags:
    return (abs(x) > 0.42) | (abs(y) > 0.42)


def _cross(x: Points, y: Points) -> Flags:
    return (abs(x) < 0.38) | (abs(y) < 0.38)


def _heart(x: Points, y: Points) -> Flags:
    """Two half discs on top, which a curve joins to the tip."""
    top = (abs(x) - 0.5) ** 2 / 0.25 + (y + 0.4) ** 2 / 0.36 <= 1
    foot = (y > -0.4) & (abs(x) <= (1 - ((y + 0.4) / 1.4) ** 2) ** 0.9)
    return top | foot


def _moon(x: Points, y: Points) -> Flags:
    """A disc without another one, stretched to the width of the square."""
    x = 0.8 * x - 0.2
    return _disc(x, y) & ~_disc(x - 0.58, y, 0.8)


def _fish(x: Points, y: Points) -> Flags:
    """A body that swims to the left, pointed at both ends, and a forked tail."""
    body = (abs(x + 0.3) <= 0.7) & (abs(y) ** 1.25 <= 1 - ((x + 0.3) / 0.7) ** 2)
    return body | ((x > 0.2) & (abs(y) < 0.12 + 0.9 * (x - 0.2)) & (abs(y) > 0.7 * (x - 0.7)))


def _mushroom(x: Points, y: Points) -> Flags:
    cap = (y < 0.2) & _disc(x, (y - 0.2) / 1.2)
    return cap | ((y >= 0.2) & (abs(x) < 0.4))


SHAPES: dict[str, Area] = {
    "bell": _mirrored((0.2, -1), (0.2, -0.8), (0.5, -0.66), (0.62, 0.1), (0.7, 0.4), (1, 0.56), (1, 0.76), (0.26, 0.76),
                      (0.26, 1)),
    "circle": _disc,
    "cross": _cross,
    "crown": _mirrored((0.1, -1.0), (0.42, 0.0), (0.86, -0.8), (1.0, -0.8), (0.88, 1.0)),
    "diamond": _mirrored((0.0, -1.0), (1.0, 0.0), (0.0, 1.0)),
    "fish": _fish,
    "flower": _mirrored((0, -1), (0.28, -0.55), (0.8, -1), (0.8, -0.3), (0.5, 0.1), (0.12, 0.25), (0.12, 0.72),
                        (0.9, 0.3), (1, 0.4), (0.8, 0.8), (0.12, 1)),  # a tulip
    "frame": _frame,
    "heart": _heart,
    "hexagon": _mirrored((0.5, -1.0), (1.0, 0.0), (0.5, 1.0)),
    "hourglass": _mirrored((1.0, -1.0), (0.22, 0.0), (1.0, 1.0)),
    "house": _mirrored((0, -1), (1, 0), (0.74, 0), (0.74, 1), (0.2, 1), (0.2, 0.4), (0, 0.4)),  # with a door
    "moon": _moon,
    "mushroom": _mushroom,
    "octagon": _mirrored((0.42, -1.0), (1.0, -0.42), (1.0, 0.42), (0.42, 1.0)),
    "ring": _ring,
    # Its arms end in edges, because pointed ones would be rows of single cells.
    "star": _mirrored((0.05, -1), (0.33, -0.27), (1, -0.27), (1, -0.15), (0.46, 0.2), (0.74, 1), (0.54, 1), (0, 0.55)),
    "tree": _mirrored((0.0, -1.0), (0.7, -0.3), (0.2, -0.3), (1.0, 0.6), (0.2, 0.6), (0.2, 1.0)),
    "triangle": _mirrored((0.0, -1.0), (1.0, 1.0)),
}  # fmt: skip
