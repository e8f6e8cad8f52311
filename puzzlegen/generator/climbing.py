"""Changes a generated puzzle step by step: to a wanted difficulty, or to a lower cost in named parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.clue_layout import FREE, NATURAL
from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.climbing import adjustment, rating, shape
from puzzlegen.engine.climbing import climb as engine
from puzzlegen.errors import SolverError
from puzzlegen.generator.mine_placement import mine_limits
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.grade import points_range
from puzzlegen.grading.quality import (
    PARTS,
    WEIGHTS,
    board_shape,
    places,
    side_in_thousandths,
    usual_values,
    wanted,
)
from puzzlegen.random_streams import Stream
from puzzlegen.solver.engine_input import nodes_of
from puzzlegen.solver.tiers import PuzzleTrace, run

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
    start, cells, clue, known, mines = _arrays(trace)
    found = engine.climb(
        start,
        cells,
        clue,
        known,
        mines,
        wanted(grid, request.difficulty, request.aim),
        usual_values(grid),
        _board(request, int(mines.sum())),
        places(grid),
        _worth(request),
        side_in_thousandths(grid),
        int(random.words(1)[0]),
    )
    return _proved(request, found.clue, found.mines)


def can_adjust(request: PuzzleRequest) -> bool:
    """Return whether ``adjust`` may change puzzles of the request: they need tier 3, and nothing else is asked of them.

    Lower tiers are met by nearly every board.
    """
    tier = DIFFICULTIES[request.difficulty].tier if request.difficulty else 0
    given = request.picture is not None or request.classic  # mines that must stay as they are
    return tier >= ADJUSTED_TIER and not request.aim.moves and not given


def adjust(request: PuzzleRequest, trace: PuzzleTrace, random: Stream) -> PuzzleTrace | None:
    """Change the mines of a puzzle until it has the difficulty of the request. Return its solve; None if that fails.

    Clues keep their places. Raises as ``climb`` does.
    """
    assert request.difficulty is not None  # see can_adjust
    start, cells, clue, known, mines = _arrays(trace)
    wanted = np.zeros(adjustment.WANTED, np.int64)
    wanted[adjustment.TIER] = DIFFICULTIES[request.difficulty].tier
    low, high = points_range(request.difficulty, request.grid, trace.puzzle.unproved)
    wanted[adjustment.LOW], wanted[adjustment.HIGH] = low, high
    wanted[adjustment.PATIENCE] = min(PATIENCE, MAX_PATIENCE_WORK // request.grid.area)
    board, seed = _board(request, int(mines.sum())), int(random.words(1)[0])
    found = adjustment.adjust(start, cells, clue, known, mines, board, wanted, seed)
    return _proved(request, found.clue, found.mines) if found.fits else None


class _Arrays(NamedTuple):
    """A puzzle as the engine takes it (see engine.climbing.climb)."""

    start: NDArray[np.int32]
    cells: NDArray[np.int32]
    clue: NDArray[np.int8]
    known: NDArray[np.int8]
    mines: NDArray[np.int8]


def _arrays(trace: PuzzleTrace) -> _Arrays:
    printed, nodes = trace.puzzle.array, nodes_of(trace.puzzle.grid)
    mines = np.zeros(nodes.size, np.int8)
    mines[: nodes.cells] = trace.solution
    return _Arrays(nodes.around.start, nodes.around.cells, nodes.clues(printed), nodes.known(printed), mines)


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
    board = board_shape(request.grid, shape.CLIMB_BOARD)
    fewest, most = mine_limits(request)
    board[shape.FEWEST], board[shape.MOST] = min(fewest, mines), max(most, mines)  # a drawing may need others
    board[shape.LONE] = request.lone or request.grid.variant.clue_on_mine
    layout = request.layout
    board[shape.MOVABLE] = layout.drawing is None and layout.clues is None and layout.rule in (FREE, NATURAL)
    board[shape.PRINTED], board[shape.CAP] = request.total, request.cap
    moves = request.aim.moves * request.grid.area
    board[shape.MOVES] = min(moves, MAX_HARDEST_MOVES) if request.aim.hardest else moves
    board[shape.HEAT] = 1000 * HEAT
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
