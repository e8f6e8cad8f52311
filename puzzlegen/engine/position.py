"""The arrays of a position that is being solved, and probing: what follows from a supposed placement (tiers 3 and 4).

A placement of one clue is supposed until nothing more follows or a clue breaks. Lists that grow and shrink are uint32
arrays of shape ``(n + 1,)`` whose first entry is their length. No cell and no clue enters one twice, so they cannot
overflow. Unsigned, because numba tests each signed index for being negative.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import (
    BROKEN_TOTAL,
    CELL,
    FIRST_PLACEMENT,
    MAX_CANDIDATES,
    MAX_OTHERS,
    MINE,
    PACKING_ROWS,
    PLACEMENTS,
    SAFE,
    UNKNOWN,
    combine,
    gather,
    survives,
    total_verdict,
)
from puzzlegen.engine.kernels import Int8, Int32, Int64, UInt32, inlined, subroutine


class Trace(NamedTuple):
    """When and how each cell was proved. Nothing overflows, because each round proves at least one cell."""

    moment: Annotated[Int32, "n"]  # the round that proved the cell; 0 known from the start, -1 never proved
    by: Annotated[Int32, "n"]  # the clue it was proved from; NO_CLUE if none, TOTAL for the printed total
    tier_of: Annotated[Int32, "n + 1"]  # the tier of each round; entry 0 is unused
    available: Annotated[Int32, "n + 1"]  # how many clues could prove something in it; entry 0 is unused


class Position(NamedTuple):
    """What is known of a board of ``n`` cells, and working space. Only kernels make one, from ``Scratch``.

    Two kinds of neighbors matter: the clues around a cell to be proved, and the cells to be proved around a clue.
    ``links`` holds both. The list of cell ``x`` is ``links[start[x] : stop[x]]``, ascending. At a cell to be proved it
    holds the clues that touch it, at a clue the cells to be proved that it touches. Cells that become known stay on
    the lists until tier 3 removes them. Sets of a clue's cells are bit masks over its list.
    """

    start: NDArray[np.int32]  # (n + 1,) where the neighbors of each cell start in ``cells`` (see board.grid)
    cells: NDArray[np.int32]  # (pairs,) the neighbors of all cells
    mines: NDArray[np.int8]  # (n,) 1 for a mine, in a classic game; shape (0,) for a printed puzzle
    known: NDArray[np.int8]  # (n,) UNKNOWN, SAFE or MINE
    links: NDArray[np.uint32]  # (pairs,) see above
    stop: NDArray[np.int32]  # (n,) where the list of each cell ends in ``links``
    need: NDArray[np.int32]  # (n,) at a clue: mines still missing among its unknown neighbors
    open_: NDArray[np.int32]  # (n,) at a clue: its unknown neighbors
    left: NDArray[np.int32]  # (2,) mines and unknown cells left; far below 0 mines where no total is printed
    queue: NDArray[np.uint32]  # list of the clues that tier 1 has to look at
    queued: NDArray[np.int8]  # (n,) 1 for a clue on it
    pairs: NDArray[np.uint32]  # list of the clues that tier 2 has to look at
    paired: NDArray[np.int8]  # (n,) 1 for a clue on it
    trail: NDArray[np.uint32]  # list of supposed cells; between suppositions a list for other purposes
    changed: NDArray[np.uint32]  # list of the clues that have changed since tier 2 last looked at their surroundings
    altered: NDArray[np.int8]  # (n,) 1 for a clue on it
    silent: NDArray[np.int8]  # (n,) highest tier that last proved nothing at a clue, 0 once it has changed
    noted: NDArray[np.int8]  # (n,) 1 for a cell in ``proved``
    proved: NDArray[np.int32]  # (3, n + 1) proved cells (a list), their values and the clues that prove them
    shown: NDArray[np.int32]  # (2, n + 1) rows SHOWN_MINES and SHOWN_SAFE of propagation
    slot: NDArray[np.int32]  # (n,) 1 + the place of a clue in ``near`` while that is filled, else 0
    near: NDArray[np.int32]  # (2, 5, MAX_OTHERS) surroundings of one clue (see clue_rules); a second for tier 4
    packing: NDArray[np.int64]  # (PACKING_ROWS, MAX_CANDIDATES) see clue_rules


class Scratch(NamedTuple):
    """The memory of a position, in few arrays because creating an array takes Python longer than a round."""

    links: Annotated[UInt32, "pairs"]
    numbers: Annotated[Int32, "4, n + 1"]  # stop, need, open_, slot
    lists: Annotated[UInt32, "4, n + 1"]  # queue, pairs, trail, changed
    notes: Annotated[Int32, "5, n + 1"]  # proved, shown
    flags: Annotated[Int8, "5, n"]  # queued, paired, noted, altered, silent
    near: Annotated[Int32, f"3, 5, {MAX_OTHERS}"]  # near; the third part holds left
    packing: Annotated[Int64, f"{PACKING_ROWS}, {MAX_CANDIDATES}"]


SCRATCH_ROWS = 13  # of n + 1 numbers, which hold ``numbers``, ``lists`` and ``notes``


def new_scratch(n: int, pairs: int) -> Scratch:
    """Create the memory for boards of ``n`` cells with ``pairs`` neighbors in all; one lasts for many boards."""
    return scratch_in(np.empty(pairs, np.uint32), np.empty((SCRATCH_ROWS, n + 1), np.int32))


def scratch_in(links: NDArray[np.uint32], lists: NDArray[np.int32]) -> Scratch:
    """Create the memory as ``new_scratch`` does, most of it in two arrays that are free while a board is solved.

    ``links`` (pairs,) and ``lists`` (SCRATCH_ROWS, n + 1) are contiguous.
    """
    n = lists.shape[1] - 1
    return Scratch(
        links,
        lists[:4],
        lists[4:8].view(np.uint32),
        lists[8:],
        np.empty((5, n), np.int8),
        np.empty((3, 5, MAX_OTHERS), np.int32),
        np.empty((PACKING_ROWS, MAX_CANDIDATES), np.int64),
    )


def new_trace(n: int, *stack: int) -> Trace:
    """Create an empty trace for a board of ``n`` cells, or for a stack of boards of shape ``stack``."""
    moment, by = np.empty((2, *stack, n), np.int32)
    tier_of, available = np.empty((2, *stack, n + 1), np.int32)
    return Trace(moment, by, tier_of, available)


@inlined
def position_in(start, cells, mines, known, scratch):
    """Return the Position that lies in ``scratch``, as the last one left it."""
    numbers, lists, notes, flags = scratch.numbers, scratch.lists, scratch.notes, scratch.flags
    n = known.size
    stop, need, open_, slot = numbers[0][:n], numbers[1][:n], numbers[2][:n], numbers[3][:n]
    queue, pairs, trail, changed = lists[0], lists[1], lists[2], lists[3]
    queued, paired, noted, altered, silent = flags[0], flags[1], flags[2], flags[3], flags[4]
    proved, shown = notes[:3], notes[3:]
    near, left = scratch.near[:2], scratch.near[2, 0]
    return Position(
        start, cells, mines, known, scratch.links, stop, need, open_, left, queue, queued, pairs, paired, trail,
        changed, altered, silent, noted, proved, shown, slot, near, scratch.packing,
    )  # fmt: skip


@subroutine
def clear(position):
    """Empty all lists and clear all flags."""
    position.queue[0] = 0
    position.pairs[0] = 0
    position.trail[0] = 0
    position.changed[0] = 0
    position.proved[0, 0] = 0
    position.queued[:] = 0
    position.paired[:] = 0
    position.altered[:] = 0
    position.silent[:] = 0
    position.noted[:] = 0
    position.slot[:] = 0


@inlined
def append_link(x, value, position):
    """Add ``value`` to the list of cell ``x``."""
    position.links[position.stop[x]] = value
    position.stop[x] += 1


@subroutine
def enqueue(c, queue, queued):
    """Add clue ``c`` to a list unless its flag in ``queued`` is set, and set the flag.

    Written without a branch, which the processor would guess wrong half of the time. There is always room for one
    more entry: while anything is unknown, not all cells can be in the list.
    """
    queue[queue[0] + 1] = c
    queue[0] += queued[c] == 0
    queued[c] = 1


@inlined
def set_up_puzzle(clue, total, position):
    """Fill the position from the printed numbers, the known cells and the printed total (or NO_TOTAL)."""
    start, cells, known = position.start, position.cells, position.known
    stop, need, open_ = position.stop, position.need, position.open_
    clear(position)
    unknown = 0
    mines = 0
    for x in range(clue.size):
        stop[x] = start[x]
        open_[x] = 0
        unknown += known[x] == UNKNOWN
        mines += known[x] == MINE
    for c in range(clue.size):
        if clue[c] < 0:
            continue
        missing = clue[c]
        for k in range(start[c], start[c + 1]):
            x = cells[k]
            if known[x] == UNKNOWN:
                append_link(c, x, position)
                append_link(x, c, position)
            missing -= known[x] == MINE
        need[c] = missing
        open_[c] = stop[c] - start[c]
    position.left[0] = total - mines
    position.left[1] = unknown


@subroutine
def start_position(bare, clue, known):
    """Fill ``known`` with the position before the first deduction: clues are SAFE, all else as without clues."""
    for x in range(clue.size):
        known[x] = SAFE if clue[x] >= 0 else bare[x]


# Rows of ``Position.shown``, at a clue: the cells that are mines, and those that are safe, in some placement that is
# known to survive, as masks over the clue's list
SHOWN_MINES, SHOWN_SAFE = 0, 1


@subroutine
def empty_queue(queue, queued):
    """Remove all clues from a list and clear their flags."""
    for i in range(1, queue[0] + 1):
        queued[queue[i]] = 0
    queue[0] = 0


@subroutine
def suppose(x, value, position):
    """Suppose a value of cell ``x`` and queue the clues that tier 1 can use now. Returns whether a clue is broken."""
    start, stop, links, need, open_ = position.start, position.stop, position.links, position.need, position.open_
    left, trail, queue, queued = position.left, position.trail, position.queue, position.queued
    position.known[x] = value
    mine = value == MINE
    left[0] -= mine
    left[1] -= 1
    trail[0] += 1
    trail[trail[0]] = x
    broken = False
    for k in range(start[x], stop[x]):
        c = links[k]
        unknown = open_[c] - 1
        missing = need[c] - mine
        open_[c] = unknown
        need[c] = missing
        broken |= (missing < 0) | (missing > unknown)
        queue[queue[0] + 1] = c  # as in enqueue
        speaks = ((missing <= 0) | (missing >= unknown)) & (unknown > 0) & (queued[c] == 0)
        queue[0] += speaks
        queued[c] |= speaks
    return broken


@subroutine
def rewind(position):
    """Take back all suppositions."""
    start, stop, links, need, open_ = position.start, position.stop, position.links, position.need, position.open_
    known, left, trail = position.known, position.left, position.trail
    for i in range(1, trail[0] + 1):
        x = trail[i]
        mine = known[x] == MINE
        known[x] = UNKNOWN
        left[0] += mine
        for k in range(start[x], stop[x]):
            c = links[k]
            open_[c] += 1
            need[c] += mine
    left[1] += trail[0]
    trail[0] = 0


@subroutine
def propagate(position):
    """Apply tier 1 from the queued clues until nothing follows. Returns whether a clue or the printed total breaks."""
    start, stop, links, known = position.start, position.stop, position.links, position.known
    need, open_, queue, queued = position.need, position.open_, position.queue, position.queued
    while True:
        while queue[0] > 0:
            c = queue[queue[0]]
            queue[0] -= 1
            queued[c] = 0
            if open_[c] == 0:
                continue
            value = SAFE if need[c] == 0 else MINE
            for k in range(start[c], stop[c]):
                x = links[k]
                if known[x] == UNKNOWN and suppose(x, value, position):
                    return True
        verdict = total_verdict(position.left)
        if verdict == BROKEN_TOTAL:
            return True
        if verdict == UNKNOWN:
            return False
        for x in range(known.size):
            if known[x] == UNKNOWN and suppose(x, verdict, position):
                return True


@subroutine
def queue_pairs_near(x, position):
    """Queue for tier 2 the clues that share an unknown cell with a clue at ``x``: their placements may have changed."""
    start, stop, links = position.start, position.stop, position.links
    for k in range(start[x], stop[x]):
        d = links[k]
        for m in range(start[d], stop[d]):
            y = links[m]
            if position.known[y] == UNKNOWN:
                for i in range(start[y], stop[y]):
                    enqueue(links[i], position.pairs, position.paired)


@subroutine
def propagate_deep(position, near):
    """Apply tiers 1 and 2 until nothing follows. Returns whether a clue or the printed total breaks.

    Tier 2 looks only at clues near supposed cells. That finds everything if neither tier had anything to prove before
    the first supposition.
    """
    trail, queue, pairs, paired = position.trail, position.queue, position.pairs, position.paired
    seen = 0
    while True:
        if propagate(position):
            return True
        while seen < trail[0]:
            seen += 1
            queue_pairs_near(trail[seen], position)
        while pairs[0] > 0 and queue[0] == 0:
            c = pairs[pairs[0]]
            pairs[0] -= 1
            paired[c] = 0
            u, mines, safe, _ = combine(c, position, near)
            broken = u < 0
            for i in range(u):
                if (mines | safe) >> i & 1:
                    broken |= suppose(near[CELL, i], MINE if mines >> i & 1 else SAFE, position)
            if broken:
                return True
        if queue[0] == 0 and seen == trail[0]:
            return False


@subroutine
def note_survivors(position):
    """Record in ``shown`` the placements of other clues that survive, as a supposition that survives contains them.

    Such a placement leads nowhere else by itself, because tiers are confluent. ``links`` holds only cells that were
    unknown before, so a clue without an unknown cell was settled by this supposition. It is recorded at its last cell.
    """
    start, stop, links, known = position.start, position.stop, position.links, position.known
    open_, trail, shown = position.open_, position.trail, position.shown
    for i in range(1, trail[0] + 1):
        x = trail[i]
        for k in range(start[x], stop[x]):
            c = links[k]
            if open_[c] > 0 or links[stop[c] - 1] != x:
                continue
            mines = 0
            for j in range(start[c], stop[c]):
                if known[links[j]] == MINE:
                    mines |= 1 << (j - start[c])
            shown[SHOWN_MINES, c] |= mines
            shown[SHOWN_SAFE, c] |= ((1 << (stop[c] - start[c])) - 1) & ~mines


@subroutine
def breaks(placement, u, deep, position):
    """Return whether a placement of the clue described by ``near[0]`` leads to a broken clue. It is taken back."""
    near = position.near
    broken = False
    for i in range(u):
        broken |= suppose(near[0, CELL, i], MINE if placement >> i & 1 else SAFE, position)
    if not broken and deep:
        broken = propagate_deep(position, near[1])
        empty_queue(position.pairs, position.paired)
    elif not broken:
        broken = propagate(position)
    empty_queue(position.queue, position.queued)
    if not broken:
        note_survivors(position)
    rewind(position)
    return broken


@subroutine
def contradict(c, deep, position):
    """Tier 3 (tier 4 if ``deep``) at clue ``c``: find what its placements share that lead to no broken clue.

    Returns (unknown neighbors, mask of proved mines, mask of proved safe cells), or (-1, 0, 0) if none survives.
    Placements that could not change what the survivors so far share are not tried.
    """
    need, open_, near, shown = position.need, position.open_, position.near, position.shown
    if shown[SHOWN_MINES, c] & shown[SHOWN_SAFE, c] == (1 << open_[c]) - 1:
        return open_[c], 0, 0
    u, others = gather(c, position, near[0])
    full = (1 << u) - 1
    r = need[c]
    if r < 0 or r > u:
        return -1, 0, 0
    in_all = full & ~shown[SHOWN_SAFE, c]
    in_any = shown[SHOWN_MINES, c]
    has_survivor = shown[SHOWN_MINES, c] | shown[SHOWN_SAFE, c] != 0
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if has_survivor and placement & in_all == in_all and placement | in_any == in_any:
            continue
        if not survives(placement, others, near[0]) or breaks(placement, u, deep, position):
            continue
        has_survivor = True
        in_all &= placement
        in_any |= placement
        if in_all == 0 and in_any == full:
            return u, 0, 0
    if not has_survivor:
        return -1, 0, 0
    return u, in_all, full & ~in_any
