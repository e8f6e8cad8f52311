"""The front of a cover: title, subtitle, author, and a puzzle as artwork."""

from __future__ import annotations

import math
from collections.abc import Iterator

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.board_size import board_size
from puzzlegen.layout.core.document import RGB, Box, Mark, Metrics, Text
from puzzlegen.layout.core.line_breaking import TextLine, text_run, wrap_text
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.cover.panels import MARGIN, CoverText, trimmed
from puzzlegen.layout.cover.puzzle_tiles import puzzle_tiles
from puzzlegen.printers.cover_geometry import CoverGeometry

MAX_TITLE_SHARE, MIN_TITLE_SHARE = 0.115, 0.042  # height of the title's type, as a share of the trim height
TITLE_LINES = 4
MIN_TITLE = 18.0  # points
TITLE_BEFORE_ARTWORK = 0.06  # share of the trim height below which the title does not shrink further for the artwork
SUBTITLE, AUTHOR = 0.4, 0.34  # of the title's size
LEADING, SMALL_LEADING = 1.06, 1.3
SUBTITLE_DROP = 1.8  # of the subtitle's size, from the title's last line
ART_GAP = 0.9  # of the margin, between the words and the artwork
SMALL = 11.0  # points: least type of subtitle and author
MIN_ART = 0.3  # of the trim height: less is no artwork


def front_marks(
    text: CoverText, art: Puzzle, geometry: CoverGeometry, palette: Palette, metrics: Metrics
) -> Iterator[Mark]:
    """Set the title at the top and the author at the foot, with a puzzle between them.

    Raises LayoutError for words that do not fit.
    """
    panel = trimmed(geometry.front, geometry.bleed)
    margin = panel.width * MARGIN
    inner = Box(panel.left + margin, panel.top + margin, panel.right - margin, panel.bottom - margin)
    size, lines = _title(text, art, inner, panel.height, metrics)
    y = inner.top + size * metrics.cap_height("bold")
    for line in lines:
        yield from _line(line, inner.left, y, size, palette.ink)
        y += size * LEADING
    y -= size * LEADING
    small = _subtitle_size(size)
    for i, line in enumerate(wrap_text(text_run(text.subtitle), inner.width, small, metrics)):
        y += small * (SMALL_LEADING if i else SUBTITLE_DROP)
        yield from _line(line, inner.left, y, small, palette.ink)
    foot = inner.bottom
    author = _author_size(size)
    for line in reversed(wrap_text(text_run(text.author), inner.width, author, metrics)):
        yield from _line(line, inner.left, foot, author, palette.ink)
        foot -= author * SMALL_LEADING
    room = Box(inner.left, y + margin * ART_GAP, inner.right, foot - margin * ART_GAP / 3)
    if room.height < panel.height * MIN_ART:
        over = math.ceil((panel.height * MIN_ART - room.height) / (small * SMALL_LEADING))
        raise LayoutError(
            f"title: with subtitle and author it leaves no room for the artwork of the cover: "
            f"shorten the subtitle by {over} of its lines"
        )
    board = board_size(art.grid, rim=False)
    cell = min(room.width / board.width, room.height / board.height)
    top = room.bottom - board.height * cell  # aligned with the words above, and at the same foot on every cover
    yield from puzzle_tiles(art, Box(room.left, top, room.right, room.bottom), cell, palette, metrics)


def _subtitle_size(title: float) -> float:
    return max(SMALL, title * SUBTITLE)


def _author_size(title: float) -> float:
    return max(SMALL, title * AUTHOR)


def _title(text: CoverText, art: Puzzle, inner: Box, height: float, metrics: Metrics) -> tuple[float, list[TextLine]]:
    """Return the largest type with which the title fits and the artwork has full width, or else the title fits."""
    size = height * MAX_TITLE_SHARE
    least = max(MIN_TITLE, height * MIN_TITLE_SHARE)
    board = board_size(art.grid, rim=False)
    wanted = inner.width * board.height / board.width
    fitting: tuple[float, list[TextLine]] | None = None
    while size >= least:
        lines = wrap_text(text_run(text.title, True), inner.width, size, metrics)
        if len(lines) <= TITLE_LINES and all(_line_width(line, size, metrics) <= inner.width for line in lines):
            if fitting is None:
                fitting = (size, lines)
            small = _subtitle_size(size)
            below = len(wrap_text(text_run(text.subtitle), inner.width, small, metrics)) * small * SUBTITLE_DROP
            author = (
                len(wrap_text(text_run(text.author), inner.width, small, metrics)) * _author_size(size) * SMALL_LEADING
            )
            used = size * LEADING * len(lines) + below + author + inner.width * MARGIN * 2 * ART_GAP
            if inner.height - used >= wanted or size <= height * TITLE_BEFORE_ARTWORK:
                return size, lines
        size *= 0.96
    if fitting is not None:
        return fitting
    fits = int(TITLE_LINES * inner.width / (least * 0.55))
    raise LayoutError(
        f"title: its {len(text.title)} letters do not fit the front of the cover, even at {least:.0f} pt: "
        f"about {fits} letters in short words do"
    )


def _line_width(line: TextLine, size: float, metrics: Metrics) -> float:
    return max((piece.x + metrics.width(piece.text, piece.font) * size for piece in line), default=0.0)


def _line(line: TextLine, x: float, y: float, size: float, color: RGB) -> Iterator[Mark]:
    for piece in line:
        yield Text(x + piece.x, y, piece.text, size, piece.font, color=color)
