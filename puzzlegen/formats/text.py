"""The ``text`` format: a grid as people draw it, one row a line.

A digit is a clue; ``.``, ``-``, ``?`` and ``_`` are blanks, also -1 between spaces; ``#`` is a void cell and ``+`` one
printed as surely safe. Marks stand packed (``..2.3.``), or apart with spaces, tabs or commas. Above the rows there may
be:

- ``size WxH``, ``rows R``, ``cols C``, ``mines M`` (a printed total), ``puzzle mosaic``, each on a line of its own;
- numbers alone, as other people's files have them: rows and columns on a line each; one number for a square;
  ``ROWS COLS``, or ``ROWS COLS MINES``, where the mines are what the solution has and no printed total, so they are
  not taken as one.

Numbers are such a head only if just the rows that they announce follow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.board.variants import MINESWEEPER, VARIANTS, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Spelling, counted, digits, grid_of, packed, shown

KEYWORD = re.compile(r"(size|rows|cols|columns|width|height|mines|puzzle)(?:\s+|$)", re.IGNORECASE)
_NUMBERS = re.compile(r"[0-9]{1,7}(?:[ \t,]+[0-9]{1,7}){0,2}")
_SIZE = re.compile(r"([0-9]{1,4})(?:(?:\s*[xX×]\s*|\s+)([0-9]{1,4}))?")
_BLANKS = {mark: packed([BLANK]) for mark in (".", "-", "?", "_", "-1")}
_OTHERS = {"#": packed([VOID]), "+": packed([EMPTY])}
MARKS = {variant: digits(variant) | _BLANKS | _OTHERS for variant in VARIANTS.values()}
_EXPECTED = "'.' for a blank, '#' for a void cell or '+' for a safe one"
_SPELLING = Spelling({BLANK: ".", EMPTY: "+", VOID: "#"})

Lines = Sequence[tuple[int, str]]  # each line with its row in the text, from 0


@dataclass
class Head:
    """What stands above the rows."""

    variant: Variant
    sides: dict[str, int] = field(default_factory=dict)  # of "rows" and "cols"
    total: int | None = None
    total_row: int = 0

    def take(self, row: int, text: str) -> None:
        """One line that begins with a keyword. Raises FormatError."""
        word, value = [*text.split(None, 1), ""][:2]
        word, value = word.lower(), value.strip()
        if word == "puzzle":
            if value.lower() not in VARIANTS:
                raise FormatError(f"found puzzle {shown(value, 30)}, expected {' or '.join(VARIANTS)}", 1, row)
            self.variant = VARIANTS[value.lower()]
        elif word == "size":
            match = _SIZE.fullmatch(value)
            if match is None:
                raise FormatError(f"found size {shown(value, 30)}, expected one number or WxH, such as 12x9", 1, row)
            self.sides = {"cols": int(match[1]), "rows": int(match[2] or match[1])}
        elif re.fullmatch(r"[0-9]{1,7}", value) is None:
            raise FormatError(f"found {word} {shown(value, 30)}, expected a number", 1, row)
        elif word == "mines":
            self.total, self.total_row = int(value), row
        else:
            self.sides[{"columns": "cols", "width": "cols", "height": "rows"}.get(word, word)] = int(value)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one grid. Raises FormatError with the line and column of the first fault."""
    return parse_lines(text.split("\n"), variant)


def parse_lines(texts: Sequence[str], variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one grid, given as lines; empty ones do not count. Raises FormatError as ``parse`` does."""
    lines: Lines = [(row, text) for row, text in enumerate(texts) if text.strip()]
    head = Head(variant)
    while lines and KEYWORD.match(lines[0][1].strip()):
        head.take(*lines[0])
        lines = lines[1:]
    if not head.sides:
        lines = _numbered(lines, head)
    return grid_from(head, lines, MARKS[head.variant], f"0-{head.variant.highest_clue}, {_EXPECTED}")


def _numbered(lines: Lines, head: Head) -> Lines:
    """The lines without the numbers above them, if they are such; the sides go into ``head``."""
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


def grid_from(head: Head, lines: Lines, marks: Mapping[str, bytes], expected: str) -> Puzzle:
    """The puzzle of these rows, held against the sides of the head. Raises FormatError."""
    if not lines:
        raise FormatError("found no rows, expected a grid, one row a line")
    width = head.sides.get("cols") or len(_tokens(lines[0][1]))
    height = head.sides.get("rows", len(lines))
    grid = grid_of(width, height, head.variant)
    if len(lines) != height:
        row = lines[height][0] if len(lines) > height else lines[-1][0]
        raise FormatError(
            f"found {counted(len(lines), 'row')}, expected {height}; an empty line ends a grid", None, row
        )
    cells = b"".join(row_from(text, row, width, marks, expected) for row, text in lines)
    try:
        return from_bytes(grid, cells, head.total)
    except FormatError as fault:
        raise FormatError(fault.text, None, head.total_row) from None


def row_from(text: str, row: int, width: int, marks: Mapping[str, bytes], expected: str) -> bytes:
    """The cells of one row. Raises FormatError with its line and column."""
    tokens = _tokens(text)
    if len(tokens) == width:
        try:
            return b"".join(map(marks.__getitem__, tokens))
        except KeyError:
            pass
    for token in re.finditer(r"[^\s,]+" if _spaced(text) else r"\S", text):
        if token[0] not in marks:
            raise FormatError(f"found {shown(token[0], 20)}, expected {expected}", token.start() + 1, row)
    raise FormatError(f"found {counted(len(tokens), 'cell')}, expected {width} as in the rows before", None, row)


def _spaced(text: str) -> bool:
    return "," in text or len(text.split(None, 1)) > 1


def _tokens(text: str) -> Sequence[str]:
    return text.replace(",", " ").split() if _spaced(text) else text.strip()


def write(puzzle: Puzzle) -> str:
    """The grid, marks apart by spaces; above it a size where rows alone could be taken for something else."""
    grid, head = puzzle.grid, []
    if grid.variant.tag:
        head.append(f"puzzle {grid.variant}")
    if grid.width <= 3 or grid.height == 1:
        head.append(f"size {grid}")
    if puzzle.total is not None:
        head.append(f"mines {puzzle.total}")
    return "\n".join([*head, *rows_of(puzzle, _SPELLING)])


def rows_of(puzzle: Puzzle, spelling: Spelling) -> list[str]:
    """The rows of a puzzle, marks apart by spaces."""
    text, width = spelling.write(puzzle.array.tobytes()), puzzle.grid.width
    return [" ".join(text[begin : begin + width]) for begin in range(0, len(text), width)]
