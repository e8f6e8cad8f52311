"""Translates a board into the nodes and clues that the engine takes.

The engine knows nothing but who touches whom, and takes it that a clue stands on a safe node. On a minesweeper board
cells and nodes are the same. On a mosaic a clue may stand on a mine, so the engine is given two nodes a cell: node
``i`` is the cell to be proved, node ``n + i`` its clue, which is known from the start and touches the up to nine cells
it counts. No rule, no kernel and no proof has to know. This is the only place where the two are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid, Neighbourhood
from puzzlegen.board.puzzle import BLANK
from puzzlegen.engine.solving.clue_rules import MAX_DEGREE, SAFE, UNKNOWN
from puzzlegen.errors import SolverError

Cells = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of a grid of ``cells`` cells: node ``i`` is cell ``i``, node ``shift + i`` its clue.

    Every array may have more axes in front: one entry a puzzle, for a stack of them.
    """

    around: Neighbourhood
    cells: int
    shift: int

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.cells + self.shift

    def clues(self, printed: Cells) -> Cells:
        """What the engine calls ``clue``, from what is printed in each cell: a new array, one entry a node."""
        if not self.shift:
            return printed.copy()
        return np.concatenate([np.full_like(printed, BLANK), printed], axis=-1)

    def known(self, printed: Cells) -> Cells:
        """What is known before the first step, one entry a node."""
        if not self.shift:
            return np.where(printed == BLANK, UNKNOWN, SAFE).astype(np.int8)
        unknown = np.where(printed >= BLANK, UNKNOWN, SAFE).astype(np.int8)
        return np.concatenate([unknown, np.full_like(printed, SAFE)], axis=-1)

    def without_clues(self) -> Cells:
        """What would be known of a board with nothing printed: the nodes of a mosaic's clues never become unknown."""
        known = np.full(self.size, UNKNOWN, np.int8)
        known[self.cells :] = SAFE
        return known

    def of_clues(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        """The nodes of these cells' clues."""
        return cells + np.int32(self.shift)

    def printed(self, clue: Cells) -> Cells:
        """What is printed in each cell: ``clues`` turned back, for boards of clues and blanks."""
        return clue[..., self.shift :]

    def speakers(self, by: NDArray[np.int32]) -> NDArray[np.int32]:
        """For each cell the cell of the clue that proved it, from the engine's ``by``; what is not a clue stays."""
        found = by[..., : self.cells]
        return np.where(found >= self.shift, found - self.shift, found).astype(np.int32) if self.shift else found


@lru_cache(maxsize=64)
def nodes_of(grid: Grid) -> Nodes:
    """The nodes of a grid. Raises SolverError for a neighbourhood larger than the engine's masks."""
    around = grid.neighbourhood
    degree = int(np.diff(around.start).max(initial=0))
    if degree > MAX_DEGREE:
        raise SolverError(f"a cell with {degree} neighbours; the solver takes at most {MAX_DEGREE}")
    if not grid.variant.clue_on_mine:
        return Nodes(around, grid.size, 0)
    # first every cell touches the clues that count it, then every clue the cells it counts: the same list, moved
    pairs = np.int32(around.cells.size)
    start = np.concatenate([around.start, around.start[1:] + pairs])
    cells = np.concatenate([around.cells + np.int32(grid.size), around.cells])
    start.setflags(write=False)
    cells.setflags(write=False)
    return Nodes(Neighbourhood(start, cells), grid.size, grid.size)
