"""The ``line`` format: ``WxH:BODY`` and ``,mN`` for a printed total; also the addresses and QR codes of puzzles.

In BODY a digit is a clue, a letter a-z a run of 1-26 blanks, ``.`` a safe cell without a number, ``#`` a void cell.
Without ``WxH:`` the board is square, as in the ``site`` format of puzzle-minesweeper.com. A mosaic begins with
``mosaic:``, because the rest would look like a minesweeper puzzle.
"""

from __future__ import annotations

import math
import re
from string import ascii_lowercase

from puzzlegen.board.lattices import MINESWEEPER, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, from_bytes
from puzzlegen.errors import FormatError
from puzzlegen.formats import puzzlink
from puzzlegen.formats.cells import MAX_CELLS, CellReader, CellWriter, digits, grid_of, quoted, runs, to_bytes
from puzzlegen.wording import pluralize

MARKS = {".": EMPTY, "#": VOID}
TAGGED = {variant.tag: variant for variant in VARIANTS.values() if variant.tag}
TAG = f"(?:{'|'.join(TAGGED)}):"  # pattern of what stands before the size, for all variants but minesweeper
EXAMPLE = "4x4:a13f3a2a2a0"
HEAD = re.compile(rf"({TAG})?(?:([0-9]{{1,4}})x([0-9]{{1,4}}):)?")
# A task whose runs are all of one length: it may be a row of a grid with that letter for blanks
MARKED_ROW = re.compile("(?=.*[0-9])[0-9.]*(?:[fhmoux]|([a-z])[0-9.]*\\1(?:[0-9.]|\\1)*)[0-9.]*")
_TAIL = re.compile(r",m([0-9]{1,7})$")
_MARKED = {mark: to_bytes([value]) for mark, value in MARKS.items()}
_READERS = {
    variant: CellReader(f"0-{variant.highest_clue}, a-z, '.' or '#'", digits(variant) | runs(ascii_lowercase) | _MARKED)
    for variant in VARIANTS.values()
}
_WRITER = CellWriter({BLANK: " ", EMPTY: ".", VOID: "#"}, ascii_lowercase)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one puzzle of that ``variant``, or of the one whose tag stands in front.

    Raises FormatError with the column of the first error.
    """
    text = text.strip()
    if not text:
        raise FormatError(f"found an empty text, expected a puzzle such as {EXAMPLE}")
    head = HEAD.match(text)
    assert head is not None, "everything in it may be missing"
    variant = TAGGED[head[1][:-1]] if head[1] else variant
    begin = head.end()
    tail = _TAIL.search(text, begin) if "," in text else None
    body = text[begin : tail.start()] if tail else text[begin:]
    grid = grid_of(int(head[2]), int(head[3]), variant) if head[2] else None
    try:
        cells = _READERS[variant].read(body, begin + 1, grid.size if grid else MAX_CELLS)
    except FormatError as error:
        mark = body[error.column - begin - 1]  # type: ignore[operator]  # errors of a CellReader have a column
        hint = "" if head[1] else _tag_hint(mark, variant)  # where a kind is named, another is seldom meant
        raise FormatError(f"{error.text}, in {quoted(text)}{hint}", error.column) from None
    if grid is None:
        side = math.isqrt(len(cells))
        if side * side != len(cells):
            raise FormatError(
                f"{quoted(text)} holds {pluralize(len(cells), 'cell')}, not a square; write the size first: 10x8:..."
                + ", or '.' for each blank of a row" * (len(set(body) - set("0123456789.")) == 1)
            )
        grid = grid_of(side, side, variant)
    if len(cells) != grid.size:
        column = begin + len(body) + 1
        raise FormatError(f"{grid} needs {pluralize(grid.size, 'cell')}, found {len(cells)}, in {quoted(text)}", column)
    if tail is None:
        return from_bytes(grid, cells)
    try:
        return from_bytes(grid, cells, int(tail[1]))
    except FormatError as error:
        raise FormatError(f"{error}, in {quoted(text)}", tail.start() + 1) from None


def parse_clear(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read one puzzle of another program. Raises FormatError as ``parse`` does, and if its dots may mean blanks."""
    puzzle = parse(text, variant)
    is_ours = puzzle.total is not None or puzzle.grid.variant.tag  # no other program writes these
    if EMPTY in puzzle.cells and BLANK not in puzzle.cells and not is_ours:
        raise FormatError(
            f"{quoted(text)}: '.' is a safe cell in a line, and none is blank; write a letter for blanks (a is one), "
            "or rows of a grid on a line each"
        )
    return puzzle


def _tag_hint(mark: str, variant: Variant) -> str:
    """Name the variants whose clues go up to the digit ``mark``, which is too high for ``variant``."""
    if not re.fullmatch("[0-9]", mark):
        return ""
    others = (f"{tag}: in front is for {other}" for tag, other in TAGGED.items() if int(mark) <= other.highest_clue)
    return "".join(f"; {hint}" for hint in others if int(mark) > variant.highest_clue)


def write_body(puzzle: Puzzle) -> str:
    """Return the cells alone, without a size."""
    return _WRITER.write(puzzle.array.tobytes())


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as one line."""
    total = "" if puzzle.total is None else f",m{puzzle.total}"
    tag = puzzle.grid.variant.tag
    return f"{tag + ':' if tag else ''}{puzzle.grid}:{write_body(puzzle)}{total}"


def address(puzzle: Puzzle, number: int, pattern: str) -> str:
    """Return ``pattern`` with {puzzle}, as puzz.link writes it behind ``?``, and {number} filled in.

    Raises FormatError for a puzzle that puzz.link cannot show, if the pattern contains {puzzle}.
    """
    path = puzzlink.write_path(puzzle) if "{puzzle}" in pattern else ""
    return pattern.replace("{puzzle}", path).replace("{number}", str(number))


def code(text: str) -> tuple[bytes, ...]:
    """Return the modules of a QR code, row by row, 1 for dark; up to 15 % of it may be damaged (level M)."""
    import segno  # noqa: PLC0415  # it takes a twentieth of the time of `solve`

    return tuple(bytes(row) for row in segno.make_qr(text, error="m", boost_error=False).matrix)
