"""Mosaics on thousands of small boards: the one engine against clingo, a slow solver and naive thinning.

The slow solver and clingo use only the cells that each clue counts; the engine has two nodes a cell
(solver.position). Where all agree, that view is right. The slow solver is compared on every variant of the table.
"""

from __future__ import annotations

import numpy as np
import pytest
import slow_solver as slow
from paper_neighbors import cells_counted
from solved import is_solved_by

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Status, blank_cells, from_mines
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.thin import single_removals, thin_naive
from puzzlegen.errors import GenerationError
from puzzlegen.formats import line
from puzzlegen.generator.improving import thin
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import run

BOARDS = {1: 1200, 2: 1000, 3: 500, 4: 150}


def random_puzzle(rng: np.random.Generator, most: int = 6, lies: float = 0.0, variant: Variant = MOSAIC) -> Puzzle:
    """A board of up to ``most`` cells a side, seldom square, some clues printed, some cells void or printed as safe."""
    grid = Grid(*(int(side) for side in rng.integers(variant.least_side, most + 1, 2)), variant)
    void = rng.random(grid.size) < (0.0 if variant.wraps else 0.03)
    mines = (rng.random(grid.size) < rng.uniform(0.1, 0.9)) & ~void
    full = np.array(from_mines(grid, mines.tolist()).cells)
    shown = rng.random(grid.size) < rng.uniform(0.2, 1.0)
    empty = (rng.random(grid.size) < 0.04) & ~mines
    cells = np.where(void, VOID, np.where(empty, EMPTY, np.where(shown, full, BLANK)))
    wrong = (rng.random(grid.size) < lies) & (cells >= 0)
    cells = np.where(wrong, rng.integers(0, variant.highest_clue + 1, grid.size), cells)
    total = int(mines.sum()) if rng.random() < 0.25 else None
    return Puzzle(grid, tuple(cells.tolist()), total)


def solved_slowly(puzzle: Puzzle, cap: int) -> tuple[slow.Board, dict[int, int], list[tuple[int, int]]]:
    around = cells_counted(puzzle.grid)
    clues = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
    known = {i: slow.SAFE for i, hidden in enumerate(puzzle.hidden) if not hidden}
    board = slow.Board(around, clues, known, puzzle.total)
    moments, rounds = slow.solve(board, cap)
    return board, moments, rounds


def assert_same_rounds(puzzle: Puzzle, cap: int) -> None:
    found = run(puzzle, cap)
    try:
        board, moments, rounds = solved_slowly(puzzle, cap)
    except slow.BrokenClueError:
        assert found.status is Status.CONTRADICTION
        return
    assert found.status is (Status.STUCK if board.unknown() else Status.SOLVED)
    assert {i: int(value) for i, value in enumerate(found.known) if value} == board.known
    assert {i: int(m) for i, m in enumerate(found.moment) if m > 0} == moments
    assert list(zip(found.tier.tolist(), found.available.tolist(), strict=True)) == rounds
    for cell, by in enumerate(found.by):  # the clue that is named counts the cell it proved
        assert by < 0 or (puzzle.cells[by] >= 0 and cell in board.around[by])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("cap", BOARDS)
def test_the_engine_agrees_with_the_slow_solver_round_by_round(cap: int, variant: Variant) -> None:
    rng = np.random.default_rng([31, cap])
    for _ in range(BOARDS[cap]):
        assert_same_rounds(random_puzzle(rng, 6 if cap < 4 else 5, variant=variant), cap)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("cap", BOARDS)
