"""Base of the readers for puzzles that take several lines of a stream.

The first line of a puzzle opens a block, which takes the lines that belong to it. It keeps a bounded amount of text,
whatever comes; a longer one is an error when it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError, UnknownTextError
from puzzlegen.formats import line, source_text
from puzzlegen.formats.cells import quoted
from puzzlegen.formats.source_text import clean, column_in

MAX_CHARACTERS = 1 << 25
ROW = re.compile(r"[0-9.\-?_#+*,;|\"' \t]+")
_NEARLY_ROW = re.compile(
    "[0-9.\\-?_#+*,;|\"' \\t"  # with marks that other programs use for mines, flags and cells not opened
    "XMBFOS@\U0001f4a3\U0001f6a9\u2022\u2026\u2014\u2588\u25a0\u25cf\u25fc\u25fe\u2600\u2691\u2716\u2739\u274c\u2b1b]+"
)
GRID_KEYWORD = re.compile(
    r"(size|rows|cols|columns|width|height|mines|puzzle|(?:kind|type|variant)(?=\s*[:=]))(?:\s*[:=]\s*|\s+|$)"
    rf"|{source_text.ALONE}\s*[.;,]?\s*$",
    re.IGNORECASE,
)
# A size by itself, perhaps with a number of mines: "3x3", "9x9 (10 mines)", "30 x 16, mines: 99"
SIZE_LINE = re.compile(
    rf"([0-9]{{1,4}})\s?[xX×]\s?([0-9]{{1,4}})(?:\s?[,;:(\-]?\s?(?:with\s)?({source_text.ALONE})\)?)?\s*[.;,]?\s*",
    re.IGNORECASE,
)
JANKO_KEYWORD = re.compile(r"(?:begin|author|solver|source|title|info|unit|problem)(?:\s|$)", re.IGNORECASE)
PENPA_FIELD = re.compile(
    r"(?:author|genre|variation|theme|entry|solution|solving times|status)\s*:", re.IGNORECASE
)  # fmt: skip
_SURE_START = re.compile(
    rf"[{{\[<]|[a-z_]\w{{0,30}}\s{{0,9}}=\s{{0,9}}[\[{{(]|https?://|pzprv3|SAVEFILE|begin$|(?:{line.TAG})?[0-9]{{1,4}}x[0-9]{{1,4}}:",
    re.IGNORECASE,
)
_ANSWER = re.compile("[yn]{2,}")
_HEADING = re.compile(
    r"[#*_=\-\s]{0,20}(?:puzzle|grid|board|level|game)\s{0,9}(?:no\.?|nr\.?|number|\#)?\s{0,9}[0-9]{1,6}\b"
    r"(?:\s{0,9}(?:/|of)\s{0,9}[0-9]{1,6}\b)?(?:[^:0-9]|[0-9]{1,3}\s?[x×]\s?[0-9]{1,3}(?![0-9:]))*(?::[^0-9]*)?",
    re.IGNORECASE,
)
_HEADING_LENGTH = 200
_BETWEEN = re.compile(r"[\s,;|]+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_MARKS = frozenset("0123456789.-?_#+*")
# Blanks of a row among words; those of digits are known words. "## Monday" and "**Monday**" are words alone
_CELLS = re.compile(r"(?:^|[\s,;|])[.\-?_#+*][\s,;|]+[.\-?_#+*](?![^\s,;|])|^(?=#*[.\-?_+])[.\-?_+#]{2,}(?=[\s,;|])")
_VOID_AND_CELLS = re.compile(r"#\s+(?![0-9]\s+-)(?:[0-9.\-?_#+*]\s+){2}")  # "# 1 - easy" is a comment
_WORDS_ABOVE = (
    "write 'size WxH', 'mines N' or 'puzzle mosaic' (or give --kind) for what it states of them, "
    "cells alone if it is a row, // in front of other words"
)
# Texts and comments, also without an end; linear time
TEXTS_AND_COMMENTS = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|\'[^\'\n]*\'?|(?:#|%|//)[^\n]*')
_MAX_ROW = 1 << 13  # characters of a mistyped row: 1000 cells, and spaces to spare


class Source:
    """The lines of a source, cleaned, with the next one in sight. It is read late: a stream may still be arriving.

    ``comments`` are those in the puzzle that is being read, with their numbers, and ``names`` the numbers that lines
    such as ``r = 3;`` assign.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._rest = iter(lines)
        self.raw: str | None = None
        self.text = self.stripped = ""  # of the line in sight
        self.number = 0  # of that line, from 1
        self.comments: list[tuple[int, str]] = []
        self.names: dict[str, int] = {}

    def look(self) -> bool:
        """Bring the next line into sight. Return whether there is one."""
        if self.raw is None and (raw := next(self._rest, None)) is not None:
            self.raw, self.number = raw.rstrip("\r\n"), self.number + 1
            self.text = clean(self.raw)
            self.stripped = self.text.strip()
        return self.raw is not None

    def move_on(self) -> None:
        """Leave the line in sight behind."""
        self.raw = None


