"""Tiers 2 to 4 as thinning needs them: proving cells from the facts known *before* a given moment.

A proof "below rank t" may rest on the blanks of rank under t and takes all others for unknown. So no position is
kept: how many unknown blanks a clue has, and how many mines among them, are counted when it is first looked at and stay
good for the rest of the question. The solution is known: a cell is proved by refuting the placements in which it is not
what it is in truth, and the true placement is never tried.
"""

from __future__ import annotations

from puzzlegen.engine.kernel import inner, part
from puzzlegen.engine.rules import CELL, FEWEST, MOST, OTHER, PLACEMENTS, TOUCHES, count_bits
from puzzlegen.engine.rules import GROUP as PLACEMENT_GROUP
from puzzlegen.engine.state import (
    BLANKS,
    CLUES,
    FORCED_BY,
    MINE,
    N_BLANKS,
    N_CLUES,
    NEED,
    NONE,
    NOT_SUPPOSED,
    ODD,
    ODDITIES,
    OPEN,
    PATIENCE,
    PENDING,
    QUESTION,
    QUEUE,
    QUEUED,
    RANK,
    READY,
    SAW_TWIN,
    SLOT,
    SUPPOSED,
    TRAIL,
    WITNESS,
    WITNESSES,
)

HOLDS = -1     # ``play`` found no contradiction


@inner
def look_at(c, below, start, links, cell, clock):
    """Count what is unknown around clue ``c``, unless that is done for the present question."""
    if cell[READY, c] == clock[QUESTION]:
        return
    need = 0
    unknown = 0
    for i in range(start[c], start[c] + cell[N_BLANKS, c]):
        y = links[BLANKS, i]
        if cell[RANK, y] >= below:
            unknown += 1
            need += cell[MINE, y]
    cell[READY, c] = clock[QUESTION]
    cell[NEED, c] = need
    cell[OPEN, c] = unknown
    cell[ODD, c] = 0
    cell[QUEUED, c] = 0


@inner
def bear_witness(c, cell, lists, clock):
    """Put clue ``c`` on the list of witnesses."""
    if cell[WITNESS, c] != clock[QUESTION]:
        cell[WITNESS, c] = clock[QUESTION]
        lists[WITNESSES, 0] += 1
        lists[WITNESSES, lists[WITNESSES, 0]] = c


@inner
def suppose(x, value, by, below, start, links, cell, lists, clock):
    """Suppose blank ``x`` a mine (1) or safe (0), and queue the clues around it."""
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        look_at(c, below, start, links, cell, clock)
        cell[NEED, c] -= value
        cell[OPEN, c] -= 1
        odd = cell[ODD, c]
        cell[ODD, c] = odd + value - cell[MINE, x]
        clock[ODDITIES] += int(cell[ODD, c] != 0) - int(odd != 0)
        if cell[QUEUED, c] == 0:
            cell[QUEUED, c] = 1
            lists[QUEUE, 0] += 1
            lists[QUEUE, lists[QUEUE, 0]] = c
    cell[SUPPOSED, x] = 1 + value
    cell[FORCED_BY, x] = by
    lists[TRAIL, 0] += 1
    lists[TRAIL, lists[TRAIL, 0]] = x


@inner
def rewind(start, links, cell, lists, clock):
    """Take back all suppositions."""
    for i in range(1, lists[TRAIL, 0] + 1):
        x = lists[TRAIL, i]
        value = cell[SUPPOSED, x] - 1
        for j in range(start[x], start[x] + cell[N_CLUES, x]):
            c = links[CLUES, j]
            cell[NEED, c] += value
            cell[OPEN, c] += 1
            cell[ODD, c] = 0
            cell[QUEUED, c] = 0
        cell[SUPPOSED, x] = NOT_SUPPOSED
    lists[TRAIL, 0] = 0
    lists[QUEUE, 0] = 0
    clock[ODDITIES] = 0


