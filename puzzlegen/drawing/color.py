"""Paints pages in true color, and converts colors to the palette of a picture.

The palette is computed from the marks and not from the pixels. It has the colors of all marks exactly, and steps
between them for edges. So the frames of an animation share one palette, and the table from color to entry is computed
once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.drawing.raster import Blend, Operation, operations
from puzzlegen.layout.core.document import RGB, Color, Disc, Gray, Mark, Page, Path, Picture, Rect

Bytes = tuple[int, int, int]
GRAYS = 16  # entries of a gray palette: enough for smooth edges, and half a byte per pixel
_STEPS = 6  # from an ink to a ground in a palette of colors
_MOST_OF_A_PICTURE = 64  # colors
_MAX_ENTRIES = 255  # animations use the last of 256 for pixels that do not change
_BITS = 5  # of each component of a color in the table
_UNKNOWN = 255  # in a table of entries: not computed yet
_RED, _GREEN, _BLUE = 0xF8, 0xF800, 0xF80000  # these bits in a pixel of four bytes read as one number
_TO_RED, _TO_GREEN, _TO_BLUE = 7, 6, 19  # how far to shift them into one key of 15 bits

# The keys of the 256 levels of gray
_GRAY_KEYS = (np.arange(256, dtype=np.uint32) >> (8 - _BITS)) * ((1 << (2 * _BITS)) + (1 << _BITS) + 1)


def pillow_image(picture: Picture) -> Image.Image:
    """Return the pixels of a picture, in gray or RGB."""
    mode = {1: "L", 3: "RGB", 4: "CMYK"}[picture.channels]
    image = Image.frombytes(mode, (picture.columns, picture.rows), picture.pixels)
    return image.convert("RGB") if mode == "CMYK" else image


def ink_of(mark: Mark) -> Color:
    """Return the color of a mark; black for a picture, whose colors are its own."""
    if isinstance(mark, Picture):
        return Gray(0.0)
    return mark.fill if isinstance(mark, Rect | Disc | Path) else mark.color


def rgb(text: str) -> RGB:
    """Return a color of a config, such as ``#16303d``."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return RGB(red, green, blue)


def hex_of(color: Color) -> str:
    """Return a color as configs and HTML write it, such as ``#16303d``."""
    return "#{:02x}{:02x}{:02x}".format(*rgb_bytes(color))


@lru_cache(maxsize=256)
def rgb_bytes(color: Color) -> Bytes:
    """Return red, green and blue, 0 to 255."""
    parts = (color.level,) * 3 if isinstance(color, Gray) else (color.red, color.green, color.blue)
    red, green, blue = (round(part * 255) for part in parts)
    return red, green, blue


def is_gray(page: Page) -> bool:
    """Tell whether the page has no color."""
    return isinstance(page.paper or Gray(1.0), Gray) and all(map(is_gray_mark, page.marks))


def is_gray_mark(mark: Mark) -> bool:
    """Tell whether the mark has no color."""
    return mark.channels == 1 if isinstance(mark, Picture) else isinstance(ink_of(mark), Gray)


def different_marks(groups: Iterable[Sequence[Mark]]) -> dict[int, Mark]:
    """Return each mark once by its identity. The frames of an animation share most of their marks."""
    found: dict[int, Mark] = {}
    for marks in groups:
        found.update(zip(map(id, marks), marks, strict=True))  # without a loop in Python over thousands of marks
    return found


