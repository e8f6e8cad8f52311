"""Draws a page as PNG at its final size: lines on whole pixels, hinted type, smoothed round marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import floor, hypot
from pathlib import Path as FilePath

from PIL import Image, ImageDraw, ImageFont

from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.drawing.indexed_color import IndexedPalette, is_gray, pillow_image, rgb_bytes
from puzzlegen.drawing.png_encoder import encode_png
from puzzlegen.layout.core.document import (
    Color,
    Disc,
    Font,
    Frame,
    Gray,
    Line,
    Mark,
    Page,
    Path,
    Picture,
    Rect,
    Ring,
    Stroke,
    Text,
)
from puzzlegen.output.atomic_files import atomic_file

_SCALE = 8  # round marks are drawn so many times larger and reduced

_TILE = 64  # pixels a side of the masks of lines
_EXCESS = 0.5 / _SCALE  # pixels that Pillow adds to polygons on all sides: it fills the pixels that their sides touch

Box = tuple[float, float, float, float]
Corner = tuple[float, float]
Corners = list[Corner]


def write_png(page: Page, path: FilePath, scale: float = 1.0) -> None:
    """Write one page with ``scale`` pixels per unit: opaque, with a palette of 16 grays or at most 255 colors.

    The file states the size of its pixels on paper. Raises OutputError when the file cannot be written.
    """
    data = png_bytes(page, scale)
    with atomic_file(path) as beside:
        beside.write_bytes(data)


def png_bytes(page: Page, scale: float = 1.0) -> bytes:
    """Return the file that ``write_png`` writes."""
    palette = IndexedPalette([page])
    return encode_png(palette.indices(draw_page(page, scale)), palette.colors, page.unit / scale)


def draw_page(page: Page, scale: float = 1.0) -> Image.Image:
    """Draw one page as a picture of mode L if all is gray, else RGB."""
    return draw_marks(blank_picture(page, scale, "L" if is_gray(page) else "RGB"), page.marks, scale)


def blank_picture(page: Page, scale: float, mode: str) -> Image.Image:
    """Return a picture of the size of a page, filled with the color of its paper."""
    color = rgb_bytes(page.paper or Gray(1.0))
    size = (round(page.width * scale), round(page.height * scale))
    return Image.new(mode, size, color[0] if mode == "L" else color)


def draw_marks(picture: Image.Image, marks: Iterable[Mark], scale: float) -> Image.Image:
    """Draw marks on a picture in order, and return the same picture."""
    painter = _Painter(picture, scale)
    for mark in marks:
        painter.draw_mark(mark)
    return picture


@lru_cache(maxsize=64)
def _font(font: Font, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(default_fonts().file(font)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)  # all mines of a picture share one, because cells are whole pixels wide
def _round_mask(x: float, y: float, radius: float, pen: float | None) -> Image.Image:
    side = int(2 * radius) + 4
    mask = Image.new("L", (side * _SCALE, side * _SCALE))
    draw = ImageDraw.Draw(mask)
    for reach, level in ((radius, 255), (0 if pen is None else radius - pen, 0)):
        if reach > 0:
            cx, cy, r = x * _SCALE, y * _SCALE, round(reach * _SCALE)
            draw.ellipse((cx - r, cy - r, cx + r - 1, cy + r - 1), fill=level)  # Pillow includes the last pixel
    return mask.reduce(_SCALE)


def _line_pieces(points: Corners, half: float, closed: bool) -> Iterator[Corners]:
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
    """Return the way from a corner of a line to where its sides meet; ``one`` and ``other`` are normals."""
    share = half / (1 + one[0] * other[0] + one[1] * other[1])
    return share * (one[0] + other[0]), share * (one[1] + other[1])


def _tiles_under(piece: Corners) -> Iterator[tuple[int, int]]:
    """Yield column and row of each tile that the box around a polygon meets."""
    xs, ys = zip(*piece, strict=True)
    for col in range(floor(min(xs) / _TILE), floor(max(xs) / _TILE) + 1):
        for row in range(floor(min(ys) / _TILE), floor(max(ys) / _TILE) + 1):
            yield col, row


class _Painter:
    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image, self.scale = image, scale
        self.draw = ImageDraw.Draw(image)

    def color(self, color: Color) -> int | tuple[int, int, int]:
        red, green, blue = rgb_bytes(color)
        return red if self.image.mode == "L" else (red, green, blue)

    def draw_mark(self, mark: Mark) -> None:
        s = self.scale
        match mark:
            case Rect():
                self.fill((mark.x * s, mark.y * s, (mark.x + mark.width) * s, (mark.y + mark.height) * s), mark.fill)
            case Line():
                self.line(mark)
            case Frame():
                self.frame(mark)
            case Disc():
                self.smooth((mark.x * s, mark.y * s, mark.radius * s), mark.fill)
            case Ring():
                width = max(1.0, mark.line * s)
                self.smooth((mark.x * s, mark.y * s, mark.radius * s + width / 2), mark.color, width)
            case Path():
                self.polygon(mark)
            case Stroke():
                self.stroke(mark)
            case Text():
                self.text(mark)
            case Picture():
                self.picture(mark)

    def picture(self, mark: Picture) -> None:
        """Draw a picture, scaled to whole pixels."""
        pixels = pillow_image(mark)
        size = (max(1, round(mark.width * self.scale)), max(1, round(mark.height * self.scale)))
        at = (round(mark.x * self.scale), round(mark.y * self.scale))
        self.image.paste(pixels.resize(size, Image.Resampling.LANCZOS).convert(self.image.mode), at)

    def fill(self, box: Box, color: Color) -> None:
        """Fill a box, with its sides rounded to whole pixels and at least one pixel wide."""
        left, top = round(box[0]), round(box[1])
        right, bottom = max(left + 1, round(box[2])), max(top + 1, round(box[3]))
        self.draw.rectangle((left, top, right - 1, bottom - 1), fill=self.color(color))

    def line(self, mark: Line) -> None:
        s = self.scale
        width = max(1, round(mark.width * s))
        if mark.x1 == mark.x2:
            left = round(mark.x1 * s - width / 2)
            self.fill((left, mark.y1 * s, left + width, mark.y2 * s), mark.color)
        elif mark.y1 == mark.y2:
            top = round(mark.y1 * s - width / 2)
            self.fill((mark.x1 * s, top, mark.x2 * s, top + width), mark.color)
        else:
            ends = (mark.x1 * s, mark.y1 * s, mark.x2 * s, mark.y2 * s)
            self.draw.line(ends, fill=self.color(mark.color), width=width)

    def frame(self, mark: Frame) -> None:
        s = self.scale
        width = max(1, round(mark.line * s))
        left, top = round(mark.x * s - width / 2), round(mark.y * s - width / 2)
        right, bottom = round((mark.x + mark.width) * s + width / 2), round((mark.y + mark.height) * s + width / 2)
        box = (left, top, right - 1, bottom - 1)
        self.draw.rectangle(box, outline=self.color(mark.color), width=width)

    def smooth(self, circle: tuple[float, float, float], color: Color, pen: float | None = None) -> None:
        """Draw a disc, given center and radius, or only its outer ``pen`` pixels."""
        x, y, radius = circle
        left, top = int(x - radius) - 1, int(y - radius) - 1
        mask = _round_mask(round(x - left, 3), round(y - top, 3), radius, pen)
        self.image.paste(self.color(color), (left, top), mask)

    def polygon(self, mark: Path) -> None:
        points = [(x * self.scale, y * self.scale) for x, y in mark.points]
        left, top = int(min(x for x, _ in points)) - 1, int(min(y for _, y in points)) - 1
        width, height = int(max(x for x, _ in points)) + 3 - left, int(max(y for _, y in points)) + 3 - top
        mask = Image.new("L", (width * _SCALE, height * _SCALE))
        ImageDraw.Draw(mask).polygon([((x - left) * _SCALE, (y - top) * _SCALE) for x, y in points], fill=255)
        self.image.paste(self.color(mark.fill), (left, top), mask.reduce(_SCALE))

    def stroke(self, mark: Stroke) -> None:
        """Draw lines in tiles, so that the mask of a large outline takes little memory."""
        tiles: dict[tuple[int, int], list[Corners]] = {}
        for points in mark.lines:
            scaled = [(x * self.scale, y * self.scale) for x, y in points]
            for piece in _line_pieces(scaled, max(1.0, mark.width * self.scale) / 2 - _EXCESS, mark.closed):
                for tile in _tiles_under(piece):
                    tiles.setdefault(tile, []).append(piece)
        color = self.color(mark.color)
        for (col, row), pieces in tiles.items():
            left, top = col * _TILE, row * _TILE
            mask = Image.new("L", (_TILE * _SCALE, _TILE * _SCALE))
            draw = ImageDraw.Draw(mask)
            for piece in pieces:
                draw.polygon([((x - left) * _SCALE - 0.5, (y - top) * _SCALE - 0.5) for x, y in piece], fill=255)
            self.image.paste(color, (left, top), mask.reduce(_SCALE))

    def rotated_text(self, mark: Text, font: ImageFont.FreeTypeFont) -> None:
        """Draw rotated text: upright on a mask, which is rotated around its center, the anchor of the text."""
        reach = int(font.getlength(mark.string) + 2 * font.size) + 1
        mask = Image.new("L", (2 * reach, 2 * reach))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
        ImageDraw.Draw(mask).text((reach, reach), mark.string, fill=255, font=font, anchor=anchor)
        at = (round(mark.x * self.scale) - reach, round(mark.y * self.scale) - reach)
        self.image.paste(self.color(mark.color), at, mask.rotate(-mark.turn))

    def text(self, mark: Text) -> None:
        font = _font(mark.font, mark.size * self.scale)
        color = self.color(mark.color)
        x, y = mark.x * self.scale, round(mark.y * self.scale)  # a baseline between two pixels blurs all letters
        spacing = mark.spacing * self.scale
        if mark.turn:
            self.rotated_text(mark, font)
            return
        if not spacing:
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
            self.draw.text((x, y), mark.string, fill=color, font=font, anchor=anchor)
            return
        widths = [font.getlength(char) + spacing for char in mark.string]
        total = sum(widths) - spacing
        x -= {"start": 0.0, "middle": total / 2, "end": total}[mark.anchor]
        for char, width in zip(mark.string, widths, strict=True):
            self.draw.text((x, y), char, fill=color, font=font, anchor="ls")
            x += width
