"""The ``janko`` format: the text inside the puzzle pages of janko.at.

Lines of a keyword and its value, then ``problem`` and the rows, then perhaps ``solution`` and its rows, and ``end``::

    begin
    puzzle minesweeper
    size 4
    mines 3
    problem
    - 1 - -
    ...
    solution
    ...
    end

A board that is not square has ``rows`` and ``cols`` instead of ``size``. In the problem a digit is a clue, ``-`` a
blank and ``x`` a void cell; ``mines`` is a printed total. In the solution ``x`` is a mine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Solution
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import text
from puzzlegen.formats.cells import CellWriter, digits, to_bytes
from puzzlegen.formats.common import check_can_hold, pluralize
from puzzlegen.formats.multiline import (
    GRID_KEYWORD,
    JANKO_KEYWORD,
    ROW,
    Block,
    is_mistyped_row,
    starts_another,
    surely_starts,
)
from puzzlegen.formats.text import GridHead, parse_grid, parse_row, write_rows

_PROBLEM_ROW = re.compile(r"[0-9.\-?_#xX \t]+")
_WORD = re.compile(r"\s*\[?([A-Za-z]{2,20})\]?(?:\s|$)")
_BLANKS = {mark: to_bytes([BLANK]) for mark in "-.?_"}
_MARKS = digits(MINESWEEPER) | _BLANKS | {"x": to_bytes([VOID]), "X": to_bytes([VOID]), "#": to_bytes([VOID])}
_SOLVED = dict.fromkeys("-.012345678", b"\0") | {"x": b"\1", "X": b"\1"}
_WRITER = CellWriter({BLANK: "-", VOID: "x", EMPTY: "?"})


def parse(source: str) -> Puzzle:
    """Read one puzzle. Raises FormatError with the line and column of the first error."""
    return parse_lines(source.split("\n"))[0]


def parse_lines(texts: Sequence[str]) -> tuple[Puzzle, Solution | None]:
    """Read one puzzle, given as lines, and its solution where there is one.

    The solution must have the shape of the board; it is not checked against the clues. Raises FormatError
    as ``parse`` does.
    """
    sections = _sections(texts)
    head = GridHead(MINESWEEPER)
    for row, words in sections.get("", []):
        if GRID_KEYWORD.match(words.strip()):
            head.take(row, words)
    if head.variant is not MINESWEEPER:
        raise FormatError(f"found puzzle {head.variant}, expected puzzle minesweeper", 1)
    if "problem" not in sections:
        raise FormatError("found no line 'problem', expected one above the rows")
    puzzle = parse_grid(head, sections["problem"], _MARKS, "0-8, '-' for a blank or 'x' for a void cell")
    rows = sections.get("solution")
    if not rows:
        return puzzle, None
    if len(rows) != puzzle.grid.height:
        raise FormatError(
            f"found {pluralize(len(rows), 'row')} of the solution, expected {puzzle.grid.height}", None, rows[0][0]
        )
    width = puzzle.grid.width
    mines = b"".join(parse_row(words, row, width, _SOLVED, "x for a mine, '-' or '.' for none") for row, words in rows)
    return puzzle, tuple(mine == 1 for mine in mines)


def _sections(texts: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
    """The lines by the keyword above them, up to ``end``; those above the first keyword under an empty name."""
    found: dict[str, list[tuple[int, str]]] = {}
    name = ""
    for row, content in enumerate(texts):
        word = _WORD.match(content)
        key = word[1].lower() if word else ""
        if key == "end":
            break
        if key in {"problem", "solution", "moves"} or (key and name and key not in {"x"}):
            name = key
            found.setdefault(name, [])
        elif content.strip():
            found.setdefault(name, []).append((row, content))
    return found


class KeywordBlock(Block):
    """Collects the lines of a puzzle that begins with keywords: this format, or a ``text`` grid with a head."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._begun = self._problem = self._rows = self._ended = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins with one of the keywords."""
        return bool(GRID_KEYWORD.match(stripped) or JANKO_KEYWORD.match(stripped))

    def accepts(self, stripped: str) -> bool:
        """After ``begin``, accept all lines up to ``end``; else up to what is no row after rows."""
        if self._begun:
            return not surely_starts(stripped)
        if starts_another(stripped):
            return False
        if not stripped or ROW.fullmatch(stripped):
            return bool(stripped) or not self._rows
        word = stripped.split(None, 1)[0].lower()
        if self._problem and (word in {"solution", "moves", "end"} or _PROBLEM_ROW.fullmatch(stripped)):
            return True
        return not self._rows or is_mistyped_row(stripped, self.last)

    def add(self, raw: str) -> None:
        """Take the next line, and note which part of the puzzle it is."""
        super().add(raw)
        word = raw.strip().lower()
        self._begun = self._begun or word == "begin"
        self._ended = self._ended or word == "end"
        self._problem = self._problem or word == "problem"
        self._rows = self._rows or ROW.fullmatch(word) is not None

    @property
    def complete(self) -> bool:
        """Whether ``end`` is there."""
        return self._ended

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        if self._problem or self._begun:
            return parse_lines(self.lines)[0]
        return text.parse_lines(self.lines, self.variant)


BLOCK = KeywordBlock


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as such a text. Raises FormatError for one that the format cannot hold."""
    check_can_hold(puzzle, "janko")
    grid = puzzle.grid
    size = [f"size {grid.width}"] if grid.width == grid.height else [f"rows {grid.height}", f"cols {grid.width}"]
    total = [] if puzzle.total is None else [f"mines {puzzle.total}"]
    return "\n".join(["begin", "puzzle minesweeper", *size, *total, "problem", *write_rows(puzzle, _WRITER), "end"])
