"""Writes pages as PNG files with a palette.

Rows are packed, zlib-ng compresses them, and the file states the size of a pixel on paper.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path as FilePath
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from zlib_ng import zlib_ng

from puzzlegen.drawing.color import Bytes, IndexedPalette, draw_page
from puzzlegen.files.writing import atomic_file
from puzzlegen.layout.core.document import Page

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
    return encode_png(palette.indices(draw_page(page, scale)), palette.colors, page.unit / scale)


def encode_png(indices: NDArray[np.uint8], colors: Sequence[Bytes], unit: float) -> bytes:
    """Return a PNG file.

    ``indices`` has the entry of each pixel in the palette ``colors``, shape ``(height, width)``. ``unit`` is the width
    of a pixel on paper in points. Up to 16 colors take half a byte per pixel, more take a byte.
    """
    height, width = indices.shape
    half = len(colors) <= _IN_HALF_A_BYTE
    packer = zlib_ng.compressobj(_LEVEL)
    packed = []
    for top in range(0, height, _BAND):
        band = indices[top : top + _BAND]
        if half:
            band = np.pad(band, ((0, 0), (0, width % 2)))
            band = (band[:, ::2] << 4 | band[:, 1::2]).astype(np.uint8)
        rows = np.pad(band, ((0, 0), (1, 0)))  # each begins with its filter: none
        packed.append(packer.compress(rows.tobytes()))
    per_meter = round(_POINTS_PER_METER / unit)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4 if half else 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(part for color in colors for part in color)),
        (b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)),
        (b"IDAT", b"".join([*packed, packer.flush()])),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
