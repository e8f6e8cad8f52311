"""The ``site`` format: a task of puzzle-minesweeper.com, by itself or inside a saved page of that site.

A task is the body of the ``line`` format with clues and blanks only; the size stands elsewhere on the page. By itself
it is read as a square board, as in the ``line`` format.
"""

from __future__ import annotations

import re

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import MINESWEEPER, MOSAIC, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.common import check_can_hold, quoted
from puzzlegen.formats.multiline import Block

_TASK = re.compile(r"""\btask['"]?\s{0,9}[=:]\s{0,9}(["'])([^"'<>\s]{0,1000000})\1""")
_SIDE = re.compile(r"""\bpuzzle(Width|Height)['"]?\s{0,9}[=:]\s{0,9}["']?([0-9]{1,9})""")
_INPUT = re.compile(r"<input\b([^<>]{0,1000})>", re.IGNORECASE)
_NAME = re.compile(r"""\bname\s{0,9}=\s{0,9}["']?([wh])["'\s/]""", re.IGNORECASE)
_VALUE = re.compile(r"""\bvalue\s{0,9}=\s{0,9}["']?([0-9]{1,9})""", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body|script|meta|title|!--)", re.IGNORECASE)
_PAGE_END = re.compile("</html", re.IGNORECASE)
_ADDRESS = re.compile(r"<(?:link|meta)\b[^<>]{0,300}puzzle-minesweeper\.com/(?:[a-z]{1,9}-)?mosaic", re.IGNORECASE)


class Page:
    """A saved page, read line by line. It keeps the task and its size, and runs nothing."""

    def __init__(self) -> None:
        self.task: str | None = None
        self.row = 0  # of the task
        self.column = 0
        self.sides: dict[str, int] = {}
        self.mosaic = False
        self._count = 0

    def feed(self, text: str) -> None:
        """Read the next line of the page."""
        if self.task is None and (found := _TASK.search(text)):
            self.task, self.row, self.column = found[2], self._count, found.start(2) + 1
        for side in _SIDE.finditer(text):
            self.sides.setdefault(side[1].lower(), int(side[2]))
        if "<input" in text or "<INPUT" in text:
            self._inputs(text)
        self.mosaic = self.mosaic or _ADDRESS.search(text) is not None
        self._count += 1

    def _inputs(self, text: str) -> None:
        for box in _INPUT.finditer(text):
            name, value = _NAME.search(box[1] + " "), _VALUE.search(box[1])
            if name and value:
                self.sides.setdefault({"w": "width", "h": "height"}[name[1].lower()], int(value[1]))

    def puzzle(self, variant: Variant = MINESWEEPER) -> Puzzle:
        """Return the puzzle of the page, of that ``variant`` unless the page is of a mosaic.

        Raises FormatError for a page without a puzzle.
        """
        if self.task is None:
            raise FormatError("the page holds no task; save a page of puzzle-minesweeper.com that shows a puzzle")
        variant = MOSAIC if self.mosaic else variant
        width, height = self.sides.get("width"), self.sides.get("height")
        if (width is None) != (height is None):
            raise FormatError("the page has only one of width and height; save the whole page again", row=self.row)
        head = "" if width is None else f"{width}x{height}:"
        try:
            return line.parse(head + self.task, variant)
        except FormatError as error:
            column = None if error.column is None else error.column - len(head) + self.column - 1
            raise FormatError(f"the task of the page: {error.text}", column, self.row) from None


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read a task by itself as a square board. Raises FormatError with the column of the first error."""
    return line.parse(text, variant)


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Refuse an address of the site, which does not hold the puzzle; None for any other line."""
    if text.startswith(("http://", "https://")) and "puzzle-minesweeper.com" in text[:200]:
        raise FormatError(f"{quoted(text)}: the address does not hold the puzzle; save the page, and give that file")
    return None


class PageBlock(Block):
    """Reads a saved page, up to its end tag or the end of the file."""

    comments = False

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._page = Page()
        self._ended = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins a page."""
        return _PAGE.match(stripped) is not None

    def accepts(self, stripped: str) -> bool:  # noqa: ARG002  # the signature of all blocks
        """Accept every line."""
        return True

    def add(self, raw: str) -> None:
        """Search the next line; none is kept."""
        self._page.feed(raw)
        self._ended = self._ended or _PAGE_END.search(raw) is not None

    @property
    def complete(self) -> bool:
        """Whether the end tag is there."""
        return self._ended

    def parse(self) -> Puzzle:
        """Return the puzzle."""
        return self._page.puzzle(self.variant)


BLOCK = PageBlock


def write(puzzle: Puzzle) -> str:
    """Return the task, without the size. Raises FormatError for a puzzle that would be read back as another."""
    check_can_hold(puzzle, "site")
    return line.write_body(puzzle)
