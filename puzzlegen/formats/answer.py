"""The ``answer`` format: one letter a cell, ``y`` for a mine and ``n`` for none, row by row.

Read as a puzzle, an answer becomes the board with a clue in every safe cell, because it does not say which clues are
printed. A size may stand in front: ``WxH:``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import AnsweredPuzzle, Puzzle, Solution, from_mines
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import grid_of

_ANSWER = re.compile(r"(?:([0-9]{1,4})x([0-9]{1,4}):)?([yn]{2,})")


def parse(text: str) -> Solution:
    """Read an answer. Raises FormatError with the column of the first other letter."""
    for column, mark in enumerate(text, start=1):
        if mark not in "yn":
            raise FormatError(f"found {mark!r}, expected y or n", column)
    return tuple(mark == "y" for mark in text)


def parse_line(text: str, variant: Variant) -> Puzzle | None:
    """Read the board of an answer; None for a line that is none. Without a size in front, the board is square."""
    match = _ANSWER.fullmatch(text)
    if match is None:
        return None
    cells = match[3]
    width, height = (int(match[1]), int(match[2])) if match[1] else [math.isqrt(len(cells))] * 2
    return from_mines(grid_of(width, height, variant), parse(cells)) if width * height == len(cells) else None


def write(solution: Sequence[bool]) -> str:
    """Return the answer as text."""
    return "".join("y" if mine else "n" for mine in solution)


def write_solved(solved: AnsweredPuzzle) -> str:
    """Return the answer of a puzzle as text."""
    return write(solved.solution)
