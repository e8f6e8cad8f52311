"""Translates a board into the nodes and clues that the engine works on.

The engine knows only which nodes are neighbors, and requires that a clue stands on a safe node. On a minesweeper
board nodes and cells are the same. On a mosaic of ``n`` cells a clue may stand on a mine, so each cell has two nodes:
node ``i`` is the cell to prove, and node ``n + i`` is its clue. The clue's node is known to be safe and touches the up
to nine cells it counts. Only this module distinguishes the two cases; the rules and kernels do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.cell_tables import Neighborhood
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.engine.solving.clue_rules import MAX_DEGREE, NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.errors import SolverError

Cells = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of a grid of ``cells`` cells: node ``i`` is cell ``i``, node ``shift + i`` its clue.

    The arrays that methods take and return have one entry a cell or a node on the last axis. For many puzzles of one
    grid they have another axis in front, one entry a puzzle.
    """

    around: Neighborhood
    cells: int
    shift: int

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.cells + self.shift

    def clues(self, printed: Cells) -> Cells:
        """Return the engine's ``clue``, one entry a node, from the printed value of each cell. The array is new."""
        if not self.shift:
            return printed.copy()
        return np.concatenate([np.full_like(printed, BLANK), printed], axis=-1)

    def known(self, printed: Cells) -> Cells:
        """Return what is known before the first deduction, UNKNOWN or SAFE, one entry a node."""
        if not self.shift:
            return np.where(printed == BLANK, UNKNOWN, SAFE).astype(np.int8)
        unknown = np.where(printed >= BLANK, UNKNOWN, SAFE).astype(np.int8)
        return np.concatenate([unknown, np.full_like(printed, SAFE)], axis=-1)

    def clue_nodes(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the nodes of these cells' clues."""
        return cells + np.int32(self.shift)

    def printed(self, clue: Cells) -> Cells:
        """Return the printed value of each cell, for boards of clues and blanks: the inverse of ``clues``."""
        return clue[..., self.shift :]

    def clue_cells(self, by: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the cell of the clue that proved each cell, from the engine's ``by``. Values that are no clue stay."""
        found = by[..., : self.cells]
        return np.where(found >= self.shift, found - self.shift, found).astype(np.int32) if self.shift else found


@lru_cache(maxsize=64)
def nodes_of(grid: Grid) -> Nodes:
    """Return the nodes of a grid. Raises SolverError for a neighborhood larger than the engine's bit masks."""
    around = grid.neighborhood
    degree = int(np.diff(around.start).max(initial=0))
    if degree > MAX_DEGREE:
        raise SolverError(f"{grid.variant} board: a cell has {degree} neighbors, the solver takes at most {MAX_DEGREE}")
    if not grid.variant.clue_on_mine:
        return Nodes(around, grid.size, 0)
    # First each cell touches the clues that count it, then each clue the cells it counts: the same list twice, shifted.
    pairs = np.int32(around.cells.size)
    start = np.concatenate([around.start, around.start[1:] + pairs])
    cells = np.concatenate([around.cells + np.int32(grid.size), around.cells])
    start.setflags(write=False)
    cells.setflags(write=False)
    return Nodes(Neighborhood(start, cells), grid.size, grid.size)


def printed_total(puzzle: Puzzle) -> int:
    """Return the engine's ``total``: the printed number of mines, or NO_TOTAL."""
    return NO_TOTAL if puzzle.total is None else puzzle.total
