"""How good a puzzle is, as far as figures can tell: seven parts from 0 to 1, and their weighted sum from 0 to 100.

The parts are editors' rules of thumb in figures. Weights and limits are chosen, not fitted to readers: no ratings were
at hand. Limits are near the quartiles of a sample of 7x7 to 15x15 boards (2026-11-21), so that boards differ in each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.grading.grade import BOTTLENECK, Grade

# Per cent of the score. Whole numbers, like the parts in thousandths, so that sums are the same on every machine.
WEIGHTS = {"band": 20, "bottlenecks": 15, "spread": 10, "opening": 15, "variety": 10, "even": 15, "fresh": 15}
# Score a side of the board: full marks between these, none a whole SLACK outside.
EFFORT = {"easy": (0.0, 3.0), "medium": (3.0, 5.0), "hard": (4.5, 6.0), "expert": (7.0, 10.0)}
SLACK = 2.0
SHARE = {"easy": 0.3, "medium": 0.4, "hard": 0.5, "expert": 0.55}  # of the moments that should be bottlenecks
FIRST = 3  # moments that are the opening
LIVELY = 0.6  # deductions at each of them a side of the board: 6 on 10x10
VARIED = (0.6, 0.82)  # chance that two clues differ: worst and best
WINDOW = 5  # side of the square in which clues are counted
BARE = (0.4, 0.8)  # clues in the barest square, of what a square holds on average: worst and best
FAR = 0.13  # distance to the nearest puzzle of the section from which on nothing feels repeated: usual between any two
_VALUES = 6  # kinds of clues that a reader tells apart: 0 to 4, and more


def parts(puzzle: Puzzle, grade: Grade, available: Sequence[int]) -> dict[str, float]:
    """The parts that a puzzle has by itself, to three decimals. ``available``: deductions at each moment of its solve.

    ``band``: its effort is well inside its difficulty. ``bottlenecks``: moments with one or two deductions are as many
    as the difficulty wants. ``spread``: they come through the whole solve. ``opening``: there is a choice in the first
    moments. ``variety``: clues are of many values. ``even``: no corner is bare of clues.
    """
    side = puzzle.grid.size**0.5
    tight = [count <= BOTTLENECK for count in available]
    first = available[:FIRST]
    made = {
        "band": _inside(grade.score / side, *EFFORT[grade.difficulty]),
        "bottlenecks": 1 - 2 * abs(_share(tight) - SHARE[grade.difficulty]),
        "spread": 1 - _unevenness(tight),
        "opening": sum(first) / (len(first) * LIVELY * side) if first else 0.0,
        "variety": _between(_diversity(puzzle), *VARIED),
        "even": _between(_barest(puzzle), *BARE),
    }
    return {name: round(min(1.0, max(0.0, value)), 3) for name, value in made.items()}


def _inside(value: float, low: float, high: float) -> float:
    return 1 - max(low - value, value - high, 0.0) / SLACK


def _between(value: float, worst: float, best: float) -> float:
    return (value - worst) / (best - worst)


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0


def _unevenness(tight: Sequence[bool]) -> float:
    """How far bottlenecks are from coming at an even pace: the most by which the share of them that has come differs
    from the share of moments that has passed. 1 where there are none.
    """
    count, come, most = sum(tight), 0, 0
    if not count:
        return 1.0
    for passed, flag in enumerate(tight, start=1):
        come += flag
        most = max(most, abs(come * len(tight) - passed * count))  # in whole numbers
    return most / (count * len(tight))


def _values(puzzle: Puzzle) -> list[int]:
    """How many clues there are of each value, from 0 to the highest of the variant."""
    return [puzzle.cells.count(value) for value in range(puzzle.grid.variant.highest_clue + 1)]


def _diversity(puzzle: Puzzle) -> float:
    """The chance that two clues, drawn with putting back, differ."""
    counts = _values(puzzle)
    return 1 - sum(count * count for count in counts) / max(1, sum(counts)) ** 2


def _barest(puzzle: Puzzle) -> float:
    """Clues in the barest square of WINDOW cells a side, of those a square holds on average."""
    board = np.array(puzzle.cells).reshape(puzzle.grid.height, puzzle.grid.width)
    clues, cells = _windows(board >= 0), _windows(board != VOID)
    wholly = cells == cells.max()
    mean = puzzle.clues * int(cells.max()) / max(1, int((board != VOID).sum()))
    return int(clues[wholly].min()) / mean if mean else 0.0


def _windows(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many flags are set in each square."""
    square = (min(WINDOW, flags.shape[0]), min(WINDOW, flags.shape[1]))
    counts: NDArray[np.int64] = np.lib.stride_tricks.sliding_window_view(flags, square).sum((2, 3))
    return counts


# --- Within a section -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Candidate:
    """A puzzle with the parts it has by itself, and the effort and the number of bottlenecks of its grade."""

    puzzle: Puzzle
    parts: Mapping[str, float]
    effort: float
    bottlenecks: int


def look(one: Candidate) -> NDArray[np.int64]:
    """What a puzzle feels like, in thousandths: the shares of its clues by value and by quarter of the board, its
    effort and its bottlenecks. Shape ``(12,)``; the distance is that of streets.
    """
    puzzle = one.puzzle
    values = _values(puzzle)
    counts = [*values[: _VALUES - 1], sum(values[_VALUES - 1 :])]
    board = np.array(puzzle.cells).reshape(puzzle.grid.height, puzzle.grid.width) >= 0
    quarters = [int(part.sum()) for half in np.array_split(board, 2) for part in np.array_split(half, 2, axis=1)]
    shares = [500 * count // max(1, puzzle.clues) for count in (*counts, *quarters)]
    side = puzzle.grid.size**0.5
    felt = [min(1000, round(1000 * one.effort / (10 * side))), min(1000, round(1000 * one.bottlenecks / (2 * side)))]
    return np.array([*shares, *felt], np.int64)


_FEATURES = 12  # in a look
_GROUPS = 4  # of what makes a look, each worth at most 1000 of the distance


@dataclass
class Shelf:
    """The puzzles of a section chosen so far: what comes next should not feel like one of them."""

    _looks: NDArray[np.int64] = field(default_factory=lambda: np.empty((64, _FEATURES), np.int64))
    _count: int = 0

    def rated(self, one: Candidate) -> dict[str, float]:
        """The score of a puzzle that may come next, and all parts of that."""
        fresh = 1.0
        if self._count:
            nearest = int(np.abs(self._looks[: self._count] - look(one)).sum(axis=1).min())
            fresh = min(1.0, round(nearest / (1000 * _GROUPS * FAR), 3))
        every = {**one.parts, "fresh": fresh}
        return {"score": sum(WEIGHTS[name] * round(1000 * every[name]) for name in WEIGHTS) / 1000, **every}

    def put(self, one: Candidate) -> None:
        """It is chosen."""
        if self._count == len(self._looks):
            self._looks = np.concatenate((self._looks, np.empty_like(self._looks)))
        self._looks[self._count] = look(one)
        self._count += 1
