"""Defines a puzzle: a grid, the clue or symbol printed in each cell, and the printed number of mines, if any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError

BLANK = -1  # nothing printed
EMPTY = -2  # printed as safe, without a number
VOID = -3  # no cell: a hole in the board

Solution = tuple[bool, ...]  # True = mine, one entry a cell, row-major


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as printed.

    ``cells`` has one entry a cell, row-major: a clue from 0 to the variant's highest, BLANK, EMPTY or VOID. They decide
    which cells are void: the ``grid`` gets exactly those ``voids``, whichever it was given.
    ``total`` is the number of mines if it is printed with the puzzle, else None. ``stated`` has the different
    numbers of mines that the source of a puzzle states beside it. The solver takes a single one as the total where the
    puzzle is ambiguous without it.
    Use ``hidden`` to find the cells that may be mines, because in some variants a cell with a clue may be one.
    Raises FormatError for a wrong number of cells and for an impossible value.
    """

    grid: Grid
    cells: tuple[int, ...]
    total: int | None = None
    stated: tuple[int, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise FormatError(f"{self.grid} needs {self.grid.size} cells, found {len(self.cells)}")
        found = set(self.cells)  # few values: min and max of all cells take four times as long
        if min(found) < VOID or max(found) > self.grid.variant.highest_clue:
            raise FormatError(f"a clue must be 0 to {self.grid.variant.highest_clue}")
        if VOID in found or self.grid.voids:
            voids = tuple(i for i, value in enumerate(self.cells) if value == VOID)
            if voids != self.grid.voids:
                object.__setattr__(self, "grid", replace(self.grid, voids=voids))
        if self.total is not None and not 0 <= self.total <= self.unproved:
            cells = "cells" if self.grid.variant.clue_on_mine else "blank cells"
            total = self.total if abs(self.total) < 10**9 else "too many"
            raise FormatError(f"{total} mine{'s' * (total != 1)} cannot fit in {self.unproved} {cells}")

    @property
    def stated_text(self) -> str:
        """The stated numbers for a message, such as "3, 5 and 7"."""
        *most, last = map(str, self.stated)
        return f"{', '.join(most)} and {last}" if most else last

    @cached_property
    def hidden(self) -> tuple[bool, ...]:
        """One flag a cell: True if it may be a mine, so that a solver has to prove it."""
        if self.grid.variant.clue_on_mine:
            return tuple(value >= BLANK for value in self.cells)
        return tuple(value == BLANK for value in self.cells)

    @cached_property
    def unproved(self) -> int:
        """Number of cells that a solver has to prove."""
        if self.grid.variant.clue_on_mine:
            return len(self.cells) - self.cells.count(EMPTY) - self.cells.count(VOID)
        return self.cells.count(BLANK)

    @cached_property
    def array(self) -> NDArray[np.int8]:
        """``cells`` as int8, shape ``(size,)``, read-only, for the engine."""
        values = np.array(self.cells, np.int8)
        values.setflags(write=False)
        return values

    @property
    def clues(self) -> int:
        """Number of printed clues."""
        return sum(value >= 0 for value in self.cells)


def from_bytes(grid: Grid, packed: bytes, total: int | None = None, stated: tuple[int, ...] = ()) -> Puzzle:
    """Make a puzzle of cells packed as signed bytes, ten times faster than from a list. Raises as Puzzle does."""
    values = np.frombuffer(packed, np.int8)
    puzzle = Puzzle(grid, tuple(values.tolist()), total, stated)
    puzzle.__dict__["array"] = values  # read-only, like the bytes that it is a view of
    return puzzle


def blank_cells(grid: Grid) -> NDArray[np.int8]:
    """Return the cells of a puzzle without any clue: BLANK, or VOID in the voids. The array is new."""
    return np.where(grid.present, BLANK, VOID).astype(np.int8)


def from_mines(grid: Grid, mines: Sequence[bool]) -> Puzzle:
    """Make the puzzle with all clues: one in each safe cell, and on each mine if the variant allows it.

    ``mines`` has one flag a cell.
    """
    around = grid.neighborhood
    flags = np.asarray(mines, np.int8)
    padded = np.append(
        flags[around.cells], 0
    )  # reduceat needs each start to be a valid index, even on a board of one cell
    sums = np.add.reduceat(padded, around.start[:-1])
    cells = np.where(np.diff(around.start) == 0, 0, sums)  # reduceat gives cells without neighbors the sum of another
    if not grid.variant.clue_on_mine:
        cells = np.where(flags == 1, BLANK, cells)
    if grid.voids:
        cells = np.where(grid.present, cells, VOID)
    return Puzzle(grid, tuple(cells.tolist()))
