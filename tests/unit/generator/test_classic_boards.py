"""Classic boards: each is solved from its start without a guess, and impossible requests get a clear error."""

from dataclasses import replace

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Status
from puzzlegen.generator.classic_boards import (
    STRATEGIES,
    AttemptsExhausted,
    BoardRequest,
    find_boards,
)

REQUEST = BoardRequest(Grid(9, 7), 12)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_boards_of_every_strategy_need_no_guess(strategy: str) -> None:
    for generated in find_boards(replace(REQUEST, strategy=strategy), ["a", "b"]):
        board, around = generated.game.board, REQUEST.grid.neighborhood
        assert generated.game.status is Status.SOLVED and sum(board.mines) == 12 == board.total
        assert board.start is not None
        opened = [board.start, *around.cells[around.start[board.start] : around.start[board.start + 1]]]
        assert not any(board.mines[cell] for cell in opened)
        assert generated.attempts >= 1


def test_a_board_depends_only_on_the_request_and_its_seed() -> None:
    alone = next(find_boards(REQUEST, ["b"]))
    first, second = find_boards(REQUEST, ["a", "b"])
    assert second.game.board == alone.game.board != first.game.board
    assert (second.stream, second.attempts) == (alone.stream, alone.attempts)


def test_a_given_start_is_used() -> None:
    boards = [one.game.board for one in find_boards(replace(REQUEST, start=31), list("abcd"))]
    assert {board.start for board in boards} == {31} and len({board.mines for board in boards}) == 4


def test_the_cells_around_the_start_may_be_mines() -> None:
    (generated,) = find_boards(BoardRequest(Grid(3, 2), 5, start=4, around=False), ["a"])
    assert generated.game.board.mines == (True, True, True, True, False, True)


def test_no_board_within_the_attempts_raises() -> None:
    with pytest.raises(AttemptsExhausted, match=r"no 9x7 board with 30 mines .* in 1 attempts \(stream 'x'"):
        list(find_boards(BoardRequest(Grid(9, 7), 30, strategy="redraw", attempts=1), ["x"]))
