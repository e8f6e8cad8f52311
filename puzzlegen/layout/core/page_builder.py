"""Builds single pages: geometry, marks and grids, folio, running head, and the mark on each page of a draft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from puzzlegen.config.themes import Placement, TypeSizes
from puzzlegen.language.markdown_blocks import Heading, Paragraph, Run
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core.columns import Column, ColumnItem, PagePlan
from puzzlegen.layout.core.document import (
    BLACK,
    Anchor,
    Box,
    Font,
    Gray,
    Link,
    Mark,
    Metrics,
    Page,
    PagePart,
    Place,
    PlacedGrid,
    Rect,
    TaggedMarks,
    Target,
    Text,
    moved,
    moved_grids,
    moved_parts,
)
from puzzlegen.layout.core.text import TextLine, TextStyle, text_items, text_run, wrap_text
from puzzlegen.layout.core.theme import WIDE_PAGE, Theme

DESCENT = 0.3  # share of the type size that a font reaches below its baseline at most
HEAD_SPACING = 0.12  # letterspacing of running heads, share of the type size
BOARD_GAP = 3.0  # points between a link and a board, where a pen may cross the frame
FOLIO_AREA = 44.0  # points: side of the area around a folio that leads to the contents, as large as a fingertip


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """What all pages of a document share: page geometry, font metrics, messages, theme and title.

    Pages of a ``tagged`` document have a structure for screen readers.
    """

    geometry: PageGeometry
    metrics: Metrics
    messages: Messages
    theme: Theme
    title: str = ""
    tagged: bool = False
    sizes: TypeSizes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Choose the type sizes and the theme for this trim, which headings ask for at each of their parts."""
        object.__setattr__(self, "theme", self.theme.for_page(self.geometry.width))
        object.__setattr__(self, "sizes", self.theme.type_sizes(self.geometry.width))

    def width(self, text: str, size: float, font: Font = "regular") -> float:
        """Return the width of words in type of that size."""
        return self.metrics.width(text, font) * size

    def lines(self, runs: tuple[Run, ...], measure: float, size: float) -> list[TextLine]:
        """Break words into lines, see ``wrap_text``."""
        return wrap_text(runs, measure, size, self.metrics)

    def heading(self, words: str, *notes: str) -> list[ColumnItem]:
        """Set the heading of a part, with paragraphs below it."""
        below = (Paragraph(text_run(note)) for note in notes)
        return text_items([Heading(1, text_run(words)), *below], self.measure(), self.text)

    @property
    def text(self) -> TextStyle:
        """The style of running text."""
        return TextStyle(self.sizes, self.metrics, BLACK, self.theme.puzzle.ink)

    def measure(self) -> float:
        """Return the length of the longest line: the theme's measure or the text block's width, whichever is less."""
        return min(self.sizes.measure, self.geometry.block(1).width)

    @property
    def indent(self) -> float:
        """The distance from the left of the text block to a column of text, which wide pages have in the middle."""
        return (self.geometry.block(1).width - self.measure()) / 2 if self.geometry.width >= WIDE_PAGE else 0.0


