"""Naive thinning: the specification. One full solve for every clue tried."""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel import array_kernel
from puzzlegen.engine.rounds import SOLVED, solve_rounds


@array_kernel
def thin_naive(start, cells, clue, known, total, cap, order):
    """Drop clues in ``order`` wherever the rest still solves at tier ``cap``; ``clue`` is changed in place.

    ``known`` int8 (n,) is the start position *without* the clues: what is printed as void, empty or pre-set. A cell
    that loses its clue becomes unknown. Returns how many clues were dropped, or -1 when even all clues do not solve.
    """
    n = clue.size
    moment = np.empty(n, np.int32)
    by = np.empty(n, np.int32)
    tier_of = np.empty(n + 1, np.int32)
    available = np.empty(n + 1, np.int32)
    position = np.empty(n, np.int8)
    dropped = -1
    for i in range(-1, order.size):  # -1: the test with all clues in place
        c = order[max(i, 0)]
        value = clue[c]
        if i >= 0:
            if value < 0:
                continue
            clue[c] = -1
        for x in range(n):
            position[x] = 1 if clue[x] >= 0 else known[x]
        status, _ = solve_rounds(start, cells, clue, position, total, cap, moment, by, tier_of, available)
        if status == SOLVED:
            dropped += 1
        elif i < 0:
            return -1
        else:
            clue[c] = value
    return dropped
