"""Generates puzzles whose clues show an idea: searches mines for one of its patterns, then removes clues."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import BLANK_BIT, Idea, idea_named
from puzzlegen.board.puzzle import Puzzle, Status, blank_cells
from puzzlegen.engine import clue_patterns
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.thin import single_removals
from puzzlegen.engine.thin import thin as thin_clues
from puzzlegen.errors import GenerationError
from puzzlegen.generator.clue_layouts import NO_MINES_FOUND, LaidOut
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.random_streams import Stream
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import run

assert BLANK_BIT == 1 << clue_patterns.MAY_BE_BLANK
MOVES = 4000  # of one search; most need fewer than 500, and another start helps more than further moves (2026-11-27)
SEARCH_TIER = 2  # where clues can still be removed, which makes the puzzle harder
NOT_SHOWN = "clues that do not show the idea"  # a reason to reject an attempt


@lru_cache(maxsize=64)
def _patterns(idea: Idea, grid: Grid, text: str) -> NDArray[np.int32]:
    return np.array(list(idea.patterns(grid, text)), np.int32)


def _pattern(idea: Idea, grid: Grid, text: str, random: Stream) -> NDArray[np.int32]:
    """Draw one of the patterns of an idea."""
    if idea.draw is not None:
        return np.array(idea.draw(grid, random.below), np.int32)
    patterns = _patterns(idea, grid, text)
    pattern: NDArray[np.int32] = patterns[random.below(len(patterns))]
    return pattern


def make(request: PuzzleRequest, random: Stream) -> LaidOut:
    """Generate one puzzle that shows the idea of the request.

    Raises GenerationError if the search finds no mines, and where the clues left do not show the idea.
    """
    assert request.idea is not None
    idea, text = idea_named(request.idea)
    grid, nodes = request.grid, nodes_of(request.grid)
    pattern = _pattern(idea, grid, text, random)
    fitted = _fitted(request, idea, pattern, random)
    clue, fell_back = fitted.clue, False
    if not idea.leads_right:  # fewer clues would change the order
        fell_back = _thin(request, idea, pattern, clue, random)
    puzzle = Puzzle(grid, tuple(nodes.printed(clue).tolist()))
    trace = run(puzzle, request.cap) if idea.leads_right else None
    if trace is not None and trace.status is not Status.SOLVED:
        raise GenerationError(NO_MINES_FOUND)
    if not idea.shows(grid, puzzle.cells, text, () if trace is None else trace.moment.tolist()):
        raise GenerationError(NOT_SHOWN)
    return LaidOut(puzzle, fitted.mines[: nodes.cells], fell_back)


def _thin(
    request: PuzzleRequest, idea: Idea, pattern: NDArray[np.int32], clue: NDArray[np.int8], random: Stream
) -> bool:
    """Remove clues that the pattern does not need, in random order. Returns whether thinning fell back."""
    grid, nodes = request.grid, nodes_of(request.grid)
    cells = random.permutation(grid.size)
    cells = cells[(pattern[cells] & BLANK_BIT > 0) & (nodes.printed(clue)[cells] >= 0)]
    cells = cells[: cells.size - round(idea.kept * cells.size)]
    known, around = nodes.known(blank_cells(grid)), nodes.around
    removals = single_removals(nodes.clue_nodes(cells))
    return thin_clues(around.start, around.cells, clue, known, NO_TOTAL, request.cap, removals).fell_back


def _fitted(request: PuzzleRequest, idea: Idea, pattern: NDArray[np.int32], random: Stream) -> clue_patterns.Fit:
    """Search mines for a pattern. Raises GenerationError if none are found."""
    grid, nodes = request.grid, nodes_of(request.grid)
    optional = pattern & BLANK_BIT > 0
    fewest, most = (max(1, round(share * grid.size)) for share in idea.mines)
    limits = np.zeros(clue_patterns.LIMITS, np.int64)
    limits[clue_patterns.FEWEST], limits[clue_patterns.MOST] = fewest, most
    limits[clue_patterns.MOVES], limits[clue_patterns.SHIFT] = MOVES, nodes.shift
    limits[clue_patterns.WIDTH] = grid.width if idea.leads_right else 0
    thins = bool(np.any(optional & (pattern != BLANK_BIT))) and not idea.leads_right
    limits[clue_patterns.CAP] = min(request.cap, SEARCH_TIER) if thins else request.cap
    movable, mines, allowed = (
        np.zeros(nodes.size, np.int8),
        np.zeros(nodes.size, np.int8),
        np.zeros(nodes.size, np.int32),
    )
    movable[: grid.size] = optional | grid.variant.clue_on_mine
    allowed[: grid.size] = pattern
    free = random.permutation(grid.size)
    free = free[movable[free] == 1]
    mines[free[: fewest + random.below(most - fewest + 1)]] = 1
    hidden = (random.words(nodes.size) >> np.uint64(63)).astype(np.int8) if idea.leads_right else None  # half of them
    around, bare = nodes.around, nodes.known(blank_cells(grid))
    seed = int(random.words(1)[0])
    fitted = clue_patterns.fit(around.start, around.cells, allowed, bare, mines, movable, limits, seed, hidden)
    if fitted.cost and not idea.leads_right:
        raise GenerationError(NO_MINES_FOUND)
    return fitted
