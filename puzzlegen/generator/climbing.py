"""Improves a generated puzzle by small changes, for a lower cost in named parts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.clue_layout import FREE, NATURAL
from puzzlegen.board.deduction import Status
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.climbing import climb as engine
from puzzlegen.engine.climbing import rating, shape
from puzzlegen.errors import SolverError
from puzzlegen.generator.mine_placement import mine_limits
from puzzlegen.generator.requests import PuzzleRequest
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
WISH_WEIGHT = 100  # of each wish, in points of the quality score: as much as all else together


def climb(request: PuzzleRequest, trace: PuzzleTrace, random: Stream) -> PuzzleTrace:
    """Improve a puzzle for the aim of the request, and return the solve of the best puzzle found.

    ``trace`` is the solve of the puzzle to begin with. Clues keep their places in a layout that sets them. The tiers
    prove the result like any other puzzle. Raises SolverError if they do not, which would be an error of the engine.
    """
    grid, nodes = request.grid, nodes_of(request.grid)
    mines = np.zeros(nodes.size, np.int8)
    mines[: nodes.cells] = trace.solution
    puzzle = trace.puzzle
    found = engine.climb(
        nodes.around.start,
        nodes.around.cells,
        nodes.clues(puzzle.array),
        nodes.known(puzzle.array),
        mines,
        wanted(grid, request.difficulty, request.aim),
        usual_values(grid),
        _board(request, int(mines.sum())),
        places(grid),
        _worth(request),
        side_in_thousandths(grid),
        int(random.words(1)[0]),
    )
    total = int(found.mines.sum()) if request.total else None
    better = run(Puzzle(grid, tuple(nodes.printed(found.clue).tolist()), total), request.cap)
    if better.status is not Status.SOLVED or not np.array_equal(better.solution, found.mines[: nodes.cells]):
        raise SolverError(f"a climb from {trace.puzzle} ended with a puzzle that the tiers do not prove")
    return better


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
