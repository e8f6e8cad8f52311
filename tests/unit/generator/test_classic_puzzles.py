"""Puzzles whose mines are a board of the classic game: the game needs no guess, and both have the difficulty."""

import pytest
from made_days import classic_record

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Status
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import classic_request
from puzzlegen.solver import exact
from puzzlegen.solver.classic_game import play


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_game_and_the_puzzle_have_the_difficulty(difficulty: str) -> None:
    graded = classic_record("12x12", 23, difficulty)
    assert (graded.grade.difficulty, graded.puzzle.total, sum(graded.solution)) == (difficulty, 23, 23)
    assert exact.solutions(graded.puzzle).solutions == (graded.solution,)
    board, cap = graded.classic_board, DIFFICULTIES[difficulty].cap
    assert board is not None
    game = play(board, cap)
    assert (game.status, game.hardest) == (Status.SOLVED, cap)
    if cap > 1:
        assert play(board, cap - 1).status is Status.STUCK


def test_the_request_decides_the_puzzle() -> None:
    one, same, other = (make_puzzle(classic_request(Grid(9, 9), 10, "easy", 100, name)).graded for name in "aab")
    assert one == same and one.puzzle != other.puzzle


def test_the_message_says_what_to_change() -> None:
    with pytest.raises(
        GenerationError, match=r"no expert 5x5 puzzle in 20 attempts .*needs only tier.*number of mines"
    ):
        make_puzzle(classic_request(Grid(5, 5), 4, "expert", 20, "d"))
