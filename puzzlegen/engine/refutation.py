"""Proves cells by tiers 2 to 4 from the facts below a rank, for thinning: follows suppositions to a clue that breaks.

Such a proof may rest on the blanks of lower rank and takes all others for unknown. The solution is known. A cell is
proved by refuting the placements in which it differs from the solution, so the true placement is never tried. The clues
that a refutation took are collected.

It does what ``position`` does, but there is no stored position. The unknown blanks of a clue, and the mines among them,
are counted when the clue is first met, and remain valid for the rest of the question.

A printed total is one more clue, which touches every unknown cell. It counts only while WITH_TOTAL is set. Then
everything outside the group is known (see relaxed_check).
"""

from __future__ import annotations

from puzzlegen.engine.clue_rules import (
    BROKEN_TOTAL,
    CELL,
    FEWEST,
    FIRST_PLACEMENT,
    MOST,
    OTHER,
    PLACEMENTS,
    TOUCHES,
    count_bits,
)
from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.thinning_state import (
    BLANKS,
    CLUES,
    DIFFERING,
    EXCESS,
    FORCED_BY,
    GROUP,
    IS_MINE,
    LEFT_MINES,
    LEFT_SAFE,
    MAX_TRAIL,
    N_BLANKS,
    N_CLUES,
    NEED,
    NONE,
    NOT_SUPPOSED,
    OPEN,
    PAIRED,
    PAIRS,
    PENDING,
    QUESTION,
    QUEUE,
    QUEUED,
    RANK,
    READY,
    SECOND_SOLUTION,
    SLOT,
    SUPPOSED,
    SUPPOSED_MINES,
    SURPLUS,
    TOTAL_PRINTED,
    TRAIL,
    WITH_TOTAL,
    WITNESS,
    WITNESSES,
)

UNBROKEN = -1  # nothing broke
COMBINED = -3  # minus a clue: the placements of that clue, by tier 2, broke or forced a cell


@inlined
def count_unknown(c, below, state):
    """Count what is unknown around clue ``c``, unless that is done for the present question."""
    start, links, cell, counters = state.start, state.links, state.cell, state.counters
    if cell[c, READY] == counters[QUESTION]:
        return
    need = 0
    unknown = 0
    for i in range(start[c], start[c] + cell[c, N_BLANKS]):
        y = links[BLANKS, i]
        if cell[y, RANK] >= below:
            unknown += 1
            need += cell[y, IS_MINE]
    cell[c, READY] = counters[QUESTION]
    cell[c, NEED] = need
    cell[c, OPEN] = unknown
    cell[c, EXCESS] = 0
    cell[c, QUEUED] = 0


@inlined
def add_witness(c, state):
    """Add clue ``c`` to the list of witnesses."""
    cell, lists, counters = state.cell, state.lists, state.counters
    if cell[c, WITNESS] != counters[QUESTION]:
        cell[c, WITNESS] = counters[QUESTION]
        lists[WITNESSES, 0] += 1
        lists[WITNESSES, lists[WITNESSES, 0]] = c


@subroutine
def suppose_blank(x, value, by, below, state):
    """Suppose blank ``x`` a mine (1) or safe (0), and queue the clues around it that tier 1 can use.

    Returns a clue that breaks, or UNBROKEN.
    """
    start, links, cell, lists, counters = state.start, state.links, state.cell, state.lists, state.counters
    more = value - cell[x, IS_MINE]
    broken = UNBROKEN
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        count_unknown(c, below, state)
        need = cell[c, NEED] - value
        unknown = cell[c, OPEN] - 1
        cell[c, NEED] = need
        cell[c, OPEN] = unknown
        odd = cell[c, EXCESS]
        cell[c, EXCESS] = odd + more
        counters[DIFFERING] += int(cell[c, EXCESS] != 0) - int(odd != 0)
        if need < 0 or need > unknown:
            broken = int(c)
        elif unknown > 0 and need in (0, unknown) and cell[c, QUEUED] == 0:
            cell[c, QUEUED] = 1
            lists[QUEUE, 0] += 1
            lists[QUEUE, lists[QUEUE, 0]] = c
    if counters[WITH_TOTAL]:
        counters[DIFFERING] += int(counters[SURPLUS] + more != 0) - int(counters[SURPLUS] != 0)
    counters[SURPLUS] += more
    counters[SUPPOSED_MINES] += value
    cell[x, SUPPOSED] = 1 + value
    cell[x, FORCED_BY] = by
    lists[TRAIL, 0] += 1
    lists[TRAIL, lists[TRAIL, 0]] = x
    return broken


