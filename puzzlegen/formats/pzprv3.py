"""The ``pzprv3`` format: the files of pzpr, the editor and player behind puzz.link.

``pzprv3``, ``mines``, the number of ROWS, the number of COLS, then ROWS lines for what is printed (a digit, ``.`` for a
blank, ``-`` for a clue without a number, which is a cell that is surely safe) and ROWS lines of what a player has
marked (``#``, ``+`` or ``.``); each a line, or all in one with ``/`` between. The marks of a player are no part of the
puzzle: they must have the right shape, and are not taken. No place for a printed total, nor for void cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.board.variants import MINESWEEPER
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Spelling, counted, digits, grid_of, packed, shown
from puzzlegen.formats.text import row_from

VARIETY = "mines"
HEAD_LINES = 4
MOST_PARTS = HEAD_LINES + 2 * MAX_SIDE
BEGIN = re.compile(r"pzprv3(?:\.[0-9])?(?:/|\s*$)")
_MARKS = digits(MINESWEEPER) | {".": packed([BLANK]), "-": packed([EMPTY])}
_PLAYED = dict.fromkeys("#+.-012345678", b"\0")
_SPELLING = Spelling({BLANK: ".", EMPTY: "-", VOID: "#"})


def parse(text: str) -> Puzzle:
    """Read one file. Raises FormatError with the line, or in one line the column, of the first fault."""
    return parse_lines(text.strip().split("\n"))


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one file, given as lines. Raises FormatError as ``parse`` does."""
    one_line = "/" in texts[0]
    parts = _cut(texts[0]) if one_line else [(row, 0, text) for row, text in enumerate(texts)]
    parts = [part for part in parts if part[2].strip()]
    for at, expected in ((0, "pzprv3"), (1, VARIETY)):
        found = parts[at][2].strip() if len(parts) > at else ""
        if not (found == expected or (at == 0 and BEGIN.match(found))):
            row, column = parts[min(at, len(parts) - 1)][:2] if parts else (0, 0)
            raise FormatError(f"found {shown(found, 30)}, expected {expected}", column + 1, row)
    height, width = (_number(parts, at) for at in (2, 3))
    grid = grid_of(width, height)
    rows, played = parts[HEAD_LINES:][:height], parts[HEAD_LINES:][height:]
    if len(rows) != height:
        raise FormatError(
            f"found {counted(len(rows), 'row')}, expected {height}; is the end missing?", None, parts[-1][0]
        )
    cells = b"".join(_row(part, width, _MARKS, "0-8, '.' for a blank or '-' for a safe cell") for part in rows)
    if played and len(played) != height:
        raise FormatError(
            f"found {counted(len(played), 'row')} of a player's marks, expected {height} or none", None, played[0][0]
        )
    for part in played:
        _row(part, width, _PLAYED, "'#', '+' or '.', the marks of a player")
    return from_bytes(grid, cells)


def _cut(text: str) -> list[tuple[int, int, str]]:
    parts, column = [], 0
    for part in text.rstrip().split("/", MOST_PARTS):  # past these it is wrong anyway
        parts.append((0, column, part))
        column += len(part) + 1
    return parts


def _number(parts: Sequence[tuple[int, int, str]], at: int) -> int:
    name = ("rows", "columns")[at - 2]
    if len(parts) <= at:
        raise FormatError(f"found no number of {name}; is the end missing?", None, parts[-1][0])
    row, column, text = parts[at]
    if re.fullmatch(r"\s*[0-9]{1,4}\s*", text) is None:
        raise FormatError(f"found {shown(text, 30)}, expected the number of {name}", column + 1, row)
    return int(text)


def _row(part: tuple[int, int, str], width: int, marks: dict[str, bytes], expected: str) -> bytes:
    row, column, text = part
    try:
        return row_from(text, row, width, marks, expected)
    except FormatError as fault:
        place = fault.column + column if fault.column is not None else column + 1 if column else None
        raise FormatError(fault.text, place, row) from None


def write(puzzle: Puzzle) -> str:
    """The file, with no cell marked by a player. Raises FormatError for a puzzle that it cannot say."""
    grid = puzzle.grid
    if grid.variant is not MINESWEEPER:
        raise FormatError(f"pzprv3: this is a {grid.variant}, and the variety {VARIETY} is minesweeper; use --to text")
    if puzzle.total is not None:
        raise FormatError("pzprv3 has no place for a printed number of mines; use --to line, text or janko")
    if VOID in puzzle.cells:
        raise FormatError("pzprv3 has no void cells in this kind of puzzle; use --to line, text or janko")
    text, width = _SPELLING.write(puzzle.array.tobytes()), grid.width
    rows = ["".join(f"{mark} " for mark in text[begin : begin + width]) for begin in range(0, len(text), width)]
    return "\n".join(["pzprv3", VARIETY, str(grid.height), str(width), *rows, *([". " * width] * grid.height)])
