import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.config.book import SectionConfig
from puzzlegen.errors import GenerationError
from puzzlegen.generator import attempts as attempting
from puzzlegen.generator.attempts import Order, attempt, make
from puzzlegen.generator.batch import REPEAT, Slot, dealt, fill, fill_all, section_slots, without_repeats
from puzzlegen.generator.mine_placement import mine_count, place
from puzzlegen.grading.grade import DIFFICULTIES, grade
from puzzlegen.jobs.executors import open_local_pool
from puzzlegen.jobs.progress import Silent
from puzzlegen.random_streams import stream
from puzzlegen.selection.repeats import Seen
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run


@pytest.mark.parametrize("size", [(3, 3), (7, 4), (12, 12)])
@pytest.mark.parametrize("density", [0.1, 0.33, 0.6])
def test_every_mine_has_a_safe_neighbour(size: tuple[int, int], density: float) -> None:
    grid = Grid(*size)
    around = grid.neighbourhood
    for seed in range(40):
        count = round(density * grid.size)
        mines = place(grid, count, stream("place", seed))
        assert mines.sum() == count
        for x in np.flatnonzero(mines):
            assert not mines[around.cells[around.start[x] : around.start[x + 1]]].all()


def test_no_lone_safe_cells_unless_allowed() -> None:
    grid = Grid(9, 7)
    around = grid.neighbourhood
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
    assert met, "the boards of this test never needed the option"


def test_placement_is_even() -> None:
    """Every cell of a board that never needs repair gets its share of mines: within five standard deviations."""
    grid, boards = Grid(6, 4), 3000
    hits = sum(place(grid, 3, stream("even", seed)).astype(int) for seed in range(boards))
    share = 3 / grid.size
    assert np.abs(hits - boards * share).max() < 5 * (boards * share * (1 - share)) ** 0.5


def test_the_number_of_mines_varies_as_configured() -> None:
    counts = {mine_count(100, 0.33, 0.03, stream("count", seed)) for seed in range(300)}
    assert counts == set(range(30, 37))
    assert {mine_count(100, 0.33, 0.0, stream("count", seed)) for seed in range(9)} == {33}


def test_too_many_mines_say_so() -> None:
    with pytest.raises(GenerationError, match="lower the density"):
        place(Grid(4, 4), 16, stream("full"))
    with pytest.raises(GenerationError, match="lower the density"):
        place(Grid(1, 1), 1, stream("lone"))


@pytest.mark.parametrize("name", DIFFICULTIES)
def test_each_difficulty_is_what_it_says(name: str) -> None:
    order = Order(Grid(9, 8), DIFFICULTIES[name].cap, name)
    record = fill(Slot(order, f"difficulty/{name}", name)).record
    rounds = run(record.puzzle, 4)
    assert grade(rounds).difficulty == record.difficulty == name
    assert solutions(record.puzzle).solutions == (record.solution,)
    if name == "easy":
        assert run(record.puzzle, 1).solution == record.solution


def test_no_clue_can_be_spared() -> None:
    order = Order(Grid(8, 6), 2, "medium")
    puzzle, _ = attempt(order, "minimal")
    for i, value in enumerate(puzzle.cells):
        if value >= 0:
            cells = (*puzzle.cells[:i], -1, *puzzle.cells[i + 1 :])
            assert run(type(puzzle)(puzzle.grid, cells), 2).status != "solved"


def test_a_fault_of_thinning_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle thinned too far is thrown away: the solve decides, not the thinning."""
    sound = attempt(Order(Grid(6, 5), 2, "any"), "spoilt/1")
    first_clue = next(i for i, value in enumerate(sound[0].cells) if value >= 0)
    cells = tuple(-1 if i == first_clue else value for i, value in enumerate(sound[0].cells))
    spoilt = (type(sound[0])(sound[0].grid, cells), sound[1])
    answers = iter([spoilt, sound])
    monkeypatch.setattr(attempting, "attempt", lambda order, seed: next(answers))
    made = make(Order(Grid(6, 5), 2, "any"), "spoilt", lambda rounds: "")
    assert made.puzzle == sound[0]
    assert made.rejects == {"a clue too many was dropped": 1}


def test_a_spent_budget_names_size_difficulty_and_remedy() -> None:
    order = Order(Grid(3, 3), 3, "expert", attempts=5)
    with pytest.raises(GenerationError, match=r"no expert 3x3 puzzle in 5 attempts .*choose a larger size"):
        make(order, "never", lambda rounds: "too easy")


def test_repeats_are_made_again() -> None:
    order = Order(Grid(6, 5), 2, "any")
    slots = [Slot(order, "same")] * 3
    with open_local_pool(1) as pool:
        made = list(without_repeats(slots, fill_all(slots, pool, Silent()), Seen()))
        records = [filled.record for filled in made]
    assert [filled.rejects.get(REPEAT, 0) for filled in made] == [0, 1, 2]  # the first spare is another's by then
    assert len({record.puzzle.cells for record in records}) == 3
    assert records[0].seed == "same/0"
    assert records[1].seed == "same/again 1/0"


def test_boards_that_run_out_say_so() -> None:
    slots = [Slot(Order(Grid(2, 2), 1, "easy", mines=1), f"{i}") for i in range(60)]
    with open_local_pool(1) as pool, pytest.raises(GenerationError, match="boards this small run out"):
        list(without_repeats(slots, fill_all(slots, pool, Silent()), Seen()))


def test_a_printed_total_is_used() -> None:
    order = Order(Grid(6, 5), 3, "total", total=True)
    found = [attempt(order, f"total/{i}") for i in range(20)]
    assert all(puzzle.total == sum(solution) for puzzle, solution in found)
    assert all(solutions(puzzle).solutions == (solution,) for puzzle, solution in found)


def test_sizes_are_dealt_in_blocks_or_in_turns() -> None:
    one = {"name": "n", "count": 5, "size": ["5x4", "6x6"], "difficulty": "easy"}
    blocks, turns = SectionConfig(**one), SectionConfig(**one, deal="turns")
    slots = section_slots("s", blocks)
    assert slots == section_slots("s", turns)
    assert [str(slot.order.grid) for slot in slots] == ["5x4", "6x6", "5x4", "6x6", "5x4"]
    assert [slot.seed for slot in slots] == [f"s/n/{number}" for number in range(1, 6)]
    made = [fill(slot).record for slot in slots]
    for section, wanted in ((blocks, "55566"), (turns, "56565")):
        printed = dealt(made, section)
        assert sorted(map(id, printed)) == sorted(map(id, made))
        assert "".join(str(record.puzzle.grid.width) for record in printed) == wanted
        for width in (5, 6):
            scores = [record.score for record in printed if record.puzzle.grid.width == width]
            assert scores == sorted(scores)
