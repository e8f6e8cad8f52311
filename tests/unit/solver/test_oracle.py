"""Puzzles with no, one or many solutions, each checked by three solvers that share no code, and by the tiers."""

from itertools import product
from pathlib import Path

import pytest
import slow_solver as slow
from paper_neighbors import cells_counted
from solved import is_solved_by

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Puzzle, Status
from puzzlegen.formats import line
from puzzlegen.solver import exact
from puzzlegen.solver.bounded_solve import outcome
from puzzlegen.solver.tiers import run

ROWS = [
    tuple(row.split())
    for row in (Path(__file__).parent / "oracle.txt").read_text(encoding="utf-8").splitlines()
    if row.strip() and not row.startswith("#")
]
COUNTS = {"none": 0, "one": 1, "many": 2}
MOST_ENUMERATED = 12  # hidden cells: all combinations of mines are tried
MOST_SLOW = 35  # hidden cells: the slow solver takes under a second


def test_the_oracle_has_all_kinds_of_puzzles() -> None:
    assert len(ROWS) >= 60 and len({text for text, _, _ in ROWS}) == len(ROWS)
    for mosaic, count in product((True, False), COUNTS):
        assert sum(text.startswith("mosaic") is mosaic and found == count for text, found, _ in ROWS) >= 4
    assert {how for _, _, how in ROWS} >= {"tier1", "tier2", "tier3", "tier4", "stuck", "contradiction"}


@pytest.mark.parametrize(("text", "count", "how"), ROWS, ids=lambda part: part)
def test_puzzle(text: str, count: str, how: str) -> None:
    puzzle = line.parse(text)
    found = exact.solutions(puzzle)
    assert found.count == COUNTS[count] and all(is_solved_by(puzzle, one) for one in found.solutions)
    trace = run(puzzle, MAX_TIER)
    assert how == (f"tier{trace.hardest}" if trace.status is Status.SOLVED else str(trace.status))
    if trace.status is Status.SOLVED:
        assert found.solutions == (trace.solution,)
    hidden = [cell for cell, may in enumerate(puzzle.hidden) if may]
    if len(hidden) <= MOST_ENUMERATED:
        assert min(2, len(enumerated(puzzle, hidden))) == COUNTS[count]
    if len(hidden) <= MOST_SLOW:
        assert slow_outcome(puzzle) == how
    unique = trace.status if trace.status is Status.SOLVED else Status.SEARCHED
    status = {"none": Status.CONTRADICTION, "many": Status.AMBIGUOUS, "one": unique}[count]
    assert outcome(puzzle).status is status


def enumerated(puzzle: Puzzle, hidden: list[int]) -> list[tuple[bool, ...]]:
    """Return all solutions, by trying every combination of mines."""
    found = []
    for values in product((False, True), repeat=len(hidden)):
        mines = dict(zip(hidden, values, strict=True))
        solution = tuple(mines.get(cell, False) for cell in range(puzzle.grid.size))
        if is_solved_by(puzzle, solution):
            found.append(solution)
    return found


def slow_outcome(puzzle: Puzzle) -> str:
    """Return the result of the slow solver as the oracle names it."""
    grid = puzzle.grid
    around = cells_counted(grid)
    clues = {cell: value for cell, value in enumerate(puzzle.cells) if value >= 0}
    known = {cell: slow.SAFE for cell, may in enumerate(puzzle.hidden) if not may}
    board = slow.Board(around, clues, known, puzzle.total)
    try:
        _, rounds = slow.solve(board, MAX_TIER)
    except slow.BrokenClueError:
        return "contradiction"
    return "stuck" if board.unknown() else f"tier{max((tier for tier, _ in rounds), default=0)}"
