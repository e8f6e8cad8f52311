"""The ``text`` format: a grid with one row a line.

A digit is a clue; ``.``, ``-``, ``?`` and ``_`` are blanks, also -1 between spaces; ``#`` is a void cell and ``+`` a
safe cell without a number. Marks stand close (``..2.3.``), or apart, in any way of ``choices``. Above the rows there
may be:

- ``size WxH``, ``rows R``, ``cols C``, ``mines M`` (a printed total), ``puzzle mosaic`` or ``kind: mosaic``, each on a
  separate line, or ``WxH (M mines)``;
- numbers alone, as other people's files have them: rows and columns, on one line or on a line each; one number for a
  square; a third number is that of the mines, which the source states (see ``Puzzle.stated``).

Numbers are such a head only if exactly the rows that they announce follow. Where the same lines can be read as
different puzzles they are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats import cells, multiline_reader, source_text
from puzzlegen.formats.cells import (
    CellWriter,
    Lines,
    Reading,
    digits,
    grid_of,
    quoted,
    to_bytes,
)
from puzzlegen.wording import pluralize

_NUMBERS = re.compile(r"[0-9]{1,7}(?:(?: {1,9}| ?[\t,;] ?)[0-9]{1,7}){0,2}")
_SIZE = re.compile(r"([0-9]{1,4})(?:(?:\s*[xX×]\s*|\s+)([0-9]{1,4}))?")
_EMPTY_FIELD = re.compile(r"^[ ]*[\t,;]|([\t,;])[ ]*(?:\1|[\r\n]*$)")
_BLANKS = {mark: to_bytes([BLANK]) for mark in (".", "-", "?", "_", "-1")}
_OTHERS = {"#": to_bytes([VOID]), "+": to_bytes([EMPTY])}
MARKS = {variant: digits(variant) | _BLANKS | _OTHERS for variant in VARIANTS.values()}
_KINDS = VARIANTS | {"mines": MINESWEEPER, "ms": MINESWEEPER, "fill-a-pix": MOSAIC}
EXPECTED = "'.' for a blank, '#' for a void cell or '+' for a safe one"
_KEYWORDS = {  # names in JSON and in assignments, by the keyword above rows that states the same
    **dict.fromkeys(("width", "w", "c", "cols", "columns", "numcols", "ncols"), "cols"),
    **dict.fromkeys(("height", "h", "r", "rows", "numrows", "nrows"), "rows"),
    **dict.fromkeys(("size", "n", "dimensions", "dims"), "size"),
    **dict.fromkeys(("kind", "type", "variant", "genre", "game", "puzzletype"), "puzzle"),
}
_WRITER = CellWriter({BLANK: ".", EMPTY: "+", VOID: "#"})
_HINTS = (  # marks of other programs, and what to do about them
    (
        re.compile("[*MmBb@\U0001f4a3\u2739\u2600\u25cf\u2022]"),
        "a mine is never printed; write '.' if it is to be found",
    ),
    (re.compile("[Xx\u2716\u274c]"), "that is a blank, a mine or a void cell in other programs; write '.' or '#'"),
    (re.compile("[Ff\U0001f6a9\u2691]"), "a flag is the mark of a player; write '.'"),
    (re.compile("[OoIl]"), "a letter, not a digit"),
    (re.compile("[\"'].*|.+[\"']"), "a row in quotes; leave the quotes out"),
    (re.compile("[\u25a0\u2b1b\u2588\u25fc\u25fe]"), "a dark square is a blank or a void cell; write '.' or '#'"),
    (re.compile("[\u2026\u2014]"), "a word processor joined several marks; write them apart"),
)


@dataclass
class GridHead:
    """What stands above the rows of a grid: variant, sides, number of mines."""

    variant: Variant
    sides: dict[str, int] = field(default_factory=dict)  # of "rows" and "cols"
    total: int | None = None
    total_row: int = 0
    stated: tuple[int, ...] = ()  # numbers of mines that other words above the rows state
    kind: Variant | None = None  # the variant, if it is named
    doubt: str = ""  # what to say of a line that may be a row, if the rows below do not fit

    def take(self, row: int, text: str) -> None:
        """Take one line. Raises FormatError for a value that it cannot have, or that differs from one above."""
        mines = source_text.of_line(text)
        if mines is not None:
            self._set_total(row, mines)
            return
        sized = multiline_reader.SIZE_LINE.fullmatch(
            re.sub(r"^size\b\s*[:=]?\s*", "", text.strip(), flags=re.IGNORECASE)
        )
        if sized is not None:
            self._set_sides(row, {"cols": int(sized[1]), "rows": int(sized[2])})
            self.doubt = f"; if {quoted(text.strip(), 20)} is a row, write '.' or '#' for x" * text.strip()[0].isdigit()
            if sized[3] is not None:
                self._set_total(row, int(re.findall("[0-9]+", sized[3])[0]))
            return
        word, value = [*re.split(r"\s*[:=]\s*|\s+", text.strip(), maxsplit=1), ""][:2]
        keyword = _KEYWORDS.get(word.lower(), word.lower())
        if keyword == "puzzle":
            if value.lower() not in _KINDS:
                remedy = "; write // in front of a heading" if value[:1].isdigit() else ""
                kinds = ", ".join(VARIANTS)
                raise FormatError(f"found puzzle {quoted(value, 30)}, expected one of {kinds}{remedy}", 1, row)
            self.variant = self.kind = _KINDS[value.lower()]
        elif keyword == "size":
            match = _SIZE.fullmatch(value)
            if match is None:
                raise FormatError(f"found size {quoted(value, 30)}, expected one number or WxH, such as 12x9", 1, row)
            self._set_sides(row, {"cols": int(match[1]), "rows": int(match[2] or match[1])})
        elif re.fullmatch(r"[0-9]{1,7}", value) is None:
            raise FormatError(f"found {word.lower()} {quoted(value, 30)}, expected a number", 1, row)
        else:
            self._set_sides(row, {keyword: int(value)})

    def _set_total(self, row: int, mines: int) -> None:
        if self.total not in (None, mines):
            raise FormatError(
                f"found {pluralize(mines, 'mine')} below {self.total}; leave one of the two out", None, row
            )
        self.total, self.total_row = mines, row

    def _set_sides(self, row: int, sides: dict[str, int]) -> None:
        for name, value in sides.items():
            known = self.sides.setdefault(name, value)
            if known != value:
                raise FormatError(f"found {value} {name} below {known}; leave one of the two out", None, row)

    def take_named(self, name: str, value: object) -> bool:
        """Take a value by its name, and return whether the name is known. Raises FormatError as ``take`` does."""
        keyword = _KEYWORDS.get(source_text.plain(name))
        if keyword is not None:
            self.take(0, f"{keyword} {value}")
        return keyword is not None

    def checked(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle that was read without this head. Raises FormatError if it has other sides or another kind."""
        grid = puzzle.grid
        wrong = self.sides.items() - {"cols": grid.width, "rows": grid.height}.items()
        if wrong or self.kind not in (None, grid.variant):
            named = ", ".join(f"{side} {name}" for name, side in sorted(wrong)) or f"puzzle {self.kind}"
            raise FormatError(f"found {named} and a {grid.variant} puzzle of {grid}; leave one of the two out")
        return puzzle


