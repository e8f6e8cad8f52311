"""Sorts the objects of a page by what they may be in a grid: lines, frames, rims, marks, grounds and letters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from puzzlegen.checking.page_objects import Letters, Numbers, PageObjects, Shape, Sides, Word, are_within
from puzzlegen.checking.printed_outlines import outlined_boards

LINE_END_SLACK = 2.5  # points between the end of a line and its frame: half the width of the frame, and a margin
WHITE = 0.98  # lighter grays leave no ink
MIN_GROUND = 0.8  # grays of at least this lightness may be under a clue


@dataclass(frozen=True, slots=True)
class PageMarks:
    """The objects of a page that grids and headings consist of, by kind; ``letters`` are the upright ones.

    ``frames`` include the rectangles around boards with void cells, which ``outlined`` has with their lines. ``rims``
    has the rectangle around the rim of each frame with a rim.
    ``line_boxes`` and the like have their sides (left, right, top, bottom), shape (4, number).
    """

    lines: list[Shape]
    frames: list[Shape]
    curves: list[Shape]
    fills: list[Shape]
    letters: Letters
    words: list[Word]
    line_boxes: Numbers
    curve_boxes: Numbers
    letter_boxes: Numbers
    word_boxes: Numbers
    outlined: dict[Shape, list[Shape]]
    rims: dict[Shape, Shape]

    def with_words(self, kept: Sequence[int]) -> PageMarks:
        """Return the marks with only these of the words."""
        return replace(self, words=[self.words[i] for i in kept], word_boxes=self.word_boxes[:, kept])

    def around(self, frame: Shape) -> Shape:
        """Return the rectangle around a frame and its rim."""
        return self.rims.get(frame, frame)

    def rim_words(self) -> list[Word]:
        """Return the words in the rims."""
        inside = np.zeros(len(self.words), bool)
        for frame, rim in self.rims.items():
            inside |= are_within(self.word_boxes, rim[:4]) & ~are_within(self.word_boxes, frame[:4])
        return [self.words[i] for i in np.flatnonzero(inside)]

    def outside_words(self) -> list[Word]:
        """Return the words whose middle is in none of the frames and their rims."""
        outside = np.ones(len(self.words), bool)
        for frame in self.frames:
            outside &= ~are_within(self.word_boxes, self.around(frame)[:4])
        return [self.words[i] for i in np.flatnonzero(outside)]


def marks_of(found: PageObjects, letters: Letters, words: list[Word]) -> PageMarks:
    """Sort the objects of a page by what they may be in a grid."""
    frames = [shape for shape in found.rects if shape.stroke is not None and shape.fill is None]
    fills = [shape for shape in found.rects if shape.fill is not None]
    rims = {frame: rim for frame in frames if (rim := _rim_of(frame, fills)) is not None}
    outlined = outlined_boards([*found.lines, *found.sides], [rims.get(frame, frame) for frame in frames], words)
    return PageMarks(
        lines=found.lines,
        frames=[*frames, *outlined],
        curves=found.curves,
        fills=fills,
        letters=letters,
        words=words,
        line_boxes=boxes_of([line[:4] for line in found.lines]),
        curve_boxes=boxes_of([curve[:4] for curve in found.curves]),
        letter_boxes=letters.boxes,
        word_boxes=boxes_of([word[1:5] for word in words]),
        outlined=outlined,
        rims=rims,
    )


def _rim_of(frame: Shape, fills: Iterable[Shape]) -> Shape | None:
    """Return the rectangle around the rim of a frame; None if the frame has no light ground on all four sides."""
    sides: dict[str, float] = {}
    for fill in fills:
        if not MIN_GROUND <= (fill.fill or 0.0) < WHITE:
            continue
        if fill.x0 < frame.x0 and fill.x1 > frame.x1:
            if abs(fill.bottom - frame.top) < LINE_END_SLACK:
                sides["top"] = fill.top
            elif abs(fill.top - frame.bottom) < LINE_END_SLACK:
                sides["bottom"] = fill.bottom
        elif fill.top < frame.top and fill.bottom > frame.bottom:
            if abs(fill.x1 - frame.x0) < LINE_END_SLACK:
                sides["x0"] = fill.x0
            elif abs(fill.x0 - frame.x1) < LINE_END_SLACK:
                sides["x1"] = fill.x1
    if len(sides) < 4:
        return None
    return frame._replace(x0=sides["x0"], x1=sides["x1"], top=sides["top"], bottom=sides["bottom"])


def boxes_of(sides: Sequence[Sides]) -> Numbers:
    """Return rows of sides as columns, shape (4, number)."""
    return np.array(sides, np.float64).reshape(-1, 4).T
