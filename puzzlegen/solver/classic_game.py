"""Plays the classic game with the tiers: from the start cell, opening every cell that is proved safe."""

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
from puzzlegen.solver.tiers import run
from puzzlegen.solver.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Trace):
    """The trace of a classic game, ``status`` SOLVED or STUCK: it certifies that a board needs no guess.

    A safe cell is opened at its ``moment``; the start cell, and those around zeros that open with it, at 0. The number
    of an opened cell is a clue from the next moment on.
    """

    board: ClassicBoard

    @property
    def opened(self) -> list[int]:
        """The opened cells in the order of the game, those of one moment by number."""
        safe = np.flatnonzero(self.known == SAFE)
        order: list[int] = safe[np.argsort(self.moment[safe], kind="stable")].tolist()
        return order


def play(board: ClassicBoard, max_tier: int = 3) -> Game:
    """Play as far as tiers 1 to ``max_tier`` go, with the number of mines known.

    Raises SolverError for a tier outside 1 to 4 and for a board without a start.
    """
    if not 1 <= max_tier <= MAX_TIER:
        raise SolverError(f"tier {max_tier}: must be 1 to {MAX_TIER}")
    if board.start is None:
        raise SolverError("a board without a start: say where the game begins")
    around = board.grid.neighbourhood
    size = board.grid.size
    known = np.empty(size, np.int8)
    trace = new_trace(size)
    mines = np.array(board.mines, np.int8)
    status, count = engine.play(around.start, around.cells, mines, board.start, max_tier, known, trace)
    done = Status.SOLVED if status == SOLVED else Status.STUCK  # what the numbers of a real board say always holds
    return Game(
        board=board,
        status=done,
        known=known,
        moment=trace.moment,
        by=trace.by,
        tier=trace.tier_of[1 : count + 1],
        available=trace.available[1 : count + 1],
    )


def cascaded(game: Game) -> NDArray[np.bool_]:
    """The cells that opened by themselves beside a zero, shape ``(size,)``: no deduction of their own."""
    by = np.maximum(game.by, 0)
    together = (game.moment[by] == game.moment) & (game.known[by] == SAFE)
    flags: NDArray[np.bool_] = (game.by >= 0) & (game.moment >= 0) & together
    return flags


def shown_at(game: Game, now: int) -> Puzzle:
    """What the player sees before round ``now``: the opened cells' numbers, and how many mines there are."""
    full = from_mines(game.board.grid, game.board.mines)
    opened = (game.known == SAFE) & (game.moment < now)
    return Puzzle(full.grid, tuple(np.where(opened, full.array, BLANK).tolist()), game.board.total)


def deductions_of_round(game: Game, now: int) -> list[Deduction]:
    """The deductions of a round, counted from 1. Cells that a zero opens are not told: the game opens them."""
    moment = np.where(cascaded(game) & (game.moment == now), -1, game.moment)
    when = (now, int(game.tier[now - 1]), int(game.available[now - 1]))
    return deductions_at(shown_at(game, now), game.known, moment, game.by, when)


def on_paper(game: Game) -> Puzzle:
    """The opened area as a puzzle: the fewest opened cells, in the order of the game, that solve the board on paper.

    The number of mines is printed with it. Raises SolverError unless the game was solved.
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
