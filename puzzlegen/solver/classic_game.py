"""Plays the classic game by deduction: opens every cell proved safe, beginning with the start cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.deduction import Deduction, Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK, Puzzle, from_mines
from puzzlegen.engine.solving import classic_solver as engine
from puzzlegen.engine.solving.clue_rules import SAFE
from puzzlegen.engine.solving.position import new_trace
from puzzlegen.engine.solving.rounds import SOLVED
from puzzlegen.errors import SolverError
from puzzlegen.solver.explanation import deductions_at
from puzzlegen.solver.tiers import Trace, run


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Trace):
    """The trace of a classic game, with ``status`` SOLVED or STUCK. A solved game proves that a board needs no guess.

    A safe cell is opened at its ``moment``; the start cell and the cells that zeros open with it, at 0. The number of
    an opened cell is a clue from the next moment on.
    """

    board: ClassicBoard

    @property
    def opened(self) -> list[int]:
        """The opened cells in the order of the game; cells of one moment in order of their numbers."""
        safe = np.flatnonzero(self.known == SAFE)
        order: list[int] = safe[np.argsort(self.moment[safe], kind="stable")].tolist()
        return order


def play(board: ClassicBoard, max_tier: int = 3) -> Game:
    """Play as far as tiers 1 to ``max_tier`` prove cells. The player knows the number of mines.

    Raises SolverError for a tier outside 1 to 4, and for a board without a start.
    """
    if not 1 <= max_tier <= MAX_TIER:
        raise SolverError(f"tier {max_tier}: must be 1 to {MAX_TIER}")
    if board.start is None:
        raise SolverError("a board without a start: set the cell where the game begins")
    around = board.grid.neighborhood
    size = board.grid.size
    known = np.empty(size, np.int8)
    trace = new_trace(size)
    mines = np.array(board.mines, np.int8)
    status, count = engine.play(around.start, around.cells, mines, board.start, max_tier, known, trace)
    result = Status.SOLVED if status == SOLVED else Status.STUCK  # the numbers of a board never contradict each other
    return Game(
        board=board,
        status=result,
        known=known,
        moment=trace.moment,
        by=trace.by,
        tier=trace.tier_of[1 : count + 1],
        available=trace.available[1 : count + 1],
    )


def cascaded(game: Game) -> NDArray[np.bool_]:
    """Flag the cells that a zero beside them opened, without a deduction; bool, shape ``(size,)``."""
    by = np.maximum(game.by, 0)
    same_moment = (game.moment[by] == game.moment) & (game.known[by] == SAFE)
    flags: NDArray[np.bool_] = (game.by >= 0) & (game.moment >= 0) & same_moment
    return flags


def shown_at(game: Game, now: int) -> Puzzle:
    """Return what the player sees before round ``now``: the opened cells' numbers and the number of mines."""
    full = from_mines(game.board.grid, game.board.mines)
    opened = (game.known == SAFE) & (game.moment < now)
    return Puzzle(full.grid, tuple(np.where(opened, full.array, BLANK).tolist()), game.board.total)


def deductions_of_round(game: Game, now: int) -> list[Deduction]:
    """Return the deductions of a round, counted from 1, without the cells that zeros open."""
    moment = np.where(cascaded(game) & (game.moment == now), -1, game.moment)
    when = (now, int(game.tier[now - 1]), int(game.available[now - 1]))
    return deductions_at(shown_at(game, now), game.known, moment, game.by, when)


def on_paper(game: Game) -> Puzzle:
    """Make a puzzle of the board: the first opened cells, as few as solve it on paper, and the number of mines.

    Raises SolverError unless the game was solved.
    """
    if game.status is not Status.SOLVED:
        raise SolverError(f"not solved: {game.status}")
    full = from_mines(game.board.grid, game.board.mines)
    opened = game.opened

    def shown(count: int) -> Puzzle:
        cells = np.full(full.grid.size, BLANK, np.int8)
        cells[opened[:count]] = full.array[opened[:count]]
        return Puzzle(full.grid, tuple(cells.tolist()), game.board.total)

    least, enough = 0, len(opened)
    while least < enough:  # more clues never prove less
        middle = (least + enough) // 2
        if run(shown(middle), MAX_TIER).status is Status.SOLVED:
            enough = middle
        else:
            least = middle + 1
    return shown(enough)
