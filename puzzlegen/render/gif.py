"""Pages to a moving picture, looping for ever: one palette for all frames, and of each only what changes.

Pillow packs the pixels; the file around them is written here, because Pillow's own writer compares whole frames and
takes three times as long. The same pages give the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from puzzlegen.errors import OutputError
from puzzlegen.layout.document import Mark, Page
from puzzlegen.render.atomic import whole_file
from puzzlegen.render.palette import Palette
from puzzlegen.render.png import canvas, painted

_ENTRIES = 256  # of the palette; the last is the one that leaves a pixel as it was
_SAME = _ENTRIES - 1
_KEEP = 1  # disposal: the next frame is drawn over this one
_TICK = 10  # milliseconds: the unit of a GIF's times
MOST_SIDE = 65535  # pixels: what the format can say

Pixels = NDArray[np.uint8]


def write_gif(pages: Sequence[Page], times: Sequence[int], path: FilePath, scale: float = 1.0) -> None:
    """Write the pages, which are of one size; ``times`` are milliseconds, one a page.

    Raises OutputError when the file cannot be written or the pages are larger than the format allows.
    """
    width, height = (round(side * scale) for side in (pages[0].width, pages[0].height))
    if max(width, height) > MOST_SIDE:
        raise OutputError(f"{path}: {width} by {height} pixels are more than a GIF can hold: {MOST_SIDE} a side")
    palette = Palette(pages)
    table = bytes(palette.flat).ljust(3 * _ENTRIES, b"\0")
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0)  # a palette of 256 of 8 bits
    endless = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    parts = [screen, table, endless]
    for (left, top, pixels), time in zip(_changes(pages, palette, scale), times, strict=True):
        frame = Image.fromarray(pixels)
        known = {"duration": time // _TICK * _TICK, "transparency": _SAME, "disposal": _KEEP}
        parts += GifImagePlugin.getdata(frame, (left, top), **known)
    with whole_file(path) as beside:
        beside.write_bytes(b"".join([*parts, b";"]))


def _changes(pages: Sequence[Page], palette: Palette, scale: float) -> Iterator[tuple[int, int, Pixels]]:
    """Left, top and pixels of what changes from frame to frame; the first is whole."""
    before: Pixels | None = None
    for picture in _pictures(pages, palette, scale):
        now = palette.indices(picture)
        if before is None:
            yield 0, 0, now
        else:
            yield _difference(before, now)
        before = now


def _difference(before: Pixels, now: Pixels) -> tuple[int, int, Pixels]:
    changed = before != now
    rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not rows.size:  # a frame must hold something
        return 0, 0, np.full((1, 1), _SAME, np.uint8)
    top, bottom, left, right = rows[0], rows[-1] + 1, cols[0], cols[-1] + 1
    part = (slice(top, bottom), slice(left, right))
    return int(left), int(top), np.where(changed[part], now[part], np.uint8(_SAME))


def _pictures(pages: Sequence[Page], palette: Palette, scale: float) -> Iterator[Image.Image]:
    """The frames; what the first two begin with alike is drawn once."""
    mode = "L" if palette.gray else "RGB"
    shared = _shared(pages[0].marks, pages[1].marks if len(pages) > 1 else ())
    ground = painted(canvas(pages[0], scale, mode), shared, scale)
    for page in pages:
        if page.marks[: len(shared)] == shared:
            yield painted(ground.copy(), page.marks[len(shared) :], scale)
        else:
            yield painted(canvas(page, scale, mode), page.marks, scale)


def _shared(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> tuple[Mark, ...]:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return one[:count]
