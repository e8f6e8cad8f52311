"""Configs of second books: an edition of the puzzles of a book, and its next volume."""

from pathlib import Path

import pytest
from small_book import BOUND

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
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
    (page,) = third.back_matter.pages
    assert page.text == "# Also in this series\n\n**A Small Book**, Volume 1\n**A Small Book**, Volume 2"
    assert page.align == "center"
    assert next_volume(FirstBook(Path("x"), "", third)) == 4


def test_the_list_of_books_is_in_the_language_of_the_book() -> None:
    german = BOUND.replace("author: Nobody\n", "language: de\nvolume: 4\n")
    (page,) = loads_book(volume_of(book(german), None, "x").text).back_matter.pages
    assert page.text == "# In dieser Reihe erschienen\n\n**A Small Book**, Band 4"


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
