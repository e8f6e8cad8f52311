"""Thins a puzzle: drops clues as long as the others are enough to solve it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, blank_cells, from_mines
from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.engine.thinning import thin_incremental as engine
from puzzlegen.engine.thinning.thin_naive import Removals
from puzzlegen.errors import GenerationError
from puzzlegen.solver.engine_input import nodes_of


class ThinnedPuzzle(NamedTuple):
    """The thinned puzzle. ``fell_back`` says that the slower naive form was used after the incremental one."""

    puzzle: Puzzle
    fell_back: bool


def thin(grid: Grid, mines: NDArray[np.int8], cap: int, removals: Removals, *, total: bool = False) -> ThinnedPuzzle:
    """Drop each clue without which tiers 1 to ``cap`` still solve the puzzle.

    ``mines`` is int8, shape ``(size,)``, 1 = mine. ``removals`` lists the cells in the order to try. ``total`` prints
    the number of mines, so that the tiers can use it.
    Raises GenerationError if even all clues are not enough.
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
        nodes.known(blank_cells(grid)),
        count if total else NO_TOTAL,
        cap,
        removals._replace(order=nodes.clue_nodes(removals.order)),
    )
    if thinned.dropped < 0:
        raise GenerationError(unprovable(grid, cap))
    puzzle = Puzzle(grid, tuple(nodes.printed(clue).tolist()), count if total else None)
    return ThinnedPuzzle(puzzle, thinned.fell_back)


def unprovable(grid: Grid, cap: int) -> str:
    """Return the message about a board that even all clues do not solve."""
    return f"the mines of a board of {grid} cells cannot be proved at tier {cap} even with all clues"
