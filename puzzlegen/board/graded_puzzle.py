"""Defines a puzzle with its solution, and a finished puzzle with its grade and its origin too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegen.board.aims import Wishes
from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.difficulty import Grade
from puzzlegen.board.puzzle import Puzzle, Solution


@dataclass(frozen=True, slots=True)
class AnsweredPuzzle:
    """A puzzle with its only solution. Without a grade, the solution was found by search, beyond the tiers."""

    puzzle: Puzzle
    solution: Solution


@dataclass(frozen=True, slots=True)
class GradedPuzzle(AnsweredPuzzle):
    """A finished puzzle, the record that generator, layout, ledger and checking share.

    ``stream`` names the random stream that makes the puzzle again, and ``attempts`` counts the boards tried. Both are
    None for a puzzle from another program. ``number`` and ``section`` give its place in a book, from 1. ``quality``
    has the score and its parts (see grading.quality) for an improved puzzle. ``picture`` names the picture that the
    solution shows. ``wishes`` has what was wanted of the puzzle, and what was reached (see board.aims).
    ``classic_start`` is the cell where the classic game on the mines of the puzzle begins, which needs no guess from
    there; None for mines that were not made for that game.
    """

    grade: Grade
    stream: str | None = None
    attempts: int | None = None
    number: int | None = None
    section: int | None = None
    quality: Mapping[str, float] | None = None
    picture: str | None = None
    wishes: Wishes | None = None
    classic_start: int | None = None

    @property
    def classic_board(self) -> ClassicBoard | None:
        """The board of the classic game with these mines; None without a start."""
        if self.classic_start is None:
            return None
        return ClassicBoard(self.puzzle.grid, self.solution, self.classic_start)

    @property
    def answer_is_picture(self) -> bool:
        """Whether the answer is drawn as a picture: solid cells without clues. Outlines of mines keep their clues."""
        return self.picture is not None and self.puzzle.grid.variant.clue_on_mine
