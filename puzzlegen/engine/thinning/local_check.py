"""Whether pending cells could be proved if everything else were known.

More known cells never prove less. So a group of blanks that stays stuck even so can never be proved, and the clue must
stay: an exact refusal, and a cheap one. A group that settles, on the other hand, shows in which order and by which
clues its cells can be proved.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, subroutine
from puzzlegen.engine.solving.clue_rules import CELL
from puzzlegen.engine.thinning.refutation import refute
from puzzlegen.engine.thinning.state import (
    AGENDA,
    BLANKS,
    CLUES,
    GROUP,
    GROUP_RANK,
    GROUPS,
    HELD,
    HOW_CLUE,
    HOW_TIER,
    LEFT_MINES,
    LEFT_SAFE,
    LOOSE,
    LOOSE_MINES,
    LOOSE_SAFE,
    MET,
    MINE,
    N_BLANKS,
    N_CLUES,
    NEIGHBOURS,
    NONE,
    ON_AGENDA,
    OUT_MINES,
    OUT_SAFE,
    PASSES,
    PENDING,
    RANK,
    RESUME,
    SAW_TWIN,
    SEEN,
    SETTLED,
    TOTAL_PRINTED,
    TRIED,
    UNAIDED,
    UNPROVED,
    WITH_TOTAL,
)


@subroutine
def new_group(lists, clock):
    """Start an empty group."""
    clock[GROUPS] += 1
    clock[SAW_TWIN] = 0
    clock[RESUME] = 0
    clock[LEFT_SAFE] = clock[LOOSE_SAFE]
    clock[LEFT_MINES] = clock[LOOSE_MINES]
    for row in (GROUP, SETTLED, AGENDA):
        lists[row, 0] = 0


@subroutine
def join(x, start, links, cell, lists, clock):
    """Take ``x`` for unknown, if it is blank and not in the group yet."""
    if cell[SEEN, x] == clock[GROUPS]:
        return
    cell[SEEN, x] = clock[GROUPS]
    if cell[RANK, x] == 0 or cell[RANK, x] == LOOSE:
        return
    clock[LEFT_SAFE + cell[MINE, x]] += 1
    lists[GROUP, 0] += 1
    lists[GROUP, lists[GROUP, 0]] = x
    lists[GROUP_RANK, lists[GROUP, 0]] = cell[RANK, x]
    cell[RANK, x] = PENDING
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        if cell[MET, c] != clock[GROUPS]:
            cell[MET, c] = clock[GROUPS]
            cell[OUT_SAFE, c] = 0
            cell[OUT_MINES, c] = 0
            cell[ON_AGENDA, c] = 1
            lists[AGENDA, 0] += 1
            lists[AGENDA, lists[AGENDA, 0]] = c
        cell[OUT_SAFE + cell[MINE, x], c] += 1


@subroutine
def join_around(k, start, links, cell, lists, clock):
    """Take the blanks within two steps of ``k`` for unknown."""
    join(k, start, links, cell, lists, clock)
    for i in range(start[k], start[k + 1]):
        y = links[NEIGHBOURS, i]
        join(y, start, links, cell, lists, clock)
        for j in range(start[y], start[y + 1]):
            join(links[NEIGHBOURS, j], start, links, cell, lists, clock)


@subroutine
def settle(x, tier, by, start, links, cell, lists, clock):
    """Note that clue ``by`` proves ``x`` at this tier, and wake the clues that have only one kind of cell left."""
    cell[RANK, x] = 0
    cell[HOW_TIER, x] = tier
    cell[HOW_CLUE, x] = by
    clock[LEFT_SAFE + cell[MINE, x]] -= 1
    lists[SETTLED, 0] += 1
    lists[SETTLED, lists[SETTLED, 0]] = x
    for i in range(start[x], start[x] + cell[N_CLUES, x]):
        c = links[CLUES, i]
        row = OUT_SAFE + cell[MINE, x]
        cell[row, c] -= 1
        if cell[row, c] == 0 and cell[ON_AGENDA, c] == 0:
            cell[ON_AGENDA, c] = 1
            lists[AGENDA, 0] += 1
            lists[AGENDA, lists[AGENDA, 0]] = c


@subroutine
def settle_singles(start, links, cell, lists, clock):
    """Tier 1 to a fixpoint: a clue with only safe cells, or only mines, left to settle settles them."""
    while lists[AGENDA, 0] > 0:
        c = lists[AGENDA, lists[AGENDA, 0]]
        lists[AGENDA, 0] -= 1
        cell[ON_AGENDA, c] = 0
        if (cell[OUT_SAFE, c] == 0) == (cell[OUT_MINES, c] == 0):
            continue
        for i in range(start[c], start[c] + cell[N_BLANKS, c]):
            y = links[BLANKS, i]
            if cell[RANK, y] == PENDING:
                settle(y, 1, c, start, links, cell, lists, clock)


@subroutine
def settle_placements(tier, own, start, links, cell, lists, clock, near):
    """Try ``tier`` at the clues around the first ``own`` cells, and tier 1 after any progress; was there any?

    From tier 3 on it stops at the first cell, for lower tiers to take over: placements are played forward from their
    own cells only, so the same proof need not be found again before tier 1 has seen all there is to see. The next try
    goes on from there: what failed before will mostly fail again. It also stops where the tier has found a second
    solution (SAW_TWIN).
    """
    progress = False
    clock[PASSES] += 1
    resume = clock[RESUME] if tier > 2 else 0
    for k in range(own):
        i = 1 + (resume + k) % own
        x = lists[GROUP, i]
        for j in range(start[x], start[x] + cell[N_CLUES, x]):
            c = links[CLUES, j]
            if cell[RANK, x] != PENDING or cell[TRIED, c] == clock[PASSES]:
                continue
            cell[TRIED, c] = clock[PASSES]
            proved = refute(c, NONE, PENDING, tier, start, links, cell, lists, clock, near)
            if clock[SAW_TWIN]:
                return False
            if proved:
                progress = True
                for b in range(cell[N_BLANKS, c]):
                    if proved >> b & 1:
                        settle(near[0, CELL, b], tier, c, start, links, cell, lists, clock)
                        if tier > 2:
                            break
                settle_singles(start, links, cell, lists, clock)
                if tier > 2:
                    clock[RESUME] = i - 1
                    return True
    return progress


@subroutine
def is_settled(own, lists, clock):
    """Whether the first ``own`` cells are proved; with the total, all cells are once one kind only is left."""
    if clock[WITH_TOTAL]:
        return clock[LEFT_SAFE] == 0 or clock[LEFT_MINES] == 0
    return lists[SETTLED, 0] == own


@subroutine
def settle_first(own, tier, cap, start, links, cell, lists, clock, near):
    """Whether the first ``own`` cells of the group can be proved at ``cap``; tiers below ``tier`` have been tried."""
    while tier <= cap and not is_settled(own, lists, clock) and not clock[SAW_TWIN]:
        tier = 2 if settle_placements(tier, own, start, links, cell, lists, clock, near) else tier + 1
    return is_settled(own, lists, clock)


@subroutine
def settle_group(with_held, cap, start, links, cell, lists, clock, near):
    """Whether the whole group can be proved at ``cap``, everything else being known. Its cells get their ranks back.

    First without the printed total, the held cells staying unknown; no clue can prove those (see total_rule). Where
    that is not enough, or the held cells are to be proved too (``with_held``), all of them with the total.
    """
    own = lists[GROUP, 0]
    for i in range(1, lists[HELD, 0] + 1):
        join(lists[HELD, i], start, links, cell, lists, clock)
    settle_singles(start, links, cell, lists, clock)
    settled = settle_first(own, 2, cap, start, links, cell, lists, clock, near)
    clock[UNAIDED] = lists[SETTLED, 0]
    if clock[TOTAL_PRINTED] and not clock[SAW_TWIN] and (with_held or not settled):
        clock[WITH_TOTAL] = 1
        settled = settle_first(lists[GROUP, 0], 3, cap, start, links, cell, lists, clock, near)
        clock[WITH_TOTAL] = 0
    for i in range(1, lists[GROUP, 0] + 1):
        cell[RANK, lists[GROUP, i]] = lists[GROUP_RANK, i]
    return settled


@inlined
def settle_window(k, cap, start, links, cell, lists, clock, near):
    """Whether the blanks within two steps of ``k`` can be proved."""
    new_group(lists, clock)
    join_around(k, start, links, cell, lists, clock)
    return settle_group(False, cap, start, links, cell, lists, clock, near)


@subroutine
def settle_around_unproved(cap, start, links, cell, lists, clock, near):
    """Whether the pending cells, and the blanks within two steps of them, can be proved."""
    new_group(lists, clock)
    for i in range(1, lists[UNPROVED, 0] + 1):
        join_around(lists[UNPROVED, i], start, links, cell, lists, clock)
    return settle_group(False, cap, start, links, cell, lists, clock, near)


@subroutine
def settle_unproved(with_held, cap, start, links, cell, lists, clock, near):
    """Whether the pending cells, and the held ones if they are to be proved again, can be proved."""
    new_group(lists, clock)
    for i in range(1, lists[UNPROVED, 0] + 1):
        join(lists[UNPROVED, i], start, links, cell, lists, clock)
    return settle_group(with_held, cap, start, links, cell, lists, clock, near)
