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

from puzzlegen.drawing.indexed_color import IndexedPalette
from puzzlegen.drawing.png import canvas, painted
from puzzlegen.errors import OutputError
from puzzlegen.layout.core.document import Disc, Mark, Page, Rect, Ring, moved
from puzzlegen.output.atomic_files import whole_file

_ENTRIES = 256  # of the palette; the last is the one that leaves a pixel as it was
_SAME = _ENTRIES - 1
_KEEP = 1  # disposal: the next frame is drawn over this one
_TICK = 10  # milliseconds: the unit of a GIF's times
MOST_SIDE = 65535  # pixels: what the format can say

_SOFT = 3  # pixels a mark may reach beyond its sides when they are smoothed

Pixels = NDArray[np.uint8]
Reaches = NDArray[np.float64]  # shape (marks, 4): left, top, right, bottom
Sides = tuple[float, float, float, float]  # left, top, right, bottom
Corners = tuple[int, int, int, int]
_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)  # the reach of a mark that only drawing tells


def write_gif(pages: Sequence[Page], times: Sequence[int], path: FilePath, scale: float = 1.0) -> None:
    """Write the pages, which are of one size; ``times`` are milliseconds, one a page.

    Raises OutputError when the file cannot be written or the pages are larger than the format allows.
    """
    width, height = (round(side * scale) for side in (pages[0].width, pages[0].height))
    if max(width, height) > MOST_SIDE:
        raise OutputError(f"{path}: {width} by {height} pixels are more than a GIF can hold: {MOST_SIDE} a side")
    palette = IndexedPalette(pages)
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


def _changes(pages: Sequence[Page], palette: IndexedPalette, scale: float) -> Iterator[tuple[int, int, Pixels]]:
    """Left, top and pixels of what changes from frame to frame; the first is whole."""
    before: Pixels | None = None
    for patches in _redrawn(pages, "L" if palette.gray else "RGB", scale):
        drawn = [(box, palette.indices(picture)) for box, picture in patches]
        if before is None:
            before = drawn[0][1].copy()
            yield 0, 0, drawn[0][1]
            continue
        yield _difference(before, drawn)
        for (left, top, right, bottom), now in drawn:
            before[top:bottom, left:right] = now


def _redrawn(pages: Sequence[Page], mode: str, scale: float) -> Iterator[list[tuple[Corners, Image.Image]]]:
    """Of each page parts that hold all that differs from the page before; they do not overlap.

    What the first two pages begin with alike is drawn once. Of pages that begin so too, only what lies around the
    marks that came or went is drawn, mostly single cells: a film of 55 positions takes a fifth of the time.
    """
    shared = _shared(pages[0].marks, pages[1].marks if len(pages) > 1 else ())
    ground = painted(canvas(pages[0], scale, mode), shared, scale)
    whole = (0, 0, *ground.size)
    last: Counter[Mark] | None = None
    for page in pages:
        if _shared(shared, page.marks) != shared:
            last = None
            yield [(whole, painted(canvas(page, scale, mode), page.marks, scale))]
            continue
        own = page.marks[len(shared) :]
        now = Counter(own)
        changed = () if last is None else [mark for mark in now | last if now[mark] != last[mark]]
        boxes = [whole] if last is None else _around(changed, scale, whole)
        reaches = np.array([_reach(mark) or _EVERYWHERE for mark in own]).reshape(-1, 4) * scale
        yield [(box, _patch(ground.crop(box), own, reaches, box, scale)) for box in boxes]
        last = now


def _patch(ground: Image.Image, own: Sequence[Mark], reaches: Reaches, box: Corners, scale: float) -> Image.Image:
    """The marks of a page that reach into the box, drawn on what is below them there."""
    left, top, right, bottom = (reaches[:, side] for side in range(4))
    meets = (left - _SOFT <= box[2]) & (right + _SOFT >= box[0]) & (top - _SOFT <= box[3]) & (bottom + _SOFT >= box[1])
    near = [own[i] for i in np.flatnonzero(meets).tolist()]
    return painted(ground, moved(near, -box[0] / scale, -box[1] / scale), scale)


def _difference(before: Pixels, drawn: Sequence[tuple[Corners, Pixels]]) -> tuple[int, int, Pixels]:
    """The smallest part that holds all changes; what does not change in it is left as it was."""
    found = []
    for (left, top, right, bottom), now in drawn:
        changed = before[top:bottom, left:right] != now
        rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if rows.size:
            part = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
            pixels = np.where(changed[part], now[part], np.uint8(_SAME))
            found.append((left + int(cols[0]), top + int(rows[0]), pixels))
    if not found:
        return 0, 0, np.full((1, 1), _SAME, np.uint8)
    left, top = min(one[0] for one in found), min(one[1] for one in found)
    right, bottom = (max(one[i] + one[2].shape[1 - i] for one in found) for i in (0, 1))
    all_of_it = np.full((bottom - top, right - left), _SAME, np.uint8)
    for x, y, pixels in found:
        all_of_it[y - top : y - top + pixels.shape[0], x - left : x - left + pixels.shape[1]] = pixels
    return left, top, all_of_it


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


def _around(marks: Iterable[Mark], scale: float, whole: Corners) -> list[Corners]:
    """Boxes of pixels that hold the marks with their soft edges and do not overlap; none without marks."""
    boxes: list[Corners] = []
    for mark in marks:
        reach = _reach(mark)
        if reach is None:
            return [whole]
        soft = 0 if isinstance(mark, Rect) else _SOFT  # so that tinted neighbours stay apart
        box = (
            max(whole[0], int(reach[0] * scale) - soft),
            max(whole[1], int(reach[1] * scale) - soft),
            min(whole[2], int(reach[2] * scale) + 1 + soft),
            min(whole[3], int(reach[3] * scale) + 1 + soft),
        )
        while over := [one for one in boxes if _overlap(one, box)]:
            boxes = [one for one in boxes if one not in over]
            lefts, tops, rights, bottoms = zip(box, *over, strict=True)
            box = (min(lefts), min(tops), max(rights), max(bottoms))
        boxes.append(box)
    return boxes


def _overlap(a: Corners, b: Corners) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _shared(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> tuple[Mark, ...]:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b and a != b:
            break
        count += 1
    return one[:count]
