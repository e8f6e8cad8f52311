"""The search for mines that fit a pattern: what it promises of boards, and the same results without a compiler."""

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle, Status, blank_cells, from_mines
from puzzlegen.engine import clue_patterns
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import run

BLANK = 1 << clue_patterns.MAY_BE_BLANK


def fitted(
    grid: Grid, pattern: np.ndarray, seed: int, moves: int = 2000, width: int = 0, cap: int = 2
) -> clue_patterns.Fit:
    nodes, rng = nodes_of(grid), np.random.default_rng(seed)
    limits = np.zeros(clue_patterns.LIMITS, np.int64)
    limits[clue_patterns.FEWEST], limits[clue_patterns.MOST] = grid.size // 5, grid.size // 2
    limits[clue_patterns.MOVES], limits[clue_patterns.CAP] = moves, cap
    limits[clue_patterns.SHIFT], limits[clue_patterns.WIDTH] = nodes.shift, width
    allowed, movable, mines = np.zeros(nodes.size, np.int32), *np.zeros((2, nodes.size), np.int8)
    allowed[: grid.size] = pattern
    movable[: grid.size] = (pattern & BLANK > 0) | grid.variant.clue_on_mine
    mines[rng.permutation(np.flatnonzero(movable))[: grid.size // 4]] = 1
    around, bare = nodes.around, nodes.known(blank_cells(grid))
    hidden = rng.integers(0, 2, nodes.size, np.int8) if width else None
    return clue_patterns.fit(around.start, around.cells, allowed, bare, mines, movable, limits, seed, hidden)


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC])
def test_a_fit_is_a_solved_board_whose_numbers_are_those_of_the_pattern(variant: Variant) -> None:
    grid = Grid(9, 7, variant)
    pattern = np.full(grid.size, 1 << 2 | 1 << 3 | BLANK, np.int32)
    pattern[31] = 1 << 5
    found = 0
    for seed in range(20):
        end = fitted(grid, pattern, seed)
        if end.cost:
            continue
        found += 1
        nodes = nodes_of(grid)
        mines, cells = end.mines[: grid.size], nodes.printed(end.clue)
        full = from_mines(grid, mines.astype(bool).tolist()).array
        shown = cells >= 0
        assert (cells[shown] == full[shown]).all()
        assert set(cells[shown].tolist()) <= {2, 3, 5}
        assert cells[31] == 5
        assert grid.size // 5 <= mines.sum() <= grid.size // 2
        trace = run(Puzzle(grid, tuple(cells.tolist())), 2)
        assert trace.status is Status.SOLVED
        assert trace.solution == tuple(mines.astype(bool).tolist())
    assert found >= 10


def test_a_solve_that_shall_lead_to_the_right_does_so_better_than_at_first() -> None:
    grid = Grid(8, 7)
    pattern = np.full(grid.size, (1 << 9) - 1 | BLANK, np.int32)
    for seed in range(3):
        first, last = fitted(grid, pattern, seed, 0, grid.width), fitted(grid, pattern, seed, 1500, grid.width)
        assert last.cost < first.cost / 2


def test_nothing_moves_without_moves_and_the_same_seed_gives_the_same_board() -> None:
    grid = Grid(9, 7)
    pattern = np.full(grid.size, 1 << 2 | BLANK, np.int32)
    assert fitted(grid, pattern, 3, moves=0).moves == 0
    first, second = fitted(grid, pattern, 5), fitted(grid, pattern, 5)
    assert first.moves == second.moves > 0
    assert (first.mines == second.mines).all()


def test_the_kernel_does_what_its_source_says() -> None:
    """The source, run as Python, with the kernel's own arrays."""
    grid = Grid(5, 4)
    pattern = np.full(grid.size, 1 << 1 | 1 << 2 | BLANK, np.int32)
    for width in (0, 5):
        compiled = fitted(grid, pattern, 2, 12, width)
        kernel = clue_patterns.fit_in
        clue_patterns.fit_in = getattr(kernel, "__wrapped__", kernel)
        try:
            plain = fitted(grid, pattern, 2, 12, width)
        finally:
            clue_patterns.fit_in = kernel
        assert (compiled.cost, compiled.moves) == (plain.cost, plain.moves)
        assert (compiled.clue == plain.clue).all()
        assert (compiled.mines == plain.mines).all()
