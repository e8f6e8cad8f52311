"""Renders pages with PDFium, measures where their ink is, and draws digits as they must look.

The digits come from the font file and not from the PDF that is checked. FreeType (in Pillow) draws them eight times as
large, and the mean of each 8 x 8 square is the share of a pixel that is inked. PDFium places a digit of usual size on a
whole pixel, so one picture of each digit and size is enough. Larger ones it places exactly, in steps that the caller
tries (``PHASES``).

Reading a page takes thousands of calls of PDFium. Converting pointers for each takes most of their time, and so does a
loop in Python. So a handle is a plain number here, ``map`` calls a function for all handles, and results go into an
array (2026-11-22: 0.9 instead of 4 microseconds a letter).
"""

from __future__ import annotations

import ctypes
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat
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
        found = {}
        rows = self.pixels
        views = {"left": rows.T, "top": rows, "right": rows[:, ::-1].T, "bottom": rows[::-1]}
        for side, amount in bleed.items():
            strip = views[side][: round((amount + CUT) * self.scale)] < PAPER
            first = strip.argmax(axis=0)[strip.any(axis=0)]  # the distance of the outermost ink, in pixels
            counts = np.bincount(first[first > OFF * self.scale], minlength=1)
            if amount and counts.max() >= LEAST_EDGE * self.scale:
                found[side] = int(counts.argmax()) / self.scale
        return found

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


def _direct(name: str, result: Any, *arguments: Any) -> Any:
    """Return a function of PDFium that takes numbers for pointers.

    It keeps Python's global lock: releasing it would take as long as the call.
    """
    pointer = ctypes.cast(getattr(pdfium, name), ctypes.c_void_p)
    return ctypes.PYFUNCTYPE(result, *arguments)(pointer.value or 0)


_HANDLE = _PLACE = ctypes.c_void_p
_INT, _LONG = ctypes.c_int, ctypes.c_ulong
_count_in_page = _direct("FPDFPage_CountObjects", _INT, _HANDLE)
_object_in_page = _direct("FPDFPage_GetObject", _HANDLE, _HANDLE, _INT)
_count_in_form = _direct("FPDFFormObj_CountObjects", _INT, _HANDLE)
_object_in_form = _direct("FPDFFormObj_GetObject", _HANDLE, _HANDLE, _LONG)
_matrix = _direct("FPDFPageObj_GetMatrix", _INT, _HANDLE, _PLACE)
_stroke_color = _direct("FPDFPageObj_GetStrokeColor", _INT, _HANDLE, _PLACE, _PLACE, _PLACE, _PLACE)
_fill_color = _direct("FPDFPageObj_GetFillColor", _INT, _HANDLE, _PLACE, _PLACE, _PLACE, _PLACE)
_stroke_width = _direct("FPDFPageObj_GetStrokeWidth", _INT, _HANDLE, _PLACE)
_font_name = _direct("FPDFFont_GetBaseFontName", _LONG, _HANDLE, _PLACE, _LONG)
_draw_mode = _direct("FPDFPath_GetDrawMode", _INT, _HANDLE, _PLACE, _PLACE)
_segment_count = _direct("FPDFPath_CountSegments", _INT, _HANDLE)
_segment = _direct("FPDFPath_GetPathSegment", _HANDLE, _HANDLE, _INT)
_segment_kind = _direct("FPDFPathSegment_GetType", _INT, _HANDLE)
_segment_point = _direct("FPDFPathSegment_GetPoint", _INT, _HANDLE, _PLACE, _PLACE)
_letter_object = _direct("FPDFText_GetTextObject", _HANDLE, _HANDLE, _INT)
_letter_box = _direct("FPDFText_GetLooseCharBox", _INT, _HANDLE, _INT, _PLACE)
_letter_origin = _direct("FPDFText_GetCharOrigin", _INT, _HANDLE, _INT, _PLACE, _PLACE)

kind_of = _direct("FPDFPageObj_GetType", _INT, _HANDLE)
text_mode_of = _direct("FPDFTextObj_GetTextRenderMode", _INT, _HANDLE)
font_of = _direct("FPDFTextObj_GetFont", _HANDLE, _HANDLE)


