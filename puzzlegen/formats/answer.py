"""The ``answer`` format: one ``y`` (mine) or ``n`` (not) a cell, row by row."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlegen.board.puzzle import Solution
from puzzlegen.errors import FormatError


def parse(text: str) -> Solution:
    """Read an answer. Raises FormatError with the column of the first fault."""
    for column, mark in enumerate(text, start=1):
        if mark not in "yn":
            raise FormatError(f"found {mark!r}, expected y or n", column)
    return tuple(mark == "y" for mark in text)


def write(solution: Sequence[bool]) -> str:
    """The answer as text."""
    return "".join("y" if mine else "n" for mine in solution)
