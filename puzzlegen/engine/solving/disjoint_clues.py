"""Counts with disjoint clues: the most mines, or safe cells, that clues without a common unknown cell need together.

If the clues need all mines that the printed total leaves, every unknown cell outside them is safe. If they need all
safe cells that are left, every one outside is a mine. ``disjoint_rule`` and ``thinning.relaxed_check`` fill the array
``packing``; this module searches in it. Unknown cells that touch a clue have the numbers from 0, and sets of them are
bit masks. A *candidate* is a set of cells that a clue touches, with the number it needs among them.

The rule applies to positions with at most MAX_CELLS such cells. Further known cells never raise that number, so the
rule stays monotone.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine

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
    found = cell
    before = 0
    while found != before:
        before = found
        for k in range(count):
            if packing[CELLS, k] & found:
                found |= packing[CELLS, k]
    return found


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
    found = 0
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
                found |= cell
        left &= ~region
    return found
