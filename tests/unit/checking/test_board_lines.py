"""No line of a board can be left out, moved, cut or added without being noticed, whatever outline the board has."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.core.document import BLACK, Box, Line, Mark, Page, PlacedGrid, Text, place_board
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.theme import GridStyle

FONTS = default_fonts()
METRICS = FontMetrics(FONTS)
LEFT, TOP, CELL = 60.0, 80.0, 20.0
BOARDS = {
    "a frame": Grid(5, 4),
    "a rim": Grid(5, 4, WRAP_AROUND),
    "two cells each way": Grid(2, 2),
    "an outline": Grid(5, 4, MINESWEEPER, (0, 7, 19)),
    "two parts": Grid(5, 4, MINESWEEPER, (2, 7, 12, 17)),
}


def placed(grid: Grid) -> PlacedGrid:
    return place_board(grid, 7, "puzzle", (LEFT, TOP), CELL, rim=grid.variant.wraps)


def marks_of(grid: Grid) -> list[Mark]:
    cells = tuple(BLANK if present else VOID for present in grid.present)
    return puzzle_marks(Puzzle(grid, cells), placed(grid), GridStyle(), METRICS)


def read(path: Path, marks: Iterable[Mark]) -> list[PrintedGrid]:
    page = Page(1, "puzzles", 400.0, 420.0, Box(20.0, 20.0, 380.0, 380.0), (Text(LEFT, 70.0, "7", 11, "bold"), *marks))
    write_pdf([page], path, FONTS)
    return [grid for shown in read_pages(path, FONTS.digits) for grid in shown.grids]


def is_whole(found: Sequence[PrintedGrid], grid: Grid) -> bool:
    if len(found) != 1 or found[0].faults or found[0].unseen:
        return False
    (one,) = found
    return (one.width, one.height) == (grid.width, grid.height) and [v != VOID for v in one.clues] == list(grid.present)


def moved(line: Line, by: float) -> Line:
    upright = line.x1 == line.x2
    return (
        replace(line, x1=line.x1 + by, x2=line.x2 + by) if upright else replace(line, y1=line.y1 + by, y2=line.y2 + by)
    )


def shortened(line: Line) -> Line:
    return replace(line, x2=(line.x1 + line.x2) / 2, y2=(line.y1 + line.y2) / 2)


@pytest.mark.parametrize("name", BOARDS)
def test_each_line_of_a_board_counts(name: str, tmp_path: Path) -> None:
    grid, path = BOARDS[name], tmp_path / "page.pdf"
    marks = marks_of(grid)
    assert is_whole(read(path, marks), grid)
    for at, line in enumerate(marks):
        if isinstance(line, Line):
            for changed in ([], [moved(line, 0.6)], [shortened(line)]):
                assert not is_whole(read(path, [*marks[:at], *changed, *marks[at + 1 :]]), grid), (line, changed)


@pytest.mark.parametrize("name", BOARDS)
def test_a_line_that_no_cell_has_is_noticed(name: str, tmp_path: Path) -> None:
    grid = BOARDS[name]
    box = placed(grid).box
    middle = box.top + CELL / 2
    for ends in ((box.left, middle, box.right, middle), (box.left, box.top, box.right, box.bottom)):
        extra = Line(*ends, 0.75, BLACK)
        assert not is_whole(read(tmp_path / "page.pdf", [*marks_of(grid), extra]), grid), extra
