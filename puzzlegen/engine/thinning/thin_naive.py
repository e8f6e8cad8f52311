"""Naive thinning: the specification. One full solve for every clue tried."""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel_decorators import kernel
from puzzlegen.engine.solving.rounds import SOLVED, new_scratch, solve_one


def thin_naive(start, cells, clue, known, total, cap, order):
    """Drop clues in ``order`` wherever the rest still solves at tier ``cap``; ``clue`` is changed in place.

    ``known`` int8 (n,) is the start position *without* the clues: what is printed as void, empty or pre-set. A cell
    that loses its clue becomes unknown. Returns how many clues were dropped, or -1 when even all clues do not solve.
    """
    n = clue.size
    position = np.empty(n, np.int8)
    moment, by = np.empty((2, n), np.int32)
    tier_of, available = np.empty((2, n + 1), np.int32)
    scratch = new_scratch(n, cells.size)
    return try_each(start, cells, clue, known, total, cap, order, position, moment, by, tier_of, available, *scratch)


@kernel
def try_each(
    start,
    cells,
    clue,
    known,
    total,
    cap,
    order,
    position,
    moment,
    by,
    tier_of,
    available,
    links,
    stop,
    need,
    open_,
    slot,
    lists,
    notes,
    flags,
    near,
):
    """``thin_naive`` in the given arrays."""
    dropped = -1
    for i in range(-1, order.size):  # -1: the test with all clues in place
        c = order[max(i, 0)]
        value = clue[c]
        if i >= 0:
            if value < 0:
                continue
            clue[c] = -1
        for x in range(clue.size):
            position[x] = 1 if clue[x] >= 0 else known[x]
        status, _ = solve_one(
            start,
            cells,
            clue,
            position,
            total,
            cap,
            moment,
            by,
            tier_of,
            available,
            links,
            stop,
            need,
            open_,
            slot,
            lists,
            notes,
            flags,
            near,
        )
        if status == SOLVED:
            dropped += 1
        elif i < 0:
            return -1
        else:
            clue[c] = value
    return dropped
