"""A front with one giant clue among its neighbors, which run off both sides."""

from __future__ import annotations

import math
from collections.abc import Iterator

from puzzlegen.layout.core.document import Box, Mark, Text
from puzzlegen.layout.cover.front_parts import Front, words_around_art
from puzzlegen.layout.cover.shapes import circle, rectangle
from puzzlegen.layout.cover.tile_colors import digit_color, readable_shade, shade

VALUE = 3
MINES = ((0, -1), (0, 1), (1, 0))  # row and column from the middle; as many as the clue
CELL = 0.56  # of the width
GAP = 0.03
DIGIT, MINE = 0.76, 0.31  # of a cell: height of the digit, radius of a mine
ABOVE, BELOW = 0.12, 0.46  # of a cell: what the rows above and below show
FAINT, STRONG = 0.32, 0.72  # places on the scale of colors


def digit(front: Front) -> Iterator[Mark]:
    """Draw the words, and the cells between them."""
    palette, metrics = front.palette, front.metrics
    around = words_around_art(front)
    area, seen = around.area, around.seen
    yield from around.words
    cell = min(CELL * seen.width, seen.height / (1 + ABOVE + BELOW))
    spare = seen.height / cell - 1 - ABOVE - BELOW
    middle = (seen.left + seen.right) / 2, seen.top + (ABOVE + 0.4 * spare + 0.5) * cell
    size = DIGIT * cell / metrics.figure_height("display")
    badges, half = around.badges, metrics.width(str(VALUE), "display") * size / 2
    if front.text.badges and badges.top < middle[1] + DIGIT * cell / 2:  # beside the digit: it moves away from them
        middle = min(middle[0], badges.left - half - 0.05 * cell), middle[1]
    strong = readable_shade(palette, STRONG)
    reach = math.ceil(seen.width / cell / 2 + 1)
    for row in range(-2, 3):
        for column in range(-reach, reach + 1):
            x, y, half = middle[0] + column * cell, middle[1] + row * cell, cell * (1 - GAP) / 2
            color = strong if (row, column) == (0, 0) else shade(palette, FAINT)
            yield from rectangle(Box(x - half, y - half, x + half, y + half), area, color)
            if (row, column) in MINES:
                yield from circle((x, y), cell * MINE, area, palette.ink)
    color = digit_color(palette, strong)
    yield Text(middle[0], middle[1] + DIGIT * cell / 2, str(VALUE), size, "display", "middle", color)
    yield from badges.marks()
