"""The ``gmpuzzles`` format: the text that Penpa+ exports under a header ``minesweeper``.

Fields such as ``Genre: Minesweeper`` and ``Variation: Standard``, one a line; then a line with width and height; then
the rows. A digit is a clue, ``.`` a blank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import source_text
from puzzlegen.formats.cells import CellWriter, check_can_hold, digits, quoted, to_bytes
from puzzlegen.formats.multiline_reader import PENPA_FIELD, RowsBlock, surely_starts
from puzzlegen.formats.text import GridHead, parse_grid, write_rows

_NAME = re.compile("[A-Za-z][A-Za-z ]{0,30}")
_SIZE = re.compile(r"\s*([0-9]{1,4})\s+([0-9]{1,4})\s*")
_MARKS = digits(MINESWEEPER) | {".": to_bytes([BLANK]), "-": to_bytes([BLANK])}
_GENRES = {"minesweeper", "ms"}
_WRITER = CellWriter({BLANK: ".", EMPTY: "+", VOID: "#"})


def parse_lines(texts: Sequence[str]) -> Puzzle:
    """Read one export, given as lines. Raises FormatError as ``parse`` does."""
    fields: dict[str, tuple[int, str]] = {}
    lines = [(row, text) for row, text in enumerate(texts) if text.strip()]
    while lines:
        name, colon, value = lines[0][1].partition(":")
        if not colon or not _NAME.fullmatch(name.strip()):
            break
        fields[name.strip().lower()] = (lines.pop(0)[0], value.strip())
    for name, allowed in (("genre", _GENRES), ("variation", {"standard", ""})):
        row, value = fields.get(name, (0, ""))
        if value.lower() not in allowed:
            raise FormatError(
                f"found {name} {quoted(value, 30)}, expected {' or '.join(sorted(allowed - {''}))}", 1, row
            )
    size = _SIZE.fullmatch(lines[0][1]) if lines else None
    if size is None:
        row, found = lines[0] if lines else (len(texts) - 1, "nothing more")
        raise FormatError(f"found {quoted(found.strip(), 30)}, expected width and height, such as 10 10", 1, row)
    head = GridHead(MINESWEEPER, {"cols": int(size[1]), "rows": int(size[2])}, stated=_stated(fields))
    return parse_grid(head, lines[1:], _MARKS, "0-8, or '.' for a blank")


def _stated(fields: Mapping[str, tuple[int, str]]) -> tuple[int, ...]:
    """The numbers of mines that fields state. Raises FormatError for one that is not used."""
    found: list[int] = []
    for name, (row, value) in fields.items():
        numbers = source_text.in_words(f"{name}: {value}")
        if not numbers and name not in {"genre", "variation"}:
            source_text.refuse_unused(name, value, row)
        found += numbers
    return source_text.merged(tuple(found))


class ExportBlock(RowsBlock):
    """The lines of one export."""

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is a field of an export."""
        return PENPA_FIELD.match(stripped) is not None

    def collect(self) -> None:
        """Take the fields, the line with the size, and the rows."""
        size = None
        while size is None and (text := self.next) is not None and not surely_starts(text):
            size = _SIZE.fullmatch(self.take())
        if size is not None:
            self.take_rows(int(size[2]))

    def goes_on(self, stripped: str) -> bool:  # noqa: ARG002  # the signature of all rows
        """Say that an empty line may stand anywhere up to the last row."""
        return True

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        return parse_lines(self.lines)


BLOCK = ExportBlock


def write(puzzle: Puzzle) -> str:
    """Return the puzzle as such a text. Raises FormatError for one that the format cannot hold."""
    check_can_hold(puzzle, "gmpuzzles")
    head = ["Genre: Minesweeper", "Variation: Standard", f"{puzzle.grid.width} {puzzle.grid.height}"]
    return "\n".join([*head, *write_rows(puzzle, _WRITER)])
