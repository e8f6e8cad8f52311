"""The ``tatham`` format: game ids of Mines in Simon Tatham's Portable Puzzle Collection, the classic clickable game.

``WxH:X,Y,uHEX``: X, Y the column and row opened first, from 0, which may be left out; HEX the mines, row by row, four
cells a digit, the highest bit first, zeros at the end. ``m`` instead of ``u``: masked, so that a reader does not see
the mines in the id. An id holds the mines and no clues, so it is a classic board and not a puzzle on paper.
``as_puzzle`` makes it one, with all clues.

Games that the collection saves are read too, those of Mosaic as well: records such as ``DESC    :14:d303e2c4a5c24a``,
each a name, the length of a value, and the value. What the player has opened or marked is ignored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import AnsweredPuzzle, ClassicBoard, Puzzle, Solution, from_mines
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.cells import check_can_hold, grid_of, quoted
from puzzlegen.formats.multiline_reader import Block
from puzzlegen.wording import pluralize

MIN_CELLS = 9  # the game refuses smaller boards
EXAMPLE = "9x9:4,4,me10b1013d1694d98de708"
_PAGE = r"(?:https?://[^\s#]{1,200}/mines\.html#)?"  # the game's page in a browser takes ids after a #
_HEAD = re.compile(_PAGE + r"([0-9]{1,4})x([0-9]{1,4}):(?:([0-9]{1,4}),([0-9]{1,4}),)?([um]?)")
_SEED = re.compile(_PAGE + r"[0-9]+(?:x[0-9]+)?n[0-9]+a?#\S+")  # what the game calls a random seed
_WITH_START = re.compile(_PAGE + r"[0-9]{1,4}x[0-9]{1,4}:[0-9]{1,4},[0-9]{1,4},[um]?[0-9a-fA-F]")
_WITHOUT_START = re.compile(r"[0-9]{1,4}x[0-9]{1,4}:[um][0-9a-fA-F]+")
_RECORD = re.compile(r"([A-Z]{2,8}) {0,8}:[0-9]{1,9}:")
_SAVED_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?")
_NOT_HEX = re.compile(r"[^0-9a-fA-F]")


def is_id(text: str) -> bool:
    """Return whether a text begins as only these ids do: with a start, or as the address of the game's page."""
    return _WITH_START.match(text) is not None or (text.startswith("http") and _HEAD.match(text) is not None)


