"""Lays out the front of a cover in one of several layouts; those of type only, a giant clue or a frame are here.

The layouts with pictures are in ``front_pictures``, what all layouts share in ``front_parts``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Frame, Line, Mark, Metrics, Path, Text, board_size, place_board
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.theme import GridStyle, Palette
from puzzlegen.layout.cover import front_parts, front_pictures
from puzzlegen.layout.cover.panels import MARGIN, CoverArt, CoverText, circle, rectangle, trimmed
from puzzlegen.printers.profile import CoverGeometry

INSET = 0.055  # of the width, from the trim to the frame: a frame near the trim shows every inexact cut
OUTER, INNER, APART = 4.0, 1.0, 7.0  # points: lines, and the distance of their middles
HEAD = 0.3  # of the height, for title and subtitle
ORNAMENT, NUMBER = 0.26, 0.085  # of the shorter side: the rule, and the size of the number of a volume in it


def framed(front: front_parts.Front) -> Iterator[Mark]:
    """Draw the frame, the words and the puzzle."""
    panel, palette = front.panel, front.palette
    short = min(panel.width, panel.height)
    inset = INSET * short
    for line, off in ((OUTER, inset), (INNER, inset + APART)):
        wide, high = panel.width - 2 * off, panel.height - 2 * off
        yield Frame(panel.left + off, panel.top + off, wide, high, line, palette.ink)
    pad = inset + APART + 0.06 * short
    box = Box(panel.left + pad, panel.top + pad * 1.1, panel.right - pad, panel.bottom - pad)
    gap = 0.055 * short
    if panel.width > front_parts.WIDE * panel.height:  # words and puzzle side by side
        middle = (box.left + box.right) / 2
        box, space = (
            Box(box.left, box.top, middle - gap / 2, box.bottom),
            Box(middle + gap / 2, box.top, box.right, box.bottom),
        )
        yield from _words(front, box, HEAD * 2)[0]
    else:
        marks, (top, low) = _words(front, box, HEAD)
        yield from marks
        space = Box(box.left, top, box.right, low)
    board = board_size(front.art.grid, rim=False)
    cell = min(space.width / board.width, space.height / board.height)
    left = (space.left + space.right - board.width * cell) / 2
    top = (space.top + space.bottom - board.height * cell) / 2
    place = place_board(front.art.grid, 0, "ornament", (left, top), cell, rim=False)
    style = GridStyle(
        frame=max(2.0, cell * 0.07),
        lines=max(0.75, cell * 0.028),
        lines_color=palette.ink,
        digit_font="bold",
        digit_color=palette.ink,
        clue_tint=front_pictures.tile_color(palette, 0),
        ink=palette.ink,
    )
    yield from puzzle_marks(front.art, place, style, front.metrics)


def _words(front: front_parts.Front, box: Box, share: float) -> tuple[list[Mark], tuple[float, float]]:
    """Set the words, and return the top and bottom of the space between them."""
    palette = front.palette
    gap = 0.055 * min(front.panel.width, front.panel.height)
    most = Box(box.left, box.top, box.right, box.top + front.panel.height * share)
    words = front_parts.heading(front, most, palette.ink, centered=True)
    foot = front_parts.author(front, box, palette.ink, centered=True)
    marks, low = words.marks + foot.marks, foot.end
    if front.text.badges:  # as a line, because discs are no part of a classic front
        line = front_parts.badge_line(front, Box(box.left, box.top, box.right, low - gap * 0.6))
        marks += line.marks
        low = line.end
    gap *= BESIDE_NUMBER if front.text.volume else 1
    rule = words.end + gap
    return [*marks, *_ornament(front, (box.left + box.right) / 2, rule)], (rule + gap, low - gap)


def _ornament(front: front_parts.Front, middle: float, y: float) -> Iterator[Mark]:
    """Draw a thin rule with a square on its corner in the middle, or with the number of the volume."""
    palette, short, metrics = front.palette, min(front.panel.width, front.panel.height), front.metrics
    half, size = ORNAMENT * short / 2, short * 0.012
    if front.text.volume:
        number, high = str(front.text.volume), NUMBER * short
        wide = metrics.width(number, "display") * high / 2
        half, size = half + wide, wide / 2.2 + size
        foot = y + high * metrics.figure_height("display") / 2
        yield Text(middle, foot, number, high, "display", "middle", palette.ink)
    yield Line(middle - half, y, middle - 2.2 * size, y, 1.0, palette.ink)
    yield Line(middle + 2.2 * size, y, middle + half, y, 1.0, palette.ink)
    if not front.text.volume:
        yield Path(((middle, y - size), (middle + size, y), (middle, y + size), (middle - size, y)), palette.accent)


BESIDE_NUMBER = 1.5  # times the usual distance from the rule
TILES = 6  # in the band
LEAST_STEPS = 3  # rows of a flight of steps; otherwise the tiles are in one row
LINE_GAP = 0.36  # between two lines, of the height of their capitals
DESCENDER = 0.15  # of the size: below the baseline of a line of the title
TALLEST = 0.3  # of the front: the capitals of a line are never higher
MOST_LINES = 6
LARGEST = 1.8  # times the size of the smallest line
TILE = 0.97  # of the distance of two tiles
WORDS_DIGIT = 0.5


def words(front: front_parts.Front) -> Iterator[Mark]:
    """Draw the lines of the title, the subtitle, and the band with the author below."""
    panel, inner, palette, metrics = front.panel, front.inner, front.palette, front.metrics
    pad = inner.left - panel.left
    foot, badges = front_parts.author_beside_badges(replace(front, centered=False))  # the lines have both margins
    yield from foot.marks
    cell = min(panel.width, panel.height) / TILES
    band = foot.end - pad * 0.7 - cell
    wanted = max(front_parts.SMALL, front_parts.SUBTITLE * inner.width * 1.1)
    small, subtitle = front_parts.subtitle_lines(front.text, inner.width, wanted, metrics)
    below = small * (1.0 + front_parts.SMALL_LEADING * len(subtitle)) if subtitle else 0.0
    low = min(band - pad * 0.8, badges.top - pad * 0.4) if front.text.badges else band - pad * 0.8
    lines, sizes = _best(front, Box(inner.left, inner.top, inner.right, low - below))
    y, cap = inner.top, metrics.cap_height("display")
    for index, (line, size) in enumerate(zip(lines, sizes, strict=True)):
        y += cap * size
        yield front_parts.title_line(line, (inner.left, y), size, palette.ink, metrics)
        y += _gap(lines, sizes, index, cap)
    last = y + bool(subtitle) * front_parts.more_below(lines[-1], sizes[-1], small, 1.0)
    if subtitle:
        yield from front_parts.lines_of_words(subtitle, (inner.left, last + small * (1.0 + cap)), small, palette.ink)
    columns = round(panel.width / cell)
    most = int((band + cell - last - below - pad) / cell)
    most = most if most >= LEAST_STEPS else 1
    for column in range(columns + 1):
        x = panel.left + column * cell
        rows = max(1, min(most, columns) * (min(column, columns - 1) + 1) // columns)
        color = front_pictures.tile_color(palette, min(column, columns - 1))
        for row in range(rows):
            y = band - row * cell
            yield from rectangle(Box(x, y, x + cell * TILE, y + cell * TILE), front.outer, color)
        middle = x + cell / 2, band + cell / 2 - (rows - 1) * cell
        if column < columns and not badges.covers(middle, cell * WORDS_DIGIT / 2):
            yield front_parts.digit_mark(
                front, middle, column + 1, cell * WORDS_DIGIT, front_pictures.digit_color(palette, color)
            )
    yield from badges.marks()


def _gap(lines: Sequence[str], sizes: list[float], index: int, cap: float) -> float:
    """Return the distance from a line to the capitals of the next one."""
    if index + 1 == len(sizes):
        return 0.0
    deep = DESCENDER * sizes[index] if front_parts.DESCENDING & set(lines[index]) else 0.0
    return LINE_GAP * cap * (sizes[index] + sizes[index + 1]) / 2 + deep


def _best(front: front_parts.Front, space: Box) -> tuple[tuple[str, ...], list[float]]:
    """Return the lines that fill the space best, with the size of each.

    Raises LayoutError when they do not fit at MIN_TITLE.
    """
    text, metrics, cap = front.text, front.metrics, front.metrics.cap_height("display")
    parts = front_parts.title_words(text.title)
    counts = range(1, min(MOST_LINES, len(parts)) + 1)
    choices = (
        [text.title_lines] if text.title_lines else [front_parts.balanced(parts, count, metrics) for count in counts]
    )
    choices = [lines for lines in choices if not any(map(front_parts.is_weak_end, lines))] or choices[:1]
    best: tuple[float, tuple[str, ...], list[float]] = (0.0, (), [])
    for lines in choices:
        most = TALLEST * front.panel.height / cap
        sizes = [min(most, space.width / front_parts.line_width(line, metrics)) for line in lines]
        sizes = [min(size, LARGEST * min(sizes)) for size in sizes]
        high = sum(cap * size + _gap(lines, sizes, index, cap) for index, size in enumerate(sizes))
        scale = min(1.0, space.height / high)
        sizes = [size * scale for size in sizes]
        area = sum(size**2 * front_parts.line_width(line, metrics) for line, size in zip(lines, sizes, strict=True))
        if area > best[0]:
            best = area, lines, sizes
    if not best[2] or min(best[2]) < front_parts.MIN_TITLE:
        raise LayoutError(
            f"its {len(text.title)} letters do not fit the front of the cover, even at {front_parts.MIN_TITLE:.0f} pt: "
            "shorten it, or choose another cover.layout",
            at=("title",),
        )
    return best[1], best[2]


VALUE = 3  # the giant clue; a volume shows its number instead if the front has room for as many mines
MINES = (
    (0, -1),
    (0, 1),
    (1, 0),
    (1, 1),
    (1, -1),
)  # row and column from the middle, as many as the clue from the first on
CELL = 0.56  # of the width
TILE_GAP = 0.03
TILE_DIGIT, TILE_MINE = 0.76, 0.31  # of a cell: height of the digit, radius of a mine
ABOVE, BELOW = 0.12, 0.46  # of a cell: what the rows above and below show
FAINT, STRONG = 0.32, 0.72  # places on the scale of colors


def digit(front: front_parts.Front) -> Iterator[Mark]:
    """Draw the words, and the cells between them."""
    palette, metrics, volume = front.palette, front.metrics, front.text.volume or VALUE
    value = volume if volume <= len(MINES) else VALUE
    around = front_parts.words_around_art(front)
    area, seen = around.area, around.seen
    yield from around.words
    cell = min(CELL * seen.width, seen.height / (1 + ABOVE + BELOW))
    spare = seen.height / cell - 1 - ABOVE - BELOW
    middle = (seen.left + seen.right) / 2, seen.top + (ABOVE + 0.4 * spare + 0.5) * cell
    size = TILE_DIGIT * cell / metrics.figure_height("display")
    badges = around.badges
    digit_foot = middle[1] + TILE_DIGIT * cell / 2
    if front.text.badges and badges.top < digit_foot:  # beside the digit: it moves away from them
        half_width = metrics.width(str(value), "display") * size / 2
        middle = min(middle[0], badges.left - half_width - 0.05 * cell), middle[1]
    strong = front_pictures.readable_shade(palette, STRONG)
    reach = math.ceil(seen.width / cell / 2 + 1)
    half_tile = cell * (1 - TILE_GAP) / 2
    for row in range(-2, 3):
        for column in range(-reach, reach + 1):
            x, y = middle[0] + column * cell, middle[1] + row * cell
            color = strong if (row, column) == (0, 0) else front_pictures.shade(palette, FAINT)
            yield from rectangle(Box(x - half_tile, y - half_tile, x + half_tile, y + half_tile), area, color)
            if (row, column) in MINES[:value]:
                yield from circle((x, y), cell * TILE_MINE, area, palette.ink)
    color = front_pictures.digit_color(palette, strong)
    yield Text(middle[0], digit_foot, str(value), size, "display", "middle", color)
    yield from badges.marks()


LAYOUTS: dict[str, Callable[[front_parts.Front], Iterator[Mark]]] = {
    "digit": digit,
    "pattern": front_pictures.pattern,
    "honeycomb": front_pictures.honeycomb,
    "picture": front_pictures.picture,
    "isometric": front_pictures.isometric,
    "words": words,
    "framed": framed,
}


def front_marks(
    text: CoverText, art: CoverArt, geometry: CoverGeometry, palette: Palette, metrics: Metrics
) -> Iterator[Mark]:
    """Draw the front in the layout of ``art``, or the words on its artwork.

    Raises LayoutError for words that do not fit.
    """
    bleed = geometry.bleed
    whole, safe = trimmed(geometry.front, bleed), trimmed(geometry.safe_front, bleed)
    panel = replace(whole, left=whole.left + geometry.hinge)
    distance = max(safe.left - panel.left, safe.top - panel.top)
    margin = max(MARGIN * min(panel.width, panel.height), distance)
    inner = Box(panel.left + margin, panel.top + margin, panel.right - margin, panel.bottom - margin)
    outer = Box(whole.left, panel.top - bleed, panel.right + bleed, panel.bottom + bleed)
    front = front_parts.Front(
        text, art.puzzle, art.picture, panel, inner, outer, distance, palette, metrics, art.centered
    )
    return LAYOUTS[art.layout](front) if art.artwork is None else front_pictures.artwork_words(front, art.artwork)
