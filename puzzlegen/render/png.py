"""Page to PNG, drawn at its final size: lines on whole pixels, type hinted for its size, round marks smoothed."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path as FilePath

from PIL import Image, ImageDraw, ImageFont

from puzzlegen.layout.document import Colour, Disc, Font, Frame, Gray, Line, Mark, Page, Path, Picture, Rect, Ring, Text
from puzzlegen.render.atomic import whole_file
from puzzlegen.render.fonts import default_fonts

_FINE = 8  # round marks are drawn this many times too large and averaged down
_LEVELS = 16  # grays in the file: enough for smooth edges, and half a byte a pixel

Box = tuple[float, float, float, float]


def write_png(page: Page, path: FilePath, scale: float = 1.0) -> None:
    """Write one page, ``scale`` pixels for each of its units. Gray pages become 16 grays, others 64 colours.

    Raises OutputError when the file cannot be written.
    """
    picture = png(page, scale)
    small = _sixteen_grays(picture) if picture.mode == "L" else picture.quantize(64, dither=Image.Dither.NONE)
    with whole_file(path) as beside:
        small.save(beside, format="PNG", optimize=True, bits=4 if picture.mode == "L" else 8)


def png(page: Page, scale: float = 1.0) -> Image.Image:
    """One page as a picture: mode L when all is gray, else RGB."""
    gray = all(isinstance(_ink(mark), Gray) for mark in page.marks) and not _is_rgb(page.paper)
    size = (round(page.width * scale), round(page.height * scale))
    brush = _Brush(Image.new("L" if gray else "RGB", size), scale)
    brush.image.paste(brush.colour(page.paper or Gray(1.0)), (0, 0, *size))
    for mark in page.marks:
        brush.paint(mark)
    return brush.image


def _is_rgb(colour: Colour | None) -> bool:
    return colour is not None and not isinstance(colour, Gray)


def _ink(mark: Mark) -> Colour:
    if isinstance(mark, Picture):
        return Gray(0.0)
    return mark.fill if isinstance(mark, Rect | Disc | Path) else mark.colour


def _sixteen_grays(picture: Image.Image) -> Image.Image:
    step = 255 / (_LEVELS - 1)
    indexed = picture.point([round(level / step) for level in range(256)])
    indexed = Image.frombytes("P", indexed.size, indexed.tobytes())
    indexed.putpalette([round(level * step) for level in range(_LEVELS) for _ in range(3)])
    return indexed


@lru_cache(maxsize=64)
def _font(font: Font, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(default_fonts().file(font)), size, layout_engine=ImageFont.Layout.BASIC)


class _Brush:
    def __init__(self, image: Image.Image, scale: float) -> None:
        self.image, self.scale = image, scale
        self.draw = ImageDraw.Draw(image)

    def colour(self, colour: Colour) -> int | tuple[int, int, int]:
        parts = (colour.level,) * 3 if isinstance(colour, Gray) else (colour.red, colour.green, colour.blue)
        red, green, blue = (round(part * 255) for part in parts)
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
                self.smooth((mark.x * s, mark.y * s, mark.radius * s + width / 2), mark.colour, width)
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

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a box whose sides are moved to whole pixels; never less than one pixel wide."""
        left, top = round(box[0]), round(box[1])
        right, bottom = max(left + 1, round(box[2])), max(top + 1, round(box[3]))
        self.draw.rectangle((left, top, right - 1, bottom - 1), fill=self.colour(colour))

    def line(self, mark: Line) -> None:
        s = self.scale
        width = max(1, round(mark.width * s))
        if mark.x1 == mark.x2:
            left = round(mark.x1 * s - width / 2)
            self.fill((left, mark.y1 * s, left + width, mark.y2 * s), mark.colour)
        elif mark.y1 == mark.y2:
            top = round(mark.y1 * s - width / 2)
            self.fill((mark.x1 * s, top, mark.x2 * s, top + width), mark.colour)
        else:
            ends = (mark.x1 * s, mark.y1 * s, mark.x2 * s, mark.y2 * s)
            self.draw.line(ends, fill=self.colour(mark.colour), width=width)

    def frame(self, mark: Frame) -> None:
        s = self.scale
        width = max(1, round(mark.line * s))
        left, top = round(mark.x * s - width / 2), round(mark.y * s - width / 2)
        right, bottom = round((mark.x + mark.width) * s + width / 2), round((mark.y + mark.height) * s + width / 2)
        box = (left, top, right - 1, bottom - 1)
        self.draw.rectangle(box, outline=self.colour(mark.colour), width=width)

    def smooth(self, circle: tuple[float, float, float], colour: Colour, pen: float | None = None) -> None:
        """A disc of that middle and radius, or the outer ``pen`` pixels of it."""
        x, y, radius = circle
        left, top, side = int(x - radius) - 1, int(y - radius) - 1, int(2 * radius) + 4
        mask = Image.new("L", (side * _FINE, side * _FINE))
        cx, cy, r = (x - left) * _FINE, (y - top) * _FINE, radius * _FINE
        box = (cx - r, cy - r, cx + r - 1, cy + r - 1)  # Pillow's boxes include their last pixel
        if pen is None:
            ImageDraw.Draw(mask).ellipse(box, fill=255)
        else:
            ImageDraw.Draw(mask).ellipse(box, outline=255, width=round(pen * _FINE))
        self.image.paste(self.colour(colour), (left, top), mask.reduce(_FINE))

    def polygon(self, mark: Path) -> None:
        points = [(x * self.scale, y * self.scale) for x, y in mark.points]
        left, top = int(min(x for x, _ in points)) - 1, int(min(y for _, y in points)) - 1
        width, height = int(max(x for x, _ in points)) + 3 - left, int(max(y for _, y in points)) + 3 - top
        mask = Image.new("L", (width * _FINE, height * _FINE))
        ImageDraw.Draw(mask).polygon([((x - left) * _FINE, (y - top) * _FINE) for x, y in points], fill=255)
        self.image.paste(self.colour(mark.fill), (left, top), mask.reduce(_FINE))

    def turned(self, mark: Text, font: ImageFont.FreeTypeFont) -> None:
        """Drawn upright on a mask of its own, and turned with it around the anchor, which is the mask's middle."""
        reach = int(font.getlength(mark.string) + 2 * font.size) + 1
        mask = Image.new("L", (2 * reach, 2 * reach))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
        ImageDraw.Draw(mask).text((reach, reach), mark.string, fill=255, font=font, anchor=anchor)
        at = (round(mark.x * self.scale) - reach, round(mark.y * self.scale) - reach)
        self.image.paste(self.colour(mark.colour), at, mask.rotate(-mark.turn))

    def text(self, mark: Text) -> None:
        font = _font(mark.font, mark.size * self.scale)
        colour = self.colour(mark.colour)
        x, y = mark.x * self.scale, round(mark.y * self.scale)  # a baseline between two pixels blurs every foot
        spacing = mark.spacing * self.scale
        if mark.turn:
            self.turned(mark, font)
            return
        if not spacing:
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
            self.draw.text((x, y), mark.string, fill=colour, font=font, anchor=anchor)
            return
        widths = [font.getlength(char) + spacing for char in mark.string]
        total = sum(widths) - spacing
        x -= {"start": 0.0, "middle": total / 2, "end": total}[mark.anchor]
        for char, width in zip(mark.string, widths, strict=True):
            self.draw.text((x, y), char, fill=colour, font=font, anchor="ls")
            x += width
