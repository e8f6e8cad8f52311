"""A board in the middle of a solve, in plain Python for explanations: what is known and what each clue still needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import combinations, pairwise
from math import comb
from operator import or_

from puzzlegen.board.grid import Grid
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.solving.findings import TOTAL

Around = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def around_of(grid: Grid) -> Around:
    """The neighbours of each cell."""
    start, cells = (part.tolist() for part in (grid.neighbourhood.start, grid.neighbourhood.cells))
    return tuple(tuple(cells[a:b]) for a, b in pairwise(start))


@dataclass(slots=True)
class Position:
    """``clues`` maps a cell to its number; ``known`` has one entry a cell; ``total`` is None if it may not be used."""

    around: Around
    clues: dict[int, int]
    known: list[int]
    total: int | None

    def restricted(self, witnesses: Collection[int]) -> Position:
        """A copy in which nothing but these clues is printed; TOTAL among them keeps the total."""
        clues = {c: self.clues[c] for c in witnesses if c != TOTAL}
        return Position(self.around, clues, self.known.copy(), self.total if TOTAL in witnesses else None)

    def clues_at(self, cell: int) -> list[int]:
        """The clues that touch a cell."""
        return [d for d in self.around[cell] if d in self.clues]

    def unknown(self, clue: int) -> list[int]:
        """A clue's unknown neighbours."""
        return [x for x in self.around[clue] if self.known[x] == UNKNOWN]

    def need(self, clue: int) -> int:
        """Mines still to be placed among a clue's unknown neighbours."""
        return self.clues[clue] - sum(self.known[x] == MINE for x in self.around[clue])

    def choices(self, clue: int) -> int:
        """How many ways there are to place a clue's mines, looking at nothing else; 0 for the total."""
        return 0 if clue == TOTAL else comb(len(self.unknown(clue)), max(self.need(clue), 0))

    def left(self) -> tuple[int, int]:
        """Mines of the total not placed yet, and unknown cells. Only for a position with a total."""
        assert self.total is not None
        return self.total - self.known.count(MINE), self.known.count(UNKNOWN)


@dataclass(slots=True)
class Ways:
    """The placements of one clue's mines, as masks over its unknown ``cells``, and what each other clue alone refutes.

    A set of placements is a mask too, over their list: ``refuted[d]`` are those that clue ``d`` contradicts.
    """

    clue: int
    cells: list[int]
    placements: list[int]
    refuted: dict[int, int] = field(default_factory=dict)

    @property
    def all(self) -> int:
        """Every placement."""
        return (1 << len(self.placements)) - 1

    def with_value(self, cell: int, value: int) -> int:
        """The placements in which the cell has the value."""
        bit = self.cells.index(cell)
        return sum(1 << k for k, placed in enumerate(self.placements) if (placed >> bit & 1) == (value == MINE))

    def facts(self, placed: int) -> dict[int, int]:
        """A placement as cell to MINE or SAFE."""
        return {x: MINE if placed >> i & 1 else SAFE for i, x in enumerate(self.cells)}

    def union(self, others: Iterable[int]) -> int:
        """The placements that one of the other clues refutes."""
        return reduce(or_, (self.refuted.get(d, 0) for d in others), 0)

    def settled(self) -> dict[int, int]:
        """What all placements share that no other clue refutes; there must be one."""
        gone = self.union(self.refuted)
        alive = [p for k, p in enumerate(self.placements) if not gone >> k & 1]
        in_all, in_any = alive[0], alive[0]
        for placed in alive:
            in_all, in_any = in_all & placed, in_any | placed
        proved = {x: MINE for i, x in enumerate(self.cells) if in_all >> i & 1}
        return proved | {x: SAFE for i, x in enumerate(self.cells) if not in_any >> i & 1}


def ways(position: Position, clue: int, others: bool = True) -> Ways:
    """The ways to complete a clue; ``others`` works out what the other clues refute."""
    cells = position.unknown(clue)
    need = position.need(clue)
    bits = [1 << i for i in range(len(cells))]
    found = Ways(clue, cells, [sum(chosen) for chosen in combinations(bits, need)] if need >= 0 else [])
    if not others:
        return found
    touched: dict[int, int] = {}
    for bit, x in zip(bits, cells, strict=True):
        for d in position.clues_at(x):
            touched[d] = touched.get(d, 0) | bit
    touched.pop(clue, None)
    for d, mask in touched.items():
        width = mask.bit_count()
        most = position.need(d)
        fewest = most - (len(position.unknown(d)) - width)
        if most < min(width, need) or fewest > max(0, need - len(cells) + width):
            gone = 0
            for k, placed in enumerate(found.placements):
                if not fewest <= (placed & mask).bit_count() <= most:
                    gone |= 1 << k
            if gone:
                found.refuted[d] = gone
    return found


def smallest_covers(refuted: dict[int, int], flipping: int) -> list[tuple[int, ...]]:
    """The smallest sets of clues that together refute all of ``flipping``: all of one or two clues, one of more.

    Each other clue refutes placements on its own at tier 2, so a smallest explanation is a smallest set cover.
    """
    useful = {d: gone & flipping for d, gone in sorted(refuted.items()) if gone & flipping}
    if reduce(or_, useful.values(), 0) != flipping:
        return []
    for size in range(1, len(useful) + 1):
        if size > 2:  # a clue that refutes no more than another is of no use to just one cover
            useful = {
                d: gone
                for d, gone in useful.items()
                if not any(gone | more == more and (gone != more or e < d) for e, more in useful.items() if e != d)
            }
        found = []
        for chosen in combinations(useful, size):
            if reduce(or_, (useful[d] for d in chosen)) == flipping:
                found.append(chosen)
                if size > 2:
                    break
        if found:
            return found
    return []
