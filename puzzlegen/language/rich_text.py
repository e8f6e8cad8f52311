"""Neutral blocks of formatted text: headings, paragraphs, list items, rules, images and places for figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TextAlign = Literal["start", "center", "end"]
WidthUnit = Literal["mm", "%"]


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one weight."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the title of the page."""

    level: int
    runs: tuple[Run, ...]
    align: TextAlign = "start"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a ``quoted`` one is indented."""

    runs: tuple[Run, ...]
    align: TextAlign = "start"
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list.

    ``marker`` is its number such as ``1.``, or a bullet, or empty for a further paragraph. ``level`` is 1, or more in a
    list within another. ``widest`` is the longest marker of its list, which the texts of all items make room for.
    """

    runs: tuple[Run, ...]
    marker: str = "•"
    level: int = 1
    widest: str = "•"


@dataclass(frozen=True, slots=True)
class Figure:
    """A place for a figure, by its name; ``puzzle`` is the one-line text of the puzzle it shows, if any.

    The name of a technique's figure is ``technique`` and the code.
    """

    name: str
    puzzle: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """A short line between two parts of a text."""


@dataclass(frozen=True, slots=True)
class Image:
    """An image in a ``file``.

    ``width`` is in millimeters or percent of the measure, as ``unit`` says; None leaves it to the layout. ``place`` is
    the file and line of the text, which begins messages.
    """

    file: str
    width: float | None = None
    unit: WidthUnit = "mm"
    place: str = ""


@dataclass(frozen=True, slots=True)
class PageBreak:
    """The end of a page."""


Block = Heading | Paragraph | ListItem | Figure | Rule | Image | PageBreak
