"""What layout hands to render: pages of absolute marks.

Lengths are in the page's own unit (points for books, pixels for pictures), origin at the top left, x to the right,
y down. The page width and height are given in that unit; ``Page.unit`` says how many points one unit is on paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

Anchor = Literal["start", "middle", "end"]
Role = Literal["puzzle", "answer", "ornament", "figure"]
Turn = Literal[0, 90, 180]  # degrees, clockwise
Font = Literal["regular", "bold", "digits"]  # digits: the clues


@dataclass(frozen=True, slots=True)
class Gray:
    """Ink for print: 0 black to 1 paper white."""

    level: float


@dataclass(frozen=True, slots=True)
class RGB:
    """Light for screens: each part 0 to 1."""

    red: float
    green: float
    blue: float


Color = Gray | RGB
BLACK = Gray(0.0)


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: Color


@dataclass(frozen=True, slots=True)
class Frame:
    """The outline of a rectangle, mitred; the line is centred on the rectangle's sides."""

    x: float
    y: float
    width: float
    height: float
    line: float
    color: Color


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line with square-cut ends, centred on its end points."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    color: Color


@dataclass(frozen=True, slots=True)
class Text:
    """A run of one font. ``y`` is the baseline, ``x`` the point the anchor names; ``spacing`` follows every letter.

    Words with a ``turn`` are turned around that point.
    """

    x: float
    y: float
    string: str
    size: float
    font: Font = "regular"
    anchor: Anchor = "start"
    color: Color = BLACK
    spacing: float = 0.0
    turn: Turn = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: Color = BLACK


@dataclass(frozen=True, slots=True)
class Ring:
    """The outline of a circle, the line centred on the radius."""

    x: float
    y: float
    radius: float
    line: float
    color: Color = BLACK


@dataclass(frozen=True, slots=True)
class Path:
    """A filled polygon: stars, crosses, flags."""

    points: tuple[tuple[float, float], ...]
    fill: Color = BLACK


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of greys: ``columns`` x ``rows`` pixels of one byte each, row by row, 0 black, 255 paper."""

    x: float
    y: float
    width: float
    height: float
    columns: int
    rows: int
    pixels: bytes


Mark = Rect | Frame | Line | Text | Disc | Ring | Path | Picture


@dataclass(frozen=True, slots=True)
class PlacedGrid:
    """Where a grid stands. ``x``, ``y`` is the top left corner of its first cell; ``page`` counts from 1.

    ``width`` and ``height`` are in cells, ``cell`` is the side of one. Ornaments and figures have the number 0.
    """

    number: int
    role: Role
    page: int
    x: float
    y: float
    cell: float
    width: int
    height: int

    def center(self, cell: int) -> tuple[float, float]:
        """Middle of a cell, cells numbered row by row."""
        row, col = divmod(cell, self.width)
        return self.x + (col + 0.5) * self.cell, self.y + (row + 0.5) * self.cell


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Link:
    """An area of a page that leads to the grid of that role and number. Only files for the screen have them."""

    area: Box
    role: Role
    number: int


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline of a file for the screen; ``page`` counts from 1."""

    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``number`` counts from 1, odd pages are rectos. ``block`` is the text block inside the margins.

    ``kind`` is one of title, copyright, how-to-play, section, puzzles, answers, blank, picture.
    ``folio`` is the page number printed on it, None where none is.
    """

    number: int
    kind: str
    width: float
    height: float
    block: Box
    marks: tuple[Mark, ...]
    grids: tuple[PlacedGrid, ...] = ()
    folio: int | None = None
    unit: float = 1.0
    paper: Color | None = None
    links: tuple[Link, ...] = ()

    @property
    def recto(self) -> bool:
        """Whether it is a right-hand page."""
        return self.number % 2 == 1


class Metrics(Protocol):
    """What layout must know of the fonts; lengths for size 1."""

    def width(self, text: str, font: Font) -> float:
        """Sum of the advances."""

    def figure_height(self, font: Font) -> float:
        """Height of the flat-topped digits above the baseline."""

    def cap_height(self, font: Font) -> float:
        """Height of the flat capitals above the baseline."""

    def name(self, font: Font) -> str:
        """Name of the family, for messages."""

    def missing(self, text: str, font: Font) -> str:
        """The characters of the text that the font has no glyph for, each once."""


def moved(marks: Iterable[Mark], dx: float, dy: float) -> list[Mark]:
    """The marks, all moved by the same way."""
    if not dx and not dy:
        return list(marks)
    return [_moved(mark, dx, dy) for mark in marks]


def moved_grids(grids: Iterable[PlacedGrid], dx: float, dy: float, page: int) -> list[PlacedGrid]:
    """The grids moved, on page ``page``."""
    return [replace(grid, x=grid.x + dx, y=grid.y + dy, page=page) for grid in grids]


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    # Built anew by hand where there are thousands: dataclasses.replace takes several times as long.
    if isinstance(mark, Text):
        x, y = mark.x + dx, mark.y + dy
        return Text(x, y, mark.string, mark.size, mark.font, mark.anchor, mark.color, mark.spacing, mark.turn)
    if isinstance(mark, Disc):
        return Disc(mark.x + dx, mark.y + dy, mark.radius, mark.fill)
    if isinstance(mark, Line):
        return Line(mark.x1 + dx, mark.y1 + dy, mark.x2 + dx, mark.y2 + dy, mark.width, mark.color)
    if isinstance(mark, Path):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def turned(texts: Iterable[Text], width: float, height: float) -> list[Text]:
    """Texts in a box of that size at the origin, with the box turned upside down where it stands."""
    return [replace(text, x=width - text.x, y=height - text.y, turn=180) for text in texts]
