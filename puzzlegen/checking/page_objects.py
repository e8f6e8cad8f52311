"""Reads the objects that a PDF page draws, in drawing order: letters, straight lines, rectangles and other shapes.

Lengths are points from the top left corner of the page as it is shown, which is its crop box. What covers what is not
decided here: the rendered page shows it (``page_rendering``).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from puzzlegen.errors import OutputError

MAX_DEPTH = 12  # nested forms; deeper nesting is a loop or an attack
SAME = 0.01  # points by which the corners of a rectangle may differ
INVISIBLE = {pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP}
_MOVE, _CURVE = pdfium.FPDF_SEGMENT_MOVETO, pdfium.FPDF_SEGMENT_BEZIERTO
# What PDFium returns for a hyphen at the end of a line.
_HYPHENS = str.maketrans({"\x02": "-", "\ufffe": "-"})

Matrix = tuple[float, float, float, float, float, float]


def _direct(function: Any, result: Any, *arguments: Any) -> Any:
    """Return a function of PDFium whose handles are plain numbers.

    For what is called once a letter or a corner: converting handles takes two thirds of the time of such calls.
    """
    return ctypes.CFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


_HANDLE, _INT = ctypes.c_void_p, ctypes.c_int
_DOUBLES, _FLOATS = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_float)
_object_of = _direct(pdfium.FPDFText_GetTextObject, _HANDLE, _HANDLE, _INT)
_box_of = _direct(pdfium.FPDFText_GetLooseCharBox, _INT, _HANDLE, _INT, ctypes.POINTER(pdfium.FS_RECTF))
_origin_of = _direct(pdfium.FPDFText_GetCharOrigin, _INT, _HANDLE, _INT, _DOUBLES, _DOUBLES)
_segment_of = _direct(pdfium.FPDFPath_GetPathSegment, _HANDLE, _HANDLE, _INT)
_kind_of = _direct(pdfium.FPDFPathSegment_GetType, _INT, _HANDLE)
_point_of = _direct(pdfium.FPDFPathSegment_GetPoint, _INT, _HANDLE, _FLOATS, _FLOATS)


class TextStyle(NamedTuple):
    """What the letters of one text object share. ``order`` is its place in the drawing order.

    ``turn`` is 0 for upright text, 180 for text that is upside down, and 90 for any other direction. ``gray`` is the
    luminance of the color, 0 for black to 1 for white.
    """

    order: int
    font: str
    gray: float
    turn: int


class Char(NamedTuple):
    """One visible letter: its box, which has the height of its type, and where it begins on the baseline."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    x: float
    baseline: float
    style: TextStyle


