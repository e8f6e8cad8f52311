"""Keeps track of the blanks that only the printed total proves.

A fact may rest on facts of lower rank. A proof with the total rests on everything unknown, so it has no rank. Cells
that no clue proves at the cap, even with all others known, are *held* by the total. For every other proof they are
unknown, and stay so, because clues are only ever removed. What is unknown in the end can be proved with the total if
and only if the pending and the held cells settle with it, everything else being known (see relaxed_check). So no such
proofs are stored: the held cells are settled again when one of them loses a clue or others join them.

Held cells that touch no clue are *loose*: only their number matters. They are all of one kind, as otherwise two of
them could change places. There can be very many. Of the others there are only few, because a placement has to use up
all mines or all safe cells of the rest before the total contradicts it.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.thinning.justifications import log_proof
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    GROUP,
    HELD,
    HELD_BEFORE,
    IS_MINE,
    LOOSE,
    LOOSE_MINES,
    LOOSE_SAFE,
    LOOSE_SAFE_BEFORE,
    N_BLANKS,
    N_CLUES,
    NONE,
    PENDING,
    RANK,
    TOTAL_PRINTED,
    VERSION,
    VERSIONS,
)


@inlined
def leaves_undecided(k, state):
    """Return whether removing clue ``k`` leaves blanks without a clue that the total cannot prove either."""
    start, links, cell, counters = state.start, state.links, state.cell, state.counters
    left = cell[k, RANK] == PENDING and cell[k, N_CLUES] == 0
    safe = left or counters[LOOSE_SAFE] > 0  # where there is a clue there is no mine
    mines = counters[LOOSE_MINES] > 0
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        y = links[BLANKS, i]
        if cell[y, N_CLUES] == 0:
            left = True
            safe |= cell[y, IS_MINE] == 0
            mines |= cell[y, IS_MINE] == 1
    return (safe and mines) if counters[TOTAL_PRINTED] else left


@inlined
def touches_held(k, state):
    """Return whether clue ``k`` touches a held cell. Call it while nothing except ``k`` is pending."""
    start, links, cell = state.start, state.links, state.cell
    found = False
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        found |= cell[links[BLANKS, i], RANK] == PENDING
    return found


@subroutine
def hold(x, state):
    """Let the total hold ``x``. Its watchers learn by its version that it has no proof."""
    cell, lists, counters = state.cell, state.lists, state.counters
    log_proof(x, state)  # a held cell may become loose
    counters[VERSIONS] += 1
    cell[x, VERSION] = counters[VERSIONS]
    cell[x, BY_CLUE] = NONE
    if cell[x, N_CLUES] == 0:
        cell[x, RANK] = LOOSE
        counters[LOOSE_SAFE + cell[x, IS_MINE]] += 1
    else:
        cell[x, RANK] = PENDING
        lists[HELD, 0] += 1
        lists[HELD, lists[HELD, 0]] = x


@subroutine
def hold_pending(state):
    """Let the total hold what is still pending of the group, which includes the cells held before."""
    cell, lists = state.cell, state.lists
    lists[HELD, 0] = 0
    for i in range(1, lists[GROUP, 0] + 1):
        if cell[lists[GROUP, i], RANK] == PENDING:
            hold(lists[GROUP, i], state)


@inlined
def save_held(state):
    """Save which cells the total holds, for ``restore_held``."""
    lists, counters = state.lists, state.counters
    for i in range(lists[HELD, 0] + 1):
        lists[HELD_BEFORE, i] = lists[HELD, i]
    for kind in range(2):
        counters[LOOSE_SAFE_BEFORE + kind] = counters[LOOSE_SAFE + kind]


@inlined
def restore_held(state):
    """Hold the cells that were held before this trial. ``justifications.undo`` restores their ranks."""
    lists, counters = state.lists, state.counters
    for i in range(lists[HELD_BEFORE, 0] + 1):
        lists[HELD, i] = lists[HELD_BEFORE, i]
    for kind in range(2):
        counters[LOOSE_SAFE + kind] = counters[LOOSE_SAFE_BEFORE + kind]
