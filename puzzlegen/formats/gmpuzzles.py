"""The ``gmpuzzles`` format: the text that Penpa+ exports under a header ``minesweeper``.

Lines ``Genre: Minesweeper``, ``Variation: Standard`` and others of that form, then width and height on one line, then
the rows: a digit is a clue, ``.`` a blank. No place for a printed total, for void cells, nor for safe cells without a
number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.board.variants import MINESWEEPER
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Spelling, digits, packed, shown
from puzzlegen.formats.text import Head, grid_from, rows_of

BEGIN = re.compile(r"(?:author|genre|variation|theme|entry|solution|solving times|status)\s*:", re.IGNORECASE)
_NAME = re.compile("[A-Za-z][A-Za-z ]{0,30}")
_SIZE = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s*")
_MARKS = digits(MINESWEEPER) | {".": packed([BLANK]), "-": packed([BLANK])}
_GENRES = {"minesweeper", "ms"}
_SPELLING = Spelling({BLANK: ".", EMPTY: "+", VOID: "#"})


def parse(text: str) -> Puzzle:
    """Read one export. Raises FormatError with the line and column of the first fault."""
    return parse_lines(text.split("\n"))


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one export, given as lines. Raises FormatError as ``parse`` does."""
    fields: dict[str, tuple[int, str]] = {}
    lines = [(row, text) for row, text in enumerate(texts) if text.strip()]
    while lines:
        name, colon, value = lines[0][1].partition(":")
        if not colon or not _NAME.fullmatch(name.strip()):
            break
        fields[name.strip().lower()] = (lines.pop(0)[0], value.strip())
    for name, allowed in (("genre", _GENRES), ("variation", {"standard", ""})):
        row, value = fields.get(name, (0, ""))
        if value.lower() not in allowed:
            raise FormatError(
                f"found {name} {shown(value, 30)}, expected {' or '.join(sorted(allowed - {''}))}", 1, row
            )
    size = _SIZE.fullmatch(lines[0][1]) if lines else None
    if size is None:
        row, found = lines[0] if lines else (len(texts) - 1, "nothing more")
        raise FormatError(f"found {shown(found.strip(), 30)}, expected width and height, such as 10 10", 1, row)
    head = Head(MINESWEEPER, {"cols": int(size[1]), "rows": int(size[2])})
    return grid_from(head, lines[1:], _MARKS, "0-8, or '.' for a blank")


def height_of(text: str) -> int | None:
    """The height, if the line is that of width and height."""
    size = _SIZE.fullmatch(text)
    return int(size[2]) if size else None


def write(puzzle: Puzzle) -> str:
    """The puzzle as such a text. Raises FormatError for one that it cannot say."""
    for lost, what in (
        (puzzle.grid.variant is not MINESWEEPER, "mosaics"),
        (puzzle.total is not None, "printed number of mines"),
        (VOID in puzzle.cells, "void cells"),
        (EMPTY in puzzle.cells, "cells that are safe without a number"),
    ):
        if lost:
            raise FormatError(f"gmpuzzles has no {what}; use --to text or line")
    head = ["Genre: Minesweeper", "Variation: Standard", f"{puzzle.grid.width} {puzzle.grid.height}"]
    return "\n".join([*head, *rows_of(puzzle, _SPELLING)])
