"""Checks whether given boards of the classic game need a guess, and finds the position where logic ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.grid import Grid
from puzzlegen.classic.board_batches import parse_start
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, tatham_mines
from puzzlegen.formats.common import pluralize, quoted
from puzzlegen.single.puzzle_inputs import looks_like_a_file, may_hold_several, opened_source
from puzzlegen.solver.guess_check import CheckedGame

MAX_FILE = 50_000_000  # characters of a file of ids
_EXPECTED = f"expected a game id of Mines, such as {tatham_mines.EXAMPLE}, or a saved game"


class GivenGame(NamedTuple):
    """A board with its game id as it was given."""

    name: str
    board: ClassicBoard


def games_named(texts: Sequence[str], start: str | None) -> Iterator[GivenGame]:
    """Yield the games of ids, of files with an id on each line, ``-`` for stdin, and of saved games.

    ``start`` is ``ROW,COL`` for ids without one. Raises FormatError for a text that is none, for a file without any,
    and for a missing start.
    """
    for text in texts:
        if may_hold_several(text):
            yield from _games_of_file(text, start)
            continue
        try:
            yield _game(text, start)
        except FormatError:
            if looks_like_a_file(text):
                raise FormatError(f"{quoted(text)}: no such file, and no game id either") from None
            raise


def _games_of_file(text: str, start: str | None) -> Iterator[GivenGame]:
    source = "stdin" if text == "-" else text
    try:
        with opened_source(text) as file:
            content = file.read(MAX_FILE + 1).strip()
    except OSError as error:
        raise FormatError(f"{source}: cannot be read: {error.strerror or error}") from None
    if len(content) > MAX_FILE:
        raise FormatError(f"{source}: has more than {MAX_FILE} characters; split it")
    lines = [content] if content.startswith("SAVEFILE") else content.splitlines()
    ids = [
        (number, one) for number, one in enumerate(lines, start=1) if one.strip() and not one.startswith(("#", "//"))
    ]
    if not ids:
        raise FormatError(f"{source}: found {'only comments' if content else 'nothing'}, {_EXPECTED}")
    for number, one in ids:
        try:
            yield _game(one, start)
        except FormatError as error:
            raise error.at(source, number) from None


def _game(text: str, start: str | None) -> GivenGame:
    name = tatham_mines.saved_id(text) if tatham_mines.is_saved(text) else text.strip()
    return GivenGame(name, _started(tatham_mines.parse(name), start, name))


def _started(board: ClassicBoard, start: str | None, text: str) -> ClassicBoard:
    """The board with the start that its id lacks."""
    if board.start is None and start is None:
        raise FormatError(f"{quoted(text)}: the id has no start; give --start ROW,COL, counted from 1")
    if board.start is not None and start is not None:
        raise FormatError(f"{quoted(text)}: the id has a start; leave out --start")
    return board if start is None else replace(board, start=parse_start(start, board.grid))


def checked_as_text(name: str, checked: CheckedGame) -> str:
    """Return the result as text: the name, whether a guess is needed, and then the position where logic ends.

    In the position a digit is an open cell, ``*`` a mine that is proved, ``?`` a cell about which nothing is proved.
    """
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


def checked_as_dict(name: str, checked: CheckedGame) -> dict[str, Any]:
    """Return the JSON object of a result, with the name under ``classic``.

    ``position`` is what the player sees where logic ends, else null.
    """
    grid = checked.board.grid
    return {
        "classic": name,
        "needs_guess": checked.needs_guess,
        "tier": checked.tier,
        "searches": checked.searches,
        "opened": checked.open_cells,
        "safe": checked.safe_cells,
        "position": line.write(checked.shown) if checked.needs_guess else None,
        "proved_mines": [grid.name(cell) for cell in checked.mines] if checked.needs_guess else None,
    }
