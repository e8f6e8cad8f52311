"""Writes answers as text for a terminal: boards, and the reasons why a puzzle is not solved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.formats import line
from puzzlegen.single.solve_puzzles import Answer

MINE, SAFE, UNPROVED = "*", ".", "?"
_SYMBOLS = {"y": MINE, "n": SAFE, "?": UNPROVED}
MAX_COLUMNS = 100  # of a terminal that two boards side by side may fill


def unsolved_lines(answer: Answer) -> list[str]:
    """Return why the tiers do not solve a puzzle, then the solutions if it has two, with capitals where they differ."""
    return [answer.advice, *(_solutions_with_capitals(answer) if answer.differ else [])]


def _solutions_with_capitals(answer: Answer) -> list[str]:
    differ = set(answer.differ)
    return [
        "".join(("yYnN"[2 * (not mine) + (x in differ)]) for x, mine in enumerate(solution))
        for solution in answer.solutions
    ]


def boards_as_text(answer: Answer) -> str:
    """Return the puzzle, its status, and a board: ``*`` a mine, ``.`` safe, ``?`` not proved, digits are clues.

    An ambiguous puzzle has two boards, with brackets around the cells in which they differ.
    """
    puzzle = answer.rounds.puzzle
    letters = [answer.line]
    if answer.differ:
        letters = ["".join("ny"[mine] for mine in solution) for solution in answer.solutions]
    boards = [_board(puzzle, [_SYMBOLS[letter] for letter in one], set(answer.differ)) for one in letters]
    status = f"solved, tier {answer.rounds.hardest}" if answer.solved else answer.advice
    return "\n".join([f"{line.write(puzzle)}: {status}", *_side_by_side(boards), ""])


def _board(puzzle: Puzzle, symbols: Sequence[str], bracketed: Collection[int]) -> list[str]:
    rows = []
    width = puzzle.grid.width
    for begin in range(0, puzzle.grid.size, width):
        row = ""
        for x in range(begin, begin + width):
            value = puzzle.cells[x]
            symbol = " " if value == VOID else symbols[x] if value < 0 or symbols[x] == MINE else str(value)
            row += f"[{symbol}]" if x in bracketed else f" {symbol} "
        rows.append(row.rstrip())
    return rows


def _side_by_side(boards: list[list[str]]) -> list[str]:
    """Return the boards next to each other if they fit the terminal, else below each other."""
    board_width = max(len(row) for board in boards for row in board)
    if len(boards) * (board_width + 4) > MAX_COLUMNS:
        return [row for board in boards for row in (*board, "")][:-1]
    return ["    ".join(row.ljust(board_width) for row in rows).rstrip() for rows in zip_longest(*boards)]
