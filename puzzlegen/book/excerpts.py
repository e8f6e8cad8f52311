"""Finds steps in the puzzles of a book that show a technique well, on a small part of the board.

A figure shows the cells that the step speaks of and all that its clues count. The fewer other clues and cells it has,
the better, and best of all is a corner or a side of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, VOID, Deduction, Puzzle, blank_cells
from puzzlegen.engine.clue_rules import MINE
from puzzlegen.language.explanations import caption, of_one_cell
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import Excerpt, FigureStep
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import PuzzleTrace

KEPT = 2  # of a technique in a section, from two puzzles: a lesson has one, the opener the other
SHOWN_FROM = 8  # puzzles of a section that are searched for its examples
MAX_SIDE = 6  # cells of a part: larger ones take too long to read
SIDES = 4
MAX_REACH = 2  # rows or columns from a clue to a cell that it counts, where no sides are joined
# What makes a part worse, in points. A clue that the step does not need is in the way more than blank cells are, and
# a 0 shows little.
# Two parts of up to USUAL rows and columns fit beside each other and below the words in large print.
OTHER_CLUE, CELL, LONG, KNOWN, NO_SIDE, ZERO, NOT_SUPPOSED = 2.0, 0.25, 2.0, 0.25, 3.0, 4.0, 20.0
USUAL = 4

T = TypeVar("T")


class Rank(NamedTuple):
    """How good a part is: the least is the best."""

    points: float
    number: int
    moment: int
    witnesses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """An excerpt with its rank."""

    rank: Rank
    excerpt: Excerpt


def is_searched(place: int, count: int) -> bool:
    """Return whether a puzzle at a place of its section, from 0, is searched for examples: a few are, evenly spread."""
    return place * SHOWN_FROM // count != (place - 1) * SHOWN_FROM // count


Excerpts = Mapping[T, tuple[Found, ...]]  # the best ones first


def excerpts_of(
    trace: PuzzleTrace, steps: Iterable[Deduction], number: int, messages: Messages
) -> dict[str, tuple[Found, ...]]:
    """Return the best excerpt for each technique that the ``steps`` of a trace use.

    ``number`` is that of the puzzle. At tiers 3 and 4 the shortest proof of each moment is enough.
    """
    found: dict[str, tuple[Found, ...]] = {}
    variant_messages = messages.for_variant(trace.puzzle.grid.variant)
    for step in steps:
        if TECHNIQUES[step.technique].lesson and (one := _excerpt(trace, of_one_cell(step), number, variant_messages)):
            keep_best(found, {step.technique: (one,)})
    return found


def keep_best(found: dict[T, tuple[Found, ...]], others: Excerpts[T]) -> None:
    """Add some excerpts, and keep for each key the best ones of KEPT puzzles."""
    for key, some in others.items():
        by_puzzle: dict[int, Found] = {}
        for one in sorted((*found.get(key, ()), *some), key=lambda one: one.rank):
            by_puzzle.setdefault(one.rank.number, one)
        found[key] = tuple(by_puzzle.values())[:KEPT]


class _Box(NamedTuple):
    """A part of a board: its first row and column, and those behind its last ones."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def cells(self, grid: Grid) -> Iterator[int]:
        return (grid.cell(row, col) for row in range(self.top, self.bottom) for col in range(self.left, self.right))

    def inside(self, grid: Grid, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers that cells of the board have in the part."""
        places = (grid.position(cell) for cell in cells)
        return tuple((row - self.top) * self.width + col - self.left for row, col in places)

    def cut(self, grid: Grid) -> frozenset[str]:
        """Return the sides at which the board goes on."""
        ends = {"top": self.top > 0, "left": self.left > 0, "bottom": self.bottom < grid.height,
                "right": self.right < grid.width}  # fmt: skip
        return frozenset(side for side, goes_on in ends.items() if goes_on)

    def part(self, puzzle: Puzzle) -> Puzzle:
        """Return the part as a puzzle; of a board with joined sides without the cells of the opposite sides."""
        variant = MINESWEEPER if puzzle.grid.variant.wraps else puzzle.grid.variant
        return Puzzle(Grid(self.width, self.height, variant), tuple(puzzle.cells[i] for i in self.cells(puzzle.grid)))


def _excerpt(trace: PuzzleTrace, step: Deduction, number: int, messages: Messages) -> Found | None:
    """Return the part of the board that shows a step; None if it is too large, or lies across joined sides."""
    puzzle, clues = trace.puzzle, _clues(step)
    grid = puzzle.grid
    box = _box(grid, clues, step)
    if box is None or any(puzzle.cells[cell] == VOID for cell in box.cells(grid)):
        return None
    blanks = [cell for cell in box.cells(grid) if puzzle.cells[cell] == BLANK]
    before = {cell: int(trace.known[cell]) for cell in blanks if 0 <= trace.moment[cell] < step.moment}
    mines = [cell for cell, value in before.items() if value == MINE]
    safe = [cell for cell, value in before.items() if value != MINE]
    excerpt = Excerpt(
        box.part(puzzle),
        box.inside(grid, mines),
        box.inside(grid, safe),
        _figure_step(puzzle, step, box, messages),
        messages.text("example.in_puzzle", number=messages.number(number)),
        messages.text("example.proved"),
        box.cut(grid),
    )
    return Found(Rank(_points(puzzle, step, box, len(before)), number, step.moment, step.witnesses), excerpt)


def _points(puzzle: Puzzle, step: Deduction, box: _Box, known: int) -> float:
    """Return how bad a part is for a figure, in which so many blanks are ``known`` before the step."""
    others = sum(puzzle.cells[cell] >= 0 for cell in box.cells(puzzle.grid)) - len(_clues(step))
    long = max(0, box.width - USUAL) + max(0, box.height - USUAL)
    points = OTHER_CLUE * others + CELL * box.width * box.height + LONG * long + KNOWN * known
    points += NO_SIDE * (len(box.cut(puzzle.grid)) == SIDES) + NOT_SUPPOSED * (step.method not in ("", "suppose"))
    return points + ZERO * any(puzzle.cells[clue] == 0 for clue in step.witnesses)


def _figure_step(puzzle: Puzzle, step: Deduction, box: _Box, messages: Messages) -> FigureStep:
    """Return the step as the figure of a part shows it: of a supposition with all clues that it leads to."""
    witnesses = list(step.witnesses)
    if step.method == "suppose":
        words = messages.text("example.if_mine" if step.safe else "example.if_safe")
        witnesses += sorted(_clues(step).difference(witnesses))
    else:
        words = caption(puzzle, step, messages)
    grid = puzzle.grid
    return FigureStep(words, box.inside(grid, witnesses), box.inside(grid, step.mines), box.inside(grid, step.safe))


def _clues(step: Deduction) -> set[int]:
    """Return the clues that a step speaks of."""
    found = set(step.witnesses)
    for branch in step.branches:
        found.update(clue for one in branch.consequences for clue in one.clues)
        found.update(branch.clash.clues if branch.clash is not None else ())
    return found


def _box(grid: Grid, clues: set[int], step: Deduction) -> _Box | None:
    """Return the smallest part with some clues, all that they count, and all cells that a step speaks of."""
    around, shown = grid.neighborhood, {*clues, *step.mines, *step.safe}
    for clue in clues:
        counted = around.cells[around.start[clue] : around.start[clue + 1]].tolist()
        row, col = grid.position(clue)
        if any(max(abs(row - r), abs(col - c)) > MAX_REACH for r, c in map(grid.position, counted)):
            return None
        shown.update(counted)
    for branch in step.branches:
        shown.update((*branch.mines, *branch.safe))
        for one in branch.consequences:
            shown.update((*one.mines, *one.safe))
    rows, cols = zip(*map(grid.position, shown), strict=True)
    top = min(rows) if grid.variant.lattice.straight else min(rows) // 2 * 2  # every second row of hexagons is shifted
    box = _Box(top, min(cols), max(rows) + 1, max(cols) + 1)
    return box if max(box.height, box.width) <= MAX_SIDE else None


def placeholder_excerpt(variant: Variant) -> Excerpt:
    """Return an empty excerpt of a usual size with a long caption, for a layout before there are puzzles."""
    grid = Grid(6, 6, variant)
    step = FigureStep("– " * 45, (), (), ())
    return Excerpt(Puzzle(grid, tuple(blank_cells(grid).tolist())), (), (), step, "– " * 10, "– " * 4)
