"""Removes clues by the specification: one full solve for every clue tried."""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel_decorators import kernel
from puzzlegen.engine.solving.clue_rules import SAFE
from puzzlegen.engine.solving.position import new_scratch, new_trace
from puzzlegen.engine.solving.rounds import SOLVED, solve


def thin_naive(start, cells, clue, known, total, cap, order):
    """Remove clues in ``order`` wherever the rest still solves at tier ``cap``. ``clue`` is changed in place.

    ``start`` and ``cells`` are the neighborhood, int32 (see board.grid). ``clue`` int8 (n,) is the printed number,
    negative where there is none. ``known`` int8 (n,) is the start position *without* the clues: what is printed as
    void, empty or pre-set. A cell that loses its clue becomes unknown. ``total`` is the printed number of mines or
    NO_TOTAL. ``order`` int32 lists cells. Returns how many clues were removed, or -1 if even all do not solve.
    """
    n = clue.size
    position = np.empty(n, np.int8)
    scratch = new_scratch(n, cells.size)
    return try_each(start, cells, clue, known, total, cap, order, position, new_trace(n), scratch)


@kernel
def try_each(start, cells, clue, known, total, cap, order, position, trace, scratch):
    """Thin in the given arrays. ``position`` int8 (n,) is working space; the other arguments are as above."""
    removed = -1
    for i in range(-1, order.size):  # -1: the test with all clues in place
        c = order[max(i, 0)]
        value = clue[c]
        if i >= 0:
            if value < 0:
                continue
            clue[c] = -1
        for x in range(clue.size):
            position[x] = SAFE if clue[x] >= 0 else known[x]
        status, _ = solve(start, cells, clue, position, total, cap, trace, scratch)
        if status == SOLVED:
            removed += 1
        elif i < 0:
            return -1
        else:
            clue[c] = value
    return removed
