"""The words of a cover, and the position of its panels on the trimmed sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.document import RGB, Box, Picture
from puzzlegen.layout.core.theme import GridStyle
from puzzlegen.printers.cover_geometry import Area

MARGIN = 0.085  # share of the shorter side of a panel, from the trim to words


@dataclass(frozen=True, slots=True)
class Artwork:
    """The publisher's own artwork at its place on the trimmed sheet, with the place of the title, if any.

    ``head_color`` and ``foot_color`` are those of words on it, None for words on a band of the ground color.
    ``covers_back`` tells whether it covers the whole sheet.
    """

    picture: Picture
    title: Literal["top", "bottom", "none"]
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
    """A puzzle of the book as it is printed there, with a caption."""

    puzzle: Puzzle
    caption: str
    style: GridStyle


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
    ``spine_up``: the words on the spine run from the foot up, as in some languages.
    """

    title: str
    subtitle: str
    author: str
    back: BackText
    title_lines: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    spine_up: bool = False


def trimmed(area: Area, bleed: float) -> Box:
    """Return an area of the sheet relative to the trimmed corner."""
    return Box(area[0] - bleed, area[1] - bleed, area[2] - bleed, area[3] - bleed)
