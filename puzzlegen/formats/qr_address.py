"""Addresses that open a puzzle in a browser, and their QR codes."""

from __future__ import annotations

import segno

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.formats import puzzlink


def address(puzzle: Puzzle, number: int, pattern: str) -> str:
    """Return ``pattern`` with {puzzle}, as puzz.link writes it behind ``?``, and {number} filled in.

    Raises FormatError for a puzzle that puzz.link cannot show, if the pattern contains {puzzle}.
    """
    path = puzzlink.write_path(puzzle) if "{puzzle}" in pattern else ""
    return pattern.replace("{puzzle}", path).replace("{number}", str(number))


def code(text: str) -> tuple[bytes, ...]:
    """Return the modules of a QR code, row by row, 1 for dark; up to 15 % of it may be damaged (level M)."""
    return tuple(bytes(row) for row in segno.make_qr(text, error="m", boost_error=False).matrix)
