"""The entries of the array that describes a board to these kernels, int64."""

from __future__ import annotations

WIDTH, HEIGHT = 0, 1  # in cells
SHIFT = 2  # node SHIFT + i is the clue of cell i
BOARD = 3  # entries of a shape
# Further entries for a climb: what it may change
FEWEST, MOST = 3, 4  # mines
LONE = 5  # whether safe cells with mines all around are allowed
MOVABLE = 6  # whether clues may move
PRINTED = 7  # whether the number of mines is printed
CAP = 8  # the highest tier
MOVES = 9  # changes to try
HEAT = 10  # by how much the cost may rise at first
CLIMB_BOARD = 11