def test_they_agree_on_clues_that_lie(cap: int, variant: Variant) -> None:
    rng = np.random.default_rng([32, cap])
    for _ in range(BOARDS[cap] // 5):
        assert_same_rounds(random_puzzle(rng, 5, lies=0.1, variant=variant), cap)


def test_what_the_tiers_say_is_what_clingo_finds() -> None:
    rng = np.random.default_rng(33)
    met = set()
    for _ in range(1500):
        puzzle = random_puzzle(rng, 6, lies=0.02)
        found, rounds = solutions(puzzle).solutions, run(puzzle, 4)
        met.add((rounds.status, min(len(found), 2)))
        assert all(is_solved_by(puzzle, solution) for solution in found)
        if rounds.status is Status.SOLVED:
            assert found == (rounds.solution,)
        elif rounds.status is Status.CONTRADICTION:
            assert not found
        else:
            for solution in found:
                pairs = zip(rounds.known, solution, strict=True)
                assert all((value == slow.MINE) == mine for value, mine in pairs if value)
    assert {(Status.SOLVED, 1), (Status.STUCK, 2), (Status.CONTRADICTION, 0)} <= met


@pytest.mark.parametrize("size", [(2, 3), (3, 3), (4, 2), (1, 7)], ids=str)
def test_clingo_counts_as_trying_everything_does(size: tuple[int, int]) -> None:
    rng = np.random.default_rng([34, *size])
    grid = Grid(*size, MOSAIC)
    boards = [tuple(bool(bits >> i & 1) for i in range(grid.size)) for bits in range(1 << grid.size)]
    for _ in range(12):
        full = from_mines(grid, boards[int(rng.integers(len(boards)))])
        cells = tuple(value if rng.random() < 0.6 else BLANK for value in full.cells)
        one = Puzzle(grid, cells)
        assert len(solutions(one).solutions) == min(2, sum(is_solved_by(one, board) for board in boards))


@pytest.mark.parametrize("total", [False, True], ids=["paper", "with total"])
@pytest.mark.parametrize("cap", BOARDS)
def test_thinning_keeps_the_clues_that_naive_thinning_keeps(cap: int, total: bool) -> None:
    rng = np.random.default_rng([35, cap, int(total)])
    thinned = 0
    for _ in range(BOARDS[cap] // 2):
        grid = Grid(*(int(side) for side in rng.integers(1, 9, 2)), MOSAIC)
        mines = (rng.random(grid.size) < rng.uniform(0.1, 0.9)).astype(np.int8)
        order = rng.permutation(grid.size).astype(np.int32)
        nodes = nodes_of(grid)
        clue = nodes.clues(from_mines(grid, mines.astype(bool).tolist()).array)
        count = int(mines.sum()) if total else NO_TOTAL
        arrays = nodes.around.start, nodes.around.cells, clue, nodes.known(blank_cells(grid))
        dropped = thin_naive(*arrays, count, cap, nodes.clue_nodes(order))
        try:
            kept = thin(grid, mines, cap, single_removals(order), total=total).puzzle
        except GenerationError:
            assert dropped == -1
            continue
        thinned += 1
        assert kept.cells == tuple(nodes.printed(clue).tolist())
        assert kept.clues == grid.size - dropped
        assert run(kept, cap).solution == tuple(mines.astype(bool).tolist())
    assert thinned > BOARDS[cap] // 20


GOLDEN = [  # (puzzle, hardest tier or None if its clues cannot all hold)
    ("mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a", 1),
    ("mosaic:8x6:a33b3a2c33b4a53b53b5a4e74a2f1b0a", 2),
    ("mosaic:6x6:c01a3a42b3a4a2a3555c6a4e211", 3),
    ("mosaic:4x4:4d43b53e", 1),
    ("mosaic:3x3:d9d", 1),
    ("mosaic:3x3:d8d,m9", None),
]


@pytest.mark.parametrize(("text", "tier"), GOLDEN)
def test_golden_mosaics_are_solved_at_their_tier(text: str, tier: int | None) -> None:
    puzzle = line.parse(text)
    rounds = run(puzzle, 4)
    if tier is None:
        assert rounds.status is Status.CONTRADICTION
        return
    assert rounds.hardest == tier
    assert solutions(puzzle).solutions == (rounds.solution,)
