"""Mending boards: when a board is given up, how many mines filling up may add, and what the tally counts."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.engine import clue_rules, no_guess_boards
from puzzlegen.engine.rounds import SOLVED, STUCK

GRID = Grid(9, 7)
MOST = GRID.size  # as many mends as a first pass may take


@pytest.fixture
def interpreted(monkeypatch):
    """The engine without its compiler, in this process: so its parts can be watched and replaced."""
    monkeypatch.setattr(no_guess_boards, "search_stack", no_guess_boards.search_stack.__wrapped__)


def given_up_after(monkeypatch, passes, limit=MOST):
    """(what repair_board returns when its passes need so many mends, how many passes it looked at, the limits)."""
    coming, limits = iter(passes), []

    def one_pass(strategy, count, limit, *_):
        limits.append(limit)
        needed = next(coming)
        return needed if needed <= limit else -1

    monkeypatch.setattr(no_guess_boards, "one_pass", one_pass)
    done = no_guess_boards.repair_board(no_guess_boards.PERTURB, 9, limit, *[None] * 6)
    return done, limits


@pytest.mark.parametrize(
    ("passes", "solved", "looked_at"),
    [
        ([0], True, 1),
        ([5, 3, 0], True, 3),
        ([5, 5, 5, 4, 4, 0], True, 6),
        ([5, 6, 0], False, 2),
        ([5, 3, 4, 0], False, 3),
        ([2, -1, 0], False, 2),
        ([MOST + 1, 0], False, 1),
        ([7] + [7] * no_guess_boards.MAX_EQUAL_PASSES + [0], True, 2 + no_guess_boards.MAX_EQUAL_PASSES),
        ([7] * 1000, False, 2 + no_guess_boards.MAX_EQUAL_PASSES),
        ([1] * 1000, False, 2 + no_guess_boards.MAX_EQUAL_PASSES),
    ],
)
@pytest.mark.usefixtures("interpreted")
def test_a_board_is_given_up_when_a_pass_needs_more_than_the_one_before(monkeypatch, passes, solved, looked_at):
    done, limits = given_up_after(monkeypatch, passes)
    assert (done, len(limits)) == (solved, looked_at)
    assert limits == [MOST, *passes][:looked_at], "each pass may need as much as the one before, and no more"


@pytest.mark.usefixtures("interpreted")
def test_a_drawn_board_may_need_no_mending(monkeypatch):
    assert given_up_after(monkeypatch, [0], limit=0) == (True, [0])
    assert given_up_after(monkeypatch, [1, 0], limit=0) == (False, [0])


@pytest.mark.parametrize(("limit", "mends"), [(3, 3), (2, -1), (0, -1)])
@pytest.mark.usefixtures("interpreted")
def test_a_pass_is_left_at_the_first_mend_above_its_limit(monkeypatch, limit, mends):
    states, mended = iter([STUCK, STUCK, STUCK, SOLVED]), []
    monkeypatch.setattr(no_guess_boards, "begin_game", lambda *_: None)
    monkeypatch.setattr(no_guess_boards, "run_rounds", lambda *_: (next(states), 1))
    monkeypatch.setattr(no_guess_boards, "repair", lambda *_: mended.append(1) or True)
    tally = np.zeros(no_guess_boards.TALLY_SIZE, np.int64)
    of_the_board = SimpleNamespace(known=np.zeros(GRID.size, np.int8), left=np.zeros(2, np.int32))
    made = no_guess_boards.one_pass(no_guess_boards.PERTURB, 9, limit, 0, 3, None, tally, of_the_board, None)
    assert made == mends
    assert len(mended) == min(limit, 3)


def searched(strategy, seeds, count, attempts, barred=(), grid=GRID, first=24):
    """What the search finds from a cell on; no mines in ``barred`` cells."""
    shut = np.zeros((len(seeds), grid.size), np.int8)
    shut[:, [first, *barred]] = 1
    tally = np.zeros((len(seeds), no_guess_boards.TALLY_SIZE), np.int64)
    tally[:, no_guess_boards.RANDOM] = seeds
    around = grid.neighborhood
    firsts = np.full(len(seeds), first, np.int32)
    mines, found = no_guess_boards.search(strategy, attempts, count, firsts, 3, around.start, around.cells, shut, tally)
    return mines, found, tally


def test_a_board_without_room_to_mend_is_given_up():
    """5x1, a mine in the first or the last cell: the middle says nothing of either, and no mine may go elsewhere."""
    grid = Grid(5, 2)
    walled = [x for x in range(grid.size) if x not in (0, 5)]
    mines, found, tally = searched(no_guess_boards.PERTURB, [77], 1, 6, walled, grid, first=1)
    assert not found[0]
    assert mines[0, [0, 5]].sum() == mines.sum() == 1
    assert tally[0, no_guess_boards.DRAWN] == 6, "each is given up, and another one drawn"


def test_the_tally_counts_the_boards_drawn_and_the_most_that_was_known():
    grid = Grid(3, 1)
    _, found, tally = searched(no_guess_boards.REDRAW, [5, 9], 1, 11, [], grid, first=1)
    assert not found.any(), "a mine left or right of the one clue"
    assert tally[0, [no_guess_boards.DRAWN, no_guess_boards.MOST_KNOWN]].tolist() == [11, 1]
    assert not tally[1, 1:].any(), "the next one is not begun when one is not found"
    _, found, tally = searched(no_guess_boards.REDRAW, [5], 2, 11, [], grid, first=1)
    assert found[0] and tally[0, [no_guess_boards.DRAWN, no_guess_boards.MOST_KNOWN]].tolist() == [1, 0]


@pytest.mark.usefixtures("interpreted")
def test_filling_up_adds_no_more_than_a_fifth_of_the_mines(monkeypatch):
    """While a board is filled it holds the mines asked for and those added; above a fifth it is given up."""
    count, calls = 24, []
    plain = no_guess_boards.fill_up

    def watched(c, count, barred, tally, board):
        goes_on = plain(c, count, barred, tally, board)
        assert board.mines.sum() == count + tally[no_guess_boards.ADDED]
        assert board.left[0] == board.mines.sum() - (board.known == clue_rules.MINE).sum()
        assert goes_on == (tally[no_guess_boards.ADDED] <= 0.2 * count)
        calls.append((int(tally[no_guess_boards.DRAWN]), bool(goes_on)))
        return goes_on

    monkeypatch.setattr(no_guess_boards, "fill_up", watched)
    mines, found, tally = searched(no_guess_boards.FILL, [3, 5, 7, 11, 13, 17], count, 200)
    assert found.all()
    assert (mines.sum(axis=1) == count).all() and not tally[:, no_guess_boards.ADDED].any(), (
        "all that was added is gone again"
    )
    refused = [at for at, (_, goes_on) in enumerate(calls) if not goes_on]
    assert refused, "some boards are filled too far"
    for at in refused:
        assert at + 1 == len(calls) or calls[at + 1][0] != calls[at][0], "and then another one is drawn"
