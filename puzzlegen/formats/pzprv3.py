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

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import CellWriter, another_kind, check_can_hold, digits, grid_of, quoted, to_bytes
from puzzlegen.formats.json_record import bracket_depth
from puzzlegen.formats.multiline_reader import RowsBlock, starts_another
from puzzlegen.formats.text import parse_row
from puzzlegen.wording import pluralize

VARIETY = "mines"
HEAD_LINES = 4
MAX_PARTS = HEAD_LINES + 2 * MAX_SIDE
BEGIN = re.compile(r"pzprv3(?:\.[0-9])?(?:/|\s*$)")
_ADDRESS = re.compile(r"https?://[^\s?#]{1,200}\?(?:[a-z]{1,20}=[a-z]{0,20}&)*(?=pzprv3(?:\.[0-9])?/)")
_TRIAL = re.compile(r"TrialData\([0-9]{1,4}\)")
_DATA = re.compile(r"(?:info|history):\s*\{|__HISTORY__")
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


_Part = tuple[int, int, str]  # between slashes: its row, the column where it begins, counted from 0, and its text


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one file, given as lines. Raises FormatError as ``parse`` does."""
    parts = _parts(texts)
    height, width = (_number(parts, at) for at in (2, 3))
    grid = grid_of(width, height)
    rows, played = parts[HEAD_LINES:][:height], parts[HEAD_LINES:][height:]
    if len(rows) != height:
        raise FormatError(
            f"found {pluralize(len(rows), 'row')}, expected {height}; is the end missing?", None, parts[-1][0]
        )
    cells = b"".join(_row(part, width, _MARKS, "0-8, '.' for a blank or '-' for a safe cell") for part in rows)
    if played and len(played) != height:
        raise FormatError(
            f"found {pluralize(len(played), 'row')} of a player's marks, expected {height} or none", None, played[0][0]
        )
    for part in played:
        _row(part, width, _PLAYED, "'#', '+' or '.', the marks of a player")
    return from_bytes(grid, cells)


def _parts(texts: Sequence[str]) -> list[_Part]:
    """Return the parts of a file up to what the site saves behind them. Raises FormatError for another kind of file."""
    parts: list[_Part] = []
    for part in (part for row, text in enumerate(texts) for part in _cut(row, text)):
        if _TRIAL.match(part[2].strip()) or _DATA.match(part[2].strip()):
            break
        if part[2].strip():
            parts.append(part)
    for at, expected in ((0, "pzprv3"), (1, VARIETY)):
        found = parts[at][2].strip() if len(parts) > at else ""
        if not (found == expected or (at == 0 and BEGIN.match(found))):
            row, column = parts[min(at, len(parts) - 1)][:2] if parts else (0, 0)
            words = another_kind(found, expected) if at and found else f"found {quoted(found, 30)}, expected {expected}"
            raise FormatError(words, column + 1, row)
    return parts


def _cut(row: int, text: str) -> list[_Part]:
    """The parts of a line, each with its row and the place where it begins."""
    parts, column = [], 0
    for part in text.rstrip().split("/", MAX_PARTS):  # more parts are an error anyway
        parts.append((row, column, part))
        column += len(part) + 1
    return parts


def _number(parts: Sequence[_Part], at: int) -> int:
    name = ("rows", "columns")[at - 2]
    if len(parts) <= at:
        raise FormatError(f"found no number of {name}; is the end missing?", None, parts[-1][0])
    row, column, text = parts[at]
    if re.fullmatch(r"\s*[0-9]{1,4}\s*", text) is None:
        raise FormatError(f"found {quoted(text, 30)}, expected the number of {name}", column + 1, row)
    return int(text)


def _row(part: _Part, width: int, marks: dict[str, bytes], expected: str) -> bytes:
    row, column, text = part
    try:
        return parse_row(text, row, width, marks, expected)
    except FormatError as error:
        place = error.column + column if error.column is not None else column + 1 if column else None
        raise FormatError(error.text, place, row) from None


class FileBlock(RowsBlock):
    """Collects the lines of a file."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._count = 0
        self._expected: int | None = None  # lines of the whole file, known from its third line on
        self._trial = False  # whether the rows are those of a position that the player tried
        self._depth: int | None = None  # brackets that are open in the JSON behind the rows, None above it

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the first of a file."""
        return BEGIN.match(stripped) is not None

    def accepts(self, stripped: str) -> bool:
        """Accept all lines up to one that starts another puzzle, or an empty one below rows without marks.

        Below the rows, accept what the site saves behind them, with empty lines between.
        """
        if self._depth:
            return True
        if not stripped:
            rows = HEAD_LINES + ((self._expected or 0) - HEAD_LINES) // 2
            return self._expected is not None and (self._count < rows or self._has_all)
        if _TRIAL.match(stripped) or _DATA.match(stripped):
            return True
        return self._depth is None and (self._trial or not self._has_all) and not starts_another(stripped)

    @property
    def _has_all(self) -> bool:
        """Whether all rows and the marks of the player are there."""
        return self._expected is not None and self._count >= max(self._expected, HEAD_LINES + 1)

    def add(self, raw: str, places: Sequence[int] | None = None) -> None:
        """Take the next line. The third part is the number of rows; not more than these and the marks are kept."""
        words = raw.strip()
        if self._depth or _DATA.match(words):
            self._depth = max((self._depth or 0) + bracket_depth(raw), 0)
            return
        if not words and self._has_all:
            return
        self._trial = self._trial or _TRIAL.match(words) is not None
        if self._trial:
            return
        super().add(raw, places)
        if self._count >= HEAD_LINES:
            self.note(is_row=bool(words))
        for part in filter(str.strip, words.split("/", MAX_PARTS)):
            if _TRIAL.match(part) or _DATA.match(part):
                self._trial = True
                break
            self._count += 1
            if self._count == 3 and re.fullmatch(r"\s*[0-9]{1,4}\s*", part):
                self._expected = HEAD_LINES + 2 * int(part)

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
