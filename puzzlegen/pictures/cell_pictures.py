"""Judges, shows and outlines pictures of cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from puzzlegen.pictures.components import Cells, label_components

FILLED_MARK, BLANK_MARK = "#", "."
FEWEST, MOST = 0.06, 0.8  # share of filled cells of a picture that can be recognized
LEAST_CELLS = 12
MOST_SPECKS = 0.3  # share of the filled cells that lie in parts of one or two cells
MOST_OF_BOX = 0.96  # of the box around the filled cells: what fills more of it is a rectangle
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def cells_of(rows: Sequence[str]) -> Cells:
    """Return the cells of rows of marks."""
    return np.array([[mark == FILLED_MARK for mark in row] for row in rows], np.bool_)


def rows_of(cells: Cells) -> tuple[str, ...]:
    """Return a picture as rows of marks."""
    return tuple("".join(FILLED_MARK if filled else BLANK_MARK for filled in row) for row in cells.tolist())


def preview(cells: Cells) -> str:
    """Return a picture as lines of block characters, two rows a line, which are about as high as wide."""
    rows = cells.tolist()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_BLOCKS[pair] for pair in zip(*both, strict=True)).rstrip() for both in pairs)


def why_unrecognizable(cells: Cells) -> str:
    """Return why readers cannot recognize the picture, with a remedy; empty if they may recognize it."""
    count = int(np.count_nonzero(cells))
    share = count / cells.size
    remedy = "choose another threshold or another width"
    if share < FEWEST or count < LEAST_CELLS:
        return f"{count} of {cells.size} cells are filled, too few to recognize; {remedy}"
    if share > MOST:
        return f"{count} of {cells.size} cells are filled, too many to recognize; {remedy}, or invert it"
    rows, cols = np.nonzero(cells)
    if count > MOST_OF_BOX * (np.ptp(rows) + 1) * (np.ptp(cols) + 1):
        return f"the filled cells make one rectangle, which shows nothing; {remedy}"
    _, parts = label_components(cells)
    specks = sum(part.area for part in parts if part.area <= 2)
    if specks > MOST_SPECKS * count:
        return f"{specks} of {count} filled cells are specks, so there is no shape; {remedy}"
    return ""


def outlined(cells: Cells) -> Cells:
    """Return the outline of a picture, for minesweeper: filled cells inside an area become blank.

    The result has no cell without a blank beside it, corners included, because no clue could prove such a mine.
    """
    around = _neighbors_in(cells)
    outline = cells & (around < 8)
    closed = _neighbors_in(outline) == _neighbors_in(np.ones_like(cells))
    result: Cells = outline & ~closed
    return result


def _neighbors_in(cells: Cells) -> NDArray[np.int64]:
    """Return how many of the eight cells around each cell are set."""
    height, width = cells.shape
    padded = np.pad(cells.astype(np.int64), 1)
    total = -padded[1:-1, 1:-1]
    for down in range(3):
        for across in range(3):
            total = total + padded[down : down + height, across : across + width]
    return total
