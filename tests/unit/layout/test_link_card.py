"""Cards for link previews and words over boards: where nobody crops them, and large enough to be shown small."""

from dataclasses import replace
from itertools import pairwise

import pytest
from layout_boards import board
from PIL import Image

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle
from puzzlegen.config.palettes import load_palettes
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.layout.core.document import RGB, Disc, Line, Page, Picture, Rect, Ring, Text
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.layout.link_previews import HEIGHT, LOGO_HEIGHT, LOGO_WIDTH, PALETTE, SAFE, WIDTH, link_card
from puzzlegen.layout.puzzle_picture import MIN_CELL, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions, PictureWords

METRICS = FontMetrics()
WORDS = PictureWords("Quiet Fields", "No. 214", "Tuesday 1 December 2026", "Medium", 2)
SIZES = [(4, 3), (5, 5), (5, 18), (8, 8), (9, 9), (10, 14), (12, 12), (15, 15), (30, 16), (16, 30), (60, 60)]


def shades() -> list[Palette]:
    def rgb(text: str) -> RGB:
        return RGB(*(int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)))

    return [PALETTE, *(Palette(rgb(c.ground), rgb(c.ink), rgb(c.accent)) for c in load_palettes().values())]


def label_of(page: Page) -> Rect:
    return next(mark for mark in page.marks if isinstance(mark, Rect) and mark.width > 400)


def texts_of(page: Page) -> list[Text]:
    return [mark for mark in page.marks if isinstance(mark, Text) and mark.anchor == "start"]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "words",
    [
        WORDS,
        PictureWords("The Rather Long Name of a Series", "No. 9", "2026-12-01", "Expert", 4),
        PictureWords("The Rather Long Name of a Series", "No. 9", "2026-12-01", "Expert", 4, "The Example Newspaper"),
    ],
    ids=["short", "long", "with a site"],
)
def test_all_words_stand_where_nobody_crops(size, words):
    page = link_card(board(*size, 1)[0], words, METRICS)
    assert (page.width, page.height) == (1200, 630)
    label, texts = label_of(page), texts_of(page)
    bottoms = [0.0]
    for text in texts:
        top = text.y - METRICS.cap_height(text.font) * text.size
        right = text.x + METRICS.width(text.string, text.font) * text.size
        assert max(SAFE.left, label.x) < text.x and right < min(SAFE.right, label.x + label.width)
        assert max(SAFE.top, label.y) + 15 < top and text.y < min(SAFE.bottom, label.y + label.height) - 15
        assert top > bottoms[-1] + 10
        bottoms.append(text.y)
    marks = [mark for mark in page.marks if isinstance(mark, Disc | Ring)]
    assert len(marks) == 4 and sum(isinstance(mark, Disc) for mark in marks) == words.stars
    level = next(text for text in texts if text.string == words.difficulty)
    assert all(mark.x + mark.radius < level.x for mark in marks)
    assert texts[-1].string == (words.home or words.difficulty)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Quiet Fields", "The Rather Long Name of a Series", "Mines"])
@pytest.mark.parametrize(("wide", "high"), [(LOGO_WIDTH, 30), (LOGO_WIDTH, LOGO_HEIGHT), (18, LOGO_HEIGHT), (16, 16)])
def test_a_logo_stands_below_the_words_and_beside_the_site(size, name, wide, high):
    logo = Picture(0, 0, wide, high, wide, high, bytes((200, 30, 60)) * (wide * high), 3)
    page = link_card(board(*size, 1)[0], replace(WORDS, series=name, home="example.com"), METRICS, logo=logo)
    label, (*above, level, site) = label_of(page), texts_of(page)
    (shown,) = [mark for mark in page.marks if isinstance(mark, Picture)]
    assert (site.string, level.string) == ("example.com", "Medium")
    top = above[0].y - METRICS.cap_height("bold") * above[0].size
    assert top >= max(label.y, SAFE.top) + 15
    assert shown.y + high <= min(label.y + label.height, SAFE.bottom) - 15
    assert shown.x == above[0].x and shown.y > level.y + 8 and level.y > above[-1].y + 20
    assert site.x > shown.x + wide + 16 and shown.y - 5 <= site.y <= shown.y + high + 5
    assert site.x + METRICS.width(site.string, site.font) * site.size < min(SAFE.right, label.x + label.width)


