"""A finished puzzle with its solution, its grade and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegen.board.puzzle import Puzzle, Solution


@dataclass(frozen=True, slots=True)
class GradedPuzzle:
    """One issued puzzle, as it travels between commands. ``number`` and ``section`` are its place in a book, from 1.

    ``quality``, where it was chosen among several: its score and the parts of that, see selection.quality.
    """

    puzzle: Puzzle
    solution: Solution
    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    seed: str | None
    attempts: int | None = 1
    number: int | None = None
    section: int | None = None
    quality: Mapping[str, float] | None = None