class Block:
    """The lines of one puzzle; ``first`` is the number of its first line.

    Comments are replaced by empty lines, so that errors keep their line numbers. Where ``comments`` is False the format
    has none, and every line counts.
    """

    comments = True
    most_lines = 4096  # a board of 1000 rows with its solution and all that stands above

    def __init__(self, source: Source, variant: Variant) -> None:
        self.source = source
        self.variant = variant
        self.first = source.number
        self.lines: list[str] = []
        self._raws: dict[int, str] = {}  # lines that were cleaned, as they were, by their row
        self._characters = 0
        self._excess = 0

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the first of such a puzzle."""
        raise NotImplementedError

    def collect(self) -> None:
        """Take the first line, which is in sight, and all others that belong to this puzzle."""
        raise NotImplementedError

    def parse(self) -> Puzzle:
        """Return the puzzle of the collected lines. Raise FormatError for lines that are none."""
        raise NotImplementedError

    @property
    def next(self) -> str | None:
        """The next line that is no comment, which is taken; None at the end of the source and at a heading."""
        while self.source.look():
            stripped = self.source.stripped
            if not self.comments or not is_comment(stripped):
                return None if self.comments and is_heading(stripped) else stripped
            self.source.comments.append((self.source.number, stripped))
            self.source.move_on()
            self.add("")
        return None

    def take(self) -> str:
        """Take the line in sight, and return it."""
        text, raw = self.source.text, self.source.raw
        if raw is not None and raw != text and len(self.lines) < self.most_lines:
            self._raws[len(self.lines)] = raw
        self.source.move_on()
        self.add(text)
        return text

    def add(self, text: str) -> None:
        """Keep a line, unless there are too many."""
        self._characters += len(text)
        if len(self.lines) < self.most_lines and self._characters <= MAX_CHARACTERS:
            self.lines.append(text)
        else:
            self._excess += 1

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise FormatError for lines that are none, or too many, with the columns of the source."""
        if self._excess:
            words = f"{len(self.lines) + self._excess} lines without an end"
            raise FormatError(f"found {words}, expected a puzzle of {self.most_lines} lines at most")
        try:
            return self.parse()
        except FormatError as error:
            if error.column is None or error.row not in self._raws:
                raise
            column = column_in(self._raws[error.row], self.lines[error.row], error.column)
            raise type(error)(error.text, column, error.row) from None


class NoRowsError(FormatError):
    """What may stand above the rows of a grid has no rows below it."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that is an error by itself; ``first`` is the number of the error.

    ``last`` is the number of this line, or of the last comment below it.
    """

    last: int
    text: str
    first: int
    error: FormatError


