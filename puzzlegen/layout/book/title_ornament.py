"""The ornament of the title page: a puzzle of the book, or the corner of a puzzle if all are large."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.layout.book.book_content import BookSection, PuzzleEntry
from puzzlegen.layout.core.board_size import board_size, place_board
from puzzlegen.layout.core.document import Line, Mark, PlacedGrid, Rect
from puzzlegen.layout.core.grid_marks import GridPen, puzzle_marks
from puzzlegen.layout.core.page_builder import LayoutContext

MAX_SIDE = 12  # cells: more of them look like a gray patch
RUN_OFF = 0.6  # cells by which the lines of a cropped board run on


def ornament_puzzle(sections: Iterable[BookSection]) -> Puzzle:
    """Return the first of the largest puzzles with at most twelve cells a side, else the first puzzle of the book."""
    entries = [entry for section in sections for entry in section.entries]
    small = [entry for entry in entries if max(entry.puzzle.grid.width, entry.puzzle.grid.height) <= MAX_SIDE]
    return max(small, key=_size_then_order).puzzle if small else entries[0].puzzle


def _size_then_order(entry: PuzzleEntry) -> tuple[int, int]:
    return entry.puzzle.grid.size, -entry.number


@dataclass(frozen=True, slots=True)
class Ornament:
    """The marks of the ornament at the origin, its grid, and its size with lines that run on."""

    marks: list[Mark]
    place: PlacedGrid
    width: float
    height: float


def title_ornament(puzzle: Puzzle, room: tuple[float, float], context: LayoutContext) -> Ornament | None:
    """Draw the puzzle as large as fits ``room`` (width, height) in points; None if its cells would be tiny."""
    theme = context.theme
    frame = theme.puzzle.frame
    shown = _corner(puzzle)
    size = board_size(shown.grid)
    cut_right, cut_foot = shown.grid.width < puzzle.grid.width, shown.grid.height < puzzle.grid.height
    wide, high = size.width + RUN_OFF * cut_right, size.height + RUN_OFF * cut_foot
    cell = min((room[0] - 2 * frame) / wide, (room[1] - 2 * frame) / high, theme.max_cell * 1.6)
    if cell < theme.min_key_cell:
        return None
    place = place_board(shown.grid, 0, "ornament", (frame, frame), cell)
    if shown is puzzle:
        marks = puzzle_marks(puzzle, place, theme.puzzle, context.metrics)
        return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)
    pen = GridPen(place, theme.puzzle, context.metrics)
    lines = _cropped_lines(place, context, wide * cell, high * cell)
    marks = pen.backgrounds(shown.cells) + lines + pen.digits(shown.cells)
    return Ornament(marks, place, wide * cell + 2 * frame, high * cell + 2 * frame)


def _corner(puzzle: Puzzle) -> Puzzle:
    """Return the top left corner of a puzzle that is larger than the limit, or the puzzle itself.

    A board with a shape is never cropped, nor one without straight lines or with joined sides.
    """
    grid = puzzle.grid
    width, height = min(grid.width, MAX_SIDE), min(grid.height, MAX_SIDE)
    whole = grid.voids or grid.variant.wraps or not grid.variant.lattice.straight
    if whole or (width, height) == (grid.width, grid.height):
        return puzzle
    cells = [puzzle.cells[row * grid.width + col] for row in range(height) for col in range(width)]
    return Puzzle(Grid(width, height, grid.variant), tuple(cells))


def _cropped_lines(place: PlacedGrid, context: LayoutContext, wide: float, high: float) -> list[Mark]:
    """Return the lines of a cropped board, which run on past the cropped sides, and the frame of the other sides."""
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