def handle_of(pointer: Any) -> int:
    """Return the number of a pointer of pypdfium2."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def objects_of_page(page: int) -> list[int]:
    """Return the handles of the objects of a page, without those in forms."""
    return list(map(_object_in_page, repeat(page), range(_count_in_page(page))))


def objects_of_form(form: int) -> list[int]:
    """Return the handles of the objects of a form."""
    return list(map(_object_in_form, repeat(form), range(_count_in_form(form))))


class ObjectReader:
    """Reads properties of single objects. It has the places where PDFium puts them."""

    def __init__(self) -> None:
        self._numbers = (ctypes.c_float * 6)()
        self._parts = (ctypes.c_uint * 4)()
        self._number = ctypes.c_float()
        self._switches = (ctypes.c_int * 2)()
        self._name = ctypes.create_string_buffer(FONT_NAME_BYTES)
        self._numbers_at, self._number_at = ctypes.addressof(self._numbers), ctypes.addressof(self._number)
        first, second = ctypes.addressof(self._parts), ctypes.addressof(self._switches)
        self._parts_at, self._switches_at = [first + 4 * i for i in range(4)], [second, second + 4]

    def matrix(self, drawn: int) -> Matrix:
        """Return the matrix of an object; the identity if it has none."""
        if not _matrix(drawn, self._numbers_at):
            return IDENTITY
        a, b, c, d, e, f = self._numbers
        return a, b, c, d, e, f

    def stroke(self, drawn: int) -> float:
        """Return the luminance of the color of lines, 0 for black to 1 for white."""
        return self._luminance(_stroke_color, drawn)

    def fill(self, drawn: int) -> float:
        """Return the luminance of the color of areas and letters."""
        return self._luminance(_fill_color, drawn)

    def _luminance(self, read: Any, drawn: int) -> float:
        if not read(drawn, *self._parts_at):
            return 0.0
        red, green, blue, _ = self._parts
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255

    def width(self, drawn: int) -> float:
        """Return the width of a stroke, in units of its matrix."""
        self._number.value = 0.0
        _stroke_width(drawn, self._number_at)
        return self._number.value

    def painted(self, path: int) -> tuple[bool, bool]:
        """Tell whether a path is stroked, and whether it is filled."""
        self._switches[:] = [0, 0]
        _draw_mode(path, *self._switches_at)
        filled, stroked = self._switches
        return bool(stroked), bool(filled)

    def font_name(self, font: int) -> str:
        """Return the name of a font in the file."""
        _font_name(font, ctypes.addressof(self._name), FONT_NAME_BYTES)
        return self._name.value.decode("utf-8", "replace")


def segments_of(path: int) -> list[int]:
    """Return the handles of the segments of a path."""
    return list(map(_segment, repeat(path), range(_segment_count(path))))


def segment_kinds(segments: Iterable[int]) -> NDArray[np.int32]:
    """Return the kind of each segment, as PDFium counts them."""
    return np.fromiter(map(_segment_kind, segments), np.int32)


def segment_points(segments: Sequence[int]) -> NDArray[np.float64]:
    """Return where segments end, shape (2, number)."""
    points = np.zeros((len(segments), 2), np.float32)
    xs, ys = _places(points, 2)
    _consume(map(_segment_point, segments, xs, ys))
    return points.T.astype(np.float64)


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


def letter_objects(text: int, letters: Iterable[int]) -> list[int | None]:
    """Return the handle of the object that draws each letter of a text page; None for a space that PDFium adds."""
    return list(map(_letter_object, repeat(text), letters))


def letter_boxes(text: int, letters: Sequence[int]) -> NDArray[np.float64]:
    """Return the box of each letter, which has the height of its type: left, top, right, bottom, shape (4, number)."""
    boxes = np.zeros((len(letters), 4), np.float32)
    _consume(map(_letter_box, repeat(text), letters, _places(boxes, 4)[0]))
    return boxes.T.astype(np.float64)


def letter_origins(text: int, letters: Sequence[int]) -> NDArray[np.float64]:
    """Return where each letter begins on its baseline, shape (2, number)."""
    origins = np.zeros((len(letters), 2))
    xs, ys = _places(origins, 2)
    _consume(map(_letter_origin, repeat(text), letters, xs, ys))
    return origins.T


def _places(results: NDArray[Any], columns: int) -> list[range]:
    """Return the addresses of the entries of an array with this number of columns, column by column."""
    first, step = results.ctypes.data, results.itemsize
    stop = first + results.nbytes
    return [range(first + i * step, stop + i * step, columns * step) for i in range(columns)]


def _consume(calls: Iterable[Any]) -> None:
    deque(calls, maxlen=0)
