"""A front of type only: each line of the title is as wide as the front, over a band of tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Mark
from puzzlegen.layout.cover.front_parts import (
    SMALL,
    SMALL_LEADING,
    SUBTITLE,
    Front,
    author_beside_badges,
    digit_mark,
    lines_of_words,
    small_lines,
)
from puzzlegen.layout.cover.shapes import rectangle
from puzzlegen.layout.cover.tile_colors import digit_color, tile_color
from puzzlegen.layout.cover.title_setting import MIN_TITLE, balanced, is_weak_end, line_width, title_line

TILES = 6  # in the band
LEAST_STEPS = 3  # rows of a flight of steps; otherwise the tiles are in one row
GAP = 0.36  # between two lines, of the height of their capitals
DESCENDING, DESCENDER = frozenset("gjpqyQJ,;"), 0.15  # of the size, below the baseline
TALLEST = 0.3  # of the front: the capitals of a line are never higher
MOST_LINES = 6
LARGEST = 1.8  # times the size of the smallest line
TILE = 0.97  # of the distance of two tiles
DIGIT = 0.5


def words(front: Front) -> Iterator[Mark]:
    """Draw the lines of the title, the subtitle, and the band with the author below."""
    panel, inner, palette, metrics = front.panel, front.inner, front.palette, front.metrics
    pad = inner.left - panel.left
    foot, badges = author_beside_badges(replace(front, centered=False))  # the lines have both margins
    yield from foot.marks
    cell = min(panel.width, panel.height) / TILES
    band = foot.end - pad * 0.7 - cell
    wanted = max(SMALL, SUBTITLE * inner.width * 1.1)
    small, subtitle = small_lines(front.text.subtitle, inner.width, wanted, metrics)
    below = small * (1.0 + SMALL_LEADING * len(subtitle)) if subtitle else 0.0
    low = min(band - pad * 0.8, badges.top - pad * 0.4) if front.text.badges else band - pad * 0.8
    lines, sizes = _best(front, Box(inner.left, inner.top, inner.right, low - below))
    y, cap = inner.top, metrics.cap_height("display")
    for index, (line, size) in enumerate(zip(lines, sizes, strict=True)):
        y += cap * size
        yield title_line(line, (inner.left, y), size, palette.ink, metrics)
        y += _gap(lines, sizes, index, cap)
    last = y
    if subtitle:
        yield from lines_of_words(subtitle, (inner.left, last + small * (1.0 + cap)), small, palette.ink)
    columns = round(panel.width / cell)
    most = int((band + cell - last - below - pad) / cell)
    most = most if most >= LEAST_STEPS else 1
    for column in range(columns + 1):
        x = panel.left + column * cell
        rows = max(1, min(most, columns) * (min(column, columns - 1) + 1) // columns)
        color = tile_color(palette, min(column, columns - 1))
        for row in range(rows):
            y = band - row * cell
            yield from rectangle(Box(x, y, x + cell * TILE, y + cell * TILE), front.outer, color)
        middle = x + cell / 2, band + cell / 2 - (rows - 1) * cell
        if column < columns and not badges.covers(middle, cell * DIGIT / 2):
            yield digit_mark(front, middle, column + 1, cell * DIGIT, digit_color(palette, color))
    yield from badges.marks()


def _gap(lines: Sequence[str], sizes: list[float], index: int, cap: float) -> float:
    """Return the distance from a line to the capitals of the next one."""
    if index + 1 == len(sizes):
        return 0.0
    deep = DESCENDER * sizes[index] if DESCENDING & set(lines[index]) else 0.0
    return GAP * cap * (sizes[index] + sizes[index + 1]) / 2 + deep


def _best(front: Front, space: Box) -> tuple[tuple[str, ...], list[float]]:
    """Return the lines that fill the space best, with the size of each.

    Raises LayoutError when they do not fit at MIN_TITLE.
    """
    text, metrics, cap = front.text, front.metrics, front.metrics.cap_height("display")
    parts = text.title.split()
    counts = range(1, min(MOST_LINES, len(parts)) + 1)
    choices = [text.title_lines] if text.title_lines else [balanced(parts, count, metrics) for count in counts]
    choices = [lines for lines in choices if not any(map(is_weak_end, lines))] or choices[:1]
    best: tuple[float, tuple[str, ...], list[float]] = (0.0, (), [])
    for lines in choices:
        most = TALLEST * front.panel.height / cap
        sizes = [min(most, space.width / line_width(line, metrics)) for line in lines]
        sizes = [min(size, LARGEST * min(sizes)) for size in sizes]
        high = sum(cap * size + _gap(lines, sizes, index, cap) for index, size in enumerate(sizes))
        scale = min(1.0, space.height / high)
        sizes = [size * scale for size in sizes]
        area = sum(size**2 * line_width(line, metrics) for line, size in zip(lines, sizes, strict=True))
        if area > best[0]:
            best = area, lines, sizes
    if not best[2] or min(best[2]) < MIN_TITLE:
        raise LayoutError(
            f"title: its {len(text.title)} letters do not fit the front of the cover, even at {MIN_TITLE:.0f} pt: "
            "shorten it, or choose another cover.layout"
        )
    return best[1], best[2]
