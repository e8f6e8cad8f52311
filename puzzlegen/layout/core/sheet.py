"""A page while it is being set: collects marks and grids, knows its block, adds folio and running head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puzzlegen.language.messages import Words
from puzzlegen.layout.book.inputs import PageGeometry
from puzzlegen.layout.core.document import Anchor, Box, Mark, Metrics, Page, PlacedGrid, Text
from puzzlegen.layout.core.text import SetLine
from puzzlegen.layout.core.text_columns import Column, TextStyle
from puzzlegen.layout.core.theme import Place, Theme, TypeSizes
from puzzlegen.layout.core.transform import moved, moved_grids

DESCENT = 0.3  # of the size: how far a font reaches below its baseline, whatever stands there
HEAD_SPACING = 0.12  # of the size: letterspacing of running heads


@dataclass(frozen=True, slots=True)
class Setting:
    """What every page is set with."""

    page: PageGeometry
    metrics: Metrics
    words: Words
    theme: Theme
    title: str = ""

    @property
    def sizes(self) -> TypeSizes:
        """Sizes of type for this trim."""
        return self.theme.type_sizes(self.page.width)

    @property
    def text(self) -> TextStyle:
        """How running text is set."""
        return TextStyle(self.sizes, self.metrics, self.theme.puzzle.ink)

    def measure(self) -> float:
        """The longest line: the type's own measure or the block, whichever is less."""
        return min(self.sizes.measure, self.page.block(1).width)


@dataclass(slots=True)
class Sheet:
    """One page being filled."""

    number: int
    kind: str
    setting: Setting
    marks: list[Mark] = field(default_factory=list)
    grids: list[PlacedGrid] = field(default_factory=list)
    folio: bool = True
    head: str = ""

    @property
    def block(self) -> Box:
        """The text block of this page."""
        return self.setting.page.block(self.number)

    def put(self, marks: Iterable[Mark], grids: Iterable[PlacedGrid] = (), dx: float = 0.0, dy: float = 0.0) -> None:
        """Add marks and grids, moved."""
        self.marks += moved(marks, dx, dy)
        self.grids += moved_grids(grids, dx, dy, self.number)

    def put_column(self, column: Column, x: float, y: float) -> None:
        """Add a set column with its head at ``x``, ``y``."""
        for drop, item in column:
            self.put(item.marks, item.grids, x, y + drop)

    def put_display(self, line: SetLine, baseline: float, size: float) -> float:
        """Add a line of a title page or opener where the theme hangs it; returns its left edge."""
        left = self.block.left
        if self.setting.theme.align == "centre":
            left += (self.block.width - self.setting.text.width(line, size)) / 2
        self.put(self.setting.text.line(line, baseline, size), dx=left)
        return left

    def page(self) -> Page:
        """The finished page."""
        geometry = self.setting.page
        marks = [*self.marks, *self._furniture()]
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

    def _furniture(self) -> list[Mark]:
        """Folio at the outer foot, running head at the outer top."""
        sizes, theme, page = self.setting.sizes, self.setting.theme, self.setting.page
        marks: list[Mark] = []
        if self.folio:
            x, anchor = self._at(theme.furniture.folio)
            y = min(self.block.bottom + page.bottom * 0.5, page.height - page.safe - DESCENT * sizes.small)
            marks.append(Text(x, y, str(self.number), sizes.small, anchor=anchor, colour=theme.soft))
        head = {"section": self.head, "title": self.setting.title if self.head else "", "none": ""}
        if words := head[theme.furniture.running_head]:
            marks.append(self._running_head(words))
        return marks

    def _running_head(self, words: str) -> Mark:
        sizes, theme, page = self.setting.sizes, self.setting.theme, self.setting.page
        x, anchor = self._at(theme.furniture.head_place)
        size = max(sizes.small - 1, sizes.least)
        y = max(self.block.top - page.top * 0.36, page.safe + size)
        if theme.furniture.capitals:
            capitals, spacing = words.upper(), size * HEAD_SPACING
            wide = self.setting.metrics.width(capitals, "regular") * size + len(capitals) * spacing
            if wide <= self.block.width:
                return Text(x, y, capitals, size, anchor=anchor, colour=theme.soft, spacing=spacing)
        # a long name is quieter, and shorter, as it is written
        return Text(x, y, words, sizes.small, anchor=anchor, colour=theme.soft)

    def _at(self, place: Place) -> tuple[float, Anchor]:
        """Where folio and running head stand across, and how they hang there."""
        if place == "centre":
            return (self.block.left + self.block.right) / 2, "middle"
        return (self.block.right, "end") if self.setting.page.right_hand(self.number) else (self.block.left, "start")
