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
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import attempt
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.solver.position import nodes_of, printed_total

Steps = list[tuple[int, int, dict[int, int]]]


def steps_of(puzzle: Puzzle, cap: int) -> Steps:
    nodes = nodes_of(puzzle.grid)
    trace, around, known = new_trace(nodes.size), nodes.around, nodes.known(puzzle.array)
    clue, total = nodes.clues(puzzle.array), printed_total(puzzle)
    hardest, points, count = walk_through(around.start, around.cells, clue, known, total, cap, trace)
    assert hardest == trace.tier_of[1 : count + 1].max(initial=0) and points == trace.available[1 : count + 1].sum()
    cells = [np.flatnonzero(trace.moment[: nodes.cells] == step).tolist() for step in range(1, count + 1)]
    return [
        (int(trace.tier_of[step]), int(trace.available[step]), {x: int(known[x]) for x in cells[step - 1]})
        for step in range(1, count + 1)
    ]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("total", [False, True])
def test_the_kernel_walks_as_described(variant: Variant, total: bool) -> None:
    assert assert_walked_alike(variant, total, 24 if variant.clue_on_mine else 60) >= {1, 2, 3}


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
        steps = steps_of(puzzle, cap)
        assert steps == PlainWalk(puzzle, cap).steps
        met |= {tier for tier, _, _ in steps}
    return met
