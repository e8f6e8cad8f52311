"""Explains the rounds of a trace: finds the witnesses and the technique of each deduction.

The engine records only which clue proved a cell, and in which round. All else follows from the position before that
round, so it is computed here, in plain Python and only on demand. A cell is explained by as few clues as possible, and
then by the simplest technique of the table. Both are the same in all images of a board, because they do not depend on
the order in which the engine visits clues.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import NO_CELL
from puzzlegen.board.puzzle import Deduction, Method, Puzzle
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver.position import (
    Placements,
    Position,
    Values,
    joint_values,
    mines_and_safe,
    neighbors_of,
    placements_of,
    smallest_covers,
)
from puzzlegen.solver.proof_search import Proof, ProofSearch, disjoint_proofs, joined
from puzzlegen.solver.refutation_reasons import reduced_refutations
from puzzlegen.solver.techniques import (
    DISJOINT,
    DISJOINT_SAFE,
    ONE_TWO,
    RANK,
    TECHNIQUES,
    Evidence,
    in_line,
    technique_of,
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """Clues that prove cells together: ``others`` refute placements of the mines of ``clue``."""

    technique: str
    clue: int
    others: tuple[int, ...]

    @property
    def key(self) -> tuple[str, tuple[int, ...]]:
        """Technique and witnesses: two patterns with the same key are the same explanation."""
        return self.technique, tuple(sorted((self.clue, *self.others)))


PatternsAt = dict[int, list[Pattern]]  # of each cell, the patterns that prove it


def patterns_of(position: Position, grid: Grid, proved: Values) -> list[tuple[Pattern, Values]]:
    """Return patterns that together prove each of the cells ``proved`` once, each with its cells and their values."""
    table: dict[int, Placements] = {}
    patterns_at: PatternsAt = {}
    for x, value in proved.items():
        for clue in position.clues_at(x):
            if clue not in table:
                table[clue] = placements_of(position, clue)
        if patterns := _simplest(position, grid, x, value, table):
            patterns_at[x] = patterns
    patterns_at |= _widened(position, patterns_at, proved)
    patterns_at |= _joined(position, grid, patterns_at, proved)
    return list(_grouped(patterns_at, proved))


def _simplest(position: Position, grid: Grid, cell: int, value: int, table: dict[int, Placements]) -> list[Pattern]:
    """Return the patterns with the fewest clues, and then the simplest technique, that prove the cell's value."""
    patterns = []
    for clue in position.clues_at(cell):
        placements = table[clue]
        contrary = placements.all & ~placements.with_value(cell, value)
        patterns += [
            Pattern(technique_of(Evidence(position, grid, clue, others), 2).code, clue, others)
            for others in smallest_covers(placements.refuted, contrary)
        ]
    least = min(((len(pattern.others), RANK[pattern.technique]) for pattern in patterns), default=None)
    return [pattern for pattern in patterns if (len(pattern.others), RANK[pattern.technique]) == least]


def _widened(position: Position, patterns_at: PatternsAt, proved: Values) -> PatternsAt:
    """Return all cells that patterns of a ``whole`` technique prove (see Technique), each with its patterns."""
    patterns = {
        here[0]
        for here in patterns_at.values()
        if TECHNIQUES[here[0].technique].whole and len({pattern.key for pattern in here}) == 1
    }
    wider: PatternsAt = defaultdict(list)
    for pattern in sorted(patterns, key=lambda pattern: pattern.key):
        for x in joint_values(position, (pattern.clue, *pattern.others)).keys() & proved.keys():
            wider[x].append(pattern)
    return wider


def _joined(position: Position, grid: Grid, patterns_at: PatternsAt, proved: Values) -> PatternsAt:
    """Join two 1-2s back to back into a 1-2-2-1, unless different ones prove the same cell; return their cells."""
    lines = _lines(position, grid, _one_twos(position, patterns_at), proved)
    lines_at: PatternsAt = defaultdict(list)
    for line, cells in lines.items():
        for x in cells:
            lines_at[x].append(line)
    overlapping = {
        line for there in lines_at.values() for line in there if any(lines[other] != lines[line] for other in there)
    }
    kept = {x: [line for line in there if line not in overlapping] for x, there in lines_at.items()}
    return {x: there for x, there in kept.items() if there}


CellsOfPairs = dict[tuple[int, int], set[int]]  # (the 2, the 1) of each 1-2: the cells that it proves


