"""Writes pages as PNG files with a palette, painted directly in the entries of the palette.

Most marks lie on one color, so each mask is converted once for each color and each ground, and then copied. Where a
mark meets the smoothed edge of another mark, that part is painted in true color and converted. The result is the same
as painting everything in true color and converting the whole picture, which takes three times as long for a picture in
color (2026-11-23). Rows are packed, zlib-ng compresses them, and the file states the size of a pixel on paper.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from pathlib import Path as FilePath
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from zlib_ng import zlib_ng

from puzzlegen.drawing.color import Bytes, IndexedPalette, blank_picture, draw_page, paint, scaled_picture
from puzzlegen.drawing.raster import Blend, Corners, Operation, operations
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import Color, Gray, Mark, Page, Picture

Pixels = NDArray[np.uint8]
# This bit is set in pixels whose color is not in the palette, such as mixed colors at smoothed edges.
_INEXACT = 0x80


def page_entries(page: Page, palette: IndexedPalette, scale: float) -> Pixels:
    """Draw a page with ``scale`` pixels per unit; returns the entry of each pixel, shape ``(height, width)``."""
    last = page.marks[-1] if page.marks else None
    if can_paint(palette):
        marks = page.marks
    elif len(palette.colors) <= _INEXACT and isinstance(last, Picture) and not any_picture(page.marks[:-1]):
        marks = page.marks[:-1]
    else:
        return palette.indices(draw_page(page, scale))
    canvas = PaletteCanvas(palette, page, scale)
    for mark in marks:
        canvas.paint(operations(mark, scale))
    entries = canvas.entries()
    if isinstance(last, Picture):  # above all else, such as the logo of a link card
        pixels, (left, top) = scaled_picture(last, scale, "L" if palette.gray else "RGB")
        part = entries[max(top, 0) : max(top + pixels.height, 0), max(left, 0) : max(left + pixels.width, 0)]
        shown = palette.indices(pixels)[max(-top, 0) :, max(-left, 0) :]
        part[...] = shown[: part.shape[0], : part.shape[1]]
    return entries


def can_paint(palette: IndexedPalette) -> bool:
    """Tell whether the pages of a palette have no pictures, and the palette has few enough colors for a canvas."""
    return len(palette.colors) <= _INEXACT and not palette.has_pictures


def any_picture(marks: Iterable[Mark]) -> bool:
    """Tell whether any of the marks is a picture."""
    return any(isinstance(mark, Picture) for mark in marks)


class PaletteCanvas:
    """A page or a part of it."""

    def __init__(self, palette: IndexedPalette, page: Page, scale: float) -> None:
        """Begin with the paper of a page; its marks are not painted."""
        self._paper = page.paper or Gray(1.0)
        self._palette = palette
        self._below: PaletteCanvas | None = None
        self._left = self._top = 0
        self._painted: list[Operation] = []
        self._tiles: dict[tuple[object, ...], Pixels] = {}
        self._flats: dict[Color, int] = {}
        size = (round(page.height * scale), round(page.width * scale))
        self.pixels: Pixels = np.full(size, self._flat(self._paper), np.uint8)

    def part(self, box: Corners) -> PaletteCanvas:
        """Return a copy of a part; the coordinates of operations still start at the top left corner of the page."""
        found = object.__new__(PaletteCanvas)
        found._paper, found._palette = self._paper, self._palette
        found._tiles, found._flats = self._tiles, self._flats
        found._below, found._painted = self, []
        found._left, found._top = box[:2]
        found.pixels = self.pixels[box[1] : box[3], box[0] : box[2]].copy()
        return found

    def entries(self) -> Pixels:
        """Return the entry of each pixel, shape ``(height, width)``. Nothing can be painted afterwards."""
        return np.bitwise_and(self.pixels, np.uint8(_INEXACT - 1), out=self.pixels)

    def paint(self, found: Iterable[Operation]) -> None:
        """Paint operations; what lies outside is left out."""
        pixels, x, y = self.pixels, self._left, self._top
        for operation in found:
            self._painted.append(operation)
            left, top, right, bottom = operation.box
            if left >= x and top >= y:  # the usual case
                part, left, top = pixels[top - y : bottom - y, left - x : right - x], 0, 0
            else:
                part = pixels[max(top - y, 0) : max(bottom - y, 0), max(left - x, 0) : max(right - x, 0)]
                left, top = max(x - left, 0), max(y - top, 0)
            if isinstance(operation, Blend):
                self._blend(part, operation, left, top)
            else:
                part.fill(self._flat(operation.color))

    def _flat(self, color: Color) -> int:
        found = self._flats.get(color)
        if found is None:
            found = self._palette.entry(color) | (0 if self._palette.has(color) else _INEXACT)
            self._flats[color] = found
        return found

    def _blend(self, part: Pixels, blend: Blend, left: int, top: int) -> None:
        """Paint a mask on a part of the canvas, which begins ``left`` and ``top`` pixels inside the mask."""
        key = (part.tobytes(), part.shape, left, top, blend.color, blend.mask)
        found = self._tiles.get(key)
        if found is None:
            levels = blend.mask.levels[top : top + part.shape[0], left : left + part.shape[1]]
            if part.max(initial=0) < _INEXACT or (part[levels > 0] < _INEXACT).all():
                found = self._tiles[key] = self._blended(part, blend.color, levels)
            else:  # the tile depends on what is below the part
                left, top = left + blend.box[0], top + blend.box[1]
                found = self._repainted((left, top, left + part.shape[1], top + part.shape[0]))
                found |= (part & _INEXACT) | np.where(levels > 0, np.uint8(_INEXACT), np.uint8(0))
        part[...] = found

    def _blended(self, part: Pixels, color: Color, levels: Pixels) -> Pixels:
        """Return a part, whose pixels are exact, with a color painted on it; ``levels`` is its share, 0 to 255."""
        if part.size and part.min() == part.max():
            return np.take(self._blends(int(part[0, 0]), color), levels)
        inked = levels > 0
        found = part.copy()
        for ground in np.flatnonzero(np.bincount(part[inked])).tolist():
            here = inked & (part == ground)
            found[here] = self._blends(ground, color)[levels[here]]
        return found

    def _blends(self, ground: int, color: Color) -> Pixels:
        """Return the pixel for each share, 0 to 255, of a color painted on an exact pixel."""
        table = np.frombuffer(self._palette.mixed(ground, color), np.uint8) | np.uint8(_INEXACT)
        table[0], table[255] = ground, self._flat(color)
        return table

    def _repainted(self, box: Corners) -> Pixels:
        """Return the entries of a box painted in true color: the paper, and all operations that meet the box."""
        left, top, right, bottom = box
        picture = blank_picture((right - left, bottom - top), self._paper, "L" if self._palette.gray else "RGB")
        for canvas in (self._below, self):
            if canvas is not None:
                paint(picture, (one for one in canvas._painted if overlap(one.box, box)), left, top)
        return self._palette.indices(picture).copy()


def overlap(one: Corners, other: Corners) -> bool:
    """Tell whether two boxes have a pixel in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


