"""Removes clues by the specification: one full solve for every clue tried."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernels import kernel
from puzzlegen.engine.layouts.clue_spacing import leaves_lone_clue
from puzzlegen.engine.solving.clue_rules import SAFE
from puzzlegen.engine.solving.position import Scratch, Trace, new_scratch, new_trace
from puzzlegen.engine.solving.rounds import SOLVED, solve

NO_CELLS = np.empty(0, np.int32)


class Removals(NamedTuple):
    """What thinning tries to remove, in order, and a rule for what stays.

    The clues of the cells ``order[first[i] : first[i + 1]]`` go together or not at all. No cell is listed twice. Cells
    without a clue do not matter. If ``beside`` is not empty, no removal may leave a clue without a clue beside it: the
    cells beside ``c`` are ``beside[beside_start[c] : beside_start[c + 1]]``.
    """

    order: Annotated[NDArray[np.int32], "listed <= n"]
    first: Annotated[NDArray[np.int32], "groups + 1"]
    beside_start: Annotated[NDArray[np.int32], "n + 1 or 0"] = NO_CELLS
    beside: Annotated[NDArray[np.int32], "_"] = NO_CELLS


def single_removals(order: NDArray[np.int32]) -> Removals:
    """Return the removals that try the clue of each cell in ``order`` by itself."""
    return Removals(order, np.arange(order.size + 1, dtype=np.int32))


def thin_naive(start, cells, clue, known, total, cap, removals):
    """Remove clues wherever the rest still solves at tier ``cap``. ``clue`` is changed in place.

    ``start`` and ``cells`` are the neighborhood, int32 (see board.grid). ``clue`` int8 (n,) is the printed number,
    negative where there is none. ``known`` int8 (n,) is the start position *without* the clues: what is printed as
    void, empty or pre-set. A cell that loses its clue becomes unknown. ``total`` is the printed number of mines or
    NO_TOTAL. ``removals`` are Removals, or int32 cells to be tried one by one. Returns how many clues were removed, or
    -1 if even all do not solve.
    """
    removals = removals if isinstance(removals, Removals) else single_removals(removals)
    n = clue.size
    position, before = np.empty(n, np.int8), clue.copy()
    scratch = new_scratch(n, cells.size)
    return try_each(start, cells, clue, known, total, cap, *removals, before, position, *new_trace(n), *scratch)


@kernel(
    "const int32[n + 1]",
    "const int32[pairs]",
    "int8[n]",
    "int8[n]",
    "int",
    "int",
    Removals,
    "int8[n]",
    "int8[n]",
    Trace,
    Scratch,
)
def try_each(
    start, cells, clue, known, total, cap, order, first, beside_start, beside, before, position,
    moment, by, tier_of, available,
    links, numbers, lists, notes, flags, near, packing,
):  # fmt: skip
    """Thin in the given arrays. ``before`` is a copy of ``clue``, ``position`` int8 (n,) working space."""
    trace = Trace(moment, by, tier_of, available)
    scratch = Scratch(links, numbers, lists, notes, flags, near, packing)
    removed = -1
    begin = end = first[0]
    for i in range(-1, first.size - 1):  # -1: the test with all clues in place
        present = 0
        if i >= 0:
            begin, end = first[i], first[i + 1]
            for j in range(begin, end):
                present += clue[order[j]] >= 0
            if present == 0 or leaves_lone_clue(order, begin, end, clue, beside_start, beside):
                continue
            for j in range(begin, end):
                clue[order[j]] = -1
        for x in range(clue.size):
            position[x] = SAFE if clue[x] >= 0 else known[x]
        status, _ = solve(start, cells, clue, position, total, cap, trace, scratch)
        if status == SOLVED:
            removed += max(present, 1)
        elif i < 0:
            return -1
        else:
            for j in range(begin, end):
                clue[order[j]] = before[order[j]]
    return removed
