"""The ``line`` format, one line a puzzle: ``WxH:BODY`` with an optional ``,mN`` for a printed total of N mines.

In BODY a digit is a clue, a letter a-z a run of 1-26 blanks, ``.`` a cell printed as surely safe, ``#`` a void cell.
Without ``WxH:`` the board is taken as square: that is the ``site`` format of puzzle-minesweeper.com. A mosaic has
``mosaic:`` in front of all that, because nothing else in the line shows its variant.
"""

from __future__ import annotations

import math
import re
from string import ascii_lowercase

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.board.variants import MINESWEEPER, MOSAIC, VARIANTS, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import MOST_CELLS, Alphabet, Spelling, counted, digits, grid_of, packed, runs, shown

MARKS = {".": EMPTY, "#": VOID}
TAGGED = {variant.tag: variant for variant in VARIANTS.values() if variant.tag}
TAG = f"(?:{'|'.join(TAGGED)}):"  # before the size of a variant that is not the usual one, as a pattern
EXAMPLE = "4x4:a13f3a2a2a0"
HEAD = re.compile(rf"({TAG})?(?:([0-9]{{1,4}})x([0-9]{{1,4}}):)?")
_TAIL = re.compile(r",m([0-9]{1,7})$")
_MARKED = {mark: packed([value]) for mark, value in MARKS.items()}
_ALPHABETS = {
    variant: Alphabet(f"0-{variant.highest_clue}, a-z, '.' or '#'", digits(variant) | runs(ascii_lowercase) | _MARKED)
    for variant in VARIANTS.values()
}
_SPELLING = Spelling({BLANK: " ", EMPTY: ".", VOID: "#"}, ascii_lowercase)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one puzzle, of that ``variant`` unless a tag in front names another.

    Raises FormatError with the column of the first fault.
    """
    text = text.strip()
    if not text:
        raise FormatError(f"empty text where a puzzle was expected, such as {EXAMPLE}")
    head = HEAD.match(text)
    assert head is not None, "everything in it may be missing"
    variant = TAGGED[head[1][:-1]] if head[1] else variant
    begin = head.end()
    tail = _TAIL.search(text, begin) if "," in text else None
    body = text[begin : tail.start()] if tail else text[begin:]
    grid = grid_of(int(head[2]), int(head[3]), variant) if head[2] else None
    try:
        cells = _ALPHABETS[variant].read(body, begin + 1, grid.size if grid else MOST_CELLS)
    except FormatError as fault:
        # mypy: a fault may be without a column, but not one of an alphabet
        hint = f"; a mosaic has {MOSAIC.tag}: in front" if body[fault.column - begin - 1] == "9" else ""  # type: ignore[operator]
        raise FormatError(f"{fault.text}, in {shown(text)}{hint}", fault.column) from None
    if grid is None:
        side = math.isqrt(len(cells))
        if side * side != len(cells):
            raise FormatError(
                f"{shown(text)} holds {counted(len(cells), 'cell')}, not a square: write the size in front, as 10x8:..."
            )
        grid = grid_of(side, side, variant)
    if len(cells) != grid.size:
        column = begin + len(body) + 1
        raise FormatError(f"{grid} needs {counted(grid.size, 'cell')}, found {len(cells)}, in {shown(text)}", column)
    if tail is None:
        return from_bytes(grid, cells)
    try:
        return from_bytes(grid, cells, int(tail[1]))
    except FormatError as fault:
        raise FormatError(f"{fault}, in {shown(text)}", tail.start() + 1) from None


def write_body(puzzle: Puzzle) -> str:
    """The cells alone."""
    return _SPELLING.write(puzzle.array.tobytes())


def write(puzzle: Puzzle) -> str:
    """The puzzle as one line."""
    total = "" if puzzle.total is None else f",m{puzzle.total}"
    tag = puzzle.grid.variant.tag
    return f"{tag + ':' if tag else ''}{puzzle.grid}:{write_body(puzzle)}{total}"