def _one_twos(position: Position, patterns_at: PatternsAt) -> CellsOfPairs:
    """Return the cells that each 1-2 proves."""
    cells_of: CellsOfPairs = defaultdict(set)
    for x, patterns in patterns_at.items():
        for pattern in patterns:
            if pattern.technique == ONE_TWO.code:
                the_2, the_1 = sorted((pattern.clue, *pattern.others), key=position.need, reverse=True)
                cells_of[the_2, the_1].add(x)
    return cells_of


def _lines(position: Position, grid: Grid, cells_of: CellsOfPairs, proved: Values) -> dict[Pattern, set[int]]:
    """Return each pattern that two 1-2s back to back form, with its cells."""
    lines: dict[Pattern, set[int]] = {}
    for near, near_end in sorted(cells_of):
        far = grid.beyond(near_end, near)
        far_end = grid.beyond(near, far) if far != NO_CELL else NO_CELL
        if near < far and (far, far_end) in cells_of and in_line(grid, near_end, near, far, far_end):
            cells = cells_of[near, near_end] | cells_of[far, far_end]
            mines = [{x for x in cells_of[pair] if proved[x] == MINE} for pair in ((near, near_end), (far, far_end))]
            facing = mines[0] <= set(position.unknown(far)) and mines[1] <= set(position.unknown(near))
            if facing and _needs_all(position, (near_end, near, far, far_end), {x: proved[x] for x in cells}):
                evidence = Evidence(position, grid, near, (near_end, far, far_end), joined=True)
                lines[Pattern(technique_of(evidence, 2).code, near, evidence.others)] = cells
    return lines


def _needs_all(position: Position, witnesses: Collection[int], proved: Values) -> bool:
    """Return whether each of the clues is necessary to prove the cells in one round of tier 2."""
    return not any(proves(position, set(witnesses) - {w}, proved) for w in witnesses)


def proves(position: Position, witnesses: Collection[int], proved: Values) -> bool:
    """Return whether these clues together prove all the cells."""
    return proved.items() <= joint_values(position, tuple(witnesses)).items()


def _grouped(patterns_at: PatternsAt, proved: Values) -> Iterator[tuple[Pattern, Values]]:
    """Group the cells that have the same technique and witnesses, large groups first."""
    groups: dict[tuple[str, tuple[int, ...]], set[int]] = defaultdict(set)
    for x, patterns in patterns_at.items():
        for pattern in patterns:
            groups[pattern.key].add(x)
    left = set(patterns_at)
    while left:
        key = max(groups, key=lambda k: (len(groups[k] & left), [-w for w in k[1]]))
        cells = sorted(groups.pop(key) & left, key=lambda x: (proved[x] != MINE, x))
        left -= set(cells)
        pattern = next(candidate for candidate in patterns_at[cells[0]] if candidate.key == key)
        yield replace(pattern, others=tuple(sorted(pattern.others))), {x: proved[x] for x in cells}


_METHODS = get_args(Method)  # simple ones first
When = tuple[int, int]  # moment, tier


def deductions_at(
    puzzle: Puzzle,
    known: NDArray[np.int8],
    moment: NDArray[np.int32],
    by: NDArray[np.int32],
    when: When,
    *,
    only_shortest: bool = False,
) -> list[Deduction]:
    """Explain one moment of a trace; return its deductions, simple techniques and short proofs first.

    The arrays are as in solver.tiers.Trace. With ``only_shortest``, a moment of tier 3 or 4 gives only the deduction
    that is shortest to tell.
    """
    now, tier = when
    position = _position(puzzle, np.where((moment >= 0) & (moment < now), known, UNKNOWN))
    cells = np.flatnonzero(moment == now).tolist()
    proved = {x: int(known[x]) for x in cells}
    if tier == 1:
        sources = sorted({int(by[x]) for x in cells})
        deductions = [
            _from_single_clue(position, puzzle.grid, when, clue, {x: proved[x] for x in cells if by[x] == clue})
            for clue in sources
        ]
    elif tier == 2:
        patterns = patterns_of(position, puzzle.grid, proved)
        deductions = [_from_pattern(position, when, *pattern) for pattern in patterns]
    elif all(by[x] == TOTAL for x in cells):
        deductions = _from_disjoint_clues(position, when, proved)[: 1 if only_shortest else None]
    else:
        deductions = _from_suppositions(_Moment(position, puzzle.grid, when, by), proved, only_shortest)
    return sorted(deductions, key=lambda step: (TECHNIQUES[step.technique].complexity, length_of(step), step.witnesses))


