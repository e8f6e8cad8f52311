"""Continues a solve from a player's marks, as ``solve --known`` does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Status
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import FormatError
from puzzlegen.single.solve_puzzles import Answer
from puzzlegen.solver.tiers import PuzzleTrace, run

_VALUES = {"y": MINE, "n": SAFE, "?": UNKNOWN}
_DESCRIPTIONS = {MINE: "a mine", SAFE: "safe"}


def solve_from_marks(answer: Answer, text: str, max_tier: int) -> PuzzleTrace:
    """Solve on from a player's marks.

    Args:
        answer: the result for the puzzle itself.
        text: one letter per cell, as in answers: y a mine, n no mine, ? unknown.
        max_tier: the highest tier to use.

    Raises FormatError for a text of another form, and for the first wrong mark. If the puzzle does not have exactly one
    solution, a mark is wrong where it contradicts what is proved, or all clues together.
    """
    puzzle = answer.rounds.puzzle
    marks = _parse(text, puzzle.grid.size, str(puzzle.grid))
    right = _proved(answer)
    wrong = np.flatnonzero((marks != UNKNOWN) & (right != UNKNOWN) & (marks != right))
    if wrong.size:
        cell = int(wrong[0])
        name, marked, is_ = puzzle.grid.name(cell), _DESCRIPTIONS[int(marks[cell])], _DESCRIPTIONS[int(right[cell])]
        raise FormatError(f"--known: {name} is marked as {marked}, but is {is_}; put it right, or mark it ?")
    rounds = run(puzzle, max_tier, marks)
    if rounds.status is Status.CONTRADICTION and answer.status is not Status.CONTRADICTION:
        raise FormatError("--known: these marks cannot all be right: with them the clues have no solution; mark fewer")
    return rounds


def _parse(text: str, size: int, grid: str) -> NDArray[np.int8]:
    for column, letter in enumerate(text, start=1):
        if letter not in _VALUES:
            raise FormatError(f"--known, column {column}: found {letter!r}, expected y (a mine), n (none) or ?")
    if len(text) != size:
        raise FormatError(f"--known: found {len(text)} letters, expected {size}, one for each cell of {grid}")
    return np.array([_VALUES[letter] for letter in text], np.int8)


def _proved(answer: Answer) -> NDArray[np.int8]:
    """Return what is certain: the only solution, or what was proved."""
    if answer.searched:
        return np.where(np.array(answer.solutions[0]), MINE, SAFE).astype(np.int8)
    if answer.status is Status.CONTRADICTION:
        return np.full(answer.puzzle.grid.size, UNKNOWN, np.int8)
    return answer.rounds.known
