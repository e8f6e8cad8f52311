"""The table of puzzle formats: what each is called, what it cannot hold, and which module reads and writes it.

To add a format, write one module that has the functions of ``Format.code`` and add one row to ``FORMATS``. This module
imports nothing heavy, because ``puzzlegen --help`` lists the names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.errors import FormatError

if TYPE_CHECKING:
    from puzzlegen.board.puzzle import AnsweredPuzzle, Puzzle
    from puzzlegen.formats.multiline_reader import Block


_imported = cache(import_module)  # each line of JSON asks for all modules, which took half of its time


class Feature(StrEnum):
    """What a puzzle may contain and some formats cannot hold. The value names it in messages."""

    TOTAL = "printed number of mines"
    VOID = "void cells"
    SAFE = "safe cells without a number"
    NOT_SQUARE = "size, so only square boards"


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the table. An empty ``variants`` means all."""

    name: str
    module: str
    summary: str
    cannot_hold: frozenset[Feature] = frozenset()
    variants: tuple[Variant, ...] = ()
    needs_solution: bool = False
    several_lines: bool = False

    @property
    def code(self) -> ModuleType:
        """The module, imported on first use.

        It has ``write(puzzle) -> str``; where a format ``needs_solution``, ``write_solved(answered_puzzle) -> str``. It
        may have ``parse_line(text, variant)``, which returns a Puzzle, or None for a line of another format, and
        ``BLOCK``, a ``multiline_reader.Block`` for puzzles of several lines.
        """
        return _imported(f"puzzlegen.formats.{self.module}")

    @property
    def parse_line(self) -> Callable[[str, Variant], Puzzle | None] | None:
        """The function that reads a line if it is in this format; None where a puzzle takes several lines."""
        return getattr(self.code, "parse_line", None)

    @property
    def block(self) -> type[Block] | None:
        """The class that collects the lines of one puzzle; None where a puzzle is always one line."""
        return getattr(self.code, "BLOCK", None)


_NO_TOTAL_NO_VOID = frozenset({Feature.TOTAL, Feature.VOID})
_CLUES_ONLY = _NO_TOTAL_NO_VOID | {Feature.SAFE}
_MINES = (MINESWEEPER,)

# Where a line fits several rows, the first that reads it wins.
FORMATS: tuple[Format, ...] = (
    Format("line", "line", "one line: 4x4:a13f3a2a2a0"),
    Format("site", "saved_page", "a task of puzzle-minesweeper.com", frozenset(Feature), _MINES),
    Format("puzzlink", "puzzlink", "an address of puzz.link", _NO_TOTAL_NO_VOID, _MINES),
    Format("pzprv3", "pzprv3", "a file of pzpr", _NO_TOTAL_NO_VOID, _MINES, several_lines=True),
    Format("gmpuzzles", "gmpuzzles", "a text export of Penpa+", _CLUES_ONLY, _MINES, several_lines=True),
    Format("janko", "janko", "a text of janko.at", frozenset({Feature.SAFE}), _MINES, several_lines=True),
    Format("text", "text", "a grid, one row a line", several_lines=True),
    Format("tatham", "tatham_mines", "a game id of Mines", frozenset({Feature.VOID}), _MINES, needs_solution=True),
    Format("tatham", "tatham_mosaic", "a game id of Mosaic", _CLUES_ONLY, (MOSAIC,)),
    Format("answer", "answer", "the answer alone: y for a mine, n for none", needs_solution=True),
    Format("json", "json_record", "a JSON object with grade and answer", needs_solution=True),
)

FORMAT_NAMES = tuple(dict.fromkeys(one.name for one in FORMATS))


def format_for(name: str, variant: Variant) -> Format:
    """Return the row of a format for puzzles of a variant. Raise FormatError if there is none."""
    rows = [row for row in FORMATS if row.name == name]
    if not rows:
        raise FormatError(f"format: found {name!r}, allowed {', '.join(FORMAT_NAMES)}")
    for row in rows:
        if not row.variants or variant in row.variants:
            return row
    raise FormatError(f"{name}: found {variant}, allowed {rows[0].variants[0]} only; {_alternative(variant)}")


def check_can_hold(name: str, variant: Variant, features: frozenset[Feature]) -> None:
    """Raise FormatError if a format cannot hold a puzzle of that variant with these features."""
    lost = format_for(name, variant).cannot_hold & features
    for feature in Feature:
        if feature in lost:
            raise FormatError(f"{name}: the format has no {feature}; {_alternative(variant, features)}")


def _alternative(variant: Variant, features: frozenset[Feature] = frozenset()) -> str:
    able = [
        row.name
        for row in FORMATS
        if not row.needs_solution and (not row.variants or variant in row.variants) and not row.cannot_hold & features
    ]
    return f"use {' or '.join(able)}"


def write(puzzle: Puzzle, name: str) -> str:
    """Return a puzzle in a format that needs no solution.

    Raises FormatError for an unknown name, for a format that needs the solution, and for one that cannot hold the
    puzzle.
    """
    row = format_for(name, puzzle.grid.variant)
    if row.needs_solution:
        raise FormatError(f"{name}: the format holds the solution; give a GradedPuzzle, or use {FORMAT_NAMES[0]}")
    written: str = row.code.write(puzzle)
    if name == FORMAT_NAMES[0] and "." in written:
        row.code.parse_clear(written)  # what is written can be read
    return written


def write_solved(solved: AnsweredPuzzle, name: str) -> str:
    """Return a puzzle whose solution is known, in any format.

    Raises FormatError for an unknown name, and for a format that cannot hold the puzzle.
    """
    row = format_for(name, solved.puzzle.grid.variant)
    written: str = row.code.write_solved(solved) if row.needs_solution else row.code.write(solved.puzzle)
    return written
