"""Draws boards from random streams inside kernels: mines, numbers, and the order in which clues are tried.

A mine without a safe neighbor touches no clue, so nothing could ever prove it: such a mine always moves. A lone safe
cell, with mines all around, can be proved only by printing its own clue. It is fair but dull, so removing those is an
option.

Arrays: ``start`` and ``cells`` are the neighborhood (see board.grid); ``mines`` and ``void``, int8 (n,), hold 1 for a
mine and for a void cell.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import UNKNOWN
from puzzlegen.engine.grading import mean_effort
from puzzlegen.engine.kernels import Cells, Float64, Int8, Int32, Int64, Nodes, Starts, kernel, subroutine
from puzzlegen.engine.mine_search import FEWEST, GRADED_TIER, KEPT_APART, LONE, MOST, NATURAL, SHIFT
from puzzlegen.engine.position import Trace
from puzzlegen.engine.random_numbers import draw_ranks, sort_ranks, stream_below, stream_permutation
from puzzlegen.engine.steps_in_sight import Search


@subroutine
def has_safe_neighbor(x, start, cells, mines, void):
    """Return whether a clue could stand beside cell ``x``."""
    has_safe = False
    for k in range(start[x], start[x + 1]):
        has_safe = has_safe or (mines[cells[k]] == 0 and void[cells[k]] == 0)
    return has_safe


@subroutine
def can_take_mine(y, lone, start, cells, mines, void):
    """Return whether all cells (with ``lone``: all mines) keep a safe neighbor if ``y`` becomes a mine."""
    mines[y] = 1
    fits = has_safe_neighbor(y, start, cells, mines, void)
    for k in range(start[y], start[y + 1]):
        x = cells[k]
        if fits and void[x] == 0 and (mines[x] == 1 or not lone):
            fits = has_safe_neighbor(x, start, cells, mines, void)
    mines[y] = 0
    return fits


@subroutine
def move_mine(x, lone, start, cells, void, order, mines):
    """Move the mine at ``x`` to the first cell, from the end of ``order``, that can take it, else return False."""
    mines[x] = 0
    for j in range(order.size - 1, -1, -1):
        y = order[j]
        if y != x and mines[y] == 0 and can_take_mine(y, lone, start, cells, mines, void):
            mines[y] = 1
            return True
    mines[x] = 1
    return False


@subroutine
def put_mines(start, cells, void, order, count, lone, mines):
    """Put ``count`` mines on the first cells of ``order``, then move those without a safe neighbor elsewhere.

    ``order`` int32 lists the cells of the board, shuffled. The board is never drawn again. Unless ``lone``, mines
    are also moved away from safe cells without a safe neighbor. Returns False if a mine cannot be moved.
    """
    mines[:] = 0
    for i in range(count):
        mines[order[i]] = 1
    for i in range(count):
        x = order[i]
        if not has_safe_neighbor(x, start, cells, mines, void) and not move_mine(
            x, lone, start, cells, void, order, mines
        ):
            return False
    for i in range(0 if lone else order.size):
        x = order[i]
        if mines[x] == 1 or start[x] == start[x + 1] or has_safe_neighbor(x, start, cells, mines, void):
            continue
        opened = False
        for k in range(start[x], start[x + 1]):
            opened = opened or (mines[cells[k]] == 1 and move_mine(cells[k], lone, start, cells, void, order, mines))
        if not opened:
            return False
    return True


@kernel
def place_mines(
    start: Starts, cells: Cells, void: Nodes, order: Annotated[Int32, "listed <= n"], count: int, lone: int,
    mines: Nodes,
) -> int:  # fmt: skip
    """Place mines for Python: see ``put_mines``. Returns 1 or 0."""
    return int(put_mines(start, cells, void, order, count, lone, mines))


# What becomes of a board when it is drawn
DRAWN = 0
CROWDED = 1  # the mines do not fit


class Draft(NamedTuple):
    """The arrays of a board that is being made, besides its clues. ``n`` counts nodes."""

    mines: Annotated[Int8, "n"]  # 1 for a mine
    known: Annotated[Int8, "n"]  # the position that is solved
    void: Annotated[Int8, "n"]  # zeros: drawn boards have no holes
    walked: Annotated[Int8, "n"]  # of the walk that counts points, as the next two
    sight: Annotated[Int8, "n"]
    keys: Annotated[Int64, "n"]  # working space of drawing, as the next
    ends: Annotated[Int32, "n + 1"]
    space: Annotated[Int32, "32 * n"]  # of thinning, which it no longer needs when the points are counted
    ranks: Annotated[Float64, "n"]  # of the clues in the order of removals, in the natural layout


def new_draft(n: int, shared: NDArray[np.int32], used: NDArray[np.int32]) -> Draft:
    """Create the arrays for boards of ``n`` nodes.

    The working space of drawing lies in ``shared``, contiguous and with at least ``5 * n + 1`` entries, which is free
    for other use when the board is drawn. ``used``, contiguous and with ``32 * n`` entries, is so when the points are
    counted.
    """
    mines, known, void, walked, sight = np.zeros((5, n), np.int8)
    space = shared.reshape(-1)
    keys, ranks, ends = space[: 2 * n].view(np.int64), space[2 * n : 4 * n].view(np.float64), space[4 * n : 5 * n + 1]
    return Draft(mines, known, void, walked, sight, keys, ends, used.reshape(-1), ranks)


@subroutine
def write_numbers(start, cells, present, shift, mines, clue):
    """Write the full clues of a board: a number in each safe cell, or at the node of each clue where clues have nodes.

    ``present`` int32 lists the cells of the board, whose clues are at nodes ``shift`` higher. Other entries of ``clue``
    stay.
    """
    for i in range(present.size):
        x = present[i] + shift
        number = 0
        for k in range(start[x], start[x + 1]):
            number += mines[cells[k]]
        clue[x] = number if mines[x] == 0 else -1


@subroutine
def draw_order(seed, present, shift, order, draft):
    """Fill ``order`` with the cells of the board in random order, plus ``shift``."""
    stream_permutation(seed, order, draft.keys, draft.ends)
    for i in range(order.size):
        order[i] = present[order[i]] + shift


@subroutine
def weigh_ranks(ranks, factors, kept, present, shift, clue):
    """Multiply the rank of each clue by the factor of its cell, and by that of its value in ``kept``."""
    for i in range(present.size):
        value = clue[present[i] + shift]
        ranks[i] *= factors[i]
        if value >= 0:
            ranks[i] *= kept[value]


MOST_TOUCHING = 8  # cells that touch a cell, of all lattices
ALL_RANKS = 18446744073709551616.0  # ranks are below this


@subroutine
def rank_apart_last(order, present, shift, clue, beside_start, beside, chosen, ranks):
    """Rank clues that do not touch each other last, and before them those that touch few of these.

    ``order`` int32 has the places in ``present`` of the cells as ranked before. From its end on, each clue that touches
    none of those chosen before is chosen. The others are ranked by the number of chosen clues that they touch, the most
    first; equal ones keep their order, nodes without a clue like any other. ``chosen`` int8 (n,) is working space.
    """
    chosen[:] = 0
    for i in range(order.size - 1, -1, -1):
        node = present[order[i]] + shift
        free = clue[node] >= 0
        for k in range(beside_start[node], beside_start[node + 1]):
            free = free and chosen[beside[k]] == 0
        chosen[node] = free
    groups = MOST_TOUCHING + 2
    for i in range(order.size):
        node = present[order[i]] + shift
        group = groups - 1
        if chosen[node] == 0:
            group = MOST_TOUCHING
            for k in range(beside_start[node], beside_start[node + 1]):
                group -= int(chosen[beside[k]])  # numpy adds without a compiler in 8 bits
        ranks[order[i]] = (group * order.size + i) * (ALL_RANKS / (groups * order.size))


@subroutine
def draw_board(seed, limits, factors, kept, start, cells, present, beside_start, beside, order, clue, draft):
    """Draw a board: its mines, its full clues, and the nodes of its clues in random order.

    ``seed`` int64 (8,) is the start of a stream, and is advanced (see random_numbers). ``limits``: see
    mine_search. Each number of mines from FEWEST to MOST is equally likely. ``present`` int32 lists the cells
    of the board, and ``order`` has as many entries. In the natural layout ranks decide the order: ``factors`` float64,
    an entry a cell, and ``kept`` float64, an entry a value, multiply them, and ``beside`` lists the nodes that touch
    each (see thin.Removals). Returns (DRAWN or CROWDED; number of mines).
    """
    natural = limits[NATURAL] != 0
    ranks = draft.ranks[: order.size]
    if natural:
        draw_ranks(seed, ranks)
    count = limits[FEWEST]
    if limits[MOST] >= count:
        count += stream_below(limits[MOST] - count + 1, seed)
    if count >= order.size:
        return CROWDED, count
    draw_order(seed, present, 0, order, draft)
    if not put_mines(start, cells, draft.void, order, count, limits[LONE], draft.mines):
        return CROWDED, count
    write_numbers(start, cells, present, limits[SHIFT], draft.mines, clue)
    if natural:
        weigh_ranks(ranks, factors, kept, present, limits[SHIFT], clue)
        sort_ranks(ranks, order, draft.ends)
        if limits[KEPT_APART]:
            rank_apart_last(order, present, limits[SHIFT], clue, beside_start, beside, draft.walked, ranks)
            sort_ranks(ranks, order, draft.ends)
        for i in range(order.size):
            order[i] = present[order[i]] + limits[SHIFT]
    else:
        draw_order(seed, present, limits[SHIFT], order, draft)
    return DRAWN, count


@subroutine
def is_solution(mine, mines, known):
    """Return whether exactly the true mines have the value ``mine``, and nothing is unknown."""
    alike = True
    for x in range(known.size):
        alike = alike and known[x] != UNKNOWN and (known[x] == mine) == (mines[x] == 1)
    return alike


@subroutine
def effort_of_draft(limits, start, cells, coordinates, clue, bare, total, hardest, draft, scratch):
    """Return the mean effort of the walks through a board (see grading), in the memory of the draft.

    It is not computed, and 0, if the hardest tier is below that of ``limits``.
    """
    if hardest < limits[GRADED_TIER]:
        return 0
    m = clue.size + 1
    space = draft.space
    steps = Trace(space[: m - 1], space[m : 2 * m - 1], space[2 * m : 3 * m], space[3 * m : 4 * m])
    rows = space[4 * m :]
    search = Search(rows[: m - 1], draft.sight, rows[m : 2 * m - 1], rows[2 * m : 3 * m], rows[3 * m : 4 * m],
                    rows[4 * m : 5 * m], rows[5 * m : 5 * m + 4])  # fmt: skip
    return mean_effort(start, cells, coordinates, clue, bare, draft.walked, total, hardest, steps, scratch, search)
