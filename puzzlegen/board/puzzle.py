"""A puzzle: a grid, what is printed in each cell, and the total of mines where it is printed with the puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError

BLANK = -1  # nothing printed
EMPTY = -2  # printed as surely safe, without a number
VOID = -3  # not a cell of the board at all

Solution = tuple[bool, ...]  # True = mine, one entry a cell, row-major


@dataclass(frozen=True)
class Puzzle:
    """``cells`` holds one entry a cell, row-major: a clue from 0 to the variant's highest, BLANK, EMPTY or VOID.

    Ask ``hidden`` which cells may be mines: in some variants those with a clue may be too. ``total`` is the number
    of mines where it is printed with the puzzle, else None; it is never used unless printed.
    Raises FormatError when the number of cells or a value is impossible.
    """

    grid: Grid
    cells: tuple[int, ...]
    total: int | None = None

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise FormatError(f"{self.grid} needs {self.grid.size} cells, found {len(self.cells)}")
        found = set(self.cells)  # a handful: least and largest of all cells take four times as long
        if min(found) < VOID or max(found) > self.grid.variant.highest_clue:
            raise FormatError(f"a clue must be 0 to {self.grid.variant.highest_clue}")
        if self.total is not None and not 0 <= self.total <= self.unproved:
            cells = "cells" if self.grid.variant.clue_on_mine else "blank cells"
            total = self.total if abs(self.total) < 10**9 else "too many"
            raise FormatError(f"{total} mine{'s' * (total != 1)} cannot fit in {self.unproved} {cells}")

    @cached_property
    def hidden(self) -> tuple[bool, ...]:
        """True for each cell that may be a mine for all that is printed in it: those a solver has to prove."""
        if self.grid.variant.clue_on_mine:
            return tuple(value >= BLANK for value in self.cells)
        return tuple(value == BLANK for value in self.cells)

    @cached_property
    def unproved(self) -> int:
        """How many cells a solver has to prove."""
        return sum(self.hidden)

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
        if any(mine and not hidden for mine, hidden in zip(mines, self.hidden, strict=True)):
            return False
        if self.total is not None and sum(mines) != self.total:
            return False
        around = self.grid.neighbourhood
        return all(
            value < 0 or value == sum(mines[j] for j in around.cells[around.start[i] : around.start[i + 1]])
            for i, value in enumerate(self.cells)
        )


def from_bytes(grid: Grid, packed: bytes, total: int | None = None) -> Puzzle:
    """The puzzle with these cells, each a signed byte: ten times quicker than one by one. Raises as Puzzle does."""
    values = np.frombuffer(packed, np.int8)
    puzzle = Puzzle(grid, tuple(values.tolist()), total)
    puzzle.__dict__["array"] = values  # as read-only as the bytes it looks at
    return puzzle


def from_mines(grid: Grid, mines: Sequence[bool], void: Sequence[bool] | None = None) -> Puzzle:
    """The board with a clue in every cell that may have one: every safe cell, and mines if the variant allows it."""
    around = grid.neighbourhood
    flags = np.asarray(mines, np.int8)
    padded = np.append(flags[around.cells], 0)  # reduceat wants every start inside, also that of a lone cell
    cells = np.add.reduceat(padded, around.start[:-1])
    if not grid.variant.clue_on_mine:
        cells = np.where(flags == 1, BLANK, cells)
    if void is not None:
        cells = np.where(np.asarray(void), VOID, cells)
    return Puzzle(grid, tuple(cells.tolist()))
