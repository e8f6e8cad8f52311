"""Playing suppositions forward, for thinning: what follows from them until nothing moves or a clue breaks.

As propagation, but below a rank: blanks of that rank or above are unknown, all others known. No position is kept.
How many unknown blanks a clue has, and how many mines among them, are counted when it is first looked at and stay good
for the rest of the question.

A printed total is one more clue, which touches all that is unknown. It counts only while WITH_TOTAL is set, and then
everything outside the group (see local_check) is known.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine
from puzzlegen.engine.solving.clue_rules import CELL, FEWEST, MOST, OTHER, PLACEMENTS, TOUCHES, count_bits
from puzzlegen.engine.solving.clue_rules import GROUP as PLACEMENT_GROUP
from puzzlegen.engine.thinning.state import (
    BLANKS,
    CLUES,
    FORCED_BY,
    GROUP,
    LEFT_MINES,
    LEFT_SAFE,
    MINE,
    N_BLANKS,
    N_CLUES,
    NEED,
    NONE,
    NOT_SUPPOSED,
    ODD,
    ODDITIES,
    OPEN,
    PAIRED,
    PAIRS,
    PATIENCE,
    PENDING,
    QUESTION,
    QUEUE,
    QUEUED,
    RANK,
    READY,
    SLOT,
    SUPPOSED,
    SUPPOSED_MINES,
    SURPLUS,
    TRAIL,
    WITH_TOTAL,
    WITNESS,
    WITNESSES,
)

HOLDS = -1  # nothing broke
BROKEN_TOTAL = -2  # the printed total did
COMBINED = -3  # this, less the clue: it was the placements of that clue, by tier 2, that broke or forced a cell


@subroutine
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


@subroutine
def bear_witness(c, cell, lists, clock):
    """Put clue ``c`` on the list of witnesses."""
    if cell[WITNESS, c] != clock[QUESTION]:
        cell[WITNESS, c] = clock[QUESTION]
        lists[WITNESSES, 0] += 1
        lists[WITNESSES, lists[WITNESSES, 0]] = c


@subroutine
def suppose(x, value, by, below, start, links, cell, lists, clock):
    """Suppose blank ``x`` a mine (1) or safe (0), and queue the clues around it."""
    more = value - cell[MINE, x]
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        look_at(c, below, start, links, cell, clock)
        cell[NEED, c] -= value
        cell[OPEN, c] -= 1
        odd = cell[ODD, c]
        cell[ODD, c] = odd + more
        clock[ODDITIES] += int(cell[ODD, c] != 0) - int(odd != 0)
        if cell[QUEUED, c] == 0:
            cell[QUEUED, c] = 1
            lists[QUEUE, 0] += 1
            lists[QUEUE, lists[QUEUE, 0]] = c
    if clock[WITH_TOTAL]:
        clock[ODDITIES] += int(clock[SURPLUS] + more != 0) - int(clock[SURPLUS] != 0)
    clock[SURPLUS] += more
    clock[SUPPOSED_MINES] += value
    cell[SUPPOSED, x] = 1 + value
    cell[FORCED_BY, x] = by
    lists[TRAIL, 0] += 1
    lists[TRAIL, lists[TRAIL, 0]] = x


@subroutine
def take_back(start, links, cell, lists):
    """Take the last supposition back, on the way to taking back all."""
    x = lists[TRAIL, lists[TRAIL, 0]]
    value = cell[SUPPOSED, x] - 1
    for j in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, j]
        cell[NEED, c] += value
        cell[OPEN, c] += 1
        cell[ODD, c] = 0
        cell[QUEUED, c] = 0
    cell[SUPPOSED, x] = NOT_SUPPOSED
    lists[TRAIL, 0] -= 1


@subroutine
def rewind(start, links, cell, lists, clock):
    """Take back all suppositions."""
    while lists[TRAIL, 0] > 0:
        take_back(start, links, cell, lists)
    lists[QUEUE, 0] = 0
    clock[ODDITIES] = 0
    clock[SURPLUS] = 0
    clock[SUPPOSED_MINES] = 0


@subroutine
def goes_on(below, lists, clock):
    """Whether the play may go on: below a rank only short proofs are wanted, and one that can never break stops."""
    return clock[ODDITIES] > 0 and (below == PENDING or lists[TRAIL, 0] < clock[PATIENCE])


@subroutine
def play_clues(below, start, links, cell, lists, clock):
    """Tier 1 from the queued clues to a fixpoint. Returns the clue that broke, or HOLDS."""
    while lists[QUEUE, 0] > 0 and goes_on(below, lists, clock):
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


@subroutine
def play_total(below, start, links, cell, lists, clock):
    """The printed total once: all unknown cells of the group may be forced. Returns BROKEN_TOTAL or HOLDS."""
    mines = clock[LEFT_MINES] - clock[SUPPOSED_MINES]
    unknown = clock[LEFT_SAFE] + clock[LEFT_MINES] - lists[TRAIL, 0]
    if mines < 0 or mines > unknown:
        return BROKEN_TOTAL
    if mines in (0, unknown):
        for i in range(1, lists[GROUP, 0] + 1):
            x = lists[GROUP, i]
            if cell[RANK, x] == PENDING and cell[SUPPOSED, x] == NOT_SUPPOSED:
                suppose(x, int(mines > 0), NONE, below, start, links, cell, lists, clock)
    return HOLDS


@subroutine
def play(below, start, links, cell, lists, clock):
    """Tier 1 and the total to a fixpoint. Returns the clue that broke, BROKEN_TOTAL or HOLDS.

    Where nothing printed can tell what is supposed from the truth, the suppositions together with the truth everywhere
    else are a second solution, and nothing will ever break.
    """
    while True:
        broken = play_clues(below, start, links, cell, lists, clock)
        if broken != HOLDS or not clock[WITH_TOTAL] or clock[ODDITIES] == 0:
            return broken
        supposed = lists[TRAIL, 0]
        broken = play_total(below, start, links, cell, lists, clock)
        if broken != HOLDS or lists[TRAIL, 0] == supposed:
            return broken


@subroutine
def gather_below(c, below, start, links, cell, clock, near):
    """List what matters to the placements of clue ``c``: (unknown blanks, mask of the mines there, other clues)."""
    look_at(c, below, start, links, cell, clock)
    u = 0
    truth = 0
    for i in range(start[c], start[c] + cell[N_BLANKS, c]):
        y = links[BLANKS, i]
        if cell[RANK, y] >= below and cell[SUPPOSED, y] == NOT_SUPPOSED:
            near[CELL, u] = y
            truth |= cell[MINE, y] << u
            u += 1
    r = cell[NEED, c]
    if r <= 0 or r >= u:
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


@subroutine
def broken_other(placement, others, near):
    """The first other single clue the placement breaks, or HOLDS."""
    for j in range(others):
        mines = count_bits(placement & near[TOUCHES, j])
        if mines < near[FEWEST, j] or mines > near[MOST, j]:
            return near[OTHER, j]
    return HOLDS


@subroutine
def have_in_common(r, u, others, near):
    """Masks of the mines that all surviving placements share, and of those that any has; (all, 0) if none survives."""
    full = (1 << u) - 1
    in_all = full
    in_any = 0
    if r < 0 or r > u:
        return in_all, in_any
    if others == 0 and 0 < r < u:
        return 0, full
    for k in range(PLACEMENT_GROUP[r], PLACEMENT_GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full or (in_all == 0 and in_any == full):
            break
        if broken_other(placement, others, near) == HOLDS:
            in_all &= placement
            in_any |= placement
    return in_all, in_any


@subroutine
def note_combination(c, below, start, links, cell, lists, clock, near):
    """Put on the list of witnesses clue ``c`` and those that ruled out what its surviving placements do not share."""
    bear_witness(c, cell, lists, clock)
    u, _, others = gather_below(c, below, start, links, cell, clock, near)
    r = cell[NEED, c]
    if others == 0:
        return
    in_all, in_any = have_in_common(r, u, others, near)
    for k in range(PLACEMENT_GROUP[r], PLACEMENT_GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement >> u:
            break
        if in_all & ~placement or placement & ~in_any:
            bear_witness(broken_other(placement, others, near), cell, lists, clock)


@subroutine
def wake_pairs(x, below, start, links, cell, lists):
    """Queue the clues whose placements may have changed with ``x``: those that share an unknown cell with its clues."""
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        d = links[CLUES, i]
        for j in range(start[d], start[d] + cell[N_BLANKS, d]):
            y = links[BLANKS, j]
            if cell[RANK, y] < below or cell[SUPPOSED, y] != NOT_SUPPOSED:
                continue
            for m in range(start[y], start[y] + cell[N_CLUES, y]):
                c = links[CLUES, m]
                if cell[PAIRED, c] == 0:
                    cell[PAIRED, c] = 1
                    lists[PAIRS, 0] += 1
                    lists[PAIRS, lists[PAIRS, 0]] = c


@subroutine
def play_pairs(below, start, links, cell, lists, clock, near):
    """Tier 2 at the clues waiting for it until one has something to say. Returns what broke, or HOLDS."""
    while lists[PAIRS, 0] > 0 and lists[QUEUE, 0] == 0:
        c = lists[PAIRS, lists[PAIRS, 0]]
        lists[PAIRS, 0] -= 1
        cell[PAIRED, c] = 0
        u, _, others = gather_below(c, below, start, links, cell, clock, near)
        in_all, in_any = have_in_common(cell[NEED, c], u, others, near)
        if in_all & ~in_any:
            return COMBINED - c
        for i in range(u):
            if (in_all | ~in_any) >> i & 1:
                suppose(near[CELL, i], in_all >> i & 1, COMBINED - c, below, start, links, cell, lists, clock)
    return HOLDS


@subroutine
def play_deep(below, start, links, cell, lists, clock, near):
    """Tiers 1 and 2 and the total to a fixpoint; tier 2 looks only where the trail has changed something.

    That is all there is to see where the position was at a fixpoint of tiers 1 and 2 before, as it is when a group is
    settled. Returns as ``play`` does, or COMBINED less the clue that tier 2 found broken.
    """
    seen = 0
    while True:
        broken = play(below, start, links, cell, lists, clock)
        if broken != HOLDS or not goes_on(below, lists, clock):
            break
        while seen < lists[TRAIL, 0]:
            seen += 1
            wake_pairs(lists[TRAIL, seen], below, start, links, cell, lists)
        broken = play_pairs(below, start, links, cell, lists, clock, near)
        if broken != HOLDS or lists[QUEUE, 0] == 0:
            break
    for i in range(1, lists[PAIRS, 0] + 1):
        cell[PAIRED, lists[PAIRS, i]] = 0
    lists[PAIRS, 0] = 0
    return broken


@subroutine
def touches_witness(x, start, links, cell, clock):
    """Whether one of the witnesses touches ``x``."""
    found = False
    for j in range(start[x], start[x] + cell[N_CLUES, x]):
        found = found or cell[WITNESS, links[CLUES, j]] == clock[QUESTION]
    return found


@subroutine
def note_chain(broken, below, start, links, cell, lists, clock, near):
    """Put on the list of witnesses what made ``broken`` break, and take everything supposed back.

    Backwards: a cell that a witness touches was forced by clues that are witnesses too. What tier 2 forced together
    stands together on the trail; when it is off, the position is again the one in which tier 2 spoke, and can be asked
    once more who ruled what out.
    """
    by = broken
    needed = True
    while True:
        if needed and by <= COMBINED:
            note_combination(COMBINED - by, below, start, links, cell, lists, clock, near)
        elif needed and by >= 0:
            bear_witness(by, cell, lists, clock)
        if lists[TRAIL, 0] == 0:
            return
        x = lists[TRAIL, lists[TRAIL, 0]]
        by = cell[FORCED_BY, x]
        needed = by != NONE and touches_witness(x, start, links, cell, clock)
        take_back(start, links, cell, lists)
        while by <= COMBINED and cell[FORCED_BY, lists[TRAIL, lists[TRAIL, 0]]] == by:
            needed = needed or touches_witness(lists[TRAIL, lists[TRAIL, 0]], start, links, cell, clock)
            take_back(start, links, cell, lists)
