"""Finds the labels of the rows and columns of a printed grid, which stand outside its frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.checking.outlined_boards import is_number
from puzzlegen.checking.page_objects import Numbers
from puzzlegen.checking.printed_grids import GridObjects, PageMarks

REACH = 9.0  # points between labels and the frame or the rim
ON_LINE = 0.2  # share of a cell by which a label may be off the middle of its row or column
OFF_LINE = "?"  # after a label that is farther off


@dataclass(frozen=True, slots=True)
class PrintedLabels:
    """The labels of one grid: a text for each column and row, "" for one without a label; no texts without labels.

    ``words`` has the indices of their words among those of the page. ``top`` is where the labels of the columns begin,
    None without them.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    words: frozenset[int] = frozenset()
    top: float | None = None


def labels_of(grid: GridObjects, marks: PageMarks) -> PrintedLabels:
    """Return the labels of a grid.

    The lowest words above it label its columns if most of them stand over the middle of a column. Words just left of
    it label its rows, or if there are none those just right of it, as in a left half.
    """
    frame = marks.around(grid.frame)
    x0, x1, tops, bottoms = marks.word_boxes
    x, y = (x0 + x1) / 2, (tops + bottoms) / 2
    columns, over = _columns(grid, marks, x)
    level = (y > frame.top) & (y < frame.bottom)
    across = grid.middles(np.arange(grid.rows * grid.columns))[0]  # rows without cells at an end are labeled out there
    first, last = min(frame.x0, across.min() - grid.cell / 2), max(frame.x1, across.max() + grid.cell / 2)
    left = level & (x1 <= frame.x0) & (first - x1 < REACH)
    right = level & (x0 >= frame.x1) & (x0 - last < REACH)
    beside = np.flatnonzero(left if left.any() else right)
    middles = grid.middles(np.arange(grid.rows) * grid.columns)[1]
    rows = _texts(marks, beside, np.abs(y[beside, None] - middles) / grid.cell)
    top = min((marks.words[i].top for i in over.tolist()), default=None)
    return PrintedLabels(columns, rows, frozenset([*over.tolist(), *beside.tolist()]), top)


def _columns(grid: GridObjects, marks: PageMarks, x: Numbers) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the labels of columns and the indices of their words, given the middles of all words."""
    frame = marks.around(grid.frame)
    bottoms = marks.word_boxes[3]
    near = (x > frame.x0) & (x < frame.x1) & (bottoms <= frame.top) & (frame.top - bottoms < REACH)
    if not near.any():
        return (), np.zeros(0, np.int64)
    over = np.flatnonzero(near & (bottoms.max(where=near, initial=0.0) - bottoms < grid.cell / 4))
    if any(is_number(marks.words[i], frame.x0) for i in over.tolist()):  # the heading: its words may be over columns
        return (), np.zeros(0, np.int64)
    rows = np.arange(min(grid.rows, 2))[:, None]  # every other row of hexagons is half a cell to the right
    middles = grid.middles((rows * grid.columns + np.arange(grid.columns)).ravel())[0].reshape(-1, grid.columns).mean(0)
    away = np.abs(x[over, None] - middles) / grid.cell
    on_line = away < ON_LINE
    if 2 * np.count_nonzero(on_line.any(0)) < grid.columns or 2 * np.count_nonzero(on_line.any(1)) < len(over):
        return (), np.zeros(0, np.int64)
    return _texts(marks, over, away), over


def _texts(marks: PageMarks, words: NDArray[np.int64], away: Numbers) -> tuple[str, ...]:
    """Return the text on each line, given how far each word is from each line, in cells, shape (words, lines).

    A word between two lines is added to the nearer one with a mark, so that it is never read as its label.
    """
    if not words.size:
        return ()
    texts = [""] * away.shape[1]
    for word, line, distance in zip(words.tolist(), away.argmin(1).tolist(), away.min(1).tolist(), strict=True):
        texts[line] += marks.words[word].text + ("" if distance < ON_LINE else OFF_LINE)
    return tuple(texts)


def without_labels(marks: PageMarks, labels: Sequence[PrintedLabels]) -> PageMarks:
    """Return the marks of a page without the words of labels."""
    taken = frozenset[int]().union(*(one.words for one in labels))
    return marks.with_words([i for i in range(len(marks.words)) if i not in taken]) if taken else marks
