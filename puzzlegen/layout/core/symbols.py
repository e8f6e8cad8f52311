"""Draws the lines of a board as paths, and symbols that no font has: mines, marks of difficulty, QR codes.

The lines of squares are straight, as long as they can be. The cells of other lattices have

* one zigzag line between two rows, from left to right, broken where voids are on both sides of it, and one line for
  each other side between two cells;
* one closed line along each outline, clockwise, and counterclockwise around voids that cells enclose.

So each side of a cell is drawn exactly once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from math import hypot
from typing import NamedTuple

from puzzlegen.board.lattices import Lattice, Point
from puzzlegen.board.puzzle import VOID
from puzzlegen.config.themes import DifficultyMark, MineMark
from puzzlegen.layout.core.document import BLACK, Color, Disc, Frame, Mark, Path, Rect, Ring, Stroke
from puzzlegen.layout.core.theme import Theme
from puzzlegen.units import mm

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
    sides = [*_runs(columns, upright=True), *_runs(rows, upright=False)]
    return sorted(sides, key=lambda run: run.outside != 0)


def _runs(rows: Rows, upright: bool) -> Iterator[Run]:
    """Yield the lines along rows, or along columns if ``rows`` has those and the lines are ``upright``."""
    length = len(rows[0])
    none = [False] * length
    for line, (above, below) in enumerate(zip([none, *rows], [*rows, none], strict=True)):
        place = 0
        for (is_above, is_below), part in groupby(zip(above, below, strict=True)):
            first, place = place, place + len(list(part))
            if is_above and is_below:
                yield Run(upright, line, first, place, 0)
            elif is_above or is_below:
                # A side that goes on beyond its end does so between cells, or beside a cell that touches by a corner.
                corners = (
                    (first == 0 or not (above[first - 1] or below[first - 1])),
                    (place == length or not (above[place] or below[place])),
                )
                yield Run(upright, line, first, place, -1 if is_below else 1, corners)


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
    sides: dict[tuple[Point, Point], None] = {}
    for cell in range(width * height):
        if cell not in voids:
            x, y = lattice.center(*divmod(cell, width))
            corners = [(round(x + across, 6), round(y + down, 6)) for across, down in lattice.corners]
            sides.update(dict.fromkeys(pairwise([*corners, corners[0]])))
    return sides


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
        _mitred(corner, _normal(last, corner), _normal(corner, following), distance)
        for last, corner, following in zip(before, loop, after, strict=True)
    )


def at_sides(loop: Trail, moved: Trail, cut: frozenset[str], width: float, lattice: Lattice) -> Iterator[Trail]:
    """Yield the pieces of the outline of a part of a board that are not at its ``cut`` sides, as they lie in ``moved``.

    The pieces above the middles of the first row are at the top, those below the middles of the last row at the bottom.
    """
    middle, last = lattice.tallness / 2, max(y for _, y in loop) - lattice.tallness / 2
    kept = []
    for (x0, y0), (x1, y1) in pairwise([*loop, loop[0]]):
        y, side = (y0 + y1) / 2, "left" if x0 + x1 < width else "right"
        kept.append(("top" if y < middle - 0.1 else "bottom" if y > last + 0.1 else side) not in cut)
    yield from _joined([ends for ends, keep in zip(pairwise([*moved, moved[0]]), kept, strict=True) if keep])


def _normal(start: Point, end: Point) -> Point:
    """Return the direction to the left of a side, of length 1."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    return down / length, -across / length


def _mitred(at: Point, one: Point, other: Point, distance: float) -> Point:
    """Return a corner moved by ``distance`` in the directions of the normals of both its sides."""
    share = distance / (1 + one[0] * other[0] + one[1] * other[1])
    return at[0] + share * (one[0] + other[0]), at[1] + share * (one[1] + other[1])


STARS = 4  # marks of a difficulty rating, solid and outlined together
MIN_LINE, LINE = 0.8, 0.1  # line of an outlined mark: least points (printers lose thinner ones), share of its height
QR_MODULE = mm(0.36)  # under 0.33 mm printers and phones lose modules
QR_QUIET_ZONE = 4  # modules of white around a code
_FLAG = (
    # pole, pennant and foot in one outline, from the middle of a square two units wide, y down
    (-0.62, -1.0), (0.78, -0.46), (-0.34, 0.1), (-0.34, 0.72), (0.34, 0.72), (0.34, 1.0), (-0.92, 1.0),
    (-0.92, 0.72), (-0.62, 0.72),
)  # fmt: skip
STAR_MITER = 1.2  # of the line of an outlined star: how far its tips extend beyond the points
_INNER = 0.42  # radius of a star's inner corners; the pentagram's own 0.382 fills in when small


