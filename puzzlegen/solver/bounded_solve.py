"""Solves any puzzle in bounded time, with the outcome solved, searched, ambiguous, contradiction or stuck.

The tiers are tried first. If they do not solve the puzzle, the exact solver searches for its solutions. Neither exceeds
the time budget: the exact solver can be stopped, and a tier begins only if there is time for it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution, Status
from puzzlegen.engine.clue_rules import MINE, UNKNOWN
from puzzlegen.errors import FormatError
from puzzlegen.solver import exact
from puzzlegen.solver.exact import Conflict, UndecidedError
from puzzlegen.solver.tiers import PuzzleTrace, Stack, run, run_stack

BUDGET = 10.0  # seconds
SMALL = 2500  # cells: on a board up to this size all tiers take a fraction of a second, so they run in one call
STEEPEST = 12  # times the seconds of the tier below: tier 4 took at most 10 on boards of 60x60 to 200x200 (2026-11-21)
_TOTAL_USED = "the clues alone have more than one solution, so the {numbers} that its source states became its total"
_STATED_NOTES = {  # by the status of a puzzle, ambiguous by its clues alone, with the number of mines that is stated
    Status.SOLVED: _TOTAL_USED,
    Status.SEARCHED: _TOTAL_USED,
    Status.AMBIGUOUS: "the {numbers} that its source states, used as its total, do not change that",
    Status.CONTRADICTION: "the clues alone have more than one solution, but none with the {numbers} of its source",
    Status.STUCK: "the {numbers} that its source states became its total",
}


# Bulk work makes one of each for every puzzle. Named tuples take a third of the time of frozen dataclasses.


class StackedTrace(NamedTuple):
    """A trace in a stack, extracted on demand. ``place`` is its index in the stack."""

    stack: Stack
    place: int


class Outcome(NamedTuple):
    """The result of a solve: what the tiers proved (``rounds``), and what the exact solver found out.

    ``solutions`` has two different ones if the status is ambiguous, and the only one if the status is searched.
    ``conflict`` has clues that cannot all hold if the status is contradiction. ``timed_out`` says that the time was not
    enough for everything. If it was not enough to decide whether there is exactly one solution, the status is stuck.
    ``note`` says what there was no time for, and what came of the number of mines that the source of a puzzle states.
    """

    status: Status
    trace: PuzzleTrace | StackedTrace
    solutions: tuple[Solution, ...] = ()
    conflict: Conflict | None = None
    timed_out: bool = False
    note: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, from its own trace or from its place on the stack."""
        trace = self.trace
        return trace.puzzle if isinstance(trace, PuzzleTrace) else trace.stack.puzzles[trace.place]

    @property
    def known(self) -> NDArray[np.int8]:
        """What the tiers proved of each cell, as in ``rounds``, without extracting the rest of the trace."""
        trace = self.trace
        return trace.known if isinstance(trace, PuzzleTrace) else trace.stack.known[trace.place]

    @property
    def rounds(self) -> PuzzleTrace:
        """The trace of the tiers."""
        trace = self.trace
        return trace if isinstance(trace, PuzzleTrace) else trace.stack[trace.place]


def outcome(puzzle: Puzzle, max_tier: int = MAX_TIER, budget_seconds: float = BUDGET) -> Outcome:
    """Solve with tiers 1 to ``max_tier``. If they do not solve the puzzle, search for its solutions.

    A puzzle that is ambiguous is solved again with the number of mines that its source states as the total, if
    it states only one; then it is the puzzle of the outcome. Raises SolverError for a tier outside 1 to 4.
    """
    deadline = time.monotonic() + budget_seconds
    rounds, reached = _tiers(puzzle, max_tier, deadline)
    skipped = "" if reached == max_tier else f"tier {reached + 1} was not tried: no time for a board of this size"
    return _with_stated_mines(_judged(rounds, deadline, skipped), max_tier, deadline)


def outcomes(puzzles: Sequence[Puzzle], max_tier: int = MAX_TIER, budget_seconds: float = BUDGET) -> list[Outcome]:
    """Return the ``outcome`` of each puzzle, much faster. Each one not solved by the tiers may take ``budget_seconds``.

    Raises SolverError for a tier outside 1 to 4.
    """
    outcome_of: dict[int, Outcome] = {}
    for grid, places in _by_grid(puzzles).items():
        if grid.size > SMALL:
            outcome_of |= {i: outcome(puzzles[i], max_tier, budget_seconds) for i in places}
            continue
        stack = run_stack([puzzles[i] for i in places], max_tier)
        for index, (i, status) in enumerate(zip(places, stack.status, strict=True)):
            deadline = time.monotonic() + budget_seconds
            if status is Status.SOLVED:
                decided = Outcome(status, StackedTrace(stack, index))
            else:
                decided = _judged(stack[index], deadline)
            outcome_of[i] = _with_stated_mines(decided, max_tier, deadline)
    return [outcome_of[i] for i in range(len(puzzles))]


