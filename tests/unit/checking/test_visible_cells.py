"""A grid must look on the rendered page as its objects say: sound ones do in all fonts, and damaged ones do not."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.checking.findings import Fault
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.drawing.fonts import FAMILIES, FontMetrics, FontSet, default_fonts, family_file
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import Box, Disc, Gray, Line, Mark, Page, Picture, Rect, Text, place_board
from puzzlegen.layout.core.grid_marks import answer_marks, puzzle_marks
from puzzlegen.layout.core.theme import GridStyle

WHITE, BLACK = Gray(1.0), Gray(0.0)
WIDTH, HEIGHT = 6, 5
CLUES = tuple(i % 9 if i % 3 else BLANK for i in range(WIDTH * HEIGHT))
MINES = tuple(value == BLANK and i % 2 == 0 for i, value in enumerate(CLUES))
LEFT, TOP, CELL = 40.3, 50.7, 20.2
NUMBER = Text(LEFT - 0.5, TOP - 9, "1", 12, "bold")
FONTS = [family_file(name, role) for name in FAMILIES for role in ("regular", "bold")]


def fonts_with(digits: Path) -> FontSet:
    return replace(default_fonts(), digits=digits)


def drawn(folder: Path, marks: Iterable[Mark], fonts: FontSet, checked: Path | None = None) -> PrintedGrid:
    """The only grid of a page with these marks, its cells compared with the digits of ``checked``."""
    page = Page(1, "puzzles", 700, 600, Box(0, 0, 700, 600), (NUMBER, *marks))
    write_pdf([page], folder / "page.pdf", fonts, PdfStyle(space="grey"))
    (read,) = read_pages(folder / "page.pdf", checked or fonts.digits)
    (grid,) = read.grids
    return grid


def puzzle(style: GridStyle, fonts: FontSet, cell: float = CELL, clues: Sequence[int] = CLUES) -> list[Mark]:
    grid = Grid(WIDTH, len(clues) // WIDTH)
    place = place_board(grid, 1, "puzzle", (LEFT, TOP), cell)
    return puzzle_marks(Puzzle(grid, tuple(clues)), place, style, FontMetrics(fonts))


def answer(style: GridStyle, fonts: FontSet) -> list[Mark]:
    grid = Grid(WIDTH, HEIGHT)
    place = place_board(grid, 1, "answer", (LEFT, TOP), CELL)
    return answer_marks(Puzzle(grid, CLUES), MINES, place, style, FontMetrics(fonts))


@pytest.mark.parametrize("font", FONTS, ids=lambda path: path.stem)
def test_sound_grids_look_as_they_must_in_every_font_and_size(font: Path, tmp_path: Path) -> None:
    fonts = fonts_with(font)
    for cell in (9.4, 14.2, 33.3, 70.1):
        for style in (GridStyle(), GridStyle(lines_color=Gray(0.6), digit_color=Gray(0.6), clue_tint=Gray(0.85))):
            assert drawn(tmp_path, puzzle(style, fonts, cell), fonts).unseen == (), (cell, style)


@pytest.mark.parametrize("mine", ["disc", "ring", "cross", "flag"])
def test_sound_answers_look_as_they_must(mine: str, tmp_path: Path) -> None:
    fonts = default_fonts()
    style = GridStyle(mine=mine, safe_dots=True, digit_color=Gray(0.38), lines_color=Gray(0.55), frame=1.0)
    assert drawn(tmp_path, answer(style, fonts), fonts).unseen == ()


def exchanged(font: Path, folder: Path, one: str, other: str) -> Path:
    """A font in which two digits have each other's outlines."""
    changed = TTFont(font)
    names, glyphs = changed.getBestCmap(), changed["glyf"]
    a, b = names[ord(one)], names[ord(other)]
    glyphs[a], glyphs[b] = glyphs[b], glyphs[a]
    for record in changed["name"].names:
        if record.nameID == 6:  # fonts of one name would be embedded once
            record.string = f"Exchanged{one}{other}"
    path = folder / f"{font.stem}-{one}{other}.ttf"
    changed.save(path)
    return path


@pytest.mark.parametrize("font", FONTS, ids=lambda path: path.stem)
def test_exchanged_outlines_are_found_in_every_font(font: Path, tmp_path: Path) -> None:
    """The most alike digits, at the smallest cells of an answer key and at large ones."""
    for one, other in ("38", "17"):
        fonts = fonts_with(exchanged(font, tmp_path, one, other))
        clues = [int(one), int(other), BLANK, BLANK, int(one), int(other)] * 2
        for cell in (9.4, 20.0):
            grid = drawn(tmp_path, puzzle(GridStyle(), fonts, cell, clues), fonts, font)
            assert len(grid.unseen) == 4, (one, other, cell, grid.unseen)  # three cells, and the number of others
            assert str(grid.unseen[0]) == f"row 1, column 1: does not look like {one}"


