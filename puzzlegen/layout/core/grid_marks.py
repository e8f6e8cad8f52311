"""Draws boards: lines, clues, mines, dots, rings, shaded cells, and labels of rows and columns outside the frame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import Lattice
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.config.themes import TypeSizes
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core import symbols
from puzzlegen.layout.core.document import (
    Anchor,
    Color,
    Disc,
    Frame,
    Line,
    Mark,
    Metrics,
    Path,
    PlacedGrid,
    Points,
    Rect,
    Ring,
    Stroke,
    Text,
)
from puzzlegen.layout.core.theme import GridStyle, Theme

PICTURE_CELL = 0.6  # of the other cells of a key: pictures have no digits, and look best small
_LEAST_DIGIT = 7.0  # points: smaller type is not legible in print
HEAVIER = 1.3  # times the width of inner lines: an outline is at least as wide, because readers know it by its width
MAX_OVERLAP = 0.04  # of a cell, by which solid cells are larger: printed grids are read with a tolerance of 0.05
RIM_DIGIT = 0.65  # size of digits and mines in the rim, of those on the board
CORNER = 0.68  # share of the way from the middle of a cell to its uppermost corner, to a dot beside a clue
RINGED_CORNER = 0.8  # the same where clues have rings, which a dot must not touch


@dataclass(frozen=True, slots=True)
class GridPen:
    """Makes the marks of one placed grid in one style.

    Lines lie in the middle of the sides between two cells, and those of the frame outside the outer cells, so that the
    paper within all cells has the same size. The lines of hexagons are described in ``outline``.

    A rim repeats the cells of the opposite sides outside the frame, and in its corners those of the opposite corners.
    It is narrower than cells, without lines, and has a light ground of four rectangles, which touch the frame. Clues
    and mines in it are smaller and gray, in the middle of its width, each in line with its row or column.
    Lines between boxes of ``boxes`` x ``boxes`` cells are as heavy as the frame, or ``box_lines`` wide; 0 for no boxes.
    """

    place: PlacedGrid
    style: GridStyle
    metrics: Metrics
    boxes: int = 0
    box_lines: float = 0.0

    def lines(self, cells: Sequence[int] = ()) -> list[Mark]:
        """Return the inner lines and the frame. The frame lies outside the outer cells, so that all look alike.

        If some of the ``cells`` are void, the frame follows the outline of the others. The ground of a rim comes first.
        """
        if not self.place.lattice.straight:
            return self._strokes(cells)
        if VOID in cells:
            return [self._run(run) for run in symbols.runs(cells, self.place.width)]
        place, style = self.place, self.style
        left, top, cell = place.x, place.y, place.cell
        right, bottom = left + place.width * cell, top + place.height * cell
        marks: list[Mark] = self._rim_ground()
        marks += [
            Line(left + col * cell, top, left + col * cell, bottom, *self._inner(col)) for col in range(1, place.width)
        ]
        marks += [
            Line(left, top + row * cell, right, top + row * cell, *self._inner(row)) for row in range(1, place.height)
        ]
        out = (style.frame - style.lines) / 2
        marks.append(
            Frame(left - out, top - out, right - left + 2 * out, bottom - top + 2 * out, style.frame, style.ink)
        )
        return marks

    def part_lines(self, cut: frozenset[str], run_off: float, joined: tuple[int, int] = (0, 0)) -> list[Mark]:
        """Return the lines of a part of a board without voids, which goes on at the sides ``cut`` (see Excerpt).

        Straight lines run on there by ``run_off`` cells, and only the other sides have a frame. Before the row and the
        column that are ``joined``, the frames of both sides lie together.
        """
        place, style = self.place, self.style
        if not place.lattice.straight:
            inner, (outline,) = symbols.side_lines(place.lattice, place.width, place.height)
            lines = (*map(self._points, inner), self._points((*outline, outline[0])))
            frame, moved = self._frame_around(outline)
            wide, _ = place.lattice.extent(place.width, place.height)
            sides = symbols.at_sides(outline, moved, cut, wide, place.lattice)
            return [
                Stroke(lines, style.lines, style.lines_color),
                *(Stroke((self._points(side),), frame, style.ink) for side in sides),
            ]
        cell, more, out = place.cell, run_off * place.cell, style.frame - style.lines / 2
        left, top, right, bottom = place.x, place.y, place.x + place.width * cell, place.y + place.height * cell
        ends = {"left": left, "top": top, "right": right, "bottom": bottom}
        for side, away in (("left", -1), ("top", -1), ("right", 1), ("bottom", 1)):
            ends[side] += away * (more if side in cut else out)
        across, down = ends["right"] - ends["left"], ends["bottom"] - ends["top"]
        cols = range("left" not in cut, place.width + ("right" in cut))
        rows = range("top" not in cut, place.height + ("bottom" in cut))
        width, color = style.lines, style.lines_color
        marks: list[Mark] = [
            Line(left + col * cell, ends["top"], left + col * cell, ends["bottom"], width, color) for col in cols
        ]
        marks += [Line(ends["left"], top + row * cell, ends["right"], top + row * cell, width, color) for row in rows]
        inside = style.frame - out
        frames = {
            "left": Rect(ends["left"], ends["top"], style.frame, down, style.ink),
            "top": Rect(ends["left"], ends["top"], across, style.frame, style.ink),
            "right": Rect(right - inside, ends["top"], style.frame, down, style.ink),
            "bottom": Rect(ends["left"], bottom - inside, across, style.frame, style.ink),
        }
        marks += self._double_frames(joined, (ends["left"], ends["top"], across, down))
        return marks + [frames[side] for side in frames if side not in cut]

    def _double_frames(self, joined: tuple[int, int], area: tuple[float, float, float, float]) -> list[Mark]:
        """Return the frames of two sides before a row and a column that are ``joined``, across an ``area``.

        The area is given by its left, its top, its width and its height.
        """
        (row, col), (left, top, across, down), place, wide = joined, area, self.place, self.style.frame
        y, x = place.y + row * place.cell - wide, place.x + col * place.cell - wide
        marks: list[Mark] = [Rect(left, y, across, 2 * wide, self.style.ink)] * bool(row)
        return marks + [Rect(x, top, 2 * wide, down, self.style.ink)] * bool(col)

    def _inner(self, number: int) -> tuple[float, Color]:
        """Return the width and the color of the line before a row or column, counted from 0."""
        if self.boxes and number % self.boxes == 0:
            return self.box_lines or self.style.frame, self.style.ink
        return self.style.lines, self.style.lines_color

    def _strokes(self, cells: Sequence[int]) -> list[Mark]:
        """Return the inner lines as one mark, and the frame as another one, which follows the outline."""
        place, style = self.place, self.style
        voids = frozenset(i for i, value in enumerate(cells) if value == VOID)
        inner, outer = symbols.side_lines(place.lattice, place.width, place.height, voids)
        width, frame = 0.0, []
        for loop in outer:
            width, moved = self._frame_around(loop)
            frame.append(self._points(moved))
        lines = tuple(map(self._points, inner))
        marks: list[Mark] = [Stroke(lines, style.lines, style.lines_color)] if lines else []
        return [*marks, Stroke(tuple(frame), width, style.ink, closed=True)]

    def _frame_around(self, loop: symbols.Trail) -> tuple[float, symbols.Trail]:
        """Return the width of the frame around an outline that is no rectangle, and the middle of its line."""
        width = max(self.style.frame, HEAVIER * self.style.lines)
        return width, symbols.moved_outward(loop, (width - self.style.lines) / 2 / self.place.cell)

    def _points(self, trail: symbols.Trail) -> Points:
        place = self.place
        return tuple((place.x + x * place.cell, place.y + y * place.cell) for x, y in trail)

    def _run(self, run: symbols.Run) -> Line:
        """Return a line of a board with voids. Lines of the frame overlap at its corners."""
        place, style = self.place, self.style
        along, across = (place.y, place.x) if run.upright else (place.x, place.y)
        line_at, first, end = across + run.at * place.cell, along + run.first * place.cell, along + run.end * place.cell
        width, color = style.lines, style.lines_color
        if run.outside:
            width, color = max(style.frame, HEAVIER * style.lines), style.ink
            line_at += run.outside * (width - style.lines) / 2
            first -= width - style.lines / 2 if run.corners[0] else style.lines / 2
            end += width - style.lines / 2 if run.corners[1] else style.lines / 2
        if run.upright:
            return Line(line_at, first, line_at, end, width, color)
        return Line(first, line_at, end, line_at, width, color)

    def digits(self, cells: Sequence[int], some: Collection[int] | None = None) -> list[Mark]:
        """Return the clues, one Text each, centered by their digits' height, and a dot for a cell printed as safe.

        With ``some`` only those of these cells. The copies of clues in a rim come last.
        """
        size = digit_size(self.place.cell, self.style, self.metrics)
        drop = self.style.digit * self.place.cell / 2
        marks: list[Mark] = []
        for i in range(len(cells)) if some is None else some:
            value = cells[i]
            if value < 0 and value != EMPTY:
                continue
            x, y = self.place.center(i)
            if value >= 0:
                text = Text(x, y + drop, str(value), size, self.style.digit_font, "middle", self.style.digit_color)
                marks.append(text)
            elif value == EMPTY:
                marks.append(Disc(x, y, self.place.cell * self.style.dot / 2, self.style.ink))
        for i, x, y in self._copies():
            if cells[i] >= 0 and (some is None or i in some):
                copied = str(cells[i]), size * RIM_DIGIT, self.style.digit_font
                marks.append(Text(x, y + drop * RIM_DIGIT, *copied, "middle", self.style.rim_ink))
        return marks

    def mines(self, cells: Iterable[int]) -> list[Mark]:
        """Return the mines in these cells, and their copies in a rim."""
        side, mined = self.place.cell * self.style.mine_size, list(cells)
        marks = [symbols.mine_symbol(self.style.mine, *self.place.center(i), side, self.style.ink) for i in mined]
        copies = [(x, y) for i, x, y in self._copies() if i in mined]
        return marks + [
            symbols.mine_symbol(self.style.mine, x, y, side * RIM_DIGIT, self.style.rim_ink) for x, y in copies
        ]

    def filled(self, cells: Iterable[int], size: float = 1.0) -> list[Mark]:
        """Filled cells of a mosaic, of that share of the cell's width; to be drawn before the digits."""
        return [self.shape(i, self.place.cell * size, self.style.filled) for i in cells]

    def solid(self, cells: Iterable[int]) -> list[Mark]:
        """Return solid cells, which overlap by half a line so that no light line shows between them."""
        size = 1.0 + min(self.style.lines / self.place.cell, MAX_OVERLAP)
        return [self.shape(i, self.place.cell * size, self.style.ink) for i in cells]

    def dots(self, cells: Iterable[int], printed: Sequence[int] = (), corner: float = CORNER) -> list[Mark]:
        """Return dots in safe cells; in the upper corner of cells that have a clue in ``printed``.

        A dot in a lower corner would look like a decimal point. ``corner`` is the share of the way to it.
        """
        side = self.place.cell
        marks: list[Mark] = []
        for i in cells:
            x, y = self.place.center(i)
            if printed and printed[i] >= 0:
                down, across = min((down, across) for across, down in self.place.lattice.corners)
                x, y = x + corner * across * side, y + corner * down * side
            marks.append(Disc(x, y, side * self.style.dot / 2, self.style.ink))
        return marks

    def rings(self, cells: Sequence[int]) -> list[Mark]:
        """Return rings around the witnesses of a step; the first has a heavy ring if there are others.

        A ring ends within the lines of its cell, so that the cells beside it can be read.
        """
        cell = self.place.cell
        line = max(self.style.ring_line, cell * 0.045)  # large cells have heavy digits
        widths = [line * 2.2 if i == 0 and len(cells) > 1 else line for i in range(len(cells))]
        outside = cell / 2 + self.style.lines / 3
        return [
            Ring(*self.place.center(i), min(cell * self.style.ring / 2, outside - width / 2), width, self.style.ink)
            for i, width in zip(cells, widths, strict=True)
        ]

    def tints(self, cells: Iterable[int]) -> list[Mark]:
        """Return the shading of cells that a step proves, to be drawn before the lines."""
        return [self.shape(i, self.place.cell, self.style.tint) for i in cells]

    def backgrounds(self, cells: Sequence[int], figure: Collection[int] = ()) -> list[Mark]:
        """Return the tint of the cells that draw a ``figure``, to be drawn before the lines.

        Without a figure, all cells with a clue have the tint if the style has one.
        """
        tint = self.style.clue_tint or (self.style.rim if figure else None)
        tinted = figure or [i for i, value in enumerate(cells) if value >= 0]
        return [] if tint is None else [self.shape(i, self.place.cell, tint) for i in tinted]

    @property
    def _reach(self) -> float:
        """How far the frame is outside the cells."""
        return self.style.frame - self.style.lines / 2

    def _rim_ground(self) -> list[Mark]:
        """Return the ground of the rim: outside the frame, as wide as ``place.rim``."""
        box, wide, reach = self.place.box, self.place.rim * self.place.cell, self._reach
        if not wide:
            return []
        left, top, right, bottom = box.left - reach, box.top - reach, box.right + reach, box.bottom + reach
        over = self.style.lines / 4  # by which they overlap: less shows light lines, more darkens smoothed corners
        across, down = right - left + 2 * wide, bottom - top + 2 * over
        areas = (
            (left - wide, top - wide, across, wide),
            (left - wide, bottom, across, wide),
            (left - wide, top - over, wide, down),
            (right, top - over, wide, down),
        )
        return [Rect(*area, self.style.rim) for area in areas]

    def _copies(self) -> list[tuple[int, float, float]]:
        """Return the number of each cell in the rim, clockwise from the top left, and the middle of its copy."""
        place = self.place
        if not place.rim:
            return []
        aside, box = self._reach + place.rim * place.cell / 2, place.box
        rows, cols = range(place.height), range(place.width)
        xs = {-1: box.left - aside, place.width: box.right + aside, **{col: place.center(col)[0] for col in cols}}
        ys = {-1: box.top - aside, place.height: box.bottom + aside}
        ys |= {row: place.center(row * place.width)[1] for row in rows}
        around = [(-1, col) for col in (-1, *cols)] + [(row, place.width) for row in (-1, *rows)]
        around += [(place.height, col) for col in (place.width, *reversed(cols))]
        around += [(row, -1) for row in (place.height, *reversed(rows))]
        return [(row % place.height * place.width + col % place.width, xs[col], ys[row]) for row, col in around]

    def shape(self, cell: int, width: float, fill: Color) -> Mark:
        """Return the area of a cell as if cells were that wide, around its middle."""
        x, y = self.place.center(cell)
        return cell_shape(self.place.lattice, (x, y), width, fill)


