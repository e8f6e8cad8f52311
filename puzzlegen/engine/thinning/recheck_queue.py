"""Queues the cells that a trial has to visit: facts that may have lost their proof, pending cells that may have one.

The queue is a binary heap of (rank, cell), lowest rank first: ``heap`` int32, shape (2, capacity).
"""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.thinning.justifications import earliest
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    HEAPED,
    IS_MINE,
    LOGGED,
    N_BLANKS,
    N_CLUES,
    NEXT,
    NONE,
    OVERFLOWED,
    PENDING,
    PUSHED,
    PUSHED_IN,
    RANK,
    TIER,
    TRIAL,
    VERSION,
    WATCHED_AS,
    WATCHER,
)


@subroutine
def push(size, rank, cell, heap):
    """Add an entry. ``size`` is the number of entries before."""
    i = size
    while i > 0:
        parent = (i - 1) >> 1
        if heap[parent, 0] <= rank:
            break
        heap[i, 0] = heap[parent, 0]
        heap[i, 1] = heap[parent, 1]
        i = parent
    heap[i, 0] = rank
    heap[i, 1] = cell


@subroutine
def pop(size, heap):
    """Remove and return the lowest entry, (rank, cell). ``size`` is the number of entries before."""
    rank, cell = heap[0, 0], heap[0, 1]
    last = size - 1
    moved, moved_cell = heap[last, 0], heap[last, 1]
    i = 0
    while 2 * i + 1 < last:
        child = 2 * i + 1
        if child + 1 < last and heap[child + 1, 0] < heap[child, 0]:
            child += 1
        if heap[child, 0] >= moved:
            break
        heap[i, 0] = heap[child, 0]
        heap[i, 1] = heap[child, 1]
        i = child
    heap[i, 0] = moved
    heap[i, 1] = moved_cell
    return rank, cell


@inlined
def schedule(x, rank, state):
    """Put ``x`` on the heap, unless it is there already at this rank or a lower one."""
    cell, heap, counters = state.cell, state.heap, state.counters
    if cell[x, PUSHED_IN] != counters[TRIAL] or cell[x, PUSHED] > rank:
        cell[x, PUSHED_IN] = counters[TRIAL]
        cell[x, PUSHED] = rank
        if counters[HEAPED] == heap.shape[0]:
            counters[OVERFLOWED] = 1
            return
        push(counters[HEAPED], rank, x, heap)
        counters[HEAPED] += 1


@subroutine
def schedule_watchers(c, above, state):
    """Queue the facts of tier 2 and above, of a rank ``above`` this, whose proof rests on clue ``c``."""
    cell, node, counters = state.cell, state.node, state.counters
    before = NONE
    i = cell[c, FIRST_WATCHER]
    while i != NONE:
        after = node[i, NEXT]
        x = node[i, WATCHER]
        if node[i, WATCHED_AS] == cell[x, VERSION]:
            if above < cell[x, RANK] < PENDING:
                schedule(x, cell[x, RANK], state)
            before = i
        elif cell[x, LOGGED] == counters[TRIAL]:  # may become good again when the trial is undone
            before = i
        else:
            if before == NONE:
                cell[c, FIRST_WATCHER] = after
            else:
                node[before, NEXT] = after
            node[i, NEXT] = counters[FREE_NODE]
            counters[FREE_NODE] = i
        i = after


@subroutine
def schedule_dependants(x, above, state):
    """Queue the facts of a rank ``above`` this whose proof may have used that blank ``x`` is known."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, j]
            rests_on_c = cell[y, BY_CLUE] == c and cell[y, TIER] == 1
            if rests_on_c and cell[y, IS_MINE] != cell[x, IS_MINE] and above < cell[y, RANK] < PENDING:
                schedule(y, cell[y, RANK], state)
        schedule_watchers(c, above, state)


@inlined
def schedule_proof(x, state):
    """Queue pending ``x`` at the rank from which tier 1 can prove it, if there is one."""
    needs, _ = earliest(x, state)
    if needs < PENDING:
        schedule(x, needs + 1, state)


@subroutine
def wake_pending(x, state):
    """After ``x`` was proved, queue the pending cells that a clue at ``x`` can prove now."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, j]
            if cell[y, RANK] == PENDING and cell[y, IS_MINE] != cell[x, IS_MINE]:
                schedule_proof(y, state)


@inlined
def schedule_uses_of(k, state):
    """Queue the facts whose proof used the number of clue ``k``, or that its cell is known."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        y = links[BLANKS, i]
        if cell[y, BY_CLUE] == k and cell[y, TIER] == 1:
            schedule(y, cell[y, RANK], state)
    schedule_watchers(k, 0, state)
    if cell[k, RANK] == PENDING:
        schedule_dependants(k, 0, state)
