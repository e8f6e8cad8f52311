"""Converts between cells and the marks of formats, and splits rows of text into cells in every way they can be meant.

Cells travel as bytes, one signed byte a cell. Parsing each mark by itself is ten times slower than ``bytes.join``, so
marks are only looked at one by one to say where a faulty text is wrong.

Marks of a row stand close together, apart, between separators (tab, comma, semicolon, upright line), or in a frame.
Where separators are used, nothing between two of them is a blank. Where neither fits, spaces themselves may be the
blanks. A ``Reading`` is one of these ways; the caller tries all and accepts the puzzle only if they do not differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from puzzlegen.board.grid import MAX_SIDE, Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import registry
from puzzlegen.formats.registry import Feature
from puzzlegen.wording import pluralize

Lines = Sequence[tuple[int, str]]  # each line with its row in the text, from 0

SEPARATORS = ' \t,;|"'
NOTHING = ""  # the mark of a cell with nothing in it
CLOSE, APART = "of marks close together", "of marks apart"  # names of readings
FIXED = "with spaces as blanks"
_BORDER = re.compile(
    r"[\u2500-\u257f+=:|\- \t]*(?:[\u2500-\u257f=]|--)[\u2500-\u257f+=:|\- \t]*|[ \t]*\+(?:-+\+)+[ \t]*"
)
_DRAWN = re.compile(r"[\u2500-\u257f \t]+")  # a border of box-drawing characters alone
_DELIMITER = re.compile(r":?-+:?")  # a field of the line under the head of a Markdown table
_TOKEN = re.compile(r"[^ \t]+")


@dataclass(frozen=True)
class Reading:
    """One way to read lines as cells.

    ``name`` ends the sentence "it can be read as a grid of WxH ...". ``rows`` has the marks of each line, ``NOTHING``
    for a cell with nothing in it. ``columns`` returns the column of each mark of a line, counted from 1.
    """

    name: str
    lines: Lines
    rows: Sequence[Sequence[str]]
    columns: Callable[[str], list[int]]


def is_border(text: str) -> bool:
    """Return whether a line draws the border of a table or a frame. A row of ``+`` and ``-`` can look the same."""
    return _BORDER.fullmatch(text) is not None


def is_drawn_border(text: str) -> bool:
    """Return whether a line consists of box-drawing characters, which no row of a grid has."""
    return _DRAWN.fullmatch(text) is not None and bool(text.strip())


ONLY_CLUES = re.compile(r"[0-9#+ ]*")


def readings(lines: Lines, is_mark: Callable[[str], bool], is_blank: Callable[[str], bool]) -> Iterator[Reading]:
    """Yield the ways in which lines can be read, the most likely first.

    ``is_mark`` says whether a text is a cell, ``is_blank`` whether it is the mark of a blank one. The rows of a reading
    may differ in length, and may hold other texts than marks.
    """
    if any("|" in text for _, text in lines):
        yield from _of_table(lines, is_mark, is_blank)
        return
    lines = [(row, text) for row, text in lines if not is_drawn_border(text)]
    for separator, name in ((";", "semicolons"), (",", "commas")):
        if any(separator in text for _, text in lines):
            yield from separated(lines, separator, name, is_blank)
            return
    # a line of tabs only is a row of empty fields, also where the other rows have tabs at their ends only
    inside = any("\t" in text.strip() or ("\t" in text and not text.strip()) for _, text in lines)
    if inside or _has_shifted_tabs(lines):
        yield from separated(lines, "\t", "tabs", is_blank)
        yield _apart(lines)
        return
    if any(" " in text.strip() for _, text in lines):
        yield _apart(lines)
        return
    yield Reading(CLOSE, lines, [text.strip() for _, text in lines], _columns_close)
    if any(len(text.strip()) > 1 and is_mark(text.strip()) for _, text in lines):  # a column of -1
        yield _apart(lines)


def _has_shifted_tabs(lines: Lines) -> bool:
    """Whether all lines have as many tabs, but not as many in front, so that tabs do not only indent."""
    counts = {text.count("\t") for _, text in lines}
    fronts = {len(text) - len(text.lstrip("\t")) for _, text in lines}
    return len(counts) == 1 and len(fronts) > 1


def readings_of_width(lines: Lines, width: int, is_blank: Callable[[str], bool]) -> Iterator[Reading]:
    """Yield the readings that only a known width permits: spaces as blanks, and tabs that stand at the ends alone."""
    if width and ONLY_CLUES.fullmatch("".join(text for _, text in lines)):
        rows = [[NOTHING if mark == " " else mark for mark in text.ljust(width)] for _, text in lines]
        yield Reading(FIXED, lines, rows, lambda text: list(range(1, len(text) + 1)))
    if {text.count("\t") for _, text in lines} == {width - 1} != {0}:
        yield from separated(lines, "\t", "tabs", is_blank)


def _apart(lines: Lines) -> Reading:
    return Reading(APART, lines, [_TOKEN.findall(text) for _, text in lines], _columns_apart)


def _columns_apart(text: str) -> list[int]:
    return [token.start() + 1 for token in _TOKEN.finditer(text)]


def _columns_close(text: str) -> list[int]:
    indent = len(text) - len(text.lstrip())
    return [indent + at for at in range(1, len(text.strip()) + 1)]


def separated(lines: Lines, separator: str, name: str, is_blank: Callable[[str], bool]) -> Iterator[Reading]:
    """The readings of fields between separators: with and without fields that are empty at an end of all rows."""
    rows = [_fields(text, separator) for _, text in lines]
    left = min(_empty_at_the_front(row) for row in rows)
    right = min(_empty_at_the_front(row[::-1]) for row in rows)
    marked = any(is_blank(field) for row in rows for field in row)
    whole = min(map(len, rows))
    if left + right >= whole:
        left = right = 0
    for skip_left in {left} if marked else {0, left}:
        for skip_right in {right} if marked else {0, right}:
            yield _without(lines, rows, separator, name, skip_left, skip_right)


def _without(
    lines: Lines, rows: Sequence[list[str]], separator: str, name: str, left: int, right: int
) -> Reading:  # fmt: skip
    def columns(text: str) -> list[int]:
        return _columns_separated(text, separator)[left:]

    return Reading(
        f"of fields between {name}", lines, [row[left : len(row) - right] for row in rows], columns
    )  # fmt: skip


def _empty_at_the_front(row: Sequence[str]) -> int:
    return next((at for at, field in enumerate(row) if field), len(row))


def _fields(text: str, separator: str) -> list[str]:
    text = text.strip(" ")
    return [_bare(field) for field in text.split(separator, MAX_SIDE + 2)]


def _bare(field: str) -> str:
    """A field without the space and one pair of quotes around it."""
    field = field.strip()
    if field.endswith(".0") and field[:-2].isdigit():  # pandas writes numbers with gaps between them so
        return field[:-2]
    if len(field) > 1 and field[0] == field[-1] and field[0] in "\"'":
        field = field[1:-1].strip()
    return field


def _columns_separated(text: str, separator: str) -> list[int]:
    found, begin = [], 0
    for field in text.split(separator, MAX_SIDE + 2):
        found.append(begin + len(field) - len(field.lstrip()) + 1)
        begin += len(field) + 1
    return found


def _of_table(lines: Lines, is_mark: Callable[[str], bool], is_blank: Callable[[str], bool]) -> Iterator[Reading]:
    """The readings of rows between upright lines: a table, or a frame around rows of any other kind."""
    rows = [(row, text) for row, text in lines if not is_border(text)]
    if not rows:
        yield Reading("without rows", [], [], _columns_apart)
        return
    framed = all(text.strip().startswith("|") and text.strip().endswith("|") for _, text in rows)
    if framed and all(text.count("|") == 2 for _, text in rows) and any(len(text.strip()) > 3 for _, text in rows):
        yield from readings([(row, text.replace("|", " ")) for row, text in rows], is_mark, is_blank)
    elif next((at for at, (_, text) in enumerate(lines) if _is_delimiter(text)), None) == 1:
        yield from _of_markdown(lines, framed, is_mark)
    else:
        yield _cells(rows, framed)


def _is_delimiter(text: str) -> bool:
    fields = text.strip().strip("|").split("|")
    return len(fields) > 1 and all(_DELIMITER.fullmatch(field.strip()) for field in fields)


def _of_markdown(lines: Lines, framed: bool, is_mark: Callable[[str], bool]) -> Iterator[Reading]:
    """The readings of a table whose second line may rule off its first: with the first line as a row, and without.

    A first line that is no row is kept and refused: below a head of words there may be labels of rows.
    """
    body = [lines[0], *((row, text) for row, text in lines[2:] if not is_border(text))]
    whole = _cells(body, framed)
    dashes = [_bare(field) for field in lines[1][1].strip().strip("|").split("|")]
    if all(field == "-" for field in dashes):  # blanks, perhaps
        table = [line for line in lines if line is lines[1] or not is_border(line[1])]
        yield replace(_cells(table, framed), name="with a row of '-'")
    yield whole
    if all(is_mark(field) or field == NOTHING for field in whole.rows[0]):
        yield replace(_cells(body[1:], framed), name="without the head of the table")


def _cells(lines: Lines, framed: bool) -> Reading:
    """The cells between upright lines."""
    rows = []
    for _, text in lines:
        fields = [_bare(field) for field in text.strip().split("|", MAX_SIDE + 2)]
        rows.append(fields[1:-1] if framed else fields)

    def columns(text: str) -> list[int]:
        found = _columns_separated(text, "|")
        return found[1:] if framed else found

    return Reading("of cells between upright lines", lines, rows, columns)


def quoted(text: str, longest: int = 60) -> str:
    """Return a text for a message: in quotes, and cut after ``longest`` characters."""
    return repr(text if len(text) <= longest else text[: longest - 3] + "...")


def another_kind(kind: str, expected: str) -> str:
    """Return the words of an error: a text holds a puzzle of a kind that is not read."""
    return f"found another kind of puzzle, {quoted(kind, 30)}, expected {expected}"


def parse_size(text: str) -> Grid:
    """Return the grid that a user wrote as WxH. Raise FormatError for anything else."""
    match = re.fullmatch(r"([0-9]{1,19})[xX×]([0-9]{1,19})", text.strip())
    if match is None:
        raise FormatError(f"size: found {quoted(text, 40)}, expected width x height in cells, such as 12x9")
    return Grid(int(match[1]), int(match[2]))


@lru_cache(maxsize=256)
def grid_of(width: int, height: int, variant: Variant = MINESWEEPER) -> Grid:
    """Return the grid of a size, always the same object. Raise FormatError for a side outside 1 to 1000 cells."""
    return Grid(width, height, variant)


def check_can_hold(puzzle: Puzzle, name: str) -> None:
    """Raise FormatError if the format of that name cannot hold the puzzle."""
    present = {
        Feature.TOTAL: puzzle.total is not None,
        Feature.VOID: VOID in puzzle.cells,
        Feature.SAFE: EMPTY in puzzle.cells,
        Feature.NOT_SQUARE: puzzle.grid.width != puzzle.grid.height,
    }
    registry.check_can_hold(
        name, puzzle.grid.variant, frozenset(feature for feature, found in present.items() if found)
    )


MAX_CELLS = MAX_SIDE * MAX_SIDE


def to_bytes(values: Iterable[int]) -> bytes:
    """Return cell values as bytes."""
    return bytes(value & 0xFF for value in values)


class CellReader:
    """Reads the marks of a format. ``expected`` ends the message about any other: "0-8, a-z, '.' or '#'"."""

    def __init__(self, expected: str, marks: Mapping[str, bytes]) -> None:
        self.expected = expected
        self.marks = dict(marks)

    def read(self, body: str, column: int, limit: int) -> bytes:
        """Return the cells of a text that begins at ``column`` of its line and holds at most ``limit`` cells.

        Raises FormatError with the column of the first error.
        """
        if len(body) <= limit:
            try:
                cells = b"".join(map(self.marks.__getitem__, body))
            except KeyError:
                pass
            else:
                if len(cells) <= limit:
                    return cells
        raise self.first_error(body, column, limit)

    def first_error(self, body: str, column: int, limit: int) -> FormatError:
        """Return the first error of a text that ``read`` refuses."""
        count = 0
        for at, mark in enumerate(body, start=column):
            if mark not in self.marks:
                return FormatError(f"found {mark!r}, expected {self.expected}", at)
            count += len(self.marks[mark])
            if count > limit:
                return FormatError(
                    f"found {mark!r}, which makes more than the {pluralize(limit, 'cell')} of the board", at
                )
        raise AssertionError("first_error was called for a text without an error")


def digits(variant: Variant) -> dict[str, bytes]:
    """Return the digits of all clues that a variant of puzzle has."""
    return {str(value): bytes([value]) for value in range(variant.highest_clue + 1)}


def runs(letters: str) -> dict[str, bytes]:
    """Return letters for runs of blanks; the first letter is a run of one."""
    return {letter: to_bytes([BLANK]) * length for length, letter in enumerate(letters, start=1)}


class CellWriter:
    """Writes cells with the marks of a format: clues as digits, and a mark for each of BLANK, EMPTY and VOID."""

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
        """Return one mark a cell; if the format has letters for runs of blanks, one letter a run."""
        text = cells.translate(self._table).decode("ascii")
        for run, letter in self._runs:
            text = text.replace(run, letter)
        return text
