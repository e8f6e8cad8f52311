"""Blanks that only the printed total proves.

A fact may rest on facts of lower rank; a proof with the total rests on all that is unknown, so it has no rank. Cells
that no clue proves at the cap, even with all others known, are *held* by the total: for every proof without it they are
unknown, and stay so, as clues only go. What is unknown in the end can be proved with the total if and only if the
pending cells and the held ones, everything else being known, settle with it (see local_check). So nothing is stored
of such proofs: the held cells settle anew when one of them loses a clue or others join them.

Held cells that touch no clue are *loose*: nothing but their number matters. They are all of one kind, or nobody could
tell them apart; there can be very many. Of the others there can only be few, as a placement has to use up all mines or
all safe cells of the rest before the total contradicts it.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, subroutine
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    GROUP,
    HELD,
    LOOSE,
    LOOSE_MINES,
    LOOSE_SAFE,
    MINE,
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
def leaves_undecided(k, start, links, cell, clock):
    """Whether clue ``k``, just taken away, leaves blanks without any clue that the total cannot prove either."""
    left = cell[RANK, k] == PENDING and cell[N_CLUES, k] == 0
    safe = left or clock[LOOSE_SAFE] > 0  # where there is a clue there is no mine
    mines = clock[LOOSE_MINES] > 0
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        y = links[BLANKS, i]
        if cell[N_CLUES, y] == 0:
            left = True
            safe |= cell[MINE, y] == 0
            mines |= cell[MINE, y] == 1
    return (safe and mines) if clock[TOTAL_PRINTED] else left


@inlined
def touches_held(k, start, links, cell):
    """Whether clue ``k`` touches a held cell; asked before anything but ``k`` is pending."""
    found = False
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        found |= cell[RANK, links[BLANKS, i]] == PENDING
    return found


@subroutine
def hold(x, cell, lists, clock):
    """Let the total hold ``x``; watchers are told that it has no proof of its own any more."""
    clock[VERSIONS] += 1
    cell[VERSION, x] = clock[VERSIONS]
    cell[BY_CLUE, x] = NONE
    if cell[N_CLUES, x] == 0:
        cell[RANK, x] = LOOSE
        clock[LOOSE_SAFE + cell[MINE, x]] += 1
    else:
        cell[RANK, x] = PENDING
        lists[HELD, 0] += 1
        lists[HELD, lists[HELD, 0]] = x


@subroutine
def hold_pending(cell, lists, clock):
    """Let the total hold whatever of the group is pending still; cells that were held are among it."""
    lists[HELD, 0] = 0
    for i in range(1, lists[GROUP, 0] + 1):
        if cell[RANK, lists[GROUP, i]] == PENDING:
            hold(lists[GROUP, i], cell, lists, clock)
