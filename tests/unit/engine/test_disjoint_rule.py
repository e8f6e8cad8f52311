"""Disjoint clues with the printed total: what they prove is true in every solution, and is all that they can prove."""

from __future__ import annotations

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, Puzzle, from_mines
from puzzlegen.engine.clue_rules import MINE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver import exact
from puzzlegen.solver.tiers import PuzzleTrace, run_stack


def sparse_puzzles(variant: Variant, count: int) -> list[Puzzle]:
    """Boards of 5x5 with few clues and a printed total."""
    rng = np.random.default_rng(40)
    grid = Grid(5, 5, variant)
    found = []
    for _ in range(count):
        mines = rng.random(grid.size) < rng.uniform(0.1, 0.9)
        full = np.array(from_mines(grid, mines.tolist()).cells)
        kept = np.where(rng.random(grid.size) < rng.uniform(0.1, 0.6), full, BLANK)
        found.append(Puzzle(grid, tuple(kept.tolist()), int(mines.sum())))
    return found


def uses_disjoint_clues(trace: PuzzleTrace) -> bool:
    cells = np.flatnonzero((trace.by == TOTAL) & (trace.moment > 0))
    return any(trace.tier[trace.moment[x] - 1] == 3 for x in cells)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_what_disjoint_clues_prove_is_true_in_every_solution(variant: Variant) -> None:
    used = [trace for trace in run_stack(sparse_puzzles(variant, 4000), 3) if uses_disjoint_clues(trace)]
    assert len(used) > 100
    for trace in used:
        for solution in exact.solutions(trace.puzzle).solutions:
            proved = trace.known != UNKNOWN
            assert (np.array(solution)[proved] == (trace.known == MINE)[proved]).all()
