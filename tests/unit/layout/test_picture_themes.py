"""Themes of pictures, held against WCAG in the pixels themselves; positions on the way to the solution."""

from dataclasses import replace

import pytest
from layout_boards import board
from PIL import Image

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, WRAP_AROUND
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.drawing.color import draw_page, rgb_bytes
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import RGB, Gray, Page, Rect, Ring, Text
from puzzlegen.layout.core.theme import contrast
from puzzlegen.layout.puzzle_picture import SolvingState, position_picture, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import DARK, LIGHT, THEMES, PictureOptions

METRICS = FontMetrics()
SIZES = [(8, 8), (12, 12), (10, 14), (30, 16)]
LEAST_TEXT, MIN_LINE = 4.5, 3.0


def letters(image: Image.Image) -> list[str]:
    """White as a space, frame and mines as #, lines as |, shades as +, rings as o, what is between as a point."""
    colors = (Gray(1.0), LIGHT.frame, LIGHT.line, LIGHT.tint, LIGHT.mark)
    names = dict(zip(map(rgb_bytes, colors), " #|+o", strict=True))
    image = image.convert("RGB")
    return ["".join(names.get(image.getpixel((x, y)), ".") for x in range(image.width)) for y in range(image.height)]


def measured(page: Page, x: float, y: float, reach: float) -> tuple[RGB, RGB]:
    """Of a square around a point, in the file's own colours: the corner's, and that which stands off it best."""
    image = (
        draw_page(page).convert("RGB").crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
    )
    colors = [RGB(*(part / 255 for part in color)) for _, color in image.getcolors(image.width * image.height)]
    ground = RGB(*(part / 255 for part in image.getpixel((0, 0))))
    return ground, max(colors, key=lambda color: contrast(ground, color))


def test_names_of_rows_and_columns_stand_beside_a_board_without_border() -> None:
    for grid in (Grid(12, 3), Grid(5, 4, HEXAGONAL), Grid(4, 4, WRAP_AROUND)):
        options = PictureOptions(border=False, messages=load("en"))
        puzzle, usual = Puzzle(grid, (BLANK,) * grid.size), replace(options, messages=None)
        plain, page = (position_picture(puzzle, METRICS, SolvingState(), one) for one in (usual, options))
        texts = [mark for mark in page.marks if isinstance(mark, Text)]
        names = [*range(1, grid.width + 1), *range(1, grid.height + 1)]
        assert [one.string for one in texts] == list(map(str, names))
        assert page.width > plain.width and page.height > plain.height
        (place,) = page.grids
        for one in texts[: grid.width]:
            assert one.y - one.size * METRICS.cap_height("regular") > 0 and one.y < place.area.top
        for one in texts[grid.width :]:
            assert one.x - one.size * METRICS.width(one.string, "regular") > 0 and one.x < place.area.left


@pytest.mark.parametrize("width", [600, 1200])
@pytest.mark.parametrize("name", THEMES)
def test_digits_lines_mines_and_words_stand_off_their_ground(name, width):
    puzzle = Puzzle(Grid(12, 11), (BLANK, 8, 1, *[BLANK] * 129))
    mines = (True, *[False] * 131)
    options = PictureOptions(width, "Quiet Fields", theme=THEMES[name])
    shown = SolvingState(mines=(0,), safe=(3,), proved=(0, 3), witnesses=(1, 2), lead=1)
    for page in (puzzle_picture(puzzle, METRICS, None, options), puzzle_picture(puzzle, METRICS, mines, options)):
        (grid,) = page.grids
        for cell in (1, 2):
            assert contrast(*measured(page, *grid.center(cell), grid.cell * 0.4)) >= LEAST_TEXT
        x, y = grid.center(40)
        assert contrast(*measured(page, x + grid.cell / 2, y, grid.cell * 0.3)) >= MIN_LINE
        assert contrast(*measured(page, grid.x, y, grid.cell * 0.3)) >= MIN_LINE
        words = next(mark for mark in page.marks if isinstance(mark, Text) and mark.string == "Quiet Fields")
        assert contrast(*measured(page, words.x + words.size, words.y - words.size / 3, words.size)) >= LEAST_TEXT
    page = position_picture(puzzle, METRICS, shown, options)
    for cell in (0, 3):  # mine and dot on the ground of a step
        assert contrast(*measured(page, *page.grids[0].center(cell), page.grids[0].cell * 0.4)) >= LEAST_TEXT
    for cell in (1, 2):  # the ring, between the digit and its right edge
        x, y = page.grids[0].center(cell)
        assert contrast(*measured(page, x + page.grids[0].cell * 0.38, y, page.grids[0].cell * 0.1)) >= MIN_LINE


