"""Removes clues like ``thin_naive``, with the same result, in time that grows hardly faster than the board.

One trial removes a clue and finds out whether every fact still has a proof (see justifications). Clues that have to go
together, such as the images of one under a symmetry, are removed one after the other in one trial. The first that is
refused refuses all, because fewer clues never prove more.

1. Refuse cheaply: a cell that touches no clue any more; two cells that could change places; a neighborhood of the clue
   that cannot be proved even if everything outside it were known.
2. Sweep: the facts that may rest on the clue are visited in order of rank. A fact that still has a proof from lower
   ranks stays. Otherwise it becomes pending, and its dependants are visited in turn. A pending fact that the facts
   swept so far can prove gets that proof, and a rank just above what the proof needs.
3. After the sweep, every fact that is not pending has a proof that is not circular. What is pending is proved from
   those, with the lowest tier that proves something. If nothing does, the trial is refused and undone. If nothing is
   pending, the clue is gone. With a printed total, pending cells may also be held by it (see total_rule).

Both answers are certificates. Accepted means every fact has a proof from lower ranks, or is held. Refused means some
cells cannot be proved even when all others are known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernel_decorators import inlined, kernel, subroutine
from puzzlegen.engine.layouts.clue_spacing import leaves_lone_clue
from puzzlegen.engine.layouts.mine_search import LIMITS_SIZE, MOVES, search
from puzzlegen.engine.solving import clue_rules
from puzzlegen.engine.solving.clue_rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.solving.position import Trace, new_trace
from puzzlegen.engine.solving.rounds import SOLVED, solve_rounds
from puzzlegen.engine.thinning.incidence import link_all, relink_clue, unlink_clue
from puzzlegen.engine.thinning.justifications import free_stale, log_proof, set_proof, undo
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.relaxed_check import settle_window
from puzzlegen.engine.thinning.removal_trial import sweep
from puzzlegen.engine.thinning.state import (
    FREE_NODE,
    IS_CLUE,
    IS_MINE,
    LOG,
    MAX_TRAIL,
    NODES_USED,
    NONE,
    OVERFLOWED,
    PENDING,
    RANK,
    TOTAL_PRINTED,
    TRIAL,
    State,
    new_state,
)
from puzzlegen.engine.thinning.thin_naive import Removals, single_removals, thin_naive
from puzzlegen.engine.thinning.total_rule import hold, leaves_undecided, restore_held, save_held

LONGEST_TRAIL = 24  # cells; more find few more proofs, but long ones, which break soon
GAP = 1 << 10  # between the ranks of two moments of the first solve: room for ranks given later


class Thinned(NamedTuple):
    """The result: ``dropped`` clues were removed, -1 if even all do not solve; ``fell_back``: by the naive way."""

    dropped: int
    fell_back: bool = False


@subroutine
def first_proofs(order, trace, state):
    """Give the blanks of ``order``, which is sorted by moment, the proofs that a solve found.

    The first have moment -1: the solve, without the printed total, did not reach them, and the total holds them.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    moment, by = trace.moment, trace.by
    counters[TRIAL] = 1
    lists[LOG, 0] = 0
    counters[MAX_TRAIL] = lists.shape[1]
    for x in order:
        if moment[x] < 0:
            hold(x, state)
        else:
            cell[RANK, x] = moment[x] * GAP
    for x in order:
        if moment[x] < 0:
            continue
        tier = trace.tier_of[moment[x]]
        if tier > 1 and not refute(by[x], x, moment[x] * GAP, tier, state):
            counters[OVERFLOWED] = 1  # cannot be: the solve found this very proof
        set_proof(x, moment[x] * GAP, by[x], tier, state)
    counters[MAX_TRAIL] = LONGEST_TRAIL


@inlined
def still_solved_without(k, becomes_blank, cap, state):
    """Remove clue ``k`` and return whether the rest still solves at ``cap``."""
    cell, counters = state.cell, state.counters
    unlink_clue(k, becomes_blank, state)
    if becomes_blank:
        log_proof(k, state)
        cell[RANK, k] = PENDING
    return (
        not leaves_undecided(k, state)
        and settle_window(k, cap, state)
        and sweep(k, cap, state)
        and not counters[OVERFLOWED]
    )


