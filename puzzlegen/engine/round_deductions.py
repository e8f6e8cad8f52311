"""Collects what a round proves, also from disjoint clues and the printed total, and makes it known all at once.

In the classic game, a cell that becomes known to be safe is opened and becomes a clue. The list of an opened cell in
``links`` then changes its meaning: first the clues that touch it, then the unknown cells it touches. Its number is
counted from the true mines among those, as what is known around it is known correctly. Opening the cells around a zero,
and around further zeros, is just tier 1, round by round. Nothing is recursive, whatever the size of the board.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.clue_rules import (
    CELL,
    MAX_CELLS,
    MINE,
    MINES_NEEDED,
    NO_TOTAL,
    NUMBERED,
    SAFE,
    SAFE_NEEDED,
    UNKNOWN,
    add_candidate,
    left_out,
)
from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.position import append_link, enqueue

NO_CLUE = -1  # ``by`` of a cell that was given or never proved
TOTAL = -2  # ``by`` of a cell that the printed total proved


@inlined
def note(x, value, c, position):
    """Record that clue ``c`` proves ``x``, unless that is known or recorded."""
    noted, proved = position.noted, position.proved
    i = proved[0, 0] + 1  # without a branch, as in enqueue
    proved[0, i] = x
    proved[1, i] = value
    proved[2, i] = c
    new = (position.known[x] == UNKNOWN) & (noted[x] == 0)
    proved[0, 0] = i - 1 + new
    noted[x] |= new


@subroutine
def note_all(value, position):
    """Record that the printed total proves every unknown cell."""
    for x in range(position.known.size):
        note(x, value, TOTAL, position)


@subroutine
def note_masks(c, u, mines, safe, position):
    """Record what the placements of clue ``c`` share. The masks are over ``near[0, CELL]``."""
    for i in range(u):
        if (mines | safe) >> i & 1:
            note(position.near[0, CELL, i], MINE if mines >> i & 1 else SAFE, c, position)


@inlined
def wake(c, position):
    """Queue clue ``c`` because something about it has changed."""
    position.silent[c] = 0
    enqueue(c, position.queue, position.queued)
    enqueue(c, position.changed, position.altered)


@subroutine
def touches_no_mine(x, position):
    """Return whether no neighbor of the cell is a mine: its number is 0."""
    number = 0
    for k in range(position.start[x], position.start[x + 1]):
        number += position.mines[position.cells[k]]
    return number == 0


@subroutine
def note_neighbors(x, position):
    """Record the neighbors of a zero as safe. Only those that are new, because the list may become full."""
    for k in range(position.start[x], position.start[x + 1]):
        y = position.cells[k]
        if position.known[y] == UNKNOWN and position.noted[y] == 0:
            note(y, SAFE, x, position)


@subroutine
def make_clue(x, position):
    """Make a clue of the known safe cell ``x``."""
    start, stop = position.start, position.stop
    stop[x] = start[x]
    mines = 0
    for k in range(start[x], start[x + 1]):
        y = position.cells[k]
        if position.known[y] == UNKNOWN:
            append_link(x, y, position)
            append_link(y, x, position)
            mines += position.mines[y]
    position.need[x] = mines
    position.open_[x] = stop[x] - start[x]
    if position.open_[x] > 0:
        wake(x, position)


@inlined
def apply_noted(moment, opens, position, trace):
    """Make the recorded cells known at this moment and wake the clues around them. ``opens``: open those that are safe.

    The list ``found`` may grow on the way.
    """
    start, stop, links, need, open_ = position.start, position.stop, position.links, position.need, position.open_
    known, left, noted, proved = position.known, position.left, position.noted, position.proved
    i = 0
    while i < proved[0, 0]:
        i += 1
        x = proved[0, i]
        value = proved[1, i]
        noted[x] = 0
        known[x] = value
        mine = value == MINE
        left[0] -= mine
        trace.moment[x] = moment
        trace.by[x] = proved[2, i]
        for k in range(start[x], stop[x]):
            c = links[k]
            open_[c] -= 1
            need[c] -= mine
            wake(c, position)
        if opens:
            stop[x] = start[x]
            if not mine and touches_no_mine(x, position):
                note_neighbors(x, position)
            elif not mine:
                make_clue(x, position)
    left[1] -= proved[0, 0]
    proved[0, 0] = 0


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
    before = position.proved[0, 0]
    for i in range(cells):
        if found >> i & 1:
            note(position.packing[NUMBERED, i], value, TOTAL, position)
    for x in range(known.size):
        if stop[x] == start[x]:
            note(x, value, TOTAL, position)
    return position.proved[0, 0] > before


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
