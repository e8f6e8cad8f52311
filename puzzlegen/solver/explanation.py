"""Explains the rounds of a trace: finds the witnesses and the technique of each deduction.

The engine records only which clue proved a cell, and in which round. All else follows from the position before that
round, so it is computed here, in plain Python and only on demand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.solving.round_deductions import TOTAL
from puzzlegen.solver.patterns import Pattern, patterns_of
from puzzlegen.solver.position import Position, Values, neighbors_of
from puzzlegen.solver.refutation_reasons import Contradiction, clues_used, reduced_refutations
from puzzlegen.solver.techniques import TECHNIQUES, Evidence, technique_of

When = tuple[int, int, int]  # moment, tier, clues with a deduction


def deductions_at(
    puzzle: Puzzle,
    known: NDArray[np.int8],
    moment: NDArray[np.int32],
    by: NDArray[np.int32],
    when: When,
    *,
    one: bool = False,
) -> list[Deduction]:
    """Explain one moment of a trace; return its deductions, simple techniques first.

    The arrays are as in solver.trace.Trace. ``one`` returns a single deduction of a moment of tier 3 or 4: that of the
    clue with the fewest ways to place its mines, because it has the least to try out.
    """
    now, tier, _ = when
    clues = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
    before = np.where((moment >= 0) & (moment < now), known, UNKNOWN)
    position = Position(neighbors_of(puzzle.grid), clues, before.tolist(), puzzle.total)
    cells = np.flatnonzero(moment == now).tolist()
    proved = {x: int(known[x]) for x in cells}
    if tier == 2:
        found = [_from_pattern(position, when, *pattern) for pattern in patterns_of(position, puzzle.grid, proved)]
    else:
        found = []
        sources = sorted({int(by[x]) for x in cells})
        if one and tier > 2:
            sources = [min(sources, key=position.placement_count)]
        explain = _from_single_clue if tier == 1 else _from_refutations
        for clue in sources:
            cells_of_clue = {x: value for x, value in proved.items() if by[x] == clue}
            found.append(explain(position, puzzle.grid, when, clue, cells_of_clue))
    return sorted(found, key=lambda step: (TECHNIQUES[step.technique].weight, step.witnesses))


def _mines_and_safe(values: Values) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(x for x in sorted(values) if values[x] == MINE), tuple(x for x in sorted(values) if values[x] == SAFE)


def _from_single_clue(position: Position, grid: Grid, when: When, clue: int, proved: Values) -> Deduction:
    """Explain a deduction of tier 1 by the clue that the engine names, or by the printed total."""
    moment, tier, available = when
    mines, safe = _mines_and_safe(proved)
    technique = technique_of(Evidence(position, grid, clue), tier).code
    if clue == TOTAL:
        return Deduction(moment, tier, technique, (), mines, safe, available, total=True)
    return Deduction(moment, tier, technique, (clue,), mines, safe, available, needs=(position.need(clue),))


def _from_pattern(position: Position, when: When, pattern: Pattern, proved: Values) -> Deduction:
    """Explain a deduction of tier 2 by a pattern of clues."""
    moment, tier, available = when
    witnesses = _in_order(position, pattern)
    needs = tuple(position.need(clue) for clue in witnesses)
    return Deduction(moment, tier, pattern.technique, witnesses, *_mines_and_safe(proved), available, needs=needs)


def _in_order(position: Position, pattern: Pattern) -> tuple[int, ...]:
    """Return the witnesses in the order that the technique sets (see Technique.first)."""
    witnesses = (pattern.clue, *pattern.others)
    match TECHNIQUES[pattern.technique].first:
        case "cells":
            return tuple(sorted(witnesses, key=lambda clue: -len(position.unknown(clue))))
        case "need":
            return tuple(sorted(witnesses, key=lambda clue: -position.need(clue)))
    return witnesses


def _from_refutations(position: Position, grid: Grid, when: When, clue: int, proved: Values) -> Deduction:
    """Explain a deduction of tier 3 or 4 by refuting all placements of the clue's mines that disagree with it."""
    moment, tier, available = when
    found = reduced_refutations(position, grid, clue, proved, deep=tier == 4)
    used = clues_used(found)
    witnesses = (clue, *sorted(used - {clue, TOTAL}))
    return Deduction(
        moment,
        tier,
        technique_of(Evidence(position, grid, clue), tier).code,
        witnesses,
        *_mines_and_safe(proved),
        available,
        tuple(_refutation(placement, contradiction) for placement, contradiction in found),
        tuple(position.need(witness) for witness in witnesses),
        TOTAL in used,
    )


def _refutation(placement: Values, contradiction: Contradiction) -> Refutation:
    chain = tuple(None if clue == TOTAL else clue for clue in contradiction.chain)
    broken = None if contradiction.broken == TOTAL else contradiction.broken
    return Refutation(_mines_and_safe(placement)[0], broken, chain)
