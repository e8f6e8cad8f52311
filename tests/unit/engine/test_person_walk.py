"""The walk in kernels against the walk in plain Python."""

import numpy as np
import pytest
from plain_walk import PlainWalk

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.spec import Layout
from puzzlegen.engine.grading import walk_through
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.steps_in_sight import TIERS
from puzzlegen.errors import GenerationError
from puzzlegen.formats import line
from puzzlegen.generator.attempts import attempt
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.solver.position import nodes_of, printed_total

Steps = list[tuple[int, int, dict[int, int]]]


def steps_of(puzzle: Puzzle, cap: int, seed: int) -> Steps:
    nodes = nodes_of(puzzle.grid)
    trace, around, known = new_trace(nodes.size), nodes.around, nodes.known(puzzle.array)
    clue, total = nodes.clues(puzzle.array), printed_total(puzzle)
    board = around.start, around.cells, around.coordinates
    hardest, effort, count = walk_through(*board, clue, known, total, cap, seed, trace)
    techniques, efforts = trace.tier_of[1 : count + 1], trace.available[1 : count + 1]
    assert hardest == TIERS[techniques].max(initial=0) and effort == efforts.sum()
    cells = [np.flatnonzero(trace.moment[: nodes.cells] == step).tolist() for step in range(1, count + 1)]
    values = [{x: int(known[x]) for x in some} for some in cells]
    return list(zip(techniques.tolist(), efforts.tolist(), values, strict=True))


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("total", [False, True])
def test_the_kernel_walks_as_described(variant: Variant, total: bool) -> None:
    assert assert_walked_alike(variant, total, 24 if variant.clue_on_mine else 60) >= {1, 2, 3}


def test_each_insight_counts_once() -> None:
    """Two clues count 1.5 once, and each cell that single clues had not settled 6; the rest is distance and cells."""
    steps = steps_of(line.parse("6x5:a3b2124a3c5g2a0a4b1a"), 2, 0)
    counted = [(len(cells), effort) for technique, effort, cells in steps if TIERS[technique] > 1]
    assert counted == [(2, 150 + 160), (3, 3 * 600 + 150 + 357)]  # single clues had settled the first two cells


def assert_walked_alike(variant: Variant, total: bool, count: int) -> set[int]:
    """Compare the two walks through some puzzles. Return the tiers met."""
    met = set()
    for number in range(count):
        cap = 2 + number % 3
        grid = Grid(*((7, 6), (5, 5), (9, 8))[number % 3], variant)
        density = 0.45 if number % 2 else grid.variant.usual_density
        request = PuzzleRequest(grid, "", cap, density=density, total=total, layout=Layout())
        try:
            puzzle = attempt(request, f"walk/{number}").puzzle
        except GenerationError:
            continue
        for seed in (0, 1 + number):
            steps = steps_of(puzzle, cap, seed)
            assert steps == PlainWalk(puzzle, cap, seed).steps
            met |= {int(TIERS[technique]) for technique, _, _ in steps}
    return met
