"""The ``site`` format: a task of puzzle-minesweeper.com, by itself or in a saved page; also saved pages of janko.at.

A task is the body of the ``line`` format with clues and blanks only. By itself it is read as a square board, as in the
``line`` format. Pages of the site have the puzzle in a script, as ``task`` with ``puzzleWidth`` and
``puzzleHeight``. Those of janko.at have it as a ``janko`` text in an element ``<script type="application/x-janko">``. A
table of HTML by itself is refused: its cells may show numbers as images or by their class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzlegen.board.lattices import MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import janko, line
from puzzlegen.formats.cells import check_can_hold, quoted
from puzzlegen.formats.multiline_reader import Block

_TASK = re.compile(r"""\btask['"]?\s{0,9}[=:]\s{0,9}(["'])([^"'<>\s]{0,1000000})\1""")
_SIDE = re.compile(r"""\bpuzzle(W|H)(?:idth|eight)['"]?\s{0,9}[=:]\s{0,9}["']?([0-9]{1,9})""")
_INPUT = re.compile(r"<input\b([^<>]{0,1000})>", re.IGNORECASE)
_NAME = re.compile(r"""\bname\s{0,9}=\s{0,9}["']?([wh])["'\s/]""", re.IGNORECASE)
_VALUE = re.compile(r"""\bvalue\s{0,9}=\s{0,9}["']?([0-9]{1,9})""", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body|script|meta|title|!--)", re.IGNORECASE)
_TABLE = re.compile(r"<(?:table|thead|tbody|tr|td|th)\b", re.IGNORECASE)
_TABLE_END = re.compile("</table", re.IGNORECASE)
_PAGE_END = re.compile("</html", re.IGNORECASE)
_SCRIPT, _SCRIPT_END = re.compile("<script", re.IGNORECASE), re.compile("</script", re.IGNORECASE)
_JANKO = re.compile(
    r"""<script\b[^<>]{0,300}\btype\s{0,9}=\s{0,9}["']?application/x-janko\b[^<>]{0,300}>""", re.IGNORECASE
)
_ADDRESS = re.compile(r"<(?:link|meta)\b[^<>]{0,300}puzzle-minesweeper\.com/(?:[a-z]{1,9}-)?mosaic", re.IGNORECASE)


def parse_page(text: str, variant: Variant) -> Puzzle:
    """Read the puzzle of a page, of that ``variant`` unless the page is of a mosaic. Nothing of it is run.

    Raises FormatError for a page without a puzzle, and with the place of the first error.
    """
    if (script := _JANKO.search(text)) is not None:
        return _of_janko(text, script.end())
    task = _TASK.search(text)
    if task is None:
        raise FormatError("the page holds no puzzle; save a page of puzzle-minesweeper.com or janko.at that shows one")
    row, column = text.count("\n", 0, task.start(2)), task.start(2) - text.rfind("\n", 0, task.start(2))
    sides = dict(_sides(text))
    if len(sides) == 1:
        raise FormatError("the page has only one of width and height; save the whole page again", row=row)
    head = f"{sides['w']}x{sides['h']}:" if sides else ""
    try:
        return line.parse(head + task[2], MOSAIC if _ADDRESS.search(text) else variant)
    except FormatError as error:
        place = None if error.column is None else error.column - len(head) + column - 1
        raise FormatError(f"the task of the page: {error.text}", place, row) from None


def _sides(text: str) -> Iterator[tuple[str, int]]:
    """The sides that a page states, those of its script last."""
    for box in _INPUT.finditer(text):
        name, value = _NAME.search(box[1] + " "), _VALUE.search(box[1])
        if name and value:
            yield name[1].lower(), int(value[1])
    for side in _SIDE.finditer(text):
        yield side[1].lower(), int(side[2])


def _of_janko(text: str, begin: int) -> Puzzle:
    """The puzzle of the script that begins there."""
    end = _SCRIPT_END.search(text, begin)
    above = text.rfind("\n", 0, begin) + 1
    script = " " * (begin - above) + text[begin : end.start() if end else None]  # so that columns stay
    try:
        return janko.parse_lines(script.split("\n"))
    except FormatError as error:
        row = text.count("\n", 0, begin) + error.row
        raise FormatError(f"the puzzle of the page: {error.text}", error.column, row) from None


class PageBlock(Block):
    """A saved page, up to its end tag or the end of the file; a table up to its end tag or an empty line."""

    comments = False
    most_lines = 1 << 16

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins a page or a table."""
        return _PAGE.match(stripped) is not None or _TABLE.match(stripped) is not None

    def collect(self) -> None:
        """Take the lines as they are. A script alone ends with its end tag if it holds a puzzle."""
        first, holds_puzzle, is_ended = self.source.stripped, False, False
        is_table, is_script = _TABLE.match(first) is not None, _SCRIPT.match(first) is not None
        while not is_ended and (text := self.next) is not None and (text or not is_table):
            raw = self.source.raw or ""
            self.source.move_on()
            self.add(raw)
            holds_puzzle = holds_puzzle or bool(_JANKO.search(raw) or _TASK.search(raw))
            ends = [_PAGE_END] + [_SCRIPT_END] * (is_script and holds_puzzle) + [_TABLE_END] * is_table
            is_ended = any(end.search(raw) for end in ends)
        self._is_table_alone = is_table and not holds_puzzle

    def parse(self) -> Puzzle:
        """Return the puzzle. Raises FormatError for a page without one, and for a table."""
        if self._is_table_alone:
            raise FormatError(
                "found a table of HTML; open it in a browser, select it there, and paste it into a text file"
            )
        return parse_page("\n".join(self.lines), self.variant)


BLOCK = PageBlock


def write(puzzle: Puzzle) -> str:
    """Return the task, without the size. Raises FormatError for a puzzle that would be read back as another."""
    check_can_hold(puzzle, "site")
    task = line.write_body(puzzle)
    if not puzzle.clues or task.isdigit() or line.MARKED_ROW.fullmatch(task):
        raise FormatError(f"site: the task {quoted(task, 30)} can be read as a row of a grid or as no puzzle; use line")
    return task
