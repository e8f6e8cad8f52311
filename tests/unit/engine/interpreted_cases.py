"""Solves, thins and makes small boards without a compiler: prints small climbs, and ``alike`` if all agree."""

from itertools import product

import numpy as np
from engine_boards import random_case, thinning_case
from small_climbs import climbed_and_rated
from test_engine_solver import assert_same, stack_of_cases
from test_engine_solver import test_a_stack_is_solved_as_each_puzzle_alone as assert_stacks_are_solved_alike
from test_layout_search import assert_orbits_thinned_alike, random_removals, random_search, solved_fully, state_after
from test_mine_fitting import assert_fitted_alike
from test_person_walk import assert_walked_alike
from test_thin_incremental import assert_thinned_alike

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS
from puzzlegen.board.spec import FREE, NATURAL, Layout
from puzzlegen.engine import thin, thinning_state
from puzzlegen.engine.adjustment import list_movable
from puzzlegen.engine.clue_rules import NO_TOTAL, UNKNOWN
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.thin import thin_naive
from puzzlegen.engine.thinning_state import IS_MINE, PENDING, RANK
from puzzlegen.formats import tatham_mines
from puzzlegen.generator.attempts import attempt, drawn_puzzles
from puzzlegen.generator.classic_boards import BoardRequest, find_boards
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.quality import board_shape
from puzzlegen.solver.person_walk import effort
from puzzlegen.solver.position import nodes_of

rng = np.random.default_rng(11)
for cap in (1, 2, 3, 4):
    for _ in range(3):
        assert_same(random_case(rng, sides=(2, 5), void=0.05, preset=0.05, printed=0.3), cap)
        case, order = thinning_case(rng, sides=(3, 6))
        for total in (NO_TOTAL, int(case.mines.sum())):
            assert_thinned_alike(case, order, cap, total)
            assert_orbits_thinned_alike(case, random_removals(rng, case, order), cap, total)
        grid = Grid(6, 5)
        clue, search = random_search(rng, grid)
        after, _ = state_after(grid, clue, search, cap, 20)
        pending = after.cell[:, RANK] == PENDING
        assert (pending | ~solved_fully(grid, clue, after.cell[:, IS_MINE], cap)).all()
for strategy, board in (("perturb", "9x7:2,4,u0f8f260170ac0c60"), ("fill", "9x7:2,4,ucf81dce0508003c8")):
    made = next(find_boards(BoardRequest(Grid(9, 7), 24, strategy=strategy), ["r"])).game.board
    assert tatham_mines.write(made) == board  # as compiled (tests/e2e/test_classic.py)
# Clues that may be wrong, and boards that only tier 4 or the printed total solves
for cap in (1, 2, 3, 4):
    for case in stack_of_cases(rng, 6, 16):
        assert_same(case, cap)
for _ in range(3):
    case, order = thinning_case(rng, sides=(9, 10))
    assert_thinned_alike(case, order, 4, NO_TOTAL)
assert_stacks_are_solved_alike(3)
for _ in range(6):
    case, order = thinning_case(rng, sides=(7, 9), show_lone_mines=False)
    assert_thinned_alike(case, order, 4, int(case.mines.sum()))
for variant in (MINESWEEPER, MOSAIC):  # others differ in neighbors only
    assert_walked_alike(variant, True, 3)
    assert_fitted_alike(variant, 2)

# Mines that have to move, and a board where they cannot
around = Grid(4, 3).neighborhood
mines, void = np.zeros((2, 12), np.int8)
for count in (5, 8, 11):
    for lone in (False, True):
        order = rng.permutation(12).astype(np.int32)
        if place_mines(around.start, around.cells, void, order, count, lone, mines):
            assert mines.sum() == count

# Arrays that are too small: the rest is thinned by full solves, with the same result
for module, name, value in (
    (thinning_state, "NODES_PER_CELL", 1),  # enough only if stale nodes are freed
    (thinning_state, "NODES_PER_CELL", 0),
    (thinning_state, "HEAP_PER_CELL", 0),
    (thin, "GAP", 1 << 28),  # too high for a proof from moment 4 on; from 8 on int32 would overflow
):
    before = getattr(module, name)
    setattr(module, name, value)
    fell_back = 0
    for _ in range(6):
        case, order = thinning_case(rng, sides=(6, 7))
        naive, fast = case.clue.copy(), case.clue.copy()
        arrays = case.grid.neighborhood
        expected = thin_naive(arrays.start, arrays.cells, naive, case.known, NO_TOTAL, 3, order)
        found = thin.thin(arrays.start, arrays.cells, fast, case.known, NO_TOTAL, 3, order)
        assert found.dropped == expected and (fast == naive).all()
        fell_back += found.fell_back
    assert fell_back or value == 1, name
    setattr(module, name, before)
# Boards drawn inside the kernel
for variant, rule in product((MINESWEEPER, MOSAIC), (FREE, NATURAL)):
    request = PuzzleRequest(Grid(5, 4, variant), "interpreted", 3, total=True, attempts=3, layout=Layout(rule))
    for drawn in drawn_puzzles(request):
        assert drawn.trace is not None or drawn.reason
        if drawn.trace is not None:
            assert drawn.trace.puzzle == attempt(request, f"interpreted/{drawn.number}").puzzle
            assert drawn.effort == effort(drawn.trace.puzzle, drawn.trace.hardest)
# Blanks that an adjustment may change: those that touch other clues than every other blank
twins = 0
for variant in VARIANTS.values():
    puzzle = attempt(PuzzleRequest(Grid(7, 6, variant), "", 3, density=0.3), "twins").puzzle
    nodes = nodes_of(puzzle.grid)
    clue, known = nodes.clues(puzzle.array), nodes.known(puzzle.array)
    movable, spots = np.zeros(nodes.size, np.int8), np.zeros(nodes.size + 1, np.int32)
    list_movable(board_shape(puzzle.grid), nodes.around.start, nodes.around.cells, clue, known, movable, spots)
    touched = [
        [c for c in nodes.around.cells[nodes.around.start[x] : nodes.around.start[x + 1]] if clue[c] >= 0]
        if known[x] == UNKNOWN
        else None
        for x in range(nodes.cells)
    ]
    alone = [x for x in range(nodes.cells) if touched[x] is not None and touched.count(touched[x]) == 1]
    twins += nodes.cells - touched.count(None) - len(alone)
    assert np.flatnonzero(movable).tolist() == spots[1 : spots[0] + 1].tolist() == alone
assert twins
print(*climbed_and_rated(), sep="\n")  # the test compares them with compiled ones
print("alike")
