"""Finds the grids and their headings on a page by the positions of lines, shapes and letters alone.

A grid is a stroked rectangle with straight lines inside that run through its whole width or height at equal distances.
A clue is the only digit in a cell, a mine is a large shape (disc, ring, cross, flag), a safe cell has a small dot. The
heading is the text just above, between the sides of the grid. A gray square as large as a cell makes it a filled cell,
as in the answer of a mosaic. Whether all of this can be seen is checked on the rendered page (``visible_cells``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.page_objects import Char, PageObjects, Shape
from puzzlegen.checking.page_text import Word

LINE_END_SLACK = 2.5  # points between the end of a line and its frame: half the width of the frame, and a margin
SPACING_SLACK = 0.2  # points by which two cells of a grid may differ
HEADING_SLACK = 8.0  # points by which words of one heading may differ, because the number is larger
HEADING_HEIGHT = 34.0  # points above a grid where its heading is expected
HEADING_LINES = 2.4  # the same in lines of its type, where that is more: large print needs more space
WHITE = 0.98  # lighter grays leave no ink
MIN_GROUND = 0.8  # grays of at least this lightness may be under a clue
MIN_MINE = 0.35  # share of the side of a cell: larger shapes are mines
MAX_DOT = 0.25  # smaller ones are dots
FILL_SLACK = 0.05  # share of the side of a cell by which the ground of a filled cell may differ
MIN_FILL = 0.4  # darkest ground of a filled cell, because the clue must be readable on it

Boxes = NDArray[np.float64]
Sides = tuple[float, float, float, float]  # left, right, top, bottom


@dataclass(frozen=True, slots=True)
class PrintedGrid:
    """One printed grid. ``clues`` has one entry per cell, BLANK for an empty cell.

    ``heading`` has the words above, from left to right, and ``number`` is the first of them if it is a bold number at
    the left edge of the grid. Text above a figure has no such number. ``below`` has the words between that line and the
    grid. ``cell`` is the side of a cell in points; ``left`` and ``top`` are the position of the frame. ``filled`` tells
    for each cell whether its ground is gray. ``faults`` describes what cannot be read, and ``unseen`` what a reader
    sees other than the file says.
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
    unseen: tuple[str, ...] = ()

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
class GridObjects:
    """The objects that a grid consists of. Cells are counted row by row, lengths are points.

    ``first_x`` and ``first_y`` are where the first cell begins, ``line`` is a line between cells. Of several objects of
    a kind in one cell only the first is kept; the grid then has a fault.
    """

    frame: Shape
    line: Shape
    columns: int
    rows: int
    cell: float
    first_x: float
    first_y: float
    digits: dict[int, Char] = field(default_factory=dict)
    mines: dict[int, Shape] = field(default_factory=dict)
    dots: dict[int, Shape] = field(default_factory=dict)
    filled: frozenset[int] = frozenset()
    faults: tuple[str, ...] = ()

    def place(self, cell: int) -> str:
        """Return row and column of a cell, for messages."""
        return f"row {cell // self.columns + 1}, column {cell % self.columns + 1}"


@dataclass(frozen=True, slots=True)
class PageMarks:
    """The objects of a page that grids and headings consist of, by kind; ``chars`` are the upright letters.

    ``char_boxes`` and ``word_boxes`` have their sides (left, right, top, bottom), shape (4, number).
    """

    lines: list[Shape]
    frames: list[Shape]
    curves: list[Shape]
    fills: list[Shape]
    chars: list[Char]
    words: list[Word]
    char_boxes: Boxes
    word_boxes: Boxes

    def outside_words(self) -> list[Word]:
        """Return the words whose middle is in none of the frames."""
        outside = np.ones(len(self.words), bool)
        for frame in self.frames:
            outside &= ~_are_within(self.word_boxes, frame[:4])
        return [self.words[i] for i in np.flatnonzero(outside)]


def marks_of(found: PageObjects, chars: list[Char], words: list[Word]) -> PageMarks:
    """Sort the objects of a page by what they may be in a grid."""
    return PageMarks(
        lines=found.lines,
        frames=[shape for shape in found.rects if shape.stroke is not None and shape.fill is None],
        curves=found.curves,
        fills=[shape for shape in found.rects if shape.fill is not None],
        chars=chars,
        words=words,
        char_boxes=_boxes(chars),
        word_boxes=_boxes(words),
    )


