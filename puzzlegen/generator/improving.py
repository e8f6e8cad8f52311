"""Places the mines of a board, drops needless clues, and changes a puzzle step by step toward what is wanted."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, Status, blank_cells, from_mines
from puzzlegen.board.spec import fitting_symmetries
from puzzlegen.engine import adjustment, rating
from puzzlegen.engine import climb as climb_kernel
from puzzlegen.engine import thin as thin_kernel
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.thin import Removals
from puzzlegen.errors import GenerationError, SolverError
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.grade import effort_range
from puzzlegen.grading.quality import PARTS, WEIGHTS, board_shape, places, side_in_thousandths, usual_values, wanted
from puzzlegen.random_streams import Stream
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import PuzzleTrace, run
from puzzlegen.wording import pluralize


class ThinnedPuzzle(NamedTuple):
    """The thinned puzzle. ``fell_back`` says that the slower naive form was used after the incremental one."""

    puzzle: Puzzle
    fell_back: bool


def thin(grid: Grid, mines: NDArray[np.int8], cap: int, removals: Removals, *, total: bool = False) -> ThinnedPuzzle:
    """Drop each clue without which tiers 1 to ``cap`` still solve the puzzle.

    ``mines`` is int8, shape ``(size,)``, 1 = mine. ``removals`` lists the cells in the order to try. ``total`` prints
    the number of mines, so that the tiers can use it.
    Raises GenerationError if even all clues are not enough.
    """
    return thin_clues(from_mines(grid, mines.astype(bool).tolist()), int(mines.sum()), cap, removals, total=total)


def thin_clues(full: Puzzle, mines: int, cap: int, removals: Removals, *, total: bool = False) -> ThinnedPuzzle:
    """Drop clues of a puzzle with so many ``mines``, as ``thin`` does from all clues of a board.

    Raises GenerationError if the clues are not enough.
    """
    grid = full.grid
    nodes = nodes_of(grid)
    clue = nodes.clues(full.array)
    around = nodes.around
    thinned = thin_kernel.thin(
        around.start,
        around.cells,
        clue,
        nodes.known(blank_cells(grid)),
        mines if total else NO_TOTAL,
        cap,
        removals._replace(order=nodes.clue_nodes(removals.order)),
    )
    if thinned.dropped < 0:
        raise GenerationError(unprovable(grid, cap))
    return ThinnedPuzzle(Puzzle(grid, tuple(nodes.printed(clue).tolist()), mines if total else None), thinned.fell_back)


def unprovable(grid: Grid, cap: int) -> str:
    """Return the message about a board that even all clues do not solve."""
    return f"the mines of a board of {grid} cells cannot be proved at tier {cap} even with all clues"


def mine_limits(request: PuzzleRequest) -> tuple[int, int]:
    """Return the fewest and the most mines of a puzzle: ``density - spread`` to ``density + spread`` of the cells.

    At least one, and both ``request.mines`` if that is given. The number varies, so that readers cannot use it to find
    the last mines.
    """
    if request.mines is not None:
        return request.mines, request.mines
    cells = request.grid.area
    fewest = max(1, round(cells * max(0.0, request.density - request.spread)))
    return fewest, max(fewest, round(cells * (request.density + request.spread)))


def shuffled_cells(grid: Grid, random: Stream) -> NDArray[np.int32]:
    """Return the cells of the board, without its voids, in random order."""
    order = random.permutation(grid.area)
    return np.flatnonzero(grid.present).astype(np.int32)[order] if grid.voids else order


@lru_cache(maxsize=64)
def _twins(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Return the cells of a board by groups that the same clues count, so that no clue tells them apart."""
    around = grid.neighborhood
    groups: dict[bytes, list[int]] = {}
    for cell in np.flatnonzero(grid.present).tolist():
        groups.setdefault(around.cells[around.start[cell] : around.start[cell + 1]].tobytes(), []).append(cell)
    return tuple(map(tuple, groups.values()))


def has_twins(grid: Grid) -> bool:
    """Return whether a shaped board has cells that no clue tells apart. All or none of them are mines then.

    Only where clues may stand on mines: elsewhere a clue on a safe cell shows that its twin has the mine.
    """
    return bool(grid.voids) and grid.variant.clue_on_mine and any(len(group) > 1 for group in _twins(grid))


