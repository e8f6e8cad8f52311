"""Marks of cells to values and back, quickly: what all formats share.

Cells travel as bytes, one signed byte a cell. A parser that looks at each mark by itself is ten times slower than one
that lets ``bytes.join`` do it, and only a faulty text is worth that: ``Alphabet.fault`` says where it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from puzzlegen.board.grid import MAX_SIDE, Grid
from puzzlegen.board.puzzle import BLANK
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError

MOST_CELLS = MAX_SIDE * MAX_SIDE


def packed(values: Iterable[int]) -> bytes:
    """Cells as bytes."""
    return bytes(value & 0xFF for value in values)


def shown(text: str, most: int = 60) -> str:
    """A text in a message: quoted, cut where it is long."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def counted(number: int, what: str) -> str:
    """A number of things: "1 row", "2 rows"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


@lru_cache(maxsize=256)
def grid_of(width: int, height: int, variant: Variant = MINESWEEPER) -> Grid:
    """The grid; the same object for the same size. Raises FormatError for sides outside 1 to 1000."""
    return Grid(width, height, variant)


class Alphabet:
    """What each mark of a format stands for. ``expected`` is the sentence's end: "0-8, a-z, '.' or '#'"."""

    def __init__(self, expected: str, marks: Mapping[str, bytes]) -> None:
        self.expected = expected
        self.marks = dict(marks)

    def read(self, body: str, column: int, limit: int) -> bytes:
        """The cells of a text that begins at ``column``; ``limit`` is how many there may be.

        Raises FormatError with the column of the first fault.
        """
        if len(body) <= limit:
            try:
                cells = b"".join(map(self.marks.__getitem__, body))
            except KeyError:
                pass
            else:
                if len(cells) <= limit:
                    return cells
        raise self.fault(body, column, limit)

    def fault(self, body: str, column: int, limit: int) -> FormatError:
        """What is wrong with a text that cannot be read."""
        count = 0
        for at, mark in enumerate(body, start=column):
            if mark not in self.marks:
                return FormatError(f"found {mark!r}, expected {self.expected}", at)
            count += len(self.marks[mark])
            if count > limit:
                return FormatError(
                    f"found {mark!r}, which makes more than the {counted(limit, 'cell')} of the board", at
                )
        raise AssertionError("a fault was asked for and there is none")


def digits(variant: Variant) -> dict[str, bytes]:
    """The clues that a kind of puzzle can have, by their digits."""
    return {str(value): bytes([value]) for value in range(variant.highest_clue + 1)}


def runs(letters: str) -> dict[str, bytes]:
    """Letters for runs of blanks, the first of them for one."""
    return {letter: packed([BLANK]) * length for length, letter in enumerate(letters, start=1)}


class Spelling:
    """How a format writes cells: clues as digits, and a mark for each of BLANK, EMPTY and VOID."""

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
        """One mark a cell; where there are letters for runs, one for as many blanks as there is a letter for."""
        text = cells.translate(self._table).decode("ascii")
        for run, letter in self._runs:
            text = text.replace(run, letter)
        return text
