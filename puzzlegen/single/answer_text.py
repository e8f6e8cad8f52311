"""Answers as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.formats import line
from puzzlegen.single.answers import Answer

MINE, SAFE, UNPROVED = "*", ".", "?"
_OF_LETTER = {"y": MINE, "n": SAFE, "?": UNPROVED}
WIDE = 100  # columns of a terminal that two boards side by side may fill


def capitals(told: Answer) -> list[str]:
    """The two solutions of an ambiguous puzzle, one letter a cell, with capitals where they differ."""
    differ = set(told.differ)
    return [
        "".join(("yYnN"[2 * (not mine) + (x in differ)]) for x, mine in enumerate(solution))
        for solution in told.solutions
    ]


def why(told: Answer) -> list[str]:
    """What a puzzle that is not solved lacks, and two solutions with capitals where they differ."""
    return [told.advice, *(capitals(told) if told.differ else [])]


def in_text(told: Answer) -> str:
    """The puzzle, how it ended, and a board: ``*`` a mine, ``.`` safe, ``?`` not proved; clues are their numbers.

    Two boards where there are two solutions, with brackets around the cells in which they differ.
    """
    puzzle = told.rounds.puzzle
    letters = ["".join("ny"[mine] for mine in solution) for solution in told.solutions] if told.differ else [told.line]
    boards = [_board(puzzle, [_OF_LETTER[letter] for letter in one], set(told.differ)) for one in letters]
    how = f"solved, tier {told.rounds.hardest}" if told.solved else told.advice
    return "\n".join([f"{line.write(puzzle)}: {how}", *_beside(boards), ""])


def _board(puzzle: Puzzle, marks: Sequence[str], ringed: Collection[int]) -> list[str]:
    rows = []
    width = puzzle.grid.width
    for begin in range(0, puzzle.grid.size, width):
        row = ""
        for x in range(begin, begin + width):
            value = puzzle.cells[x]
            mark = " " if value == VOID else marks[x] if value < 0 or marks[x] == MINE else str(value)
            row += f"[{mark}]" if x in ringed else f" {mark} "
        rows.append(row.rstrip())
    return rows


def _beside(boards: list[list[str]]) -> list[str]:
    """The boards next to each other where there is room, else below each other."""
    wide = max(len(row) for board in boards for row in board)
    if len(boards) * (wide + 4) > WIDE:
        return [row for board in boards for row in (*board, "")][:-1]
    return ["    ".join(row.ljust(wide) for row in rows).rstrip() for rows in zip_longest(*boards)]
