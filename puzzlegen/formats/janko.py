"""The ``janko`` format: the text inside the puzzle pages of janko.at.

Lines of a keyword and its value, then ``problem`` and the rows, then perhaps ``solution`` and its rows, and ``end``::

    begin
    puzzle minesweeper
    size 4
    mines 3
    problem
    - 1 - -
    ...
    solution
    ...
    end

A board that is not square has ``rows`` and ``cols`` instead of ``size``. In the problem a digit is a clue, ``-`` a
blank and ``x`` a void cell; ``mines`` is a printed total. In the solution ``x`` is a mine. There is no mark for a cell
that is safe without a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Solution
from puzzlegen.board.variants import MINESWEEPER
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import Spelling, counted, digits, packed
from puzzlegen.formats.text import KEYWORD, Head, grid_from, row_from, rows_of

BEGIN = re.compile(r"(?:begin|author|solver|source|title|info|unit|problem)(?:\s|$)", re.IGNORECASE)
_WORD = re.compile(r"\s*\[?([A-Za-z]{2,20})\]?(?:\s|$)")
_BLANKS = {mark: packed([BLANK]) for mark in "-.?_"}
_MARKS = digits(MINESWEEPER) | _BLANKS | {"x": packed([VOID]), "X": packed([VOID]), "#": packed([VOID])}
_SOLVED = dict.fromkeys("-.012345678", b"\0") | {"x": b"\1", "X": b"\1"}
_SPELLING = Spelling({BLANK: "-", VOID: "x", EMPTY: "?"})


def parse(text: str) -> Puzzle:
    """Read one puzzle. Raises FormatError with the line and column of the first fault."""
    return parse_lines(text.split("\n"))[0]


def parse_lines(texts: Sequence[str]) -> tuple[Puzzle, Solution | None]:
    """Read one puzzle, given as lines, and its solution where there is one.

    The solution is held to its shape; whether it is right is for a solver to say. Raises FormatError as ``parse`` does.
    """
    sections = _sections(texts)
    head = Head(MINESWEEPER)
    for row, text in sections.get("", []):
        if KEYWORD.match(text.strip()):
            head.take(row, text)
    if head.variant is not MINESWEEPER:
        raise FormatError(f"found puzzle {head.variant}, expected puzzle minesweeper", 1)
    if "problem" not in sections:
        raise FormatError("found no line 'problem', expected one above the rows")
    puzzle = grid_from(head, sections["problem"], _MARKS, "0-8, '-' for a blank or 'x' for a void cell")
    rows = sections.get("solution")
    if not rows:
        return puzzle, None
    if len(rows) != puzzle.grid.height:
        raise FormatError(
            f"found {counted(len(rows), 'row')} of the solution, expected {puzzle.grid.height}", None, rows[0][0]
        )
    width = puzzle.grid.width
    mines = b"".join(row_from(text, row, width, _SOLVED, "x for a mine, '-' or '.' for none") for row, text in rows)
    return puzzle, tuple(mine == 1 for mine in mines)


def _sections(texts: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
    """The lines that count, by the word above them; those above all under no word. Nothing after ``end`` counts."""
    found: dict[str, list[tuple[int, str]]] = {}
    name = ""
    for row, text in enumerate(texts):
        word = _WORD.match(text)
        key = word[1].lower() if word else ""
        if key == "end":
            break
        if key in {"problem", "solution", "moves"} or (key and name and key not in {"x"}):
            name = key
            found.setdefault(name, [])
        elif text.strip():
            found.setdefault(name, []).append((row, text))
    return found


def write(puzzle: Puzzle) -> str:
    """The puzzle as such a text. Raises FormatError for one that it cannot say."""
    grid = puzzle.grid
    if grid.variant is not MINESWEEPER:
        raise FormatError(f"janko: this is a {grid.variant}, and the format is for minesweeper; use --to text")
    if EMPTY in puzzle.cells:
        raise FormatError("janko has no mark for a cell that is safe without a number; use --to text or line")
    size = [f"size {grid.width}"] if grid.width == grid.height else [f"rows {grid.height}", f"cols {grid.width}"]
    total = [] if puzzle.total is None else [f"mines {puzzle.total}"]
    return "\n".join(["begin", "puzzle minesweeper", *size, *total, "problem", *rows_of(puzzle, _SPELLING), "end"])
