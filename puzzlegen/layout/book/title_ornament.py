"""The grid on the title page: a real puzzle of the book, or the corner of one when all are too large to be calm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.core.document import Line, Mark, PlacedGrid, Rect
from puzzlegen.layout.core.grid_marks import GridPen, puzzle_marks
from puzzlegen.layout.core.page_builder import LayoutContext

CALM = 12  # cells a side: more of them make a grey patch, not an ornament
RUN_OFF = 0.6  # cells by which the lines of a cut board go on


def ornament_puzzle(sections: Iterable[BookSection]) -> Puzzle:
    """The first of the largest boards of at most twelve cells a side; else the first board of all."""
    entries = [entry for section in sections for entry in section.entries]
    calm = [entry for entry in entries if max(entry.puzzle.grid.width, entry.puzzle.grid.height) <= CALM]
    return max(calm, key=_size_and_number).puzzle if calm else entries[0].puzzle


def _size_and_number(entry: PuzzleEntry) -> tuple[int, int]:
    return entry.puzzle.grid.size, -entry.number


@dataclass(frozen=True, slots=True)
class Ornament:
    """The marks from the origin, the grid among them, and what all of it takes, lines that run off included."""

    marks: list[Mark]
    place: PlacedGrid
    width: float
    height: float


def title_ornament(puzzle: Puzzle, room: tuple[float, float], context: LayoutContext) -> Ornament | None:
    """The puzzle as large as fits ``room`` (width, height); None when it would be a stamp."""
    theme = context.theme
    frame = theme.puzzle.frame
    shown = _corner(puzzle)
    cut_right, cut_foot = shown.grid.width < puzzle.grid.width, shown.grid.height < puzzle.grid.height
    wide, high = shown.grid.width + RUN_OFF * cut_right, shown.grid.height + RUN_OFF * cut_foot
    cell = min((room[0] - 2 * frame) / wide, (room[1] - 2 * frame) / high, theme.max_cell * 1.6)
    if cell < theme.min_key_cell:
        return None
    place = PlacedGrid(0, "ornament", 0, frame, frame, cell, shown.grid.width, shown.grid.height)
    if shown is puzzle:
        marks = puzzle_marks(puzzle, place, theme.puzzle, context.metrics)
        return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)
    pen = GridPen(place, theme.puzzle, context.metrics)
    lines = _running_off(place, context, wide * cell, high * cell)
    marks = pen.grounds(shown.cells) + lines + pen.digits(shown.cells)
    return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)


def _corner(puzzle: Puzzle) -> Puzzle:
    """The top left corner of a board larger than the limit, or the board itself."""
    grid = puzzle.grid
    width, height = min(grid.width, CALM), min(grid.height, CALM)
    if (width, height) == (grid.width, grid.height):
        return puzzle
    cells = [puzzle.cells[row * grid.width + col] for row in range(height) for col in range(width)]
    return Puzzle(Grid(width, height, grid.variant), tuple(cells))


def _running_off(place: PlacedGrid, context: LayoutContext, wide: float, high: float) -> list[Mark]:
    """All lines, which go on past the cells where the board is cut, and the frame on the sides it has there."""
    style, cell = context.theme.puzzle, place.cell
    x, y, color = place.x, place.y, style.inner_color
    cut_right, cut_foot = wide > place.width * cell, high > place.height * cell
    marks: list[Mark] = [
        Line(x + i * cell, y, x + i * cell, y + high, style.inner, color) for i in range(1, place.width + cut_right)
    ]
    marks += [
        Line(x, y + i * cell, x + wide, y + i * cell, style.inner, color) for i in range(1, place.height + cut_foot)
    ]
    out, frame = style.frame - style.inner / 2, style.frame  # as Pen.lines: the frame lies outside the cells
    across, down = wide + out + (0 if cut_right else out), high + out + (0 if cut_foot else out)
    marks += [Rect(x - out, y - out, across, frame, style.ink), Rect(x - out, y - out, frame, down, style.ink)]
    if not cut_right:
        marks.append(Rect(x + wide + out - frame, y - out, frame, down, style.ink))
    if not cut_foot:
        marks.append(Rect(x - out, y + high + out - frame, across, frame, style.ink))
    return marks
