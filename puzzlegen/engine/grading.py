"""Solves a puzzle as a person does, who takes the nearest of the simplest steps, and counts what finding it takes.

A step is everything that is found at one distance from the recent marks: nodes are visited outward from these, level by
level. A supposition (tier 3) plays single clues forward in waves, as a person does in mind. Nothing is chosen among
equals, so the walk is the same for all images of a board and in whatever order the clues are visited. docs/grading.md
has the reasons.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import (
    BROKEN_TOTAL,
    FEWEST,
    FIRST_PLACEMENT,
    MINE,
    MOST,
    PLACEMENTS,
    SAFE,
    TOUCHES,
    UNKNOWN,
    combine,
    count_bits,
    gather,
    total_verdict,
)
from puzzlegen.engine.kernels import kernel, subroutine
from puzzlegen.engine.position import (
    Scratch,
    Trace,
    empty_queue,
    enqueue,
    new_scratch,
    position_in,
    rewind,
    set_up_puzzle,
    suppose,
)
from puzzlegen.engine.round_deductions import NO_CLUE, apply_noted, note, note_all, note_masks, prove_disjoint
from puzzlegen.engine.rounds import prove_deep, prove_single, queue_changed_pairs, unsilence


class Search(NamedTuple):
    """The memory of a search. One lasts for any number of boards of one size."""

    order: Annotated[NDArray[np.int32], "n"]  # the nodes visited, by level
    visited: Annotated[NDArray[np.int8], "n"]  # 1 for a node in ``order``
    tried: Annotated[NDArray[np.int8], "n"]  # 1 for a cell whose values were supposed in vain
    ends: Annotated[NDArray[np.int32], "2"]  # the current level is ``order[ends[0] : ends[1]]``


def new_search(n: int) -> Search:
    """Create the memory for boards of ``n`` nodes."""
    return Search(np.empty(n, np.int32), np.empty(n, np.int8), np.empty(n, np.int8), np.empty(2, np.int32))


@subroutine
def start_at_marks(since, moment, search):
    """Begin a search. Level 0 has the cells marked after the moment ``since``, or all nodes if there is none."""
    count = 0
    for x in range(moment.size):
        marked = moment[x] > since
        search.visited[x] = marked
        search.order[count] = x  # the next one overwrites it if it is not marked
        count += marked
    search.ends[0] = 0
    search.ends[1] = count
    if count == 0:
        next_level(moment[:0], moment[:0], search)


@subroutine
def next_level(start, cells, search):
    """Go to the nodes beside the current level that were not visited, or to all the others if there is none.

    Returns whether there is any. ``start`` and ``cells`` are the neighborhood.
    """
    order, visited, ends = search.order, search.visited, search.ends
    count = ends[1]
    for i in range(ends[0], ends[1]):
        x = order[i]
        for k in range(start[x], start[x + 1]):
            y = cells[k]
            if visited[y] == 0:
                visited[y] = 1
                order[count] = y
                count += 1
    if count == ends[1]:
        for y in range(visited.size):
            if visited[y] == 0:
                visited[y] = 1
                order[count] = y
                count += 1
    ends[0] = ends[1]
    ends[1] = count
    return ends[0] < count


@subroutine
def play_wave(first, last, position):
    """Let the clues ``queue[first : last]`` decide their cells. Returns whether a clue breaks."""
    start, stop, links, known = position.start, position.stop, position.links, position.known
    broken = False
    for i in range(first, last):
        c = position.queue[i]
        position.queued[c] = 0
        if position.open_[c] == 0:
            continue
        value = SAFE if position.need[c] == 0 else MINE
        for k in range(start[c], stop[c]):
            if known[links[k]] == UNKNOWN and not broken:
                broken = suppose(links[k], value, position)
    return broken


@subroutine
def waves_to_clash(x, value, most, position):
    """Suppose a value of cell ``x`` and play up to ``most`` waves. Returns (whether a clue breaks, waves played).

    A wave applies all clues that decide cells in the position after the wave before. So the number of waves does not
    depend on the order of the clues. The printed total makes a wave where no clue decides a cell. All is taken back.
    """
    queue = position.queue
    broken = suppose(x, value, position)
    waves = 0
    first = 1
    while not broken and waves < most:
        last = int(queue[0]) + 1
        decided = position.trail[0]
        if first < last:
            broken = play_wave(first, last, position)
            first = last
        else:
            verdict = total_verdict(position.left)
            broken = verdict == BROKEN_TOTAL
            if verdict == UNKNOWN:
                break
            for y in range(position.known.size):
                if position.known[y] == UNKNOWN and not broken:
                    broken = suppose(y, verdict, position)
        waves += position.trail[0] > decided  # not if the queued clues have no unknown cell left
    empty_queue(queue, position.queued)
    rewind(position)
    return broken, waves


# Points: a look at one clue is the unit. The others are the weights of the techniques in solver.techniques.
LOOK = 1  # at a clue that has changed, or at the printed total
PAIR = 3  # a look at a clue together with those around it
COMBINATION = 6  # the same, where it finds something that takes three clues or more
WAVE = 3  # of a supposition: what follows at once from what was decided before
WHOLE_BOARD = 16  # disjoint clues with the printed total; or all placements of one clue, each played forward
DEEP = 40  # the same with clues read together
MAX_WAVES = 5  # followed in mind: as many consequences as explanations tell
NEAR = 2  # cells: suppositions this near to a mark are tried again


@subroutine
def look_at_single(position):
    """Tier 1: look at the clues that have changed. Returns (whether something was found, points)."""
    points = 0
    for i in range(1, position.queue[0] + 1):
        points += LOOK * (position.open_[position.queue[i]] > 0)
    if prove_single(position) > 0:
        return True, points
    verdict = total_verdict(position.left)
    if verdict > UNKNOWN:  # neither nothing nor broken
        note_all(verdict, position)
        return True, points + LOOK
    return False, points


@subroutine
def keep_open_pairs(position):
    """Remove from the list ``pairs`` all clues whose flag is not set, and those without unknown cells."""
    pairs, paired = position.pairs, position.paired
    kept = 0
    for i in range(1, pairs[0] + 1):
        c = pairs[i]
        paired[c] &= position.open_[c] > 0
        pairs[kept + 1] = c
        kept += int(paired[c])  # numpy adds without a compiler in 8 bits
    pairs[0] = kept


@subroutine
def one_other_suffices(c, position):
    """Return whether clue ``c`` proves something together with a single other clue."""
    near = position.near[0]
    u, others = gather(c, position, near)
    full = (1 << u) - 1
    r = position.need[c]
    for j in range(others):
        in_all = full
        in_any = 0
        for k in range(FIRST_PLACEMENT[r], FIRST_PLACEMENT[r + 1]):
            placement = PLACEMENTS[k]
            if placement > full:
                break
            mines = count_bits(placement & near[TOUCHES, j])
            if near[FEWEST, j] <= mines <= near[MOST, j]:
                in_all &= placement
                in_any |= placement
        if in_all | (full & ~in_any):
            return True
    return False


@subroutine
def look_at_pairs(since, moment, search, position):
    """Tier 2: look at the clues whose surroundings have changed since the last look, outward from the recent marks.

    Ends with the first level that finds something. Returns as ``look_at_single`` does.
    """
    queue_changed_pairs(position)
    keep_open_pairs(position)
    left = int(position.pairs[0])
    points = 0
    found = False
    if left > 0:
        start_at_marks(since, moment, search)
    while left > 0 and not found:
        for i in range(search.ends[0], search.ends[1]):
            c = search.order[i]
            if position.paired[c] == 0:
                continue
            position.paired[c] = 0
            left -= 1
            points += PAIR
            u, mines, safe = combine(c, position, position.near[0])
            if u > 0 and mines | safe:
                found = True
                note_masks(c, u, mines, safe, position)
                if not one_other_suffices(c, position):
                    points += COMBINATION - PAIR
        next_level(position.start, position.cells, search)
    keep_open_pairs(position)
    return found, points


@subroutine
def look_by_supposing(since, moment, search, position):
    """Tier 3: suppose values of single cells, outward from the recent marks. Returns as ``look_at_single`` does.

    What was supposed in vain before is supposed again only near the recent marks.
    """
    points = 0
    level = 0
    found = False
    more = True
    start_at_marks(since, moment, search)
    while more and not found:
        for i in range(search.ends[0], search.ends[1]):
            x = search.order[i]
            if position.known[x] != UNKNOWN or position.stop[x] == position.start[x]:
                continue
            if search.tried[x] == 1 and level > NEAR:
                continue
            search.tried[x] = 1
            clash, waves = waves_to_clash(x, MINE, MAX_WAVES, position)
            points += WAVE * waves
            value = SAFE
            if not clash:
                clash, waves = waves_to_clash(x, SAFE, MAX_WAVES, position)
                points += WAVE * waves
                value = MINE
            if clash:
                found = True
                note(x, value, NO_CLUE, position)
        level += 1
        more = next_level(position.start, position.cells, search)
    return found, points


@subroutine
def look_at_placements(deep, position):
    """Tier 3 or 4: play the placements of each clue forward. Returns as ``look_at_single`` does."""
    unsilence(position)
    found = prove_deep(deep, position) > 0
    return found, (DEEP if deep else WHOLE_BOARD) * found


@subroutine
def walk(start, cells, clue, known, total, cap, trace, scratch, search):
    """Walk through one puzzle with techniques up to tier ``cap``.

    The arguments are those of ``engine.rounds.solve``, and ``search`` is memory for as many nodes. ``known``
    receives what is proved. ``trace`` receives the steps: ``moment`` the step that marked each cell, ``tier_of`` the
    tier of each step and ``available`` its points. Returns (hardest tier, points, number of steps).
    """
    position = position_in(start, cells, known[:0], known, scratch)
    set_up_puzzle(clue, total, position)
    search.tried[:] = 0
    for x in range(clue.size):
        trace.moment[x] = 0 if known[x] != UNKNOWN else -1
        if clue[x] >= 0 and position.open_[x] > 0:
            enqueue(x, position.queue, position.queued)
            enqueue(x, position.pairs, position.paired)
    hardest, points, steps = 0, 0, 0
    looked, supposed = 0, 0  # the last step before such a search
    found = True
    while found and position.left[1] > 0:
        tier = 1
        found, price = look_at_single(position)
        if not found and cap >= 2:
            tier = 2
            found, more = look_at_pairs(looked, trace.moment, search, position)
            price += more
            looked = steps
        if not found and cap >= 3:
            tier = 3
            found = prove_disjoint(position) > 0
            price += WHOLE_BOARD * found
        if not found and cap >= 3:
            found, more = look_by_supposing(supposed, trace.moment, search, position)
            price += more
            supposed = steps
            if not found:
                found, more = look_at_placements(False, position)
                price += more
        if not found and cap >= 4:
            tier = 4
            found, more = look_at_placements(True, position)
            price += more
        if found:
            steps += 1
            apply_noted(steps, False, position, trace)
            trace.tier_of[steps] = tier
            trace.available[steps] = price
            points += price
            hardest = max(hardest, tier)
    return hardest, points, steps


# Takes the fields one by one for the same reason as ``engine.rounds.solve_one``
@kernel("const int32[n + 1]", "const int32[pairs]", "int8[n]", "int8[n]", "int", "int", Trace, Scratch, Search)
def walk_one(
    start, cells, clue, known, total, cap,
    moment, by, tier_of, available,
    links, numbers, lists, notes, flags, near, packing,
    order, visited, tried, ends,
):  # fmt: skip
    """Walk through one puzzle. Arguments and results are those of ``walk``."""
    trace = Trace(moment, by, tier_of, available)
    scratch = Scratch(links, numbers, lists, notes, flags, near, packing)
    return walk(start, cells, clue, known, total, cap, trace, scratch, Search(order, visited, tried, ends))


def walk_through(start, cells, clue, known, total, cap, trace):
    """Walk through one puzzle in newly created memory. Arguments and results are those of ``walk``."""
    n = clue.size
    return walk_one(start, cells, clue, known, total, cap, *trace, *new_scratch(n, cells.size), *new_search(n))
