"""Checks a solution against the clues of its puzzle, without the engine."""

from collections.abc import Sequence

from puzzlegen.board.puzzle import Puzzle


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
