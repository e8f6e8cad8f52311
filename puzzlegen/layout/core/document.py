"""Pages of absolutely positioned marks, which layout hands to drawing, and the places of a board's cells on them.

Lengths are in the page's own unit (points for books, pixels for pictures), origin at the top left, x to the right, y
down. The page width and height are given in that unit; ``Page.unit`` says how many points one unit is on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field, replace
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import SQUARES, Lattice
from puzzlegen.errors import LayoutError, Loc

Anchor = Literal["start", "middle", "end"]
Role = Literal["puzzle", "answer", "ornament", "figure"]
Turn = Literal[0, 90, 180, 270]  # degrees, clockwise
Font = Literal["regular", "bold", "digits", "display"]  # digits: the clues; display: titles of covers
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Gray:
    """A gray for print, from 0 (black) to 1 (paper white)."""

    level: float


@dataclass(frozen=True, slots=True)
class RGB:
    """A color for screens; each part is 0 to 1."""

    red: float
    green: float
    blue: float

    def mixed(self, other: RGB, share: float) -> RGB:
        """Return a mixture with another color; ``share`` is the part of this one, 0 to 1."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return RGB(*(mine * share + rest * (1 - share) for mine, rest in pairs))


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
    """The outline of a rectangle with mitred corners; the line is centered on the rectangle's sides."""

    x: float
    y: float
    width: float
    height: float
    line: float
    color: Color


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line with square-cut ends, centered on its end points."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    color: Color


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text in one font.

    ``y`` is the baseline and ``x`` the point that ``anchor`` names. ``spacing`` is added after every letter. ``turn``
    rotates the text around its anchor point.
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
    """The outline of a circle; the line is centered on the radius."""

    x: float
    y: float
    radius: float
    line: float
    color: Color = BLACK


@dataclass(frozen=True, slots=True)
class Path:
    """A filled polygon."""

    points: Points
    fill: Color = BLACK


@dataclass(frozen=True, slots=True)
class Stroke:
    """Lines along points, each drawn without a break, with mitred corners and square-cut ends.

    If they are ``closed``, each returns from its last point to its first one. They are centered on the points.
    """

    lines: tuple[Points, ...]
    width: float
    color: Color = BLACK
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An image of ``columns`` x ``rows`` pixels, row by row, with ``channels`` bytes each.

    One is a gray from 0 (black) to 255 (paper), three are red, green and blue. ``note`` is a warning about the file
    that it was read from; empty if there is none.
    """

    x: float
    y: float
    width: float
    height: float
    columns: int
    rows: int
    pixels: bytes
    channels: Literal[1, 3] = 1
    note: str = ""


PlaceKind = Literal["puzzle", "answer", "hint", "hint-answer", "walkthrough", "contents", "page"]


class Place(NamedTuple):
    """What a link leads to: the puzzle of that number or something about it, the table of contents, or a page."""

    kind: PlaceKind
    number: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """An area of a page that leads to a place, in files for the screen. It shows nothing.

    ``text`` says where it leads, for screen readers.
    """

    x: float
    y: float
    width: float
    height: float
    place: Place
    text: str = ""

    @property
    def box(self) -> Box:
        """Its area."""
        return Box(self.x, self.y, self.x + self.width, self.y + self.height)


@dataclass(frozen=True, slots=True)
class Target:
    """The top left corner of a place that links lead to. It shows nothing."""

    x: float
    y: float
    place: Place


Mark = Rect | Frame | Line | Text | Disc | Ring | Path | Stroke | Picture


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Distance from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Distance from top to bottom."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class PlacedGrid:
    """The position of a grid on a page.

    ``x``, ``y`` is the top left corner of the box around the first cell, and ``cell`` the width of a cell. ``width``
    and ``height`` count columns and rows. ``page`` counts from 1. Ornaments and figures have the ``number`` 0.
    ``rim`` is the width, in cells, of the rim outside the frame that repeats the cells of the opposite sides.
    """

    number: int
    role: Role
    page: int
    x: float
    y: float
    cell: float
    width: int
    height: int
    lattice: Lattice = SQUARES
    rim: float = 0.0

    def center(self, cell: int) -> tuple[float, float]:
        """Return the middle ``(x, y)`` of a cell; cells are numbered row by row."""
        across, down = self.lattice.center(*divmod(cell, self.width))
        return self.x + across * self.cell, self.y + down * self.cell

    @property
    def box(self) -> Box:
        """The box around all columns and rows."""
        across, down = self.lattice.extent(self.width, self.height)
        return Box(self.x, self.y, self.x + across * self.cell, self.y + down * self.cell)

    @property
    def area(self) -> Box:
        """The box with the rim."""
        box, rim = self.box, self.rim * self.cell
        return Box(box.left - rim, box.top - rim, box.right + rim, box.bottom + rim)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry in the outline of a file for the screen; ``page`` counts from 1."""

    title: str
    page: int


# Standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4)
Tag = Literal[
    "H1", "H2", "H3", "H4", "H5", "H6", "P", "L", "LI", "Lbl", "LBody", "TOC", "TOCI", "Reference", "Link", "Figure"
]


HEADINGS: tuple[Tag, ...] = ("H1", "H2", "H3", "H4", "H5", "H6")


@dataclass(frozen=True, slots=True)
class PagePart:
    """Marks of a page that belong to one element of the structure that screen readers read.

    ``tags`` name the element and those around it, from the outermost. The first ``shared`` of them are those of the
    part before, also of one on the page before; the others begin here. With all of them shared, the part continues the
    element. Parts with marks, and links without marks, each follow one another.

    ``marks`` is the range of the places of its marks from 0. ``text`` is read in place of the marks: of a figure, and
    of words that have no spaces between them; for a link without marks it is what is read. ``link`` is the place of the
    link that the element is, or None.
    """

    tags: tuple[Tag, ...]
    marks: range
    text: str = ""
    shared: int = 0
    link: int | None = None

    @classmethod
    def of_line(cls, tags: tuple[Tag, ...], number: int, marks: range, words: str, shared: int = 0) -> PagePart:
        """Return the part of one line of an element, counted from 0; ``words`` are those of all its lines."""
        return cls(tags, marks, "", len(tags)) if number else cls(tags, marks, words, shared)


def moved_parts(parts: Iterable[PagePart], marks: int, links: int = 0) -> Iterator[PagePart]:
    """Yield the parts of marks that stand behind so many other ``marks`` and ``links``."""
    for part in parts:
        places = range(part.marks.start + marks, part.marks.stop + marks)
        yield replace(part, marks=places, link=None if part.link is None else part.link + links)


@dataclass(slots=True, kw_only=True)
class TaggedMarks:
    """Collects marks and grids, and the parts that the marks belong to, in the order in which they are read."""

    marks: list[Mark] = field(default_factory=list)
    parts: list[PagePart] = field(default_factory=list)
    grids: list[PlacedGrid] = field(default_factory=list)

    @contextmanager
    def part(self, *tags: Tag, text: str = "", shared: int = 0, link: int | None = None) -> Iterator[None]:
        """Make the marks that are added within the block a part, see PagePart."""
        first = len(self.marks)
        yield
        if len(self.marks) > first:
            self.parts.append(PagePart(tags, range(first, len(self.marks)), text, shared, link))


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``number`` counts from 1, and odd pages are rectos. ``block`` is the text block inside the margins.

    ``kind`` is one of title, copyright, how-to-play, section, puzzles, answers, blank, picture.
    ``folio`` is the page number printed on it, or None. ``parts`` are in the order in which they are read, and marks
    outside of them are not read; None for a page without structure for screen readers.
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
    targets: tuple[Target, ...] = ()
    parts: tuple[PagePart, ...] | None = None

    @property
    def recto(self) -> bool:
        """Whether it is a right-hand page."""
        return self.number % 2 == 1


def joined(page: Page, other: Page) -> Page:
    """Return a page with the marks, grids, links, targets and parts of ``other`` added."""
    parts = page.parts
    if parts is not None:
        parts = (*parts, *moved_parts(other.parts or (), len(page.marks), len(page.links)))
    return replace(
        page,
        marks=page.marks + other.marks,
        grids=page.grids + other.grids,
        links=page.links + other.links,
        targets=page.targets + other.targets,
        parts=parts,
    )


class Metrics(Protocol):
    """Measures of the fonts that layout needs; all lengths are for type of size 1."""

    def width(self, text: str, font: Font) -> float:
        """Return the sum of the letters' advances."""

    def figure_height(self, font: Font) -> float:
        """Return the height of flat-topped digits above the baseline."""

    def cap_height(self, font: Font) -> float:
        """Return the height of flat capitals above the baseline."""

    def bearing(self, char: str, font: Font) -> float:
        """Return the distance from the origin of a letter to its left edge."""

    def name(self, font: Font) -> str:
        """Return the name of the font family, for messages."""

    def missing(self, text: str, font: Font) -> str:
        """Return the characters of the text that the font has no glyph for, each once."""


def moved(marks: Iterable[Mark], dx: float, dy: float) -> list[Mark]:
    """Return the marks moved by ``dx`` and ``dy``."""
    if not dx and not dy:
        return list(marks)
    return [_moved(mark, dx, dy) for mark in marks]


