"""Outlines of digits and letters: small SVG paths for pages to play on, and for drawings without the font."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from PIL import ImageFont

from puzzlegen.drawing.fonts import FontMetrics, Point, contours, default_fonts, load_font, units_of
from puzzlegen.layout.core.document import Font


class Outline(NamedTuple):
    """``path`` is the data of an SVG path: x to the right of the first letter, y up from the baseline.

    Lengths are in units of the font; ``units`` of them are the font size. ``width`` is the advance width.
    """

    path: str
    width: float
    units: int


class _Letter(NamedTuple):
    """Each contour ends with a point on the curve, from which it also begins. ``width`` is the advance width."""

    contours: tuple[tuple[Point, ...], ...]
    width: float


@lru_cache(maxsize=1024)  # a puzzle repeats its digits
def text_outline(string: str, font: Font, spacing: float = 0.0) -> Outline:
    """Return the outline of a text; ``spacing``, in font sizes, is added after every letter.

    Raises OutputError when the font package is missing.
    """
    units = units_of(load_font(default_fonts().file(font), font).face)
    commands: list[str] = []
    x = 0.0
    for char in string:
        letter = _letter(char, font)
        for contour in letter.contours:
            commands += _commands([Point(point.x + round(x), point.y, point.is_on) for point in contour])
        x += letter.width + spacing * units
    return Outline("".join(commands), x, units)


@lru_cache(maxsize=256)
def _letter(char: str, font: Font) -> _Letter:
    file = default_fonts().file(font)
    face = load_font(file, font).face
    # Pillow knows the width of the no-break space, which reportlab replaces by that of the space
    sized = ImageFont.truetype(str(file), units_of(face), layout_engine=ImageFont.Layout.BASIC)
    glyph = face.charToGlyph.get(ord(char), 0)
    return _Letter(tuple(map(_from_curve, contours(face, glyph))), sized.getlength(char))


def _from_curve(contour: Sequence[Point]) -> tuple[Point, ...]:
    """Return the same contour with a point on the curve as its last."""
    first = next((i for i, point in enumerate(contour) if point.is_on), None)
    if first is None:
        return (*contour, _middle(contour[-1], contour[0]))
    return (*contour[first + 1 :], *contour[: first + 1])


def _middle(a: Point, b: Point) -> Point:
    """Return the point on the curve that stands between two control points without being written in the font."""
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2, is_on=True)


def _commands(contour: Sequence[Point]) -> Iterator[str]:
    """Yield the commands of an SVG path. The last line of a contour is left out, because ``Z`` draws it."""
    here, control, is_begun = contour[-1], None, False
    yield f"M{_pair(here)}"
    for i, point in enumerate(contour):
        if control is not None:
            end = point if point.is_on else _middle(control, point)
            yield f"Q{_pair(control)} {_pair(end)}"
            here, is_begun = end, True
        elif point.is_on and i < len(contour) - 1 and point[:2] != here[:2]:
            is_straight = point.x == here.x or point.y == here.y
            if is_straight:
                yield f"V{point.y}" if point.x == here.x else f"H{point.x}"
            else:
                yield f"{'L' if is_begun else ' '}{_pair(point)}"  # M may be followed by the points of lines
            here, is_begun = point, is_begun or is_straight
        control = None if point.is_on else point
    yield "Z"


def _pair(point: Point) -> str:
    return f"{point.x} {point.y}"


_HEIGHT = 0.53  # of a cell, as in the printed grid
_BOX = 160  # units of a cell, each a third of a pixel in cells of 52 pixels
_TOLERANCE = 0.6  # units between curves of the font and the one that replaces them
_PLACES = (0.25, 0.5, 0.75, 1.0)  # on a curve of the font, where the distance is measured

# Points are complex numbers in units of a cell from its center, y down.


class _Segment(NamedTuple):
    """A quadratic curve, or a line, whose ``control`` is None."""

    start: complex
    control: complex | None
    end: complex


@lru_cache(maxsize=1)
def digit_paths() -> tuple[str, ...]:
    """Return the data of an SVG path for each digit from 0 to 9, at its size and place in a cell of a printed grid.

    The cell is a square of 160 units with its center at 0, 0. The numbers are relative, which makes the paths short.
    """
    outlines = [text_outline(digit, "digits") for digit in "0123456789"]
    height = FontMetrics().figure_height("digits") * outlines[0].units
    return tuple("".join(_path(_merged(contour)) for contour in _contours(one, height)) for one in outlines)


def _contours(outline: Outline, height: float) -> Iterator[list[_Segment]]:
    """Yield the contours of a digit; ``height`` is in units of the font."""
    scale = _HEIGHT * _BOX / height
    contour: list[_Segment] = []
    here = 0j
    for command, text in re.findall(r"([MLQHVZ])([^A-Z]*)", outline.path):
        if command == "Z":
            yield contour
            contour = []
            continue
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if command in "HV":
            x = (numbers[0] - outline.width / 2) * scale
            y = (height / 2 - numbers[0]) * scale
            points = [complex(x, here.imag) if command == "H" else complex(here.real, y)]
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [complex(x - outline.width / 2, height / 2 - y) * scale for x, y in pairs]
        if command != "M":
            contour.append(_Segment(here, points[0] if command == "Q" else None, points[-1]))
        here = points[-1]


def _merged(contour: Sequence[_Segment]) -> list[_Segment]:
    """Replace runs of curves by single ones that are close to them."""
    found: list[_Segment] = []
    run: list[_Segment] = []  # what the last segment found stands for
    for segment in contour:
        single = _single([*run, segment])
        if single:
            found[-1] = single
            run.append(segment)
        else:
            found.append(segment)
            run = [segment]
    return found


def _single(run: Sequence[_Segment]) -> _Segment | None:
    """Return the curve with the ends of several curves and their directions there; None if it is not close to them."""
    (start, first, _), (_, last, end) = run[0], run[-1]
    if len(run) == 1 or first is None or last is None:
        return None
    forward, backward = first - start, last - end
    across = _cross(forward, backward)
    ahead, back = (_cross(end - start, one) for one in (backward, forward))
    if across == 0 or ahead / across <= 0 or back / across <= 0:
        return None
    single = _Segment(start, start + forward * ahead / across, end)
    points = (_point(segment, place) for segment in run for place in _PLACES)
    return single if all(_distance(point, single) <= _TOLERANCE for point in points) else None


def _cross(a: complex, b: complex) -> float:
    return (a.conjugate() * b).imag


def _point(curve: _Segment, place: float) -> complex:
    """Return the point of a curve at a place from 0, its start, to 1."""
    start, control, end = curve
    assert control is not None
    return (1 - place) ** 2 * start + 2 * place * (1 - place) * control + place**2 * end


def _distance(point: complex, curve: _Segment) -> float:
    """Return the distance of a point to a point of a curve that is near it, which is 0 on the curve."""
    start, control, end = curve
    assert control is not None
    # point = start + along * (control - start) + beyond * (end - start); on the curve these are 2t(1-t) and t²
    area = _cross(control - start, end - start)
    along = _cross(point - start, end - start) / area
    beyond = _cross(control - start, point - start) / area
    return abs(point - _point(curve, beyond + along / 2))


def _path(contour: Sequence[_Segment]) -> str:
    """Return a contour with whole numbers.

    Most curves continue the one before: the command t states only their ends, and is off by a unit at most.
    """
    here = start = _rounded(contour[0].start)
    parts: list[tuple[str, str]] = []  # commands with their numbers
    mirrored: complex | None = None  # where t has the control point, from ``here``
    for _, control_point, end_point in contour:
        end = _rounded(end_point) - here
        if control_point is None:
            across, down = f"{end.real:.0f}", f"{end.imag:.0f}"
            parts.append(("v", down) if not end.real else ("l", f"{across} {down}") if end.imag else ("h", across))
            mirrored = None
        else:
            control = _rounded(control_point) - here
            off = control - mirrored if mirrored is not None else complex("inf")
            if max(abs(off.real), abs(off.imag)) <= 1:
                parts.append(("t", _whole_pair(end)))
                control = control - off
            else:
                parts.append(("q", f"{_whole_pair(control)} {_whole_pair(end)}"))
            mirrored = end - control
        here += end
    runs = groupby(parts, key=itemgetter(0))  # a command is written once for all that follow it
    path = "".join(command + " ".join(numbers for _, numbers in run) for command, run in runs)
    return re.sub(" -", "-", f"M{_whole_pair(start)}{path}z")


def _rounded(point: complex) -> complex:
    return complex(round(point.real), round(point.imag))


def _whole_pair(point: complex) -> str:
    return f"{point.real:.0f} {point.imag:.0f}"
