"""Incremental thinning keeps exactly the clues that naive thinning keeps."""

from __future__ import annotations

import numpy as np
import pytest
from engine_boards import thinning_case

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.thin import thin, thin_naive

BOARDS = {1: 200, 2: 200, 3: 200, 4: 150}  # with and without a printed total


def assert_thinned_alike(case, order, cap, total):
    around = case.grid.neighborhood
    naive, fast = case.clue.copy(), case.clue.copy()
    expected = thin_naive(around.start, around.cells, naive, case.known, total, cap, order)
    assert thin(around.start, around.cells, fast, case.known, total, cap, order) == (expected, False)
    assert (fast == naive).all()


@pytest.mark.parametrize("cap", BOARDS)
def test_the_same_clues_are_kept(cap):
    rng = np.random.default_rng([5, cap])
    for _ in range(BOARDS[cap]):
        case, order = thinning_case(rng)
        assert_thinned_alike(case, order, cap, case.total)


@pytest.mark.parametrize("cap", BOARDS)
def test_the_same_clues_are_kept_with_a_printed_total(cap):
    rng = np.random.default_rng([6, cap])
    for _ in range(BOARDS[cap]):
        case, order = thinning_case(rng, show_lone_mines=bool(rng.integers(2)))
        assert_thinned_alike(case, order, cap, int(case.mines.sum()))


@pytest.mark.parametrize("variant", [HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND], ids=str)
@pytest.mark.parametrize("cap", BOARDS)
def test_the_same_clues_are_kept_with_other_neighbors(cap, variant):
    rng = np.random.default_rng([8, cap, variant.highest_clue])
    for _ in range(BOARDS[cap] // 5):
        case, order = thinning_case(rng, variant=variant)
        assert_thinned_alike(case, order, cap, case.total)
        case, order = thinning_case(rng, show_lone_mines=bool(rng.integers(2)), variant=variant)
        assert_thinned_alike(case, order, cap, int(case.mines.sum()))


def test_a_total_is_of_use():
    """On most boards fewer clues do once the total is printed."""
    fewer = 0
    rng = np.random.default_rng(7)
    for _ in range(40):
        case, order = thinning_case(rng, sides=(6, 6))
        around = case.grid.neighborhood
        kept = []
        for total in (NO_TOTAL, int(case.mines.sum())):
            clue = case.clue.copy()
            thin(around.start, around.cells, clue, case.known, total, 3, order)
            kept.append(np.count_nonzero(clue >= 0))
        fewer += kept[1] < kept[0]
    assert fewer > 20


# Found by the thousandth random board: a proof written down with too few witnesses let clue 55 go.
LONE_BOARD = "*32*2**3****3233*322344*1122102**2212*21*4432*22*113**21223213*4213*4**33*23**4*23*23**5311*212***10"
LONE_ORDER = """
    46 53 16 79 9 52 30 74 63 83 75 56 88 36 90 8 87 65 25 39 50 86 76 95 80 89 12 60 3 97 42 28 64 21 73 41 4 13 98 11
    94 35 27 0 18 58 72 38 78 71 68 96 48 54 31 5 24 92 19 62 32 44 69 91 81 22 2 70 20 17 43 37 49 99 57 34 45 26 66
    40 7 82 14 33 1 77 84 85 10 93 47 6 67 15 51 29 61 55 59 23
"""


def test_cells_proved_together_by_one_contradiction():
    clue = np.array([-1 if mark == "*" else int(mark) for mark in LONE_BOARD], np.int8)
    order = np.array(LONE_ORDER.split(), np.int32)
    around = Grid(10, 10).neighborhood
    naive, fast = clue.copy(), clue.copy()
    given = np.zeros(100, np.int8)
    assert thin_naive(around.start, around.cells, naive, given, NO_TOTAL, 3, order) == 33
    assert thin(around.start, around.cells, fast, given, NO_TOTAL, 3, order) == (33, False)
    assert (fast == naive).all()
