"""Rates a solved puzzle in parts, how near each of its properties is to what is wanted, and counts techniques.

Parts are whole numbers, in thousandths: 1000 is best, 0 is bad. All machines compute the same ones. The kernels see a
board as entries of an int64 array and tables of cells.

The solver's trace has no techniques; solver.explanation finds them, a thousand times slower than a solve. The count of
cells that need a technique follows the same definitions (see solver.techniques) closely enough to climb towards a
technique. What the result of a climb needs is decided by the solver's explanation alone.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import FIRST_PLACEMENT, PLACEMENTS, count_bits
from puzzlegen.engine.kernels import Int32, Int64, Nodes, kernel, subroutine
from puzzlegen.engine.round_deductions import TOTAL

WIDTH, HEIGHT = 0, 1  # in cells
SHIFT = 2  # node SHIFT + i is the clue of cell i
SIDES = 3  # of a cell
BOARD = 4  # entries of a shape
# Further entries for a climb: what it may change
FEWEST, MOST = 4, 5  # mines
LONE = 6  # whether safe cells with mines all around are allowed
MOVABLE = 7  # whether clues may move
PRINTED = 8  # whether the number of mines is printed
CAP = 9  # the highest tier
MOVES = 10  # changes to try
HEAT = 11  # by how much the cost may rise at first
OFTEN = 12  # whether the score is that of several walks
CLIMB_BOARD = 13


class Places(NamedTuple):
    """Which cells lie beside each other. Tables of cells have a negative number where there is no cell.

    ``touching`` has a row for each cell, with the cells that touch it. The first SIDES columns share a side with it.
    Columns ``2 * k`` and ``2 * k + 1`` lie in opposite directions. ``patches`` has a row for each group of a cell and
    those that touch it (see board.grid).
    """

    touching: Annotated[Int32, "const cells, _"]
    patches: Annotated[Int32, "const _, _"]


# Techniques, simple ones first; two clues up to DIFFERENCE. ROUNDS + t stands for a round of tier t without the total,
# TOTAL_ROUNDS + t for one that rests on it.
ONE_ONE, ONE_TWO, SUBSET, DIFFERENCE, ONE_TWO_ONE, ONE_TWO_TWO_ONE, COMBINATION = 1, 2, 3, 4, 5, 6, 7
ROUNDS, TOTAL_ROUNDS = 10, 20
NO_TECHNIQUE = 0
FAR = -1  # of two cells that do not share a side


@subroutine
def is_open(x, now, moment):
    """Return whether cell ``x`` was unknown before round ``now``."""
    return moment[x] >= now


@subroutine
def need_and_room(c, now, start, cells, mines, moment):
    """Return the mines that clue ``c`` needed before round ``now``, and its unknown neighbors."""
    need, room = 0, 0
    for k in range(start[c], start[c + 1]):
        x = cells[k]
        if is_open(x, now, moment):
            need += mines[x]
            room += 1
    return need, room


@subroutine
def touches(c, x, start, cells):
    """Return whether clue ``c`` counts cell ``x``."""
    is_neighbor = False
    for k in range(start[c], start[c + 1]):
        is_neighbor = is_neighbor or cells[k] == x
    return is_neighbor


@subroutine
def shared_room(c, d, now, start, cells, moment):
    """Return the number of cells, unknown before round ``now``, that both clues count."""
    shared = 0
    for k in range(start[c], start[c + 1]):
        if is_open(cells[k], now, moment) and touches(d, cells[k], start, cells):
            shared += 1
    return shared


@subroutine
def pair_technique(c, d, x, now, board, places, start, cells, mines, moment):
    """Return the technique with which clues ``c`` and ``d`` prove cell ``x`` of clue ``c``, or NO_TECHNIQUE.

    The clues count a common unknown cell.
    """
    need, room = need_and_room(c, now, start, cells, mines, moment)
    other_need, other_room = need_and_room(d, now, start, cells, mines, moment)
    shared = shared_room(c, d, now, start, cells, moment)
    fewest = max(0, need - (room - shared), other_need - (other_room - shared))  # mines in the shared cells
    most = min(shared, need, other_need)
    if touches(d, x, start, cells):
        if most > 0 and fewest < shared:
            return NO_TECHNIQUE
    elif fewest < most or (fewest != need and fewest != need - (room - shared)):
        return NO_TECHNIQUE
    nested = (shared == room) | (shared == other_room)
    beside = direction(c, d, board, places) != FAR
    if beside and nested and need == 1 and other_need == 1:
        return ONE_ONE
    if beside and min(need, other_need) == 1 and max(need, other_need) == 2:
        own = room - shared if need == 2 else other_room - shared
        if own == 1:
            return ONE_TWO
    return SUBSET if nested else DIFFERENCE


@subroutine
def direction(c, d, board, places):
    """Return the column of ``touching`` in which clue ``d`` shares a side with clue ``c``, else FAR."""
    towards = FAR
    for k in range(board[SIDES]):
        if places.touching[c - board[SHIFT], k] == d - board[SHIFT]:
            towards = k
    return towards


@subroutine
def clue_beside(c, k, clue, board, places):
    """Return the node of the clue in direction ``k`` of clue ``c``, or FAR if there is none."""
    x = places.touching[c - board[SHIFT], k]
    return int(x) + board[SHIFT] if x >= 0 and clue[board[SHIFT] + x] >= 0 else FAR


@subroutine
def simplest_pair(x, now, board, places, start, cells, clue, mines, moment):
    """Return the simplest technique of two clues that proves cell ``x``, and the two clues; NO_TECHNIQUE for none."""
    best, first, second = NO_TECHNIQUE, -1, -1
    for i in range(start[x], start[x + 1]):
        c = cells[i]
        if clue[c] < 0:
            continue
        for k in range(start[c], start[c + 1]):
            y = cells[k]
            if not is_open(y, now, moment):
                continue
            for m in range(start[y], start[y + 1]):
                d = cells[m]
                if clue[d] < 0 or d == c:
                    continue
                technique = pair_technique(c, d, x, now, board, places, start, cells, mines, moment)
                if technique != NO_TECHNIQUE and (best == NO_TECHNIQUE or technique < best):
                    best, first, second = technique, c, d
                    if best == ONE_ONE:
                        return best, int(first), int(second)
    return best, int(first), int(second)


@subroutine
def mask_of(c, d, now, start, cells, moment):
    """Return which unknown cells of clue ``c`` clue ``d`` counts too, as a mask over them."""
    mask, bit = 0, 0
    for k in range(start[c], start[c + 1]):
        if is_open(cells[k], now, moment):
            mask |= int(touches(d, cells[k], start, cells)) << bit
            bit += 1
    return mask


@subroutine
def between_ones(c, d, e, x, now, start, cells, mines, moment):
    """Return whether clue ``c`` is the 2 of a 1-2-1 with the clues ``d`` and ``e``, and proves ``x``."""
    need, room = need_and_room(c, now, start, cells, mines, moment)
    d_need, d_room = need_and_room(d, now, start, cells, mines, moment)
    e_need, e_room = need_and_room(e, now, start, cells, mines, moment)
    if need != 2 or d_need != 1 or e_need != 1:
        return False
    d_mask = mask_of(c, d, now, start, cells, moment)
    e_mask = mask_of(c, e, now, start, cells, moment)
    d_least = 1 - (d_room - count_bits(d_mask))
    e_least = 1 - (e_room - count_bits(e_mask))
    full = (1 << room) - 1
    in_all, in_any = full, 0
    for k in range(FIRST_PLACEMENT[2], FIRST_PLACEMENT[3]):
        placement = int(PLACEMENTS[k])
        if placement > full:
            break
        in_d, in_e = count_bits(placement & d_mask), count_bits(placement & e_mask)
        if d_least <= in_d <= 1 and e_least <= in_e <= 1:
            in_all &= placement
            in_any |= placement
    bit = 0
    for k in range(start[c], start[c + 1]):
        if cells[k] == x:
            return in_all >> bit & 1 == 1 or in_any >> bit & 1 == 0
        bit += is_open(cells[k], now, moment)
    return False


@subroutine
def is_one_two_one(x, now, board, places, start, cells, clue, mines, moment):
    """Return whether a 1-2-1 in a straight line proves cell ``x``."""
    proves = False
    for i in range(start[x], start[x + 1]):
        c = cells[i]
        if clue[c] < 0:
            continue
        for k in range(0, board[SIDES], 2):
            d = clue_beside(c, k, clue, board, places)
            e = clue_beside(c, k + 1, clue, board, places)
            if d >= 0 and e >= 0 and not proves:
                proves = between_ones(c, d, e, x, now, start, cells, mines, moment)
    return proves


@subroutine
def is_one_two_two_one(c, d, now, board, places, start, cells, clue, mines, moment):
    """Return whether the clues of a 1-2 are one half of a 1-2-2-1 whose other half proves a cell too."""
    need, _ = need_and_room(c, now, start, cells, mines, moment)
    the_2, the_1 = (c, d) if need == 2 else (d, c)
    k = direction(the_1, the_2, board, places)
    far = clue_beside(the_2, k, clue, board, places)
    end = clue_beside(far, k, clue, board, places) if far != FAR else FAR
    if end == FAR:
        return False
    far_need, far_room = need_and_room(far, now, start, cells, mines, moment)
    end_need, _ = need_and_room(end, now, start, cells, mines, moment)
    if far_need != 2 or end_need != 1 or far_room - shared_room(far, end, now, start, cells, moment) != 1:
        return False
    return faces(the_2, the_1, far, now, start, cells, moment) and faces(far, end, the_2, now, start, cells, moment)


@subroutine
def faces(two, one, far, now, start, cells, moment):
    """Return whether the cells of clue ``two`` that ``one`` does not count are counted by clue ``far``."""
    all_counted = True
    for k in range(start[two], start[two + 1]):
        x = cells[k]
        if is_open(x, now, moment) and not touches(one, x, start, cells):
            all_counted = all_counted and touches(far, x, start, cells)
    return all_counted


@subroutine
def needs_technique(x, wanted, board, places, start, cells, clue, mines, tier, moment, by):
    """Return whether the solve needs the technique to prove cell ``x``."""
    now = moment[x]
    level = tier[now - 1]
    if wanted >= ROUNDS:
        return wanted == (TOTAL_ROUNDS if by[x] == TOTAL else ROUNDS) + level
    if level != 2:
        return False
    technique, c, d = simplest_pair(x, now, board, places, start, cells, clue, mines, moment)
    if wanted == ONE_TWO_TWO_ONE:
        return technique == ONE_TWO and is_one_two_two_one(c, d, now, board, places, start, cells, clue, mines, moment)
    if technique != NO_TECHNIQUE or wanted <= DIFFERENCE:
        return technique == wanted
    return is_one_two_one(x, now, board, places, start, cells, clue, mines, moment) == (wanted == ONE_TWO_ONE)


@subroutine
def count_uses(wanted, board, places, start, cells, clue, mines, tier, moment, by):
    """Return how many cells the solve proves with the technique ``wanted``. ``tier`` has an entry a round."""
    uses = 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        if moment[x] > 0:
            uses += needs_technique(x, wanted, board, places, start, cells, clue, mines, tier, moment, by)
    return uses


# The parts, in the order of their array
DIFFICULTY = 0  # the score and the hardest tier are as wanted; below 0 the further they are away
BOTTLENECKS = 1  # the share of moments with few deductions is as wanted
SPREAD = 2  # these moments are spread over the whole solve
OPENING = 3  # the first moments have many deductions
START = 4  # the first moment proves cells in the wanted region of the board
SKILL = 5  # the wanted technique proves many cells
SOLVE_PARTS = 6  # those above depend on the solve, those below only on the printed clues
VALUES = 6  # the shares of the clues' values are as usual
EVEN = 7  # the clues are spread over the whole board
COMPANY = 8  # the shares of clues that touch no clue, and others, are as wanted
PARTS = 9

# Entries of ``wanted``, int64: what the parts compare with
LOW, HIGH = 0, 1  # range of the score, in thousandths of a point
SLACK = 2  # distance from this range, in thousandths of a point, at which the part is 0
TIER = 3  # the hardest tier must be at least this
TIGHT = 4  # share of bottlenecks, in thousandths
TECHNIQUE = 5  # an entry of technique_count; NO_TECHNIQUE for no wish
TOP, BOTTOM, LEFT, RIGHT = 6, 7, 8, 9  # the region of the first step: rows TOP to BOTTOM - 1, columns LEFT to RIGHT - 1
EVENNESS = 10  # variance of the number of clues in patches, in thousandths, up to which they are even
# Shares of the clues, three entries each: the lowest and the highest in thousandths, and the distance from these at
# which COMPANY is worth nothing; 0 if the share does not matter
LONE_CLUES, EDGE_CLUES, SIDE_CLUES = 11, 14, 17  # see count_company
ZERO_CLUES, ONE_CLUES = 20, 23
WANTED = 26

USES = 4  # cells that the wanted technique proves, for the most of its part
FEW = 2  # deductions in a moment that is a bottleneck: at most this many
OPENING_MOMENTS = 3  # moments of the opening
OPENING_CHOICE = 600  # thousandths of the board's side: the best number of deductions in each of them
# Variance of the number of clues in patches of SQUARE_PATCH cells, in thousandths. It grows with the number of cells.
EVEN_WORST, SQUARE_PATCH = 1500, 9
# Half the sum of the differences between the shares of values and the usual ones, in thousandths. The 33 clues of a
# 10x10 board, drawn at random from the usual shares, are at 150 on average.
VALUES_WORST, VALUES_BEST = 350, 130


@subroutine
def clamp(value):
    """Return the value, but at least 0 and at most 1000."""
    return min(1000, max(0, value))


@subroutine
def rate_solve(score, tier, available, moment, wanted, board, side, parts):
    """Fill in the parts that depend on the solve. The arguments are those of ``rate``."""
    hardest, tight, choice = 0, 0, 0
    for i in range(tier.size):
        hardest = max(hardest, tier[i])
        tight += available[i] <= FEW
        if i < OPENING_MOMENTS:
            choice += int(available[i])  # numpy adds without a compiler in 32 bits
    away = max(0, wanted[LOW] - score, score - wanted[HIGH])
    missing = max(0, wanted[TIER] - hardest)
    parts[DIFFICULTY] = 1000 - away * 1000 // wanted[SLACK] - 1000 * missing
    moments = max(1, tier.size)
    parts[BOTTLENECKS] = clamp(1000 - 2 * abs(1000 * tight // moments - wanted[TIGHT]))
    seen, most = 0, 0
    for i in range(tier.size):
        seen += available[i] <= FEW
        most = max(most, abs(seen * tier.size - (i + 1) * tight))
    parts[SPREAD] = 1000 - 1000 * most // (tight * moments) if tight > 0 else 0
    first = max(1, min(OPENING_MOMENTS, tier.size))
    parts[OPENING] = clamp(1000 * 1000 * 1000 * choice // (first * OPENING_CHOICE * side))
    begun, inside = 0, 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        if moment[x] == 1:
            row, col = x // board[WIDTH], x % board[WIDTH]
            begun += 1
            inside += (wanted[TOP] <= row < wanted[BOTTOM]) & (wanted[LEFT] <= col < wanted[RIGHT])
    parts[START] = 1000 * inside // max(1, begun)


@subroutine
def rate_skill(technique, board, places, start, cells, clue, mines, tier, moment, by):
    """Return the part SKILL."""
    if technique == NO_TECHNIQUE:
        return 1000
    return clamp(1000 * count_uses(technique, board, places, start, cells, clue, mines, tier, moment, by) // USES)


@subroutine
def rate_evenness(clue, best, board, places):
    """Return the part EVEN, from the patches with the most cells. ``best`` is the entry EVENNESS."""
    patches, shift = places.patches, board[SHIFT]
    count, clues, squares = patches.shape[0], 0, 0
    for i in range(count):
        in_patch = 0
        for k in range(patches.shape[1]):
            x = patches[i, k]
            in_patch += x >= 0 and clue[shift + x] >= 0
        clues += in_patch
        squares += in_patch * in_patch
    if clues == 0:
        return 0
    variance = 1000 * (count * squares - clues * clues) // (count * count)
    variance = variance * SQUARE_PATCH // patches.shape[1]
    return clamp((EVEN_WORST - variance) * 1000 // (EVEN_WORST - best))


@subroutine
def count_touching(x, clue, board, places):
    """Return, of cell ``x``, (cells that touch it, sides without a cell, clues in these cells, clues at its sides)."""
    touching, missing, clues, at_sides = 0, 0, 0, 0
    for k in range(places.touching.shape[1]):
        y = places.touching[x, k]
        is_clue = y >= 0 and clue[board[SHIFT] + y] >= 0
        touching += y >= 0
        missing += y < 0 and k < board[SIDES]
        clues += is_clue
        at_sides += is_clue and k < board[SIDES]
    return touching, missing, clues, at_sides


@subroutine
def count_company(clue, board, places):
    """Return (clues that touch no clue, clues at an edge, cells at an edge, clues with a clue at a side of their cell).

    An edge is where a cell has no cell at one of its sides. Edges of a shape count too.
    """
    lone, at_edges, edges, sided = 0, 0, 0, 0
    for x in range(places.touching.shape[0]):
        touching, missing, touching_clues, clues_at_sides = count_touching(x, clue, board, places)
        at_edge = missing > 0 and touching > 0  # no cell touches a void cell
        edges += at_edge
        if clue[board[SHIFT] + x] >= 0:
            at_edges += at_edge
            lone += touching_clues == 0
            sided += clues_at_sides > 0
    return lone, at_edges, edges, sided


@subroutine
def share_missing(part, whole, at, wanted):
    """Return how far a share is from that which the entries of ``wanted`` from ``at`` on describe, 1000 at most."""
    if wanted[at + 2] == 0 or whole == 0:
        return 0
    share = 1000 * part // whole
    away = max(0, wanted[at] - share, share - wanted[at + 1])
    return min(1000, (away * 1000 + wanted[at + 2] - 1) // wanted[at + 2])


@subroutine
def rate_company(clue, wanted, board, places, counts, clues):
    """Return the part COMPANY; ``clues`` is the number of clues, ``counts`` those of each value."""
    lone, at_edges, edges, sided = count_company(clue, board, places)
    missing = share_missing(lone, clues, LONE_CLUES, wanted)
    missing += share_missing(at_edges, edges, EDGE_CLUES, wanted)
    missing += share_missing(sided, clues, SIDE_CLUES, wanted)
    missing += share_missing(counts[0], clues, ZERO_CLUES, wanted)
    missing += share_missing(counts[1], clues, ONE_CLUES, wanted)
    return clamp(1000 - missing)


@subroutine
def rate_board(clue, wanted, usual, board, places, counts, parts):
    """Fill in the parts that depend on the printed clues only.

    ``counts`` int32, as long as ``usual``, is working space.
    """
    counts[:] = 0
    clues = 0
    for i in range(board[WIDTH] * board[HEIGHT]):
        value = clue[board[SHIFT] + i]
        if value >= 0:
            counts[value] += 1
            clues += 1
    difference = 0
    for value in range(usual.size):
        difference += abs(1000 * counts[value] // max(1, clues) - usual[value])
    parts[VALUES] = clamp((VALUES_WORST - difference // 2) * 1000 // (VALUES_WORST - VALUES_BEST)) if clues > 0 else 0
    parts[EVEN] = rate_evenness(clue, wanted[EVENNESS], board, places)
    parts[COMPANY] = rate_company(clue, wanted, board, places, counts, clues)


Parts = Annotated[Int64, f"{PARTS}"]
Wanted = Annotated[Int64, f"{WANTED}"]
Rounds = Annotated[Int32, "rounds"]


@kernel
def rate_into(
    clue: Nodes, tier: Rounds, available: Rounds, moment: Annotated[Int32, "cells <= n"], wanted: Wanted,
    usual: Annotated[Int32, "const values"], board: Annotated[Int64, f">= {BOARD}"], places: Places, score: int,
    side: int, counts: Annotated[Int32, "values"], parts: Parts,
) -> None:  # fmt: skip
    """Fill in all parts of a solved puzzle; see ``rate``."""
    rate_board(clue, wanted, usual, board, places, counts, parts)
    rate_solve(score, tier, available, moment, wanted, board, side, parts)


def rate(
    clue: NDArray[np.int8],
    tier: NDArray[np.int32],
    available: NDArray[np.int32],
    moment: NDArray[np.int32],
    wanted: NDArray[np.int64],
    usual: NDArray[np.int32],
    board: NDArray[np.int64],
    places: Places,
    score: int,
    side: int,
) -> NDArray[np.int64]:
    """Return the parts of a solved puzzle, int64 (PARTS,).

    ``clue`` is that of the start (see rounds.solve_rounds). ``tier`` and ``available`` have an entry a round,
    ``moment`` one a cell. ``usual`` int32 has the usual share of clues of each value, in thousandths.
    ``score`` is that of the puzzle in thousandths of a point, and ``side`` the side of the board in thousandths.
    """
    parts = np.zeros(PARTS, np.int64)
    counts = np.zeros(usual.size, np.int32)
    rate_into(clue, tier, available, moment, wanted, usual, board, places, score, side, counts, parts)
    return parts