def cell_shape(lattice: Lattice, center: tuple[float, float], width: float, fill: Color) -> Mark:
    """Return the area of a cell of that width: a rectangle if its lattice has straight lines, otherwise a polygon."""
    x, y = center
    if lattice.straight:
        return Rect(x - width / 2, y - width / 2, width, width, fill)
    return Path(tuple((x + across * width, y + down * width) for across, down in lattice.corners), fill)


def digit_size(cell: float, style: GridStyle, metrics: Metrics) -> float:
    """Return the type size in points whose digits have the height the style asks for."""
    return style.digit * cell / metrics.figure_height(style.digit_font)


def puzzle_marks(puzzle: Puzzle, place: PlacedGrid, style: GridStyle, metrics: Metrics) -> list[Mark]:
    """Return the marks of a puzzle to solve, with the heavier lines and the figure that its idea has."""
    pen = GridPen(place, style, metrics, puzzle.boxes)
    return pen.backgrounds(puzzle.cells, puzzle.figure) + pen.lines(puzzle.cells) + pen.digits(puzzle.cells)


def least_key_cell(theme: Theme, metrics: Metrics) -> float:
    """Return the smallest cell of an answer: the theme's least, or more if legible digits need it."""
    style = theme.answer
    return max(theme.cells.key_least, _LEAST_DIGIT * metrics.figure_height(style.digit_font) / style.digit)


