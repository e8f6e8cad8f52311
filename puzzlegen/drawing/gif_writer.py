"""Writes pages as an animated GIF that loops: one palette for all frames, and only the changes of each frame.

The structure of the file is written here, because the writer of Pillow chooses a palette for each frame, which shifts
colors between frames. Pillow compresses the pixels.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops

from puzzlegen.drawing.color import IndexedPalette, draw_page, paint
from puzzlegen.errors import OutputError
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import Page

_ENTRIES = 256  # of the palette; the last one is transparent and keeps a pixel unchanged
_UNCHANGED = _ENTRIES - 1
_KEEP = 1  # disposal method: the next frame is drawn over this one
_HAS_TRANSPARENT = 1  # a flag beside it
_TICK = 10  # milliseconds: the unit of durations in a GIF
MAX_SIDE = 65535  # pixels, by the format

Pixels = NDArray[np.uint8]


def write_gif(pages: Sequence[Page], times: Sequence[int], path: FilePath, scale: float = 1.0) -> None:
    """Write pages of one size; ``times`` has the duration of each page in milliseconds.

    Raises OutputError when the file cannot be written or the pages are larger than the format allows.
    """
    width, height = (round(side * scale) for side in (pages[0].width, pages[0].height))
    if max(width, height) > MAX_SIDE:
        raise OutputError(
            f"{path}: {width} by {height} pixels, but a GIF has at most {MAX_SIDE} on a side: use fewer pixels"
        )
    palette = IndexedPalette(pages)
    table = bytes(part for color in palette.colors for part in color).ljust(3 * _ENTRIES, b"\0")
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0)  # a palette of 256 of 8 bits
    loop = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    parts = [screen, table, loop]
    for (left, top, pixels), time in zip(_changes(pages, palette, scale), times, strict=True):
        control = struct.pack("<BHBB", _KEEP << 2 | _HAS_TRANSPARENT, time // _TICK, _UNCHANGED, 0)
        place = struct.pack("<HHHHB", left, top, pixels.shape[1], pixels.shape[0], 0)
        parts += b"!\xf9\x04", control, b",", place, b"\x08", Image.fromarray(pixels).tobytes("gif", "L", 8, 0), b"\0"
    with atomic_file(path) as beside:
        beside.write_bytes(b"".join([*parts, b";"]))


def _changes(pages: Sequence[Page], palette: IndexedPalette, scale: float) -> Iterator[tuple[int, int, Pixels]]:
    """Yield left, top and entries of the part of each frame that changes; other pixels in it are transparent.

    The first frame is whole. A frame without changes has one transparent pixel.
    """
    pictures = _pictures(pages, "L" if palette.gray else "RGB", scale)
    before = next(pictures)
    entries = palette.indices(before).copy()
    yield 0, 0, entries.copy()
    for picture in pictures:
        left, top, right, bottom = ImageChops.difference(before, picture).getbbox() or (0, 0, 1, 1)
        shown, now = entries[top:bottom, left:right], palette.indices(picture.crop((left, top, right, bottom)))
        changed = shown != now
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if rows.size:
            part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
            yield left + int(columns[0]), top + int(rows[0]), np.where(changed[part], now[part], np.uint8(_UNCHANGED))
        else:
            yield 0, 0, np.full((1, 1), _UNCHANGED, np.uint8)
        shown[...] = now
        before = picture


def _pictures(pages: Sequence[Page], mode: str, scale: float) -> Iterator[Image.Image]:
    """Yield the pages in true color. The marks with which all of them begin are painted once."""
    columns = zip(*(page.marks for page in pages), strict=False)
    common = sum(1 for _ in takewhile(lambda column: all(mark is column[0] for mark in column), columns))
    ground = draw_page(replace(pages[0], marks=pages[0].marks[:common]), scale).convert(mode)
    for page in pages:
        picture = ground.copy()
        paint(picture, page.marks[common:], scale)
        yield picture
