"""Tells of given boards of the classic game whether they need a guess, and where logic ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.grid import Grid
from puzzlegen.classic.board_batches import parse_start
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, tatham_mines
from puzzlegen.formats.common import pluralize, quoted
from puzzlegen.input_files import read_limited
from puzzlegen.solver.guess_check import CheckedGame

MAX_FILE = 50_000_000  # bytes of a file of ids


def boards_named(texts: Sequence[str], start: str | None) -> Iterator[ClassicBoard]:
    """Yield the boards of game ids, of files with an id on each line, and of saved games.

    ``start`` is ``ROW,COL`` for ids without one. Raises FormatError for a text that is none, and for a missing start.
    """
    for text in texts:
        path = Path(text)
        if len(text) < 1000 and path.is_file():
            try:
                content = read_limited(path, MAX_FILE).decode("utf-8-sig", "replace").strip()
            except OSError as error:
                raise FormatError(f"{text}: cannot be read: {error.strerror or error}") from None
            ids = [content] if content.startswith("SAVEFILE") else content.splitlines()
            for number, one in enumerate(ids, start=1):
                if one.strip() and not one.startswith(("#", "//")):
                    try:
                        yield _started(tatham_mines.parse_board(one), start, one)
                    except FormatError as error:
                        raise error.at(text, number) from None
        else:
            yield _started(tatham_mines.parse_board(text), start, text)


def _started(board: ClassicBoard, start: str | None, text: str) -> ClassicBoard:
    """The board with the start that its id lacks."""
    if board.start is None and start is None:
        raise FormatError(f"{quoted(text)}: the id has no start; give --start ROW,COL, counted from 1")
    if board.start is not None and start is not None:
        raise FormatError(f"{quoted(text)}: the id has a start; leave out --start")
    return board if start is None else replace(board, start=parse_start(start, board.grid))


def checked_as_text(checked: CheckedGame) -> str:
    """Return the result as text: whether a guess is needed, and then the position where logic ends.

    In the position a digit is an open cell, ``*`` a mine that is proved, ``?`` a cell about which nothing is proved.
    """
    name = tatham_mines.write(checked.board, masked=True)
    by = f"tier {checked.tier}" if checked.tier else "the first cell opens all"
    if checked.searches:
        by += f", {pluralize(checked.searches, 'step')} by search"
    if not checked.needs_guess:
        return f"{name}: needs no guess ({by})"
    opened = f"{checked.open_cells} of {checked.safe_cells} safe cells are open"
    left = pluralize(checked.board.total - len(checked.mines), "mine")
    head = f"{name}: needs a guess when {opened}, with {left} among the cells marked ? ({by})"
    marks = ["?" if value < 0 else str(value) for value in checked.shown.cells]
    for cell in checked.mines:
        marks[cell] = "*"
    return "\n".join([head, *_rows(checked.board.grid, marks), line.write(checked.shown), ""])


def _rows(grid: Grid, marks: Sequence[str]) -> list[str]:
    return [" ".join(marks[begin : begin + grid.width]) for begin in range(0, grid.size, grid.width)]


def checked_as_dict(checked: CheckedGame) -> dict[str, Any]:
    """Return the JSON object of a result. ``position`` is what the player sees where logic ends, else null."""
    grid = checked.board.grid
    return {
        "classic": tatham_mines.write(checked.board),
        "needs_guess": checked.needs_guess,
        "tier": checked.tier,
        "searches": checked.searches,
        "opened": checked.open_cells,
        "safe": checked.safe_cells,
        "position": line.write(checked.shown) if checked.needs_guess else None,
        "proved_mines": [grid.name(cell) for cell in checked.mines] if checked.needs_guess else None,
    }
