"""Repairs pictures that no puzzle can have: changes the fewest cells until the clues prove all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.engine.clue_rules import UNKNOWN
from puzzlegen.errors import GenerationError
from puzzlegen.pictures.reduction import Cells, label_components
from puzzlegen.solver.tiers import run_stack

MOST_CHANGED = 0.1  # share of the cells that a repair may change: with more it is another picture
MOST_TRIED = 120  # cells to try for one change


class RepairedPicture(NamedTuple):
    """A picture that all its clues prove, and the cells changed for that."""

    cells: Cells
    changed: tuple[int, ...] = ()


def repair(grid: Grid, cells: Cells, cap: int) -> RepairedPicture:
    """Change as few cells as this search finds until tiers 1 to ``cap`` prove the picture from all its clues.

    In each step it takes the change after which the fewest cells remain unproved, among equals the one that least
    changes the look: a cell that most of its neighbors differ from. In the end it takes back changes that the others
    made needless. Raises GenerationError if no change helps, or if more than a tenth of the cells would change.
    """
    mines = cells.ravel().copy()
    changed: list[int] = []
    unknown = _unproved(grid, [mines], cap)[0]
    while unknown.any():
        options = [mines ^ (np.arange(grid.size) == cell) for cell in _near(unknown.reshape(cells.shape))]
        unproved = _unproved(grid, options, cap)
        left = np.count_nonzero(unproved, axis=1)
        ugly = [_alike(option.reshape(cells.shape), int(np.flatnonzero(option != mines)[0])) for option in options]
        best = min(range(len(options)), key=lambda i: (left[i], -ugly[i]))
        if left[best] >= np.count_nonzero(unknown) or len(changed) >= MOST_CHANGED * grid.size:
            raise GenerationError(
                f"the picture cannot be proved at tier {cap} ({grid.name(int(np.flatnonzero(unknown)[0]))} and "
                f"{np.count_nonzero(unknown) - 1} more cells): choose a harder difficulty, another threshold or "
                "another width"
            )
        changed += np.flatnonzero(options[best] != mines).tolist()
        mines, unknown = options[best], unproved[best]
    for cell in changed[:-1]:
        back = mines ^ (np.arange(grid.size) == cell)
        if not _unproved(grid, [back], cap).any():
            mines = back
    return RepairedPicture(mines.reshape(cells.shape), tuple(np.flatnonzero(mines != cells.ravel()).tolist()))


def _unproved(grid: Grid, boards: Sequence[NDArray[np.bool_]], cap: int) -> NDArray[np.bool_]:
    """Return which cells of each board its clues do not prove, shape (boards, cells)."""
    stack = run_stack([from_mines(grid, mines.tolist()) for mines in boards], cap)
    unproved: NDArray[np.bool_] = stack.known == UNKNOWN
    return unproved


def _near(unknown: Cells) -> list[int]:
    """Return cells to try: those of one unproved part and the cells around it."""
    labels, _ = label_components(unknown)
    part = np.pad(labels == 1, 1)
    height, width = unknown.shape
    around = np.logical_or.reduce([part[d : d + height, r : r + width] for d in range(3) for r in range(3)])
    inner = np.flatnonzero(labels == 1).tolist()
    return (inner + np.flatnonzero(around & (labels != 1)).tolist())[:MOST_TRIED]


def _alike(cells: Cells, cell: int) -> int:
    """Return how many cells around a cell are as it is."""
    row, col = divmod(cell, cells.shape[1])
    box = cells[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
    return int(np.count_nonzero(box == cells[row, col])) - 1
