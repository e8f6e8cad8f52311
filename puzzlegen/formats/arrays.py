"""Reads arrays of rows as programs write them: Python, numpy, MiniZinc, Picat, Prolog, Mathematica, C, Lisp.

Rows are in brackets of any kind, ``[[1, None], [_, 2]]``, or between upright lines, ``[|1, _ |_, 2|]``. A name may
stand in front (``grid = ...``), also a call such as ``np.array(``, and ``;`` or ``.`` behind. Nothing is evaluated, but
names of numbers (``r = 3;`` above the array) are known in ranges such as ``1..r``, and as cells if they are -1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import BLANK, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats import source_text
from puzzlegen.formats.cells import grid_of, quoted, to_bytes
from puzzlegen.formats.multiline_reader import TEXTS_AND_COMMENTS, open_brackets
from puzzlegen.formats.text import EXPECTED, MARKS, GridHead, hint, parse_grid
from puzzlegen.wording import pluralize

EXAMPLE = "[[1, None], [None, 2]]"
_NAME = r"[A-Za-z][^\n\"'{}|/]{0,80}?(?:=>?|\bbe\b)\s{0,9}"
_CALL = r"[A-Za-z_][\w.]{0,30}\s?(?=\()"
_HEAD = re.compile(rf"\s*'?(?:{_NAME})?(?:{_CALL})?(?:#2[Aa])?(?=[\[({{])")
_BEGIN = re.compile(rf"{_NAME}(?:{_CALL})?[\[({{]|{_CALL}\(\s?\[|\[\s?\||\{{\s?\{{|(?:'|#2[Aa])?\(\s?[\[(]")
_OPENING = re.compile(r"(?:[\[({]\s*)*[\[({]")
_ROW = re.compile(r"([\[({])([^\[\](){}]*+)([\])}])\s*,?\s*")
_ENTRY = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[^\s,\"']++")
_BY_COMMAS = re.compile(rf"\s*+(?:(?:{_ENTRY.pattern})\s*+,\s*+)*+(?:{_ENTRY.pattern})?\s*+")
_BY_SPACES = re.compile(rf"\s*+(?:(?:{_ENTRY.pattern})\s++)*+(?:{_ENTRY.pattern})?\s*+")
_ENTRY_OR_MARK = re.compile(r"[^\s,\[\](){}]+|.")
_FOLDED = re.compile(r"\(\s*1\.\.(\w{1,30})\s*,\s*1\.\.(\w{1,30})\s*,\s*\[([^\[\](){}]*+)\]\s*,?\s*\)")
_END = re.compile(r"\s*[;.,]?\s*(?:(?:#|%|//)[^\n]*\s*)*")
_ASSIGNMENT = re.compile(
    r"(?:(?:par\s{1,9})?(?:const\s{1,9})?int\s{0,9}:?\s{0,9})?([A-Za-z]\w{0,30})\s{0,9}=\s{0,9}(-?[0-9]{1,7})\s{0,9};?"
    r"|letting\s{1,9}([A-Za-z]\w{0,30})\s{1,9}be\s{1,9}(-?[0-9]{1,7})"
)
_COMMENT = r"\s*(?:(?:#|%|//).*)?$"
_ONLY_ASSIGNMENTS = re.compile(rf"(?:(?:{_ASSIGNMENT.pattern})\s{{0,9}}){{1,20}}{_COMMENT}")
_MATRIX = re.compile(r"\s*\[(?:[0-9]{1,4},|,[0-9]{1,4})\]")  # in front of a row, or above a column
_SIDES = re.compile(r"(?:1\.\.|\[)([0-9]{1,4})(?=[\],])")  # in a type: ``array[1..2,1..3] of int``, ``int x[2][3]``
_FLOAT = re.compile(r"(-?[0-9]{1,2})\.0*")
_QUOTES = "\"'"
_CLOSES = {"[": "]", "(": ")", "{": "}"}
_NOTHING = frozenset({"none", "null", "nil", "nan", "np.nan", "na", "<na>", "", " ", "-1"})  # beside marks of grids


def is_array(text: str) -> bool:
    """Return whether a text begins as an array that is no JSON: a name, a call, round brackets, upright lines."""
    return _BEGIN.match(text) is not None


def assignments(text: str) -> dict[str, int]:
    """Return the names and numbers of a line such as ``r = 3; c = 4;``; empty for any other line."""
    if len(text) > 1000 or _ONLY_ASSIGNMENTS.match(text) is None:
        return {}
    return {found[1] or found[3]: int(found[2] or found[4]) for found in _ASSIGNMENT.finditer(text)}


def stated(text: str) -> tuple[int, ...]:
    """Return the numbers of mines that a text assigns, or states in comments, each once."""
    comments = (found[0] for found in TEXTS_AND_COMMENTS.finditer(text) if found[0][0] not in _QUOTES)
    return source_text.merged(source_text.of_names(assignments(text)), *map(source_text.in_words, comments))


class _At(Exception):
    """An error, and the place of the character that it is about."""

    def __init__(self, text: str, place: int) -> None:
        super().__init__(text)
        self.text = text
        self.place = place


def parse(text: str, variant: Variant, names: Mapping[str, int] | None = None) -> Puzzle:
    """Read one array, in which ``names`` stand for numbers.

    Raises FormatError with line and column of the first error.
    """
    try:
        if _MATRIX.match(text):
            raise _At("found a matrix as R prints it, expected rows; write it with write.csv", 0)
        head = _HEAD.match(text)
        if head is None:
            raise _At(f"found {quoted(text.strip(), 30)}, expected an array such as {EXAMPLE}", 0)
        begin, words = head.end(), head[0].strip()
        if open_brackets(text[begin:]) > 0:
            raise _At("found an array without an end; is a bracket missing?", max(len(text.rstrip()) - 1, 0))
        puzzle = _Array(head[0] + TEXTS_AND_COMMENTS.sub(_spaced, text[begin:]), variant, names or {}).puzzle(begin)
        if BLANK not in puzzle.cells:  # a list of rows, columns and values looks the same
            raise _At("found no blank in the array, expected None, null, _, '' or -1 for each", begin)
        sides = list(map(int, _SIDES.findall(words)))
        if words.count("=") > 1 or sides not in ([], [puzzle.grid.height, puzzle.grid.width]):
            raise _At(f"found {quoted(words, 40)} in front of an array of {puzzle.grid}; leave only its name there", 0)
        return replace(puzzle, stated=stated(text))
    except _At as error:
        before = text[: error.place]
        raise FormatError(error.text, error.place - before.rfind("\n"), before.count("\n")) from None


def _spaced(found: re.Match[str]) -> str:
    """A text as it is, and spaces for a comment, so that all places stay."""
    return found[0] if found[0][0] in _QUOTES else " " * len(found[0])


_Span = tuple[int, int]  # where the entries of a row begin and end


class _Array:
    """An array in a text with spaces for comments. Methods raise _At for what does not fit."""

    def __init__(self, text: str, variant: Variant, names: Mapping[str, int]) -> None:
        self._text = text
        self._variant = variant
        self._names = names
        blanks = [*_NOTHING, *(name.lower() for name, value in names.items() if value == -1)]
        self._marks = dict(MARKS[variant]) | dict.fromkeys(blanks, to_bytes([BLANK]))

    def puzzle(self, begin: int) -> Puzzle:
        """Return the puzzle of the array that begins there."""
        if (folded := _FOLDED.match(self._text, begin)) is not None:
            self._check_end(folded.end())
            return self._of_folded(folded)
        rows = self._rows(begin)
        self._check_separators(rows)
        entries = list(self._entries(*rows[0]))
        if (
            len(rows) == 1
            and len(entries) > 1
            and all(len(one) > 1 and one.lower() not in _NOTHING for one, _ in entries)
        ):
            return self._of_texts(entries)
        if rows[0][0] == begin + 1:
            raise _At(f"expected an array of rows, such as {EXAMPLE}", begin)
        return self._of_cells([self._cells(*row) for row in rows], rows)

    def _rows(self, begin: int) -> list[_Span]:
        """The rows of the array that begins there. An array of cells alone is one row."""
        opening = _OPENING.match(self._text, begin)
        assert opening is not None, "an array begins with a bracket"
        at, rows = opening.end() - 1, list[_Span]()
        while (row := _ROW.match(self._text, at)) is not None:
            self._check_bracket(row[1], row.start(3))
            rows.append(row.span(2))
            at = row.end()
        if not rows:
            raise _At("found a bracket or an array in the first row, expected cells", at)
        for bracket in reversed("".join(opening[0].split())[:-1]):
            self._check_bracket(bracket, at)
            at += 1
            at += len(self._text[at:]) - len(self._text[at:].lstrip())
        self._check_end(at)
        if len(rows) == 1 and "|" in self._text[slice(*rows[0])]:
            return self._between_bars(*rows[0])
        return rows

    def _check_bracket(self, opened: str, place: int) -> None:
        found = _ENTRY_OR_MARK.match(self._text, place)
        if found is None or found[0] != _CLOSES[opened]:
            words = quoted(found[0] if found else "", 20)
            raise _At(f"found {words} among rows, expected a row or {_CLOSES[opened]!r}", place)

    def _between_bars(self, begin: int, end: int) -> list[_Span]:
        """The rows of ``[|1, _ |_, 2|]``."""
        bars = [at for at in range(begin, end) if self._text[at] == "|"]
        if self._text[begin : bars[0]].strip():
            raise _At("found '|' in an array that does not begin with '[|'", bars[0])
        rows = [(bar + 1, stop) for bar, stop in zip(bars, [*bars[1:], end], strict=True)]
        return rows if self._text[slice(*rows[-1])].strip() else rows[:-1]

    def _check_end(self, end: int) -> None:
        if _END.fullmatch(self._text, end) is None:
            raise _At(f"found {quoted(self._text[end:].strip(), 20)} behind the array", end)

    def _check_separators(self, rows: Sequence[_Span]) -> None:
        """Raise _At unless commas stand between all entries, or spaces."""
        pattern = _BY_COMMAS if any("," in self._text[slice(*row)] for row in rows) else _BY_SPACES
        for begin, end in rows:
            fits = pattern.match(self._text, begin, end)
            if fits is not None and fits.end() < end:
                found = quoted(self._text[fits.end() : end].strip(), 20)
                remedy = "write commas between all cells or between none, and None for a blank"
                raise _At(f"found {found}, expected a cell; {remedy}", fits.end())

    def _entries(self, begin: int, end: int) -> Iterator[tuple[str, int]]:
        """The entries of a row without quotes, and where they begin."""
        for entry in _ENTRY.finditer(self._text, begin, end):
            yield entry[0][1:-1] if entry[0][0] in _QUOTES else entry[0], entry.start()

    def _cells(self, begin: int, end: int) -> bytes:
        cells = []
        for mark, place in self._entries(begin, end):
            whole = _FLOAT.fullmatch(mark)
            cell = self._marks.get(whole[1] if whole else mark) or self._marks.get(mark.lower())
            if cell is None:
                expected = f"0-{self._variant.highest_clue}, or None, null, _, '' or -1 for a blank{hint(mark)}"
                raise _At(f"found {quoted(mark, 20)}, expected {expected}", place)
            cells.append(cell)
        return b"".join(cells)

    def _of_cells(self, cells: Sequence[bytes], rows: Sequence[_Span]) -> Puzzle:
        width = len(cells[0])
        if not width:
            raise _At(f"found no cells, expected an array such as {EXAMPLE}", rows[0][0] - 1)
        for row, (begin, _) in zip(cells, rows, strict=True):
            if len(row) != width:
                raise _At(f"found {pluralize(len(row), 'cell')}, expected {width} as in the rows before", begin - 1)
        return from_bytes(grid_of(width, len(cells), self._variant), b"".join(cells))

    def _of_folded(self, array: re.Match[str]) -> Puzzle:
        """The puzzle of ``array2d(1..3, 1..c, [...])`` of MiniZinc."""
        height, width = (int(side) if side.isdigit() else self._names.get(side, 0) for side in array.group(1, 2))
        cells = self._cells(*array.span(3))
        if min(height, width) < 1 or len(cells) != height * width:
            found = pluralize(len(cells), "cell")
            raise _At(f"found {found}, expected two ranges such as 1..3 and a cell for each place", array.start())
        return from_bytes(grid_of(width, height, self._variant), cells)

    def _of_texts(self, entries: Sequence[tuple[str, int]]) -> Puzzle:
        """The puzzle of rows that are texts, read as the rows of a grid."""
        head, rows = GridHead(self._variant, {"rows": len(entries)}), [text for text, _ in entries]
        try:
            return parse_grid(head, list(enumerate(rows)), MARKS[self._variant], EXPECTED)
        except FormatError as error:
            raise _At(error.text, entries[error.row][1] + (error.column or 0)) from None
