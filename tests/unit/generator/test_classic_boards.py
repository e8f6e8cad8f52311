"""Boards of the classic game: each is solved from its start without a guess, or there is a clear reason for none."""

from dataclasses import replace

import pytest

from puzzlegen.board.deduction import Status
from puzzlegen.board.grid import Grid
from puzzlegen.errors import GenerationError
from puzzlegen.generator.classic_boards import (
    STRATEGIES,
    ClassicWish,
    Spent,
    TooLarge,
    TooManyMines,
    check,
    make,
    quickest,
)

WISH = ClassicWish(Grid(9, 7), 12)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_makes_boards_that_need_no_guess(strategy: str) -> None:
    for made in make(replace(WISH, strategy=strategy), ["a", "b"]):
        board, around = made.game.board, WISH.grid.neighbourhood
        assert made.game.status is Status.SOLVED and sum(board.mines) == 12 == board.total
        assert board.start is not None
        opened = [board.start, *around.cells[around.start[board.start] : around.start[board.start + 1]]]
        assert not any(board.mines[cell] for cell in opened)
        assert made.drawn >= 1


def test_a_board_depends_only_on_the_request_and_its_seed() -> None:
    alone = next(make(WISH, ["b"]))
    first, second = make(WISH, ["a", "b"])
    assert second.game.board == alone.game.board != first.game.board
    assert (second.seed, second.drawn) == (alone.seed, alone.drawn)


def test_a_start_may_be_given() -> None:
    boards = [one.game.board for one in make(replace(WISH, start=31), list("abcd"))]
    assert {board.start for board in boards} == {31} and len({board.mines for board in boards}) == 4


def test_the_cells_around_the_start_may_be_mines() -> None:
    (made,) = make(ClassicWish(Grid(3, 2), 5, start=4, around=False), ["a"])
    assert made.game.board.mines == (True, True, True, True, False, True)


@pytest.mark.parametrize(
    ("wish", "error", "message"),
    [
        (replace(WISH, mines=55), TooManyMines, "at most 54 fit, as the start and the cells around it stay free"),
        (replace(WISH, mines=63, around=False), TooManyMines, "at most 62 fit, as the start stays free"),
        (replace(WISH, grid=Grid(60, 50), strategy="fill"), TooLarge, "up to 2500 cells, found 60x50"),
        (replace(WISH, start=63), GenerationError, "start: cell 63 is not on a 9x7 board"),
    ],
)
def test_what_cannot_be_had_is_refused(wish: ClassicWish, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        check(wish)


def test_a_corner_start_leaves_room_for_more_mines() -> None:
    check(replace(WISH, mines=59, start=0))
    with pytest.raises(TooManyMines, match="at most 59 fit"):
        check(replace(WISH, mines=60, start=0))


def test_the_attempts_are_a_budget() -> None:
    with pytest.raises(Spent, match=r"no 9x7 board with 30 mines .* in 1 attempts \(stream 'x'"):
        list(make(ClassicWish(Grid(9, 7), 30, strategy="redraw", attempts=1), ["x"]))


def test_the_quickest_strategy_depends_on_the_density() -> None:
    assert quickest(Grid(9, 9), 10) == "redraw"
    assert quickest(Grid(16, 16), 90) == "fill"
    assert quickest(Grid(30, 16), 99) == "perturb"
