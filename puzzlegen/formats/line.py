"""The ``line`` format, one line a puzzle: ``WxH:BODY`` with an optional ``,mN`` for a printed total of N mines.

In BODY a digit is a clue, a letter a-z a run of 1-26 blanks, ``.`` a cell printed as surely safe, ``#`` a void cell.
Without ``WxH:`` the board is taken as square: that is the ``site`` format of puzzle-minesweeper.com. A mosaic has
``mosaic:`` in front of all that, because nothing else in it tells.
"""

from __future__ import annotations

import math
import re

from puzzlegen.board.grid import Grid
from puzzlegen.board.kind import Kind
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError

MARKS = {".": EMPTY, "#": VOID}
MOSAIC = f"{Kind.MOSAIC}:"
_HEAD = re.compile(r"([0-9]{1,4})x([0-9]{1,4}):")
_TAIL = re.compile(r",m([0-9]{1,7})$")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse(text: str, kind: Kind = Kind.MINESWEEPER) -> Puzzle:
    """Read one puzzle, of that ``kind`` unless it says itself that it is a mosaic.

    Raises FormatError with the column of the first fault.
    """
    text = text.strip()
    if not text:
        raise FormatError("empty text where a puzzle was expected, such as 4x4:a13f3a2a2a0")
    at = len(MOSAIC) if text.startswith(MOSAIC) else 0
    kind = Kind.MOSAIC if at else kind
    head = _HEAD.match(text, at)
    tail = _TAIL.search(text)
    begin = head.end() if head else at
    body = text[begin : tail.start() if tail else len(text)]
    grid = Grid(int(head[1]), int(head[2]), kind) if head else None
    limit = grid.size if grid else Grid(1000, 1000).size
    digits = "0123456789"[: kind.highest_clue + 1]
    cells: list[int] = []
    for column, mark in enumerate(body, start=begin + 1):
        if mark in digits:
            cells.append(int(mark))
        elif "a" <= mark <= "z":
            cells.extend([BLANK] * (ord(mark) - 96))
        elif mark in MARKS:
            cells.append(MARKS[mark])
        else:
            allowed = f"0-{kind.highest_clue}, a-z, '.' or '#'"
            hint = f" (a mosaic has {MOSAIC} in front)" if mark == "9" else ""
            raise FormatError(f"column {column} of {_shown(text)}: found {mark!r}, expected {allowed}{hint}")
        if len(cells) > limit:
            raise FormatError(f"column {column} of {_shown(text)}: more than the {limit} cells of the board")
    if grid is None:
        side = math.isqrt(len(cells))
        if side * side != len(cells):
            raise FormatError(
                f"{_shown(text)} holds {len(cells)} cells, not a square: write the size in front, as 10x8:..."
            )
        grid = Grid(side, side, kind)
    if len(cells) != grid.size:
        raise FormatError(f"{_shown(text)}: {grid} needs {grid.size} cells, found {len(cells)}")
    try:
        return Puzzle(grid, tuple(cells), int(tail[1]) if tail else None)
    except FormatError as fault:
        raise FormatError(f"{_shown(text)}: {fault}") from None


def write_body(puzzle: Puzzle) -> str:
    """The cells alone, as the ``site`` format has them."""
    marks = {value: mark for mark, value in MARKS.items()}
    out: list[str] = []
    run = 0
    for value in (*puzzle.cells, None):
        if value == BLANK:
            run += 1
            continue
        out.append("z" * ((run - 1) // 26) + chr(97 + (run - 1) % 26) if run else "")
        run = 0
        if value is not None:
            out.append(str(value) if value >= 0 else marks[value])
    return "".join(out)


def write(puzzle: Puzzle) -> str:
    """The puzzle as one line."""
    total = "" if puzzle.total is None else f",m{puzzle.total}"
    kind = MOSAIC if puzzle.grid.kind is Kind.MOSAIC else ""
    return f"{kind}{puzzle.grid}:{write_body(puzzle)}{total}"