def mine_symbol(kind: MineMark, x: float, y: float, side: float, ink: Color) -> Mark:
    """Return the symbol of a mine, ``side`` wide, with its middle at ``x``, ``y``."""
    half = side / 2
    match kind:
        case "disc":
            return Disc(x, y, half, ink)
        case "ring":
            line = max(0.75, side * 0.2)
            return Ring(x, y, half - line / 2, line, ink)
        case "flag":
            return Path(tuple((x + dx * half, y + dy * half) for dx, dy in _FLAG), ink)
        case "cross":
            return Path(_cross(x, y, half * 0.94), ink)


def _cross(x: float, y: float, half: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a diagonal cross whose arms end in the corners of its square."""
    arm = half * 0.4  # from a corner along each side
    inner = arm  # the sides of an arm lie at 45 degrees: they meet as far from the middle as the arm is cut
    ends = [(-half, -half + arm), (-half, -half), (-half + arm, -half), (0.0, -inner)]
    points = []
    for _ in range(4):
        points += ends
        ends = [(-b, a) for a, b in ends]  # a quarter turn clockwise on a page whose y runs down
    return tuple((x + a, y + b) for a, b in points)


BETWEEN_FACTS = "\u00a0\u00a0\u00a0"  # no-break spaces, also between the pages of hint and answer
MARK_SIZE = 0.6  # of marks of difficulty, as a share of the small type: about its x-height


def difficulty_symbols(theme: Theme, stars: int, left: float, middle: float, size: float) -> tuple[list[Mark], float]:
    """Return four marks, the first ``stars`` of them solid, and their width together.

    ``size`` is the height of the marks. They begin at ``left`` and have their vertical middle at ``middle``.
    """
    kind, color = theme.marks.difficulty, theme.puzzle.ink
    match kind:
        case "discs":
            pitch, wide = size * 1.45, size
        case "stars":
            pitch, wide = size * 1.7, size * 1.5
        case "bars":
            pitch, wide = size * 0.85, size * 0.58
    places = [left + wide / 2 + i * pitch for i in range(STARS)]
    marks = [_difficulty_symbol(kind, i, i < stars, (x, middle), size, color) for i, x in enumerate(places)]
    return marks, wide + (STARS - 1) * pitch


def _difficulty_symbol(
    kind: DifficultyMark, place: int, solid: bool, center: tuple[float, float], size: float, color: Color
) -> Mark:
    (x, middle), line = center, max(MIN_LINE, size * LINE)
    match kind:
        case "discs":
            return Disc(x, middle, size / 2, color) if solid else Ring(x, middle, (size - line) / 2, line, color)
        case "stars":
            radius = size * 0.79
            lower = middle + radius * 0.1  # the center of a star lies above the middle of its height
            if solid:
                return Path(_star(x, lower, radius), color)
            return Stroke((_star(x, lower, radius - STAR_MITER * line),), line, color, closed=True)
        case "bars":
            high = size * 1.2 * (0.4 + 0.2 * place)  # each bar is taller than the one before
            foot, wide = middle + size * 0.6, size * 0.58
            if solid:
                return Rect(x - wide / 2, foot - high, wide, high, color)
            return Frame(x - wide / 2 + line / 2, foot - high + line / 2, wide - line, high - line, line, color)


def _star(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    points = []
    for i in range(10):
        reach = radius if i % 2 == 0 else radius * _INNER
        angle = math.pi * (i / 5 - 0.5)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return tuple(points)


def qr_code_size(rows: Sequence[bytes]) -> float:
    """Return the side of a QR code in points, without its quiet zone; 0 for no code."""
    return len(rows) * QR_MODULE


def qr_code_marks(rows: tuple[bytes, ...]) -> list[Mark]:
    """Return a QR code with its top left corner at the origin, merged into few rectangles."""
    return list(_marks(rows))


@lru_cache(maxsize=64)
def _marks(rows: tuple[bytes, ...]) -> tuple[Rect, ...]:
    rectangles: list[Rect] = []
    open_runs: dict[tuple[int, int], int] = {}  # (first, last) column of a run -> the row it began in
    for y, row in enumerate((*rows, b"")):
        runs = set(_dark_runs(row))
        for (first, last), start in list(open_runs.items()):
            if (first, last) not in runs:
                rectangles.append(
                    Rect(
                        first * QR_MODULE,
                        start * QR_MODULE,
                        (last + 1 - first) * QR_MODULE,
                        (y - start) * QR_MODULE,
                        BLACK,
                    )
                )
                del open_runs[first, last]
        for run in runs:
            open_runs.setdefault(run, y)
    return tuple(sorted(rectangles, key=lambda rect: (rect.y, rect.x)))


def _dark_runs(row: bytes) -> list[tuple[int, int]]:
    """Return the first and last column of each run of dark modules."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and runs[-1][1] == x - 1:
            runs[-1] = runs[-1][0], x
        elif dark:
            runs.append((x, x))
    return runs
