"""Decides whether a game on a classic board needs a guess: by the tiers, and by the exact solver where they end."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK, Puzzle, from_mines
from puzzlegen.engine.solving.clue_rules import SAFE
from puzzlegen.solver.classic_game import play
from puzzlegen.solver.settled_cells import settled_cells
from puzzlegen.solver.tiers import run

BUDGET = 60.0  # seconds of search for a game


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game played until all safe cells are open, or until no closed cell can be proved safe.

    ``shown`` is what the player sees then: the numbers of the open cells, and the number of mines. ``mines`` are the
    closed cells that are mines in every solution of it. ``tier`` is the highest that was used, and ``searches`` is how
    often only the exact solver could prove a cell.
    """

    board: ClassicBoard
    shown: Puzzle
    mines: tuple[int, ...]
    tier: int
    searches: int

    @property
    def open_cells(self) -> int:
        """How many cells are open."""
        return self.shown.clues

    @property
    def safe_cells(self) -> int:
        """How many cells of the board have no mine."""
        return len(self.board.mines) - self.board.total

    @property
    def needs_guess(self) -> bool:
        """Whether safe cells are left that nothing proves."""
        return self.open_cells < self.safe_cells


def check_game(board: ClassicBoard, budget: float = BUDGET) -> CheckedGame:
    """Play a board from its start as far as its numbers and the number of mines prove cells safe.

    Raises SolverError for a board without a start, and UndecidedError if ``budget`` seconds are not enough.
    """
    deadline = time.monotonic() + budget
    full = from_mines(board.grid, board.mines)
    game = play(board, MAX_TIER)
    known, tier, searches = game.known, game.hardest, 0
    while True:
        is_open = known == SAFE
        shown = Puzzle(full.grid, tuple(np.where(is_open, full.array, BLANK).tolist()), board.total)
        if shown.clues == len(board.mines) - board.total:
            return CheckedGame(board, shown, tuple(np.flatnonzero(board.mines).tolist()), tier, searches)
        rounds = run(shown, MAX_TIER, known)
        if np.array_equal(rounds.known == SAFE, is_open):
            settled = settled_cells(shown, deadline - time.monotonic())
            safe = [cell for cell, mine in settled.items() if not mine]
            if not safe:
                mines = tuple(sorted(cell for cell, mine in settled.items() if mine))
                return CheckedGame(board, shown, mines, tier, searches)
            searches += 1
            known = rounds.known.copy()
            known[safe] = SAFE
        else:
            known, tier = rounds.known, max(tier, rounds.hardest)
