from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.spec import NATURAL, Layout
from puzzlegen.config.generation import ShapeConfig
from puzzlegen.config.section import SectionConfig
from puzzlegen.engine import thinning_state
from puzzlegen.errors import GenerationError
from puzzlegen.generator import attempts as attempting
from puzzlegen.generator.attempts import Attempt, attempt, attempt_name, drawn_puzzles, make_puzzle
from puzzlegen.generator.batch import REPEAT, generate_puzzle, generate_puzzles, without_repeats
from puzzlegen.generator.improving import has_twins, mine_limits, place
from puzzlegen.generator.requests import PuzzleRequest, section_requests
from puzzlegen.grading.grade import grade
from puzzlegen.grading.order import RepeatFilter, printing_order
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.random_streams import stream
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.person_walk import effort
from puzzlegen.solver.tiers import run


@pytest.mark.parametrize("size", [(3, 3), (7, 4), (12, 12)])
@pytest.mark.parametrize("density", [0.1, 0.33, 0.6])
def test_every_mine_has_a_safe_neighbor(size: tuple[int, int], density: float) -> None:
    grid = Grid(*size)
    around = grid.neighborhood
    for seed in range(40):
        count = round(density * grid.size)
        mines = place(grid, count, stream("place", seed))
        assert mines.sum() == count
        for x in np.flatnonzero(mines):
            assert not mines[around.cells[around.start[x] : around.start[x + 1]]].all()


def test_no_lone_safe_cells_unless_allowed() -> None:
    grid = Grid(9, 7)
    around = grid.neighborhood
    met = False
    for seed in range(60):
        for lone in (True, False):
            mines = place(grid, 34, stream("lone", seed), lone=lone)
            assert mines.sum() == 34
            alone = [
                x
                for x in np.flatnonzero(mines == 0)
                if mines[around.cells[around.start[x] : around.start[x + 1]]].all()
            ]
            met = met or (lone and bool(alone))
            assert lone or not alone
    assert met, "no board of this test has a lone safe cell"


def test_placement_is_even() -> None:
    """On a board where no mine has to move, every cell gets its share of mines within five standard deviations."""
    grid, boards = Grid(6, 4), 3000
    hits = sum(place(grid, 3, stream("even", seed)).astype(int) for seed in range(boards))
    share = 3 / grid.size
    assert np.abs(hits - boards * share).max() < 5 * (boards * share * (1 - share)) ** 0.5


def test_the_number_of_mines_varies_as_configured() -> None:
    small = PuzzleRequest(Grid(5, 4), "", cap=1)
    assert {sum(attempt(small, f"count/{number}").solution) for number in range(30)} == {6, 7}


def test_too_many_mines_raise() -> None:
    with pytest.raises(GenerationError, match="lower the density"):
        place(Grid(4, 4), 16, stream("full"))
    with pytest.raises(GenerationError, match="lower the density"):
        place(Grid(1, 1), 1, stream("lone"))


@pytest.mark.parametrize("name", DIFFICULTIES)
def test_puzzles_have_the_requested_difficulty(name: str) -> None:
    request = PuzzleRequest(Grid(9, 8), f"difficulty/{name}", DIFFICULTIES[name].cap, difficulty=name)
    record = generate_puzzle(request).graded
    rounds = run(record.puzzle, 4)
    assert grade(rounds).difficulty == record.grade.difficulty == name
    assert solutions(record.puzzle).solutions == (record.solution,)
    if name == "easy":
        assert run(record.puzzle, 1).solution == record.solution


def test_every_clue_of_a_thinned_puzzle_is_necessary() -> None:
    puzzle = attempt(PuzzleRequest(Grid(8, 6), "", cap=2), "minimal").puzzle
    for i, value in enumerate(puzzle.cells):
        if value >= 0:
            cells = (*puzzle.cells[:i], -1, *puzzle.cells[i + 1 :])
            assert run(type(puzzle)(puzzle.grid, cells), 2).status != "solved"


