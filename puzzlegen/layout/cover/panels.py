"""The panels of a cover: their places on the trimmed sheet, the words on them, and polygons clipped to them.

A front ends at the fold, whatever runs off its other sides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.markdown_blocks import Block
from puzzlegen.layout.core.document import RGB, Box, Mark, Path, Picture, Points
from puzzlegen.layout.core.theme import GridStyle
from puzzlegen.printers.profile import Area

MARGIN = 0.085  # share of the shorter side of a panel, from the trim to words


@dataclass(frozen=True, slots=True)
class Artwork:
    """The publisher's own artwork at its place on the trimmed sheet, with the place of the title, if any.

    The title of artwork ``above`` it stands below the picture.

    ``head_color`` and ``foot_color`` are those of words on it, None for words on a band of the ground color.
    ``covers_back`` tells whether it covers the whole sheet.
    """

    picture: Picture
    title: Literal["top", "bottom", "above", "none"]
    head_color: RGB | None
    foot_color: RGB | None
    covers_back: bool = False


@dataclass(frozen=True, slots=True)
class CoverArt:
    """What the artwork of a cover is made from: a layout of the front, a puzzle, and a picture as rows of # and a dot.

    ``layout`` is a key of ``front.LAYOUTS``. ``artwork`` replaces what the layout draws. ``centered`` tells whether the
    words on the front are in the middle.
    """

    layout: str
    puzzle: Puzzle
    picture: tuple[str, ...]
    artwork: Artwork | None = None
    centered: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """A puzzle of the book as it is printed there, with a caption, and ``words`` in a line below it, if any."""

    puzzle: Puzzle
    caption: str
    style: GridStyle
    words: str = ""

    @property
    def lines(self) -> list[str]:
        """The lines below the puzzle."""
        return [line for line in (self.caption, self.words) if line]


@dataclass(frozen=True, slots=True)
class BackText:
    """The content of a back: the text, a list of facts, words about the author, short lines, and a sample puzzle.

    Everything but the text may be empty. ``lines`` are lines such as the category and the price, for booksellers.
    """

    text: tuple[Block, ...]
    facts: tuple[str, ...] = ()
    about: tuple[Block, ...] = ()
    lines: tuple[str, ...] = ()
    sample: Sample | None = None


@dataclass(frozen=True, slots=True)
class CoverText:
    """The words of a cover.

    ``title_lines`` are the lines of the title, none for automatic ones. Each of the ``badges`` is a disc on the front.
    ``volume`` is the number of the volume, if it has one, and ``volume_line`` the line about it below the subtitle,
    empty if a badge has it.
    ``spine_up``: the words on the spine run from the foot up, as in some languages.
    """

    title: str
    subtitle: str
    author: str
    back: BackText
    title_lines: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    spine_up: bool = False
    volume: int | None = None
    volume_line: str = ""


def trimmed(area: Area, bleed: float) -> Box:
    """Return an area of the sheet relative to the trimmed corner."""
    return Box(area[0] - bleed, area[1] - bleed, area[2] - bleed, area[3] - bleed)


_THINNEST = 1.0  # points: a thinner rest of a shape does not print reliably
_CORNERS = 120  # of a polygon that stands for a circle: off by 0.1 pt at a radius of 300


def polygon(points: Points, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a convex polygon within an area, if any."""
    sides: tuple[Callable[[tuple[float, float]], float], ...] = (
        lambda at: at[0] - area.left,
        lambda at: area.right - at[0],
        lambda at: at[1] - area.top,
        lambda at: area.bottom - at[1],
    )
    for inside in sides:
        points = tuple(_cut(points, inside))
    if not points:
        return
    xs, ys = zip(*points, strict=True)
    if max(xs) - min(xs) >= _THINNEST and max(ys) - min(ys) >= _THINNEST:
        yield Path(points, fill)


def _cut(points: Points, inside: Callable[[tuple[float, float]], float]) -> Iterator[tuple[float, float]]:
    for start, end in zip(points, (*points[1:], *points[:1]), strict=True):
        here, there = inside(start), inside(end)
        if here >= 0:
            yield start
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def rectangle(box: Box, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a rectangle within an area, if any."""
    corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return polygon(corners, area, fill)


def circle(middle: tuple[float, float], radius: float, area: Box, fill: RGB) -> Iterator[Mark]:
    """Yield the part of a circle within an area, if any."""
    return polygon(ellipse(middle, radius, radius), area, fill)


def ellipse(middle: tuple[float, float], wide: float, high: float) -> Points:
    """Return the points of an ellipse with the half axes ``wide`` and ``high``."""
    turns = (2 * math.pi * i / _CORNERS for i in range(_CORNERS))
    return tuple((middle[0] + wide * math.cos(turn), middle[1] + high * math.sin(turn)) for turn in turns)
