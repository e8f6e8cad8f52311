"""Generates puzzles whose clues stand in a given layout: drawn, symmetric, sparse, or as a hand places them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board import spec
from puzzlegen.board.drawn_layouts import clue_cells, images, unreached
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import ANY, APART, AT_A_SIDE, Hand
from puzzlegen.board.lattices import NO_CELL
from puzzlegen.board.puzzle import Puzzle, blank_cells, from_mines, full_clues
from puzzlegen.engine.arrange import NO_REMOVALS, Search, arrange
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.thin import Removals
from puzzlegen.errors import GenerationError
from puzzlegen.generator import improving
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.random_streams import Stream
from puzzlegen.solver.position import nodes_of
from puzzlegen.wording import pluralize

# Clues of a symmetric layout before thinning: with less, fewer puzzles are hard; with more, more stay (2026-11-22)
FIRST_SHARE = 0.4
NO_MINES_FOUND = "the search found no mines for the layout"  # a reason to reject an attempt
MOST_ZEROS = 0.75  # of the share of 0s on random boards, for hands that have fewer
MOST_BLANKS_MINES = 0.65  # a layout with many clues gets fewer mines, or nearly every blank would be one


class Groups(NamedTuple):
    """Cells whose clues go together, such as the images of one under a symmetry.

    ``cells`` int32 has a row for each group, ``own`` bool of the same shape says which of its entries are no repetition
    of an earlier one, and ``of_cell`` int32 (size,) has the row of each cell of the board.
    """

    cells: NDArray[np.int32]
    own: NDArray[np.bool_]
    of_cell: NDArray[np.int32]

    def number_in(self, flags: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many cells of each group have a flag."""
        counts: NDArray[np.int64] = (flags[self.cells] & self.own).sum(axis=1)
        return counts


Order = Callable[[NDArray[np.int8]], Removals]  # gives the order of removals from the clues that may go


class LaidOut(NamedTuple):
    """A puzzle in its layout, and its mines, int8 of shape ``(size,)``."""

    puzzle: Puzzle
    mines: NDArray[np.int8]
    fell_back: bool = False


def lay_out(request: PuzzleRequest, random: Stream) -> LaidOut:
    """Generate one puzzle in the layout of the request, which is not the plain free one.

    Raises GenerationError where the layout leaves too few blanks for the mines, and if the search finds no mines.
    """
    layout, grid, hand = request.layout, request.grid, request.habits
    if layout.drawing is not None:
        return _searched(request, clue_cells(layout), random, NO_REMOVALS)
    symmetry = _symmetry(request, random)
    if layout.clues is not None:
        flags = scattered(grid, symmetry, layout.clues, random)
        return _searched(request, flags, random, NO_REMOVALS)
    if hand is not None:
        return _in_hand(request, hand, symmetry, random)
    groups = _groups(grid, symmetry)
    removals = _in_order(groups, np.argsort(random.words(len(groups.cells)).astype(np.float64), kind="stable"))
    if symmetry is None or grid.variant.clue_on_mine:  # no mine takes the place of a clue's image
        return _thinned(request, random, lambda _: removals)
    return _searched(request, scattered(grid, symmetry, FIRST_SHARE, random), random, removals)


def _symmetry(request: PuzzleRequest, random: Stream) -> str | None:
    """Return the symmetry of a puzzle, drawn where any will do; None for one without."""
    rule = request.layout.rule
    if rule not in (spec.FREE, spec.NATURAL, spec.ANY_SYMMETRY):
        return rule
    any_fits = rule == spec.ANY_SYMMETRY
    fitting = spec.fitting_symmetries(request.grid) if any_fits else improving.symmetries_of_hand(request)
    return fitting[random.below(len(fitting))] if fitting else None


