"""Finds steps in the puzzles of a book that show a technique well, on a small part of the board.

A figure shows the cells that the step speaks of and all that its clues count. The fewer other clues and cells it has,
the better, and best of all is a corner or a side of the board. On a board with joined sides the part may lie across
them. A step that no such part shows is shown on the whole board, if this is small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, VOID, Branch, Deduction, Puzzle, blank_cells
from puzzlegen.engine.clue_rules import MINE, SAFE
from puzzlegen.language.explanations import caption, captions_of_chain, of_one_cell
from puzzlegen.language.messages import Messages
from puzzlegen.layout.book.book_content import Excerpt, FigureStep
from puzzlegen.solver.position import Values, neighbors_of
from puzzlegen.solver.techniques import ONE_TWO, TECHNIQUES, Technique

KEPT = 2  # of a technique in a section, from two puzzles: the opener may have one, a lesson has the other
SHOWN_FROM = 8  # puzzles of a section that are searched for its examples
USUAL_SIDE, MAX_SIDE = 6, 10  # cells: larger parts take long to read, and at last they have small cells
SIDES = 4
# What makes a part worse, in points. A clue that the step does not need is in the way more than blank cells are. A
# supposition has three figures and one for each consequence behind the first one.
# Two parts of up to USUAL rows and columns fit beside each other and below the words in large print.
OTHER_CLUE, CELL, LONG, KNOWN, NO_SIDE, JOINED, FIGURE = 2.0, 0.25, 2.0, 0.25, 3.0, 3.0, 3.0
USUAL = 4
PLACEHOLDER_CHAIN = 4  # figures between the board before a supposition and that behind it

T = TypeVar("T")


class Rank(NamedTuple):
    """How good a part is: the least is the best. ``large`` ones are only shown where there is no other."""

    large: bool
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
    puzzle: Puzzle, steps: Iterable[Deduction], number: int, messages: Messages
) -> dict[str, tuple[Found, ...]]:
    """Return the best excerpt for each technique that the ``steps`` of a solution use.

    ``number`` is that of the puzzle.
    """
    found: dict[str, tuple[Found, ...]] = {}
    known: Values = {}
    variant_messages = messages.for_variant(puzzle.grid.variant)
    for step in steps:
        one = of_one_cell(step)
        if _shows_lesson(puzzle, known, one) and (box := _box(puzzle, one)):
            before = variant_messages.text("example.in_puzzle", number=variant_messages.number(number))
            excerpt = _excerpt(puzzle, known, one, box, before, variant_messages)
            large = max(box.height, box.width) > USUAL_SIDE
            rank = Rank(large, _points(puzzle, box, excerpt), number, step.moment, step.witnesses)
            keep_best(found, {step.technique: (Found(rank, excerpt),)})
        known |= _values(step)
    return found


def excerpt_on_whole_board(
    puzzle: Puzzle, steps: Iterable[Deduction], technique: str, messages: Messages
) -> Excerpt | None:
    """Return the first of the ``steps`` of a solution that shows a technique, on the whole board; None without one."""
    known: Values = {}
    for told in steps:
        step = of_one_cell(told)
        if step.technique == technique and _shows_lesson(puzzle, known, step):
            whole = _Box(0, 0, puzzle.grid.height, puzzle.grid.width)
            return _excerpt(puzzle, known, step, whole, messages.text("example.so_far"), messages)
        known |= _values(told)
    return None


def _values(step: Deduction) -> Values:
    """Return the cells that a step proves, with their values."""
    return dict.fromkeys(step.mines, MINE) | dict.fromkeys(step.safe, SAFE)


def keep_best(found: dict[T, tuple[Found, ...]], others: Excerpts[T]) -> None:
    """Add some excerpts, and keep for each key the best ones of KEPT puzzles."""
    for key, some in others.items():
        by_puzzle: dict[int, Found] = {}
        for one in sorted((*found.get(key, ()), *some), key=lambda one: one.rank):
            by_puzzle.setdefault(one.rank.number, one)
        found[key] = tuple(by_puzzle.values())[:KEPT]


class _Box(NamedTuple):
    """A part of a board: its first row and column, and those behind its last ones.

    Across joined sides the last ones are numbered on, so that ``bottom`` or ``right`` is greater than the board.
    """

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
        rows, cols = range(self.top, self.bottom), range(self.left, self.right)
        return (grid.cell(row % grid.height, col % grid.width) for row in rows for col in cols)

    def place(self, grid: Grid, cell: int) -> tuple[int, int]:
        """Return the row and the column that a cell of the board has in the part."""
        row, col = grid.position(cell)
        return (row - self.top) % grid.height, (col - self.left) % grid.width

    def inside(self, grid: Grid, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers that cells of the board have in the part."""
        return tuple(row * self.width + col for row, col in (self.place(grid, cell) for cell in cells))

    def cut(self, grid: Grid) -> frozenset[str]:
        """Return the sides at which the board goes on."""
        ends = {"top": self.top > 0, "left": self.left > 0, "bottom": self.bottom != grid.height,
                "right": self.right != grid.width}  # fmt: skip
        return frozenset(side for side, goes_on in ends.items() if goes_on)

    def joined(self, grid: Grid) -> tuple[int, int]:
        """Return the row and the column of the part before which sides of the board are joined; 0 for none."""
        row = grid.height - self.top if self.bottom > grid.height else 0
        return row, grid.width - self.left if self.right > grid.width else 0

    def is_whole(self, grid: Grid) -> bool:
        return (self.width, self.height) == (grid.width, grid.height)

    def part(self, puzzle: Puzzle) -> Puzzle:
        """Return the part as a puzzle. Of a board with joined sides only the whole is one of its kind."""
        grid = puzzle.grid
        variant = MINESWEEPER if grid.variant.wraps and not self.is_whole(grid) else grid.variant
        return Puzzle(Grid(self.width, self.height, variant), tuple(puzzle.cells[i] for i in self.cells(grid)))


