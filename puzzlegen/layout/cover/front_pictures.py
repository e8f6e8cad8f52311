"""Lays out the fronts with pictures: tiles, columns seen at an angle, a picture of cells, the artwork.

Tiles and columns count the mines around them. Digits on tiles have colors that readers can tell apart from the tile.
Title and author stand over artwork on a band of the ground color where needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import RGB, Box, Mark, Points, Text, moved
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.layout.cover.front_parts import (
    BADGE_STEP,
    HEAD,
    SQUARE_NEIGHBORS,
    BadgeColumn,
    Front,
    Words,
    author,
    badge_line,
    corner_badges,
    digit_mark,
    heading,
    words_around_art,
)
from puzzlegen.layout.cover.panels import Artwork, circle, polygon, rectangle

BAND = 0.8  # of the margin, from a band's edge to its words


def artwork_words(front: Front, artwork: Artwork) -> Iterator[Mark]:
    """Draw the words that belong on the artwork."""
    return _WORDS[artwork.title](front, artwork)


def _badges_alone(front: Front, _: Artwork) -> Iterator[Mark]:
    return corner_badges(front, front.inner.bottom - corner_badges(front, 0.0).radius).marks()


def _words_at_foot(front: Front, artwork: Artwork) -> Iterator[Mark]:
    """Set the words as one block, with the author under the title."""
    inner, pad, badges = front.inner, front.inner.left - front.panel.left, corner_badges(front, 0.0)
    foot = author(front, inner, _foot_color(front, artwork), centered=front.centered)
    words = heading(front, _head(front, inner.top), _foot_color(front, artwork), centered=front.centered)
    drop = (foot.end - pad if foot.marks else inner.bottom) - words.end
    top = inner.top + drop
    if artwork.foot_color is None:
        yield from _band(front, top - BAND * pad, front.outer.bottom)
    yield from moved(words.marks, 0.0, drop)
    yield from foot.marks
    yield from replace(badges, y=top - BAND * pad - badges.radius * 0.35).marks()


def _words_at_top(front: Front, artwork: Artwork) -> Iterator[Mark]:
    """Set the title at the head and the author at the foot."""
    inner, pad, badges = front.inner, front.inner.left - front.panel.left, corner_badges(front, 0.0)
    foot = author(front, inner, _foot_color(front, artwork), centered=front.centered)
    words = heading(front, _head(front, inner.top), artwork.head_color or front.palette.ink, centered=front.centered)
    if artwork.head_color is None:
        yield from _band(front, front.outer.top, words.end + BAND * pad)
    yield from words.marks
    badges = replace(badges, y=foot.end - (pad + badges.radius if front.centered else 0.4 * pad))
    if front.text.badges and not front.centered:
        foot = author(front, Box(inner.left, inner.top, badges.left - 8.0, inner.bottom), _foot_color(front, artwork))
    yield from _foot(front, artwork, foot, pad)
    yield from badges.marks()


def _words_below(front: Front, artwork: Artwork) -> Iterator[Mark]:
    """Set the words below artwork that nothing covers: badges are a line of words above the author."""
    inner, pad, color = front.inner, front.inner.left - front.panel.left, front.palette.ink
    foot = author(front, inner, color, centered=front.centered)
    yield from foot.marks
    low = foot.end - pad * 0.4
    if front.text.badges:
        line = badge_line(front, Box(inner.left, inner.top, inner.right, low), centered=front.centered)
        yield from line.marks
        low = line.end - pad * 0.4
    top = artwork.picture.y + artwork.picture.height + BAND * pad
    yield from heading(front, Box(inner.left, top, inner.right, low), color, centered=front.centered).marks


_WORDS = {"top": _words_at_top, "bottom": _words_at_foot, "above": _words_below, "none": _badges_alone}


def _foot(front: Front, artwork: Artwork, foot: Words, pad: float) -> Iterator[Mark]:
    if foot.marks and artwork.foot_color is None:
        yield from _band(front, foot.end - BAND * pad, front.outer.bottom)
    yield from foot.marks


def _foot_color(front: Front, artwork: Artwork) -> RGB:
    return artwork.foot_color or front.palette.ink


def _head(front: Front, top: float) -> Box:
    inner = front.inner
    return Box(inner.left, top, inner.right, top + HEAD * front.panel.height)


def _band(front: Front, top: float, bottom: float) -> Iterator[Mark]:
    outer = front.outer
    yield from rectangle(Box(outer.left, top, outer.right, bottom), outer, front.palette.ground)


READABLE = 4.5  # least contrast of a digit with its tile, as WCAG requires of text
STEPS = 9  # counts of mines, 0 to 8
_FINE = 200  # steps in which a readable color is searched
_LIGHTEST, _ACCENT, _DEEPEST = 0.16, 0.72, 0.9  # places on the scale: least ink that prints, the accent, the last step
_DULL = 0.7  # of the saturation of ground and accent: mixtures with less look like mud
_MOST_INK = 0.4  # in the first half of a scale that does not mix ground and accent


def shade(palette: Palette, place: float) -> RGB:
    """Return the color at a place of the scale: 0 is the ground, _ACCENT the accent, and 1 the accent with much ink.

    It mixes ground and accent, or if that is dull, as of blue and orange, first ground and ink and then the accent.
    """
    if place > _ACCENT:
        return palette.ink.mixed(palette.accent, (place - _ACCENT) / (1 - _ACCENT) * 0.75)
    share = place / _ACCENT
    if not _is_dull(palette):
        return palette.accent.mixed(palette.ground, share)
    if share < 0.5:
        return palette.ink.mixed(palette.ground, share * 2 * _MOST_INK)
    return palette.ink.mixed(palette.accent, (1 - share) * 0.7)


def _is_dull(palette: Palette) -> bool:
    ends = _saturation(palette.ground), _saturation(palette.accent)
    middle = palette.accent.mixed(palette.ground, 0.5)
    return min(ends) > 0.1 and _saturation(middle) < _DULL * sum(ends) / 2


def _saturation(color: RGB) -> float:
    parts = color.red, color.green, color.blue
    return max(parts) - min(parts)


def digit_color(palette: Palette, tile: RGB) -> RGB:
    """Return the one of ink and ground that contrasts more with a tile."""
    return max((palette.ink, palette.ground), key=lambda color: contrast(color, tile))


def readable_shade(palette: Palette, place: float) -> RGB:
    """Return the color nearest to a place of the scale on which digits have a contrast of at least READABLE."""
    tries = sorted((i / _FINE for i in range(_FINE + 1)), key=lambda position: (abs(position - place), position))
    colors = (shade(palette, position) for position in tries if position >= _LIGHTEST / 2)
    readable = next((color for color in colors if contrast(digit_color(palette, color), color) >= READABLE), None)
    return palette.ink if readable is None else readable


def tile_color(palette: Palette, count: int) -> RGB:
    """Return the color of a tile with a clue: the more mines, the stronger."""
    place = _LIGHTEST + (_DEEPEST - _LIGHTEST) * min(1.0, count / 6)
    return readable_shade(palette, place)


CELL = 1 / 7  # of the shorter side of the front
PATTERN_GAP = 0.045  # of a cell
PATTERN_DIGIT = 0.46
PATTERN_MINE = 0.27  # radius
LABEL = 0.46  # greatest height of the label, share of the front
ABOVE = 2  # rows above the label
PADDING = 0.85  # of the margin, from the top and foot of the label to the words
ENOUGH = 0.97  # of the largest possible title: the label is no higher than such a title needs


@dataclass(frozen=True, slots=True)
class _Tiling:
    """How tiles lie: the height of a row and the shift of every second row, in widths of a tile, and their corners.

    ``corners`` are steps from the middle, in widths of a tile. ``neighbors`` has those of rows with an even and an odd
    number. ``apart`` is how far the middle of a tile is from the right side of the label, in widths.
    """

    row: float
    shift: float
    corners: Points
    neighbors: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
    apart: float = 0.0

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the middle of a tile in widths from the left and top side of the field."""
        return column + 0.5 + self.shift * (row % 2), (row + 0.5) * self.row