def _thinned(request: PuzzleRequest, random: Stream, removals: Order) -> LaidOut:
    """Place mines anywhere, then remove clues; ``removals`` says in which order, from all clues of the board."""
    fewest, most = improving.mine_limits(request)
    mines = improving.place(request.grid, fewest + random.below(most - fewest + 1), random, lone=request.lone_cells)
    full = from_mines(request.grid, mines.astype(bool).tolist())
    return _without_clues(request, full, mines, removals)


def _without_clues(request: PuzzleRequest, full: Puzzle, mines: NDArray[np.int8], removals: Order) -> LaidOut:
    """Remove clues from those of ``full``."""
    thinned = improving.thin_clues(full, int(mines.sum()), request.cap, removals(full.array), total=request.total)
    return LaidOut(thinned.puzzle, mines, thinned.fell_back)


# --- Hands ------------------------------------------------------------------------------------------------------------


def _in_hand(request: PuzzleRequest, hand: Hand, symmetry: str | None, random: Stream) -> LaidOut:
    """Generate one puzzle with the habits of a hand. Ranks are drawn first, as in the engine (see drawn_boards)."""
    grid = request.grid
    groups = _groups(grid, symmetry)
    ranks = random.words(len(groups.cells)).astype(np.float64)

    def removals(clues: NDArray[np.int8]) -> Removals:
        kept = np.where(clues >= 0, kept_values(grid, hand)[clues], 1.0)
        weighed = ranks * edge_factors(grid, hand)[groups.cells].min(axis=1) * kept[groups.cells].min(axis=1)
        order = np.argsort(weighed, kind="stable")
        if hand.company != APART:
            return _in_order(groups, order, *beside_lists(grid, hand))
        return _in_order(groups, _apart_last(order, clues, grid))

    if symmetry is None or grid.variant.clue_on_mine:
        return _thinned(request, random, removals)
    laid = _symmetric(request, hand, groups, random)
    thinned = _without_clues(request, laid.puzzle, laid.mines, removals)
    if _has_too_many_zeros(thinned.puzzle, hand):
        raise GenerationError(f"more 0s than puzzles of the hand {hand.name} have")
    return thinned


def _symmetric(request: PuzzleRequest, hand: Hand, groups: Groups, random: Stream) -> LaidOut:
    """Place mines anywhere, take clues in groups of images without a mine, and move mines until these solve the board.

    Groups with a 0 are left out where the hand has fewer 0s than usual. Then groups are added until clues reach every
    cell and are FIRST_SHARE of the cells: with four images, few have no mine, and fewer clues need more 0s. Mines in
    them go to other cells.
    """
    grid = request.grid
    fewest, most = improving.mine_limits(request)
    mines = improving.place(grid, fewest + random.below(most - fewest + 1), random, lone=request.lone_cells)
    low = full_clues(grid, mines == 1) < (0 if hand.zeros >= 1 else 1)
    unfit = groups.number_in(low)
    taken = unfit == 0
    near, covered = _near(grid), groups.number_in(mines == 1)
    while (bare := unreached(grid, taken[groups.of_cell] & grid.present)).size:
        reaching = groups.of_cell[[bare[0], *near[bare[0]]]]
        taken[reaching[np.argmin(covered[reaching])]] = True
    shuffled = random.permutation(len(groups.cells))
    rest = shuffled[np.argsort(unfit[shuffled], kind="stable")]
    rest = rest[~taken[rest]]
    sizes = groups.own.sum(axis=1)
    before = int(sizes[taken].sum()) + np.cumsum(sizes[rest]) - sizes[rest]
    taken[rest[before < FIRST_SHARE * grid.area]] = True
    flags = taken[groups.of_cell] & grid.present
    cells = groups.cells[shuffled][groups.own[shuffled]]
    blanks = cells[~flags[cells] & (mines[cells] == 0)]
    mines[blanks[: np.count_nonzero(mines[flags])]] = 1
    mines[flags] = 0
    return _searched(request, flags, random, NO_REMOVALS, mines)


