"""Grades a solved puzzle: tier, score, bottlenecks, difficulty and par time from its trace.

The idea is Pelanek's for sudoku: difficulty is the cost of the single steps and the number of steps available at each
moment. A moment with one or two deductions on the whole board is a bottleneck: they have to be found.
"""

from __future__ import annotations

import math
from statistics import median

import numpy as np

from puzzlegen.board.difficulty import MAX_TIER, Grade
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace

# What a moment at each tier costs, in moments of tier 1: the median weight of the tier's techniques, because which of
# them it was is worked out only for explanations. Chosen, not fitted: people need tier 2 for 17.4 % and tier 3 for
# 1.0 % of cells on published puzzles (recorded solves, 27,589 cells), which only says that each is rarer.
WEIGHTS = np.array(
    (
        0.0,
        *(median(row.weight for row in TECHNIQUES.values() if row.tier == tier) for tier in range(1, MAX_TIER + 1)),
    )
)
# Par time of a steady solver: seconds to write a mark in each blank cell, and seconds a point of score. An estimate:
# it puts a medium 10x10 at about 3 minutes, inside the 2 to 6 minutes that magazines set for that size.
SECONDS_A_BLANK, SECONDS_A_POINT = 1.5, 2.0
PAR_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300)  # minutes
BOTTLENECK = 2  # deductions: a moment with this many or fewer
EXPERT_EFFORT = 6.5  # a side: the top quarter of tier 3 puzzles of 6x6 to 15x15 in a sample of 600 (2026-11-21)
_BY_TIER = ("easy", "easy", "medium", "hard", "expert")


def grade(trace: PuzzleTrace) -> Grade:
    """Grade a solved puzzle.

    Each moment costs its tier's weight times ``1 + 2 / deductions available``; the score is the sum. The hardest tier
    decides the difficulty. Only expert needs more: tier 4, or tier 3 with a score of at least EXPERT_EFFORT times the
    side of a square of as many cells.
    """
    weight = WEIGHTS[trace.tier]
    # fsum: a sum that does not depend on how numpy orders its additions, because bands are compared with it
    score = math.fsum(weight * (1.0 + 2.0 / trace.available))
    tier = trace.hardest
    difficulty = _BY_TIER[tier]
    if tier == 3 and score >= EXPERT_EFFORT * trace.puzzle.grid.size**0.5:
        difficulty = "expert"
    return Grade(
        tier=tier,
        difficulty=difficulty,
        score=round(score, 1),
        bottlenecks=int((trace.available <= BOTTLENECK).sum()),
        par=par_band(trace.puzzle.unproved, score),
        moments=trace.tier.size,
    )


def par_band(blanks: int, score: float) -> tuple[int, int]:
    """Return the minutes between which a steady solver should finish: a fifth below and a quarter above, rounded."""
    minutes = (blanks * SECONDS_A_BLANK + score * SECONDS_A_POINT) / 60
    low = max((step for step in PAR_STEPS if step <= minutes * 0.8), default=0)
    high = min((step for step in PAR_STEPS if step >= minutes * 1.25), default=PAR_STEPS[-1])
    return low, high
