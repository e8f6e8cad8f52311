"""Reads what a PDF page draws, in drawing order: letters, lines, rectangles, other shapes; and words of the letters.

Lengths are points from the top left corner of the page as it is shown, which is its crop box. Words, lines of text and
the page number are found by positions alone. What covers what is not decided here: the rendered page shows it
(``rendering``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from puzzlegen.checking.rendering import (
    IDENTITY,
    Matrix,
    address_of,
    characters_of,
    fill_of,
    font_name_of,
    is_painted,
    letters_of,
    matrix_of,
    objects_of_form,
    objects_of_page,
    product,
    segments_of,
    stroke_of,
    width_of,
)

MAX_DEPTH = 12  # nested forms; deeper nesting is a loop or an attack
MAX_OBJECTS = 250_000  # of a page, which take 800 MB and 10 s (2026-11-29); the fullest of a book have 20,000
SAME = 0.01  # points by which the corners of a rectangle may differ
INVISIBLE = {pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP}

Numbers = NDArray[np.float64]
Sides = tuple[float, float, float, float]  # left, right, top, bottom


@dataclass(frozen=True, slots=True)
class Letters:
    """Visible letters, without spaces: ``text`` has one character for each, the other fields an entry each.

    ``x0``, ``x1``, ``top`` and ``bottom`` are the sides of a box that has the height of the type. ``x`` and
    ``baseline`` are where a letter begins on the baseline. ``font`` is an index of ``fonts``. ``gray`` is the luminance
    of the color, 0 for black to 1 for white. ``turn`` is 0 for upright letters, 180 for letters that are upside down,
    and 90 for any other direction.
    """

    text: str
    x0: Numbers
    x1: Numbers
    top: Numbers
    bottom: Numbers
    x: Numbers
    baseline: Numbers
    font: NDArray[np.int64]
    gray: Numbers
    turn: NDArray[np.int64]
    fonts: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of letters."""
        return len(self.text)

    @property
    def boxes(self) -> Numbers:
        """The sides of all boxes (left, right, top, bottom), shape (4, number)."""
        return np.stack((self.x0, self.x1, self.top, self.bottom))

    def at(self, places: Sequence[int] | NDArray[np.int64]) -> Letters:
        """Return the letters at some places, in this order."""
        places = np.asarray(places, np.int64)
        text = "".join([self.text[i] for i in places.tolist()])
        return replace(self, text=text, **{name: getattr(self, name)[places] for name in _COLUMNS})

    def turned(self, turn: int) -> Letters:
        """Return the letters of one direction."""
        return self.at(np.flatnonzero(self.turn == turn))


_COLUMNS = ("x0", "x1", "top", "bottom", "x", "baseline", "font", "gray", "turn")


class _TextObject(NamedTuple):
    """What the letters of one text object share."""

    font: str
    gray: float
    turn: int


class Shape(NamedTuple):
    """The bounds of one part of a path. ``stroke`` and ``fill`` are luminances, None where it is not painted.

    ``width`` is the width of the stroke in points. ``slope`` is 1 for a straight line that falls to the right, -1 for
    one that rises, and 0 for all other shapes.
    """

    x0: float
    x1: float
    top: float
    bottom: float
    stroke: float | None
    fill: float | None
    width: float
    slope: int = 0


@dataclass(frozen=True, slots=True)
class PageObjects:
    """The objects of a page by kind, each in drawing order.

    ``sides`` are the straight parts of all stroked lines that have a slanted part, as the sides of hexagons have.
    ``curves`` are all shapes that are no line or rectangle, and no such line.

    ``width`` and ``height`` are those of the page as it is shown.
    """

    width: float
    height: float
    letters: Letters
    lines: list[Shape] = field(default_factory=list)
    rects: list[Shape] = field(default_factory=list)
    sides: list[Shape] = field(default_factory=list)
    curves: list[Shape] = field(default_factory=list)