def may_be_id(text: str) -> bool:
    """Return whether a text may be an id without a start, by its length; a ``line`` can look the same."""
    if _WITHOUT_START.fullmatch(text) is None:
        return False
    head = _HEAD.match(text)
    assert head is not None, "_HEAD matches the start of what _WITHOUT_START matches"
    return len(text) - head.end() == -(-int(head[1]) * int(head[2]) // 4)


def parse(text: str) -> ClassicBoard:
    """Read one id. Raises FormatError with the column of the first error."""
    text = text.strip()
    if _SEED.fullmatch(text):
        raise FormatError(
            f"{quoted(text)}: names a random seed, not a board; copy the specific id of the game, or save the game"
        )
    head = _HEAD.match(text)
    if head is None:
        raise FormatError(f"found {quoted(text)}, expected a game id of Mines, such as {EXAMPLE}", 1)
    grid = grid_of(int(head[1]), int(head[2]))
    start = _start(grid, head)
    body = text[head.end() :]
    other = _NOT_HEX.search(body)
    if other is not None:
        column = head.end() + other.start() + 1
        raise FormatError(f"found {other[0]!r}, expected 0-9 or a-f, in {quoted(text)}", column)
    digits = -(-grid.size // 4)
    if len(body) != digits:
        raise FormatError(
            f"{grid} needs {pluralize(digits, 'digit')} 0-9 or a-f, found {len(body)}, in {quoted(text)}",
            head.end() + 1,
        )
    bitmap = np.frombuffer(bytes.fromhex(body + "0" * (digits % 2)), np.uint8).copy()
    if head[5] == "m":
        _mask(bitmap, grid.size, (1, 0))
    return ClassicBoard(grid, tuple(np.unpackbits(bitmap, count=grid.size).astype(bool).tolist()), start)


def _start(grid: Grid, head: re.Match[str]) -> int | None:
    if head[3] is None:
        return None
    for name, text, limit, column in (
        ("X", head[3], grid.width, head.start(3)),
        ("Y", head[4], grid.height, head.start(4)),
    ):
        if int(text) >= limit:
            raise FormatError(f"found start {name} {text}, expected 0 to {limit - 1} on a board of {grid}", column + 1)
    return grid.cell(int(head[4]), int(head[3]))


def parse_line(text: str, variant: Variant) -> Puzzle | None:  # noqa: ARG001  # the signature of all formats
    """Read an id as a puzzle with all clues; None for a line that is none."""
    if is_id(text) or may_be_id(text) or _SEED.fullmatch(text):
        return as_puzzle(parse(text))
    return None


class SaveBlock(Block):
    """The records of a saved game."""

    comments = False

    @staticmethod
    def begins(stripped: str) -> bool:
        """Return whether a line is the first of a saved game."""
        return stripped.startswith("SAVEFILE")

    def collect(self) -> None:
        """Take all records of the same game."""
        self.take()
        while (text := self.next) is not None and _RECORD.match(text) and not self.begins(text):
            self.take()

    def parse(self) -> Puzzle:
        """Return the puzzle, for a game of Mines with all clues. Raises FormatError for another game."""
        game, text, row = _saved_id(self.lines)
        try:
            return as_puzzle(parse(text)) if game == "Mines" else line.parse(text, MOSAIC)
        except FormatError as error:
            raise FormatError(f"the saved game: {error.text}", None, row) from None


BLOCK = SaveBlock


def is_saved(text: str) -> bool:
    """Return whether a text is a saved game."""
    return SaveBlock.begins(text.lstrip())


def saved_id(text: str) -> str:
    """Return the id in a saved game of Mines. Raises FormatError with the line of the first error."""
    game, saved, row = _saved_id(text.strip().splitlines())
    if game != "Mines":
        raise FormatError(f"found a saved game of {quoted(game, 30)}, expected Mines", None, row)
    return saved


def _saved_id(texts: Sequence[str]) -> tuple[str, str, int]:
    """The game, the id and the row of the id in the lines of a saved game."""
    records: dict[str, tuple[str, int]] = {}
    for row, text in enumerate(texts):
        record = _RECORD.match(text)
        if record is not None:
            records.setdefault(record[1], (text[record.end() :].rstrip("\r\n"), row))
    game, row = records.get("GAME", ("", 0))
    if game not in {"Mines", "Mosaic"}:
        raise FormatError(f"found a saved game of {quoted(game, 30)}, expected Mines or Mosaic", None, row)
    size = _SAVED_SIZE.match(records.get("PARAMS", ("", 0))[0])
    body, row = records.get("DESC", ("", row))
    if size is None or not body:
        raise FormatError("found a saved game without PARAMS or DESC; is the end missing?", None, row)
    if body.startswith("r"):
        raise FormatError("the saved game has no mines before its first move; open a cell, and save again", None, row)
    return game, f"{size[1]}x{size[2] or size[1]}:{body}", row


def write_solved(solved: AnsweredPuzzle) -> str:
    """Return the id of the board under a puzzle. Raises FormatError as ``write`` does."""
    return write(from_solution(solved.puzzle, solved.solution))


def write(board: ClassicBoard, masked: bool = False) -> str:
    """Return the id; ``masked`` hides the mines from readers.

    Raises FormatError for a board of fewer than 9 cells or of a mosaic.
    """
    grid = board.grid
    if grid.variant is not MINESWEEPER:
        raise FormatError(f"tatham: found {grid.variant}, which the game Mines does not have; use line")
    if grid.size < MIN_CELLS:
        raise FormatError(f"tatham: found a board of {grid}, allowed {MIN_CELLS} cells or more; use line")
    bitmap = np.packbits(np.asarray(board.mines, bool))
    if masked:
        _mask(bitmap, grid.size, (0, 1))
    start = ""
    if board.start is not None:
        row, col = grid.position(board.start)
        start = f"{col},{row},"
    return f"{grid}:{start}{'m' if masked else 'u'}{bitmap.tobytes().hex()[: -(-grid.size // 4)]}"


def from_solution(puzzle: Puzzle, solution: Solution) -> ClassicBoard:
    """Return the board under a puzzle, to be played without its clues. Raises FormatError for one with void cells."""
    check_can_hold(puzzle, "tatham")
    return ClassicBoard(puzzle.grid, solution)


def as_puzzle(board: ClassicBoard) -> Puzzle:
    """Return the board as a puzzle on paper with a clue in every safe cell and the total, which the game shows too.

    An id does not say which clues are printed.
    """
    return replace(from_mines(board.grid, board.mines), total=board.total)


def _mask(bitmap: np.ndarray[tuple[int], np.dtype[np.uint8]], bits: int, steps: tuple[int, int]) -> None:
    """Mask or unmask in place: each step flips bits of one half by a hash of the other; reversed steps undo them."""
    half = len(bitmap) // 2
    first, second = bitmap[:half], bitmap[half:]
    for step in steps:
        target, seed = (first, second) if step == 0 else (second, first)
        target ^= np.frombuffer(_stream(seed.tobytes(), len(target)), np.uint8)
        if bits % 8:
            bitmap[-1] &= 0xFF00 >> (bits % 8) & 0xFF


def _stream(seed: bytes, length: int) -> bytes:
    blocks = -(-length // hashlib.sha1(usedforsecurity=False).digest_size)
    return b"".join(hashlib.sha1(seed + b"%d" % i, usedforsecurity=False).digest() for i in range(blocks))[:length]
