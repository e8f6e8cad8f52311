"""Pictures: small ones compared as letters, larger ones by single pixels, SVG by its elements."""

from xml.etree import ElementTree

import numpy as np
import pytest
from layout_boards import board
from PIL import Image
from test_drawing_files import every_mark

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.drawing.svg_writer import svg, write_svg
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Box, Disc, Frame, Gray, Line, Mark, Page, Rect, Stroke, Text
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions

METRICS = FontMetrics()
SVG = "{http://www.w3.org/2000/svg}"


def letters(image: Image.Image) -> list[str]:
    """Black as #, dark gray as +, light gray as a point, white as a space."""
    return [
        "".join("#+. "[min(3, image.getpixel((x, y)) // 80)] for x in range(image.width)) for y in range(image.height)
    ]


def test_marks_as_letters():
    marks = (
        Rect(2, 2, 4, 4, Gray(0.7)),
        Line(6.5, 2, 6.5, 11, 1, Gray(0.4)),
        Line(2, 6.5, 11, 6.5, 1, Gray(0.4)),
        Frame(1, 1, 11, 11, 2, Gray(0)),
        Disc(9.5, 9.5, 1.5, Gray(0)),
    )
    assert letters(draw_page(Page(1, "picture", 13, 13, Box(0, 0, 13, 13), marks))) == [
        "#############",
        "#############",
        "##....+    ##",
        "##....+    ##",
        "##....+    ##",
        "##....+    ##",
        "##+++++++++##",
        "##    +    ##",
        "##    + +#+##",
        "##    + #####",
        "##    + +#+##",
        "#############",
        "#############",
    ]


def drawn(*marks: Mark) -> np.ndarray:
    return np.asarray(draw_page(Page(1, "picture", 150, 90, Box(0, 0, 150, 90), marks)), np.int16)


@pytest.mark.parametrize("line", [1, 2, 3, 4])
def test_a_stroke_around_a_rectangle_is_a_frame(line):
    """Also across the sides of the tiles in which strokes are drawn, and beyond the page."""
    at = line / 2
    left, top, right, bottom = 20 + at, -7 + at, 133 + at, 70 + at
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    stroke = drawn(Stroke((corners,), line, Gray(0), closed=True))
    frame = drawn(Frame(left, top, right - left, bottom - top, line, Gray(0)))
    assert (stroke == frame).all()


def test_a_slanted_stroke_covers_its_area():
    """A zigzag line darkens the paper by its length times its width, without a gap or a spot at its bends."""
    points = tuple((10 + 12 * i, 40 + 14 * (i % 2)) for i in range(10))
    drawing = drawn(Stroke((points,), 3, Gray(0)))
    area = 9 * np.hypot(12, 14) * 3
    assert (255 - drawing).sum() / 255 == pytest.approx(area, rel=0.03)
    assert (255 - drawing).max(axis=0)[12:117].min() > 230


@pytest.mark.parametrize(("width", "height"), [(12, 12), (9, 6), (7, 13)])
@pytest.mark.parametrize("pixels", [300, 601, 1200])
def test_lines_lie_on_whole_pixels(width, height, pixels):
    puzzle, _ = board(width, height, 3)
    page = puzzle_picture(puzzle, METRICS, options=PictureOptions(pixels, "Series · No. 3"))
    assert page.width == pixels and page.height <= pixels
    for mark in page.marks:
        if isinstance(mark, Line):
            x, y = min(mark.x1, mark.x2), min(mark.y1, mark.y2)
            edge = (x if mark.x1 == mark.x2 else y) - mark.width / 2
            assert edge == int(edge) and mark.width == int(mark.width)
        if isinstance(mark, Frame):
            assert (mark.x - mark.line / 2) % 1 == 0 and (mark.y - mark.line / 2) % 1 == 0
            assert mark.x - mark.line / 2 >= int(pixels * 0.05)
            assert (mark.width + mark.line) % 1 == 0


def test_grid_lines_are_sharp_in_the_file(tmp_path):
    puzzle = Puzzle(Grid(3, 2), (BLANK,) * 6)
    page = puzzle_picture(puzzle, METRICS, options=PictureOptions(200))
    write_png(page, tmp_path / "p.png")
    with Image.open(tmp_path / "p.png") as file:
        assert file.mode == "P" and file.size == (200, page.height)
        assert len(set(file.convert("L").tobytes())) == 3  # paper, inner lines, frame: nothing blurred between


def test_mines_are_drawn_only_in_the_answer():
    puzzle, mines = board(6, 5, 2)
    assert not any(isinstance(mark, Disc) for mark in puzzle_picture(puzzle, METRICS).marks)
    page = puzzle_picture(puzzle, METRICS, mines)
    (grid,) = page.grids
    image = draw_page(page)
    for i, mine in enumerate(mines):
        x, y = grid.center(i)
        if puzzle.cells[i] == BLANK:
            assert image.getpixel((int(x), int(y))) == (0 if mine else 255)


def test_digits_are_centred_in_their_pixels():
    puzzle = Puzzle(Grid(3, 3), (0, 1, 2, 3, 4, 5, 6, 7, 8))
    page = puzzle_picture(puzzle, METRICS, options=PictureOptions(600))
    (grid,) = page.grids
    image = draw_page(page).point(lambda level: 255 if level < 128 else 0)
    for i in range(9):
        x, y = grid.center(i)
        reach = grid.cell / 2 - 4
        box = image.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach))).getbbox()
        assert (box[1] + box[3]) / 2 == pytest.approx(reach, abs=2.5)
        assert (box[0] + box[2]) / 2 == pytest.approx(reach, abs=5)


