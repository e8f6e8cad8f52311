"""Describes a board in the middle of a solve, for explanations, and translates a board into the engine's nodes.

The engine knows only which nodes are neighbors, and requires that a clue stands on a safe node. On a minesweeper board
nodes and cells are the same. On a mosaic of ``n`` cells a clue may stand on a mine, so each cell has two nodes: node
``i`` is the cell to prove, and node ``n + i`` is its clue. The clue's node is known to be safe and touches the up to
nine cells it counts. Only this module distinguishes the two cases; the rules and kernels do not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import chain, combinations, pairwise
from math import comb
from operator import or_

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.cell_tables import Neighborhood
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.engine.clue_rules import MAX_DEGREE, MINE, NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.errors import SolverError

Neighbors = tuple[tuple[int, ...], ...]  # of each cell
Values = dict[int, int]  # MINE or SAFE of some cells


def mines_and_safe(values: Values) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells that are mines, and those that are safe."""
    return tuple(x for x in sorted(values) if values[x] == MINE), tuple(x for x in sorted(values) if values[x] == SAFE)


@lru_cache(maxsize=16)
def neighbors_of(grid: Grid) -> Neighbors:
    """Return the neighbors of each cell."""
    start, cells = (part.tolist() for part in (grid.neighborhood.start, grid.neighborhood.cells))
    return tuple(tuple(cells[a:b]) for a, b in pairwise(start))


@dataclass(slots=True)
class Position:
    """A board in the middle of a solve.

    ``clues`` maps a cell to its number. ``known`` has MINE, SAFE or UNKNOWN, one entry a cell. ``total`` is the printed
    number of mines, or None if it may not be used.
    """

    around: Neighbors
    clues: dict[int, int]
    known: list[int]
    total: int | None

    def restricted(self, witnesses: Collection[int]) -> Position:
        """Return a copy with only these clues. It has the total if TOTAL is among them."""
        clues = {clue: self.clues[clue] for clue in witnesses if clue != TOTAL}
        return Position(self.around, clues, self.known.copy(), self.total if TOTAL in witnesses else None)

    def clues_at(self, cell: int) -> list[int]:
        """Return the clues that touch a cell."""
        return [clue for clue in self.around[cell] if clue in self.clues]

    def unknown(self, clue: int) -> list[int]:
        """Return the unknown neighbors of a clue."""
        known = self.known
        return [cell for cell in self.around[clue] if known[cell] == UNKNOWN]

    def need(self, clue: int) -> int:
        """Return the number of mines among the unknown neighbors of a clue."""
        known = self.known
        return self.clues[clue] - [known[cell] for cell in self.around[clue]].count(MINE)

    def placement_count(self, clue: int) -> int:
        """Return how many ways there are to place a clue's mines, ignoring other clues; 0 for TOTAL."""
        return 0 if clue == TOTAL else comb(len(self.unknown(clue)), max(self.need(clue), 0))

    def remaining(self) -> tuple[int, int]:
        """Return the mines of the total that are not placed yet, and the unknown cells. Needs a total."""
        assert self.total is not None
        return self.total - self.known.count(MINE), self.known.count(UNKNOWN)