def read_objects(page: pypdfium2.PdfPage) -> PageObjects:
    """Return the objects of a page. Raises PdfiumError for too many, and for forms that are nested too deep."""
    left, _, _, top = page.get_cropbox()
    texts: dict[int, _TextObject] = {}
    paths: list[_Path] = []
    for number, (drawn, kind, matrix) in enumerate(_with_forms(objects_of_page(page), IDENTITY, 0), start=1):
        if number > MAX_OBJECTS:
            raise pypdfium2.PdfiumError(f"a page draws more than {MAX_OBJECTS} objects: simplify it")
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            mode = pdfium.FPDFTextObj_GetTextRenderMode(drawn)
            if mode not in INVISIBLE:
                texts[address_of(drawn)] = _text_object(drawn, mode, matrix)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            path = _path(drawn, matrix)
            if path is not None:
                paths.append(path)
    width, height = page.get_size()
    found = PageObjects(width, height, _letters(page, texts, left, top))
    _add_shapes(found, paths, left, top)
    return found


def _with_forms(objects: list[Any], matrix: Matrix, depth: int) -> Iterator[tuple[Any, int, Matrix]]:
    """Yield the objects of a page and of its forms in drawing order, each with its kind and the matrix of its form."""
    if depth > MAX_DEPTH:
        raise pypdfium2.PdfiumError("forms are nested too deep")
    for drawn in objects:
        kind = pdfium.FPDFPageObj_GetType(drawn)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _with_forms(objects_of_form(drawn), product(matrix_of(drawn), matrix), depth + 1)
        else:
            yield drawn, kind, matrix


# --- text


def _text_object(drawn: Any, mode: int, matrix: Matrix) -> _TextObject:
    a, b, *_ = product(matrix_of(drawn), matrix)
    turn = 90 if abs(b) > abs(a) else 180 if a < 0 else 0
    gray = stroke_of(drawn) if mode == pdfium.FPDF_TEXTRENDERMODE_STROKE else fill_of(drawn)
    return _TextObject(font_name_of(pdfium.FPDFTextObj_GetFont(drawn)), gray, turn)


def _letters(page: pypdfium2.PdfPage, texts: Mapping[int, _TextObject], left: float, top: float) -> Letters:
    """Return the letters of text objects, which are in drawing order, without spaces and invisible ones."""
    text = page.get_textpage()
    try:
        characters = characters_of(text)
        places = [i for i, character in enumerate(characters) if not character.isspace()]
        read = [(i, *letter) for i, letter in zip(places, letters_of(text, places), strict=True) if letter[0] in texts]
    finally:
        text.close()
    x0, high, x1, low, x, baseline = np.array([numbers for *_, numbers in read]).reshape(-1, 6).T
    fonts = tuple(dict.fromkeys(one.font for one in texts.values()))
    index = {font: i for i, font in enumerate(fonts)}
    order = {owner: i for i, owner in enumerate(texts)}
    of = np.array([order[owner] for _, owner, _ in read], np.int64)
    font = np.array([index[one.font] for one in texts.values()], np.int64)
    gray = np.array([one.gray for one in texts.values()])
    turn = np.array([one.turn for one in texts.values()], np.int64)
    found = Letters(
        "".join([characters[i] for i, *_ in read]),
        x0 - left, x1 - left, top - high, top - low, x - left, top - baseline,
        font[of], gray[of], turn[of], fonts,
    )  # fmt: skip
    # PDFium returns the letters of a line from left to right, wherever the file draws them.
    return found.at(np.argsort(of, kind="stable"))


# --- paths


class _Path(NamedTuple):
    """A painted path: its segments with kind and end, its matrix, and how its shapes are painted."""

    segments: list[tuple[int, float, float]]
    matrix: Matrix
    stroke: float | None
    fill: float | None
    width: float


def _path(drawn: Any, matrix: Matrix) -> _Path | None:
    """Return a path; None if it is neither stroked nor filled."""
    stroked, filled = is_painted(drawn)
    if not (stroked or filled):
        return None
    matrix = product(matrix_of(drawn), matrix)
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
    return _Path(
        segments_of(drawn),
        matrix,
        stroke_of(drawn) if stroked else None,
        fill_of(drawn) if filled else None,
        width_of(drawn) * scale,
    )


