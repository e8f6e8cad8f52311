"""Draws puzzles in the free and the natural layout, many attempts in one call of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.clue_layout import NATURAL, fitting_symmetries
from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import blank_cells, from_bytes
from puzzlegen.engine.layouts import mine_search as limit
from puzzlegen.engine.solving.clue_rules import NO_TOTAL
from puzzlegen.engine.thinning import thin_incremental as engine
from puzzlegen.engine.thinning.thin_naive import Removals, single_removals
from puzzlegen.generator.climbing import can_adjust
from puzzlegen.generator.clue_layouts import LONE_IN_HUNDRED, SYMMETRIC_IN, beside_lists, edge_factors
from puzzlegen.generator.mine_placement import mine_limits, unplaced
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.generator.thinning import unprovable
from puzzlegen.random_streams import seeds
from puzzlegen.solver.engine_input import nodes_of
from puzzlegen.solver.tiers import PuzzleTrace

MOST_AT_ONCE = 64  # attempts in one call; the first call has few, as easy puzzles seldom need more than one
CLUE_TOO_MANY = "a clue too many was dropped"


class Drawn(NamedTuple):
    """The result of the attempt ``number``: the trace of a puzzle, or the reason why there is none.

    ``points`` are the points of effort of the puzzle. Neither trace nor reason is set if the puzzle is to be symmetric,
    if all cells are to be mines, or if an array of the engine was too small. The attempt has to be made by other means
    then.
    """

    number: int
    trace: PuzzleTrace | None = None
    reason: str = ""
    points: int | None = None


class _PlainBoard(NamedTuple):
    """What the engine needs to know of a board and its layout before anything is drawn (see engine.make_boards)."""

    present: NDArray[np.int32]
    factors: NDArray[np.float64]
    bare: NDArray[np.int8]
    clue: NDArray[np.int8]
    removals: Removals  # without the order, which is drawn


@lru_cache(maxsize=64)
def _plain_board(grid: Grid, rule: str) -> _PlainBoard:
    nodes, unclued = nodes_of(grid), blank_cells(grid)
    present = np.flatnonzero(grid.present).astype(np.int32)
    removals, factors = single_removals(present), np.ones(present.size)
    if rule == NATURAL:
        start, beside = beside_lists(grid)
        removals = removals._replace(beside_start=start, beside=beside)
        factors = edge_factors(grid)[present]
    return _PlainBoard(present, factors, nodes.known(unclued), nodes.clues(unclued), removals)


def drawn_puzzles(request: PuzzleRequest) -> Iterator[Drawn]:
    """Yield the result of each attempt of a request in order: free or natural layout, a board without twins.

    The attempts draw what ``attempts.attempt`` draws, and give the same puzzles. Those that need too low a tier for the
    difficulty have a reason and no trace.
    """
    grid = request.grid
    nodes, plain = nodes_of(grid), _plain_board(grid, request.layout.rule)
    around, clue = nodes.around, plain.clue.copy()
    removals = plain.removals._replace(order=np.empty(grid.area, np.int32))
    limits = _limits(request, nodes.shift)
    space = engine.workspace_for(nodes.size, around.cells.size)
    first, most = 0, 2
    while first < request.attempts:
        count = min(most, request.attempts - first)
        outcomes = np.empty((count, 4), np.int32)
        made = engine.make_boards(
            seeds([f"{request.stream}/{number}" for number in range(first, first + count)]), outcomes, plain.present,
            plain.factors, 0 if request.total else NO_TOTAL, request.cap, limits, engine.NO_RANDOM, plain.bare, clue,
            around.start, around.cells, *removals, *space.draft, *space.trace, *space.scratch, *space.state,
        )  # fmt: skip
        for number, (outcome, mines, rounds, points) in enumerate(outcomes[:made].tolist(), start=first):
            if outcome == engine.MADE:
                yield Drawn(number, _trace(request, clue, mines, rounds, space), "", points)
            else:
                yield Drawn(number, None, _reason(request, outcome, mines))
        first += made
        if made == count:
            most = min(2 * most, MOST_AT_ONCE)


def _limits(request: PuzzleRequest, shift: int) -> NDArray[np.int32]:
    """Return what the engine needs to know of the request. ``shift``: see Nodes."""
    limits = np.zeros(limit.LIMITS_SIZE, np.int32)
    natural = request.layout.rule == NATURAL
    fewest, most = mine_limits(request)
    exact = request.mines is not None and not natural  # the natural layout draws a word even for a given number
    changed = request.aim.moves > 0 or can_adjust(request)
    lowest = DIFFICULTIES[request.difficulty].tier if request.difficulty and not changed else 0
    limits[limit.FEWEST], limits[limit.MOST] = fewest, fewest - 1 if exact else most
    limits[limit.LONE], limits[limit.LOWEST_TIER], limits[limit.SHIFT] = request.lone, lowest, shift
    if natural:
        limits[limit.SYMMETRIC_IN], limits[limit.LONE_IN_HUNDRED] = SYMMETRIC_IN, LONE_IN_HUNDRED
        limits[limit.IS_SYMMETRIC] = "half-turn" in fitting_symmetries(request.grid)
    return limits


def _reason(request: PuzzleRequest, outcome: int, mines: int) -> str:
    """Return why an attempt gave no puzzle; empty if it has to be made by other means."""
    all_mines = outcome == engine.UNPLACED and request.grid.variant.clue_on_mine  # the engine keeps a safe cell
    if outcome in (engine.FULL, engine.SYMMETRIC) or all_mines:
        return ""
    if outcome == engine.UNPLACED:
        return unplaced(request.grid, mines)
    if outcome == engine.UNPROVED_BOARD:
        return unprovable(request.grid, request.cap)
    if outcome == engine.SPOILT:
        return CLUE_TOO_MANY
    easiest = [band.name for band in DIFFICULTIES.values() if band.includes(outcome - engine.TOO_EASY, 0.0, 1.0)]
    return f"{easiest[-1]} instead"


def _trace(request: PuzzleRequest, clue: engine.Clues, mines: int, rounds: int, space: engine.Workspace) -> PuzzleTrace:
    """Return the trace that the engine left, as copies: the next attempt uses the same arrays."""
    nodes = nodes_of(request.grid)
    cells, used, trace = slice(nodes.cells), slice(1, rounds + 1), space.trace
    return PuzzleTrace(
        puzzle=from_bytes(request.grid, nodes.printed(clue).tobytes(), mines if request.total else None),
        status=Status.SOLVED,
        known=space.draft.known[cells].copy(),
        moment=trace.moment[cells].copy(),
        by=nodes.clue_cells(trace.by).copy(),
        tier=trace.tier_of[used].copy(),
        available=trace.available[used].copy(),
    )