SQUARES = _Tiling(1.0, 0.0, ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)), (SQUARE_NEIGHBORS, SQUARE_NEIGHBORS))
_SIDE = 1 / math.sqrt(3)  # of a hexagon, in its widths
_BESIDE = ((0, -1), (0, 1))
HEXAGONS = _Tiling(
    1.5 * _SIDE,
    0.5,
    ((0.0, -_SIDE), (0.5, -_SIDE / 2), (0.5, _SIDE / 2), (0.0, _SIDE), (-0.5, _SIDE / 2), (-0.5, -_SIDE / 2)),
    (
        (*_BESIDE, (-1, -1), (-1, 0), (1, -1), (1, 0)),
        (*_BESIDE, (-1, 0), (-1, 1), (1, 0), (1, 1)),
    ),
    0.3,
)


def pattern(front: Front) -> Iterator[Mark]:
    """Draw square tiles, the label on whole cells, and its words."""
    return _tiled(front, SQUARES)


def honeycomb(front: Front) -> Iterator[Mark]:
    """Draw hexagonal tiles, the label on whole rows, and its words."""
    return _tiled(front, HEXAGONS)


def _tiled(front: Front, tiling: _Tiling) -> Iterator[Mark]:
    panel = front.panel
    columns = round(panel.width / (CELL * min(panel.width, panel.height)))
    cell = panel.width / columns
    high = cell * tiling.row
    rows = math.ceil(panel.height / high)
    top = panel.top - (rows * high - panel.height) / 2
    most = max(2, int(panel.height * LABEL / high))
    above = ABOVE if rows - most > ABOVE + 2 else 1
    start = top + above * high
    labels = [
        Box(panel.left, start, panel.right - cell, start + count * high) for count in range(2, max(3, rows - above))
    ]
    label, drawn = _label(front, labels, most - 1)
    badges = corner_badges(front, label.bottom)
    badges = BadgeColumn(front, max(badges.x, label.right), label.bottom, badges.radius, BADGE_STEP)
    badges = badges.within(panel.bottom - front.safe - label.bottom)
    right = label.right + tiling.apart * cell
    for row in range(-1, rows + 1):
        for column in range(-1, columns + 1):
            across, down = tiling.middle(row, column)
            middle = panel.left + across * cell, top + down * cell
            if not (label.left - cell < middle[0] < right and label.top < middle[1] < label.bottom):
                yield from _tile(front, tiling, (row, column), middle, cell, badges)
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
    return next((label, words) for label, words in fitting if _title_size(words) >= ENOUGH * largest)


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
    front: Front,
    tiling: _Tiling,
    place: tuple[int, int],
    middle: tuple[float, float],
    cell: float,
    badges: BadgeColumn,
) -> Iterator[Mark]:
    """Draw one tile; only digits that are whole, safe from the trim and in front of no badge are drawn."""
    x, y = middle
    size = cell * (1 - PATTERN_GAP)
    corners = tuple((x + across * size, y + down * size) for across, down in tiling.corners)
    if front.is_mine(*place):
        yield from polygon(corners, front.outer, front.palette.ink)
        yield from circle(middle, cell * PATTERN_MINE, front.outer, front.palette.ground)
        return
    value = front.count(*place, tiling.neighbors[place[0] % 2])
    color = tile_color(front.palette, value)
    yield from polygon(corners, front.outer, color)
    half, panel = cell * PATTERN_DIGIT / 2, front.panel
    safe = Box(panel.left + front.safe, panel.top + front.safe, panel.right - front.safe, panel.bottom - front.safe)
    inside = safe.left < x - half and x + half < safe.right and safe.top < y - cell / 3 and y + cell / 3 < safe.bottom
    if inside and not badges.covers(middle, half):
        yield digit_mark(front, middle, value, cell * PATTERN_DIGIT, digit_color(front.palette, color))


