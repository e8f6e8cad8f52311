"""Tiers 3 and 4 at one clue: suppose a placement and see what follows, until nothing more follows or a clue breaks."""

from __future__ import annotations

from puzzlegen.engine.kernels import subroutine
from puzzlegen.engine.solving.clue_rules import (
    BROKEN_TOTAL,
    CELL,
    FIRST_PLACEMENT,
    MINE,
    PLACEMENTS,
    SAFE,
    UNKNOWN,
    combine,
    gather,
    survives,
    total_verdict,
)
from puzzlegen.engine.solving.position import enqueue

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
            u, mines, safe = combine(c, position, near)
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
    found = shown[SHOWN_MINES, c] | shown[SHOWN_SAFE, c] != 0
    for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if found and placement & in_all == in_all and placement | in_any == in_any:
            continue
        if not survives(placement, others, near[0]) or breaks(placement, u, deep, position):
            continue
        found = True
        in_all &= placement
        in_any |= placement
        if in_all == 0 and in_any == full:
            return u, 0, 0
    if not found:
        return -1, 0, 0
    return u, in_all, full & ~in_any
