"""The ``puzzlink`` format: the address of a puzzle on puzz.link, where it can be solved in a browser.

``https://puzz.link/p?mines/COLS/ROWS/BODY``: in BODY a digit 0-8 is a clue, a letter g-z a run of 1-20 blanks, ``.`` a
clue without a number, which is a cell that is surely safe. Other sites of the same family differ in the part before
``?`` only. There is no place in it for a printed total of mines, nor for void cells.
"""

from __future__ import annotations

import re

from puzzlegen.board.grid import Grid
from puzzlegen.board.kind import Kind
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError

HOST = "https://puzz.link/p?"
VARIETY = "mines"
LONGEST_RUN = 20
_ADDRESS = re.compile(rf"(?:https?://[^\s?#]+\?)?{VARIETY}/([0-9]{{1,4}})/([0-9]{{1,4}})/")


def is_address(text: str) -> bool:
    """Whether a text begins like one of these addresses, with or without its host."""
    return _ADDRESS.match(text.strip()) is not None


def parse(text: str) -> Puzzle:
    """Read one address. Raises FormatError with the column of the first fault.

    The site itself fills up a short body with blanks and ignores what is too much; here both are faults, because an
    address cut off on its way would silently become another puzzle.
    """
    text = text.strip()
    head = _ADDRESS.match(text)
    if head is None:
        raise FormatError(f"{_shown(text)}: expected an address such as {HOST}{VARIETY}/4/4/g13l3h2h2h0")
    grid = Grid(int(head[1]), int(head[2]))
    body = text[head.end() :].removesuffix("/")  # the site ends a body that ends in a dot with a slash
    cells: list[int] = []
    for column, mark in enumerate(body, start=head.end() + 1):
        if mark in "012345678":
            cells.append(int(mark))
        elif "g" <= mark <= "z":
            cells.extend([BLANK] * (ord(mark) - ord("f")))
        elif mark == ".":
            cells.append(EMPTY)
        elif mark in "9abcdef-+":
            raise FormatError(f"column {column} of {_shown(text)}: {mark!r} begins a number above 8")
        else:
            raise FormatError(f"column {column} of {_shown(text)}: found {mark!r}, expected 0-8, g-z or '.'")
        if len(cells) > grid.size:
            raise FormatError(f"column {column} of {_shown(text)}: more than the {grid.size} cells of {grid}")
    if len(cells) < grid.size:
        raise FormatError(f"{_shown(text)}: {grid} needs {grid.size} cells, found {len(cells)}; is the end missing?")
    return Puzzle(grid, tuple(cells))


def write_path(puzzle: Puzzle) -> str:
    """What follows the host: ``mines/COLS/ROWS/BODY``. Raises FormatError for a puzzle that cannot be said so."""
    if puzzle.grid.kind is not Kind.MINESWEEPER:
        raise FormatError(f"puzz.link: this is a {puzzle.grid.kind}, and addresses there are of minesweeper puzzles")
    if puzzle.total is not None:
        raise FormatError("puzz.link has no place for a printed number of mines")
    if VOID in puzzle.cells:
        raise FormatError("puzz.link has no void cells in this kind of puzzle")
    out: list[str] = []
    run = 0
    for value in puzzle.cells:
        if value == BLANK and run < LONGEST_RUN:
            run += 1
            continue
        out.append(_run(run))
        run = int(value == BLANK)
        if not run:
            out.append("." if value == EMPTY else str(value))
    body = "".join([*out, _run(run)])
    return f"{VARIETY}/{puzzle.grid.width}/{puzzle.grid.height}/{body}" + ("/" if body.endswith(".") else "")


def write(puzzle: Puzzle) -> str:
    """The address at puzz.link. Raises FormatError for a puzzle that cannot be said so."""
    return HOST + write_path(puzzle)


def _run(length: int) -> str:
    return chr(ord("f") + length) if length else ""


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
