"""Places mines for clues whose places are given, by a search in small moves, so that the clues solve the board.

It starts with any mines and moves them until nothing is left unproved. A move changes one unproved blank from mine to
safe or back, or exchanges it with a blank of the other kind nearby. It stays if no more blanks are unproved than
before, or with a small chance if there are more. No clue may lose the last clue beside it where that is not wanted.

A move is solved only where it matters. Every proved blank keeps its proof and its rank (see incidence). A move takes
back the proofs that used a clue at a changed blank and no longer hold, as a removal trial does. Then it looks for new
proofs near the blanks that changed. Tier 1 never has to take anything back for an unproved blank: a clue that still has
one has proved nothing by itself.

Proofs of tier 3 and above that begin far from every change may be missed, and so may those that need many suppositions.
That costs moves, never correctness: the solver proves every puzzle again.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.clue_rules import CELL
from puzzlegen.engine.incidence import free_stale, undo
from puzzlegen.engine.kernels import subroutine
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.engine.refutation import refute
from puzzlegen.engine.removal_trial import (
    add_unproved,
    drop_unproved,
    list_unproved,
    prove_low,
    schedule,
    schedule_proof,
    schedule_watchers,
    sweep_facts,
    wake_pending,
)
from puzzlegen.engine.thinning_state import (
    AGENDA,
    BLANKS,
    BY_CLUE,
    CLUES,
    FREE_NODE,
    GROUP,
    HEAPED,
    IS_CLUE,
    IS_MINE,
    LOG,
    LOG_PROOF,
    N_BLANKS,
    N_CLUES,
    NEIGHBORS,
    NEWS,
    NODES_USED,
    NONE,
    ON_AGENDA,
    OVERFLOWED,
    PENDING,
    RANK,
    SETTLED,
    TIER,
    TRIAL,
    TRIED,
    UNPROVED,
)

# Entries of ``limits``
FEWEST, MOST = 0, 1  # mines; for a drawn board, a MOST below FEWEST is exactly FEWEST
MOVES = 2  # the most moves to try; 0 for no search
LONE = 3  # whether safe cells with mines all around are allowed
LOWEST_TIER = 4  # a drawn board that needs only lower tiers is rejected
SHIFT = 5  # from a cell to the node of its clue, for a drawn board
NATURAL = 6  # of a drawn board: ranks that clues are drawn decide the order of removals (see drawn_boards)
# Of these boards: clues that do not touch each other are tried last, and may lose all others beside them
KEPT_APART = 7
GRADED_TIER = 8  # the effort of a drawn board that needs only lower tiers is not computed
LIMITS_SIZE = 9

# The search settles no groups, so it keeps its two lists of clues in rows that relaxed_check uses at other times
PAIRS_DUE, PAIRS_FLAG = AGENDA, ON_AGENDA  # clues to try at tier 2
DEEP_DUE, DEEP_FLAG = GROUP, TRIED  # clues to try above tier 2

UNLIMITED = 1 << 30  # pending cells: a move is never given up early
BELOW = PENDING - 1  # all that is proved; unlike PENDING it limits the number of suppositions (see refutation.goes_on)
PARTNERS = 6  # blanks to look at for an exchange
# Chance, of 2**20, that a move stays which leaves so many more blanks unproved: exp(-1), exp(-2), ...
CHANCE = np.array([round(2**20 * 2.718281828459045**-more) for more in range(1, 9)], np.int32)


@subroutine
def due(c, row, flag, state):
    """Add clue ``c`` to a list of clues to try, unless it is on it."""
    cell, lists = state.cell, state.lists
    if cell[c, flag] == 0:
        cell[c, flag] = 1
        lists[row, 0] += 1
        lists[row, lists[row, 0]] = c


@subroutine
def next_due(row, flag, state):
    """Remove a clue from a list of clues to try, and return it."""
    cell, lists = state.cell, state.lists
    c = lists[row, lists[row, 0]]
    lists[row, 0] -= 1
    cell[c, flag] = 0
    return c


@subroutine
def try_clues_near(x, cap, state):
    """Queue the clues that may prove more since blank ``x`` changed: those that share a pending cell with its clues."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, j]
            if cell[y, RANK] != PENDING:
                continue
            for k in range(start[y], start[y] + cell[y, N_CLUES]):
                if cap > 1:
                    due(links[CLUES, k], PAIRS_DUE, PAIRS_FLAG, state)
                if cap > 2:
                    due(links[CLUES, k], DEEP_DUE, DEEP_FLAG, state)


