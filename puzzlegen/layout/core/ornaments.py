"""Draws ornaments: pictures of sections, dividers and borders.

Lines are areas with round ends, one for each piece of a path. Lines as such would be read as those of boards when the
file is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil, cos, hypot, pi, sin
from typing import NamedTuple

from puzzlegen.config.ornaments import CORNER, DIVIDER, PICTURE, Piece, Shape
from puzzlegen.layout.core.document import Box, Gray, Mark, Page, Path, Points
from puzzlegen.layout.core.page_builder import LayoutContext, PageBuilder
from puzzlegen.layout.core.theme import Theme

LINE = 0.85  # weight of lines in units of a drawing
HEAVIEST = 4 / 3  # most of it, in that of the lines between cells; at least it is that, which all printers hold
STEP = 2.0  # points between the points of curves
CAP = 6  # sides of half a round end
PICTURE_WIDTH, LEAST_PICTURE = 0.36, 0.2  # of the picture of a section, shares of the width of the text block
LARGE_PICTURE = 0.5  # width of that of a page, share of the width of the text block
DIVIDER_WIDTH = 0.5  # share of the width of what it is aligned in
BORDER = 0.13  # width of the corners of a border, share of the width of the text block


class Place(NamedTuple):
    """Where a drawing is on a page: its top left corner, points per unit, and 1 or -1 across and down, if mirrored."""

    x: float
    y: float
    scale: float
    across: int = 1
    down: int = 1

    def points(self, piece: Piece) -> list[tuple[float, float]]:
        """Return the points along a piece of a path."""
        ends = [(self.x + self.across * x * self.scale, self.y + self.down * y * self.scale) for x, y in piece]
        if len(ends) == 2:
            return ends
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ends
        count = max(3, ceil((hypot(x1 - x0, y1 - y0) + hypot(x2 - x1, y2 - y1) + hypot(x3 - x2, y3 - y2)) / STEP))
        shares = [(i / count, 1 - i / count) for i in range(count + 1)]
        weights = [(u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t) for t, u in shares]
        return [(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in weights]


def drawing(shapes: Sequence[Shape], place: Place, theme: Theme) -> Iterator[Mark]:
    """Yield the marks of a drawing. Without a second ink its shapes in that ink are left out."""
    inks = {"black": theme.puzzle.ink, "line": None, "white": Gray(1.0), "tint": theme.second_ink}
    half = line_weight(theme, place.scale) / 2
    for shape in shapes:
        ink = inks[shape.paint]
        for path in shape.paths:
            pieces = [place.points(piece) for piece in path]
            if shape.paint == "line":
                yield from (Path(_outline(piece, half), theme.puzzle.ink) for piece in pieces)
            elif ink is not None:
                yield Path(tuple(point for piece in pieces for point in piece[1:]), ink)


def line_weight(theme: Theme, scale: float) -> float:
    """Return the weight of lines in points for so many points per unit."""
    return min(max(LINE * scale, theme.puzzle.lines), HEAVIEST * theme.puzzle.lines)


def _outline(points: Sequence[tuple[float, float]], half: float) -> Points:
    """Return the outline of a line of twice the width ``half`` along points, with round ends."""
    sides: list[tuple[float, float]] = []
    for trail in (points, points[::-1]):
        for i, (x, y) in enumerate(trail):
            (x0, y0), (x1, y1) = trail[max(0, i - 1)], trail[min(len(trail) - 1, i + 1)]
            length = hypot(x1 - x0, y1 - y0) or 1.0
            right, down = (y1 - y0) / length * half, (x0 - x1) / length * half
            sides.append((x + right, y + down))
        for i in range(1, CAP * 2):  # around the last point
            turn = pi * i / (CAP * 2)
            sides.append((x + right * cos(turn) - down * sin(turn), y + right * sin(turn) + down * cos(turn)))
    return tuple(sides)


def _picture(theme: Theme, turn: int, corner: tuple[float, float], width: float) -> list[Mark]:
    """Draw the picture of a turn, counted from 0; none in themes without ornaments."""
    pictures = ((), ()) if theme.ornaments is None else (theme.ornaments.picture, *theme.ornaments.more_pictures)
    return list(drawing(pictures[turn % len(pictures)], Place(*corner, width / PICTURE[0]), theme))


def _aligned(theme: Theme, box: Box, width: float) -> float:
    """Return the left of an ornament in a box, as the theme aligns titles."""
    return box.left + (box.width - width) / 2 * (theme.align == "center")


def picture_height(context: LayoutContext) -> float:
    """Return the height of the picture above a heading with the gap below it; 0 in themes without ornaments."""
    height = PICTURE_WIDTH * context.geometry.block(1).width * PICTURE[1] / PICTURE[0] + context.sizes.leading
    return height if context.theme.ornaments else 0.0


def add_picture(builder: PageBuilder, turn: int, top: float, words: float, height: float) -> None:
    """Add the picture of a section, whose number is ``turn``, above the heading at ``top``, or else at the right of it.

    It is left out where it would be small. ``words`` is the width of the heading, and ``height`` its height. Centered
    headings have nothing at their right.
    """
    theme, block, leading = builder.context.theme, builder.block, builder.context.sizes.leading
    wide, shape = PICTURE_WIDTH * block.width, PICTURE[0] / PICTURE[1]
    width, foot = min(wide, (top - leading - block.top) * shape), top - leading
    x = _aligned(theme, block, width)
    if width < LEAST_PICTURE * block.width and theme.align == "left":
        width = min(wide, block.width - words - leading, (height - leading) * shape)
        x, foot = block.right - width, top + height - leading
    if width >= LEAST_PICTURE * block.width:
        builder.add(_picture(theme, turn, (x, foot - width / shape), width))


def add_picture_between(builder: PageBuilder, turn: int, top: float, bottom: float) -> None:
    """Add the picture of a turn in the middle of the block between two heights, if it is not small there.

    Sets with one picture have none there, where it would be repeated on each page.
    """
    block, shape, theme = builder.block, PICTURE[0] / PICTURE[1], builder.context.theme
    width = min(PICTURE_WIDTH * block.width, (bottom - top - builder.context.sizes.leading) * shape)
    if theme.ornaments and theme.ornaments.more_pictures and width >= LEAST_PICTURE * block.width:
        corner = block.left + (block.width - width) / 2, (top + bottom - width / shape) / 2
        builder.add(_picture(theme, turn, corner, width))


def large_picture(context: LayoutContext, box: Box, middle: float) -> list[Mark]:
    """Draw the picture in the middle of a page that has nothing else, or a text; none in themes without ornaments."""
    width = LARGE_PICTURE * box.width
    corner = box.left + (box.width - width) / 2, middle - width * PICTURE[1] / PICTURE[0] / 2
    return _picture(context.theme, 0, corner, width)


def divider(theme: Theme, box: Box, middle: float) -> list[Mark]:
    """Draw a divider in a box, with its middle at the height ``middle``; none in themes without ornaments."""
    width = DIVIDER_WIDTH * box.width
    corner = _aligned(theme, box, width), middle - width * DIVIDER[1] / DIVIDER[0] / 2
    shapes = theme.ornaments.divider if theme.ornaments else ()
    return list(drawing(shapes, Place(*corner, width / DIVIDER[0]), theme))


def within_border(context: LayoutContext) -> LayoutContext:
    """Return the context with the margins of a page that has a border, in themes with ornaments."""
    page, more = context.geometry, BORDER * context.geometry.block(1).width * (context.theme.ornaments is not None)
    sides = {name: getattr(page, name) + more for name in ("inside", "outside", "top", "bottom")}
    return replace(context, geometry=replace(page, **sides))


def bordered(draw: Callable[[LayoutContext], list[Page]], number: int, context: LayoutContext) -> list[Page]:
    """Draw pages from page ``number`` on, in themes with ornaments within a border if they are one page within it."""
    edge = border(context, number)
    pages = draw(within_border(context)) if edge else []
    return [replace(pages[0], marks=(*pages[0].marks, *edge))] if len(pages) == 1 else draw(context)


def framed(page: Page, top: float, context: LayoutContext) -> Page:
    """Return a page of words that begin ``top`` points below its border, with the border and a picture above the words.

    The picture is left out where it does not fit.
    """
    theme, block, leading = context.theme, within_border(context).geometry.block(page.number), context.sizes.leading
    width = PICTURE_WIDTH * context.geometry.block(1).width
    height = width * PICTURE[1] / PICTURE[0]
    corner = block.left + (block.width - width) / 2, block.top + top - leading - height
    picture = _picture(theme, 0, corner, width) if corner[1] >= block.top else []
    return replace(page, marks=(*page.marks, *picture, *border(context, page.number)))


def border(context: LayoutContext, number: int) -> list[Mark]:
    """Draw a border along the sides of the text block of a page; none in themes without ornaments."""
    theme, box = context.theme, context.geometry.block(number)
    scale = BORDER * box.width / CORNER[0]
    if theme.ornaments is None:
        return []
    marks: list[Mark] = []
    for x, across in ((box.left, 1), (box.right, -1)):
        for y, down in ((box.top, 1), (box.bottom, -1)):
            marks += drawing(theme.ornaments.corner, Place(x, y, scale, across, down), theme)
    wide, high, end, middle = box.width / scale, box.height / scale, CORNER[0], CORNER[0] / 2
    level = [((end, y), (wide - end, y)) for y in (middle, high - middle)]
    upright = [((x, end), (x, high - end)) for x in (middle, wide - middle)]
    return [*marks, *drawing([Shape("line", ((*level, *upright),))], Place(box.left, box.top, scale), theme)]
