"""Puzzles of several lines in a stream: which lines belong to one, and when it is whole.

A block is opened by its first line and asked of each line after it whether that belongs to it too. What it keeps is
bounded, whatever comes: past that it keeps no more, and is a fault when it ends.
"""

from __future__ import annotations

import math
import re

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import gmpuzzles, janko, json_record, line, puzzle_minesweeper_com, pzprv3, text

MOST_LINES = 4096  # a board of 1000 rows with its solution and all that stands above
MOST_CHARACTERS = 1 << 25
ROW = re.compile(r"[0-9.\-?_#+*, \t]+")
_SITE = re.compile(r"[0-9.#]+")
_ROW_OF_JANKO = re.compile(r"[0-9.\-?_#xX \t]+")
_OTHERS = re.compile(rf"[{{\[<]|https?://|pzprv3|begin$|(?:{line.TAG})?[0-9]{{1,4}}x[0-9]{{1,4}}:", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body|script|meta|title|!--)", re.IGNORECASE)
_PAGE_END = re.compile("</html", re.IGNORECASE)
_ANSWER = re.compile("[yn]{2,}")
_MARKS = frozenset("0123456789.-?_#+*")
_LONGEST_ROW = 1 << 13  # characters of what is only meant as a row: 1000 cells, and spaces to spare
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)  # one without an end too: each place is looked at once


def is_comment(stripped: str) -> bool:
    """Whether a line is a comment: ``//``, or ``# `` and then something that no row of a grid holds."""
    return stripped.startswith("//") or (stripped[:2] in {"# ", "#\t"} and ROW.fullmatch(stripped) is None)


class Block:
    """Some lines of one puzzle; ``first`` is the number of the first.

    Comments, where they may stand, are left out: ``lines`` has an empty one in their place, so that faults keep their
    numbers, and nothing else takes them into account.
    """

    comments = True

    def __init__(self, first: int, variant: Variant) -> None:
        self.first = first
        self.variant = variant
        self.lines: list[str] = []
        self.last = ""  # of the lines that are neither empty nor a comment, without the space around it
        self._characters = 0
        self._over = 0

    def takes(self, stripped: str) -> bool:
        """Whether the next line, which is no comment, belongs to it."""
        raise NotImplementedError

    def add(self, raw: str) -> None:
        """Take the next line."""
        self._characters += len(raw)
        self.last = raw.strip()[:_LONGEST_ROW] or self.last
        if len(self.lines) < MOST_LINES and self._characters <= MOST_CHARACTERS:
            self.lines.append(raw.rstrip("\r\n"))
        else:
            self._over += 1

    def skip(self) -> None:
        """Pass over the next line, a comment."""
        Block.add(self, "")

    @property
    def whole(self) -> bool:
        """Whether no more lines can belong to it."""
        return False

    def puzzle(self) -> Puzzle:
        """The puzzle of its lines. Raises FormatError."""
        if self._over:
            lines = len(self.lines) + self._over
            raise FormatError(f"found {lines} lines without an end, expected a puzzle of {MOST_LINES} lines at most")
        return self.parsed()

    def parsed(self) -> Puzzle:
        """The puzzle of the lines, all of which are there. Raises FormatError."""
        raise NotImplementedError


class Rows(Block):
    """A ``text`` grid: rows, perhaps with numbers above them."""

    def takes(self, stripped: str) -> bool:
        """A row, or what is meant to be one; a line of anything else ends it, and is a fault by itself."""
        if not stripped or _begins_another(stripped) or text.KEYWORD.match(stripped) or janko.BEGIN.match(stripped):
            return False
        return ROW.fullmatch(stripped) is not None or _meant_as_row(stripped, self.last)

    def parsed(self) -> Puzzle:
        """The grid; a lone packed row of a square number of cells is a ``site`` task without blanks."""
        lines = [row.strip() for row in self.lines if row.strip()]
        if len(lines) == 1 and _SITE.fullmatch(lines[0]) and math.isqrt(len(lines[0])) ** 2 == len(lines[0]):
            return line.parse(lines[0], self.variant)
        return text.parse_lines(self.lines, self.variant)


class Sections(Block):
    """Keywords and then rows: ``janko``, or a ``text`` grid with a head."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._begun = self._problem = self._rows = self._ended = False

    def takes(self, stripped: str) -> bool:
        """Up to ``end``, where it has a ``begin``; else up to what is no row after rows, or what begins another."""
        if self._begun:
            return _OTHERS.match(stripped) is None
        if _begins_another(stripped):
            return False
        if not stripped or ROW.fullmatch(stripped):
            return bool(stripped) or not self._rows
        word = stripped.split(None, 1)[0].lower()
        if self._problem and (word in {"solution", "moves", "end"} or _ROW_OF_JANKO.fullmatch(stripped)):
            return True
        return not self._rows or _meant_as_row(stripped, self.last)

    def add(self, raw: str) -> None:
        """Take the next line, and note what it is."""
        super().add(raw)
        word = raw.strip().lower()
        self._begun = self._begun or word == "begin"
        self._ended = self._ended or word == "end"
        self._problem = self._problem or word == "problem"
        self._rows = self._rows or ROW.fullmatch(word) is not None

    @property
    def whole(self) -> bool:
        """Whether ``end`` is there."""
        return self._ended

    def parsed(self) -> Puzzle:
        """The puzzle."""
        if self._problem or self._begun:
            return janko.parse_lines(self.lines)[0]
        return text.parse_lines(self.lines, self.variant)


class File(Block):
    """A ``pzprv3`` file of several lines."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._count = 0
        self._due: int | None = None  # lines of a whole file, once they are known

    def takes(self, stripped: str) -> bool:
        """Every line up to an empty one, or what begins another puzzle."""
        return bool(stripped) and not _begins_another(stripped)

    def add(self, raw: str) -> None:
        """Take the next line; the third is the number of rows."""
        super().add(raw)
        self._count += 1
        if self._count == 3 and re.fullmatch("[0-9]{1,4}", raw.strip()):
            self._due = pzprv3.HEAD_LINES + 2 * int(raw)

    @property
    def whole(self) -> bool:
        """Whether all rows are there, those of the player too."""
        return self._due is not None and self._count > pzprv3.HEAD_LINES and self._count >= self._due

    def parsed(self) -> Puzzle:
        """The puzzle."""
        return pzprv3.parse_lines(self.lines)