def next_deduction(
    puzzle: Puzzle, known: NDArray[np.int8], proved: Values, provable: NDArray[np.int8]
) -> Deduction | None:
    """Return the first deduction to explain among those that prove these cells at tiers 1 and 2; None if there is none.

    It is the one with the fewest clues and the simplest technique, with all cells that its clues prove together. Any
    clue of it, or at one of its cells, that proves something alone comes first. ``known`` is the position, int8 with
    one entry a cell; ``proved`` are the values of some cells. What is unknown in ``provable``, the position where the
    tiers of the solution end, is left out.
    """
    position, grid = _position(puzzle, known), puzzle.grid
    step = _from_one_of(position, grid, _clues_at(position, proved)) or _from_total(position, grid)
    if step is not None:
        return step
    patterns = [pattern for pattern, _ in patterns_of(position, grid, proved)]
    pattern = min(patterns, key=lambda pattern: (len(pattern.others), RANK[pattern.technique]), default=None)
    if pattern is None:
        return None
    witnesses = pattern.clue, *pattern.others
    values = {x: value for x, value in joint_values(position, witnesses).items() if provable[x] != UNKNOWN}
    if not values:  # clues that contradict each other
        return None
    clues = {*witnesses, *_clues_at(position, values)}
    return _from_one_of(position, grid, clues) or _from_pattern(position, (0, 2), pattern, values)


def _from_total(position: Position, grid: Grid) -> Deduction | None:
    """Return what the printed total proves alone; None if it proves nothing."""
    mines, cells = position.remaining() if position.total is not None else (0, 0)
    if not cells or mines not in (0, cells):
        return None
    free = dict.fromkeys((x for x, old in enumerate(position.known) if old == UNKNOWN), MINE if mines else SAFE)
    return _from_single_clue(position, grid, (0, 1), TOTAL, free)


def _clues_at(position: Position, cells: Iterable[int]) -> set[int]:
    return {clue for x in cells for clue in position.clues_at(x)}


def _from_one_of(position: Position, grid: Grid, clues: Iterable[int]) -> Deduction | None:
    """Return what one of the clues proves alone, first one that needs no more mine; None if none proves anything."""
    free = {clue: cells for clue in clues if (cells := position.unknown(clue))}
    deciding = [clue for clue, cells in free.items() if position.need(clue) in (0, len(cells))]
    if not deciding:
        return None
    clue = min(deciding, key=lambda clue: (position.need(clue) > 0, clue))
    value = MINE if position.need(clue) else SAFE
    return _from_single_clue(position, grid, (0, 1), clue, dict.fromkeys(free[clue], value))


def _position(puzzle: Puzzle, known: NDArray[np.int8]) -> Position:
    clues = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
    return Position(neighbors_of(puzzle.grid), clues, known.tolist(), puzzle.total)


def length_of(step: Deduction) -> tuple[int, int]:
    """Return how long the explanation of a deduction is: the rank of its method, and the number of consequences."""
    return _METHODS.index(step.method), sum(len(branch.consequences) for branch in step.branches)


def _from_single_clue(position: Position, grid: Grid, when: When, clue: int, proved: Values) -> Deduction:
    """Explain a deduction of tier 1 by the clue that the engine names, or by the printed total."""
    moment, tier = when
    mines, safe = mines_and_safe(proved)
    technique = technique_of(Evidence(position, grid, clue), tier).code
    if clue == TOTAL:
        return Deduction(moment, tier, technique, (), mines, safe, total=True)
    return Deduction(moment, tier, technique, (clue,), mines, safe, needs=(position.need(clue),))


def _from_pattern(position: Position, when: When, pattern: Pattern, proved: Values) -> Deduction:
    """Explain a deduction of tier 2 by a pattern of clues."""
    moment, tier = when
    witnesses = _in_order(position, pattern)
    needs = tuple(position.need(clue) for clue in witnesses)
    return Deduction(moment, tier, pattern.technique, witnesses, *mines_and_safe(proved), needs=needs)


def _in_order(position: Position, pattern: Pattern) -> tuple[int, ...]:
    """Return the witnesses in the order that the technique sets (see Technique.first)."""
    witnesses = (pattern.clue, *pattern.others)
    match TECHNIQUES[pattern.technique].first:
        case "cells":
            return tuple(sorted(witnesses, key=lambda clue: -len(position.unknown(clue))))
        case "need":
            return tuple(sorted(witnesses, key=lambda clue: -position.need(clue)))
    return witnesses


