"""The states of cells in half-made puzzles, and what clashes, against trying every set of mines."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from test_exact import every_solution, small_boards

from puzzlegen.board.draft import Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import from_mines
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import FormatError
from puzzlegen.formats import draft as draft_format
from puzzlegen.formats import line
from puzzlegen.solver import exact, half_made
from puzzlegen.solver.half_made import Wish, clash, draft_with_marks, examine
from puzzlegen.solver.position import neighbors_of


def counted(grid: Grid, cell: int) -> list[int]:
    around = grid.neighborhood
    found: list[int] = around.cells[around.start[cell] : around.start[cell + 1]].tolist()
    return found


def test_all_cells_that_are_the_same_in_every_solution_are_found() -> None:
    letters: set[str] = set()
    for puzzle in small_boards(250):
        solutions = every_solution(puzzle)
        states = examine(draft_of(puzzle))
        assert not states.timed_out
        assert bool(states.clash) == (not solutions)
        if not solutions:
            continue
        beside = {cell for clue, value in enumerate(puzzle.cells) if value >= 0 for cell in counted(puzzle.grid, clue)}
        for cell, hidden in enumerate(puzzle.hidden):
            values = {solution[cell] for solution in solutions}
            due = ("ny"[values.pop()] if len(values) == 1 else "?" if cell in beside else "-") if hidden else "n"
            assert states.cells[cell] == due
            assert states.proved[cell] in {"?", due}
        letters |= set(states.cells)
    assert letters == set("yn?-")


def test_marks_and_clues_without_a_value_are_known() -> None:
    states = examine(draft_format.parse("size 5x2\n1 . . ? .\n. . * . ."))
    assert states.cells == "n??n???y??", "a clue without a value counts as a clue beside a cell"
    assert states.given == {0, 3, 7}
    assert states.as_dict()["undecided"] == [1, 2, 4, 5, 6, 8, 9]
    forced = examine(draft_format.parse("size 5x2\n1 * . . .\n. . . . ."))
    assert (forced.as_dict()["safe"], forced.as_dict()["mines"]) == ([5, 6], [])
    assert forced.as_dict()["uncovered"] == [2, 3, 4, 7, 8, 9]


def test_a_total_may_decide_the_cells_that_no_clue_reaches() -> None:
    assert examine(Draft(Grid(5, 1), clues={1: 1}, total=1)).cells == "?n?nn"
    assert examine(Draft(Grid(5, 1), clues={1: 1}, total=3)).cells == "?n?yy"
    assert examine(Draft(Grid(5, 1), clues={1: 1}, total=2)).cells == "?n?--"


def test_marks_of_a_player() -> None:
    puzzle = line.parse("5x1:a1c")
    marks = np.array([MINE, SAFE, UNKNOWN, UNKNOWN, SAFE], np.int8)
    found = draft_with_marks(puzzle, marks)
    assert (found.mines, found.safe) == ({0}, {4})
    assert examine(found).cells == "ynn-n"
    with pytest.raises(FormatError, match="--known: R1C2 is marked as a mine, but is safe; mark it n or"):
        draft_with_marks(puzzle, np.array([UNKNOWN, MINE, UNKNOWN, UNKNOWN, UNKNOWN], np.int8))


def can_hold(draft: Draft, wishes: list[Wish]) -> bool:
    """Whether some set of mines agrees with these wishes; other cells may be anything."""
    choices = product(*((False, True) if present else (False,) for present in draft.grid.present.tolist()))
    return any(all(holds(draft, wish, mines) for wish in wishes) for mines in choices)


def holds(draft: Draft, wish: Wish, mines: tuple[bool, ...]) -> bool:
    if wish.cell is None:
        return sum(mines) == draft.total
    if wish.name.startswith("the mine"):
        return mines[wish.cell]
    if wish.name.startswith("the safe cell"):
        return not mines[wish.cell]
    if mines[wish.cell] and not draft.grid.variant.clue_on_mine:
        return False
    value = draft.clues[wish.cell]
    return value is None or sum(mines[cell] for cell in counted(draft.grid, wish.cell)) == value


def random_draft(source: random.Random, kind: Variant) -> Draft:
    """A draft of up to 12 cells, of which nothing need be possible."""
    grid = Grid(*((3, 3) if kind.least_side > 2 else source.choice([(3, 3), (4, 3), (5, 2), (6, 1)])), kind)
    if not kind.wraps and source.random() < 0.3:
        grid = Grid(grid.width, grid.height, kind, (source.randrange(grid.size),))
    cells = [cell for cell in range(grid.size) if cell not in grid.voids]
    source.shuffle(cells)
    clues = {
        cell: source.choice([None, *range(min(4, kind.highest_clue) + 1)]) for cell in cells[: source.randint(1, 5)]
    }
    rest = cells[len(clues) :]
    mines, safe = rest[: source.randint(0, 2)], rest[2 : 2 + source.randint(0, 2)]
    return Draft(grid, clues, mines=mines, safe=safe, total=source.choice([None, None, source.randint(0, grid.area)]))


@pytest.mark.parametrize("kind", VARIANTS.values(), ids=str)
def test_what_clashes_is_minimal(kind: Variant) -> None:
    source, clashes = random.Random(kind.name), 0
    for _ in range(40):
        draft = random_draft(source, kind)
        wishes = [wish for wish, _ in half_made._wishes(draft)]
        wishes += [] if draft.total is None else [Wish(None, "the total")]
        found = list(clash(draft))
        assert bool(found) != can_hold(draft, wishes)
        assert bool(examine(draft).clash) == bool(found)
        if found:
            clashes += 1
            assert set(found) <= set(wishes)
            assert not can_hold(draft, found)
            assert all(can_hold(draft, [other for other in found if other != one]) for one in found)
    assert 5 < clashes < 40


def test_what_clashes_is_named_in_the_order_of_the_board() -> None:
    draft = Draft(Grid(5, 4), clues={6: 8, 7: 3}, mines=[0])
    assert clash(draft) == (Wish(6, "the 8 in R2C2"), Wish(7, "the 3 in R2C3"))
    assert clash(Draft(Grid(3, 1), clues={1: None}, mines=[0, 2], total=1)) == (
        Wish(0, "the mine in R1C1"),
        Wish(2, "the mine in R1C3"),
        Wish(None, "the total"),
    )
    assert clash(Draft(Grid(2, 1, MOSAIC), clues={0: 2}, safe=[1])) == (
        Wish(0, "the 2 in R1C1"),
        Wish(1, "the safe cell R1C2"),
    )


def test_without_time_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise exact.OutOfTimeError

    monkeypatch.setattr(exact.Program, "solve", late)
    states = examine(Draft(Grid(6, 1), clues={1: 1, 3: 1}))
    assert (states.timed_out, states.cells, states.proved) == (True, "?n?n??", "?n?n??")
    broken = examine(Draft(Grid(3, 1), clues={1: 3}))
    assert (broken.timed_out, broken.clash, broken.cells) == (True, (), "???")


@pytest.mark.parametrize("kind", VARIANTS.values(), ids=str)
def test_what_is_kept_of_earlier_drafts_changes_nothing(kind: Variant) -> None:
    source, known = random.Random(str(kind)), dict[tuple[Any, ...], dict[int, bool] | None]()
    grid = Grid(7, 7, kind)
    for _ in range(3):
        full = from_mines(grid, [source.random() < 0.3 for _ in range(grid.size)]).cells
        clues: dict[int, int | None] = {}
        for cell in source.sample([cell for cell, value in enumerate(full) if value >= 0], 12):
            clues[cell] = full[cell]
            draft = Draft(grid, dict(clues))
            assert examine(draft, known_regions=known) == examine(draft)
    assert len(known) > 3


def test_a_finished_puzzle_has_no_open_cell() -> None:
    source = random.Random(2)
    mines = [source.random() < 0.3 for _ in range(63)]
    states = examine(draft_of(from_mines(Grid(9, 7, MINESWEEPER), mines)))
    assert set(states.cells) == {"y", "n"} and states.places("?") == states.places("-") == []
    assert set(states.places("y")) == {
        cell for cell, mine in enumerate(mines) if mine and neighbors_of(Grid(9, 7))[cell]
    }
