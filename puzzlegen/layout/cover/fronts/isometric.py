"""A front with a field of columns seen from above at an angle; each is as high as the number of mines around it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from puzzlegen.layout.core.document import RGB, Box, Mark
from puzzlegen.layout.cover.front_parts import Front, words_around_art
from puzzlegen.layout.cover.shapes import circle, polygon
from puzzlegen.layout.cover.tile_colors import mixed, shade

ACROSS = 5  # rhombuses side by side
FLAT = 0.56  # height of a rhombus, share of its width
STEP = 0.2  # of the width of a rhombus: how much higher a column is for each mine
BASE = 0.3  # of the width of a rhombus
LEFT, RIGHT = 0.74, 0.5  # share of the top's color in the sides
TALLEST = 5
MINE = 0.26  # radius, of the width of a rhombus


def isometric(front: Front) -> Iterator[Mark]:
    """Draw the words on top, and the field below, which runs off both sides."""
    around = words_around_art(front)
    area, seen = around.area, around.seen
    yield from around.words
    wide = min(seen.width, seen.height * 1.5) / ACROSS
    middle, first = (seen.left + seen.right) / 2, seen.top + wide * STEP * TALLEST * 0.6
    reach = math.ceil(seen.width / wide / 2) + 1
    for line in range(math.ceil((area.bottom - first) / (wide * FLAT / 2)) + TALLEST):
        for step in range(-reach, reach + 1):
            at = middle + (step + line % 2 / 2) * wide, first + line * wide * FLAT / 2
            yield from _column(front, (line, step), at, wide, area)
    yield from around.badges.marks()


def _column(front: Front, cell: tuple[int, int], back: tuple[float, float], wide: float, area: Box) -> Iterator[Mark]:
    """Draw one column; ``back`` is the back corner of its rhombus on the ground."""
    # Lines of rhombuses are diagonals of the field.
    row, column = cell[0] // 2 - cell[1], (cell[0] + 1) // 2 + cell[1]
    mine = front.is_mine(row, column)
    value = 0 if mine else min(TALLEST, front.count(row, column))
    palette = front.palette
    top = shade(palette, 0.2 + 0.13 * value)
    half, quarter, high = wide / 2, wide * FLAT / 2, (BASE + STEP * value) * wide
    x, ground = back[0], back[1] + BASE * wide
    y = ground - high
    a, b, c, d = (x, y), (x + half, y + quarter), (x, y + 2 * quarter), (x - half, y + quarter)
    yield from polygon((d, c, (c[0], c[1] + high), (d[0], d[1] + high)), area, _darker(front, top, LEFT))
    yield from polygon((c, b, (b[0], b[1] + high), (c[0], c[1] + high)), area, _darker(front, top, RIGHT))
    yield from polygon((a, b, c, d), area, top)
    if mine:
        radius = wide * MINE
        yield from circle((x, y + quarter - radius * 0.6), radius, area, palette.ink)


def _darker(front: Front, color: RGB, share: float) -> RGB:
    dark = min((front.palette.ink, front.palette.ground), key=lambda one: one.red + one.green + one.blue)
    return mixed(color, dark, share)
