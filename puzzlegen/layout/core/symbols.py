"""Small drawn symbols: mines, difficulty ratings of four marks, and QR codes. None of them is a character of a font."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from puzzlegen.layout.core.document import BLACK, Color, Disc, Frame, Mark, Path, Rect, Ring, Stroke
from puzzlegen.layout.core.theme import DifficultyMark, MineMark
from puzzlegen.units import mm

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


def difficulty_symbols(
    kind: DifficultyMark, stars: int, left: float, middle: float, size: float
) -> tuple[list[Mark], float]:
    """Return four marks, the first ``stars`` of them solid, and their width together.

    ``size`` is the height of the marks. They begin at ``left`` and have their vertical middle at ``middle``.
    """
    match kind:
        case "discs":
            pitch, wide = size * 1.45, size
        case "stars":
            pitch, wide = size * 1.7, size * 1.5
        case "bars":
            pitch, wide = size * 0.85, size * 0.58
    marks = [_difficulty_symbol(kind, i, i < stars, left + wide / 2 + i * pitch, middle, size) for i in range(STARS)]
    return marks, wide + (STARS - 1) * pitch


def _difficulty_symbol(kind: DifficultyMark, place: int, solid: bool, x: float, middle: float, size: float) -> Mark:
    line = max(MIN_LINE, size * LINE)
    match kind:
        case "discs":
            return Disc(x, middle, size / 2) if solid else Ring(x, middle, (size - line) / 2, line)
        case "stars":
            radius = size * 0.79
            lower = middle + radius * 0.1  # the center of a star lies above the middle of its height
            if solid:
                return Path(_star(x, lower, radius))
            return Stroke((_star(x, lower, radius - STAR_MITER * line),), line, closed=True)
        case "bars":
            high = size * 1.2 * (0.4 + 0.2 * place)  # each bar is taller than the one before
            foot, wide = middle + size * 0.6, size * 0.58
            if solid:
                return Rect(x - wide / 2, foot - high, wide, high, BLACK)
            return Frame(x - wide / 2 + line / 2, foot - high + line / 2, wide - line, high - line, line, BLACK)


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
    found: list[Rect] = []
    open_runs: dict[tuple[int, int], int] = {}  # (first, last) column of a run -> the row it began in
    for y, row in enumerate((*rows, b"")):
        runs = set(_dark_runs(row))
        for (first, last), start in list(open_runs.items()):
            if (first, last) not in runs:
                found.append(
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
    return tuple(sorted(found, key=lambda rect: (rect.y, rect.x)))


def _dark_runs(row: bytes) -> list[tuple[int, int]]:
    """Return the first and last column of each run of dark modules."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and runs[-1][1] == x - 1:
            runs[-1] = runs[-1][0], x
        elif dark:
            runs.append((x, x))
    return runs
