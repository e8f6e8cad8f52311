"""A puzzle as a small sign of itself, for lists and archives. The unit is the pixel.

It is drawn for screens that show two of its pixels as one point and must hold on those that show a quarter of them, so
all lines are two pixels wide and begin on even ones: at half the size each is one whole pixel.
"""

from __future__ import annotations

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.layout.core.document import Box, Gray, Mark, Metrics, Page, PlacedGrid
from puzzlegen.layout.core.grid import Pen
from puzzlegen.layout.core.theme import GridStyle

SIDE = 240  # pixels, shown at 120
PEN = 2
LEAST_CELL = 14  # pixels: below that clues are dust; a larger board is shown as far as there is room
_EDGE = 6  # the least white around it
_STYLE = GridStyle(
    frame=PEN, inner=PEN, inner_colour=Gray(0.62), digit=0.62, digit_font="bold", digit_colour=Gray(0.08),
    ink=Gray(0.25), dot=0.2,
)  # fmt: skip


def thumb(puzzle: Puzzle, metrics: Metrics) -> Page:
    """The board in the middle of a square; of one over 16 cells a side the top left part."""
    grid = puzzle.grid
    room = SIDE - 2 * _EDGE - PEN
    cell = max(LEAST_CELL, room // max(grid.width, grid.height) // 2 * 2)
    across, down = (min(side, room // cell) for side in (grid.width, grid.height))
    # An odd pixel, so that a line two wide whose middle it is begins on an even one.
    left, top = ((SIDE - side * cell) // 2 | 1 for side in (across, down))
    place = PlacedGrid(0, "ornament", 1, left, top, cell, across, down)
    cells = [puzzle.cells[grid.cell(row, col)] for row in range(down) for col in range(across)]
    pen = Pen(place, _STYLE, metrics)
    marks: tuple[Mark, ...] = (*pen.grounds(cells), *pen.lines(), *pen.digits(cells))
    return Page(1, "picture", SIDE, SIDE, Box(0, 0, SIDE, SIDE), marks, (place,), paper=Gray(1.0))