def _from_disjoint_clues(position: Position, when: When, proved: Values) -> list[Deduction]:
    """Explain a deduction of disjoint clues and the printed total."""
    moment, tier = when
    deductions = []
    for clues, values in disjoint_proofs(position, proved):
        technique = DISJOINT if SAFE in values.values() else DISJOINT_SAFE
        needs = tuple(map(position.need, clues))
        deductions.append(
            Deduction(moment, tier, technique.code, clues, *mines_and_safe(values), needs=needs, total=True)
        )
    return deductions


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of tier 3 or 4. ``by`` has the clue whose placements proved each cell."""

    position: Position
    grid: Grid
    when: When
    by: NDArray[np.int32]

    @property
    def deep(self) -> bool:
        """Whether clues are read together."""
        return self.when[1] == 4

    def source(self, cell: int) -> int:
        """Return the clue whose placements prove the cell: where no clue is recorded, the one with the fewest."""
        by = int(self.by[cell])
        return by if by >= 0 else min(self.position.clues_at(cell), key=self.position.placement_count)

    def deduction(self, proof: Proof) -> Deduction:
        """Return the deduction of a proof."""
        moment, tier = self.when
        named = [step.clues for branch in proof.branches for step in branch.consequences]
        named += [branch.clash.clues for branch in proof.branches if branch.clash is not None]
        first = () if proof.clue is None else (proof.clue,)
        witnesses = tuple(dict.fromkeys((*first, *sorted(clue for clues in named for clue in clues))))
        return Deduction(
            moment,
            tier,
            technique_of(Evidence(self.position, self.grid, TOTAL if proof.clue is None else proof.clue), tier).code,
            witnesses,
            *mines_and_safe(proof.proved),
            proof.method,
            proof.branches,
            tuple(self.position.need(witness) for witness in witnesses),
            () in named,
        )


def _from_suppositions(moment: _Moment, proved: Values, only_shortest: bool) -> list[Deduction]:
    """Prove the cells of a moment of tier 3 or 4, each by what is shortest to tell."""
    best = _shortest_proofs(moment, proved, only_shortest)
    in_order = sorted(best.values(), key=lambda proof: proof.length)
    proofs = joined(proof for proof in in_order if not only_shortest or proof.length == in_order[0].length)
    if proofs and only_shortest:
        return [moment.deduction(proofs[0])]
    unproved = {x: value for x, value in proved.items() if x not in best}
    source_of = {x: moment.source(x) for x in unproved}
    sources = sorted(set(source_of.values()))
    if only_shortest:  # the clue with the fewest placements has the least to try out
        sources = [min(sources, key=moment.position.placement_count)]
    proofs += [
        _listed(moment, clue, {x: value for x, value in unproved.items() if source_of[x] == clue}) for clue in sources
    ]
    return [moment.deduction(proof) for proof in proofs]


def _shortest_proofs(moment: _Moment, proved: Values, only_shortest: bool) -> dict[int, Proof]:
    """Return the shortest proof of each cell that a search can prove; with ``only_shortest``, of the first search."""
    search = ProofSearch(moment.position, moment.deep, only_shortest=only_shortest)
    best: dict[int, Proof] = {}
    finders = [search.by_supposition, search.by_placements, search.by_long_supposition]
    if not moment.deep:  # a short chain with pairs of clues is easier to follow than a long one or a list
        pairs = ProofSearch(moment.position, deep=True, only_shortest=only_shortest)
        finders[2:2] = [pairs.by_supposition, pairs.by_placements]
    for find in finders:
        for proof in find({x: value for x, value in proved.items() if x not in best}):
            (cell,) = proof.proved
            best[cell] = min(best.get(cell, proof), proof, key=lambda proof: proof.length)
        if best and only_shortest:
            return best | {x: proof for proof in find(_beside(moment.position, best)) for x in proof.proved}
    return best


def _beside(position: Position, best: dict[int, Proof]) -> Values:
    """Return the cells from which the chain of the shortest supposition may follow, too, with what that would prove."""
    proof = min(best.values(), key=lambda proof: proof.length)
    if proof.method != "suppose":
        return {}
    (branch,), (value, *_) = proof.branches, proof.proved.values()
    assert branch.clash is not None
    clues = (*(consequence.clues for consequence in branch.consequences), branch.clash.clues)[0]
    return {x: value for clue in clues for x in position.unknown(clue) if x not in best}


def _listed(moment: _Moment, clue: int, proved: Values) -> Proof:
    """Prove cells by refuting all placements of the clue's mines that disagree with them."""
    refuted = reduced_refutations(moment.position, moment.grid, clue, proved, moment.deep)
    return Proof("list", proved, clue, tuple(contradiction.branch for _, contradiction in refuted))
