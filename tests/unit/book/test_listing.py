"""Pictures for shop listings: their sizes and bytes, the pages they show, and what is found when one is damaged."""

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from small_book import BOUND, design_of, puzzles_of

from puzzlegen.book.design import editions_of
from puzzlegen.book.edition import EditionLayout, compare_with_new_drawing, draw_edition, lay_out_edition
from puzzlegen.book.edition_pages import chosen_spreads
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.checking.pdf_file import BookPdfs
from puzzlegen.config.load import loads_book
from puzzlegen.config.shop_files import load_listing_sizes
from puzzlegen.drawing.book_views import write_jpeg
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import INTERIOR, LISTING_BOOK, LISTING_FILES, LISTING_FRONT, LISTING_SPREADS, PUZZLES
from puzzlegen.layout.core.columns import PagePlan

CONFIG = loads_book(BOUND + "cover: {make: yes, palette: harbour}\noutput: {preview: no, listing: yes}\n")
EDITION = editions_of(CONFIG, "letter")[0]
SIZES = load_listing_sizes()


class Drawn:
    """A small book with its pictures, drawn once."""

    def __init__(self, folder: Path) -> None:
        self.records, self.design, self.folder = puzzles_of(CONFIG), design_of(CONFIG), folder
        self.layout: EditionLayout = lay_out_edition(EDITION, ExplainedPuzzles(self.records), self.design)
        draw_edition(self.layout, self.records, self.design, BookPdfs(folder), BookPdfs(folder))

    def picture(self, name: str) -> Image.Image:
        return Image.open(self.folder / name)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    return Drawn(tmp_path_factory.mktemp("listing"))


def test_pictures_have_the_sizes_that_shops_ask_for(drawn: Drawn) -> None:
    trim = EDITION.setup.profile.trim
    front = drawn.picture(LISTING_FRONT)
    assert front.size == (round(SIZES.cover.height * trim.width / trim.height), SIZES.cover.height)
    assert drawn.picture(LISTING_BOOK).size == (2000, 2000)
    assert {drawn.picture(name).size for name in LISTING_SPREADS} == {(1940, 1200)}
    for name, limit in zip(LISTING_FILES, (5, 5, 2, 2, 2), strict=True):
        picture = drawn.picture(name)
        assert (picture.format, picture.mode) == ("JPEG", "RGB")
        assert "icc_profile" in picture.info
        assert (drawn.folder / name).stat().st_size <= limit * 1_000_000


def test_the_book_stands_on_white_with_its_cover_in_front(drawn: Drawn) -> None:
    pixels = np.asarray(drawn.picture(LISTING_BOOK).reduce(4)).astype(int)
    edges = (pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1])
    assert all((edge >= 253).all() for edge in edges)
    ground = np.array(drawn.picture(LISTING_FRONT).getpixel((20, 20)))
    near = (np.abs(pixels - ground).max(axis=2) <= 24).mean()
    assert near > 0.05  # other layouts of covers fill most of it with artwork
    assert 0.2 < (pixels.min(axis=2) < 240).mean() < 0.7


def test_facing_pages_are_those_of_the_interior(drawn: Drawn) -> None:
    left, _ = chosen_spreads(drawn.layout.pages.plan, bound=True)[0]
    document = pypdfium2.PdfDocument(drawn.folder / INTERIOR)
    page = np.asarray(document[left - 1].render(scale=0.5, grayscale=True).to_pil().convert("L")).astype(float)
    document.close()
    picture = drawn.picture(LISTING_SPREADS[0]).convert("L")
    height = round(1200 * 0.9)
    width = round(height * page.shape[1] / page.shape[0])
    box = (970 - width, 60, 970, 60 + height)
    found = np.asarray(picture.crop(box).resize(page.shape[::-1], Image.Resampling.LANCZOS)).astype(float)
    assert np.corrcoef(page.ravel(), found.ravel())[0, 1] > 0.7