@dataclass(slots=True)
class PageBuilder(TaggedMarks):
    """Collects the marks, grids, links and parts of one page."""

    number: int
    kind: str
    context: LayoutContext
    folio: bool = True
    head: str = ""
    links: list[Link] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    @property
    def block(self) -> Box:
        """The text block of this page."""
        return self.context.geometry.block(self.number)

    def add(self, marks: Iterable[Mark], grids: Iterable[PlacedGrid] = (), dx: float = 0.0, dy: float = 0.0) -> None:
        """Add marks and grids, moved by ``dx`` and ``dy``."""
        self.marks += moved(marks, dx, dy)
        self.grids += moved_grids(grids, dx, dy, self.number)

    def add_links(self, links: Iterable[Link | Target], dx: float = 0.0, dy: float = 0.0) -> None:
        """Add links and their targets, moved by ``dx`` and ``dy``.

        A link that is in no part yet becomes a separate one. Neighboring links to one place are read once.
        """
        tagged = {part.link for part in self.parts}
        former: Place | None = None
        for area in links:
            if isinstance(area, Link):
                text = link_text(area.place, self.context.messages) if self.context.tagged else ""
                if len(self.links) not in tagged:
                    again, end = 2 * (area.place == former), len(self.marks)
                    self.parts.append(PagePart(("P", "Link"), range(end, end), text, again, len(self.links)))
                    former = area.place
                self.links.append(replace(area, x=area.x + dx, y=area.y + dy, text=text))
            else:
                self.targets.append(replace(area, x=area.x + dx, y=area.y + dy))

    def add_column(self, column: Column, x: float, y: float, plan: PagePlan | None = None) -> None:
        """Add a column with its top left corner at ``x``, ``y``."""
        for drop, planned in column:
            item = planned.late(plan) if planned.late and plan else planned
            self.parts += moved_parts(item.parts, len(self.marks), len(self.links))
            self.add(item.marks, item.grids, x, y + drop)
            self.add_links(item.links, x, y + drop)

    def add_display_line(self, line: TextLine, baseline: float, size: float) -> None:
        """Add a line of a title page or opener with the theme's alignment."""
        left = self.block.left
        if self.context.theme.align == "center":
            left += (self.block.width - self.context.text.width(line, size)) / 2
        self.add(self.context.text.headline.line(line, baseline, size), dx=left)

    def build(self) -> Page:
        """Return the finished page."""
        geometry = self.context.geometry
        marks = [*self.marks, *self._folio_and_running_head()]
        numbered = self.folio and self.context.theme.folio
        return Page(
            self.number,
            self.kind,
            geometry.width,
            geometry.height,
            self.block,
            tuple(marks),
            tuple(self.grids),
            self.number if numbered else None,
            links=tuple(reachable(self.links, self.grids, geometry)),
            targets=tuple(self.targets),
            parts=tuple(self.parts) if self.context.tagged else None,
        )

    def _folio_and_running_head(self) -> list[Mark]:
        """Return the folio at the foot and the running head at the top, where the page has them.

        The folio leads to the table of contents.
        """
        sizes, theme, page = self.context.sizes, self.context.theme, self.context.geometry
        marks: list[Mark] = []
        if self.folio and theme.folio:
            x, anchor = self._outer_position(theme.furniture.folio)
            y = min(self.block.bottom + page.bottom * 0.5, page.height - page.clear_bottom - DESCENT * sizes.small)
            marks.append(Text(x, y, str(self.number), sizes.small, anchor=anchor, color=theme.soft))
            left = min(max(x - FOLIO_AREA / 2, self.block.left), self.block.right - FOLIO_AREA)
            top = max(self.block.bottom, y - FOLIO_AREA / 2)
            self.add_links([Link(left, top, FOLIO_AREA, page.height - top, Place("contents"))])
        head = {"section": self.head, "title": self.context.title if self.head else "", "none": ""}
        if words := head[theme.furniture.running_head]:
            marks.append(self._running_head(words))
        return marks

    def _running_head(self, words: str) -> Mark:
        sizes, theme, page = self.context.sizes, self.context.theme, self.context.geometry
        x, anchor = self._outer_position(theme.furniture.head_place)
        size = max(sizes.small - 1, sizes.least)
        y = max(self.block.top - page.top * 0.36, page.clear_top + size)
        if theme.furniture.capitals:
            capitals, spacing = words.upper(), size * HEAD_SPACING
            wide = self.context.metrics.width(capitals, "regular") * size + len(capitals) * spacing
            if wide <= self.block.width:
                return Text(x, y, capitals, size, anchor=anchor, color=theme.soft, spacing=spacing)
        # a long name takes less space, and looks calmer, in its own upper and lower case
        return Text(x, y, words, sizes.small, anchor=anchor, color=theme.soft)

    def _outer_position(self, place: Placement) -> tuple[float, Anchor]:
        """Return the x of folio or running head, and the anchor of its text."""
        if place == "center":
            return (self.block.left + self.block.right) / 2, "middle"
        return (
            (self.block.right, "end") if self.context.geometry.right_hand(self.number) else (self.block.left, "start")
        )


def reachable(links: Sequence[Link], grids: Iterable[PlacedGrid], page: PageGeometry) -> list[Link]:
    """Return the links with at least ``page.least_link`` of height, as far as there is room above or else below them.

    They do not reach into other links, nor to the boards of puzzles, where a pen that writes must not turn the page.
    """
    boards = [grid.area for grid in grids if grid.role == "puzzle"]
    taken = [Box(board.left, board.top - BOARD_GAP, board.right, board.bottom + BOARD_GAP) for board in boards]
    widened = list(links)
    for i, link in enumerate(widened):
        if link.height < page.least_link:
            widened[i] = _taller(link, [*taken, *(other.box for other in widened[:i] + widened[i + 1 :])], page)
    return widened


