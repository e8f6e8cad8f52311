"""Keeps a proof for every blank, with ranks that exclude circular proofs.

Every blank is a *fact* with a rank and a proof. The proof rests only on facts of lower rank, so facts cannot support
each other in a circle. A fact without a proof is *pending*, and its rank is above all others. What was given has rank
0. As long as every fact has such a proof, the clues solve the board.

A fact of tier 2 or above *watches* every clue its proof rests on. It is found again when that clue changes, or a cell
that the clue touches. Watchers are linked lists, one for each clue (row FIRST_WATCHER of ``cell``, rows WATCHER to NEXT
of ``node``). An entry is valid while its version is that of its fact.

Tier 1 needs no watchers. A clue proves its safe cells once all its mines are known, and its mines once all its safe
cells are. The earliest it can do so is the highest rank among its cells of the other kind.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    HIGHEST,
    IS_MINE,
    LOG,
    LOG_PROOF,
    LOGGED,
    N_BLANKS,
    N_CLUES,
    NEXT,
    NODES_USED,
    NONE,
    OVERFLOWED,
    PENDING,
    RANK,
    TIER,
    TRIAL,
    VERSION,
    VERSIONS,
    WATCHED_AS,
    WATCHER,
    WITNESSES,
)


@inlined
def earliest(x, state):
    """Return when tier 1 can prove blank ``x``: (highest rank it needs, by which clue), or (PENDING, NONE)."""
    start, links, cell = state.start, state.links, state.cell
    best = PENDING
    by = NONE
    kind = cell[x, IS_MINE]
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        needs = 0
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, j]
            if cell[y, IS_MINE] != kind:
                needs = max(needs, cell[y, RANK])
        if needs < best:
            best = needs
            by = c
    return best, by


@subroutine
def highest_used(below, state):
    """Return the highest rank under ``below`` among the blanks that the witnesses touch: what their proof rests on."""
    start, links, cell, lists = state.start, state.links, state.cell, state.lists
    highest = 0
    for i in range(1, lists[WITNESSES, 0] + 1):
        c = lists[WITNESSES, i]
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            rank = cell[links[BLANKS, j], RANK]
            if highest < rank < below:
                highest = rank
    return highest


@inlined
def log_proof(x, state):
    """Save the proof of ``x`` for ``undo``, once for each trial."""
    cell, lists, counters = state.cell, state.lists, state.counters
    if cell[x, LOGGED] != counters[TRIAL]:
        cell[x, LOGGED] = counters[TRIAL]
        lists[LOG, 0] += 1
        i = lists[LOG, 0]
        lists[LOG, i] = x
        for row in range(4):
            lists[LOG_PROOF + row, i] = cell[x, RANK + row]


@inlined
def undo(state):
    """Give every blank the proof it had before this trial."""
    cell, lists = state.cell, state.lists
    for i in range(1, lists[LOG, 0] + 1):
        for row in range(4):
            cell[lists[LOG, i], RANK + row] = lists[LOG_PROOF + row, i]


@subroutine
def watch(c, x, state):
    """Make fact ``x`` watch clue ``c``."""
    cell, node, counters = state.cell, state.node, state.counters
    i = counters[FREE_NODE]
    if i != NONE:
        counters[FREE_NODE] = node[i, NEXT]
    elif counters[NODES_USED] < node.shape[0]:
        i = counters[NODES_USED]
        counters[NODES_USED] += 1
    else:
        counters[OVERFLOWED] = 1
        return
    node[i, WATCHER] = x
    node[i, WATCHED_AS] = cell[x, VERSION]
    node[i, NEXT] = cell[c, FIRST_WATCHER]
    cell[c, FIRST_WATCHER] = i


@subroutine
def set_proof(x, rank, clue, tier, state):
    """Give ``x`` a new proof. From tier 2 on, it rests on the clues in the list of witnesses."""
    cell, lists, counters = state.cell, state.lists, state.counters
    if rank > HIGHEST:
        counters[OVERFLOWED] = 1
        return
    log_proof(x, state)
    if tier > 1 or cell[x, TIER] > 1:
        counters[VERSIONS] += 1
        cell[x, VERSION] = counters[VERSIONS]
    cell[x, RANK] = rank
    cell[x, BY_CLUE] = clue
    cell[x, TIER] = tier
    if tier > 1:
        for i in range(1, lists[WITNESSES, 0] + 1):
            watch(lists[WITNESSES, i], x, state)


@subroutine
def free_stale(state):
    """Free every node whose fact has a newer proof. Call it only between trials."""
    cell, node, counters = state.cell, state.node, state.counters
    for c in range(cell.shape[0]):
        keep = NONE
        i = cell[c, FIRST_WATCHER]
        while i != NONE:
            after = node[i, NEXT]
            if node[i, WATCHED_AS] == cell[node[i, WATCHER], VERSION]:
                node[i, NEXT] = keep
                keep = i
            else:
                node[i, NEXT] = counters[FREE_NODE]
                counters[FREE_NODE] = i
            i = after
        cell[c, FIRST_WATCHER] = keep


@subroutine
def prove_at(x, rank, tier, state):
    """Return the clue that proves ``x`` at ``tier`` from facts below ``rank``, or NONE. Lists its witnesses."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        if refute(c, x, rank, tier, state):
            return c
    return NONE
