"""Finds the clues that refute a placement (tiers 3 and 4), as few of them as possible.

The engine plays a placement forward a hundred times faster but keeps no reasons. Here each fact keeps the clues it
came from, so that a refutation can be explained and reduced to the clues it needs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.solving.findings import TOTAL
from puzzlegen.solver.position import Position, smallest_covers, ways

Placement = dict[int, int]


@dataclass(frozen=True, slots=True)
class Break:
    """How a play ends badly: ``broken`` cannot hold (TOTAL for the printed total); ``chain`` led there, in order."""

    broken: int
    used: frozenset[int]
    chain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Move:
    """A step of a play: the clues it rests on, what it makes known, and the cells its clues had looked at."""

    clues: tuple[int, ...]
    looked: frozenset[int]


class _Play:
    """One supposition, played on ``position``, which is spoilt by it."""

    def __init__(self, position: Position, placement: Placement, deep: bool) -> None:
        self.position, self.deep = position, deep
        self.reason: dict[int, _Move | None] = {}  # None: supposed
        self.singles: deque[int] = deque()
        self.pairs: dict[int, None] = {}  # an ordered set
        self.count = position.left() if position.total is not None else None
        self._learn(placement, None)

    def _learn(self, facts: Placement, move: _Move | None) -> None:
        known = self.position.known
        for x, value in facts.items():
            known[x] = value
            self.reason[x] = move
            if self.count is not None:
                self.count = self.count[0] - (value == MINE), self.count[1] - 1
            for d in self.position.clues_at(x):
                if d not in self.singles:
                    self.singles.append(d)

    def run(self) -> Break | None:
        """To the fixpoint; how it breaks, or None."""
        seen = 0
        while True:
            while self.singles:
                broken = self._single(self.singles.popleft())
                if broken is not None:
                    return broken
            if self.count is not None:
                mines, cells = self.count
                if not 0 <= mines <= cells:
                    return self._break(TOTAL, (TOTAL,))
                if cells and mines in (0, cells):
                    value = MINE if mines else SAFE
                    looked = frozenset(self.reason)
                    free = [x for x, old in enumerate(self.position.known) if old == UNKNOWN]
                    self._learn(dict.fromkeys(free, value), _Move((TOTAL,), looked))
                    continue
            if not self.deep:
                return None
            for x in list(self.reason)[seen:]:
                self._wake(x)
            seen = len(self.reason)
            while self.pairs and not self.singles:
                d = next(iter(self.pairs))
                del self.pairs[d]
                broken = self._pair(d)
                if broken is not None:
                    return broken
            if not self.singles:
                return None

    def _single(self, clue: int) -> Break | None:
        free, need = self.position.unknown(clue), self.position.need(clue)
        if not 0 <= need <= len(free):
            return self._break(clue, (clue,))
        if free and need in (0, len(free)):
            value = MINE if need else SAFE
            self._learn(dict.fromkeys(free, value), _Move((clue,), self._looked((clue,))))
        return None

    def _pair(self, clue: int) -> Break | None:
        if not self.position.unknown(clue):
            return None
        here = ways(self.position, clue)
        if here.union(here.refuted) == here.all:
            return self._break(clue, (clue, *smallest_covers(here.refuted, here.all)[0]))
        for x, value in here.settled().items():
            others = smallest_covers(here.refuted, here.all & ~here.with_value(x, value))
            clues = (clue, *(others[0] if others else ()))
            self._learn({x: value}, _Move(clues, self._looked(clues)))
        return None

    def _wake(self, cell: int) -> None:
        """Have another look at the clues that share an unknown cell with a clue at this one."""
        for d in self.position.clues_at(cell):
            for y in self.position.unknown(d):
                self.pairs.update(dict.fromkeys(self.position.clues_at(y)))

    def _looked(self, clues: Sequence[int]) -> frozenset[int]:
        return frozenset(x for d in clues for x in self.position.around[d] if x in self.reason)

    def _break(self, broken: int, clues: tuple[int, ...]) -> Break:
        """Go back from the break through the reasons."""
        looked = frozenset(self.reason) if broken == TOTAL else self._looked(clues)
        behind = {x for x in looked if self.reason[x] is not None}
        todo = list(behind)
        while todo:
            move = self.reason[todo.pop()]
            assert move is not None
            more = {x for x in move.looked if self.reason[x] is not None} - behind
            behind |= more
            todo += more
        moves = dict.fromkeys(move for x, move in self.reason.items() if x in behind and move is not None)
        used = frozenset(clues).union(*(move.clues for move in moves))
        return Break(broken, used, tuple(move.clues[0] for move in moves))


def play(position: Position, placement: Placement, deep: bool) -> Break | None:
    """Play a placement forward with tier 1 and the total, with tier 2 as well if ``deep``: how it breaks, or None.

    The position must be at a fixpoint of the rules that are played, as it is when the tiers come to this.
    """
    alone = Position(position.around, position.clues, position.known.copy(), position.total)
    return _Play(alone, placement, deep).run()


def refute(position: Position, clue: int, proved: Placement, deep: bool) -> list[tuple[Placement, Break]]:
    """The placements of ``clue`` that flip one of the proved cells, each with how it breaks."""
    here = ways(position, clue, others=False)
    found = []
    for placed in here.placements:
        placement = here.facts(placed)
        if not proved.items() <= placement.items():
            broken = play(position, placement, deep)
            if broken is None:
                return []
            found.append((placement, broken))
    return found


def fewest(position: Position, grid: Grid, clue: int, proved: Placement, deep: bool) -> list[tuple[Placement, Break]]:
    """The same refutations with clues dropped as long as they hold: total first, then from the farthest clue on."""
    found = refute(position, clue, proved, deep)
    used = frozenset[int]().union(*(broken.used for _, broken in found)) - {clue}
    row, col = grid.position(clue)

    def distance(d: int) -> tuple[int, int]:
        if d == TOTAL:
            return grid.size, 0
        other_row, other_col = grid.position(d)
        return (row - other_row) ** 2 + (col - other_col) ** 2, d

    for d in sorted(used, key=distance, reverse=True):
        if d in used:
            shorter = refute(position.restricted({clue, *used} - {d}), clue, proved, deep)
            if shorter:
                found = shorter
                used = frozenset[int]().union(*(broken.used for _, broken in found)) - {clue}
    return found
