"""Solves any puzzle in bounded time, with the outcome solved, stuck, ambiguous or contradiction.

The tiers go first; the exact solver finds out why they got no further. Neither exceeds the time budget: the exact
solver can be stopped, and a tier begins only while there is time for it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import SolverError
from puzzlegen.solver import exact
from puzzlegen.solver.exact import Conflict
from puzzlegen.solver.tiers import PuzzleTrace, Stack, run, run_stack

BUDGET = 10.0  # seconds
SMALL = 2500  # cells: a board whose tiers all take a fraction of a second, solved in one go
STEEPEST = 12  # times as long as the tier below: tier 4 took at most 10 on boards of 60x60 to 200x200 (2026-11-21)


# Named tuples because bulk makes one of each a puzzle: in a third of the time that frozen dataclasses take.


class StackedTrace(NamedTuple):
    """A trace in a stack of them, extracted on demand; ``place`` is its index."""

    stack: Stack
    place: int


class Outcome(NamedTuple):
    """What the tiers proved (``rounds``) and what is known beyond.

    ``solutions``: two that differ if ambiguous, the one solution where the exact solver found it to be the only one.
    ``conflict``: clues that cannot all hold if it is a contradiction. ``timed_out`` tells that something was given up
    for lack of time, ``note`` what; a puzzle of which it is not decided whether its solution is unique is stuck.
    """

    status: Status
    trace: PuzzleTrace | StackedTrace
    solutions: tuple[Solution, ...] = ()
    conflict: Conflict | None = None
    timed_out: bool = False
    note: str = ""

    @property
    def puzzle(self) -> Puzzle:
        """What was solved."""
        trace = self.trace
        return trace.puzzle if isinstance(trace, PuzzleTrace) else trace.stack.puzzles[trace.place]

    @property
    def known(self) -> NDArray[np.int8]:
        """What is known of each cell, as in ``rounds``, without making the rest of it."""
        trace = self.trace
        return trace.known if isinstance(trace, PuzzleTrace) else trace.stack.known[trace.place]

    @property
    def rounds(self) -> PuzzleTrace:
        """What the tiers proved."""
        trace = self.trace
        return trace if isinstance(trace, PuzzleTrace) else trace.stack[trace.place]


def outcome(puzzle: Puzzle, max_tier: int = MAX_TIER, budget_seconds: float = BUDGET) -> Outcome:
    """Solve as far as tiers 1 to ``max_tier`` go, and find out why if they do not get to the end."""
    deadline = time.monotonic() + budget_seconds
    rounds, reached = _tiers(puzzle, max_tier, deadline)
    short = "" if reached == max_tier else f"tier {reached + 1} was not tried: no time for a board of this size"
    return _explained(rounds, deadline, budget_seconds, short)


def outcomes(puzzles: Sequence[Puzzle], max_tier: int = MAX_TIER, budget_seconds: float = BUDGET) -> list[Outcome]:
    """Return the ``outcome`` of each puzzle, much faster. Each that the tiers do not solve gets ``budget_seconds``.

    Raises SolverError for a tier outside 1 to 4.
    """
    found: dict[int, Outcome] = {}
    for grid, places in _by_grid(puzzles).items():
        if grid.size > SMALL:
            found |= {i: outcome(puzzles[i], max_tier, budget_seconds) for i in places}
            continue
        stack = run_stack([puzzles[i] for i in places], max_tier)
        for index, (i, status) in enumerate(zip(places, stack.status, strict=True)):
            if status is Status.SOLVED:
                found[i] = Outcome(status, StackedTrace(stack, index))
            else:
                found[i] = _explained(stack[index], time.monotonic() + budget_seconds, budget_seconds)
    return [found[i] for i in range(len(puzzles))]


def _by_grid(puzzles: Sequence[Puzzle]) -> dict[Grid, list[int]]:
    """Group the indexes of the puzzles by their grid."""
    places: dict[Grid, list[int]] = defaultdict(list)
    for i, puzzle in enumerate(puzzles):
        places[puzzle.grid].append(i)
    return places


def _explained(rounds: PuzzleTrace, deadline: float, budget_seconds: float, short: str = "") -> Outcome:
    """Find out why the tiers got no further; ``short`` says what they had no time for."""
    puzzle = rounds.puzzle
    if rounds.status is Status.SOLVED:
        return Outcome(Status.SOLVED, rounds)
    if rounds.status is Status.CONTRADICTION:
        return _contradiction(puzzle, rounds, deadline)
    try:
        found = exact.solutions(puzzle, max(0.0, deadline - time.monotonic())).solutions
    except SolverError:
        note = f"{budget_seconds:g} s are not enough to decide whether it has one solution"
        return Outcome(Status.STUCK, rounds, timed_out=True, note="; ".join(filter(None, (note, short))))
    if not found:
        return _contradiction(puzzle, rounds, deadline)
    status = Status.STUCK if len(found) == 1 else Status.AMBIGUOUS
    return Outcome(status, rounds, found, timed_out=bool(short), note=short)


def _tiers(puzzle: Puzzle, max_tier: int, deadline: float) -> tuple[PuzzleTrace, int]:
    """Solve with the highest tiers there is time for, and return the highest tier tried."""
    if puzzle.grid.size <= SMALL:
        return run(puzzle, max_tier), max_tier
    tier = 1
    while True:
        start = time.monotonic()
        rounds = run(puzzle, tier)
        now = time.monotonic()
        if tier == max_tier or rounds.status is not Status.STUCK:
            return rounds, max_tier
        if tier > 1 and now + STEEPEST * (now - start) > deadline:  # the first run may have had to load the kernels
            return rounds, tier
        tier += 1


def _contradiction(puzzle: Puzzle, rounds: PuzzleTrace, deadline: float) -> Outcome:
    conflict = exact.conflict(puzzle, max(0.0, deadline - time.monotonic()))
    if conflict is None:
        clues = tuple(i for i, value in enumerate(puzzle.cells) if value >= 0)
        conflict = Conflict(clues, puzzle.total is not None, least=False, smallest=False)
    if conflict.smallest:
        return Outcome(Status.CONTRADICTION, rounds, conflict=conflict)
    note = (
        "fewer clues may be enough for it: no time to look for them"
        if not conflict.least
        else ("none of these clues can be left out, but other clues may do with fewer")
    )
    return Outcome(Status.CONTRADICTION, rounds, conflict=conflict, timed_out=True, note=note)
