"""The search for mines agrees with full solves after every move, and thinning by orbits with naive thinning."""

from __future__ import annotations

import numpy as np
import pytest
from engine_boards import thinning_case

from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import SQUARES
from puzzlegen.board.spec import fitting_symmetries
from puzzlegen.engine.arrange import NO_REMOVALS, Search, arrange
from puzzlegen.engine.clue_rules import MINE, NO_TOTAL, UNKNOWN
from puzzlegen.engine.mine_search import FEWEST, LIMITS_SIZE, LONE, MOST, MOVES
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED, solve_rounds
from puzzlegen.engine.thin import NO_CELLS, Removals, make_boards, no_drawing, thin, thin_naive, workspace_for
from puzzlegen.engine.thinning_state import IS_MINE, MORE, OVERFLOWED, PENDING, RANK, UNPROVED


def random_layout(rng, grid, share):
    """Random clue cells that reach every blank: one flag a cell."""
    around = grid.neighborhood
    flags = rng.random(grid.size) < share
    for x in rng.permutation(grid.size):
        near = around.cells[around.start[x] : around.start[x + 1]]
        if not flags[x] and not flags[near].any():
            flags[rng.choice(near)] = True
    return flags


def random_search(rng, grid):
    """A layout with mines to begin with, as the search takes them."""
    flags = random_layout(rng, grid, rng.uniform(0.2, 0.5))
    blanks = rng.permutation(np.flatnonzero(~flags))
    count = max(1, round(blanks.size * rng.uniform(0.2, 0.6)))
    mines = np.zeros(grid.size, np.int8)
    mines[blanks[:count]] = 1
    few, many = sorted(rng.integers(0, 4, 2))
    search = Search(mines, max(1, count - few), count + many, int(rng.integers(1 << 62)), bool(rng.integers(2)))
    return np.where(flags, 0, -1).astype(np.int8), search


def state_after(grid, clue, search, cap, moves):
    """The kernel's state after so many moves."""
    around = grid.neighborhood
    space = workspace_for(grid.size, around.cells.size, MORE)
    space.draft.known[:] = np.where(search.first == 1, MINE, UNKNOWN)
    limits = np.zeros(LIMITS_SIZE, np.int32)
    limits[FEWEST], limits[MOST], limits[MOVES], limits[LONE] = search.fewest, search.most, moves, search.lone
    random = np.array([search.seed >> 1 | 1], np.int64)
    found = make_boards(
        *no_drawing(NO_REMOVALS), NO_TOTAL, cap, limits, random, np.zeros(grid.size, np.int8), clue,
        around.start, around.cells, NO_REMOVALS, space,
    )  # fmt: skip
    return space.state, found


def solved_fully(grid, clue, mines, cap):
    """What a full solve leaves unknown, and whether it agrees with the mines elsewhere."""
    around = grid.neighborhood
    counts = np.array([mines[around.cells[around.start[i] : around.start[i + 1]]].sum() for i in range(grid.size)])
    numbers = np.where(clue >= 0, counts, -1).astype(np.int8)
    known = np.where(clue >= 0, 1, UNKNOWN).astype(np.int8)
    solve_rounds(around.start, around.cells, numbers, known, NO_TOTAL, cap, new_trace(grid.size))
    assert ((known == MINE) == (mines == 1))[known != UNKNOWN].all()
    return known == UNKNOWN


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_the_search_knows_after_each_move_what_a_full_solve_finds(cap):
    """At tiers 1 and 2 exactly; above, the search may miss what takes long suppositions far from the move."""
    rng = np.random.default_rng([21, cap])
    unsolved = missed = 0
    for _ in range(60):
        grid = Grid(int(rng.integers(3, 10)), int(rng.integers(3, 10)))
        clue, search = random_search(rng, grid)
        state, found = state_after(grid, clue, search, cap, int(rng.integers(1, 40)))
        assert not state.counters[OVERFLOWED]
        mines = state.cell[:, IS_MINE]
        assert search.fewest <= mines.sum() <= search.most
        assert not (mines[clue >= 0]).any()
        pending = state.cell[:, RANK] == PENDING
        unknown = solved_fully(grid, clue, mines, cap)
        assert (pending | ~unknown).all(), "the search believes more than a full solve proves"
        assert cap > 2 or (pending == unknown).all()
        assert sorted(np.flatnonzero(pending)) == sorted(state.lists[UNPROVED, 1 : 1 + state.lists[UNPROVED, 0]])
        assert (found >= 0) == (not pending.any())
        unsolved += unknown.any()
        missed += (pending != unknown).any()
    assert unsolved > 5, "no move was compared before the board was solved"
    assert missed < 12


def surrounded(grid, mines):
    """The safe cells with mines all around."""
    around = grid.neighborhood
    cells = np.flatnonzero(mines == 0)
    return {x for x in cells if mines[around.cells[around.start[x] : around.start[x + 1]]].all()}


