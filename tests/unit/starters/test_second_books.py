"""Configs of second books: an edition of the puzzles of a book, and its next volume."""

from pathlib import Path

import pytest
from printed_book import SoundBook
from small_book import BOUND, NOTES, pages_of

from puzzlegen.config.load import loads_book
from puzzlegen.config.palettes import load_palettes
from puzzlegen.errors import ConfigError
from puzzlegen.layout.book.own_pages import words_of
from puzzlegen.layout.core.document import RGB, Gray, Rect
from puzzlegen.starters.second_books import (
    EditionWishes,
    FirstBook,
    edition_of,
    first_book,
    next_volume,
    volume_of,
    volume_place,
)

LARGE = EditionWishes(theme="large-print")
PUZZLES = "output/small/puzzles.jsonl"


def book(text: str = BOUND) -> FirstBook:
    return FirstBook(Path("small/book.yaml"), text, loads_book(text))


def test_an_edition_keeps_the_lines_of_the_book_but_for_those_of_its_pages() -> None:
    text = BOUND.replace("series: small\n", "series: small  # the seed\n# The look.\ntheme: classic\n")
    made = edition_of(book(text), LARGE, PUZZLES)
    for line in ("title: A Small Book", "series: small  # the seed", "# The look.", "theme: large-print"):
        assert line in made.text.splitlines()
    config = loads_book(made.text)
    assert (config.puzzles, config.series, config.theme) == (PUZZLES, "small", "large-print")
    assert [section.per_page for section in config.sections] == [None, None, None]
    assert made.notes == ()


def test_a_place_without_a_book_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no book here: name the folder of a book\.yaml, or a config"):
        first_book(tmp_path / "none")
    (tmp_path / "book.yaml").write_text(BOUND, encoding="utf-8")
    assert first_book(tmp_path).config == first_book(tmp_path / "book.yaml").config


def test_volumes_count_on_and_list_those_before() -> None:
    second = volume_of(book(BOUND.replace("Nobody", "Ada * Penn")), None, "seed 2")
    first = FirstBook(Path("small-2/book.yaml"), second.text, loads_book(second.text))
    assert (first.config.volume, first.config.series, first.config.title) == (2, "seed 2", "A Small Book")
    third = loads_book(volume_of(first, "The Third", "seed 3").text)
    assert (third.volume, third.title) == (3, "The Third")
    listed = third.back_matter.volumes
    assert [(one.title, one.volume) for one in listed] == [("A Small Book", 1), ("A Small Book", 2)]
    assert [one.color for one in listed] == [load_palettes()[first.config.cover.palette].ground] * 2
    assert {one.about for one in listed} == {"8 puzzles · Boards from 6×5 to 8×8 cells · Difficulty: Easy to Hard"}
    assert not third.back_matter.pages
    assert next_volume(FirstBook(Path("x"), "", third)) == 4


def test_the_list_of_books_is_in_the_language_of_the_book() -> None:
    german = BOUND.replace("author: Nobody\n", "language: de\nvolume: 4\n")
    made = loads_book(volume_of(book(german), None, "x").text)
    (one,) = made.back_matter.volumes
    assert (one.volume, one.about) == (
        4,
        "8 Rätsel · Rätsel mit 6×5 bis 8×8 Feldern · Schwierigkeit: Leicht bis Schwer",
    )
    assert "In dieser Reihe erschienen" in " ".join(words_of(page) for page in pages_of(made)[0])


def test_a_list_of_volumes_with_other_words_goes_on() -> None:
    pages = 'back_matter: {pages: [{text: "# Also by me\\n\\n- A Small Book, Volume 1"}], '
    second = BOUND.replace("back_matter: {", pages) + "volume: 2\n"
    (page,) = loads_book(volume_of(book(second), None, "x").text).back_matter.pages
    assert page.text == "# Also by me\n\n- A Small Book, Volume 1\n- **A Small Book**, Volume 2"


@pytest.mark.parametrize(
    ("cover", "color", "palette", "colors", "badges"),
    [
        ("", None, "harbour", None, None),
        (", palette: forest", None, "brick", None, None),
        (", palette: forest", "mint", "mint", None, None),
        (", colors: navy", None, "brick", "#000080", None),
        (", colors: navy, badges: [For you]", "mint", "mint", None, ["volume", "For you"]),
        (", badges: []", "'#1F6FD1'", "brick", "#1f6fd1", []),
        (", badges: [volume, a]", "navy", "brick", "#000080", ["volume", "a"]),
    ],
)
def test_each_volume_has_its_color(
    cover: str, color: str | None, palette: str, colors: str | None, badges: list[str] | None
) -> None:
    text = BOUND + f"cover: {{make: yes{cover}}}\n"
    made = loads_book(volume_of(book(text), None, "x", color and color.strip("'")).text).cover
    assert (made.palette, made.colors and made.colors.ground, made.badges) == (palette, colors, badges)


def test_a_color_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match=r'^--color: found "bleu", .* did you mean "blue"\?, or a palette: brick, '):
        volume_of(book(), None, "x", "bleu")


def test_a_config_in_the_current_folder_gets_a_folder_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    assert volume_place(Path("book.yaml"), 2) == tmp_path / "mine-2" / "book.yaml"


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (3, 1), (12, 2)])
@pytest.mark.parametrize("ink", ["black", "color"])
def test_the_page_of_other_books_shows_their_covers_numbers_and_what_is_in_them(
    count: int, pages: int, ink: str, tmp_path: Path
) -> None:
    volumes = ", ".join(
        f"{{title: T{i}, volume: {i}, color: '#1f4e{i:02}', about: In {i}}}" for i in range(1, count + 1)
    )
    text = BOUND.replace("trim: 6x9", f"trim: 6x9, ink: {ink}").replace(
        "back_matter: {", f"back_matter: {{volumes: [{volumes}], "
    )
    book = SoundBook(text.replace(f"notes_pages: {NOTES}", "notes_pages: 64"))
    assert not book.found(book.pages, tmp_path)
    shown = [page for page in book.pages if page.kind == "volumes"]
    assert len(shown) == pages
    covers = [mark for page in shown for mark in page.marks if isinstance(mark, Rect)]
    assert len(covers) == count and len({mark.fill for mark in covers}) == count
    assert all(isinstance(mark.fill, RGB if ink == "color" else Gray) for mark in covers)
    words = " ".join(words_of(page) for page in shown)
    assert all(f"{i} T{i} In {i}" in words for i in range(1, count + 1))


@pytest.mark.parametrize(("key", "joins"), [("score_card: yes", True), ("score_card: no", False)])
def test_the_list_of_other_books_shares_a_page_only_with_a_list_before_it(key: str, joins: bool) -> None:
    before = f"back_matter: {{answer_key: no, {key}, volumes: [{{title: Other}}], "
    planned, _ = pages_of(loads_book(BOUND.replace("back_matter: {", before).replace(f"pages: {NOTES}", "pages: 0")))
    assert planned.parts[-1].joins == joins
    assert "Also in this series" in words_of([page for page in planned if page.marks and page.kind != "ornament"][-1])
