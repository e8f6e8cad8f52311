"""A finished puzzle with its solution, its grade and where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.puzzle import Puzzle, Solution


@dataclass(frozen=True, slots=True)
class GradedPuzzle:
    """A finished puzzle, as generator, layout, ledger and checking pass it on.

    ``stream`` names the random stream that makes it again, and ``attempts`` counts the boards it took. Both are None
    for a puzzle made elsewhere. ``number`` and ``section`` are its place in a book, from 1. ``quality`` has the score
    and its parts (see grading.quality) for a puzzle that was chosen among several.
    """

    puzzle: Puzzle
    solution: Solution
    grade: Grade
    stream: str | None = None
    attempts: int | None = None
    number: int | None = None
    section: int | None = None
    quality: Mapping[str, float] | None = None
