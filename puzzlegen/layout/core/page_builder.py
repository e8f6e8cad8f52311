"""A page while it is being set: collects marks and grids, knows its block, adds folio and running head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puzzlegen.language.messages import Words
from puzzlegen.layout.core.document import (
    Anchor,
    Box,
    Mark,
    Metrics,
    Page,
    PlacedGrid,
    Text,
    moved,
    moved_grids,
)
from puzzlegen.layout.core.line_breaking import TextLine
from puzzlegen.layout.core.text_columns import Column, TextStyle
from puzzlegen.layout.core.theme import Placement, Theme, TypeSizes

DESCENT = 0.3  # of the size: how far a font reaches below its baseline, whatever stands there
HEAD_SPACING = 0.12  # of the size: letterspacing of running heads


@dataclass(frozen=True, slots=True)
class LayoutContext:
    """What every page is set with."""

    geometry: PageGeometry
    metrics: Metrics
    words: Words
    theme: Theme
    title: str = ""

    @property
    def sizes(self) -> TypeSizes:
        """Sizes of type for this trim."""
        return self.theme.type_sizes(self.geometry.width)

    @property
    def text(self) -> TextStyle:
        """How running text is set."""
        return TextStyle(self.sizes, self.metrics, self.theme.puzzle.ink)

    def measure(self) -> float:
        """The longest line: the type's own measure or the block, whichever is less."""
        return min(self.sizes.measure, self.geometry.block(1).width)


@dataclass(slots=True)
class PageBuilder:
    """One page being filled."""

    number: int
    kind: str
    context: LayoutContext
    marks: list[Mark] = field(default_factory=list)
    grids: list[PlacedGrid] = field(default_factory=list)
    folio: bool = True
    head: str = ""

    @property
    def block(self) -> Box:
        """The text block of this page."""
        return self.context.geometry.block(self.number)

    def add(self, marks: Iterable[Mark], grids: Iterable[PlacedGrid] = (), dx: float = 0.0, dy: float = 0.0) -> None:
        """Add marks and grids, moved."""
        self.marks += moved(marks, dx, dy)
        self.grids += moved_grids(grids, dx, dy, self.number)

    def add_column(self, column: Column, x: float, y: float) -> None:
        """Add a set column with its head at ``x``, ``y``."""
        for drop, item in column:
            self.add(item.marks, item.grids, x, y + drop)

    def add_display_line(self, line: TextLine, baseline: float, size: float) -> float:
        """Add a line of a title page or opener where the theme hangs it; returns its left edge."""
        left = self.block.left
        if self.context.theme.align == "centre":
            left += (self.block.width - self.context.text.width(line, size)) / 2
        self.add(self.context.text.line(line, baseline, size), dx=left)
        return left

    def build(self) -> Page:
        """The finished page."""
        geometry = self.context.geometry
        marks = [*self.marks, *self._folio_and_running_head()]
        return Page(
            self.number,
            self.kind,
            geometry.width,
            geometry.height,
            self.block,
            tuple(marks),
            tuple(self.grids),
            self.number if self.folio else None,
        )

    def _folio_and_running_head(self) -> list[Mark]:
        """Folio at the outer foot, running head at the outer top."""
        sizes, theme, page = self.context.sizes, self.context.theme, self.context.geometry
        marks: list[Mark] = []
        if self.folio:
            x, anchor = self._outer_position(theme.furniture.folio)
            y = min(self.block.bottom + page.bottom * 0.5, page.height - page.safe - DESCENT * sizes.small)
            marks.append(Text(x, y, str(self.number), sizes.small, anchor=anchor, color=theme.soft))
        head = {"section": self.head, "title": self.context.title if self.head else "", "none": ""}
        if words := head[theme.furniture.running_head]:
            marks.append(self._running_head(words))
        return marks

    def _running_head(self, words: str) -> Mark:
        sizes, theme, page = self.context.sizes, self.context.theme, self.context.geometry
        x, anchor = self._outer_position(theme.furniture.head_place)
        size = max(sizes.small - 1, sizes.least)
        y = max(self.block.top - page.top * 0.36, page.safe + size)
        if theme.furniture.capitals:
            capitals, spacing = words.upper(), size * HEAD_SPACING
            wide = self.context.metrics.width(capitals, "regular") * size + len(capitals) * spacing
            if wide <= self.block.width:
                return Text(x, y, capitals, size, anchor=anchor, color=theme.soft, spacing=spacing)
        # a long name is quieter, and shorter, as it is written
        return Text(x, y, words, sizes.small, anchor=anchor, color=theme.soft)

    def _outer_position(self, place: Placement) -> tuple[float, Anchor]:
        """Where folio and running head stand across, and how they hang there."""
        if place == "centre":
            return (self.block.left + self.block.right) / 2, "middle"
        return (
            (self.block.right, "end") if self.context.geometry.right_hand(self.number) else (self.block.left, "start")
        )


@dataclass(frozen=True, slots=True)
class PageGeometry:
    """Trim size and margins in points; inside is the spine. Folio and running head stand in the margins.

    Parts of a ``bound`` book open on right-hand pages; loose sheets have no spine, no left-hand pages, and nothing is
    mirrored. ``even`` asks for an even page count, ``last_blank`` for nothing on the last page. No ink comes nearer
    than ``safe`` to head and foot.
    """

    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float
    bound: bool = True
    even: bool = True
    last_blank: bool = False
    safe: float = 0.0

    def right_hand(self, number: int) -> bool:
        """Whether page ``number`` is one: with a spine, the odd ones."""
        return number % 2 == 1 or not self.bound

    def block(self, number: int) -> Box:
        """The text block of page ``number``: mirrored, odd pages have the spine at the left."""
        left, right = (self.inside, self.outside) if self.right_hand(number) else (self.outside, self.inside)
        return Box(left, self.top, self.width - right, self.height - self.bottom)