def parse_lines(texts: Sequence[str], variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one grid; empty lines are ignored. Raises FormatError with the line and column of the first error."""
    lines: Lines = [(row, text) for row, text in enumerate(texts) if text.strip(" \r\n")]
    head = GridHead(variant)
    while lines and multiline_reader.is_head(lines[0][1].strip()):
        head.take(*lines[0])
        lines = lines[1:]
    lines, head.sides = cells.without_labels(lines, head.sides)
    expected = f"0-{head.variant.highest_clue}, {EXPECTED}"
    if head.sides:
        return parse_grid(head, lines, MARKS[head.variant], expected)
    empty = next((row for row, text in lines if not text.strip()), None)
    if empty is not None:
        raise FormatError(
            "found only tabs; write 'size WxH' above the grid if it is a row, and remove them if not", None, empty
        )
    if len(lines) != 1:
        return parse_grid(head, lines, MARKS[head.variant], expected, _heads_of_numbers)
    head.sides = {"rows": 1}
    puzzle = parse_grid(head, lines, MARKS[head.variant], expected)
    row, only = lines[0][0], lines[0][1].strip()
    side = math.isqrt(len(only))
    others = f", or {side}x{side}: in front of a task" if only.isdigit() else f", or its {side} rows on a line each"
    as_task = others if side * side == len(only) and re.fullmatch("[0-9.]+", only) else ""
    raise FormatError(
        f"found a single row; write 'size {puzzle.grid}' above it if it is a whole grid{as_task}", None, row
    )


def _heads_of_numbers(lines: Lines) -> Iterator[tuple[dict[str, int], Lines]]:
    """The sides, and the mines, that the first lines announce if these are numbers alone; and the lines that follow."""
    for count in (1, 2, 3):
        rest = lines[count:]
        if not rest or not all(_NUMBERS.fullmatch(text.strip(" \r\n")) for _, text in lines[:count]):
            return
        numbers = [int(number) for _, text in lines[:count] for number in re.findall("[0-9]+", text)]
        if count > 1 and not count <= len(numbers) <= 3:
            return
        rows, cols = (numbers[0], numbers[0]) if len(numbers) == 1 else (numbers[0], numbers[1])
        mines = {"mines": numbers[2]} if len(numbers) == 3 else {}
        for height, width in dict.fromkeys(((rows, cols), (cols, rows))):
            if sum(1 for _, text in rest if not cells.is_border(text) or "|" not in text) >= height:
                yield {"rows": height, "cols": width, **mines}, rest


def parse_grid(
    head: GridHead,
    lines: Lines,
    marks: Mapping[str, bytes],
    expected: str,
    heads: Callable[[Lines], Iterator[tuple[dict[str, int], Lines]]] | None = None,
) -> Puzzle:
    """Return the puzzle of these rows.

    ``heads`` yields other heads that the first lines may be, each with the lines below it. Raises FormatError for rows
    that do not match the sides of the head, and for rows that can be read as different puzzles.
    """
    if not lines:
        remedy = "write what is known of a grid, such as its size or number of mines, directly above its rows"
        raise multiline_reader.NoRowsError(f"found no rows, expected a grid, one row a line; {remedy}{head.doubt}")
    _check_characters(lines, marks, expected)
    if len(head.sides) < 2:
        _check_lines_of_tables(lines)
    marks = {cells.NOTHING: to_bytes([BLANK]), **marks}
    found: list[tuple[str, Puzzle]] = []
    errors = []
    for sides, reading in _candidates(head, lines, marks, heads):
        try:
            puzzle = _read(head, sides, reading, marks, expected)
        except FormatError as error:
            errors.append(error)
        else:
            if all(puzzle != other for _, other in found):
                found.append((reading.name if sides == head.sides else "below its size", puzzle))
    if len(found) < 2 and not head.sides and _marks_no_blank(lines, [puzzle for _, puzzle in found]):
        raise FormatError(
            "found no mark of a blank; write '.' for each blank, or 'size WxH' above the rows", None, lines[0][0]
        )
    if not found:
        raise errors[0]
    if len(found) > 1:
        ways = " or ".join(f"of {puzzle.grid} {name}" for name, puzzle in found[:2])
        raise FormatError(
            f"can be read as a grid {ways}; write 'size WxH' above it, and '.' for each blank", None, lines[0][0]
        )
    return found[0][1]


def _marks_no_blank(lines: Lines, found: Sequence[Puzzle]) -> bool:
    """Whether nothing in rows, or in the puzzle that was found in them, says which cells are blank."""
    whole = "".join(text for _, text in lines)
    if not found:
        return cells.ONLY_CLUES.fullmatch(whole) is not None
    return BLANK not in found[0].cells or not whole.strip(" \t,;")


def _candidates(
    head: GridHead,
    lines: Lines,
    marks: Mapping[str, bytes],
    heads: Callable[[Lines], Iterator[tuple[dict[str, int], Lines]]] | None,
) -> Iterator[tuple[dict[str, int], Reading]]:
    """The ways in which lines may be read, each with the sides that it must have."""

    def is_blank(field: str) -> bool:
        return field != cells.NOTHING and marks.get(field) == marks[cells.NOTHING]

    def ways(below: Lines, width: int = 0) -> Iterator[Reading]:
        return cells.readings(below, width, marks.__contains__, is_blank)

    for sides, below in heads(lines) if heads else ():
        for reading in ways(below):
            if len(reading.rows) == sides["rows"] and all(len(row) == sides["cols"] for row in reading.rows):
                yield sides, reading
    for reading in ways(lines, head.sides.get("cols", 0)):
        yield head.sides, reading


def _read(
    head: GridHead, sides: Mapping[str, int], reading: Reading, marks: Mapping[str, bytes], expected: str
) -> Puzzle:
    """The puzzle of a reading. Raises FormatError where it does not fit."""
    if not reading.rows:
        raise FormatError("found no rows, expected a grid, one row a line")
    width = sides.get("cols") or len(reading.rows[0])
    height = sides.get("rows", len(reading.rows))
    grid = grid_of(width, height, head.variant)
    if len(reading.rows) != height:
        row = reading.lines[min(height, len(reading.rows) - 1)][0]
        raise FormatError(
            f"found {pluralize(len(reading.rows), 'row')}, expected {height}; an empty line ends a grid{head.doubt}",
            None,
            row,
        )
    _check_cells(reading, width, marks, expected)
    try:
        values = b"".join(marks[mark] for marks_of_row in reading.rows for mark in marks_of_row)
        announced = (sides["mines"],) if "mines" in sides else ()
        return from_bytes(grid, values, head.total, source_text.merged(head.stated, announced))
    except FormatError as error:
        raise FormatError(error.text, None, head.total_row) from None


def _check_cells(reading: Reading, width: int, marks: Mapping[str, bytes], expected: str) -> None:
    """Raise FormatError for the first cell with an unknown mark or a second mark of blanks, and for a short row."""
    blank = None
    for number, ((row, _), marks_of_row) in enumerate(zip(reading.lines, reading.rows, strict=True)):
        for at, mark in enumerate(marks_of_row):
            if mark not in marks:
                raise FormatError(
                    f"found {quoted(mark, 20)}, expected {expected}{hint(mark)}", reading.column(number, at), row
                )
            if marks[mark] == marks[cells.NOTHING] and mark != blank:
                if blank is not None:
                    raise FormatError(
                        f"found {_named(mark)} where blanks above are {_named(blank)}; write one mark for all blanks, "
                        "because one of the two may mean something else",
                        reading.column(number, at),
                        row,
                    )
                blank = mark
        if len(marks_of_row) != width:
            raise FormatError(
                f"found {pluralize(len(marks_of_row), 'cell')}, expected {width} as in the "
                + ("rows before" if marks_of_row is not reading.rows[0] else "size above; write '.' for each blank"),
                None,
                row,
            )


def _named(mark: str) -> str:
    return repr(mark) if mark else "an empty cell"


def _check_lines_of_tables(lines: Lines) -> None:
    """Raise FormatError for lines of a table that can mean two things."""
    if cells.is_ruled_off(lines):
        raise FormatError(
            f"found {quoted(lines[1][1].strip(), 20)}, which can rule off the head of a table; leave it out, or write "
            "'size WxH' above the grid",
            None,
            lines[1][0],
        )
    for row, text in lines:
        if "||" in text:
            raise FormatError("found '||', which can be one line or an empty cell; write '.' for each blank", None, row)


def _check_characters(lines: Lines, marks: Mapping[str, bytes], expected: str) -> None:
    """Raise FormatError for the first line that cannot be a row, so that it does not change how others are read."""
    allowed = _allowed("".join(sorted(set("".join(marks)))))
    for row, text in lines:
        if "|" in text or cells.is_border(text) or allowed.fullmatch(text):
            continue
        if multiline_reader.is_prose(text.strip()):
            remedy = "put an empty line between words and a grid"
            if multiline_reader.is_head(text.strip()):
                remedy = "write it above the rows that it belongs to, and an empty line above it"
            raise FormatError(
                f"found {quoted(text.strip(), 30)}, expected a row; {remedy}",
                len(text) - len(text.lstrip()) + 1,
                row,
            )
        apart = len(re.split(r"[\s,;]+", text.strip())) > 1
        for token in re.finditer(r"[^\s,;]+" if apart else r"\S", text):
            if allowed.fullmatch(token[0]) is None:
                raise FormatError(
                    f"found {quoted(token[0], 20)}, expected {expected}{hint(token[0])}", token.start() + 1, row
                )
        raise FormatError(f"found {quoted(text.strip(), 30)}, expected a row with spaces or tabs between marks", 1, row)


@lru_cache(maxsize=64)
def _allowed(characters: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(characters)}0-9{re.escape(cells.SEPARATORS)}']*")


def hint(mark: str) -> str:
    """What to do about a mark that other programs write; empty for any other."""
    bare = re.sub(r"([\"'])(.*)\1", r"\2", mark)
    return next((f"; {remedy}" for known, remedy in _HINTS if known.fullmatch(bare)), "")


def parse_row(text: str, row: int, width: int, marks: Mapping[str, bytes], expected: str) -> bytes:
    """Return the cells of one row, close together or apart. Raises FormatError with its line and column."""
    tokens = text.split() if len(text.split(None, 1)) > 1 else text.strip()
    if len(tokens) == width:
        try:
            return b"".join(map(marks.__getitem__, tokens))
        except KeyError:
            pass
    for token in re.finditer(r"\S+" if isinstance(tokens, list) else r"\S", text):
        if token[0] not in marks:
            raise FormatError(f"found {quoted(token[0], 20)}, expected {expected}", token.start() + 1, row)
    raise FormatError(f"found {pluralize(len(tokens), 'cell')}, expected {width} as in the rows before", None, row)


class GridBlock(multiline_reader.RowsBlock):
    """The rows of a grid without keywords, perhaps with numbers above them."""

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is a row, also a mistyped one, or stands above rows: numbers, or a border."""
        drawn = cells.is_drawn_border(stripped) or (stripped[:1] == "+" and cells.is_border(stripped))
        return drawn or multiline_reader.is_row(stripped) or cells.is_label_row(stripped)

    def collect(self) -> None:
        """Take all lines up to an empty one or another puzzle; refuse the grid if one is not a row."""
        self.take_rows()

    def goes_on(self, stripped: str) -> bool:
        """Take one empty line between rows with empty fields, which may be a row."""
        if stripped:
            return multiline_reader.is_row(stripped)
        return not self.gap and any(map(_EMPTY_FIELD.search, self.lines))

    def parse(self) -> Puzzle:
        """Return the grid."""
        return parse_lines(self.lines, self.variant)


BLOCK = GridBlock


def write(puzzle: Puzzle) -> str:
    """Return the grid, with spaces between marks. A size stands above rows that could be read as something else."""
    grid, head, rows = puzzle.grid, [], write_rows(puzzle, _WRITER)
    if grid.variant.tag:
        head.append(f"puzzle {grid.variant}")
    if grid.width <= 3 or grid.height == 1 or BLANK not in puzzle.cells or cells.may_have_labels(rows):
        head.append(f"size {grid}")
    if puzzle.total is not None:
        head.append(f"mines {puzzle.total}")
    return "\n".join([*head, *rows])


def write_rows(puzzle: Puzzle, writer: CellWriter) -> list[str]:
    """Return the rows of a puzzle, with spaces between marks."""
    text, width = writer.write(puzzle.array.tobytes()), puzzle.grid.width
    return [" ".join(text[begin : begin + width]) for begin in range(0, len(text), width)]
