"""Clues read together (tier 2): which smallest explanation each proved cell has, and what players call it.

A cell is explained by the clues that take the fewest of them; among those by the simplest technique of the table. Both
are the same in all eight images of a board, whichever clue the engine happened to look at first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.engine.solving.clue_rules import MINE
from puzzlegen.solver.position import Position, Ways, smallest_covers, ways
from puzzlegen.solver.techniques import RANK


@dataclass(frozen=True, slots=True)
class Reading:
    """Clues read together: ``clue`` is the one whose placements are listed, ``others`` refute some of them."""

    technique: str
    clue: int
    others: tuple[int, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Technique and witnesses: readings alike in this say the same thing.

        A combination says of which clue the ways are listed, and is another one with another clue: the first.
        """
        witnesses = sorted((self.clue, *self.others))
        return self.technique, (self.clue, *self.others) if self.technique == "combination" else tuple(witnesses)


Explained = list[tuple[Reading, dict[int, int]]]


def readings_of(position: Position, grid: Grid, proved: dict[int, int]) -> Explained:
    """The readings that prove these cells between them, each cell once. ``proved`` maps a cell to MINE or SAFE."""
    table: dict[int, Ways] = {}
    readings: dict[int, list[Reading]] = {}
    for x, value in proved.items():
        for clue in position.clues_at(x):
            if clue not in table:
                table[clue] = ways(position, clue)
        readings[x] = _simplest(position, grid, x, value, table)
    for x, patterns in _widened(readings, proved, table).items():
        readings[x] = patterns
    readings |= _joined(position, grid, readings, proved)
    return list(_grouped(readings, proved))


def _simplest(position: Position, grid: Grid, cell: int, value: int, table: dict[int, Ways]) -> list[Reading]:
    found = []
    for clue in position.clues_at(cell):
        here = table[clue]
        flipping = here.all & ~here.with_value(cell, value)
        found += [
            Reading(name(position, grid, clue, others), clue, others)
            for others in smallest_covers(here.refuted, flipping)
        ]
    least = min((len(reading.others), RANK[reading.technique]) for reading in found)
    return [reading for reading in found if (len(reading.others), RANK[reading.technique]) == least]


def name(position: Position, grid: Grid, clue: int, others: tuple[int, ...]) -> str:
    """What a smallest reading is called."""
    if len(others) == 1:
        return _name_of_two(position, grid, clue, others[0])
    needs = [position.need(d) for d in others]
    if len(others) == 2 and position.need(clue) == 2 and needs == [1, 1] and _between(grid, others[0], clue, others[1]):
        return "1-2-1"
    return "combination"


def _name_of_two(position: Position, grid: Grid, clue: int, other: int) -> str:
    """Two clues prove something just where need(a) - need(b) = cells of a alone; a is the one that needs more."""
    a, b = (clue, other) if position.need(clue) >= position.need(other) else (other, clue)
    needs = position.need(b), position.need(a)
    of_a, of_b = set(position.unknown(a)), set(position.unknown(b))
    beside = grid.variant.side_by_side(_step(grid, a, b))
    if beside and needs == (1, 2) and len(of_a - of_b) == 1:
        return "1-2"
    if of_a <= of_b or of_b <= of_a:
        return "1-1" if beside and needs == (1, 1) else "subset"
    return "difference"


