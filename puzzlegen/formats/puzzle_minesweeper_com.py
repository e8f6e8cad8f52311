"""The ``site`` format: a task of puzzle-minesweeper.com, by itself or inside a saved page (see ``saved_page``).

A task is the body of the ``line`` format with clues and blanks only; the size stands elsewhere on the page. By itself
it is read as a square board, as in the ``line`` format.
"""

from __future__ import annotations

import re

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.cells import another_kind, check_can_hold, quoted
from puzzlegen.formats.saved_page import PageBlock

_SISTER = re.compile(r"https?://(?:[a-z]{2,3}\.|www\.)?puzzle-(?!minesweeper\.)([a-z]{3,30})\.com(?:/|$)")


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Refuse an address of the site or of its sisters, which does not hold the puzzle; None for any other line."""
    if (sister := _SISTER.match(text)) is not None:
        raise FormatError(f"{quoted(text)}: {another_kind(sister[1], 'a saved page of puzzle-minesweeper.com')}")
    if text.startswith(("http://", "https://")) and "puzzle-minesweeper.com" in text[:200]:
        raise FormatError(f"{quoted(text)}: the address does not hold the puzzle; save the page, and give that file")
    return None


BLOCK = PageBlock


def write(puzzle: Puzzle) -> str:
    """Return the task, without the size. Raises FormatError for a puzzle that would be read back as another."""
    check_can_hold(puzzle, "site")
    task = line.write_body(puzzle)
    if not puzzle.clues or task.isdigit() or line.MARKED_ROW.fullmatch(task):
        raise FormatError(f"site: the task {quoted(task, 30)} can be read as a row of a grid or as no puzzle; use line")
    return task
