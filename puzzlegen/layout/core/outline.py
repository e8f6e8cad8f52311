"""Finds the lines of a board: between its cells, and along its outline.

The lines of squares are straight, as long as they can be. The cells of other lattices have

* one zigzag line between two rows, from left to right, broken where voids are on both sides of it, and one line for
  each other side between two cells;
* one closed line along each outline, clockwise, and counterclockwise around voids that cells enclose.

So each side of a cell is drawn exactly once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import hypot
from typing import NamedTuple

from puzzlegen.board.lattices import Lattice, Point
from puzzlegen.board.puzzle import VOID

Rows = Sequence[Sequence[bool]]  # which cells exist, one list a row


class Run(NamedTuple):
    """A straight line along the sides of cells, as long as it stays of one kind.

    It lies between the cells ``at - 1`` and ``at`` across it, and runs from the cell ``first`` to before ``end`` along
    it. ``outside`` is the side of it without cells, -1 or 1; 0 for a line between cells. ``corners`` tells for its
    beginning and its end whether it goes around an outer corner of the outline.
    """

    upright: bool
    at: int
    first: int
    end: int
    outside: int
    corners: tuple[bool, bool] = (False, False)


def runs(cells: Sequence[int], width: int) -> list[Run]:
    """Return all lines of a board of these cells, numbered row by row: upright ones first, the outline last."""
    rows = [[value != VOID for value in cells[i : i + width]] for i in range(0, len(cells), width)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = [*_runs(columns, upright=True), *_runs(rows, upright=False)]
    return sorted(found, key=lambda run: run.outside != 0)


def _runs(rows: Rows, upright: bool) -> Iterator[Run]:
    """Yield the lines along rows, or along columns if ``rows`` has those and the lines are ``upright``."""
    length = len(rows[0])
    none = [False] * length
    for at, (above, below) in enumerate(zip([none, *rows], [*rows, none], strict=True)):
        place = 0
        for (one, other), part in groupby(zip(above, below, strict=True)):
            first, place = place, place + len(list(part))
            if one and other:
                yield Run(upright, at, first, place, 0)
            elif one or other:
                # A side that goes on beyond its end does so between cells, or beside a cell that touches by a corner.
                corners = (
                    (first == 0 or not (above[first - 1] or below[first - 1])),
                    (place == length or not (above[place] or below[place])),
                )
                yield Run(upright, at, first, place, -1 if other else 1, corners)


Trail = tuple[Point, ...]  # points along a line, in widths of a cell


class SideLines(NamedTuple):
    """The lines of a board in widths of a cell: those between cells, and those along outlines, which are closed."""

    inner: tuple[Trail, ...]
    outer: tuple[Trail, ...]


@lru_cache(maxsize=64)
def side_lines(lattice: Lattice, width: int, height: int, voids: frozenset[int] = frozenset()) -> SideLines:
    """Return the lines of a board on any lattice in which three cells meet at each corner, such as that of hexagons.

    The box around the first cell begins at (0, 0). ``voids`` are the numbers of void cells.
    """
    inner: list[tuple[Point, Point]] = []
    outer: dict[Point, Point] = {}
    sides = _sides(lattice, width, height, voids)
    for start, end in sides:
        if (end, start) not in sides:
            outer[start] = end
        elif start < end:
            inner.append((start, end))
    inner.sort(key=lambda side: (round(side[0][1] + side[1][1], 5), side[0][0] + side[1][0]))
    return SideLines(tuple(_joined(inner)), tuple(_loops(outer)))


def _sides(lattice: Lattice, width: int, height: int, voids: frozenset[int]) -> dict[tuple[Point, Point], None]:
    """Return the sides of all cells, clockwise around each, in the order of cells."""
    found: dict[tuple[Point, Point], None] = {}
    for cell in range(width * height):
        if cell not in voids:
            x, y = lattice.center(*divmod(cell, width))
            corners = [(round(x + across, 6), round(y + down, 6)) for across, down in lattice.corners]
            found.update(dict.fromkeys(pairwise([*corners, corners[0]])))
    return found


def _joined(sides: Sequence[tuple[Point, Point]]) -> Iterator[Trail]:
    """Yield the sides, with those that follow each other as one line."""
    trail: list[Point] = []
    for start, end in sides:
        if trail and trail[-1] != start:
            yield tuple(trail)
            trail = []
        trail += [end] if trail else [start, end]
    if trail:
        yield tuple(trail)


def _loops(following: dict[Point, Point]) -> Iterator[Trail]:
    """Yield closed lines; ``following`` has the next point of each point."""
    left = dict(following)
    while left:
        point = next(iter(left))
        loop = []
        while point in left:
            loop.append(point)
            point = left.pop(point)
        yield tuple(loop)


def moved_outward(loop: Trail, distance: float) -> Trail:
    """Return a closed line with its sides moved outward; it runs clockwise, y down, around what is inside.

    Corners are mitred.
    """
    before, after = (*loop[-1:], *loop[:-1]), (*loop[1:], loop[0])
    return tuple(
        _mitred(at, _normal(last, at), _normal(at, following), distance)
        for last, at, following in zip(before, loop, after, strict=True)
    )


def _normal(start: Point, end: Point) -> Point:
    """Return the direction to the left of a side, of length 1."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    return down / length, -across / length


def _mitred(at: Point, one: Point, other: Point, distance: float) -> Point:
    """Return a corner moved by ``distance`` in the directions of the normals of both its sides."""
    share = distance / (1 + one[0] * other[0] + one[1] * other[1])
    return at[0] + share * (one[0] + other[0]), at[1] + share * (one[1] + other[1])