def _boxes(items: Sequence[Char] | Sequence[Word]) -> Boxes:
    return np.array([item[1:5] for item in items], np.float64).reshape(-1, 4).T


def grid_in(frame: Shape, marks: PageMarks) -> GridObjects | None:
    """Return the objects of the grid within a frame; None if the frame is not a grid."""
    x0, x1, top, bottom = frame[:4]
    across, down = [], []
    line = None
    for one in marks.lines:
        if not (one.x0 >= x0 - LINE_END_SLACK and one.x1 <= x1 + LINE_END_SLACK):
            continue
        if not (one.top >= top - LINE_END_SLACK and one.bottom <= bottom + LINE_END_SLACK):
            continue
        if one.bottom - one.top >= bottom - top - 2 * LINE_END_SLACK and one.x1 - one.x0 < LINE_END_SLACK:
            down.append(one.x0)
        elif one.x1 - one.x0 >= x1 - x0 - 2 * LINE_END_SLACK and one.bottom - one.top < LINE_END_SLACK:
            across.append(one.top)
        else:
            continue
        line = line or one
    if line is None or not down or not across:
        return None
    faults: list[str] = []
    columns, cell, left = _spacing(sorted(down), x0, x1, faults)
    rows, _, first = _spacing(sorted(across), top, bottom, faults)
    if not cell > 0:
        return None
    found = GridObjects(frame, line, columns, rows, cell, left, first)
    return _with_contents(found, marks, faults)