@subroutine
def take_back(state):
    """Take back the last supposition. Valid only on the way to taking back all."""
    start, links, cell, lists = state.start, state.links, state.cell, state.lists
    x = lists[TRAIL, lists[TRAIL, 0]]
    value = cell[x, SUPPOSED] - 1
    for j in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, j]
        cell[c, NEED] += value
        cell[c, OPEN] += 1
        cell[c, EXCESS] = 0
        cell[c, QUEUED] = 0
    cell[x, SUPPOSED] = NOT_SUPPOSED
    lists[TRAIL, 0] -= 1


@subroutine
def take_back_all(state):
    """Take back all suppositions."""
    lists, counters = state.lists, state.counters
    while lists[TRAIL, 0] > 0:
        take_back(state)
    lists[QUEUE, 0] = 0
    counters[DIFFERING] = 0
    counters[SURPLUS] = 0
    counters[SUPPOSED_MINES] = 0


@inlined
def goes_on(below, state):
    """Return whether to continue. Below a rank only short proofs are wanted, and what can never break is stopped."""
    lists, counters = state.lists, state.counters
    return counters[DIFFERING] > 0 and (below == PENDING or lists[TRAIL, 0] < counters[MAX_TRAIL])


@subroutine
def follow_clues(below, state):
    """Apply tier 1 from the queued clues until nothing follows. Returns the clue that broke, or UNBROKEN."""
    start, links, cell, lists = state.start, state.links, state.cell, state.lists
    while lists[QUEUE, 0] > 0 and goes_on(below, state):
        c = lists[QUEUE, lists[QUEUE, 0]]
        lists[QUEUE, 0] -= 1
        cell[c, QUEUED] = 0
        if cell[c, OPEN] == 0:
            continue
        value = int(cell[c, NEED] > 0)
        for i in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, i]
            if cell[y, RANK] >= below and cell[y, SUPPOSED] == NOT_SUPPOSED:
                broken = suppose_blank(y, value, c, below, state)
                if broken != UNBROKEN:
                    return broken
    return UNBROKEN


@subroutine
def follow_total(below, state):
    """Apply the printed total once: it may force all unknown cells of the group. Returns as ``follow`` does."""
    cell, lists, counters = state.cell, state.lists, state.counters
    mines = counters[LEFT_MINES] - counters[SUPPOSED_MINES]
    unknown = counters[LEFT_SAFE] + counters[LEFT_MINES] - lists[TRAIL, 0]
    if mines < 0 or mines > unknown:
        return BROKEN_TOTAL
    if mines in (0, unknown):
        for i in range(1, lists[GROUP, 0] + 1):
            x = lists[GROUP, i]
            if cell[x, RANK] == PENDING and cell[x, SUPPOSED] == NOT_SUPPOSED:
                broken = suppose_blank(x, int(mines > 0), NONE, below, state)
                if broken != UNBROKEN:
                    return broken
    return UNBROKEN


