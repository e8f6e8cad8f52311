"""A front with a picture of filled cells, in colors by the number of filled cells around each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from puzzlegen.layout.core.document import RGB, Box, Mark
from puzzlegen.layout.cover.front_parts import BADGE_STEP, BadgeColumn, Front, digit_mark, words_around_art
from puzzlegen.layout.cover.shapes import rectangle
from puzzlegen.layout.cover.tile_colors import blank_color, digit_color, readable_shade

GAP = 0.06  # of a cell
DIGIT = 0.5
MARGIN = 1  # blank cells beside the picture
LEAST_DIGIT = 7.5  # points: smaller digits are left out
EVERY = 4  # of so many clues of the picture, one is drawn


def picture(front: Front) -> Iterator[Mark]:
    """Draw the words on top, and the picture on a ground of cells that runs off the sides."""
    palette = front.palette
    around = words_around_art(front)
    area, space = around.area, around.seen
    yield from around.words
    rows, columns = len(front.picture), len(front.picture[0])
    cell = min(space.width / (columns + 2 * MARGIN), space.height / (rows + 2 * MARGIN))
    left = (space.left + space.right - columns * cell) / 2
    top = (space.top + space.bottom - rows * cell) / 2
    badges = _freest(front, around.badges, space, (left, top, cell))
    across = math.ceil((left - space.left) / cell) + 1
    down = math.ceil((top - space.top) / cell) + 1
    for row in range(-down, rows + down):
        for column in range(-across, columns + across):
            x, y, half = left + (column + 0.5) * cell, top + (row + 0.5) * cell, cell * (1 - GAP) / 2
            square = Box(x - half, y - half, x + half, y + half)
            filled, count = _filled(front, row, column), _count(front, row, column)
            color = _color(front, filled=filled, count=count)
            yield from rectangle(square, area, color)
            shown = filled and (row * 5 + column * 3 + row // 3) % EVERY == 0
            shown = shown and not badges.covers((x, y), half)
            if shown and cell * DIGIT > LEAST_DIGIT * front.metrics.figure_height("bold"):
                yield digit_mark(front, (x, y), count, cell * DIGIT, digit_color(palette, color))
    yield from badges.marks()


def _freest(front: Front, beside_author: BadgeColumn, space: Box, at: tuple[float, float, float]) -> BadgeColumn:
    """Return the badges in the corner where they hide the fewest filled cells; ``at`` is left, top, side of a cell."""
    left, top, cell = at
    radius = beside_author.radius
    y = space.top + radius * 1.15
    right = BadgeColumn(front, beside_author.x, y, radius, BADGE_STEP)
    mirrored = replace(right, x=space.left + space.right - beside_author.x)

    def hidden(badges: BadgeColumn) -> int:
        return sum(
            mark == "#" and badges.covers((left + (j + 0.5) * cell, top + (i + 0.5) * cell), 0.0)
            for i, line in enumerate(front.picture)
            for j, mark in enumerate(line)
        )

    below = [column for column in (right, mirrored) if y + column.reach * radius <= space.bottom]
    return min((beside_author, *below), key=hidden)


def _color(front: Front, *, filled: bool, count: int) -> RGB:
    if not filled:
        return blank_color(front.palette)
    return readable_shade(front.palette, 0.36 + 0.04 * count)


def _filled(front: Front, row: int, column: int) -> bool:
    rows = front.picture
    return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == "#"


def _count(front: Front, row: int, column: int) -> int:
    return sum(_filled(front, row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
