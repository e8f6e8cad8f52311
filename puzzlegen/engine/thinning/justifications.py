"""Ranks: which fact may rest on which.

Every blank cell is a *fact* with a rank and a proof. The proof of a fact rests only on facts of lower rank, so no facts
hold each other up in a circle; while a fact has no proof it is *pending* and its rank is above all others. What was
given has rank 0. As long as every fact has such a proof, the clues solve the board.

A fact of tier 2 or above *watches* every clue its proof rests on, so that it is found again when that clue, or a cell
that clue touches, changes. Watchers are linked lists, one a clue (rows FIRST of ``cell``, WATCHER to NEXT of ``node``);
an entry is good while its version is that of its fact.

Tier 1 needs no watchers. A clue proves its safe cells once all its mines are known, and its mines once all its safe
cells are: the earliest it can do so is the highest rank among its cells of the other kind.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    CLUES,
    FIRST,
    FREE,
    HIGHEST,
    LOG,
    LOG_PROOF,
    LOGGED,
    MINE,
    N_BLANKS,
    N_CLUES,
    NEXT,
    NONE,
    PENDING,
    RANK,
    TIER,
    TRIAL,
    TRIPPED,
    USED,
    VERSION,
    VERSIONS,
    WATCHED_AS,
    WATCHER,
    WITNESSES,
)


@subroutine
def earliest(x, start, links, cell):
    """When tier 1 can prove blank ``x``: (highest rank it needs, by which clue); PENDING when it cannot."""
    best = PENDING
    by = NONE
    kind = cell[MINE, x]
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        needs = 0
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, j]
            if cell[MINE, y] != kind:
                needs = max(needs, cell[RANK, y])
        if needs < best:
            best = needs
            by = c
    return best, by


@subroutine
def highest_used(below, start, links, cell, lists):
    """The highest rank under ``below`` among the blanks that the witnesses touch: what the refutations rested on."""
    highest = 0
    for i in range(1, lists[WITNESSES, 0] + 1):
        c = lists[WITNESSES, i]
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            rank = cell[RANK, links[BLANKS, j]]
            if highest < rank < below:
                highest = rank
    return highest


@subroutine
def write_down(x, cell, lists, clock):
    """Note the proof of ``x`` for undoing, once a trial."""
    if cell[LOGGED, x] != clock[TRIAL]:
        cell[LOGGED, x] = clock[TRIAL]
        lists[LOG, 0] += 1
        i = lists[LOG, 0]
        lists[LOG, i] = x
        for row in range(4):
            lists[LOG_PROOF + row, i] = cell[RANK + row, x]


@subroutine
def undo(cell, lists):
    """Give every blank the proof it had before this trial."""
    for i in range(1, lists[LOG, 0] + 1):
        for row in range(4):
            cell[RANK + row, lists[LOG, i]] = lists[LOG_PROOF + row, i]


@subroutine
def watch(c, x, cell, node, clock):
    """Let fact ``x`` watch clue ``c``."""
    i = clock[FREE]
    if i != NONE:
        clock[FREE] = node[NEXT, i]
    elif clock[USED] < node.shape[1]:
        i = clock[USED]
        clock[USED] += 1
    else:
        clock[TRIPPED] = 1
        return
    node[WATCHER, i] = x
    node[WATCHED_AS, i] = cell[VERSION, x]
    node[NEXT, i] = cell[FIRST, c]
    cell[FIRST, c] = i


@subroutine
def set_proof(x, rank, clue, tier, cell, lists, node, clock):
    """Give ``x`` a new proof; from tier 2 on it rests on the clues in the list of witnesses."""
    if rank > HIGHEST:
        clock[TRIPPED] = 1
        return
    write_down(x, cell, lists, clock)
    if tier > 1 or cell[TIER, x] > 1:
        clock[VERSIONS] += 1
        cell[VERSION, x] = clock[VERSIONS]
    cell[RANK, x] = rank
    cell[BY_CLUE, x] = clue
    cell[TIER, x] = tier
    if tier > 1:
        for i in range(1, lists[WITNESSES, 0] + 1):
            watch(lists[WITNESSES, i], x, cell, node, clock)


@subroutine
def free_stale(cell, node, clock):
    """Return to the free list every node whose fact has a newer proof. Only between trials."""
    for c in range(cell.shape[1]):
        keep = NONE
        i = cell[FIRST, c]
        while i != NONE:
            after = node[NEXT, i]
            if node[WATCHED_AS, i] == cell[VERSION, node[WATCHER, i]]:
                node[NEXT, i] = keep
                keep = i
            else:
                node[NEXT, i] = clock[FREE]
                clock[FREE] = i
            i = after
        cell[FIRST, c] = keep


@subroutine
def prove_at(x, rank, tier, start, links, cell, lists, clock, near):
    """The clue whose placements prove ``x`` at ``tier`` from facts below ``rank``, or NONE; witnesses are listed."""
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        if refute(c, x, rank, tier, start, links, cell, lists, clock, near):
            return c
    return NONE
