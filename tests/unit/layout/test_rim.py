"""The rim of boards with joined sides: it repeats the cells of the opposite sides outside the frame."""

from __future__ import annotations

import numpy as np
import pikepdf
import pytest
from golden_pictures import compare, pdf_page
from layout_boards import EN, LETTER, TRAVEL, PlainMetrics, play

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.book.book_content import BookContent, BookSection, PuzzleEntry
from puzzlegen.layout.book.page_arrangement import arrange
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import (
    RGB,
    RIM,
    Box,
    Color,
    Disc,
    Frame,
    Gray,
    Mark,
    Page,
    PlacedGrid,
    Rect,
    Text,
    board_size,
    place_board,
)
from puzzlegen.layout.core.grid_marks import RIM_DIGIT, GridPen, answer_marks, puzzle_marks
from puzzlegen.layout.core.theme import DEFAULT, GridStyle, contrast
from puzzlegen.layout.daily_page import DailyWords, PreviousPuzzle, lay_out_daily_page
from puzzlegen.layout.puzzle_picture import SolvingState, position_picture, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import THEMES, PictureOptions

CELL, LEFT, TOP = 20.0, 30.0, 40.0
STYLE = GridStyle(frame=3.0, lines=1.0)


def board(width: int, height: int, seed: int = 1) -> tuple[Puzzle, tuple[bool, ...]]:
    return play(Grid(width, height, WRAP_AROUND), seed)


def pen_of(puzzle: Puzzle, rim: bool = True) -> GridPen:
    return GridPen(place_board(puzzle.grid, 1, "puzzle", (LEFT, TOP), CELL, rim), STYLE, PlainMetrics())


def rim_cells(grid: Grid, place: PlacedGrid) -> dict[tuple[float, float], int]:
    """The middle of each place in the rim, and the number of the cell that it repeats, for a board at least 3 wide."""
    out = (STYLE.frame - STYLE.lines / 2) + RIM * CELL / 2
    found = {}
    for row in range(-1, grid.height + 1):
        for col in range(-1, grid.width + 1):
            if 0 <= row < grid.height and 0 <= col < grid.width:
                continue
            x = place.x - out if col < 0 else place.x + (col + 0.5) * CELL
            y = place.y - out if row < 0 else place.y + (row + 0.5) * CELL
            x = place.x + grid.width * CELL + out if col == grid.width else x
            y = place.y + grid.height * CELL + out if row == grid.height else y
            found[round(x, 3), round(y, 3)] = grid.cell(row % grid.height, col % grid.width)
    return found


def inside(place: PlacedGrid, x: float, y: float) -> bool:
    return place.box.left < x < place.box.right and place.box.top < y < place.box.bottom


@pytest.mark.parametrize("size", [(3, 3), (5, 4), (4, 7), (10, 8)])
def test_the_rim_repeats_the_clues_and_mines_of_the_opposite_sides(size: tuple[int, int]) -> None:
    puzzle, mines = board(*size)
    pen = pen_of(puzzle)
    due = rim_cells(puzzle.grid, pen.place)
    assert len(due) == 2 * sum(size) + 4
    first, *_, last = pen.digits([0] * puzzle.grid.size)
    assert isinstance(first, Text) and isinstance(last, Text)
    assert last.size == pytest.approx(RIM_DIGIT * first.size)
    height = last.size * 0.64
    clues = {}
    for mark in pen.digits(puzzle.cells):
        assert isinstance(mark, Text)
        if not inside(pen.place, mark.x, mark.y):
            clues[round(mark.x, 3), round(mark.y - height / 2, 3)] = int(mark.string)
            assert (mark.size, mark.color) == (last.size, STYLE.rim_ink)
    assert clues == {at: puzzle.cells[cell] for at, cell in due.items() if puzzle.cells[cell] >= 0}
    discs = [mark for mark in pen.mines(np.flatnonzero(mines).tolist()) if not inside(pen.place, mark.x, mark.y)]
    assert {(round(disc.x, 3), round(disc.y, 3)) for disc in discs} == {at for at, cell in due.items() if mines[cell]}
    assert all(isinstance(disc, Disc) and disc.fill == STYLE.rim_ink for disc in discs)


