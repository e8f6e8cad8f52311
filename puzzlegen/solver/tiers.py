"""Solves puzzles by tiers: runs the engine, and turns its arrays into traces and deductions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Deduction, Explanation, Puzzle, Solution, Status
from puzzlegen.engine import rounds as engine
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.kernels import kept
from puzzlegen.engine.position import new_trace
from puzzlegen.errors import SolverError
from puzzlegen.solver.explanation import deductions_at, told_now
from puzzlegen.solver.person_walk import WITH_PLACEMENTS, PersonWalk, person_walk
from puzzlegen.solver.position import nodes_of, printed_total

_STATUS = {engine.SOLVED: Status.SOLVED, engine.STUCK: Status.STUCK, engine.CONTRADICTION: Status.CONTRADICTION}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The rounds of one solve, as arrays (see engine.rounds).

    ``known`` (int8), ``moment`` and ``by`` (int32) have one entry a cell. ``moment`` is the round that proved the
    cell: 0 for a cell known from the start, -1 for one never proved. ``by`` is the clue that proved it.
    ``tier`` and ``available`` (int32) have one entry a round: its tier, and the number of clues with a deduction.
    """

    status: Status
    known: NDArray[np.int8]
    moment: NDArray[np.int32]
    by: NDArray[np.int32]
    tier: NDArray[np.int32]
    available: NDArray[np.int32]

    @property
    def hardest(self) -> int:
        """The highest tier used; 0 if no cell had to be proved."""
        return int(self.tier.max(initial=0))


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
    """Solve as far as tiers 1 to ``max_tier`` prove cells.

    ``marks`` is the position to start from: int8, one entry a cell, MINE or SAFE if it is known, else UNKNOWN.
    Raises SolverError for a tier outside 1 to 4.
    """
    _check_tier(max_tier)
    nodes = nodes_of(puzzle.grid)
    clue = nodes.clues(puzzle.array)
    known = nodes.known(puzzle.array, marks)
    trace, around = kept(new_trace, nodes.size), nodes.around
    status, count = engine.solve_rounds(around.start, around.cells, clue, known, printed_total(puzzle), max_tier, trace)
    cells = slice(nodes.cells)
    return PuzzleTrace(
        puzzle=puzzle,
        status=_STATUS[status],
        known=known[cells],
        moment=trace.moment[cells].copy(),
        by=nodes.clue_cells(trace.by).copy(),
        tier=trace.tier_of[1 : count + 1].copy(),
        available=trace.available[1 : count + 1].copy(),
    )


def _check_tier(max_tier: int) -> None:
    if not 1 <= max_tier <= MAX_TIER:
        raise SolverError(f"tier {max_tier}: must be 1 to {MAX_TIER}")


