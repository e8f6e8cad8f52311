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
from contextlib import suppress

from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import multiline_reader, source_text, text
from puzzlegen.formats.cells import CellWriter, check_can_hold, digits, to_bytes
from puzzlegen.formats.text import GridHead, parse_grid, parse_row, write_rows
from puzzlegen.wording import pluralize

_SECTION = re.compile(r"\[?(?:solution|moves|end)\]?(?:\s|$)", re.IGNORECASE)
_WORD = re.compile(r"\s*\[?([A-Za-z]{2,20})\]?(?:\s|$)")
_BLANKS = {mark: to_bytes([BLANK]) for mark in "-.?_"}
_MARKS = digits(MINESWEEPER) | _BLANKS | {"x": to_bytes([VOID]), "X": to_bytes([VOID]), "#": to_bytes([VOID])}
_SOLVED = dict.fromkeys("-.012345678xX", b"\0")
_WRITER = CellWriter({BLANK: "-", VOID: "x", EMPTY: "?"})


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one puzzle, given as lines.

    A solution must have the shape of the board; it is not checked against the clues. Raises FormatError with the line
    and column of the first error.
    """
    sections = _sections(texts)
    if "problem" not in sections:
        raise FormatError("found no line 'problem', expected one above the rows")
    head = GridHead(MINESWEEPER)
    for row, words in sections.get("", []):
        if multiline_reader.GRID_KEYWORD.match(words.strip()):
            head.take(row, words)
            continue
        word = _WORD.match(words)
        name, value = (word[1], words[word.end() :]) if word else (words, words)
        stated = source_text.in_words(value)
        head.stated = source_text.merged(head.stated, stated)
        if not stated and name.lower() != "begin":
            source_text.refuse_unused(name, value.strip(), row)
    if head.variant is not MINESWEEPER:
        raise FormatError(f"found puzzle {head.variant}, expected puzzle minesweeper", 1)
    for name in sections.keys() - {"", "problem", "solution", "moves"}:
        for row, words in sections[name]:
            source_text.refuse_unused(name, words.strip()[len(name) :].strip(), row)
    puzzle = parse_grid(head, sections["problem"], _MARKS, "0-8, '-' for a blank or 'x' for a void cell")
    solution = sections.get("solution", [])
    if len(solution) not in (0, puzzle.grid.height):
        found = pluralize(len(solution), "row")
        raise FormatError(f"found {found} of the solution, expected {puzzle.grid.height}", None, solution[0][0])
    for row, words in solution:
        parse_row(words, row, puzzle.grid.width, _SOLVED, "x for a mine, '-' or '.' for none")
    return puzzle


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
        if key not in {"problem", "solution", "moves"} and content.strip():
            found.setdefault(name, []).append((row, content))
    return found


class KeywordBlock(multiline_reader.RowsBlock):
    """The lines of a puzzle that begins with keywords: this format, or a ``text`` grid with a head."""

    def __init__(self, source: multiline_reader.Source, variant: Variant) -> None:
        super().__init__(source, variant)
        self._head = GridHead(variant)
        self._begun = source.stripped.lower() == "begin"
        self._problem = self._ended = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins with one of the keywords."""
        return multiline_reader.is_head(stripped) or multiline_reader.JANKO_KEYWORD.match(stripped) is not None

    def collect(self) -> None:
        """Take all lines above the rows, and the rows; in this format also what is below them, up to ``end``."""
        self._take_word()
        while not self._ended and (text := self.next) is not None and self._is_above(text):
            self._take_word()
        if self._problem:
            self.take_rows(ends=_SECTION)
            self._take_sections()
        elif not self._begun:
            self.take_rows()

    def _take_word(self) -> None:
        """Take a line above or below the rows; keep the size or number of mines that it states."""
        words = self.take().strip().lower()
        self._problem = self._problem or words == "problem"
        self._ended = words == "end"
        if multiline_reader.is_head(words):
            with suppress(FormatError):  # it is reported with the whole puzzle
                self._head.take(0, words)

    def _is_above(self, text: str) -> bool:
        """Whether a line stands above the rows. An empty one does, unless there is only a number of mines above it."""
        if multiline_reader.surely_starts(text) or self._problem:
            return False
        if not text:
            return self._begun or any(source_text.of_line(line) is None for line in self.lines)
        return self._begun or self.begins(text)

    def _take_sections(self) -> None:
        """Take the solution, the moves and ``end``; below an empty line, only where one of these begins."""
        while not self._ended and (text := self.next) is not None and not multiline_reader.starts_another(text):
            if self.gap and text and not _SECTION.match(text):
                return
            self.gap = not text
            self._take_word()

    def goes_on(self, stripped: str) -> bool:
        """Take an empty line as long as rows are missing; in this format also one above ``solution`` or ``end``."""
        height = self._head.sides.get("rows")
        is_missing = self.rows < height if height is not None else self._begun
        if stripped:
            return is_missing and multiline_reader.GRID_KEYWORD.match(stripped) is None
        return is_missing or self._problem

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        if self._begun and not self._ended and "rows" not in self._head.sides:
            raise FormatError("found no line 'end', nor the size; is the end missing?")
        if self._begun or self._problem:
            return parse_lines(self.lines)
        return text.parse_lines(self.lines, self.variant)


BLOCK = KeywordBlock


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as such a text. Raises FormatError for one that the format cannot hold."""
    check_can_hold(puzzle, "janko")
    grid = puzzle.grid
    size = [f"size {grid.width}"] if grid.width == grid.height else [f"rows {grid.height}", f"cols {grid.width}"]
    total = [] if puzzle.total is None else [f"mines {puzzle.total}"]
    return "\n".join(["begin", "puzzle minesweeper", *size, *total, "problem", *write_rows(puzzle, _WRITER), "end"])
