"""Finds a puzzle for clues in given places: searches mines, then removes clues where that is wanted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.clue_rules import MINE, NO_TOTAL, UNKNOWN
from puzzlegen.engine.mine_search import FEWEST, LIMITS_SIZE, LONE, MOST, MOVES
from puzzlegen.engine.thin import NO_CELLS, Removals, make_boards, no_drawing, workspace_for
from puzzlegen.engine.thinning_state import IS_MINE, MORE, OVERFLOWED

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
    space = workspace_for(clue.size, cells.size, MORE)
    state = space.state
    space.draft.known[:] = np.where(search.first == 1, MINE, UNKNOWN)
    limits = np.zeros(LIMITS_SIZE, np.int32)
    limits[FEWEST], limits[MOST], limits[LONE] = search.fewest, search.most, search.lone
    limits[MOVES] = MOVES_A_BLANK * int(np.count_nonzero((clue < 0) & (known == UNKNOWN)))
    random = np.array([search.seed >> 1 | 1], np.int64)
    removed = make_boards(
        *no_drawing(removals), 0 if total else NO_TOTAL, cap, limits, random, known, clue, start, cells, removals, space
    )
    if removed < 0 or state.counters[OVERFLOWED]:
        return None
    mines: NDArray[np.int8] = state.cell[:, IS_MINE].astype(np.int8)
    return mines
