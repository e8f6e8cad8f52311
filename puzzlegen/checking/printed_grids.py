"""Finds the grids, headings and page numbers on the pages of a finished PDF by their positions alone.

A grid is a stroked rectangle with straight lines inside that run through its whole width or height at equal distances.
A clue is the only digit in a cell, a mine is a large shape (disc, ring, cross, flag), a safe cell has a small dot. The
heading is the text just above, between the sides of the grid. A light ground under a cell is allowed, one painted over
a clue is not. A gray ground as large as a cell makes it a filled cell, as in the answer of a mosaic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pdfplumber
from pdfplumber.utils.text import extract_words

from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.pdf_objects import Item, read_objects
from puzzlegen.errors import OutputError

LINE_END_SLACK = 2.5  # points between the end of a line and its frame: half the width of the frame, and a margin
SPACING_SLACK = 0.2  # points by which two cells of a grid may differ
BASELINE_SLACK = 3.0  # points by which words on one baseline may differ, because they may have two sizes
HEADING_SLACK = 8.0  # points by which words of one heading may differ, because the number is larger
HEADING_HEIGHT = 34.0  # points above a grid where its heading is expected
HEADING_LINES = 2.4  # the same in lines of its type, where that is more: large print needs more space
LETTER_GAP = 1.2  # points between two letters that follow each other
MAX_TEXT_GRAY = 0.6  # lighter letters may be lost on a copier
WHITE = 0.98  # lighter grays leave no ink
MIN_GROUND = 0.8  # grays of at least this lightness may be under a clue
MIN_MINE = 0.35  # share of the side of a cell: larger shapes are mines
MAX_DOT = 0.25  # smaller ones are dots
FILL_SLACK = 0.05  # share of the side of a cell by which the ground of a filled cell may differ
MIN_FILL = 0.4  # darkest ground of a filled cell, because the clue must be readable on it


@dataclass(frozen=True, slots=True)
class PrintedGrid:
    """One printed grid. ``clues`` has one entry per cell, BLANK for an empty cell.

    ``heading`` has the words above, from left to right, and ``number`` is the first of them if it is a bold number at
    the left edge of the grid. Text above a figure has no such number. ``below`` has the words between that line and the
    grid. ``cell`` is the side of a cell in points; ``left`` and ``top`` are the position of the frame. ``filled`` tells
    for each cell whether its ground is gray. ``faults`` describes what cannot be read.
    """

    page: int
    width: int
    height: int
    left: float
    top: float
    cell: float
    clues: tuple[int, ...]
    mines: tuple[bool, ...]
    dots: tuple[bool, ...]
    heading: tuple[str, ...]
    number: int | None
    stars: int
    faults: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    filled: tuple[bool, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Whether it shows a mine or a filled cell."""
        return any(self.mines) or any(self.filled)

    @property
    def reference(self) -> int | None:
        """The page that the heading names: the last number in it, other than the number of the puzzle."""
        match = re.search(r"(\d+)\D*$", " ".join(self.heading[1:]))
        return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One printed page; lengths in points from the top left.

    ``folio`` is the printed page number, None without one, and ``folio_side`` is left, middle or right. ``lines`` has
    the words outside grids, line by line. ``flow`` is the text of a page without grids in the order of the file, which
    follows columns. ``rotated`` is the text that is upside down. ``faint`` describes a letter that is
    too light to read, if any.
    """

    number: int
    width: float
    height: float
    grids: tuple[PrintedGrid, ...]
    folio: int | None
    folio_side: str = ""
    faint: str = ""
    lines: tuple[str, ...] = ()
    flow: str = ""
    rotated: str = ""


def read_pages(path: Path) -> Iterator[PrintedPage]:
    """Read the pages of a PDF, one at a time. Raises OutputError for a file that is not a PDF."""
    try:
        with pdfplumber.open(path) as pdf:
            for number, page in enumerate(pdf.pages, start=1):
                yield _read_page(page, number)
                page.close()
    except OutputError:
        raise
    except Exception as error:  # pdfminer has no common error type for broken files
        raise OutputError(f"{path}: cannot be read as a PDF: {type(error).__name__} {error}") from None


def _read_page(page: Any, number: int) -> PrintedPage:
    found = read_objects(page)
    chars = [char for char in found.chars if not _is_rotated(char)]
    words: list[Item] = extract_words(chars, keep_blank_chars=False, x_tolerance=1.5, extra_attrs=["fontname"])
    lines = [item for item in found.lines if item["stroke"]]
    frames = [item for item in found.rects if item["stroke"] and not item["fill"]]
    fills = [rect for rect in found.rects if rect["fill"]]
    marks = PageMarks(lines, frames, found.curves, chars, words, fills)
    grids = tuple(grid for frame in frames if (grid := _read_grid(frame, marks, number)) is not None)
    outside = [word for word in words if not any(_within(word, _sides(frame)) for frame in frames)]
    folio, side = _folio(outside, float(page.width), float(page.height))
    return PrintedPage(
        number,
        float(page.width),
        float(page.height),
        grids,
        folio,
        side,
        _faint(found.chars),
        _lines(outside),
        "" if grids else _flow(chars),
        _flow([char for char in found.chars if _is_rotated(char)]),
    )


def _is_rotated(char: Item) -> bool:
    return bool(char["matrix"][0] < 0)


def _flow(chars: list[Item]) -> str:
    """Return the text in the order of the file, with a space where a letter is not next to the one before it."""
    parts: list[str] = []
    before: Item | None = None
    for char in chars:
        if before is not None:
            gap = min(abs(char["x0"] - before["x1"]), abs(before["x0"] - char["x1"]))
            if gap > LETTER_GAP or abs(char["bottom"] - before["bottom"]) > LETTER_GAP:
                parts.append(" ")
        parts.append(char["text"])
        before = char
    return " ".join("".join(parts).split())


def _lines(words: list[Item]) -> tuple[str, ...]:
    """Return lines from top to bottom; words on about the same baseline are one line, from left to right."""
    lines: list[list[Item]] = []
    for word in sorted(words, key=lambda word: float(word["bottom"])):
        if lines and word["bottom"] - lines[-1][0]["bottom"] < BASELINE_SLACK:
            lines[-1].append(word)
        else:
            lines.append([word])
    return tuple(" ".join(w["text"] for w in sorted(line, key=lambda w: float(w["x0"]))) for line in lines)


def _is_ink(item: Item) -> bool:
    """Tell whether a rectangle is visible on white paper."""
    white = item.get("non_stroking_color") is not None and _lightness(item["non_stroking_color"]) >= WHITE
    return bool(item["stroke"]) or (bool(item["fill"]) and not white)


def _folio(words: list[Item], width: float, height: float) -> tuple[int | None, str]:
    """Return the number that is alone at the foot of the page, and its side; None if there is none."""
    if not words:
        return None, ""
    lowest = max(words, key=lambda word: word["bottom"])
    alone = all(word is lowest or word["bottom"] < lowest["top"] for word in words)
    if not (alone and lowest["text"].isdigit() and lowest["top"] > 0.85 * height):
        return None, ""
    if abs(lowest["x0"] + lowest["x1"] - width) < width * 0.1:  # the gutter shifts the text off the middle of the page
        return int(lowest["text"]), "middle"
    return int(lowest["text"]), "left" if lowest["x1"] < width / 2 else "right"


@dataclass(frozen=True, slots=True)
class PageMarks:
    """The objects of a page that grids and headings consist of, by kind."""

    lines: list[Item]
    frames: list[Item]
    curves: list[Item]
    chars: list[Item]
    words: list[Item]
    fills: list[Item]


def _sides(item: Item) -> tuple[float, float, float, float]:
    return item["x0"], item["x1"], item["top"], item["bottom"]


def _levels(color: Any) -> tuple[float, ...]:
    """Return the components of a color of pdfplumber; None means black."""
    if color is None:
        return (0.0,)
    return tuple(float(part) for part in (color if isinstance(color, tuple | list) else (color,)))


def _lightness(color: Any) -> float:
    """Return the luminance of a color, 0 for black to 1 for white."""
    levels = _levels(color)
    black = 0.0
    if len(levels) == 4:  # inks subtract from white
        cyan, magenta, yellow, black = levels
        levels = (1.0 - cyan, 1.0 - magenta, 1.0 - yellow)
    red, green, blue = levels if len(levels) == 3 else (levels[0],) * 3
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) * (1.0 - black)


def _faint(chars: list[Item]) -> str:
    """Describe a letter that is too light to read; empty if there is none."""
    for char in chars:
        if char["text"].strip() and (light := _lightness(char.get("non_stroking_color"))) > MAX_TEXT_GRAY:
            return f"{char['text']!r} in gray {light:.2f}"
    return ""


def _read_grid(frame: Item, marks: PageMarks, page: int) -> PrintedGrid | None:
    """Return the grid within a frame; None if the frame is not a grid."""
    x0, x1, top, bottom = frame["x0"], frame["x1"], frame["top"], frame["bottom"]
    across, down = [], []
    for line in marks.lines:
        if not (line["x0"] >= x0 - LINE_END_SLACK and line["x1"] <= x1 + LINE_END_SLACK):
            continue
        if not (line["top"] >= top - LINE_END_SLACK and line["bottom"] <= bottom + LINE_END_SLACK):
            continue
        if (
            line["bottom"] - line["top"] >= bottom - top - 2 * LINE_END_SLACK
            and line["x1"] - line["x0"] < LINE_END_SLACK
        ):
            down.append(line["x0"])
        elif line["x1"] - line["x0"] >= x1 - x0 - 2 * LINE_END_SLACK and line["bottom"] - line["top"] < LINE_END_SLACK:
            across.append(line["top"])
    if not down or not across:
        return None
    faults: list[str] = []
    columns, cell, left = _spacing(sorted(down), x0, x1, faults)
    rows, _, first = _spacing(sorted(across), top, bottom, faults)
    clues = [BLANK] * (columns * rows)
    mines = [False] * (columns * rows)
    dots = [False] * (columns * rows)

    def cell_at(item: Item) -> int:
        col = int(((item["x0"] + item["x1"]) / 2 - left) // cell)
        row = int(((item["top"] + item["bottom"]) / 2 - first) // cell)
        return min(max(row, 0), rows - 1) * columns + min(max(col, 0), columns - 1)

    inside = (x0, x1, top, bottom)
    for char in (item for item in marks.chars if _within(item, inside) and item["text"].strip()):
        at = cell_at(char)
        if clues[at] != BLANK or char["text"] not in "0123456789":
            faults.append(
                f"row {at // columns + 1}, column {at % columns + 1} reads {char['text']!r} where one digit is expected"
            )
        else:
            clues[at] = int(char["text"])
    shapes = [item for item in marks.curves if _within(item, inside)]
    fills = [item for item in marks.fills if _within(item, inside)]
    if any(_hides(fill, marks.chars + shapes, cell) for fill in fills):
        faults.append("something is drawn over the grid")
    filled: dict[int, Item] = {}
    for fill in fills:  # in drawing order: what is painted over is not visible
        filled = {at: under for at, under in filled.items() if not _within(under, _sides(fill))}
        if _fills(fill, cell):
            filled[cell_at(fill)] = fill
    for shape in shapes:
        wide = max(shape["x1"] - shape["x0"], shape["bottom"] - shape["top"]) / cell
        if wide > MIN_MINE:
            mines[cell_at(shape)] = True
        elif wide < MAX_DOT:
            dots[cell_at(shape)] = True
        else:
            faults.append("a shape in the grid is neither a mine nor a dot")
    names, number, stars, below = _heading(frame, marks)
    return PrintedGrid(
        page, columns, rows, x0, top, cell, tuple(clues), tuple(mines), tuple(dots), names, number, stars,
        tuple(faults), below, tuple(i in filled for i in range(columns * rows)),
    )  # fmt: skip


def _fills(fill: Item, cell: float) -> bool:
    """Tell whether a rectangle is the gray ground of one filled cell."""
    sides = fill["x1"] - fill["x0"], fill["bottom"] - fill["top"]
    gray = _lightness(fill.get("non_stroking_color"))
    return MIN_FILL <= gray < MIN_GROUND and all(abs(side - cell) < FILL_SLACK * cell for side in sides)


def _hides(fill: Item, items: list[Item], cell: float) -> bool:
    """Tell whether a rectangle is dark and not a filled cell, or covers an object that was drawn before it."""
    if _levels(fill.get("non_stroking_color"))[0] < MIN_GROUND and not _fills(fill, cell):
        return True
    return any(item["order"] < fill["order"] and _within(item, _sides(fill)) for item in items)


def _heading(frame: Item, marks: PageMarks) -> tuple[tuple[str, ...], int | None, int, tuple[str, ...]]:
    """Return the words of the line above a frame, the number of the puzzle, the count of solid stars in the line, and
    the words of a second line between it and the frame.

    The number is None if no bold number begins the line. The line extends to the next grid on the right or to the edge
    of the page, because it may be wider than a narrow board.
    """
    left, top = frame["x0"] - LINE_END_SLACK, frame["top"]
    beside = [
        f["x0"] for f in marks.frames if f["x0"] > frame["x1"] and f["top"] < frame["bottom"] and f["bottom"] > top
    ]
    right = min(beside, default=float("inf")) - LINE_END_SLACK
    above = [
        w for w in marks.words if left <= w["x0"] and w["x1"] <= right and 0 <= top - w["bottom"] < _max_distance(w)
    ]
    lines: list[list[Item]] = []
    for word in sorted(above, key=lambda word: -float(word["bottom"])):
        if lines and lines[-1][0]["bottom"] - word["bottom"] < HEADING_SLACK:
            lines[-1].append(word)
        else:
            lines.append([word])
    lines = [sorted(line, key=lambda word: float(word["x0"])) for line in lines]
    index = next((i for i, line in enumerate(lines[:2]) if _is_number(line[0], frame)), None)
    if index is None:
        return tuple(word["text"] for word in lines[0]) if lines else (), None, 0, ()
    line = lines[index]
    words = tuple(word["text"] for word in line)
    band = (left, right, min(word["top"] for word in line), max(word["bottom"] for word in line))
    solid = [item for item in marks.curves if item["fill"]] + [fill for fill in marks.fills if _is_ink(fill)]
    stars = sum(_within(item, band) for item in solid)
    return words, int(words[0]), stars, tuple(word["text"] for word in lines[0]) if index else ()


def _max_distance(word: Item) -> float:
    """Return how far above its grid a word of a heading may be, in points."""
    return max(HEADING_HEIGHT, HEADING_LINES * float(word["bottom"] - word["top"]))


def _is_number(word: Item, frame: Item) -> bool:
    """Tell whether a word is the number of a puzzle: bold, at the left edge of the frame."""
    at_edge = abs(word["x0"] - frame["x0"]) < LINE_END_SLACK
    return at_edge and bool(word["text"].isdigit()) and "bold" in word["fontname"].casefold()


def _within(item: Item, box: tuple[float, float, float, float]) -> bool:
    x, y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return bool(box[0] < x < box[1] and box[2] < y < box[3])


def _spacing(at: list[float], low: float, high: float, faults: list[str]) -> tuple[int, float, float]:
    """Return the number of cells between lines at these positions, the side of a cell, and where the first begins."""
    steps = [b - a for a, b in pairwise(at)] or [(high - low) / 2]
    cell = sum(steps) / len(steps)
    ends = (at[0] - low, high - at[-1])  # the outer cells, and about half the width of the frame
    if max(steps) - min(steps) > SPACING_SLACK or any(
        not cell - SPACING_SLACK <= end <= cell + LINE_END_SLACK for end in ends
    ):
        faults.append("the lines of the grid are not evenly spaced")
    return len(at) + 1, cell, at[0] - cell
