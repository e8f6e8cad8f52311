"""Plays the classic game by deduction, and decides whether a board needs a guess.

Every cell proved safe is opened, beginning with the start cell. Where the tiers end, clingo finds the cells that are
the same in all solutions.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import clingo
import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK, ClassicBoard, Deduction, Puzzle, Status, from_mines
from puzzlegen.engine import rounds as engine
from puzzlegen.engine.clue_rules import SAFE
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED
from puzzlegen.errors import SolverError
from puzzlegen.solver.exact import Clue, OutOfTimeError, Program, UndecidedError, add_count, add_rules, clues_and_cells
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
    when = now, int(game.tier[now - 1])
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


def settled_cells(puzzle: Puzzle, budget: float = 60.0) -> dict[int, bool]:
    """Return the cells that are the same in every solution: True for a mine, False for a safe cell.

    Raises UndecidedError if ``budget`` seconds are not enough, and SolverError for a puzzle without a solution.
    """
    clues, free = clues_and_cells(puzzle, {})
    program = Program(["--models=1", "--configuration=tweety"], time.monotonic() + budget)
    mine = add_rules(program.control, clues)
    settled: dict[int, bool] = {}
    counts: set[int] = set()  # of mines beside clues, in the solutions that were found

    def keep(model: clingo.Model) -> None:
        values = {cell: model.is_true(atom) for cell, atom in mine.items()}
        same = [cell for cell in values if not counts or settled.get(cell) is values[cell]]
        counts.add(sum(values.values()))
        for cell in settled.keys() - set(same):
            del settled[cell]
        settled.update((cell, values[cell]) for cell in same)

    def add_range(least: int, most: int) -> None:
        with program.control.backend() as backend:
            add_count(backend, list(mine.values()), least, most)

    try:
        if puzzle.total is not None:
            add_range(puzzle.total - len(free), puzzle.total)
        while program.solve(keep) is None and settled:  # each solution differs from all before in a cell that is left
            with program.control.backend() as backend:
                backend.add_rule([], [mine[cell] if value else -mine[cell] for cell, value in settled.items()])
        if not counts:
            raise SolverError(f"this {puzzle.grid} puzzle has no solution")
        return settled | _settled_free_cells(puzzle, clues, free, program.deadline)
    except OutOfTimeError:
        raise UndecidedError(puzzle.grid, f"{budget:.2g} s of search are not enough to find all proved cells") from None


def _settled_free_cells(
    puzzle: Puzzle, clues: Sequence[Clue], free: Sequence[int], deadline: float
) -> dict[int, bool]:  # fmt: skip
    """Return the free cells if all are safe or all are mines in every solution; by the total, as they touch no clue."""
    if puzzle.total is None or not free:
        return {}

    def is_possible(least: int, most: int) -> bool:
        program = Program(["--models=1", "--configuration=tweety"], deadline)
        mine = add_rules(program.control, clues)
        with program.control.backend() as backend:
            add_count(backend, list(mine.values()), least, most)
        return program.solve(lambda _: None) is None

    least = puzzle.total - len(free)
    for value, others in ((False, (least, puzzle.total - 1)), (True, (least + 1, puzzle.total))):
        if not is_possible(*others):
            return dict.fromkeys(free, value)
    return {}


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
