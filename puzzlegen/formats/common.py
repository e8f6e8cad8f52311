"""What all formats share: grids by their size, words for messages, and what a puzzle contains."""

from __future__ import annotations

import re
from functools import lru_cache

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import EMPTY, VOID, Puzzle
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.errors import FormatError
from puzzlegen.formats import registry
from puzzlegen.formats.registry import Feature


def quoted(text: str, longest: int = 60) -> str:
    """Return a text for a message: in quotes, and cut after ``longest`` characters."""
    return repr(text if len(text) <= longest else text[: longest - 3] + "...")


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun: "1 row", "2 rows"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def another_kind(kind: str, expected: str) -> str:
    """Return the words of an error: a text holds a puzzle of a kind that is not read."""
    return f"found another kind of puzzle, {quoted(kind, 30)}, expected {expected}"


def parse_size(text: str) -> Grid:
    """Return the grid that a user wrote as WxH. Raise FormatError for anything else."""
    match = re.fullmatch(r"([0-9]{1,19})[xX×]([0-9]{1,19})", text.strip())
    if match is None:
        raise FormatError(f"size: found {quoted(text, 40)}, expected width x height in cells, such as 12x9")
    return Grid(int(match[1]), int(match[2]))


@lru_cache(maxsize=256)
def grid_of(width: int, height: int, variant: Variant = MINESWEEPER) -> Grid:
    """Return the grid of a size, always the same object. Raise FormatError for a side outside 1 to 1000 cells."""
    return Grid(width, height, variant)


def check_can_hold(puzzle: Puzzle, name: str) -> None:
    """Raise FormatError if the format of that name cannot hold the puzzle."""
    present = {
        Feature.TOTAL: puzzle.total is not None,
        Feature.VOID: VOID in puzzle.cells,
        Feature.SAFE: EMPTY in puzzle.cells,
        Feature.NOT_SQUARE: puzzle.grid.width != puzzle.grid.height,
    }
    registry.check_can_hold(
        name, puzzle.grid.variant, frozenset(feature for feature, found in present.items() if found)
    )
