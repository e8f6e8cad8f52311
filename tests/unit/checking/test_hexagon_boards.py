"""Boards of hexagons are read back from the page, and no side of a cell can change without being noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.core.document import (
    BLACK,
    Box,
    Color,
    Disc,
    Gray,
    Mark,
    Page,
    PlacedGrid,
    Rect,
    Stroke,
    Text,
    place_board,
)
from puzzlegen.layout.core.grid_marks import GridPen, puzzle_marks
from puzzlegen.layout.core.theme import GridStyle

BOARDS = [
    Grid(6, 5, HEXAGONAL),
    Grid(5, 4, HEXAGONAL),
    Grid(5, 5, HEXAGONAL, (0, 4, 9, 19, 20, 24)),  # rows of 3, 4, 5, 4 and 3 cells
    Grid(5, 5, HEXAGONAL, (7, 11, 12, 14, 24)),  # with cells around voids
    Grid(5, 4, HEXAGONAL, (0, 10)),  # the second row begins left of the first
]
FONTS = default_fonts()
METRICS = FontMetrics(FONTS)
WHITE = Gray(1.0)


def puzzle_on(grid: Grid) -> Puzzle:
    random = Random(str(grid.voids))
    cells = [random.choice([BLANK, BLANK, 0, 1, 2, 3, 6]) for _ in range(grid.size)]
    return Puzzle(grid, tuple(value if present else VOID for value, present in zip(cells, grid.present, strict=True)))


def placed(grid: Grid, cell: float) -> PlacedGrid:
    return place_board(grid, 7, "puzzle", (60.0, 80.0), cell)


def read(path: Path, marks: Sequence[Mark]) -> list[PrintedGrid]:
    number = Text(60.0, 70.0, "7", 11, "bold")
    page = Page(1, "puzzles", 400.0, 400.0, Box(20.0, 20.0, 380.0, 380.0), (number, *marks))
    write_pdf([page], path, FONTS)
    return [grid for shown in read_pages(path, FONTS.digits) for grid in shown.grids]


@pytest.mark.parametrize("cell", [11.0, 24.3, 40.0])
@pytest.mark.parametrize("grid", BOARDS, ids=str)
def test_a_board_is_read_as_it_was_drawn(tmp_path: Path, grid: Grid, cell: float) -> None:
    puzzle, place = puzzle_on(grid), placed(grid, cell)
    (found,) = read(tmp_path / "page.pdf", puzzle_marks(puzzle, place, GridStyle(), METRICS))
    assert found.faults == () and found.unseen == ()
    assert (found.number, found.width, found.height, found.clues) == (7, grid.width, grid.height, puzzle.cells)
    assert found.cell == pytest.approx(cell, abs=0.05)


def test_marks_of_an_answer_are_read(tmp_path: Path) -> None:
    grid = BOARDS[2]
    place, empty = placed(grid, 20.0), Puzzle(grid, tuple(BLANK if present else VOID for present in grid.present))
    pen = GridPen(place, GridStyle(), METRICS)
    marks = [*puzzle_marks(empty, place, GridStyle(), METRICS), *pen.mines([2, 10]), *pen.dots([14])]
    (found,) = read(tmp_path / "page.pdf", marks)
    assert found.faults == () and found.unseen == ()
    assert [i for i, mine in enumerate(found.mines) if mine] == [2, 10]
    assert [i for i, dot in enumerate(found.dots) if dot] == [14]


@pytest.mark.parametrize("cell", [9.0, 9.5, 10.0, 12.0])
def test_clues_of_small_hexagons_are_read_beside_shaded_ones(tmp_path: Path, cell: float) -> None:
    """Boxes around digits reach into the cells beside them: until 2026-11-30, step-by-step solutions were refused."""
    puzzle, place = puzzle_on(BOARDS[0]), placed(BOARDS[0], cell)
    blank = [i for i, value in enumerate(puzzle.cells) if value == BLANK]
    pen = GridPen(place, GridStyle(), METRICS)
    marks = [*pen.tints(blank), *puzzle_marks(puzzle, place, GridStyle(), METRICS), *pen.mines(blank)]
    (found,) = read(tmp_path / "page.pdf", marks)
    assert found.faults == () and found.unseen == () and found.clues == puzzle.cells


def test_boards_above_each_other_keep_their_numbers(tmp_path: Path) -> None:
    """A number belongs to the board next to it, also where a frame further down begins at the same place."""
    above, below = puzzle_on(BOARDS[0]), Puzzle(Grid(5, 4), (1, *[BLANK] * 19))
    drawn = puzzle_marks(above, placed(above.grid, 20.0), GridStyle(), METRICS)
    place = place_board(below.grid, 8, "puzzle", (60.0, 230.0), 20.0)
    drawn += [Text(60.0, 222.0, "8", 11, "bold"), *puzzle_marks(below, place, GridStyle(), METRICS)]
    found = {grid.number: grid.clues for grid in read(tmp_path / "page.pdf", drawn)}
    assert found == {7: above.cells, 8: below.cells}


def is_as_drawn(found: Sequence[PrintedGrid], puzzle: Puzzle) -> bool:
    whole = len(found) == 1 and not found[0].faults and not found[0].unseen
    return whole and found[0].clues == puzzle.cells and not any(found[0].mines) and not any(found[0].dots)


def sides(marks: Sequence[Mark]) -> Iterator[tuple[float, float]]:
    """Yield the middle of each side that is drawn."""
    for mark in marks:
        for line in mark.lines if isinstance(mark, Stroke) else ():
            points = [*line, line[0]] if isinstance(mark, Stroke) and mark.closed else line
            for (x0, y0), (x1, y1) in pairwise(points):
                yield (x0 + x1) / 2, (y0 + y1) / 2


def test_a_gap_in_any_side_is_noticed(tmp_path: Path) -> None:
    puzzle = puzzle_on(BOARDS[3])
    marks = puzzle_marks(puzzle, placed(puzzle.grid, 22.0), GridStyle(), METRICS)
    middles = list(sides(marks))
    assert len(middles) > 60
    for at in middles[::3]:
        assert not is_as_drawn(read(tmp_path / "page.pdf", [*marks, Disc(*at, 1.6, WHITE)]), puzzle), at


def broken(marks: Sequence[Mark], kept: slice, color: Color = BLACK) -> list[Mark]:
    """Return the marks with only some points of each line."""
    return [
        replace(mark, lines=tuple(line[kept] for line in mark.lines), color=color, closed=False)
        if isinstance(mark, Stroke)
        else mark
        for mark in marks
    ]


@pytest.mark.parametrize(
    ("kept", "color"), [(slice(1, None), BLACK), (slice(None, -1), BLACK), (slice(None), Gray(0.9))]
)
def test_lines_that_are_missing_or_pale_are_noticed(tmp_path: Path, kept: slice, color: Color) -> None:
    puzzle = puzzle_on(BOARDS[0])
    marks = puzzle_marks(puzzle, placed(puzzle.grid, 22.0), GridStyle(), METRICS)
    assert not is_as_drawn(read(tmp_path / "page.pdf", broken(marks, kept, color)), puzzle)


def test_a_stray_mark_in_the_corner_of_a_cell_is_noticed(tmp_path: Path) -> None:
    puzzle = puzzle_on(BOARDS[0])
    place = placed(puzzle.grid, 30.0)
    marks = puzzle_marks(puzzle, place, GridStyle(), METRICS)
    blank = puzzle.cells.index(BLANK)
    x, y = place.center(blank)
    for stray in (
        Stroke((((x - 1, y - 14), (x + 1, y - 14)),), 1.0, BLACK),
        Rect(x - 1, y - 14, 2, 1, BLACK),
        Text(x, y - 12, "'", 6),
        Disc(x, y - 13.5, 0.8, BLACK),
    ):
        assert not is_as_drawn(read(tmp_path / "page.pdf", [*marks, stray]), puzzle), stray
