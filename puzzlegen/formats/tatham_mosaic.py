"""Game ids of the program Mosaic in Simon Tatham's collection: ``WxH:`` and then the cells.

A digit 0-9 is a clue, a letter a-z a run of 1-26 blanks, a longer run is ``z`` and what is left. That is the ``line``
format with nothing but clues and blanks, and without a word of its being a mosaic: to read one, the reader has to be
told the kind (``formats.line`` and ``formats.registry`` take it).
"""

from __future__ import annotations

from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.board.variants import MOSAIC
from puzzlegen.errors import FormatError
from puzzlegen.formats import line

LEAST_SIDE = 3


def write(puzzle: Puzzle) -> str:
    """The game id. Raises FormatError for a puzzle that the program cannot be told."""
    if puzzle.grid.variant is not MOSAIC:
        raise FormatError(f"the game id of a mosaic: this is a {puzzle.grid.variant} puzzle")
    if min(puzzle.grid.width, puzzle.grid.height) < LEAST_SIDE:
        raise FormatError(f"the game id of a mosaic: {puzzle.grid}, and each side must be at least {LEAST_SIDE} cells")
    if puzzle.total is not None:
        raise FormatError("the game id of a mosaic has no place for a printed number of mines")
    if min(puzzle.cells) < BLANK:
        raise FormatError("the game id of a mosaic has clues and blanks only, no void cells and none printed as safe")
    return f"{puzzle.grid}:{line.write_body(puzzle)}"