class IndexedPalette:
    """A palette of pages, and conversion of pictures to it. ``colors`` has 16 entries for grays, else at most 255."""

    def __init__(self, pages: Iterable[Page]) -> None:
        pages = list(pages)
        papers = dict.fromkeys(page.paper or Gray(1.0) for page in pages)
        marks = different_marks(page.marks for page in pages).values()
        fills = _each(mark.fill for mark in marks if isinstance(mark, Rect))
        others = _each(ink_of(mark) for mark in marks if not isinstance(mark, Rect))
        pictures = [mark for mark in marks if isinstance(mark, Picture)]
        self.has_pictures = bool(pictures)
        self.gray = all(isinstance(color, Gray) for color in (*papers, *fills, *others)) and all(
            map(is_gray_mark, pictures)
        )
        grounds, inks = (dict.fromkeys(map(rgb_bytes, colors)) for colors in ((*papers, *fills), others))
        if self.gray:
            self.colors = _grays(tuple(grounds), tuple(inks))
        else:
            self.colors = _blends(tuple(grounds), tuple(inks), _picture_colors(pictures))
        self._entries: dict[Color, int] = {}

    @property
    def flat(self) -> list[int]:
        """The entries as one list of components, for Pillow."""
        return [part for color in self.colors for part in color]

    def entry(self, color: Color) -> int:
        """Return the entry of a color."""
        if color not in self._entries:
            self._entries[color] = _mixed(self.colors, self.gray, rgb_bytes(color), rgb_bytes(color))[0]
        return self._entries[color]

    def has(self, color: Color) -> bool:
        """Tell whether the entry of a color is that very color, and not a similar one."""
        return self.colors[self.entry(color)] == rgb_bytes(color)

    def mixed(self, ground: int, ink: Color) -> bytes:
        """Return the entry for each level of an ink, 0 to 255, painted over the color of the entry ``ground``."""
        return _mixed(self.colors, self.gray, self.colors[ground], rgb_bytes(ink))

    def indices(self, picture: Image.Image) -> NDArray[np.uint8]:
        """Return the entry of each pixel, shape ``(height, width)``; the mode of the picture is L or RGB."""
        return _indices(self.colors, self.gray, picture)


def _indices(colors: tuple[Bytes, ...], gray: bool, picture: Image.Image) -> NDArray[np.uint8]:
    table = None if gray else _color_table(colors)
    if picture.mode == "L":  # several times as fast as a look-up in an array
        levels = _gray_table(colors) if table is None else table.entries_of(_GRAY_KEYS)
        found = np.frombuffer(picture.tobytes().translate(levels.tobytes()), np.uint8)
        return found.reshape(picture.height, picture.width)
    assert table is not None
    four = np.frombuffer(picture.tobytes("raw", "RGBX"), "<u4").reshape(picture.height, picture.width)
    keys = (four & _RED) << _TO_RED
    part = four & _GREEN
    keys |= np.right_shift(part, _TO_GREEN, out=part)
    np.bitwise_and(four, _BLUE, out=part)
    keys |= np.right_shift(part, _TO_BLUE, out=part)
    return table.entries_of(keys)


@lru_cache(maxsize=256)  # a day has some 30 pairs of colors
def _mixed(colors: tuple[Bytes, ...], gray: bool, ground: Bytes, ink: Bytes) -> bytes:
    mode, of_mode = ("L", slice(0, 1)) if gray else ("RGB", slice(0, 3))
    picture = Image.new(mode, (256, 1), ground[of_mode])
    picture.paste(ink[of_mode], None, Image.frombytes("L", (256, 1), bytes(range(256))))
    return _indices(colors, gray, picture).tobytes()


def _each(colors: Iterable[Color]) -> dict[Color, None]:
    """Return each color once. Most are one object, which takes less time to compare than colors."""
    return dict.fromkeys({id(color): color for color in colors}.values())