ACROSS = 5  # rhombuses side by side
FLAT = 0.56  # height of a rhombus, share of its width
STEP = 0.2  # of the width of a rhombus: how much higher a column is for each mine
BASE = 0.3  # of the width of a rhombus
LEFT, RIGHT = 0.74, 0.5  # share of the top's color in the sides
TALLEST = 5
RHOMBUS_MINE = 0.26  # radius, of the width of a rhombus


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
            base = middle + (step + line % 2 / 2) * wide, first + line * wide * FLAT / 2
            yield from _column(front, (line, step), base, wide, area)
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
        radius = wide * RHOMBUS_MINE
        yield from circle((x, y + quarter - radius * 0.6), radius, area, palette.ink)


def _darker(front: Front, color: RGB, share: float) -> RGB:
    dark = min((front.palette.ink, front.palette.ground), key=lambda one: one.red + one.green + one.blue)
    return color.mixed(dark, share)


PICTURE_GAP = 0.06  # of a cell
PICTURE_DIGIT = 0.5
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
    left, badges = _clear(front, around.badges, space, (left, top, cell))
    across = math.ceil(max(left - space.left, space.right - left - columns * cell) / cell) + 1
    down = math.ceil((top - space.top) / cell) + 1
    for row in range(-down, rows + down):
        for column in range(-across, columns + across):
            x, y, half = left + (column + 0.5) * cell, top + (row + 0.5) * cell, cell * (1 - PICTURE_GAP) / 2
            square = Box(x - half, y - half, x + half, y + half)
            filled, count = _filled(front, row, column), _count(front, row, column)
            color = _color(front, filled=filled, count=count)
            yield from rectangle(square, area, color)
            shown = filled and (row * 5 + column * 3 + row // 3) % EVERY == 0
            shown = shown and not badges.covers((x, y), half)
            if shown and cell * PICTURE_DIGIT > LEAST_DIGIT * front.metrics.figure_height("bold"):
                yield digit_mark(front, (x, y), count, cell * PICTURE_DIGIT, digit_color(palette, color))
    yield from badges.marks()


def _clear(front: Front, badges: BadgeColumn, space: Box, at: tuple[float, float, float]) -> tuple[float, BadgeColumn]:
    """Return the left of the picture, and the badges in the corner where they hide the fewest filled cells.

    ``at`` is left, top and side of a cell of the picture in the middle. It moves aside by as few cells as help most.
    """
    (middle, top, cell), radius = at, badges.radius
    y = space.top + radius * 1.15
    right = BadgeColumn(front, badges.x, y, radius, BADGE_STEP)
    mirrored = replace(right, x=space.left + space.right - badges.x)
    below = [column for column in (right, mirrored) if y + column.reach * radius <= space.bottom]
    marks, across = "".join(front.picture), len(front.picture[0])
    filled = [divmod(place, across) for place, mark in enumerate(marks) if mark == "#"]
    aside = max(0, math.floor((middle - space.left) / cell) - MARGIN)
    moves = sorted(range(-aside, aside + 1), key=abs)
    places = [(middle + move * cell, column) for move in moves for column in (badges, *below)]

    def hidden(place: tuple[float, BadgeColumn]) -> int:
        left, column = place
        return sum(column.covers((left + (j + 0.5) * cell, top + (i + 0.5) * cell), 0.0) for i, j in filled)

    return next((place for place in places if not hidden(place)), None) or min(places, key=hidden)


def _color(front: Front, *, filled: bool, count: int) -> RGB:
    if not filled:
        return shade(front.palette, _LIGHTEST)  # faint, but printable
    return readable_shade(front.palette, 0.36 + 0.04 * count)


def _filled(front: Front, row: int, column: int) -> bool:
    rows = front.picture
    return 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] == "#"


def _count(front: Front, row: int, column: int) -> int:
    return sum(_filled(front, row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
