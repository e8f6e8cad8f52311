"""Defines the records of puzzles: Puzzle, its solution, GradedPuzzle, ClassicBoard, and the deductions of a solve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import Grade, Wishes
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
    puzzle is ambiguous without it. ``idea`` names what the source says that the clues show (see board.ideas).
    Use ``hidden`` to find the cells that may be mines, because in some variants a cell with a clue may be one.
    Raises FormatError for a wrong number of cells and for an impossible value.
    """

    grid: Grid
    cells: tuple[int, ...]
    total: int | None = None
    stated: tuple[int, ...] = field(default=(), compare=False)
    idea: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.size:
            raise FormatError(f"{self.grid} needs {self.grid.size} cells, found {len(self.cells)}")
        values = set(self.cells)  # few values: min and max of all cells take four times as long
        if min(values) < VOID or max(values) > self.grid.variant.highest_clue:
            raise FormatError(f"a clue must be 0 to {self.grid.variant.highest_clue}")
        if VOID in values or self.grid.voids:
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
    def boxes(self) -> int:
        """Side of the boxes between which its board has heavier lines, because its idea has them; 0 for none."""
        if self.idea is None:
            return 0
        from puzzlegen.board.ideas import boxes_of  # noqa: PLC0415  # few puzzles have an idea, and solving needs none

        return boxes_of(self.idea)

    @cached_property
    def figure(self) -> frozenset[int]:
        """The cells whose clues draw the figure of its idea, for a tint."""
        if self.idea is None:
            return frozenset()
        from puzzlegen.board.ideas import figure_of  # noqa: PLC0415  # see above

        return figure_of(self.idea, self.grid, self.cells)

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
    """Make the puzzle with all clues. ``mines`` has one flag a cell."""
    return Puzzle(grid, tuple(full_clues(grid, np.asarray(mines, np.bool_)).tolist()))


def full_clues(grid: Grid, mines: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the cells of a puzzle with all clues: one in each safe cell, and on each mine if the variant allows it.

    ``mines`` has one flag a cell.
    """
    clued = grid.present if grid.variant.clue_on_mine else grid.present & ~mines
    return np.where(clued, grid.neighborhood.count(mines), blank_cells(grid)).astype(np.int8)


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


@dataclass(frozen=True, slots=True)
class AnsweredPuzzle:
    """A puzzle with its only solution. Without a grade, the solution was found by search, beyond the tiers."""

    puzzle: Puzzle
    solution: Solution


@dataclass(frozen=True, slots=True)
class GradedPuzzle(AnsweredPuzzle):
    """A finished puzzle, the record that generator, layout, ledger and checking share.

    ``stream`` names the random stream that makes the puzzle again, and ``attempts`` counts the boards tried. Both are
    None for a puzzle from another program. ``number`` and ``section`` give its place in a book, from 1. ``quality``
    has the score and its parts (see grading.quality) for an improved puzzle. ``picture`` names the picture that the
    solution shows. ``wishes`` has what was wanted of the puzzle, and what was reached (see board.difficulty).
    ``classic_start`` is the cell where the classic game on the mines of the puzzle begins, which needs no guess from
    there; None for mines that were not made for that game. ``idea`` names what the clues show (see board.ideas), and
    ``hand`` the hand whose habits the puzzle has (see board.hands); None for one of another layout.
    """

    grade: Grade
    stream: str | None = None
    attempts: int | None = None
    number: int | None = None
    section: int | None = None
    quality: Mapping[str, float] | None = None
    picture: str | None = None
    wishes: Wishes | None = None
    classic_start: int | None = None
    idea: str | None = None
    hand: str | None = None

    def __post_init__(self) -> None:
        """Let the puzzle name the idea too, because it is drawn without its record."""
        if self.puzzle.idea != self.idea:
            object.__setattr__(self, "puzzle", replace(self.puzzle, idea=self.idea))

    @property
    def classic_board(self) -> ClassicBoard | None:
        """The board of the classic game with these mines; None without a start."""
        if self.classic_start is None:
            return None
        return ClassicBoard(self.puzzle.grid, self.solution, self.classic_start)

    @property
    def answer_is_picture(self) -> bool:
        """Whether the answer is drawn as a picture: solid cells without clues. Outlines of mines keep their clues."""
        return self.picture is not None and self.puzzle.grid.variant.clue_on_mine


class Status(StrEnum):
    """How a solve ended."""

    SOLVED = "solved"  # every cell proved
    SEARCHED = "searched"  # one solution, which the tiers allowed do not reach; the exact solver found it
    STUCK = "stuck"  # no cell left can be proved at the tiers allowed, and nothing more is known
    AMBIGUOUS = "ambiguous"  # more than one solution; only the exact solver finds this out
    CONTRADICTION = "contradiction"  # the clues cannot all hold


@dataclass(frozen=True, slots=True)
class Consequence:
    """Cells that follow from clues, given what is known and supposed.

    ``clues`` are the cells of the clues, read together; empty for the printed total.
    """

    clues: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Clues that cannot hold any more, alone or together; ``clues`` is empty for the printed total.

    ``too_many`` says of a single clue and of the total that the mines are too many; otherwise they are too few.
    """

    clues: tuple[int, ...]
    too_many: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A supposition, what follows from it in order, and the clash at the end.

    ``mines`` and ``safe`` are the supposed cells; of method ``suppose`` only one of them, whichever it is. Without a
    clash, the last consequence is what the deduction proves, or the supposition says it already.
    """

    mines: tuple[int, ...]
    safe: tuple[int, ...]
    consequences: tuple[Consequence, ...]
    clash: Clash | None


# How a deduction of tier 3 or 4 is proved. ``suppose``: a cell is supposed to be what it is not. ``split``: the few
# placements of a clue that give the cell the other value. ``agree``: all of the few placements of a clue; each leads to
# the cell's value or to a clash. ``list``: every placement of a clue that gives a proved cell the other value.
Method = Literal["", "suppose", "split", "agree", "list"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """One application of one technique.

    ``moment`` is the round of the solve, or the step of a walk, from 1.
    ``witnesses`` are the cells of the clues it rests on, the main clue first; each is necessary. ``needs`` has one
    number a witness: the mines it still needed. ``total`` says whether it also rests on the printed total.
    ``mines`` and ``safe`` are the newly proved cells. ``method`` and ``branches`` are the proof at tiers 3 and 4.
    """

    moment: int
    tier: int
    technique: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    method: Method = ""
    branches: tuple[Branch, ...] = ()
    needs: tuple[int, ...] = ()
    total: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """The deductions of one solve, in order. ``known`` has one entry a cell: True mine, False safe, None unproved."""

    puzzle: Puzzle
    status: Status
    known: tuple[bool | None, ...]
    deductions: tuple[Deduction, ...] = field(default=())
