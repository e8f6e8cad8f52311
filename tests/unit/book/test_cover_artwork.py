"""The publisher's own artwork on covers: cropped, checked, and with words that can be read on it."""

from pathlib import Path

import pytest
from PIL import Image
from small_book import SMALL

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.book.cover import Cover, cropped, edition_cover
from puzzlegen.book.design import load_design
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printer_rules import check_cover
from puzzlegen.config.book import PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import COVER
from puzzlegen.layout.core.document import Path as Polygon
from puzzlegen.layout.core.document import Picture, Rect, Text

RECORDS = [
    GradedPuzzle(Puzzle(Grid(4, 4), (1,) * 16), (False,) * 16, Grade(1, "easy", 0.0, 0, (0, 0)), number=number)
    for number in (1, 2)
]
FRONT = (1238, 1875)  # 4.125 x 6.25 inches at 300 dpi


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in the folder of the pictures: configs name files under the current folder."""
    monkeypatch.chdir(tmp_path)


def made(file: Path, keys: str = "", **page: object) -> Cover:
    text = f"cover: {{make: yes, palette: harbour, artwork: {{file: {file.name}{keys}}}}}\n"
    profile = resolve_page(PageConfig.model_validate({"trim": "4x6 in", **page})).profile
    cover = edition_cover(loads_book(SMALL + text), RECORDS, profile, 150, load_design("classic", "en"))
    assert cover is not None
    return cover


def image(folder: Path, size: tuple[int, int] = FRONT, color: str = "#102030", mode: str = "RGB") -> Path:
    path = folder / "art.png"
    Image.new(mode, size, color).save(path)
    return path


def picture_of(cover: Cover) -> Picture:
    (picture,) = [mark for mark in cover.page.marks if isinstance(mark, Picture)]
    return picture


def bands(cover: Cover) -> int:
    return sum(isinstance(mark, Polygon | Rect) and mark.fill == cover.page.paper for mark in cover.page.marks)


def test_it_covers_the_front_with_its_bleed_and_passes_the_printers_rules(tmp_path: Path) -> None:
    cover = made(image(tmp_path))
    picture = picture_of(cover)
    assert (picture.x, picture.y) == (cover.sheet.spine_right - 9, -9)
    assert picture.x + picture.width == pytest.approx(cover.sheet.width - 9)
    assert (picture.width, picture.height) == pytest.approx((4.125 * 72, 6.25 * 72))
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


@pytest.mark.parametrize(("color", "found"), [("#102030", 0), ("#808080", 2)])
def test_words_stand_on_a_band_only_where_they_could_not_be_read(color: str, found: int, tmp_path: Path) -> None:
    cover = made(image(tmp_path, color=color))
    assert bands(cover) == found
    assert {mark.string for mark in cover.page.marks if isinstance(mark, Text)} >= {"Nobody", "A Small Book"}


def test_a_title_below_stands_on_one_band(tmp_path: Path) -> None:
    cover = made(image(tmp_path, color="#808080"), ", title: bottom")
    title = next(mark for mark in cover.page.marks if isinstance(mark, Text) and mark.font == "display")
    assert bands(cover) == 1
    assert title.y > cover.page.height / 2


@pytest.mark.parametrize(("color", "keys"), [("#808080", ""), ("white", ""), ("#102030", ", focus: top")])
def test_nothing_hides_artwork_above_the_words(color: str, keys: str, tmp_path: Path) -> None:
    cover = made(image(tmp_path, color=color), f", fit: above{keys}")
    picture, left = picture_of(cover), cover.sheet.spine_right - 9
    assert picture.width == pytest.approx(4.125 * 72) and 0.6 < picture.height / (6 * 72) < 0.66
    words = [mark for mark in cover.page.marks if isinstance(mark, Text) and mark.x > left]
    assert {mark.string for mark in words} >= {"A Small Book", "Nobody", "2\u00a0puzzles"}
    assert min(mark.y - mark.size for mark in words) > picture.y + picture.height
    assert [*cover.notes()] == [] and bands(cover) == 0
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


@pytest.mark.parametrize(
    ("keys", "hidden"),
    [
        ("", "38 % of the front at the top and 12 % of the front at the foot"),
        (", title: bottom", "46 % of the front at the foot"),
    ],
)
def test_a_build_says_what_bands_hide_and_why(keys: str, hidden: str, tmp_path: Path) -> None:
    cover = made(image(tmp_path, color="#808080"), keys)
    assert [*cover.notes()] == [
        f"cover.artwork: bands behind the words hide {hidden}, because neither ink nor ground has a contrast of 4.5 "
        "with it there: set fit: above, where nothing hides it, or a calmer picture"
    ]
    assert [*made(image(tmp_path), keys).notes()] == []


def test_artwork_above_the_words_is_for_the_front_alone() -> None:
    with pytest.raises(ConfigError, match=r"fit: above is for place: front; choose another fit, or place: front"):
        loads_book(f"{SMALL}cover: {{artwork: {{file: a.png, fit: above, place: sheet}}}}\n")


@pytest.mark.parametrize("keys", [", title: none", ", fit: full", ", fit: full, title: bottom"])
def test_artwork_with_its_own_lettering_stays_free_of_words(keys: str, tmp_path: Path) -> None:
    cover = made(image(tmp_path), keys)
    left = cover.sheet.spine_right - 9
    assert not [mark for mark in cover.page.marks if isinstance(mark, Text) and mark.x > left]


def test_artwork_over_the_sheet_leaves_areas_for_the_back_and_the_spine(tmp_path: Path) -> None:
    cover = made(image(tmp_path, (2600, 1875)), ", place: sheet")
    assert picture_of(cover).width == pytest.approx(cover.sheet.width)
    assert bands(cover) == 2
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


@pytest.mark.parametrize(
    ("focus", "first", "size"),
    [("left", 0, (2, 2)), ("center", 2, (2, 2)), ("right", 4, (2, 2)), ("top", 2, (2, 2)), ("bottom", 2, (2, 2))],
)
def test_it_is_cropped_around_its_focus(focus: str, first: int, size: tuple[int, int]) -> None:
    wide = Picture(0, 0, 6, 2, 6, 2, bytes([0, 1, 2, 3, 4, 5] * 2))
    part = cropped(wide, 1.0, focus)
    assert (part.columns, part.rows) == size
    assert part.pixels == bytes([first, first + 1] * 2)


@pytest.mark.parametrize(("mode", "channels"), [("L", 1), ("RGBA", 3), ("CMYK", 3)])
def test_artwork_keeps_its_colors_whatever_the_file_has(mode: str, channels: int, tmp_path: Path) -> None:
    path = tmp_path / "art.jpg" if mode == "CMYK" else tmp_path / "art.png"
    Image.new("RGB", FRONT, "#a04010").convert(mode).save(path)
    assert picture_of(made(path)).channels == channels


def test_too_few_pixels_are_refused_with_the_number_needed(tmp_path: Path) -> None:
    path = image(tmp_path, (700, 1000))
    with pytest.raises(ConfigError) as refused:
        made(path)
    assert str(refused.value) == (
        "cover.artwork.file: art.png: 700x1000 pixels on 4.125 x 6.25 in with bleed are 160 dpi, allowed 300 or more: "
        "use a picture of 1238x1875 pixels"
    )


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cover.artwork.file: .*missing.png: cannot be read: No such file"):
        made(tmp_path / "missing.png")
    (tmp_path / "text.png").write_text("no picture", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"cover.artwork.file: .*text.png: not a PNG or JPEG picture"):
        made(tmp_path / "text.png")


def test_the_name_of_a_file_alone_is_artwork_on_the_front() -> None:
    text = f"{SMALL}cover: {{make: yes, artwork: "
    named, grouped = (loads_book(f"{text}{artwork}}}\n").cover.artwork for artwork in ("a.png", "{file: a.png}"))
    assert named == grouped and named is not None and named.place == "front"


@pytest.mark.parametrize(
    ("pages", "page", "words"),
    [
        (78, {}, ["no words on the spine, which is 4.5 mm wide; kdp on white has them from 98 pages"]),
        (96, {}, ["no words on the spine, which is 5.5 mm wide; kdp on white has them from 98 pages"]),
        (98, {}, []),
        (150, {"profile": "ingram"}, ["no words on the spine, which is 9.0 mm wide; ask IngramSpark's cover template "
                                      "generator how many pages they need"]),
        (40, {"profile": "lulu", "binding": "coil"}, []),
    ],
)  # fmt: skip
def test_a_spine_without_words_is_named_with_the_pages_that_words_take(
    pages: int, page: dict[str, str], words: list[str]
) -> None:
    profile = resolve_page(PageConfig.model_validate({"trim": "6x9", **page})).profile
    config = loads_book(SMALL + "cover: {make: yes, spine_mm: 9}\n")
    cover = edition_cover(config, RECORDS, profile, pages, load_design("classic", "en"))
    assert cover is not None and [*cover.spine_notes()] == words
    assert any(isinstance(mark, Text) and mark.turn == 90 for mark in cover.page.marks) == (pages == 98)