def _grays(grounds: tuple[Bytes, ...], inks: tuple[Bytes, ...]) -> tuple[Bytes, ...]:
    """Return the grays of the marks, filled up to 16 with grays in the middle of the widest gaps."""
    levels = sorted({color[0] for color in (*grounds, *inks)})[:GRAYS]
    while len(levels) < GRAYS:
        gaps = [(upper - lower, lower) for lower, upper in pairwise(levels)]
        width, lower = max(gaps, default=(0, 0))
        if width < 2:
            break
        levels = sorted([*levels, lower + width // 2])
    return tuple((level, level, level) for level in levels)


def _picture_colors(pictures: Iterable[Picture]) -> tuple[Bytes, ...]:
    """Return the colors of pictures that have few, such as a logo; photos are shown in the colors of the marks."""
    found: dict[Bytes, None] = {}
    for picture in pictures:
        colors = pillow_image(picture).convert("RGB").getcolors(_MOST_OF_A_PICTURE) or ()
        found |= dict.fromkeys(sorted(cast(Bytes, color) for _, color in colors))
    return tuple(found)


def _blends(grounds: tuple[Bytes, ...], inks: tuple[Bytes, ...], others: tuple[Bytes, ...] = ()) -> tuple[Bytes, ...]:
    flats = dict.fromkeys((*grounds, *inks, *others))
    pairs = [(ink, ground) for ground in grounds for ink in inks if ink != ground]
    for steps in range(_STEPS, 0, -1):
        found = flats | dict.fromkeys(
            tuple(round(i * step / steps + g * (1 - step / steps)) for i, g in zip(ink, ground, strict=True))
            for ink, ground in pairs
            for step in range(1, steps)
        )
        if len(found) <= _MAX_ENTRIES:
            return tuple((red, green, blue) for red, green, blue in found)
    return tuple(flats)[:_MAX_ENTRIES]


@lru_cache(maxsize=16)
def _gray_table(colors: tuple[Bytes, ...]) -> NDArray[np.uint8]:
    distance = np.abs(np.arange(256)[:, None] - np.array([color[0] for color in colors]))
    table: NDArray[np.uint8] = np.argmin(distance, axis=1).astype(np.uint8)
    return table


class _ColorTable:
    """The nearest entry for each color of five bits per component; the colors of marks are exact.

    Entries are computed when a picture first has their color: all of them take 120 ms (2026-11-23).
    """

    def __init__(self, colors: tuple[Bytes, ...]) -> None:
        self._colors = np.array(colors)
        self._entries = np.full(1 << (3 * _BITS), _UNKNOWN, np.uint8)
        for entry in range(len(colors) - 1, -1, -1):  # in reverse, so that flat colors, which are first, win
            red, green, blue = (part >> (8 - _BITS) for part in colors[entry])
            self._entries[red << (2 * _BITS) | green << _BITS | blue] = entry

    def entries_of(self, keys: NDArray[Any]) -> NDArray[np.uint8]:
        """Return the entry for each key of 15 bits."""
        found = np.take(self._entries, keys)
        unknown = found == _UNKNOWN
        if unknown.any():
            missing = np.unique(keys[unknown])
            parts = np.stack([missing >> (2 * _BITS), missing >> _BITS, missing], axis=-1) & ((1 << _BITS) - 1)
            middles = parts.astype(np.int64)[:, None] * 8 + 4
            self._entries[missing] = np.argmin(np.square(middles - self._colors).sum(axis=-1), axis=1)
            found = np.take(self._entries, keys)
        return found


@lru_cache(maxsize=16)
def _color_table(colors: tuple[Bytes, ...]) -> _ColorTable:
    return _ColorTable(colors)


def draw_page(page: Page, scale: float = 1.0) -> Image.Image:
    """Draw one page as a picture of mode L if all is gray, else RGB."""
    size = (round(page.width * scale), round(page.height * scale))
    picture = blank_picture(size, page.paper or Gray(1.0), "L" if is_gray(page) else "RGB")
    for mark in page.marks:
        _draw(picture, mark, scale)
    return picture


def blank_picture(size: tuple[int, int], color: Color, mode: str) -> Image.Image:
    """Return a picture of mode L or RGB in one color."""
    return Image.new(mode, size, _ink(color, mode))


def paint(picture: Image.Image, found: Iterable[Operation], left: int = 0, top: int = 0) -> None:
    """Paint operations on a picture whose top left corner is at ``left``, ``top``."""
    for operation in found:
        x, y, right, bottom = operation.box
        box = (x - left, y - top, right - left, bottom - top)
        mask = operation.mask.image if isinstance(operation, Blend) else None
        picture.paste(_ink(operation.color, picture.mode), box, mask)


def _draw(picture: Image.Image, mark: Mark, scale: float) -> None:
    if isinstance(mark, Picture):
        picture.paste(*scaled_picture(mark, scale, picture.mode))
    else:
        paint(picture, operations(mark, scale))


def scaled_picture(mark: Picture, scale: float, mode: str) -> tuple[Image.Image, tuple[int, int]]:
    """Return the pixels of a picture, scaled to whole pixels, and the place of its left top corner."""
    pixels = pillow_image(mark)
    size = (max(1, round(mark.width * scale)), max(1, round(mark.height * scale)))
    at = (round(mark.x * scale), round(mark.y * scale))
    return pixels.resize(size, Image.Resampling.LANCZOS).convert(mode), at


def _ink(color: Color, mode: str) -> int | tuple[int, int, int]:
    red, green, blue = rgb_bytes(color)
    return red if mode == "L" else (red, green, blue)
