"""Writes pages as an animated GIF that loops: one palette for all frames, and only the changes of each frame.

Pillow compresses the pixels. The structure of the file is written here, because the writer of Pillow compares whole
frames and takes three times as long. The same pages give the same bytes.
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
from puzzlegen.drawing.png_writer import blank_picture, draw_marks
from puzzlegen.errors import OutputError
from puzzlegen.layout.core.document import Disc, Mark, Page, Path, Rect, Ring, moved
from puzzlegen.output.atomic_files import atomic_file

_ENTRIES = 256  # of the palette; the last one is transparent and keeps a pixel unchanged
_UNCHANGED = _ENTRIES - 1
_KEEP = 1  # disposal method: the next frame is drawn over this one
_TICK = 10  # milliseconds: the unit of durations in a GIF
MAX_SIDE = 65535  # pixels, by the format

_SMOOTHING = 3  # pixels that a smoothed mark may extend beyond its bounds

Pixels = NDArray[np.uint8]
Bounds = NDArray[np.float64]  # shape (marks, 4): left, top, right, bottom
Sides = tuple[float, float, float, float]  # left, top, right, bottom
Corners = tuple[int, int, int, int]
_EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)  # bounds of a mark that are only known when it is drawn


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
    table = bytes(palette.flat).ljust(3 * _ENTRIES, b"\0")
    screen = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0)  # a palette of 256 of 8 bits
    loop = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    parts = [screen, table, loop]
    for (left, top, pixels), time in zip(_changes(pages, palette, scale), times, strict=True):
        frame = Image.fromarray(pixels)
        known = {"duration": time // _TICK * _TICK, "transparency": _UNCHANGED, "disposal": _KEEP}
        parts += GifImagePlugin.getdata(frame, (left, top), **known)
    with atomic_file(path) as beside:
        beside.write_bytes(b"".join([*parts, b";"]))


def _changes(pages: Sequence[Page], palette: IndexedPalette, scale: float) -> Iterator[tuple[int, int, Pixels]]:
    """Yield left, top and pixels of the part of each frame that changes; the first frame is whole."""
    before: Pixels | None = None
    for patches in _changed_parts(pages, "L" if palette.gray else "RGB", scale):
        drawn = [(box, palette.indices(picture)) for box, picture in patches]
        if before is None:
            before = drawn[0][1].copy()
            yield 0, 0, drawn[0][1]
            continue
        yield _difference(before, drawn)
        for (left, top, right, bottom), now in drawn:
            before[top:bottom, left:right] = now


def _changed_parts(pages: Sequence[Page], mode: str, scale: float) -> Iterator[list[tuple[Corners, Image.Image]]]:
    """Yield for each page parts that contain all differences from the page before; they do not overlap.

    The marks that the first two pages have in common at the beginning are drawn once. Of other pages that begin with
    them, only the surroundings of added and removed marks are drawn, usually single cells. An animation of 55 positions
    takes a fifth of the time.
    """
    common = _common_start(pages[0].marks, pages[1].marks if len(pages) > 1 else ())
    background = draw_marks(blank_picture(pages[0], scale, mode), common, scale)
    whole = (0, 0, *background.size)
    last: Counter[Mark] | None = None
    for page in pages:
        if _common_start(common, page.marks) != common:
            last = None
            yield [(whole, draw_marks(blank_picture(page, scale, mode), page.marks, scale))]
            continue
        own = page.marks[len(common) :]
        now = Counter(own)
        changed = () if last is None else [mark for mark in now | last if now[mark] != last[mark]]
        boxes = [whole] if last is None else _boxes_around(changed, scale, whole)
        bounds = np.array([_bounds(mark) or _EVERYWHERE for mark in own]).reshape(-1, 4) * scale
        yield [(box, _patch(background.crop(box), own, bounds, box, scale)) for box in boxes]
        last = now


def _patch(background: Image.Image, own: Sequence[Mark], bounds: Bounds, box: Corners, scale: float) -> Image.Image:
    """Draw the marks of a page that extend into a box on the part of the background in it."""
    left, top, right, bottom = (bounds[:, side] for side in range(4))
    meets = (
        (left - _SMOOTHING <= box[2])
        & (right + _SMOOTHING >= box[0])
        & (top - _SMOOTHING <= box[3])
        & (bottom + _SMOOTHING >= box[1])
    )
    near = [own[i] for i in np.flatnonzero(meets).tolist()]
    return draw_marks(background, moved(near, -box[0] / scale, -box[1] / scale), scale)


def _difference(before: Pixels, drawn: Sequence[tuple[Corners, Pixels]]) -> tuple[int, int, Pixels]:
    """Return left, top and pixels of the smallest part with all changes; other pixels in it are transparent."""
    found = []
    for (left, top, right, bottom), now in drawn:
        changed = before[top:bottom, left:right] != now
        rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        if rows.size:
            part = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
            pixels = np.where(changed[part], now[part], np.uint8(_UNCHANGED))
            found.append((left + int(cols[0]), top + int(rows[0]), pixels))
    if not found:
        return 0, 0, np.full((1, 1), _UNCHANGED, np.uint8)
    left, top = min(one[0] for one in found), min(one[1] for one in found)
    right, bottom = (max(one[i] + one[2].shape[1 - i] for one in found) for i in (0, 1))
    combined = np.full((bottom - top, right - left), _UNCHANGED, np.uint8)
    for x, y, pixels in found:
        combined[y - top : y - top + pixels.shape[0], x - left : x - left + pixels.shape[1]] = pixels
    return left, top, combined


def _bounds(mark: Mark) -> Sides | None:
    """Return the bounds of a mark in units of the page; None if they are only known when it is drawn."""
    match mark:
        case Rect():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Disc():
            return mark.x - mark.radius, mark.y - mark.radius, mark.x + mark.radius, mark.y + mark.radius
        case Ring():
            radius = mark.radius + mark.line
            return mark.x - radius, mark.y - radius, mark.x + radius, mark.y + radius
        case Path():
            xs, ys = zip(*mark.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
    return None


def _boxes_around(marks: Iterable[Mark], scale: float, whole: Corners) -> list[Corners]:
    """Return boxes of pixels around marks with their smoothed edges; boxes do not overlap."""
    boxes: list[Corners] = []
    for mark in marks:
        sides = _bounds(mark)
        if sides is None:
            return [whole]
        soft = 0 if isinstance(mark, Rect) else _SMOOTHING  # so that boxes of tinted neighbors do not overlap
        box = (
            max(whole[0], int(sides[0] * scale) - soft),
            max(whole[1], int(sides[1] * scale) - soft),
            min(whole[2], int(sides[2] * scale) + 1 + soft),
            min(whole[3], int(sides[3] * scale) + 1 + soft),
        )
        while over := [one for one in boxes if _overlap(one, box)]:
            boxes = [one for one in boxes if one not in over]
            lefts, tops, rights, bottoms = zip(box, *over, strict=True)
            box = (min(lefts), min(tops), max(rights), max(bottoms))
        boxes.append(box)
    return boxes


def _overlap(a: Corners, b: Corners) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _common_start(one: tuple[Mark, ...], other: tuple[Mark, ...]) -> tuple[Mark, ...]:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b and a != b:
            break
        count += 1
    return one[:count]
