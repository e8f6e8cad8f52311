"""A puzzle: a grid, what is printed in each cell, and the total of mines where it is printed with the puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError

BLANK = -1  # nothing printed: mine or safe
EMPTY = -2  # printed as surely safe, without a number
VOID = -3  # not a cell of the board at all

Solution = tuple[bool, ...]  # True = mine, one entry a cell, row-major


@dataclass(frozen=True)
class Puzzle:
    """``cells`` holds one entry a cell, row-major: a clue 0 to 8, BLANK, EMPTY or VOID. Clue cells are never mines.

    ``total`` is the number of mines where it is printed with the puzzle, else None; it is never used unless printed.
    Raises FormatError when the number of cells or a value is impossible.
    """

    grid: Grid
    cells: tuple[int, ...]
    total: int | None = None

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise FormatError(f"{self.grid} needs {self.grid.size} cells, found {len(self.cells)}")
        if min(self.cells) < VOID or max(self.cells) > 8:
            raise FormatError("a clue must be 0 to 8")
        if self.total is not None and not 0 <= self.total <= self.cells.count(BLANK):
            raise FormatError(f"{self.total} mines cannot fit in {self.cells.count(BLANK)} blank cells")

    @cached_property
    def array(self) -> NDArray[np.int8]:
        """``cells`` as int8, shape ``(size,)``, read-only: what the engine takes."""
        values = np.array(self.cells, np.int8)
        values.setflags(write=False)
        return values

    @property
    def clues(self) -> int:
        """How many clues are printed."""
        return sum(value >= 0 for value in self.cells)

    def is_solved_by(self, mines: Sequence[bool]) -> bool:
        """Whether every clue, every printed empty cell and the printed total agree with these mines."""
        if any(mine and value != BLANK for mine, value in zip(mines, self.cells, strict=True)):
            return False
        if self.total is not None and sum(mines) != self.total:
            return False
        around = self.grid.neighbourhood
        return all(
            value < 0 or value == sum(mines[j] for j in around.cells[around.start[i] : around.start[i + 1]])
            for i, value in enumerate(self.cells)
        )


def from_mines(grid: Grid, mines: Sequence[bool], void: Sequence[bool] | None = None) -> Puzzle:
    """The board with a clue in every safe cell."""
    around = grid.neighbourhood
    flags = np.asarray(mines, np.int8)
    padded = np.append(flags[around.cells], 0)  # reduceat wants every start inside, also that of a lone cell
    counts = np.add.reduceat(padded, around.start[:-1])
    cells = np.where(flags == 1, BLANK, counts)
    if void is not None:
        cells = np.where(np.asarray(void), VOID, cells)
    return Puzzle(grid, tuple(cells.tolist()))
