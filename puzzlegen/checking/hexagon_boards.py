"""Finds boards of hexagons among the lines of a page: where they are, and which cells they have.

Each side between two cells is a thin line, and each side between a cell and the outside a heavier one, which lies
outside the cell. Every second row lies half a cell to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.lattices import HEXAGONS
from puzzlegen.checking.outlined_boards import HEAVIER, Outline, first_place
from puzzlegen.checking.page_objects import Shape

SLACK = 0.4  # points by which a line may be off its place, besides half of what the outline is wider
MIN_SIDE = 2.0  # points: shorter lines are no sides of cells

Flags = NDArray[np.bool_]
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


def hexagons_of(lines: Sequence[Shape], faults: list[str]) -> Outline | None:
    """Return the cells of a board by its lines; None without any. ``faults`` gets what is wrong with the lines."""
    thinnest = min(line.width for line in lines)
    heavy = [line for line in lines if line.width > HEAVIER * thinnest]
    thin = [line for line in lines if line.width <= HEAVIER * thinnest]
    upright = [line for line in thin if line.slope == 0]
    if not upright or not any(line.slope == 0 for line in heavy):
        return None
    out = (heavy[0].width - thinnest) / 2
    lattice = _fitted(upright, [line for line in heavy if line.slope == 0])
    slack = out + SLACK
    outer, inner = (
        (lattice.marked(part, off) for part, off in ((heavy, slack), (thin, SLACK))) if lattice else (None, None)
    )
    if lattice is None or outer is None or inner is None:
        faults.append("the lines of the grid are not evenly spaced")
        return None
    present = np.cumsum(outer.upright, axis=1)[:, :-1] % 2 == 1
    between, around = _due(present)
    for found, due, problem in (
        (outer, around, "is not closed in by the outline"),
        (inner, between, "has a wrong line on a side"),
    ):
        faults += [f"{place} {problem}" for place in first_place(_beside(found, due, present.shape))]
    return Outline(
        lattice.left,
        lattice.top,
        lattice.cell,
        lattice.columns,
        lattice.rows,
        tuple(present.ravel().tolist()),
        upright[0],
    )


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
