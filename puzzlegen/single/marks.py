"""A player's marks: the position from which ``solve --hint`` goes on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Status
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import FormatError
from puzzlegen.single.answers import Answer
from puzzlegen.solver.tiers import PuzzleTrace, run

_VALUES = {"y": MINE, "n": SAFE, "?": UNKNOWN}
_SAID = {MINE: "a mine", SAFE: "safe"}


def rounds_from(answer: Answer, text: str, max_tier: int) -> PuzzleTrace:
    """Go on from a player's marks, one letter a cell as answers have it: y a mine, n none, ? not known.

    Raises FormatError for what is no such text, and for a wrong mark, naming the first. Where the puzzle has not just
    one solution, only marks against what is proved, or against all clues together, are known to be wrong.
    """
    puzzle = answer.rounds.puzzle
    marks = _read(text, puzzle.grid.size, str(puzzle.grid))
    right = _right(answer)
    wrong = np.flatnonzero((marks != UNKNOWN) & (right != UNKNOWN) & (marks != right))
    if wrong.size:
        cell = int(wrong[0])
        name, marked, is_ = puzzle.grid.name(cell), _SAID[int(marks[cell])], _SAID[int(right[cell])]
        raise FormatError(f"--known: {name} is marked as {marked}, but is {is_}; put it right, or mark it ?")
    rounds = run(puzzle, max_tier, marks)
    if rounds.status is Status.CONTRADICTION and answer.status is not Status.CONTRADICTION:
        raise FormatError("--known: these marks cannot all be right: with them the clues have no solution; mark fewer")
    return rounds


def _read(text: str, size: int, grid: str) -> NDArray[np.int8]:
    for column, letter in enumerate(text, start=1):
        if letter not in _VALUES:
            raise FormatError(f"--known, column {column}: found {letter!r}, expected y (a mine), n (none) or ?")
    if len(text) != size:
        raise FormatError(f"--known: found {len(text)} letters, expected {size}, one for each cell of {grid}")
    return np.array([_VALUES[letter] for letter in text], np.int8)


def _right(answer: Answer) -> NDArray[np.int8]:
    """What is known to be right: the only solution, or what was proved."""
    if not answer.solved and len(answer.solutions) == 1:
        return np.where(np.array(answer.solutions[0]), MINE, SAFE).astype(np.int8)
    if answer.status is Status.CONTRADICTION:
        return np.full(answer.puzzle.grid.size, UNKNOWN, np.int8)
    return answer.rounds.known
