"""The ``pzprv3`` format: the files of pzpr, the editor and player behind puzz.link.

``pzprv3``, ``mines``, the number of ROWS, the number of COLS, then ROWS lines of what is printed and ROWS lines of what
a player has marked. Each stands on its own line, or all on one line with ``/`` between, also in an address behind
``?``. What is printed: a digit, ``.`` for a blank, ``-`` for a safe cell without a number. A player marks ``#``, ``+``
or ``.``; these marks must have the right shape and are ignored. Ignored is also what may follow: positions in which the
player tried something (``TrialData(1)``), and the author or the moves as JSON behind ``info:`` or ``history:``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import CellWriter, another_kind, check_can_hold, digits, grid_of, quoted, to_bytes
from puzzlegen.formats.multiline_reader import RowsBlock, Source, open_brackets, starts_another
from puzzlegen.formats.text import parse_row
from puzzlegen.wording import pluralize

VARIETY = "mines"
HEAD_LINES = 4
MAX_PARTS = HEAD_LINES + 2 * MAX_SIDE
BEGIN = re.compile(r"pzprv3(?:\.[0-9])?(?:/|\s*$)")
_ADDRESS = re.compile(r"https?://[^\s?#]{1,200}\?(?:[a-z]{1,20}=[a-z]{0,20}&)*(?=pzprv3(?:\.[0-9])?/)")
_BEHIND = re.compile(r"TrialData\([0-9]{1,4}\)|(?:info|history):\s*\{|__HISTORY__")  # what the site saves below
_NUMBER = re.compile(r"\s*[0-9]{1,4}\s*")
_MARKS = digits(MINESWEEPER) | {".": to_bytes([BLANK]), "-": to_bytes([EMPTY])}
_PLAYED = dict.fromkeys("#+.-012345678", b"\0")
_WRITER = CellWriter({BLANK: ".", EMPTY: "-", VOID: "#"})


def parse(text: str) -> Puzzle:
    """Read one file. Raises FormatError with the line, or in one line the column, of the first error."""
    return parse_lines(text.strip().split("\n"))


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Read an address that holds a file; None for any other line."""
    head = _ADDRESS.match(text)
    if head is None:
        return None
    try:
        return parse(text[head.end() :])
    except FormatError as error:
        raise FormatError(error.text, None if error.column is None else error.column + head.end()) from None


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one file, given as lines, or as one line with slashes. Raises FormatError as ``parse`` does."""
    if "/" not in texts[0]:
        return _of_parts(texts)
    parts = texts[0].rstrip().split("/", MAX_PARTS)  # more parts are an error anyway
    try:
        return _of_parts(parts)
    except FormatError as error:
        before = sum(len(part) + 1 for part in parts[: error.row])
        raise FormatError(error.text, before + (error.column or 1)) from None


def _of_parts(texts: Sequence[str]) -> Puzzle:
    """The puzzle of parts, up to what the site saves behind them. The row of an error is that of its part."""
    parts = [(row, text) for row, text in enumerate(texts) if text.strip()]
    parts = list(takewhile(lambda part: not _BEHIND.match(part[1].strip()), parts))
    last = parts[-1][0] if parts else 0
    for at, (name, expected) in enumerate((("pzprv3", BEGIN), (VARIETY, re.compile(VARIETY)))):
        row, found = parts[at] if len(parts) > at else (last, "")
        if expected.fullmatch(found.strip()) is None:
            is_other = name == VARIETY and found
            words = another_kind(found.strip(), name) if is_other else f"found {quoted(found, 30)}, expected {name}"
            raise FormatError(words, 1, row)
    return _of_rows(parts, last)


def _of_rows(parts: Sequence[tuple[int, str]], last: int) -> Puzzle:
    """The puzzle of parts with their rows in the text, of which ``last`` is the last."""
    height, width = (_number(parts, at) for at in (2, 3))
    grid = grid_of(width, height)
    rows, played = parts[HEAD_LINES:][:height], parts[HEAD_LINES:][height:]
    if len(rows) != height:
        raise FormatError(f"found {pluralize(len(rows), 'row')}, expected {height}; is the end missing?", None, last)
    expected_marks = "0-8, '.' for a blank or '-' for a safe cell"
    cells = b"".join(parse_row(text, row, width, _MARKS, expected_marks) for row, text in rows)
    if played and len(played) != height:
        found = pluralize(len(played), "row")
        raise FormatError(f"found {found} of a player's marks, expected {height} or none", None, played[0][0])
    for row, text in played:
        parse_row(text, row, width, _PLAYED, "'#', '+' or '.', the marks of a player")
    return from_bytes(grid, cells)


def _number(parts: Sequence[tuple[int, str]], at: int) -> int:
    name = ("rows", "columns")[at - 2]
    if len(parts) <= at:
        raise FormatError(f"found no number of {name}; is the end missing?", None, parts[-1][0])
    row, text = parts[at]
    if _NUMBER.fullmatch(text) is None:
        raise FormatError(f"found {quoted(text, 30)}, expected the number of {name}", 1, row)
    return int(text)


class FileBlock(RowsBlock):
    """The lines of a file."""

    def __init__(self, source: Source, variant: Variant) -> None:
        super().__init__(source, variant)
        self._height = 0

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the first of a file."""
        return BEGIN.match(stripped) is not None

    def collect(self) -> None:
        """Take a file on one line; or four lines, as many rows as the third announces, and the marks of the player."""
        head = [self.take()]
        while "/" not in head[0] and len(head) < HEAD_LINES and (text := self.next) and not starts_another(text):
            head.append(self.take())
        if len(head) == HEAD_LINES:
            self._height = int(head[2]) if _NUMBER.fullmatch(head[2]) else 0
            self.take_rows(self._height or None, _BEHIND)
            self.take_rows(2 * self._height or None, _BEHIND)
        self._leave_out()

    def _leave_out(self) -> None:
        """Pass by what the site saves behind the rows: positions that the player tried, the author, the moves."""
        depth, is_trial = 0, False
        while (text := self.next) is not None:
            begins = _BEHIND.match(text) is not None
            if not (depth or begins or not text or (is_trial and not starts_another(text))):
                return
            is_trial = is_trial or text.startswith("TrialData")
            depth = max(depth + open_brackets(text), 0) if depth or (begins and "{" in text) else 0
            self.source.move_on()

    def goes_on(self, stripped: str) -> bool:  # noqa: ARG002  # the signature of all rows
        """Take empty lines as long as rows are missing."""
        return self.rows < self._height

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        return parse_lines(self.lines)


BLOCK = FileBlock


def write(puzzle: Puzzle) -> str:
    """Return the file, with no cell marked by a player. Raises FormatError for a puzzle that it cannot hold."""
    check_can_hold(puzzle, "pzprv3")
    grid = puzzle.grid
    text, width = _WRITER.write(puzzle.array.tobytes()), grid.width
    rows = ["".join(f"{mark} " for mark in text[begin : begin + width]) for begin in range(0, len(text), width)]
    return "\n".join(["pzprv3", VARIETY, str(grid.height), str(width), *rows, *([". " * width] * grid.height)])
