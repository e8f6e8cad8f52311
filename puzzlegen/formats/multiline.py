"""Base of the readers for puzzles that take several lines of a stream.

The first line of a puzzle opens a block. Each line after it either belongs to the block or ends it. A block keeps a
bounded amount of text, whatever comes; a longer one is an error when it ends.
"""

from __future__ import annotations

import re

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import line

MAX_LINES = 4096  # a board of 1000 rows with its solution and all that stands above
MAX_CHARACTERS = 1 << 25
ROW = re.compile(r"[0-9.\-?_#+*, \t]+")
GRID_KEYWORD = re.compile(r"(size|rows|cols|columns|width|height|mines|puzzle)(?:\s+|$)", re.IGNORECASE)
JANKO_KEYWORD = re.compile(r"(?:begin|author|solver|source|title|info|unit|problem)(?:\s|$)", re.IGNORECASE)
PENPA_FIELD = re.compile(
    r"(?:author|genre|variation|theme|entry|solution|solving times|status)\s*:", re.IGNORECASE
)  # fmt: skip
_SURE_START = re.compile(rf"[{{\[<]|https?://|pzprv3|begin$|(?:{line.TAG})?[0-9]{{1,4}}x[0-9]{{1,4}}:", re.IGNORECASE)
_ANSWER = re.compile("[yn]{2,}")
_MARKS = frozenset("0123456789.-?_#+*")
_MAX_ROW = 1 << 13  # characters of a mistyped row: 1000 cells, and spaces to spare


class Block:
    """The lines of one puzzle; ``first`` is the number of its first line.

    Comments are replaced by empty lines, so that errors keep their line numbers. Where ``comments`` is False the format
    has none, and every line counts.
    """

    comments = True

    def __init__(self, first: int, variant: Variant) -> None:
        self.first = first
        self.variant = variant
        self.lines: list[str] = []
        self.last = ""  # of the lines that are neither empty nor a comment, without the space around it
        self._characters = 0
        self._excess = 0

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the first of such a puzzle."""
        raise NotImplementedError

    def accepts(self, stripped: str) -> bool:
        """Return whether the next line, which is no comment, belongs to this puzzle."""
        raise NotImplementedError

    def add(self, raw: str) -> None:
        """Take the next line."""
        self._characters += len(raw)
        self.last = raw.strip()[:_MAX_ROW] or self.last
        if len(self.lines) < MAX_LINES and self._characters <= MAX_CHARACTERS:
            self.lines.append(raw.rstrip("\r\n"))
        else:
            self._excess += 1

    def skip(self) -> None:
        """Pass over the next line, which is a comment."""
        Block.add(self, "")

    @property
    def complete(self) -> bool:
        """Whether no more lines can belong to this puzzle."""
        return False

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise FormatError for lines that are none, or too many."""
        if self._excess:
            lines = len(self.lines) + self._excess
            raise FormatError(f"found {lines} lines without an end, expected a puzzle of {MAX_LINES} lines at most")
        return self.parse()

    def parse(self) -> Puzzle:
        """Return the puzzle of the collected lines. Raise FormatError for lines that are none."""
        raise NotImplementedError


def is_comment(stripped: str) -> bool:
    """Return whether a line is a comment: ``//``, or ``# `` followed by something that no grid row contains."""
    return stripped.startswith("//") or (stripped[:2] in {"# ", "#\t"} and ROW.fullmatch(stripped) is None)


def surely_starts(stripped: str) -> bool:
    """Return whether a line starts another puzzle even above the rows of a puzzle, where keywords may stand."""
    return _SURE_START.match(stripped) is not None


def starts_another(stripped: str) -> bool:
    """Return whether a line among grid rows starts a puzzle of another format, or is one."""
    return surely_starts(stripped) or bool(PENPA_FIELD.match(stripped) or _ANSWER.fullmatch(stripped))


def is_mistyped_row(stripped: str, previous: str) -> bool:
    """Return whether a line with marks that no row has was meant as a row like ``previous``, and is not prose.

    Without spaces it is as long as the previous row and has a mark of a row. With spaces it has no token longer than
    ``-1``, and either as many tokens as the previous row, or mostly marks of rows.
    """
    if len(stripped) > _MAX_ROW:
        return False
    tokens, before = stripped.replace(",", " ").split(), previous.replace(",", " ").split()
    if len(tokens) == 1:
        return len(before) == 1 and len(stripped) == len(previous) and not _MARKS.isdisjoint(stripped)
    if max(map(len, tokens), default=0) > 2:
        return False
    return len(tokens) == len(before) or 2 * sum(token[0] in _MARKS for token in tokens) >= len(tokens)