def answer_marks(
    puzzle: Puzzle, solution: Sequence[bool], place: PlacedGrid, style: GridStyle, metrics: Metrics
) -> list[Mark]:
    """Return the marks of a puzzle with its mines. Safe blanks stay empty, or have a dot if the style has safe dots.

    Where clues may stand on mines, mines are filled cells under the digits, and there are no dots.
    """
    pen = GridPen(place, style, metrics)
    mines = [i for i, mine in enumerate(solution) if mine]
    if puzzle.grid.variant.clue_on_mine:
        marks = pen.backgrounds(puzzle.cells) + pen.filled(mines) + pen.lines(puzzle.cells)
        others = [i for i, mine in enumerate(solution) if not mine]
        return marks + clues_on_filled_cells(puzzle, mines, pen) + pen.digits(puzzle.cells, others)
    marks = puzzle_marks(puzzle, place, style, metrics) + pen.mines(mines)
    safe = (i for i, value in enumerate(puzzle.cells) if value == BLANK and not solution[i])
    return marks + (pen.dots(safe) if style.safe_dots else [])


def picture_marks(
    puzzle: Puzzle, solution: Sequence[bool], place: PlacedGrid, style: GridStyle, metrics: Metrics
) -> list[Mark]:
    """Return the marks of an answer that is a picture: solid cells over the lines, without clues."""
    pen = GridPen(place, style, metrics)
    return pen.lines(puzzle.cells) + pen.solid(i for i, mine in enumerate(solution) if mine)