def moved_grids(grids: Iterable[PlacedGrid], dx: float, dy: float, page: int) -> list[PlacedGrid]:
    """Return the grids moved by ``dx`` and ``dy``, on page ``page``."""
    return [replace(grid, x=grid.x + dx, y=grid.y + dy, page=page) for grid in grids]


def _moved(mark: Mark, dx: float, dy: float) -> Mark:
    # The frequent kinds are constructed directly: dataclasses.replace takes several times as long.
    if isinstance(mark, Text):
        x, y = mark.x + dx, mark.y + dy
        return Text(x, y, mark.string, mark.size, mark.font, mark.anchor, mark.color, mark.spacing, mark.turn)
    if isinstance(mark, Disc):
        return Disc(mark.x + dx, mark.y + dy, mark.radius, mark.fill)
    if isinstance(mark, Rect):
        return Rect(mark.x + dx, mark.y + dy, mark.width, mark.height, mark.fill)
    if isinstance(mark, Ring):
        return Ring(mark.x + dx, mark.y + dy, mark.radius, mark.line, mark.color)
    if isinstance(mark, Line):
        return Line(mark.x1 + dx, mark.y1 + dy, mark.x2 + dx, mark.y2 + dy, mark.width, mark.color)
    if isinstance(mark, Path):
        return replace(mark, points=_moved_points(mark.points, dx, dy))
    if isinstance(mark, Stroke):
        return replace(mark, lines=tuple(_moved_points(line, dx, dy) for line in mark.lines))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


def _moved_points(points: Points, dx: float, dy: float) -> Points:
    return tuple((x + dx, y + dy) for x, y in points)


def turned(texts: Iterable[Text], width: float, height: float) -> list[Text]:
    """Rotate texts by 180 degrees within a box of that size at the origin."""
    return [replace(text, x=width - text.x, y=height - text.y, turn=180) for text in texts]


RIM = 0.6  # of a cell: width of the rim around boards with joined sides


class BoardSize(NamedTuple):
    """The size of a board on paper, in widths of a cell, without its frame."""

    width: float
    height: float


@lru_cache(maxsize=256)
def board_size(grid: Grid, rim: bool = True) -> BoardSize:
    """Return the size of a board, with its ``rim`` or without it."""
    box, more = _box(grid), 2 * rim_width(grid) if rim else 0.0
    return BoardSize(box.width + more, box.height + more)


def rim_width(grid: Grid) -> float:
    """Return the width of the rim of a board, in widths of a cell; 0 for a board without joined sides."""
    return RIM if grid.variant.wraps else 0.0


def place_board(
    grid: Grid, number: int, role: Role, corner: tuple[float, float], cell: float, rim: bool = True
) -> PlacedGrid:
    """Place a board on page 1, with or without its ``rim``.

    ``corner`` is the top left of the area with the size ``board_size``, and ``cell`` the width of a cell.
    """
    box, edge = _box(grid), rim_width(grid) if rim else 0.0
    x, y = corner[0] + (edge - box.left) * cell, corner[1] + (edge - box.top) * cell
    return PlacedGrid(number, role, 1, x, y, cell, grid.width, grid.height, grid.variant.lattice, edge)


def cells_within(grid: Grid, width: float, height: float) -> tuple[int, int]:
    """Return how many columns and rows of a board fit an area; its sides are in widths of a cell."""
    lattice, size = grid.variant.lattice, board_size(grid, rim=False)
    columns = grid.width if size.width <= width else int(width - 0.5) if lattice.staggered else int(width)
    rows = grid.height if size.height <= height else 1 + int((height - lattice.tallness) / lattice.row_height)
    return columns, rows


@lru_cache(maxsize=256)
def _box(grid: Grid) -> Box:
    """Return the box around all columns and rows, without the half cells at the sides that only voids would fill."""
    lattice = grid.variant.lattice
    width, height = lattice.extent(grid.width, grid.height)
    if not grid.ragged:
        return Box(0.0, 0.0, width, height)
    present = grid.present.reshape(grid.height, grid.width)
    left = 0.0 if present[::2, 0].any() else 0.5
    right = width if present[1::2, -1].any() else float(grid.width)
    return Box(left, 0.0, right, height)


def check_glyphs(marks: Iterable[Mark], metrics: Metrics, where: str = "", at: Loc = ()) -> None:
    """Raise LayoutError for characters that their font has no glyph for; ``where`` begins the message."""
    for font, string in dict.fromkeys((mark.font, mark.string) for mark in marks if isinstance(mark, Text)):
        if missing := metrics.missing(string, font):
            codes = " ".join(f"U+{ord(char):04X}" for char in missing)
            problem = f"the font {metrics.name(font)} has no glyph for {missing!r} ({codes}); use other words or a font"
            raise LayoutError(f"{where}{string!r}: {problem} that has it", at=at, words=string)
