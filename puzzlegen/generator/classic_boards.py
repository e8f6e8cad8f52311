"""Generates boards of the classic clickable game that need no guessing, and proves each by solving it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard, Status
from puzzlegen.engine import no_guess_boards as engine
from puzzlegen.errors import GenerationError
from puzzlegen.random_streams import stream
from puzzlegen.solver.classic_game import Game, play
from puzzlegen.wording import pluralize

STRATEGIES = {
    "redraw": engine.REDRAW,
    "perturb": engine.PERTURB,
    "fill": engine.FILL,
}  # described in engine.no_guess_boards
LARGEST_FILLED = 2500  # cells: the strategy fill tries added mines one by one, each with a solve of the whole board


class BoardTooLarge(GenerationError):
    """The strategy does not take boards of this size."""


class TooManyMines(GenerationError):
    """The mines do not fit on the board."""


class AttemptsExhausted(GenerationError):
    """Every board tried within the attempts needed guessing."""


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """What a board must be.

    ``start`` is the number of the cell opened first; None draws one at random for each board. ``around`` keeps the
    cells around the start free of mines too, so that the first click opens an area. ``strategy`` is a key of
    STRATEGIES. ``cap`` is the highest tier a player may need. ``attempts`` is the most boards to try for one.
    """

    grid: Grid
    mines: int
    start: int | None = None
    around: bool = True
    strategy: str = "perturb"
    cap: int = 3
    attempts: int = 10_000


@dataclass(frozen=True, slots=True)
class GeneratedBoard:
    """A board with its proof, the solved ``game``.

    ``stream`` names the random stream that makes the board again. ``attempts`` counts the boards tried.
    """

    game: Game
    stream: str
    attempts: int


def fastest_strategy(grid: Grid, mines: int) -> str:
    """Return the strategy that finds such a board in the least time (figures in docs/classic.md)."""
    if 8 * mines <= grid.size <= 100:
        return "redraw"
    return "fill" if 3 * mines >= grid.size and grid.size <= 256 else "perturb"


def check_request(request: BoardRequest) -> None:
    """Check that a board as requested can exist.

    Raises BoardTooLarge, TooManyMines, or GenerationError for a start outside the board.
    """
    grid = request.grid
    if request.strategy == "fill" and grid.size > LARGEST_FILLED:
        raise BoardTooLarge(f"the strategy fill takes boards of up to {LARGEST_FILLED} cells, found {grid}")
    if request.start is not None and not 0 <= request.start < grid.size:
        raise GenerationError(
            f"start: found cell {request.start}, expected 0 to {grid.size - 1} on a board of {grid} cells"
        )
    degrees = np.diff(grid.neighborhood.start)
    free = 1 + int(degrees.max() if request.start is None else degrees[request.start]) * request.around
    if request.mines > grid.size - free:
        kept = "the start and the cells around it stay" if request.around else "the start stays"
        most = max(0, grid.size - free)
        mines = pluralize(request.mines, "mine")
        raise TooManyMines(f"{mines} on a board of {grid} cells: at most {most} fit, as {kept} free")


def find_boards(request: BoardRequest, streams: Sequence[str]) -> Iterator[GeneratedBoard]:
    """Yield a board for each random stream, in order. Each depends only on the request and its stream.

    Raises as ``check_request`` does, and AttemptsExhausted for a stream without a board, after the boards before it.
    """
    check_request(request)
    around = request.grid.neighborhood
    barred = np.zeros((len(streams), request.grid.size), np.int8)
    tally = np.zeros((len(streams), engine.TALLY_SIZE), np.int64)
    first = np.empty(len(streams), np.int32)
    for i, name in enumerate(streams):
        random = stream(name)
        drawn = random.below(request.grid.size)  # drawn in any case: the words after it must be the same
        first[i] = drawn if request.start is None else request.start
        tally[i, engine.RANDOM] = int(random.words(1)[0]) >> 1 | 1
        barred[i, first[i]] = 1
        if request.around:
            barred[i, around.cells[around.start[first[i]] : around.start[first[i] + 1]]] = 1
    strategy = STRATEGIES[request.strategy]
    mines, succeeded = engine.search(
        strategy, request.attempts, request.mines, first, request.cap, around.start, around.cells, barred, tally
    )
    for i, name in enumerate(streams):
        if not succeeded[i]:
            raise AttemptsExhausted(_exhausted_message(request, name, int(tally[i, engine.MOST_KNOWN])))
        game = _solved_game(request, mines[i], int(first[i]), name)
        yield GeneratedBoard(game, name, int(tally[i, engine.DRAWN]))


def _solved_game(request: BoardRequest, mines: NDArray[np.int8], start: int, name: str) -> Game:
    """Prove the board by a game from its start. The search continues from cells known before it moved mines."""
    game = play(ClassicBoard(request.grid, tuple(mines.astype(bool).tolist()), start), request.cap)
    if game.status is not Status.SOLVED:
        raise AssertionError(f"{name}: the board found is not solved from its start")
    return game


def _exhausted_message(request: BoardRequest, name: str, most_known: int) -> str:
    percent = 100 * most_known // request.grid.size
    return (
        f"no {request.grid} board with {pluralize(request.mines, 'mine')} that needs no guessing in {request.attempts} "
        f"attempts (stream {name!r}; at best {percent} % of the cells could be proved)"
    )
