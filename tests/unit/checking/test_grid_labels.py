"""Labels of rows and columns are read from the page of any board, and each wrong one is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, VOID, GradedPuzzle, Puzzle
from puzzlegen.checking.content import check_labels
from puzzlegen.checking.expected import AidExpectations
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Box, Gray, Mark, Page, Rect, Text, place_board
from puzzlegen.layout.core.grid_marks import GAP, GridLabels, puzzle_marks
from puzzlegen.layout.core.theme import DEFAULT

FONTS = default_fonts()
METRICS = FontMetrics(FONTS)
BOARDS = {
    "square": Grid(11, 12),
    "shape": Grid(6, 5, voids=(0, 1, 5, 6, 29)),
    "hexagons": Grid(5, 5, HEXAGONAL, (0, 4, 9, 19, 20, 24)),
    # no row that is not shifted has its first cell, so the board begins half a cell behind the labels of such a row
    "shifted hexagons": Grid(5, 5, HEXAGONAL, (0, 1, 4, 9, 10, 20, 24)),
    "rim": Grid(6, 5, WRAP_AROUND),
}


def puzzle(name: str) -> Puzzle:
    grid = BOARDS[name]
    return Puzzle(grid, tuple(VOID if i in grid.voids else BLANK if i % 3 else i % 4 for i in range(grid.size)))


def marks(name: str, naming: str = "rc", first: int = 0, cell: float = 20.0) -> tuple[list[Mark], list[Text]]:
    """Return the marks of a puzzle, and those of its labels."""
    place = place_board(puzzle(name).grid, 7, "puzzle", (60.0, 80.0), cell)
    labels = GridLabels.of(DEFAULT, DEFAULT.type.narrow, load("en", naming), METRICS)
    drawn = labels.beside(puzzle(name).grid, place)
    if first:
        drawn[: place.width] = labels.columns(place, first)
    return puzzle_marks(puzzle(name), place, DEFAULT.puzzle, METRICS), [x for x in drawn if isinstance(x, Text)]


def page_of(path: Path, board: Sequence[Mark], labels: Sequence[Mark]) -> PrintedPage:
    """Print a page without a folio, on which the last label of a row is the lowest word."""
    texts = (Text(60.0, 64.0, "7", 11, "bold"), Text(90.0, 64.0, "Medium", 9))
    page = Page(1, "puzzles", 400.0, 340.0, Box(20.0, 20.0, 380.0, 300.0), (*texts, *board, *labels))
    write_pdf([page], path, FONTS)
    (shown,) = read_pages(path, FONTS.digits)
    return shown


def found(shown: PrintedPage, name: str, naming: str = "rc", labels: bool = True) -> list[str]:
    board = puzzle(name)
    record = GradedPuzzle(board, (False,) * board.grid.size, Grade(1, "easy", 0.0, 0, (1, 1)), number=7)
    aids = AidExpectations(labels=labels, column_name=load("en", naming).column_name)
    (grid,) = shown.grids
    return [str(finding) for finding in check_labels(grid, record, aids)]


@pytest.mark.parametrize("naming", ["rc", "a1"])
@pytest.mark.parametrize("name", BOARDS)
def test_labels_are_read_and_are_nothing_else(name: str, naming: str, tmp_path: Path) -> None:
    board, labels = marks(name, naming)
    shown = page_of(tmp_path / "page.pdf", board, labels)
    (grid,) = shown.grids
    size = BOARDS[name]
    columns = "ABCDEFGHIJK" if naming == "a1" else [str(col + 1) for col in range(size.width)]
    assert grid.columns == (() if size.ragged else tuple(columns[: size.width]))
    assert grid.rows == tuple(str(row + 1) for row in range(size.height))
    assert not (grid.faults or grid.unseen or shown.unseen)
    assert (grid.number, grid.heading, grid.below, grid.clues) == (7, ("7", "Medium"), (), puzzle(name).cells)
    assert shown.folio is None and shown.lines == ("7 Medium",)
    assert found(shown, name, naming) == []


def test_a_board_without_labels_has_none(tmp_path: Path) -> None:
    shown = page_of(tmp_path / "page.pdf", marks("square")[0], [Text(90.0, 74.0, "Par 3-5 min", 9)])
    (grid,) = shown.grids
    assert (grid.columns, grid.rows) == ((), ())
    assert grid.below == ("Par", "3-5", "min")
    assert found(shown, "square", labels=False) == []
    assert len(found(shown, "square")) == 2


@pytest.mark.parametrize("change", ["missing", "another", "beside", "double"])
@pytest.mark.parametrize("name", ["square", "hexagons", "rim"])
def test_each_wrong_label_is_found(name: str, change: str, tmp_path: Path) -> None:
    board, labels = marks(name)
    columns = 0 if BOARDS[name].ragged else BOARDS[name].width
    assert len(labels) == columns + BOARDS[name].height
    for i in {0, 1, max(0, columns - 1), columns, len(labels) - 1}:
        drawn, one = list(labels), labels[i]
        match change:
            case "missing":
                del drawn[i]
            case "another":
                drawn[i] = replace(one, string="9" if one.string != "9" else "3")
            case "beside":
                drawn[i] = replace(one, x=one.x + 8.0) if i < columns else replace(one, y=one.y + 8.0)
            case "double":
                drawn.append(replace(one, x=one.x - 4.0))
        assert found(page_of(tmp_path / "page.pdf", board, drawn), name), (i, change)


def test_a_label_without_ink_is_found(tmp_path: Path) -> None:
    board, labels = marks("square")
    shown = page_of(tmp_path / "page.pdf", board, [*labels[:-1], replace(labels[-1], color=Gray(1.0))])
    assert shown.unseen == "'12'"


def test_labels_of_a_right_half_go_on(tmp_path: Path) -> None:
    board, labels = marks("square", "a1", first=11)
    (grid,) = page_of(tmp_path / "page.pdf", board, labels).grids
    assert grid.columns == tuple("LMNOPQRSTUV")
    assert grid.rows[-1] == "12"


def test_rows_of_ragged_boards_are_named_at_their_first_cells() -> None:
    grid = BOARDS["hexagons"]
    _, labels = marks("hexagons")
    place = place_board(grid, 7, "puzzle", (60.0, 80.0), 20.0)
    firsts = [next(x for x in range(5 * row, 5 * row + 5) if x not in grid.voids) for row in range(5)]
    assert [place.center(first)[0] - label.x for first, label in zip(firsts, labels, strict=True)] == pytest.approx(
        [10.0 + DEFAULT.puzzle.frame + GAP] * 5
    )
    assert [grid.counted(first) for first in firsts] == [(row, 0) for row in range(5)]


@pytest.mark.parametrize("cell", [20.0, 32.0])
@pytest.mark.parametrize("at", [0, 4, 20, 24])
def test_other_ink_in_the_voids_of_a_ragged_board_is_found(at: int, cell: float, tmp_path: Path) -> None:
    """A label is the only thing that may stand in the void before its row, and none may stand behind it."""
    board, labels = marks("hexagons", cell=cell)
    x, y = place_board(BOARDS["hexagons"], 7, "puzzle", (60.0, 80.0), cell).center(at)
    square = Rect(x - 2, y + 4, 4.0, 4.0, fill=Gray(0.0))
    (grid,) = page_of(tmp_path / "square.pdf", [*board, square], labels).grids
    assert grid.faults or grid.unseen
    shown = page_of(tmp_path / "digit.pdf", board, [*labels, Text(x, y + 3, "2", 9.0)])
    (grid,) = shown.grids
    assert grid.faults or grid.unseen or found(shown, "hexagons")