def _placed_alike(grid: Grid, count: int, random: Stream) -> NDArray[np.int8]:
    """Place mines on all or none of the cells of each group of ``_twins``.

    Strokes of letters that are two cells wide consist of such groups. With one mine in a pair, the puzzle would have a
    second solution.
    """
    mines = np.zeros(grid.size, np.int8)
    groups = _twins(grid)
    left = count
    for i in random.permutation(len(groups)).tolist():
        if len(groups[i]) <= left:
            mines[list(groups[i])] = 1
            left -= len(groups[i])
    if left:
        raise GenerationError(
            f"{pluralize(count, 'mine')} on a board of {grid} cells: its narrow parts hold only pairs: "
            "change the number"
        )
    return mines


def place(grid: Grid, count: int, random: Stream, *, lone: bool = True) -> NDArray[np.int8]:
    """Place ``count`` mines uniformly; return int8 of shape ``(size,)``, 1 = mine.

    A mine without a safe neighbor is moved. ``lone`` allows safe cells with mines all around.
    Raises GenerationError when so many mines cannot be placed. At least one cell is safe, unless clues may stand on
    mines: then a full board has clues too.
    """
    if count < grid.area and has_twins(grid):
        return _placed_alike(grid, count, random)
    nodes = nodes_of(grid)  # if a clue may stand on a mine, its node is a safe neighbor, so no mine has to move
    around = nodes.around
    mines, void = np.zeros((2, nodes.size), np.int8)
    if count > grid.area - (not grid.variant.clue_on_mine) or not place_mines(
        around.start, around.cells, void, shuffled_cells(grid, random), count, lone, mines
    ):
        raise GenerationError(unplaced(grid, count))
    return mines[: nodes.cells]


def unplaced(grid: Grid, count: int) -> str:
    """Return the message about mines that cannot be placed."""
    mines = pluralize(count, "mine")
    return f"{mines} on a board of {grid} cells: some cells would have no safe neighbor: lower the density"


# By how much the cost may rise at first, in points of the quality score. With 0 and 2, climbs of 6,000 changes ended
# 1 to 2 points lower (12 puzzles of each difficulty, 2026-11-22).
HEAT = 6
MAX_HARDEST_MOVES = 45_000  # of one climb in the search for the hardest puzzle: a minute at 30x30
ADJUSTED_TIER = 3  # of the difficulties for which puzzles are adjusted
# Draws of an adjustment without a nearer puzzle, and the most of draws times cells. At 10x10, with 40, 70, 100 and 150
# draws expert puzzles took 4.1, 3.8, 3.9 and 4.1 ms in the natural layout, and 5.5, 4.8, 4.6 and 4.7 ms in symmetric
# ones. Large boards need fewer new boards, and a draw on them takes as long as a larger part of a board (2026-11-22).
PATIENCE, MAX_PATIENCE_WORK = 100, 40_000
WISH_WEIGHT = 100  # of each wish, in points of the quality score: as much as all else together


def climb(request: PuzzleRequest, trace: PuzzleTrace, random: Stream) -> PuzzleTrace:
    """Improve a puzzle for the aim of the request, and return the solve of the best puzzle found.

    ``trace`` is the solve of the puzzle to begin with. Clues keep their places in a layout that sets them. The tiers
    prove the result like any other puzzle. Raises SolverError if they do not, which would be an error of the engine.
    """
    grid = request.grid
    start, cells, coordinates, clue, known, mines = _arrays(trace)
    climbed = climb_kernel.climb(
        start,
        cells,
        coordinates,
        clue,
        known,
        mines,
        wanted(grid, request.difficulty, request.aim, request.habits),
        usual_values(grid, request.habits),
        _board(request, int(mines.sum())),
        places(grid),
        _worth(request),
        side_in_thousandths(grid),
        int(random.words(1)[0]),
    )
    return _proved(request, climbed.clue, climbed.mines)


def symmetries_of_hand(request: PuzzleRequest) -> list[str]:
    """Return the symmetries of the hand of the request that the board can have."""
    symmetries = () if request.habits is None else request.habits.symmetries
    return [name for name in symmetries if name in fitting_symmetries(request.grid)]


def can_adjust(request: PuzzleRequest) -> bool:
    """Return whether ``adjust`` may change puzzles of the request: they need tier 3, and nothing else is asked of them.

    Lower tiers are met by nearly every board.
    """
    given = (
        request.picture is not None or request.classic or request.idea is not None
    )  # mines that must stay as they are
    return request.tier >= ADJUSTED_TIER and not request.aim.moves and not given


