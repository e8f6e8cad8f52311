"""Thins a board: drops clues while the rest still solves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.engine.thinning import thin_incremental as engine
from puzzlegen.errors import GenerationError
from puzzlegen.solver.engine_input import nodes_of


class ThinnedPuzzle(NamedTuple):
    """The puzzle that is left. ``fell_back``: the incremental form gave up, and the slower naive one was used."""

    puzzle: Puzzle
    fell_back: bool


def thin(
    grid: Grid, mines: NDArray[np.int8], cap: int, order: NDArray[np.int32], *, total: bool = False
) -> ThinnedPuzzle:
    """Drop clues in ``order`` wherever the rest still solves at tiers 1 to ``cap``.

    ``mines`` is int8, shape ``(size,)``, 1 = mine. ``order`` is int32: the cells to visit. With ``total`` the number of
    mines is printed, and used. Raises GenerationError when even all the clues do not solve the board.
    """
    full = from_mines(grid, mines.astype(bool).tolist())
    nodes = nodes_of(grid)
    clue = nodes.clues(full.array)
    count = int(mines.sum())
    around = nodes.around
    thinned = engine.thin(
        around.start,
        around.cells,
        clue,
        nodes.without_clues(),
        count if total else NO_TOTAL,
        cap,
        nodes.clue_nodes(order),
    )
    if thinned.dropped < 0:
        raise GenerationError(f"the mines of this {grid} board cannot be proved at tier {cap} even with every clue")
    puzzle = Puzzle(grid, tuple(nodes.printed(clue).tolist()), count if total else None)
    return ThinnedPuzzle(puzzle, thinned.fell_back)
