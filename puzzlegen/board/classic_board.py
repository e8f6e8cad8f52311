"""Defines the board of the classic clickable game: its mines and the cell where the game begins."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Solution
from puzzlegen.errors import FormatError


@dataclass(frozen=True)
class ClassicBoard:
    """A board of the classic game.

    ``mines`` has one entry a cell, row-major, True for a mine. ``start`` is the number of the cell opened first; if it
    is None, the player may begin anywhere.
    Raises FormatError for a wrong number of cells, and for a start outside the board or on a mine.
    """

    grid: Grid
    mines: Solution
    start: int | None = None

    def __post_init__(self) -> None:
        if len(self.mines) != self.grid.size:
            raise FormatError(f"{self.grid} needs {self.grid.size} cells, found {len(self.mines)}")
        if self.start is None:
            return
        if not 0 <= self.start < self.grid.size:
            raise FormatError(
                f"start: found cell {self.start}, expected 0 to {self.grid.size - 1} on a board of {self.grid} cells"
            )
        if self.mines[self.start]:
            raise FormatError(f"start: {self.grid.name(self.start)} is a mine, choose a safe cell")

    @property
    def total(self) -> int:
        """Number of mines."""
        return sum(self.mines)
