"""Generates puzzles whose clues stand in a given layout: drawn, symmetric, sparse or natural."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board import spec
from puzzlegen.board.drawn_layouts import clue_cells, images, unreached
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import NO_CELL
from puzzlegen.board.puzzle import Puzzle, blank_cells, from_mines
from puzzlegen.engine.arrange import NO_REMOVALS, Search, arrange
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.thin import NO_CELLS, Removals
from puzzlegen.errors import GenerationError
from puzzlegen.generator.improving import mine_limits, place, shuffled_cells, thin
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.random_streams import Stream
from puzzlegen.solver.position import nodes_of
from puzzlegen.wording import pluralize

# Clues of a symmetric layout before thinning: with less, fewer puzzles are hard; with more, more stay (2026-11-22)
FIRST_SHARE = 0.4
NO_MINES_FOUND = "the search found no mines for the layout"  # a reason to reject an attempt
MOST_BLANKS_MINES = 0.65  # a layout with many clues gets fewer mines, or nearly every blank would be one
# The natural rule: of 341 handmade puzzles, 10 % have half-turn symmetry, and 7 % have lone clues
SYMMETRIC_IN, LONE_IN_HUNDRED = 10, 7
# Handmade puzzles have fewer clues at edges (0.321) and in corners (0.278) than elsewhere (0.338). A factor on the
# random rank in the order of removals: clues that are tried earlier go more often. On squares edges get 0.8.
CORNER_FACTOR = 0.6


class LaidOut(NamedTuple):
    """A puzzle in its layout, and its mines, int8 of shape ``(size,)``."""

    puzzle: Puzzle
    mines: NDArray[np.int8]
    fell_back: bool = False


class _Plan(NamedTuple):
    """What one puzzle gets: a symmetry or none, and whether clues without a clue beside them are avoided."""

    symmetry: str | None
    spaced: bool = False


def lay_out(request: PuzzleRequest, random: Stream) -> LaidOut:
    """Generate one puzzle in the layout of the request, which is not the plain free one.

    Raises GenerationError where the layout leaves too few blanks for the mines, and if the search finds no mines.
    """
    layout, grid = request.layout, request.grid
    if layout.drawing is not None:
        return _searched(request, clue_cells(layout), random, NO_REMOVALS)
    plan = _plan(layout, grid, random)
    if layout.clues is not None:
        flags = scattered(grid, plan.symmetry, layout.clues, random)
        return _searched(request, flags, random, NO_REMOVALS)
    removals = _removals(grid, plan, random)
    if plan.symmetry is None or grid.variant.clue_on_mine:  # no mine takes the place of a clue's image
        fewest, most = mine_limits(request)
        mines = place(grid, fewest + random.below(most - fewest + 1), random, lone=request.lone_cells)
        thinned = thin(grid, mines, request.cap, removals, total=request.total)
        return LaidOut(thinned.puzzle, mines, thinned.fell_back)
    return _searched(request, scattered(grid, plan.symmetry, FIRST_SHARE, random), random, removals)


def _plan(layout: spec.Layout, grid: Grid, random: Stream) -> _Plan:
    """Draw what the layout leaves open."""
    if layout.rule == spec.FREE:
        return _Plan(None)
    if layout.rule == spec.NATURAL:
        symmetric = random.below(SYMMETRIC_IN) == 0 and "half-turn" in spec.fitting_symmetries(grid)
        return _Plan("half-turn" if symmetric else None, random.below(100) >= LONE_IN_HUNDRED)
    if layout.rule == spec.ANY_SYMMETRY:
        fitting = spec.fitting_symmetries(grid)
        return _Plan(fitting[random.below(len(fitting))])
    return _Plan(layout.rule)


def room_for_mines(request: PuzzleRequest) -> int:
    """Return the most mines that the board can hold.

    They may fill it if clues may stand on mines. Else one cell at least is safe, and those of a drawing's clues.
    """
    if request.grid.variant.clue_on_mine:
        return request.grid.area
    if request.layout.drawing is not None:
        return request.grid.area - int(np.count_nonzero(clue_cells(request.layout)))
    return request.grid.area - 1


# --- The search for mines ---------------------------------------------------------------------------------------------


def _searched(request: PuzzleRequest, flags: NDArray[np.bool_], random: Stream, removals: Removals) -> LaidOut:
    """Search mines for clues in the flagged cells, then remove clues."""
    grid = request.grid
    nodes = nodes_of(grid)
    blanks = shuffled_cells(grid, random)
    if not grid.variant.clue_on_mine:
        blanks = blanks[~flags[blanks]]
    if not blanks.size:
        raise GenerationError("the layout left no blank for a mine")
    fewest, most = _limits_beside(request, blanks.size)
    count = fewest + random.below(most - fewest + 1)
    mines, void = np.zeros((2, nodes.size), np.int8)
    around = nodes.around
    lone = request.lone_cells or grid.variant.clue_on_mine
    if not place_mines(around.start, around.cells, void, blanks, count, lone, mines):
        raise GenerationError(f"{pluralize(count, 'mine')} in the layout of a board of {grid} cells: lower the density")
    unclued = blank_cells(grid)
    clue = nodes.clues(np.where(flags, 0, unclued).astype(np.int8))
    search = Search(mines, fewest, most, int(random.words(1)[0]), lone)
    found = arrange(
        around.start, around.cells, clue, nodes.known(unclued), request.cap, search,
        removals._replace(order=nodes.clue_nodes(removals.order)), total=request.total,
    )  # fmt: skip
    if found is None:
        raise GenerationError(NO_MINES_FOUND)
    found = found[: nodes.cells]
    full = from_mines(grid, found.astype(bool).tolist())
    cells = np.where(nodes.printed(clue) >= 0, full.array, unclued)
    return LaidOut(Puzzle(grid, tuple(cells.tolist()), int(found.sum()) if request.total else None), found)


def _limits_beside(request: PuzzleRequest, blanks: int) -> tuple[int, int]:
    """Return the fewest and most mines on so many blanks. Raises GenerationError if a fixed number does not fit."""
    fewest, most = mine_limits(request)
    if request.mines is not None:
        if most > blanks:
            raise GenerationError(
                f"{pluralize(most, 'mine')} on {pluralize(blanks, 'blank')} of the layout: "
                "choose fewer mines or fewer clues"
            )
        return fewest, most
    highest = max(1, min(most, round(MOST_BLANKS_MINES * blanks)))
    return (fewest if fewest <= highest else max(1, round(highest * fewest / most))), highest


# --- Layouts and the order of removals --------------------------------------------------------------------------------


def scattered(grid: Grid, symmetry: str | None, share: float, random: Stream) -> NDArray[np.bool_]:
    """Draw a layout with about this share of clues, which reach every cell: one flag a cell.

    First some clues anywhere, then clues where none reaches, then clues anywhere up to the share. The smaller the
    share, the fewer come first. A small share may be exceeded where clues come in groups of images.
    """
    groups = _groups(grid, symmetry)
    near = _near(grid)
    order = random.permutation(len(groups)).tolist()
    own = not grid.variant.clue_on_mine
    wanted = share * grid.area
    flags, reached = [False] * grid.size, [False] * grid.size
    count = 0

    def add(group: tuple[int, ...]) -> int:
        for cell in group:
            flags[cell] = True
            reached[cell] = reached[cell] or own
            for other in near[cell]:
                reached[other] = True
        return len(group)

    early = wanted * min(0.9, max(0.0, 6 * (share - 0.2)))
    for i in order:
        if count >= early:
            break
        count += add(groups[i])
    for i in order:
        if not reached[groups[i][0]]:
            count += add(groups[i])
    for i in order:
        if count >= wanted:
            break
        if not flags[groups[i][0]]:
            count += add(groups[i])
    result = np.array(flags)
    for cell in unreached(grid, result).tolist():  # a lone group that touches nothing but itself
        result[near[cell][0]] = True
    return result


def _removals(grid: Grid, plan: _Plan, random: Stream) -> Removals:
    """Return the cells in the random order in which thinning tries their clues, images together."""
    beside = beside_lists(grid) if plan.spaced else (NO_CELLS, NO_CELLS)
    groups = _groups(grid, plan.symmetry)
    ranks = random.words(len(groups)).astype(np.float64)
    if plan.spaced:
        ranks *= edge_factors(grid)[[group[0] for group in groups]]
    order = np.argsort(ranks, kind="stable")
    if plan.symmetry is None:
        return Removals(
            np.array([groups[i][0] for i in order.tolist()], np.int32),
            np.arange(order.size + 1, dtype=np.int32),
            *beside,
        )
    tried = [groups[i] for i in order.tolist()]
    first = np.cumsum([0, *map(len, tried)], dtype=np.int32)
    return Removals(np.array([cell for group in tried for cell in group], np.int32), first, *beside)


@lru_cache(maxsize=64)
def _groups(grid: Grid, symmetry: str | None) -> tuple[tuple[int, ...], ...]:
    """Return the cells by groups that a symmetry exchanges, ordered by their lowest cell; single cells without one."""
    if symmetry is None:
        return tuple((cell,) for cell in np.flatnonzero(grid.present).tolist())
    table = images(grid, symmetry).T.tolist()
    present = grid.present.tolist()
    return tuple(tuple(dict.fromkeys(row)) for cell, row in enumerate(table) if min(row) == cell and present[cell])


@lru_cache(maxsize=64)
def _near(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells that the clue of each cell counts."""
    around = grid.neighborhood
    cells, start = around.cells.tolist(), around.start.tolist()
    return tuple(tuple(cells[start[cell] : start[cell + 1]]) for cell in range(grid.size))


@lru_cache(maxsize=64)
def beside_lists(grid: Grid) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the nodes of clues that touch the cell of each clue, as a compressed list (see Removals).

    Whether a clue stands alone is a matter of looks. So it does not depend on the cells that clues count.
    """
    shift = nodes_of(grid).shift
    beside = grid.touching
    lengths = np.append(np.zeros(shift, np.int32), (beside != NO_CELL).sum(axis=1))
    start = np.append(0, np.cumsum(lengths)).astype(np.int32)
    return start, beside[beside != NO_CELL] + np.int32(shift)


@lru_cache(maxsize=64)
def edge_factors(grid: Grid) -> NDArray[np.float64]:
    """Return the factor of each cell's rank in the order of removals.

    It depends on the share of the straight lines through the cell that end there: one of two at an edge of squares.
    """
    sides = grid.touching[:, : grid.variant.lattice.sides]
    ends = (sides == NO_CELL).reshape(grid.size, -1, 2).any(axis=2)
    factors: NDArray[np.float64] = 1 - (1 - CORNER_FACTOR) * ends.mean(axis=1)
    return factors
