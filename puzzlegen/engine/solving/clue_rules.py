"""What one clue proves, alone (tier 1) or together with its neighbors (tier 2), and what the printed total proves."""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernels import subroutine

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
    found = 0
    for k in range(start[c], stop[c]):
        x = links[k]
        if known[x] != UNKNOWN:
            continue
        near[CELL, u] = x
        for m in range(start[x], stop[x]):
            d = links[m]
            j = slot[d]
            near[OTHER, found] = d  # the next clue overwrites it if ``d`` has a place already: saves a branch
            near[TOUCHES, found] = 0
            found += j == 0
            j = j if j > 0 else found
            slot[d] = j
            near[TOUCHES, j - 1] |= 1 << u
        u += 1
    others = 0
    mines = need[c]
    for j in range(found):
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

    Returns (unknown neighbors, mask of proved mines, mask of proved safe cells), or (-1, 0, 0) if none survives.
    """
    u, others = gather(c, position, near)
    full = (1 << u) - 1
    r = position.need[c]
    if r < 0 or r > u:
        return -1, 0, 0
    if others == 0 and 0 < r < u:  # all placements survive
        return u, 0, 0
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
                return u, 0, 0
    if in_all & ~in_any:  # none survived: both still have their first values
        return -1, 0, 0
    return u, in_all, full & ~in_any
