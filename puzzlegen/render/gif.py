"""Pages to a moving picture, looping for ever: one palette for all frames, and of each only what changes.

Pillow packs the pixels; the file around them is written here, because Pillow's own writer compares whole frames and
takes three times as long. The same pages give the same bytes.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from puzzlegen.errors import OutputError
from puzzlegen.layout.document import Disc, Mark, Page, Rect, Ring
from puzzlegen.layout.move import moved
from puzzlegen.render.atomic import whole_file
from puzzlegen.render.palette import Palette
from puzzlegen.render.png import canvas, painted

_ENTRIES = 256  # of the palette; the last is the one that leaves a pixel as it was
_SAME = _ENTRIES - 1
_KEEP = 1  # disposal: the next frame is drawn over this one
_TICK = 10  # milliseconds: the unit of a GIF's times
MOST_SIDE = 65535  # pixels: what the format can say

_SOFT = 3  # pixels a mark may reach beyond its sides when they are smoothed

Pixels = NDArray[np.uint8]
Sides = tuple[float, float, float, float]  # left, top, right, bottom
Corners = tuple[int, int, int, int]


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
    for box, picture in _redrawn(pages, "L" if palette.gray else "RGB", scale):
        now = palette.indices(picture)
        left, top, right, bottom = box
        if before is None:
            before = now.copy()
            yield 0, 0, now
        else:
            yield _difference(before[top:bottom, left:right], now, left, top)
            before[top:bottom, left:right] = now


def _redrawn(pages: Sequence[Page], mode: str, scale: float) -> Iterator[tuple[Corners, Image.Image]]:
    """Of each page a part that holds all that differs from the page before.

    What the first two pages begin with alike is drawn once. Of pages that begin so too, only what lies around the
    marks that came or went is drawn: a film of 55 positions takes a third of the time.
    """
    shared = _shared(pages[0].marks, pages[1].marks if len(pages) > 1 else ())
    ground = painted(canvas(pages[0], scale, mode), shared, scale)
    whole = (0, 0, *ground.size)
    last: Counter[Mark] | None = None
    for page in pages:
        if page.marks[: len(shared)] != shared:
            last = None
            yield whole, painted(canvas(page, scale, mode), page.marks, scale)
            continue
        own = page.marks[len(shared) :]
        now = Counter(own)
        box = whole if last is None else _around((now - last) + (last - now), scale, whole)
        near = [mark for mark in own if _meets(_reach(mark), box, scale)]
        yield box, painted(ground.crop(box), moved(near, -box[0] / scale, -box[1] / scale), scale)
        last = now


def _difference(before: Pixels, now: Pixels, left: int, top: int) -> tuple[int, int, Pixels]:
    """The smallest part that holds all changes; what does not change in it is left as it was."""
    changed = before != now
    rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not rows.size:
        return left, top, np.full((1, 1), _SAME, np.uint8)
    part = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
    return left + int(cols[0]), top + int(rows[0]), np.where(changed[part], now[part], np.uint8(_SAME))


def _reach(mark: Mark) -> Sides | None:
    """How far a mark reaches, in the page's unit; None where only drawing tells."""
    match mark:
        case Rect():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            return mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius
        case Ring():
            radius = mark.radius + mark.line
            return mark.x - radius, mark.y - radius, mark.x + radius, mark.y + radius
    return None


def _around(marks: Iterable[Mark], scale: float, whole: Corners) -> Corners:
    """Pixels that hold the marks with their soft edges; one pixel without marks."""
    reaches = [_reach(mark) for mark in marks]
    known = [reach for reach in reaches if reach is not None]
    if len(known) < len(reaches):
        return whole
    if not known:
        return 0, 0, 1, 1
    lefts, tops, rights, bottoms = zip(*known, strict=True)
    return (
        max(whole[0], int(min(lefts) * scale) - _SOFT),
        max(whole[1], int(min(tops) * scale) - _SOFT),
        min(whole[2], int(max(rights) * scale) + 1 + _SOFT),
        min(whole[3], int(max(bottoms) * scale) + 1 + _SOFT),
    )


def _meets(reach: Sides | None, box: Corners, scale: float) -> bool:
    if reach is None:
        return True
    left, top, right, bottom = (side * scale for side in reach)
    return left - _SOFT <= box[2] and right + _SOFT >= box[0] and top - _SOFT <= box[3] and bottom + _SOFT >= box[1]


def _shared(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> tuple[Mark, ...]:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return one[:count]
