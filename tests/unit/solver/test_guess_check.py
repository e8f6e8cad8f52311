"""Whether classic games need a guess: against trying all sets of mines, and on boards that sgt-mines guarantees."""

import random
from itertools import combinations

import numpy as np
import pytest
from games import echoed

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard, Puzzle, from_mines
from puzzlegen.errors import SolverError
from puzzlegen.formats import line, tatham_mines
from puzzlegen.solver import classic_game as settled_module
from puzzlegen.solver.classic_game import check_game, settled_cells


def played_slowly(board: ClassicBoard) -> set[int]:
    """The cells that a player opens who compares all sets of mines which agree with the open numbers."""
    numbers = from_mines(board.grid, board.mines).cells
    possible = [set(one) for one in combinations(range(board.grid.size), board.total)]
    around = board.grid.neighborhood
    neighbors = [set(around.cells[a:b].tolist()) for a, b in zip(around.start, around.start[1:], strict=False)]
    assert board.start is not None
    is_open, new = set[int](), {board.start}
    while new:
        is_open |= new
        possible = [
            one
            for one in possible
            if not one & new and all(len(one & neighbors[cell]) == numbers[cell] for cell in new)
        ]
        new = set(range(board.grid.size)) - is_open - set().union(*possible)
    return is_open


def boards(number: int) -> list[ClassicBoard]:
    source = random.Random(number)
    found = []
    while len(found) < number:
        grid = Grid(source.randint(2, 5), source.randint(2, 4))
        total = source.randint(1, min(7, grid.size - 1))
        mines = set(source.sample(range(grid.size), total))
        start = source.choice([cell for cell in range(grid.size) if cell not in mines])
        found.append(ClassicBoard(grid, tuple(cell in mines for cell in range(grid.size)), start))
    return found


def test_logic_ends_where_trying_everything_ends() -> None:
    guesses = 0
    for board in boards(150):
        checked = check_game(board)
        is_open = {cell for cell, value in enumerate(checked.shown.cells) if value >= 0}
        assert is_open == played_slowly(board)
        assert checked.needs_guess is (len(is_open) < checked.safe_cells)
        assert all(board.mines[cell] for cell in checked.mines)
        guesses += checked.needs_guess
    assert 20 < guesses < 130


def test_the_search_goes_on_where_the_tiers_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzlegen.solver.classic_game.MAX_TIER", 1)
    searches = 0
    for board in boards(100):
        checked = check_game(board)
        assert {cell for cell, value in enumerate(checked.shown.cells) if value >= 0} == played_slowly(board)
        searches += checked.searches
    assert searches > 10


def test_settled_cells_are_those_of_all_solutions() -> None:
    source = random.Random(5)
    for board in boards(120):
        full = from_mines(board.grid, board.mines)
        cells = tuple(value if source.random() < 0.4 else -1 for value in full.cells)
        for total in (None, board.total):
            puzzle = Puzzle(board.grid, cells, total)
            hidden = [cell for cell, flag in enumerate(puzzle.hidden) if flag]
            agree = agreeing(puzzle, hidden)
            settled = agree.all(axis=0) | ~agree.any(axis=0)
            assert settled_cells(puzzle) == {
                cell: bool(agree[0, column]) for column, cell in enumerate(hidden) if settled[column]
            }


def agreeing(puzzle: Puzzle, hidden: list[int]) -> np.ndarray:
    """All sets of mines that agree with the clues and the total, one a row: whether each hidden cell is a mine."""
    sets = np.arange(1 << len(hidden))[:, np.newaxis] >> np.arange(len(hidden)) & 1 == 1
    if puzzle.total is not None:
        sets = sets[sets.sum(axis=1) == puzzle.total]
    around = puzzle.grid.neighborhood
    for value, a, b in zip(puzzle.cells, around.start, around.start[1:], strict=False):
        if value >= 0:
            sets = sets[sets[:, np.isin(hidden, around.cells[a:b])].sum(axis=1) == value]
    return sets


def test_clues_that_contradict_each_other_settle_nothing() -> None:
    with pytest.raises(SolverError, match="has no solution"):
        settled_cells(line.parse("3x1:a3a"))


def test_too_little_time_is_an_error() -> None:
    with pytest.raises(settled_module.UndecidedError, match="to find all proved cells"):
        settled_cells(line.parse("27x27:" + ("za" + "a1a" * 9 + "za") * 9 + ",m82"), budget=0.2)


def test_a_guess_is_found_at_its_first_position() -> None:
    checked = check_game(ClassicBoard(Grid(4, 1), (False, False, True, False), 0))
    assert (checked.needs_guess, line.write(checked.shown)) == (False, "4x1:01a1,m1")
    checked = check_game(ClassicBoard(Grid(5, 1), (False, True, False, False, True), 0))
    assert (checked.needs_guess, checked.open_cells, checked.mines) == (True, 1, (1,))
    assert line.write(checked.shown) == "5x1:1d,m2"


@pytest.mark.parametrize("params", ["9x9n10", "16x16n40", "30x16n99"])
def test_boards_that_sgt_mines_guarantees_need_no_guess(params: str) -> None:
    for number in range(6):
        checked = check_game(tatham_mines.parse(echoed("mines", f"{params}#{number}")))
        assert not checked.needs_guess