def _by_grid(puzzles: Sequence[Puzzle]) -> dict[Grid, list[int]]:
    """Group the indexes of the puzzles by their grid."""
    places: dict[Grid, list[int]] = defaultdict(list)
    for i, puzzle in enumerate(puzzles):
        places[puzzle.grid].append(i)
    return places


def _with_stated_mines(found: Outcome, max_tier: int, deadline: float) -> Outcome:
    """Compare an outcome with what the source of its puzzle states about mines; solve again if it needs that."""
    puzzle = found.puzzle
    stated = puzzle.stated
    if not stated or stated == (puzzle.total,):
        return found
    numbers = f"{puzzle.stated_text} mine{'s' * (stated != (1,))}"
    words = f"its source states {numbers}"
    if puzzle.total is not None:
        return _noted(found, f"{words}, but its total is {puzzle.total}")
    if found.status in {Status.SOLVED, Status.SEARCHED}:
        mines = sum(found.solutions[0]) if found.solutions else np.count_nonzero(found.known == MINE)
        return found if stated == (mines,) else _noted(found, f"{words}, but its only solution has {mines}")
    if found.status is Status.CONTRADICTION:
        return found
    if len(stated) > 1:
        return _noted(found, f"{words}, so no total was used; leave the wrong number out")
    if found.status is Status.STUCK:
        return _noted(found, f"{words}, which were not used")
    try:
        with_total = replace(puzzle, total=stated[0])
    except FormatError:
        return _noted(found, f"{words}, which cannot fit")
    second = outcome(with_total, max_tier, max(0.0, deadline - time.monotonic()))
    return _noted(second, _STATED_NOTES[second.status].format(numbers=numbers))


def _noted(found: Outcome, note: str) -> Outcome:
    return found._replace(note="; ".join(filter(None, (found.note, note))))


def _judged(rounds: PuzzleTrace, deadline: float, skipped: str = "") -> Outcome:
    """Search for the solutions where the tiers stopped. ``skipped`` says what the tiers had no time for."""
    puzzle = rounds.puzzle
    if rounds.status is Status.SOLVED:
        return Outcome(Status.SOLVED, rounds)
    if rounds.status is Status.CONTRADICTION:
        return _contradiction(puzzle, rounds, deadline)
    try:
        proved = np.flatnonzero((rounds.known != UNKNOWN) & np.array(puzzle.hidden))
        mines = dict(zip(proved.tolist(), (rounds.known[proved] == MINE).tolist(), strict=True))
        solutions = exact.solutions(puzzle, max(0.0, deadline - time.monotonic()), mines).solutions
    except UndecidedError as error:
        return Outcome(Status.STUCK, rounds, timed_out=True, note="; ".join(filter(None, (error.reason, skipped))))
    if not solutions:
        return _contradiction(puzzle, rounds, deadline)
    status = Status.SEARCHED if len(solutions) == 1 else Status.AMBIGUOUS
    return Outcome(status, rounds, solutions, timed_out=bool(skipped), note=skipped)


def _tiers(puzzle: Puzzle, max_tier: int, deadline: float) -> tuple[PuzzleTrace, int]:
    """Solve with as many tiers as there is time for. Return the trace and the highest tier tried."""
    if puzzle.grid.size <= SMALL:
        return run(puzzle, max_tier), max_tier
    tier = 1
    while True:
        start = time.monotonic()
        rounds = run(puzzle, tier)
        now = time.monotonic()
        if tier == max_tier or rounds.status is not Status.STUCK:
            return rounds, max_tier
        if (
            tier > 1 and now + STEEPEST * (now - start) > deadline
        ):  # not after the first run, which may have loaded the kernels
            return rounds, tier
        tier += 1


def _contradiction(puzzle: Puzzle, rounds: PuzzleTrace, deadline: float) -> Outcome:
    """Return the outcome of a puzzle without a solution, with as small a conflict as there is time to find."""
    conflict = exact.conflict(puzzle, max(0.0, deadline - time.monotonic()))
    if conflict is None:
        clues = tuple(i for i, value in enumerate(puzzle.cells) if value >= 0)
        conflict = Conflict(clues, puzzle.total is not None, least=False, smallest=False)
    if conflict.smallest:
        return Outcome(Status.CONTRADICTION, rounds, conflict=conflict)
    note = (
        "each of these clues is necessary, but a smaller conflict of other clues may exist"
        if conflict.least
        else "fewer clues may be enough for the conflict: there was no time to search for them"
    )
    return Outcome(Status.CONTRADICTION, rounds, conflict=conflict, timed_out=True, note=note)