def _has_too_many_zeros(puzzle: Puzzle, hand: Hand) -> bool:
    """Return whether a puzzle has more 0s than a hand has that has fewer than usual."""
    usual = (1 - hand.mines) ** len(puzzle.grid.variant.neighbors)
    return hand.zeros < 1 and puzzle.cells.count(0) > MOST_ZEROS * usual * puzzle.clues


def beside_lists(grid: Grid, hand: Hand) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the nodes of clues of which each clue keeps one at least, as a compressed list (see Removals).

    Of a hand that keeps clues apart they are those that a clue should not touch. Whether a clue stands alone is a
    matter of looks. So it does not depend on the cells that clues count.
    """
    columns = {AT_A_SIDE: grid.variant.lattice.sides, ANY: 0}
    return _beside_lists(grid, columns.get(hand.company, grid.touching.shape[1]))


@lru_cache(maxsize=64)
def _beside_lists(grid: Grid, columns: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the nodes of the clues in the first columns of ``Grid.touching``, of which the sides come first."""
    shift = nodes_of(grid).shift
    beside = grid.touching[:, :columns]
    lengths = np.append(np.zeros(shift, np.int32), (beside != NO_CELL).sum(axis=1))
    start = np.append(0, np.cumsum(lengths)).astype(np.int32)
    return start, beside[beside != NO_CELL] + np.int32(shift)


def edge_factors(grid: Grid, hand: Hand) -> NDArray[np.float64]:
    """Return the factor of each cell's rank in the order of removals, at most 1.

    It depends on the share of the straight lines through the cell that end there: one of two at an edge of squares.
    """
    sides = grid.touching[:, : grid.variant.lattice.sides]
    ends = (sides == NO_CELL).reshape(grid.size, -1, 2).any(axis=2)
    factors = 1 - (1 - hand.corners) * ends.mean(axis=1)
    scaled: NDArray[np.float64] = factors / max(1.0, hand.corners)
    return scaled


def kept_values(grid: Grid, hand: Hand) -> NDArray[np.float64]:
    """Return the factor of the rank of clues of each value in the order of removals, at most 1."""
    factors = np.ones(grid.variant.highest_clue + 1)
    factors[:2] = hand.zeros, hand.ones
    scaled: NDArray[np.float64] = factors / factors.max()
    return scaled


def _apart_last(order: NDArray[np.intp], clues: NDArray[np.int8], grid: Grid) -> NDArray[np.intp]:
    """Move cells whose clues do not touch to the end of an order of all cells, as drawn_boards.rank_apart_last does."""
    cells = np.flatnonzero(grid.present)[order].tolist()
    near = [set(row) - {NO_CELL} for row in grid.touching.tolist()]
    chosen: set[int] = set()
    for cell in reversed(cells):
        if clues[cell] >= 0 and chosen.isdisjoint(near[cell]):
            chosen.add(cell)
    group = [1 if cell in chosen else -len(chosen.intersection(near[cell])) for cell in cells]
    return order[np.argsort(group, kind="stable")]


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


