"""Finds the smallest pattern of clues that proves each cell of tier 2 (clues read together), and its technique.

A cell is explained by as few clues as possible, and then by the simplest technique of the table. Both are the same in
all images of a board, because they do not depend on the order in which the engine visits clues.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from puzzlegen.board.grid import NO_CELL, Grid
from puzzlegen.engine.solving.clue_rules import MINE
from puzzlegen.solver.position import Placements, Position, Values, placements_of, smallest_covers
from puzzlegen.solver.techniques import ONE_TWO, RANK, TECHNIQUES, Evidence, in_line, technique_of


@dataclass(frozen=True, slots=True)
class Pattern:
    """Clues that prove cells together: ``others`` refute placements of the mines of ``clue``."""

    technique: str
    clue: int
    others: tuple[int, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Technique and witnesses: two patterns with the same key are the same explanation."""
        witnesses = (self.clue, *self.others)
        return self.technique, witnesses if TECHNIQUES[self.technique].by_clue else tuple(sorted(witnesses))


PatternsAt = dict[int, list[Pattern]]  # of each cell, the patterns that prove it


def patterns_of(position: Position, grid: Grid, proved: Values) -> list[tuple[Pattern, Values]]:
    """Return patterns that together prove each of the cells ``proved`` once, each with its cells and their values."""
    table: dict[int, Placements] = {}
    patterns_at: PatternsAt = {}
    for x, value in proved.items():
        for clue in position.clues_at(x):
            if clue not in table:
                table[clue] = placements_of(position, clue)
        patterns_at[x] = _simplest(position, grid, x, value, table)
    patterns_at |= _widened(patterns_at, proved, table)
    patterns_at |= _joined(position, grid, patterns_at, proved)
    return list(_grouped(patterns_at, proved))


def _simplest(position: Position, grid: Grid, cell: int, value: int, table: dict[int, Placements]) -> list[Pattern]:
    """Return the patterns with the fewest clues, and then the simplest technique, that prove the cell's value."""
    found = []
    for clue in position.clues_at(cell):
        placements = table[clue]
        contrary = placements.all & ~placements.with_value(cell, value)
        found += [
            Pattern(technique_of(Evidence(position, grid, clue, others), 2).code, clue, others)
            for others in smallest_covers(placements.refuted, contrary)
        ]
    least = min((len(pattern.others), RANK[pattern.technique]) for pattern in found)
    return [pattern for pattern in found if (len(pattern.others), RANK[pattern.technique]) == least]


def _widened(patterns_at: PatternsAt, proved: Values, table: dict[int, Placements]) -> PatternsAt:
    """Return all cells that patterns of a ``whole`` technique prove (see Technique), each with its patterns."""
    patterns = {
        found[0]
        for found in patterns_at.values()
        if TECHNIQUES[found[0].technique].whole and len({one.key for one in found}) == 1
    }
    wider: PatternsAt = defaultdict(list)
    for pattern in sorted(patterns, key=lambda pattern: pattern.key):
        witnesses = {pattern.clue, *pattern.others}
        for clue in witnesses & table.keys():
            placements = table[clue]
            possible = placements.all & ~placements.refuted_by(witnesses - {clue})
            for x in placements.cells:
                if x not in proved or possible & ~placements.with_value(x, proved[x]):
                    continue
                if pattern not in wider[x]:
                    wider[x].append(pattern)
    return {x: found for x, found in wider.items() if found}


def _joined(position: Position, grid: Grid, patterns_at: PatternsAt, proved: Values) -> PatternsAt:
    """Join two 1-2s back to back into a 1-2-2-1, unless different ones prove the same cell; return their cells."""
    cells_of: dict[tuple[int, int], set[int]] = defaultdict(set)  # (the 2, the 1): the cells they prove
    for x, found in patterns_at.items():
        for pattern in found:
            if pattern.technique == ONE_TWO.code:
                two, one = sorted((pattern.clue, *pattern.others), key=position.need, reverse=True)
                cells_of[two, one].add(x)
    lines: dict[Pattern, set[int]] = {}
    for two, one in sorted(cells_of):
        far = grid.beyond(one, two)
        end = grid.beyond(two, far) if far != NO_CELL else NO_CELL
        if two < far and (far, end) in cells_of and in_line(grid, one, two, far, end):
            cells = cells_of[two, one] | cells_of[far, end]
            mines = [{x for x in cells_of[pair] if proved[x] == MINE} for pair in ((two, one), (far, end))]
            facing = mines[0] <= set(position.unknown(far)) and mines[1] <= set(position.unknown(two))
            if facing and _needs_all(position, (one, two, far, end), {x: proved[x] for x in cells}):
                evidence = Evidence(position, grid, two, (one, far, end), joined=True)
                lines[Pattern(technique_of(evidence, 2).code, two, evidence.others)] = cells
    lines_at: PatternsAt = defaultdict(list)
    for line, cells in lines.items():
        for x in cells:
            lines_at[x].append(line)
    overlapping = {
        line for found in lines_at.values() for line in found if any(lines[other] != lines[line] for other in found)
    }
    kept = {x: [line for line in found if line not in overlapping] for x, found in lines_at.items()}
    return {x: found for x, found in kept.items() if found}


def _needs_all(position: Position, witnesses: Collection[int], proved: Values) -> bool:
    """Return whether each of the clues is necessary to prove the cells in one round of tier 2."""
    return not any(proves(position, set(witnesses) - {w}, proved) for w in witnesses)


def proves(position: Position, witnesses: Collection[int], proved: Values) -> bool:
    """Return whether one round of tier 2 with only these clues proves all the cells."""
    alone = position.restricted(witnesses)
    found: Values = {}
    for clue in alone.clues:
        if alone.unknown(clue):
            found |= placements_of(alone, clue).shared_values()
    return proved.items() <= found.items()


def _grouped(patterns_at: PatternsAt, proved: Values) -> Iterator[tuple[Pattern, Values]]:
    """Group the cells that have the same technique and witnesses, large groups first."""
    groups: dict[tuple[str, tuple[int, ...]], set[int]] = defaultdict(set)
    for x, found in patterns_at.items():
        for pattern in found:
            groups[pattern.key].add(x)
    left = set(patterns_at)
    while left:
        key = max(groups, key=lambda k: (len(groups[k] & left), [-w for w in k[1]]))
        cells = sorted(groups.pop(key) & left, key=lambda x: (proved[x] != MINE, x))
        left -= set(cells)
        pattern = next(found for found in patterns_at[cells[0]] if found.key == key)
        yield replace(pattern, others=tuple(sorted(pattern.others))), {x: proved[x] for x in cells}
