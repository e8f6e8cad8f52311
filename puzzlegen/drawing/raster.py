"""Turns marks into operations on whole pixels: areas of one color, and masks through which a color is painted.

Lines lie on whole pixels, type is hinted, and round marks and polygons are smoothed. Operations do not depend on the
picture that they are painted on, so they serve for true color as well as for the entries of a palette.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import floor, hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.layout.core.document import (
    Anchor,
    Color,
    Disc,
    Font,
    Frame,
    Line,
    Mark,
    Path,
    Points,
    Rect,
    Ring,
    Stroke,
    Text,
)

Corners = tuple[int, int, int, int]  # left, top, right, bottom, in whole pixels
Corner = tuple[float, float]

_SCALE = 8  # round marks are drawn this many times larger and then reduced
_TILE = 64  # pixels a side of the masks of lines
_EXCESS = 0.5 / _SCALE  # pixels that Pillow adds to polygons on all sides: it fills the pixels that their sides touch
_KEPT = 2000  # pixels: masks of strokes up to this width and height are kept for further pictures
_ANCHORS: Mapping[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}  # the baseline, in Pillow's letters


@dataclass(frozen=True, eq=False)
class Mask:
    """The share of a color in each pixel, as a picture of mode L. Masks are compared by identity."""

    image: Image.Image

    @cached_property
    def levels(self) -> NDArray[np.uint8]:
        """The same, 0 to 255."""
        return np.asarray(self.image)


class Fill(NamedTuple):
    """Fills a box with a color."""

    box: Corners
    color: Color


class Blend(NamedTuple):
    """Paints a color through a mask that lies in a box."""

    box: Corners
    color: Color
    mask: Mask


Operation = Fill | Blend


def operations(mark: Mark, scale: float) -> Sequence[Operation]:
    """Return the operations that draw a mark with ``scale`` pixels per unit.

    Raises ValueError for a Picture, which has more than one color, and OutputError when the font package is missing.
    """
    s = scale
    match mark:
        case Text():
            return _text(mark, s)
        case Rect():
            return (_fill(mark.x * s, mark.y * s, (mark.x + mark.width) * s, (mark.y + mark.height) * s, mark.fill),)
        case Disc():
            return (_round(mark.x * s, mark.y * s, mark.radius * s, None, mark.fill),)
        case Line():
            return (_line(mark, s),)
        case Frame():
            return _frame(mark, s)
        case Ring():
            pen = max(1.0, mark.line * s)
            return (_round(mark.x * s, mark.y * s, mark.radius * s + pen / 2, pen, mark.color),)
        case Path():
            return (_polygon(mark, s),)
        case Stroke():
            return [_blend(left, top, mask, mark.color) for left, top, mask in _stroke(mark, s)]
    raise ValueError(f"{type(mark).__name__} has more than one color")


def _fill(left: float, top: float, right: float, bottom: float, color: Color) -> Fill:
    """Return a filled box, with its sides rounded to whole pixels and at least one pixel wide."""
    x, y = round(left), round(top)
    return Fill((x, y, max(x + 1, round(right)), max(y + 1, round(bottom))), color)


def _blend(left: int, top: int, mask: Mask, color: Color) -> Blend:
    return Blend((left, top, left + mask.image.width, top + mask.image.height), color, mask)


def _trimmed(image: Image.Image) -> tuple[int, int, Mask]:
    """Return a mask without the empty pixels around it, and the place of its top left corner."""
    used = image.getbbox() or (0, 0, 1, 1)
    return used[0], used[1], Mask(image.crop(used))


def _line(mark: Line, s: float) -> Operation:
    width = max(1, round(mark.width * s))
    if mark.x1 == mark.x2:
        left = round(mark.x1 * s - width / 2)
        return _fill(left, mark.y1 * s, left + width, mark.y2 * s, mark.color)
    if mark.y1 == mark.y2:
        top = round(mark.y1 * s - width / 2)
        return _fill(mark.x1 * s, top, mark.x2 * s, top + width, mark.color)
    left, top = floor(min(mark.x1, mark.x2) * s) - width, floor(min(mark.y1, mark.y2) * s) - width
    size = (int(abs(mark.x2 - mark.x1) * s) + 2 * width + 2, int(abs(mark.y2 - mark.y1) * s) + 2 * width + 2)
    image = Image.new("L", size)
    ends = (mark.x1 * s - left, mark.y1 * s - top, mark.x2 * s - left, mark.y2 * s - top)
    ImageDraw.Draw(image).line(ends, fill=255, width=width)
    x, y, mask = _trimmed(image)
    return _blend(left + x, top + y, mask, mark.color)


def _frame(mark: Frame, s: float) -> Sequence[Fill]:
    width = max(1, round(mark.line * s))
    left, top = round(mark.x * s - width / 2), round(mark.y * s - width / 2)
    right, bottom = round((mark.x + mark.width) * s + width / 2), round((mark.y + mark.height) * s + width / 2)
    sides = (
        (left, top, right, top + width),
        (left, bottom - width, right, bottom),
        (left, top, left + width, bottom),
        (right - width, top, right, bottom),
    )
    return [Fill(box, mark.color) for box in sides]


def _round(x: float, y: float, radius: float, pen: float | None, color: Color) -> Blend:
    """Return a disc with a center and radius; with ``pen``, only its outer ``pen`` pixels."""
    left, top = int(x - radius) - 1, int(y - radius) - 1
    return _blend(left, top, _round_mask(round(x - left, 3), round(y - top, 3), radius, pen), color)


@lru_cache(maxsize=64)  # all mines of a picture share one mask, because cells are whole pixels wide
def _round_mask(x: float, y: float, radius: float, pen: float | None) -> Mask:
    side = int(2 * radius) + 4
    mask = Image.new("L", (side * _SCALE, side * _SCALE))
    draw = ImageDraw.Draw(mask)
    for reach, level in ((radius, 255), (0 if pen is None else radius - pen, 0)):
        if reach > 0:
            cx, cy, r = x * _SCALE, y * _SCALE, round(reach * _SCALE)
            draw.ellipse((cx - r, cy - r, cx + r - 1, cy + r - 1), fill=level)  # Pillow includes the last pixel
    return Mask(mask.reduce(_SCALE))


def _polygon(mark: Path, s: float) -> Blend:
    points = [(x * s, y * s) for x, y in mark.points]
    left, top = int(min(x for x, _ in points)) - 1, int(min(y for _, y in points)) - 1
    width, height = int(max(x for x, _ in points)) + 3 - left, int(max(y for _, y in points)) + 3 - top
    mask = Image.new("L", (width * _SCALE, height * _SCALE))
    ImageDraw.Draw(mask).polygon([((x - left) * _SCALE, (y - top) * _SCALE) for x, y in points], fill=255)
    return _blend(left, top, Mask(mask.reduce(_SCALE)), mark.fill)


def _stroke(mark: Stroke, s: float) -> Iterator[tuple[int, int, Mask]]:
    """Yield masks in tiles, so that the mask of a large outline takes little memory."""
    last = max(max(point) for points in mark.lines for point in points)
    if last * s <= _KEPT:
        yield from _kept_stroke(mark.lines, mark.width, mark.closed, s)
    else:
        yield from _stroke_masks(mark.lines, mark.width, mark.closed, s)


@lru_cache(maxsize=4)  # the lines of a board in light and dark, with and without its solution: two strokes each
def _kept_stroke(lines: tuple[Points, ...], width: float, closed: bool, s: float) -> tuple[tuple[int, int, Mask], ...]:
    return tuple(_stroke_masks(lines, width, closed, s))


def _stroke_masks(lines: tuple[Points, ...], width: float, closed: bool, s: float) -> Iterator[tuple[int, int, Mask]]:
    tiles: dict[tuple[int, int], list[list[Corner]]] = {}
    for points in lines:
        scaled = [(x * s, y * s) for x, y in points]
        for piece in _line_pieces(scaled, max(1.0, width * s) / 2 - _EXCESS, closed):
            for tile in _tiles_under(piece):
                tiles.setdefault(tile, []).append(piece)
    for (col, row), pieces in tiles.items():
        left, top = col * _TILE, row * _TILE
        mask = Image.new("L", (_TILE * _SCALE, _TILE * _SCALE))
        draw = ImageDraw.Draw(mask)
        for piece in pieces:
            draw.polygon([((x - left) * _SCALE - 0.5, (y - top) * _SCALE - 0.5) for x, y in piece], fill=255)
        yield left, top, Mask(mask.reduce(_SCALE))


def _line_pieces(points: list[Corner], half: float, closed: bool) -> Iterator[list[Corner]]:
    """Yield the parts of a line as polygons, with mitred corners; ``half`` is half the width of the line."""
    bends = list(pairwise(points if not closed else [points[-1], *points, points[0]]))
    normals = [_normal(start, end) for start, end in bends]
    if closed:
        arms = [_miter(one, other, half) for one, other in pairwise(normals)]
        ends = [*zip(points, arms, strict=True), (points[0], arms[0])]
    else:
        middle = [_miter(one, other, half) for one, other in pairwise(normals)]
        first, last = ((half * x, half * y) for x, y in (normals[0], normals[-1]))
        ends = list(zip(points, [first, *middle, last], strict=True))
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


def _tiles_under(piece: list[Corner]) -> Iterator[tuple[int, int]]:
    """Yield column and row of each tile that the box around a polygon meets."""
    xs, ys = zip(*piece, strict=True)
    for col in range(floor(min(xs) / _TILE), floor(max(xs) / _TILE) + 1):
        for row in range(floor(min(ys) / _TILE), floor(max(ys) / _TILE) + 1):
            yield col, row


def _text(mark: Text, s: float) -> Sequence[Blend]:
    size = mark.size * s
    x, y = mark.x * s, round(mark.y * s)  # a baseline between two pixels would blur all letters
    if mark.turn:
        return (_rotated_text(mark, _font(mark.font, size), s),)
    if not mark.spacing:
        return (_string(x, y, mark.string, (mark.font, size), _ANCHORS[mark.anchor], mark.color),)
    font, spacing = _font(mark.font, size), mark.spacing * s
    widths = [font.getlength(char) + spacing for char in mark.string]
    total = sum(widths) - spacing
    starts = accumulate(widths, initial=x - {"start": 0.0, "middle": total / 2, "end": total}[mark.anchor])
    return [
        _string(start, y, char, (mark.font, size), "ls", mark.color)
        for char, start in zip(mark.string, starts, strict=False)
    ]


def _string(x: float, y: int, string: str, font: tuple[Font, float], anchor: str, color: Color) -> Blend:
    """Return a string on one line. ``font`` has its size in pixels."""
    whole = int(x)
    left, top, mask = _text_mask(*font, string, anchor, x - whole)
    return _blend(whole + left, y + top, mask, color)


def _rotated_text(mark: Text, font: ImageFont.FreeTypeFont, s: float) -> Blend:
    """Return rotated text: upright on a mask, which is rotated around its center, the anchor of the text."""
    reach = int(font.getlength(mark.string) + 2 * font.size) + 1
    image = Image.new("L", (2 * reach, 2 * reach))
    ImageDraw.Draw(image).text((reach, reach), mark.string, fill=255, font=font, anchor=_ANCHORS[mark.anchor])
    left, top, mask = _trimmed(image.rotate(-mark.turn))
    return _blend(round(mark.x * s) - reach + left, round(mark.y * s) - reach + top, mask, mark.color)


@lru_cache(maxsize=64)
def _font(font: Font, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(default_fonts().file(font)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)  # a week of boards repeats its digits, and rendering one takes longer than painting it
def _text_mask(font: Font, size: float, string: str, anchor: str, start: float) -> tuple[int, int, Mask]:
    """Return the offset of the top left corner of a string from its anchor, in whole pixels, and the string as a mask.

    ``start`` is the fraction of a pixel by which the anchor lies to the right of a whole pixel.
    """
    face = _font(font, size)
    left, top, right, bottom = map(int, face.getbbox(string, anchor=anchor))
    left, top = left - 2, top - 2  # space for a glyph that starts at a fraction of a pixel
    image = Image.new("L", (right + 3 - left, bottom + 3 - top))
    ImageDraw.Draw(image).text((start - left, -top), string, fill=255, font=face, anchor=anchor)
    x, y, mask = _trimmed(image)
    return left + x, top + y, mask
