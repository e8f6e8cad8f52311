"""No puzzle twice: two puzzles are the same if their clues or their mines are images of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.board.symmetry import Keys, keys_of

BOOK, LEDGER = "book", "ledger"  # where an earlier puzzle was met


class Seen:
    """The puzzles and minefields met so far.

    ``elsewhere`` says whether a puzzle was printed before, in another book. ``repeats`` counts those found, by BOOK
    and LEDGER.
    """

    def __init__(self, elsewhere: Callable[[Keys], bool] = lambda _: False) -> None:
        self._clues: set[bytes] = set()
        self._mines: set[bytes] = set()
        self._elsewhere = elsewhere
        self.repeats: Counter[str] = Counter({BOOK: 0, LEDGER: 0})

    def is_repeat(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Whether the clues or the mines were met before, up to rotation and reflection; remembers both if not."""
        keys = keys_of(puzzle, solution)
        if keys.clues in self._clues or keys.mines in self._mines:
            self.repeats[BOOK] += 1
            return True
        if self._elsewhere(keys):
            self.repeats[LEDGER] += 1
            return True
        self._clues.add(keys.clues)
        self._mines.add(keys.mines)
        return False