@dataclass(frozen=True, slots=True)
class Stack:
    """The traces of puzzles of one grid, solved together. It is a sequence that makes each PuzzleTrace on demand.

    ``moments`` counts the rounds of each puzzle. The arrays are as in Trace, with one more axis in front for the
    puzzles; entry 0 of each row of ``tier`` and ``available`` is unused.
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
    """Solve puzzles of one grid as ``run`` does, in one call: Python takes only a few microseconds a puzzle.

    The engine releases the interpreter's lock, so that other threads can work. The call takes about 20 bytes of memory
    a cell of each puzzle, twice as much for mosaics. Raises SolverError for a tier outside 1 to 4.
    """
    _check_tier(max_tier)
    grid, count = puzzles[0].grid, len(puzzles)
    nodes = nodes_of(grid)
    pack = Struct(f"{grid.size}b").pack  # twice as fast as numpy at reading a tuple
    printed = np.frombuffer(b"".join([pack(*puzzle.cells) for puzzle in puzzles]), np.int8).reshape(count, grid.size)
    clue, known = nodes.clues(printed), nodes.known(printed)
    total = np.array([printed_total(puzzle) for puzzle in puzzles], np.int32)
    trace = new_trace(nodes.size, count)
    status, moments = np.empty((2, count), np.int32)
    around = nodes.around
    engine.solve_many(around.start, around.cells, clue, known, total, max_tier, trace, status, moments)
    most = int(moments.max()) + 1  # copied below: few rounds are used, and one trace that is kept keeps the whole stack
    return Stack(
        puzzles,
        [_STATUS[code] for code in status.tolist()],
        moments.tolist(),
        known[:, : nodes.cells],
        trace.moment[:, : nodes.cells],
        nodes.clue_cells(trace.by),
        trace.tier_of[:, :most].copy(),
        trace.available[:, :most].copy(),
    )


def explain(
    trace: PuzzleTrace, moments: Collection[int] | None = None, *, only_shortest: bool = False
) -> tuple[Deduction, ...]:
    """Return the deductions of a trace, ordered by moment, then by technique and proof.

    ``moments``, counted from 1, limits them, because explaining takes much longer than solving. With
    ``only_shortest``, a moment of tier 3 or 4 has only the deduction that is shortest to tell.
    """
    wanted = range(1, trace.tier.size + 1) if moments is None else sorted(moments)
    whens = ((now, int(trace.tier[now - 1]), int(trace.available[now - 1])) for now in wanted)
    return tuple(
        step
        for when in whens
        for step in deductions_at(trace.puzzle, trace.known, trace.moment, trace.by, when, only_shortest=only_shortest)
    )


def bottlenecks(trace: PuzzleTrace) -> list[Deduction]:
    """Return a deduction for each bottleneck of the walk of a person, the one that is shortest to tell."""
    if not trace.hardest:
        return []
    return bottlenecks_of(person_walk(trace.puzzle, trace.hardest))


def bottlenecks_of(walk: PersonWalk) -> list[Deduction]:
    """Return a deduction for each bottleneck of a walk, as ``bottlenecks`` does; its ``moment`` is that of the walk."""
    steps = (
        deductions_at(
            walk.puzzle, walk.known, walk.moment, walk.by, (step, int(walk.tier[step - 1]), 0), only_shortest=True
        )
        for step in walk.bottlenecks()
    )
    return [deductions[0] for deductions in steps]


def solution_path(trace: PuzzleTrace) -> Iterator[Deduction]:
    """Yield the deductions in an order a person can follow: each rests only on what those before it proved.

    The order is that of the walk of a person (see engine.grading), and each of its steps is a ``moment``. The path
    proves the same cells as the trace, because what can be proved does not depend on the order. Of a step that takes
    whole placements, which prove cells in many places, only the deduction that is shortest to tell is used, and the
    walk begins again behind it. It also does before a deduction from a clue that by then proves cells alone.
    """
    marks = np.where(trace.moment == 0, trace.known, UNKNOWN).astype(np.int8)
    moment = 0
    steps = _next_steps(trace, marks)
    while deductions := next(steps, ()):
        moment += 1
        for place, step in enumerate(deductions):
            told, is_next = told_now(trace.puzzle, step, marks)
            if place and not is_next:
                break
            yield replace(told, moment=moment)
            marks[list(step.mines)] = MINE
            marks[list(step.safe)] = SAFE


def _next_steps(trace: PuzzleTrace, marks: NDArray[np.int8]) -> Iterator[list[Deduction]]:
    """Yield the deductions of each step of the walk. ``marks`` is kept up to date meanwhile."""
    if not trace.hardest:
        return
    walk, step = person_walk(trace.puzzle, trace.hardest, marks), 0
    while step < walk.tier.size:
        step += 1
        rounds = run(trace.puzzle, trace.hardest, marks)
        if not rounds.tier.size:  # clues that contradict each other
            return
        when = (step, int(walk.tier[step - 1]), int(rounds.available[0]))
        shortest = bool(walk.technique[step - 1] in WITH_PLACEMENTS)
        yield deductions_at(walk.puzzle, walk.known, walk.moment, walk.by, when, only_shortest=shortest)
        if shortest or (marks[walk.moment == step] == UNKNOWN).any():
            walk, step = person_walk(trace.puzzle, trace.hardest, marks), 0


def solve(puzzle: Puzzle, max_tier: int = 3) -> Explanation:
    """Solve and explain a puzzle. The deductions are in order, each with its technique and witnesses."""
    trace = run(puzzle, max_tier)
    values = {UNKNOWN: None, SAFE: False, MINE: True}
    known = tuple(values[int(value)] for value in trace.known)
    return Explanation(puzzle, trace.status, known, explain(trace))
