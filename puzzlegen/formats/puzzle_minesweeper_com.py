"""The ``site`` format: a task of puzzle-minesweeper.com, by itself or inside a saved page of that site.

A task is the body of the ``line`` format with clues and blanks only; the size stands elsewhere on the page. By itself
it is read as a square board (``formats.line`` does that).
"""

from __future__ import annotations

import re

from puzzlegen.board.puzzle import EMPTY, VOID, Puzzle
from puzzlegen.board.variants import MINESWEEPER, MOSAIC, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import line

_TASK = re.compile(r"""\btask['"]?\s{0,9}[=:]\s{0,9}(["'])([^"'<>\s]{0,1000000})\1""")
_SIDE = re.compile(r"""\bpuzzle(Width|Height)['"]?\s{0,9}[=:]\s{0,9}["']?([0-9]{1,9})""")
_INPUT = re.compile(r"<input\b([^<>]{0,1000})>", re.IGNORECASE)
_NAME = re.compile(r"""\bname\s{0,9}=\s{0,9}["']?([wh])["'\s/]""", re.IGNORECASE)
_VALUE = re.compile(r"""\bvalue\s{0,9}=\s{0,9}["']?([0-9]{1,9})""", re.IGNORECASE)
_ADDRESS = re.compile(r"<(?:link|meta)\b[^<>]{0,300}puzzle-minesweeper\.com/(?:[a-z]{1,9}-)?mosaic", re.IGNORECASE)


class Page:
    """A saved page, taken line by line; only what matters is kept, and nothing in it is run."""

    def __init__(self) -> None:
        self.task: str | None = None
        self.row = 0  # of the task
        self.column = 0
        self.sides: dict[str, int] = {}
        self.mosaic = False
        self._count = 0

    def feed(self, text: str) -> None:
        """The next line of the page."""
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
        """The puzzle of the page; ``variant`` where the page does not say that it is a mosaic. Raises FormatError."""
        if self.task is None:
            raise FormatError("the page holds no task; save a page of puzzle-minesweeper.com that shows a puzzle")
        variant = MOSAIC if self.mosaic else variant
        width, height = self.sides.get("width"), self.sides.get("height")
        if (width is None) != (height is None):
            raise FormatError("the page holds a task, and of its width and height only one", row=self.row)
        head = "" if width is None else f"{width}x{height}:"
        try:
            return line.parse(head + self.task, variant)
        except FormatError as fault:
            column = None if fault.column is None else fault.column - len(head) + self.column - 1
            raise FormatError(f"the task of the page: {fault.text}", column, self.row) from None


def parse_page(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """The puzzle of a saved page. Raises FormatError with the line and column of the first fault."""
    page = Page()
    for one in text.split("\n"):
        page.feed(one)
    return page.puzzle(variant)


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """The puzzle of a task by itself: a square board. Raises FormatError with the column of the first fault."""
    return line.parse(text, variant)


def write(puzzle: Puzzle) -> str:
    """The task, without the size. Raises FormatError for a puzzle that would be read back as another."""
    for lost, what in (
        (puzzle.total is not None, "printed number of mines"),
        (VOID in puzzle.cells, "void cells"),
        (EMPTY in puzzle.cells, "cells printed as safe without a number"),
        (puzzle.grid.variant is not MINESWEEPER, "word of its being a mosaic"),
        (puzzle.grid.width != puzzle.grid.height, f"size, and without one {puzzle.grid} is read as a square"),
    ):
        if lost:
            raise FormatError(f"a task of puzzle-minesweeper.com has no {what}; use --to line")
    return line.write_body(puzzle)
