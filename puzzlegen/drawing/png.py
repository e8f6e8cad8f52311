"""Page to PNG, drawn at its final size: lines on whole pixels, type hinted for its size, round marks smoothed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path as FilePath

from PIL import Image, ImageDraw, ImageFont

from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.drawing.indexed_color import GRAYS, IndexedPalette, in_bytes, is_gray
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
    Text,
)
from puzzlegen.output.atomic_files import whole_file

_FINE = 8  # round marks are drawn this many times too large and averaged down
_COMPRESSION = 6  # Pillow's "optimize" saves another tenth and takes six times as long (2026-11-21)

Box = tuple[float, float, float, float]


def write_png(page: Page, path: FilePath, scale: float = 1.0) -> None:
    """Write one page, ``scale`` pixels for each of its units: opaque, in a palette of 16 greys or 255 colors at most.

    Raises OutputError when the file cannot be written.
    """
    palette = IndexedPalette([page])
    small = palette.applied(png(page, scale))
    bits = 4 if len(palette.colors) <= GRAYS else 8
    with whole_file(path) as beside:
        small.save(beside, format="PNG", compress_level=_COMPRESSION, bits=bits)


def png(page: Page, scale: float = 1.0) -> Image.Image:
    """One page as a picture: mode L when all is gray, else RGB."""
    return painted(canvas(page, scale, "L" if is_gray(page) else "RGB"), page.marks, scale)


def canvas(page: Page, scale: float, mode: str) -> Image.Image:
    """The page's paper."""
    color = in_bytes(page.paper or Gray(1.0))
    size = (round(page.width * scale), round(page.height * scale))
    return Image.new(mode, size, color[0] if mode == "L" else color)


def painted(picture: Image.Image, marks: Iterable[Mark], scale: float) -> Image.Image:
    """The picture itself, with the marks drawn on it in order."""
    brush = _Brush(picture, scale)
    for mark in marks:
        brush.paint(mark)
    return picture


@lru_cache(maxsize=64)
def _font(font: Font, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(default_fonts().file(font)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)  # all mines of a picture are one, as their cells are whole pixels wide
def _round_mask(x: float, y: float, radius: float, pen: float | None) -> Image.Image:
    side = int(2 * radius) + 4
    mask = Image.new("L", (side * _FINE, side * _FINE))
    draw = ImageDraw.Draw(mask)
    for reach, level in ((radius, 255), (0 if pen is None else radius - pen, 0)):
        if reach > 0:
            cx, cy, r = x * _FINE, y * _FINE, round(reach * _FINE)
            draw.ellipse((cx - r, cy - r, cx + r - 1, cy + r - 1), fill=level)  # Pillow counts the last pixel in
    return mask.reduce(_FINE)


class _Brush:
    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image, self.scale = image, scale
        self.draw = ImageDraw.Draw(image)

    def color(self, color: Color) -> int | tuple[int, int, int]:
        red, green, blue = in_bytes(color)
        return red if self.image.mode == "L" else (red, green, blue)

    def paint(self, mark: Mark) -> None:
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
            case Text():
                self.text(mark)
            case Picture():
                self.picture(mark)

    def picture(self, mark: Picture) -> None:
        """Scaled to whole pixels."""
        pixels = Image.frombytes("L", (mark.columns, mark.rows), mark.pixels)
        size = (max(1, round(mark.width * self.scale)), max(1, round(mark.height * self.scale)))
        at = (round(mark.x * self.scale), round(mark.y * self.scale))
        self.image.paste(pixels.resize(size, Image.Resampling.LANCZOS).convert(self.image.mode), at)

    def fill(self, box: Box, color: Color) -> None:
        """Fill a box whose sides are moved to whole pixels; never less than one pixel wide."""
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
        """A disc of that middle and radius, or the outer ``pen`` pixels of it."""
        x, y, radius = circle
        left, top = int(x - radius) - 1, int(y - radius) - 1
        mask = _round_mask(round(x - left, 3), round(y - top, 3), radius, pen)
        self.image.paste(self.color(color), (left, top), mask)

    def polygon(self, mark: Path) -> None:
        points = [(x * self.scale, y * self.scale) for x, y in mark.points]
        left, top = int(min(x for x, _ in points)) - 1, int(min(y for _, y in points)) - 1
        width, height = int(max(x for x, _ in points)) + 3 - left, int(max(y for _, y in points)) + 3 - top
        mask = Image.new("L", (width * _FINE, height * _FINE))
        ImageDraw.Draw(mask).polygon([((x - left) * _FINE, (y - top) * _FINE) for x, y in points], fill=255)
        self.image.paste(self.color(mark.fill), (left, top), mask.reduce(_FINE))

    def turned(self, mark: Text, font: ImageFont.FreeTypeFont) -> None:
        """Drawn upright on a mask of its own, and turned with it around the anchor, which is the mask's middle."""
        reach = int(font.getlength(mark.string) + 2 * font.size) + 1
        mask = Image.new("L", (2 * reach, 2 * reach))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
        ImageDraw.Draw(mask).text((reach, reach), mark.string, fill=255, font=font, anchor=anchor)
        at = (round(mark.x * self.scale) - reach, round(mark.y * self.scale) - reach)
        self.image.paste(self.color(mark.color), at, mask.rotate(-mark.turn))

    def text(self, mark: Text) -> None:
        font = _font(mark.font, mark.size * self.scale)
        color = self.color(mark.color)
        x, y = mark.x * self.scale, round(mark.y * self.scale)  # a baseline between two pixels blurs every foot
        spacing = mark.spacing * self.scale
        if mark.turn:
            self.turned(mark, font)
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
