"""Thinning: which clues can go. The same clues as engine.naive, in time that grows hardly faster than the board.

One trial = take a clue away and see whether every fact still has a proof (see engine.ranks).

1. Refuse cheaply: a cell that touches no clue any more; two cells that could trade places; a neighbourhood of the clue
   that stays stuck even if everything outside it were known.
2. Sweep: the facts that may have rested on the clue are looked at in order of rank. A fact that still has a proof from
   lower ranks stays. One that has none becomes pending, and so its dependants are looked at in turn. A pending fact
   that the facts swept so far can prove gets that proof, and a rank just above what the proof needs.
3. When the sweep is over, every fact that is not pending has a proof that is not circular. What is pending now is
   proved from those, with the lowest tier that moves. If nothing moves the trial is refused and undone; when nothing
   is pending the clue is gone.

Both answers are certificates: accepted means every fact has a proof from lower ranks; refused means some cells cannot
be proved even when all others are known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine import rules
from puzzlegen.engine.kernel import kernel, part
from puzzlegen.engine.links import link_all, relink_clue, unlink_clue
from puzzlegen.engine.naive import thin_naive
from puzzlegen.engine.ranks import free_stale, set_proof, undo, write_down
from puzzlegen.engine.refute import refute
from puzzlegen.engine.rounds import SOLVED, solve_rounds
from puzzlegen.engine.rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.settle import settle_window
from puzzlegen.engine.state import (
    BLANKS,
    FREE,
    IS_CLUE,
    LOG,
    MINE,
    N_BLANKS,
    N_CLUES,
    NONE,
    PATIENCE,
    PENDING,
    RANK,
    TRIAL,
    TRIPPED,
    USED,
    new_state,
)
from puzzlegen.engine.sweep import sweep

PATIENT = 24   # cells; more find few more proofs, but long ones, which break soon
GAP = 1 << 10  # between the ranks of two moments of the first solve: room for ranks given later


class Thinned(NamedTuple):
    """``dropped`` clues are gone, or -1 when even all do not solve; ``fell_back``: the naive way had to be taken."""

    dropped: int
    fell_back: bool = False


@part
def touches_nothing(k, start, links, cell):
    """Whether clue ``k``, just taken away, leaves a blank without any clue: nothing could prove it."""
    if cell[RANK, k] == PENDING and cell[N_CLUES, k] == 0:
        return True
    left_alone = False
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        left_alone |= cell[N_CLUES, links[BLANKS, i]] == 0
    return left_alone


@kernel
def first_proofs(order, moment, by, tier_of, start, links, cell, lists, node, clock, near):
    """Give the blanks of ``order`` (by moment) the proofs that a solve found; at its moment each was as described."""
    clock[TRIAL] = 1
    clock[PATIENCE] = lists.shape[1]
    for x in order:
        cell[RANK, x] = moment[x] * GAP
    for x in order:
        tier = tier_of[moment[x]]
        if tier > 1 and not refute(by[x], x, moment[x] * GAP, tier, start, links, cell, lists, clock, near):
            clock[TRIPPED] = 1  # cannot be: the solve found this very proof
        set_proof(x, moment[x] * GAP, by[x], tier, cell, lists, node, clock)
    clock[PATIENCE] = PATIENT


@part
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
        not touches_nothing(k, start, links, cell)
        and settle_window(k, cap, start, links, cell, lists, clock, near)
        and sweep(k, cap, start, links, cell, lists, node, heap, clock, near)
        and not clock[TRIPPED]
    ):
        return True
    undo(cell, lists)
    relink_clue(k, becomes_blank, start, links, cell)
    return False


@kernel
def try_all(order, blank_after, cap, clue, start, links, cell, lists, node, heap, clock, near):
    """Try the clues in ``order``; those that can go become -1 in ``clue``. Returns how many; stops where TRIPPED."""
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

    As engine.naive.thin_naive, of which see the arguments, and with the same outcome.
    """
    if total != NO_TOTAL or cap > 3:
        return Thinned(thin_naive(start, cells, clue, known, total, cap, order), True)
    n = clue.size
    moment, by = np.empty((2, n), np.int32)
    tier_of, available = np.empty((2, n + 1), np.int32)
    position = np.where(clue >= 0, SAFE, known).astype(np.int8)
    status, _ = solve_rounds(start, cells, clue, position, total, cap, moment, by, tier_of, available)
    if status != SOLVED:
        return Thinned(-1)
    state = new_state(start, cells)
    state.cell[MINE] = position == rules.MINE
    state.cell[IS_CLUE] = clue >= 0
    blank_after = (known == UNKNOWN).astype(np.int32)
    link_all(blank_after * (clue < 0), state.start, state.links, state.cell)
    proved = np.argsort(moment, kind="stable").astype(np.int32)
    proved = proved[np.count_nonzero(moment == 0) :]
    first_proofs(proved, moment, by, tier_of, *state[:5], *state[6:])
    dropped = try_all(order, blank_after, cap, clue, *state)
    if state.clock[TRIPPED]:
        return Thinned(dropped + thin_naive(start, cells, clue, known, total, cap, order), True)
    return Thinned(dropped)
