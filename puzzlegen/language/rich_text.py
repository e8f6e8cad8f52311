"""Neutral blocks of formatted text: headings, paragraphs, list items and places for figures."""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a list; ``marker`` is its number such as ``1.``, or a bullet."""

    runs: tuple[Run, ...]
    marker: str = "•"


@dataclass(frozen=True, slots=True)
class Figure:
    """A place for a figure, by its name; ``puzzle`` is the one-line text of the puzzle it shows, if any.

    The name of a technique's figure is ``technique`` and the code.
    """

    name: str
    puzzle: str = ""


Block = Heading | Paragraph | ListItem | Figure
