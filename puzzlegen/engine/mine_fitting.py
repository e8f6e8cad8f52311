"""Finds mines that fit given clues, by a search that repairs one wrong node after the other (min-conflicts).

Wrong is a clue whose wanted value differs from the mines around it, a cell to prove that no clue can reach, and a
number of mines outside the limits. A move takes any wrong node and flips the cell near it that leaves the least wrong;
now and then it flips any of them, so that the search does not run in a circle.

Whether the clues also prove the mines is not looked at here: thinning finds that out, and most fitted boards pass.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernels import Cells, Int8, Int32, Int64, Random, Starts, kernel, subroutine
from puzzlegen.engine.random_numbers import random_below

FREE = -1  # in ``fixed``: the search may flip the cell; 0 keeps it safe, 1 keeps it a mine
ANY = -1  # in ``wanted``: no value is wanted
# Entries of ``role``: what a node is for
CARRIES = 0  # its clue may be printed where it is safe; as a mine it has to be proved
BLANK = 1  # its clue is never printed, so it has to be proved
GIVEN = 2  # it is known, and has no clue
# Entries of ``limits``, int64
FEWEST, MOST, MOVES = 0, 1, 2  # mines of the board; moves to try
COUNT = 3  # receives the number of mines
LIMITS = 4

NONE = -1
ANYHOW = 16  # one move in so many flips any cell near the wrong node
LOOKS = 12  # cells to look at for a change of the number of mines
MOVES_A_CELL = 40  # moves before the search gives up; real positions of 25 clues take about one


class Given(NamedTuple):
    """What is given: int8, an entry a node of the board. See the constants above."""

    fixed: Annotated[Int8, "const n"]
    wanted: Annotated[Int8, "const n"]
    role: Annotated[Int8, "const n"]


class Fit(NamedTuple):
    """The state of the search. ``mines`` has 1 for a mine; the others are derived from it (see ``count_all``)."""

    mines: Annotated[Int8, "n"]
    off: Annotated[Int32, "n"]  # mines around a clue beyond its wanted value
    reach: Annotated[Int32, "n"]  # clues beside a node that can be printed
    wrong: Annotated[Int32, "n + 1"]  # list of the wrong nodes; entry 0 is its length
    place: Annotated[Int32, "n"]  # of a node in that list, 0 if it is not wrong


@subroutine
def needs(x, given, fit):
    """Return whether a node has to be proved by clues."""
    return given.role[x] == BLANK or (given.role[x] == CARRIES and fit.mines[x] == 1)


@subroutine
def enlist(x, given, fit):
    """Put a node into the list of wrong ones, or remove it, as it is."""
    wrong, place = fit.wrong, fit.place
    is_wrong = (given.wanted[x] != ANY and fit.off[x] != 0) or (fit.reach[x] == 0 and needs(x, given, fit))
    if is_wrong and place[x] == 0:
        wrong[0] += 1
        wrong[wrong[0]] = x
        place[x] = wrong[0]
    elif not is_wrong and place[x] > 0:
        last = wrong[wrong[0]]
        wrong[place[x]] = last
        place[last] = place[x]
        place[x] = 0
        wrong[0] -= 1


@subroutine
def count_all(start, cells, given, limits, fit):
    """Derive all from the mines."""
    limits[COUNT] = 0
    fit.wrong[0] = 0
    for x in range(fit.mines.size):
        limits[COUNT] += int(fit.mines[x])  # numpy adds without a compiler in 8 bits
        around, carrying = 0, 0
        for k in range(start[x], start[x + 1]):
            y = cells[k]
            around += int(fit.mines[y])
            carrying += given.role[y] == CARRIES and fit.mines[y] == 0
        fit.off[x] = around - given.wanted[x] if given.wanted[x] != ANY else 0
        fit.reach[x] = carrying
        fit.place[x] = 0
    for x in range(fit.mines.size):
        enlist(x, given, fit)


@subroutine
def gap(count, limits):
    """Return by how much a number of mines is outside the limits."""
    return max(0, limits[FEWEST] - count) + max(0, count - limits[MOST])


@subroutine
def worse_by(x, start, cells, given, limits, fit):
    """Return how much more is wrong after a flip of cell ``x``."""
    step = 1 - 2 * int(fit.mines[x])
    more = gap(limits[COUNT] + step, limits) - gap(limits[COUNT], limits)
    carries = given.role[x] == CARRIES
    if carries and fit.reach[x] == 0:
        more += step
    for k in range(start[x], start[x + 1]):
        y = cells[k]
        if given.wanted[y] != ANY:
            more += abs(fit.off[y] + step) - abs(fit.off[y])
        if carries and fit.reach[y] == (step + 1) // 2 and needs(y, given, fit):
            more += step
    return more


@subroutine
def flip(x, start, cells, given, limits, fit):
    """Make a safe cell a mine or a mine safe."""
    step = 1 - 2 * int(fit.mines[x])
    fit.mines[x] += step
    limits[COUNT] += step
    carries = given.role[x] == CARRIES
    for k in range(start[x], start[x + 1]):
        y = cells[k]
        if given.wanted[y] != ANY:
            fit.off[y] += step
        if carries:
            fit.reach[y] -= step
        enlist(y, given, fit)
    enlist(x, given, fit)


@subroutine
def may_help(x, c, given, fit):
    """Return whether a flip of ``x`` can help the wrong node ``c``."""
    if given.fixed[x] != FREE:
        return False
    if given.wanted[c] != ANY and fit.off[c] != 0:
        return (fit.mines[x] == 1) == (fit.off[c] > 0)
    return fit.mines[x] == 1 and given.role[x] == CARRIES


@subroutine
def best_near(c, start, cells, given, limits, fit, random):
    """Return the cell at or beside the wrong node ``c`` whose flip is best; NONE if none can help."""
    anyhow = random_below(ANYHOW, random) == 0
    best, least, ties = NONE, 0, 0
    for k in range(start[c] - 1, start[c + 1]):
        x = cells[k] if k >= start[c] else c
        if not may_help(x, c, given, fit):
            continue
        more = 0 if anyhow else worse_by(x, start, cells, given, limits, fit)
        if best == NONE or more < least:
            best, least, ties = int(x), more, 1
        elif more == least:
            ties += 1
            if random_below(ties, random) == 0:
                best = int(x)
    return best


@subroutine
def best_anywhere(start, cells, given, limits, fit, random):
    """Return the best of some cells whose flip brings the number of mines nearer to the limits; NONE if none is met."""
    mine = limits[COUNT] > limits[MOST]
    best, least = NONE, 0
    for _ in range(LOOKS):
        x = int(random_below(fit.mines.size, random))
        if given.fixed[x] != FREE or (fit.mines[x] == 1) != mine:
            continue
        more = worse_by(x, start, cells, given, limits, fit)
        if best == NONE or more < least:
            best, least = x, more
    return best


@kernel
def fit_mines(
    start: Starts, cells: Cells, given: Given, limits: Annotated[Int64, f"{LIMITS}"], random: Random, fit: Fit
) -> tuple[int, int]:
    """Flip cells until nothing is wrong. Returns (what is still wrong, moves made).

    ``start`` and ``cells`` are the neighborhood of the nodes (see solver.position). ``random`` int64 (1,), see
    random_numbers. The mines of ``fit`` are those to begin with.
    """
    wrong = fit.wrong
    count_all(start, cells, given, limits, fit)
    moves = 0
    while moves < limits[MOVES]:
        outside = gap(limits[COUNT], limits)
        if wrong[0] == 0 and outside == 0:
            break
        moves += 1
        if outside > 0 and (wrong[0] == 0 or random_below(4, random) == 0):
            x = best_anywhere(start, cells, given, limits, fit, random)
        else:
            c = wrong[1 + random_below(wrong[0], random)]
            x = best_near(c, start, cells, given, limits, fit, random)
        if x != NONE:
            flip(x, start, cells, given, limits, fit)
    return int(wrong[0] + gap(limits[COUNT], limits)), moves


class Fitted(NamedTuple):
    """The mines found, int8 (n,), 1 = mine, what is still wrong with them, 0 if they fit, and the moves made."""

    mines: NDArray[np.int8]
    wrong: int
    moves: int


def fitted(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    given: Given,
    first: NDArray[np.int8],
    count: tuple[int, int],
    seed: int,
) -> Fitted:
    """Search mines that fit what is given, beginning with the mines ``first``, int8 (n,), which is left as it is.

    ``count`` is the fewest and the most mines. ``seed`` is any number.
    """
    n = first.size
    limits = np.array([*count, MOVES_A_CELL * n, 0], np.int64)
    random = np.array([seed >> 1 | 1], np.int64)
    off, reach, place = np.empty((3, n), np.int32)
    state = Fit(first.copy(), off, reach, np.empty(n + 1, np.int32), place)
    wrong, moves = fit_mines(start, cells, given, limits, random, state)
    return Fitted(state.mines, wrong, moves)
