"""Replays the proofs of deductions with the slow solver, using only the clues that each consequence names."""

from __future__ import annotations

import slow_solver as slow
from paper_neighbors import cells_counted

from puzzlegen.board.puzzle import Branch, Consequence, Deduction, Puzzle


class ReplayError(AssertionError):
    """A consequence or a clash does not follow from the clues that it names."""


def board_of(puzzle: Puzzle, known: dict[int, int]) -> slow.Board:
    """Return a position with all clues of the puzzle."""
    around = cells_counted(puzzle.grid)
    clues = {clue: value for clue, value in enumerate(puzzle.cells) if value >= 0}
    return slow.Board(around, clues, known, puzzle.total)


def values(record: Deduction | Branch | Consequence) -> dict[int, int]:
    """Return the cells of a record with their values."""
    return dict.fromkeys(record.mines, slow.MINE) | dict.fromkeys(record.safe, slow.SAFE)


def with_pairs(step: Deduction) -> bool:
    """Whether a proof reads clues together, as at tier 4. At tier 3 it may too, where single clues prove it slowly."""
    named = [one.clues for branch in step.branches for one in branch.consequences]
    named += [branch.clash.clues for branch in step.branches if branch.clash is not None]
    return any(len(clues) > 1 for clues in named)


def suppositions(step: Deduction, branch: Branch) -> list[dict[int, int]]:
    """Return what a branch supposes: one of its cells, whichever it is, or a placement."""
    if step.method == "suppose":
        return [{x: value} for x, value in values(branch).items()]
    return [values(branch)]


def replay(board: slow.Board, step: Deduction) -> int:
    """Follow each branch of a proof. Return how many suppositions were followed; raise ReplayError where one fails."""
    followed = 0
    for branch in step.branches:
        for supposed in suppositions(step, branch):
            followed += 1
            _follow(board.supposing(supposed), step, branch)
    return followed


def _follow(board: slow.Board, step: Deduction, branch: Branch) -> None:
    for one in branch.consequences:
        if board.known.keys() & values(one).keys():
            raise ReplayError(f"known already: {one}")
        if not implied(board, one.clues, values(one)):
            raise ReplayError(f"does not follow: {one}")
        board.known.update(values(one))
    if branch.clash is None:
        if not values(step).items() <= board.known.items():
            raise ReplayError(f"ends without what is proved: {branch}")
    elif not implied(board, branch.clash.clues, None):
        raise ReplayError(f"no clash: {branch}")


def implied(board: slow.Board, clues: tuple[int, ...], wanted: dict[int, int] | None) -> bool:
    """Whether all ways to satisfy these clues (none: the total) give the values; None: whether there is no way."""
    if not clues:
        left = board.total - sum(value == slow.MINE for value in board.known.values())
        free = len(board.unknown())
        if wanted is None:
            return not 0 <= left <= free
        return left in (0, free) and set(wanted.values()) == {slow.MINE if left else slow.SAFE}
    ways: list[dict[int, int]] = [{}]
    for clue in clues:
        ways = [way | placed for way in ways for placed in board.supposing(way).placements(clue)]
    return not any(wanted is None or not wanted.items() <= way.items() for way in ways)
