"""The kinds of puzzles."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a clue counts: ``minesweeper`` the cells around it, ``mosaic`` (Fill-a-Pix) its own cell as well.

    So a clue of a mosaic may stand on a mine, which players call a filled cell.
    """

    MINESWEEPER = "minesweeper"
    MOSAIC = "mosaic"

    @property
    def counts_own_cell(self) -> bool:
        """Whether a clue counts its own cell too, and so may stand on a mine."""
        return self is Kind.MOSAIC

    @property
    def highest_clue(self) -> int:
        """The largest number a clue can have."""
        return 9 if self.counts_own_cell else 8

    @property
    def usual_density(self) -> float:
        """The share of mines that suits most boards."""
        return 0.4 if self.counts_own_cell else 0.33
