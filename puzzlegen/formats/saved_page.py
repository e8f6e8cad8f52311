"""Reads saved web pages that hold a puzzle: pages of puzzle-minesweeper.com and of janko.at.

The first have the puzzle in a script, as ``task`` with ``puzzleWidth`` and ``puzzleHeight``. The second have it as a
``janko`` text in an element ``<script type="application/x-janko">``. A table of HTML by itself is refused: its cells
may show numbers as images or by their class.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import janko, line
from puzzlegen.formats.multiline_reader import MAX_LINES, Block

_TASK = re.compile(r"""\btask['"]?\s{0,9}[=:]\s{0,9}(["'])([^"'<>\s]{0,1000000})\1""")
_SIDE = re.compile(r"""\bpuzzle(Width|Height)['"]?\s{0,9}[=:]\s{0,9}["']?([0-9]{1,9})""")
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


class Page:
    """A saved page, read line by line. It keeps what holds the puzzle, and runs nothing."""

    def __init__(self) -> None:
        self.task: str | None = None
        self.row = 0  # of the task
        self.column = 0
        self.sides: dict[str, int] = {}
        self.mosaic = False
        self.janko: list[str] | None = None  # the lines of a janko text
        self.janko_row = 0  # of its first line
        self._in_janko = False
        self._count = 0

    @property
    def holds_puzzle(self) -> bool:
        """Whether there is a puzzle so far."""
        return self.task is not None or self.janko is not None

    def feed(self, text: str) -> None:
        """Read the next line of the page."""
        self._feed_janko(text)
        if self.task is None and (found := _TASK.search(text)):
            self.task, self.row, self.column = found[2], self._count, found.start(2) + 1
        for side in _SIDE.finditer(text):
            self.sides.setdefault(side[1].lower(), int(side[2]))
        if "<input" in text or "<INPUT" in text:
            self._inputs(text)
        self.mosaic = self.mosaic or _ADDRESS.search(text) is not None
        self._count += 1

    def _feed_janko(self, text: str) -> None:
        if not self._in_janko:
            tag = _JANKO.search(text)
            if tag is None or self.janko is not None:
                return
            self.janko, self.janko_row, self._in_janko = [], self._count, True
            text = " " * tag.end() + text[tag.end() :]  # so that columns stay
        assert self.janko is not None, "it was made when the element began"
        end = _SCRIPT_END.search(text)
        if len(self.janko) < MAX_LINES:
            self.janko.append(text[: end.start()] if end else text.rstrip("\r\n"))
        self._in_janko = end is None

    def _inputs(self, text: str) -> None:
        for box in _INPUT.finditer(text):
            name, value = _NAME.search(box[1] + " "), _VALUE.search(box[1])
            if name and value:
                self.sides.setdefault({"w": "width", "h": "height"}[name[1].lower()], int(value[1]))

    def puzzle(self, variant: Variant = MINESWEEPER) -> Puzzle:
        """Return the puzzle of the page, of that ``variant`` unless the page is of a mosaic.

        Raises FormatError for a page without a puzzle.
        """
        if self.janko is not None:
            try:
                return janko.parse_lines(self.janko)
            except FormatError as error:
                raise FormatError(
                    f"the puzzle of the page: {error.text}", error.column, self.janko_row + error.row
                ) from None
        if self.task is None:
            raise FormatError(
                "the page holds no puzzle; save a page of puzzle-minesweeper.com or janko.at that shows one"
            )
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


class PageBlock(Block):
    """Reads a saved page, up to its end tag or the end of the file; a table up to its end tag or an empty line."""

    comments = False
    verbatim = True

    def __init__(self, first: int, variant: Variant) -> None:
        super().__init__(first, variant)
        self._page = Page()
        self._begun = self._is_script = self._is_table = self._ended = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line begins a page or a table."""
        return _PAGE.match(stripped) is not None or _TABLE.match(stripped) is not None

    def accepts(self, stripped: str) -> bool:
        """Accept every line of a page, and those of a table up to an empty one."""
        return bool(stripped) or not self._is_table

    def add(self, raw: str, places: Sequence[int] | None = None) -> None:  # noqa: ARG002  # lines of a page are not cleaned
        """Search the next line; none is kept."""
        if not self._begun:
            self._begun, self._is_script = True, _SCRIPT.match(raw.lstrip()) is not None
            self._is_table = _TABLE.match(raw.lstrip()) is not None
        self._page.feed(raw)
        ends_script = self._is_script and self._page.holds_puzzle and _SCRIPT_END.search(raw) is not None
        ends = _PAGE_END.search(raw) or (self._is_table and _TABLE_END.search(raw))
        self._ended = self._ended or ends_script or bool(ends)

    @property
    def complete(self) -> bool:
        """Whether the end tag is there, or that of a script which stands alone and holds a puzzle."""
        return self._ended

    def parse(self) -> Puzzle:
        """Return the puzzle. Raises FormatError for a page without one, and for a table."""
        if self._is_table and not self._page.holds_puzzle:
            raise FormatError(
                "found a table of HTML; open it in a browser, select it there, and paste it into a text file"
            )
        return self._page.puzzle(self.variant)
