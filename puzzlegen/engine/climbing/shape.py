"""How these kernels see a board: the entries of an int64 array, and tables of cells."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 0, 1  # in cells
SHIFT = 2  # node SHIFT + i is the clue of cell i
SIDES = 3  # of a cell
BOARD = 4  # entries of a shape
# Further entries for a climb: what it may change
FEWEST, MOST = 4, 5  # mines
LONE = 6  # whether safe cells with mines all around are allowed
MOVABLE = 7  # whether clues may move
PRINTED = 8  # whether the number of mines is printed
CAP = 9  # the highest tier
MOVES = 10  # changes to try
HEAT = 11  # by how much the cost may rise at first
CLIMB_BOARD = 12


class Places(NamedTuple):
    """Which cells lie beside each other. Tables of cells have a negative number where there is no cell.

    ``touching`` has a row for each cell, with the cells that touch it. The first SIDES columns share a side with it.
    Columns ``2 * k`` and ``2 * k + 1`` lie in opposite directions. ``patches`` has a row for each group of a cell and
    those that touch it (see board.grid).
    """

    touching: Annotated[NDArray[np.int32], "const _, _"]
    patches: Annotated[NDArray[np.int32], "const _, _"]
