"""Makes boards of the classic game that need no guess: drawn at random, and repaired where the solver gets stuck.

The idea of the repair is Simon Tatham's (the generator of Mines in his Portable Puzzle Collection). Where nothing more
can be deduced, mines are moved among the cells that are not open yet, so that one clue can prove something. The game
then goes on with what is known. That may invalidate an earlier deduction. So the board is played again from the start,
and repaired again, until a pass needs no repair. When a pass needs more repairs than the one before, the board is
given up and a new one is drawn.

The strategy FILL only moves mines away from the clue where the game is stuck. Where there is no space for them, and
where cells lie behind mines, it adds more mines than were requested. Those are removed afterwards, wherever the board
can still be solved without them.

Moving the mine of a known cell changes the numbers around it, but not how many mines they need among their unknown
neighbors.

Arrays: ``barred`` int8 (n,), 1 where no mine may be placed; ``tally`` int64 (TALLY_SIZE,), see its entries below.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.kernels import Cells, Int8, Int32, Int64, Nodes, Starts, inlined, kernel, subroutine
from puzzlegen.engine.position import Scratch, Trace, new_scratch, new_trace, position_in
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.engine.round_deductions import make_clue, wake
from puzzlegen.engine.rounds import SOLVED, begin_game, run_rounds

REDRAW, PERTURB, FILL = 0, 1, 2  # strategies
MAX_ADDED_SHARE = 5  # with FILL, one mine in so many may be added: 20 %
MAX_EQUAL_PASSES = 10  # passes in a row with as many repairs as the one before: more of them would lead to nothing
REMOVALS = 12  # tries for each added mine to remove it again

# Kinds of cells to look for
CLUE = 0  # a clue with unknown neighbors
ISOLATED = 1  # an unknown cell that touches no clue
FRONTIER = 2  # an unknown cell that touches a clue
FINISHED = 3  # a known cell that can change without invalidating what is known

# Entries of ``tally``
RANDOM = 0  # state of the random numbers (see random_numbers)
DRAWN = 1  # boards drawn so far
MOST_KNOWN = 2  # most cells known when a game got stuck
ADDED = 3  # mines above those requested
NONE_ISOLATED = 4  # NONE_ISOLATED + 0, + 1: whether no isolated safe cell, no isolated mine is left
TALLY_SIZE = 6


@inlined
def draw_mines(count, barred, mines, pool, tally):
    """Place ``count`` mines uniformly on the cells that are not ``barred``. ``pool`` int32 (n,) is working space."""
    size = 0
    for x in range(mines.size):
        mines[x] = 0
        pool[size] = x
        size += barred[x] == 0
    for i in range(count):
        j = i + random_below(size - i, tally)
        x = pool[j]
        pool[j] = pool[i]
        mines[x] = 1
    tally[DRAWN] += 1


@subroutine
def is_of_kind(kind, mine, x, barred, position):
    """Return whether a cell is of a kind, and a mine (1) or safe (0). Cells flagged in ``noted`` are excluded."""
    if kind == CLUE:
        return position.open_[x] > 0
    if position.mines[x] != mine or position.noted[x] != 0 or barred[x] != 0:
        return False
    if kind == FINISHED:
        return position.known[x] != UNKNOWN and position.open_[x] == 0
    return position.known[x] == UNKNOWN and (position.stop[x] == position.start[x]) == (kind == ISOLATED)


@subroutine
def seek(kind, mine, barred, tally, position):
    """Return the first cell of a kind from a random cell on, -1 if there is none."""
    n = position.mines.size
    x = random_below(n, tally)
    for _ in range(n):
        if is_of_kind(kind, mine, x, barred, position):
            return x
        x += 1
        if x == n:
            x = 0
    return -1


@subroutine
def seek_elsewhere(mine, barred, tally, position):
    """Return a cell to take a mine from (``mine`` 1) or to put one (0), as far from what is known as possible."""
    if tally[NONE_ISOLATED + mine] == 0:
        x = seek(ISOLATED, mine, barred, tally, position)
        if x >= 0:
            return x
        tally[NONE_ISOLATED + mine] = 1
    x = seek(FRONTIER, mine, barred, tally, position)
    if x >= 0:
        return x
    return seek(FINISHED, mine, barred, tally, position)


@subroutine
def seek_wall(tally, position):
    """Return a known mine beside an unknown cell, the first from a random cell on; -1 if there is none."""
    start, cells, known = position.start, position.cells, position.known
    x = random_below(known.size, tally)
    for _ in range(known.size):
        if known[x] == MINE:
            for k in range(start[x], start[x + 1]):
                if known[cells[k]] == UNKNOWN:
                    return x
        x += 1
        if x == known.size:
            x = 0
    return -1


@subroutine
def set_mine(x, mine, position):
    """Put a mine on a cell (1) or remove it (0), and update the clues around it."""
    position.mines[x] = mine
    step = 2 * mine - 1
    if position.known[x] == UNKNOWN:
        for k in range(position.start[x], position.stop[x]):
            c = position.links[k]
            position.need[c] += step
            wake(c, position)
        return
    position.left[0] -= step
    position.known[x] = MINE if mine == 1 else SAFE
    if mine == 0:
        make_clue(x, position)


@subroutine
def list_unknown(c, position):
    """List in ``trail`` the unknown neighbors of clue ``c``, or all unknown cells if ``c`` is -1. Returns how many."""
    start, stop, trail = position.start, position.stop, position.trail
    u = 0
    for k in range(start[c] if c >= 0 else 0, stop[c] if c >= 0 else position.known.size):
        x = position.links[k] if c >= 0 else k
        if position.known[x] == UNKNOWN:
            u += 1
            trail[u] = x
    return u


@subroutine
def repair_clue(c, wanted, barred, tally, position):
    """Make all unknown neighbors of a clue mines (``wanted`` 1) or safe (0), in exchange with cells elsewhere.

    Returns whether there were enough such cells.
    """
    u = list_unknown(c, position)
    trail, excluded = position.trail, position.noted
    for i in range(1, u + 1):
        excluded[trail[i]] = 1
    done = True
    for i in range(1, u + 1):
        x = trail[i]
        if done and position.mines[x] != wanted:
            y = seek_elsewhere(wanted, barred, tally, position)
            done = y >= 0
            if done:
                tally[NONE_ISOLATED + 1 - wanted] = 0
                set_mine(x, wanted, position)
                set_mine(y, 1 - wanted, position)
    for i in range(1, u + 1):
        excluded[trail[i]] = 0
    return done


@subroutine
def open_wall(barred, tally, position):
    """Move a mine of a wall to a cell behind it, where all unknown cells lie behind mines. Returns whether it could."""
    y = seek(ISOLATED, 0, barred, tally, position)
    x = seek_wall(tally, position)
    if x < 0 or y < 0:
        return False
    set_mine(y, 1, position)
    set_mine(x, 0, position)
    return True


@subroutine
def fill_up(c, count, barred, tally, position):
    """Move the mines beside clue ``c`` to isolated cells; if there are too few, add mines beside it instead.

    Without a clue (``c`` is -1), make all unknown cells mines. Returns False if too many mines were added.
    """
    u = list_unknown(c, position)
    trail, mines = position.trail, position.mines
    enough = c >= 0
    for i in range(1, u + 1):
        x = trail[i]
        y = -1
        if enough and mines[x] == 1:
            y = seek(ISOLATED, 0, barred, tally, position)
            enough = y >= 0
        if y >= 0:
            set_mine(x, 0, position)
            mines[y] = 1
    for i in range(1, u + 1):
        x = trail[i]
        if not enough and mines[x] == 0:
            tally[ADDED] += 1
            position.left[0] += 1
            set_mine(x, 1, position)
    return MAX_ADDED_SHARE * tally[ADDED] <= count


@inlined
def repair(strategy, count, barred, tally, position):
    """Change a board where the game is stuck, so that something can be deduced. Returns whether that was possible."""
    c = seek(CLUE, 0, barred, tally, position)
    if strategy == FILL:
        return fill_up(c, count, barred, tally, position)
    if c < 0:
        return open_wall(barred, tally, position)
    wanted = int(random_below(position.open_[c], tally) < position.need[c])
    return repair_clue(c, wanted, barred, tally, position)


@subroutine
def one_pass(strategy, count, limit, first, cap, barred, tally, position, trace):
    """Play a board from the start and repair it on the way, at most ``limit`` times.

    Returns the number of repairs, or -1 if that was not enough or the board cannot be repaired.
    """
    begin_game(first, position, trace)
    tally[NONE_ISOLATED] = 0
    tally[NONE_ISOLATED + 1] = 0
    rounds = 0
    repairs = 0
    while True:
        status, rounds = run_rounds(rounds, cap, position, trace)
        if status == SOLVED:
            return repairs
        tally[MOST_KNOWN] = max(tally[MOST_KNOWN], position.known.size - position.left[1])
        repairs += 1
        if repairs > limit or not repair(strategy, count, barred, tally, position):
            return -1


@subroutine
def repair_board(strategy, count, limit, first, cap, barred, tally, position, trace):
    """Play and repair a board until a pass needs no repair. Returns True then.

    Returns False when a pass needs more repairs than the one before, the first more than ``limit``, or
    MAX_EQUAL_PASSES + 1 in a row as many as the one before them. So it always ends.
    """
    equal_passes = 0
    while equal_passes <= MAX_EQUAL_PASSES:
        repairs = one_pass(strategy, count, limit, first, cap, barred, tally, position, trace)
        if repairs <= 0:
            return repairs == 0
        equal_passes = equal_passes + 1 if repairs == limit else 0
        limit = repairs
    return False


@subroutine
def remove_added(count, first, cap, barred, tally, position, trace):
    """Remove added mines from a solved board. Returns whether all are gone and the board can still be solved."""
    mines, known = position.mines, position.known
    for _ in range(REMOVALS * tally[ADDED]):
        x = seek(FINISHED, 1, barred, tally, position)
        if tally[ADDED] == 0 or x < 0:
            break
        mines[x] = 0
        tally[ADDED] -= 1
        if not repair_board(REDRAW, count, 0, first, cap, barred, tally, position, trace):
            mines[x] = 1
            tally[ADDED] += 1
            for y in range(known.size):  # so that the next one is sought among all mines
                known[y] = MINE if mines[y] == 1 else SAFE
                position.open_[y] = 0
    return tally[ADDED] == 0


@subroutine
def find_board(strategy, attempts, count, first, cap, barred, pool, tally, position, trace):
    """Draw boards until one can be solved from the cell ``first``. Returns whether one was found."""
    limit = 0 if strategy == REDRAW else position.mines.size
    for _ in range(attempts):
        draw_mines(count, barred, position.mines, pool, tally)
        tally[ADDED] = 0
        if repair_board(strategy, count, limit, first, cap, barred, tally, position, trace) and (
            tally[ADDED] == 0 or remove_added(count, first, cap, barred, tally, position, trace)
        ):
            return True
    return False


Boards = Annotated[Int8, "boards, n"]


@kernel
def search_stack(
    strategy: int, attempts: int, count: int, first: Annotated[Int32, "boards"], cap: int, start: Starts, cells: Cells,
    mines: Boards, known: Nodes, barred: Boards, pool: Annotated[Int32, "n"],
    tally: Annotated[Int64, f"boards, {TALLY_SIZE}"], found: Annotated[Int8, "boards"], trace: Trace, scratch: Scratch,
) -> None:  # fmt: skip
    """Search boards in the given arrays. Arguments and results are those of ``search``."""
    for i in range(first.size):
        if i > 0 and not found[i - 1]:
            return
        position = position_in(start, cells, mines[i], known, scratch)
        found[i] = find_board(strategy, attempts, count, first[i], cap, barred[i], pool, tally[i], position, trace)


def search(strategy, attempts, count, first, cap, start, cells, barred, tally):
    """Find boards of ``count`` mines that tiers 1 to ``cap`` solve, each from its cell of ``first``, int32 (boards,).

    ``barred`` int8 (boards, n): 1 where no mine may be. ``tally`` int64 (boards, TALLY_SIZE): entry RANDOM of each is
    the seed, not 0; the others receive counts. At most ``attempts`` boards are drawn for each. After one that is not
    found, no further ones are tried. Returns (``mines``, int8 (boards, n); ``found``, int8 (boards,)).
    """
    boards, n = barred.shape
    mines = np.zeros((boards, n), np.int8)
    succeeded = np.zeros(boards, np.int8)
    known = np.empty(n, np.int8)
    pool = np.empty(n, np.int32)
    search_stack(
        strategy, attempts, count, first, cap, start, cells, mines, known, barred, pool, tally, succeeded,
        new_trace(n), new_scratch(n, cells.size),
    )  # fmt: skip
    return mines, succeeded
