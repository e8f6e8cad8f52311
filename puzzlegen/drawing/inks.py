"""Converts colors to the inks of a press, and to what these show, by a table that ``tools/ink_table.py`` makes.

A gray is black ink alone, because thin lines of four inks get colored edges when the plates are slightly out of
register. In other colors black replaces their gray, so that no sum of inks is over 300 %.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from puzzlegen.drawing.color import rgb_bytes
from puzzlegen.layout.core.document import RGB, Picture
from puzzlegen.printers.requirements import Space

STRIP = 256  # rows converted at a time: copies of a whole image of 50 million pixels would take 200 MB each


@cache
def _tables() -> tuple[ImageFilter.Color3DLUT, ImageFilter.Color3DLUT]:
    """Return the tables of inks and of the colors that these show: in the file one below the other."""
    with Image.open(Path(__file__).with_name("inks.png")) as image:
        inks, shown = (np.asarray(image) / 255).reshape(2, -1, 4)
        side = image.height // 2
    return ImageFilter.Color3DLUT(side, inks.ravel(), 4, "CMYK"), ImageFilter.Color3DLUT(side, shown[:, :3].ravel())


def grays(picture: Image.Image) -> NDArray[np.bool_]:
    """Return which pixels of an RGB image are grays, shape ``(height, width)``."""
    pixels = np.asarray(picture)
    gray: NDArray[np.bool_] = pixels.max(axis=2) == pixels.min(axis=2)
    return gray


def in_inks(picture: Image.Image) -> Image.Image:
    """Return an RGB image in CMYK."""
    gray, inks = grays(picture), np.array(picture.filter(_tables()[0]))
    inks[gray] = 0
    inks[gray, 3] = 255 - np.asarray(picture)[gray, 0]
    return Image.fromarray(inks, "CMYK")


def as_printed(picture: Image.Image) -> Image.Image:
    """Return an RGB image as its inks show it: colors beyond them become the nearest of their hue."""
    gray, shown = grays(picture), np.array(picture.filter(_tables()[1]))
    shown[gray] = np.asarray(picture)[gray]
    return Image.fromarray(shown)


def printed(color: RGB, space: Space) -> RGB:
    """Return a color as it is seen when a file in that color space is printed: in CMYK as its inks show it."""
    if space != "cmyk":
        return color
    red, green, blue = as_printed(_dot(color)).tobytes()
    return RGB(red / 255, green / 255, blue / 255)


def inks_of(color: RGB) -> tuple[float, ...]:
    """Return cyan, magenta, yellow and black, each 0 to 1."""
    return tuple(ink / 255 for ink in in_inks(_dot(color)).tobytes())


def _dot(color: RGB) -> Image.Image:
    return Image.new("RGB", (1, 1), rgb_bytes(color))


def pixels_in(picture: Picture, space: Space) -> tuple[bytes, int]:
    """Return the pixels of a picture in the color space of a file, and the number of their channels."""
    if picture.channels == 1 or space != "cmyk":
        return picture.pixels, picture.channels
    size = 3 * picture.columns * STRIP
    strips = (memoryview(picture.pixels)[start : start + size] for start in range(0, len(picture.pixels), size))
    images = (Image.frombytes("RGB", (picture.columns, len(strip) // 3 // picture.columns), strip) for strip in strips)
    return b"".join(in_inks(image).tobytes() for image in images), 4
