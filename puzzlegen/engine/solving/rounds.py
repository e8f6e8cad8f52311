"""The solver: strict escalation through the tiers, in rounds.

A round takes the lowest tier that has anything to say, finds *everything* that tier can prove in the position as it
stands, and applies it together. So a round is a moment in a person's solve, how many clues had something to say in it
is how easy the moment was, and both are the same whatever order the clues are visited in and for all eight images of
a board, which one deduction at a time would not give.

The whole trace is what is proved when: for each cell the round (``moment``, 0 = given, -1 = never) and the clue it was
proved from (``by``, TOTAL for the printed total); for each round its tier and the number of clues that had something
to say (``tier_of``, ``available``). Nothing in it can overflow: a round proves at least one cell. Witnesses and
techniques follow from it (see solver.explanation) and are worked out only when somebody reads them.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel_decorators import inlined, kernel, subroutine
from puzzlegen.engine.solving.clue_rules import (
    BROKEN_TOTAL,
    CELL,
    MAX_OTHERS,
    MINE,
    NO_TOTAL,
    SAFE,
    UNKNOWN,
    combine,
    enqueue,
    set_up,
    total_verdict,
)
from puzzlegen.engine.solving.propagation import SHOWN_MINES, SHOWN_SAFE, contradict

STUCK, SOLVED, CONTRADICTION = 0, 1, 2
NOBODY = -1  # ``by`` of a cell that was given or never proved
TOTAL = -2  # ``by`` of a cell that the printed total proved


@subroutine
def gather_single(start, stop, links, known, need, open_, queue, queued, noted, found):
    """Tier 1 over the queued clues: note in ``found`` the cells they prove.

    Returns how many clues have something to say, -1 if one is broken.

    ``found`` is int32, shape (3, n + 1): row 0 cells (its first entry the count), row 1 their values, row 2 the clue.
    ``noted`` int8 (n,) marks the cells already in it, until ``apply`` clears both.
    """
    speaking = 0
    for i in range(1, queue[0] + 1):
        c = queue[i]
        queued[c] = 0
        if need[c] < 0 or need[c] > open_[c]:
            return -1
        if open_[c] == 0 or (need[c] > 0 and need[c] < open_[c]):
            continue
        speaking += 1
        value = SAFE if need[c] == 0 else MINE
        for k in range(start[c], stop[c]):
            note(links[k], value, c, known, noted, found)
    queue[0] = 0
    return speaking


@subroutine
def note(x, value, c, known, noted, found):
    """Remember that clue ``c`` proves ``x``, unless that is known or noted."""
    i = found[0, 0] + 1  # without a branch, as in enqueue
    found[0, i] = x
    found[1, i] = value
    found[2, i] = c
    new = (known[x] == UNKNOWN) & (noted[x] == 0)
    found[0, 0] = i - 1 + new
    noted[x] |= new


@subroutine
def note_all(value, known, noted, found):
    """Remember that the printed total proves every unknown cell."""
    for x in range(known.size):
        note(x, value, TOTAL, known, noted, found)


@subroutine
def note_masks(c, u, mines, safe, near, known, noted, found):
    """Remember what the placements of clue ``c`` have in common."""
    for i in range(u):
        if (mines | safe) >> i & 1:
            note(near[CELL, i], MINE if mines >> i & 1 else SAFE, c, known, noted, found)


@subroutine
def apply(
    moment_now,
    start,
    stop,
    links,
    known,
    need,
    open_,
    left,
    queue,
    queued,
    noted,
    found,
    moment,
    by,
    changed,
    altered,
    silent,
):
    """Make the noted cells known, wake the clues around them, and add those to ``changed`` (flags ``altered``)."""
    for i in range(1, found[0, 0] + 1):
        x = found[0, i]
        noted[x] = 0
        known[x] = found[1, i]
        mine = found[1, i] == MINE
        left[0] -= mine
        moment[x] = moment_now
        by[x] = found[2, i]
        for k in range(start[x], stop[x]):
            c = links[k]
            open_[c] -= 1
            need[c] -= mine
            silent[c] = 0
            enqueue(c, queue, queued)
            enqueue(c, changed, altered)
    left[1] -= found[0, 0]
    found[0, 0] = 0


@subroutine
def queue_pairs(start, stop, links, known, changed, altered, pairs, paired, met, noted):
    """Queue the clues whose placements may have changed: those that share an unknown cell with a changed clue.

    ``met`` is a list and ``noted`` flags for the unknown cells seen on the way, both empty before and after.
    """
    for i in range(1, changed[0] + 1):
        d = changed[i]
        altered[d] = 0
        for k in range(start[d], stop[d]):
            y = links[k]
            if known[y] == UNKNOWN and noted[y] == 0:
                enqueue(y, met, noted)
                for m in range(start[y], stop[y]):
                    enqueue(links[m], pairs, paired)
    changed[0] = 0
    for i in range(1, met[0] + 1):
        noted[met[i]] = 0
    met[0] = 0


@subroutine
def unsilence(start, stop, links, known, open_, silent, reached):
    """Forget that clues were silent where something has changed since: somewhere in the same region.

    A region is what hangs together by clues and unknown cells: no play leaves it. ``silent`` int8 (n,) is the highest
    tier a clue was last found silent at, 0 once it has changed; ``reached`` is a list, empty before and after.
    """
    for c in range(silent.size):
        if silent[c] == 0 and open_[c] > 0:
            reached[0] += 1
            reached[reached[0]] = c
    while reached[0] > 0:
        c = reached[reached[0]]
        reached[0] -= 1
        for k in range(start[c], stop[c]):
            y = links[k]
            if known[y] != UNKNOWN:
                continue
            for m in range(start[y], stop[y]):
                d = links[m]
                if silent[d] > 0:
                    silent[d] = 0
                    reached[0] += 1
                    reached[reached[0]] = d


@subroutine
def gather_pairs(start, stop, links, known, need, open_, pairs, paired, near, slot, noted, found):
    """Tier 2 over the queued clues; returns as ``gather_single`` does. A clue that speaks will change anyway."""
    speaking = 0
    for i in range(1, pairs[0] + 1):
        c = pairs[i]
        paired[c] = 0
        if open_[c] == 0:
            continue
        u, mines, safe = combine(c, start, stop, links, known, need, open_, near[0], slot)
        if u < 0:
            return -1
        if mines | safe:
            speaking += 1
            note_masks(c, u, mines, safe, near[0], known, noted, found)
    pairs[0] = 0
    return speaking


@subroutine
def forget_known(start, stop, links, known, open_, shown):
    """Take what has become known off the lists of the clues, and begin anew with ``shown`` (see propagation)."""
    for c in range(open_.size):
        if open_[c] == 0:
            continue
        shown[SHOWN_MINES, c] = 0
        shown[SHOWN_SAFE, c] = 0
        kept = start[c]
        for k in range(start[c], stop[c]):
            if known[links[k]] == UNKNOWN:
                links[kept] = links[k]
                kept += 1
        stop[c] = kept


@subroutine
def total_within_reach(start, stop, known, left):
    """Whether a play could use up the mines or the safe cells that are left: then every cell bears on every other.

    A play makes known only cells that touch a clue. Where they are fewer, the printed total never says a word.
    """
    if left[0] <= NO_TOTAL // 2:
        return False
    frontier = 0
    for x in range(known.size):
        frontier += (known[x] == UNKNOWN) & (stop[x] > start[x])
    return frontier >= min(left[0], left[1] - left[0])


@subroutine
def gather_deep(
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
    noted,
    found,
    silent,
    shown,
):
    """Tier 3 (4 if ``deep``) over all clues but the silent; returns as ``gather_single`` does."""
    tier = 4 if deep else 3
    speaking = 0
    forget_known(start, stop, links, known, open_, shown)
    within_reach = total_within_reach(start, stop, known, left)
    for c in range(silent.size):
        if open_[c] == 0 or (silent[c] >= tier and not within_reach):
            continue
        u, mines, safe = contradict(
            c,
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
        )
        if u < 0:
            return -1
        if mines | safe:
            speaking += 1
            note_masks(c, u, mines, safe, near[0], known, noted, found)
        elif not within_reach:
            silent[c] = tier
    return speaking


@inlined
def next_round(
    cap,
    start,
    stop,
    links,
    known,
    need,
    open_,
    left,
    queue,
    queued,
    pairs,
    paired,
    trail,
    changed,
    altered,
    noted,
    silent,
    slot,
    near,
    found,
    shown,
):
    """Note in ``found`` all that the lowest tier with anything to say proves in the position as it stands.

    Returns (tier, clues with something to say); (tier, 0) when no tier up to ``cap`` has, (tier, -1) when a clue or
    the total is broken.
    """
    speaking = gather_single(start, stop, links, known, need, open_, queue, queued, noted, found)
    if speaking == 0:
        verdict = total_verdict(left)
        if verdict == BROKEN_TOTAL:
            return 1, -1
        if verdict != UNKNOWN:
            note_all(verdict, known, noted, found)
            return 1, 1
    if speaking != 0 or left[1] == 0 or cap < 2:
        return 1, speaking
    queue_pairs(start, stop, links, known, changed, altered, pairs, paired, trail, noted)
    speaking = gather_pairs(start, stop, links, known, need, open_, pairs, paired, near, slot, noted, found)
    if speaking != 0 or cap < 3:
        return 2, speaking
    unsilence(start, stop, links, known, open_, silent, trail)
    tier = 2
    while speaking == 0 and tier < min(cap, 4):
        tier += 1
        speaking = gather_deep(
            tier == 4,
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
            noted,
            found,
            silent,
            shown,
        )
    return tier, speaking


@kernel
def solve_one(
    start,
    cells,
    clue,
    known,
    total,
    cap,
    moment,
    by,
    tier_of,
    available,
    links,
    stop,
    need,
    open_,
    slot,
    lists,
    notes,
    flags,
    near,
):
    """Solve one puzzle in the given scratch arrays; returns as ``solve_rounds`` does."""
    queue, pairs, trail, changed = lists[0], lists[1], lists[2], lists[3]
    found, shown = notes[:3], notes[3:]
    queued, paired, noted, altered, silent = flags[0], flags[1], flags[2], flags[3], flags[4]
    left = near[2, 0]
    for i in range(4):
        lists[i, 0] = 0
    notes[0, 0] = 0
    flags[:] = 0
    open_[:] = 0
    set_up(start, cells, clue, known, total, links, stop, need, open_, left)
    for x in range(clue.size):
        moment[x] = 0 if known[x] != UNKNOWN else -1
        by[x] = NOBODY
        if clue[x] >= 0 and (open_[x] > 0 or need[x] != 0):
            enqueue(x, queue, queued)
            enqueue(x, pairs, paired)
    rounds = 0
    while True:
        tier, speaking = next_round(
            cap,
            start,
            stop,
            links,
            known,
            need,
            open_,
            left,
            queue,
            queued,
            pairs,
            paired,
            trail,
            changed,
            altered,
            noted,
            silent,
            slot,
            near,
            found,
            shown,
        )
        if speaking < 0:
            return CONTRADICTION, rounds
        if speaking == 0:
            return SOLVED if left[1] == 0 else STUCK, rounds
        rounds += 1
        tier_of[rounds] = tier
        available[rounds] = speaking
        apply(
            rounds,
            start,
            stop,
            links,
            known,
            need,
            open_,
            left,
            queue,
            queued,
            noted,
            found,
            moment,
            by,
            changed,
            altered,
            silent,
        )


def new_scratch(n, pairs):
    """Scratch arrays for puzzles of ``n`` cells, ``pairs`` neighbours in all: what ``solve_one`` takes last."""
    return (
        np.empty(pairs, np.uint32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.zeros(n, np.int32),
        np.empty((4, n + 1), np.uint32),
        np.empty((5, n + 1), np.int32),
        np.empty((5, n), np.int8),
        np.empty((3, 5, MAX_OTHERS), np.int32),
    )


def solve_rounds(start, cells, clue, known, total, cap, moment, by, tier_of, available):
    """Solve as far as tiers 1 to ``cap`` go. Returns (STUCK, SOLVED or CONTRADICTION, number of rounds).

    ``clue`` int8 (n,) and ``known`` int8 (n,) describe the puzzle (``known`` is changed to what is proved); ``total``
    is the printed number of mines or NO_TOTAL. ``moment`` and ``by`` int32 (n,), ``tier_of`` and ``available`` int32
    (n + 1,) receive the trace; entry 0 of the latter two is unused.
    """
    return solve_one(
        start, cells, clue, known, total, cap, moment, by, tier_of, available, *new_scratch(clue.size, cells.size)
    )


def solve_many(start, cells, clue, known, total, cap, moment, by, tier_of, available, status, rounds):
    """Solve a stack of puzzles on one grid: every array as for ``solve_rounds`` with one more axis in front.

    ``total`` int32 (puzzles,); ``status`` and ``rounds`` int32 (puzzles,) receive what ``solve_rounds`` returns.
    """
    scratch = new_scratch(clue.shape[1], cells.size)
    solve_stack(start, cells, clue, known, total, cap, moment, by, tier_of, available, status, rounds, *scratch)


@kernel
def solve_stack(
    start,
    cells,
    clue,
    known,
    total,
    cap,
    moment,
    by,
    tier_of,
    available,
    status,
    rounds,
    links,
    stop,
    need,
    open_,
    slot,
    lists,
    notes,
    flags,
    near,
):
    """``solve_many`` in the given scratch arrays."""
    for i in range(clue.shape[0]):
        status[i], rounds[i] = solve_one(
            start,
            cells,
            clue[i],
            known[i],
            total[i],
            cap,
            moment[i],
            by[i],
            tier_of[i],
            available[i],
            links,
            stop,
            need,
            open_,
            slot,
            lists,
            notes,
            flags,
            near,
        )
