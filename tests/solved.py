"""Checks a solution against the clues of its puzzle, and explains the rounds of a solve."""

from collections.abc import Collection, Sequence

from puzzlegen.board.puzzle import Deduction, Puzzle
from puzzlegen.solver.explanation import deductions_at
from puzzlegen.solver.tiers import PuzzleTrace


def is_solved_by(puzzle: Puzzle, mines: Sequence[bool]) -> bool:
    """Return whether all clues, empty cells and the printed total agree with these mines, one flag a cell."""
    if any(mine and not hidden for mine, hidden in zip(mines, puzzle.hidden, strict=True)):
        return False
    if puzzle.total is not None and sum(mines) != puzzle.total:
        return False
    around = puzzle.grid.neighborhood
    return all(
        value < 0 or value == sum(mines[j] for j in around.cells[around.start[i] : around.start[i + 1]])
        for i, value in enumerate(puzzle.cells)
    )


def explain(trace: PuzzleTrace, moments: Collection[int] | None = None) -> tuple[Deduction, ...]:
    """Return the deductions of the rounds of a solve, ordered by round, then by technique and proof.

    ``moments``, counted from 1, limits the rounds.
    """
    wanted = range(1, trace.tier.size + 1) if moments is None else sorted(moments)
    whens = [(now, int(trace.tier[now - 1])) for now in wanted]
    return tuple(
        step for when in whens for step in deductions_at(trace.puzzle, trace.known, trace.moment, trace.by, when)
    )
