"""The solver kernels against a slow solver that shares no code with them."""

from __future__ import annotations

import numpy as np
import pytest
from engine_boards import random_case
from paper_neighbors import cells_counted
from slow_solver import Board, BrokenClueError, solve

from puzzlegen.engine.clue_rules import MINE, NO_TOTAL, UNKNOWN
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import CONTRADICTION, SOLVED, STUCK, solve_many, solve_rounds

STATUS = {"solved": SOLVED, "stuck": STUCK, "contradiction": CONTRADICTION}


def by_engine(case, cap):
    """(status, known, moments, rounds) as the kernels see it."""
    n = case.grid.size
    known = case.position()
    trace = new_trace(n)
    around = case.grid.neighborhood
    status, rounds = solve_rounds(around.start, around.cells, case.clue, known, case.total, cap, trace)
    used = slice(1, rounds + 1)
    ladder = list(zip(trace.tier_of[used].tolist(), trace.available[used].tolist(), strict=True))
    return status, known, trace.moment, ladder


def slow_board(case):
    clues = {i: int(value) for i, value in enumerate(case.clue) if value >= 0}
    known = {i: int(value) for i, value in enumerate(case.position()) if value != UNKNOWN}
    total = None if case.total == NO_TOTAL else case.total
    return Board(cells_counted(case.grid), clues, known, total)


def assert_same(case, cap):
    status, known, moment, ladder = by_engine(case, cap)
    board = slow_board(case)
    given = set(board.known)
    try:
        moments, rounds = solve(board, cap)
    except BrokenClueError:
        assert status == CONTRADICTION
        return
    assert status == (STUCK if board.unknown() else SOLVED)
    assert {i: int(value) for i, value in enumerate(known) if value != UNKNOWN} == board.known
    assert {i: int(t) for i, t in enumerate(moment) if t >= 0 and i not in given} == moments
    assert ladder == rounds


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
@pytest.mark.parametrize("printed", [0.0, 1.0], ids=["paper", "with total"])
def test_kernels_agree_with_the_slow_solver(cap, printed):
    rng = np.random.default_rng([cap, int(printed)])
    for _ in range({1: 60, 2: 60, 3: 40, 4: 12}[cap]):
        assert_same(random_case(rng, sides=(2, 7 if cap < 4 else 6), void=0.05, preset=0.05, printed=printed), cap)


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_kernels_agree_on_clues_that_may_lie(cap):
    rng = np.random.default_rng(100 + cap)
    for _ in range({1: 60, 2: 60, 3: 40, 4: 12}[cap]):
        case = random_case(rng, sides=(2, 5), keep=(0.3, 0.7))
        lies = rng.random(case.grid.size) < 0.05
        clue = np.where((case.clue >= 0) & lies, rng.integers(0, 9, case.grid.size), case.clue).astype(np.int8)
        assert_same(case._replace(clue=clue), cap)


@pytest.mark.parametrize("cap", [1, 2, 3])
def test_a_relabelled_board_is_solved_in_the_same_rounds(cap):
    """Visiting the clues in any other order changes nothing: cells are renamed at random, so is every scan."""
    rng = np.random.default_rng(200 + cap)
    for _ in range(40):
        case = random_case(rng, sides=(3, 10))
        n = case.grid.size
        around = case.grid.neighborhood
        new = rng.permutation(n)  # new[i]: the new name of cell i
        old = np.argsort(new)
        lists = [rng.permutation(new[around.cells[around.start[i] : around.start[i + 1]]]) for i in old]
        start = np.append(0, np.cumsum([len(cells) for cells in lists])).astype(np.int32)
        cells = np.concatenate(lists).astype(np.int32)
        for read_only in (start, cells):  # as a grid's are
            read_only.setflags(write=False)
        known = case.position()[old]
        trace = new_trace(n)
        status, rounds = solve_rounds(start, cells, case.clue[old], known, NO_TOTAL, cap, trace)
        expected = by_engine(case, cap)
        assert status == expected[0]
        assert (known[new] == expected[1]).all()
        assert (trace.moment[new] == expected[2]).all()
        assert list(zip(trace.tier_of[1 : rounds + 1], trace.available[1 : rounds + 1], strict=True)) == expected[3]


def stack_of_cases(rng, side, count):
    """Square boards: some solvable, some with gaps, some with clues that lie; half of them print their total."""
    cases = []
    for _ in range(count):
        case = random_case(rng, sides=(side, side), keep=(0.4, 1.0), void=0.03, preset=0.03, printed=0.5)
        if len(cases) % 4 == 3:
            lies = rng.random(case.grid.size) < 0.05
            case = case._replace(clue=np.where((case.clue >= 0) & lies, 8, case.clue).astype(np.int8))
        cases.append(case)
    return cases


@pytest.mark.parametrize("cap", [1, 3, 4])
def test_a_stack_is_solved_as_each_puzzle_alone(cap):
    """Nothing that one puzzle leaves in the scratch arrays shows in the next."""
    cases = stack_of_cases(np.random.default_rng(300 + cap), 7, 60)
    around = cases[0].grid.neighborhood
    clue, known = np.array([case.clue for case in cases]), np.array([case.position() for case in cases])
    total = np.array([case.total for case in cases], np.int32)
    count, n = clue.shape
    trace = new_trace(n, count)
    status, rounds = np.empty((2, count), np.int32)
    solve_many(around.start, around.cells, clue, known, total, cap, trace, status, rounds)
    assert set(status) == {SOLVED, STUCK, CONTRADICTION}
    for i, case in enumerate(cases):
        alone = case.position()
        its_trace = new_trace(n)
        expected = solve_rounds(around.start, around.cells, case.clue, alone, case.total, cap, its_trace)
        assert (status[i], rounds[i]) == expected
        stretches = (slice(None), slice(None), slice(None), slice(1, rounds[i] + 1), slice(1, rounds[i] + 1))
        for many, one, used in zip((known, *trace), (alone, *its_trace), stretches, strict=True):
            assert (many[i][used] == one[used]).all()


@pytest.mark.parametrize("cap", [3, 4])
def test_a_stuck_board_stays_stuck_from_where_it_is(cap):
    """A clue that was silent once is asked again when something has changed around it."""
    rng = np.random.default_rng(400 + cap)
    stuck = 0
    for _ in range(400 if cap == 3 else 100):
        case = random_case(rng, sides=(8, 16), density=(0.2, 0.35), keep=(0.4, 0.6))
        status, known, _, ladder = by_engine(case, cap)
        if status == STUCK and any(tier >= 3 for tier, _ in ladder):
            stuck += 1
            status, _, _, ladder = by_engine(case._replace(known=known), cap)
            assert status == STUCK
            assert ladder == []
    assert stuck > 20


def test_every_fact_is_true():
    rng = np.random.default_rng(7)
    for _ in range(200):
        case = random_case(rng, sides=(3, 12), printed=0.5)
        _, known, _, _ = by_engine(case, 4)
        proved = known != UNKNOWN
        assert ((known == MINE) == case.mines)[proved].all()
