"""Converts between cells and the marks of formats, and splits rows of text into cells in every way they can be meant.

Cells travel as bytes, one signed byte a cell. Parsing each mark by itself is ten times slower than ``bytes.join``, so
marks are only looked at one by one to say where a faulty text is wrong.

Marks of a row stand close together, apart, between separators (tab, comma, semicolon, upright line), or in a frame.
Where separators are used, nothing between two of them is a blank. Where neither fits, spaces themselves may be the
blanks. A ``Reading`` is one of these ways; the caller tries all and accepts the puzzle only if they do not differ.

Labels of rows and columns are those of tables from pandas, R and spreadsheets: 0, 1, 2 or 1, 2, 3, or A, B, C, or V1,
V2, V3. Labels that are numbers look like clues. They are removed only where they cannot be clues:

- in fields between commas, semicolons, tabs or upright lines, a head and a first column with nothing in the corner: as
  clues, 0, 1, ..., n-1 or 1, ..., n along two edges contradict each other. That holds for minesweeper and mosaic of any
  size, and failed only up to 4x4 cells in other variants (2026-11-26), where a size decides;
- in fields between spaces, a head that is one field shorter than each row;
- a head of letters.

Numbers along one edge only are an error unless a size decides, also between spaces: a grid may have them as clues.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice, product

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


@dataclass(frozen=True)
class Reading:
    """One way to read lines as cells.

    ``name`` ends the sentence "it can be read as a grid of WxH ...". The first group of ``field`` is a mark of a line.
    ``cut`` are the numbers of fields that are left out in front and behind.
    """

    name: str
    lines: Lines
    field: re.Pattern[str]
    cut: tuple[int, int] = (0, 0)

    @cached_property
    def rows(self) -> list[Sequence[str]]:
        """The marks of each line, ``NOTHING`` for a cell with nothing in it. They may be other texts than marks."""
        return [fields[self.cut[0] : len(fields) - self.cut[1]] for fields in map(self._fields, self.lines)]

    def _fields(self, line: tuple[int, str]) -> Sequence[str]:
        if self.field is _CLOSE:  # a list of all characters takes eight times the memory
            return line[1].strip()
        if self.field is _APART:
            return self.field.findall(line[1])
        return [_bare(found[1]) for found in islice(self.field.finditer(line[1]), MAX_SIDE + 3)]

    def column(self, row: int, at: int) -> int:
        """Return the column of a mark, counted from 1."""
        found = next(islice(self.field.finditer(self.lines[row][1]), at + self.cut[0], None))
        return found.start(1) + 1


def is_border(text: str) -> bool:
    """Return whether a line draws the border of a table or a frame. A row of ``+`` and ``-`` can look the same."""
    return _BORDER.fullmatch(text) is not None


def is_drawn_border(text: str) -> bool:
    """Return whether a line consists of box-drawing characters, which no row of a grid has."""
    return _DRAWN.fullmatch(text) is not None and bool(text.strip())


ONLY_CLUES = re.compile(r"[0-9#+ ]*")
_CLOSE, _APART, _FIXED = re.compile(r"(\S)"), re.compile(r"([^ \t]+)"), re.compile("(.)")
_BETWEEN = {mark: re.compile(rf"(?:^|{re.escape(mark)})[ ]*([^{mark}]*)") for mark in ";,\t|"}
_NAMES = {";": "semicolons", ",": "commas", "\t": "tabs"}


def readings(
    lines: Lines, width: int, is_mark: Callable[[str], bool], is_blank: Callable[[str], bool]
) -> Iterator[Reading]:  # fmt: skip
    """Yield the ways in which lines can be read, the most likely first.

    ``width`` is that of the grid, 0 if it is unknown. ``is_mark`` says whether a text is a cell, ``is_blank`` whether
    it is the mark of a blank one.
    """
    lines, is_framed = _without_frame(lines)
    if _has("|", lines):
        yield Reading("of cells between upright lines", lines, _BETWEEN["|"], (is_framed, is_framed))
        return
    lines = [(row, text) for row, text in lines if not is_drawn_border(text)]
    separator = next((mark for mark in _NAMES if _has(mark, lines)), " ")
    if separator in _NAMES:
        yield from _separated(lines, separator, is_blank)
    if separator in " \t":
        yield from _close_or_apart(lines, is_mark)
    if width and ONLY_CLUES.fullmatch("".join(text for _, text in lines)):
        yield Reading(FIXED, [(row, text.ljust(width)) for row, text in lines], _FIXED)


def _has(mark: str, lines: Lines) -> bool:
    return any(mark in text for _, text in lines)


def _close_or_apart(lines: Lines, is_mark: Callable[[str], bool]) -> Iterator[Reading]:
    """The readings of marks without separators."""
    texts = [text.strip() for _, text in lines]
    is_apart = any(" " in text or "\t" in text for text in texts)
    if not is_apart:
        yield Reading(CLOSE, lines, _CLOSE)
    if is_apart or any(len(text) > 1 and is_mark(text) for text in texts):  # a column of -1
        yield Reading(APART, lines, _APART)


def _separated(lines: Lines, separator: str, is_blank: Callable[[str], bool]) -> Iterator[Reading]:
    """The readings of fields between separators: with and without fields that are empty at an end of all rows."""
    whole = Reading(f"of fields between {_NAMES[separator]}", lines, _BETWEEN[separator])
    left = min(_empty_at_the_front(row) for row in whole.rows)
    right = min(_empty_at_the_front(row[::-1]) for row in whole.rows)
    is_marked = any(is_blank(field) for row in whole.rows for field in row)
    if left + right >= min(map(len, whole.rows)):
        left = right = 0
    for cut in {(left, right)} if is_marked else product({0, left}, {0, right}):
        yield replace(whole, cut=cut)


def _empty_at_the_front(row: Sequence[str]) -> int:
    return next((at for at, field in enumerate(row) if field), len(row))


def _bare(field: str) -> str:
    """A field without the space and one pair of quotes around it."""
    field = field.strip()
    if field.endswith(".0") and field[:-2].isdigit():  # pandas writes numbers with gaps between them so
        return field[:-2]
    if len(field) > 1 and field[0] == field[-1] and field[0] in "\"'":
        field = field[1:-1].strip()
    return field


def _without_frame(lines: Lines) -> tuple[Lines, bool]:
    """Lines without a frame and borders, if they have upright lines; and whether each row is between upright lines."""
    if not _has("|", lines):
        return lines, False
    rows = [(row, text) for row, text in lines if not is_border(text)]
    is_framed = all(text.strip().startswith("|") and text.strip().endswith("|") for _, text in rows)
    is_frame = is_framed and all(text.count("|") == 2 for _, text in rows)
    if is_frame and any(len(text.strip()) > 3 for _, text in rows):
        return [(row, text.replace("|", " ")) for row, text in rows], True
    return rows, is_framed


def is_ruled_off(lines: Lines) -> bool:
    """Return whether the second line may rule off the head of a Markdown table, as ``|---|---|`` does."""
    fields = lines[1][1].strip().strip("|").split("|") if len(lines) > 1 else []
    return len(fields) > 1 and all(_DELIMITER.fullmatch(field.strip()) for field in fields)


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


FEWEST = 2  # labels along an edge
_FEWEST_ALONE = 3  # numbers along one edge only
_NUMBERED = re.compile(r"([A-Za-z_ ]{0,20}?)(0|[1-9][0-9]{0,3})")
_NO_VALUE = re.compile(r"(?<![^\s,;|])(?:nan|none|null|na|<na>)(?![^\s,;|])", re.IGNORECASE)
_WHOLE = re.compile(r"(?<![^\s,;|])([0-9])\.0+(?![^\s,;|])")


def is_label_row(stripped: str) -> bool:
    """Return whether a line labels columns by letters, perhaps with numbers behind: "A B C" or ",V1,V2"."""
    if not stripped[:1].strip("\"',;").isalpha() and not stripped.startswith((",", ";", '"')):
        return False
    labels = _table([(0, stripped)]).rows[0]
    return _are_labels(labels[1:] if labels and not labels[0] else labels, letters=True)


def without_labels(lines: Lines, sides: Mapping[str, int]) -> tuple[Lines, dict[str, int]]:
    """Return lines without labels, each character at its place, and the sides that the labels give.

    ``sides`` are those that are known; they are returned as they are if there are no labels. Raises FormatError for
    numbers that may be labels or clues.
    """
    rows = [(row, text) for row, text in lines if not is_border(text)]
    known = dict(sides)
    if not FEWEST <= len(rows) <= MAX_SIDE + 1:
        return lines, known
    table = _table(rows)
    fields = table.rows
    height, width = known.get("rows"), known.get("cols")
    if (height, width) == (len(fields), len(fields[0])):
        return lines, known
    has_head, has_index = _edges(fields)
    if not has_head and not has_index:
        return lines, known
    kept = [(row, _plain(_unlabeled(table, text) if has_index else text)) for row, text in rows[has_head:]]
    if has_head == has_index or not _is_numbers(fields[0] if has_head else [row[0] for row in fields]):
        return kept, known or {"rows": len(kept), "cols": len(fields[1]) - has_index}
    if height is not None and width is not None:
        return (kept, known) if (height, width) == (len(kept), len(fields[1]) - has_index) else (lines, known)
    raise FormatError(
        f"found consecutive numbers in the first {'row' if has_head else 'column'}, which can be labels or clues; "
        "remove them if they are labels, or write 'size WxH' above the grid",
        None,
        lines[0][0],
    )


def may_have_labels(rows: Sequence[str]) -> bool:
    """Return whether numbers along an edge of rows, with spaces between marks, can be read as labels."""
    return _is_numbers(rows[0].split()) or _is_numbers([row.split()[0] for row in rows])


def _edges(fields: Sequence[Sequence[str]]) -> tuple[bool, bool]:
    """Whether the first row has labels, and whether the first column has.

    Raises FormatError for numbers beside an empty corner that are labels in one direction only.
    """
    head, below = fields[0], fields[1:]
    width = max(map(len, below))
    if not width or min(map(len, below)) < width:
        return False, False
    index = _are_labels([row[0] for row in below])
    if _are_labels(head) and len(head) == width - 1:
        return index, index
    if len(head) != width:
        return False, False
    if not head[0]:
        if index and _are_labels(head[1:]):
            return True, True
        if _is_numbers(head[1:]) or (index and all(head[1:])):
            raise FormatError(
                "found an empty corner and consecutive numbers beside it, which can be labels or clues; remove all "
                "labels of rows and columns, or write 'size WxH' above the grid"
            )
    if _are_labels(head, letters=True) or (_is_numbers(head) and len(head) >= _FEWEST_ALONE):
        return True, False
    alone = [row[0] for row in fields]
    return False, len(alone) >= _FEWEST_ALONE and _are_labels(alone)


def _are_labels(fields: Sequence[str], letters: bool = False) -> bool:
    """Whether fields are consecutive labels. ``letters``: only those with letters, which are no clues."""
    if not FEWEST <= len(fields) <= MAX_SIDE:
        return False
    if all(field.isalpha() for field in fields):
        return [field.upper() for field in fields] == [_column_name(at) for at in range(len(fields))]
    found = [_NUMBERED.fullmatch(field) for field in fields]
    numbers = [int(one[2]) for one in found if one]
    prefixes = {one[1] if one else "" for one in found}
    consecutive = len(numbers) == len(fields) and numbers in (
        list(range(len(fields))),
        list(range(1, len(fields) + 1)),
    )
    return consecutive and len(prefixes) == 1 and not (letters and prefixes == {""})


def _is_numbers(fields: Sequence[str]) -> bool:
    return _are_labels(fields) and not _are_labels(fields, letters=True)


def _column_name(at: int) -> str:
    """The name of a column in a spreadsheet: A, ..., Z, AA, ..."""
    return ("" if at < 26 else _column_name(at // 26 - 1)) + chr(ord("A") + at % 26)


def _table(rows: Lines) -> Reading:
    """The fields of a table with labels, whose separator is in all rows."""
    if all(text.strip().startswith("|") and text.strip().endswith("|") for _, text in rows):
        return Reading("", rows, _BETWEEN["|"], (1, 1))
    return Reading("", rows, next((_BETWEEN[mark] for mark in _NAMES if all(mark in text for _, text in rows)), _APART))


def _unlabeled(table: Reading, text: str) -> str:
    """A line with spaces for its first field. An upright line behind that stays, as the frame of the others."""
    end = next(islice(table.field.finditer(text), table.cut[0], None)).end(1)
    end += text[end : end + 1] in {",", ";", "\t"}
    return " " * end + text[end:]


def _plain(text: str) -> str:
    """A row with the marks of a grid for the numbers and gaps of other programs."""
    text = _NO_VALUE.sub(lambda match: ".".ljust(len(match[0])), text)
    return _WHOLE.sub(lambda match: match[1].ljust(len(match[0])), text)
