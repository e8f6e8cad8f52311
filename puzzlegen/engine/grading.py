"""Solves a puzzle as a person does, who takes the cheapest step in sight, and counts the effort.

Each step has a *price*, made of the technique, the distance from the last marks and the open cells of the clue. People
choose their next cell by these (docs/grading.md has the model, its constants and its source). A step is all that one
clue proves by one technique; all steps of the least price are taken together. So the walk is the same for all images of
a board and in whatever order the clues are visited. A walk with a *seed* adds to each price what a single person's
choice may differ by; that depends on the clue's surroundings and not on its number, so images stay equal.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import (
    MINE,
    SAFE,
    UNKNOWN,
    combine,
    total_verdict,
)
from puzzlegen.engine.kernels import Cells, Coordinates, Nodes, Starts, kernel, subroutine
from puzzlegen.engine.position import (
    Scratch,
    Trace,
    enqueue,
    new_scratch,
    new_trace,
    position_in,
    propagate,
    rewind,
    set_up_puzzle,
    start_position,
    suppose,
)
from puzzlegen.engine.round_deductions import NO_CLUE, apply_noted, note, note_all, note_masks, prove_disjoint
from puzzlegen.engine.rounds import prove_deep, unsilence
from puzzlegen.engine.steps_in_sight import (
    ALONE,
    CHOICES,
    CLASH,
    DEEP,
    DISJOINT,
    DISTANCE,
    END,
    FURTHER_WAVE,
    LAST,
    LEAST_TOGETHER,
    MOST_NOISE,
    NEVER,
    NO_PRICE,
    NOTHING,
    OPEN_CELL,
    PARTLY,
    PLACED,
    PRICES,
    PRINTED_TOTAL,
    SINCE,
    SUPPOSED,
    SUPPOSITION,
    TIERS,
    TWO_CLUES,
    VAIN,
    Search,
    distance_to,
    look_together,
    new_search,
    noise_of,
    price_of_step,
    sign,
    suppose_both,
)

WALKS = 4  # of which the effort of a puzzle is the mean: the one without noise, and three with seeds
UNSETTLED = 600  # effort, in hundredths of a point, of a marked cell that single clues had not already settled


@subroutine
def forget_notes(position):
    """Take back what is recorded."""
    for i in range(1, position.proved[0, 0] + 1):
        position.noted[position.proved[0, i]] = 0
    position.proved[0, 0] = 0


@subroutine
def note_clue(c, technique, position):
    """Record what clue ``c`` proves by a technique."""
    if technique == ALONE:
        value = SAFE if position.need[c] == 0 else MINE
        for k in range(position.start[c], position.stop[c]):
            note(position.links[k], value, c, position)
    else:
        u, mines, safe, _ = combine(c, position, position.near[0])
        note_masks(c, u, mines, safe, position)


@subroutine
def see_changes(position, search):
    """List the clues that share an unknown cell with a changed clue, for another look at them together with others."""
    start, stop, links, changed = position.start, position.stop, position.links, position.changed
    for i in range(1, changed[0] + 1):
        d = changed[i]
        position.altered[d] = 0
        for k in range(start[d], stop[d]):
            y = links[k]
            if position.known[y] == UNKNOWN:
                for m in range(start[y], stop[y]):
                    search.sight[links[m]] = 0
                    enqueue(links[m], position.pairs, position.paired)
    changed[0] = 0


@subroutine
def take(c, price, how, best, chosen):
    """List a step at clue ``c`` if none is cheaper, in place of dearer ones. Returns the best (price, technique)."""
    if price > best[0] or (price == best[0] and how > best[1]):
        return best
    if price < best[0] or how < best[1]:
        chosen[0] = 0
    chosen[0] += 1
    chosen[chosen[0]] = c
    return price, how


@subroutine
def note_chosen(best, position, chosen):
    """Record what the listed steps of the ``best`` (price, technique) prove."""
    verdict = total_verdict(position.left)
    if best[0] == PRINTED_TOTAL and best[1] == ALONE and verdict > UNKNOWN:
        note_all(verdict, position)
    for i in range(1, chosen[0] + 1):
        note_clue(chosen[i], best[1], position)


@subroutine
def choose_alone(seed, step, coordinates, position, search):
    """List the cheapest steps of tier 1. Returns (price, technique); NO_PRICE if there is none."""
    need, open_, queue = position.need, position.open_, position.queue
    chosen = search.chosen
    chosen[0] = 0
    best = NO_PRICE, NOTHING
    if total_verdict(position.left) > UNKNOWN:  # neither nothing nor broken
        best = PRINTED_TOTAL, ALONE
    kept = 0
    for i in range(1, queue[0] + 1):
        c = queue[i]
        queue[kept + 1] = c
        if open_[c] == 0 or (need[c] > 0 and need[c] < open_[c]):
            position.queued[c] = 0
            continue
        kept += 1
        own = -noise_of(c, seed, step, search) - int(CHOICES[open_[c]]) if seed else 0
        price = price_of_step(c, own, best[0], coordinates, position, search)
        best = take(c, price, ALONE, best, chosen)
    queue[0] = kept
    return best


@subroutine
def list_clues(limit, seed, step, coordinates, position, search):
    """Leave in ``pairs`` the clues to be read together with others, first those whose price may be up to ``limit``.

    ``bounds`` receives the least prices of these. Returns how many clues there are, and how many of them are first.
    """
    need, open_, sight, pairs = position.need, position.open_, search.sight, position.pairs
    listed, near = 0, 0
    for i in range(1, pairs[0] + 1):
        c = pairs[i]
        if open_[c] == 0 or need[c] <= 0 or need[c] >= open_[c]:
            position.paired[c] = 0  # it proves all its cells alone
            continue
        listed += 1
        own = TWO_CLUES if sight[c] == 0 else int(PRICES[sight[c] & 7])
        own -= noise_of(c, seed, step, search) + int(CHOICES[open_[c]]) if seed else 0
        price = price_of_step(c, own, limit, coordinates, position, search)
        pairs[listed] = c
        if price <= limit:
            near += 1
            pairs[listed], pairs[near] = pairs[near], c
            search.bounds[near] = price
    return listed, near


@subroutine
def cheapest(bounds, count):
    """Return the index of the least of the entries 1 to ``count``."""
    i = 1
    for j in range(2, count + 1):
        if bounds[j] < bounds[i]:
            i = j
    return i


@subroutine
def choose_together(best, seed, step, coordinates, position, search):
    """List the cheapest steps of tier 2 if none is cheaper. Takes and returns the ``best`` (price, technique)."""
    sight, pairs, bounds = search.sight, position.pairs, search.bounds
    if search.ends[PARTLY] == 0 and best[0] < (LEAST_TOGETHER if seed else TWO_CLUES + OPEN_CELL):
        return best
    see_changes(position, search)
    listed, near = list_clues(best[0], seed, step, coordinates, position, search)
    i = cheapest(bounds, near)
    while near > 0 and bounds[i] <= best[0]:
        c, price = pairs[i], bounds[i]
        pairs[i], bounds[i], pairs[near] = pairs[near], bounds[near], c
        if sight[c] == 0:
            sight[c] = look_together(c, position)
            price += int(PRICES[sight[c] & 7]) - TWO_CLUES
        if sight[c] == NOTHING:
            position.paired[c] = 0
            pairs[near] = pairs[listed]
            listed -= 1
        else:
            if seed:
                price += int(CHOICES[position.open_[c]] - CHOICES[sight[c] >> 3])
            best = take(c, price, sight[c] & 7, best, search.chosen)
        near -= 1
        i = cheapest(bounds, near)
    pairs[0] = listed
    return best


@subroutine
def try_again(position, search):
    """Forget what suppositions showed at the cells of clues that share an unknown cell with a clue of a new mark."""
    start, stop, links, ends = position.start, position.stop, position.links, search.ends
    first = ends[END] if ends[SINCE] == NEVER else ends[SINCE]
    for i in range(first, ends[END]):
        x = search.order[i]
        for k in range(start[x], stop[x]):
            for m in range(start[links[k]], stop[links[k]]):
                y = links[m]
                if position.known[y] != UNKNOWN:
                    continue
                for j in range(start[y], stop[y]):
                    d = links[j]
                    for v in range(start[d], stop[d]):
                        search.sight[links[v]] = 0
    ends[SINCE] = ends[END]


@subroutine
def list_cells(off, coordinates, position, search):
    """Fill ``chosen`` with the cells whose values may be supposed, and ``bounds`` with the least price of each.

    The prices are lower by ``off``. Returns how many they are.
    """
    sight, bounds, listed = search.sight, search.bounds, search.chosen
    count = 0
    for x in range(position.known.size):
        if position.known[x] == UNKNOWN and position.stop[x] > position.start[x] and sight[x] != VAIN:
            count += 1
            listed[count] = x
            bounds[count] = int(DISTANCE[distance_to(x, coordinates, search)]) + SUPPOSITION - off
            bounds[count] += FURTHER_WAVE * (max(0, int(sight[x]) - CLASH) >> 1)
    return count


@subroutine
def choose_supposition(seed, step, coordinates, position, search):
    """Record the cheapest suppositions. Returns (price, technique), NO_PRICE if there is none."""
    sight, bounds, listed = search.sight, search.bounds, search.chosen
    off = MOST_NOISE if seed else 0
    try_again(position, search)
    best = NO_PRICE, NOTHING
    count = list_cells(off, coordinates, position, search)
    i = cheapest(bounds, count)
    while count > 0 and bounds[i] <= best[0]:
        x, price = listed[i], bounds[i] + off
        listed[i], bounds[i] = listed[count], bounds[count]
        count -= 1
        i = cheapest(bounds, count)
        if sight[x] == 0:
            sight[x] = suppose_both(x, position)
            price += FURTHER_WAVE * (max(0, int(sight[x]) - CLASH) >> 1)
        if sight[x] == VAIN:
            continue
        if seed:
            price -= noise_of(x, seed, step, search)
        if price < best[0]:
            forget_notes(position)
            best = price, SUPPOSED
        if price == best[0]:
            note(x, SAFE if (sight[x] - CLASH) & 1 else MINE, NO_CLUE, position)
    return best


@subroutine
def choose(seed, step, cap, coordinates, position, search):
    """Record the cheapest steps there are. Returns their technique, NOTHING where nothing is found.

    Tier 3 is looked at only where lower tiers prove nothing, and further placements only where suppositions do not.
    """
    best = choose_alone(seed, step, coordinates, position, search)
    if cap >= 2:
        best = choose_together(best, seed, step, coordinates, position, search)
    if best[1] != NOTHING or cap < 3:
        note_chosen(best, position, search.chosen)
        return best[1]
    if prove_disjoint(position) > 0:
        return DISJOINT
    best = choose_supposition(seed, step, coordinates, position, search)
    if best[1] != NOTHING:
        return best[1]
    unsilence(position)
    if prove_deep(False, position) > 0:
        return PLACED
    return DEEP if cap >= 4 and prove_deep(True, position) > 0 else NOTHING


@subroutine
def price_paid(technique, coordinates, position, search):
    """Return the price of the recorded step without noise: of its technique once, and of the rest if more than 0."""
    proved, chosen = position.proved, search.chosen
    rest = 0
    if technique == SUPPOSED:
        rest = NO_PRICE
        for i in range(1, int(proved[0, 0]) + 1):
            waves = FURTHER_WAVE * ((int(search.sight[proved[0, i]]) - CLASH) >> 1)
            rest = min(rest, waves + int(DISTANCE[distance_to(proved[0, i], coordinates, search)]))
    elif chosen[0] > 0:
        rest = NO_PRICE
        for i in range(1, chosen[0] + 1):
            rest = min(rest, price_of_step(chosen[i], 0, rest, coordinates, position, search))
        rest = max(0, rest)
    return int(PRICES[technique]) + rest


@subroutine
def add_unsettled(clue, total, recent, position, trace, search):
    """Add to the effort of each step that of the cells which single clues had not already settled. Returns the sum.

    What single clues settle depends only on what is known, so the steps are gone through again after the walk.
    """
    known, values, order, last = position.known, search.sight, search.order, search.ends[END]
    for i in range(recent, last):
        values[order[i]] = known[order[i]]
        known[order[i]] = UNKNOWN
    set_up_puzzle(clue, total, position)
    for c in range(clue.size):
        if clue[c] >= 0 and position.open_[c] > 0 and position.need[c] * (position.need[c] - position.open_[c]) == 0:
            enqueue(c, position.queue, position.queued)
    step, more = 0, 0
    for i in range(recent, last):
        x = order[i]
        if trace.moment[x] != step:
            step = trace.moment[x]
            propagate(position)
        if known[x] == UNKNOWN:
            trace.available[step] += UNSETTLED
            more += UNSETTLED
            suppose(x, values[x], position)
    rewind(position)
    for i in range(recent, last):
        known[order[i]] = values[order[i]]
    return more


@subroutine
def mark(step, technique, position, trace, search):
    """Mark what is recorded, and remember the marks and their clues."""
    proved, ends = position.proved, search.ends
    search.before[0] = 0  # clues that decided their cells alone have none left
    for i in range(search.chosen[0] + 1 if technique != ALONE else 0):
        search.before[i] = search.chosen[i]
    ends[LAST] = ends[END]
    for i in range(1, proved[0, 0] + 1):
        search.order[ends[END]] = proved[0, i]
        ends[END] += 1
    ends[PARTLY] = technique != ALONE
    apply_noted(step, False, position, trace)


@subroutine
def walk(start, cells, coordinates, clue, known, total, cap, seed, recent, trace, scratch, search):
    """Walk through one puzzle with techniques up to tier ``cap``.

    The arguments are those of ``engine.rounds.solve``. ``coordinates`` are those of board.cell_tables.Neighborhood.
    ``seed`` is 0 for the walk in which the cheapest step is always taken; others need the signs in ``search``, which is
    memory for as many nodes. The first ``recent`` cells of its ``order`` were marked last.
    ``known`` receives what is proved. ``trace`` receives the steps: ``moment`` the step that marked each cell, ``by``
    its clue, ``tier_of`` the technique of each step and ``available`` its effort. Returns (hardest tier, effort, number
    of steps). Effort is in hundredths of a point.
    """
    position = position_in(start, cells, known[:0], known, scratch)
    set_up_puzzle(clue, total, position)
    search.ends[:] = 0
    search.ends[END] = recent
    search.ends[SINCE] = NEVER
    search.before[0] = 0
    for x in range(clue.size):
        trace.moment[x] = 0 if known[x] != UNKNOWN else -1
        search.sight[x] = 0
        if clue[x] >= 0 and position.open_[x] > 0:
            enqueue(x, position.queue, position.queued)
            enqueue(x, position.pairs, position.paired)
    hardest, effort, steps = 0, 0, 0
    while position.left[1] > 0:
        technique = choose(seed, steps, cap, coordinates, position, search)
        if technique == NOTHING:
            break
        trace.tier_of[steps + 1] = technique
        trace.available[steps + 1] = price_paid(technique, coordinates, position, search) // 10
        effort += trace.available[steps + 1]
        hardest = max(hardest, TIERS[technique])
        steps += 1
        mark(steps, technique, position, trace, search)
    if hardest > 1:
        effort += add_unsettled(clue, total, recent, position, trace, search)
    return hardest, effort, steps


@subroutine
def mean_effort(start, cells, coordinates, clue, bare, known, total, cap, trace, scratch, search):
    """Return the mean effort of WALKS walks. ``bare``: what is known without clues. ``known`` is working space.

    Where single clues prove everything, there is no technique to choose, and the walk without noise is the only one.
    """
    effort = 0
    count = WALKS if cap > 1 else 1
    for seed in range(count):
        start_position(bare, clue, known)
        if seed == 1:
            sign(start, cells, clue, known, search)
        _, more, _ = walk(start, cells, coordinates, clue, known, total, cap, seed, 0, trace, scratch, search)
        effort += more
    return (effort + count // 2) // count


@kernel
def walk_one(
    start: Starts, cells: Cells, coordinates: Coordinates, clue: Nodes, known: Nodes, total: int, cap: int, seed: int,
    recent: int, trace: Trace, scratch: Scratch, search: Search,
) -> tuple[int, int, int]:  # fmt: skip
    """Walk through one puzzle. Arguments and results are those of ``walk``."""
    if seed:
        sign(start, cells, clue, known, search)
    walked: tuple[int, int, int] = walk(
        start, cells, coordinates, clue, known, total, cap, seed, recent, trace, scratch, search
    )
    return walked


def walk_through(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    coordinates: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    total: int,
    cap: int,
    seed: int,
    trace: Trace,
    recent: Sequence[int] = (),
) -> tuple[int, int, int]:
    """Walk through one puzzle in newly created memory. ``recent`` are the cells marked last; else see ``walk``."""
    n = clue.size
    search = new_search(n)
    search.order[: len(recent)] = recent
    memory = trace, new_scratch(n, cells.size), search
    walked: tuple[int, int, int] = walk_one(
        start, cells, coordinates, clue, known, total, cap, seed, len(recent), *memory
    )
    return walked


@kernel
def walk_often(
    start: Starts, cells: Cells, coordinates: Coordinates, clue: Nodes, bare: Nodes, known: Nodes, total: int, cap: int,
    trace: Trace, scratch: Scratch, search: Search,
) -> int:  # fmt: skip
    """Walk through one puzzle several times. Arguments and results are those of ``mean_effort``."""
    return int(mean_effort(start, cells, coordinates, clue, bare, known, total, cap, trace, scratch, search))


def effort_of_puzzle(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    coordinates: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    total: int,
    cap: int,
) -> int:
    """Return the mean effort of WALKS walks, in hundredths of a point. The arguments are those of ``walk``."""
    n = clue.size
    memory = new_trace(n), new_scratch(n, cells.size), new_search(n)
    return int(walk_often(start, cells, coordinates, clue, known, np.empty(n, np.int8), total, cap, *memory))
