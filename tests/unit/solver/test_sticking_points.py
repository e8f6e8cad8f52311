"""The places at which a hint helps most: easier steps have run out there."""

from __future__ import annotations

import numpy as np
import pytest

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle, Status
from puzzlegen.engine.clue_rules import UNKNOWN
from puzzlegen.formats import line
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.solver.position import neighbors_of
from puzzlegen.solver.tiers import Place, PuzzleTrace, run, solution_path, sticking_points


def made(variant: Variant, difficulty: str, number: int) -> Puzzle:
    cap, density = DIFFICULTIES[difficulty].cap, variant.usual_density
    request = PuzzleRequest(Grid(8, 8, variant), f"bottleneck/{number}", cap, difficulty=difficulty, density=density)
    return make_puzzle(request).graded.puzzle


def is_easy_after(trace: PuzzleTrace, places: list[Place]) -> bool:
    """Whether the only place is one at which the tier below is needed, and that tier solves the rest."""
    below = trace.hardest - 1
    rest = run(trace.puzzle, below, places[0].after)
    return len(places) == 1 and places[0].step.tier == below and rest.status is Status.SOLVED


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC, HEXAGONAL], ids=lambda one: one.name)
@pytest.mark.parametrize("difficulty", ["medium", "hard", "expert"])
def test_no_easier_step_is_open_where_readers_stick(variant: Variant, difficulty: str) -> None:
    for number in range(6):
        trace = run(made(variant, difficulty, number), MAX_TIER)
        places = sticking_points(trace)
        known = [int((marks != UNKNOWN).sum()) for marks, _ in places]
        assert len(places) in (1, 2) and known == sorted(known)
        assert places[-1].step.tier == trace.hardest or is_easy_after(trace, places)
        assert not places[1:] or {*places[0][1].mines, *places[0][1].safe} <= places[1].known
        for marks, step in places:
            assert not run(trace.puzzle, step.tier - 1, marks).tier.size
            assert all(marks[x] == UNKNOWN for x in (*step.mines, *step.safe))
            assert marks[marks != UNKNOWN].tolist() == trace.known[marks != UNKNOWN].tolist()
        if len(places) == 2 and places[0][1].tier == trace.hardest:
            assert known[1] - known[0] >= 16


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC, HEXAGONAL], ids=lambda one: one.name)
def test_the_hint_of_an_easy_puzzle_is_a_step_elsewhere_that_the_empty_board_does_not_decide(variant: Variant) -> None:
    for number in range(6):
        trace = run(made(variant, "easy", number), MAX_TIER)
        ((marks, step),) = sticking_points(trace)
        path = list(solution_path(trace))
        place = path.index(step)
        assert np.count_nonzero(marks != UNKNOWN) == np.count_nonzero(trace.moment == 0) + sum(
            len(one.mines) + len(one.safe) for one in path[:place]
        )
        (clue,) = step.witnesses
        around = neighbors_of(trace.puzzle.grid)[clue]
        assert 0 < trace.puzzle.cells[clue] < sum(trace.puzzle.hidden[x] for x in around)  # not decided at the start
        assert not {*path[place - 1].mines, *path[place - 1].safe}.intersection(around)


def test_a_puzzle_of_zeros_has_a_hint_and_one_without_a_deduction_has_none() -> None:
    assert [step.witnesses for _, step in sticking_points(run(line.parse("3x1:a0a"), MAX_TIER))] == [(1,)]
    assert [step.witnesses for _, step in sticking_points(run(line.parse("6x1:a0aa2a"), MAX_TIER))] == [(4,)]
    assert sticking_points(run(line.parse("2x2:d"), MAX_TIER)) == []
    assert sticking_points(run(line.parse("4x1:a1aa"), 1)) == []
