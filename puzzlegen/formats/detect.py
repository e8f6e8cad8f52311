"""Recognizes the format of a puzzle, and reads streams of lines in which formats may be mixed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, puzzlink
from puzzlegen.formats.common import quoted
from puzzlegen.formats.multiline import Block, is_comment
from puzzlegen.formats.registry import FORMATS

ARGUMENT = "argument"  # the source of puzzles that are arguments of a command

_SIZED = re.compile(rf"(?:{line.TAG})?([0-9]{{1,4}})x([0-9]{{1,4}}):")


@dataclass(frozen=True, slots=True)
class ParsedEntry:
    """One puzzle of a source, or the error in its place, whose message names source and line.

    ``line`` is the number of its first line, counted from 1.
    """

    source: str
    line: int
    found: Puzzle | FormatError

    @property
    def place(self) -> str:
        """``source:line``."""
        return f"{self.source}:{self.line}"

    @property
    def name(self) -> str:
        """The name in messages: the puzzle itself for an argument of a command, else its place."""
        if self.source == ARGUMENT and isinstance(self.found, Puzzle):
            return line.write(self.found)
        return self.place


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read the only puzzle of a text, in any format.

    ``variant`` applies where the text does not name one. Raises FormatError for a text that does not hold exactly one
    puzzle.
    """
    found = [puzzle for _, puzzle in _entries(text.split("\n"), variant)]
    for one in found:
        if isinstance(one, FormatError):
            raise one
    if not found:
        raise FormatError(f"found an empty text, expected a puzzle such as {line.EXAMPLE}")
    if len(found) > 1:
        raise FormatError(f"found {len(found)} puzzles, expected one")
    assert isinstance(found[0], Puzzle), "errors are raised above"
    return found[0]


def read_lines(lines: Iterable[str], source: str, variant: Variant = MINESWEEPER) -> Iterator[ParsedEntry]:
    """Read puzzles from lines and continue after errors; skip empty lines and comments.

    A comment begins with ``//``, or with ``# `` unless it is a row of a grid. Formats may be mixed. A puzzle of several
    lines ends where its format says so, at an empty line, or where another puzzle begins. Lines are taken one by one,
    so a stream may still be arriving; the text kept in memory is bounded.
    """
    for number, found in _entries(lines, variant):
        yield ParsedEntry(source, number, found.at(source, number) if isinstance(found, FormatError) else found)


def parse_lines(lines: Iterable[str], source: str, variant: Variant = MINESWEEPER) -> Iterator[Puzzle]:
    """Read puzzles from lines up to the first error.

    Raises FormatError naming ``source``, the line, and the column where there is one.
    """
    for entry in read_lines(lines, source, variant):
        if isinstance(entry.found, FormatError):
            raise entry.found
        yield entry.found


def _entries(lines: Iterable[str], variant: Variant) -> Iterator[tuple[int, Puzzle | FormatError]]:
    """Each puzzle or error with the number of its first line."""
    block: Block | None = None
    for number, raw in enumerate(lines, start=1):
        stripped = raw.strip() if number > 1 else raw.removeprefix("\ufeff").strip()
        if block is None and _SIZED.match(stripped):  # most lines of most files
            yield number, _single_line(stripped, variant, raw)
            continue
        comment = is_comment(stripped)
        if block is not None:
            if (comment and block.comments) or block.accepts(stripped):
                if comment and block.comments:
                    block.skip()
                else:
                    block.add(raw)
                if block.complete:
                    yield block.first, _finished(block)
                    block = None
                continue
            yield block.first, _finished(block)
            block = None
        if not stripped or stripped == "#" or comment:
            continue
        block = None if _SIZED.match(stripped) else _opened_block(stripped, number, variant)
        if block is None:
            yield number, _single_line(stripped, variant, raw)
            continue
        block.add(raw)
        if block.complete:
            yield block.first, _finished(block)
            block = None
    if block is not None:
        yield block.first, _finished(block)


def _opened_block(stripped: str, number: int, variant: Variant) -> Block | None:
    """The block that a line opens; None for a line that is a puzzle by itself, or unknown."""
    for row in FORMATS:
        if row.block is not None and row.block.begins(stripped):
            return row.block(number, variant)
    return None


def _finished(block: Block) -> Puzzle | FormatError:
    try:
        return block.puzzle()
    except FormatError as error:
        return error


def _single_line(stripped: str, variant: Variant, raw: str) -> Puzzle | FormatError:
    """The puzzle of one line, or its error with the column in the raw line."""
    try:
        return _parse_single(stripped, variant)
    except FormatError as error:
        indent = raw.find(stripped)
        return FormatError(error.text, error.column + indent, error.row) if error.column and indent else error


def _parse_single(text: str, variant: Variant) -> Puzzle:
    """The puzzle of one line. A line that begins with a size is nearly always in the ``line`` format."""
    line_error = None
    if _SIZED.match(text):
        try:
            return line.parse(text, variant)
        except FormatError as error:
            line_error = error
    for row in FORMATS:
        if row.name != "line" and row.parse_line is not None and (puzzle := row.parse_line(text, variant)) is not None:
            return puzzle
    if line_error is not None:
        raise line_error
    if text.startswith(("http://", "https://")):
        raise FormatError(f"{quoted(text)}: unknown address, expected one such as {puzzlink.EXAMPLE}")
    return line.parse(text, variant)
