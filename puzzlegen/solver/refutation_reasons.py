"""Finds the clues that refute a placement of mines (tiers 3 and 4), as few of them as possible.

The engine follows a placement a hundred times faster but records no reasons. Here each derived value keeps the clues it
came from, so that a refutation can be explained and reduced to the clues it needs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Branch, Clash, Consequence
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver.position import Position, Values, mines_and_safe, placements_of, smallest_covers


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Clues that cannot hold any more.

    ``used`` are all clues that led to it, TOTAL for the printed total. ``branch`` is the placement, what follows from
    it, and the clash.
    """

    used: frozenset[int]
    branch: Branch


@dataclass(frozen=True, slots=True, eq=False)
class _Step:
    """A step of the propagation.

    ``clues`` are those it rests on, ``cells`` the supposed or derived cells that these touch, ``values`` what follows.
    """

    clues: tuple[int, ...]
    cells: frozenset[int]
    values: Values


class _Propagation:
    """Derives the values that follow from a supposed placement. It writes to ``position``."""

    def __init__(self, position: Position, placement: Values, deep: bool) -> None:
        self.position, self.deep = position, deep
        self.reason: dict[int, _Step | None] = {}  # of each new cell, in order; None: supposed
        self.single_queue: deque[int] = deque()  # clues to apply alone
        self.joint_queue: dict[int, None] = {}  # clues to read together with others, as an ordered set
        self.remaining = position.remaining() if position.total is not None else None
        self._set(placement, None)

    def _set(self, values: Values, step: _Step | None) -> None:
        """Set the values of cells, and queue the clues that touch them."""
        known = self.position.known
        for x, value in values.items():
            known[x] = value
            self.reason[x] = step
            if self.remaining is not None:
                self.remaining = self.remaining[0] - (value == MINE), self.remaining[1] - 1
            for clue in self.position.clues_at(x):
                if clue not in self.single_queue:
                    self.single_queue.append(clue)

    def run(self) -> Contradiction | None:
        """Apply rules until none gives a new value. Return the first contradiction, or None."""
        queued = 0  # the number of new cells whose clues are in the joint queue
        while True:
            while self.single_queue:
                contradiction = self._apply_single(self.single_queue.popleft())
                if contradiction is not None:
                    return contradiction
            if self.remaining is not None:
                mines, cells = self.remaining
                if not 0 <= mines <= cells:
                    return self._contradiction((TOTAL,), too_many=mines < 0)
                if cells and mines in (0, cells):
                    value = MINE if mines else SAFE
                    free = [x for x, old in enumerate(self.position.known) if old == UNKNOWN]
                    self._derive((TOTAL,), dict.fromkeys(free, value))
                    continue
            if not self.deep:
                return None
            for x in list(self.reason)[queued:]:
                self._queue_jointly(x)
            queued = len(self.reason)
            while self.joint_queue and not self.single_queue:
                clue = next(iter(self.joint_queue))
                del self.joint_queue[clue]
                contradiction = self._apply_jointly(clue)
                if contradiction is not None:
                    return contradiction
            if not self.single_queue:
                return None

    def _apply_single(self, clue: int) -> Contradiction | None:
        """Apply a clue alone (tier 1)."""
        free, need = self.position.unknown(clue), self.position.need(clue)
        if not 0 <= need <= len(free):
            return self._contradiction((clue,), too_many=need < 0)
        if free and need in (0, len(free)):
            value = MINE if need else SAFE
            self._derive((clue,), dict.fromkeys(free, value))
        return None

    def _apply_jointly(self, clue: int) -> Contradiction | None:
        """Apply a clue together with others (tier 2)."""
        if not self.position.unknown(clue):
            return None
        placements = placements_of(self.position, clue)
        if placements.refuted_by(placements.refuted) == placements.all:
            return self._contradiction((clue, *smallest_covers(placements.refuted, placements.all)[0]))
        for x, value in placements.shared_values().items():
            others = smallest_covers(placements.refuted, placements.all & ~placements.with_value(x, value))
            self._derive((clue, *(others[0] if others else ())), {x: value})
        return None

    def _queue_jointly(self, cell: int) -> None:
        """Queue the clues that share an unknown cell with a clue at this cell."""
        for clue in self.position.clues_at(cell):
            for x in self.position.unknown(clue):
                self.joint_queue.update(dict.fromkeys(self.position.clues_at(x)))

    def _derive(self, clues: tuple[int, ...], values: Values) -> None:
        """Set the values that follow from the clues."""
        self._set(values, _Step(clues, self._new_cells(clues), values))

    def _new_cells(self, clues: Sequence[int]) -> frozenset[int]:
        """Return the supposed and derived cells that the clues touch: for the total all of them."""
        if TOTAL in clues:
            return frozenset(self.reason)
        return frozenset(x for clue in clues for x in self.position.around[clue] if x in self.reason)

    def _contradiction(self, clues: tuple[int, ...], too_many: bool = False) -> Contradiction:
        """Collect what is behind a contradiction of ``clues``, by following the reasons back."""
        behind = set(self._new_cells(clues))
        todo = list(behind)
        while todo:
            step = self.reason[todo.pop()]
            more = (step.cells if step is not None else frozenset()) - behind
            behind |= more
            todo += more
        steps = dict.fromkeys(step for x, step in self.reason.items() if x in behind and step is not None)
        consequences = tuple(
            Consequence(_named(step.clues), *mines_and_safe({x: v for x, v in step.values.items() if x in behind}))
            for step in steps
        )
        supposed = {x: self.position.known[x] for x, step in self.reason.items() if step is None}
        branch = Branch(*mines_and_safe(supposed), consequences, Clash(_named(clues), too_many))
        return Contradiction(frozenset(clues).union(*(step.clues for step in steps)), branch)


