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
    """Collects the lines of a puzzle that begins with keywords: this format, or a ``text`` grid with a head."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._begun = self._problem = self._solution = self._ended = False
        self._head = GridHead(variant)

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins with one of the keywords."""
        return multiline_reader.is_head(stripped) or multiline_reader.JANKO_KEYWORD.match(stripped) is not None

    def accepts(self, stripped: str) -> bool:
        """Accept all lines above the rows; then rows, the keywords of this format, and empty lines that can be rows.

        Below ``begin``, a puzzle without ``end`` ends at an empty line after its last row.
        """
        if multiline_reader.surely_starts(stripped):
            return False
        if not self.rows:
            return self._begun or not (multiline_reader.starts_another(stripped) if stripped else self._only_mines)
        if not stripped:
            return self._is_janko or self._misses_rows
        if self._is_janko and _SECTION.match(stripped):
            return True
        is_another = multiline_reader.GRID_KEYWORD.match(stripped) if self.gap else None
        if is_another or multiline_reader.starts_another(stripped):
            return False
        return not self.gap or self._misses_rows

    @property
    def _is_janko(self) -> bool:
        return self._begun or self._problem

    @property
    def _only_mines(self) -> bool:
        """Whether there is only a number of mines: with an empty line below, it may belong to the rows above it."""
        return all(source_text.of_line(text) is not None for text in self.lines)

    @property
    def _misses_rows(self) -> bool:
        return not self._solution and (self.rows < self._height if self._height is not None else self._begun)

    def add(self, raw: str, places: Sequence[int] | None = None) -> None:
        """Take the next line, and note which part of the puzzle it is."""
        super().add(raw, places)
        words = raw.strip().lower()
        in_rows = (self._problem or not self._begun) and not self._solution
        self._begun = self._begun or words == "begin"
        self._ended = self._ended or words == "end"
        is_above = not self.rows and self._take_head(words)
        if words.startswith(("solution", "moves")) and self.rows:
            self._solution, self.gap = True, False
        elif words == "problem":
            self._problem = True
        elif in_rows:
            self.note(is_row=bool(raw.strip(" \r\n")) and not is_above and not self._ended)
        elif self._solution and not words:
            self.gap = True

    def _take_head(self, words: str) -> bool:
        """Take a line of the head, which may announce the number of rows. Returns whether it is one."""
        is_head = multiline_reader.GRID_KEYWORD.match(words) if self._is_janko else multiline_reader.is_head(words)
        if is_head:
            with suppress(FormatError):  # it is reported with the whole puzzle
                self._head.take(0, words)
        return bool(is_head or multiline_reader.JANKO_KEYWORD.match(words))

    @property
    def _height(self) -> int | None:
        """The number of rows that the head announces."""
        return self._head.sides.get("rows")

    @property
    def complete(self) -> bool:
        """Whether ``end`` is there."""
        return self._ended

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        if self._begun and not self._ended and self._height is None:
            raise FormatError("found no line 'end', nor the size; is the end missing?")
        if self._is_janko:
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