@subroutine
def follow(below, state):
    """Apply tier 1 and the total until nothing follows. Returns the clue that broke, BROKEN_TOTAL or UNBROKEN.

    If no clue differs from the truth, the suppositions together with the truth elsewhere are a second solution. Then no
    clue will ever break.
    """
    lists, counters = state.lists, state.counters
    while True:
        broken = follow_clues(below, state)
        if broken != UNBROKEN or not counters[WITH_TOTAL] or counters[DIFFERING] == 0:
            return broken
        supposed = lists[TRAIL, 0]
        broken = follow_total(below, state)
        if broken != UNBROKEN or lists[TRAIL, 0] == supposed:
            return broken


@subroutine
def gather_below(c, below, state, near):
    """Describe clue ``c`` in ``near``. Returns (unknown blanks, mask of the mines among them, other clues)."""
    start, links, cell = state.start, state.links, state.cell
    count_unknown(c, below, state)
    u = 0
    truth = 0
    for i in range(start[c], start[c] + cell[c, N_BLANKS]):
        y = links[BLANKS, i]
        if cell[y, RANK] >= below and cell[y, SUPPOSED] == NOT_SUPPOSED:
            near[CELL, u] = y
            truth |= cell[y, IS_MINE] << u
            u += 1
    r = cell[c, NEED]
    if r <= 0 or r >= u:
        return u, truth, 0
    count = 0
    for i in range(u):
        x = near[CELL, i]
        for j in range(start[x], start[x] + cell[x, N_CLUES]):
            d = links[CLUES, j]
            slot = cell[d, SLOT]
            near[OTHER, count] = d  # the next clue overwrites it if ``d`` has a place already: saves a branch
            near[TOUCHES, count] = 0
            count += slot == 0
            slot = slot if slot > 0 else count
            cell[d, SLOT] = slot
            near[TOUCHES, slot - 1] |= 1 << i
    others = 0
    for j in range(count):
        d = near[OTHER, j]
        cell[d, SLOT] = 0
        count_unknown(d, below, state)
        mask = near[TOUCHES, j]
        width = count_bits(mask)
        fewest = cell[d, NEED] - (cell[d, OPEN] - width)
        most = cell[d, NEED]
        near[OTHER, others] = d
        near[TOUCHES, others] = mask
        near[FEWEST, others] = fewest
        near[MOST, others] = most
        # a clue that no placement of this many mines can break is left out, and with them ``c`` itself
        others += (most < min(width, r)) | (fewest > max(0, r - (u - width)))
    return u, truth, others


@subroutine
def broken_other(placement, others, near):
    """Return the first other single clue that the placement breaks, or UNBROKEN."""
    for j in range(others):
        mines = count_bits(placement & near[TOUCHES, j])
        if mines < near[FEWEST, j] or mines > near[MOST, j]:
            return near[OTHER, j]
    return UNBROKEN


@subroutine
def have_in_common(r, u, others, near):
    """Return masks of the mines that all surviving placements have and that any has; (all, 0) if none survives."""
    full = (1 << u) - 1
    in_all = full
    in_any = 0
    if r < 0 or r > u:
        return in_all, in_any
    if others == 0 and 0 < r < u:
        return 0, full
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full or (in_all == 0 and in_any == full):
            break
        if broken_other(placement, others, near) == UNBROKEN:
            in_all &= placement
            in_any |= placement
    return in_all, in_any


@subroutine
def add_pair_witnesses(c, below, state, near):
    """Add to the witnesses clue ``c`` and those that excluded what its surviving placements do not share."""
    cell = state.cell
    add_witness(c, state)
    u, _, others = gather_below(c, below, state, near)
    r = cell[c, NEED]
    if others == 0:
        return
    in_all, in_any = have_in_common(r, u, others, near)
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement >> u:
            break
        if in_all & ~placement or placement & ~in_any:
            add_witness(broken_other(placement, others, near), state)