def _searched(
    request: PuzzleRequest,
    flags: NDArray[np.bool_],
    random: Stream,
    removals: Removals,
    first: NDArray[np.int8] | None = None,
) -> LaidOut:
    """Search mines for clues in the flagged cells, then remove clues. ``first`` are the mines to begin with."""
    grid = request.grid
    nodes = nodes_of(grid)
    blanks = improving.shuffled_cells(grid, random)
    if not grid.variant.clue_on_mine:
        blanks = blanks[~flags[blanks]]
    if not blanks.size:
        raise GenerationError("the layout left no blank for a mine")
    fewest, most = _limits_beside(request, blanks.size)
    mines, void = np.zeros((2, nodes.size), np.int8)
    around = nodes.around
    lone = request.lone_cells or grid.variant.clue_on_mine
    if first is not None:
        mines[: nodes.cells] = first
        fewest, most = min(fewest, int(first.sum())), max(most, int(first.sum()))
    elif not place_mines(
        around.start, around.cells, void, blanks, count := fewest + random.below(most - fewest + 1), lone, mines
    ):
        raise GenerationError(f"{pluralize(count, 'mine')} in the layout of a board of {grid} cells: lower the density")
    unclued = blank_cells(grid)
    clue = nodes.clues(np.where(flags, 0, unclued).astype(np.int8))
    search = Search(mines, fewest, most, int(random.words(1)[0]), lone)
    arranged = arrange(
        around.start, around.cells, clue, nodes.known(unclued), request.cap, search,
        removals._replace(order=nodes.clue_nodes(removals.order)), total=request.total,
    )  # fmt: skip
    if arranged is None:
        raise GenerationError(NO_MINES_FOUND)
    arranged = arranged[: nodes.cells]
    full = from_mines(grid, arranged.astype(bool).tolist())
    cells = np.where(nodes.printed(clue) >= 0, full.array, unclued)
    return LaidOut(Puzzle(grid, tuple(cells.tolist()), int(arranged.sum()) if request.total else None), arranged)


def _limits_beside(request: PuzzleRequest, blanks: int) -> tuple[int, int]:
    """Return the fewest and most mines on so many blanks. Raises GenerationError if a fixed number does not fit."""
    fewest, most = improving.mine_limits(request)
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
    order = random.permutation(len(groups.cells)).tolist()
    rows = groups.cells.tolist()
    own = not grid.variant.clue_on_mine
    wanted = share * grid.area
    flags, reached = [False] * grid.size, [False] * grid.size
    count = 0

    def add(group: list[int]) -> int:
        for cell in group:
            flags[cell] = True
            reached[cell] = reached[cell] or own
            for other in near[cell]:
                reached[other] = True
        return len(set(group))

    early = wanted * min(0.9, max(0.0, 6 * (share - 0.2)))
    for i in order:
        if count >= early:
            break
        count += add(rows[i])
    for i in order:
        if not reached[rows[i][0]]:
            count += add(rows[i])
    for i in order:
        if count >= wanted:
            break
        if not flags[rows[i][0]]:
            count += add(rows[i])
    result = np.array(flags)
    for cell in unreached(grid, result).tolist():  # a lone group that touches nothing but itself
        result[near[cell][0]] = True
    return result


def _in_order(groups: Groups, order: NDArray[np.intp], *beside: NDArray[np.int32]) -> Removals:
    """Return groups of cells in an order, in which thinning tries their clues, images together.

    ``beside`` are the two arrays of ``beside_lists``, or none.
    """
    own = groups.own[order]
    first = np.append(0, np.cumsum(own.sum(axis=1))).astype(np.int32)
    return Removals(groups.cells[order][own], first, *beside)


@lru_cache(maxsize=64)
def _groups(grid: Grid, symmetry: str | None) -> Groups:
    """Return the cells by groups that a symmetry exchanges, ordered by their lowest cell; single cells without one."""
    table = np.arange(grid.size, dtype=np.int32)[:, None] if symmetry is None else images(grid, symmetry).T
    lowest = table.min(axis=1)
    first = np.flatnonzero((lowest == np.arange(grid.size)) & grid.present)
    cells = table[first]
    repeated = np.zeros(cells.shape, bool)
    for k in range(1, cells.shape[1]):
        repeated[:, k] = (cells[:, :k] == cells[:, k : k + 1]).any(axis=1)
    return Groups(cells, ~repeated, np.searchsorted(first, lowest).astype(np.int32).clip(max=first.size - 1))


@lru_cache(maxsize=64)
def _near(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells that the clue of each cell counts."""
    around = grid.neighborhood
    cells, start = around.cells.tolist(), around.start.tolist()
    return tuple(tuple(cells[start[cell] : start[cell + 1]]) for cell in range(grid.size))
