"""Renders pages with PDFium, measures where their ink is, and draws digits as they must look.

The digits come from the font file and not from the PDF that is checked. FreeType (in Pillow) draws them eight times as
large, and the mean of each 8 x 8 square is the share of a pixel that is inked. PDFium places a digit of usual size on a
whole pixel, so one picture of each digit and size is enough. Larger ones it places exactly, in steps that the caller
tries (``PHASES``).

Objects of a page are read by the functions of pypdfium2. Calling those of PDFium by numbers in place of pointers took 1
in place of 4 microseconds a letter, less than 2 % of the time of a book, and 90 lines (2026-11-29).
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SCALE = 2.0  # pixels per point: printers cut less exactly than half a point
CODE_SCALE = 200 / 72  # the same for pages with QR codes: a module of 0.36 mm is three pixels wide
PAPER = 250  # of 255: lighter pixels are paper
ROW_UNIT = 4  # bytes that a row of a rendered page is a multiple of
MAX_MORE, MAX_ERROR = 60, 0.05  # pixels: how much wider a rendering may be, so that its height is whole but for so much
LEAST_EDGE = 36.0  # points: an even edge so long is that of a ground or picture, and not of a letter or ornament
CUT = 4.5  # points by which a printer may cut beside the trim: 1/16 in, by IngramSpark's checklist
OFF = 0.75  # points: ink so near the edge of the sheet extends over it, as pages are rendered and measured
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

    def short_edges(self, bleed: Mapping[str, float]) -> dict[str, float]:
        """Return how far from the edge of the sheet an even edge of ink lies, by the sides where it shows when cut.

        ``bleed`` has the points that are cut off at each side, 0 for a side without bleed.
        """
        short_at = {}
        rows = self.pixels
        views = {"left": rows.T, "top": rows, "right": rows[:, ::-1].T, "bottom": rows[::-1]}
        for side, amount in bleed.items():
            strip = views[side][: round((amount + CUT) * self.scale)] < PAPER
            first = strip.argmax(axis=0)[strip.any(axis=0)]  # the distance of the outermost ink, in pixels
            counts = np.bincount(first[first > OFF * self.scale], minlength=1)
            if amount and counts.max() >= LEAST_EDGE * self.scale:
                short_at[side] = int(counts.argmax()) / self.scale
        return short_at

    def part(self, box: Box) -> NDArray[np.uint8]:
        """Return the pixels in a box."""
        left, top, right, bottom = self._pixels(box)
        return np.ascontiguousarray(self.pixels[top:bottom, left:right])

    def without(self, boxes: Iterable[Box]) -> Rendered:
        """Return the page with the lightest tone of each box all over it, as if nothing were printed there."""
        pixels = self.pixels.copy()
        for box in boxes:
            left, top, right, bottom = self._pixels(box)
            part = pixels[top : bottom + 1, left : right + 1]
            part[...] = part.max(initial=0)
        return replace(self, pixels=pixels)

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        left, top, right, bottom = (max(0, round(side * self.scale)) for side in box)
        return left, top, right, bottom


def render(page: pypdfium2.PdfPage, words: bool = False, scale: float = SCALE) -> Rendered:
    """Render a page. Every check that depends on what a reader sees uses the result.

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

    wide = next((pixels for pixels in range(least, least + MAX_MORE) if error(pixels) < MAX_ERROR), None)
    wide = min(range(least, least + MAX_MORE), key=error) if wide is None else wide
    return wide, max(1, round(height * wide / width)), wide / width


def _words(page: pypdfium2.PdfPage) -> Iterator[Box]:
    left, _, _, top = page.get_cropbox()
    text = page.get_textpage()
    for i in range(text.count_rects()):
        x0, y0, x1, y1 = text.get_rect(i)
        yield x0 - left, top - y1, x1 - left, top - y0
    text.close()


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


Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
FONT_NAME_BYTES = 256
# What PDFium returns for a hyphen at the end of a line.
_HYPHENS = str.maketrans({"\x02": "-", "\ufffe": "-"})


