"""Fast conversion between cells and the marks that formats write for them.

Cells travel as bytes, one signed byte a cell. Parsing each mark by itself is ten times slower than ``bytes.join``, so
marks are only looked at one by one to say where a faulty text is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from puzzlegen.board.grid import MAX_SIDE
from puzzlegen.board.puzzle import BLANK
from puzzlegen.board.variants import Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats.common import pluralize

MAX_CELLS = MAX_SIDE * MAX_SIDE


def to_bytes(values: Iterable[int]) -> bytes:
    """Return cell values as bytes."""
    return bytes(value & 0xFF for value in values)


class CellReader:
    """Reads the marks of a format. ``expected`` ends the message about any other: "0-8, a-z, '.' or '#'"."""

    def __init__(self, expected: str, marks: Mapping[str, bytes]) -> None:
        self.expected = expected
        self.marks = dict(marks)

    def read(self, body: str, column: int, limit: int) -> bytes:
        """Return the cells of a text that begins at ``column`` of its line and holds at most ``limit`` cells.

        Raises FormatError with the column of the first error.
        """
        if len(body) <= limit:
            try:
                cells = b"".join(map(self.marks.__getitem__, body))
            except KeyError:
                pass
            else:
                if len(cells) <= limit:
                    return cells
        raise self.first_error(body, column, limit)

    def first_error(self, body: str, column: int, limit: int) -> FormatError:
        """Return the first error of a text that ``read`` refuses."""
        count = 0
        for at, mark in enumerate(body, start=column):
            if mark not in self.marks:
                return FormatError(f"found {mark!r}, expected {self.expected}", at)
            count += len(self.marks[mark])
            if count > limit:
                return FormatError(
                    f"found {mark!r}, which makes more than the {pluralize(limit, 'cell')} of the board", at
                )
        raise AssertionError("first_error was called for a text without an error")


def digits(variant: Variant) -> dict[str, bytes]:
    """Return the digits of all clues that a variant of puzzle has."""
    return {str(value): bytes([value]) for value in range(variant.highest_clue + 1)}


def runs(letters: str) -> dict[str, bytes]:
    """Return letters for runs of blanks; the first letter is a run of one."""
    return {letter: to_bytes([BLANK]) * length for length, letter in enumerate(letters, start=1)}


class CellWriter:
    """Writes cells with the marks of a format: clues as digits, and a mark for each of BLANK, EMPTY and VOID."""

    def __init__(self, marks: Mapping[int, str], run_letters: str = "") -> None:
        table = [ord("?")] * 256
        for value in range(10):
            table[value] = ord(str(value))
        for value, mark in marks.items():
            table[value & 0xFF] = ord(mark)
        self._table = bytes(table)
        blank = marks[BLANK]
        longest_first = range(len(run_letters), 0, -1)
        self._runs = [(blank * length, run_letters[length - 1]) for length in longest_first]

    def write(self, cells: bytes) -> str:
        """Return one mark a cell; if the format has letters for runs of blanks, one letter a run."""
        text = cells.translate(self._table).decode("ascii")
        for run, letter in self._runs:
            text = text.replace(run, letter)
        return text
