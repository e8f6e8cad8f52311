"""Checks whether pending cells could be proved if everything else were known.

More known cells never prove less. So a group of blanks that cannot be proved even then can never be proved, and the
clue must stay: an exact and cheap refusal. If a group can be proved, the check shows in which order and by which clues.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.clue_rules import CELL, MAX_CELLS, MINES_NEEDED, NUMBERED, SAFE_NEEDED, add_candidate, left_out
from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.refutation import refute
from puzzlegen.engine.thinning_state import (
    AGENDA,
    ASKED,
    BLANKS,
    CHANGED,
    CLUES,
    FAILED,
    GROUP,
    GROUP_RANK,
    GROUPS,
    HELD,
    IS_MINE,
    LEFT_MINES,
    LEFT_SAFE,
    LOOSE,
    LOOSE_MINES,
    LOOSE_SAFE,
    MET,
    N_BLANKS,
    N_CLUES,
    NEIGHBORS,
    NONE,
    ON_AGENDA,
    OUT_MINES,
    OUT_SAFE,
    PASSES,
    PENDING,
    PLACED,
    RANK,
    RESUME,
    SECOND_SOLUTION,
    SETTLED,
    SETTLED_CLUE,
    SETTLED_TIER,
    SETTLED_UNAIDED,
    TOTAL_PRINTED,
    TRIED,
    UNPROVED,
    WITH_TOTAL,
)

NEVER = -1  # in FAILED


@subroutine
def new_group(state):
    """Start an empty group."""
    lists, counters = state.lists, state.counters
    counters[GROUPS] += 1
    counters[SECOND_SOLUTION] = 0
    counters[RESUME] = 0
    counters[LEFT_SAFE] = counters[LOOSE_SAFE]
    counters[LEFT_MINES] = counters[LOOSE_MINES]
    for row in (GROUP, SETTLED, AGENDA):
        lists[row, 0] = 0


@inlined
def join_group(x, state):
    """Take ``x`` for unknown, if it is a blank and not in the group yet."""
    start, links, cell, lists, counters = state.start, state.links, state.cell, state.lists, state.counters
    if cell[x, ASKED] == counters[GROUPS]:
        return
    cell[x, ASKED] = counters[GROUPS]
    if cell[x, RANK] == 0 or cell[x, RANK] == LOOSE:
        return
    counters[LEFT_SAFE + cell[x, IS_MINE]] += 1
    lists[GROUP, 0] += 1
    lists[GROUP, lists[GROUP, 0]] = x
    lists[GROUP_RANK, lists[GROUP, 0]] = cell[x, RANK]
    cell[x, RANK] = PENDING
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        if cell[c, MET] != counters[GROUPS]:
            cell[c, MET] = counters[GROUPS]
            cell[c, OUT_SAFE] = 0
            cell[c, OUT_MINES] = 0
            cell[c, CHANGED] = 0
            cell[c, FAILED] = NEVER
            cell[c, ON_AGENDA] = 1
            lists[AGENDA, 0] += 1
            lists[AGENDA, lists[AGENDA, 0]] = c
        cell[c, OUT_SAFE + cell[x, IS_MINE]] += 1


@subroutine
def join_around(k, state):
    """Take the blanks within two steps of ``k`` for unknown."""
    start, links = state.start, state.links
    join_group(k, state)
    for i in range(start[k], start[k + 1]):
        y = links[NEIGHBORS, i]
        join_group(y, state)
        for j in range(start[y], start[y + 1]):
            join_group(links[NEIGHBORS, j], state)


@inlined
def settle(x, tier, by, state):
    """Record that clue ``by`` proves ``x`` at this tier, and queue the clues that have only one kind of cell left."""
    start, links, cell, lists, counters = state.start, state.links, state.cell, state.lists, state.counters
    cell[x, RANK] = 0
    cell[x, SETTLED_TIER] = tier
    cell[x, SETTLED_CLUE] = by
    counters[LEFT_SAFE + cell[x, IS_MINE]] -= 1
    lists[SETTLED, 0] += 1
    lists[SETTLED, lists[SETTLED, 0]] = x
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        row = OUT_SAFE + cell[x, IS_MINE]
        cell[c, row] -= 1
        cell[c, CHANGED] = lists[SETTLED, 0]
        if cell[c, row] == 0 and cell[c, ON_AGENDA] == 0:
            cell[c, ON_AGENDA] = 1
            lists[AGENDA, 0] += 1
            lists[AGENDA, lists[AGENDA, 0]] = c


@inlined
def settle_singles(state):
    """Apply tier 1 until nothing follows: a clue with only safe cells, or only mines, left settles them."""
    start, links, cell, lists = state.start, state.links, state.cell, state.lists
    while lists[AGENDA, 0] > 0:
        c = lists[AGENDA, lists[AGENDA, 0]]
        lists[AGENDA, 0] -= 1
        cell[c, ON_AGENDA] = 0
        if (cell[c, OUT_SAFE] == 0) == (cell[c, OUT_MINES] == 0):
            continue
        for i in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, i]
            if cell[y, RANK] == PENDING:
                settle(y, 1, c, state)


@subroutine
def fails_again(c, state):
    """Return whether tier 2 found nothing at clue ``c`` and must again: no clue that shares a cell has changed."""
    start, links, cell = state.start, state.links, state.cell
    failed = cell[c, FAILED]
    if failed == NEVER:
        return False
    for i in range(start[c], start[c] + cell[c, N_BLANKS]):
        y = links[BLANKS, i]
        if cell[y, RANK] == PENDING:
            for j in range(start[y], start[y] + cell[y, N_CLUES]):
                if cell[links[CLUES, j], CHANGED] > failed:
                    return False
    return True


@subroutine
def settle_placements(tier, own, state):
    """Try ``tier`` at the clues around the first ``own`` cells, tier 1 after any. Returns whether any was proved.

    From tier 3 on it stops at the first cell, for lower tiers to continue: placements are followed from their own cells
    only, so the same proof need not be found again before tier 1 has found everything. The next try goes on from there,
    as what failed before mostly fails again. It also stops at a second solution (SECOND_SOLUTION).
    """
    start, links, cell, lists, counters, near = (
        state.start,
        state.links,
        state.cell,
        state.lists,
        state.counters,
        state.near,
    )
    progress = False
    counters[PASSES] += 1
    resume = counters[RESUME] if tier > 2 else 0
    for k in range(own):
        i = 1 + (resume + k) % own
        x = lists[GROUP, i]
        for j in range(start[x], start[x] + cell[x, N_CLUES]):
            c = links[CLUES, j]
            if cell[x, RANK] != PENDING or cell[c, TRIED] == counters[PASSES]:
                continue
            cell[c, TRIED] = counters[PASSES]
            if tier == 2 and fails_again(c, state):
                continue
            proved = refute(c, NONE, PENDING, tier, state)
            if counters[SECOND_SOLUTION]:
                return False
            if proved:
                progress = True
                for b in range(cell[c, N_BLANKS]):
                    if proved >> b & 1:
                        settle(near[0, CELL, b], tier, c, state)
                        if tier > 2:
                            break
                settle_singles(state)
                if tier > 2:
                    counters[RESUME] = i - 1
                    return True
            elif tier == 2:
                cell[c, FAILED] = lists[SETTLED, 0]
    return progress


@inlined
def number_group(state):
    """Number the unsettled cells of the group that touch a clue, in PLACED from 1. Returns at most MAX_CELLS + 1."""
    cell, lists = state.cell, state.lists
    cells = 0
    for i in range(1, lists[GROUP, 0] + 1):
        x = lists[GROUP, i]
        if cell[x, RANK] == PENDING and cell[x, N_CLUES] > 0:
            if cells == MAX_CELLS:
                return MAX_CELLS + 1
            state.packing[NUMBERED, cells] = x
            cells += 1
            cell[x, PLACED] = cells
    return cells


@inlined
def gather_group(cells, state):
    """Make a candidate of each clue that touches a numbered cell (see clue_rules). Returns how many there are."""
    start, links, cell, packing = state.start, state.links, state.cell, state.packing
    count = 0
    for i in range(cells):
        x = packing[NUMBERED, i]
        for j in range(start[x], start[x] + cell[x, N_CLUES]):
            c = links[CLUES, j]
            mask = 0
            for b in range(start[c], start[c] + cell[c, N_BLANKS]):
                y = links[BLANKS, b]
                if cell[y, RANK] == PENDING:
                    mask |= np.int64(1) << (cell[y, PLACED] - 1)  # 1 itself is shifted in the 32 bits of the cell
            if mask & -mask == 1 << i:  # each clue once, at its first cell
                count = add_candidate(mask, cell[c, OUT_MINES], count, packing)
    return count


@subroutine
def settle_outside(found, kind, cells, state):
    """Settle the numbered cells in the mask ``found``, and all cells of a ``kind`` that touch no clue.

    ``kind`` is 0 for safe cells and 1 for mines. Returns whether any was not settled before.
    """
    cell, lists, counters, packing = state.cell, state.lists, state.counters, state.packing
    before = counters[LEFT_SAFE + kind]
    for i in range(cells):
        if found >> i & 1:
            settle(packing[NUMBERED, i], 3, NONE, state)
    left = 0
    for i in range(1, lists[GROUP, 0] + 1):
        x = lists[GROUP, i]
        if cell[x, RANK] == PENDING and cell[x, IS_MINE] == kind:
            if cell[x, N_CLUES] == 0:
                settle(x, 3, NONE, state)
            else:
                left += 1
    counters[LEFT_SAFE + kind] = left  # without the loose cells, which are proved too
    return left < before


@subroutine
def settle_disjoint(state):
    """Settle what disjoint clues and the printed total prove (see clue_rules). Returns whether that is anything."""
    counters, packing = state.counters, state.packing
    cells = number_group(state)
    if cells > MAX_CELLS:
        return False
    count = gather_group(cells, state)
    safe = left_out(MINES_NEEDED, counters[LEFT_MINES], cells, count, packing)
    mines = left_out(SAFE_NEEDED, counters[LEFT_SAFE], cells, count, packing)
    progress = False
    if safe >= 0:
        progress |= settle_outside(safe, 0, cells, state)
    if mines >= 0:
        progress |= settle_outside(mines, 1, cells, state)
    settle_singles(state)
    return progress


@inlined
def is_settled(own, state):
    """Return whether the first ``own`` cells are proved. With the total, one remaining kind of cell is enough."""
    lists, counters = state.lists, state.counters
    if counters[WITH_TOTAL]:
        return counters[LEFT_SAFE] == 0 or counters[LEFT_MINES] == 0
    return lists[SETTLED, 0] == own


@subroutine
def settle_first(own, tier, cap, state):
    """Return whether the first ``own`` cells of the group can be proved at ``cap``. Tiers below ``tier`` were tried."""
    counters = state.counters
    while tier <= cap and not is_settled(own, state) and not counters[SECOND_SOLUTION]:
        if tier == 3 and counters[WITH_TOTAL] and settle_disjoint(state):
            tier = 2
        else:
            tier = 2 if settle_placements(tier, own, state) else tier + 1
    return is_settled(own, state)


@subroutine
def settle_group(with_held, cap, state):
    """Return whether the whole group can be proved at ``cap`` if everything else is known. Restores the ranks.

    First without the printed total, with the held cells unknown, which no clue can prove (see
    removal_trial). If that is not enough, or the held cells must be proved too (``with_held``), all of them
    with the total.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    own = lists[GROUP, 0]
    for i in range(1, lists[HELD, 0] + 1):
        join_group(lists[HELD, i], state)
    settle_singles(state)
    settled = settle_first(own, 2, cap, state)
    counters[SETTLED_UNAIDED] = lists[SETTLED, 0]
    if counters[TOTAL_PRINTED] and not counters[SECOND_SOLUTION] and (with_held or not settled):
        counters[WITH_TOTAL] = 1
        settled = settle_first(lists[GROUP, 0], 3, cap, state)
        counters[WITH_TOTAL] = 0
    for i in range(1, lists[GROUP, 0] + 1):
        cell[lists[GROUP, i], RANK] = lists[GROUP_RANK, i]
    return settled


@subroutine
def settle_around_unproved(cap, state):
    """Return whether the pending cells and the blanks within two steps of them can be proved."""
    lists = state.lists
    new_group(state)
    for i in range(1, lists[UNPROVED, 0] + 1):
        join_around(lists[UNPROVED, i], state)
    return settle_group(False, cap, state)


@subroutine
def settle_unproved(with_held, cap, state):
    """Return whether the pending cells can be proved, and the held ones too if ``with_held``."""
    lists = state.lists
    new_group(state)
    for i in range(1, lists[UNPROVED, 0] + 1):
        join_group(lists[UNPROVED, i], state)
    return settle_group(with_held, cap, state)
