"""Defines the grade of a puzzle, and the table of difficulties."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

MAX_TIER = 4  # the solver's hardest: 1 single clues, 2 clues read together, 3 and 4 placements tried out
# Score per cell of side from which a tier 3 puzzle is expert; the side is the square root of the number of cells. A
# fifth of tier 3 puzzles of 6x6 to 15x15 reach it (2026-11-21, table in docs/grading.md).
EXPERT_EFFORT = 6.5


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One difficulty.

    ``stars`` is the number of stars drawn beside the name. ``cap`` is the highest tier that thinning may rely on.
    A puzzle has the difficulty if its hardest tier is at least ``tier``, or if it is one below and the score per cell
    of side is at least ``effort``. The last row that applies counts. ``meaning`` says so in words.
    ``usual_effort`` is the range of scores per cell of side, and ``bottlenecks`` the share of moments with one or two
    deductions, that make a puzzle typical. ``grading.quality`` prefers such puzzles.
    """

    name: str
    stars: int
    cap: int
    tier: int
    usual_effort: tuple[float, float]
    bottlenecks: float
    meaning: str
    effort: float = math.inf

    def includes(self, tier: int, score: float, side: float) -> bool:
        """Return whether a puzzle of this hardest tier and score is at least this hard; ``side`` is in cells."""
        return tier >= self.tier or (tier == self.tier - 1 and score >= self.effort * side)


DIFFICULTIES = {
    band.name: band
    for band in (
        Difficulty("easy", 1, 1, 0, (0.0, 3.0), 0.3, "single clues only"),
        Difficulty("medium", 2, 2, 2, (3.0, 5.0), 0.4, "clues read together"),
        Difficulty("hard", 3, 3, 3, (4.5, 6.0), 0.5, "placements tried out"),
        Difficulty(
            "expert",
            4,
            3,
            4,
            (7.0, 10.0),
            0.55,
            f"a tier 3 puzzle whose score is at least {EXPERT_EFFORT:g} points per cell of side, or a tier 4 puzzle",
            EXPERT_EFFORT,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``tier`` is the hardest tier needed. ``score`` is the effort, in moments (rounds of the solve) of tier 1.
    ``bottlenecks`` counts the moments with one or two deductions. ``par`` is the time that a steady solver needs, as
    (from, to) in minutes. ``moments`` counts all moments; it is None for a grade read from a file.
    """

    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    moments: int | None = field(default=None, compare=False)