@inlined
def can_go(order, begin, end, blank_after, clue, cap, state):
    """Remove the clues ``order[begin:end]`` for good if the rest still solves at ``cap``. Returns whether it did."""
    lists, node, counters = state.lists, state.node, state.counters
    counters[TRIAL] += 1
    lists[LOG, 0] = 0
    if counters[FREE_NODE] == NONE and counters[NODES_USED] > node.shape[1] // 8 * 7:
        free_stale(state)
    save_held(state)
    gone = begin
    while gone < end:
        k = order[gone]
        gone += 1
        if clue[k] >= 0 and not still_solved_without(k, blank_after[k], cap, state):
            undo(state)
            restore_held(state)
            while gone > begin:
                gone -= 1
                k = order[gone]
                if clue[k] >= 0:
                    relink_clue(k, blank_after[k], state)
            return False
    return True


# Takes the fields of tuples one by one, as Python needs 0.7 microseconds to pass a tuple
@kernel
def try_all(
    order, first, beside_start, beside,
    limits, random, blank_after, cap, clue, proved,
    moment, by, tier_of, available,
    start, links, cell, lists, node, heap, counters, near, packing,
):  # fmt: skip
    """Try to remove the clues in ``order``. Those that can go become -1 in ``clue``. Returns how many they are.

    The first four arguments are those of Removals. ``proved`` int32 lists the blanks that ``first_proofs`` takes.
    ``blank_after`` int32 (n,): 1 for a cell that is a blank once it has no clue. ``cap``: the highest tier. Stops where
    OVERFLOWED. With moves among its ``limits``, it first searches mines for the clues (see layouts.mine_search), and
    returns -1 if it finds none. ``proved`` and the fields of the trace are not used then.
    """
    state = State(start, links, cell, lists, node, heap, counters, near, packing)
    link_all(clue, blank_after, state)
    counters[MAX_TRAIL] = LONGEST_TRAIL
    if limits[MOVES] == 0:
        first_proofs(proved, Trace(moment, by, tier_of, available), state)
    elif not search(clue, limits, random, cap, state):
        return -1
    removed = 0
    for i in range(first.size - 1):
        begin = first[i]
        end = first[i + 1]
        if counters[OVERFLOWED]:
            break
        present = 0
        for j in range(begin, end):
            present += clue[order[j]] >= 0
        if (
            present > 0
            and not leaves_lone_clue(order, begin, end, clue, beside_start, beside)
            and can_go(order, begin, end, blank_after, clue, cap, state)
        ):
            for j in range(begin, end):
                clue[order[j]] = -1
            removed += present
    return removed


def thin(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    total: int,
    cap: int,
    removals: Removals | NDArray[np.int32],
) -> Thinned:
    """Remove clues wherever the rest still solves at tier ``cap``. ``clue`` is changed in place.

    Takes the arguments of ``thin_naive.thin_naive`` and removes the same clues.
    """
    removals = removals if isinstance(removals, Removals) else single_removals(removals)
    n = clue.size
    trace = new_trace(n)
    given = np.where(clue >= 0, SAFE, known).astype(np.int8)
    truth = given.copy()
    status, _ = solve_rounds(start, cells, clue, truth, total, cap, trace)
    if status != SOLVED:
        return Thinned(-1)
    if total != NO_TOTAL:
        solve_rounds(start, cells, clue, given, NO_TOTAL, cap, trace)
    state = new_state(start, cells)
    state.cell[IS_MINE] = truth == clue_rules.MINE
    state.cell[IS_CLUE] = clue >= 0
    state.counters[TOTAL_PRINTED] = total != NO_TOTAL
    blank_after = (known == UNKNOWN).astype(np.int32)
    by_moment = np.argsort(trace.moment, kind="stable").astype(np.int32)
    proved = by_moment[trace.moment[by_moment] != 0]
    no_search = np.zeros(LIMITS_SIZE, np.int32)
    dropped = try_all(*removals, no_search, np.ones(1, np.int64), blank_after, cap, clue, proved, *trace, *state)
    if state.counters[OVERFLOWED]:
        return Thinned(dropped + thin_naive(start, cells, clue, known, total, cap, removals), True)
    return Thinned(dropped)
