"""Solves puzzles by tiers: runs the engine, and turns its arrays into traces and deductions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from struct import Struct
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Deduction, Explanation, Puzzle, Solution, Status
from puzzlegen.engine import rounds as engine
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.kernels import kept
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.steps_in_sight import ALONE, TIERS
from puzzlegen.errors import SolverError
from puzzlegen.solver.explanation import deductions_at, next_deduction
from puzzlegen.solver.person_walk import PersonWalk, person_walk
from puzzlegen.solver.position import neighbors_of, nodes_of, printed_total

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


def solution_path(trace: PuzzleTrace) -> Iterator[Deduction]:
    """Yield the deductions in an order a person can follow: each rests only on the clues and on those before it.

    The order is that of the walk of a person (see engine.grading), and each step of the walk is a ``moment``. The
    deductions of one moment follow each other: each is made from all cells known before it, and includes all cells that
    its clues then prove. The path proves the same cells as the trace, because what can be proved does not depend on the
    order.
    """
    return _steps_from(trace.puzzle, trace.hardest, _start(trace))


def _start(trace: PuzzleTrace) -> NDArray[np.int8]:
    """Return what is known before the first deduction."""
    return np.where(trace.moment == 0, trace.known, UNKNOWN).astype(np.int8)


def _steps_from(puzzle: Puzzle, tier: int, marks: NDArray[np.int8]) -> Iterator[Deduction]:
    """Yield the deductions of tiers up to ``tier`` from a position, whose ``marks`` are kept up to date meanwhile.

    Where a deduction proves more than its step of the walk, the walk begins again before the next step that needs more
    than a single clue. It also begins again after a step above tier 2, of which only the shortest deduction is used.
    """
    moment, walks_on = 0, tier > 0
    recent: tuple[int, ...] = ()
    while walks_on:
        walk, walks_on, is_ahead = person_walk(puzzle, tier, marks, recent), False, False
        for step, technique in enumerate(walk.technique, start=1):
            cells = np.flatnonzero((walk.moment == step) & (marks == UNKNOWN)).tolist()
            if is_ahead and technique != ALONE:
                break
            moment += bool(cells)
            for deduction in _steps_of(walk, step, cells, marks):
                yield replace(deduction, moment=moment)
                recent = (*deduction.mines, *deduction.safe)
                marks[list(deduction.mines)], marks[list(deduction.safe)] = MINE, SAFE
                walks_on, is_ahead = True, is_ahead or not set(recent) <= set(cells)
            if TIERS[technique] > 2:
                break


def _steps_of(walk: PersonWalk, step: int, cells: list[int], marks: NDArray[np.int8]) -> Iterator[Deduction]:
    """Yield the deductions of a step of the walk until its ``cells`` are known.

    The caller adds the proved cells to ``marks`` before the next one. Clues that contradict each other end it early.
    """
    while left := {x: int(walk.known[x]) for x in cells if marks[x] == UNKNOWN}:
        if walk.tier[step - 1] > 2:
            yield _shortest(walk, step)
            return
        deduction = next_deduction(walk.puzzle, marks, left, walk.known)
        if deduction is None:
            return
        yield deduction


def _shortest(walk: PersonWalk, step: int) -> Deduction:
    """Return the deduction of a step above tier 2 that is shortest to tell."""
    when = step, int(walk.tier[step - 1])
    return deductions_at(walk.puzzle, walk.known, walk.moment, walk.by, when, only_shortest=True)[0]


class Place(NamedTuple):
    """A position, whose ``marks`` have one entry a cell, and the deduction that is next there."""

    marks: NDArray[np.int8]
    step: Deduction

    @property
    def known(self) -> frozenset[int]:
        """The cells that are known, those of printed clues among them."""
        return frozenset(np.flatnonzero(self.marks != UNKNOWN).tolist())

    @property
    def after(self) -> NDArray[np.int8]:
        """The position behind the deduction."""
        marks = self.marks.copy()
        marks[list(self.step.mines)], marks[list(self.step.safe)] = MINE, SAFE
        return marks


def sticking_points(trace: PuzzleTrace) -> list[Place]:
    """Return the one or two places at which a hint helps most, in the order in which a reader comes to them.

    There the tiers below the hardest prove nothing more: the first such place, and the first one behind a quarter of
    the board. Where there is only one, the first place at which the tier below is needed comes before it, and without
    it where the step there proves so much that the tiers below the hardest suffice. A puzzle of single clues has the
    place of the first step that is not beside the one before, nor decided at the start.
    """
    if trace.hardest < 2:
        return _first_turn(trace)
    puzzle, hardest, below = trace.puzzle, trace.hardest, trace.hardest - 1
    first = next(_places(puzzle, hardest, _closed(puzzle, hardest, _start(trace))))
    behind = len(first.known) + puzzle.grid.area / 4
    later = (marks for marks in _closed(puzzle, hardest, first.after) if np.count_nonzero(marks != UNKNOWN) >= behind)
    if second := next(_places(puzzle, hardest, later), None):
        return [first, second]
    places = _places(puzzle, hardest, _closed(puzzle, below, _start(trace))) if below > 1 else ()
    for easier in islice((place for place in places if place.step.tier == below), 1):
        return [easier, *islice(_places(puzzle, hardest, _closed(puzzle, hardest, easier.after)), 1)]
    return [first]


def _closed(puzzle: Puzzle, tier: int, marks: NDArray[np.int8]) -> Iterator[NDArray[np.int8]]:
    """Yield the positions before steps of this tier in a walk from ``marks`` on, with all that lower tiers prove."""
    walk = person_walk(puzzle, tier, marks)
    for step in (np.flatnonzero(walk.tier == tier) + 1).tolist():
        taken = (walk.moment > 0) & (walk.moment < step)
        yield run(puzzle, tier - 1, np.where(taken, walk.known, marks)).known


def _places(puzzle: Puzzle, tier: int, positions: Iterable[NDArray[np.int8]]) -> Iterator[Place]:
    """Yield the positions in which tiers up to ``tier`` prove something, each with the deduction."""
    for marks in positions:
        step = next(_steps_from(puzzle, tier, marks.copy()), None)
        if step is not None:
            yield Place(marks, step)


def _first_turn(trace: PuzzleTrace) -> list[Place]:
    """Return the place of the first step of single clues that is not beside the one before, nor decided at the start.

    Where there is none, it is that of the first step not beside the one before, else of the first step not decided at
    the start, of the first one that is not of a 0, or of the first step.
    """
    puzzle, marks, around = trace.puzzle, _start(trace), neighbors_of(trace.puzzle.grid)
    places: list[tuple[int, Place]] = []  # how good a place is, 4 the best
    last = set(range(puzzle.grid.size))
    for step in _steps_from(puzzle, trace.hardest, marks):
        blanks = {clue: sum(puzzle.hidden[x] for x in around[clue]) for clue in step.witnesses if puzzle.cells[clue]}
        ranks = (1 + (puzzle.cells[clue] < n) + 2 * last.isdisjoint(around[clue]) for clue, n in blanks.items())
        rank = max(ranks, default=0)
        places.append((rank, Place(marks.copy(), step)))
        if rank == 4:
            break
        last = {*step.mines, *step.safe}
    return [max(places, key=lambda place: place[0])[1]] if places else []


def solve(puzzle: Puzzle, max_tier: int = 3) -> Explanation:
    """Solve and explain a puzzle. The deductions are those of ``solution_path``."""
    trace = run(puzzle, max_tier)
    values = {UNKNOWN: None, SAFE: False, MINE: True}
    known = tuple(values[int(value)] for value in trace.known)
    return Explanation(puzzle, trace.status, known, tuple(solution_path(trace)))
