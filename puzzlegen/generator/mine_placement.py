"""Places the mines of a new board at random."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.engine.boards.mine_placement import place_mines
from puzzlegen.errors import GenerationError
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.random_streams import Stream
from puzzlegen.solver.engine_input import nodes_of


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
            f"{count} mines on a board of {grid} cells: its narrow parts hold only pairs: change the number"
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
    return f"{count} mines on a board of {grid} cells: some cells would have no safe neighbor: lower the density"
