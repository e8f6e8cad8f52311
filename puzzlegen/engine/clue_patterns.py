"""Searches mines for a pattern: which numbers each cell may show, and which cells must show one.

A safe cell shows its number if the pattern allows it there; every other cell is blank. The search moves mines until
the numbers shown solve the board and every cell that must show a number does. Each move is solved from the start. A
move changes one cell from mine to safe or back, or exchanges two of them, near a cell that is not proved or not as the
pattern wants. It stays if the board is no farther from what is wanted, or with a small chance if it is.

A search may also hide numbers, and want the solve to go from left to right: then the moments of the proofs have to
rise with the columns.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.kernels import Cells, Int32, Int64, Nodes, Random, Starts, kernel, subroutine
from puzzlegen.engine.mine_search import CHANCE
from puzzlegen.engine.position import Scratch, Trace, new_scratch, new_trace
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.engine.rounds import solve

MAY_BE_BLANK = 13  # bit of a pattern, above those of the numbers 0 to 12

# Entries of ``limits``, int64
FEWEST, MOST = 0, 1  # mines
MOVES = 2  # the most moves to try
CAP = 3  # the highest tier
SHIFT = 4  # from a cell to the node of its clue
WIDTH = 5  # columns of a board that is to be solved from left to right, 0 for any order
LIMITS = 6

NONE = -1
WORST = 1 << 40
GAP = 3  # cost of a number that is missing or wrong, in unproved cells, and as much for each mine too many or too few
ORDER_UNITS = 4  # unproved cells for a cell that is proved a whole board too early or too late
HIDE_IN = 3  # one move in so many hides or shows a number where the order matters


@subroutine
def shows(x, pattern, hidden, mines, numbers, shift):
    """Return whether cell ``x`` shows its number."""
    return (shift > 0 or mines[x] == 0) and hidden[x] == 0 and (pattern[x] >> numbers[x + shift]) & 1 == 1


@subroutine
def distance_to(value, allowed):
    """Return how far a number is from the nearest one that the bits ``allowed`` have, at most 9."""
    for step in range(9):
        if (allowed >> (value + step)) & 1 and value + step < MAY_BE_BLANK:
            return step
        if value >= step and (allowed >> (value - step)) & 1:
            return step
    return 9


@subroutine
def list_around(x, start, cells, movable, listed):
    """Add to a list the movable cells that the clue of node ``x`` counts."""
    for i in range(start[x], start[x + 1]):
        y = cells[i]
        if movable[y] and listed[0] < listed.size - 1:
            listed[0] += 1
            listed[listed[0]] = y


@subroutine
def disorder(rounds, width, cells_of_board, trace):
    """Return how far the moments of the proofs are from the order of the columns, summed in thousandths of a board."""
    away = 0
    for x in range(cells_of_board):
        m = int(trace.moment[x])
        if m > 0:
            left_to_right = 1000 * (2 * (x % width) + 1) // (2 * width)
            away += abs(1000 * (2 * m - 1) // (2 * rounds) - left_to_right)
    return away


@subroutine
def assess(
    start, cells, pattern, bare, limits, mines, hidden, numbers, clue, work, movable, spots, wrong, trace, scratch
):
    """Show the numbers, solve them, and list what to change. Returns the cost, 0 for a board as wanted.

    Lists in ``spots`` the movable cells that are not proved, in ``wrong`` those around numbers that are not as wanted.
    """
    shift = limits[SHIFT]
    size = clue.size - shift
    spots[0] = 0
    wrong[0] = 0
    misfit = 0
    for x in range(clue.size):
        work[x] = bare[x]
    for x in range(size):
        c = x + shift
        if shows(x, pattern, hidden, mines, numbers, shift):
            clue[c] = numbers[c]
            work[c] = SAFE
            continue
        clue[c] = -1
        if (pattern[x] >> MAY_BE_BLANK) & 1 == 0:
            misfit += 1 + distance_to(int(numbers[c]), int(pattern[x]))
            list_around(c, start, cells, movable, wrong)
    _, rounds = solve(start, cells, clue, work, NO_TOTAL, limits[CAP], trace, scratch)
    unproved = 0
    for x in range(size):
        if work[x] == UNKNOWN:
            unproved += 1
            if movable[x]:
                spots[0] += 1
                spots[spots[0]] = x
    cost = GAP * misfit + unproved
    if limits[WIDTH] > 0:
        cost += ORDER_UNITS * disorder(rounds, limits[WIDTH], size, trace) // 1000
    return cost


@subroutine
def step_from(x, start, cells, random):
    """Return a random cell within two steps of cell ``x``: one that some clue counts together with it."""
    if start[x + 1] == start[x]:
        return int(x)
    y = cells[start[x] + random_below(start[x + 1] - start[x], random)]
    return int(cells[start[y] + random_below(start[y + 1] - start[y], random)])


@subroutine
def choose_cell(size, start, cells, spots, wrong, random):
    """Draw a cell near which to change something."""
    if wrong[0] > 0 and (spots[0] == 0 or random_below(2, random)):
        return int(wrong[1 + random_below(wrong[0], random)])
    if spots[0] == 0:
        return int(random_below(size, random))
    x = int(spots[1 + random_below(spots[0], random)])
    return x if random_below(2, random) else step_from(x, start, cells, random)


@subroutine
def choose_move(size, count, limits, start, cells, mines, movable, spots, wrong, random):
    """Draw a change of mines as (cell, other cell or NONE); (NONE, NONE) if the one drawn is not allowed."""
    x = choose_cell(size, start, cells, spots, wrong, random)
    if movable[x] == 0:
        return NONE, NONE
    after = count + 1 - 2 * int(mines[x])
    if limits[FEWEST] <= after <= limits[MOST] and random_below(2, random):
        return x, NONE
    y = step_from(x, start, cells, random)
    if movable[y] == 0 or mines[y] == mines[x]:
        return NONE, NONE
    return x, y


@subroutine
def flip(x, start, cells, mines, numbers):
    """Make a mine safe or a safe cell a mine, and update the numbers."""
    change = 1 - 2 * int(mines[x])
    mines[x] += change
    for i in range(start[x], start[x + 1]):
        numbers[cells[i]] += change


@subroutine
def is_better(cost, before, random):
    """Return whether a move stays: one that costs no more, or by chance."""
    more = cost - before
    return more <= 0 or (more <= CHANCE.size and random_below(1 << 20, random) < CHANCE[more - 1])


@subroutine
def copy_list(source, target):
    """Copy a list, whose entry 0 is its length."""
    for i in range(source[0] + 1):
        target[i] = source[i]


@subroutine
def count_mines(size, start, cells, mines, numbers):
    """Fill in the number of mines that each node touches. Returns how many there are."""
    count = 0
    for x in range(numbers.size):
        numbers[x] = 0
    for x in range(size):
        if mines[x]:
            count += 1
            for i in range(start[x], start[x + 1]):
                numbers[cells[i]] += 1
    return count


@subroutine
def choose_change(size, count, limits, start, cells, mines, movable, spots, wrong, random):
    """Draw a change as (cell, other cell or NONE, cell whose number is hidden or shown, or NONE); NONE for no cell."""
    if limits[WIDTH] > 0 and random_below(HIDE_IN, random) == 0:
        h = choose_cell(size, start, cells, spots, wrong, random)
        return NONE, NONE, NONE if mines[h] else h
    x, y = choose_move(size, count, limits, start, cells, mines, movable, spots, wrong, random)
    return x, y, NONE


@subroutine
def make_change(x, y, h, start, cells, mines, numbers, hidden):
    """Make a change; the same again takes it back."""
    if x != NONE:
        flip(x, start, cells, mines, numbers)
    if y != NONE:
        flip(y, start, cells, mines, numbers)
    if h != NONE:
        hidden[h] = 1 - hidden[h]


@kernel
def fit_in(
    start: Starts, cells: Cells, pattern: Annotated[Int32, "n"], bare: Nodes, limits: Annotated[Int64, f"{LIMITS}"],
    random: Random, mines: Nodes, hidden: Nodes, numbers: Annotated[Int32, "n"], clue: Nodes, work: Nodes,
    movable: Nodes, near_faults: Annotated[Int32, "4, n + 1"], trace: Trace, scratch: Scratch,
) -> tuple[int, int]:  # fmt: skip
    """Search in the given arrays; see ``fit``. Returns (cost at the end, moves tried)."""
    spots, wrong, new_spots, new_wrong = near_faults[0], near_faults[1], near_faults[2], near_faults[3]
    size = clue.size - limits[SHIFT]
    for x in range(clue.size):
        clue[x] = -1
    count = count_mines(size, start, cells, mines, numbers)
    cost = assess(
        start, cells, pattern, bare, limits, mines, hidden, numbers, clue, work, movable, spots, wrong, trace, scratch
    )
    moves = 0
    while cost > 0 and moves < limits[MOVES]:
        moves += 1
        x, y, h = choose_change(size, count, limits, start, cells, mines, movable, spots, wrong, random)
        if x == NONE and h == NONE:
            continue
        make_change(x, y, h, start, cells, mines, numbers, hidden)
        after = assess(
            start, cells, pattern, bare, limits, mines, hidden, numbers, clue, work, movable, new_spots, new_wrong,
            trace, scratch,
        )  # fmt: skip
        if not is_better(after, cost, random):
            make_change(x, y, h, start, cells, mines, numbers, hidden)
            continue
        cost = after
        copy_list(new_spots, spots)
        copy_list(new_wrong, wrong)
        if x != NONE and y == NONE:
            count += 2 * int(mines[x]) - 1
    assess(
        start, cells, pattern, bare, limits, mines, hidden, numbers, clue, work, movable, spots, wrong, trace, scratch
    )
    return cost, moves


class Fit(NamedTuple):
    """The end of a search: ``clue`` and ``mines`` int8 (n,), entries of the nodes.

    ``cost`` is 0 if the numbers solve the board and all are as wanted. Where the order matters it is the disorder left.
    """

    cost: int
    moves: int
    clue: NDArray[np.int8]
    mines: NDArray[np.int8]


def fit(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    pattern: NDArray[np.int32],
    bare: NDArray[np.int8],
    mines: NDArray[np.int8],
    movable: NDArray[np.int8],
    limits: NDArray[np.int64],
    seed: int,
    hidden: NDArray[np.int8] | None = None,
) -> Fit:
    """Search mines for a pattern, from ``mines`` on, which are changed in place.

    ``start`` and ``cells`` are the neighborhood, ``bare`` int8 (n,) what is known without any clue. ``pattern`` int32
    (n,) has a bit for each number that a cell may show, and MAY_BE_BLANK where it need not show one. ``movable`` int8
    (n,) is 1 for cells that may be a mine or safe, and never for a cell that must show a number, unless clues may
    stand on mines. ``limits`` int64 (LIMITS,): see above. ``seed`` is any number. ``hidden`` int8 (n,): the numbers
    that are hidden at first.
    """
    n = bare.size
    random = np.array([seed >> 1 | 1], np.int64)
    clue, work, unhidden = np.zeros((3, n), np.int8)
    cost, moves = fit_in(
        start, cells, pattern, bare, limits, random, mines, unhidden if hidden is None else hidden,
        np.zeros(n, np.int32), clue, work, movable, np.zeros((4, n + 1), np.int32),
        new_trace(n), new_scratch(n, cells.size),
    )  # fmt: skip
    return Fit(int(cost), int(moves), clue, mines)
