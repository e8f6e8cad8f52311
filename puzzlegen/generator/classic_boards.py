"""Generates boards of the classic game that need no guessing, each proved by a new game from its start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.deduction import Status
from puzzlegen.board.grid import Grid
from puzzlegen.engine.boards import no_guess_boards as engine
from puzzlegen.errors import GenerationError
from puzzlegen.random_streams import stream
from puzzlegen.solver.classic_game import Game, play

STRATEGIES = {
    "redraw": engine.REDRAW,
    "perturb": engine.PERTURB,
    "fill": engine.FILL,
}  # see engine.boards.no_guess_boards
LARGEST_FILLED = 2500  # cells: filling up tries added mines one by one, each with a game over the whole board


class TooLarge(GenerationError):
    """The strategy does not take boards of this size."""


class TooManyMines(GenerationError):
    """The mines do not fit on the board."""


class Spent(GenerationError):
    """All attempts are used up, and every board needed guessing."""


@dataclass(frozen=True, slots=True)
class ClassicWish:
    """What is wanted. Without a ``start`` each board has one of its own, drawn at random.

    ``around`` keeps the cells around the start free of mines too, so that the first click opens an area. ``cap`` is
    the highest tier a player may need, ``attempts`` how many boards may be drawn for one.
    """

    grid: Grid
    mines: int
    start: int | None = None
    around: bool = True
    strategy: str = "perturb"
    cap: int = 3
    attempts: int = 10_000


@dataclass(frozen=True, slots=True)
class Made:
    """A board with its proof. ``seed`` names the stream that makes it again, ``drawn`` counts the boards it took."""

    game: Game
    seed: str
    drawn: int


def quickest(grid: Grid, mines: int) -> str:
    """Return the strategy that finds such a board soonest (figures in docs/classic.md)."""
    if 8 * mines <= grid.size <= 100:
        return "redraw"
    return "fill" if 3 * mines >= grid.size and grid.size <= 256 else "perturb"


def check(wish: ClassicWish) -> None:
    """Raise TooLarge or TooManyMines if there is no such board, GenerationError for a start that is not on it."""
    grid = wish.grid
    if wish.strategy == "fill" and grid.size > LARGEST_FILLED:
        raise TooLarge(f"the strategy fill takes boards of up to {LARGEST_FILLED} cells, found {grid}")
    if wish.start is not None and not 0 <= wish.start < grid.size:
        raise GenerationError(f"start: cell {wish.start} is not on a {grid} board")
    around = grid.neighbourhood
    touched = np.diff(around.start)
    free = 1 + int(touched.max() if wish.start is None else touched[wish.start]) * wish.around
    if wish.mines > grid.size - free:
        kept = "the start and the cells around it stay" if wish.around else "the start stays"
        most = max(0, grid.size - free)
        raise TooManyMines(f"{wish.mines} mines on a {grid} board: at most {most} fit, as {kept} free")


def make(wish: ClassicWish, seeds: Sequence[str]) -> Iterator[Made]:
    """Yield a board for each seed, in order. Each depends only on the request and its own seed.

    Raises as ``check`` does; Spent when none was found for a seed within the budget, after the boards before it.
    """
    check(wish)
    around = wish.grid.neighbourhood
    barred = np.zeros((len(seeds), wish.grid.size), np.int8)
    tally = np.zeros((len(seeds), engine.TALLY_SIZE), np.int64)
    first = np.empty(len(seeds), np.int32)
    for i, seed in enumerate(seeds):
        random = stream(seed)
        drawn = random.below(wish.grid.size)
        first[i] = drawn if wish.start is None else wish.start
        tally[i, engine.RANDOM] = int(random.words(1)[0]) >> 1 | 1
        barred[i, first[i]] = 1
        if wish.around:
            barred[i, around.cells[around.start[first[i]] : around.start[first[i] + 1]]] = 1
    mines, found = engine.search(
        STRATEGIES[wish.strategy], wish.attempts, wish.mines, first, wish.cap, around.start, around.cells, barred, tally
    )
    for i, seed in enumerate(seeds):
        if not found[i]:
            raise Spent(_given_up(wish, seed, int(tally[i, engine.MOST_KNOWN])))
        yield _proved(wish, mines[i], int(first[i]), seed, int(tally[i, engine.DRAWN]))


def _proved(wish: ClassicWish, mines: NDArray[np.int8], start: int, seed: str, drawn: int) -> Made:
    game = play(ClassicBoard(wish.grid, tuple(mines.astype(bool).tolist()), start), wish.cap)
    if game.status is not Status.SOLVED:  # the search goes on from what it knew before it moved mines; this does not
        raise AssertionError(f"{seed}: the board found is not solved from its start")
    return Made(game, seed, drawn)


def _given_up(wish: ClassicWish, seed: str, most: int) -> str:
    return (
        f"no {wish.grid} board with {wish.mines} mines that needs no guessing in {wish.attempts} attempts "
        f"(stream {seed!r}; at best {100 * most // wish.grid.size} % of the cells could be told)"
    )
