"""TODO."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one weight."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the page's own."""

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
    """A place for a drawing, by name; an example also says which puzzle it shows, as text.

    The name of a technique is ``technique`` and its code.
    """

    name: str
    puzzle: str = ""


Block = Heading | Paragraph | ListItem | Figure
