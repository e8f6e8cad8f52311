"""A board of the classic clickable game: where the mines lie, and the cell where the game begins."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Solution
from puzzlegen.errors import FormatError


@dataclass(frozen=True)
class ClassicBoard:
    """``mines`` holds one entry a cell, row-major, True for a mine; ``start`` is the number of the cell opened first.

    Without a ``start`` the player may begin anywhere. Raises FormatError when the number of cells or the start is
    impossible, or the start is on a mine.
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
            raise FormatError(f"start {self.start}: the cells of {self.grid} are 0 to {self.grid.size - 1}")
        if self.mines[self.start]:
            raise FormatError(f"start {self.grid.name(self.start)}: there is a mine in that cell")

    @property
    def total(self) -> int:
        """How many mines there are."""
        return sum(self.mines)
