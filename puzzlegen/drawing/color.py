"""Paints pages in true color, and converts pictures of them to a palette.

The palette is computed from the marks and not from the pixels. It has the colors of all marks exactly, and steps
between them for edges. So the frames of an animation share one palette.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.drawing.raster import stencils
from puzzlegen.layout.core.document import RGB, Color, Disc, Gray, Mark, Page, Path, Picture, Rect

Bytes = tuple[int, int, int]
GRAYS = 16  # entries of a gray palette: enough for smooth edges, and half a byte per pixel
_STEPS = 6  # from an ink to a ground in a palette of colors
_MOST_OF_A_PICTURE = 64  # colors
_MAX_ENTRIES = 255  # animations use the last of 256 for pixels that do not change
_UNKNOWN = 255  # in the table of entries: not computed yet
_BAND = 64  # rows converted at a time, which stay in the cache of a processor: a quarter of the time (2026-11-29)


def pillow_image(picture: Picture) -> Image.Image:
    """Return the pixels of a picture, in gray or RGB."""
    mode = "L" if picture.channels == 1 else "RGB"
    return Image.frombytes(mode, (picture.columns, picture.rows), picture.pixels)


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


def _ink_of(mark: Mark) -> Color:
    """Return the color of a mark; black for a picture, whose colors are its own."""
    if isinstance(mark, Picture):
        return Gray(0.0)
    return mark.fill if isinstance(mark, Rect | Disc | Path) else mark.color


def _is_gray(mark: Mark) -> bool:
    """Tell whether the mark has no color."""
    return mark.channels == 1 if isinstance(mark, Picture) else isinstance(_ink_of(mark), Gray)


# --- Pages in true color ----------------------------------------------------------------------------------------------


def draw_page(page: Page, scale: float = 1.0) -> Image.Image:
    """Draw one page as a picture of mode L if all is gray, else RGB."""
    paper = page.paper or Gray(1.0)
    mode = "L" if isinstance(paper, Gray) and all(map(_is_gray, page.marks)) else "RGB"
    picture = Image.new(mode, (round(page.width * scale), round(page.height * scale)), _ink(paper, mode))
    paint(picture, page.marks, scale)
    return picture


def paint(picture: Image.Image, marks: Iterable[Mark], scale: float) -> None:
    """Paint marks on a picture of mode L or RGB with ``scale`` pixels per unit."""
    for mark in marks:
        if isinstance(mark, Picture):
            size = (max(1, round(mark.width * scale)), max(1, round(mark.height * scale)))
            pixels = pillow_image(mark).resize(size, Image.Resampling.LANCZOS).convert(picture.mode)
            picture.paste(pixels, (round(mark.x * scale), round(mark.y * scale)))
        else:
            ink = _ink(_ink_of(mark), picture.mode)
            for box, mask in stencils(mark, scale):
                picture.paste(ink, box, mask)


def _ink(color: Color, mode: str) -> int | Bytes:
    red, green, blue = rgb_bytes(color)
    return red if mode == "L" else (red, green, blue)


# --- Palettes ---------------------------------------------------------------------------------------------------------


class IndexedPalette:
    """A palette of pages, and conversion of pictures to it. ``colors`` has 16 entries for grays, else at most 255."""

    def __init__(self, pages: Sequence[Page]) -> None:
        # Each mark once by its identity: the frames of an animation share most of their marks
        marks = {id(mark): mark for page in pages for mark in page.marks}.values()
        papers = dict.fromkeys(page.paper or Gray(1.0) for page in pages)
        self.gray = all(isinstance(paper, Gray) for paper in papers) and all(map(_is_gray, marks))
        self.colors = _colors(papers, marks, gray=self.gray)
        self._table = np.full(1 << 15, _UNKNOWN, np.uint8)  # the entry of each color of five bits a component
        for entry, (red, green, blue) in reversed(list(enumerate(self.colors))):  # the first of equals stays
            self._table[red >> 3 << 10 | green >> 3 << 5 | blue >> 3] = entry

    def indices(self, picture: Image.Image) -> NDArray[np.uint8]:
        """Return the entry of each pixel, shape ``(height, width)``; the mode of the picture is L for grays, else RGB.

        Colors of the palette are converted exactly, others to the nearest entry by five bits of each component.
        """
        if self.gray:
            levels = np.array([red for red, _, _ in self.colors])
            return np.asarray(picture.point(np.abs(np.arange(256)[:, None] - levels).argmin(axis=1).tolist()))
        bands = ((0, top, picture.width, min(top + _BAND, picture.height)) for top in range(0, picture.height, _BAND))
        return np.concatenate([self._entries(picture.crop(band)) for band in bands])

    def _entries(self, picture: Image.Image) -> NDArray[np.uint8]:
        pixels = np.frombuffer(picture.tobytes("raw", "RGBX"), "<u4").reshape(picture.height, picture.width)
        keys = (pixels & 0xF8) << 7 | (pixels & 0xF800) >> 6 | (pixels & 0xF80000) >> 19  # five bits of each component
        entries = np.take(self._table, keys)
        if (entries == _UNKNOWN).any():
            new = np.unique(keys[entries == _UNKNOWN])
            middles = 8 * (new[:, None] >> np.array([10, 5, 0]) & 31) + 4
            self._table[new] = np.square(middles[:, None] - np.array(self.colors)).sum(axis=-1).argmin(axis=1)
            entries = np.take(self._table, keys)
        return entries


def _colors(papers: Iterable[Color], marks: Iterable[Mark], *, gray: bool) -> tuple[Bytes, ...]:
    """Return the colors of a palette, those of the marks first."""
    fills = dict.fromkeys(mark.fill for mark in marks if isinstance(mark, Rect))
    others = dict.fromkeys(_ink_of(mark) for mark in marks if not isinstance(mark, Rect))
    grounds, inks = (tuple(dict.fromkeys(map(rgb_bytes, colors))) for colors in ((*papers, *fills), others))
    if gray:
        return _grays({*grounds, *inks})
    return _blends(grounds, inks, _picture_colors(mark for mark in marks if isinstance(mark, Picture)))


def _grays(colors: Iterable[Bytes]) -> tuple[Bytes, ...]:
    """Return the grays of the marks, filled up to 16 with grays in the middle of the widest gaps."""
    levels = sorted({color[0] for color in colors})[:GRAYS]
    while len(levels) < GRAYS:
        gaps = [(upper - lower, lower) for lower, upper in pairwise(levels)]
        width, lower = max(gaps, default=(0, 0))
        if width < 2:
            break
        levels = sorted([*levels, lower + width // 2])
    return tuple((level, level, level) for level in levels)


def _picture_colors(pictures: Iterable[Picture]) -> tuple[Bytes, ...]:
    """Return the colors of pictures that have few, such as a logo; photos are shown in the colors of the marks."""
    palette: dict[Bytes, None] = {}
    for picture in pictures:
        colors = pillow_image(picture).convert("RGB").getcolors(_MOST_OF_A_PICTURE) or ()
        palette |= dict.fromkeys(sorted(cast(Bytes, color) for _, color in colors))
    return tuple(palette)


def _blends(grounds: Sequence[Bytes], inks: Sequence[Bytes], others: Sequence[Bytes]) -> tuple[Bytes, ...]:
    """Return colors of marks, and steps from each ink to each ground: as many as the palette has room for."""
    flats = dict.fromkeys((*grounds, *inks, *others))
    pairs = [(ink, ground) for ground in grounds for ink in inks if ink != ground]
    for steps in range(_STEPS, 0, -1):
        blends = flats | dict.fromkeys(
            tuple(round(i * step / steps + g * (1 - step / steps)) for i, g in zip(ink, ground, strict=True))
            for ink, ground in pairs
            for step in range(1, steps)
        )
        if len(blends) <= _MAX_ENTRIES:
            return tuple((red, green, blue) for red, green, blue in blends)
    return tuple(flats)[:_MAX_ENTRIES]
