"""Finds repeated puzzles: those whose clues or mines equal earlier ones, up to rotation and reflection."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of

BOOK, LEDGER = "book", "ledger"  # the place of the earlier puzzle


class RepeatFilter:
    """Keeps the keys of puzzles, and recognizes repeats of them.

    ``is_in_ledger`` returns whether a puzzle was printed before, in another book. ``repeats`` counts the repeats found,
    by BOOK and LEDGER.
    """

    def __init__(self, is_in_ledger: Callable[[PuzzleKeys], bool] = lambda _: False) -> None:
        self._clues: set[bytes] = set()
        self._mines: set[bytes] = set()
        self._is_in_ledger = is_in_ledger
        self.repeats: Counter[str] = Counter({BOOK: 0, LEDGER: 0})

    def was_printed(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Return whether another book of the ledger has the puzzle."""
        return self._is_in_ledger(keys_of(puzzle, solution))

    def is_repeat(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Return whether the clues or the mines occurred before. If not, keep the keys of both."""
        keys = keys_of(puzzle, solution)
        if keys.clues in self._clues or keys.mines in self._mines:
            self.repeats[BOOK] += 1
            return True
        if self._is_in_ledger(keys):
            self.repeats[LEDGER] += 1
            return True
        self._clues.add(keys.clues)
        self._mines.add(keys.mines)
        return False