def _add_shapes(found: PageObjects, paths: Sequence[_Path], left: float, top: float) -> None:
    """Add the parts of all paths of a page. Curves are bounded by their ends."""
    segments = list(chain.from_iterable(path.segments for path in paths))
    if not segments:
        return
    kinds, xs, ys = np.array(segments).T
    curved = kinds == pdfium.FPDF_SEGMENT_BEZIERTO
    begins = kinds == pdfium.FPDF_SEGMENT_MOVETO
    lengths = np.array([len(path.segments) for path in paths])
    firsts = np.cumsum(lengths) - lengths
    begins[firsts[lengths > 0]] = True
    ends = np.flatnonzero(~curved | (np.cumsum(curved) % 3 == 0))  # two control points come before the end of a curve
    curved = curved[ends]
    owners = np.repeat(np.arange(len(paths)), lengths)[ends]
    x, y = xs[ends], ys[ends]
    a, b, c, d, e, f = np.array([path.matrix for path in paths]).T[:, owners]
    x, y = x * a + y * c + e, x * b + y * d + f
    starts = np.flatnonzero(begins[ends])
    counts = np.diff(starts, append=len(ends))
    kept = counts > 1
    shapes = zip(
        (np.minimum.reduceat(x, starts) - left)[kept].tolist(),
        (np.maximum.reduceat(x, starts) - left)[kept].tolist(),
        (top - np.maximum.reduceat(y, starts))[kept].tolist(),
        (top - np.minimum.reduceat(y, starts))[kept].tolist(),
        np.logical_or.reduceat(curved, starts)[kept].tolist(),
        starts[kept].tolist(),
        counts[kept].tolist(),
        owners[starts][kept].tolist(),
        strict=True,
    )
    xs, ys = (x - left).tolist(), (top - y).tolist()
    for x0, x1, high, low, is_curved, start, count, owner in shapes:
        _, _, stroke, fill, width = paths[owner]
        shape = Shape(x0, x1, high, low, stroke, fill, width)
        if is_curved:
            found.curves.append(shape)
        elif (
            stroke is not None
            and fill is None
            and (sides := _slanted(shape, xs[start : start + count], ys[start : start + count]))
        ):
            found.sides.extend(sides)
        elif count == 2 and stroke is not None:
            found.lines.append(shape)
        elif _is_rectangle(xs[start : start + count], ys[start : start + count]):
            found.rects.append(shape)
        else:
            found.curves.append(shape)


def _slanted(line: Shape, xs: Sequence[float], ys: Sequence[float]) -> list[Shape]:
    """Return the parts between the corners of a line; none if all of them are upright or level."""
    parts = []
    for (x0, y0), (x1, y1) in pairwise(zip(xs, ys, strict=True)):
        flat = abs(x0 - x1) < SAME or abs(y0 - y1) < SAME
        slope = 0 if flat else 1 if (x1 - x0) * (y1 - y0) > 0 else -1
        sides = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        parts.append(Shape(*sides, line.stroke, None, line.width, slope))
    return parts if any(part.slope for part in parts) else []


def _is_rectangle(xs: list[float], ys: list[float]) -> bool:
    """Tell whether points are the corners of an upright rectangle, in order."""
    points = list(zip(xs, ys, strict=True))
    if len(points) == 5 and _is_same(points[0], points[4]):
        points = points[:4]
    if len(points) != 4:
        return False
    sides = [(abs(a[0] - b[0]) < SAME, abs(a[1] - b[1]) < SAME) for a, b in pairwise([*points, points[0]])]
    turns = [(True, False), (False, True)] * 2
    return sides in (turns, turns[::-1])


def _is_same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < SAME and abs(one[1] - other[1]) < SAME


WORD_GAP = 1.5  # points between two letters of one word
BASELINE_SLACK = 3.0  # points by which words on one baseline may differ, because they may have two sizes
LETTER_GAP = 1.2  # points between two letters that follow each other
CELL_WIDTH = 4.0  # heights of a digit: the side of a cell is not farther from its clue
MAX_TEXT_GRAY = 0.6  # lighter letters may be lost on a copier


class Word(NamedTuple):
    """A word: its letters, its box in points from the top left, and its font."""

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    font: str