def test_the_ground_touches_the_frame_and_fills_the_area() -> None:
    puzzle, _ = board(6, 4)
    pen = pen_of(puzzle)
    marks = pen.lines(puzzle.cells)
    frame, grounds = marks[-1], [mark for mark in marks if isinstance(mark, Rect)]
    assert isinstance(frame, Frame)
    page = Page(1, "picture", 250, 200, Box(0, 0, 250, 200), tuple(grounds))
    tinted = np.argwhere(np.asarray(draw_page(page, 2)) < 255) / 2
    (top, left), (bottom, right) = tinted.min(0), tinted.max(0) + 0.5
    size, reach = board_size(puzzle.grid), STYLE.frame - STYLE.lines / 2
    assert (left, top) == (LEFT - reach, TOP - reach)
    assert right - left == size.width * CELL + 2 * reach
    assert bottom - top == size.height * CELL + 2 * reach
    hole = (frame.width + frame.line) * (frame.height + frame.line)
    assert len(tinted) / 4 == (right - left) * (bottom - top) - hole


def test_blanks_of_the_rim_are_empty() -> None:
    """Nothing but ground: no lines, no cells, and no dots for cells found safe."""
    puzzle, _ = board(5, 5)
    pen = pen_of(puzzle)
    lines = [mark for mark in pen.lines(puzzle.cells) if not isinstance(mark, (Rect, Frame))]
    assert all(inside(pen.place, (line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2) for line in lines)
    assert len(lines) == 8
    assert len(pen.dots(range(25))) == 25


def test_answers_in_a_book_have_no_rim() -> None:
    puzzle, mines = board(5, 5)
    pen = pen_of(puzzle, rim=False)
    assert board_size(puzzle.grid, rim=False) == (5.0, 5.0)
    for mark in answer_marks(puzzle, mines, pen.place, STYLE, pen.metrics):
        if isinstance(mark, (Text, Disc)):
            assert inside(pen.place, mark.x, mark.y)
        assert not isinstance(mark, Rect)


@pytest.mark.parametrize("page", [LETTER, TRAVEL])
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_cells_leave_space_for_the_rim(page, per_page: int) -> None:
    grid = Grid(9, 8, WRAP_AROUND)
    plain, found = arrange(page, [Grid(9, 8)], per_page), arrange(page, [grid], per_page)
    assert found.cell < plain.cell or found.cell > DEFAULT.cells.most - 0.05
    (first, *_), block = found.areas(page.block(1)), page.block(1)
    corner = (
        first.left_of(board_size(grid).width * found.cell + 2 * DEFAULT.puzzle.frame),
        first.top + DEFAULT.header.height,
    )
    frame = DEFAULT.puzzle.frame
    place = place_board(grid, 1, "puzzle", (corner[0] + frame, corner[1] + frame), found.cell)
    pen = GridPen(place, DEFAULT.puzzle, PlainMetrics())
    for mark in pen.lines():
        if isinstance(mark, Rect):
            assert mark.x >= block.left - 0.01 and mark.x + mark.width <= block.right + 0.01
            assert mark.y >= corner[1] - 0.01 and mark.y + mark.height <= block.bottom + 0.01


@pytest.mark.parametrize("pixels", [300, 601, 1200])
@pytest.mark.parametrize("solved", [False, True])
def test_pictures_have_the_rim_on_whole_pixels(pixels: int, solved: bool) -> None:
    puzzle, mines = board(9, 7)
    options = PictureOptions(pixels, "No. 3")
    page = puzzle_picture(puzzle, FontMetrics(), mines if solved else None, options)
    assert page.width == pixels and page.height <= pixels
    grounds = [mark for mark in page.marks if isinstance(mark, Rect)]
    assert len(grounds) == 4
    for mark in grounds:
        assert all(abs(value - round(value)) < 1e-6 for value in (mark.x, mark.width))
    for value in (grounds[0].y, grounds[0].height, grounds[1].y, grounds[1].height):
        assert value == pytest.approx(round(value)) and round(grounds[0].height) % 2 == 0
    caption = next(mark for mark in page.marks if isinstance(mark, Text) and mark.string == "No. 3")
    assert min(mark.x for mark in grounds) == pytest.approx(caption.x)
    assert max(mark.x + mark.width for mark in grounds) <= page.block.right + 1e-6


def parts(color: Color) -> RGB:
    return RGB(color.level, color.level, color.level) if isinstance(color, Gray) else color


def test_digits_of_the_rim_are_legible() -> None:
    for ink, ground in [(STYLE.rim_ink, STYLE.rim), *((theme.quiet, theme.rim) for theme in THEMES.values())]:
        assert contrast(parts(ink), parts(ground)) >= 4.5


def test_a_daily_page_with_a_rim() -> None:
    words = DailyWords("Quiet Fields", "No. 2", "Tuesday", "Medium", 2, (), "Rules.", "https://example.org", "Before")
    previous = PreviousPuzzle(1, GradedPuzzle(*board(8, 7, 3), Grade(1, "easy", 0.0, 0, (1, 2))))
    page = lay_out_daily_page(2, board(9, 8, 5)[0], previous, words, "a4", FontMetrics())
    grounds = [mark for mark in page.marks if isinstance(mark, Rect)]
    assert min(mark.x for mark in grounds) == pytest.approx(page.block.left, abs=1)
    assert [grid.rim for grid in page.grids] == [RIM, 0.0]


def test_links_and_their_targets_are_above_the_rim(tmp_path) -> None:
    grade = Grade(1, "easy", 0.0, 0, (1, 2))
    entry = PuzzleEntry(GradedPuzzle(*board(6, 6), grade, number=1), "easy", 1)
    section = BookSection("Round", (entry,), 1, opener=False)
    pages = list(lay_out_book(BookContent("Rims"), (section,), LETTER, PlainMetrics(), EN))
    page = next(page for page in pages if page.kind == "puzzles")
    (link,) = (link for link in page.links if link.place.kind == "answer")
    (grid,) = page.grids
    ground = min(mark.y for mark in page.marks if isinstance(mark, Rect))
    assert grid.y - RIM * grid.cell == pytest.approx(ground, abs=DEFAULT.puzzle.frame)
    assert ground - 2 * DEFAULT.header.height < link.y < link.y + link.height < ground
    write_pdf(pages, tmp_path / "book.pdf", style=PdfStyle(links=True))
    with pikepdf.open(tmp_path / "book.pdf") as file:
        answers = file.pages[next(page for page in pages if page.kind == "answers").number - 1]
        top = LETTER.height - float(answers.Annots[0].Dest[3])
    assert top < ground - DEFAULT.header.height


# --- pictures to look at


def test_a_rim_on_paper(tmp_path) -> None:
    metrics = FontMetrics()
    marks: list[Mark] = []
    puzzle, mines = board(8, 6, 2)
    place = place_board(puzzle.grid, 1, "puzzle", (20.0, 20.0), CELL)
    marks += puzzle_marks(puzzle, place, DEFAULT.puzzle, metrics)
    place = place_board(puzzle.grid, 1, "answer", (240.0, 20.0), 12.0, rim=False)
    marks += answer_marks(puzzle, mines, place, DEFAULT.answer, metrics)
    puzzle, mines = board(5, 4, 3)
    pen = GridPen(place_board(puzzle.grid, 0, "figure", (240.0, 110.0), 15.0), DEFAULT.figure, metrics)
    blank = [i for i, value in enumerate(puzzle.cells) if value == BLANK]
    marks += [*pen.tints(blank[:4]), *pen.lines(puzzle.cells), *pen.digits(puzzle.cells), *pen.mines(blank[:2])]
    marks += [*pen.dots(blank[2:4]), *pen.rings([i for i, value in enumerate(puzzle.cells) if value > 0][:1])]
    write_pdf([Page(1, "puzzles", 350, 200, Box(0, 0, 350, 200), tuple(marks))], tmp_path / "page.pdf")
    compare(pdf_page(tmp_path / "page.pdf", 1, dpi=144), "rim")


def test_a_rim_on_a_dark_screen() -> None:
    puzzle, mines = board(8, 6, 2)
    found = tuple(i for i, mine in enumerate(mines) if mine)[:6]
    state = SolvingState(found, (), found[4:], (9,), 9)
    options = PictureOptions(480, "Quiet Fields", theme=THEMES["dark"])
    compare(draw_page(position_picture(puzzle, FontMetrics(), state, options)).convert("RGB"), "rim-step-dark")
