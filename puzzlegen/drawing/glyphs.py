"""Outlines of digits and letters: small SVG paths for pages to play on, and for drawings without the font."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageFont

from puzzlegen.drawing.fonts import Point, contours, default_fonts, load_font, units_of
from puzzlegen.files.reading import text_of
from puzzlegen.files.templates import template
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


@lru_cache(maxsize=1)
def digit_paths() -> tuple[str, ...]:
    """Return the data of an SVG path for each digit from 0 to 9, at its size and place in a cell of a printed grid.

    The cell is a square of 160 units with its center at 0, 0. The paths follow the outlines of the font for digits
    within 0.6 units, with few curves and relative whole numbers, which makes them short.
    """
    return tuple(text_of(template("play/digits.txt")).splitlines())
