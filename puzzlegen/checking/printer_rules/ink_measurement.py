"""Measures where ink and words are on a rendered page, whatever objects of the file draw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from puzzlegen.errors import OutputError

SCALE = 2  # pixels per point: printers cut less exactly than half a point
PAPER = 250  # of 255: lighter pixels are paper
MAX_TONE_RANGE = 24  # of 255: the tones of an even area may differ by so much

Box = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the rendered page


@dataclass(frozen=True, slots=True)
class Rendered:
    """The rendered crop box of a page. ``pixels`` is gray, uint8, shape (height * SCALE, width * SCALE).

    ``words`` has the box of each run of text.
    """

    pixels: NDArray[np.uint8]
    words: tuple[Box, ...]

    @property
    def size(self) -> tuple[float, float]:
        """``(width, height)`` in points."""
        return self.pixels.shape[1] / SCALE, self.pixels.shape[0] / SCALE

    def bounds(self, within: Box | None = None) -> Box | None:
        """Return the box around all ink, or around the ink in a box; None if there is no ink."""
        left, top, right, bottom = _pixels(within or (0.0, 0.0, *self.size))
        inked = self.pixels[top:bottom, left:right] < PAPER
        rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
        if not rows.size:
            return None
        return (
            (left + int(columns[0])) / SCALE,
            (top + int(rows[0])) / SCALE,
            (left + int(columns[-1]) + 1) / SCALE,
            (top + int(rows[-1]) + 1) / SCALE,
        )

    def is_even(self, box: Box) -> bool:
        """Tell whether the box has one even tone, which the area of a barcode must have."""
        left, top, right, bottom = _pixels(box)
        part = self.pixels[top:bottom, left:right]
        return part.size == 0 or int(part.max()) - int(part.min()) <= MAX_TONE_RANGE


def _pixels(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (max(0, round(side * SCALE)) for side in box)
    return left, top, right, bottom


def render_pages(path: Path) -> Iterator[Rendered]:
    """Render the pages in order, one at a time. Raises OutputError when the file cannot be rendered."""
    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError) as error:
        raise OutputError(f"{path}: cannot be rendered as a PDF: {error}") from None
    try:
        for page in document:
            pixels = page.render(scale=SCALE, grayscale=True).to_numpy()
            yield Rendered(pixels, tuple(_words(page)))
            page.close()
    except pypdfium2.PdfiumError as error:
        raise OutputError(f"{path}: cannot be rendered as a PDF: {error}") from None
    finally:
        document.close()


def _words(page: pypdfium2.PdfPage) -> Iterator[Box]:
    left, _, _, top = page.get_cropbox()
    text = page.get_textpage()
    for i in range(text.count_rects()):
        x0, y0, x1, y1 = text.get_rect(i)
        yield x0 - left, top - y1, x1 - left, top - y0
    text.close()
