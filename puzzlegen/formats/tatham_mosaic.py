"""Game ids of the program Mosaic in Simon Tatham's collection: ``WxH:`` and then the cells.

A digit 0-9 is a clue, a letter a-z a run of 1-26 blanks, a longer run is ``z`` and the rest. That is the ``line``
format with only clues and blanks. An id does not say that it is a mosaic, so
its reader must be given the variant. The address of the program's page does say it.
"""

from __future__ import annotations

import re

from puzzlegen.board.lattices import MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.cells import check_can_hold

MIN_SIDE = 3  # the program refuses smaller boards
_PAGE = re.compile(r"https?://[^\s#]{1,200}/mosaic\.html#")


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Read the address of the program's page with an id after ``#``; None for any other line."""
    head = _PAGE.match(text)
    if head is None:
        return None
    try:
        return line.parse(text[head.end() :], MOSAIC)
    except FormatError as error:
        raise FormatError(error.text, error.column and error.column + head.end()) from None


def write(puzzle: Puzzle) -> str:
    """Return the game id. Raises FormatError for a puzzle that the program cannot show."""
    if puzzle.grid.variant is not MOSAIC:
        raise FormatError(f"tatham: found {puzzle.grid.variant}, allowed mosaic")
    if min(puzzle.grid.width, puzzle.grid.height) < MIN_SIDE:
        raise FormatError(
            f"tatham: found a board of {puzzle.grid}, allowed {MIN_SIDE} cells or more each side; use line"
        )
    check_can_hold(puzzle, "tatham")
    return f"{puzzle.grid}:{line.write_body(puzzle)}"
