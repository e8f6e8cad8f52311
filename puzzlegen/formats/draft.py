"""The ``draft`` format: a grid of what is wanted of a puzzle in the making, one row a line.

A digit is a clue, ``?`` a clue of any value, ``_`` a cell that must stay blank, ``*`` a mine, ``-`` a safe cell, and
``.`` a cell that is left open. ``#`` is a void cell and ``+`` a safe cell without a number, as in ``text``. Marks stand
close together or apart. Above the rows there may be ``size WxH``, ``mines M`` (a total to print) and ``puzzle mosaic``,
as in ``text``; empty lines and comments (``//``) are skipped.

``text`` reads ``?``, ``_`` and ``-`` as blanks, so this format is never guessed: it is read only where it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.board.draft import ANY_VALUE, Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line, multiline_reader
from puzzlegen.formats.cells import digits, grid_of, to_bytes
from puzzlegen.formats.text import GridHead, parse_row
from puzzlegen.wording import pluralize

NAME = "draft"
EXAMPLE = "..?_ / 1*-. with a line for each row"
_ANY, _KEPT_BLANK, _MINE, _SAFE = -4, -5, -6, -7  # values of cells beside those of Puzzle
_MARKS = {".": BLANK, "?": _ANY, "_": _KEPT_BLANK, "*": _MINE, "-": _SAFE, "+": EMPTY, "#": VOID}


def read(text: str, variant: Variant = MINESWEEPER, form: str = NAME) -> Draft:
    """Read the only draft of a text, or its only puzzle, which is a draft with its clues.

    ``form`` names the format of a puzzle; a puzzle of one line with its size needs none. Raises FormatError.
    """
    if form != NAME:
        return draft_of(detect.parse(text, variant, form))
    head = line.HEAD.match(text.strip())
    return draft_of(line.parse(text, variant)) if head is not None and head[2] else parse(text, variant)


def parse(text: str, variant: Variant = MINESWEEPER) -> Draft:
    """Read one draft. ``variant`` applies where the text does not name one.

    Raises FormatError with the line and column of the first error.
    """
    head, rows = _divided(text, variant)
    marks = digits(head.variant) | {mark: to_bytes([value]) for mark, value in _MARKS.items()}
    expected = f"0-{head.variant.highest_clue}, {', '.join(map(repr, _MARKS))}"
    first = rows[0][1].split()
    width = head.sides.get("cols", len(first) if len(first) > 1 else len(first[0]))
    height = head.sides.get("rows", len(rows))
    if len(rows) != height:
        raise FormatError(f"found {pluralize(len(rows), 'row')}, expected {height}", None, rows[-1][0])
    cells = b"".join(parse_row(row, number, width, marks, expected) for number, row in rows)
    try:
        return _draft(grid_of(width, height, head.variant), memoryview(cells).cast("b").tolist(), head.total)
    except FormatError as error:
        raise FormatError(error.text, None, head.total_row) from None


def _divided(text: str, variant: Variant) -> tuple[GridHead, list[tuple[int, str]]]:
    """Return what stands above the rows, and the rows with their numbers."""
    head, rows = GridHead(variant), list[tuple[int, str]]()
    for number, row in enumerate(text.splitlines()):
        stripped = row.strip()
        if not rows and multiline_reader.is_head(stripped):
            head.take(number, row)
        elif stripped and not multiline_reader.is_comment(stripped):
            rows.append((number, row))
    if not rows:
        found = "no rows" if text.strip() else "an empty text"
        raise FormatError(f"found {found}, expected a draft such as {EXAMPLE}")
    return head, rows


def _draft(grid: Grid, values: list[int], total: int | None) -> Draft:
    def cells_of(value: int) -> frozenset[int]:
        return frozenset(cell for cell, found in enumerate(values) if found == value)

    return Draft(
        Grid(grid.width, grid.height, grid.variant, tuple(sorted(cells_of(VOID)))),
        {cell: value if value >= 0 else ANY_VALUE for cell, value in enumerate(values) if value >= 0 or value == _ANY},
        cells_of(_KEPT_BLANK), cells_of(_MINE), cells_of(_SAFE), cells_of(EMPTY), total,
    )  # fmt: skip


def write(draft: Draft) -> str:
    """Return the draft as text, with spaces between marks.

    Raises FormatError for a cell of which two things are wanted, because a mark says only one.
    """
    grid = draft.grid
    marks = ["."] * grid.size
    for cell, mark in _marked(draft):
        if marks[cell] != ".":
            raise FormatError(f"found {marks[cell]!r} and {mark!r} wanted of {grid.name(cell)}, allowed one")
        marks[cell] = mark
    head = [f"puzzle {grid.variant}"] if grid.variant.tag else []
    head += [f"size {grid}"] + ([] if draft.total is None else [f"mines {draft.total}"])
    return "\n".join(
        [*head, *(" ".join(marks[begin : begin + grid.width]) for begin in range(0, grid.size, grid.width))]
    )


def _marked(draft: Draft) -> Iterator[tuple[int, str]]:
    """Yield the cells of which something is wanted, each with the mark that says what."""
    for cell, value in draft.clues.items():
        yield cell, "?" if value is ANY_VALUE else str(value)
    others = (("_", draft.blank), ("*", draft.mines), ("-", draft.safe), ("+", draft.plain), ("#", draft.grid.voids))
    for mark, cells in others:
        yield from ((cell, mark) for cell in cells)