def words_of(letters: Letters) -> list[Word]:
    """Return the words of upright letters, in drawing order.

    A word ends at a gap, at another font or size, and where the next letter is not to the right on the same baseline.
    """
    if not letters:
        return []
    x0, x1, bottom = letters.x0, letters.x1, letters.bottom
    goes_on = (letters.font[1:] == letters.font[:-1]) & (abs(bottom[1:] - bottom[:-1]) < WORD_GAP)
    goes_on &= (x0[:-1] < x0[1:]) & (x0[1:] < x1[:-1] + WORD_GAP)
    starts = np.flatnonzero(np.concatenate(([True], ~goes_on)))
    columns = (x0[starts], np.maximum.reduceat(x1, starts), letters.top[starts], bottom[starts])
    fonts = [letters.fonts[i] for i in letters.font[starts].tolist()]
    return list(map(Word, _parts(letters.text, starts), *(column.tolist() for column in columns), fonts))


def flow_of(letters: Letters) -> str:
    """Return the text in drawing order, with a space where a letter is not next to the one before it."""
    if not letters:
        return ""
    x0, x1, bottom = letters.x0, letters.x1, letters.bottom
    beside = np.minimum(abs(x0[1:] - x1[:-1]), abs(x0[:-1] - x1[1:])) <= LETTER_GAP
    beside &= abs(bottom[1:] - bottom[:-1]) <= LETTER_GAP
    return " ".join(_parts(letters.text, np.flatnonzero(np.concatenate(([True], ~beside)))))


def _parts(text: str, starts: NDArray[np.int64]) -> list[str]:
    """Split a text at these places, of which the first is 0."""
    return [text[start:end] for start, end in pairwise([*starts.tolist(), len(text)])]


def lines_of(words: Iterable[Word]) -> tuple[str, ...]:
    """Return lines from top to bottom; words on about the same baseline are one line, from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.bottom):
        if lines and word.bottom - lines[-1][0].bottom < BASELINE_SLACK:
            lines[-1].append(word)
        else:
            lines.append([word])
    return tuple(" ".join(word.text for word in sorted(line, key=lambda word: word.x0)) for line in lines)


def folio_of(words: Sequence[Word], page: PageObjects) -> Word | None:
    """Return the number that is alone at the foot of a page; None if there is none.

    One with a line close to its left is a clue of the board on a title page, which the edge of its area cuts.
    """
    if not words:
        return None
    lowest = max(words, key=lambda word: word.bottom)
    alone = all(word is lowest or word.bottom < lowest.top for word in words)
    if not (alone and lowest.text.isdecimal() and lowest.top > 0.85 * page.height):
        return None
    return None if _is_in_cell(lowest, page) else lowest


def _is_in_cell(digit: Word, page: PageObjects) -> bool:
    middle, near = (digit.top + digit.bottom) / 2, CELL_WIDTH * (digit.bottom - digit.top)
    upright = (line for line in (*page.lines, *page.sides) if line.top < middle < line.bottom and line.x0 == line.x1)
    return any(0 < digit.x0 - line.x0 < near for line in upright)


def side_of(folio: Word, width: float) -> str:
    """Return the side of a page of this width on which its folio stands: left, middle or right."""
    if abs(folio.x0 + folio.x1 - width) < width * 0.1:  # the gutter shifts the text off the middle of the page
        return "middle"
    return "left" if folio.x1 < width / 2 else "right"


def faint_letter(letters: Letters) -> str:
    """Describe a letter that is too light to read; empty if there is none."""
    faint = np.flatnonzero(letters.gray > MAX_TEXT_GRAY)
    return f"{letters.text[faint[0]]!r} in gray {letters.gray[faint[0]]:.2f}" if faint.size else ""


def are_within(boxes: Numbers, sides: Sides) -> NDArray[np.bool_]:
    """Tell which boxes have their middle within a box."""
    x, y = boxes[0] + boxes[1], boxes[2] + boxes[3]
    inside: NDArray[np.bool_] = (2 * sides[0] < x) & (x < 2 * sides[1]) & (2 * sides[2] < y) & (y < 2 * sides[3])
    return inside


def all_within(items: Iterable[Shape], sides: Sides) -> list[Shape]:
    """Return the shapes whose middle is within a box."""
    x0, x1, top, bottom = (2 * side for side in sides)
    return [item for item in items if x0 < item.x0 + item.x1 < x1 and top < item.top + item.bottom < bottom]
