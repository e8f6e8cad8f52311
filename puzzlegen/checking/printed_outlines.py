"""Finds boards that have no rectangle around them among the lines of a page: boards with void cells, and hexagons.

The outline of such a board is drawn with heavier lines, which lie outside its cells, and thin lines run between two
cells. A board with void cells may have several parts, which its number above its left side holds together. On a board
of hexagons, every second row lies half a cell to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import HEXAGONS
from puzzlegen.checking.findings import Fault
from puzzlegen.checking.page_objects import Shape, Word

TOUCHING = (
    2.5  # points by which the ends of lines of one part may be apart: half the width of the outline, and a margin
)
LEFT_SLACK = 2.5  # points between the left side of a number and that of its board
SPACING_SLACK = 0.2  # points by which a line may be off its place
HEAVIER = 1.2  # the outline is at least so many times as wide as the lines between cells
DIVISORS = (1, 2, 3)  # the smallest distance of two thin lines is so many cells

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Outline:
    """The cells of a board by its lines. ``present`` has one flag a cell, row by row. Lengths are points.

    The first cell of the rectangle around the board begins at ``left``, ``top``. ``line`` is one of the thin lines.
    """

    left: float
    top: float
    cell: float
    columns: int
    rows: int
    present: tuple[bool, ...]
    line: Shape


def is_number(word: Word, left: float) -> bool:
    """Tell whether a word is the number of a puzzle: bold, at the left side of its board."""
    return abs(word.x0 - left) < LEFT_SLACK and word.text.isdecimal() and "bold" in word.font.casefold()


# --- Which lines make a board -----------------------------------------------------------------------------------------


def outlined_boards(lines: Sequence[Shape], frames: Sequence[Shape], words: Iterable[Word]) -> dict[Shape, list[Shape]]:
    """Return the lines of each board with an outline, by the rectangle around its outline.

    ``frames`` are the rectangles of the other boards, whose lines do not count.
    """
    loose = [line for line in lines if not any(_is_within(line, frame) for frame in frames)]
    parts = [part for part in _connected(loose) if _is_closed(part)]
    if not parts:
        return {}
    boxes = [_around(part) for part in parts]
    numbers = _numbers_of(boxes, frames, list(words))
    boards: dict[Word | int, list[Shape]] = {}
    for i, (part, box) in enumerate(zip(parts, boxes, strict=True)):
        boards.setdefault(_number_of(box, numbers) or i, []).extend(part)
    return {_around(board): board for board in boards.values()}


def _numbers_of(boxes: Sequence[Shape], frames: Sequence[Shape], words: Sequence[Word]) -> list[Word]:
    """Return the words that may be the number of a part, which are not that of another board."""
    above = ([word for word in words if is_number(word, frame.x0) and word.bottom <= frame.top] for frame in frames)
    taken = {max(near, key=lambda word: word.bottom) for near in above if near}  # a frame has the number next to it
    return [word for word in words if word not in taken and any(is_number(word, box.x0) for box in boxes)]


def _number_of(box: Shape, numbers: Iterable[Word]) -> Word | None:
    """Return the number to which a part belongs: of those above it and not right of its left side, the lowest.

    Of several side by side the rightmost. Numbers in one row of puzzles stand on one line.
    """
    above = [word for word in numbers if word.x0 < box.x0 + LEFT_SLACK and word.bottom <= box.top]
    return max(above, key=lambda word: (round(word.bottom), word.x0), default=None)


def _is_within(line: Shape, frame: Shape) -> bool:
    x, y = (line.x0 + line.x1) / 2, (line.top + line.bottom) / 2
    return frame.x0 <= x <= frame.x1 and frame.top <= y <= frame.bottom


def _connected(lines: Sequence[Shape]) -> list[list[Shape]]:
    """Return the lines by parts that touch each other, in the order of their first lines."""
    if not lines:
        return []
    x0, x1, top, bottom = np.array([line[:4] for line in lines]).T
    near: Flags = (x0[:, None] <= x1 + TOUCHING) & (x0 <= x1[:, None] + TOUCHING)
    near &= (top[:, None] <= bottom + TOUCHING) & (top <= bottom[:, None] + TOUCHING)
    left, parts = set(range(len(lines))), []
    while left:
        stack, part = [min(left)], set()
        while stack:
            one = stack.pop()
            if one not in part:
                part.add(one)
                stack += [other for other in np.flatnonzero(near[one]).tolist() if other not in part]
        left -= part
        parts.append([lines[i] for i in sorted(part)])
    return parts


def _is_closed(part: Iterable[Shape]) -> bool:
    """Tell whether there are lines of both directions, two at least of each."""
    upright = [line.x1 - line.x0 < line.bottom - line.top for line in part]
    return 2 <= sum(upright) <= len(upright) - 2


def _around(lines: Sequence[Shape]) -> Shape:
    """Return the rectangle around an outline, through the middle of its lines, painted as its heaviest line."""
    upright, level = _by_direction(lines)
    heavy = max(lines, key=lambda line: line.width)
    return Shape(
        min(line.x0 for line in upright),
        max(line.x1 for line in upright),
        min(line.top for line in level),
        max(line.bottom for line in level),
        heavy.stroke,
        None,
        heavy.width,
    )


def _by_direction(lines: Iterable[Shape]) -> tuple[list[Shape], list[Shape]]:
    """Return upright and level lines."""
    upright: list[Shape] = []
    level: list[Shape] = []
    for line in lines:
        (upright if line.x1 - line.x0 < line.bottom - line.top else level).append(line)
    return upright, level


# --- Which cells a board has ------------------------------------------------------------------------------------------


def _by_weight(lines: Sequence[Shape]) -> tuple[list[Shape], list[Shape], float]:
    """Return the heavy lines of an outline, the thin lines, and how far the outline lies outside its cells."""
    thinnest = min(line.width for line in lines)
    heavy = [line for line in lines if line.width > HEAVIER * thinnest]
    thin = [line for line in lines if line.width <= HEAVIER * thinnest]
    return heavy, thin, (heavy[0].width - thinnest) / 2 if heavy else 0.0


def outline_of(lines: Sequence[Shape], faults: list[Fault]) -> Outline | None:
    """Return the cells of a board by its lines; None without any. ``faults`` gets what is wrong with the lines."""
    heavy, thin, out = _by_weight(lines)
    if not heavy or not thin or not all(_by_direction(heavy)):
        return None
    around = _around(heavy)
    left, top = around.x0 + out, around.top + out
    sizes = around.x1 - out - left, around.bottom - out - top
    cell = _cell(thin, heavy, out, (left, top), sizes)
    if cell is None:
        faults.append(Fault("the lines of the grid are not evenly spaced"))
        return None
    columns, rows = (max(1, round(size / cell)) for size in sizes)
    edges = _Edges(left, top, cell, columns, rows)
    upright, level = edges.of(heavy)
    present = np.cumsum(upright, axis=1)[:, :-1] % 2 == 1
    other = np.cumsum(level, axis=0)[:-1] % 2 == 1
    faults += _first_fault(present != other, "is not closed in by the outline")
    wide = np.pad(present, 1)
    found_upright, found_level = edges.of(thin)
    left_due, top_due = present & wide[1:-1, :-2], present & wide[:-2, 1:-1]
    faults += _first_fault(found_upright[:, :-1] != left_due, "has a wrong line at its left")
    faults += _first_fault(found_level[:-1] != top_due, "has a wrong line at its top")
    return Outline(left, top, cell, columns, rows, tuple(present.ravel().tolist()), thin[0])


def _first_fault(wrong: Flags, words: str) -> list[Fault]:
    """Return the fault of the first of some cells, shape (rows, columns), if there are any."""
    return [Fault(words, (row, column)) for row, column in np.argwhere(wrong)[:1].tolist()]


def _cell(
    thin: Sequence[Shape], heavy: Sequence[Shape], out: float, first: tuple[float, float], sizes: tuple[float, float]
) -> float | None:
    """Return the side of a cell, for which all lines are in their places; None if there is none."""
    lengths = [max(line.x1 - line.x0, line.bottom - line.top) for line in thin]
    for axis in (0, 1):
        places = sorted(place for of, place in _places(thin) if of == axis)
        lengths += [b - a for a, b in pairwise(places) if b - a > 2 * SPACING_SLACK]
    for divisor in DIVISORS:
        rough = min(lengths) / divisor
        if rough < 2 * out + SPACING_SLACK:
            return None
        counts = [max(1, round(size / rough)) for size in sizes]
        across, down = (size / count for size, count in zip(sizes, counts, strict=True))
        cell = (across + down) / 2
        off = [_off(place - first[axis], cell, 0.0) for axis, place in _places(thin)]
        off += [min(_off(place - first[axis], cell, sign * out) for sign in (-1, 1)) for axis, place in _places(heavy)]
        if max(off) <= SPACING_SLACK and abs(across - down) <= SPACING_SLACK:
            return cell
    return None


def _places(lines: Iterable[Shape]) -> Iterator[tuple[int, float]]:
    """Yield the place of each line: 0 and x of an upright one, 1 and y of a level one."""
    upright, level = _by_direction(lines)
    yield from ((0, line.x0) for line in upright)
    yield from ((1, line.top) for line in level)


def _off(place: float, cell: float, shift: float) -> float:
    """Return how far a place is from the sides of cells, moved by ``shift``."""
    return abs((place - shift + cell / 2) % cell - cell / 2)


@dataclass(frozen=True, slots=True)
class _Edges:
    """The sides of cells, on which lines are marked."""

    left: float
    top: float
    cell: float
    columns: int
    rows: int

    def of(self, lines: Iterable[Shape]) -> tuple[Flags, Flags]:
        """Return which sides have one of the lines: upright (rows, columns + 1), level (rows + 1, columns)."""
        sides = np.zeros((self.rows, self.columns + 1), np.bool_), np.zeros((self.rows + 1, self.columns), np.bool_)
        upright, level = _by_direction(lines)
        for line in upright:
            sides[0][self._span(line.top - self.top, line.bottom - self.top), self._at(line.x0 - self.left)] = True
        for line in level:
            sides[1][self._at(line.top - self.top), self._span(line.x0 - self.left, line.x1 - self.left)] = True
        return sides

    def _at(self, place: float) -> int:
        return max(0, round(place / self.cell))

    def _span(self, first: float, end: float) -> slice:
        return slice(self._at(first), self._at(end))


SLACK = 0.4  # points by which a line may be off its place, besides half of what the outline is wider
MIN_SIDE = 2.0  # points: shorter lines are no sides of cells

_SIDE = HEXAGONS.tallness / 2  # of a hexagon, in widths of a cell


class _Sides(NamedTuple):
    """One flag for each side of each cell of a rectangle of rows.

    ``upright`` (rows, columns + 1) are left of the cell of the same number, ``slanted`` (rows + 1, 2 * columns + 1)
    above the rows from left to right, beginning at the first cell of an even row.
    """

    upright: Flags
    slanted: Flags

    @classmethod
    def none(cls, rows: int, columns: int) -> _Sides:
        """Return no sides of a board."""
        return cls(np.zeros((rows, columns + 1), np.bool_), np.zeros((rows + 1, 2 * columns + 1), np.bool_))


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Where the sides of hexagons lie: the box around the first cell begins at ``left``, ``top``, lengths in points."""

    left: float
    top: float
    cell: float
    rows: int
    columns: int

    def marked(self, lines: Sequence[Shape], slack: float) -> _Sides | None:
        """Return the sides on which the lines lie; None if one is off its place by more than ``slack`` points."""
        found = _Sides.none(self.rows, self.columns)
        side = _SIDE * self.cell
        for line in lines:
            x, y = (line.x0 + line.x1) / 2 - self.left, (line.top + line.bottom) / 2 - self.top
            if line.slope == 0:
                row = round((y - side) / (1.5 * side))
                shift = row % 2 / 2
                col = round(x / self.cell - shift)
                off = max(abs(x - (col + shift) * self.cell), abs(y - side - 1.5 * side * row))
                where, flags = (row, col), found.upright
            else:
                row = round((y - side / 4) / (1.5 * side))
                col = round(2 * x / self.cell - 0.5)
                off = max(abs(x - (col / 2 + 0.25) * self.cell), abs(y - side / 4 - 1.5 * side * row))
                where, flags = (row, col), found.slanted
                if line.slope != (1 if (row + col) % 2 else -1):
                    return None
            length = np.hypot(line.x1 - line.x0, line.bottom - line.top)
            inside = 0 <= where[0] < flags.shape[0] and 0 <= where[1] < flags.shape[1]
            if off > slack or abs(length - side) > 2 * slack or not inside:
                return None
            flags[where] = True
        return found