def _excerpt(puzzle: Puzzle, known: Values, step: Deduction, box: _Box, before: str, messages: Messages) -> Excerpt:
    """Return the figures of a step in the part of the board in a ``box``, where cells are ``known``.

    ``before`` is the caption of the first one.
    """
    grid = puzzle.grid
    shown = [cell for cell in box.cells(grid) if puzzle.hidden[cell] and cell in known]
    joined = box.joined(grid)
    captions = [before, *[messages.plural("example.joined", sum(map(bool, joined)))] * any(joined)]
    *chain, last = _figures(puzzle, step, box, messages)
    return Excerpt(
        box.part(puzzle),
        box.inside(grid, (cell for cell in shown if known[cell] == MINE)),
        box.inside(grid, (cell for cell in shown if known[cell] != MINE)),
        last,
        " ".join(captions),
        messages.text("example.proved"),
        tuple(chain),
        box.cut(grid),
        joined,
    )


def _points(puzzle: Puzzle, box: _Box, excerpt: Excerpt) -> float:
    """Return how bad the part of the board in a box is for the figures of an excerpt."""
    known = len(excerpt.mines) + len(excerpt.safe)
    long = max(0, box.width - USUAL) + max(0, box.height - USUAL)
    points = OTHER_CLUE * excerpt.other_clues + CELL * box.width * box.height + LONG * long + KNOWN * known
    points += NO_SIDE * (len(box.cut(puzzle.grid)) == SIDES) + JOINED * sum(map(bool, box.joined(puzzle.grid)))
    return points + FIGURE * max(0, len(excerpt.chain) - 3)


def _figures(puzzle: Puzzle, step: Deduction, box: _Box, messages: Messages) -> list[FigureStep]:
    """Return the figures of a step: those of its chain, if it supposes something, and that of what it proves."""

    def figure(words: str, clues: Iterable[int], mines: Iterable[int], safe: Iterable[int]) -> FigureStep:
        inside = (box.inside(puzzle.grid, cells) for cells in (clues, mines, safe))
        return FigureStep(words, *inside)

    if step.method != "suppose":
        return [figure(caption(puzzle, step, messages), step.witnesses, step.mines, step.safe)]
    (branch,) = step.branches
    assert branch.clash is not None
    words = captions_of_chain(puzzle, step, messages)
    parts = [((), step.safe, step.mines), *((then.clues, then.mines, then.safe) for then in branch.consequences)]
    parts += [(branch.clash.clues, (), ()), ((), step.mines, step.safe)]
    return [figure(*part) for part in zip(words, *zip(*parts, strict=True), strict=True)]


def _shows_lesson(puzzle: Puzzle, known: Values, step: Deduction) -> bool:
    """Return whether a step is as the lesson on its technique says; ``known`` are the values of cells before it.

    A finished clue has mines. Clues by whose numbers a technique is named have found no mine yet. Of two clues that
    are subtracted, the numbers differ as what they need does. A 1-2 has a mine and a safe cell. The blank cells at a
    line of clues are on one side of it. A supposition leads to a clash by one clue at a time.
    """
    technique = TECHNIQUES[step.technique]
    if not technique.lesson:
        return False
    if step.tier > 2:
        return step.method == "suppose" and _by_single_clues(step.branches[0])
    numbers = [puzzle.cells[clue] for clue in step.witnesses]
    if not numbers[0] or not _are_as_named(technique, numbers, step):
        return False
    one_side = technique.one_side and not puzzle.grid.variant.clue_on_mine
    return not one_side or _on_one_side(puzzle, known, step.witnesses)


