"""Queues the cells that a trial has to visit: facts that may have lost their proof, pending cells that may have one.

The queue is a binary heap of (rank, cell), lowest rank first: ``heap`` int32, shape (2, capacity).
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, subroutine
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
        if heap[0, parent] <= rank:
            break
        heap[0, i] = heap[0, parent]
        heap[1, i] = heap[1, parent]
        i = parent
    heap[0, i] = rank
    heap[1, i] = cell


@subroutine
def pop(size, heap):
    """Remove and return the lowest entry, (rank, cell). ``size`` is the number of entries before."""
    rank, cell = heap[0, 0], heap[1, 0]
    last = size - 1
    moved, moved_cell = heap[0, last], heap[1, last]
    i = 0
    while 2 * i + 1 < last:
        child = 2 * i + 1
        if child + 1 < last and heap[0, child + 1] < heap[0, child]:
            child += 1
        if heap[0, child] >= moved:
            break
        heap[0, i] = heap[0, child]
        heap[1, i] = heap[1, child]
        i = child
    heap[0, i] = moved
    heap[1, i] = moved_cell
    return rank, cell


@inlined
def schedule(x, rank, state):
    """Put ``x`` on the heap, unless it is there already at this rank or a lower one."""
    cell, heap, counters = state.cell, state.heap, state.counters
    if cell[PUSHED_IN, x] != counters[TRIAL] or cell[PUSHED, x] > rank:
        cell[PUSHED_IN, x] = counters[TRIAL]
        cell[PUSHED, x] = rank
        if counters[HEAPED] == heap.shape[1]:
            counters[OVERFLOWED] = 1
            return
        push(counters[HEAPED], rank, x, heap)
        counters[HEAPED] += 1


@subroutine
def schedule_watchers(c, above, state):
    """Queue the facts of tier 2 and above, of a rank ``above`` this, whose proof rests on clue ``c``."""
    cell, node, counters = state.cell, state.node, state.counters
    before = NONE
    i = cell[FIRST_WATCHER, c]
    while i != NONE:
        after = node[NEXT, i]
        x = node[WATCHER, i]
        if node[WATCHED_AS, i] == cell[VERSION, x]:
            if above < cell[RANK, x] < PENDING:
                schedule(x, cell[RANK, x], state)
            before = i
        elif cell[LOGGED, x] == counters[TRIAL]:  # may become good again when the trial is undone
            before = i
        else:
            if before == NONE:
                cell[FIRST_WATCHER, c] = after
            else:
                node[NEXT, before] = after
            node[NEXT, i] = counters[FREE_NODE]
            counters[FREE_NODE] = i
        i = after


@subroutine
def schedule_dependants(x, above, state):
    """Queue the facts of a rank ``above`` this whose proof may have used that blank ``x`` is known."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, j]
            rests_on_c = cell[BY_CLUE, y] == c and cell[TIER, y] == 1
            if rests_on_c and cell[IS_MINE, y] != cell[IS_MINE, x] and above < cell[RANK, y] < PENDING:
                schedule(y, cell[RANK, y], state)
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
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, j]
            if cell[RANK, y] == PENDING and cell[IS_MINE, y] != cell[IS_MINE, x]:
                schedule_proof(y, state)


@inlined
def schedule_uses_of(k, state):
    """Queue the facts whose proof used the number of clue ``k``, or that its cell is known."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        y = links[BLANKS, i]
        if cell[BY_CLUE, y] == k and cell[TIER, y] == 1:
            schedule(y, cell[RANK, y], state)
    schedule_watchers(k, 0, state)
    if cell[RANK, k] == PENDING:
        schedule_dependants(k, 0, state)
