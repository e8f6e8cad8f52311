"""Keeps for each cell the clues that touch it, and for each blank a proof whose rank excludes circular proofs.

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

from puzzlegen.engine.clue_rules import UNKNOWN
from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.refutation import refute
from puzzlegen.engine.thinning_state import (
    BLANKS,
    BY_CLUE,
    CELL_COLUMNS,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    HIGHEST,
    IS_CLUE,
    IS_MINE,
    LIST_ROWS,
    LOG,
    LOG_PROOF,
    LOGGED,
    N_BLANKS,
    N_CLUES,
    NEIGHBORS,
    NEXT,
    NODES_USED,
    NONE,
    OVERFLOWED,
    PENDING,
    RANK,
    SIGNATURE,
    TIER,
    TRIAL,
    VERSION,
    VERSIONS,
    WATCHED_AS,
    WATCHER,
    WITNESSES,
)


@inlined
def clear(start, cells, state):
    """Empty the state, and give it the neighborhood (see board.grid)."""
    for x in range(start.size):
        state.start[x] = start[x]
    for i in range(cells.size):
        state.links[NEIGHBORS, i] = cells[i]
    for x in range(start.size - 1):
        for column in range(CELL_COLUMNS):
            state.cell[x, column] = 0
        state.cell[x, FIRST_WATCHER] = NONE
    for row in range(LIST_ROWS):
        state.lists[row, 0] = 0
    state.counters[:] = 0
    state.counters[FREE_NODE] = NONE


@subroutine
def spread(c):
    """Return a number of 31 bits that is different for each clue and random otherwise."""
    return (int(c) + 1) * 0x9E3779B1 & 0x7FFFFFFF


@inlined
def add_link(row, x, value, state):
    """Add ``value`` to the list of ``x`` in row CLUES or BLANKS."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    links[row, start[x] + cell[x, length]] = value
    cell[x, length] += 1
    if row == CLUES:
        cell[x, SIGNATURE] ^= spread(value)


@inlined
def remove_link(row, x, value, state):
    """Remove ``value`` from the list of ``x``. The last entry takes its place."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    cell[x, length] -= 1
    if row == CLUES:
        cell[x, SIGNATURE] ^= spread(value)
    i = start[x]
    while links[row, i] != value:
        i += 1
    links[row, i] = links[row, start[x] + cell[x, length]]


@inlined
def link_all(clue, bare, state):
    """Build all lists and note the clues. ``clue`` int8 (n,), negative where there is none; ``bare``: see ``thin``."""
    start, links, cell = state.start, state.links, state.cell
    for x in range(clue.size):
        cell[x, IS_CLUE] = clue[x] >= 0
    for x in range(clue.size):
        for i in range(start[x], start[x + 1]):
            y = links[NEIGHBORS, i]
            if bare[x] == UNKNOWN and clue[x] < 0 and cell[y, IS_CLUE]:
                add_link(CLUES, x, y, state)
            if cell[x, IS_CLUE] and bare[y] == UNKNOWN and clue[y] < 0:
                add_link(BLANKS, x, y, state)


@inlined
def unlink_clue(k, becomes_blank, state):
    """Remove clue ``k``. Its cell may become a blank. Its own list of blanks stays, for ``relink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[k, IS_CLUE] = 0
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        remove_link(CLUES, links[BLANKS, i], k, state)
    if becomes_blank:
        for i in range(start[k], start[k + 1]):
            c = links[NEIGHBORS, i]
            if cell[c, IS_CLUE]:
                add_link(BLANKS, c, k, state)
                add_link(CLUES, k, c, state)


@inlined
def relink_clue(k, became_blank, state):
    """Undo ``unlink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[k, IS_CLUE] = 1
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        add_link(CLUES, links[BLANKS, i], k, state)
    if became_blank:
        for i in range(start[k], start[k] + cell[k, N_CLUES]):
            remove_link(BLANKS, links[CLUES, i], k, state)
        cell[k, N_CLUES] = 0
        cell[k, SIGNATURE] = 0


@subroutine
def touch_the_same(x, y, state):
    """Return whether two blanks with as many clues touch the same clues."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        is_shared = False
        for j in range(start[y], start[y] + cell[y, N_CLUES]):
            is_shared = is_shared or links[CLUES, i] == links[CLUES, j]
        if not is_shared:
            return False
    return True


@subroutine
def has_twin(x, state):
    """Return whether a blank of the other kind, mine or safe, touches exactly the clues that blank ``x`` touches."""
    start, links, cell = state.start, state.links, state.cell
    c = links[CLUES, start[x]]
    for i in range(start[c], start[c] + cell[c, N_BLANKS]):
        y = links[BLANKS, i]
        if (
            cell[y, SIGNATURE] == cell[x, SIGNATURE]
            and cell[y, IS_MINE] != cell[x, IS_MINE]
            and cell[y, N_CLUES] == cell[x, N_CLUES]
            and touch_the_same(x, y, state)
        ):
            return True
    return False


@inlined
def leaves_twins(k, state):
    """Return whether, without clue ``k``, a mine and a safe cell touch the same clues. They could change places."""
    start, links, cell = state.start, state.links, state.cell
    leaves = not cell[k, IS_CLUE] and cell[k, N_CLUES] > 0 and has_twin(k, state)
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        y = links[BLANKS, i]
        leaves = leaves or (cell[y, N_CLUES] > 0 and has_twin(y, state))
    return leaves


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
