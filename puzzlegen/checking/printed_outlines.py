"""Finds the boards of a page among its lines, and fits the lattice on which all lines of a board lie.

The outline of a board is a stroked rectangle, or heavier lines, which lie outside its cells; thin lines run between two
cells. A board with void cells, or one of hexagons, has no rectangle. It may have several parts, which its number above
its left side holds together.

All lines are cut into sides of cells. The outline says which cells the board has, and then which sides must be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, compress, pairwise
from math import hypot
from typing import NamedTuple

import numpy as np

from puzzlegen.board.lattices import HEXAGONS, SQUARES, Lattice, Point
from puzzlegen.checking.findings import Fault
from puzzlegen.checking.page_objects import Numbers, Shape, Word, are_within

TOUCHING = (
    2.5  # points by which the ends of lines of one part may be apart: half the width of the outline, and a margin
)
LEFT_SLACK = 2.5  # points between the left side of a number and that of its board
SPACING_SLACK = 0.2  # points by which a line may be off its place
HEAVIER = 1.2  # the outline is at least so many times as wide as the lines between cells
DIVISORS = (1, 2, 3)  # the smallest distance of two thin lines is so many cells
MIN_SIDE = 2.0  # points: shorter lines are no sides of cells

# Of a cell: across and down to the left or upper end, then to the other end, in steps from corner to corner.
Side = tuple[float, float, float, float]


class Outline(NamedTuple):
    """The cells of a board by its lines. Lengths are points.

    The box around the first cell of the rectangle around the board begins at ``left``, ``top``. ``voids`` are the
    numbers of the cells of the rectangle that the board does not have.
    """

    left: float
    top: float
    cell: float
    columns: int
    rows: int
    lattice: Lattice
    voids: frozenset[int] = frozenset()


def is_number(word: Word, left: float) -> bool:
    """Tell whether a word is the number of a puzzle: bold, at the left side of its board."""
    return abs(word.x0 - left) < LEFT_SLACK and word.text.isdecimal() and "bold" in word.font.casefold()


# --- Which lines make a board -----------------------------------------------------------------------------------------


def outlined_boards(lines: Sequence[Shape], frames: Sequence[Shape], words: Iterable[Word]) -> dict[Shape, list[Shape]]:
    """Return the lines of each board with an outline, by the rectangle around its outline.

    ``frames`` are the rectangles of the other boards, whose lines do not count.
    """
    outside = np.ones(len(lines), bool)
    places = np.array([line[:4] for line in lines], np.float64).reshape(-1, 4).T
    for frame in frames:
        outside &= ~are_within(places, frame[:4])
    loose = [lines[i] for i in np.flatnonzero(outside).tolist()]
    parts = [part for part in _connected(loose) if _is_closed(part)]
    if not parts:
        return {}
    boxes = [_around(part) for part in parts]
    owners = _owners(boxes, frames, list(words))
    boards: dict[Word | int, list[Shape]] = {}
    for i, (part, owner) in enumerate(zip(parts, owners, strict=True)):
        boards.setdefault(owner or i, []).extend(part)
    return {_around(board): board for board in boards.values()}


def _owners(boxes: Sequence[Shape], frames: Sequence[Shape], words: Sequence[Word]) -> Iterator[Word | None]:
    """Yield the number to which each part belongs. Figures of an opener below a board have words between both."""
    numbers = _numbers_of(boxes, frames, words)
    named = [word for word in words if sum(map(str.isalpha, word.text)) > 2]  # no label of a row or column
    owners = [_number_of(box, numbers) for box in boxes]
    for box, owner in zip(boxes, owners, strict=True):
        first = min(other.top for other, its in zip(boxes, owners, strict=True) if its == owner)
        yield None if any(first < word.top and word.bottom < box.top for word in named) else owner


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


def _connected(lines: Sequence[Shape]) -> list[list[Shape]]:
    """Return the lines by parts that touch each other, in the order of their first lines."""
    if not lines:
        return []
    x0, x1, top, bottom = np.array([line[:4] for line in lines]).T
    near = (x0[:, None] <= x1 + TOUCHING) & (x0 <= x1[:, None] + TOUCHING)
    near &= (top[:, None] <= bottom + TOUCHING) & (top <= bottom[:, None] + TOUCHING)
    part, joined = np.arange(len(lines)), np.zeros(len(lines))
    while (part != joined).any():  # each line takes the lowest number of those that it touches, until none changes
        lowest = np.where(near, part, len(lines)).min(1)
        part, joined = lowest[lowest], part
    return [[lines[i] for i in np.flatnonzero(part == first).tolist()] for first in np.unique(part)]


def _is_closed(part: Iterable[Shape]) -> bool:
    """Tell whether there are upright lines and others, two at least of each. An outlined star has no upright line."""
    upright = [line.x1 - line.x0 < SPACING_SLACK for line in part]
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


def by_weight(lines: Sequence[Shape]) -> tuple[list[Shape], list[Shape]]:
    """Return the heavy lines of a board without a rectangle around it, which are its outline, and the thin lines."""
    least = HEAVIER * min(line.width for line in lines)
    return [line for line in lines if line.width > least], [line for line in lines if line.width <= least]


def sides_of(frame: Shape) -> list[Shape]:
    """Return the four sides of a rectangle as lines."""
    x0, x1, top, bottom = frame[:4]
    ends = (x0, x0, top, bottom), (x1, x1, top, bottom), (x0, x1, top, top), (x0, x1, bottom, bottom)
    return [Shape(*end, frame.stroke, None, frame.width) for end in ends]


def ends_of(lines: Sequence[Shape]) -> Numbers:
    """Return where lines begin and end, shape (lines, 2, 2): the left or upper end, then the other, each as x and y."""
    rising = ((line.x0, line.bottom, line.x1, line.top) if line.slope < 0 else
              (line.x0, line.top, line.x1, line.bottom) for line in lines)  # fmt: skip
    return np.array(list(rising), np.float64).reshape(-1, 2, 2)


def outline_of(outer: Sequence[Shape], inner: Sequence[Shape], faults: list[Fault]) -> Outline | None:
    """Return the cells of a board by the lines of its outline and those between cells; None if they are no board.

    ``faults`` gets what is wrong with the lines.
    """
    if not inner or not all(_by_direction(outer)):
        return None
    fit = min(_fits(outer, inner), key=lambda fit: fit.off, default=None)
    if fit is None:
        return None
    if fit.off > SPACING_SLACK:
        faults.append(Fault("the lines of the grid are not evenly spaced"))
    board = fit.outline
    size = board.lattice, board.columns, board.rows
    present = tuple(_present(_sides(*size), board.columns, fit.outer))
    around, between = _due(*size, present)
    for words, wrong in (
        ("the outline is not closed", fit.outer ^ around),
        ("a line between two cells is missing or wrong", fit.inner ^ between),
    ):
        if wrong:
            beside = (i for i, sides in enumerate(_sides(*size)) if not wrong.isdisjoint(sides))
            faults.append(Fault(words, next((divmod(i, board.columns) for i in beside), None)))
    return board._replace(voids=frozenset(i for i, is_one in enumerate(present) if not is_one))


@lru_cache(maxsize=16)
def _due(
    lattice: Lattice, columns: int, rows: int, present: tuple[bool, ...]
) -> tuple[frozenset[Side], frozenset[Side]]:
    """Return the sides on the outline of some cells, and those between two of them."""
    count = Counter(chain.from_iterable(compress(_sides(lattice, columns, rows), present)))
    outer, inner = (frozenset(side for side, times in count.items() if times == due) for due in (1, 2))
    return outer, inner


def _present(cells: Sequence[tuple[Side, ...]], columns: int, outer: Collection[Side]) -> list[bool]:
    """Tell which cells are within an outline: those with an odd number of its sides at the left of them in their row.

    ``cells`` has the sides of all cells, of which the first is the left one.
    """
    present = []
    inside = False
    for i, (left, *_) in enumerate(cells):
        inside = (inside and i % columns > 0) != (left in outer)
        present.append(inside)
    return present


@lru_cache(maxsize=16)
def _sides(lattice: Lattice, columns: int, rows: int) -> tuple[tuple[Side, ...], ...]:
    """Return the sides of each cell, the left one first."""
    wide, high = _steps(lattice)
    found = []
    for row, col in np.ndindex(rows, columns):
        x, y = lattice.center(row, col)
        corners = [(round((x + across) / wide), round((y + down) / high)) for across, down in lattice.corners]
        pairs = (sorted(pair) for pair in pairwise([*corners, corners[0]]))
        found.append(tuple(sorted((*first, *second) for first, second in pairs)))
    return tuple(found)


def _steps(lattice: Lattice) -> Point:
    """Return the distances of corners of cells across and down, in widths of a cell."""
    return (0.5, lattice.tallness / 4) if lattice.staggered else (1.0, 1.0)


class _Fit(NamedTuple):
    """A lattice for the lines of a board, the sides on which they lie, and how far they are off at most, in points."""

    outline: Outline
    outer: frozenset[Side]
    inner: frozenset[Side]
    off: float


def _fits(outer: Sequence[Shape], inner: Sequence[Shape]) -> Iterator[_Fit]:
    """Yield lattices up to the first that all lines fit: the shortest distance of two lines is one to three cells."""
    lattice = HEXAGONS if any(line.slope for line in inner) else SQUARES
    out = (outer[0].width - min(line.width for line in inner)) / 2  # how far the outline lies outside the cells
    around = _around(outer)
    left, top = around.x0 + out, around.top + out * lattice.tallness
    width, height = around.x1 - out - left, around.bottom - out * lattice.tallness - top
    side = _side(lattice)
    for divisor in DIVISORS:
        rough = _shortest(inner, lattice) / divisor / side
        if rough * side < max(2 * out + SPACING_SLACK, MIN_SIDE):
            return
        rows = max(1, round((height / rough - lattice.tallness) / lattice.row_height) + 1)
        halves = max(2, round(2 * width / rough)) if lattice.staggered else 2 * max(1, round(width / rough))
        cell, begin = 2 * width / halves, left
        if lattice.staggered:
            first = min(_by_direction(outer)[0], key=lambda line: line.x0)
            if round(((first.top + first.bottom) / 2 - top) / (cell * lattice.row_height) - 0.5) % 2:
                begin, halves = left - cell / 2, halves + 1  # no cell of an even row is as far to the left
        board = Outline(begin, top, cell, halves // 2, rows, lattice)
        sides, off = _cut([*outer, *inner], board, np.repeat((out, 0.0), (len(outer), len(inner))))
        on_outer, on_inner = sides[: len(outer)], sides[len(outer) :]
        yield _Fit(board, frozenset(chain(*on_outer)), frozenset(chain(*on_inner)), off)
        if off <= SPACING_SLACK:
            return


def _shortest(lines: Sequence[Shape], lattice: Lattice) -> float:
    """Return the shortest length of lines, or of squares the shortest distance of two of them, if that is less."""
    lengths = [hypot(line.x1 - line.x0, line.bottom - line.top) for line in lines]
    if not lattice.staggered:
        upright, level = _by_direction(lines)
        for places in (sorted(line.x0 for line in upright), sorted(line.top for line in level)):
            lengths += [b - a for a, b in pairwise(places) if b - a > 2 * SPACING_SLACK]
    return min(lengths)


def _cut(lines: Sequence[Shape], board: Outline, out: Numbers) -> tuple[list[list[Side]], float]:
    """Cut lines into sides of cells; also return by how many points the lines are off their places at most.

    Each lies ``out`` points beside the sides, and their ends may be off by ``TOUCHING``.
    """
    step = np.array(_steps(board.lattice)) * board.cell
    ends = ends_of(lines) - (board.left, board.top)
    corners = np.round(ends / step)
    ways = corners[:, 1] - corners[:, 0]
    lengths = np.hypot(*(ways * step).T)
    if not lengths.all():
        return [[] for _ in lines], np.inf
    along = (ways * step / lengths[:, None])[:, None, :]
    away = ends - corners * step
    across = abs(along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0])
    off = max(abs(across - out[:, None]).max(), (abs((along * away).sum(2)) - TOUCHING).max())
    counts = np.maximum(1, np.round(lengths / _side(board.lattice) / board.cell))
    sides = [
        [(x + i * right, y + i * down, x + (i + 1) * right, y + (i + 1) * down) for i in range(int(count))]
        for (x, y), (right, down), count in zip(
            corners[:, 0].tolist(), (ways / counts[:, None]).tolist(), counts.tolist(), strict=True
        )
    ]
    return sides, float(off)


def _side(lattice: Lattice) -> float:
    """Return the length of the side of a cell, in widths of a cell."""
    return hypot(*np.subtract(lattice.corners[0], lattice.corners[1]))
