"""How hard a puzzle is: from the raw trace to tier, score and difficulty name.

The idea is Pelanek's for sudoku: difficulty is the cost of the single steps and the number of steps available at each
moment. A moment with one or two deductions on the whole board is a bottleneck: they have to be found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from puzzlegen.solve.logic import Rounds

# What a moment at each tier costs, in moments of tier 1. Chosen, not fitted: people need tier 2 for 17.4 % and tier 3
# for 1.0 % of cells on published puzzles (shared solves, 27,589 cells), which only says that each is far rarer.
WEIGHTS = (0.0, 1.0, 4.0, 16.0, 40.0)
BOTTLENECK = 2  # deductions: a moment with this many or fewer
EXPERT_EFFORT = 6.5  # a side: the top quarter of tier 3 puzzles of 6x6 to 15x15 in a sample of 600 (2026-11-21)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A band: puzzles are thinned under ``cap``; ``stars`` are drawn beside the name."""

    name: str
    stars: int
    cap: int


DIFFICULTIES = {
    band.name: band
    for band in (
        Difficulty("easy", 1, 1),
        Difficulty("medium", 2, 2),
        Difficulty("hard", 3, 3),
        Difficulty("expert", 4, 3),
    )
}
_BY_TIER = ("easy", "easy", "medium", "hard", "expert")


@dataclass(frozen=True, slots=True)
class Grade:
    """``tier`` is the hardest needed, ``score`` the effort in tier 1 moments, ``bottlenecks`` a number of moments."""

    tier: int
    score: float
    bottlenecks: int
    difficulty: str


def grade(rounds: Rounds) -> Grade:
    """Grade a solved puzzle.

    Each moment costs its tier's weight times ``1 + 2 / deductions available``; the score is the sum. The difficulty
    is the band of the hardest tier, except that a tier 3 puzzle with a score of at least EXPERT_EFFORT times the side
    of a square of as many cells is expert.
    """
    weight = np.array(WEIGHTS)[rounds.tier]
    score = float((weight * (1.0 + 2.0 / rounds.available)).sum())
    tier = rounds.hardest
    name = _BY_TIER[tier]
    if tier == 3 and score >= EXPERT_EFFORT * rounds.puzzle.grid.size**0.5:
        name = "expert"
    return Grade(tier, round(score, 1), int((rounds.available <= BOTTLENECK).sum()), name)