def test_the_dark_twin_has_no_white_and_no_black():
    puzzle, mines = board(8, 6, 1)
    for page in (
        puzzle_picture(puzzle, METRICS, None, PictureOptions(theme=DARK)),
        puzzle_picture(puzzle, METRICS, mines, PictureOptions(theme=DARK)),
    ):
        darkest, lightest = draw_page(page).convert("L").getextrema()
        assert 10 < darkest < 40 and 200 < lightest < 245


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_mail_pictures_are_small_opaque_and_no_taller_than_wide(name, size, tmp_path):
    puzzle, mines = board(*size, 5)
    steps = SolvingState(proved=(0, 1), witnesses=(2, 3), lead=2)
    options = PictureOptions(caption="Quiet Fields · No. 214", theme=THEMES[name])
    for page in (
        puzzle_picture(puzzle, METRICS, None, options),
        puzzle_picture(puzzle, METRICS, mines, options),
        position_picture(puzzle, METRICS, steps, options),
    ):
        path = tmp_path / "x.png"
        write_png(page, path)
        with Image.open(path) as file:
            assert file.mode == "P" and "transparency" not in file.info
            assert file.width == 1200 and file.height <= 1200
        assert path.stat().st_size <= (60_000 if max(size) <= 12 else 90_000)


def test_the_file_holds_the_colours_of_the_marks(tmp_path):
    puzzle, _ = board(6, 5, 2)
    page = position_picture(puzzle, METRICS, SolvingState((0,), (1,), (0, 1), (2, 3), 2), PictureOptions(400))
    write_png(page, tmp_path / "x.png")
    with Image.open(tmp_path / "x.png") as file:
        found = {color for _, color in file.convert("RGB").getcolors(1 << 16)}
    drawn = draw_page(page)
    exact = [color for count, color in drawn.getcolors(1 << 16) if count > 60]
    assert len(exact) >= 5 and set(exact) <= found


def test_a_step_as_letters():
    """Cells of 14 pixels: the first shaded inside its lines with its mine, the second ringed."""
    puzzle = Puzzle(Grid(2, 1), (BLANK, BLANK))
    page = position_picture(puzzle, METRICS, SolvingState(mines=(0,), proved=(0,), witnesses=(1,)), PictureOptions(35))
    assert letters(draw_page(page).crop((2, 9, 33, 26))) == STEP


STEP = [
    "###############################",
    "###############################",
    "##+++++++++++++|   .......   ##",
    "##+++++++++++++|  .........  ##",
    "##++++.....++++| ...     ... ##",
    "##+++..###..+++|...       ...##",
    "##++..#####..++|..         ..##",
    "##++.#######.++|..         ..##",
    "##++.#######.++|..         ..##",
    "##++.#######.++|..         ..##",
    "##++..#####..++|..         ..##",
    "##+++..###..+++|...       ...##",
    "##++++.....++++| ...     ... ##",
    "##+++++++++++++|  .........  ##",
    "##+++++++++++++|   .......   ##",
    "###############################",
    "###############################",
]


def test_rings_and_shades_say_which_step_it_is():
    puzzle, _ = board(5, 4, 2)
    page = position_picture(puzzle, METRICS, SolvingState(proved=(0,), witnesses=(1, 2, 3), lead=2))
    lines = [mark.line for mark in page.marks if isinstance(mark, Ring)]
    assert lines[0] == lines[2] < lines[1]
    alone = position_picture(puzzle, METRICS, SolvingState(witnesses=(2,), lead=2))
    assert [mark.line for mark in alone.marks if isinstance(mark, Ring)] == lines[:1]
    (shade,) = (mark for mark in page.marks if isinstance(mark, Rect))
    assert all(side % 1 == 0 for side in (shade.x, shade.y, shade.width, shade.height))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", THEMES)
def test_rings_stay_inside_their_cells(name, size):
    puzzle, _ = board(*size, 3)
    page = position_picture(puzzle, METRICS, SolvingState(witnesses=(1, 2), lead=1), PictureOptions(theme=THEMES[name]))
    (grid,) = page.grids
    inner = max(1, round(grid.cell * THEMES[name].pen))
    for ring in (mark for mark in page.marks if isinstance(mark, Ring)):
        assert ring.radius + ring.line / 2 <= grid.cell / 2 - inner / 2


def test_voids_have_no_lines_and_the_frame_follows_the_cells():
    puzzle = Puzzle(Grid(3, 2), (VOID, EMPTY, 1, VOID, BLANK, BLANK))
    page = puzzle_picture(puzzle, METRICS, options=PictureOptions(300))
    image, (grid,) = draw_page(page), page.grids
    x, y = (int(at) for at in grid.center(0))
    cell = int(grid.cell)
    assert {image.getpixel((x, row)) for row in range(y - cell // 2 - 3, y + cell)} == {255}
    assert {image.getpixel((column, y)) for column in range(x - cell // 2 - 3, x + cell // 3)} == {255}
    assert image.getpixel((round(grid.x + grid.cell) - 1, y)) == 0  # the frame
    assert image.getpixel((x + cell, y)) == 0  # the dot of a cell printed as safe


def test_a_long_caption_shrinks():
    puzzle, _ = board(8, 8, 1)

    def size(caption: str) -> float:
        page = puzzle_picture(puzzle, METRICS, options=PictureOptions(600, caption))
        return next(mark.size for mark in page.marks if isinstance(mark, Text) and mark.string == caption)

    assert size("Short") == 13 and size("word " * 19) == 11
