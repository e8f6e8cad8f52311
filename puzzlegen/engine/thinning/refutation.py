"""Tiers 2 to 4 as thinning needs them: proving cells from the facts known *before* a given moment.

A proof "below rank t" may rest on the blanks of rank under t and takes all others for unknown. The solution is known:
a cell is proved by refuting the placements in which it is not what it is in truth, and the true placement is never
tried.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine
from puzzlegen.engine.solving.clue_rules import CELL, PLACEMENTS, count_bits
from puzzlegen.engine.solving.clue_rules import GROUP as PLACEMENT_GROUP
from puzzlegen.engine.thinning.propagation import (
    HOLDS,
    bear_witness,
    broken_other,
    gather_below,
    note_chain,
    play,
    play_deep,
    rewind,
    suppose,
)
from puzzlegen.engine.thinning.state import (
    NONE,
    ODDITIES,
    QUESTION,
    SAW_TWIN,
    SURPLUS,
    TOTAL_PRINTED,
    WITH_TOTAL,
    WITNESSES,
)


@subroutine
def play_placement(placement, u, deep, below, start, links, cell, lists, clock, near):
    """Play a placement forward and take it back. Returns whether it breaks; if so its witnesses are noted.

    Not those of a play with the printed total: such a proof rests on everything, and nobody keeps it.
    """
    for i in range(u):
        suppose(near[0, CELL, i], placement >> i & 1, NONE, below, start, links, cell, lists, clock)
    if deep:
        broken = play_deep(below, start, links, cell, lists, clock, near[1])
    else:
        broken = play(below, start, links, cell, lists, clock)
    if broken != HOLDS and not clock[WITH_TOTAL]:
        note_chain(broken, below, start, links, cell, lists, clock, near[1])
    elif clock[ODDITIES] == 0 and (clock[SURPLUS] == 0 or not clock[TOTAL_PRINTED]):
        clock[SAW_TWIN] = 1
    rewind(start, links, cell, lists, clock)
    return broken != HOLDS


@subroutine
def refute(c, target, below, tier, start, links, cell, lists, clock, near):
    """Which unknown blanks of clue ``c`` its placements prove at ``tier``, or whether they prove ``target`` (if >= 0).

    Returns a mask over ``near[0, CELL]``. The clues it rests on are in the list of witnesses.
    """
    clock[QUESTION] += 1
    lists[WITNESSES, 0] = 0
    bear_witness(c, cell, lists, clock)
    u, truth, others = gather_below(c, below, start, links, cell, clock, near[0])
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
    for k in range(PLACEMENT_GROUP[r], PLACEMENT_GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full or hoped == 0:
            break
        wrong = (placement ^ truth) & hoped
        if wrong == 0:
            continue
        broken = broken_other(placement, others, near[0])
        if broken != HOLDS:
            bear_witness(broken, cell, lists, clock)
        elif tier == 2 or not play_placement(placement, u, tier == 4, below, start, links, cell, lists, clock, near):
            hoped &= ~wrong
    return hoped
