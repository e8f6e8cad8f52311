"""Adjusts a solved puzzle to a wanted difficulty by small changes to its mines; its clues keep their places.

A change makes one blank a mine or safe, or exchanges a mine with a safe blank nearby. Half of the changes are made at
blanks that tier 1 did not prove. A change stays if the tiers still solve the puzzle and it is no farther from what is
wanted. Until the puzzle needs the wanted tier, more moments above tier 1 are nearer; from then on the points of effort
count (see engine.grading). The first puzzle that fits ends the search.

Other measures of nearness below the wanted tier took longer from 10x10 boards to expert puzzles: the points 1.2 times,
the number of blanks above tier 1 1.2 times, and the same for all puzzles 1.3 times in the natural layout and twice in
symmetric ones. Proofs that a change does not touch can be kept, as in the search for mines (mine_search). That
took as long as solving 20x20 boards from the start, and twice as long at 10x10 (2026-11-22).
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.climb import NONE, WORST, copy, is_walled_in, near, set_mine
from puzzlegen.engine.clue_rules import NO_TOTAL, UNKNOWN
from puzzlegen.engine.grading import mean_effort, walk
from puzzlegen.engine.kernels import Cells, Coordinates, Int32, Int64, Nodes, Random, Starts, kernel, subroutine
from puzzlegen.engine.position import Scratch, Trace, new_scratch, new_trace
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.engine.rating import CAP, CLIMB_BOARD, FEWEST, HEIGHT, LONE, MOST, PRINTED, WIDTH
from puzzlegen.engine.rounds import SOLVED, solve
from puzzlegen.engine.steps_in_sight import Search, new_search

# Entries of ``wanted``, int64
TIER = 0  # the hardest tier is at least this
LOW, HIGH = 1, 2  # effort, in hundredths of a point
PATIENCE = 3  # draws without a nearer puzzle, after which the search ends
MORE = 4  # the effort of several walks less that of the one without noise, of the last puzzle; 0 at first
EFFORT = 5  # that of several walks, of the same puzzle; if a puzzle fits, it is that one
WANTED = 6

TOO_EASY = 1 << 40  # distance of a puzzle without the wanted tier, less its moments above tier 1


@subroutine
def touch_the_same_clues(x, y, start, cells, clue):
    """Return whether two blanks touch the same clues. The lists of both are in ascending order."""
    i, j = start[x], start[y]
    while True:
        while i < start[x + 1] and clue[cells[i]] < 0:
            i += 1
        while j < start[y + 1] and clue[cells[j]] < 0:
            j += 1
        if i == start[x + 1] or j == start[y + 1]:
            return i == start[x + 1] and j == start[y + 1]
        if cells[i] != cells[j]:
            return False
        i += 1
        j += 1


@subroutine
def has_twin(x, start, cells, clue, known):
    """Return whether another blank touches the same clues as blank ``x``, so that both are mines or both are safe."""
    for i in range(start[x], start[x + 1]):
        c = cells[i]
        if clue[c] < 0:
            continue
        for k in range(start[c], start[c + 1]):
            y = cells[k]
            if y != x and known[y] == UNKNOWN and touch_the_same_clues(x, y, start, cells, clue):
                return True
        return False
    return False


@subroutine
def list_movable(board, start, cells, clue, known, movable, spots):
    """Mark and list the blanks that can change: those without a twin. ``spots``: entry 0 is the length."""
    spots[0] = 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        movable[x] = known[x] == UNKNOWN and not has_twin(x, start, cells, clue, known)
        if movable[x]:
            spots[0] += 1
            spots[spots[0]] = x


@subroutine
def list_hard(board, movable, trace, hard):
    """List the blanks above tier 1 that can change. ``hard``: entry 0 is the length."""
    hard[0] = 0
    for x in range(board[WIDTH] * board[HEIGHT]):
        if movable[x] and trace.tier_of[trace.moment[x]] > 1:
            hard[0] += 1
            hard[hard[0]] = x


@subroutine
def outside(effort, wanted):
    """Return how far an effort lies outside the wanted range."""
    return max(0, wanted[LOW] - effort) + max(0, effort - wanted[HIGH])


@subroutine
def distance(start, cells, coordinates, clue, known, work, count, board, wanted, trace, walked, scratch, search):
    """Return how far a puzzle with ``count`` mines is from what is wanted: 0 if it fits, WORST if it is not solved.

    The grade is that of several walks. The walk without noise, with the last difference between the two, is enough to
    leave out most puzzles.
    """
    copy(known, work)
    total = count if board[PRINTED] else NO_TOTAL
    status, rounds = solve(start, cells, clue, work, total, board[CAP], trace, scratch)
    if status != SOLVED:
        return WORST
    hardest, above = 0, 0
    for i in range(1, rounds + 1):
        hardest = max(hardest, trace.tier_of[i])
        above += trace.tier_of[i] > 1
    if hardest < wanted[TIER]:
        return TOO_EASY - above
    copy(known, work)
    _, effort, _ = walk(start, cells, coordinates, clue, work, total, hardest, 0, 0, walked, scratch, search)
    away = outside(effort + wanted[MORE], wanted)
    if away == 0 or wanted[MORE] == 0:
        mean = mean_effort(start, cells, coordinates, clue, known, work, total, hardest, walked, scratch, search)
        wanted[MORE], wanted[EFFORT] = mean - effort, mean
        away = outside(mean, wanted)
    return away


@subroutine
def choose_change(count, board, movable, spots, hard, mines, random):
    """Draw a change. Returns (blank, other blank or NONE); (NONE, NONE) if the one drawn is not allowed.

    ``count`` is the number of mines.
    """
    at_hard = hard[0] > 0 and random_below(2, random) == 0
    x = int(hard[1 + random_below(hard[0], random)] if at_hard else spots[1 + random_below(spots[0], random)])
    after = count + 1 - 2 * int(mines[x])
    if board[FEWEST] <= after <= board[MOST] and random_below(4, random):
        return x, NONE
    y = near(x, board, random)
    if y == NONE or movable[y] == 0 or mines[y] == mines[x]:
        return NONE, NONE
    return x, y


@subroutine
def flip(x, y, start, cells, clue, mines):
    """Make a change; the same again takes it back."""
    set_mine(x, 1 - mines[x], start, cells, clue, mines)
    if y != NONE:
        set_mine(y, 1 - mines[y], start, cells, clue, mines)


@subroutine
def leaves_walled_in(x, y, start, cells, mines):
    """Return whether a safe cell near a change has mines all around."""
    return is_walled_in(x, start, cells, mines) or (y != NONE and is_walled_in(y, start, cells, mines))


@kernel
def adjust_in(
    start: Starts, cells: Cells, coordinates: Coordinates, clue: Nodes, known: Nodes, mines: Nodes,
    board: Annotated[Int64, f"{CLIMB_BOARD}"], wanted: Annotated[Int64, f"{WANTED}"], random: Random, movable: Nodes,
    spots: Annotated[Int32, "n + 1"], hard: Annotated[Int32, "n + 1"], work: Nodes,
    trace: Trace, walked: Trace, scratch: Scratch, search: Search,
) -> tuple[int, int]:  # fmt: skip
    """Adjust in the given arrays; see ``adjust``. Returns (1 if the puzzle fits, changes tried)."""
    trace.tier_of[0] = 0  # of what is known from the start
    count = 0
    for x in range(mines.size):
        count += int(mines[x])  # numpy adds without a compiler in 8 bits; so below
    away = distance(start, cells, coordinates, clue, known, work, count, board, wanted, trace, walked, scratch, search)
    list_movable(board, start, cells, clue, known, movable, spots)
    if away < WORST:
        list_hard(board, movable, trace, hard)
    draws = 0 if away < WORST and spots[0] > 0 else wanted[PATIENCE]
    changes = 0
    while away > 0 and draws < wanted[PATIENCE]:
        draws += 1
        x, y = choose_change(count, board, movable, spots, hard, mines, random)
        if x == NONE:
            continue
        changes += 1
        flip(x, y, start, cells, clue, mines)
        after = count if y != NONE else count + 2 * int(mines[x]) - 1
        new_away = WORST
        if board[LONE] or not leaves_walled_in(x, y, start, cells, mines):
            new_away = distance(
                start, cells, coordinates, clue, known, work, after, board, wanted, trace, walked, scratch, search
            )
        if new_away > away or new_away == WORST:
            flip(x, y, start, cells, clue, mines)
            continue
        count = after
        list_hard(board, movable, trace, hard)
        if new_away < away:
            draws = 0
        away = new_away
    return int(away == 0), changes


class Adjusted(NamedTuple):
    """The end of an adjustment. ``clue`` and ``mines`` int8 (n,), entries of the nodes, are a puzzle that tiers solve.

    ``fits`` says whether it is what was wanted, with ``effort`` in hundredths of a point. ``changes`` is the number of
    changes tried.
    """

    fits: bool
    effort: int
    clue: NDArray[np.int8]
    mines: NDArray[np.int8]
    changes: int


def adjust(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    coordinates: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    mines: NDArray[np.int8],
    board: NDArray[np.int64],
    wanted: NDArray[np.int64],
    seed: int,
) -> Adjusted:
    """Adjust a puzzle that tiers 1 to CAP solve. ``clue`` and ``mines`` are changed in place, and are in the result.

    ``start``, ``cells``, ``coordinates``, ``clue``, ``known`` and ``mines`` are those of climb.climb. ``board`` int64
    (CLIMB_BOARD,) says what may change; its MOVABLE, MOVES and HEAT do not matter. ``wanted`` int64 (WANTED,) says what
    for. ``seed`` is any number.
    """
    n = clue.size
    random = np.array([seed >> 1 | 1], np.int64)
    spots, hard = np.empty((2, n + 1), np.int32)
    movable, work = np.zeros((2, n), np.int8)
    fits, changes = adjust_in(
        start, cells, coordinates, clue, known, mines, board, wanted, random, movable, spots, hard, work,
        new_trace(n), new_trace(n), new_scratch(n, cells.size), new_search(n),
    )  # fmt: skip
    return Adjusted(bool(fits), int(wanted[EFFORT]), clue, mines, int(changes))
