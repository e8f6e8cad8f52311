"""Walks through a puzzle as a person does (see engine.grading): the steps in order, and what finding them takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine import grading as engine
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.steps_in_sight import TIERS
from puzzlegen.solver.position import nodes_of, printed_total


@dataclass(frozen=True, slots=True)
class PersonWalk:
    """The walk that always takes the cheapest step.

    ``known`` (int8), ``moment`` and ``by`` (int32) have one entry a cell, as in solver.tiers.Trace; a moment is a step.
    ``technique`` (see engine.steps_in_sight), ``tier`` and ``effort`` (hundredths of a point) have one entry a step.
    """

    puzzle: Puzzle
    known: NDArray[np.int8]
    moment: NDArray[np.int32]
    by: NDArray[np.int32]
    technique: NDArray[np.int32]
    tier: NDArray[np.int32]
    effort: NDArray[np.int32]


def person_walk(
    puzzle: Puzzle, tier: int, marks: NDArray[np.int8] | None = None, recent: Sequence[int] = ()
) -> PersonWalk:
    """Walk through a puzzle with techniques up to ``tier``, as far as they go.

    ``marks``: see solver.tiers.run. ``recent`` are the cells of these that were marked last.
    """
    nodes = nodes_of(puzzle.grid)
    around, printed, trace = nodes.around, puzzle.array, new_trace(nodes.size)
    clue, known = nodes.clues(printed), nodes.known(printed, marks)
    board = around.start, around.cells, around.coordinates
    _, _, count = engine.walk_through(*board, clue, known, printed_total(puzzle), tier, 0, trace, recent)
    technique, cells = trace.tier_of[1 : count + 1], slice(nodes.cells)
    return PersonWalk(
        puzzle,
        known[cells],
        trace.moment[cells],
        nodes.clue_cells(trace.by),
        technique,
        TIERS[technique],
        trace.available[1 : count + 1],
    )


def effort(puzzle: Puzzle, tier: int) -> int:
    """Return the effort of a puzzle that techniques up to ``tier`` solve: the mean of several walks.

    It is in hundredths of a point, and the same for all images of the puzzle.
    """
    nodes = nodes_of(puzzle.grid)
    around, printed = nodes.around, puzzle.array
    board = around.start, around.cells, around.coordinates
    return engine.effort_of_puzzle(*board, nodes.clues(printed), nodes.known(printed), printed_total(puzzle), tier)
