"""Playing a placement forward: what follows from supposing it, until nothing moves or a clue breaks.

A list that grows and shrinks is an uint32 array of shape ``(n + 1,)`` whose first entry is its length; no cell and no
clue enters one twice, so it cannot overflow.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import subroutine
from puzzlegen.engine.solving.clue_rules import (
    BROKEN_TOTAL,
    CELL,
    GROUP,
    MINE,
    PLACEMENTS,
    SAFE,
    UNKNOWN,
    combine,
    enqueue,
    gather,
    survives,
    total_verdict,
)

SHOWN_MINES, SHOWN_SAFE = 0, 1  # rows of ``shown`` (see contradict)


@subroutine
def empty_queue(queue, queued):
    """Forget what is on the queue."""
    for i in range(1, queue[0] + 1):
        queued[queue[i]] = 0
    queue[0] = 0


@subroutine
def suppose(x, value, start, stop, links, known, need, open_, left, trail, queue, queued):
    """Assign one cell for the time being; queue the clues that tier 1 can use now. Returns whether one is broken."""
    known[x] = value
    mine = value == MINE
    left[0] -= mine
    left[1] -= 1
    trail[0] += 1
    trail[trail[0]] = x
    broken = False
    for k in range(start[x], stop[x]):
        c = links[k]
        unknown = open_[c] - 1
        wanted = need[c] - mine
        open_[c] = unknown
        need[c] = wanted
        broken |= (wanted < 0) | (wanted > unknown)
        queue[queue[0] + 1] = c  # as enqueue does
        speaks = ((wanted <= 0) | (wanted >= unknown)) & (unknown > 0) & (queued[c] == 0)
        queue[0] += speaks
        queued[c] |= speaks
    return broken


@subroutine
def rewind(start, stop, links, known, need, open_, left, trail):
    """Take back everything on the trail."""
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
def forward(start, stop, links, known, need, open_, left, trail, queue, queued):
    """Tier 1 from the queued clues to a fixpoint. Returns whether a clue or the printed total breaks."""
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
                if known[x] == UNKNOWN and suppose(
                    x, value, start, stop, links, known, need, open_, left, trail, queue, queued
                ):
                    return True
        verdict = total_verdict(left)
        if verdict == BROKEN_TOTAL:
            return True
        if verdict == UNKNOWN:
            return False
        for x in range(known.size):
            if known[x] == UNKNOWN and suppose(
                x, verdict, start, stop, links, known, need, open_, left, trail, queue, queued
            ):
                return True


@subroutine
def wake_pairs(x, start, stop, links, known, pairs, paired):
    """Queue the clues whose placements may have changed with ``x``: those sharing an unknown cell with a clue at it."""
    for k in range(start[x], stop[x]):
        d = links[k]
        for m in range(start[d], stop[d]):
            y = links[m]
            if known[y] == UNKNOWN:
                for i in range(start[y], stop[y]):
                    enqueue(links[i], pairs, paired)


@subroutine
def forward_deep(start, stop, links, known, need, open_, left, trail, queue, queued, pairs, paired, near, slot):
    """Tiers 1 and 2 from the queued clues to a fixpoint; tier 2 looks only where the trail has changed something.

    Exact when the position was at a fixpoint of tiers 1 and 2 before the trail began. Returns as ``forward`` does.
    """
    seen = 0
    while True:
        if forward(start, stop, links, known, need, open_, left, trail, queue, queued):
            return True
        while seen < trail[0]:
            seen += 1
            wake_pairs(trail[seen], start, stop, links, known, pairs, paired)
        while pairs[0] > 0 and queue[0] == 0:
            c = pairs[pairs[0]]
            pairs[0] -= 1
            paired[c] = 0
            u, mines, safe = combine(c, start, stop, links, known, need, open_, near, slot)
            broken = u < 0
            for i in range(u):
                if (mines | safe) >> i & 1:
                    value = MINE if mines >> i & 1 else SAFE
                    broken |= suppose(
                        near[CELL, i], value, start, stop, links, known, need, open_, left, trail, queue, queued
                    )
            if broken:
                return True
        if queue[0] == 0 and seen == trail[0]:
            return False


@subroutine
def note_survivors(start, stop, links, known, open_, trail, shown):
    """A play went on until nothing moved: note what it makes of every clue that it has settled.

    Played forward by itself, such a clue's part of the play leads nowhere else, as tiers are confluent: it survives.
    ``links`` holds unknown cells only, so the clue has been settled by this play; it is noted at its last cell.
    """
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
def breaks(
    placement,
    u,
    deep,
    start,
    stop,
    links,
    known,
    need,
    open_,
    left,
    trail,
    queue,
    queued,
    pairs,
    paired,
    near,
    slot,
    shown,
):
    """Whether one placement of the clue described by ``near[0]`` breaks when played forward. It is taken back."""
    broken = False
    for i in range(u):
        value = MINE if placement >> i & 1 else SAFE
        broken |= suppose(near[0, CELL, i], value, start, stop, links, known, need, open_, left, trail, queue, queued)
    if not broken and deep:
        broken = forward_deep(
            start, stop, links, known, need, open_, left, trail, queue, queued, pairs, paired, near[1], slot
        )
        empty_queue(pairs, paired)
    elif not broken:
        broken = forward(start, stop, links, known, need, open_, left, trail, queue, queued)
    empty_queue(queue, queued)
    if not broken:
        note_survivors(start, stop, links, known, open_, trail, shown)
    rewind(start, stop, links, known, need, open_, left, trail)
    return broken


@subroutine
def contradict(
    c, deep, start, stop, links, known, need, open_, left, trail, queue, queued, pairs, paired, near, slot, shown
):
    """Tier 3 (tier 4 if ``deep``) at clue ``c``: what its placements that survive being played forward have in common.

    ``near`` has shape (2, 5, MAX_OTHERS): this clue's surroundings and, for deep play, scratch for another's. Returns
    (unknown neighbours, mask proved mines, mask proved safe); (-1, 0, 0) when no placement survives. A placement that
    could not change what the survivors so far have in common is not played. ``shown`` int32, shape (2, n): the cells
    (as masks over a clue's list, which holds unknown cells only) that are mines, and safe, in survivors known so far.
    """
    if shown[SHOWN_MINES, c] & shown[SHOWN_SAFE, c] == (1 << open_[c]) - 1:
        return open_[c], 0, 0
    u, others = gather(c, start, stop, links, known, need, open_, near[0], slot)
    full = (1 << u) - 1
    r = need[c]
    if r < 0 or r > u:
        return -1, 0, 0
    in_all = full & ~shown[SHOWN_SAFE, c]
    in_any = shown[SHOWN_MINES, c]
    found = shown[SHOWN_MINES, c] | shown[SHOWN_SAFE, c] != 0
    for k in range(GROUP[r], GROUP[r + 1]):
        placement = PLACEMENTS[k]
        if placement > full:
            break
        if found and placement & in_all == in_all and placement | in_any == in_any:
            continue
        if not survives(placement, others, near[0]) or breaks(
            placement,
            u,
            deep,
            start,
            stop,
            links,
            known,
            need,
            open_,
            left,
            trail,
            queue,
            queued,
            pairs,
            paired,
            near,
            slot,
            shown,
        ):
            continue
        found = True
        in_all &= placement
        in_any |= placement
        if in_all == 0 and in_any == full:
            return u, 0, 0
    if not found:
        return -1, 0, 0
    return u, in_all, full & ~in_any
