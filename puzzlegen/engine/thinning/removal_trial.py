"""Tries to do without one clue: sweeps through the facts that may rest on it and proves them again."""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.thinning.justifications import earliest, highest_used, log_proof, prove_at, set_proof
from puzzlegen.engine.thinning.recheck_queue import (
    pop,
    schedule,
    schedule_dependants,
    schedule_proof,
    schedule_uses_of,
    wake_pending,
)
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.relaxed_check import settle_around_unproved, settle_unproved
from puzzlegen.engine.thinning.state import (
    BY_CLUE,
    HEAPED,
    NEWS,
    NONE,
    OVERFLOWED,
    PENDING,
    PLACE,
    PUSHED,
    RANK,
    SETTLED,
    SETTLED_CLUE,
    SETTLED_TIER,
    SETTLED_UNAIDED,
    TIER,
    UNPROVED,
)
from puzzlegen.engine.thinning.total_rule import hold_pending, touches_held

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