class RowsBlock(Block):
    """A block of rows in which an empty line is an error: a row of blanks may stand there, or the grid may end."""

    def __init__(self, source: Source, variant: Variant) -> None:
        super().__init__(source, variant)
        self.rows = 0  # how many are taken
        self.gap = False  # whether the last lines are empty, below a row
        self._spoiled: FormatError | None = None  # that of the line directly above, if it may belong to the rows
        self._broken: int | None = None  # the line above a row that is empty and has rows above it

    def is_spoiled_by(self, above: UnreadLine) -> bool:
        """Return whether a line is directly above the first of these rows, and may belong to them. Then refuse both."""
        stripped = self.source.stripped
        if above.last != self.first - 1 or surely_starts(stripped) or not may_belong(above.text, stripped):
            return False
        text = f"{above.error.text}; the rows directly below are refused too"
        if isinstance(above.error, UnknownTextError):
            text = f"found {quoted(above.text, 30)} directly above rows; {_WORDS_ABOVE}"
        self.first, self._spoiled = above.first, FormatError(text, above.error.column)
        return True

    def goes_on(self, stripped: str) -> bool:
        """Return whether the next line belongs to the rows although it, or the line above it, is empty."""
        raise NotImplementedError

    def take_rows(self, most: int | None = None, ends: re.Pattern[str] | None = None) -> None:
        """Take rows up to an empty line below the last one, to the start of another puzzle, or to a line of ``ends``.

        ``most`` rows are taken at most.
        """
        while self.rows != most and (text := self.next) is not None and not starts_another(text):
            if ends is not None and ends.match(text):
                return
            is_row = bool(text) or self._is_row_of_tabs
            if (self.gap or not is_row) and not self.goes_on(text):
                return
            if self.gap and is_row and self._broken is None:
                self._broken = len(self.lines) - 1
            self.take()
            self.rows += is_row
            self.gap = not is_row and self.rows > 0

    @property
    def _is_row_of_tabs(self) -> bool:
        """Whether the next line, which is nothing but tabs, may be a row of blanks: it has as many as the last row."""
        last = self.lines[-1] if self.rows and self.lines else ""
        return "\t" in last and self.source.text.count("\t") == last.count("\t")

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise FormatError for an empty line among the rows."""
        if self._spoiled is not None:
            raise self._spoiled
        if self._broken is not None:
            raise FormatError(
                "found an empty line in a grid; write '.' for each blank if it is a row, "
                "and 'size WxH' above each grid if it is not",
                None,
                self._broken,
            )
        return super().puzzle()


def is_head(stripped: str) -> bool:
    """Return whether a line may stand above the rows of a ``text`` grid: a keyword, or a size by itself.

    Among rows a size by itself is a row with an ``x``: a void cell of janko.at, or a mistake.
    """
    return GRID_KEYWORD.match(stripped) is not None or SIZE_LINE.fullmatch(stripped) is not None


def is_comment(stripped: str) -> bool:
    """Return whether a line is a comment: ``//``, ``%``, or ``# `` that is no void cell in front of a row of a grid."""
    if stripped[:2] in {"# ", "#\t"}:
        return ROW.fullmatch(stripped) is None and _VOID_AND_CELLS.match(stripped) is None
    return stripped.startswith(("//", "%"))


def surely_starts(stripped: str) -> bool:
    """Return whether a line starts another puzzle even above the rows of a puzzle, where keywords may stand."""
    return _SURE_START.match(stripped) is not None


def starts_another(stripped: str) -> bool:
    """Return whether a line among grid rows starts a puzzle of another format, or is one."""
    return surely_starts(stripped) or bool(PENPA_FIELD.match(stripped) or _ANSWER.fullmatch(stripped))


def is_heading(stripped: str) -> bool:
    """Return whether a line numbers the puzzle below it: ``Puzzle 1 (easy)``, ``## Grid 3 of 10: 20 mines``."""
    if len(stripped) > _HEADING_LENGTH:
        return False
    return _HEADING.fullmatch(source_text.without_statement(stripped).strip()) is not None


def is_row(stripped: str) -> bool:
    """Return whether a line is a row of a grid, or was meant as one: it has marks that other programs write.

    Lower-case letters close together are no such marks, because they are runs of blanks in one-line formats.
    """
    if stripped[:1] in "[{(<":
        return False
    if stripped.startswith("|") or ROW.fullmatch(stripped) or (len(stripped) > 1 and _NEARLY_ROW.fullmatch(stripped)):
        return True
    tokens = stripped[:_MAX_ROW].split()
    return len(tokens) > 1 and max(map(len, tokens)) <= 2 and any(token[0] in _MARKS for token in tokens)


def is_prose(stripped: str) -> bool:
    """Return whether a line has a word: three letters that are not all the same."""
    return any(len(set(word[0])) > 1 for word in _LETTERS.finditer(stripped[:_MAX_ROW]))


def open_brackets(text: str) -> int:
    """Return the brackets opened less the brackets closed, outside texts and comments."""
    bare = TEXTS_AND_COMMENTS.sub("", text)
    return sum(map(bare.count, "[({")) - sum(map(bare.count, "])}"))


def may_belong(stripped: str, row: str) -> bool:
    """Return whether a line that cannot be read may belong to rows directly below it; ``row`` is the first line there.

    It does if it may be a row, or states something that may change the puzzle.
    """
    has_cells = not is_prose(stripped) or _CELLS.search(stripped[:_MAX_ROW]) is not None
    return has_cells or source_text.has_known_word(stripped) or is_like(stripped, row)


def is_like(stripped: str, row: str) -> bool:
    """Return whether a line without spaces is as long as a row of a grid, or has as many parts."""
    parts, others = (_BETWEEN.split(text[:_MAX_ROW].strip()) for text in (stripped, row))
    if len(parts) == 1:
        return len(others) == 1 and len(stripped) == len(row)
    return len(parts) == len(others)