def test_the_same_book_has_the_same_bytes_and_a_changed_picture_is_found(drawn: Drawn, tmp_path: Path) -> None:
    assert compare_with_new_drawing(BookPdfs(drawn.folder), drawn.layout, drawn.records, drawn.design) == []
    target = drawn.folder / LISTING_SPREADS[1]
    before = target.read_bytes()
    try:
        picture = Image.open(target).convert("L").convert("RGB")
        write_jpeg(picture.point(lambda value: 255 - value), target, 2_000_000)
        (found,) = compare_with_new_drawing(BookPdfs(drawn.folder), drawn.layout, drawn.records, drawn.design)
    finally:
        target.write_bytes(before)
    assert (found.code, found.text) == ("F117", f"{LISTING_SPREADS[1]}: it is not the picture of the pages")


def test_a_file_is_compressed_until_it_is_small_enough(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 300, 3), dtype=np.uint8)
    picture = Image.fromarray(noise, "RGB")
    write_jpeg(picture, tmp_path / "large.jpg", 1_000_000)
    write_jpeg(picture, tmp_path / "small.jpg", 90_000)
    assert (tmp_path / "small.jpg").stat().st_size <= 90_000 < (tmp_path / "large.jpg").stat().st_size


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ("cover: {make: yes}\noutput: {listing: yes}\n", set(LISTING_FILES)),
        ("output: {listing: yes}\n", set(LISTING_SPREADS)),
        ("cover: {make: yes}\n", set()),
    ],
)
def test_pictures_of_the_cover_need_a_cover(more: str, names: set[str]) -> None:
    config = loads_book(BOUND + more)
    edition = editions_of(config, "letter")[0]
    expected = edition.files
    assert expected & set(LISTING_FILES) == names
    assert {INTERIOR, PUZZLES} <= expected


PUZZLE_PAGES = dict(zip(range(1, 21), range(7, 27), strict=True))  # 20 puzzles on pages 7 to 26
ANSWER_PAGES = {number: 30 + (number - 1) // 5 for number in PUZZLE_PAGES}  # on pages 30 to 33


def test_a_spread_of_answers_spoils_no_puzzle_that_is_shown() -> None:
    plan = PagePlan(36, {"title": 1, "answers": 30}, PUZZLE_PAGES, ANSWER_PAGES)
    opening, middle, last = chosen_spreads(plan, bound=True)
    assert opening == (8, 9)  # page 6 is none of puzzles
    assert set(middle) <= set(PUZZLE_PAGES.values()) and abs(middle[0] - 17) <= 4
    shown = {number for number, page in PUZZLE_PAGES.items() if page in opening + middle}
    assert not {ANSWER_PAGES[number] for number in shown} & set(last)
    assert len({opening, middle, last}) == 3
    assert set(last) & set(ANSWER_PAGES.values())


def test_a_book_without_answers_shows_other_pages() -> None:
    hints = {number: 28 + number // 11 for number in PUZZLE_PAGES}
    assert chosen_spreads(PagePlan(36, {"title": 1}, PUZZLE_PAGES, {}, hints), bound=True)[2] == (28, 29)
    spreads = chosen_spreads(PagePlan(36, {"title": 1, "contents": 2, "rules": 4}, PUZZLE_PAGES), bound=True)
    assert len(set(spreads)) == 3


def test_loose_pages_are_shown_in_pairs_from_the_first() -> None:
    plan = PagePlan(6, {"section 1": 1}, {1: 1, 2: 2, 3: 3, 4: 4}, {1: 5, 2: 5, 3: 6, 4: 6})
    assert chosen_spreads(plan, bound=False) == ((1, 2), (3, 4), (5, 6))


def test_a_book_with_too_few_pages_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"output\.listing: the book has 6 pages, and its pictures need 7 or more"):
        chosen_spreads(PagePlan(6, {}, {1: 3}), bound=True)
