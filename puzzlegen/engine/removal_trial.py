"""Tries to do without one clue: sweeps through the facts that may rest on it and proves them again.

The cells to visit are queued in a binary heap of (rank, cell), lowest rank first: ``heap`` int32, shape (2, capacity).
They are facts that may have lost their proof, and pending cells that may have one.

A fact may rest on facts of lower rank. A proof with the printed total rests on everything unknown, so it has no rank.
Cells that no clue proves at the cap, even with all others known, are *held* by the total. For every other proof they
are unknown, and stay so, because clues are only ever removed. What is unknown in the end can be proved with the total
if and only if the pending and the held cells settle with it, everything else being known (see relaxed_check). So no
such proofs are stored: the held cells are settled again when one of them loses a clue or others join them.

Held cells that touch no clue are *loose*: only their number matters. They are all of one kind, as otherwise two of them
could change places. There can be very many. Of the others there are only few, because a placement has to use up all
mines or all safe cells of the rest before the total contradicts it.
"""

from __future__ import annotations

from puzzlegen.engine.incidence import earliest, highest_used, log_proof, prove_at, set_proof
from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.refutation import refute
from puzzlegen.engine.relaxed_check import settle_around_unproved, settle_unproved
from puzzlegen.engine.thinning_state import (
    BLANKS,
    BY_CLUE,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    GROUP,
    HEAPED,
    HELD,
    HELD_BEFORE,
    IS_MINE,
    LOGGED,
    LOOSE,
    LOOSE_MINES,
    LOOSE_SAFE,
    LOOSE_SAFE_BEFORE,
    N_BLANKS,
    N_CLUES,
    NEWS,
    NEXT,
    NONE,
    OVERFLOWED,
    PENDING,
    PLACE,
    PUSHED,
    PUSHED_IN,
    RANK,
    SETTLED,
    SETTLED_CLUE,
    SETTLED_TIER,
    SETTLED_UNAIDED,
    TIER,
    TOTAL_PRINTED,
    TRIAL,
    UNPROVED,
    VERSION,
    VERSIONS,
    WATCHED_AS,
    WATCHER,
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
    is_held = False
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        is_held |= cell[links[BLANKS, i], RANK] == PENDING
    return is_held


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
    """Hold the cells that were held before this trial. ``incidence.undo`` restores their ranks."""
    lists, counters = state.lists, state.counters
    for i in range(lists[HELD_BEFORE, 0] + 1):
        lists[HELD, i] = lists[HELD_BEFORE, i]
    for kind in range(2):
        counters[LOOSE_SAFE + kind] = counters[LOOSE_SAFE_BEFORE + kind]


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


FIRST_REPROVED = 4  # pending cells beyond which tiers above 1 prove them again during the sweep


@inlined
def still_holds(x, cap, state):
    """Return whether ``x`` has a proof from facts below its rank, and keep the proof found."""
    cell = state.cell
    rank = cell[x, RANK]
    needs, c = earliest(x, state)
    if needs < rank:
        if c != cell[x, BY_CLUE] or cell[x, TIER] != 1:
            set_proof(x, rank, c, 1, state)
        return True
    for tier in range(2, min(cap, max(2, cell[x, TIER])) + 1):
        c = prove_at(x, rank, tier, state)
        if c != NONE:
            set_proof(x, rank, c, tier, state)
            return True
    return False


@subroutine
def prove_low(x, c, tier, state):
    """Prove pending ``x`` from clue ``c`` at ``tier`` and all that is not pending, with as low a rank as possible."""
    counters = state.counters
    below = PENDING
    proved = refute(c, x, below, tier, state)
    if not proved:  # cannot be: the group settled by this very proof
        counters[OVERFLOWED] = 1
    needs = highest_used(below, state)
    while proved and needs > 0:
        proved = refute(c, x, needs, tier, state)
        if proved:
            below = needs
            needs = highest_used(below, state)
    if not proved:  # the last question was one too many: its witnesses are not all there
        refute(c, x, below, tier, state)
    set_proof(x, needs + 1, c, tier, state)


@subroutine
def add_unproved(x, state):
    """Make ``x`` pending."""
    cell = state.cell
    log_proof(x, state)
    cell[x, RANK] = PENDING
    list_unproved(x, state)


@subroutine
def list_unproved(x, state):
    """Add ``x`` to the list of pending cells."""
    cell, lists = state.cell, state.lists
    lists[UNPROVED, 0] += 1
    lists[UNPROVED, lists[UNPROVED, 0]] = x
    cell[x, PLACE] = lists[UNPROVED, 0]


@subroutine
def drop_unproved(x, state):
    """Remove ``x`` from the list of pending cells."""
    cell, lists = state.cell, state.lists
    last = lists[UNPROVED, lists[UNPROVED, 0]]
    lists[UNPROVED, cell[x, PLACE]] = last
    cell[last, PLACE] = cell[x, PLACE]
    lists[UNPROVED, 0] -= 1


@subroutine
def tell_pending(x, state):
    """Remove ``x``, which got a proof, from the pending cells, and queue those that tier 1 can prove now."""
    lists = state.lists
    drop_unproved(x, state)
    lists[NEWS, 0] += 1
    lists[NEWS, lists[NEWS, 0]] = x
    wake_pending(x, state)


@inlined
def reprove(x, now, state):
    """Prove pending ``x`` by tier 1 from facts of rank under ``now``, or postpone it until that may be possible."""
    needs, c = earliest(x, state)
    if needs < now:
        set_proof(x, needs + 1, c, 1, state)
        tell_pending(x, state)
    elif needs < PENDING:
        schedule(x, needs + 1, state)


@subroutine
def reprove_pending(now, state):
    """Prove pending cells from facts of rank under ``now``, each by the clue and the tier that settled it in its group.

    Otherwise one clue can take the proofs of half of a board where most cells are of tier 3: everything that rests on a
    pending cell becomes pending too, and tier 1 alone gets few of them back.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    for i in range(1, counters[SETTLED_UNAIDED] + 1):
        x = lists[SETTLED, i]
        tier = cell[x, SETTLED_TIER]
        c = cell[x, SETTLED_CLUE]
        if cell[x, RANK] == PENDING and tier > 1 and refute(c, x, now, tier, state):
            set_proof(x, highest_used(now, state) + 1, c, tier, state)
            tell_pending(x, state)


@subroutine
def sweep_facts(limit, cap, state):
    """Work off the heap, lowest rank first. Returns False if the pending cells cannot be proved.

    That is tested when ``limit`` cells are pending, and whenever their number has doubled.
    """
    cell, lists, heap, counters = state.cell, state.lists, state.heap, state.counters
    while counters[HEAPED] > 0 and not counters[OVERFLOWED]:
        now, x = pop(counters[HEAPED], heap)
        counters[HEAPED] -= 1
        if cell[x, PUSHED] == now:
            cell[x, PUSHED] = PENDING
        if cell[x, RANK] == PENDING:
            reprove(x, now, state)
        elif cell[x, RANK] == now and not still_holds(x, cap, state):
            add_unproved(x, state)
            schedule_dependants(x, now, state)
            schedule_proof(x, state)
            if lists[UNPROVED, 0] == limit:
                limit *= 2
                if not settle_around_unproved(cap, state):
                    return False
                if limit > FIRST_REPROVED:
                    reprove_pending(now, state)
    return True


@subroutine
def reprove_rest(touched_held, cap, state):
    """Prove what is pending from all that is not, in the order of the group. Returns whether that works."""
    cell, lists, counters = state.cell, state.lists, state.counters
    if not settle_unproved(touched_held, cap, state):
        return False
    for i in range(1, counters[SETTLED_UNAIDED] + 1):
        x = lists[SETTLED, i]
        if cell[x, SETTLED_TIER] == 1:
            needs, c = earliest(x, state)
            set_proof(x, needs + 1, c, 1, state)
        else:
            prove_low(x, cell[x, SETTLED_CLUE], cell[x, SETTLED_TIER], state)
    hold_pending(state)
    return True


@inlined
def sweep(k, cap, state):
    """Return whether every fact keeps or finds a proof without clue ``k``."""
    cell, lists, counters = state.cell, state.lists, state.counters
    counters[HEAPED] = 0
    lists[NEWS, 0] = 0
    lists[UNPROVED, 0] = 0
    touched_held = touches_held(k, state)
    if cell[k, RANK] == PENDING:
        list_unproved(k, state)
        schedule_proof(k, state)
    schedule_uses_of(k, state)
    if not sweep_facts(4, cap, state):
        return False
    if lists[UNPROVED, 0] == 0 and not touched_held:
        return True
    return reprove_rest(touched_held, cap, state)