def _taller(link: Link, taken: Iterable[Box], page: PageGeometry) -> Link:
    """Return the link with as much of its least height as the areas ``taken`` leave, rather above it than below."""
    box, middle, lack = link.box, link.y + link.height / 2, page.least_link - link.height
    beside = [area for area in taken if area.left < box.right and area.right > box.left]
    highest = max((area.bottom for area in beside if area.bottom < middle), default=page.clear_top)
    lowest = min((area.top for area in beside if area.top > middle), default=page.height - page.clear_bottom)
    above, below = box.top - highest, lowest - box.bottom
    up = min(lack, max(0.0, above))
    down = min(lack - up, max(0.0, below))
    return replace(link, y=link.y - up, height=link.height + up + down)


def link_text(place: Place, messages: Messages) -> str:
    """Return the words that say where a link leads."""
    match place.kind:
        case "puzzle":
            return messages.text("section.single", first=place.number)
        case "answer":
            return messages.text("puzzle.to_answer", number=place.number)
        case "hint":
            return messages.text("puzzle.to_hint", number=place.number)
        case "hint-answer":
            return _about(messages.text("hints.answers"), place, messages)
        case "walkthrough":
            return _about(messages.text("walkthroughs.heading"), place, messages)
        case "contents":
            return messages.text("contents.heading")
        case "page":
            return messages.text("key.page", page=place.number)


def _about(heading: str, place: Place, messages: Messages) -> str:
    return messages.labeled(heading, messages.text("section.single", first=place.number))


@dataclass(frozen=True, slots=True)
class PageGeometry:
    """Trim size and margins in points. Folio and running head stand in the margins.

    ``inside`` is the margin at the spine. Parts of a ``bound`` book open on right-hand pages. Loose sheets have no
    left-hand pages, and their margins are not mirrored. Blank pages make the page count divisible by ``multiple``, and
    ``last_blank`` keeps the last page empty. No ink comes nearer than ``clear_top`` to the head and ``clear_bottom`` to
    the foot of the page. Links are at least ``least_link`` high, where the file has links.
    """

    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float
    bound: bool = True
    multiple: int = 2
    last_blank: bool = False
    clear_top: float = 0.0
    clear_bottom: float = 0.0
    least_link: float = 0.0

    def right_hand(self, number: int) -> bool:
        """Return whether page ``number`` is a right-hand page: in a bound book, the odd ones are."""
        return number % 2 == 1 or not self.bound

    def block(self, number: int) -> Box:
        """Return the text block of page ``number``. Right-hand pages have the inside margin at the left."""
        left, right = (self.inside, self.outside) if self.right_hand(number) else (self.outside, self.inside)
        return Box(left, self.top, self.width - right, self.height - self.bottom)


_WORD = "DRAFT"
_COLOR = Gray(0.72)
_SHARE, _LARGEST = 0.5, 20.0  # size of the word: share of the margin, and points
_SPACING = 0.3  # between letters, share of their size
_ON_COVER = 14.0  # points: the mark stays in the bleed and the edge, where covers have no text


def marked_as_draft(page: Page, metrics: Metrics, covered: tuple[float, float] = (0.0, 0.0)) -> Page:
    """Return the page with the word DRAFT in gray in the middle of its outer margin, where nothing else stands.

    ``covered`` is how much of the left and of the right side the bars of a tablet cover, in points: where the outer
    margin has one, the word stands in the wider margin.
    """
    margins = (covered[0], page.block.left), (page.block.right, page.width - covered[1])
    begin, end = margins[page.recto]
    if covered[page.recto]:
        begin, end = max(margins, key=lambda margin: margin[1] - margin[0])
    size = min(_LARGEST, _SHARE * (end - begin))
    baseline = (begin + end - size * metrics.cap_height("bold")) / 2  # the letters stand to the right of it
    word = Text(baseline, page.height / 2, _WORD, size, "bold", "middle", _COLOR, _SPACING * size, 90)
    parts = None if page.parts is None else tuple(moved_parts(page.parts, 1))
    return replace(page, marks=(word, *page.marks), parts=parts)


def cover_marked_as_draft(page: Page, metrics: Metrics) -> Page:
    """Return the page of a cover with the word DRAFT on a white ground in its upper left corner."""
    size = _ON_COVER
    width = (metrics.width(_WORD, "bold") + 1) * size
    ground = Rect(0.0, 0.0, width, 1.5 * size, Gray(1.0))
    word = Text(width / 2, 1.1 * size, _WORD, size, "bold", "middle", Gray(0.0))
    return replace(page, marks=(*page.marks, ground, word))