def adjust(request: PuzzleRequest, trace: PuzzleTrace, random: Stream) -> tuple[PuzzleTrace, int] | None:
    """Change the mines of a puzzle until it has the difficulty of the request; return its solve and its effort.

    The effort is that of ``solver.person_walk.effort``. Returns None if no change leads there. Clues keep their places.
    Raises as ``climb`` does.
    """
    assert request.difficulty is not None  # see can_adjust
    start, cells, coordinates, clue, known, mines = _arrays(trace)
    wanted = np.zeros(adjustment.WANTED, np.int64)
    wanted[adjustment.TIER] = request.tier
    low, high = effort_range(request.difficulty, request.grid, trace.puzzle.unproved)
    wanted[adjustment.LOW], wanted[adjustment.HIGH] = low, high
    wanted[adjustment.PATIENCE] = min(PATIENCE, MAX_PATIENCE_WORK // request.grid.area)
    board, seed = _board(request, int(mines.sum())), int(random.words(1)[0])
    adjusted = adjustment.adjust(start, cells, coordinates, clue, known, mines, board, wanted, seed)
    return (_proved(request, adjusted.clue, adjusted.mines), adjusted.effort) if adjusted.fits else None


class _Arrays(NamedTuple):
    """A puzzle as the engine takes it (see engine.climb)."""

    start: NDArray[np.int32]
    cells: NDArray[np.int32]
    coordinates: NDArray[np.int32]
    clue: NDArray[np.int8]
    known: NDArray[np.int8]
    mines: NDArray[np.int8]


def _arrays(trace: PuzzleTrace) -> _Arrays:
    printed, nodes = trace.puzzle.array, nodes_of(trace.puzzle.grid)
    mines = np.zeros(nodes.size, np.int8)
    mines[: nodes.cells] = trace.solution
    around = nodes.around
    return _Arrays(around.start, around.cells, around.coordinates, nodes.clues(printed), nodes.known(printed), mines)


def _proved(request: PuzzleRequest, clue: NDArray[np.int8], mines: NDArray[np.int8]) -> PuzzleTrace:
    """Return the solve of a changed puzzle. Raises SolverError if the tiers do not prove it."""
    nodes = nodes_of(request.grid)
    total = int(mines.sum()) if request.total else None
    trace = run(Puzzle(request.grid, tuple(nodes.printed(clue).tolist()), total), request.cap)
    if trace.status is not Status.SOLVED or not np.array_equal(trace.solution, mines[: nodes.cells]):
        raise SolverError(f"changes ended with {trace.puzzle}, which the tiers do not prove")
    return trace


def _board(request: PuzzleRequest, mines: int) -> NDArray[np.int64]:
    """Return the shape of the board and what may change on it, as the engine takes it."""
    board = board_shape(request.grid, rating.CLIMB_BOARD)
    fewest, most = mine_limits(request)
    board[rating.FEWEST], board[rating.MOST] = min(fewest, mines), max(most, mines)  # a drawing may need others
    board[rating.LONE] = request.lone_cells or request.grid.variant.clue_on_mine
    layout = request.layout
    board[rating.MOVABLE] = layout.is_open and not symmetries_of_hand(request)
    board[rating.PRINTED], board[rating.CAP] = request.total, request.cap
    moves = request.aim.moves * request.grid.area
    if symmetries_of_hand(request):  # of three changes of other hands, one moves a clue
        moves = moves * 2 // 3
    board[rating.MOVES] = min(moves, MAX_HARDEST_MOVES) if request.aim.hardest else moves
    board[rating.HEAT] = 1000 * HEAT
    # A climb to a score by one walk ended up to a third below the mean of several (medium 8x8, 2026-11-27)
    board[rating.OFTEN] = request.aim.score is not None
    return board


def _worth(request: PuzzleRequest) -> NDArray[np.int64]:
    """Return the weight of each part."""
    worth = np.zeros(rating.PARTS, np.int64)
    if request.aim.hardest:
        worth[rating.DIFFICULTY] = 1
        return worth
    for name, i in PARTS.items():
        worth[i] = WEIGHTS[name]
    for wish, i in (
        (request.aim.score, rating.DIFFICULTY),
        (request.aim.start, rating.START),
        (request.aim.technique, rating.SKILL),
    ):
        if wish is not None:
            worth[i] = WISH_WEIGHT
    if request.aim.start is not None:  # a solve that begins in one region has fewer first steps
        worth[rating.OPENING] = 0
    return worth