def hexagons_of(lines: Sequence[Shape], faults: list[Fault]) -> Outline | None:
    """Return the cells of a board by its lines; None without any. ``faults`` gets what is wrong with the lines."""
    heavy, thin, out = _by_weight(lines)
    upright, upright_outer = ([line for line in part if line.slope == 0] for part in (thin, heavy))
    if not upright or not upright_outer:
        return None
    lattice = _fitted(upright, upright_outer)
    outer = lattice.marked(heavy, out + SLACK) if lattice else None
    inner = lattice.marked(thin, SLACK) if lattice else None
    if lattice is None or outer is None or inner is None:
        faults.append(Fault("the lines of the grid are not evenly spaced"))
        return None
    present = np.cumsum(outer.upright, axis=1)[:, :-1] % 2 == 1
    between, around = _due(present)
    faults += _first_fault(_beside(outer, around, present.shape), "is not closed in by the outline")
    faults += _first_fault(_beside(inner, between, present.shape), "has a wrong line on a side")
    cells = tuple(present.ravel().tolist())
    return Outline(lattice.left, lattice.top, lattice.cell, lattice.columns, lattice.rows, cells, upright[0])


def _fitted(upright: Sequence[Shape], outer: Sequence[Shape]) -> _Lattice | None:
    """Return the lattice of thin upright lines, as large as the heavy ones say; None for lines that have none."""
    side = median(line.bottom - line.top for line in upright)
    if side < MIN_SIDE:
        return None
    cell = side / _SIDE
    first = min((line.top + line.bottom) / 2 for line in outer)  # the middle of the first row
    rows = np.array([round(((line.top + line.bottom) / 2 - first) / (1.5 * side)) for line in upright])
    middles = np.array([(line.top + line.bottom) / 2 for line in upright])
    places = np.array([line.x0 for line in upright])
    if rows.max() > rows.min():  # the distances of many rows and columns are more exact than one length
        side = float(np.polyfit(rows, middles, 1)[0]) / 1.5
        cell = side / _SIDE
    first = float(np.mean(middles - 1.5 * side * rows))
    shifted = places - rows % 2 * cell / 2
    columns = np.round((shifted - shifted[0]) / cell)
    phase = float(np.mean(shifted - columns * cell))
    numbers = []
    for line in outer:
        row = round(((line.top + line.bottom) / 2 - first) / (1.5 * side))
        numbers.append((row, round((line.x0 - phase) / cell - row % 2 / 2)))
    leftmost, rightmost = min(col for _, col in numbers), max(col for _, col in numbers)
    last = max(row for row, _ in numbers)
    if min(row for row, _ in numbers) < 0 or rightmost <= leftmost:
        return None
    return _Lattice(phase + leftmost * cell, first - side, cell, last + 1, rightmost - leftmost)


def _due(present: Flags) -> tuple[_Sides, _Sides]:
    """Return the sides that must be between two cells of a board, and those of its outline."""
    rows, columns = present.shape
    first, second = _Sides.none(rows, columns), _Sides.none(rows, columns)
    count = np.zeros((rows, columns + 1), np.int64), np.zeros((rows + 1, 2 * columns + 1), np.int64)
    for row, col in np.argwhere(present).tolist():
        start = 2 * col + row % 2
        count[0][row, col : col + 2] += 1
        count[1][row : row + 2, start : start + 2] += 1
    first.upright[:], first.slanted[:] = count[0] == 2, count[1] == 2
    second.upright[:], second.slanted[:] = count[0] == 1, count[1] == 1
    return first, second


def _beside(found: _Sides, due: _Sides, shape: tuple[int, int]) -> Flags:
    """Return the cells with a side that is not as it must be."""
    wrong = np.zeros(shape, np.bool_)
    upright, slanted = found.upright != due.upright, found.slanted != due.slanted
    for row, col in np.ndindex(shape):
        start = 2 * col + row % 2
        wrong[row, col] = upright[row, col : col + 2].any() or slanted[row : row + 2, start : start + 2].any()
    return wrong
