"""Labels of rows and columns outside the frame of a grid, by which sentences name its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core.document import Anchor, Color, Mark, Metrics, PlacedGrid, Text
from puzzlegen.layout.core.theme import Theme, TypeSizes

SIZE = 0.8  # of the small type
GAP = 3.0  # points between labels and the frame


@dataclass(frozen=True, slots=True)
class GridLabels:
    """The look of the labels of all puzzles of a section: type size, color, and how far the frame is outside the cells.

    Columns are named above the grid, rows at its left, each in the middle of its cells. In the columns of hexagons
    every other cell is half a cell to the right; their labels stand halfway between both.
    """

    size: float
    color: Color
    frame: float
    messages: Messages
    metrics: Metrics

    @classmethod
    def of(cls, theme: Theme, sizes: TypeSizes, messages: Messages, metrics: Metrics) -> GridLabels:
        """Return the labels of a theme."""
        return cls(label_size(sizes), theme.soft, theme.puzzle.frame, messages, metrics)

    @property
    def height(self) -> float:
        """Return the height in points of the labels of columns with the gap below them."""
        return self.metrics.cap_height("regular") * self.size + GAP

    def width(self, grids: Sequence[Grid]) -> float:
        """Return the width in points of the labels of rows of all these grids with the gap at their right."""
        rows = max(grid.height for grid in grids)
        widest = max(self.metrics.width(self.messages.row_name(row), "regular") for row in range(rows))
        return widest * self.size + GAP

    def columns(self, place: PlacedGrid, first: int = 0) -> list[Mark]:
        """Return the labels of columns; ``first`` is the number of the leftmost one, counted from 0."""
        y = place.area.top - self.frame - GAP
        rows = range(min(place.height, 2))
        middles = [
            sum(place.center(row * place.width + col)[0] for row in rows) / len(rows) for col in range(place.width)
        ]
        return [self._text(x, y, self.messages.column_name(first + i), "middle") for i, x in enumerate(middles)]

    def rows(self, place: PlacedGrid) -> list[Mark]:
        """Return the labels of rows at the left of a grid, also left of voids at its side."""
        x, drop = place.area.left - self.frame - GAP, self.metrics.figure_height("regular") * self.size / 2
        return [
            self._text(x, place.center(row * place.width)[1] + drop, self.messages.row_name(row), "end")
            for row in range(place.height)
        ]

    def _text(self, x: float, baseline: float, name: str, anchor: Anchor) -> Text:
        return Text(x, baseline, name, self.size, anchor=anchor, color=self.color)


def label_size(sizes: TypeSizes) -> float:
    """Return the size in points of the type of labels: a little under the small type, and never under the least."""
    return max(sizes.least, SIZE * sizes.small)
