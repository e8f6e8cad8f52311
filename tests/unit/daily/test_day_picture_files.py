"""The pictures of a day, each read by a parser of its format."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from made_days import NINE, PIXELS, TWELVE, day, made, read, record
from PIL import Image

from puzzlegen.board.puzzle import BLANK
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import dark_puzzle_page, picture_options, puzzle_page, solution_page
from puzzlegen.daily.fit_check import Board, check_fit
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.formats import line
from puzzlegen.layout.core.document import Disc, Gray, Page, Ring, Text
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import LIGHT, PictureOptions, PictureWords, picture_head

pytestmark = pytest.mark.xdist_group("daily-files")  # what they share is made once


@pytest.mark.parametrize(("name", "size"), PIXELS.items())
def test_pictures_are_opaque_have_a_palette_and_the_pixels_in_the_data(
    made_day: Path, name: str, size: tuple[int, int]
) -> None:
    with Image.open(made_day / name) as image:
        image.verify()
    with Image.open(made_day / name) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", size)
        assert "transparency" not in image.info
    assert (made_day / name).stat().st_size <= (300_000 if name == "card.png" else 60_000)


def test_boards_that_are_not_square_are_no_higher_than_wide(tmp_path: Path) -> None:
    made(tmp_path, day(NINE))
    for name in ("puzzle.png", "solution-dark.png"):
        with Image.open(tmp_path / name) as image:
            assert image.width == 1200
            assert image.height <= 1200
    assert json.loads(read(tmp_path, "puzzle.json"))["files"]["puzzle.png"]["height"] <= 1200


def test_the_head_can_be_read_at_a_quarter_of_the_size() -> None:
    shown = DayPresentation(day(), None)
    page = puzzle_picture(shown.day.puzzle, FontMetrics(), None, picture_options(shown, LIGHT))
    head = [mark for mark in page.marks if isinstance(mark, Text) and mark.y < page.grids[0].y]
    text = " ".join(mark.string for mark in head)
    assert all(words in text for words in (shown.series, shown.number, shown.date, shown.difficulty))
    assert min(mark.size for mark in head) / 4 >= 10


def test_the_dark_twins_are_dark(made_day: Path) -> None:
    for name, low, high in (("puzzle.png", 250, 255), ("puzzle-dark.png", 10, 40)):
        with Image.open(made_day / name) as image:
            assert low <= image.convert("L").getpixel((3, 3)) <= high


def test_lines_of_the_thumbnail_are_whole_pixels_at_half_the_size(made_day: Path) -> None:
    with Image.open(made_day / "thumb.png") as image:
        small = image.convert("L").reduce(2)
    white = [y for y in range(8, 112) if all(small.getpixel((x, y)) == 255 for x in range(8, 14))]
    rows = [[small.getpixel((x, y)) for x in range(8, 112)] for y in white]
    clear = [row for row in rows if len(set(row)) == 2]  # beside the paper one level only, that of the lines
    assert len(clear) > 20
    assert {sum(level < 255 for level in row) for row in clear} == {11}  # between twelve cells, each a pixel wide


@pytest.mark.parametrize("name", ["board.png", "board-solution.png"])
def test_a_board_alone_ends_with_its_frame_and_has_whole_lines_at_half_the_size(made_day: Path, name: str) -> None:
    with Image.open(made_day / name) as image:
        assert image.width % 2 == image.height % 2 == 0
        full = image.convert("L")
    half = full.reduce(2)
    for place in (full, half):
        edges = [place.getpixel((x, y)) for x, y in ((0, 0), (place.width - 1, place.height - 1), (0, 99), (99, 0))]
        assert edges == [0] * 4
    cell = half.width // 12
    for x in (half.width - cell // 5, cell // 5):  # beside the figures: only paper and lines there
        column = [half.getpixel((x, y)) for y in range(half.height)]
        assert len(set(column)) == 3  # frame, line, paper: no grey of a line between two pixels


def test_the_moving_picture_ends_with_the_solution_and_starts_again(made_day: Path) -> None:
    assert (made_day / "steps.gif").stat().st_size <= 500_000
    found = record(TWELVE)
    with Image.open(made_day / "steps.gif") as film:
        assert film.format == "GIF"
        assert film.size == (800, 800)
        assert film.info["loop"] == 0
        assert film.n_frames > 10
        film.seek(film.n_frames - 1)
        last = film.convert("L")
    place = puzzle_picture(
        found.puzzle, FontMetrics(), found.solution, PictureOptions(800, "Quiet Fields · No. 12")
    ).grids[0]
    for i in (i for i, value in enumerate(found.puzzle.cells) if value == BLANK):
        assert (last.getpixel(tuple(map(round, place.center(i)))) < 30) == found.solution[i]


def test_the_vector_picture_is_xml_and_has_every_clue(made_day: Path) -> None:
    root = ElementTree.parse(made_day / "puzzle.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert root.findtext(f"{space}title") == "Quiet Fields · No.\u00a012"
    texts = [path.get("aria-label", "") for path in root.iter(f"{space}path")]
    assert [text for text in texts if text.isdigit()] == [
        str(value) for value in line.parse(TWELVE).cells if value >= 0
    ]


Draws = Callable[[DayPresentation], Page]


@pytest.mark.parametrize("draw", [puzzle_page, dark_puzzle_page, solution_page])
def test_the_title_of_a_chosen_day_is_in_its_pictures(draw: Draws) -> None:
    def words(title: str) -> list[str]:
        marks = draw(DayPresentation(day(NINE).titled(title), None)).marks
        return [mark.string for mark in marks if isinstance(mark, Text) and not mark.string.isdigit()]

    plain, titled = words(""), words("Snow -- Ann Example")
    assert titled == [plain[0], "Snow \u2013 Ann Example", *plain[1:]]


def test_a_title_that_fits_no_picture_is_refused_before_its_day_is_issued() -> None:
    shown = day(NINE)
    board = Board(shown.puzzle.grid, "easy", title="W" * 60)
    with pytest.raises(LayoutError, match=r"title of the puzzle: found 60 characters .* shorten it"):
        check_fit(shown.series, [board], [(shown.date, 1)])


def test_the_dot_of_a_caption_keeps_away_from_the_discs() -> None:
    metrics = FontMetrics()
    for width in (600, 1200):
        words = PictureWords("Daily", "No. 1", "1 May", "Easy", 1)
        marks = list(picture_head(words, width, width, metrics).marks(width / 2, 0, *[Gray(0.0)] * 2, metrics))
        (lead,) = (mark for mark in marks if isinstance(mark, Text) and mark.string.endswith("· "))
        end = lead.x + metrics.width(lead.string.rstrip(), lead.font) * lead.size
        first = min(mark.x - mark.radius for mark in marks if isinstance(mark, Disc | Ring))
        assert first - end >= 0.4 * lead.size
