"""Dropping clues while the rest still solves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.engine import thin as engine
from puzzlegen.engine.rules import NO_TOTAL
from puzzlegen.errors import GenerationError


def thin(grid: Grid, mines: NDArray[np.int8], cap: int, order: NDArray[np.int32], *, total: bool = False) -> Puzzle:
    """The puzzle left when clues are dropped in ``order`` wherever the rest still solves at tiers 1 to ``cap``.

    ``mines`` int8 (size,), ``order`` int32: the cells to visit. With ``total`` the number of mines is printed, and
    used. Raises GenerationError when even all the clues do not solve the board.
    """
    full = from_mines(grid, mines.astype(bool).tolist())
    around = grid.neighbourhood
    clue = full.array.copy()
    count = int(mines.sum())
    given = np.zeros(grid.size, np.int8)
    if engine.thin(around.start, around.cells, clue, given, count if total else NO_TOTAL, cap, order).dropped < 0:
        raise GenerationError(f"the mines of this {grid} board cannot be proved at tier {cap} even with every clue")
    return Puzzle(grid, tuple(clue.tolist()), count if total else None)
