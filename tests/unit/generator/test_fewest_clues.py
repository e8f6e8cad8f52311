"""Puzzles with few clues: the bound, that tier 1 always reaches it, and what the search promises."""

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

from puzzlegen.board.drawn_layouts import unreached
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.board.puzzle import Status
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import read_spec
from puzzlegen.errors import GenerationError
from puzzlegen.generator import fewest_clues
from puzzlegen.generator.batch import Found, generate_puzzle
from puzzlegen.generator.fewest_clues import FewestRequest, fewest_possible, fewest_puzzles, request_of
from puzzlegen.generator.requests import request_for
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.random_streams import stream
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run


def found_in(request: FewestRequest, minutes: float = 0.2) -> list[Found]:
    return list(fewest_puzzles(request, minutes, Silent()))


def assert_proved(found: Found, request: FewestRequest) -> None:
    graded = found.graded
    assert graded.puzzle.grid == request.grid and graded.puzzle.total is None
    assert solutions(graded.puzzle).solutions == (graded.solution,)
    trace = run(graded.puzzle, request.cap)
    assert trace.status is Status.SOLVED and request.tier <= trace.hardest <= request.cap
    assert any(graded.solution)


@pytest.mark.parametrize("kind", VARIANTS.values(), ids=str)
def test_tier_1_is_enough_for_any_clues_that_reach_every_cell(kind: Variant) -> None:
    board = Grid(7, 6, kind)
    least = fewest_possible(board)
    request = FewestRequest(board, 0, 1, f"few/{kind}")
    (*_, best) = found_in(request)
    assert_proved(best, request)
    assert least is None or best.graded.puzzle.clues == least
    assert best.graded.grade.tier <= 1


def test_a_shape() -> None:
    board = read_spec({"shape": "heart"}, [Grid(9, 8)]).board_of(Grid(9, 8))
    request = FewestRequest(board, 0, 3, "heart")
    (*_, best) = found_in(request)
    assert_proved(best, request)
    assert best.graded.puzzle.clues == fewest_possible(board)


@pytest.mark.parametrize("difficulty", ["medium", "hard"])
def test_harder_puzzles_have_fewer_clues_each_time(difficulty: str) -> None:
    request = request_of(PuzzleSpec(difficulty=difficulty), Grid(7, 7), "seven", enough=9)
    found = found_in(request, 1.0)
    for one in found:
        assert_proved(one, request)
        assert one.graded.grade.difficulty == difficulty
    numbers = [one.graded.puzzle.clues for one in found]
    assert numbers == sorted(set(numbers), reverse=True) and numbers[-1] == 9


def test_no_clue_of_a_result_is_needless() -> None:
    request = request_of(PuzzleSpec(difficulty="medium"), Grid(8, 7), "needless", enough=30)
    (best,) = found_in(request)
    puzzle = best.graded.puzzle
    for cell, value in enumerate(puzzle.cells):
        if value >= 0:
            fewer = (*puzzle.cells[:cell], -1, *puzzle.cells[cell + 1 :])
            assert run(type(puzzle)(puzzle.grid, fewer), request.cap).status is not Status.SOLVED


def test_the_stream_makes_the_puzzle_again() -> None:
    request = FewestRequest(Grid(8, 7), 2, 2, "again")
    *_, best = found_in(request)
    name = str(best.graded.stream)
    size = int(name.split("/")[1])
    again = fewest_clues._tried(request, size, name)
    assert again == best.graded


def test_covers_reach_every_cell() -> None:
    board = Grid(10, 9)
    for size in (12, 13, 20):
        found = fewest_clues._Cover(board, size, stream("cover", size)).find()
        assert found is not None and len(set(found)) == size
        assert unreached(board, np.isin(np.arange(board.size), found)).size == 0
    assert fewest_clues._Cover(board, 11, stream("too few")).find() is None


def test_what_is_not_found_is_said() -> None:
    with pytest.raises(GenerationError, match=r"^no expert 5x4 puzzle with few clues in 0.001 minutes: give more"):
        found_in(request_of(PuzzleSpec(difficulty="expert"), Grid(5, 4), "none"), 0.001)
    with pytest.raises(GenerationError, match=r"^no 40x40 puzzle with few clues in 0.0001 minutes"):
        found_in(request_of(PuzzleSpec(), Grid(40, 40), "none"), 0.0001)
    with pytest.raises(GenerationError, match=r"^minutes: found 0, allowed more than 0"):
        found_in(FewestRequest(Grid(5, 4), 0, 1, "none"), 0)


def test_fewer_clues_than_can_be_are_refused() -> None:
    with pytest.raises(
        GenerationError, match=r"^clues: found 8, but puzzles of 8x8 have at least 9; allow more clues$"
    ):
        request_of(PuzzleSpec(), Grid(8, 8), "too few", enough=8)


def test_a_puzzle_with_more_clues_than_wished_is_found_and_the_wish_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    graded = generate_puzzle(request_for(PuzzleSpec(difficulty="easy"), Grid(8, 8), "wished")).graded
    assert graded.puzzle.clues > 10
    monkeypatch.setattr(fewest_clues, "_tried", lambda request, size, name: graded)
    ticks = count()
    monkeypatch.setattr(fewest_clues, "time", SimpleNamespace(monotonic=lambda: next(ticks) / 100))
    search = fewest_puzzles(request_of(PuzzleSpec(), Grid(8, 8), "wished", enough=10), 0.0005, Silent())
    assert next(search).graded == graded
    with pytest.raises(GenerationError, match=r"^no 8x8 puzzle with at most 10 clues in 0.0005 minutes: give more"):
        list(search)