@subroutine
def prove_from(c, tier, state):
    """Prove what the placements of clue ``c`` prove at ``tier``; above tier 2 only one blank, for lower tiers to go on.

    Returns whether there was any.
    """
    lists, near = state.lists, state.near
    proved = refute(c, NONE, BELOW, tier, state)
    lists[SETTLED, 0] = 0
    for b in range(state.cell[c, N_BLANKS]):
        if proved >> b & 1 and (tier == 2 or lists[SETTLED, 0] == 0):
            lists[SETTLED, 0] += 1
            lists[SETTLED, lists[SETTLED, 0]] = near[0, CELL, b]
    for i in range(1, lists[SETTLED, 0] + 1):
        x = lists[SETTLED, i]
        prove_low(x, c, tier, state)
        drop_unproved(x, state)
        lists[NEWS, 0] += 1
        lists[NEWS, lists[NEWS, 0]] = x
        wake_pending(x, state)
    return proved != 0


@subroutine
def settle_all(cap, state):
    """Take back the proofs that no longer hold, and prove what can be proved, from the queues."""
    cell, lists, counters = state.cell, state.lists, state.counters
    sweep_facts(UNLIMITED, cap, state)
    for i in range(1, lists[LOG, 0] + 1):
        x = lists[LOG, i]
        if cell[x, RANK] == PENDING:  # its clues had no need of it so far
            try_clues_near(x, cap, state)
    heard = 0
    while not counters[OVERFLOWED]:
        while heard < lists[NEWS, 0]:
            heard += 1
            try_clues_near(lists[NEWS, heard], cap, state)
        if lists[PAIRS_DUE, 0] > 0:
            prove_from(next_due(PAIRS_DUE, PAIRS_FLAG, state), 2, state)
        elif lists[DEEP_DUE, 0] > 0:
            c = next_due(DEEP_DUE, DEEP_FLAG, state)
            for tier in range(3, cap + 1):
                if prove_from(c, tier, state):
                    break
        else:
            return
        if counters[HEAPED] > 0:
            sweep_facts(UNLIMITED, cap, state)


@subroutine
def begin_move(state):
    """Begin a move: nothing is logged yet."""
    lists, node, counters = state.lists, state.node, state.counters
    counters[TRIAL] += 1
    counters[HEAPED] = 0
    lists[LOG, 0] = 0
    lists[NEWS, 0] = 0
    if counters[FREE_NODE] == NONE and counters[NODES_USED] > node.shape[0] // 8 * 7:
        free_stale(state)


@subroutine
def change(x, cap, state):
    """Make a safe blank a mine or a mine safe, and queue what that may affect."""
    start, links, cell = state.start, state.links, state.cell
    cell[x, IS_MINE] = 1 - cell[x, IS_MINE]
    if cell[x, RANK] != PENDING:
        add_unproved(x, state)
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        c = links[CLUES, i]
        for j in range(start[c], start[c] + cell[c, N_BLANKS]):
            y = links[BLANKS, j]
            if cell[y, RANK] == PENDING:
                schedule_proof(y, state)
            elif cell[y, BY_CLUE] == c and cell[y, TIER] == 1:
                schedule(y, cell[y, RANK], state)
        schedule_watchers(c, 0, state)
    try_clues_near(x, cap, state)


@subroutine
def take_back_move(x, y, state):
    """Restore mines and proofs as they were before the move that changed ``x`` and ``y``; ``y`` may be NONE."""
    cell, lists = state.cell, state.lists
    cell[x, IS_MINE] = 1 - cell[x, IS_MINE]
    if y != NONE:
        cell[y, IS_MINE] = 1 - cell[y, IS_MINE]
    for i in range(1, lists[LOG, 0] + 1):
        z = lists[LOG, i]
        was_pending = lists[LOG_PROOF, i] == PENDING
        if was_pending and cell[z, RANK] != PENDING:
            list_unproved(z, state)
        elif not was_pending and cell[z, RANK] == PENDING:
            drop_unproved(z, state)
    undo(state)


@subroutine
def find_partner(x, random, state):
    """Return a blank within two steps of ``x`` and of the other kind, mine or safe; NONE if none is met."""
    start, links, cell = state.start, state.links, state.cell
    for _ in range(PARTNERS):
        y = links[NEIGHBORS, start[x] + random_below(start[x + 1] - start[x], random)]
        y = links[NEIGHBORS, start[y] + random_below(start[y + 1] - start[y], random)]
        if cell[y, RANK] != 0 and cell[y, IS_MINE] != cell[x, IS_MINE]:
            return int(y)
    return NONE