def _are_as_named(technique: Technique, numbers: Sequence[int], step: Deduction) -> bool:
    """Return whether the ``numbers`` of the clues of a step and what it proves are as the lesson says."""
    if technique == ONE_TWO and not (step.mines and step.safe):
        return False
    if technique.first and numbers[0] - numbers[1] != step.needs[0] - step.needs[1]:
        return False
    return not technique.code[0].isdigit() or numbers == list(step.needs)


def _by_single_clues(branch: Branch) -> bool:
    """Return whether all that follows from a supposition, and the clash, follow from one clue at a time."""
    return all(part and len(part.clues) == 1 for part in (*branch.consequences, branch.clash))


def _on_one_side(puzzle: Puzzle, known: Values, clues: Sequence[int]) -> bool:
    """Return whether the unknown cells of clues in a line are on one side of it."""
    grid = puzzle.grid
    down, right = grid.step(*clues[:2])
    blanks = ((clue, x) for clue in clues for x in neighbors_of(grid)[clue] if puzzle.cells[x] == BLANK)
    ways = (grid.step(clue, x) for clue, x in blanks if x not in known)
    sides = [down * across - right * along for along, across in ways]
    return min(sides) > 0 or max(sides) < 0


def _clues(step: Deduction) -> set[int]:
    """Return the clues that a step speaks of."""
    found = set(step.witnesses)
    for branch in step.branches:
        found.update(clue for one in branch.consequences for clue in one.clues)
        found.update(branch.clash.clues if branch.clash is not None else ())
    return found


def _box(puzzle: Puzzle, step: Deduction) -> _Box | None:
    """Return the smallest part with the clues of a step, all that they count, and all cells that it speaks of.

    It is the whole board if that part has void cells, or if a clue there counts cells at the other end of the part.
    Return None if it is too large.
    """
    grid, clues = puzzle.grid, _clues(step)
    around, shown = grid.neighborhood, {*clues, *step.mines, *step.safe}
    counted = {clue: around.cells[around.start[clue] : around.start[clue + 1]].tolist() for clue in clues}
    shown.update(*counted.values())
    for branch in step.branches:
        shown.update((*branch.mines, *branch.safe))
        for one in branch.consequences:
            shown.update((*one.mines, *one.safe))
    rows, cols = zip(*map(grid.position, shown), strict=True)
    top, bottom = _span(rows, grid.height, grid.variant.wraps)
    left, right = _span(cols, grid.width, grid.variant.wraps)
    if not grid.variant.lattice.straight:
        top = top // 2 * 2  # every second row of hexagons is shifted
    box = _Box(top, left, bottom, right)
    if max(box.height, box.width) > MAX_SIDE:
        return None
    if not any(puzzle.cells[cell] == VOID for cell in box.cells(grid)) and not _is_torn(box, grid, counted):
        return box
    return _Box(0, 0, grid.height, grid.width) if max(grid.height, grid.width) <= MAX_SIDE else None


def _span(places: Iterable[int], length: int, wraps: bool) -> tuple[int, int]:
    """Return the first of some rows or columns and that behind the last; across joined sides where that is shorter."""
    found = sorted(set(places))
    first, gaps = 0, [found[0] + length - found[-1], *(b - a for a, b in pairwise(found))]
    if wraps:
        first = gaps.index(max(gaps))
    return found[first], found[first - 1] + 1 + (length if first else 0)


def _is_torn(box: _Box, grid: Grid, counted: Mapping[int, Iterable[int]]) -> bool:
    """Return whether a clue and a cell that it ``counted`` are at opposite ends of a part, as joined sides allow."""
    if not grid.variant.wraps:
        return False
    reach = grid.variant.least_side // 2  # rows or columns from a clue to a cell that it counts
    ways = ((box.place(grid, clue), box.place(grid, cell)) for clue, some in counted.items() for cell in some)
    return any(max(abs(row - r), abs(col - c)) > reach for (row, col), (r, c) in ways)


def placeholder_excerpt(variant: Variant, technique: str) -> Excerpt:
    """Return an empty excerpt of a usual size with long captions, for a layout before there are puzzles."""
    grid = Grid(USUAL_SIDE, USUAL_SIDE, variant)
    step = FigureStep("– " * 45, (), (), ())
    chain = (step,) * (PLACEHOLDER_CHAIN if TECHNIQUES[technique].tier > 2 else 0)
    return Excerpt(Puzzle(grid, tuple(blank_cells(grid).tolist())), (), (), step, "– " * 10, "– " * 4, chain)