def test_the_same_picture_gives_the_same_bytes(tmp_path):
    puzzle, mines = board(8, 8, 4)
    page = puzzle_picture(puzzle, METRICS, mines, PictureOptions(400, "Series"))
    for name in ("a", "b"):
        write_png(page, tmp_path / f"{name}.png")
        write_svg(page, tmp_path / f"{name}.svg")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_mail_pictures_are_small(tmp_path):
    puzzle, mines = board(12, 12, 5)
    write_png(puzzle_picture(puzzle, METRICS, mines), tmp_path / "mail.png")
    assert (tmp_path / "mail.png").stat().st_size <= 60_000


def test_pictures_too_small_to_read_are_refused():
    with pytest.raises(LayoutError, match="14; 480 pixels is the least"):
        puzzle_picture(board(30, 16, 1)[0], METRICS, options=PictureOptions(300))


def test_colour_and_every_mark_in_png():
    image = draw_page(every_mark(), scale=2)
    assert image.mode == "RGB" and image.size == (240, 260)
    assert image.getpixel((40, 40)) == (178, 26, 26) and image.getpixel((2, 2)) == (255, 255, 230)


def test_svg_holds_the_marks_as_elements():
    puzzle, mines = board(6, 5, 2)
    page = puzzle_picture(puzzle, METRICS, mines, PictureOptions(600, "A & B"))
    root = ElementTree.fromstring(svg(page, 'Puzzle <"1">'))
    assert root.get("viewBox") == f"0 0 600 {page.height}"
    assert root.findtext(f"{SVG}title") == 'Puzzle <"1">'
    texts = [element.get("aria-label") for element in root.iter(f"{SVG}path") if element.get("aria-label")]
    assert texts == [mark.string for mark in page.marks if isinstance(mark, Text)] and texts[0] == "A & B"
    assert len(root.findall(f"{SVG}line")) == 5 + 4
    assert len(root.findall(f"{SVG}circle")) == sum(
        mine and value == BLANK for mine, value in zip(mines, puzzle.cells, strict=True)
    )


def test_svg_draws_every_kind_of_mark():
    root = ElementTree.fromstring(svg(every_mark()))
    tags = {element.tag.removeprefix(SVG) for element in root}
    assert tags == {"rect", "line", "circle", "polygon", "path"}
