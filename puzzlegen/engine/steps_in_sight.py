"""Finds what is in sight at one node in a person's walk, and what a step there costs (see engine.grading).

What is found stays in the memory of the walk, ``Search``.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

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
    total_verdict,
)
from puzzlegen.engine.kernels import Int8, Int32, subroutine
from puzzlegen.engine.position import empty_queue, rewind, suppose

# Prices of a technique or a property of a step, in thousandths of the log-odds with which people prefer a step
# without it. docs/grading.md has the table of them, with their source.
TWO_CLUES, SEVERAL_CLUES = 1500, 3000
PRINTED_TOTAL = 1500  # of what the printed number of mines proves alone
SUPPOSITION, FURTHER_WAVE = 4500, 750
DISJOINT_CLUES, ALL_PLACEMENTS, DEEP_PLACEMENTS = 7500, 9000, 15000
OPEN_CELL = 400  # each open cell of the clue after the first
SAME_CLUE = -3000  # the clue of the last marks
FARTHEST = 100  # cells: farther steps cost as much
# The distance to the last marks, by the number of cells
DISTANCE = np.rint(2000 * np.log(np.maximum(np.arange(FARTHEST + 1), 1))).astype(np.int32)
NO_PRICE = 1 << 28
NOTHING, ALONE, TWO, SEVERAL, DISJOINT, SUPPOSED, PLACED, DEEP = 0, 1, 2, 3, 4, 5, 6, 7  # techniques
# The price and the tier of each technique
PRICES = np.array(
    (0, 0, TWO_CLUES, SEVERAL_CLUES, DISJOINT_CLUES, SUPPOSITION, ALL_PLACEMENTS, DEEP_PLACEMENTS), np.int32
)
TIERS = np.array((0, 1, 2, 2, 3, 3, 3, 4), np.int32)
# In a walk with a seed: what is taken off a price. The logarithm of the cells that a step marks, as people choose a
# cell; and one of 256 values of a Gumbel distribution, with which the cheapest cell is chosen as often as the odds say.
# That distribution has no upper end. It gets one, so that far steps need not be looked at. With 3000, walks took twice
# as long and agreed no better with the model of docs/grading.md (2026-11-27).
CHOICES = np.rint(1000 * np.log(np.maximum(np.arange(13), 1))).astype(np.int32)
MOST_NOISE = 1500
NOISE = np.minimum(np.rint(-1000 * np.log(-np.log((np.arange(256) + 0.5) / 256))), MOST_NOISE).astype(np.int32)
# The least price of a step of tier 2 in a walk with a seed, where no clue of the last step has open cells left
LEAST_TOGETHER = int(np.min(TWO_CLUES + OPEN_CELL * np.arange(1, 12) - CHOICES[2:])) - MOST_NOISE
MAX_WAVES = 5  # followed in mind: as many consequences as explanations tell
# What is in sight at a node, 0 if that is not known. At a clue: the technique with which it proves something together
# with others, plus 8 times the number of cells. At a cell: VAIN if both values were supposed without a clash, or CLASH,
# plus 1 if it is safe, plus twice the further waves.
VAIN, CLASH = 1, 2
# Entries of ``ends``
LAST, END = 0, 1  # the last marks are ``order[ends[LAST] : ends[END]]``
SINCE = 2  # those since suppositions were looked for begin here; NEVER before the first time
NEVER = -1
PARTLY = 3  # whether the last step may have left cells of its clue open


class Search(NamedTuple):
    """The memory of a walk. One lasts for any number of boards of one size."""

    order: Annotated[Int32, "n"]  # the cells marked, in order
    sight: Annotated[Int8, "n"]  # see above
    signs: Annotated[Int32, "n"]  # of each node a number that tells its surroundings apart (see sign)
    bounds: Annotated[Int32, "n + 1"]  # the least price of each clue or cell on a list
    chosen: Annotated[Int32, "n + 1"]  # list of the clues of this step
    before: Annotated[Int32, "n + 1"]  # list of those of the step before
    ends: Annotated[Int32, "4"]  # see above


def new_search(n: int) -> Search:
    """Create the memory for boards of ``n`` nodes."""
    rows = np.empty((5, n + 1), np.int32)
    return Search(rows[0, :n], np.empty(n, np.int8), rows[1, :n], rows[2], rows[3], rows[4], np.empty(4, np.int32))


@subroutine
def mixed(number):
    """Return a number below 2**31 that depends on all bits of another one below 2**62."""
    number = int(number)  # without the JIT, products of numpy integers would overflow
    number = ((number ^ (number >> 31)) & 0x7FFFFFFF) * 0x45D9F3B
    number = ((number ^ (number >> 16)) & 0x7FFFFFFF) * 0x45D9F3B
    return (number ^ (number >> 16)) & 0x7FFFFFFF


SIGN_ROUNDS = 5  # nodes with equal surroundings up to so many steps away get equal signs


@subroutine
def sign(start, cells, clue, known, search):
    """Fill ``signs``: equal at the same node of all images of a board, and nearly always different elsewhere.

    A sign starts as the printed number. In each round it takes up the sum of those around it.
    """
    signs, before = search.signs, search.bounds
    for x in range(clue.size):
        signs[x] = mixed(4 * (int(clue[x]) + 2) + known[x])
    for _ in range(SIGN_ROUNDS):
        for x in range(clue.size):
            before[x] = mixed(signs[x])
        for x in range(clue.size):
            around = 0
            for k in range(start[x], start[x + 1]):
                around += int(before[cells[k]])
            signs[x] = mixed(int(signs[x]) + 3 * around)


@subroutine
def noise_of(x, seed, step, search):
    """Return by how much the price of a step at node ``x`` is lower in the walk with this seed."""
    return int(NOISE[mixed((int(search.signs[x]) << 20) + 64 * step + seed) & 255])


@subroutine
def apart(x, y, coordinates):
    """Return the distance of two nodes in cells, at most FARTHEST. ``coordinates``: see board.cell_tables."""
    far = 0
    last = coordinates.shape[0] - 1
    for k in range(3):
        step = abs(coordinates[x, k] - coordinates[y, k])
        far = max(far, min(step, coordinates[last, k] - step))
    return min(far, FARTHEST)


@subroutine
def distance_to(x, coordinates, search):
    """Return the distance of node ``x`` from the last marks; 0 if there are none."""
    order, ends = search.order, search.ends
    nearest = FARTHEST if ends[LAST] < ends[END] else 0
    for i in range(ends[LAST], ends[END]):
        nearest = min(nearest, apart(x, order[i], coordinates))
        if nearest <= 1:
            break  # no distance costs less
    return nearest


@subroutine
def price_of_step(c, own, limit, coordinates, position, search):
    """Return the price of a step at clue ``c``, where ``own`` is that of its technique.

    A price above ``limit`` may be without the distance, which takes the longest to compute.
    """
    price = own + OPEN_CELL * (int(position.open_[c]) - 1)
    for i in range(1, search.before[0] + 1):
        if search.before[i] == c:
            price += SAME_CLUE
    if price <= limit:
        price += int(DISTANCE[distance_to(c, coordinates, search)])
    return price


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


@subroutine
def one_other_suffices(c, u, others, position):
    """Return whether clue ``c`` proves something together with a single other clue. Its surroundings are gathered."""
    near = position.near[0]
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
def look_together(c, position):
    """Return what is in sight at clue ``c`` together with others (see Search.sight); NOTHING if it proves nothing."""
    u, mines, safe, others = combine(c, position, position.near[0])
    if u <= 0 or mines | safe == 0:
        return NOTHING
    return 8 * count_bits(mines | safe) + (TWO if one_other_suffices(c, u, others, position) else SEVERAL)


@subroutine
def suppose_both(x, position):
    """Suppose both values of cell ``x``. Returns what is in sight there then (see Search.sight)."""
    for value in (MINE, SAFE):
        clash, waves = waves_to_clash(x, value, MAX_WAVES, position)
        if clash:
            return CLASH + 2 * max(waves - 1, 0) + (value == MINE)
    return VAIN
