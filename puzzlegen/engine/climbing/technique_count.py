"""Counts the cells of a solve that need a given technique.

The solver's trace has no techniques; solver.patterns finds them, a thousand times slower than a solve. This count
follows the same definitions (see solver.techniques) closely enough to climb towards a technique. What the result of a
climb needs is decided by the solver's explanation alone.
"""

from __future__ import annotations

from puzzlegen.engine.climbing.shape import HEIGHT, SHIFT, SIDES, WIDTH
from puzzlegen.engine.kernels import subroutine
from puzzlegen.engine.solving.clue_rules import FIRST_PLACEMENT, PLACEMENTS, count_bits
from puzzlegen.engine.solving.round_deductions import TOTAL

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
    found = False
    for k in range(start[c], start[c + 1]):
        found = found or cells[k] == x
    return found


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
    found = FAR
    for k in range(board[SIDES]):
        if places.touching[c - board[SHIFT], k] == d - board[SHIFT]:
            found = k
    return found


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
                found = pair_technique(c, d, x, now, board, places, start, cells, mines, moment)
                if found != NO_TECHNIQUE and (best == NO_TECHNIQUE or found < best):
                    best, first, second = found, c, d
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
    found = False
    for i in range(start[x], start[x + 1]):
        c = cells[i]
        if clue[c] < 0:
            continue
        for k in range(0, board[SIDES], 2):
            d = clue_beside(c, k, clue, board, places)
            e = clue_beside(c, k + 1, clue, board, places)
            if d >= 0 and e >= 0 and not found:
                found = between_ones(c, d, e, x, now, start, cells, mines, moment)
    return found


@subroutine
def is_one_two_two_one(c, d, now, board, places, start, cells, clue, mines, moment):
    """Return whether the clues of a 1-2 are one half of a 1-2-2-1 whose other half proves a cell too."""
    need, _ = need_and_room(c, now, start, cells, mines, moment)
    two, one = (c, d) if need == 2 else (d, c)
    k = direction(one, two, board, places)
    far = clue_beside(two, k, clue, board, places)
    end = clue_beside(far, k, clue, board, places) if far != FAR else FAR
    if end == FAR:
        return False
    far_need, far_room = need_and_room(far, now, start, cells, mines, moment)
    end_need, _ = need_and_room(end, now, start, cells, mines, moment)
    if far_need != 2 or end_need != 1 or far_room - shared_room(far, end, now, start, cells, moment) != 1:
        return False
    return faces(two, one, far, now, start, cells, moment) and faces(far, end, two, now, start, cells, moment)


@subroutine
def faces(two, one, far, now, start, cells, moment):
    """Return whether the cells of clue ``two`` that ``one`` does not count are counted by clue ``far``."""
    found = True
    for k in range(start[two], start[two + 1]):
        x = cells[k]
        if is_open(x, now, moment) and not touches(one, x, start, cells):
            found = found and touches(far, x, start, cells)
    return found


@subroutine
def needs_technique(x, wanted, board, places, start, cells, clue, mines, tier, moment, by):
    """Return whether the solve needs the technique to prove cell ``x``."""
    now = moment[x]
    level = tier[now - 1]
    if wanted >= ROUNDS:
        return wanted == (TOTAL_ROUNDS if by[x] == TOTAL else ROUNDS) + level
    if level != 2:
        return False
    found, c, d = simplest_pair(x, now, board, places, start, cells, clue, mines, moment)
    if wanted == ONE_TWO_TWO_ONE:
        return found == ONE_TWO and is_one_two_two_one(c, d, now, board, places, start, cells, clue, mines, moment)
    if found != NO_TECHNIQUE or wanted <= DIFFERENCE:
        return found == wanted
    return is_one_two_one(x, now, board, places, start, cells, clue, mines, moment) == (wanted == ONE_TWO_ONE)


@subroutine
def count_uses(wanted, board, places, start, cells, clue, mines, tier, moment, by):
    """Return how many cells the solve proves with the technique ``wanted``. ``tier`` has an entry a round."""
    uses = 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        if moment[x] > 0:
            uses += needs_technique(x, wanted, board, places, start, cells, clue, mines, tier, moment, by)
    return uses
