"""No puzzle twice: two puzzles are the same if their clues or their mines are images of each other."""

from __future__ import annotations

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.board.symmetry import canonical_values

Key = tuple[int, ...]


class Seen:
    """The puzzles and minefields met so far."""

    def __init__(self) -> None:
        self._keys: set[tuple[str, Key]] = set()

    def is_repeat(self, puzzle: Puzzle, solution: Solution) -> bool:
        """Whether the clues or the mines were met before, up to rotation and reflection; remembers both if not."""
        keys = {
            ("clues", canonical_values(puzzle.grid, puzzle.cells)),
            ("mines", canonical_values(puzzle.grid, solution)),
        }
        if keys & self._keys:
            return True
        self._keys |= keys
        return False
