"""Defines a draft: a puzzle in the making, with what its setter wants in some cells and all else left open."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError

ANY_VALUE = None  # of a clue whose value is left open


@dataclass(frozen=True)
class Draft:
    """What is wanted of some cells of a puzzle. Cells have numbers as in Grid; those that are not named are open.

    ``clues`` maps cells that must have a clue to its value, or to ANY_VALUE. Other cells are given as any collections
    of numbers. ``blank`` cells get no clue. ``mines`` and ``safe`` cells are so in the solution, and need not be
    printed. ``plain`` cells are printed as safe without a number. ``total`` is the number of mines if it is to be
    printed, else None. Raises FormatError for a cell that is no part of the board, an impossible value or number of
    mines, and for wishes of one cell that exclude each other.
    """

    grid: Grid
    clues: Mapping[int, int | None] = field(default_factory=dict)
    blank: Collection[int] = frozenset()
    mines: Collection[int] = frozenset()
    safe: Collection[int] = frozenset()
    plain: Collection[int] = frozenset()
    total: int | None = None

    def __post_init__(self) -> None:
        for name in ("blank", "mines", "safe", "plain"):
            object.__setattr__(self, name, frozenset(self._cells(getattr(self, name))))
        object.__setattr__(self, "clues", dict(zip(self._cells(self.clues), self.clues.values(), strict=True)))
        highest = self.grid.variant.highest_clue
        for cell, value in self.clues.items():
            if value is not ANY_VALUE and value not in range(highest + 1):
                raise FormatError(f"found the clue {value!r} in {self.grid.name(cell)}, expected 0 to {highest}")
        self._check_exclusions()
        if self.total is not None and not 0 <= self.total <= self.grid.area:
            raise FormatError(f"found {self.total} mines, expected 0 to {self.grid.area}")

    def _check_exclusions(self) -> None:
        """Raise FormatError for a cell of which two things are wanted that exclude each other."""
        clues, plain = ("a clue", set(self.clues)), ("safe without a number", set(self.plain))
        blank, mines = ("blank", set(self.blank)), ("a mine", set(self.mines))
        excluding = [(clues, blank), (mines, ("safe", set(self.safe))), (plain, clues), (plain, blank), (plain, mines)]
        excluding += [] if self.grid.variant.clue_on_mine else [(clues, mines)]
        for (first, some), (second, others) in excluding:
            for cell in sorted(some & others):
                raise FormatError(f"found {self.grid.name(cell)} as {first} and as {second}; leave one of the two out")

    def _cells(self, given: Iterable[int]) -> list[int]:
        """Return cells as plain numbers. Raises FormatError for one that is no part of the board."""
        cells = []
        for cell in given:
            try:
                cells.append(index(cell))
            except TypeError:
                raise FormatError(f"found {cell!r}, expected the number of a cell, such as 0 for R1C1") from None
            if not 0 <= cells[-1] < self.grid.size or cells[-1] in self.grid.voids:
                raise FormatError(f"found cell {cells[-1]}, which is no cell of the {self.grid} board")
        return cells

    @property
    def printed(self) -> Puzzle:
        """What is printed for sure: the clues with a value, and cells without a number.

        The total is left out where it cannot fit any more.
        """
        cells = [VOID if void else BLANK for void in (~self.grid.present).tolist()]
        for cell, value in self.clues.items():
            cells[cell] = BLANK if value is ANY_VALUE else value
        for cell in self.plain:
            cells[cell] = EMPTY
        puzzle = Puzzle(self.grid, tuple(cells))
        fits = self.total is not None and self.total <= puzzle.unproved
        return replace(puzzle, total=self.total) if fits else puzzle

    @property
    def unclued(self) -> Puzzle:
        """The puzzle without any clue: blanks, voids, and cells without a number."""
        return replace(self, clues={}, total=None).printed

    @property
    def known(self) -> dict[int, bool]:
        """The cells, apart from those that ``printed`` shows, whose mine is known: True for a mine."""
        values = dict.fromkeys(self.safe, False) | dict.fromkeys(self.mines, True)
        if not self.grid.variant.clue_on_mine:
            values |= {cell: False for cell, value in self.clues.items() if value is ANY_VALUE}
        return values


def draft_of(puzzle: Puzzle) -> Draft:
    """Return the draft whose clues are those of a puzzle, and whose blanks are open."""
    return Draft(
        puzzle.grid,
        {cell: value for cell, value in enumerate(puzzle.cells) if value >= 0},
        plain=frozenset(cell for cell, value in enumerate(puzzle.cells) if value == EMPTY),
        total=puzzle.total,
    )
