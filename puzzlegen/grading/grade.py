"""Computes the grade of a puzzle from its trace: tier, score, bottlenecks, difficulty and par time.

The score is the effort of a person who looks for the next step (see engine.grading). A moment with one or two
deductions on the whole board is a bottleneck, because they are hard to find.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, Grade, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.grading import walk_through
from puzzlegen.engine.position import Trace, new_trace
from puzzlegen.solver.position import nodes_of, printed_total
from puzzlegen.solver.tiers import PuzzleTrace


def points_of(puzzle: Puzzle, tier: int) -> int:
    """Return the points of all steps through a puzzle that techniques up to ``tier`` solve."""
    return _walk(puzzle, tier)[0]


def effort_by_tier(puzzle: Puzzle, tier: int) -> tuple[list[int], list[int]]:
    """Return the cells marked by steps of each tier, and the points of these steps, both for tiers 0 to 4."""
    _, count, trace = _walk(puzzle, tier)
    tiers, points = trace.tier_of[1 : count + 1], trace.available[1 : count + 1]
    marked = tiers[trace.moment[: puzzle.grid.size][np.array(puzzle.hidden)] - 1]
    cells = np.bincount(marked, minlength=MAX_TIER + 1)
    return cells.tolist(), [int(points[tiers == one].sum()) for one in range(MAX_TIER + 1)]


def _walk(puzzle: Puzzle, tier: int) -> tuple[int, int, Trace]:
    """Return the points, the number of steps and the trace of the steps."""
    nodes = nodes_of(puzzle.grid)
    around, printed = nodes.around, puzzle.array
    trace, clue, known = new_trace(nodes.size), nodes.clues(printed), nodes.known(printed)
    _, points, count = walk_through(around.start, around.cells, clue, known, printed_total(puzzle), tier, trace)
    return int(points), int(count), trace


# Par time of a steady solver: seconds to mark each blank cell, and seconds for each point of effort. It is an estimate.
# A medium 10x10 gets about 3 minutes, and magazines give 2 to 6 minutes for that size.
SECONDS_A_BLANK, SECONDS_A_POINT = 1.5, 0.5
PAR_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300)  # minutes
NO_LIMIT = 1 << 60  # points
BOTTLENECK = 2  # deductions: a moment with this many or fewer


def grade(trace: PuzzleTrace, points: int | None = None) -> Grade:
    """Grade a solved puzzle. ``points`` are its points of effort if they are known.

    The score is the points of effort for ten cells to mark. The difficulty is the last row of DIFFICULTIES that
    includes the hardest tier and the score.
    """
    tier, cells = trace.hardest, trace.puzzle.unproved
    if points is None:
        points = points_of(trace.puzzle, tier)
    score = score_of(points, cells)
    expert = expert_score(trace.puzzle.grid)
    difficulty = [band.name for band in DIFFICULTIES.values() if band.includes(tier, score, expert)][-1]
    return Grade(
        tier=tier,
        difficulty=difficulty,
        score=score,
        bottlenecks=int((trace.available <= BOTTLENECK).sum()),
        par=par_band(cells, points),
        moments=trace.tier.size,
    )


def score_of(points: int, cells: int) -> float:
    """Return the points for ten of the cells, to one decimal. Whole numbers round alike on every machine."""
    return (100 * points + cells // 2) // cells / 10 if cells else 0.0


def points_range(difficulty: str, grid: Grid, cells: int) -> tuple[int, int]:
    """Return the fewest and the most points of a puzzle of its difficulty's tier, with so many cells to mark."""
    line = -(-(round(10 * expert_score(grid)) * cells - cells // 2) // 100)  # the fewest that ``score_of`` makes expert
    return (line, NO_LIMIT) if DIFFICULTIES[difficulty].laborious else (0, line - 1)


def par_band(blanks: int, points: int) -> tuple[int, int]:
    """Return the minutes (from, to) in which a steady solver should finish.

    They are a fifth below and a quarter above the estimate, as steps of PAR_STEPS: one minute or more, and equal where
    the steps end. ``blanks`` are the cells to mark.
    """
    minutes = (blanks * SECONDS_A_BLANK + points * SECONDS_A_POINT) / 60
    below, above = bisect_right(PAR_STEPS, minutes * 0.8), bisect_left(PAR_STEPS, minutes * 1.25)
    return PAR_STEPS[max(0, below - 1)], PAR_STEPS[min(above, len(PAR_STEPS) - 1)]
