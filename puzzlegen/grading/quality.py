"""Scores the quality of a puzzle: seven parts from 0 to 1, and their weighted sum from 0 to 100.

The parts express editors' rules of thumb. Weights and limits are chosen, not fitted to readers, because no ratings were
available. Limits are near the quartiles of a sample of 7x7 to 15x15 boards (2026-11-21), so that boards differ in each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import DIFFICULTIES, Grade
from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.grading.grade import BOTTLENECK

# Per cent of the score. Whole numbers, like the parts in thousandths, so that sums are the same on every machine.
WEIGHTS = {"band": 20, "bottlenecks": 15, "spread": 10, "opening": 15, "variety": 10, "even": 15, "fresh": 15}
SLACK = 2.0  # score per cell of side: ``band`` is 0 at this distance from the usual effort of the difficulty
OPENING_MOMENTS = 3  # moments of the opening
OPENING_CHOICE = 0.6  # best number of deductions at each of them, divided by the side of the board: 6 on 10x10
VARIETY_LIMITS = (0.6, 0.82)  # probability that two clues differ: worst and best
WINDOW = 5  # side of the square in which clues are counted
FEWEST_LIMITS = (0.4, 0.8)  # clues in the square with the fewest, divided by the average: worst and best


def parts(puzzle: Puzzle, grade: Grade, available: Sequence[int]) -> dict[str, float]:
    """Return the parts that do not depend on other puzzles, to three decimals.

    ``available`` counts the deductions at each moment of the solve. The parts are:
    ``band``: the effort is well inside the range of the difficulty.
    ``bottlenecks``: the share of moments with only one or two deductions suits the difficulty.
    ``spread``: the bottlenecks are spread over the whole solve.
    ``opening``: the first moments have many deductions.
    ``variety``: the clues have many different values.
    ``even``: the clues are spread over the whole board.
    """
    side = puzzle.grid.area**0.5
    difficulty = DIFFICULTIES[grade.difficulty]
    tight = [count <= BOTTLENECK for count in available]
    first = available[:OPENING_MOMENTS]
    found = {
        "band": _inside(grade.score / side, *difficulty.usual_effort),
        "bottlenecks": 1 - 2 * abs(_share(tight) - difficulty.bottlenecks),
        "spread": 1 - _unevenness(tight),
        "opening": sum(first) / (len(first) * OPENING_CHOICE * side) if first else 0.0,
        "variety": _between(_diversity(puzzle), *VARIETY_LIMITS),
        "even": _between(_fewest_clues(puzzle), *FEWEST_LIMITS),
    }
    return {name: round(min(1.0, max(0.0, value)), 3) for name, value in found.items()}


def score_of(parts: Mapping[str, float]) -> float:
    """Return the weighted sum of all parts, with ``fresh`` (see selection.candidate_rating): 0 to 100."""
    return sum(weight * round(1000 * parts[name]) for name, weight in WEIGHTS.items()) / 1000


def _inside(value: float, low: float, high: float) -> float:
    return 1 - max(low - value, value - high, 0.0) / SLACK


def _between(value: float, worst: float, best: float) -> float:
    return (value - worst) / (best - worst)


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0


def _unevenness(tight: Sequence[bool]) -> float:
    """Measure how unevenly the bottlenecks are spread over the solve, from 0 to 1; 1 if there are none.

    It is the largest difference between the share of bottlenecks passed and the share of moments passed.
    """
    count, seen, most = sum(tight), 0, 0
    if not count:
        return 1.0
    for passed, flag in enumerate(tight, start=1):
        seen += flag
        most = max(most, abs(seen * len(tight) - passed * count))  # whole numbers are exact
    return most / (count * len(tight))


def clue_counts(puzzle: Puzzle) -> list[int]:
    """Count the clues of each value, from 0 to the highest of the variant."""
    return [puzzle.cells.count(value) for value in range(puzzle.grid.variant.highest_clue + 1)]


def _diversity(puzzle: Puzzle) -> float:
    """Return the probability that two clues, drawn with replacement, differ."""
    counts = clue_counts(puzzle)
    return 1 - sum(count * count for count in counts) / max(1, sum(counts)) ** 2


def _fewest_clues(puzzle: Puzzle) -> float:
    """Return the fewest clues in a square of WINDOW cells a side, divided by the average of such squares."""
    board = np.array(puzzle.cells).reshape(puzzle.grid.height, puzzle.grid.width)
    clues, cells = _windows(board >= 0), _windows(board != VOID)
    whole = cells == cells.max()
    mean = puzzle.clues * int(cells.max()) / max(1, int((board != VOID).sum()))
    return int(clues[whole].min()) / mean if mean else 0.0


def _windows(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count the set flags in each square of WINDOW cells a side."""
    square = (min(WINDOW, flags.shape[0]), min(WINDOW, flags.shape[1]))
    counts: NDArray[np.int64] = np.lib.stride_tricks.sliding_window_view(flags, square).sum((2, 3))
    return counts