@pytest.mark.parametrize("home", ["W" * 60, "漢"])
def test_a_site_whose_name_cannot_be_set_is_left_out(home):
    puzzle, _ = board(12, 12, 1)
    assert link_card(puzzle, replace(WORDS, home=home), METRICS) == link_card(puzzle, WORDS, METRICS)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_label_covers_whole_cells_and_no_clue_is_cut(size):
    puzzle, _ = board(*size, 1)
    page = link_card(puzzle, WORDS, METRICS)
    (grid,), label = page.grids, label_of(page)
    for side, start in (
        (label.x, grid.x),
        (label.x + label.width, grid.x),
        (label.y, grid.y),
        (label.y + label.height, grid.y),
    ):
        assert (side - start) % grid.cell == 0
    assert grid.x <= 0 and grid.x + grid.width * grid.cell >= WIDTH
    assert grid.y <= 0 and grid.y + grid.height * grid.cell >= HEIGHT
    clues = [mark for mark in page.marks if isinstance(mark, Text) and mark.anchor == "middle"]
    shown = {}
    for clue in clues:
        col, row = int((clue.x - grid.x) // grid.cell), int((clue.y - grid.y) // grid.cell)
        shown[row * grid.width + col] = int(clue.string)
    for i in range(grid.width * grid.height):
        row, col = divmod(i, grid.width)
        value = puzzle.cells[puzzle.grid.cell(row % puzzle.grid.height, col % puzzle.grid.width)]
        x, y = grid.center(i)
        half = grid.cell / 2
        inside = half <= x <= WIDTH - half and half <= y <= HEIGHT - half
        under = label.x < x < label.x + label.width and label.y < y < label.y + label.height
        assert shown.get(i, BLANK) == (value if inside and not under else BLANK)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lines_lie_on_whole_pixels(size):
    for mark in link_card(board(*size, 1)[0], WORDS, METRICS).marks:
        if isinstance(mark, Line):
            assert ((mark.x1 if mark.x1 == mark.x2 else mark.y1) - mark.width / 2) % 1 == 0 == mark.width % 1


@pytest.mark.parametrize("palette", shades(), ids=["own", *load_palettes()])
def test_words_stand_off_the_label_and_the_file_is_small(palette, tmp_path):
    page = link_card(board(12, 12, 1)[0], WORDS, METRICS, palette)
    write_png(page, tmp_path / "card.png")
    assert (tmp_path / "card.png").stat().st_size < 60_000
    with Image.open(tmp_path / "card.png") as file:
        assert file.size == (1200, 630) and "transparency" not in file.info
        image = file.convert("RGB")
    label = label_of(page)
    ground = RGB(*(part / 255 for part in image.getpixel((int(label.x) + 30, int(label.y) + 10))))
    for text in texts_of(page):
        wide, high = METRICS.width(text.string, text.font) * text.size, METRICS.cap_height(text.font) * text.size
        part = image.crop((int(text.x), int(text.y - high), int(text.x + wide), int(text.y)))
        inks = [RGB(*(p / 255 for p in color)) for count, color in part.getcolors(1 << 16) if count > 20]
        assert max(contrast(ground, ink) for ink in inks) >= 4.5
    digit = next(mark for mark in page.marks if isinstance(mark, Text) and mark.anchor == "middle")
    assert contrast(digit.color, palette.ground) >= 3


def test_a_long_name_takes_two_lines_and_then_shrinks_to_a_floor():
    puzzle, _ = board(12, 12, 1)

    def lines(series: str) -> list[tuple[str, float]]:
        return [(text.string, text.size) for text in texts_of(link_card(puzzle, PictureWords(series), METRICS))]

    assert lines("Mines") == [("Mines", 76)]
    (one, size), (two, _) = lines("The Morning Minesweeper")
    assert (one, two) == ("The Morning", "Minesweeper") and 50 < size < 60
    smaller = lines("The Extraordinarily Comprehensive Collection")
    assert len(smaller) == 2 and 38 <= smaller[0][1] < 58


def test_what_is_left_out_leaves_no_hole():
    page = link_card(board(12, 12, 1)[0], PictureWords("Mines"), METRICS)
    (text,), label = texts_of(page), label_of(page)
    middle = text.y - METRICS.cap_height("bold") * text.size / 2
    assert middle == pytest.approx(label.y + label.height / 2, abs=1)
    assert not [mark for mark in page.marks if isinstance(mark, Disc | Ring)]


@pytest.mark.parametrize("size", [(4, 3), (5, 18), (18, 5), (6, 6), (1, 1)], ids=str)
def test_small_and_narrow_boards_show_many_digits(size):
    puzzle = Puzzle(Grid(*size), (1,) * (size[0] * size[1]))
    page = link_card(puzzle, WORDS, METRICS)
    digits = [mark for mark in page.marks if isinstance(mark, Text) and mark.anchor == "middle"]
    assert len(digits) >= 20
    assert page.grids[0].cell <= 150
    assert any(mark.x < SAFE.left for mark in digits) and any(mark.y > SAFE.bottom for mark in digits)


def test_voids_have_no_lines():
    puzzle = Puzzle(Grid(12, 12), (VOID,) * 60 + (BLANK,) * 84)
    page = link_card(puzzle, WORDS, METRICS)
    image, (grid,) = draw_page(page), page.grids
    x, above = (int(at) for at in grid.center(47))
    found = [
        len({image.getpixel((x, y)) for y in range(row, row + int(grid.cell))}) for row in (above, above + 3 * 100)
    ]
    assert found == [1, 2]


@pytest.mark.parametrize("size", [(9, 9), (16, 16), (18, 18), (30, 16), (30, 30), (4, 3)], ids=str)
@pytest.mark.parametrize("corner", [0, -1], ids=["first", "last"])
def test_a_card_shows_where_a_classic_board_is_open(size: tuple[int, int], corner: int) -> None:
    grid = Grid(*size)
    cells = [BLANK] * grid.size
    row, col = grid.position(range(grid.size)[corner])
    for near_row in (row, row + 1 + 2 * corner):
        for near_col in (col, col + 1 + 2 * corner):
            cells[grid.cell(near_row, near_col)] = 2
    cells[grid.cell(row, col)] = 0
    page = link_card(Puzzle(grid, tuple(cells)), WORDS, METRICS, covered=True)
    digits = [mark.string for mark in page.marks if isinstance(mark, Text) and mark.anchor == "middle"]
    assert set(digits) == {"2"}  # zeros are blank
    (place,) = page.grids
    assert place.x <= 0 and place.y <= 0
    assert place.x + place.width * place.cell >= WIDTH and place.y + place.height * place.cell >= HEIGHT


SHORT = PictureWords("Quiet Fields", "No. 214", "Tuesday 1 December 2026", "Medium", 2)
LONG = PictureWords(
    "The Extraordinarily Comprehensive Collection",
    "Nr. 1214",
    "Donnerstag, 24. September 2026",
    "Schwierig · Sechseckiges Minesweeper",
    3,
)


def head(page: Page) -> list[Text | Disc | Ring]:
    return [mark for mark in page.marks if isinstance(mark, Text | Disc | Ring) and mark.y < page.grids[0].y]


@pytest.mark.parametrize("words", [SHORT, LONG, PictureWords("Mines")], ids=["short", "long", "name"])
@pytest.mark.parametrize("size", [(4, 3), (5, 18), (12, 12), (30, 10), (60, 60)], ids=str)
def test_words_stand_above_the_board(size, words):
    page = puzzle_picture(board(*size, 1)[0], METRICS, options=PictureOptions(head=words))
    (grid,) = page.grids
    assert page.height <= page.width and grid.cell >= MIN_CELL
    marks, margin = head(page), 0.05 * page.width
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert sum(isinstance(mark, Disc) for mark in marks) == words.stars
    bottoms: dict[float, float] = {}
    for text in texts:
        assert (
            text.x >= margin - 1
            and text.x + METRICS.width(text.string, text.font) * text.size <= page.width - margin + 1
        )
        assert margin <= text.y - METRICS.cap_height(text.font) * text.size + 1 and text.y < grid.y - 20
        bottoms[text.y] = METRICS.cap_height(text.font) * text.size
    lines = sorted(bottoms)
    assert all(lower - bottoms[lower] > upper + 15 for upper, lower in pairwise(lines))
    name = texts[0]
    middle = name.x + METRICS.width(name.string, name.font) * name.size / 2
    assert middle == pytest.approx(page.width / 2, abs=1)


def test_facts_take_two_lines_rather_than_small_type():
    def facts(words: PictureWords) -> list[tuple[float, float]]:
        page = puzzle_picture(board(8, 8, 1)[0], METRICS, options=PictureOptions(head=words))
        return [(mark.y, mark.size) for mark in head(page) if isinstance(mark, Text)][1:]

    assert len({y for y, _ in facts(SHORT)}) == 1 and len({y for y, _ in facts(LONG)}) == 2
    assert min(size for _, size in (*facts(SHORT), *facts(LONG))) >= 40
