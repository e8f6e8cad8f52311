"""Climbs from a solved puzzle to a better one by small changes to its mines and to the places of its clues.

A change makes one blank a mine or safe, exchanges a mine with a safe blank nearby, or moves a clue. It stays if the
tiers still solve the puzzle and the cost does not rise, or rises only by as much as a limit allows that falls to 0. The
cost is the weighted sum of what is missing from each part (see rating). The best puzzle met is the result, so the cost
is never higher in the end.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.grading import mean_effort, walk
from puzzlegen.engine.kernels import Cells, Coordinates, Int32, Int64, Nodes, Random, Starts, kernel, subroutine
from puzzlegen.engine.position import Scratch, Trace, new_scratch, new_trace
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.engine.rating import (
    CAP,
    CLIMB_BOARD,
    FEWEST,
    HEAT,
    HEIGHT,
    LONE,
    MOST,
    MOVABLE,
    MOVES,
    OFTEN,
    PARTS,
    PRINTED,
    SHIFT,
    SKILL,
    SOLVE_PARTS,
    TECHNIQUE,
    WIDTH,
    Parts,
    Places,
    Wanted,
    rate_board,
    rate_skill,
    rate_solve,
)
from puzzlegen.engine.rounds import SOLVED, solve
from puzzlegen.engine.steps_in_sight import Search, new_search

BLANK = -1  # the clue of a cell without one
REACH = 2  # how far a mine or a clue moves, in cells, along each side
WORST = 1 << 60  # cost of a puzzle that the tiers do not solve
NONE = -1
# Entries of ``tally``, int64
COST, TRIED, SOLVED_TOO, KEPT = 0, 1, 2, 3  # cost of the result; changes tried, solved, and kept
TALLY = 4


@subroutine
def copy(values, into):
    """Copy an array; numba would make another copy on the way."""
    for i in range(values.size):
        into[i] = values[i]


@subroutine
def count_mines(x, start, cells, mines):
    """Return the number of mines around node ``x``."""
    around = 0
    for k in range(start[x], start[x + 1]):
        around += mines[cells[k]]
    return around


@subroutine
def set_mine(x, value, start, cells, clue, mines):
    """Make the cell a mine or safe, and change the clues that count it."""
    step = value - mines[x]
    mines[x] = value
    for k in range(start[x], start[x + 1]):
        if clue[cells[k]] >= 0:
            clue[cells[k]] += step


@subroutine
def print_clue(x, start, cells, clue, known, mines, shift):
    """Print the clue of cell ``x``, or remove it if there is one."""
    node = shift + x
    if clue[node] >= 0:
        clue[node] = BLANK
        if shift == 0:
            known[x] = UNKNOWN
    else:
        clue[node] = count_mines(node, start, cells, mines)
        if shift == 0:
            known[x] = SAFE


@subroutine
def near(x, board, random):
    """Return a random cell at most REACH cells away from ``x`` in each direction; NONE if the draw is off the board."""
    row = x // board[WIDTH] + random_below(2 * REACH + 1, random) - REACH
    col = x % board[WIDTH] + random_below(2 * REACH + 1, random) - REACH
    if row < 0 or col < 0 or row >= board[HEIGHT] or col >= board[WIDTH]:
        return NONE
    return int(row * board[WIDTH] + col)


@subroutine
def is_walled_in(x, start, cells, mines):
    """Return whether some safe cell at or around ``x`` has mines all around."""
    walled_in = False
    for k in range(start[x], start[x + 1]):
        y = cells[k]
        walled_in = walled_in or (mines[y] == 0 and count_mines(y, start, cells, mines) == start[y + 1] - start[y])
    return walled_in or (mines[x] == 0 and count_mines(x, start, cells, mines) == start[x + 1] - start[x])


@subroutine
def change(count, board, start, cells, clue, known, mines, random):
    """Make one change. Returns (cell, other cell or NONE, whether clues moved); cell NONE if the draw is not allowed.

    ``count`` is the number of mines. Doing the same change again takes it back.
    """
    size, shift = board[WIDTH] * board[HEIGHT], board[SHIFT]
    x = int(random_below(size, random))
    kind = random_below(3, random)
    if kind == 2 and board[MOVABLE]:
        y = near(x, board, random) if random_below(4, random) else int(random_below(size, random))
        if y == NONE or clue[shift + x] < 0 or clue[shift + y] >= 0:
            return NONE, NONE, False
        if known[y] != UNKNOWN or (shift == 0 and mines[y] == 1):
            return NONE, NONE, False
        print_clue(x, start, cells, clue, known, mines, shift)
        print_clue(y, start, cells, clue, known, mines, shift)
        return x, y, True
    if known[x] != UNKNOWN:
        return NONE, NONE, False
    after = count + 1 - 2 * int(mines[x])
    y = NONE
    if kind == 0 or after < board[FEWEST] or after > board[MOST]:
        y = near(x, board, random)
        if y == NONE or known[y] != UNKNOWN or mines[y] == mines[x]:
            return NONE, NONE, False
    set_mine(x, 1 - mines[x], start, cells, clue, mines)
    if y != NONE:
        set_mine(y, 1 - mines[y], start, cells, clue, mines)
    return x, y, False


@subroutine
def take_back(x, y, moved, shift, start, cells, clue, known, mines):
    """Take back a change that ``change`` described like this."""
    if moved:
        print_clue(x, start, cells, clue, known, mines, shift)
        print_clue(y, start, cells, clue, known, mines, shift)
        return
    set_mine(x, 1 - mines[x], start, cells, clue, mines)
    if y != NONE:
        set_mine(y, 1 - mines[y], start, cells, clue, mines)


@subroutine
def missing(parts, worth, begin, end):
    """Return the weighted sum of what is missing from the parts ``begin`` to ``end - 1``."""
    cost = 0
    for i in range(begin, end):
        cost += worth[i] * (1000 - parts[i])
    return cost


@subroutine
def score_of(start, cells, coordinates, clue, known, work, total, board, walked, scratch, search):
    """Return the score of a puzzle in thousandths of a point, rounded to tenths as in grading.grade."""
    if board[OFTEN]:
        effort = mean_effort(start, cells, coordinates, clue, known, work, total, board[CAP], walked, scratch, search)
    else:
        copy(known, work)
        _, effort, _ = walk(start, cells, coordinates, clue, work, total, board[CAP], 0, 0, walked, scratch, search)
    hidden = 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        hidden += known[x] == UNKNOWN
    return 100 * ((effort + hidden // 2) // hidden) if hidden > 0 else 0


@subroutine
def cost_of(
    count, limit, start, cells, coordinates, clue, known, mines, work, wanted, usual, board, places, worth, side,
    counts, parts, trace, walked, scratch, search,
):  # fmt: skip
    """Return the cost of the puzzle; WORST if it is not solved, or not solved because the cost exceeds ``limit``."""
    rate_board(clue, wanted, usual[count], board, places, counts, parts)
    at_least = missing(parts, worth, SOLVE_PARTS, PARTS)
    if at_least > limit:
        return WORST
    copy(known, work)
    total = count if board[PRINTED] else NO_TOTAL
    status, rounds = solve(start, cells, clue, work, total, board[CAP], trace, scratch)
    if status != SOLVED:
        return WORST
    tier, available = trace.tier_of[1 : rounds + 1], trace.available[1 : rounds + 1]
    parts[SKILL] = rate_skill(wanted[TECHNIQUE], board, places, start, cells, clue, mines, tier, trace.moment, trace.by)
    score = score_of(start, cells, coordinates, clue, known, work, total, board, walked, scratch, search)
    rate_solve(score, tier, available, trace.moment, wanted, board, side, parts)
    return at_least + missing(parts, worth, 0, SOLVE_PARTS)


class Climbed(NamedTuple):
    """The best puzzle of a climb. ``clue`` and ``mines`` int8 (n,), entries of the nodes; ``tally`` int64 (TALLY,)."""

    clue: Nodes
    known: Nodes
    mines: Nodes
    tally: Annotated[Int64, f"{TALLY}"]


@kernel
def climb_in(
    start: Starts, cells: Cells, coordinates: Coordinates, clue: Nodes, known: Nodes, mines: Nodes, wanted: Wanted,
    usual: Annotated[Int32, "const _, values"], board: Annotated[Int64, f"{CLIMB_BOARD}"], places: Places, worth: Parts,
    side: int, random: Random, best: Climbed, work: Nodes, counts: Annotated[Int32, "values"], parts: Parts,
    trace: Trace, walked: Trace, scratch: Scratch, search: Search,
) -> None:  # fmt: skip
    """Climb in the given arrays; see ``climb``. ``best`` receives the result."""
    tally = best.tally
    count = 0
    for x in range(mines.size):
        count += int(mines[x])  # numpy adds without a compiler in 8 bits; so below
    cost = cost_of(
        count, WORST, start, cells, coordinates, clue, known, mines, work, wanted, usual, board, places, worth, side,
        counts, parts, trace, walked, scratch, search,
    )  # fmt: skip
    least = cost
    copy(clue, best.clue)
    copy(known, best.known)
    copy(mines, best.mines)
    tally[COST] = least
    for move in range(board[MOVES] if cost < WORST else 0):
        x, y, moved = change(count, board, start, cells, clue, known, mines, random)
        if x == NONE:
            continue
        tally[TRIED] += 1
        after = count
        if not moved and y == NONE:
            after += 2 * int(mines[x]) - 1
        heat = board[HEAT] * (board[MOVES] - move) // board[MOVES]
        limit = cost + (random_below(heat, random) if heat > 0 else 0)
        new_cost = WORST
        walled = False
        if not board[LONE] and not moved:
            walled = is_walled_in(x, start, cells, mines) or (y != NONE and is_walled_in(y, start, cells, mines))
        if not walled:
            new_cost = cost_of(
                after, limit, start, cells, coordinates, clue, known, mines, work, wanted, usual, board, places, worth,
                side, counts, parts, trace, walked, scratch, search,
            )  # fmt: skip
        tally[SOLVED_TOO] += new_cost < WORST
        if new_cost > limit:
            take_back(x, y, moved, board[SHIFT], start, cells, clue, known, mines)
            continue
        tally[KEPT] += 1
        cost = new_cost
        count = after
        if cost < least:
            least = cost
            copy(clue, best.clue)
            copy(known, best.known)
            copy(mines, best.mines)
            tally[COST] = least


def climb(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    coordinates: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    mines: NDArray[np.int8],
    wanted: NDArray[np.int64],
    usual: NDArray[np.int32],
    board: NDArray[np.int64],
    places: Places,
    worth: NDArray[np.int64],
    side: int,
    seed: int,
) -> Climbed:
    """Climb from a puzzle that tiers 1 to CAP solve. Its arrays are changed on the way.

    ``start``, ``cells``, ``clue`` and ``known`` are those of rounds.solve_rounds; ``coordinates``: see engine.grading.
    ``mines`` int8 (n,) has 1 for a mine. ``usual`` int32 (cells + 1, values) has the usual shares of values for each
    number of mines. ``board`` int64 (CLIMB_BOARD,) and ``worth`` int64 (PARTS,), the weights of the parts, say what to
    change and what for. The other arguments are those of rating.rate. ``seed`` is any number.
    """
    n = clue.size
    random = np.array([seed >> 1 | 1], np.int64)
    tally = np.zeros(TALLY, np.int64)
    best = Climbed(np.empty(n, np.int8), np.empty(n, np.int8), np.empty(n, np.int8), tally)
    climb_in(
        start, cells, coordinates, clue, known, mines, wanted, usual, board, places, worth, side, random, best,
        np.empty(n, np.int8), np.zeros(usual.shape[1], np.int32), np.zeros(PARTS, np.int64), new_trace(n), new_trace(n),
        new_scratch(n, cells.size), new_search(n),
    )  # fmt: skip
    return best
