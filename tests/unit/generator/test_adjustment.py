"""Adjustments: their results fit, are proved and keep what the request fixes."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from puzzlegen.board.difficulty import NORMAL, Aim, expert_score, least_usual_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import Status
from puzzlegen.board.spec import NATURAL, Layout
from puzzlegen.engine import adjustment
from puzzlegen.errors import GenerationError
from puzzlegen.generator import improving
from puzzlegen.generator.attempts import attempt, make_puzzle
from puzzlegen.generator.improving import adjust, can_adjust, mine_limits
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.grade import NO_LIMIT, effort_range, grade, score_of
from puzzlegen.random_streams import stream
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import PuzzleTrace, run

WIDE = Grid(9, 7)
HARD = PuzzleRequest(WIDE, "adjust", 3, difficulty="hard")
CASES = {
    "hard": HARD,
    "expert": replace(HARD, difficulty="expert"),
    "natural": replace(HARD, difficulty="expert", layout=Layout(NATURAL), spread=0.09),
    "fixed number": replace(HARD, mines=20),
    "no lone cells": replace(HARD, difficulty="expert", lone_cells=False, density=0.45, spread=0.1),
    "total": replace(HARD, difficulty="expert", total=True),
    "symmetric": replace(HARD, layout=Layout("half-turn")),
    "few clues": replace(HARD, layout=Layout(clues=0.27)),
    "mosaic": replace(HARD, grid=Grid(6, 5, MOSAIC), difficulty="expert", density=0.4),
    "voids": replace(HARD, grid=Grid(9, 7, voids=(0, 8, 30, 31, 32))),
}


def begun(request: PuzzleRequest, count: int) -> list[PuzzleTrace]:
    """Return the solves of so many puzzles to adjust."""
    found: list[PuzzleTrace] = []
    number = 0
    while len(found) < count:
        number += 1
        try:
            found.append(run(attempt(request, f"{request.stream}/{number}").puzzle, request.cap))
        except GenerationError:
            continue
    return found


def walled_in(trace: PuzzleTrace) -> list[int]:
    """Return the safe cells with mines all around."""
    around, mines = trace.puzzle.grid.neighborhood, np.array(trace.solution)
    return [x for x in np.flatnonzero(~mines) if mines[around.cells[around.start[x] : around.start[x + 1]]].all()]


def is_usual(trace: PuzzleTrace, request: PuzzleRequest) -> bool:
    """Return whether a puzzle has the difficulty of the request, with a score that adjusting leaves."""
    graded, difficulty = grade(trace), request.difficulty
    assert difficulty is not None
    return graded.difficulty == difficulty and graded.score >= least_usual_score(difficulty, request.grid)


def clue_places(trace: PuzzleTrace) -> list[bool]:
    return [value >= 0 for value in trace.puzzle.cells]


@pytest.mark.parametrize("name", CASES)
def test_an_adjusted_puzzle_fits_and_is_proved(name: str) -> None:
    request = CASES[name]
    fewest, most = mine_limits(request)
    fitting, changed = 0, 0
    for number, first in enumerate(begun(request, 16)):
        ended = adjust(request, first, stream(f"adjust {number}"))
        again = adjust(request, first, stream(f"adjust {number}"))
        assert (again and again[0].puzzle) == (ended and ended[0].puzzle)
        if ended is None:
            assert not is_usual(first, request)
            continue
        found, effort = ended
        assert grade(found, effort) == grade(found)
        fitting += 1
        changed += found.solution != first.solution
        assert found.status is Status.SOLVED and grade(found).difficulty == request.difficulty
        assert solutions(found.puzzle).solutions == (found.solution,)
        assert clue_places(found) == clue_places(first) and found.puzzle.grid == request.grid
        count = sum(first.solution)
        assert min(fewest, count) <= sum(found.solution) <= max(most, count)
        assert found.puzzle.total == (sum(found.solution) if request.total else None)
        assert request.lone_cells or not walled_in(found)
    assert fitting >= 3 and changed


def end_of_search(request: PuzzleRequest, first: PuzzleTrace, patience: int) -> adjustment.Adjusted:
    """Return what the engine ends with after so many draws in vain."""
    ends: list[adjustment.Adjusted] = []
    whole = adjustment.adjust

    def short(*arguments: Any) -> adjustment.Adjusted:
        arguments[7][adjustment.PATIENCE] = patience
        ends.append(whole(*arguments))
        return ends[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adjustment, "adjust", short)
        adjust(request, first, stream("end"))
    return ends[0]


@pytest.mark.parametrize("difficulty", ["hard", "expert"])
@pytest.mark.parametrize("total", [False, True])
def test_the_kernel_accepts_what_is_graded_so(difficulty: str, total: bool) -> None:
    """Its solve, its walk and its range of points against those that grade a puzzle in Python."""
    met = set()
    for grid, density in ((Grid(9, 8), 0.33), (Grid(6, 5, MOSAIC), 0.45)):
        request = PuzzleRequest(grid, "graded", 3, difficulty=difficulty, density=density, total=total)
        for first in begun(request, 60):
            found = end_of_search(request, first, 0)
            assert found.changes == 0
            assert found.fits == is_usual(first, request)
            met.add((grade(first).difficulty, found.fits))
    assert {name for name, _ in met} >= {"medium", "hard", "expert"}


def test_a_search_that_fails_ends_with_a_puzzle_that_the_tiers_solve() -> None:
    failed = 0
    for first in begun(CASES["expert"], 10):
        found = end_of_search(CASES["expert"], first, 10)
        failed += not found.fits
        trace = run(replace(first.puzzle, cells=tuple(found.clue.tolist())), 3)
        assert trace.status is Status.SOLVED and np.array_equal(trace.solution, found.mines)
    assert failed


def test_the_range_of_effort_is_that_of_the_score() -> None:
    for grid in (Grid(5, 5), Grid(10, 10), Grid(30, 20), Grid(9, 9, MOSAIC)):
        for cells in (1, 7, grid.area // 3, grid.area):
            line, limit = effort_range("expert", grid, cells)
            least, most = effort_range("hard", grid, cells)
            assert most == line - 1 and limit == NO_LIMIT
            for effort, score in ((line, expert_score(grid)), (least, least_usual_score("hard", grid))):
                assert score_of(effort, cells) >= score > score_of(effort - 1, cells)


def never(*_: object) -> None:
    raise AssertionError("no puzzle of this request may be adjusted")


@pytest.mark.parametrize(
    "request_",
    [
        PuzzleRequest(WIDE, "s", 2, difficulty="medium"),
        PuzzleRequest(WIDE, "s", 3),
        PuzzleRequest(WIDE, "s", 3, difficulty="hard", aim=Aim(NORMAL)),
        PuzzleRequest(Grid(4, 3, MOSAIC), "s", 3, difficulty="hard", picture="#..#\n.##.\n#..#"),
    ],
    ids=["medium", "any", "with effort", "picture"],
)
def test_other_requests_are_not_adjusted(request_: PuzzleRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not can_adjust(request_)
    monkeypatch.setattr(improving.adjustment, "adjust", never)
    with suppress(GenerationError):
        make_puzzle(replace(request_, attempts=3))


@pytest.mark.parametrize("layout", [Layout(), Layout(NATURAL), Layout("symmetric")], ids=lambda one: one.rule)
def test_expert_puzzles_take_few_boards(layout: Layout) -> None:
    """With the boards as they are drawn it took 13 boards a puzzle, and 44 in symmetric layouts (2026-11-22)."""
    requests = [PuzzleRequest(Grid(10, 10), f"few/{n}", 3, difficulty="expert", layout=layout) for n in range(12)]
    boards = sum(make_puzzle(request).graded.attempts for request in requests)
    assert boards <= 60
