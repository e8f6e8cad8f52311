"""Square codes that open a puzzle in a browser."""

from __future__ import annotations

import segno

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.formats import puzzlink


def address(puzzle: Puzzle, number: int, pattern: str) -> str:
    """The puzzle's address: ``pattern`` with its {puzzle} (as puzz.link has it behind ``?``) and {number} filled in.

    Raises FormatError for a puzzle that puzz.link cannot show, if the pattern asks for the puzzle.
    """
    path = puzzlink.write_path(puzzle) if "{puzzle}" in pattern else ""
    return pattern.replace("{puzzle}", path).replace("{number}", str(number))


def code(text: str) -> tuple[bytes, ...]:
    """The modules of a QR code, row by row, 1 for dark. A seventh of it may be damaged and it still reads."""
    return tuple(bytes(row) for row in segno.make_qr(text, error="m", boost_error=False).matrix)
