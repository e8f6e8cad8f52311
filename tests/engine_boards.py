"""Random boards for the engine's tests, as the arrays the kernels take."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.engine.clue_rules import MINE, NO_TOTAL, SAFE, UNKNOWN


class Case(NamedTuple):
    """What a kernel takes. ``known`` is the start position without the clues."""

    grid: Grid
    clue: np.ndarray
    known: np.ndarray
    mines: np.ndarray
    total: int

    def position(self):
        """The start position with the clues' own cells known."""
        return np.where(self.clue >= 0, SAFE, self.known).astype(np.int8)


def random_case(
    rng, *, sides=(3, 8), density=(0.1, 0.5), keep=(0.2, 1.0), void=0.0, preset=0.0, printed=0.0, variant=MINESWEEPER
):
    """A board with true clues; by chance some are dropped, some cells void or pre-set, or the total is printed."""
    width, height = (int(side) for side in rng.integers(sides[0], sides[1] + 1, 2))
    grid = Grid(width, height, variant)
    n = grid.size
    around = grid.neighborhood
    outside = rng.random(n) < void
    mines = (rng.random(n) < rng.uniform(*density)) & ~outside
    counts = np.array([mines[around.cells[around.start[i] : around.start[i + 1]]].sum() for i in range(n)])
    dropped = rng.random(n) >= rng.uniform(*keep)
    clue = np.where(mines | outside | dropped, -1, counts).astype(np.int8)
    given = rng.random(n) < preset
    known = np.where(outside, SAFE, np.where(given, np.where(mines, MINE, SAFE), UNKNOWN)).astype(np.int8)
    total = int(mines.sum()) if rng.random() < printed else NO_TOTAL
    return Case(grid, clue, known, mines, total)


def tell_lone_mines(case):
    """The same board with every mine that touches no clue pre-set, so that all clues solve it."""
    around = case.grid.neighborhood
    known = case.known.copy()
    for x in np.flatnonzero(case.mines):
        if not (case.clue[around.cells[around.start[x] : around.start[x + 1]]] >= 0).any():
            known[x] = MINE
    return case._replace(known=known)


def thinning_case(rng, sides=(3, 10), show_lone_mines=True, variant=MINESWEEPER):
    """A board to be thinned, and the order to visit its cells in; two thirds have void and pre-set cells.

    Unless ``show_lone_mines``, there may be mines that touch no clue, which only a printed total can prove.
    """
    kind = int(rng.integers(3))
    keep = (1.0, 1.0) if kind < 2 else (0.7, 1.0)
    strange = 0.05 * (kind > 0)
    case = random_case(rng, sides=sides, keep=keep, void=strange, preset=strange, variant=variant)
    return tell_lone_mines(case) if show_lone_mines else case, rng.permutation(case.grid.size).astype(np.int32)
