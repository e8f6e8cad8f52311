"""Climbs: they never end worse than they began, their results are proved, and wishes are fulfilled."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from puzzlegen.board.difficulty import DIFFICULTIES, HARDEST, LOW, NORMAL, REGIONS, TECHNIQUE_TIERS, Aim
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import Status
from puzzlegen.board.spec import Layout
from puzzlegen.config.generation import read_spec
from puzzlegen.config.section import SectionConfig
from puzzlegen.engine import climb as engine
from puzzlegen.engine import rating
from puzzlegen.errors import GenerationError
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator import improving
from puzzlegen.generator.attempts import attempt, make_puzzle
from puzzlegen.generator.batch import hardest_puzzles
from puzzlegen.generator.improving import climb, mine_limits
from puzzlegen.generator.requests import PuzzleRequest, requests_for, section_requests
from puzzlegen.grading.quality import TECHNIQUE_CODES
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_thread_pool
from puzzlegen.random_streams import stream
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace, run, solution_path

WIDE = Grid(9, 7)
AIM = Aim(NORMAL)
CASES = {
    "easy": PuzzleRequest(WIDE, "climb", 1, difficulty="easy", aim=AIM),
    "medium without lone cells": PuzzleRequest(WIDE, "climb", 2, difficulty="medium", lone_cells=False, aim=AIM),
    "hard with a total": PuzzleRequest(WIDE, "climb", 3, difficulty="hard", total=True, aim=AIM),
    "tier 4": PuzzleRequest(Grid(7, 5), "climb", 4, aim=replace(HARDEST)),  # has 300 changes a cell
    "mosaic": PuzzleRequest(replace(WIDE, variant=MOSAIC), "climb", 2, difficulty="medium", density=0.4, aim=AIM),
    "symmetric": PuzzleRequest(WIDE, "climb", 2, difficulty="medium", layout=Layout("half-turn"), aim=AIM),
    "with voids": PuzzleRequest(replace(WIDE, voids=(0, 8, 30, 31, 32)), "climb", 2, difficulty="medium", aim=AIM),
}


def begun(request: PuzzleRequest, number: int) -> PuzzleTrace:
    """Return the solve of a puzzle to climb from."""
    return run(attempt(request, f"{request.stream}/{number}").puzzle, request.cap)


@pytest.mark.parametrize("name", CASES)
def test_a_climb_is_proved_and_never_ends_worse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    request = CASES[name]
    costs: list[tuple[int, int]] = []
    climb_in_engine = engine.climb

    def recorded(*arguments: Any) -> engine.Climbed:
        copies = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
        copies[8][rating.MOVES] = 0
        before = climb_in_engine(*copies)
        found = climb_in_engine(*arguments)
        costs.append((int(before.tally[engine.COST]), int(found.tally[engine.COST])))
        return found

    monkeypatch.setattr(improving.climb_kernel, "climb", recorded)
    for number in range(3):
        first = begun(request, number)
        found = climb(request, first, stream(f"climb {number}"))
        assert found.status is Status.SOLVED and found.hardest <= request.cap
        assert solutions(found.puzzle).solutions == (found.solution,)
        fewest, most = mine_limits(request)
        count = sum(first.solution)
        assert min(fewest, count) <= sum(found.solution) <= max(most, count)
        assert found.puzzle.clues == first.puzzle.clues and found.puzzle.grid == request.grid
        if request.layout.rule != "free":
            places = [[value >= 0 for value in one.puzzle.cells] for one in (first, found)]
            assert places[0] == places[1]
        assert climb(request, first, stream(f"climb {number}")).puzzle == found.puzzle
    assert all(after <= before for before, after in costs)
    assert any(after < before for before, after in costs)


def test_lone_cells_stay_forbidden() -> None:
    request = replace(CASES["medium without lone cells"], density=0.5, spread=0.1)
    around = WIDE.neighborhood
    for number in range(3):
        mines = np.array(climb(request, begun(request, number), stream(f"lone {number}")).solution)
        alone = [x for x in np.flatnonzero(~mines) if mines[around.cells[around.start[x] : around.start[x + 1]]].all()]
        assert not alone


EIGHT = Grid(8, 8)


def asked(difficulty: str, seed: str = "s", number: int = 1, grid: Grid = EIGHT, **wishes: str) -> list[PuzzleRequest]:
    spec = read_spec({"difficulty": difficulty, "layout": "free", **wishes}, [grid])
    return list(requests_for(spec, grid, seed, number))


@pytest.mark.parametrize(
    ("difficulty", "technique"),
    [("medium", "1-1"), ("medium", "1-2"), ("medium", "1-2-1"), ("hard", "combination"), ("hard", "contradiction")],
)
def test_every_puzzle_needs_the_wanted_technique(difficulty: str, technique: str) -> None:
    for request in asked(difficulty, "technique", 4, technique=technique):
        graded = make_puzzle(request).graded
        uses = sum(step.technique == technique for step in solution_path(run(graded.puzzle)))
        assert graded.wishes == {"technique": {"wanted": technique, "reached": uses}} and uses > 0
        assert graded.grade.difficulty == difficulty
        assert parse_record(dumps(as_dict(graded))) == graded


def test_scores_rise_evenly_and_nearly_all_first_climbs_reach_them() -> None:
    made = [make_puzzle(request).graded for request in asked("medium", "ramp", 12, score="12-34")]
    wanted = [float((one.wishes or {})["score"]["wanted"]) for one in made]
    assert wanted == [12.0 + 2 * i for i in range(12)]
    assert all(abs(one.grade.score - score) <= max(1.0, 0.05 * score) for one, score in zip(made, wanted, strict=True))
    assert sum(one.attempts == 1 for one in made) >= 9
    assert sum(abs(one.grade.score - score) <= 0.5 for one, score in zip(made, wanted, strict=True)) >= 9


@pytest.mark.parametrize("start", ["top-left", "right"])
def test_the_solve_begins_in_the_wanted_region(start: str) -> None:
    top, bottom, left, right = REGIONS[start]
    for request in asked("medium", "start", 3, start=start):
        trace = run(make_puzzle(request).graded.puzzle)
        rows, cols = np.divmod(np.flatnonzero(trace.moment == 1), 8)
        assert rows.size and (2 * top <= rows).all() and (rows < 2 * bottom).all()
        assert (2 * left <= cols).all() and (cols < 2 * right).all()


def test_a_section_has_a_ramp_for_each_size() -> None:
    section = SectionConfig.model_validate(
        {"name": "n", "count": 6, "size": ["5x5", "6x6"], "difficulty": "medium", "score": "10-30"}
    )
    assert section.spec.resolved_effort == NORMAL
    assert [one.aim.score for one in section_requests("s", section)] == [10, 10, 20, 20, 30, 30]
    assert [one.aim for one in section_requests("s", section.model_copy(update={"score": None, "effort": LOW}))] == (
        [Aim()] * 6
    )


def test_a_score_out_of_reach_says_what_was_reached() -> None:
    (request,) = asked("easy", "far", grid=Grid(5, 5), score="900")
    with pytest.raises(GenerationError, match=r"^score 900: found no such easy 5x5 puzzle in 30 attempts \(.*score "):
        make_puzzle(request)


def test_the_tiers_of_techniques_are_those_of_the_solver() -> None:
    every = {code: technique.tier for code, technique in TECHNIQUES.items()}
    assert every == TECHNIQUE_TIERS | {"satisfied": 1, "exhausted": 1}
    assert set(TECHNIQUE_CODES) == set(TECHNIQUE_TIERS)


def test_the_hardest_puzzle_is_harder_than_any_of_a_sample() -> None:
    sample = [PuzzleRequest(Grid(6, 6), f"sample/{number}", 4) for number in range(60)]
    usual = max(make_puzzle(request).graded.grade.score for request in sample)
    with open_thread_pool(1) as pool:
        found = list(hardest_puzzles(Grid(6, 6), "hard", 0.001, pool, Silent()))
    assert found[-1].graded.grade.score > usual
    scores = [one.graded.grade.score for one in found]
    assert scores == sorted(scores) and found[0].climbs == 1
    assert found[-1].graded.grade.difficulty in DIFFICULTIES


def test_the_hardest_needs_some_minutes() -> None:
    with open_thread_pool(1) as pool, pytest.raises(GenerationError, match=r"^minutes: found 0, allowed"):
        list(hardest_puzzles(Grid(6, 6), "hard", 0, pool, Silent()))
