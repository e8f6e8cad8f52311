"""The ``puzzlink`` format: the address of a puzzle on puzz.link, where it can be solved in a browser.

``https://puzz.link/p?mines/COLS/ROWS/BODY``: in BODY a digit 0-8 is a clue, a letter g-z a run of 1-20 blanks, ``.`` a
clue without a number, which is a cell that is surely safe. Other sites of the same family differ in the part before
``?`` only, and Penpa+ loads these addresses too. There is no place in them for a printed total of mines, nor for void
cells.
"""

from __future__ import annotations

import re

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.board.variants import MINESWEEPER
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Alphabet, Spelling, counted, digits, grid_of, packed, runs, shown

HOST = "https://puzz.link/p?"
VARIETY = "mines"
EXAMPLE = f"{HOST}{VARIETY}/4/4/g13l3h2h2h0"
_ADDRESS = re.compile(rf"(?:https?://[^\s?#]+\?)?{VARIETY}/([0-9]{{1,4}})/([0-9]{{1,4}})/")
_LETTERS = "ghijklmnopqrstuvwxyz"
_ALPHABET = Alphabet("0-8, g-z or '.'", digits(MINESWEEPER) | runs(_LETTERS) | {".": packed([EMPTY])})
_SPELLING = Spelling({BLANK: " ", EMPTY: ".", VOID: "#"}, _LETTERS)


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
        raise FormatError(f"{shown(text)}: expected an address such as {EXAMPLE}")
    grid = grid_of(int(head[1]), int(head[2]))
    body = text[head.end() :].removesuffix("/")  # the site ends a body that ends in a dot with a slash
    try:
        cells = _ALPHABET.read(body, head.end() + 1, grid.size)
    except FormatError as fault:
        assert fault.column is not None, "an alphabet names the column"
        begun = body[fault.column - head.end() - 1] in "9abcdef-+"
        hint = "; it begins a number above 8" if begun else ""
        raise FormatError(f"{fault.text}{hint}, in {shown(text)}", fault.column) from None
    if len(cells) < grid.size:
        column = head.end() + len(body) + 1
        raise FormatError(
            f"{grid} needs {counted(grid.size, 'cell')}, found {len(cells)}; is the end missing? in {shown(text)}",
            column,
        )
    return from_bytes(grid, cells)


def write_path(puzzle: Puzzle) -> str:
    """What follows the host: ``mines/COLS/ROWS/BODY``. Raises FormatError for a puzzle that cannot be said so."""
    if not puzzle.grid.variant.on_puzzlink:
        raise FormatError(f"puzz.link: this is a {puzzle.grid.variant}, and addresses there are of minesweeper puzzles")
    if puzzle.total is not None:
        raise FormatError("puzz.link has no place for a printed number of mines; use --to line, text or janko")
    if VOID in puzzle.cells:
        raise FormatError("puzz.link has no void cells in this kind of puzzle; use --to line, text or janko")
    body = _SPELLING.write(puzzle.array.tobytes())
    return f"{VARIETY}/{puzzle.grid.width}/{puzzle.grid.height}/{body}" + ("/" if body.endswith(".") else "")


def write(puzzle: Puzzle) -> str:
    """The address at puzz.link. Raises FormatError for a puzzle that cannot be said so."""
    return HOST + write_path(puzzle)
