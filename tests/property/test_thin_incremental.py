"""Incremental thinning keeps exactly the clues that naive thinning keeps."""

from __future__ import annotations

import numpy as np
import pytest
from engine_boards import thinning_case

from puzzlegen.engine.naive import thin_naive
from puzzlegen.engine.thin import thin

BOARDS = {1: 200, 2: 200, 3: 200, 4: 60}


def both_ways(case, order, cap, total):
    """What each way says, and the clues it leaves."""
    around = case.grid.neighbourhood
    naive, fast = case.clue.copy(), case.clue.copy()
    expected = thin_naive(around.start, around.cells, naive, case.known, total, cap, order)
    found = thin(around.start, around.cells, fast, case.known, total, cap, order)
    return expected, naive, found, fast


@pytest.mark.parametrize("cap", BOARDS)
def test_the_same_clues_are_kept(cap):
    rng = np.random.default_rng([5, cap])
    for _ in range(BOARDS[cap]):
        case, order = thinning_case(rng)
        expected, naive, found, fast = both_ways(case, order, cap, case.total)
        assert found.dropped == expected
        assert (fast == naive).all()


@pytest.mark.parametrize("cap", BOARDS)
def test_the_same_clues_are_kept_with_a_printed_total(cap):
    rng = np.random.default_rng([6, cap])
    for _ in range(BOARDS[cap] // 4):
        case, order = thinning_case(rng, sides=(3, 7))
        expected, naive, found, fast = both_ways(case, order, cap, int(case.mines.sum()))
        assert found.dropped == expected
        assert (fast == naive).all()
