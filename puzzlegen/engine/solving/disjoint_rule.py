"""Proves cells from disjoint clues and the printed total (tier 3). See disjoint_clues."""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.solving.clue_rules import MINE, NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.solving.disjoint_clues import (
    MAX_CELLS,
    MINES_NEEDED,
    NUMBERED,
    SAFE_NEEDED,
    add_candidate,
    left_out,
)
from puzzlegen.engine.solving.round_deductions import TOTAL, note


@inlined
def number_cells(position):
    """Number the unknown cells that touch a clue, in ``slot`` from 1. Returns how many, at most MAX_CELLS + 1."""
    known, start, stop = position.known, position.start, position.stop
    cells = 0
    for x in range(known.size):
        if known[x] == UNKNOWN and stop[x] > start[x]:
            if cells == MAX_CELLS:
                return MAX_CELLS + 1
            position.packing[NUMBERED, cells] = x
            cells += 1
    for i in range(cells):
        position.slot[position.packing[NUMBERED, i]] = i + 1
    return cells


@inlined
def gather_candidates(cells, position):
    """Make a candidate of each clue that touches a numbered cell, and clear ``slot``. Returns how many there are."""
    start, stop, links, known, slot = position.start, position.stop, position.links, position.known, position.slot
    count = 0
    for i in range(cells):
        x = position.packing[NUMBERED, i]
        for k in range(start[x], stop[x]):
            c = links[k]
            mask = 0
            for m in range(start[c], stop[c]):
                y = links[m]
                if known[y] == UNKNOWN:
                    mask |= np.int64(1) << (slot[y] - 1)  # numpy shifts 1 itself in the 32 bits of the slot
            if mask & -mask == 1 << i:  # each clue once, at its first cell
                count = add_candidate(mask, position.need[c], count, position.packing)
    for i in range(cells):
        slot[position.packing[NUMBERED, i]] = 0
    return count


@subroutine
def note_outside(found, value, cells, position):
    """Record the value of the numbered cells in the mask ``found``, and of all that touch no clue."""
    known, start, stop = position.known, position.start, position.stop
    before = position.found[0, 0]
    for i in range(cells):
        if found >> i & 1:
            note(position.packing[NUMBERED, i], value, TOTAL, position)
    for x in range(known.size):
        if stop[x] == start[x]:
            note(x, value, TOTAL, position)
    return position.found[0, 0] > before


@subroutine
def prove_disjoint(position):
    """Record what disjoint clues and the printed total prove. Returns in how many of the two ways they prove something.

    Call it where tiers 1 and 2 prove nothing. The classic game does not use it.
    """
    left = position.left
    if left[0] <= NO_TOTAL // 2 or position.mines.size > 0:
        return 0
    cells = number_cells(position)
    if cells > MAX_CELLS:
        return 0
    count = gather_candidates(cells, position)
    safe = left_out(MINES_NEEDED, left[0], cells, count, position.packing)
    mines = left_out(SAFE_NEEDED, left[1] - left[0], cells, count, position.packing)
    ways = 0
    if safe >= 0:
        ways += note_outside(safe, SAFE, cells, position)
    if mines >= 0:
        ways += note_outside(mines, MINE, cells, position)
    return ways
