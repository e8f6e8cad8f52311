"""All formats by name, and recognising them, one text or a stream of lines in which they may be mixed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.board.variants import MINESWEEPER, MOSAIC, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import (
    answer,
    gmpuzzles,
    janko,
    json_record,
    line,
    puzzle_minesweeper_com,
    puzzlink,
    pzprv3,
    tatham_mines,
    tatham_mosaic,
    text,
)
from puzzlegen.formats.cells import grid_of, shown
from puzzlegen.formats.multiline import Block, is_comment, opened

WRITERS: dict[str, Callable[[Puzzle], str]] = {
    "line": line.write,
    "site": puzzle_minesweeper_com.write,
    "puzzlink": puzzlink.write,
    "pzprv3": pzprv3.write,
    "janko": janko.write,
    "gmpuzzles": gmpuzzles.write,
    "text": text.write,
    "tatham": tatham_mosaic.write,  # of a mosaic; that of minesweeper has the mines: tatham.from_solution
}
SEVERAL_LINES = frozenset({"pzprv3", "janko", "gmpuzzles", "text"})  # an empty line goes between two of these

_SIZED = re.compile(rf"(?:{line.TAG})?([0-9]{{1,4}})x([0-9]{{1,4}}):")
_ANSWER = re.compile(r"(?:([0-9]{1,4})x([0-9]{1,4}):)?([yn]{2,})")
_MOSAIC_PAGE = re.compile(r"https?://[^\s#]{1,200}/mosaic\.html#")


def parse(text: str, variant: Variant = MINESWEEPER) -> Puzzle:
    """Read the one puzzle in a text, in whichever format it is; ``variant`` is that of one that does not tell.

    Raises FormatError.
    """
    found = [puzzle for _, puzzle in _found(text.split("\n"), variant)]
    for one in found:
        if isinstance(one, FormatError):
            raise one
    if not found:
        raise FormatError(f"empty text where a puzzle was expected, such as {line.EXAMPLE}")
    if len(found) > 1:
        raise FormatError(f"found {len(found)} puzzles where one was expected")
    assert isinstance(found[0], Puzzle), "faults are raised above"
    return found[0]


ARGUMENT = "argument"  # the source of puzzles that are words of a command


@dataclass(frozen=True, slots=True)
class Read:
    """What stood at one place of a source: a puzzle, or a fault whose message names the place.

    ``line`` is the first line of it, counted from 1.
    """

    source: str
    line: int
    found: Puzzle | FormatError

    @property
    def place(self) -> str:
        """``source:line``."""
        return f"{self.source}:{self.line}"

    @property
    def name(self) -> str:
        """How messages name it: by its place, a word of a command by the puzzle itself."""
        if self.source == ARGUMENT and isinstance(self.found, Puzzle):
            return line.write(self.found)
        return self.place


def read_lines(lines: Iterable[str], source: str, variant: Variant = MINESWEEPER) -> Iterator[Read]:
    """Read puzzles from lines, going on after a fault; empty lines and comments are passed over.

    A comment begins with ``//``, or with ``# `` and is no row of a grid. Formats may be mixed; grids and other puzzles
    of several lines end where their format says so, at an empty line, or where another puzzle begins. Lines are taken
    as they are asked for: a stream may still be coming in. What is kept of them is bounded.
    """
    for number, found in _found(lines, variant):
        yield Read(source, number, found.at(source, number) if isinstance(found, FormatError) else found)


def parse_lines(lines: Iterable[str], source: str, variant: Variant = MINESWEEPER) -> Iterator[Puzzle]:
    """The puzzles alone, where the first fault is to be the last.

    Raises FormatError naming ``source``, the line, and the column where there is one.
    """
    for read in read_lines(lines, source, variant):
        if isinstance(read.found, FormatError):
            raise read.found
        yield read.found


def _found(lines: Iterable[str], variant: Variant) -> Iterator[tuple[int, Puzzle | FormatError]]:
    """Each puzzle or fault with the number of its first line."""
    block: Block | None = None
    for number, raw in enumerate(lines, start=1):
        stripped = raw.strip() if number > 1 else raw.removeprefix("\ufeff").strip()
        if block is None and _SIZED.match(stripped):  # most lines of most files
            yield number, _one(stripped, variant, raw)
            continue
        comment = is_comment(stripped)
        if block is not None:
            if (comment and block.comments) or block.takes(stripped):
                if comment and block.comments:
                    block.skip()
                else:
                    block.add(raw)
                if block.whole:
                    yield block.first, _whole(block)
                    block = None
                continue
            yield block.first, _whole(block)
            block = None
        if not stripped or stripped == "#" or comment:
            continue
        block = None if _SIZED.match(stripped) else opened(stripped, number, variant)
        if block is None:
            yield number, _one(stripped, variant, raw)
            continue
        block.add(raw)
        if block.whole:
            yield block.first, _whole(block)
            block = None
    if block is not None:
        yield block.first, _whole(block)


def _whole(block: Block) -> Puzzle | FormatError:
    try:
        return block.puzzle()
    except FormatError as fault:
        return fault


def _one(stripped: str, variant: Variant, raw: str) -> Puzzle | FormatError:
    """The puzzle of one line, or what is wrong with it, by its columns in the line as it came."""
    try:
        return _sized(stripped, variant) if _SIZED.match(stripped) else _bare(stripped, variant)
    except FormatError as fault:
        indent = raw.find(stripped)
        return FormatError(fault.text, fault.column + indent, fault.row) if fault.column and indent else fault


def _sized(text: str, variant: Variant) -> Puzzle:
    """A text that begins with its size: ``line``, or else what looks alike and is none."""
    try:
        return line.parse(text, variant)
    except FormatError:
        if tatham_mines.is_id(text) or tatham_mines.may_be_id(text):
            return tatham_mines.as_puzzle(tatham_mines.parse(text))
        solved = _ANSWER.fullmatch(text)
        if solved and len(solved[3]) == int(solved[1]) * int(solved[2]):
            return _of_answer(solved[3], int(solved[1]), int(solved[2]), variant)
        raise


def _bare(text: str, variant: Variant) -> Puzzle:
    """A line that begins with no size."""
    if text[0] in "{[":
        return json_record.parse(text, variant)
    if puzzlink.is_address(text):
        return puzzlink.parse(text)
    if text.startswith(("http://", "https://")):
        return _address(text)
    if pzprv3.BEGIN.match(text):
        return pzprv3.parse(text)
    side = math.isqrt(len(text))
    if _ANSWER.fullmatch(text) and side * side == len(text):
        return _of_answer(text, side, side, variant)
    return line.parse(text, variant)


def _of_answer(text: str, width: int, height: int, variant: Variant) -> Puzzle:
    """The board of an answer, with every clue, as the answer does not tell which of them are printed."""
    return from_mines(grid_of(width, height, variant), answer.parse(text))


def _address(text: str) -> Puzzle:
    """The address of a page that is none of puzz.link's."""
    if tatham_mines.is_id(text):
        return tatham_mines.as_puzzle(tatham_mines.parse(text))
    head = _MOSAIC_PAGE.match(text)
    if head is not None:
        try:
            return line.parse(text[head.end() :], MOSAIC)
        except FormatError as fault:
            raise FormatError(fault.text, fault.column and fault.column + head.end()) from None
    if "puzzle-minesweeper.com" in text[:200]:
        raise FormatError(f"{shown(text)}: the address does not hold the puzzle; save the page, and give that file")
    if "penpa" in text[:200]:
        raise FormatError(f"{shown(text)}: a drawing of Penpa+; export its text under the header minesweeper instead")
    raise FormatError(f"{shown(text)}: expected an address such as {puzzlink.EXAMPLE}")