_LEVEL = 6  # of zlib-ng; 9 makes files 10 % smaller and takes several times as long (2026-11-23)
_IN_HALF_A_BYTE = 16  # entries of a palette
_BAND = 64  # rows packed at a time, which stay in the cache of a processor
_POINTS_PER_METER = 72 / 0.0254


def write_png(page: Page, path: FilePath, scale: float = 1.0) -> None:
    """Write one page with ``scale`` pixels per unit: opaque, with a palette of 16 grays or at most 255 colors.

    The file states the size of its pixels on paper. Raises OutputError when the file cannot be written.
    """
    data = png_bytes(page, scale)
    with atomic_file(path) as beside:
        beside.write_bytes(data)


def png_bytes(page: Page, scale: float = 1.0) -> bytes:
    """Return the file that ``write_png`` writes."""
    palette = IndexedPalette([page])
    return encode_png(page_entries(page, palette, scale), palette.colors, page.unit / scale)


def encode_png(indices: NDArray[np.uint8], colors: Sequence[Bytes], unit: float) -> bytes:
    """Return a PNG file.

    ``indices`` has the entry of each pixel in the palette ``colors``, shape ``(height, width)``. ``unit`` is the width
    of a pixel on paper in points. Up to 16 colors take half a byte per pixel, more take a byte.
    """
    height, width = indices.shape
    half = len(colors) <= _IN_HALF_A_BYTE
    if half and width % 2:
        indices = np.pad(indices, ((0, 0), (0, 1)))
    packer = zlib_ng.compressobj(_LEVEL)
    pixels = []
    for top in range(0, height, _BAND):
        band = np.ascontiguousarray(indices[top : top + _BAND])
        if half:
            pairs = band.view("<u2")  # the left pixel is in the lower byte
            band = (pairs << 4 | pairs >> 8).astype(np.uint8)
        rows = np.zeros((band.shape[0], 1 + band.shape[1]), np.uint8)  # each begins with its filter: none
        rows[:, 1:] = band
        pixels.append(packer.compress(rows.data))
    per_meter = round(_POINTS_PER_METER / unit)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4 if half else 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(part for color in colors for part in color)),
        (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)),
        (b"IDAT", b"".join([*pixels, packer.flush()])),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
