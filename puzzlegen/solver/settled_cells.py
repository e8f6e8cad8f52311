"""Finds the cells that are the same in all solutions of a puzzle, with clingo."""

from __future__ import annotations

import time
from collections.abc import Sequence

import clingo

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import SolverError
from puzzlegen.solver.exact import (
    Clue,
    OutOfTimeError,
    Program,
    UndecidedError,
    add_count,
    add_rules,
    clues_and_cells,
)


def settled_cells(puzzle: Puzzle, budget: float = 60.0) -> dict[int, bool]:
    """Return the cells that are the same in every solution: True for a mine, False for a safe cell.

    Raises UndecidedError if ``budget`` seconds are not enough, and SolverError for a puzzle without a solution.
    """
    clues, free = clues_and_cells(puzzle, {})
    program = Program(["--models=1", "--configuration=tweety"], time.monotonic() + budget)
    mine = add_rules(program.control, clues)
    settled: dict[int, bool] = {}
    counts: set[int] = set()  # of mines beside clues, in the solutions that were found

    def keep(model: clingo.Model) -> None:
        values = {cell: model.is_true(atom) for cell, atom in mine.items()}
        same = [cell for cell in values if not counts or settled.get(cell) is values[cell]]
        counts.add(sum(values.values()))
        for cell in settled.keys() - set(same):
            del settled[cell]
        settled.update((cell, values[cell]) for cell in same)

    def add_range(least: int, most: int) -> None:
        with program.control.backend() as backend:
            add_count(backend, list(mine.values()), least, most)

    try:
        if puzzle.total is not None:
            add_range(puzzle.total - len(free), puzzle.total)
        while program.solve(keep) is None and settled:  # each solution differs from all before in a cell that is left
            with program.control.backend() as backend:
                backend.add_rule([], [mine[cell] if value else -mine[cell] for cell, value in settled.items()])
        if not counts:
            raise SolverError(f"this {puzzle.grid} puzzle has no solution")
        return settled | _settled_free_cells(puzzle, clues, free, program.deadline)
    except OutOfTimeError:
        raise UndecidedError(puzzle.grid, f"{budget:.2g} s of search are not enough to find all proved cells") from None


def _settled_free_cells(
    puzzle: Puzzle, clues: Sequence[Clue], free: Sequence[int], deadline: float
) -> dict[int, bool]:  # fmt: skip
    """Return the free cells if all are safe or all are mines in every solution; by the total, as they touch no clue."""
    if puzzle.total is None or not free:
        return {}

    def is_possible(least: int, most: int) -> bool:
        program = Program(["--models=1", "--configuration=tweety"], deadline)
        mine = add_rules(program.control, clues)
        with program.control.backend() as backend:
            add_count(backend, list(mine.values()), least, most)
        return program.solve(lambda _: None) is None

    least = puzzle.total - len(free)
    for value, others in ((False, (least, puzzle.total - 1)), (True, (least + 1, puzzle.total))):
        if not is_possible(*others):
            return dict.fromkeys(free, value)
    return {}
