"""Writes pages as an animated GIF that loops: one palette for all frames, and only the changes of each frame.

Pillow compresses the pixels. The structure of the file is written here, because the writer of Pillow compares whole
frames and takes three times as long. The same pages give the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from puzzlegen.drawing.indexed_color import IndexedPalette, is_gray, is_gray_mark
from puzzlegen.drawing.png_writer import blank_picture, draw_marks
from puzzlegen.errors import OutputError
from puzzlegen.layout.core.document import Disc, Mark, Page, Path, Rect, Ring, moved
from puzzlegen.output.atomic_files import atomic_file

_ENTRIES = 256  # of the palette; the last one is transparent and keeps a pixel unchanged
_UNCHANGED = _ENTRIES - 1
_KEEP = 1  # disposal method: the next frame is drawn over this one
_TICK = 10  # milliseconds: the unit of durations in a GIF
MAX_SIDE = 65535  # pixels, by the format

_ROUNDING = 0.5  # pixels that a rectangle may extend beyond its bounds
_SMOOTHING = 3  # pixels that a smoothed mark may extend beyond its bounds

Pixels = NDArray[np.uint8]
Bounds = NDArray[np.float64]  # shape (marks, 4): left, top, right, bottom
Sides = tuple[float, float, float, float]  # left, top, right, bottom
Corners = tuple[int, int, int, int]
Patch = tuple[Corners, Pixels]  # a part of a frame and its entries of the palette
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
    for (left, top, pixels), time in zip(_changes(_changed_parts(pages, palette, scale)), times, strict=True):
        frame = Image.fromarray(pixels)
        known = {"duration": time // _TICK * _TICK, "transparency": _UNCHANGED, "disposal": _KEEP}
        parts += GifImagePlugin.getdata(frame, (left, top), **known)
    with atomic_file(path) as beside:
        beside.write_bytes(b"".join([*parts, b";"]))


def _changes(frames: Iterable[Sequence[Patch]]) -> Iterator[tuple[int, int, Pixels]]:
    """Yield left, top and pixels of the part of each frame that changes; the first frame is whole."""
    before: Pixels | None = None
    for patches in frames:
        if before is None:
            before = patches[0][1].copy()
            yield 0, 0, patches[0][1]
            continue
        yield _difference(before, patches)
        for (left, top, right, bottom), now in patches:
            before[top:bottom, left:right] = now


def _changed_parts(pages: Sequence[Page], palette: IndexedPalette, scale: float) -> Iterator[list[Patch]]:
    """Yield for each page parts that contain all differences from the page before; they do not overlap.

    The marks that the first two pages have in common at the beginning are drawn once. Of other pages that begin with
    them, only the surroundings of added and removed marks are drawn, usually single cells. An animation of 55 positions
    takes a fifth of the time. Marks are compared by identity, so pages should share their marks.
    """
    common = _common_start(pages[0].marks, pages[1].marks if len(pages) > 1 else ())
    tiles = _Tiles(_drawn(pages[0], common, scale), palette, scale)
    whole = (0, 0, *tiles.background.size)
    last: dict[int, Mark] | None = None
    for page in pages:
        if _common_start(common, page.marks) != common:
            last = None
            yield [(whole, palette.indices(_drawn(page, page.marks, scale)))]
            continue
        own = page.marks[len(common) :]
        now = {id(mark): mark for mark in own}
        if last is None or len(now) < len(own):  # a mark that is drawn twice has darker edges
            boxes = [whole]
        else:
            changed = [mark for key, mark in (now | last).items() if (key in now) != (key in last)]
            boxes = _boxes_around(changed, scale, whole)
        bounds = np.array([_bounds(mark) or _EVERYWHERE for mark in own]).reshape(-1, 4) * scale
        reach = np.array([_ROUNDING if isinstance(mark, Rect) else _SMOOTHING for mark in own])[:, None]
        bounds += np.hstack([-reach, -reach, reach, reach])
        yield [(box, tiles.patch(_near(own, bounds, box), box)) for box in boxes]
        last = now


def _drawn(page: Page, marks: tuple[Mark, ...], scale: float) -> Image.Image:
    """Draw marks on the paper of a page, in gray if all of them are gray, which takes a third of the time."""
    mode = "L" if is_gray(replace(page, marks=marks)) else "RGB"
    return draw_marks(blank_picture(page, scale, mode), marks, scale)


def _near(own: Sequence[Mark], bounds: Bounds, box: Corners) -> list[Mark]:
    """Return the marks of a page that extend into a box; ``bounds`` are in pixels, with smoothed edges."""
    left, top, right, bottom = bounds.T
    meets = (left < box[2]) & (right > box[0]) & (top < box[3]) & (bottom > box[1])
    return [own[i] for i in np.flatnonzero(meets).tolist()]


class _Tiles:
    """Draws patches, and each only once that looks the same: most cells of an animation look like an earlier one."""

    def __init__(self, background: Image.Image, palette: IndexedPalette, scale: float) -> None:
        self.background = background
        self._palette = palette
        self._scale = scale
        self._known: dict[tuple[object, ...], Pixels] = {}

    def patch(self, near: Sequence[Mark], box: Corners) -> Pixels:
        """Return the pixels of a box after drawing marks on the background."""
        ground = self.background.crop(box)
        marks = moved(near, -box[0] / self._scale, -box[1] / self._scale)
        key = (ground.size, ground.tobytes(), *marks)
        if key not in self._known:
            if ground.mode == "L" and not all(map(is_gray_mark, marks)):
                ground = ground.convert("RGB")
            self._known[key] = self._palette.indices(draw_marks(ground, marks, self._scale))
        return self._known[key]


def _difference(before: Pixels, drawn: Sequence[Patch]) -> tuple[int, int, Pixels]:
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
