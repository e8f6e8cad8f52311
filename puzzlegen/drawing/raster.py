"""Turns marks into stencils on whole pixels, through which their color is painted.

Lines lie on whole pixels, type is hinted, and round marks and polygons are smoothed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from math import floor, hypot
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.layout.core import document as d

Corners = tuple[int, int, int, int]  # left, top, right, bottom, in whole pixels
Corner = tuple[float, float]

_SCALE = 8  # round marks are drawn this many times larger and then reduced
_BAND = 64  # rows of pixels in a stencil of polygons, so that a large outline takes little memory
_EXCESS = 0.5 / _SCALE  # pixels that Pillow adds to polygons on all sides: it fills the pixels that their sides touch
_ANCHORS: Mapping[d.Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}  # the baseline, in Pillow's letters


class Stencil(NamedTuple):
    """A box, and the share of the color in each of its pixels as a picture of mode L; None fills the box."""

    box: Corners
    mask: Image.Image | None


def stencils(mark: d.Mark, scale: float) -> Iterable[Stencil]:
    """Return the stencils that draw a mark with ``scale`` pixels per unit.

    Raises ValueError for a Picture, which has more than one color, and OutputError when the font package is missing.
    """
    s = scale
    match mark:
        case d.Text():
            return _text(mark, s)
        case d.Rect():
            return [_area(mark.x * s, mark.y * s, (mark.x + mark.width) * s, (mark.y + mark.height) * s)]
        case d.Disc():
            return [_round(mark.x * s, mark.y * s, mark.radius * s, 0)]
        case d.Line():
            return [_line(mark, s)]
        case d.Frame():
            return _frame(mark, s)
        case d.Ring():
            pen = max(1.0, mark.line * s)
            return [_round(mark.x * s, mark.y * s, mark.radius * s + pen / 2, pen)]
        case d.Path():
            return _polygons([_scaled(mark.points, s)], 0.0)
        case d.Stroke():
            return _polygons(list(_stroke_pieces(mark, s)), 0.5)
    raise ValueError(f"{type(mark).__name__} has more than one color")


def _area(left: float, top: float, right: float, bottom: float) -> Stencil:
    """Return a filled box, with its sides rounded to whole pixels and at least one pixel wide."""
    x, y = round(left), round(top)
    return Stencil((x, y, max(x + 1, round(right)), max(y + 1, round(bottom))), None)


def _masked(left: int, top: int, mask: Image.Image) -> Stencil:
    return Stencil((left, top, left + mask.width, top + mask.height), mask)


def _trimmed(left: int, top: int, mask: Image.Image) -> Stencil:
    """Return a mask without the empty pixels around it."""
    used = mask.getbbox() or (0, 0, 1, 1)
    return _masked(left + used[0], top + used[1], mask.crop(used))


def _line(mark: d.Line, s: float) -> Stencil:
    width = max(1, round(mark.width * s))
    if mark.x1 == mark.x2:
        left = round(mark.x1 * s - width / 2)
        return _area(left, mark.y1 * s, left + width, mark.y2 * s)
    if mark.y1 == mark.y2:
        top = round(mark.y1 * s - width / 2)
        return _area(mark.x1 * s, top, mark.x2 * s, top + width)
    left, top = floor(min(mark.x1, mark.x2) * s) - width, floor(min(mark.y1, mark.y2) * s) - width
    size = (int(abs(mark.x2 - mark.x1) * s) + 2 * width + 2, int(abs(mark.y2 - mark.y1) * s) + 2 * width + 2)
    image = Image.new("L", size)
    ends = (mark.x1 * s - left, mark.y1 * s - top, mark.x2 * s - left, mark.y2 * s - top)
    ImageDraw.Draw(image).line(ends, fill=255, width=width)
    return _trimmed(left, top, image)


def _frame(mark: d.Frame, s: float) -> Sequence[Stencil]:
    width = max(1, round(mark.line * s))
    left, top = round(mark.x * s - width / 2), round(mark.y * s - width / 2)
    right, bottom = round((mark.x + mark.width) * s + width / 2), round((mark.y + mark.height) * s + width / 2)
    sides = (
        (left, top, right, top + width),
        (left, bottom - width, right, bottom),
        (left, top, left + width, bottom),
        (right - width, top, right, bottom),
    )
    return [Stencil(box, None) for box in sides]


def _round(x: float, y: float, radius: float, pen: float) -> Stencil:
    """Return a disc with a center and radius; with ``pen``, only its outer ``pen`` pixels."""
    left, top = int(x - radius) - 1, int(y - radius) - 1
    return _masked(left, top, _round_mask(round(x - left, 3), round(y - top, 3), radius, pen))


@lru_cache(maxsize=64)  # all mines of a picture share one mask, because cells are whole pixels wide
def _round_mask(x: float, y: float, radius: float, pen: float) -> Image.Image:
    side = int(2 * radius) + 4
    mask = Image.new("L", (side * _SCALE, side * _SCALE))
    draw = ImageDraw.Draw(mask)
    for reach, level in ((radius, 255), (radius - pen if pen else 0, 0)):
        if reach > 0:
            cx, cy, r = x * _SCALE, y * _SCALE, round(reach * _SCALE)
            draw.ellipse((cx - r, cy - r, cx + r - 1, cy + r - 1), fill=level)  # Pillow includes the last pixel
    return mask.reduce(_SCALE)


def _scaled(points: d.Points, s: float) -> list[Corner]:
    return [(x * s, y * s) for x, y in points]


def _polygons(pieces: Sequence[Sequence[Corner]], shift: float) -> Iterator[Stencil]:
    """Yield the stencils of polygons, moved up and left by ``shift`` of the pixels in which they are drawn."""
    xs = [x for piece in pieces for x, _ in piece]
    left, right = int(min(xs)) - 1, int(max(xs)) + 3
    bands: dict[int, list[Sequence[Corner]]] = {}
    for piece in pieces:
        ys = [y for _, y in piece]
        for band in range(floor(min(ys) / _BAND), floor(max(ys) / _BAND) + 1):
            bands.setdefault(band, []).append(piece)
    for band, crossing in bands.items():
        top, mask = band * _BAND, Image.new("L", ((right - left) * _SCALE, _BAND * _SCALE))
        draw = ImageDraw.Draw(mask)
        for piece in crossing:
            corners = [((x - left) * _SCALE - shift, (y - top) * _SCALE - shift) for x, y in piece]
            draw.polygon([(floor(x), floor(y)) for x, y in corners], fill=255)  # Pillow rounds negative ones up
        yield _masked(left, top, mask.reduce(_SCALE))


def _stroke_pieces(mark: d.Stroke, s: float) -> Iterator[list[Corner]]:
    half = max(1.0, mark.width * s) / 2 - _EXCESS
    for points in mark.lines:
        yield from _line_pieces(_scaled(points, s), half, mark.closed)


def _line_pieces(points: list[Corner], half: float, closed: bool) -> Iterator[list[Corner]]:
    """Yield the parts of a line as polygons, with mitred corners; ``half`` is half the width of the line."""
    bends = list(pairwise(points if not closed else [points[-1], *points, points[0]]))
    normals = [_normal(start, end) for start, end in bends]
    arms = [_miter(normal, other, half) for normal, other in pairwise(normals)]
    if closed:
        ends = [*zip(points, arms, strict=True), (points[0], arms[0])]
    else:
        first, last = ((half * x, half * y) for x, y in (normals[0], normals[-1]))
        ends = list(zip(points, [first, *arms, last], strict=True))
    for ((x1, y1), (a1, b1)), ((x2, y2), (a2, b2)) in pairwise(ends):
        yield [(x1 + a1, y1 + b1), (x2 + a2, y2 + b2), (x2 - a2, y2 - b2), (x1 - a1, y1 - b1)]


def _normal(start: Corner, end: Corner) -> Corner:
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    return y / length, -x / length


def _miter(one: Corner, other: Corner, half: float) -> Corner:
    """Return the vector from a corner of a line to where its sides meet; ``one`` and ``other`` are normals."""
    share = half / (1 + one[0] * other[0] + one[1] * other[1])
    return share * (one[0] + other[0]), share * (one[1] + other[1])


def _text(mark: d.Text, s: float) -> Sequence[Stencil]:
    size, anchor = mark.size * s, _ANCHORS[mark.anchor]
    x, y = mark.x * s, round(mark.y * s)  # a baseline between two pixels would blur all letters
    if mark.turn:
        return [_rotated_text(mark, _font(mark.font, size), s)]
    if not mark.spacing:
        return [_string(x, y, mark.string, mark.font, size, anchor)]
    font, spacing = _font(mark.font, size), mark.spacing * s
    widths = [font.getlength(char) + spacing for char in mark.string]
    total = sum(widths) - spacing
    starts = accumulate(widths, initial=x - {"start": 0.0, "middle": total / 2, "end": total}[mark.anchor])
    return [_string(start, y, char, mark.font, size, "ls") for char, start in zip(mark.string, starts, strict=False)]


def _string(x: float, y: int, string: str, font: d.Font, size: float, anchor: str) -> Stencil:
    """Return a string on one line; ``size`` is in pixels."""
    whole = int(x)
    (left, top, *_), mask = _text_mask(font, size, string, anchor, x - whole)
    assert mask is not None
    return _masked(whole + left, y + top, mask)


def _rotated_text(mark: d.Text, font: ImageFont.FreeTypeFont, s: float) -> Stencil:
    """Return rotated text: upright on a mask, which is rotated around its center, the anchor of the text."""
    reach = int(font.getlength(mark.string) + 2 * font.size) + 1
    image = Image.new("L", (2 * reach, 2 * reach))
    ImageDraw.Draw(image).text((reach, reach), mark.string, fill=255, font=font, anchor=_ANCHORS[mark.anchor])
    return _trimmed(round(mark.x * s) - reach, round(mark.y * s) - reach, image.rotate(-mark.turn))


@lru_cache(maxsize=64)
def _font(font: d.Font, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(default_fonts().file(font)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)  # a week of boards repeats its digits, and rendering one takes longer than painting it
def _text_mask(font: d.Font, size: float, string: str, anchor: str, start: float) -> Stencil:
    """Return a string as a mask in its box around the anchor, which lies ``start`` to the right of a whole pixel."""
    face = _font(font, size)
    left, top, right, bottom = map(int, face.getbbox(string, anchor=anchor))
    left, top = left - 2, top - 2  # space for a glyph that starts at a fraction of a pixel
    image = Image.new("L", (right + 3 - left, bottom + 3 - top))
    ImageDraw.Draw(image).text((start - left, -top), string, fill=255, font=face, anchor=anchor)
    return _trimmed(left, top, image)
