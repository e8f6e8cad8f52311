"""Finds a puzzle for clues in given places: searches mines, then removes clues where that is wanted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.layouts.mine_search import FEWEST, LIMITS_SIZE, LONE, MOST, MOVES
from puzzlegen.engine.solving.clue_rules import UNKNOWN
from puzzlegen.engine.thinning.state import IS_CLUE, IS_MINE, OVERFLOWED, TOTAL_PRINTED, new_state
from puzzlegen.engine.thinning.thin_incremental import try_all
from puzzlegen.engine.thinning.thin_naive import NO_CELLS, Removals

NO_REMOVALS = Removals(NO_CELLS, np.zeros(1, np.int32))
MOVES_A_BLANK = 60  # moves to try before the search gives up; one in a thousand 10x10 boards needs a third of them


class Search(NamedTuple):
    """What the search for mines may do. ``first`` int8 (n,): the mines it begins with, 1 = mine.

    The number of mines stays between ``fewest`` and ``most``. ``seed`` is any number. ``lone`` allows safe cells with
    mines all around.
    """

    first: NDArray[np.int8]
    fewest: int
    most: int
    seed: int
    lone: bool = True


def arrange(
    start: NDArray[np.int32],
    cells: NDArray[np.int32],
    clue: NDArray[np.int8],
    known: NDArray[np.int8],
    cap: int,
    search: Search,
    removals: Removals = NO_REMOVALS,
    *,
    total: bool = False,
) -> NDArray[np.int8] | None:
    """Search mines so that the clues solve the board at tier ``cap``, then remove clues. Returns the mines, or None.

    ``clue`` int8 (n,) is 0 where a clue stands, negative elsewhere, and is changed in place. ``start``, ``cells`` and
    ``known`` are those of ``thin_naive.thin_naive``. Every blank must touch a clue. With ``total``, the number of mines
    is printed, and removals may rely on it. None means that the search found nothing within its moves.
    """
    state = new_state(start, cells)
    state.cell[IS_MINE] = search.first
    state.cell[IS_CLUE] = clue >= 0
    state.counters[TOTAL_PRINTED] = total
    blank_after = (known == UNKNOWN).astype(np.int32)
    limits = np.empty(LIMITS_SIZE, np.int32)
    limits[FEWEST], limits[MOST], limits[LONE] = search.fewest, search.most, search.lone
    limits[MOVES] = MOVES_A_BLANK * int(np.count_nonzero((clue < 0) & (known == UNKNOWN)))
    random = np.array([search.seed >> 1 | 1], np.int64)
    trace = np.empty(0, np.int32)
    removed = try_all(*removals, limits, random, blank_after, cap, clue, trace, trace, trace, trace, trace, *state)
    if removed < 0 or state.counters[OVERFLOWED]:
        return None
    mines: NDArray[np.int8] = state.cell[IS_MINE].astype(np.int8)
    return mines