def _step(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """The offset from one cell to another: rows down and columns to the right."""
    (row, col), (other_row, other_col) = grid.position(a), grid.position(b)
    return other_row - row, other_col - col


def _between(grid: Grid, a: int, b: int, c: int) -> bool:
    """Whether ``b`` stands between two cells that it shares an edge with, all three in line."""
    step = _step(grid, a, b)
    return step == _step(grid, b, c) and grid.variant.side_by_side(step)


def _widened(
    readings: dict[int, list[Reading]], proved: dict[int, int], table: dict[int, Ways]
) -> dict[int, list[Reading]]:
    """Let a 1-2-1 prove, beside the cell it is needed for, all its three clues prove: it is seen as one thing."""
    patterns = {
        found[0] for found in readings.values() if found[0].technique == "1-2-1" and len({r.key for r in found}) == 1
    }
    wider: dict[int, list[Reading]] = defaultdict(list)
    for pattern in sorted(patterns, key=lambda reading: reading.key):
        witnesses = {pattern.clue, *pattern.others}
        for clue in witnesses & table.keys():
            here = table[clue]
            gone = here.union(witnesses - {clue})
            for x in here.cells:
                if x in proved and not here.all & ~here.with_value(x, proved[x]) & ~gone and pattern not in wider[x]:
                    wider[x].append(pattern)
    return {x: found for x, found in wider.items() if found}


def _joined(
    position: Position, grid: Grid, readings: dict[int, list[Reading]], proved: dict[int, int]
) -> dict[int, list[Reading]]:
    """Join two 1-2s that stand back to back to a 1-2-2-1, unless two such patterns claim the same cell."""
    cells_of: dict[tuple[int, int], set[int]] = defaultdict(set)  # (the 2, the 1): what they prove
    for x, found in readings.items():
        for reading in found:
            if reading.technique == "1-2":
                two, one = sorted((reading.clue, *reading.others), key=position.need, reverse=True)
                cells_of[two, one].add(x)
    lines: dict[Reading, set[int]] = {}
    for two, one in sorted(cells_of):
        far, end = 2 * two - one, 3 * two - 2 * one
        if two < far and (far, end) in cells_of and _between(grid, one, two, far) and _between(grid, two, far, end):
            cells = cells_of[two, one] | cells_of[far, end]
            before = [{x for x in cells_of[pair] if proved[x] == MINE} for pair in ((two, one), (far, end))]
            faced = before[0] <= set(position.unknown(far)) and before[1] <= set(position.unknown(two))
            if faced and _needs_all(position, (one, two, far, end), {x: proved[x] for x in cells}):
                lines[Reading("1-2-2-1", two, (one, far, end))] = cells
    claimed: dict[int, list[Reading]] = defaultdict(list)
    for line, cells in lines.items():
        for x in cells:
            claimed[x].append(line)
    spoilt = {line for x in claimed for line in claimed[x] if any(lines[e] != lines[line] for e in claimed[x])}
    kept = {x: [line for line in found if line not in spoilt] for x, found in claimed.items()}
    return {x: found for x, found in kept.items() if found}


def _needs_all(position: Position, witnesses: Collection[int], proved: dict[int, int]) -> bool:
    """Whether none of the clues can be spared for proving the cells at once with tier 2."""
    return not any(proves(position, set(witnesses) - {w}, proved) for w in witnesses)


def proves(position: Position, witnesses: Collection[int], proved: dict[int, int]) -> bool:
    """Whether one round of tier 2 with only these clues printed proves all the cells."""
    alone = position.restricted(witnesses)
    facts: dict[int, int] = {}
    for clue in alone.clues:
        if alone.unknown(clue):
            facts |= ways(alone, clue).settled()
    return proved.items() <= facts.items()


def _grouped(readings: dict[int, list[Reading]], proved: dict[int, int]) -> Iterator[tuple[Reading, dict[int, int]]]:
    """Say the same thing once: cells with the same technique and witnesses belong together, large groups first."""
    groups: dict[tuple[str, tuple[int, ...]], set[int]] = defaultdict(set)
    for x, found in readings.items():
        for reading in found:
            groups[reading.key].add(x)
    left = set(readings)
    while left:
        key = max(groups, key=lambda k: (len(groups[k] & left), [-w for w in k[1]]))
        cells = sorted(groups.pop(key) & left, key=lambda x: (proved[x] != MINE, x))
        left -= set(cells)
        reading = next(r for r in readings[cells[0]] if r.key == key)
        yield replace(reading, others=tuple(sorted(reading.others))), {x: proved[x] for x in cells}
