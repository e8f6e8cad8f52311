"""The classic game played by deduction, on boards small enough to check by hand; . is safe, * a mine."""

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard, Status
from puzzlegen.errors import SolverError
from puzzlegen.solver.classic_game import cascaded, deductions_of_round, on_paper, play, shown_at
from puzzlegen.solver.tiers import run


def board(*rows: str, start: int | None = 0) -> ClassicBoard:
    return ClassicBoard(Grid(len(rows[0]), len(rows)), tuple(mark == "*" for mark in "".join(rows)), start)


def test_a_zero_opens_its_neighbors_and_the_last_cell_is_proved() -> None:
    game = play(board("....", "....", "...*"))
    assert game.status is Status.SOLVED
    assert game.opened == list(range(11))
    assert game.moment[:11].tolist() == [0] * 11 and game.moment[11] == 1
    flags = cascaded(game)
    assert flags.shape == (12,) and not flags[0] and not flags[11] and flags[1]


def test_a_game_that_needs_a_guess_is_stuck() -> None:
    game = play(board("..", "*."))
    assert game.status is Status.STUCK
    assert game.opened == [0]
    with pytest.raises(SolverError, match="not solved: stuck"):
        on_paper(game)


def test_numbers_become_clues_when_their_cells_open() -> None:
    game = play(board(".....", "..*..", "....."))
    first = shown_at(game, 1)
    assert first.total == 1 and first.cells[0] == 0
    assert all(first.cells[cell] == -1 for cell in np.flatnonzero(game.moment >= 1))
    steps = [step for now in range(1, game.tier.size + 1) for step in deductions_of_round(game, now)]
    assert 7 in {cell for step in steps for cell in step.mines}
    mines = play(board(".....", "..*..", ".....")).board.mines
    assert all(mines[cell] for step in steps for cell in step.mines)
    assert not any(mines[cell] for step in steps for cell in step.safe)


def test_deductions_leave_out_cells_that_zeros_open() -> None:
    game = play(board("......", ".*....", "......", "....*.", start=5), 3)
    for now in range(1, game.tier.size + 1):
        proved = {cell for step in deductions_of_round(game, now) for cell in step.safe}
        assert not proved & set(np.flatnonzero(cascaded(game)).tolist())


def test_the_puzzle_on_paper_is_solved_from_fewer_clues() -> None:
    game = play(board("......", ".*....", "......", "....*.", start=5), 3)
    puzzle = on_paper(game)
    assert puzzle.total == 2 and puzzle.clues <= len(game.opened)
    assert run(puzzle, 4).solution == game.board.mines


def test_boards_without_a_start_and_wrong_tiers_raise() -> None:
    with pytest.raises(SolverError, match="without a start"):
        play(board("..", start=None))
    for tier in (0, 5):
        with pytest.raises(SolverError, match=f"tier {tier}: must be 1 to 4"):
            play(board(".."), tier)