def test_boards_without_lone_cells_if_wanted():
    rng = np.random.default_rng(23)
    grid = Grid(9, 8)
    around = grid.neighborhood
    met = 0
    for _ in range(60):
        clue, search = random_search(rng, grid)
        for lone in (True, False):
            mines = arrange(
                around.start, around.cells, clue.copy(), np.zeros(72, np.int8), 2, search._replace(lone=lone)
            )
            if mines is None:
                continue
            new = surrounded(grid, mines) - surrounded(grid, search.first)
            met += lone and bool(new)
            assert lone or not new
    assert met, "no board of this test has a lone safe cell"


# --- Thinning by orbits, and without lone clues -----------------------------------------------------------------------


def random_removals(rng, case, order):
    """The cells by orbits of a symmetry or by random groups, with or without the rule against lone clues."""
    grid = case.grid
    name = rng.choice(fitting_symmetries(grid))
    lowest = images(grid, str(name)).min(axis=0)
    if rng.integers(3) == 0:
        lowest = rng.integers(0, max(1, grid.size // 2), grid.size)
    rank = np.argsort(order)[lowest]
    cells = np.argsort(rank, kind="stable").astype(np.int32)
    first = np.flatnonzero(np.diff(rank[cells], prepend=-1)).astype(np.int32)
    beside = (NO_CELLS, NO_CELLS)
    if rng.integers(2):
        beside = (grid.neighborhood.start.copy(), grid.neighborhood.cells.copy())
    return Removals(cells, np.append(first, np.int32(grid.size)).astype(np.int32), *beside)


def assert_orbits_thinned_alike(case, removals, cap, total):
    around = case.grid.neighborhood
    naive, fast = case.clue.copy(), case.clue.copy()
    expected = thin_naive(around.start, around.cells, naive, case.known, total, cap, removals)
    assert thin(around.start, around.cells, fast, case.known, total, cap, removals) == (expected, False)
    assert (fast == naive).all()


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_orbits_are_kept_as_by_naive_thinning(cap):
    rng = np.random.default_rng([22, cap])
    for _ in range(120):
        printed = bool(rng.integers(2))
        case, order = thinning_case(rng, show_lone_mines=not printed or bool(rng.integers(2)))
        removals = random_removals(rng, case, order)
        assert_orbits_thinned_alike(case, removals, cap, int(case.mines.sum()) if printed else NO_TOTAL)


def test_no_clue_loses_the_last_clue_beside_it():
    rng = np.random.default_rng(24)
    lone = {True: 0, False: 0}
    for _ in range(60):
        case, order = thinning_case(rng, sides=(7, 7))
        around = case.grid.neighborhood
        for rule in lone:
            beside = (around.start.copy(), around.cells.copy()) if rule else (NO_CELLS, NO_CELLS)
            clue = case.clue.copy()
            removals = Removals(order, np.arange(50, dtype=np.int32), *beside)
            if thin(around.start, around.cells, clue, case.known, NO_TOTAL, 3, removals).dropped < 0:
                continue
            for board, sign in ((clue, 1), (case.clue, -1)):
                alone = [
                    not (board[around.cells[around.start[c] : around.start[c + 1]]] >= 0).any()
                    for c in np.flatnonzero(clue >= 0)
                ]
                lone[rule] += sign * sum(alone)
    assert lone[True] == 0 < lone[False]


@pytest.mark.parametrize("symmetry", SQUARES.symmetries)
def test_images_form_groups(symmetry):
    table = images(Grid(6, 6), symmetry)
    assert (np.sort(table, axis=1) == np.arange(36)).all()
    lowest = table.min(axis=0)
    assert (lowest[table] == lowest).all()


def test_a_search_and_thinning_in_one():
    """What the search leaves is a full set of proofs for thinning: it ends as naive thinning of the same board."""
    rng = np.random.default_rng(25)
    found = 0
    for _ in range(40):
        grid = Grid(int(rng.integers(4, 9)), int(rng.integers(4, 9)))
        clue, search = random_search(rng, grid)
        around = grid.neighborhood
        cap, blank = int(rng.integers(1, 5)), np.zeros(grid.size, np.int8)
        order = rng.permutation(grid.size).astype(np.int32)
        removals = Removals(order, np.arange(order.size + 1, dtype=np.int32))
        kept = clue.copy()
        mines = arrange(around.start, around.cells, kept, blank, cap, search, removals)
        if mines is None:
            continue
        counts = np.array([mines[around.cells[around.start[i] : around.start[i + 1]]].sum() for i in range(grid.size)])
        naive = np.where(clue >= 0, counts, -1).astype(np.int8)
        assert thin_naive(around.start, around.cells, naive, blank, NO_TOTAL, cap, removals) >= 0
        assert ((naive >= 0) == (kept >= 0)).all()
        known = np.where(naive >= 0, 1, UNKNOWN).astype(np.int8)
        status, _ = solve_rounds(around.start, around.cells, naive, known, NO_TOTAL, cap, new_trace(grid.size))
        assert status == SOLVED
        found += 1
    assert found > 30