def corner(col: int, row: int) -> tuple[float, float]:
    return LEFT + col * CELL, TOP + row * CELL


def over(col: int, row: int, share: float, color: Gray = WHITE) -> Rect:
    """A square in the middle of a cell."""
    x, y = corner(col, row)
    side = share * CELL
    return Rect(x + (CELL - side) / 2, y + (CELL - side) / 2, side, side, color)


def white_picture(col: int, row: int) -> Picture:
    x, y = corner(col, row)
    return Picture(x + 3, y + 3, 14, 14, 2, 2, b"\xff" * 4)


X, Y = corner(1, 1)
ADDED: dict[str, tuple[Mark, str]] = {
    "a clue is painted over": (over(1, 0, 0.9), "row 1, column 2: does not look like 1"),
    "half a clue is painted over": (Rect(*corner(1, 0), CELL / 2, CELL, WHITE), "row 1, column 2"),
    "a picture covers a clue": (white_picture(2, 0), "row 1, column 3: does not look like 2"),
    "a thick line crosses clues": (
        Line(LEFT, TOP + 10, LEFT + 60, TOP + 10, 5, BLACK),
        "row 1, column 1: is blank, but",
    ),
    "a white line crosses clues": (Line(LEFT, TOP + 10, LEFT + 60, TOP + 10, 4, WHITE), "row 1, column 2: does not"),
    "a line in a blank": (Line(X - 15, Y - 15, X - 6, Y - 6, 0.75, BLACK), ""),
    "a dot beside a clue": (Disc(corner(1, 0)[0] + 4, corner(1, 0)[1] + 4, 1.2, BLACK), "row 1, column 2"),
    "a gray blank": (over(0, 0, 1.0, Gray(0.9)), "row 1, column 1: has another ground"),
    "a line is painted over": (Rect(X - 1, Y + 3, 2, 10, WHITE), "the line that begins at row 1, column 2 is broken"),
    "a piece of the frame is painted over": (
        Rect(LEFT + 5, TOP - 3, 6, 3.5, WHITE),
        "the line that begins at row 1, column 1 is broken",
    ),
    "a digit that only looks like one": (Text(LEFT + 10, TOP + 15, "l", 14, "regular", "middle", WHITE), ""),
}


@pytest.mark.parametrize("name", ADDED)
def test_what_is_painted_over_a_grid_is_found(name: str, tmp_path: Path) -> None:
    mark, expected = ADDED[name]
    fonts = default_fonts()
    grid = drawn(tmp_path, [*puzzle(GridStyle(), fonts), mark], fonts)
    seen = " ".join(map(str, (*grid.unseen, *grid.faults)))
    assert seen
    assert expected in seen, seen


def test_a_tolerable_speck_is_tolerated(tmp_path: Path) -> None:
    """The other side of the tolerance: what no reader sees is no finding."""
    x, y = corner(0, 0)
    fonts = default_fonts()
    speck = Rect(x + 8, y + 8, 2, 2, Gray(0.97))
    assert drawn(tmp_path, [*puzzle(GridStyle(), fonts), speck], fonts).unseen == ()


LINES = {
    "white": lambda line: [replace(line, color=WHITE)],
    "pale": lambda line: [replace(line, color=Gray(0.85))],
    "interrupted": lambda line: [line, Rect(line.x1 - 1, line.y1 + 30, 2, 4, WHITE)],
}


@pytest.mark.parametrize("name", LINES)
def test_lines_that_cannot_be_seen_are_found(name: str, tmp_path: Path) -> None:
    fonts = default_fonts()
    marks = puzzle(GridStyle(), fonts)
    at = next(i for i, mark in enumerate(marks) if isinstance(mark, Line))
    marks[at : at + 1] = LINES[name](marks[at])
    assert any(
        "the line that begins at row 1, column 2" in fault.words for fault in drawn(tmp_path, marks, fonts).unseen
    )


def test_marks_of_an_answer_that_are_covered_or_spoilt_are_found(tmp_path: Path) -> None:
    fonts = default_fonts()
    style = GridStyle(safe_dots=True)
    mine = next(i for i, one in enumerate(MINES) if one)
    safe = next(i for i, value in enumerate(CLUES) if value == BLANK and not MINES[i])
    for cell, name in ((mine, "mine"), (safe, "dot")):
        col, row = cell % WIDTH, cell // WIDTH
        fault = Fault(f"does not look like a {name}", (row, col))
        for mark in (over(col, row, 0.7), over(col, row, 0.05 if name == "dot" else 0.3)):
            assert fault in drawn(tmp_path, [*answer(style, fonts), mark], fonts).unseen, (name, mark)
