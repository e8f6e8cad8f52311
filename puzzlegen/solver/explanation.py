"""Turns the engine's trace into deductions with their witnesses and techniques.

The engine notes only which clue proved a cell in which round. Everything else follows from the position before that
round, so it is worked out here, in plain Python, and only on demand.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.solving.findings import TOTAL
from puzzlegen.solver.patterns import Reading, readings_of
from puzzlegen.solver.position import Position, around_of
from puzzlegen.solver.refutation_reasons import Break, Placement, fewest
from puzzlegen.solver.techniques import TECHNIQUES, Evidence, technique_of

When = tuple[int, int, int]  # moment, tier, deductions available


def deductions_at(
    puzzle: Puzzle,
    known: NDArray[np.int8],
    moment: NDArray[np.int32],
    by: NDArray[np.int32],
    when: When,
    *,
    one: bool = False,
) -> list[Deduction]:
    """The deductions of one moment of a raw trace, simple ones first; arrays as in solver.trace.Trace.

    Just ``one`` of tier 3 or 4 is that of the clue with the fewest ways to place its mines: it has the least to try.
    """
    now, tier, _ = when
    clues = {i: value for i, value in enumerate(puzzle.cells) if value >= 0}
    before = np.where((moment >= 0) & (moment < now), known, UNKNOWN)
    position = Position(around_of(puzzle.grid), clues, before.tolist(), puzzle.total)
    cells = np.flatnonzero(moment == now).tolist()
    proved = {x: int(known[x]) for x in cells}
    if tier == 2:
        found = [_read(position, when, *reading) for reading in readings_of(position, puzzle.grid, proved)]
    else:
        found = []
        clues_used = sorted({int(by[x]) for x in cells})
        if one and tier > 2:
            clues_used = [min(clues_used, key=position.choices)]
        for clue in clues_used:
            cells_of_it = {x: value for x, value in proved.items() if by[x] == clue}
            found.append(_of_one(position, puzzle.grid, when, clue, cells_of_it))
    return sorted(found, key=lambda step: (TECHNIQUES[step.technique].weight, step.witnesses))


def _split(proved: Placement) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(x for x in sorted(proved) if proved[x] == MINE), tuple(x for x in sorted(proved) if proved[x] == SAFE)


def _of_one(position: Position, grid: Grid, when: When, clue: int, proved: Placement) -> Deduction:
    """Explain a deduction of tier 1, 3 or 4 by the clue that the engine names."""
    moment, tier, available = when
    mines, safe = _split(proved)
    if tier > 1:
        return _tried(position, grid, when, clue, proved)
    technique = technique_of(Evidence(position, grid, clue), tier).code
    if clue == TOTAL:
        return Deduction(moment, tier, technique, (), mines, safe, available, total=True)
    return Deduction(moment, tier, technique, (clue,), mines, safe, available, needs=(position.need(clue),))


def _read(position: Position, when: When, reading: Reading, proved: Placement) -> Deduction:
    moment, tier, available = when
    witnesses = _in_order(position, reading)
    needs = tuple(position.need(d) for d in witnesses)
    return Deduction(moment, tier, reading.technique, witnesses, *_split(proved), available, needs=needs)


def _in_order(position: Position, reading: Reading) -> tuple[int, ...]:
    """Return the witnesses in the order that the technique wants."""
    witnesses = (reading.clue, *reading.others)
    match TECHNIQUES[reading.technique].first:
        case "cells":
            return tuple(sorted(witnesses, key=lambda clue: -len(position.unknown(clue))))
        case "need":
            return tuple(sorted(witnesses, key=lambda clue: -position.need(clue)))
    return witnesses


def _tried(position: Position, grid: Grid, when: When, clue: int, proved: Placement) -> Deduction:
    moment, tier, available = when
    found = fewest(position, grid, clue, proved, tier == 4)
    used = frozenset[int]().union(*(broken.used for _, broken in found))
    witnesses = (clue, *sorted(used - {clue, TOTAL}))
    return Deduction(
        moment,
        tier,
        technique_of(Evidence(position, grid, clue), tier).code,
        witnesses,
        *_split(proved),
        available,
        tuple(_refutation(placement, broken) for placement, broken in found),
        tuple(position.need(d) for d in witnesses),
        TOTAL in used,
    )


def _refutation(placement: Placement, broken: Break) -> Refutation:
    chain = tuple(None if d == TOTAL else d for d in broken.chain)
    return Refutation(_split(placement)[0], None if broken.broken == TOTAL else broken.broken, chain)
