"""The ``text`` format: a grid with one row a line.

A digit is a clue; ``.``, ``-``, ``?`` and ``_`` are blanks, also -1 between spaces; ``#`` is a void cell and ``+`` a
safe cell without a number. Marks stand close (``..2.3.``), or apart with spaces, tabs or commas. Above the rows there
may be:

- ``size WxH``, ``rows R``, ``cols C``, ``mines M`` (a printed total), ``puzzle mosaic``, each on a separate line;
- numbers alone, as other people's files have them: rows and columns on a line each; one number for a square;
  ``ROWS COLS``, or ``ROWS COLS MINES``, where the mines are those of the solution. They are no printed total and are
  ignored.

Numbers are such a head only if exactly the rows that they announce follow.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.board.variants import MINESWEEPER, VARIANTS, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.cells import CellWriter, digits, to_bytes
from puzzlegen.formats.common import grid_of, pluralize, quoted
from puzzlegen.formats.multiline import (
    GRID_KEYWORD,
    JANKO_KEYWORD,
    ROW,
    Block,
    is_mistyped_row,
    starts_another,
)

_SITE_TASK = re.compile(r"[0-9.#]+")
_NUMBERS = re.compile(r"[0-9]{1,7}(?:[ \t,]+[0-9]{1,7}){0,2}")
_SIZE = re.compile(r"([0-9]{1,4})(?:(?:\s*[xX×]\s*|\s+)([0-9]{1,4}))?")
_BLANKS = {mark: to_bytes([BLANK]) for mark in (".", "-", "?", "_", "-1")}
_OTHERS = {"#": to_bytes([VOID]), "+": to_bytes([EMPTY])}
MARKS = {variant: digits(variant) | _BLANKS | _OTHERS for variant in VARIANTS.values()}
_EXPECTED = "'.' for a blank, '#' for a void cell or '+' for a safe one"
_WRITER = CellWriter({BLANK: ".", EMPTY: "+", VOID: "#"})

Lines = Sequence[tuple[int, str]]  # each line with its row in the text, from 0


@dataclass
class GridHead:
    """What stands above the rows of a grid: variant, sides, printed total."""

    variant: Variant
    sides: dict[str, int] = field(default_factory=dict)  # of "rows" and "cols"
    total: int | None = None
    total_row: int = 0

    def take(self, row: int, text: str) -> None:
        """Take one line that begins with a keyword. Raises FormatError for a value that it cannot have."""
        word, value = [*text.split(None, 1), ""][:2]
        word, value = word.lower(), value.strip()
        if word == "puzzle":
            if value.lower() not in VARIANTS:
                raise FormatError(f"found puzzle {quoted(value, 30)}, expected {' or '.join(VARIANTS)}", 1, row)
            self.variant = VARIANTS[value.lower()]
        elif word == "size":
            match = _SIZE.fullmatch(value)
            if match is None:
                raise FormatError(f"found size {quoted(value, 30)}, expected one number or WxH, such as 12x9", 1, row)
            self.sides = {"cols": int(match[1]), "rows": int(match[2] or match[1])}
        elif re.fullmatch(r"[0-9]{1,7}", value) is None:
            raise FormatError(f"found {word} {quoted(value, 30)}, expected a number", 1, row)
        elif word == "mines":
            self.total, self.total_row = int(value), row
        else:
            self.sides[{"columns": "cols", "width": "cols", "height": "rows"}.get(word, word)] = int(value)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one grid. Raises FormatError with the line and column of the first error."""
    return parse_lines(text.split("\n"), variant)


