"""Thinning: which clues can go. The same clues as thin_naive, in time that grows hardly faster than the board.

One trial = take a clue away and see whether every fact still has a proof (see justifications).

1. Refuse cheaply: a cell that touches no clue any more; two cells that could trade places; a neighbourhood of the clue
   that stays stuck even if everything outside it were known.
2. Sweep: the facts that may have rested on the clue are looked at in order of rank. A fact that still has a proof from
   lower ranks stays. One that has none becomes pending, and so its dependants are looked at in turn. A pending fact
   that the facts swept so far can prove gets that proof, and a rank just above what the proof needs.
3. When the sweep is over, every fact that is not pending has a proof that is not circular. What is pending now is
   proved from those, with the lowest tier that moves. If nothing moves the trial is refused and undone; when nothing
   is pending the clue is gone. With a printed total, pending cells may also be held by it (see total_rule).

Both answers are certificates: accepted means every fact has a proof from lower ranks, or is held; refused means some
cells cannot be proved even when all others are known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernel_decorators import inlined, kernel, subroutine
from puzzlegen.engine.solving import clue_rules
from puzzlegen.engine.solving.clue_rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.solving.rounds import SOLVED, solve_rounds
from puzzlegen.engine.thinning.incidence import link_all, relink_clue, unlink_clue
from puzzlegen.engine.thinning.justifications import free_stale, set_proof, undo, write_down
from puzzlegen.engine.thinning.local_check import settle_window
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.removal_trial import sweep
from puzzlegen.engine.thinning.state import (
    FREE,
    IS_CLUE,
    LOG,
    MINE,
    NONE,
    PATIENCE,
    PENDING,
    RANK,
    TOTAL_PRINTED,
    TRIAL,
    TRIPPED,
    USED,
    new_state,
)
from puzzlegen.engine.thinning.thin_naive import thin_naive
from puzzlegen.engine.thinning.total_rule import hold, leaves_undecided

PATIENT = 24  # cells; more find few more proofs, but long ones, which break soon
GAP = 1 << 10  # between the ranks of two moments of the first solve: room for ranks given later


class Thinned(NamedTuple):
    """``dropped`` clues are gone, or -1 when even all do not solve; ``fell_back``: the naive way had to be taken."""

    dropped: int
    fell_back: bool = False


@subroutine
def first_proofs(order, moment, by, tier_of, start, links, cell, lists, node, clock, near):
    """Give the blanks of ``order`` (by moment) the proofs that a solve found; at its moment each was as described.

    The first have moment -1: the solve, without the printed total, did not reach them, and the total holds them.
    """
    clock[TRIAL] = 1
    clock[PATIENCE] = lists.shape[1]
    for x in order:
        if moment[x] < 0:
            hold(x, cell, lists, clock)
        else:
            cell[RANK, x] = moment[x] * GAP
    for x in order:
        if moment[x] < 0:
            continue
        tier = tier_of[moment[x]]
        if tier > 1 and not refute(by[x], x, moment[x] * GAP, tier, start, links, cell, lists, clock, near):
            clock[TRIPPED] = 1  # cannot be: the solve found this very proof
        set_proof(x, moment[x] * GAP, by[x], tier, cell, lists, node, clock)
    clock[PATIENCE] = PATIENT


@inlined
def can_go(k, becomes_blank, cap, start, links, cell, lists, node, heap, clock, near):
    """One trial: take clue ``k`` away for good if the rest still solves at ``cap``; returns whether it did."""
    clock[TRIAL] += 1
    lists[LOG, 0] = 0
    if clock[FREE] == NONE and clock[USED] > node.shape[1] // 8 * 7:
        free_stale(cell, node, clock)
    unlink_clue(k, becomes_blank, start, links, cell)
    if becomes_blank:
        write_down(k, cell, lists, clock)
        cell[RANK, k] = PENDING
    if (
        not leaves_undecided(k, start, links, cell, clock)
        and settle_window(k, cap, start, links, cell, lists, clock, near)
        and sweep(k, cap, start, links, cell, lists, node, heap, clock, near)
        and not clock[TRIPPED]
    ):
        return True
    undo(cell, lists)
    relink_clue(k, becomes_blank, start, links, cell)
    return False


@kernel
def try_all(
    order, blank_after, cap, clue, proved, moment, by, tier_of, start, links, cell, lists, node, heap, clock, near
):
    """Try the clues in ``order``; those that can go become -1 in ``clue``. Returns how many; stops where TRIPPED.

    ``proved`` to ``tier_of`` are the blanks and the solve that first_proofs takes.
    """
    first_proofs(proved, moment, by, tier_of, start, links, cell, lists, node, clock, near)
    dropped = 0
    for k in order:
        if clock[TRIPPED]:
            break
        if clue[k] >= 0 and can_go(k, blank_after[k], cap, start, links, cell, lists, node, heap, clock, near):
            clue[k] = -1
            dropped += 1
    return dropped


def thin(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    total: int,
    cap: int,
    order: NDArray[np.int32],
) -> Thinned:
    """Drop clues in ``order`` wherever the rest still solves at tier ``cap``; ``clue`` is changed in place.

    As thin_naive.thin_naive, of which see the arguments, and with the same outcome.
    """
    n = clue.size
    moment, by = np.empty((2, n), np.int32)
    tier_of, available = np.empty((2, n + 1), np.int32)
    given = np.where(clue >= 0, SAFE, known).astype(np.int8)
    truth = given.copy()
    status, _ = solve_rounds(start, cells, clue, truth, total, cap, moment, by, tier_of, available)
    if status != SOLVED:
        return Thinned(-1)
    if total != NO_TOTAL:
        solve_rounds(start, cells, clue, given, NO_TOTAL, cap, moment, by, tier_of, available)
    state = new_state(start, cells)
    state.cell[MINE] = truth == clue_rules.MINE
    state.cell[IS_CLUE] = clue >= 0
    state.clock[TOTAL_PRINTED] = total != NO_TOTAL
    blank_after = (known == UNKNOWN).astype(np.int32)
    link_all(blank_after * (clue < 0), state.start, state.links, state.cell)
    by_moment = np.argsort(moment, kind="stable").astype(np.int32)
    proved = by_moment[moment[by_moment] != 0]
    dropped = try_all(order, blank_after, cap, clue, proved, moment, by, tier_of, *state)
    if state.clock[TRIPPED]:
        return Thinned(dropped + thin_naive(start, cells, clue, known, total, cap, order), True)
    return Thinned(dropped)