@dataclass(slots=True)
class Placements:
    """All placements of one clue's mines on its unknown ``cells``, and the placements that each other clue refutes.

    ``masks`` has one bit mask over ``cells`` for each placement, set for mines. A set of placements is a bit mask over
    ``masks``: ``refuted[other]`` is the set that the clue ``other`` contradicts by itself.
    """

    clue: int
    cells: list[int]
    masks: list[int]
    refuted: dict[int, int] = field(default_factory=dict)

    @property
    def all(self) -> int:
        """The set of all placements."""
        return (1 << len(self.masks)) - 1

    def with_value(self, cell: int, value: int) -> int:
        """Return the set of placements in which the cell has the value, MINE or SAFE."""
        bit = self.cells.index(cell)
        return sum(1 << k for k, mask in enumerate(self.masks) if (mask >> bit & 1) == (value == MINE))

    def values(self, mask: int) -> Values:
        """Return the value of each cell in a placement."""
        return {cell: MINE if mask >> i & 1 else SAFE for i, cell in enumerate(self.cells)}

    def refuted_by(self, others: Iterable[int]) -> int:
        """Return the set of placements that at least one of the other clues refutes."""
        return reduce(or_, (self.refuted.get(other, 0) for other in others), 0)

    def shared_values(self) -> Values:
        """Return the cells with the same value in all placements that no clue refutes; {} where clues refute all."""
        refuted = self.refuted_by(self.refuted)
        possible = [mask for k, mask in enumerate(self.masks) if not refuted >> k & 1]
        if not possible:
            return {}
        in_all, in_any = possible[0], possible[0]
        for mask in possible:
            in_all, in_any = in_all & mask, in_any | mask
        mines = {cell: MINE for i, cell in enumerate(self.cells) if in_all >> i & 1}
        return mines | {cell: SAFE for i, cell in enumerate(self.cells) if not in_any >> i & 1}


def placements_of(position: Position, clue: int, others: bool = True) -> Placements:
    """Return the placements of a clue's mines. Without ``others``, ``refuted`` stays empty."""
    cells = position.unknown(clue)
    need = position.need(clue)
    bits = [1 << i for i in range(len(cells))]
    placements = Placements(clue, cells, [sum(chosen) for chosen in combinations(bits, need)] if need >= 0 else [])
    if not others:
        return placements
    shared: dict[int, int] = {}  # of each other clue, the bits of the cells it shares with this one
    for bit, cell in zip(bits, cells, strict=True):
        for other in position.clues_at(cell):
            shared[other] = shared.get(other, 0) | bit
    shared.pop(clue, None)
    for other, common in shared.items():
        width = common.bit_count()
        most = position.need(other)
        fewest = most - (len(position.unknown(other)) - width)
        if most < min(width, need) or fewest > max(0, need - len(cells) + width):
            refuted = 0
            for k, mask in enumerate(placements.masks):
                if not fewest <= (mask & common).bit_count() <= most:
                    refuted |= 1 << k
            if refuted:
                placements.refuted[other] = refuted
    return placements


def joint_values(position: Position, clues: Sequence[int]) -> Values:
    """Return the cells with the same value in all ways to satisfy these clues together; {} where there is no way.

    Cells that the same clues count are alike, so that only the number of mines among them matters.
    """
    alike: dict[tuple[bool, ...], list[int]] = {}
    for x in sorted(set(chain.from_iterable(map(position.unknown, clues)))):
        alike.setdefault(tuple(clue in position.around[x] for clue in clues), []).append(x)
    values: Values = {}
    for counted, cells in alike.items():
        left = {tuple(map(position.need, clues))}
        for others in alike.keys() - {counted}:
            left = set(_with_mines(left, others, len(alike[others])))
        possible = [n for n in range(len(cells) + 1) if tuple(n * is_one for is_one in counted) in left]
        if possible in ([0], [len(cells)]):
            values |= dict.fromkeys(cells, MINE if possible[0] else SAFE)
    return values


def _with_mines(left: Iterable[tuple[int, ...]], counted: Sequence[bool], most: int) -> Iterator[tuple[int, ...]]:
    """Yield what clues can still need, from what they need before up to ``most`` mines that those ``counted`` touch."""
    for before in left:
        for n in range(most + 1):
            needs = tuple(need - n * is_one for need, is_one in zip(before, counted, strict=True))
            if min(needs) >= 0:
                yield needs