class Shape(NamedTuple):
    """The bounds of one part of a path. ``stroke`` and ``fill`` are luminances, None where it is not painted.

    ``width`` is the width of the stroke in points.
    """

    x0: float
    x1: float
    top: float
    bottom: float
    stroke: float | None
    fill: float | None
    width: float


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The objects of a page by kind, each in drawing order. ``curves`` are all shapes that are no line or rectangle.

    ``width`` and ``height`` are those of the page as it is shown.
    """

    width: float
    height: float
    chars: list[Char] = field(default_factory=list)
    lines: list[Shape] = field(default_factory=list)
    rects: list[Shape] = field(default_factory=list)
    curves: list[Shape] = field(default_factory=list)


def read_objects(page: pypdfium2.PdfPage) -> PageObjects:
    """Return the objects of a page. Raises OutputError for forms that are nested too deep."""
    left, _, _, top = page.get_cropbox()
    found = PageObjects(*page.get_size())
    styles: dict[int, TextStyle] = {}
    for order, (drawn, matrix) in enumerate(_flat(page)):
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            if pdfium.FPDFTextObj_GetTextRenderMode(drawn) not in INVISIBLE:
                styles[_address(drawn)] = _text_style(drawn, matrix, order)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            _add_path(found, drawn, _product(_matrix_of(drawn), matrix), left, top)
    found.chars.extend(_chars(page, styles, left, top))
    return found


def _flat(page: pypdfium2.PdfPage) -> Iterator[tuple[Any, Matrix]]:
    """Yield the objects of a page and of its forms in drawing order, each with the matrix of its form."""
    raw = page.raw
    objects = [pdfium.FPDFPage_GetObject(raw, i) for i in range(pdfium.FPDFPage_CountObjects(raw))]
    yield from _with_forms(objects, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 0)


def _with_forms(objects: list[Any], matrix: Matrix, depth: int) -> Iterator[tuple[Any, Matrix]]:
    if depth > MAX_DEPTH:
        raise OutputError("forms are nested too deep")
    for one in objects:
        if pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM:
            parts = [pdfium.FPDFFormObj_GetObject(one, i) for i in range(pdfium.FPDFFormObj_CountObjects(one))]
            yield from _with_forms(parts, _product(_matrix_of(one), matrix), depth + 1)
        else:
            yield one, matrix


def _address(drawn: Any) -> int:
    return ctypes.cast(drawn, ctypes.c_void_p).value or 0


def _matrix_of(drawn: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(drawn, matrix):
        return 1.0, 0.0, 0.0, 1.0, 0.0, 0.0
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _product(a: Matrix, b: Matrix) -> Matrix:
    """Return the transformation that applies ``a`` first and then ``b``."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _gray(read_color: Any, drawn: Any) -> float:
    """Return the luminance of the color that a function of PDFium reads."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not read_color(drawn, red, green, blue, alpha):
        return 0.0
    return (0.2126 * red.value + 0.7152 * green.value + 0.0722 * blue.value) / 255


# --- text


def _text_style(drawn: Any, matrix: Matrix, order: int) -> TextStyle:
    a, b, *_ = _product(_matrix_of(drawn), matrix)
    turn = 90 if abs(b) > abs(a) else 180 if a < 0 else 0
    outlined = pdfium.FPDFTextObj_GetTextRenderMode(drawn) == pdfium.FPDF_TEXTRENDERMODE_STROKE
    read_color = pdfium.FPDFPageObj_GetStrokeColor if outlined else pdfium.FPDFPageObj_GetFillColor
    return TextStyle(order, _font_name(pdfium.FPDFTextObj_GetFont(drawn)), _gray(read_color, drawn), turn)


def _font_name(font: Any) -> str:
    buffer = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
    return buffer.value.decode("utf-8", "replace")


def _chars(page: pypdfium2.PdfPage, styles: dict[int, TextStyle], left: float, top: float) -> list[Char]:
    """Return the visible letters in drawing order, without spaces."""
    text = page.get_textpage()
    try:
        raw = _address(text.raw)
        box, x, y = pdfium.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
        box_at, x_at, y_at = ctypes.pointer(box), ctypes.pointer(x), ctypes.pointer(y)
        found: list[Char] = []
        before, right, down = None, 0.0, 0.0
        for i, letter in enumerate(_letters(text)):
            if letter.isspace():
                continue
            style = styles.get(_object_of(raw, i) or 0)
            if style is None:
                continue
            _box_of(raw, i, box_at)
            x0, bottom = box.left, box.bottom
            if style is not before or style.turn:  # all upright letters of an object have the same place in their box
                _origin_of(raw, i, x_at, y_at)
                before, right, down = style, x.value - x0, y.value - bottom
            found.append(
                Char(
                    letter, x0 - left, box.right - left, top - box.top, top - bottom, x0 + right - left,
                    top - (bottom + down), style,
                )
            )  # fmt: skip
    finally:
        text.close()
    # PDFium returns the letters of a line from left to right, wherever the file draws them.
    found.sort(key=_order)
    return found


def _order(char: Char) -> int:
    return char.style.order


def _letters(text: pypdfium2.PdfTextPage) -> str:
    """Return the letter at each index of a text page."""
    count = text.count_chars()
    buffer = (ctypes.c_ushort * (count + 1))()
    if pdfium.FPDFText_GetText(text, 0, count, buffer) == count + 1:
        letters = bytes(buffer)[: 2 * count].decode("utf-16-le", "replace")
        if len(letters) == count:
            return letters.translate(_HYPHENS)
    # A letter outside the basic plane, or one without a known text, takes another number of units.
    codes = (pdfium.FPDFText_GetUnicode(text, i) for i in range(count))
    return "".join(chr(code) if code else "\ufffd" for code in codes).translate(_HYPHENS)


# --- paths


def _add_path(found: PageObjects, drawn: Any, matrix: Matrix, left: float, top: float) -> None:
    fill_mode, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(drawn, fill_mode, stroked)
    stroke = _gray(pdfium.FPDFPageObj_GetStrokeColor, drawn) if stroked.value else None
    fill = _gray(pdfium.FPDFPageObj_GetFillColor, drawn) if fill_mode.value else None
    if stroke is None and fill is None:
        return
    width = ctypes.c_float()
    pdfium.FPDFPageObj_GetStrokeWidth(drawn, width)
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    for points, curved in _parts(drawn, matrix):
        across, down = [x for x, _ in points], [y for _, y in points]
        shape = Shape(
            min(across) - left, max(across) - left, top - max(down), top - min(down), stroke, fill, width.value * scale
        )
        if not curved and len(points) == 2 and stroke is not None:
            found.lines.append(shape)
        elif not curved and _is_rectangle(points):
            found.rects.append(shape)
        else:
            found.curves.append(shape)


def _parts(drawn: Any, matrix: Matrix) -> Iterator[tuple[list[tuple[float, float]], bool]]:
    """Yield the points of each part of a path, and whether it has curves. Curves are bounded by their ends."""
    a, b, c, d, e, f = matrix
    x_value, y_value = ctypes.c_float(), ctypes.c_float()
    x_at, y_at = ctypes.pointer(x_value), ctypes.pointer(y_value)
    path = _address(drawn)
    points: list[tuple[float, float]] = []
    curved = False
    i, count = 0, pdfium.FPDFPath_CountSegments(drawn)
    while i < count:
        segment = _segment_of(path, i)
        kind = _kind_of(segment)
        if kind == _CURVE:  # two control points, and the end
            i += 2
            segment = _segment_of(path, i)
        i += 1
        _point_of(segment, x_at, y_at)
        x, y = x_value.value, y_value.value
        if kind == _MOVE and points:
            if len(points) > 1:
                yield points, curved
            points, curved = [], False
        curved = curved or kind == _CURVE
        points.append((x * a + y * c + e, x * b + y * d + f))
    if len(points) > 1:
        yield points, curved


def _is_rectangle(points: list[tuple[float, float]]) -> bool:
    """Tell whether points are the corners of an upright rectangle, in order."""
    if len(points) == 5 and _is_same(points[0], points[4]):
        points = points[:4]
    if len(points) != 4:
        return False
    sides = [(abs(a[0] - b[0]) < SAME, abs(a[1] - b[1]) < SAME) for a, b in pairwise([*points, points[0]])]
    turns = [(True, False), (False, True)] * 2
    return sides in (turns, turns[::-1])


def _is_same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < SAME and abs(one[1] - other[1]) < SAME
