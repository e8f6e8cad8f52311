"""Polygons of a cover, clipped to an area: a front ends at the fold, whatever runs off its other sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from puzzlegen.layout.core.document import RGB, Box, Mark, Path, Points

_THINNEST = 1.0  # points: a thinner rest of a shape does not print reliably
_CORNERS = 120  # of a polygon that stands for a circle: off by 0.1 pt at a radius of 300


def polygon(points: Points, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a convex polygon within an area, if any."""
    sides: tuple[Callable[[tuple[float, float]], float], ...] = (
        lambda at: at[0] - area.left,
        lambda at: area.right - at[0],
        lambda at: at[1] - area.top,
        lambda at: area.bottom - at[1],
    )
    for inside in sides:
        points = tuple(_cut(points, inside))
    if not points:
        return
    xs, ys = zip(*points, strict=True)
    if max(xs) - min(xs) >= _THINNEST and max(ys) - min(ys) >= _THINNEST:
        yield Path(points, fill)


def _cut(points: Points, inside: Callable[[tuple[float, float]], float]) -> Iterator[tuple[float, float]]:
    for one, other in zip(points, (*points[1:], *points[:1]), strict=True):
        here, there = inside(one), inside(other)
        if here >= 0:
            yield one
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def rectangle(box: Box, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a rectangle within an area, if any."""
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return polygon(corners, area, fill)


def circle(middle: tuple[float, float], radius: float, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a circle within an area, if any."""
    return polygon(ellipse(middle, radius, radius), area, fill)


def ellipse(middle: tuple[float, float], wide: float, high: float) -> Points:
    """Return the points of an ellipse with the half axes ``wide`` and ``high``."""
    turns = (2 * math.pi * i / _CORNERS for i in range(_CORNERS))
    return tuple((middle[0] + wide * math.cos(turn), middle[1] + high * math.sin(turn)) for turn in turns)
