"""From true colors to a palette: the colors of the marks exactly, and the steps of their smooth edges between them.

The palette follows from the marks, not from the pixels: pictures of one theme share it, so that frames of one moving
picture can too, and the table from color to entry is worked out once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.layout.core.document import Color, Disc, Gray, Mark, Page, Path, Picture, Rect

Bytes = tuple[int, int, int]
GRAYS = 16  # entries of a grey palette: enough for smooth edges, and half a byte a pixel
_STEPS = 6  # between an ink and a ground in a palette of colors
_MOST = 255  # entries; the last of 256 is left to moving pictures, for what does not change
_BITS = 5  # of each part of a color, when it is looked up
_RED, _GREEN, _BLUE = 0xF8, 0xF800, 0xF80000  # those bits where a pixel is four bytes read as one number
_TO_RED, _TO_GREEN, _TO_BLUE = 7, 6, 19  # and how far to move them into one key of fifteen


def ink_of(mark: Mark) -> Color:
    """The one color of a mark; of a picture, which is grey, its darkest."""
    if isinstance(mark, Picture):
        return Gray(0.0)
    return mark.fill if isinstance(mark, Rect | Disc | Path) else mark.color


def in_bytes(color: Color) -> Bytes:
    """Red, green and blue, 0 to 255."""
    parts = (color.level,) * 3 if isinstance(color, Gray) else (color.red, color.green, color.blue)
    red, green, blue = (round(part * 255) for part in parts)
    return red, green, blue


def is_gray(page: Page) -> bool:
    """Whether there is no color on the page."""
    return all(isinstance(color, Gray) for color in (page.paper or Gray(1.0), *map(ink_of, page.marks)))


class IndexedPalette:
    """The entries of a palette, and pictures in it. ``colors`` has 16 entries for greys, else 255 at most."""

    def __init__(self, pages: Iterable[Page]) -> None:
        grounds: dict[Bytes, None] = {}
        inks: dict[Bytes, None] = {}
        self.gray = True
        pages = list(pages)  # so that no mark goes and lends its number to another
        seen: set[int] = set()
        for page in pages:
            self.gray = self.gray and is_gray(page)
            grounds[in_bytes(page.paper or Gray(1.0))] = None
            for mark in page.marks:
                if id(mark) in seen:  # pages of a film share most of theirs
                    continue
                seen.add(id(mark))
                kind = grounds if isinstance(mark, Rect) else inks
                kind[in_bytes(ink_of(mark))] = None
        self.colors = (_grays if self.gray else _blends)(tuple(grounds), tuple(inks))

    @property
    def flat(self) -> list[int]:
        """The entries as Pillow takes them."""
        return [part for color in self.colors for part in color]

    def indices(self, picture: Image.Image) -> NDArray[np.uint8]:
        """Entry of each pixel, shape ``(height, width)``; the picture's mode is L or RGB."""
        if picture.mode == "L":
            return np.take(_gray_table(self.colors), np.asarray(picture))
        four = np.frombuffer(picture.tobytes("raw", "RGBX"), "<u4").reshape(picture.height, picture.width)
        keys = (four & _RED) << _TO_RED | (four & _GREEN) >> _TO_GREEN | (four & _BLUE) >> _TO_BLUE
        return np.take(_table(self.colors), keys)

    def applied(self, picture: Image.Image) -> Image.Image:
        """The picture with this palette."""
        if picture.mode == "L":  # a look-up in one byte is quicker there than in an array
            indexed = picture.point(_gray_table(self.colors).tolist())
        else:
            indexed = Image.fromarray(self.indices(picture))
        indexed.putpalette(self.flat)  # which turns greys into entries
        return indexed


def _grays(grounds: tuple[Bytes, ...], inks: tuple[Bytes, ...]) -> tuple[Bytes, ...]:
    """The greys that are there, and as many more as there is room for, each in the middle of the widest gap."""
    levels = sorted({color[0] for color in (*grounds, *inks)})[:GRAYS]
    while len(levels) < GRAYS:
        gaps = [(upper - lower, lower) for lower, upper in pairwise(levels)]
        width, lower = max(gaps, default=(0, 0))
        if width < 2:
            break
        levels = sorted([*levels, lower + width // 2])
    return tuple((level, level, level) for level in levels)


def _blends(grounds: tuple[Bytes, ...], inks: tuple[Bytes, ...]) -> tuple[Bytes, ...]:
    flats = dict.fromkeys((*grounds, *inks))
    pairs = [(ink, ground) for ground in grounds for ink in inks if ink != ground]
    for steps in range(_STEPS, 0, -1):
        found = flats | dict.fromkeys(
            tuple(round(i * step / steps + g * (1 - step / steps)) for i, g in zip(ink, ground, strict=True))
            for ink, ground in pairs
            for step in range(1, steps)
        )
        if len(found) <= _MOST:
            return tuple((red, green, blue) for red, green, blue in found)
    return tuple(flats)[:_MOST]


@lru_cache(maxsize=16)
def _gray_table(colors: tuple[Bytes, ...]) -> NDArray[np.uint8]:
    distance = np.abs(np.arange(256)[:, None] - np.array([color[0] for color in colors]))
    table: NDArray[np.uint8] = np.argmin(distance, axis=1).astype(np.uint8)
    return table


@lru_cache(maxsize=16)
def _table(colors: tuple[Bytes, ...]) -> NDArray[np.uint8]:
    """The entry nearest to each color of five bits a part; those of the marks themselves are exact."""
    side = 1 << _BITS
    parts = np.arange(side) * 8 + 4
    every = np.stack(np.meshgrid(parts, parts, parts, indexing="ij"), axis=-1).reshape(-1, 1, 3)
    distances = (np.square(block - np.array(colors)).sum(axis=-1) for block in np.array_split(every, 16))
    table: NDArray[np.uint8] = np.concatenate([np.argmin(block, axis=1) for block in distances]).astype(np.uint8)
    for entry in range(len(colors) - 1, -1, -1):  # the first entries are the flat colors: they win
        red, green, blue = (part >> (8 - _BITS) for part in colors[entry])
        table[red << (2 * _BITS) | green << _BITS | blue] = entry
    return table
