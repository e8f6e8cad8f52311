"""The rules: what one clue, or one clue and its neighbours, or a placement played forward, can prove.

A position is a few arrays over cells, shape ``(n,)``:

    clue   int8    the printed number, negative where there is none; the cell of a clue is known from the start
    known  int8    UNKNOWN, SAFE or MINE
    need   int32   at a clue: mines still to be placed among its unknown neighbours
    open_  int32   at a clue: how many neighbours are unknown
    left   int32   shape (2,): mines and unknown cells left on the board; mines far below 0 means no printed total

A neighbourhood is two arrays, ``start`` and ``cells`` (see board.grid). Of the neighbours only two kinds matter: the
clues around a cell that has to be proved, and the cells to be proved around a clue. They are set up once:

    links  uint32  as long as ``cells``: the list of cell ``x`` is ``links[start[x] : stop[x]]``; at a cell to be proved
                   the clues that touch it, at a clue the cells to be proved that it touches, both ascending
    stop   int32   where the list ends; a list keeps the cells that have become known, until tier 3 tidies up

Sets of a clue's unknown neighbours are bit masks over its list of them.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel_decorators import subroutine

UNKNOWN, SAFE, MINE = 0, 1, 2
NO_TOTAL = -(1 << 30)  # so low that counting mines down from it never comes near zero
FINE = -1  # no clue is broken
BROKEN_TOTAL = -2
MAX_DEGREE = 12  # largest neighbourhood the masks and the placement table are made for
MAX_OTHERS = MAX_DEGREE * MAX_DEGREE  # clues that can share a cell with one clue

# Rows of the scratch array ``near``, int32, shape (5, MAX_OTHERS), that describes one clue's surroundings
CELL = 0  # the clue's unknown neighbours
OTHER = 1  # the other clues that can contradict a placement of its mines
TOUCHES = 2  # which of those neighbours each of them touches, as a mask
FEWEST = 3  # the fewest mines it can have there
MOST = 4  # the most

# All masks of MAX_DEGREE bits by number of bits, ascending: the masks with r bits among the lowest u are the first
# C(u, r) of their group. A table because Gosper's step needs a division a placement.
_ALL = np.arange(1 << MAX_DEGREE)
_BITS = np.array([int(m).bit_count() for m in _ALL])
PLACEMENTS = np.argsort(_BITS, kind="stable").astype(np.int32)
GROUP = np.searchsorted(np.sort(_BITS), np.arange(MAX_DEGREE + 2)).astype(np.int32)


@subroutine
def count_bits(mask):
    """Number of set bits of a mask under 2**31."""
    mask = int(mask)  # interpreted, an int32 would overflow below
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0x7F  # LLVM knows this for one instruction


@subroutine
def append(x, value, links, stop):
    """Add to the list of cell ``x``."""
    links[stop[x]] = value
    stop[x] += 1


@subroutine
def set_up(start, cells, clue, known, total, links, stop, need, open_, left):
    """Fill ``links`` to ``left`` from ``clue``, ``known`` and the printed total (or NO_TOTAL)."""
    unknown = 0
    mines = 0
    for x in range(clue.size):
        stop[x] = start[x]
        unknown += known[x] == UNKNOWN
        mines += known[x] == MINE
    for c in range(clue.size):
        if clue[c] < 0:
            continue
        wanted = clue[c]
        for k in range(start[c], start[c + 1]):
            x = cells[k]
            if known[x] == UNKNOWN:
                append(c, x, links, stop)
                append(x, c, links, stop)
            wanted -= known[x] == MINE
        need[c] = wanted
        open_[c] = stop[c] - start[c]
    left[0] = total - mines
    left[1] = unknown


@subroutine
def total_verdict(left):
    """What the printed total says: all unknown cells are MINE or SAFE, UNKNOWN for nothing, or BROKEN_TOTAL."""
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
def gather(c, start, stop, links, known, need, open_, near, slot):
    """List what matters to the placements of clue ``c``; returns (unknown neighbours, other clues).

    ``near`` receives the description (see its rows above). ``slot`` is int32, shape (n,), zero on entry and on exit.
    """
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
            near[OTHER, found] = d  # overwritten by the next if ``d`` has its place already: no branch to guess wrong
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
        # a clue that no placement of this many mines can break is left out, and ``c`` itself with them
        near[OTHER, others] = d
        near[TOUCHES, others] = mask
        near[FEWEST, others] = fewest
        near[MOST, others] = most
        others += (most < min(width, mines)) | (fewest > max(0, mines - (u - width)))
    return u, others


@subroutine
def survives(placement, others, near):
    """Whether no other single clue contradicts the placement."""
    for j in range(others):
        mines = count_bits(placement & near[TOUCHES, j])
        if mines < near[FEWEST, j] or mines > near[MOST, j]:
            return False
    return True


@subroutine
def combine(c, start, stop, links, known, need, open_, near, slot):
    """Tier 2 at clue ``c``: what all its placements that no other single clue contradicts have in common.

    Returns (unknown neighbours, mask proved mines, mask proved safe); (-1, 0, 0) when no placement survives.
    """
    u, others = gather(c, start, stop, links, known, need, open_, near, slot)
    full = (1 << u) - 1
    r = need[c]
    if r < 0 or r > u:
        return -1, 0, 0
    if others == 0 and 0 < r < u:  # nobody contradicts anything
        return u, 0, 0
    in_all = full
    in_any = 0
    for k in range(GROUP[r], GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if survives(placement, others, near):
            in_all &= placement
            in_any |= placement
            if in_all == 0 and in_any == full:
                return u, 0, 0
    if in_all & ~in_any:  # nothing survived: both still have their first values
        return -1, 0, 0
    return u, in_all, full & ~in_any


@subroutine
def enqueue(c, queue, queued):
    """Put a clue on a queue, unless it stands there; ``queue[0]`` is its length.

    Without a branch that the processor would guess wrong half the time. There is always room for one entry more: as
    long as anything is unknown, not all cells can be queued.
    """
    queue[queue[0] + 1] = c
    queue[0] += queued[c] == 0
    queued[c] = 1