@inner
def play(below, start, links, cell, lists, clock):
    """Tier 1 from the queued clues to a fixpoint. Returns the clue that broke, or HOLDS.

    Where no clue can tell what is supposed from the truth, the suppositions together with the truth everywhere else
    are a second solution, and nothing will ever break.
    """
    while lists[QUEUE, 0] > 0 and clock[ODDITIES] > 0 and (below == PENDING or lists[TRAIL, 0] < clock[PATIENCE]):
        c = lists[QUEUE, lists[QUEUE, 0]]
        lists[QUEUE, 0] -= 1
        cell[QUEUED, c] = 0
        need = cell[NEED, c]
        unknown = cell[OPEN, c]
        if need < 0 or need > unknown:
            return c
        if unknown == 0 or 0 < need < unknown:
            continue
        for i in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, i]
            if cell[RANK, y] >= below and cell[SUPPOSED, y] == NOT_SUPPOSED:
                suppose(y, int(need > 0), c, below, start, links, cell, lists, clock)
    return HOLDS


@part
def note_chain(broken, start, links, cell, lists, clock):
    """Put on the list of witnesses what made clue ``broken`` break: it and, backwards, the clues that forced cells."""
    bear_witness(broken, cell, lists, clock)
    for i in range(lists[TRAIL, 0], 0, -1):
        x = lists[TRAIL, i]
        if cell[FORCED_BY, x] == NONE or cell[WITNESS, cell[FORCED_BY, x]] == clock[QUESTION]:
            continue
        for j in range(start[x], start[x] + cell[N_CLUES, x]):
            if cell[WITNESS, links[CLUES, j]] == clock[QUESTION]:
                bear_witness(cell[FORCED_BY, x], cell, lists, clock)
                break


@part
def gather_below(c, below, start, links, cell, clock, near):
    """List what matters to the placements of clue ``c``: (unknown blanks, mask of the mines there, other clues)."""
    u = 0
    truth = 0
    for i in range(start[c], start[c] + cell[N_BLANKS, c]):
        y = links[BLANKS, i]
        if cell[RANK, y] >= below:
            near[CELL, u] = y
            truth |= cell[MINE, y] << u
            u += 1
    r = count_bits(truth)
    if r in (0, u):
        return u, truth, 0
    found = 0
    for i in range(u):
        x = near[CELL, i]
        for j in range(start[x], start[x] + cell[N_CLUES, x]):
            d = links[CLUES, j]
            if d != c:
                if cell[SLOT, d] == 0:
                    near[OTHER, found] = d
                    near[TOUCHES, found] = 0
                    found += 1
                    cell[SLOT, d] = found
                near[TOUCHES, cell[SLOT, d] - 1] |= 1 << i
    others = 0
    for j in range(found):
        d = near[OTHER, j]
        cell[SLOT, d] = 0
        look_at(d, below, start, links, cell, clock)
        mask = near[TOUCHES, j]
        width = count_bits(mask)
        fewest = cell[NEED, d] - (cell[OPEN, d] - width)
        most = cell[NEED, d]
        # a clue that no placement of this many mines can break is left out
        if most < min(width, r) or fewest > max(0, r - (u - width)):
            near[OTHER, others] = d
            near[TOUCHES, others] = mask
            near[FEWEST, others] = fewest
            near[MOST, others] = most
            others += 1
    return u, truth, others


@part
def broken_other(placement, others, near):
    """The first other single clue the placement breaks, or HOLDS."""
    for j in range(others):
        mines = count_bits(placement & near[TOUCHES, j])
        if mines < near[FEWEST, j] or mines > near[MOST, j]:
            return near[OTHER, j]
    return HOLDS


@inner
def play_placement(placement, u, below, start, links, cell, lists, clock, near):
    """Play a placement forward and take it back. Returns whether it breaks; if so its witnesses are noted."""
    for i in range(u):
        suppose(near[CELL, i], placement >> i & 1, NONE, below, start, links, cell, lists, clock)
    broken = play(below, start, links, cell, lists, clock)
    if broken != HOLDS:
        note_chain(broken, start, links, cell, lists, clock)
    elif clock[ODDITIES] == 0:
        clock[SAW_TWIN] = 1
    rewind(start, links, cell, lists, clock)
    return broken != HOLDS


@inner
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
        elif tier == 2 or not play_placement(
            placement, u, below, start, links, cell, lists, clock, near[0]
        ):
            hoped &= ~wrong
    return hoped
