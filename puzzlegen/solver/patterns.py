"""Finds the smallest explanation of each cell that tier 2 proves (clues read together), and its technique.

A cell is explained by as few clues as possible, and among those by the simplest technique of the table. Both are the
same in all images of a board, whichever clue the engine looked at first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.engine.solving.clue_rules import MINE
from puzzlegen.solver.position import Position, Ways, smallest_covers, ways
from puzzlegen.solver.techniques import ONE_TWO, RANK, TECHNIQUES, Evidence, in_line, technique_of


@dataclass(frozen=True, slots=True)
class Reading:
    """An explanation: ``clue`` is the one whose placements are listed, and ``others`` refute some of them."""

    technique: str
    clue: int
    others: tuple[int, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Technique and witnesses: two readings with the same key are the same explanation."""
        witnesses = (self.clue, *self.others)
        return self.technique, witnesses if TECHNIQUES[self.technique].by_clue else tuple(sorted(witnesses))


Explained = list[tuple[Reading, dict[int, int]]]


def readings_of(position: Position, grid: Grid, proved: dict[int, int]) -> Explained:
    """Return readings that together prove each of these cells once. ``proved`` maps a cell to MINE or SAFE."""
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
            Reading(technique_of(Evidence(position, grid, clue, others), 2).code, clue, others)
            for others in smallest_covers(here.refuted, flipping)
        ]
    least = min((len(reading.others), RANK[reading.technique]) for reading in found)
    return [reading for reading in found if (len(reading.others), RANK[reading.technique]) == least]


def _widened(
    readings: dict[int, list[Reading]], proved: dict[int, int], table: dict[int, Ways]
) -> dict[int, list[Reading]]:
    """Let techniques that are seen as one thing prove all that their clues prove (see Technique.whole)."""
    patterns = {
        found[0]
        for found in readings.values()
        if TECHNIQUES[found[0].technique].whole and len({r.key for r in found}) == 1
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
    """Join two 1-2s that stand back to back into a 1-2-2-1, unless two such patterns claim the same cell."""
    cells_of: dict[tuple[int, int], set[int]] = defaultdict(set)  # (the 2, the 1): what they prove
    for x, found in readings.items():
        for reading in found:
            if reading.technique == ONE_TWO.code:
                two, one = sorted((reading.clue, *reading.others), key=position.need, reverse=True)
                cells_of[two, one].add(x)
    lines: dict[Reading, set[int]] = {}
    for two, one in sorted(cells_of):
        far, end = 2 * two - one, 3 * two - 2 * one
        if two < far and (far, end) in cells_of and in_line(grid, one, two, far, end):
            cells = cells_of[two, one] | cells_of[far, end]
            before = [{x for x in cells_of[pair] if proved[x] == MINE} for pair in ((two, one), (far, end))]
            faced = before[0] <= set(position.unknown(far)) and before[1] <= set(position.unknown(two))
            if faced and _needs_all(position, (one, two, far, end), {x: proved[x] for x in cells}):
                evidence = Evidence(position, grid, two, (one, far, end), joined=True)
                lines[Reading(technique_of(evidence, 2).code, two, evidence.others)] = cells
    claimed: dict[int, list[Reading]] = defaultdict(list)
    for line, cells in lines.items():
        for x in cells:
            claimed[x].append(line)
    spoilt = {line for x in claimed for line in claimed[x] if any(lines[e] != lines[line] for e in claimed[x])}
    kept = {x: [line for line in found if line not in spoilt] for x, found in claimed.items()}
    return {x: found for x, found in kept.items() if found}


def _needs_all(position: Position, witnesses: Collection[int], proved: dict[int, int]) -> bool:
    """Whether every one of the clues is needed to prove the cells in one round of tier 2."""
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
    """Group the cells that have the same technique and witnesses, large groups first."""
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