def _named(clues: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(clue for clue in clues if clue != TOTAL)


def propagate(position: Position, placement: Values, deep: bool) -> Contradiction | None:
    """Suppose a placement and apply tier 1 and the total, also tier 2 if ``deep``. Return the contradiction, or None.

    These rules must give nothing new at ``position`` itself, as is the case when the solver begins tier 3 or 4.
    """
    copied = Position(position.around, position.clues, position.known.copy(), position.total)
    return _Propagation(copied, placement, deep).run()


Refutations = list[tuple[Values, Contradiction]]  # refuted placements


def refutations(position: Position, clue: int, proved: Values, deep: bool) -> Refutations:
    """Refute each placement of ``clue`` that disagrees with ``proved``. Return [] if one of them cannot be refuted."""
    placements = placements_of(position, clue, others=False)
    refuted = []
    for mask in placements.masks:
        placement = placements.values(mask)
        if not proved.items() <= placement.items():
            contradiction = propagate(position, placement, deep)
            if contradiction is None:
                return []
            refuted.append((placement, contradiction))
    return refuted


def reduced_refutations(position: Position, grid: Grid, clue: int, proved: Values, deep: bool) -> Refutations:
    """Refute as ``refutations`` does, without the clues that are not necessary: first the total, then far clues."""
    refuted = refutations(position, clue, proved, deep)
    used = clues_used(refuted) - {clue}
    row, col = grid.position(clue)

    def distance(other: int) -> tuple[int, int]:
        if other == TOTAL:
            return grid.size, 0
        other_row, other_col = grid.position(other)
        return (row - other_row) ** 2 + (col - other_col) ** 2, other

    for other in sorted(used, key=distance, reverse=True):
        if other in used:
            shorter = refutations(position.restricted({clue, *used} - {other}), clue, proved, deep)
            if shorter:
                refuted = shorter
                used = clues_used(refuted) - {clue}
    return refuted


def clues_used(found: Refutations) -> frozenset[int]:
    """Return all clues that the refutations use, TOTAL among them."""
    return frozenset[int]().union(*(contradiction.used for _, contradiction in found))
