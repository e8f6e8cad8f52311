"""A front of colored tiles to all edges: each counts the mines around it, and a label holds the words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Mark, Text
from puzzlegen.layout.cover.front_parts import (
    BADGE_STEP,
    BadgeColumn,
    Front,
    author,
    corner_badges,
    digit_mark,
    heading,
)
from puzzlegen.layout.cover.shapes import circle, rectangle
from puzzlegen.layout.cover.tile_colors import digit_color, tile_color

CELL = 1 / 7  # of the shorter side of the front
GAP = 0.045  # of a cell
DIGIT = 0.46
MINE = 0.27  # radius
LABEL = 0.46  # greatest height of the label, share of the front
ABOVE = 2  # rows above the label
PADDING = 0.85  # of the margin, from the top and foot of the label to the words
ENOUGH = 0.97  # of the largest possible title: the label is no higher than such a title needs


def pattern(front: Front) -> Iterator[Mark]:
    """Draw the tiles, the label on whole cells, and its words."""
    panel = front.panel
    columns = round(panel.width / (CELL * min(panel.width, panel.height)))
    cell = panel.width / columns
    rows = math.ceil(panel.height / cell)
    top = panel.top - (rows * cell - panel.height) / 2
    most = max(2, int(panel.height * LABEL / cell))
    above = ABOVE if rows - most > ABOVE + 2 else 1
    start = top + above * cell
    labels = [
        Box(panel.left, start, panel.right - cell, start + high * cell) for high in range(2, max(3, rows - above))
    ]
    label, drawn = _label(front, labels, most - 1)
    badges = corner_badges(front, label.bottom)
    badges = BadgeColumn(front, max(badges.x, label.right), label.bottom, badges.radius, BADGE_STEP)
    badges = badges.within(panel.bottom - front.safe - label.bottom)
    for row in range(-1, rows + 1):
        for column in range(columns + 1):
            middle = panel.left + (column + 0.5) * cell, top + (row + 0.5) * cell
            if not (label.left < middle[0] < label.right and label.top < middle[1] < label.bottom):
                yield from _tile(front, (row, column), middle, cell, badges)
    yield from drawn
    yield from badges.marks()


def _label(front: Front, labels: Sequence[Box], usual: int) -> tuple[Box, list[Mark]]:
    """Return the lowest label with words as large as in the highest usual one; a higher one if they fit none of these.

    Raises LayoutError for words that fit no label.
    """
    fitting = []
    for index, label in enumerate(labels):
        try:
            fitting.append((label, _words(front, label)))
        except LayoutError:
            if index + 1 == len(labels) and not fitting:
                raise
        if fitting and index + 1 >= usual:
            break
    largest = max(_title_size(words) for _, words in fitting)
    return next(one for one in fitting if _title_size(one[1]) >= ENOUGH * largest)


def _words(front: Front, label: Box) -> list[Mark]:
    pad = (front.inner.left - front.panel.left) * PADDING
    badge = corner_badges(front, 0.0).radius if front.text.badges else 0.0
    box = Box(front.inner.left, label.top + pad, label.right - pad, label.bottom - pad)
    beside = max(0.0, badge * 1.1 - pad)
    narrow = Box(box.left + beside * front.centered, box.top, box.right - beside, box.bottom)
    foot = author(front, narrow, front.palette.ink, centered=front.centered)
    space = Box(box.left, box.top, box.right, min(foot.end - pad * 0.9, label.bottom - max(pad, badge)))
    return [*heading(front, space, front.palette.ink, centered=front.centered).marks, *foot.marks]


def _title_size(marks: Sequence[Mark]) -> float:
    return max(mark.size for mark in marks if isinstance(mark, Text))


def _tile(
    front: Front, place: tuple[int, int], middle: tuple[float, float], cell: float, badges: BadgeColumn
) -> Iterator[Mark]:
    """Draw one tile; only digits that are whole, safe from the trim and in front of no badge are drawn."""
    x, y = middle
    half = cell * (1 - GAP) / 2
    square = Box(x - half, y - half, x + half, y + half)
    if front.is_mine(*place):
        yield from rectangle(square, front.outer, front.palette.ink)
        yield from circle(middle, cell * MINE, front.outer, front.palette.ground)
        return
    value = front.count(*place)
    color = tile_color(front.palette, value)
    yield from rectangle(square, front.outer, color)
    half, panel = cell * DIGIT / 2, front.panel
    safe = Box(panel.left + front.safe, panel.top + front.safe, panel.right - front.safe, panel.bottom - front.safe)
    inside = safe.left < x - half and x + half < safe.right and safe.top < y - cell / 3 and y + cell / 3 < safe.bottom
    if inside and not badges.covers(middle, half):
        yield digit_mark(front, middle, value, cell * DIGIT, digit_color(front.palette, color))
