"""What a trial has to look at again: facts that may have lost their proof, pending cells that may have found one."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, subroutine
from puzzlegen.engine.thinning.justifications import earliest
from puzzlegen.engine.thinning.priority_queue import push
from puzzlegen.engine.thinning.state import (
    BLANKS,
    BY_CLUE,
    CLUES,
    FIRST,
    FREE,
    HEAPED,
    LOGGED,
    MINE,
    N_BLANKS,
    N_CLUES,
    NEXT,
    NONE,
    PENDING,
    PUSHED,
    PUSHED_IN,
    RANK,
    TIER,
    TRIAL,
    TRIPPED,
    VERSION,
    WATCHED_AS,
    WATCHER,
)


@subroutine
def schedule(x, rank, cell, heap, clock):
    """Put ``x`` on the heap, unless it stands there already at this rank or a lower one."""
    if cell[PUSHED_IN, x] != clock[TRIAL] or cell[PUSHED, x] > rank:
        cell[PUSHED_IN, x] = clock[TRIAL]
        cell[PUSHED, x] = rank
        if clock[HEAPED] == heap.shape[1]:
            clock[TRIPPED] = 1
            return
        push(clock[HEAPED], rank, x, heap)
        clock[HEAPED] += 1


@subroutine
def schedule_watchers(c, above, cell, node, heap, clock):
    """Look again at the facts of tier 2 and above, ranked ``above`` this, whose proof rests on clue ``c``."""
    before = NONE
    i = cell[FIRST, c]
    while i != NONE:
        after = node[NEXT, i]
        x = node[WATCHER, i]
        if node[WATCHED_AS, i] == cell[VERSION, x]:
            if above < cell[RANK, x] < PENDING:
                schedule(x, cell[RANK, x], cell, heap, clock)
            before = i
        elif cell[LOGGED, x] == clock[TRIAL]:  # may become good again when the trial is undone
            before = i
        else:
            if before == NONE:
                cell[FIRST, c] = after
            else:
                node[NEXT, before] = after
            node[NEXT, i] = clock[FREE]
            clock[FREE] = i
        i = after


@subroutine
def schedule_dependants(x, above, start, links, cell, node, heap, clock):
    """Look again at the facts ranked ``above`` this whose proof may have used that blank ``x`` is known."""
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, j]
            rests_on_c = cell[BY_CLUE, y] == c and cell[TIER, y] == 1
            if rests_on_c and cell[MINE, y] != cell[MINE, x] and above < cell[RANK, y] < PENDING:
                schedule(y, cell[RANK, y], cell, heap, clock)
        schedule_watchers(c, above, cell, node, heap, clock)


@subroutine
def schedule_proof(x, start, links, cell, heap, clock):
    """Put pending ``x`` on the heap for the moment from which tier 1 can prove it, if there is one."""
    needs, _ = earliest(x, start, links, cell)
    if needs < PENDING:
        schedule(x, needs + 1, cell, heap, clock)


@subroutine
def wake_pending(x, start, links, cell, heap, clock):
    """After ``x`` was proved: schedule the pending cells that a clue at ``x`` can prove now."""
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, j]
            if cell[RANK, y] == PENDING and cell[MINE, y] != cell[MINE, x]:
                schedule_proof(y, start, links, cell, heap, clock)


@inlined
def schedule_users(k, start, links, cell, node, heap, clock):
    """Look again at the facts whose proof used the number of clue ``k``, or that its cell is known."""
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        y = links[BLANKS, i]
        if cell[BY_CLUE, y] == k and cell[TIER, y] == 1:
            schedule(y, cell[RANK, y], cell, heap, clock)
    schedule_watchers(k, 0, cell, node, heap, clock)
    if cell[RANK, k] == PENDING:
        schedule_dependants(k, 0, start, links, cell, node, heap, clock)