class Export(Block):
    """A ``gmpuzzles`` text."""

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._missing: int | None = None  # rows, once their number is known

    def takes(self, stripped: str) -> bool:
        """Every line up to the last row, or what begins another puzzle; empty ones only above the rows."""
        if self._missing is None:
            return _OTHERS.match(stripped) is None
        return bool(stripped) and not _begins_another(stripped)

    def add(self, raw: str) -> None:
        """Take the next line, and note the number of rows."""
        super().add(raw)
        if self._missing is not None:
            self._missing -= 1
        else:
            self._missing = gmpuzzles.height_of(raw)

    @property
    def whole(self) -> bool:
        """Whether all rows are there."""
        return self._missing is not None and self._missing <= 0

    def parsed(self) -> Puzzle:
        """The puzzle."""
        return gmpuzzles.parse_lines(self.lines)


class Json(Block):
    """A JSON value that goes on over several lines."""

    comments = False

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._open = 0

    @staticmethod
    def begins(stripped: str) -> bool:
        """Whether a line is only the beginning of a value; one cut off in the middle of a word is a fault by itself."""
        return stripped[-1] in "[{,:" and _depth(stripped) > 0

    def takes(self, stripped: str) -> bool:
        """Every line but an empty one."""
        return bool(stripped)

    def add(self, raw: str) -> None:
        """Take the next line, and count its brackets."""
        super().add(raw)
        self._open += _depth(raw)

    @property
    def whole(self) -> bool:
        """Whether all brackets are closed."""
        return self._open <= 0

    def parsed(self) -> Puzzle:
        """The puzzle."""
        return json_record.parse("\n".join(self.lines), self.variant)


class Html(Block):
    """A saved page of puzzle-minesweeper.com, up to its end tag or that of the file."""

    comments = False

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._page = puzzle_minesweeper_com.Page()
        self._ended = False

    def takes(self, stripped: str) -> bool:  # noqa: ARG002  # the others look
        """Every line."""
        return True

    def add(self, raw: str) -> None:
        """Look the next line through; none is kept."""
        self._page.feed(raw)
        self._ended = self._ended or _PAGE_END.search(raw) is not None

    @property
    def whole(self) -> bool:
        """Whether its end tag is there."""
        return self._ended

    def parsed(self) -> Puzzle:
        """The puzzle."""
        return self._page.puzzle(self.variant)


def _begins_another(stripped: str) -> bool:
    """Whether a line cannot be a row: it begins a puzzle of another format, or is one."""
    return bool(_OTHERS.match(stripped) or gmpuzzles.BEGIN.match(stripped) or _ANSWER.fullmatch(stripped))


def _meant_as_row(stripped: str, last: str) -> bool:
    """Whether a line with marks that no row has is a mistyped row and no words.

    Packed, it is as long as the row before and has a mark of a row; apart, it has no token longer than ``-1``, and as
    many as that row, or mostly marks of rows.
    """
    if len(stripped) > _LONGEST_ROW:
        return False
    tokens, before = stripped.replace(",", " ").split(), last.replace(",", " ").split()
    if len(tokens) == 1:
        return len(before) == 1 and len(stripped) == len(last) and not _MARKS.isdisjoint(stripped)
    if max(map(len, tokens), default=0) > 2:
        return False
    return len(tokens) == len(before) or 2 * sum(token[0] in _MARKS for token in tokens) >= len(tokens)


def _depth(text: str) -> int:
    bare = _STRINGS.sub("", text)
    return bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")


def opened(stripped: str, number: int, variant: Variant) -> Block | None:
    """The block that a line begins; None where it is a puzzle by itself, or nothing known."""
    if ROW.fullmatch(stripped):
        return Rows(number, variant)
    if stripped[0] in "{[":
        return Json(number, variant) if Json.begins(stripped) else None
    if _PAGE.match(stripped):
        return Html(number, variant)
    if pzprv3.BEGIN.match(stripped):
        return None if "/" in stripped else File(number, variant)
    if gmpuzzles.BEGIN.match(stripped):
        return Export(number, variant)
    if text.KEYWORD.match(stripped) or janko.BEGIN.match(stripped):
        return Sections(number, variant)
    return None
