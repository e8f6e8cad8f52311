"""A single puzzle as a picture. The unit is the pixel; all lines begin and end on whole pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import LayoutError
from puzzlegen.layout.document import Box, Gray, Mark, Metrics, Page, PlacedGrid, Role, Text
from puzzlegen.layout.grids import answer_marks, puzzle_marks
from puzzlegen.layout.theme import GridStyle

LEAST_CELL = 14  # pixels; below that figures of 7 pixels run together
PAPER_WIDTH = 432.0  # points a picture is wide on paper: six inches


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """``width`` in pixels; a ``caption`` (series name and number) stands below the grid, ``number`` names the grid.

    The picture is never higher than wide: mail and blog services crop what is.
    """

    width: int = 1200
    caption: str = ""
    number: int = 0


def picture(
    puzzle: Puzzle, metrics: Metrics, solution: Solution | None = None, options: PictureOptions | None = None
) -> Page:
    """The puzzle, or its answer when ``solution`` is given, on white with a quiet margin of 5 % of the width.

    Raises LayoutError when the cells would be under 14 pixels, saying the least width that works.
    """
    options = options or PictureOptions()
    width, grid = options.width, puzzle.grid
    cell, below = _cell(options, grid.width, grid.height)
    if cell < LEAST_CELL:
        least = _least_width(options, grid.width, grid.height)
        raise LayoutError(
            f"a picture {width} pixels wide gives a {grid} board cells of {max(0, cell)} pixels, under {LEAST_CELL}; "
            f"{least} pixels is the least for this board"
        )
    inner, frame = _pens(cell)
    margin = max(1, round(width * 0.05))
    wide, high = grid.width * cell + 2 * frame - inner, grid.height * cell + 2 * frame - inner
    left, top = (width - wide) // 2, margin
    height = top + high + below + margin
    if height < width <= height + cell:
        top, height = top + (width - height) // 2, width  # a rounding leftover is no reason not to be square
    # The first cell's corner lies in the middle of the line around it.
    role: Role = "puzzle" if solution is None else "answer"
    at = frame - inner / 2
    place = PlacedGrid(options.number, role, 1, left + at, top + at, cell, grid.width, grid.height)
    style = replace(GridStyle(), frame=float(frame), inner=float(inner))
    marks: list[Mark]
    if solution is None:
        marks = puzzle_marks(puzzle, place, style, metrics)
    else:
        marks = answer_marks(puzzle, solution, place, replace(style, digit_colour=Gray(0.38)), metrics)
    if options.caption:
        size = _caption_size(width)
        marks.append(Text(left, top + high + below, options.caption, size, colour=Gray(0.3)))
    # On paper no line may fall under 0.75 pt.
    unit = max(PAPER_WIDTH / width, 0.75 / inner)
    block = Box(margin, top, width - margin, height - margin)
    return Page(1, "picture", width, height, block, tuple(marks), (place,), None, unit, Gray(1.0))


def _pens(cell: int) -> tuple[int, int]:
    """Width of inner lines and frame for that cell."""
    inner = max(1, round(cell * 0.028))
    return inner, max(2, round(inner * 2.2))


def _caption_size(width: int) -> int:
    return max(11, round(width * 0.022))


def _cell(options: PictureOptions, width: int, height: int) -> tuple[int, int]:
    """Side of a cell, and the room the caption takes from the frame to its baseline."""
    below = round(_caption_size(options.width) * 1.7) if options.caption else 0
    room = options.width - 2 * max(1, round(options.width * 0.05))
    cell = min(room // width, (room - below) // height)
    while cell > 0:
        inner, frame = _pens(cell)
        if width * cell + 2 * frame - inner <= room and height * cell + 2 * frame - inner <= room - below:
            break
        cell -= 1
    return cell, below


def _least_width(options: PictureOptions, width: int, height: int) -> int:
    pixels = options.width
    while _cell(replace(options, width=pixels), width, height)[0] < LEAST_CELL:
        pixels += 10 - pixels % 10
    return pixels
