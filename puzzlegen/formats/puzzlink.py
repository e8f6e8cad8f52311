"""The ``puzzlink`` format: the address of a puzzle on puzz.link, where it can be solved in a browser.

``https://puzz.link/p?mines/COLS/ROWS/BODY``: in BODY a digit 0-8 is a clue, a letter g-z a run of 1-20 blanks, ``.`` a
safe cell without a number. Other sites of the same family differ only in the part before ``?``. Penpa+ loads these
addresses too.
"""

from __future__ import annotations

import re

from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import (
    CellReader,
    CellWriter,
    check_can_hold,
    digits,
    grid_of,
    quoted,
    runs,
    to_bytes,
)
from puzzlegen.wording import pluralize

HOST = "https://puzz.link/p?"
VARIETY = "mines"
EXAMPLE = f"{HOST}{VARIETY}/4/4/g13l3h2h2h0"
OPTIONS = r"(?:[a-z]{1,20}=[a-z]{0,20}&)*"  # such as type=editor, before the name of the variety
_ADDRESS = re.compile(
    rf"(?:(?:https?://)?[^\s?#{{\"]{{1,200}}\?{OPTIONS})?{VARIETY}(?:_edit|_play)?/([0-9]{{1,4}})/([0-9]{{1,4}})/"
)
_LETTERS = "ghijklmnopqrstuvwxyz"
_READER = CellReader("0-8, g-z or '.'", digits(MINESWEEPER) | runs(_LETTERS) | {".": to_bytes([EMPTY])})
_WRITER = CellWriter({BLANK: " ", EMPTY: ".", VOID: "#"}, _LETTERS)


def is_address(text: str) -> bool:
    """Return whether a text begins like one of these addresses, with or without its host."""
    return _ADDRESS.match(text.strip()) is not None


def parse(text: str) -> Puzzle:
    """Read one address. Raises FormatError with the column of the first error.

    The site itself fills a short body with blanks and ignores cells beyond the board. Here both are errors, because an
    address that was cut off would silently become another puzzle.
    """
    text = text.strip()
    head = _ADDRESS.match(text)
    if head is None:
        raise FormatError(f"{quoted(text)}: expected an address such as {EXAMPLE}")
    grid = grid_of(int(head[1]), int(head[2]))
    body = re.split("[#&?]", text[head.end() :], maxsplit=1)[0].rstrip(",;")
    body = body.removesuffix("/")  # the site ends a body that ends in a dot with a slash
    if body.endswith(".") and _cells_in(body) == grid.size + 1:
        body = body[:-1]  # the end of a sentence
    try:
        cells = _READER.read(body, head.end() + 1, grid.size)
    except FormatError as error:
        assert error.column is not None, "a CellReader names the column"
        begun = body[error.column - head.end() - 1] in "9abcdef-+"
        hint = "; it begins a number above 8" if begun else ""
        raise FormatError(f"{error.text}{hint}, in {quoted(text)}", error.column) from None
    if len(cells) < grid.size:
        column = head.end() + len(body) + 1
        raise FormatError(
            f"{grid} needs {pluralize(grid.size, 'cell')}, found {len(cells)}; is the end missing? in {quoted(text)}",
            column,
        )
    return from_bytes(grid, cells)


def _cells_in(body: str) -> int:
    """The number of cells of a body; marks that are none are not counted."""
    return sum(len(_READER.marks.get(mark, b"")) for mark in body)


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Read an address; None for a line that is none."""
    return parse(text) if is_address(text) else None


def write_path(puzzle: Puzzle) -> str:
    """Return what follows the host: ``mines/COLS/ROWS/BODY``. Raises FormatError for a puzzle it cannot hold."""
    check_can_hold(puzzle, "puzzlink")
    body = _WRITER.write(puzzle.array.tobytes())
    return f"{VARIETY}/{puzzle.grid.width}/{puzzle.grid.height}/{body}" + ("/" if body.endswith(".") else "")


def write(puzzle: Puzzle) -> str:
    """Return the address at puzz.link. Raises FormatError for a puzzle that it cannot hold."""
    return HOST + write_path(puzzle)