def clues_on_filled_cells(puzzle: Puzzle, filled: Collection[int], pen: GridPen) -> list[Mark]:
    """Return the clues of filled cells, in black."""
    dark = GridPen(pen.place, replace(pen.style, digit_color=pen.style.filled_digit), pen.metrics)
    return dark.digits(puzzle.cells, filled)


SIZE = 0.8  # of the small type
GAP = 3.0  # points between labels and the frame


@dataclass(frozen=True, slots=True)
class GridLabels:
    """The look of labels: type size, color, how far the frame is outside the cells, and the gap between both.

    Lengths are in points on a page and in pixels in a picture.
    Columns are named above the grid, rows at its left, each in the middle of its cells. In the columns of hexagons
    every other cell is half a cell to the right; their labels stand halfway between both. Ragged boards have no
    columns; each of their rows is named at its first cell.
    """

    size: float
    color: Color
    frame: float
    messages: Messages
    metrics: Metrics
    gap: float = GAP

    @classmethod
    def of(cls, theme: Theme, sizes: TypeSizes, messages: Messages, metrics: Metrics) -> GridLabels:
        """Return the labels of a theme."""
        return cls(label_size(sizes), theme.soft, theme.puzzle.frame, messages, metrics)

    @property
    def height(self) -> float:
        """Return the height of the labels of columns with the gap below them."""
        return self.metrics.cap_height("regular") * self.size + self.gap

    def width(self, grids: Sequence[Grid]) -> float:
        """Return the width of the labels of rows of all these grids with the gap at their right."""
        rows = max(grid.height for grid in grids)
        widest = max(self.metrics.width(self.messages.row_name(row), "regular") for row in range(rows))
        return widest * self.size + self.gap

    def beside(self, grid: Grid, place: PlacedGrid) -> list[Mark]:
        """Return the labels of a whole board, which stands at a place."""
        return [*([] if grid.ragged else self.columns(place)), *self._rows(grid, place)]

    def columns(self, place: PlacedGrid, first: int = 0) -> list[Mark]:
        """Return the labels of columns; ``first`` is the number of the leftmost one, counted from 0."""
        y = place.area.top - self.frame - self.gap
        rows = range(min(place.height, 2))
        middles = [
            sum(place.center(row * place.width + col)[0] for row in rows) / len(rows) for col in range(place.width)
        ]
        return [self._text(x, y, self.messages.column_name(first + i), "middle") for i, x in enumerate(middles)]

    def _rows(self, grid: Grid, place: PlacedGrid) -> Iterator[Mark]:
        """Yield the labels of rows at the left of a board, also left of voids at its side unless it is ragged."""
        drop = self.metrics.figure_height("regular") * self.size / 2
        for row, start in enumerate(grid.row_starts() if grid.ragged else range(0, grid.size, grid.width)):
            if start is not None:
                x, y = place.center(start)
                left = x - place.cell / 2 if grid.ragged else place.area.left
                yield self._text(left - self.frame - self.gap, y + drop, self.messages.row_name(row), "end")

    def _text(self, x: float, baseline: float, name: str, anchor: Anchor) -> Text:
        return Text(x, baseline, name, self.size, anchor=anchor, color=self.color)


def label_size(sizes: TypeSizes) -> float:
    """Return the size in points of the type of labels: a little under the small type, and never under the least."""
    return max(sizes.least, SIZE * sizes.small)
