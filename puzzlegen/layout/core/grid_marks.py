"""Drawing one grid: lines once over its whole length, digits centred by their own height, mines, dots and rings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.layout.core.document import Color, Disc, Frame, Line, Mark, Metrics, PlacedGrid, Rect, Ring, Role, Text
from puzzlegen.layout.core.symbols import mine_symbol
from puzzlegen.layout.core.theme import GridStyle

CORNER = 0.34  # of a cell, from its middle: where a dot stands beside a clue


@dataclass(frozen=True, slots=True)
class GridPen:
    """Draws on one placed grid in one style."""

    place: PlacedGrid
    style: GridStyle
    metrics: Metrics

    def lines(self) -> list[Mark]:
        """The inner lines and the frame, which lies outside the outer cells: all cells show the same white."""
        place, style = self.place, self.style
        left, top, cell = place.x, place.y, place.cell
        right, bottom = left + place.width * cell, top + place.height * cell
        marks: list[Mark] = [
            Line(left + col * cell, top, left + col * cell, bottom, style.inner, style.inner_color)
            for col in range(1, place.width)
        ]
        marks += [
            Line(left, top + row * cell, right, top + row * cell, style.inner, style.inner_color)
            for row in range(1, place.height)
        ]
        out = (style.frame - style.inner) / 2
        marks.append(
            Frame(left - out, top - out, right - left + 2 * out, bottom - top + 2 * out, style.frame, style.ink)
        )
        return marks

    def digits(self, cells: Sequence[int]) -> list[Mark]:
        """The clues, and a dot for a cell printed as safe. One Text a digit."""
        size = digit_size(self.place.cell, self.style, self.metrics)
        drop = self.style.digit * self.place.cell / 2
        marks: list[Mark] = []
        for i, value in enumerate(cells):
            x, y = self.place.center(i)
            if value >= 0:
                text = Text(x, y + drop, str(value), size, self.style.digit_font, "middle", self.style.digit_color)
                marks.append(text)
            elif value == EMPTY:
                marks.append(Disc(x, y, self.place.cell * self.style.dot / 2, self.style.ink))
        return marks

    def mines(self, cells: Iterable[int]) -> list[Mark]:
        """Mines."""
        side = self.place.cell * self.style.mine_size
        return [mine_symbol(self.style.mine, *self.place.center(i), side, self.style.ink) for i in cells]

    def filled(self, cells: Iterable[int], size: float = 1.0) -> list[Mark]:
        """Filled cells of a mosaic: squares of that share of the cell's side; to be drawn before the digits."""
        return [self._square(i, self.style.filled, size) for i in cells]

    def dots(self, cells: Iterable[int], printed: Sequence[int] = ()) -> list[Mark]:
        """Cells found safe; in the corner where a clue is ``printed`` in the cell, as it may be in a mosaic."""
        side = self.place.cell
        marks: list[Mark] = []
        for i in cells:
            x, y = self.place.center(i)
            aside = CORNER * side if printed and printed[i] >= 0 else 0.0
            marks.append(Disc(x + aside, y + aside, side * self.style.dot / 2, self.style.ink))
        return marks

    def rings(self, cells: Sequence[int]) -> list[Mark]:
        """Clues a step rests on; the first, which the step is about, with a heavy ring if there are others."""
        line = max(self.style.ring_line, self.place.cell * 0.045)  # large cells have strong digits to hold
        return [
            Ring(
                *self.place.center(cell),
                self.place.cell * self.style.ring / 2,
                line * 2.2 if i == 0 and len(cells) > 1 else line,
                self.style.ink,
            )
            for i, cell in enumerate(cells)
        ]

    def tints(self, cells: Iterable[int]) -> list[Mark]:
        """Cells a step proves; to be drawn before the lines."""
        return [self._square(i, self.style.tint) for i in cells]

    def grounds(self, cells: Sequence[int]) -> list[Mark]:
        """What is not board, and the ground of clues in a style that tints them; to be drawn before the lines."""
        found: list[Mark] = [self._square(i, self.style.inner_color) for i, value in enumerate(cells) if value == VOID]
        if self.style.clue_tint is not None:
            found += [self._square(i, self.style.clue_tint) for i, value in enumerate(cells) if value >= 0]
        return found

    def _square(self, cell: int, fill: Color, size: float = 1.0) -> Rect:
        x, y = self.place.center(cell)
        side = self.place.cell * size
        return Rect(x - side / 2, y - side / 2, side, side, fill)


def digit_size(cell: float, style: GridStyle, metrics: Metrics) -> float:
    """Size of type that makes the figures the style's share of the cell high."""
    return style.digit * cell / metrics.figure_height(style.digit_font)


def puzzle_marks(puzzle: Puzzle, place: PlacedGrid, style: GridStyle, metrics: Metrics) -> list[Mark]:
    """A puzzle to solve."""
    pen = GridPen(place, style, metrics)
    return pen.grounds(puzzle.cells) + pen.lines() + pen.digits(puzzle.cells)


def answer_marks(
    puzzle: Puzzle, solution: Sequence[bool], place: PlacedGrid, style: GridStyle, metrics: Metrics
) -> list[Mark]:
    """A puzzle with its mines; blank cells that are safe stay empty, or have a dot in a style that wants it.

    Those of a mosaic are filled cells under its digits, and the picture they make needs no dots.
    """
    pen = GridPen(place, style, metrics)
    mines = [i for i, mine in enumerate(solution) if mine]
    if puzzle.grid.variant.clue_on_mine:
        marks = pen.grounds(puzzle.cells) + pen.filled(mines) + pen.lines()
        return marks + clues_on_filled_cells(puzzle, mines, pen) + pen.digits(without_clues(puzzle.cells, mines))
    marks = puzzle_marks(puzzle, place, style, metrics) + pen.mines(mines)
    safe = (i for i, value in enumerate(puzzle.cells) if value == BLANK and not solution[i])
    return marks + (pen.dots(safe) if style.safe_dots else [])


def clues_on_filled_cells(puzzle: Puzzle, filled: Iterable[int], pen: GridPen) -> list[Mark]:
    """The digits of filled cells of a mosaic, as dark as can be."""
    there = set(filled)
    dark = GridPen(pen.place, replace(pen.style, digit_color=pen.style.ink), pen.metrics)
    return dark.digits([value if i in there else BLANK for i, value in enumerate(puzzle.cells)])


def without_clues(cells: Sequence[int], some: Iterable[int]) -> list[int]:
    """What is printed, without what is printed in ``some`` of the cells."""
    there = set(some)
    return [BLANK if i in there else value for i, value in enumerate(cells)]


def grid_at_origin(number: int, role: Role, grid: Grid, cell: float, page: int = 0) -> PlacedGrid:
    """A grid at the origin, to be moved where it belongs."""
    return PlacedGrid(number, role, page, 0.0, 0.0, cell, grid.width, grid.height)