@subroutine
def queue_pairs_around(x, below, state):
    """Queue for tier 2 the clues that share an unknown cell with a clue at ``x``: their placements may have changed."""
    start, links, cell, lists = state.start, state.links, state.cell, state.lists
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        d = links[CLUES, i]
        for j in range(start[d], start[d] + cell[d, N_BLANKS]):
            y = links[BLANKS, j]
            if cell[y, RANK] < below or cell[y, SUPPOSED] != NOT_SUPPOSED:
                continue
            for m in range(start[y], start[y] + cell[y, N_CLUES]):
                c = links[CLUES, m]
                if cell[c, PAIRED] == 0:
                    cell[c, PAIRED] = 1
                    lists[PAIRS, 0] += 1
                    lists[PAIRS, lists[PAIRS, 0]] = c


@subroutine
def follow_pairs(below, state, near):
    """Apply tier 2 at the queued clues until one proves something. Returns what broke, or UNBROKEN."""
    cell, lists = state.cell, state.lists
    while lists[PAIRS, 0] > 0 and lists[QUEUE, 0] == 0:
        c = lists[PAIRS, lists[PAIRS, 0]]
        lists[PAIRS, 0] -= 1
        cell[c, PAIRED] = 0
        u, _, others = gather_below(c, below, state, near)
        in_all, in_any = have_in_common(cell[c, NEED], u, others, near)
        if in_all & ~in_any:
            return COMBINED - c
        for i in range(u):
            if (in_all | ~in_any) >> i & 1:
                broken = suppose_blank(near[CELL, i], in_all >> i & 1, COMBINED - c, below, state)
                if broken != UNBROKEN:
                    return broken
    return UNBROKEN


@subroutine
def follow_deep(below, state, near):
    """Apply tiers 1 and 2 and the total until nothing follows. Tier 2 looks only near supposed cells.

    That finds everything if neither tier had anything to prove before, as when a group is settled. Returns as
    ``follow`` does, or COMBINED minus the clue that tier 2 found broken.
    """
    cell, lists = state.cell, state.lists
    seen = 0
    while True:
        broken = follow(below, state)
        if broken != UNBROKEN or not goes_on(below, state):
            break
        while seen < lists[TRAIL, 0]:
            seen += 1
            queue_pairs_around(lists[TRAIL, seen], below, state)
        broken = follow_pairs(below, state, near)
        if broken != UNBROKEN or (lists[QUEUE, 0] == 0 and seen == lists[TRAIL, 0]):
            break
    for i in range(1, lists[PAIRS, 0] + 1):
        cell[lists[PAIRS, i], PAIRED] = 0
    lists[PAIRS, 0] = 0
    return broken


@subroutine
def touches_witness(x, state):
    """Return whether a clue that cell ``x`` counts for is a witness of the question."""
    start, links, cell, counters = state.start, state.links, state.cell, state.counters
    touches = False
    for j in range(start[x], start[x] + cell[x, N_CLUES]):
        touches = touches or cell[links[CLUES, j], WITNESS] == counters[QUESTION]
    return touches


@subroutine
def collect_witnesses(broken, below, state, near):
    """Add to the witnesses all clues that made ``broken`` break, and take back all suppositions.

    It works backwards: a cell that a witness touches was forced by clues that are witnesses too. What tier 2 forced
    together stands together in the trail. Once that is taken back, the position is the one in which tier 2 worked, and
    the clues that excluded placements are found by repeating it.
    """
    cell, lists = state.cell, state.lists
    by = broken
    needed = True
    while True:
        if needed and by <= COMBINED:
            add_pair_witnesses(COMBINED - by, below, state, near)
        elif needed and by >= 0:
            add_witness(by, state)
        if lists[TRAIL, 0] == 0:
            return
        x = lists[TRAIL, lists[TRAIL, 0]]
        by = cell[x, FORCED_BY]
        needed = by != NONE and touches_witness(x, state)
        take_back(state)
        while by <= COMBINED and cell[lists[TRAIL, lists[TRAIL, 0]], FORCED_BY] == by:
            needed = needed or touches_witness(lists[TRAIL, lists[TRAIL, 0]], state)
            take_back(state)


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
