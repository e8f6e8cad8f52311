"""Computes the grade of a puzzle from its trace: tier, score, bottlenecks, difficulty and par time.

The idea is Pelanek's for sudoku: difficulty follows from the cost of each step, and from the number of steps available
at each moment. A moment with one or two deductions on the whole board is a bottleneck, because they are hard to find.
"""

from __future__ import annotations

import math
from statistics import median

import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, Grade
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace

# The cost of a moment at each tier, in moments of tier 1. It is the median weight of the tier's techniques, because the
# technique itself is found only for explanations. Chosen, not fitted: people need tier 2 for 17.4 % and tier 3 for
# 1.0 % of cells on published puzzles (recorded solves, 27,589 cells), which only shows that each is rarer.
WEIGHTS = np.array(
    (
        0.0,
        *(median(row.weight for row in TECHNIQUES.values() if row.tier == tier) for tier in range(1, MAX_TIER + 1)),
    )
)
# Par time of a steady solver: seconds to mark each blank cell, and seconds for each point of score. It is an estimate.
# A medium 10x10 gets about 3 minutes, and magazines give 2 to 6 minutes for that size.
SECONDS_A_BLANK, SECONDS_A_POINT = 1.5, 2.0
PAR_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300)  # minutes
BOTTLENECK = 2  # deductions: a moment with this many or fewer


def grade(trace: PuzzleTrace) -> Grade:
    """Grade a solved puzzle.

    Each moment costs the weight of its tier times ``1 + 2 / number of clues with a deduction``. The score is the sum.
    The difficulty is the last row of DIFFICULTIES that includes the hardest tier and the score.
    """
    weight = WEIGHTS[trace.tier]
    # fsum does not depend on the order of additions, as numpy's sum does; the difficulty depends on the score
    score = math.fsum(weight * (1.0 + 2.0 / trace.available))
    tier = trace.hardest
    side = trace.puzzle.grid.area**0.5
    difficulty = [band.name for band in DIFFICULTIES.values() if band.includes(tier, score, side)][-1]
    return Grade(
        tier=tier,
        difficulty=difficulty,
        score=round(score, 1),
        bottlenecks=int((trace.available <= BOTTLENECK).sum()),
        par=par_band(trace.puzzle.unproved, score),
        moments=trace.tier.size,
    )


def par_band(blanks: int, score: float) -> tuple[int, int]:
    """Return the minutes (from, to) in which a steady solver should finish.

    They are a fifth below and a quarter above the estimate, as steps of PAR_STEPS. ``blanks`` are the cells to mark.
    """
    minutes = (blanks * SECONDS_A_BLANK + score * SECONDS_A_POINT) / 60
    low = max((step for step in PAR_STEPS if step <= minutes * 0.8), default=0)
    high = min((step for step in PAR_STEPS if step >= minutes * 1.25), default=PAR_STEPS[-1])
    return low, high