def smallest_covers(refuted: dict[int, int], wanted: int) -> list[tuple[int, ...]]:
    """Return the smallest sets of clues that together refute all placements of ``wanted``.

    All such sets of one or two clues are returned, but only one of more. At tier 2 each clue refutes placements by
    itself, so a smallest explanation is a smallest set cover.
    """
    useful = {clue: mask & wanted for clue, mask in sorted(refuted.items()) if mask & wanted}
    if reduce(or_, useful.values(), 0) != wanted:
        return []
    for size in range(1, len(useful) + 1):
        if size > 2:  # for a single cover, drop each clue that refutes no more than another
            useful = {
                clue: mask
                for clue, mask in useful.items()
                if not any(
                    mask | more == more and (mask != more or other < clue)
                    for other, more in useful.items()
                    if other != clue
                )
            }
        covers = []
        for chosen in combinations(useful, size):
            if reduce(or_, (useful[clue] for clue in chosen)) == wanted:
                covers.append(chosen)
                if size > 2:
                    break
        if covers:
            return covers
    return []


Cells = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Nodes:
    """The nodes of a grid of ``cells`` cells: node ``i`` is cell ``i``, node ``shift + i`` its clue.

    The arrays that methods take and return have one entry a cell or a node on the last axis. For many puzzles of one
    grid they have another axis in front, one entry a puzzle.
    """

    around: Neighborhood
    cells: int
    shift: int

    @property
    def size(self) -> int:
        """Number of nodes."""
        return self.cells + self.shift

    def clues(self, printed: Cells) -> Cells:
        """Return the engine's ``clue``, one entry a node, from the printed value of each cell. The array is new."""
        if not self.shift:
            return printed.copy()
        return np.concatenate([np.full_like(printed, BLANK), printed], axis=-1)

    def known(self, printed: Cells, marks: Cells | None = None) -> Cells:
        """Return what is known before the first deduction, one entry a node.

        It is UNKNOWN or SAFE, or MINE where ``marks`` say so: one entry a cell, UNKNOWN if the cell is not marked.
        """
        unknown = printed >= BLANK if self.shift else printed == BLANK
        values = np.where(unknown, UNKNOWN if marks is None else marks, SAFE).astype(np.int8)
        return np.concatenate([values, np.full_like(printed, SAFE)], axis=-1) if self.shift else values

    def clue_nodes(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the nodes of these cells' clues."""
        return cells + np.int32(self.shift)

    def printed(self, clue: Cells) -> Cells:
        """Return the printed value of each cell, for boards of clues and blanks: the inverse of ``clues``."""
        return clue[..., self.shift :]

    def clue_cells(self, by: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the cell of the clue that proved each cell, from the engine's ``by``. Values that are no clue stay."""
        nodes = by[..., : self.cells]
        return np.where(nodes >= self.shift, nodes - self.shift, nodes).astype(np.int32) if self.shift else nodes


@lru_cache(maxsize=64)
def nodes_of(grid: Grid) -> Nodes:
    """Return the nodes of a grid. Raises SolverError for a neighborhood larger than the engine's bit masks."""
    around = grid.neighborhood
    degree = int(np.diff(around.start).max(initial=0))
    if degree > MAX_DEGREE:
        raise SolverError(f"{grid.variant} board: a cell has {degree} neighbors, the solver takes at most {MAX_DEGREE}")
    if not grid.variant.clue_on_mine:
        return Nodes(around, grid.size, 0)
    # First each cell touches the clues that count it, then each clue the cells it counts: the same list twice, shifted.
    pairs = np.int32(around.cells.size)
    start = np.concatenate([around.start, around.start[1:] + pairs])
    cells = np.concatenate([around.cells + np.int32(grid.size), around.cells])
    coordinates = np.concatenate([around.coordinates[:-1], around.coordinates])
    for array in (start, cells, coordinates):
        array.setflags(write=False)
    return Nodes(Neighborhood(start, cells, coordinates), grid.size, grid.size)


def printed_total(puzzle: Puzzle) -> int:
    """Return the engine's ``total``: the printed number of mines, or NO_TOTAL."""
    return NO_TOTAL if puzzle.total is None else puzzle.total
