"""Proves cells by tiers 2 to 4 from the facts below a rank.

Such a proof may rest on the blanks of lower rank and takes all others for unknown. The solution is known. A cell is
proved by refuting the placements in which it differs from the solution, so the true placement is never tried.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import subroutine
from puzzlegen.engine.solving.clue_rules import CELL, FIRST_PLACEMENT, PLACEMENTS, count_bits
from puzzlegen.engine.thinning.state import (
    DIFFERING,
    NONE,
    QUESTION,
    SECOND_SOLUTION,
    SURPLUS,
    TOTAL_PRINTED,
    WITH_TOTAL,
    WITNESSES,
)
from puzzlegen.engine.thinning.suppositions import (
    UNBROKEN,
    add_witness,
    broken_other,
    collect_witnesses,
    follow,
    follow_deep,
    gather_below,
    suppose_blank,
    take_back_all,
)


@subroutine
def placement_breaks(placement, u, deep, keep, below, state):
    """Return whether a placement leads to a broken clue. It is taken back.

    ``keep``: whether to collect the witnesses of that. A proof that uses the printed total rests on everything and is
    not kept, so its witnesses are not collected.
    """
    counters, near = state.counters, state.near
    for i in range(u):
        suppose_blank(near[0, CELL, i], placement >> i & 1, NONE, below, state)
    broken = follow_deep(below, state, near[1]) if deep else follow(below, state)
    if broken != UNBROKEN and not counters[WITH_TOTAL]:
        if keep:
            collect_witnesses(broken, below, state, near[1])
    elif counters[DIFFERING] == 0 and (counters[SURPLUS] == 0 or not counters[TOTAL_PRINTED]):
        counters[SECOND_SOLUTION] = 1
    take_back_all(state)
    return broken != UNBROKEN


@subroutine
def refute(c, target, below, tier, state):
    """Find which unknown blanks of clue ``c`` its placements prove at ``tier``. Returns a mask over ``near[0, CELL]``.

    With a ``target`` (not negative), only that blank matters, and the clues it rests on are in the list of witnesses.
    """
    lists, counters, near = state.lists, state.counters, state.near
    counters[QUESTION] += 1
    lists[WITNESSES, 0] = 0
    add_witness(c, state)
    u, truth, others = gather_below(c, below, state, near[0])
    hoped = (1 << u) - 1
    full = hoped
    if target >= 0:
        hoped = 0
        for i in range(u):
            if near[0, CELL, i] == target:
                hoped = 1 << i
    r = count_bits(truth)
    if r in (0, u):
        return hoped
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full or hoped == 0:
            break
        wrong = (placement ^ truth) & hoped
        if wrong == 0:
            continue
        broken = broken_other(placement, others, near[0])
        if broken != UNBROKEN:
            add_witness(broken, state)
        elif tier == 2 or not placement_breaks(placement, u, tier == 4, target >= 0, below, state):
            hoped &= ~wrong
    return hoped
