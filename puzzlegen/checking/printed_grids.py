"""Finds the grids and their headings on a page by the positions of lines, shapes and letters alone.

A grid is an outline with lines inside, which all lie on the sides of the cells of a lattice (``printed_outlines``).
A light ground all around a frame is the rim of a board with joined sides, which repeats clues of the opposite sides.
A clue is the only digit in a cell, a mine is a large shape (disc, ring, cross, flag), a safe cell has a small dot. The
heading is the text just above, between the sides of the grid. A dark square as large as a cell makes it a filled cell,
as in the answer of a mosaic; one with a clue is gray. Whether all of this can be seen is checked on the rendered page
(``visible_cells``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import Lattice
from puzzlegen.board.puzzle import BLANK, VOID
from puzzlegen.checking.findings import Fault
from puzzlegen.checking.page_marks import LINE_END_SLACK, MIN_GROUND, WHITE, PageMarks, boxes_of
from puzzlegen.checking.page_objects import Letters, Numbers, Shape, Word, all_within, are_within
from puzzlegen.checking.printed_outlines import by_weight, is_number, outline_of, sides_of

HEADING_SLACK = 8.0  # points by which words of one heading may differ, because the number is larger
HEADING_HEIGHT = 34.0  # points above a grid where its heading is expected
HEADING_LINES = 2.4  # the same in lines of its type, where that is more: large print needs more space
HEADING_PITCH = 1.6  # lines: from a line of a heading to one above it, of which there may be more
MOST_LINES = 6  # of a heading
NUMBER_GROWTH = 1.15  # the least height of a puzzle's number as a share of the small type below it
MIN_MINE = 0.35  # share of the side of a cell: larger shapes are mines
MAX_DOT = 0.25  # smaller ones are dots
FILL_SLACK = 0.05  # share of the side of a cell by which the ground of a filled cell may differ
MIN_FILL = 0.4  # darkest ground of a filled cell with a clue, which must be readable on it
LABEL_REACH = 9.0  # points between labels and the frame or the rim


@dataclass(frozen=True, slots=True)
class PrintedGrid:
    """One printed grid. ``clues`` has one entry per cell, BLANK for an empty cell, VOID where the board has no cell.

    ``heading`` has the words above, from left to right, and ``number`` is the first of them if it is a bold number at
    the left edge of the grid. Text above a figure has no such number. ``below`` has the words between that line and the
    grid. ``cell`` is the side of a cell in points; ``left`` and ``top`` are the position of the frame. ``filled`` tells
    for each cell whether its ground is gray. ``rim`` tells whether the grid has a rim. ``faults`` describes what cannot
    be read, and ``unseen`` what a reader sees other than the file says. ``columns``
    and ``rows`` are the labels outside the frame, one for each column and row, or none.
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
    faults: tuple[Fault, ...] = ()
    below: tuple[str, ...] = ()
    filled: tuple[bool, ...] = ()
    unseen: tuple[Fault, ...] = ()
    rim: bool = False
    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    @property
    def is_marked(self) -> bool:
        """Whether it shows a mine or a filled cell."""
        return any(self.mines) or any(self.filled)

    @property
    def is_answer(self) -> bool:
        """Whether it is marked, and has no stars: those of its heading make a marked grid a damaged puzzle."""
        return self.is_marked and not self.stars

    @property
    def is_picture(self) -> bool:
        """Whether it shows filled cells and no clues."""
        return any(self.filled) and max(self.clues) < 0

    @property
    def reference(self) -> int | None:
        """The page that the heading names: the last number in it, other than the number of the puzzle."""
        match = re.search(r"(\d+)\D*$", " ".join(self.heading[1:]))
        return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class GridObjects:
    """The objects that a grid consists of. Cells are counted row by row, lengths are points.

    The first seven fields are those of its ``Outline``. ``lines`` are all lines, and ``widest`` is the most width of
    those between cells. Of a board with ``voids``, or of hexagons, the ``frame`` is a rectangle that is not drawn.
    ``digits`` has the digit in each cell that has one, and ``letters`` where they are, in the same order. Of several
    objects of a kind in one cell only the first is kept; the grid then has a fault. ``copies`` are the letters in its
    rim, None without one.
    """

    first_x: float
    first_y: float
    cell: float
    columns: int
    rows: int
    lattice: Lattice
    voids: frozenset[int]
    frame: Shape
    lines: tuple[Shape, ...]
    widest: float
    letters: Letters
    digits: dict[int, int] = field(default_factory=dict)
    mines: dict[int, Shape] = field(default_factory=dict)
    dots: dict[int, Shape] = field(default_factory=dict)
    filled: frozenset[int] = frozenset()
    tinted: frozenset[int] = frozenset()
    faults: tuple[Fault, ...] = ()
    copies: Letters | None = None

    def middles(self, cells: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
        """Return the middles of some cells, across and down in points."""
        x, y = self.lattice.center(*np.divmod(cells, self.columns))
        return self.first_x + x * self.cell, self.first_y + y * self.cell

    def before_rows(self, boxes: Numbers) -> NDArray[np.bool_]:
        """Return which boxes end less than LABEL_REACH left of the first cell of the row at their height.

        Only the labels of ragged boards do.
        """
        if not self.ragged:
            return np.zeros(boxes.shape[1], bool)
        cells = np.arange(self.rows * self.columns)
        x, y = self.middles(cells)
        lefts = np.where(np.isin(cells, list(self.voids)), np.inf, x - self.cell / 2)
        rows = abs((boxes[2] + boxes[3])[:, None] / 2 - y[:: self.columns]).argmin(1)
        away = lefts.reshape(self.rows, -1).min(1)[rows] - boxes[1]
        before: NDArray[np.bool_] = (away >= 0) & (away < LABEL_REACH)
        return before

    @property
    def ragged(self) -> bool:
        """Whether the board has no columns, as in ``Grid``."""
        return self.lattice.is_ragged(self.voids)

    def fault(self, cell: int, words: str) -> Fault:
        """Return what is wrong with a cell, which has this number."""
        return Fault(words, divmod(cell, self.columns))


def grid_in(frame: Shape, marks: PageMarks) -> GridObjects | None:
    """Return the objects of the grid within a frame; None if the frame is not a grid."""
    if frame in marks.outlined:
        outer, inner = by_weight(marks.outlined[frame])
    else:
        outer, inner = sides_of(frame), _lines_across(frame, marks)
    faults: list[Fault] = []
    outline = outline_of(outer, inner, faults)
    if outline is None:
        return None
    widest = max(line.width for line in inner)
    found = GridObjects(*outline, frame, (*outer, *inner), widest, marks.letters)
    return _with_contents(found, marks, faults)


def _lines_across(frame: Shape, marks: PageMarks) -> list[Shape]:
    """Return the lines within a frame that run from side to side; none if they do not so in both directions."""
    x0, x1, top, bottom = marks.line_boxes
    inside = are_within(marks.line_boxes, frame[:4])
    across = inside & (x1 - x0 >= frame.x1 - frame.x0 - 2 * LINE_END_SLACK)
    down = inside & (bottom - top >= frame.bottom - frame.top - 2 * LINE_END_SLACK)
    return [marks.lines[i] for i in np.flatnonzero(across | down)] if across.any() and down.any() else []


def _with_contents(grid: GridObjects, marks: PageMarks, faults: list[Fault]) -> GridObjects:
    """Return the grid with the letters and shapes in its cells."""
    digits, kept = _digits_in(grid, marks, faults)
    mines, dots = _circles_in(grid, marks, faults)
    filled, tinted = _grounds_in(grid, marks, faults)
    copies = _copies_around(grid, marks)
    faults += _wrong_copies(grid, digits, copies) if copies is not None else []
    hidden = [at for at, fill in filled.items() if at in digits and (fill.fill or 0.0) < MIN_FILL]
    faults += [grid.fault(cell, "has a clue on a ground too dark for it") for cell in sorted(hidden)[:1]]
    drawn = grid.voids.intersection([*digits, *mines, *dots, *filled])
    faults += [grid.fault(cell, "is no cell of the board, but something is drawn there") for cell in sorted(drawn)[:1]]
    return replace(
        grid, letters=marks.letters.at(kept), digits=digits, mines=mines, dots=dots, filled=frozenset(filled),
        tinted=tinted, faults=tuple(faults), copies=copies,
    )  # fmt: skip


def _digits_in(grid: GridObjects, marks: PageMarks, faults: list[Fault]) -> tuple[dict[int, int], list[int]]:
    """Return the digits of a grid by cell, and which letters of the page they are."""
    within = are_within(marks.letter_boxes, grid.frame[:4])
    for label in marks.word_boxes[:, grid.before_rows(marks.word_boxes)].T:
        within &= ~are_within(marks.letter_boxes, label)
    letters = np.flatnonzero(within)
    digits: dict[int, int] = {}
    kept = []
    for at, letter in zip(cells_at(grid, marks.letter_boxes[:, letters]), letters.tolist(), strict=True):
        text = marks.letters.text[letter]
        if at in digits or text not in "0123456789":
            faults.append(grid.fault(at, f"reads {text!r} where one digit is expected"))
        else:
            digits[at] = int(text)
            kept.append(letter)
    return digits, kept


def _circles_in(grid: GridObjects, marks: PageMarks, faults: list[Fault]) -> tuple[dict[int, Shape], dict[int, Shape]]:
    """Return the mines and the dots of a grid by cell."""
    curves = np.flatnonzero(are_within(marks.curve_boxes, grid.frame[:4]))
    boxes = marks.curve_boxes[:, curves]
    wide = np.maximum(boxes[1] - boxes[0], boxes[3] - boxes[2]) / grid.cell
    mines: dict[int, Shape] = {}
    dots: dict[int, Shape] = {}
    for at, curve, size in zip(cells_at(grid, boxes), curves.tolist(), wide.tolist(), strict=True):
        if grid.lattice.staggered and (marks.curves[curve].fill or 0.0) >= MIN_GROUND:
            continue  # the light ground of a hexagon
        if MAX_DOT <= size <= MIN_MINE:
            faults.append(grid.fault(at, "has a shape that is neither a mine nor a dot"))
        else:
            (mines if size > MIN_MINE else dots).setdefault(at, marks.curves[curve])
    return mines, dots


def _grounds_in(grid: GridObjects, marks: PageMarks, faults: list[Fault]) -> tuple[dict[int, Shape], frozenset[int]]:
    """Return the grounds of filled cells of a grid by cell, and the cells with a light tint."""
    grounds: dict[int, Shape] = {}
    for fill in all_within(marks.fills, grid.frame[:4]):  # in drawing order: what is painted over is not visible
        grounds = {at: under for at, under in grounds.items() if not all_within([under], fill[:4])}
        if _is_ground(fill, grid.cell):
            grounds[cells_at(grid, boxes_of([fill[:4]]))[0]] = fill
        elif (fill.fill or 0.0) < MIN_GROUND:
            faults.append(Fault("something is drawn over the grid"))
    filled = {at: ground for at, ground in grounds.items() if (ground.fill or 0.0) < MIN_GROUND}
    return filled, frozenset(grounds).difference(filled)


def _copies_around(grid: GridObjects, marks: PageMarks) -> Letters | None:
    """Return the letters in the rim of a grid, None without a rim."""
    if grid.frame not in marks.rims:
        return None
    inside = are_within(marks.letter_boxes, marks.rims[grid.frame][:4])
    return marks.letters.at(np.flatnonzero(inside & ~are_within(marks.letter_boxes, grid.frame[:4])))


def _wrong_copies(grid: GridObjects, digits: Mapping[int, int], copies: Letters) -> list[Fault]:
    """Describe the first place of a rim that does not repeat the clue of the opposite side."""
    x, y = (copies.x0 + copies.x1) / 2 - grid.first_x, (copies.top + copies.bottom) / 2 - grid.first_y
    cols = np.clip(x // grid.cell, -1, grid.columns).astype(np.int64).tolist()
    rows = np.clip(y // grid.cell, -1, grid.rows).astype(np.int64).tolist()
    found: dict[tuple[int, int], str] = {}
    for at, text in zip(zip(rows, cols, strict=True), copies.text, strict=True):
        found[at] = found.get(at, "") + text
    ends = (-1, grid.rows), (-1, grid.columns)
    for row, col in product(range(-1, grid.rows + 1), range(-1, grid.columns + 1)):
        if row in ends[0] or col in ends[1]:
            cell = row % grid.rows * grid.columns + col % grid.columns
            printed, due = found.get((row, col), ""), str(digits.get(cell, ""))
            if printed != due:
                return [grid.fault(cell, f"has {due or 'nothing'}, the rim reads {printed or 'nothing'}")]
    return []


def cells_at(grid: GridObjects, boxes: Numbers) -> list[int]:
    """Return the cell that has the middle of each box."""
    x, y = (boxes[0] + boxes[1]) / 2 - grid.first_x, (boxes[2] + boxes[3]) / 2 - grid.first_y
    lattice = grid.lattice
    above = np.clip(y // (lattice.row_height * grid.cell), 0, grid.rows - 1)
    found, nearest = np.zeros(len(x), np.int64), np.full(len(x), np.inf)
    for rows in (above, np.maximum(above - 1, 0)) if lattice.staggered else (above,):  # rows of hexagons overlap
        shift = rows % 2 / 2 if lattice.staggered else 0.0
        cols = np.clip((x / grid.cell - shift) // 1, 0, grid.columns - 1)
        middle = lattice.center(rows, cols)
        distance = np.hypot(x - middle[0] * grid.cell, y - middle[1] * grid.cell)
        found = np.where(distance < nearest, rows * grid.columns + cols, found).astype(np.int64)
        nearest = np.minimum(distance, nearest)
    cells: list[int] = found.tolist()
    return cells


def printed_grid(grid: GridObjects, marks: PageMarks, page: int, labels_top: float | None = None) -> PrintedGrid:
    """Return what a grid shows, with its heading, by its objects. The heading is above ``labels_top``, if given."""
    frame = marks.around(grid.frame)
    heading, number, stars, below = _heading(frame, frame.top if labels_top is None else labels_top, marks)
    cells = range(grid.columns * grid.rows)
    return PrintedGrid(
        page=page,
        width=grid.columns,
        height=grid.rows,
        left=grid.frame.x0,
        top=grid.frame.top,
        cell=grid.cell,
        clues=tuple(VOID if at in grid.voids else grid.digits.get(at, BLANK) for at in cells),
        mines=tuple(at in grid.mines for at in cells),
        dots=tuple(at in grid.dots for at in cells),
        heading=heading,
        number=number,
        stars=stars,
        faults=grid.faults,
        below=below,
        filled=tuple(at in grid.filled for at in cells),
        rim=grid.copies is not None,
    )


def _is_ground(fill: Shape, cell: float) -> bool:
    """Tell whether a rectangle is the ground of one cell, other than white."""
    sides = fill.x1 - fill.x0, fill.bottom - fill.top
    return fill.fill is not None and fill.fill < WHITE and all(abs(side - cell) < FILL_SLACK * cell for side in sides)


def _heading(frame: Shape, foot: float, marks: PageMarks) -> tuple[tuple[str, ...], int | None, int, tuple[str, ...]]:
    """Return the words of the line over a frame, the number of the puzzle, the count of solid stars in the line, and
    the words of the lines below it. All these lines are above ``foot``.

    The number is None if no bold number begins the line. The line extends to the next grid on the right or to the edge
    of the page, because it may be wider than a narrow board.
    """
    left, right = _sides_of_heading(frame, marks)
    x0, x1, tops, bottoms = marks.word_boxes
    most = np.maximum(HEADING_HEIGHT, (HEADING_LINES + MOST_LINES * HEADING_PITCH) * (bottoms - tops))
    near = (left <= x0) & (x1 <= right) & (bottoms <= foot) & (foot - bottoms < most)
    lines = _lines_over(foot, [marks.words[i] for i in np.flatnonzero(near)])
    index = _numbered_line(lines, frame, foot)
    if index is None:
        return tuple(word.text for word in lines[0]) if lines else (), None, 0, ()
    line = lines[index]
    words = tuple(word.text for word in line)
    band = (left, right, min(word.top for word in line), max(word.bottom for word in line))
    solid = [shape for shape in all_within(marks.curves, band) if shape.fill is not None]
    stars = len(solid) + sum(map(_inks, all_within(marks.fills, band)))
    return words, int(words[0]), stars, tuple(word.text for line in reversed(lines[:index]) for word in line)


def _sides_of_heading(frame: Shape, marks: PageMarks) -> tuple[float, float]:
    """Return the left side of a heading, and the right side, where the next grid begins if there is one."""
    boxes = [marks.around(one) for one in marks.frames]
    beside = [one.x0 for one in boxes if one.x0 > frame.x1 and one.top < frame.bottom and one.bottom > frame.top]
    return frame.x0 - LINE_END_SLACK, min(beside, default=float("inf")) - LINE_END_SLACK


def _numbered_line(lines: Sequence[Sequence[Word]], frame: Shape, foot: float) -> int | None:
    """Return which line of a heading begins with the number of a puzzle; None if none does.

    Further away, bold numbers of the size of the text below them belong to texts above a figure. Of several lines, that
    with the largest number is meant: a title may begin with one.
    """
    first = [line[0] for line in lines]
    large = [_is_near(word, foot) or _height(word) > NUMBER_GROWTH * _height(first[0]) for word in first]
    found = [i for i, word in enumerate(first) if large[i] and is_number(word, frame.x0)]
    return max(found, key=lambda i: _height(first[i]), default=None)


def _lines_over(foot: float, words: list[Word]) -> list[list[Word]]:
    """Return the lines of a heading from the lowest on, each from left to right: two near ``foot``, and those that
    follow them closely.
    """
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: -word.bottom):
        above = lines[-1][0].bottom - word.bottom if lines else 0.0
        if lines and above < HEADING_SLACK:
            lines[-1].append(word)
        elif (len(lines) < 2 and _is_near(word, foot)) or (lines and above < HEADING_PITCH * _height(word)):
            lines.append([word])
        else:
            break
    return [sorted(line, key=lambda word: word.x0) for line in lines[:MOST_LINES]]


def _is_near(word: Word, foot: float) -> bool:
    return foot - word.bottom < max(HEADING_HEIGHT, HEADING_LINES * _height(word))


def _height(word: Word) -> float:
    return word.bottom - word.top


def _inks(fill: Shape) -> bool:
    """Tell whether a rectangle is visible on white paper."""
    return fill.stroke is not None or (fill.fill is not None and fill.fill < WHITE)
