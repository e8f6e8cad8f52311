"""Reads arrays of rows as programs write them: Python, numpy, MiniZinc, Picat, Prolog, Mathematica, C, Lisp.

Rows are in brackets of any kind, ``[[1, None], [_, 2]]``, or between upright lines, ``[|1, _ |_, 2|]``. A name may
stand in front (``grid = ...``), also a call such as ``np.array(``, and ``;`` or ``.`` behind. Nothing is evaluated, but
names of numbers (``r = 3;`` above the array) are known in ranges such as ``1..r``, and as cells if they are -1.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import BLANK, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats import source_text
from puzzlegen.formats.cells import MAX_CELLS, grid_of, quoted, to_bytes
from puzzlegen.formats.multiline_reader import open_brackets
from puzzlegen.formats.text import EXPECTED, MARKS, GridHead, hint, parse_grid
from puzzlegen.wording import pluralize

EXAMPLE = "[[1, None], [None, 2]]"
MAX_DEPTH = 5
_NAME = r"[A-Za-z][^\n\"'{}|/]{0,80}?(?:=>?|\bbe\b)\s{0,9}"
_CALL = r"[A-Za-z_][\w.]{0,30}\s?(?=\()"
_HEAD = re.compile(rf"\s*'?(?:{_NAME})?(?:{_CALL})?(?:#2[Aa])?(?=[\[({{])")
_BEGIN = re.compile(rf"{_NAME}(?:{_CALL})?[\[({{]|{_CALL}\(\s?\[|\[\s?\||\{{\s?\{{|(?:'|#2[Aa])?\(\s?[\[(]")
_TOKEN = re.compile(
    r"""(?P<space>\s+|(?:\#|%|//)[^\n]*)|(?P<open>[\[({])|(?P<close>[\])}])|(?P<bar>\|)|(?P<comma>,)"""
    r"""|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<value>[^\s,|\[\](){}"']+)|(?P<other>.)"""
)
_END = re.compile(r"\s*[;.,]?\s*(?:(?:#|%|//)[^\n]*\s*)*")
_RANGE = re.compile(r"1\.\.(?:([0-9]{1,4})|([A-Za-z]\w{0,30}))")
_ASSIGNMENT = re.compile(
    r"(?:(?:par\s{1,9})?(?:const\s{1,9})?int\s{0,9}:?\s{0,9})?([A-Za-z]\w{0,30})\s{0,9}=\s{0,9}(-?[0-9]{1,7})\s{0,9};?"
    r"|letting\s{1,9}([A-Za-z]\w{0,30})\s{1,9}be\s{1,9}(-?[0-9]{1,7})"
)
_COMMENT = r"\s*(?:(?:#|%|//).*)?$"
_ONLY_ASSIGNMENTS = re.compile(rf"(?:(?:{_ASSIGNMENT.pattern})\s{{0,9}}){{1,20}}{_COMMENT}")
_STATEMENT = re.compile(_NAME)
_SIDES = re.compile(r"(?:1\.\.|\[)([0-9]{1,4})(?=[\],])")  # in a type: ``array[1..2,1..3] of int``, ``int x[2][3]``
_FLOAT = re.compile(r"(-?[0-9]{1,2})\.0*")
_CLOSES = {"[": "]", "(": ")", "{": "}"}
_NOTHING = frozenset({"none", "null", "nil", "nan", "np.nan", "na", "<na>", "", " ", "-1"})  # beside marks of grids
_STRINGS = re.compile(r"\"[^\"\n]*\"?|'[^'\n]*'?|(?:#|%|//)[^\n]*")


@dataclass
class _Row:
    """The entries of an array that is in no other: their texts, and where they begin."""

    begin: int
    marks: list[str] = field(default_factory=list)
    places: array[int] = field(default_factory=lambda: array("Q"))


@dataclass
class _List:
    """An array that may contain others."""

    bracket: str
    own: _Row
    inner: list[_List] = field(default_factory=list)
    rows: list[_Row] | None = None  # between upright lines

    @property
    def holds_texts(self) -> bool:
        """Whether the entries are texts of several marks: the rows of a grid."""
        marks = self.own.marks
        is_flat = len(marks) > 1 and not self.inner and self.rows is None
        return is_flat and all(len(mark) > 1 and mark.lower() not in _NOTHING for mark in marks)


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
    comments = (found[0] for found in _STRINGS.finditer(text) if found[0][0] not in "\"'")
    return source_text.merged(source_text.of_names(assignments(text)), *map(source_text.in_words, comments))


def is_statement(text: str) -> bool:
    """Return whether a line is a whole assignment of an array, below which others may stand."""
    return open_brackets(text) == 0 and is_array(text) and _STATEMENT.match(text) is not None


def parse(text: str, variant: Variant, names: Mapping[str, int] | None = None) -> Puzzle:
    """Read one array, in which ``names`` stand for numbers.

    Raises FormatError with line and column of the first error.
    """
    try:
        whole = _outermost(text)
        known = names or {}
        puzzle = _of_texts(whole.own, variant) if whole.holds_texts else _puzzle(_rows_of(whole, known), variant, known)
        if BLANK not in puzzle.cells:  # a list of rows, columns and values looks the same
            raise _At("found no blank in the array, expected None, null, _, '' or -1 for each", whole.own.begin)
        head = text[: whole.own.begin].strip()
        sides = list(map(int, _SIDES.findall(head)))
        if head.count("=") > 1 or sides not in ([], [puzzle.grid.height, puzzle.grid.width]):
            raise _At(f"found {quoted(head, 40)} in front of an array of {puzzle.grid}; leave only its name there", 0)
        return replace(puzzle, stated=stated(text))
    except _At as error:
        before = text[: error.place]
        column = error.place - (before.rfind("\n") + 1) + 1
        raise FormatError(error.text, column, before.count("\n")) from None


class _At(Exception):
    """An error, and the place of the character that it is about."""

    def __init__(self, text: str, place: int) -> None:
        super().__init__(text)
        self.text = text
        self.place = place


class _Builder:
    """Builds an array from its tokens, one by one. Each method raises _At for a token that does not fit."""

    def __init__(self) -> None:
        self.stack: list[_List] = []
        self.done: _List | None = None
        self._size = 0
        self._separators: set[str] = set()  # what stands between entries: commas, or spaces
        self._last = "open"  # kind of the last token that is no space
        self._spaced = True

    def take(self, kind: str, token: str, place: int) -> None:
        """Take the next token."""
        if kind == "space":
            self._spaced = True
            return
        if kind == "open":
            self._open(token, place)
        elif kind == "close":
            self._close(token, place)
        elif kind == "bar":
            self._bar(place)
        elif kind == "comma":
            if self._last in {"open", "comma"}:
                raise _At("found ',', expected a cell; write None for a blank", place)
            if self._last != "close":
                self._separators.add(",")
        elif kind == "entry":
            self._entry(token, place)
        else:
            expected = "the end of a text" if token in "\"'" else "a cell"
            raise _At(f"found {token!r}, expected {expected}", place)
        if len(self._separators) > 1:
            raise _At(f"found {quoted(token, 20)}, expected commas between all cells or between none", place)
        self._last, self._spaced = kind, False

    def _open(self, bracket: str, place: int) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise _At(f"found more than {MAX_DEPTH} brackets inside each other, expected rows in one array", place)
        self.stack.append(_List(bracket, _Row(place)))
        if len(self.stack) > 1:
            self.stack[-2].inner.append(self.stack[-1])

    def _close(self, bracket: str, place: int) -> None:
        done = self.stack.pop()
        if bracket != _CLOSES[done.bracket]:
            raise _At(f"found {bracket!r}, expected {_CLOSES[done.bracket]!r}", place)
        if done.rows and not done.rows[-1].marks:
            done.rows.pop()
        if not self.stack:
            self.done = done

    def _bar(self, place: int) -> None:
        top = self.stack[-1]
        if top.rows is None:
            if top.own.marks or top.inner:
                raise _At("found '|' in an array that does not begin with '[|'", place)
            top.rows = []
        top.rows.append(_Row(place))

    def _entry(self, token: str, place: int) -> None:
        if self._last in {"entry", "close"}:
            if not self._spaced:
                raise _At(f"found {quoted(token, 20)}, expected a comma", place)
            self._separators.add(" ")
        self._size += 1
        if self._size > MAX_CELLS:
            raise _At(f"found more than {MAX_CELLS} entries", place)
        top = self.stack[-1]
        row = top.rows[-1] if top.rows else top.own
        row.marks.append(token)
        row.places.append(place)


def _outermost(text: str) -> _List:
    """The array of a text. Raises _At for brackets that do not fit and for entries without a comma between."""
    head = _HEAD.match(text)
    if head is None:
        raise _At(f"found {quoted(text.strip(), 30)}, expected an array such as {EXAMPLE}", 0)
    builder = _Builder()
    for token in _TOKEN.finditer(text, head.end()):
        kind = token.lastgroup or "other"
        builder.take("entry" if kind in {"double", "single", "value"} else kind, token[kind], token.start())
        if builder.done is None:
            continue
        if _END.fullmatch(text, token.end()) is None:
            raise _At(f"found {quoted(text[token.end() :].strip(), 20)} behind the array", token.end())
        return builder.done
    raise _At("found an array without an end; is a bracket missing?", max(len(text.rstrip()) - 1, 0))


def _rows_of(whole: _List, names: Mapping[str, int]) -> list[_Row]:
    """The rows of an array of arrays. Raises _At for another shape."""
    while len(whole.inner) == 1 and not whole.own.marks and (whole.inner[0].inner or whole.inner[0].rows is not None):
        whole = whole.inner[0]
    if whole.rows is not None:
        return whole.rows
    if len(whole.own.marks) == 2 and len(whole.inner) == 1 and not whole.inner[0].inner:
        return _folded(whole.own, whole.inner[0].own, names)
    if not whole.inner:
        raise _At(f"expected an array of rows, such as {EXAMPLE}", whole.own.begin)
    for row in whole.inner:
        if row.inner or row.rows is not None:
            raise _At("found an array in a row, expected cells", row.own.begin)
    if whole.own.marks:
        raise _At(f"found {quoted(whole.own.marks[0], 20)} among rows, expected a row", whole.own.places[0])
    return [row.own for row in whole.inner]


def _folded(ranges: _Row, cells: _Row, names: Mapping[str, int]) -> list[_Row]:
    """The rows of ``array2d(1..3, 1..c, [...])`` of MiniZinc."""
    found = [_RANGE.fullmatch(mark) for mark in ranges.marks]
    height, width = (int(one[1] or max(names.get(one[2], 0), 0)) if one else 0 for one in found)
    if not height * width or len(cells.marks) != height * width:
        raise _At(
            f"found {pluralize(len(cells.marks), 'cell')}, expected two ranges such as 1..3 and a cell for each place",
            ranges.begin,
        )
    return [
        _Row(cells.places[begin], cells.marks[begin : begin + width], cells.places[begin : begin + width])
        for begin in range(0, height * width, width)
    ]


def _of_texts(texts: _Row, variant: Variant) -> Puzzle:
    """The puzzle of rows that are texts, read as the rows of a grid. Raises _At."""
    try:
        head = GridHead(variant, {"rows": len(texts.marks)})
        return parse_grid(head, list(enumerate(texts.marks)), MARKS[variant], EXPECTED)
    except FormatError as error:
        raise _At(error.text, texts.places[error.row] + (error.column or 0)) from None


def _puzzle(rows: list[_Row], variant: Variant, names: Mapping[str, int]) -> Puzzle:
    blanks = [*_NOTHING, *(name.lower() for name, value in names.items() if value == -1)]
    marks = dict(MARKS[variant]) | dict.fromkeys(blanks, to_bytes([BLANK]))
    width = len(rows[0].marks) if rows else 0
    if not width:
        raise _At(f"found no cells, expected an array such as {EXAMPLE}", rows[0].begin if rows else 0)
    cells = bytearray()
    for row in rows:
        for mark, place in zip(row.marks, row.places, strict=True):
            found = marks.get(mark)
            if found is None:
                whole = _FLOAT.fullmatch(mark)
                found = marks.get(whole[1] if whole else mark.lower())
            if found is None:
                raise _At(
                    f"found {quoted(mark, 20)}, expected 0-{variant.highest_clue}, "
                    f"or None, null, _, '' or -1 for a blank{hint(mark)}",
                    place,
                )
            cells += found
        if len(row.marks) != width:
            raise _At(f"found {pluralize(len(row.marks), 'cell')}, expected {width} as in the rows before", row.begin)
    return from_bytes(grid_of(width, len(rows), variant), bytes(cells))
