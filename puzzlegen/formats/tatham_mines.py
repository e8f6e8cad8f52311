"""The ``tatham`` format: game ids of Mines in Simon Tatham's Portable Puzzle Collection, the classic clickable game.

``WxH:X,Y,uHEX``: X, Y the column and row opened first, from 0, which may be left out; HEX the mines, row by row, four
cells a digit, the highest bit first, zeros at the end. ``m`` instead of ``u``: masked, so that nobody reads the mines
off the id. An id holds where the mines are and no clues, so it is a classic board and not a puzzle on paper;
``as_puzzle`` makes it one, with all clues.
"""

from __future__ import annotations

import hashlib
import re

import numpy as np

from puzzlegen.board.classic_board import ClassicBoard
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import VOID, Puzzle, Solution, from_mines
from puzzlegen.board.variants import MINESWEEPER
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import counted, grid_of, shown

FEWEST_CELLS = 9  # the game refuses smaller boards
EXAMPLE = "9x9:4,4,me10b1013d1694d98de708"
_PAGE = r"(?:https?://[^\s#]{1,200}/mines\.html#)?"  # the game's page in a browser takes ids after a #
_HEAD = re.compile(_PAGE + r"([0-9]{1,4})x([0-9]{1,4}):(?:([0-9]{1,4}),([0-9]{1,4}),)?([um]?)")
_SURE = re.compile(_PAGE + r"[0-9]{1,4}x[0-9]{1,4}:[0-9]{1,4},[0-9]{1,4},[um]?[0-9a-fA-F]")
_PERHAPS = re.compile(r"[0-9]{1,4}x[0-9]{1,4}:[um][0-9a-fA-F]+")
_OTHER = re.compile(r"[^0-9a-fA-F]")


def is_id(text: str) -> bool:
    """Whether a text begins as these ids only do: with a start, or as the address of the game's page."""
    return _SURE.match(text) is not None or (text.startswith("http") and _HEAD.match(text) is not None)


def may_be_id(text: str) -> bool:
    """Whether a text is an id without a start, of just the right length; a ``line`` can look the same."""
    if _PERHAPS.fullmatch(text) is None:
        return False
    head = _HEAD.match(text)
    assert head is not None, "what _PERHAPS takes begins as _HEAD does"
    return len(text) - head.end() == -(-int(head[1]) * int(head[2]) // 4)


def parse(text: str) -> ClassicBoard:
    """Read one id. Raises FormatError with the column of the first fault."""
    text = text.strip()
    head = _HEAD.match(text)
    if head is None:
        raise FormatError(f"found {shown(text)}, expected a game id of Mines, such as {EXAMPLE}", 1)
    grid = grid_of(int(head[1]), int(head[2]))
    start = _start(grid, head)
    body = text[head.end() :]
    other = _OTHER.search(body)
    if other is not None:
        column = head.end() + other.start() + 1
        raise FormatError(f"found {other[0]!r}, expected 0-9 or a-f, in {shown(text)}", column)
    digits = -(-grid.size // 4)
    if len(body) != digits:
        raise FormatError(
            f"{grid} needs {counted(digits, 'digit')} 0-9 or a-f, found {len(body)}, in {shown(text)}", head.end() + 1
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


def write(board: ClassicBoard, masked: bool = False) -> str:
    """The id. ``masked`` hides the mines from readers. Raises FormatError for a board of fewer than 9 cells."""
    grid = board.grid
    if grid.variant is not MINESWEEPER:
        raise FormatError(f"Mines counts the cells around a cell only: no board of a {grid.variant} fits")
    if grid.size < FEWEST_CELLS:
        raise FormatError(f"{grid}: the game takes no board of fewer than {FEWEST_CELLS} cells: use --to line")
    bitmap = np.packbits(np.asarray(board.mines, bool))
    if masked:
        _mask(bitmap, grid.size, (0, 1))
    start = ""
    if board.start is not None:
        row, col = grid.position(board.start)
        start = f"{col},{row},"
    return f"{grid}:{start}{'m' if masked else 'u'}{bitmap.tobytes().hex()[: -(-grid.size // 4)]}"


def from_solution(puzzle: Puzzle, solution: Solution) -> ClassicBoard:
    """The board under a puzzle, to be played without its clues. Raises FormatError where the game has no such board."""
    if VOID in puzzle.cells:
        raise FormatError("the game Mines has no void cells; use --to line, text or janko")
    return ClassicBoard(puzzle.grid, solution)


def as_puzzle(board: ClassicBoard) -> Puzzle:
    """The board as a puzzle on paper: a clue in every safe cell, as no id says which of them are shown."""
    return from_mines(board.grid, board.mines)


def _mask(bitmap: np.ndarray[tuple[int], np.dtype[np.uint8]], bits: int, steps: tuple[int, int]) -> None:
    """Each step turns over bits of one half by a hash of the other; the same steps the other way round undo them."""
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
