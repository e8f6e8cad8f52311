"""Computes the grade of a puzzle from its trace: tier, score, bottlenecks, difficulty and par time.

The score is the effort of a person who looks for the next step (see engine.grading). A moment with one or two
deductions on the whole board is a bottleneck, because they are hard to find.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, Grade, expert_score, least_usual_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.solver.person_walk import effort, person_walk
from puzzlegen.solver.tiers import PuzzleTrace


def effort_by_tier(puzzle: Puzzle, tier: int) -> tuple[list[int], list[int]]:
    """Return the cells marked by steps of each tier, and the effort of these steps, both for tiers 0 to 4."""
    walk = person_walk(puzzle, tier)
    marked = walk.tier[walk.moment[np.array(puzzle.hidden)] - 1]
    cells = np.bincount(marked, minlength=MAX_TIER + 1)
    return cells.tolist(), [int(walk.effort[walk.tier == n].sum()) for n in range(MAX_TIER + 1)]


# Par time of a steady solver: seconds to mark each blank cell, and seconds for each point of effort. It is an estimate.
# A medium 10x10 gets about 4 minutes, and magazines give 2 to 6 minutes for that size. A hard 12x12 gets about 7.
SECONDS_A_BLANK, SECONDS_A_POINT = 1.5, 1.0
PAR_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300)  # minutes
NO_LIMIT = 1 << 60  # of effort
BOTTLENECK = 2  # deductions: a moment with this many or fewer


def grade(trace: PuzzleTrace, known_effort: int | None = None) -> Grade:
    """Grade a solved puzzle. ``known_effort`` is its effort, in hundredths of a point, if that is known.

    The score is the points of effort for ten cells to mark. The difficulty is the last row of DIFFICULTIES that
    includes the hardest tier and the score.
    """
    tier, cells = trace.hardest, trace.puzzle.unproved
    spent = effort(trace.puzzle, tier) if known_effort is None else known_effort
    score = score_of(spent, cells)
    expert = expert_score(trace.puzzle.grid)
    difficulty = [band.name for band in DIFFICULTIES.values() if band.includes(tier, score, expert)][-1]
    return Grade(
        tier=tier,
        difficulty=difficulty,
        score=score,
        bottlenecks=int((trace.available <= BOTTLENECK).sum()),
        par=par_band(cells, spent),
        moments=trace.tier.size,
    )


def score_of(spent: int, cells: int) -> float:
    """Return the points for ten of the cells, to one decimal. Whole numbers round alike on every machine.

    ``spent`` is the effort for all of them, in hundredths of a point.
    """
    return (spent + cells // 2) // cells / 10 if cells else 0.0


def effort_range(difficulty: str, grid: Grid, cells: int) -> tuple[int, int]:
    """Return the least and the most effort to which a puzzle with so many cells to mark is adjusted."""
    scores = least_usual_score(difficulty, grid), expert_score(grid)
    # The least efforts that ``score_of`` makes these
    least, line = (round(10 * score) * cells - cells // 2 for score in scores)
    return least, NO_LIMIT if DIFFICULTIES[difficulty].laborious else line - 1


def par_band(blanks: int, spent: int) -> tuple[int, int]:
    """Return the minutes (from, to) in which a steady solver should finish.

    They are a fifth below and a quarter above the estimate, as steps of PAR_STEPS: one minute or more, and equal where
    the steps end. ``blanks`` are the cells to mark, ``spent`` the effort in hundredths of a point.
    """
    minutes = (blanks * SECONDS_A_BLANK + spent / 100 * SECONDS_A_POINT) / 60
    below, above = bisect_right(PAR_STEPS, minutes * 0.8), bisect_left(PAR_STEPS, minutes * 1.25)
    return PAR_STEPS[max(0, below - 1)], PAR_STEPS[min(above, len(PAR_STEPS) - 1)]