def _with_contents(grid: GridObjects, marks: PageMarks, faults: list[str]) -> GridObjects:
    """Return the grid with the letters and shapes in its cells."""
    inside = grid.frame[:4]
    cell, columns, rows = grid.cell, grid.columns, grid.rows

    def cell_at(item: Char | Shape) -> int:
        col = int(((item.x0 + item.x1) / 2 - grid.first_x) // cell)
        row = int(((item.top + item.bottom) / 2 - grid.first_y) // cell)
        return min(max(row, 0), rows - 1) * columns + min(max(col, 0), columns - 1)

    digits: dict[int, Char] = {}
    for char in [marks.chars[i] for i in np.flatnonzero(_are_within(marks.char_boxes, inside))]:
        at = cell_at(char)
        if at in digits or char.text not in "0123456789":
            faults.append(f"{grid.place(at)} reads {char.text!r} where one digit is expected")
        else:
            digits[at] = char
    mines: dict[int, Shape] = {}
    dots: dict[int, Shape] = {}
    for shape in _all_within(marks.curves, inside):
        wide = max(shape.x1 - shape.x0, shape.bottom - shape.top) / cell
        if MAX_DOT <= wide <= MIN_MINE:
            faults.append(f"{grid.place(cell_at(shape))} has a shape that is neither a mine nor a dot")
        else:
            (mines if wide > MIN_MINE else dots).setdefault(cell_at(shape), shape)
    filled: dict[int, Shape] = {}
    for fill in _all_within(marks.fills, inside):  # in drawing order: what is painted over is not visible
        filled = {at: under for at, under in filled.items() if not _within(under, fill[:4])}
        if _fills(fill, cell):
            filled[cell_at(fill)] = fill
        elif (fill.fill or 0.0) < MIN_GROUND:
            faults.append("something is drawn over the grid")
    return GridObjects(
        grid.frame, grid.line, columns, rows, cell, grid.first_x, grid.first_y, digits, mines, dots, frozenset(filled),
        tuple(faults),
    )  # fmt: skip


def printed_grid(grid: GridObjects, marks: PageMarks, page: int) -> PrintedGrid:
    """Return what a grid shows, with its heading, by its objects."""
    heading, number, stars, below = _heading(grid.frame, marks)
    cells = range(grid.columns * grid.rows)
    return PrintedGrid(
        page=page,
        width=grid.columns,
        height=grid.rows,
        left=grid.frame.x0,
        top=grid.frame.top,
        cell=grid.cell,
        clues=tuple(int(grid.digits[i].text) if i in grid.digits else BLANK for i in cells),
        mines=tuple(i in grid.mines for i in cells),
        dots=tuple(i in grid.dots for i in cells),
        heading=heading,
        number=number,
        stars=stars,
        faults=grid.faults,
        below=below,
        filled=tuple(i in grid.filled for i in cells),
    )


def _fills(fill: Shape, cell: float) -> bool:
    """Tell whether a rectangle is the gray ground of one filled cell."""
    sides = fill.x1 - fill.x0, fill.bottom - fill.top
    gray = 1.0 if fill.fill is None else fill.fill
    return MIN_FILL <= gray < MIN_GROUND and all(abs(side - cell) < FILL_SLACK * cell for side in sides)


def _heading(frame: Shape, marks: PageMarks) -> tuple[tuple[str, ...], int | None, int, tuple[str, ...]]:
    """Return the words of the line above a frame, the number of the puzzle, the count of solid stars in the line, and
    the words of a second line between it and the frame.

    The number is None if no bold number begins the line. The line extends to the next grid on the right or to the edge
    of the page, because it may be wider than a narrow board.
    """
    left, top = frame.x0 - LINE_END_SLACK, frame.top
    beside = [one.x0 for one in marks.frames if one.x0 > frame.x1 and one.top < frame.bottom and one.bottom > top]
    right = min(beside, default=float("inf")) - LINE_END_SLACK
    x0, x1, tops, bottoms = marks.word_boxes
    most = np.maximum(HEADING_HEIGHT, HEADING_LINES * (bottoms - tops))
    near = (left <= x0) & (x1 <= right) & (bottoms <= top) & (top - bottoms < most)
    above = [marks.words[i] for i in np.flatnonzero(near)]
    lines: list[list[Word]] = []
    for word in sorted(above, key=lambda word: -word.bottom):
        if lines and lines[-1][0].bottom - word.bottom < HEADING_SLACK:
            lines[-1].append(word)
        else:
            lines.append([word])
    lines = [sorted(line, key=lambda word: word.x0) for line in lines]
    index = next((i for i, line in enumerate(lines[:2]) if _is_number(line[0], frame)), None)
    if index is None:
        return tuple(word.text for word in lines[0]) if lines else (), None, 0, ()
    line = lines[index]
    words = tuple(word.text for word in line)
    band = (left, right, min(word.top for word in line), max(word.bottom for word in line))
    near = _all_within(marks.curves, band), _all_within(marks.fills, band)
    stars = sum(shape.fill is not None for shape in near[0]) + sum(map(_inks, near[1]))
    return words, int(words[0]), stars, tuple(word.text for word in lines[0]) if index else ()


def _inks(fill: Shape) -> bool:
    """Tell whether a rectangle is visible on white paper."""
    return fill.stroke is not None or (fill.fill is not None and fill.fill < WHITE)


def _is_number(word: Word, frame: Shape) -> bool:
    """Tell whether a word is the number of a puzzle: bold, at the left edge of the frame."""
    at_edge = abs(word.x0 - frame.x0) < LINE_END_SLACK
    return at_edge and word.text.isdecimal() and "bold" in word.font.casefold()


def _within(item: Shape, sides: Sides) -> bool:
    x, y = (item.x0 + item.x1) / 2, (item.top + item.bottom) / 2
    return sides[0] < x < sides[1] and sides[2] < y < sides[3]


def _are_within(boxes: Boxes, sides: Sides) -> NDArray[np.bool_]:
    """Tell which boxes have their middle within a box: ``_within`` for many."""
    x, y = boxes[0] + boxes[1], boxes[2] + boxes[3]
    inside: NDArray[np.bool_] = (2 * sides[0] < x) & (x < 2 * sides[1]) & (2 * sides[2] < y) & (y < 2 * sides[3])
    return inside


def _all_within(items: Iterable[Shape], sides: Sides) -> list[Shape]:
    """Return the shapes whose middle is within a box."""
    x0, x1, top, bottom = (2 * side for side in sides)
    return [item for item in items if x0 < item.x0 + item.x1 < x1 and top < item.top + item.bottom < bottom]


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
