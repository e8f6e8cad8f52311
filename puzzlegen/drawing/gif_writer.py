"""Writes pages as an animated GIF that loops: one palette for all frames, and only the changes of each frame.

The structure of the file is written here, because the writer of Pillow compares whole frames and takes three times as
long. The pixels are compressed by a kernel of the engine in processes that use compiled kernels anyway, else by Pillow.
The bytes are the same, so the same pages always give the same file.

Positions of an animation share their marks. The marks with which all of them begin are painted once. Of the others only
the boxes of added and removed marks are painted, usually single cells, and those that look alike only once.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path as FilePath

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.drawing.color import IndexedPalette, different_marks
from puzzlegen.drawing.pixel_files import PaletteCanvas, can_paint, overlap, page_entries
from puzzlegen.drawing.raster import Corners, Operation, operations
from puzzlegen.engine import kernels, lzw
from puzzlegen.errors import OutputError
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import Mark, Page

_ENTRIES = 256  # of the palette; the last one is transparent and keeps a pixel unchanged
_UNCHANGED = _ENTRIES - 1
_KEEP = 1  # disposal method: the next frame is drawn over this one
_HAS_TRANSPARENT = 1  # a flag beside it
_TICK = 10  # milliseconds: the unit of durations in a GIF
_BLOCK = 255  # bytes at most
MAX_SIDE = 65535  # pixels, by the format

Pixels = NDArray[np.uint8]
Patch = tuple[Corners, Pixels]  # a part of a frame and its entries of the palette
_Order = Mapping[int, int]  # the numbers of the marks of a page, and when each is painted
Change = tuple[int, int, Pixels]  # left, top, and the entries of a part, transparent where nothing changes


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
    compress = _compressor()
    for (left, top, pixels), time in zip(_changes(_patches(pages, palette, scale)), times, strict=True):
        control = struct.pack("<BHBB", _KEEP << 2 | _HAS_TRANSPARENT, time // _TICK, _UNCHANGED, 0)
        place = struct.pack("<HHHHB", left, top, pixels.shape[1], pixels.shape[0], 0)
        parts += b"!\xf9\x04", control, b",", place, b"\x08", compress(pixels), b"\0"
    with atomic_file(path) as beside:
        beside.write_bytes(b"".join([*parts, b";"]))


def _compressor() -> Callable[[Pixels], bytes]:
    """Return a function that compresses the pixels of a frame into blocks, each with its length before it."""
    if not kernels.load().library:
        return lambda pixels: Image.fromarray(pixels).tobytes("gif", "L", 8, 0)
    dictionary = lzw.new_dictionary()

    def compress(pixels: Pixels) -> bytes:
        found = np.empty(lzw.most_bytes(pixels.size), np.uint8)
        writable = np.require(pixels.reshape(-1), requirements="W")
        data = found[: lzw.compress(writable, dictionary, found)].tobytes()
        blocks = (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))
        return b"".join(part for block in blocks for part in (bytes([len(block)]), block))

    return compress


def _changes(frames: Iterable[Sequence[Patch]]) -> Iterator[Change]:
    """Yield the part of each frame that changes; the first frame is whole."""
    before: Pixels | None = None
    known: dict[tuple[bytes, int], list[Change]] = {}
    for patches in frames:
        if before is None:
            before = patches[0][1].copy()
            yield 0, 0, patches[0][1]
            continue
        found = []
        for (left, top, right, bottom), now in patches:
            there = before[top:bottom, left:right]
            key = (there.tobytes(), id(now))
            if key not in known:
                known[key] = _difference(there, now)
            found += [(left + x, top + y, pixels) for x, y, pixels in known[key]]
            there[...] = now
        yield _combined(found)


def _difference(before: Pixels, now: Pixels) -> list[Change]:
    """Return the smallest part with all changes, or nothing; other pixels in it are transparent."""
    changed = before != now
    rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not rows.size:
        return []
    part = (slice(rows[0], rows[-1] + 1), slice(cols[0], cols[-1] + 1))
    return [(int(cols[0]), int(rows[0]), np.where(changed[part], now[part], np.uint8(_UNCHANGED)))]


def _combined(found: Sequence[Change]) -> Change:
    """Return several changes as one; a frame without changes has one transparent pixel."""
    if not found:
        return 0, 0, np.full((1, 1), _UNCHANGED, np.uint8)
    left, top = min(x for x, _, _ in found), min(y for _, y, _ in found)
    right, bottom = max(x + part.shape[1] for x, _, part in found), max(y + part.shape[0] for _, y, part in found)
    combined = np.full((bottom - top, right - left), _UNCHANGED, np.uint8)
    for x, y, part in found:
        combined[y - top : y - top + part.shape[0], x - left : x - left + part.shape[1]] = part
    return left, top, combined


def _patches(pages: Sequence[Page], palette: IndexedPalette, scale: float) -> Iterator[Sequence[Patch]]:
    """Yield for each page parts that contain all differences from the page before; they do not overlap.

    Marks are compared by identity, so pages should share their marks.
    """
    if not can_paint(palette):
        yield from ([_whole(page_entries(page, palette, scale))] for page in pages)
        return
    common = pages[0].marks[: _common_start(pages[0].marks, pages[1].marks if len(pages) > 1 else ())]
    own = [page.marks[len(common) :] if page.marks[: len(common)] == common else None for page in pages]
    background = PaletteCanvas(palette, pages[0], scale)
    for mark in common:
        background.paint(operations(mark, scale))
    tiles = _Tiles(background, [marks for marks in own if marks is not None], scale)
    before: _Order | None = None
    for page, marks in zip(pages, own, strict=True):
        order = None if marks is None else tiles.order(marks)
        if order is None:
            yield [_whole(page_entries(page, palette, scale))]
        else:
            yield tiles.patches(order, before)
        before = order


def _whole(pixels: Pixels) -> Patch:
    return (0, 0, pixels.shape[1], pixels.shape[0]), pixels


def _common_start(one: Sequence[Mark], other: Sequence[Mark]) -> int:
    """Return how many marks both begin with."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a is not b and a != b:
            break
        count += 1
    return count


