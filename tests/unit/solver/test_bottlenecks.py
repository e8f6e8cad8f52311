"""The steps of a walk at which a hint helps most."""

from __future__ import annotations

import numpy as np
import pytest

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.formats import line
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.solver.person_walk import person_walk
from puzzlegen.solver.tiers import bottlenecks, run


def made(variant: Variant, difficulty: str, number: int) -> Puzzle:
    cap, density = DIFFICULTIES[difficulty].cap, variant.usual_density
    request = PuzzleRequest(Grid(8, 8, variant), f"bottleneck/{number}", cap, difficulty=difficulty, density=density)
    return make_puzzle(request).graded.puzzle


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC, HEXAGONAL], ids=lambda one: one.name)
@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_bottlenecks_take_the_most_effort_a_cell_and_are_apart(variant: Variant, difficulty: str) -> None:
    for number in range(6):
        puzzle = made(variant, difficulty, number)
        walk = person_walk(puzzle, run(puzzle, MAX_TIER).hardest)
        cells = [int(np.count_nonzero(walk.moment == step)) for step in range(1, walk.effort.size + 1)]
        search = [effort / count for effort, count in zip(walk.effort.tolist(), cells, strict=True)]
        found = walk.bottlenecks()
        assert found == sorted(found) and len(found) in (1, 2)
        assert max(search) in [search[step - 1] for step in found]
        if difficulty == "easy":
            assert len(found) == 1
        if len(found) == 2:
            assert found[1] - found[0] >= len(search) / 4
            assert sum(walk.tier[step - 1] > 1 for step in found) == 2 or search.index(max(search)) + 1 in found


def test_each_bottleneck_has_the_deduction_of_its_step() -> None:
    for number in range(8):
        trace = run(made(MINESWEEPER, "hard", number), MAX_TIER)
        walk = person_walk(trace.puzzle, trace.hardest)
        steps = bottlenecks(trace)
        assert [step.moment for step in steps] == walk.bottlenecks()
        for step in steps:
            assert step.tier == walk.tier[step.moment - 1] or (step.tier, len(step.witnesses)) == (1, 1)
            assert {int(walk.moment[x]) for x in (*step.mines, *step.safe)} == {step.moment}


def test_a_puzzle_without_a_deduction_has_none() -> None:
    assert bottlenecks(run(line.parse("2x2:d"), MAX_TIER)) == []
    assert bottlenecks(run(line.parse("4x1:a1aa"), 1)) == []
