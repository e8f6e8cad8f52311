"""Playing a placement forward: what follows from supposing it, until nothing moves or a clue breaks.

A list that grows and shrinks is an int32 array of shape ``(n + 1,)`` whose first entry is its length; no cell and no
clue enters one twice, so it cannot overflow.
"""

from __future__ import annotations

from puzzlegen.engine.kernel import inner, part
from puzzlegen.engine.rules import (
    BROKEN_TOTAL,
    CELL,
    FINE,
    GROUP,
    MINE,
    PLACEMENTS,
    SAFE,
    UNKNOWN,
    assign,
    combine,
    enqueue_around,
    gather,
    survives,
    take_back,
    total_verdict,
)


@inner
def empty_queue(queue, queued):
    """Forget what is on the queue."""
    for i in range(1, queue[0] + 1):
        queued[queue[i]] = 0
    queue[0] = 0


@inner
def suppose(x, value, start, cells, clue, known, need, open_, left, trail, queue, queued):
    """Assign one cell for the time being: note it on the trail and wake the clues around it."""
    assign(x, value, start, cells, known, need, open_, left)
    trail[0] += 1
    trail[trail[0]] = x
    enqueue_around(x, start, cells, clue, queue, queued)


@inner
def forward(start, cells, clue, known, need, open_, left, trail, queue, queued):
    """Tier 1 from the queued clues to a fixpoint. Returns FINE, or the clue that broke, or BROKEN_TOTAL."""
    while True:
        while queue[0] > 0:
            c = queue[queue[0]]
            queue[0] -= 1
            queued[c] = 0
            if need[c] < 0 or need[c] > open_[c]:
                empty_queue(queue, queued)
                return c
            if open_[c] == 0 or (need[c] > 0 and need[c] < open_[c]):
                continue
            value = SAFE if need[c] == 0 else MINE
            for k in range(start[c], start[c + 1]):
                if known[cells[k]] == UNKNOWN:
                    suppose(cells[k], value, start, cells, clue, known, need, open_, left, trail, queue, queued)
        verdict = total_verdict(left)
        if verdict == BROKEN_TOTAL:
            return BROKEN_TOTAL
        if verdict == UNKNOWN:
            return FINE
        for x in range(clue.size):
            if known[x] == UNKNOWN:
                suppose(x, verdict, start, cells, clue, known, need, open_, left, trail, queue, queued)


@inner
def wake_pairs(x, start, cells, clue, known, pairs, paired):
    """Queue the clues whose placements may have changed with ``x``: those sharing an unknown cell with a clue at it."""
    for k in range(start[x], start[x + 1]):
        d = cells[k]
        if clue[d] < 0:
            continue
        for m in range(start[d], start[d + 1]):
            y = cells[m]
            if known[y] == UNKNOWN:
                enqueue_around(y, start, cells, clue, pairs, paired)


@part
def forward_deep(start, cells, clue, known, need, open_, left, trail, queue, queued, pairs, paired, near, slot):
    """Tiers 1 and 2 from the queued clues to a fixpoint; tier 2 looks only where the trail has changed something.

    Exact when the position was at a fixpoint of tiers 1 and 2 before the trail began. Returns as ``forward`` does.
    """
    seen = 0
    while True:
        broken = forward(start, cells, clue, known, need, open_, left, trail, queue, queued)
        if broken != FINE:
            empty_queue(pairs, paired)
            return broken
        while seen < trail[0]:
            seen += 1
            wake_pairs(trail[seen], start, cells, clue, known, pairs, paired)
        while pairs[0] > 0 and queue[0] == 0:
            c = pairs[pairs[0]]
            pairs[0] -= 1
            paired[c] = 0
            u, mines, safe = combine(c, start, cells, clue, known, need, open_, near, slot)
            if u < 0:
                empty_queue(pairs, paired)
                return c
            for i in range(u):
                if (mines | safe) >> i & 1:
                    value = MINE if mines >> i & 1 else SAFE
                    suppose(near[CELL, i], value, start, cells, clue, known, need, open_, left, trail, queue, queued)
        if queue[0] == 0:
            return FINE


@inner
def rewind(start, cells, known, need, open_, left, trail):
    """Take back everything on the trail."""
    while trail[0] > 0:
        take_back(trail[trail[0]], start, cells, known, need, open_, left)
        trail[0] -= 1


@part
def try_placement(
    placement, u, deep, start, cells, clue, known, need, open_, left, trail, queue, queued, pairs, paired, near, slot
):
    """Play one placement of the clue described by ``near[0]`` forward and take it back; returns as ``forward`` does."""
    for i in range(u):
        value = MINE if placement >> i & 1 else SAFE
        suppose(near[0, CELL, i], value, start, cells, clue, known, need, open_, left, trail, queue, queued)
    if deep:
        broken = forward_deep(
            start, cells, clue, known, need, open_, left, trail, queue, queued, pairs, paired, near[1], slot
        )
    else:
        broken = forward(start, cells, clue, known, need, open_, left, trail, queue, queued)
    rewind(start, cells, known, need, open_, left, trail)
    return broken


@inner
def contradict(c, deep, start, cells, clue, known, need, open_, left, trail, queue, queued, pairs, paired, near, slot):
    """Tier 3 (tier 4 if ``deep``) at clue ``c``: what its placements that survive being played forward have in common.

    ``near`` has shape (2, 5, MAX_OTHERS): this clue's surroundings and, for deep play, scratch for another's. Returns
    (unknown neighbours, mask proved mines, mask proved safe); (-1, 0, 0) when no placement survives. A placement that
    could not change what the survivors so far have in common is not played.
    """
    u, others = gather(c, start, cells, clue, known, need, open_, near[0], slot)
    full = (1 << u) - 1
    r = need[c]
    if r < 0 or r > u:
        return -1, 0, 0
    in_all = full
    in_any = 0
    found = False
    for k in range(GROUP[r], GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if found and placement & in_all == in_all and placement | in_any == in_any:
            continue
        if not survives(placement, others, near[0]):
            continue
        broken = try_placement(
            placement, u, deep, start, cells, clue, known, need, open_, left,
            trail, queue, queued, pairs, paired, near, slot,
        )
        if broken != FINE:
            continue
        found = True
        in_all &= placement
        in_any |= placement
        if in_all == 0 and in_any == full:
            return u, 0, 0
    if not found:
        return -1, 0, 0
    return u, in_all, full & ~in_any
