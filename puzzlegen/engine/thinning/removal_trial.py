"""One trial, steps 2 and 3: sweep through the facts that may have rested on a clue, and heal (see thin_incremental)."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, subroutine
from puzzlegen.engine.thinning.justifications import earliest, highest_used, prove_at, set_proof, write_down
from puzzlegen.engine.thinning.local_check import settle_around_unproved, settle_unproved
from puzzlegen.engine.thinning.priority_queue import pop
from puzzlegen.engine.thinning.recheck_queue import (
    schedule,
    schedule_dependants,
    schedule_proof,
    schedule_users,
    wake_pending,
)
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.state import (
    BY_CLUE,
    HEAPED,
    HOW_CLUE,
    HOW_TIER,
    NONE,
    PENDING,
    PUSHED,
    RANK,
    SETTLED,
    TIER,
    TRIPPED,
    UNAIDED,
    UNPROVED,
)
from puzzlegen.engine.thinning.total_rule import hold_pending, touches_held


@inlined
def still_holds(x, cap, start, links, cell, lists, node, clock, near):
    """Whether ``x`` has a proof from facts below its rank; keeps the one found."""
    rank = cell[RANK, x]
    needs, c = earliest(x, start, links, cell)
    if needs < rank:
        if c != cell[BY_CLUE, x] or cell[TIER, x] != 1:
            set_proof(x, rank, c, 1, cell, lists, node, clock)
        return True
    for tier in range(2, min(cap, max(2, cell[TIER, x])) + 1):
        c = prove_at(x, rank, tier, start, links, cell, lists, clock, near)
        if c != NONE:
            set_proof(x, rank, c, tier, cell, lists, node, clock)
            return True
    return False


@subroutine
def prove_low(x, c, tier, start, links, cell, lists, node, clock, near):
    """Prove pending ``x`` from clue ``c`` at ``tier`` and all that is not pending, with as low a rank as can be had."""
    below = PENDING
    proved = refute(c, x, below, tier, start, links, cell, lists, clock, near)
    if not proved:  # cannot be: the group settled by this very proof
        clock[TRIPPED] = 1
    needs = highest_used(below, start, links, cell, lists)
    while proved and needs > 0:
        proved = refute(c, x, needs, tier, start, links, cell, lists, clock, near)
        if proved:
            below = needs
            needs = highest_used(below, start, links, cell, lists)
    if not proved:  # the last question was one too many: its witnesses are not all there
        refute(c, x, below, tier, start, links, cell, lists, clock, near)
    set_proof(x, needs + 1, c, tier, cell, lists, node, clock)


@subroutine
def add_unproved(x, cell, lists, clock):
    """Make ``x`` pending."""
    write_down(x, cell, lists, clock)
    cell[RANK, x] = PENDING
    lists[UNPROVED, 0] += 1
    lists[UNPROVED, lists[UNPROVED, 0]] = x


@inlined
def drop_unproved(x, lists):
    """Take ``x`` off the list of pending cells."""
    i = 1
    while lists[UNPROVED, i] != x:
        i += 1
    lists[UNPROVED, i] = lists[UNPROVED, lists[UNPROVED, 0]]
    lists[UNPROVED, 0] -= 1


@inlined
def heal(x, now, start, links, cell, lists, node, heap, clock):
    """Prove pending ``x`` by tier 1 from facts of rank under ``now``, or put it off until that may be possible."""
    needs, c = earliest(x, start, links, cell)
    if needs < now:
        set_proof(x, needs + 1, c, 1, cell, lists, node, clock)
        drop_unproved(x, lists)
        wake_pending(x, start, links, cell, heap, clock)
    elif needs < PENDING:
        schedule(x, needs + 1, cell, heap, clock)


@inlined
def sweep_facts(cap, start, links, cell, lists, node, heap, clock, near):
    """Work the heap off, lowest rank first. Returns False when the pending cells turn out to be trapped."""
    limit = 4
    while clock[HEAPED] > 0 and not clock[TRIPPED]:
        now, x = pop(clock[HEAPED], heap)
        clock[HEAPED] -= 1
        if cell[PUSHED, x] == now:
            cell[PUSHED, x] = PENDING
        if cell[RANK, x] == PENDING:
            heal(x, now, start, links, cell, lists, node, heap, clock)
        elif cell[RANK, x] == now and not still_holds(x, cap, start, links, cell, lists, node, clock, near):
            add_unproved(x, cell, lists, clock)
            schedule_dependants(x, now, start, links, cell, node, heap, clock)
            schedule_proof(x, start, links, cell, heap, clock)
            if lists[UNPROVED, 0] == limit:
                limit *= 2
                if not settle_around_unproved(cap, start, links, cell, lists, clock, near):
                    return False
    return True


@subroutine
def heal_rest(touched_held, cap, start, links, cell, lists, node, clock, near):
    """Prove what is pending from all that is not, each cell after those its proof needs; returns whether that works."""
    if not settle_unproved(touched_held, cap, start, links, cell, lists, clock, near):
        return False
    for i in range(1, clock[UNAIDED] + 1):
        x = lists[SETTLED, i]
        if cell[HOW_TIER, x] == 1:
            needs, c = earliest(x, start, links, cell)
            set_proof(x, needs + 1, c, 1, cell, lists, node, clock)
        else:
            prove_low(x, cell[HOW_CLUE, x], cell[HOW_TIER, x], start, links, cell, lists, node, clock, near)
    hold_pending(cell, lists, clock)
    return True


@inlined
def sweep(k, cap, start, links, cell, lists, node, heap, clock, near):
    """Whether every fact keeps or finds a proof without clue ``k``."""
    clock[HEAPED] = 0
    lists[UNPROVED, 0] = 0
    touched_held = touches_held(k, start, links, cell)
    if cell[RANK, k] == PENDING:
        lists[UNPROVED, 0] = 1
        lists[UNPROVED, 1] = k
        schedule_proof(k, start, links, cell, heap, clock)
    schedule_users(k, start, links, cell, node, heap, clock)
    if not sweep_facts(cap, start, links, cell, lists, node, heap, clock, near):
        return False
    if lists[UNPROVED, 0] == 0 and not touched_held:
        return True
    return heal_rest(touched_held, cap, start, links, cell, lists, node, clock, near)