def test_a_puzzle_thinned_too_far_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solve after thinning decides whether a puzzle is accepted."""
    request = PuzzleRequest(Grid(6, 5), "spoilt", cap=2, layout=Layout("half-turn"))
    sound = attempt(request, "spoilt/1")
    broken = Attempt(Puzzle(sound.puzzle.grid, (-1,) * 30), sound.solution)
    answers = iter([broken, sound])
    monkeypatch.setattr(attempting, "attempt", lambda request, name: next(answers))
    made = make_puzzle(request)
    assert made.graded.puzzle == sound.puzzle
    assert made.rejects == {"a clue too many was dropped": 1}


DRAWN_HANDS = [hand.name for hand in HANDS.values() if not hand.symmetries]  # others are searched


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_drawn_puzzles_are_those_of_attempts(variant: Variant, cap: int) -> None:
    """The engine draws in one call what ``attempt`` draws step by step, and reports the same reasons."""
    too_large = 0  # boards for which an array is too small
    sizes = ((5, 4), *[(1, 3)] * (not variant.wraps), (9, 7) if cap < 3 or not variant.clue_on_mine else (6, 5))
    for (width, height), total, voids in product(sizes, (False, True), ((), *[(0, 2)] * (not variant.wraps))):
        grid = Grid(width, height, variant, voids)
        base = PuzzleRequest(grid, f"drawn/{width}/{cap}", cap, total=total, attempts=12)
        few = replace(base, mines=width, lone_cells=False)
        natural = [replace(each, layout=Layout(NATURAL), hand=hand) for each in (base, few) for hand in DRAWN_HANDS]
        for request in (base, few, replace(base, density=0.6), *natural):
            drawn = list(drawn_puzzles(request))
            assert [each.number for each in drawn] == list(range(12))
            full = variant.clue_on_mine and mine_limits(request)[0] == grid.area
            for each in drawn:
                name = attempt_name(request, each.number)
                if each.trace is None and not each.reason:  # left to ``attempt``
                    too_large += not full
                    continue
                assert not full
                try:
                    expected = attempt(request, name)
                except GenerationError as error:
                    assert each.trace is None and each.reason == str(error)
                    continue
                assert each.trace is not None
                assert (each.trace.puzzle, each.trace.solution) == (expected.puzzle, expected.solution)
                again = run(expected.puzzle, cap)
                assert (each.effort or 0) == effort(expected.puzzle, again.hardest)
                for field in ("known", "moment", "by", "tier", "available"):
                    assert (getattr(each.trace, field) == getattr(again, field)).all(), field
    assert too_large <= 1


def test_mines_do_not_tell_cells_apart_that_no_clue_tells_apart() -> None:
    """The tips of this star are two cells wide. With a mine in one of the two, no attempt could be proved."""
    grid = ShapeConfig(name="star").on(Grid(12, 12, MOSAIC))
    assert has_twins(grid) and not has_twins(replace(grid, variant=MINESWEEPER))
    assert not has_twins(ShapeConfig(name="heart").on(Grid(12, 12, MOSAIC)))
    for number in range(10):
        request = PuzzleRequest(grid, f"twins/{number}", cap=2, attempts=1)
        made = make_puzzle(request).graded
        assert (made.puzzle, made.solution) == attempt(request, attempt_name(request, 0))[:2]
        assert solutions(made.puzzle).solutions == (made.solution,)


@pytest.mark.parametrize("grid", [Grid(2, 2, MOSAIC), Grid(4, 3, MOSAIC, (0, 11))], ids=str)
def test_a_mosaic_may_be_full(grid: Grid) -> None:
    for mines in (grid.area - 1, grid.area):
        assert place(grid, mines, stream("full")).sum() == mines
    with pytest.raises(GenerationError, match="lower the density"):
        place(replace(grid, variant=MINESWEEPER), grid.area, stream("full"))


@pytest.mark.parametrize("layout", ["free", "natural", "half-turn"])
def test_a_full_mosaic_is_made_in_every_layout(layout: str) -> None:
    grid = Grid(5, 4, MOSAIC)
    request = PuzzleRequest(grid, "full", 3, mines=grid.area, layout=Layout(layout), attempts=1)
    made = make_puzzle(request).graded
    assert all(made.solution) and solutions(made.puzzle).solutions == (made.solution,)
    assert made.puzzle.clues < grid.area
    with pytest.raises(GenerationError, match=r"^mines on a board of 5x4 cells: at most 20 fit, found 21: choose a l"):
        make_puzzle(replace(request, mines=21))


def test_drawn_puzzles_below_the_difficulty_are_named_by_theirs() -> None:
    for difficulty, band in DIFFICULTIES.items():
        request = PuzzleRequest(Grid(7, 6), f"reasons/{difficulty}", band.cap, difficulty=difficulty, attempts=30)
        for each in drawn_puzzles(request):
            puzzle = attempt(request, attempt_name(request, each.number)).puzzle
            found = grade(run(puzzle, band.cap)).difficulty
            assert each.reason == f"{found} instead" if each.trace is None else each.reason == ""


def test_an_attempt_that_needs_more_memory_gives_the_same_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    request = PuzzleRequest(Grid(6, 5), "memory", cap=3)
    usual = make_puzzle(request)
    monkeypatch.setattr(thinning_state, "NODES_PER_CELL", 0)
    short = make_puzzle(request)
    assert short.graded == usual.graded
    assert (usual.fallbacks, short.fallbacks) == (0, 1)


def test_the_error_after_all_attempts_names_size_difficulty_and_remedy() -> None:
    request = PuzzleRequest(Grid(3, 3), "never", 3, difficulty="expert", attempts=5)
    with pytest.raises(
        GenerationError, match=r"no expert 3x3 puzzle in 5 attempts .*choose effort normal, a larger size"
    ):
        make_puzzle(request)


def test_repeats_are_replaced() -> None:
    requests = [PuzzleRequest(Grid(6, 5), "same", cap=2)] * 3
    with open_local_pool(1) as pool:
        made = list(without_repeats(requests, generate_puzzles(requests, pool, Silent()), RepeatFilter()))
        records = [generated.graded for generated in made]
    assert [generated.rejects.get(REPEAT, 0) for generated in made] == [
        0,
        1,
        2,
    ]  # the second puzzle took the first replacement
    assert len({record.puzzle.cells for record in records}) == 3
    assert records[0].stream == "same/0"
    assert records[1].stream == "same/again 1/0"


def test_too_many_repeats_raise() -> None:
    requests = [PuzzleRequest(Grid(2, 2), f"{i}", cap=1, mines=1) for i in range(60)]
    with open_local_pool(1) as pool, pytest.raises(GenerationError, match="in 100 replacements"):
        list(without_repeats(requests, generate_puzzles(requests, pool, Silent()), RepeatFilter()))


def test_a_printed_total_is_used() -> None:
    request = PuzzleRequest(Grid(6, 5), "", cap=3, total=True)
    found = [attempt(request, f"total/{i}")[:2] for i in range(20)]
    assert all(puzzle.total == sum(solution) for puzzle, solution in found)
    assert all(solutions(puzzle).solutions == (solution,) for puzzle, solution in found)


def test_sizes_are_printed_in_blocks_or_alternate() -> None:
    one = {"name": "n", "count": 5, "size": ["5x4", "6x6"], "difficulty": "easy"}
    blocks, alternating = SectionConfig(**one), SectionConfig(**one, size_order="alternating")
    requests = section_requests("s", blocks)
    assert requests == section_requests("s", alternating)
    assert [str(request.grid) for request in requests] == ["5x4", "6x6", "5x4", "6x6", "5x4"]
    assert [request.stream for request in requests] == [f"s/n/{number}" for number in range(1, 6)]
    made = [generate_puzzle(request).graded for request in requests]
    for section, wanted in ((blocks, "55566"), (alternating, "56565")):
        printed = printing_order(made, section)
        assert sorted(map(id, printed)) == sorted(map(id, made))
        assert "".join(str(record.puzzle.grid.width) for record in printed) == wanted
        for width in (5, 6):
            scores = [record.grade.score for record in printed if record.puzzle.grid.width == width]
            assert scores == sorted(scores)
