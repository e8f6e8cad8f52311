"""Measures the effort of a puzzle: walks through it as a person does (see engine.grading.person_walk)."""

from __future__ import annotations

import numpy as np

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.grading.person_walk import walk_through
from puzzlegen.engine.solving.position import Trace, new_trace
from puzzlegen.solver.engine_input import nodes_of, printed_total


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