def objects_of_page(page: pypdfium2.PdfPage) -> list[Any]:
    """Return the objects of a page, as pointers of PDFium, without those in forms."""
    return [pdfium.FPDFPage_GetObject(page.raw, i) for i in range(pdfium.FPDFPage_CountObjects(page.raw))]


def objects_of_form(form: Any) -> list[Any]:
    """Return the objects of a form."""
    return [pdfium.FPDFFormObj_GetObject(form, i) for i in range(pdfium.FPDFFormObj_CountObjects(form))]


def address_of(pointer: Any) -> int:
    """Return what identifies an object, because each call returns another pointer to it; 0 for none."""
    return ctypes.addressof(pointer.contents) if pointer else 0


def matrix_of(drawn: Any) -> Matrix:
    """Return the matrix of an object; the identity if it has none."""
    m = pdfium.FS_MATRIX()
    return (m.a, m.b, m.c, m.d, m.e, m.f) if pdfium.FPDFPageObj_GetMatrix(drawn, m) else IDENTITY


def product(a: Matrix, b: Matrix) -> Matrix:
    """Return the transformation that applies ``a`` first and then ``b``."""
    if b is IDENTITY:
        return a
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def stroke_of(drawn: Any) -> float:
    """Return the luminance of the color of lines, 0 for black to 1 for white."""
    return _luminance(pdfium.FPDFPageObj_GetStrokeColor, drawn)


def fill_of(drawn: Any) -> float:
    """Return the luminance of the color of areas and letters."""
    return _luminance(pdfium.FPDFPageObj_GetFillColor, drawn)


def _luminance(read: Callable[..., int], drawn: Any) -> float:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not read(drawn, red, green, blue, alpha):
        return 0.0
    return (0.2126 * red.value + 0.7152 * green.value + 0.0722 * blue.value) / 255


def width_of(drawn: Any) -> float:
    """Return the width of a stroke, in units of its matrix."""
    width = ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(drawn, width)
    return width.value


def is_painted(path: Any) -> tuple[bool, bool]:
    """Tell whether a path is stroked, and whether it is filled."""
    filled, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, filled, stroked)
    return bool(stroked.value), bool(filled.value)


def font_name_of(font: Any) -> str:
    """Return the name of a font in the file."""
    name = ctypes.create_string_buffer(FONT_NAME_BYTES)
    pdfium.FPDFFont_GetBaseFontName(font, name, FONT_NAME_BYTES)
    return name.value.decode("utf-8", "replace")


def segments_of(path: Any) -> list[tuple[int, float, float]]:
    """Return the segments of a path: the kind of each, as PDFium counts them, and where it ends."""
    x, y = ctypes.c_float(), ctypes.c_float()
    segments = []
    for i in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, i)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        segments.append((pdfium.FPDFPathSegment_GetType(segment), x.value, y.value))
    return segments


def characters_of(text: pypdfium2.PdfTextPage) -> str:
    """Return the character at each index of a text page."""
    count = text.count_chars()
    buffer = (ctypes.c_ushort * (count + 1))()
    if pdfium.FPDFText_GetText(text, 0, count, buffer) == count + 1:
        characters = bytes(buffer)[: 2 * count].decode("utf-16-le", "replace")
        if len(characters) == count:
            return characters.translate(_HYPHENS)
    # A letter outside the basic plane, or one without a known text, takes another number of units.
    codes = (pdfium.FPDFText_GetUnicode(text, i) for i in range(count))
    return "".join(chr(code) if code else "\ufffd" for code in codes).translate(_HYPHENS)


def letters_of(text: pypdfium2.PdfTextPage, places: Iterable[int]) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield the letters at some places of a text page.

    Each is the address of the object that draws it, 0 for a space that PDFium adds, and six numbers: left, top, right
    and bottom of its box, which has the height of its type, and where it begins on its baseline.
    """
    raw, box, x, y = text.raw, pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    for i in places:
        pdfium.FPDFText_GetLooseCharBox(raw, i, box)
        pdfium.FPDFText_GetCharOrigin(raw, i, x, y)
        owner = address_of(pdfium.FPDFText_GetTextObject(raw, i))
        yield owner, (box.left, box.top, box.right, box.bottom, x.value, y.value)
