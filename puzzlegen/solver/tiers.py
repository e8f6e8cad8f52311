"""The solver by tiers: runs the engine on puzzles, and turns its arrays into traces and deductions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Deduction, Explanation, Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.engine.solving import rounds as engine
from puzzlegen.engine.solving.clue_rules import MINE, NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.solving.position import new_trace
from puzzlegen.errors import SolverError
from puzzlegen.solver.engine_input import nodes_of
from puzzlegen.solver.explanation import deductions_at
from puzzlegen.solver.trace import Trace

_STATUS = {engine.SOLVED: Status.SOLVED, engine.STUCK: Status.STUCK, engine.CONTRADICTION: Status.CONTRADICTION}


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleTrace(Trace):
    """The trace of a printed puzzle."""

    puzzle: Puzzle

    @property
    def solution(self) -> Solution:
        """True for each mine. Raises SolverError unless every cell is known."""
        if self.status is not Status.SOLVED:
            raise SolverError(f"not solved: {self.status}")
        return tuple((self.known == MINE).tolist())


def run(puzzle: Puzzle, max_tier: int = 3, marks: NDArray[np.int8] | None = None) -> PuzzleTrace:
    """Solve as far as tiers 1 to ``max_tier`` go, from the start or from a position.

    ``marks`` is such a position: one entry a cell, MINE or SAFE where a player knows it, else UNKNOWN.
    Raises SolverError for a tier outside 1 to 4.
    """
    _check_tier(max_tier)
    nodes = nodes_of(puzzle.grid)
    clue = nodes.clues(puzzle.array)  # may be written to, as thinning's: numba would compile the solver twice
    known = nodes.known(puzzle.array)
    if marks is not None:
        of_cells = known[: nodes.cells]
        of_cells[:] = np.where(of_cells == UNKNOWN, marks, of_cells)
    trace, around = new_trace(nodes.size), nodes.around
    status, count = engine.solve_rounds(around.start, around.cells, clue, known, _total(puzzle), max_tier, trace)
    cells = slice(nodes.cells)
    return PuzzleTrace(
        puzzle=puzzle,
        status=_STATUS[status],
        known=known[cells],
        moment=trace.moment[cells],
        by=nodes.speakers(trace.by),
        tier=trace.tier_of[1 : count + 1],
        available=trace.available[1 : count + 1],
    )


def _check_tier(max_tier: int) -> None:
    if not 1 <= max_tier <= MAX_TIER:
        raise SolverError(f"tier {max_tier}: must be 1 to {MAX_TIER}")


def _total(puzzle: Puzzle) -> int:
    return NO_TOTAL if puzzle.total is None else puzzle.total


@dataclass(frozen=True, slots=True)
class Stack:
    """The raw traces of puzzles of one grid, solved together: a sequence that makes each PuzzleTrace on demand.

    Arrays as in Trace with one more axis in front; of ``tier`` and ``available``, entry 0 of each row is unused.
    """

    puzzles: Sequence[Puzzle]
    status: Sequence[Status]
    moments: Sequence[int]
    known: NDArray[np.int8]
    moment: NDArray[np.int32]
    by: NDArray[np.int32]
    tier: NDArray[np.int32]
    available: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.puzzles)

    def __getitem__(self, i: int) -> PuzzleTrace:
        used = slice(1, self.moments[i] + 1)
        return PuzzleTrace(
            puzzle=self.puzzles[i],
            status=self.status[i],
            known=self.known[i],
            moment=self.moment[i],
            by=self.by[i],
            tier=self.tier[i, used],
            available=self.available[i, used],
        )


def run_stack(puzzles: Sequence[Puzzle], max_tier: int = 3) -> Stack:
    """Solve each of the puzzles as ``run`` does, all by one call: that costs Python a few microseconds a puzzle.

    They must be of one grid. While the engine works other threads can. It takes about 20 bytes a cell of all the
    puzzles, twice as much for mosaics. Raises SolverError for a tier outside 1 to 4.
    """
    _check_tier(max_tier)
    grid, count = puzzles[0].grid, len(puzzles)
    nodes = nodes_of(grid)
    pack = Struct(f"{grid.size}b").pack  # twice as fast as numpy at reading a tuple
    printed = np.frombuffer(b"".join([pack(*puzzle.cells) for puzzle in puzzles]), np.int8).reshape(count, grid.size)
    clue, known = nodes.clues(printed), nodes.known(printed)
    total = np.array([_total(puzzle) for puzzle in puzzles], np.int32)
    trace = new_trace(nodes.size, count)
    status, moments = np.empty((2, count), np.int32)
    around = nodes.around
    engine.solve_many(around.start, around.cells, clue, known, total, max_tier, trace, status, moments)
    most = int(moments.max()) + 1
    return Stack(
        puzzles,
        [_STATUS[how] for how in status.tolist()],
        moments.tolist(),
        known[:, : nodes.cells],
        trace.moment[:, : nodes.cells],
        nodes.speakers(trace.by),
        trace.tier_of[
            :, :most
        ].copy(),  # a few moments of the many there is room for: whoever keeps one trace keeps the stack
        trace.available[:, :most].copy(),
    )


def explain(raw: PuzzleTrace, moments: Collection[int] | None = None) -> tuple[Deduction, ...]:
    """The deductions of a raw trace in order of moment and then of clue.

    Those of some ``moments``, counted from 1, where they are given: explaining takes much longer than solving.
    """
    wanted = range(1, raw.tier.size + 1) if moments is None else sorted(moments)
    whens = ((now, int(raw.tier[now - 1]), int(raw.available[now - 1])) for now in wanted)
    return tuple(step for when in whens for step in deductions_at(raw.puzzle, raw.known, raw.moment, raw.by, when))


def walk(raw: PuzzleTrace) -> Iterator[Deduction]:
    """A solution as a person plays it: each deduction argued from all that those before it proved.

    A round of the trace proves everywhere at once; told one after another, its harder deductions would stand where a
    simple one has come up meanwhile (43 % of those above tier 1, on 60 boards of 8x8, 2026-11-21). So after a deduction
    above tier 1 the solver starts again from there. It ends where the trace does: what can be proved does not depend on
    the order. A ``moment`` is what was available at one position: some of tier 1, or one of a higher tier.
    """
    marks = np.where(raw.moment == 0, raw.known, UNKNOWN).astype(np.int8)
    rounds, moment = raw, 0
    while rounds.tier.size:
        moment += 1
        when = (1, int(rounds.tier[0]), int(rounds.available[0]))
        steps = deductions_at(rounds.puzzle, rounds.known, rounds.moment, rounds.by, when, one=True)
        for step in steps if when[1] == 1 else steps[:1]:
            yield replace(step, moment=moment, needs=_needs_now(raw.puzzle, step, marks))
            marks[list(step.mines)] = MINE
            marks[list(step.safe)] = SAFE
        rounds = run(raw.puzzle, raw.hardest, marks)


def _needs_now(puzzle: Puzzle, step: Deduction, marks: NDArray[np.int8]) -> tuple[int, ...]:
    around = puzzle.grid.neighbourhood
    return tuple(
        puzzle.cells[d] - int(np.count_nonzero(marks[around.cells[around.start[d] : around.start[d + 1]]] == MINE))
        for d in step.witnesses
    )


def solve(puzzle: Puzzle, max_tier: int = 3) -> Explanation:
    """Solve and explain: the deductions in order, each with its technique and witnesses."""
    raw = run(puzzle, max_tier)
    values = {UNKNOWN: None, SAFE: False, MINE: True}
    known = tuple(values[int(value)] for value in raw.known)
    return Explanation(puzzle, raw.status, known, explain(raw))
