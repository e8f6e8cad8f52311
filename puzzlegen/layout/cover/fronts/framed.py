"""A classic front: words in the middle of a double frame, with a puzzle of the book as it is printed."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import Box, Frame, Line, Mark, Path
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.theme import GridStyle
from puzzlegen.layout.cover.front_parts import WIDE, Front, author, badge_line, heading
from puzzlegen.layout.cover.tile_colors import tile_color

INSET = 0.055  # of the width, from the trim to the frame: a frame near the trim shows every inexact cut
OUTER, INNER, APART = 4.0, 1.0, 7.0  # points: lines, and the distance of their middles
HEAD = 0.3  # of the height, for title and subtitle
ORNAMENT = 0.26  # of the shorter side: the rule


def framed(front: Front) -> Iterator[Mark]:
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
    if panel.width > WIDE * panel.height:  # words and puzzle side by side
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
        inner=max(0.75, cell * 0.028),
        inner_color=palette.ink,
        digit_font="bold",
        digit_color=palette.ink,
        clue_tint=tile_color(palette, 0),
        ink=palette.ink,
    )
    yield from puzzle_marks(front.art, place, style, front.metrics)


def _words(front: Front, box: Box, share: float) -> tuple[list[Mark], tuple[float, float]]:
    """Set the words, and return the top and bottom of the space between them."""
    palette = front.palette
    gap = 0.055 * min(front.panel.width, front.panel.height)
    most = Box(box.left, box.top, box.right, box.top + front.panel.height * share)
    words = heading(front, most, palette.ink, centered=True)
    foot = author(front, box, palette.ink, centered=True)
    marks, low = words.marks + foot.marks, foot.end
    if front.text.badges:  # as a line, because discs are no part of a classic front
        line = badge_line(front, Box(box.left, box.top, box.right, low - gap * 0.6))
        marks += line.marks
        low = line.end
    rule = words.end + gap
    return [*marks, *_ornament(front, (box.left + box.right) / 2, rule)], (rule + gap, low - gap)


def _ornament(front: Front, middle: float, y: float) -> Iterator[Mark]:
    """Draw a thin rule with a square on its corner in the middle."""
    palette, short = front.palette, min(front.panel.width, front.panel.height)
    half, size = ORNAMENT * short / 2, short * 0.012
    yield Line(middle - half, y, middle - 2.2 * size, y, 1.0, palette.ink)
    yield Line(middle + 2.2 * size, y, middle + half, y, 1.0, palette.ink)
    yield Path(((middle, y - size), (middle + size, y), (middle, y + size), (middle - size, y)), palette.accent)