@subroutine
def surrounds(x, state):
    """Return whether a mine at ``x`` would leave some safe cell beside it without a safe neighbor."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x + 1]):
        y = links[NEIGHBORS, i]
        if cell[y, IS_MINE]:
            continue
        safe = 0
        for j in range(start[y], start[y + 1]):
            z = links[NEIGHBORS, j]
            safe += (cell[z, IS_MINE] == 0) & (z != x)
        if safe == 0:
            return True
    return False


@subroutine
def choose_move(mines, limits, random, state):
    """Return a move as (blank, other blank or NONE); (NONE, NONE) if the one drawn is not allowed."""
    cell, lists = state.cell, state.lists
    x = lists[UNPROVED, 1 + random_below(lists[UNPROVED, 0], random)]
    after = mines + 1 - 2 * cell[x, IS_MINE]
    y = NONE
    if random_below(2, random) or after < limits[FEWEST] or after > limits[MOST]:
        y = find_partner(x, random, state)
        if y == NONE and (after < limits[FEWEST] or after > limits[MOST]):
            return NONE, NONE
    if not limits[LONE]:
        new = y if cell[x, IS_MINE] else x
        if new != NONE and surrounds(new, state):
            return NONE, NONE
    return int(x), y


@subroutine
def prove_first(clue, cap, state):
    """Prove what the first mines allow: the part of the search before any move."""
    cell, lists = state.cell, state.lists
    begin_move(state)
    lists[UNPROVED, 0] = 0
    for x in range(clue.size):
        if cell[x, N_CLUES] > 0:
            cell[x, RANK] = PENDING
            list_unproved(x, state)
    for x in range(clue.size):
        if cell[x, N_CLUES] > 0:
            schedule_proof(x, state)
        if cell[x, IS_CLUE] and cap > 1:
            due(x, PAIRS_DUE, PAIRS_FLAG, state)
        if cell[x, IS_CLUE] and cap > 2:
            due(x, DEEP_DUE, DEEP_FLAG, state)
    settle_all(cap, state)


@subroutine
def search(clue, limits, random, cap, state):
    """Move mines until the clues prove every blank at ``cap``. Returns whether that was found within the limits.

    ``clue`` int8 (n,) is negative where there is no clue; ``limits`` int32, see its entries above; ``random`` int64
    (1,), see random_numbers. Row IS_MINE of the state has the first mines and receives those found.
    """
    cell, lists, counters = state.cell, state.lists, state.counters
    mines = 0
    for x in range(clue.size):
        mines += cell[x, IS_MINE]
    prove_first(clue, cap, state)
    for _ in range(limits[MOVES]):
        before = lists[UNPROVED, 0]
        if before == 0 or counters[OVERFLOWED]:
            break
        x, y = choose_move(mines, limits, random, state)
        if x == NONE:
            continue
        begin_move(state)
        change(x, cap, state)
        if y != NONE:
            change(y, cap, state)
        settle_all(cap, state)
        more = lists[UNPROVED, 0] - before
        if more > 0 and (more > CHANCE.size or random_below(1 << 20, random) >= CHANCE[more - 1]):
            take_back_move(x, y, state)
        elif y == NONE:
            mines += 2 * cell[x, IS_MINE] - 1
    return lists[UNPROVED, 0] == 0 and not counters[OVERFLOWED]


TAKEN = -3  # TAKEN minus a clue marks it as taken away for the moment; twice gives the clue again


@subroutine
def is_lone(c, clue, beside_start, beside):
    """Return whether no clue stands beside cell ``c``."""
    has_company = False
    for i in range(beside_start[c], beside_start[c + 1]):
        has_company = has_company or clue[beside[i]] >= 0
    return not has_company


@subroutine
def leaves_lone_clue(order, begin, end, clue, beside_start, beside):
    """Return whether some clue would have no clue beside it without the clues ``order[begin:end]``.

    ``clue`` is negative where there is no clue. The cells beside ``c`` are
    ``beside[beside_start[c] : beside_start[c + 1]]``.
    An empty ``beside`` turns the rule off. The clues to be removed and cells without a clue do not matter.
    """
    if beside.size == 0:
        return False
    for j in range(begin, end):
        if clue[order[j]] >= 0:
            clue[order[j]] = TAKEN - clue[order[j]]
    leaves = False
    for j in range(begin, end):
        k = order[j]
        for i in range(beside_start[k], beside_start[k + 1]):
            leaves = leaves or (clue[beside[i]] >= 0 and is_lone(beside[i], clue, beside_start, beside))
    for j in range(begin, end):
        if clue[order[j]] <= TAKEN:
            clue[order[j]] = TAKEN - clue[order[j]]
    return leaves
