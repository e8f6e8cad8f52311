"""Renders a page, and measures where ink and words are on it, whatever objects of the file draw them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from puzzlegen.errors import OutputError

SCALE = 2.0  # pixels per point: printers cut less exactly than half a point
CODE_SCALE = 200 / 72  # the same for pages with QR codes: a module of 0.36 mm is three pixels wide
PAPER = 250  # of 255: lighter pixels are paper
ROW_UNIT = 4  # bytes that a row of a rendered page is a multiple of
MAX_MORE, MAX_ERROR = 60, 0.05  # pixels: how much wider a rendering may be, so that its height is whole but for so much
MAX_TONE_RANGE = 24  # of 255: the tones of an even area may differ by so much

Box = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the rendered page


@dataclass(frozen=True, slots=True)
class Rendered:
    """The rendered crop box of a page. ``pixels`` is gray, uint8, shape (height, width), ``scale`` of them to a point.

    ``words`` has the box of each run of text, if the boxes were asked for.
    """

    pixels: NDArray[np.uint8]
    words: tuple[Box, ...] = ()
    scale: float = SCALE

    @property
    def size(self) -> tuple[float, float]:
        """``(width, height)`` in points."""
        return self.pixels.shape[1] / self.scale, self.pixels.shape[0] / self.scale

    def bounds(self, within: Box | None = None) -> Box | None:
        """Return the box around all ink, or around the ink in a box; None if there is no ink."""
        left, top, right, bottom = self._pixels(within or (0.0, 0.0, *self.size))
        part = self.pixels[top:bottom, left:right]
        if not part.size:
            return None
        rows, columns = (np.flatnonzero(part.min(axis=axis) < PAPER) for axis in (1, 0))
        if not rows.size:
            return None
        return (
            (left + int(columns[0])) / self.scale,
            (top + int(rows[0])) / self.scale,
            (left + int(columns[-1]) + 1) / self.scale,
            (top + int(rows[-1]) + 1) / self.scale,
        )

    def is_even(self, box: Box) -> bool:
        """Tell whether the box has one even tone, which the area of a barcode must have."""
        left, top, right, bottom = self._pixels(box)
        part = self.pixels[top:bottom, left:right]
        return part.size == 0 or int(part.max()) - int(part.min()) <= MAX_TONE_RANGE

    def part(self, box: Box) -> NDArray[np.uint8]:
        """Return the pixels in a box."""
        left, top, right, bottom = self._pixels(box)
        return np.ascontiguousarray(self.pixels[top:bottom, left:right])

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        left, top, right, bottom = (max(0, round(side * self.scale)) for side in box)
        return left, top, right, bottom


@contextmanager
def open_document(path: Path) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF to read or render its pages. Raises OutputError for a file or a page that cannot be read."""
    document = None
    try:
        document = pypdfium2.PdfDocument(path)
        yield document
    except (pypdfium2.PdfiumError, OSError) as error:
        raise OutputError(f"{path}: cannot be read as a PDF: {error}") from None
    finally:
        if document is not None:
            document.close()


def render(page: pypdfium2.PdfPage, words: bool = False, scale: float = SCALE) -> Rendered:
    """Render a page, the only time that this is done: everything that depends on what a reader sees uses the result.

    ``words``: find the boxes of the words too. ``scale`` is the least number of pixels to a point. Raises
    pypdfium2.PdfiumError.
    """
    wide, high = page.get_size()
    width, height, scale = _whole_pixels(wide, high, scale)
    row = -(-width // ROW_UNIT) * ROW_UNIT
    pixels = np.full((height, row), 255, np.uint8)  # PDFium draws into it, which saves a copy
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, pixels.ctypes.data, row)
    try:
        flags = pdfium.FPDF_GRAYSCALE | pdfium.FPDF_ANNOT
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    pixels = pixels[:, :width]
    return Rendered(pixels, tuple(_words(page)) if words else (), scale)


def _whole_pixels(width: float, height: float, scale: float) -> tuple[int, int, float]:
    """Return whole pixels for both sides of a page, and the scale, which is at least as asked for.

    PDFium stretches a page to whole pixels, so at a scale of 2 the right end of an A5 page was a pixel off.
    """
    least = max(1, math.ceil(width * scale - 1e-3))

    def error(wide: int) -> float:
        high = height * wide / width
        return abs(high - round(high))

    wide = next((one for one in range(least, least + MAX_MORE) if error(one) < MAX_ERROR), None)
    wide = min(range(least, least + MAX_MORE), key=error) if wide is None else wide
    return wide, max(1, round(height * wide / width)), wide / width


def _words(page: pypdfium2.PdfPage) -> Iterator[Box]:
    left, _, _, top = page.get_cropbox()
    text = page.get_textpage()
    for i in range(text.count_rects()):
        x0, y0, x1, y1 = text.get_rect(i)
        yield x0 - left, top - y1, x1 - left, top - y0
    text.close()
