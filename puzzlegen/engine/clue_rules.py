"""What clues prove: one alone (tier 1), with its neighbors (tier 2), and disjoint ones with the printed total (tier 3).

Disjoint clues are clues without a common unknown cell. If they need all mines that the printed total leaves, every
unknown cell outside them is safe. If they need all safe cells that are left, every one outside is a mine. To find the
most that they need together, ``round_deductions`` and ``engine.relaxed_check`` fill the array ``packing``; this module
searches in it. Unknown cells that touch a clue have the numbers from 0, and sets of them are bit masks. A *candidate*
is a set of cells that a clue touches, with the number it needs among them.

The rule applies to positions with at most MAX_CELLS such cells. Further known cells never raise that number, so the
rule stays monotone.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernels import inlined, subroutine

UNKNOWN, SAFE, MINE = 0, 1, 2  # values of a cell
NO_TOTAL = -(1 << 30)  # so low that subtracting mines never brings it near zero
BROKEN_TOTAL = -2  # the printed total cannot be met
MAX_DEGREE = 12  # largest number of neighbors that the masks and the table of placements allow
MAX_OTHERS = MAX_DEGREE * MAX_DEGREE  # most clues that can share a cell with one clue

# Rows of the array ``near``, int32, shape (5, MAX_OTHERS), which describes the surroundings of one clue
CELL = 0  # the clue's unknown neighbors
OTHER = 1  # the other clues that can contradict a placement of its mines
TOUCHES = 2  # which of those neighbors each of them touches, as a mask
FEWEST = 3  # the fewest mines it can have there
MOST = 4  # the most

# All masks of MAX_DEGREE bits, ordered by number of bits and then by value. Masks with r bits among the lowest u bits
# are the first C(u, r) of their group. This is a table because Gosper's step needs a division for each placement.
_ALL = np.arange(1 << MAX_DEGREE)
_BITS = np.array([int(mask).bit_count() for mask in _ALL])
PLACEMENTS = np.argsort(_BITS, kind="stable").astype(np.int32)
FIRST_PLACEMENT = np.searchsorted(np.sort(_BITS), np.arange(MAX_DEGREE + 2)).astype(np.int32)  # by number of bits


@subroutine
def count_bits(mask):
    """Return the number of set bits of a mask under 2**31."""
    mask = int(mask)  # without the JIT, an int32 would overflow below
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0x7F  # LLVM replaces all this by one instruction


@subroutine
def total_verdict(left):
    """Return what the total proves of all unknown cells: MINE, SAFE, UNKNOWN for nothing, or BROKEN_TOTAL.

    ``left`` int32, shape (2,): mines and unknown cells left on the board.
    """
    if left[0] <= NO_TOTAL // 2:
        return UNKNOWN
    if left[0] < 0 or left[0] > left[1]:
        return BROKEN_TOTAL
    if left[1] > 0:
        if left[0] == 0:
            return SAFE
        if left[0] == left[1]:
            return MINE
    return UNKNOWN


@subroutine
def gather(c, position, near):
    """Describe the surroundings of clue ``c`` in ``near``. Returns (unknown neighbors, other clues).

    Leaves out the clues that no placement of this many mines can break, and ``c`` itself with them.
    """
    start, stop, links, known = position.start, position.stop, position.links, position.known
    need, open_, slot = position.need, position.open_, position.slot
    u = 0
    count = 0
    for k in range(start[c], stop[c]):
        x = links[k]
        if known[x] != UNKNOWN:
            continue
        near[CELL, u] = x
        for m in range(start[x], stop[x]):
            d = links[m]
            j = slot[d]
            near[OTHER, count] = d  # the next clue overwrites it if ``d`` has a place already: saves a branch
            near[TOUCHES, count] = 0
            count += j == 0
            j = j if j > 0 else count
            slot[d] = j
            near[TOUCHES, j - 1] |= 1 << u
        u += 1
    others = 0
    mines = need[c]
    for j in range(count):
        d = near[OTHER, j]
        slot[d] = 0
        mask = near[TOUCHES, j]
        width = count_bits(mask)
        fewest = need[d] - (open_[d] - width)
        most = need[d]
        near[OTHER, others] = d
        near[TOUCHES, others] = mask
        near[FEWEST, others] = fewest
        near[MOST, others] = most
        others += (most < min(width, mines)) | (fewest > max(0, mines - (u - width)))
    return u, others


@subroutine
def survives(placement, others, near):
    """Return whether no other single clue contradicts the placement."""
    for j in range(others):
        mines = count_bits(placement & near[TOUCHES, j])
        if mines < near[FEWEST, j] or mines > near[MOST, j]:
            return False
    return True


@subroutine
def combine(c, position, near):
    """Tier 2 at clue ``c``: find what all its placements share that no other single clue contradicts.

    Returns (unknown neighbors, mask of proved mines, mask of proved safe cells, other clues in ``near``). The first is
    -1, and the masks are empty, if none survives.
    """
    u, others = gather(c, position, near)
    full = (1 << u) - 1
    r = position.need[c]
    if r < 0 or r > u:
        return -1, 0, 0, others
    if others == 0 and 0 < r < u:  # all placements survive
        return u, 0, 0, others
    in_all = full
    in_any = 0
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if survives(placement, others, near):
            in_all &= placement
            in_any |= placement
            if in_all == 0 and in_any == full:
                return u, 0, 0, others
    if in_all & ~in_any:  # none survived: both still have their first values
        return -1, 0, 0, others
    return u, in_all, full & ~in_any, others


MAX_CELLS = 32  # with 60, thinning 15x15 took 4 times as long as with 40 and kept 0.4 % fewer clues (2026-11-22)
MAX_CANDIDATES = 128
MAX_NODES = 200_000  # of one search; beyond it the rule proves nothing. With 20,000 and 40 cells it was met
SHARE = 27720  # the least number that 1 to 12, the sizes of a candidate, divide

# Rows of the array ``packing``, int64, shape (PACKING_ROWS, MAX_CANDIDATES)
CELLS = 0  # of each candidate, as a mask
MINES_NEEDED = 1  # mines among them
SAFE_NEEDED = 2  # safe cells among them; MINES_NEEDED + 1
NUMBERED = 3  # the cell of each number
BOUND = 4  # of each numbered cell: the largest share of a need that it can stand for, times SHARE
# The search: one column for each level
FREE = 5  # cells that are not decided yet
REACHED = 6  # needs of the candidates taken
TRIED = 7  # candidates tried at this level
HEAVIEST = 8  # of each region: the largest need of disjoint candidates
PACKING_ROWS = 9


@subroutine
def add_candidate(mask, mines, count, packing):
    """Add a candidate unless its set of cells is there already. Returns the number of candidates."""
    for k in range(count):
        if packing[CELLS, k] == mask:
            return count
    if count < MAX_CANDIDATES:
        packing[CELLS, count] = mask
        packing[MINES_NEEDED, count] = mines
        size = 0
        while mask:
            mask &= mask - 1
            size += 1
        packing[SAFE_NEEDED, count] = size - mines
    return count + 1


@inlined
def set_bounds(need, cells, count, packing):
    """Fill the row BOUND for the needs in the row ``need``. Returns the sum over all cells."""
    total = 0
    for x in range(cells):
        best = 0
        for k in range(count):
            if packing[CELLS, k] >> x & 1:
                size = packing[MINES_NEEDED, k] + packing[SAFE_NEEDED, k]
                best = max(best, packing[need, k] * SHARE // size)
        packing[BOUND, x] = best
        total += best
    return total


@subroutine
def heaviest(need, cells, least, goal, count, packing):
    """Return the largest need of disjoint candidates within ``cells``, a mask; ``least`` if there is none above it.

    Stops at ``goal``. Returns -1 if the search takes more than MAX_NODES nodes.
    """
    best = least
    nodes = 0
    level = 0
    packing[FREE, 0] = cells
    packing[REACHED, 0] = 0
    packing[TRIED, 0] = 0
    while level >= 0 and best < goal:
        free = packing[FREE, level]
        reached = packing[REACHED, level]
        k = packing[TRIED, level]
        if k == 0:
            nodes += 1
            if nodes > MAX_NODES:
                return -1
            best = max(best, reached)
            bound = 0
            x = 0
            while free >> x:
                bound += (free >> x & 1) * packing[BOUND, x]
                x += 1
            if reached * SHARE + bound < (best + 1) * SHARE:
                level -= 1
                continue
        lowest = free & -free
        while k < count and (packing[CELLS, k] & lowest == 0 or packing[CELLS, k] & ~free != 0):
            k += 1
        packing[TRIED, level] = k + 1
        if k > count:
            level -= 1
            continue
        level += 1
        packing[TRIED, level] = 0
        if k < count:
            packing[FREE, level] = free & ~packing[CELLS, k]
            packing[REACHED, level] = reached + packing[need, k]
        else:  # no candidate takes the lowest cell
            packing[FREE, level] = free & ~lowest
            packing[REACHED, level] = reached
    return best


@subroutine
def connected(cell, count, packing):
    """Return the cells that candidates connect with ``cell``, as masks."""
    reached = cell
    before = 0
    while reached != before:
        before = reached
        for k in range(count):
            if packing[CELLS, k] & reached:
                reached |= packing[CELLS, k]
    return reached


@subroutine
def most_possible(region, packing):
    """Return a number that disjoint candidates within the cells of a region cannot exceed."""
    bound = 0
    x = 0
    while region >> x:
        bound += (region >> x & 1) * packing[BOUND, x]
        x += 1
    return bound // SHARE


@subroutine
def adds_up(need, target, cells, count, packing):
    """Return whether the largest need of disjoint candidates is ``target``. Fills the row HEAVIEST, region by region.

    A region is searched only for needs that reach the target if all regions after it need the most possible.
    """
    possible = 0
    left = (1 << cells) - 1
    while left:
        region = connected(left & -left, count, packing)
        possible += most_possible(region, packing)
        left &= ~region
    regions = 0
    left = (1 << cells) - 1
    while left and possible >= target:
        region = connected(left & -left, count, packing)
        most = most_possible(region, packing)
        least = max(0, target - (possible - most))
        best = heaviest(need, region, least - 1, most, count, packing)
        if best < least:
            return False
        packing[HEAVIEST, regions] = best
        regions += 1
        possible += best - most
        left &= ~region
    return possible == target


@subroutine
def left_out(need, target, cells, count, packing):
    """Return the cells that some disjoint candidates leave out whose needs add up to ``target``; -1 if there are none.

    ``need`` is the row of the needs, and ``target`` all mines or all safe cells left. ``cells`` and ``count`` are the
    numbers of numbered cells and of candidates.
    """
    if count > MAX_CANDIDATES or set_bounds(need, cells, count, packing) < target * SHARE:
        return -1
    if not adds_up(need, target, cells, count, packing):
        return -1
    unused = 0
    regions = 0
    left = (1 << cells) - 1
    while left:
        region = connected(left & -left, count, packing)
        best = packing[HEAVIEST, regions]
        regions += 1
        rest = region
        while rest:
            cell = rest & -rest
            rest &= ~cell
            if best == 0 or heaviest(need, region & ~cell, best - 1, best, count, packing) == best:
                unused |= cell
        left &= ~region
    return unused
