"""Draws digits as they must look on a rendered page, with the font file and not from the PDF that is checked.

FreeType (in Pillow) draws them, eight times as large, and the mean of each 8 x 8 square is the share of a pixel that is
inked. PDFium, which renders the pages, places a digit of usual size on a whole pixel, so one picture of each digit and
size is enough. Larger ones it places exactly, in steps that the caller tries (``PHASES``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

OVERSAMPLING = 8
DIGITS = "0123456789"
PHASES = 4  # parts of a pixel by which a digit may be moved


@dataclass(frozen=True, slots=True)
class DigitPictures:
    """The digits 0 to 9 of one size, all in the same box, which has a margin of at least a pixel.

    ``ink`` is the share of each pixel that is inked, 0 to 1, shape (10, rows, columns), and ``mass`` its sum for each
    digit. The first pixel of the box is ``left`` pixels to the right of the pixel of the origin, and ``top`` below it.
    """

    ink: NDArray[np.float32]
    mass: NDArray[np.float32]
    left: int
    top: int


@lru_cache(maxsize=1024)
def digit_pictures(font: Path, size: float, phase: tuple[int, int] = (0, 0)) -> DigitPictures:
    """Draw the digits of a font file, ``size`` pixels to the em, moved right and down by ``phase / PHASES`` pixels."""
    face = ImageFont.truetype(str(font), size * OVERSAMPLING, layout_engine=ImageFont.Layout.BASIC)
    boxes = [face.getbbox(digit, anchor="ls") for digit in DIGITS]
    x0, y0 = (int(min(box[i] for box in boxes) // OVERSAMPLING) - 1 for i in (0, 1))
    x1, y1 = (int(max(box[i] for box in boxes) // OVERSAMPLING) + 3 for i in (2, 3))  # one more pixel for the phase
    rows, columns, step = y1 - y0, x1 - x0, OVERSAMPLING // PHASES
    origin = (-x0 * OVERSAMPLING + phase[0] * step, -y0 * OVERSAMPLING + phase[1] * step)
    drawn = []
    for digit in DIGITS:
        large = Image.new("L", (columns * OVERSAMPLING, rows * OVERSAMPLING), 0)
        ImageDraw.Draw(large).text(origin, digit, fill=255, font=face, anchor="ls")
        parts = np.asarray(large, dtype=np.float32).reshape(rows, OVERSAMPLING, columns, OVERSAMPLING)
        drawn.append(parts.mean((1, 3), dtype=np.float32) / np.float32(255))
    ink = np.stack(drawn)
    return DigitPictures(ink, ink.sum((1, 2)), x0, y0)
