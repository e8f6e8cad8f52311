"""Defines the grade of a puzzle, and the table of difficulties."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and --help does not need it
    from puzzlegen.board.grid import Grid

MAX_TIER = 4  # the solver's hardest: 1 single clues, 2 clues read together, 3 and 4 placements tried out


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One difficulty.

    ``stars`` is the number of stars drawn beside the name. ``cap`` is the highest tier that thinning may rely on.
    A puzzle has the difficulty if its hardest tier is at least ``tier``; with ``laborious``, a puzzle of just this tier
    also needs the score of ``expert_score``. The last row that applies counts. ``meaning`` says so in words.
    ``usual_effort`` is the range of scores, as shares of that score, and ``bottlenecks`` the share of moments with one
    or two deductions, that make a puzzle typical. ``grading.quality`` prefers such puzzles.
    """

    name: str
    stars: int
    cap: int
    tier: int
    usual_effort: tuple[float, float]
    bottlenecks: float
    meaning: str
    laborious: bool = False

    def includes(self, tier: int, score: float, expert: float) -> bool:
        """Return whether a puzzle of this hardest tier and score is at least this hard.

        ``expert`` is the ``expert_score`` of its board.
        """
        return tier > self.tier or (tier == self.tier and (not self.laborious or score >= expert))


DIFFICULTIES = {
    band.name: band
    for band in (
        Difficulty("easy", 1, 1, 0, (0.0, 0.25), 0.3, "single clues only"),
        Difficulty("medium", 2, 2, 2, (0.25, 0.5), 0.4, "clues read together"),
        Difficulty("hard", 3, 3, 3, (0.55, 0.95), 0.5, "placements tried out"),
        Difficulty(
            "expert",
            4,
            3,
            3,
            (1.05, 1.6),
            0.55,
            "a tier 3 puzzle whose score is high for its size, or a tier 4 puzzle",
            laborious=True,
        ),
    )
}


def expert_score(grid: Grid) -> float:
    """Return the score from which a tier 3 puzzle on this board is expert."""
    base, edge = grid.variant.expert_line
    return round(base + edge / math.sqrt(grid.area), 1)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``tier`` is the hardest tier needed. ``score`` is the effort of marking ten cells, in looks at one clue.
    ``bottlenecks`` counts the moments with one or two deductions. ``par`` is the time that a steady solver needs, as
    (from, to) in minutes. ``moments`` counts all moments; it is None for a grade read from a file.
    """

    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    moments: int | None = field(default=None, compare=False)