def parse_lines(texts: Sequence[str], variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one grid, given as lines; empty ones are ignored. Raises FormatError as ``parse`` does."""
    lines: Lines = [(row, text) for row, text in enumerate(texts) if text.strip()]
    head = GridHead(variant)
    while lines and GRID_KEYWORD.match(lines[0][1].strip()):
        head.take(*lines[0])
        lines = lines[1:]
    if not head.sides:
        lines = _without_numbers(lines, head)
    return parse_grid(head, lines, MARKS[head.variant], f"0-{head.variant.highest_clue}, {_EXPECTED}")


def _without_numbers(lines: Lines, head: GridHead) -> Lines:
    """The lines without a head of numbers, if they have one; its sides go into ``head``."""
    for count in (1, 2):
        rest = lines[count:]
        if not rest or not all(_NUMBERS.fullmatch(text.strip()) for _, text in lines[:count]):
            return lines
        numbers = [int(number) for _, text in lines[:count] for number in re.findall("[0-9]+", text)]
        if count == 2 and len(numbers) != 2:
            return lines
        rows, cols = (numbers[0], numbers[0]) if len(numbers) == 1 else (numbers[0], numbers[1])
        for height, width in ((rows, cols), (cols, rows)):
            if len(rest) == height and all(len(_tokens(text)) == width for _, text in rest):
                head.sides = {"rows": height, "cols": width}
                return rest
    return lines


def parse_grid(head: GridHead, lines: Lines, marks: Mapping[str, bytes], expected: str) -> Puzzle:
    """Return the puzzle of these rows. Raises FormatError for rows that do not match the sides of the head."""
    if not lines:
        raise FormatError("found no rows, expected a grid, one row a line")
    width = head.sides.get("cols") or len(_tokens(lines[0][1]))
    height = head.sides.get("rows", len(lines))
    grid = grid_of(width, height, head.variant)
    if len(lines) != height:
        row = lines[height][0] if len(lines) > height else lines[-1][0]
        raise FormatError(
            f"found {pluralize(len(lines), 'row')}, expected {height}; an empty line ends a grid", None, row
        )
    cells = b"".join(parse_row(text, row, width, marks, expected) for row, text in lines)
    try:
        return from_bytes(grid, cells, head.total)
    except FormatError as error:
        raise FormatError(error.text, None, head.total_row) from None


def parse_row(text: str, row: int, width: int, marks: Mapping[str, bytes], expected: str) -> bytes:
    """Return the cells of one row. Raises FormatError with line and column of the first error."""
    tokens = _tokens(text)
    if len(tokens) == width:
        try:
            return b"".join(map(marks.__getitem__, tokens))
        except KeyError:
            pass
    for token in re.finditer(r"[^\s,]+" if _spaced(text) else r"\S", text):
        if token[0] not in marks:
            raise FormatError(f"found {quoted(token[0], 20)}, expected {expected}", token.start() + 1, row)
    raise FormatError(f"found {pluralize(len(tokens), 'cell')}, expected {width} as in the rows before", None, row)


class GridBlock(Block):
    """Collects the rows of a grid without keywords, perhaps with numbers above them."""

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is a row, or numbers above one."""
        return ROW.fullmatch(stripped) is not None

    def accepts(self, stripped: str) -> bool:
        """Accept rows, also mistyped ones. Any other line ends the grid and is an error by itself."""
        if not stripped or starts_another(stripped) or GRID_KEYWORD.match(stripped) or JANKO_KEYWORD.match(stripped):
            return False
        return ROW.fullmatch(stripped) is not None or is_mistyped_row(stripped, self.last)

    def parse(self) -> Puzzle:
        """Return the grid. A single close row of a square number of cells is a ``site`` task without blanks."""
        rows = [row.strip() for row in self.lines if row.strip()]
        if len(rows) == 1 and _SITE_TASK.fullmatch(rows[0]) and math.isqrt(len(rows[0])) ** 2 == len(rows[0]):
            return line.parse(rows[0], self.variant)
        return parse_lines(self.lines, self.variant)


BLOCK = GridBlock


def _spaced(text: str) -> bool:
    return "," in text or len(text.split(None, 1)) > 1


def _tokens(text: str) -> Sequence[str]:
    return text.replace(",", " ").split() if _spaced(text) else text.strip()


def write(puzzle: Puzzle) -> str:
    """Return the grid, with spaces between marks. A size stands above rows that could be read as something else."""
    grid, head = puzzle.grid, []
    if grid.variant.tag:
        head.append(f"puzzle {grid.variant}")
    if grid.width <= 3 or grid.height == 1:
        head.append(f"size {grid}")
    if puzzle.total is not None:
        head.append(f"mines {puzzle.total}")
    return "\n".join([*head, *write_rows(puzzle, _WRITER)])


def write_rows(puzzle: Puzzle, writer: CellWriter) -> list[str]:
    """Return the rows of a puzzle, with spaces between marks."""
    text, width = writer.write(puzzle.array.tobytes()), puzzle.grid.width
    return [" ".join(text[begin : begin + width]) for begin in range(0, len(text), width)]