class _Tiles:
    """Paints parts of pages that begin with the same marks, and each part only once that looks the same."""

    def __init__(self, background: PaletteCanvas, own: Iterable[Sequence[Mark]], scale: float) -> None:
        """``background`` has the marks that all pages begin with, and ``own`` has the others of each page."""
        self._background = background
        self._size = background.pixels.shape[1], background.pixels.shape[0]
        each = different_marks(own)
        self._numbers = {key: number for number, key in enumerate(each)}
        self._operations = [operations(mark, scale) for mark in each.values()]
        self._boxes = [self._box(found) for found in self._operations]
        self._sides = np.array(self._boxes, np.int64).reshape(-1, 4).T  # those of all boxes together
        self._marks_near: dict[Corners, Sequence[int]] = {}
        self._known: dict[tuple[object, ...], Pixels] = {}

    def order(self, own: Sequence[Mark]) -> _Order | None:
        """Return the order of the marks of a page; None if it has one twice, which makes smoothed edges darker."""
        found = dict(zip(map(self._numbers.__getitem__, map(id, own)), range(len(own)), strict=True))
        return found if len(found) == len(own) else None

    def patches(self, order: _Order, before: _Order | None) -> list[Patch]:
        """Paint the boxes of the marks that a page has and the page before did not, and the other way round.

        The page is painted whole if ``before`` is None.
        """
        if before is None:
            found = [operation for number in order for operation in self._operations[number]]
            return [_whole(self._painted((0, 0, *self._size), found))]
        changed = sorted(order.keys() ^ before.keys())
        boxes = _separate(box for box in map(self._boxes.__getitem__, changed) if box[0] < box[2] and box[1] < box[3])
        return [(box, self._tile(box, order)) for box in boxes]

    def _tile(self, box: Corners, order: _Order) -> Pixels:
        """Return a part of the background with the marks of a page."""
        near = [number for number in self._near(box) if number in order]
        found = [operation for number in sorted(near, key=order.__getitem__) for operation in self._operations[number]]
        left, top, right, bottom = box
        ground = self._background.pixels[top:bottom, left:right]
        key = (ground.tobytes(), ground.shape, *((_moved(one.box, left, top), *one[1:]) for one in found))
        if key not in self._known:
            self._known[key] = self._painted(box, found)
        return self._known[key]

    def _painted(self, box: Corners, found: Iterable[Operation]) -> Pixels:
        part = self._background.part(box)
        part.paint(found)
        return part.entries()

    def _near(self, box: Corners) -> Sequence[int]:
        """Return the numbers of the marks of all pages that meet a box."""
        if box not in self._marks_near:
            left, top, right, bottom = self._sides
            meets = (left < box[2]) & (right > box[0]) & (top < box[3]) & (bottom > box[1])
            self._marks_near[box] = np.flatnonzero(meets).tolist()
        return self._marks_near[box]

    def _box(self, found: Sequence[Operation]) -> Corners:
        """Return the box on the page around operations; none of it may be left."""
        if not found:
            return 0, 0, 0, 0
        lefts, tops, rights, bottoms = zip(*(one.box for one in found), strict=True)
        width, height = self._size
        return max(0, min(lefts)), max(0, min(tops)), min(width, max(rights)), min(height, max(bottoms))


def _moved(box: Corners, left: int, top: int) -> Corners:
    return box[0] - left, box[1] - top, box[2] - left, box[3] - top


def _separate(boxes: Iterable[Corners]) -> list[Corners]:
    """Return boxes that cover the given ones and do not overlap."""
    found: list[Corners] = []
    for box in boxes:
        joined = box
        while over := [one for one in found if overlap(one, joined)]:
            found = [one for one in found if one not in over]
            lefts, tops, rights, bottoms = zip(joined, *over, strict=True)
            joined = (min(lefts), min(tops), max(rights), max(bottoms))
        found.append(joined)
    return found
