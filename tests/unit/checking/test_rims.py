"""The rim of a board with joined sides is read from the page, and every copy in it must be right and readable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.layout.core.document import BLACK, Box, Gray, Mark, Page, Rect, Text, place_board
from puzzlegen.layout.core.grid_marks import puzzle_marks
from puzzlegen.layout.core.theme import GridStyle

FONTS = default_fonts()
METRICS = FontMetrics(FONTS)
PUZZLE = Puzzle(
    Grid(6, 5, WRAP_AROUND), (1, BLANK, 2, BLANK, BLANK, 3, 0, *[BLANK] * 10, 4, *[BLANK] * 6, 5, 6, *[BLANK] * 4)
)


def marks(rim: bool = True) -> list[Mark]:
    place = place_board(PUZZLE.grid, 7, "puzzle", (60.0, 80.0), 20.0, rim=rim)
    return puzzle_marks(PUZZLE, place, GridStyle(), METRICS)


def page_of(path: Path, drawn: Sequence[Mark]) -> PrintedPage:
    texts = (Text(60.0, 70.0, "7", 11, "bold"), Text(90.0, 70.0, "Medium", 9), Text(300.0, 390.0, "12", 9))
    page = Page(1, "puzzles", 400.0, 420.0, Box(20.0, 20.0, 380.0, 380.0), (*texts, *drawn))
    write_pdf([page], path, FONTS)
    (shown,) = read_pages(path, FONTS.digits)
    return shown


def problems(grid: PrintedGrid) -> str:
    return "; ".join(map(str, (*grid.faults, *grid.unseen)))


def test_a_rim_belongs_to_its_board_and_hides_nothing_else(tmp_path: Path) -> None:
    shown = page_of(tmp_path / "page.pdf", marks())
    (grid,) = shown.grids
    assert grid.rim and problems(grid) == "" and shown.unseen == ""
    assert (grid.number, grid.heading, grid.clues) == (7, ("7", "Medium"), PUZZLE.cells)
    assert shown.folio == 12  # not one of the digits in the rim
    (plain,) = page_of(tmp_path / "page.pdf", marks(rim=False)).grids
    assert not plain.rim and problems(plain) == "" and plain.clues == PUZZLE.cells


def copies() -> list[int]:
    """Return which marks are the copies of clues."""
    usual = max(mark.size for mark in marks() if isinstance(mark, Text))
    return [i for i, mark in enumerate(marks()) if isinstance(mark, Text) and mark.size < usual]


@pytest.mark.parametrize("change", ["missing", "another digit", "on the next row", "hidden", "pale"])
def test_each_wrong_copy_is_found(tmp_path: Path, change: str) -> None:
    assert len(copies()) > 8
    for i in copies():
        drawn = marks()
        one = drawn[i]
        assert isinstance(one, Text)
        match change:
            case "missing":
                del drawn[i]
            case "another digit":
                drawn[i] = replace(one, string="8")
            case "on the next row":
                drawn[i] = replace(one, x=one.x + 20.0, y=one.y + 20.0)
            case "hidden":
                drawn.append(Rect(one.x - 4, one.y - 10, 8, 11, GridStyle().rim))
            case "pale":
                drawn[i] = replace(one, color=Gray(0.89))
        shown = page_of(tmp_path / "page.pdf", drawn)
        assert problems(shown.grids[0]) or shown.unseen, one


def test_a_copy_too_many_is_found(tmp_path: Path) -> None:
    place = place_board(PUZZLE.grid, 7, "puzzle", (60.0, 80.0), 20.0)
    stray = Text(place.center(3)[0], 90.0, "3", 8, "digits", "middle", BLACK)
    (grid,) = page_of(tmp_path / "page.pdf", [*marks(), stray]).grids
    assert "row 5, column 4: has nothing, the rim reads 3" in problems(grid)
