"""Configs of second books: an edition of the puzzles of a book, and its next volume."""

from pathlib import Path

import pytest
from small_book import BOUND

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.starters.second_books import (
    EditionWishes,
    FirstBook,
    edition_of,
    edition_place,
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


def test_an_edition_takes_the_smallest_page_that_is_large_enough() -> None:
    wide = BOUND.replace("6x5", "11x11")
    made = edition_of(book(wide), LARGE, PUZZLES)
    assert loads_book(made.text).page.trim == "7.5x9.25"
    assert "page.trim: 7.5x9.25" in made.notes
    with pytest.raises(LayoutError, match="11x11 boards at 1 a page would get cells"):
        edition_of(book(wide), EditionWishes(theme="large-print", trim="6x9"), PUZZLES)


def test_what_only_the_book_has_is_left_out() -> None:
    own = BOUND.replace("{trim: 6x9}", "{trim: 6x9, max_pages: 60}")
    text = own + "cover: {make: yes, isbn: 978-0-306-40615-7, title_lines: [A Small, Book]}\nchoices: []\n"
    edition = edition_of(book(text), LARGE, PUZZLES)
    config = loads_book(edition.text)
    assert (config.cover.isbn, config.page.max_pages) == (None, None)
    assert [note.split(":")[0] for note in edition.notes] == ["cover.isbn", "page.max_pages"]
    volume = volume_of(book(text + f"puzzles: {PUZZLES}\n"), "Another Book", "other")
    config = loads_book(volume.text)
    assert (config.cover.isbn, config.puzzles, config.cover.title_lines) == (None, None, [])
    assert config.page.max_pages == 60


def test_a_printer_has_its_own_pages_and_none_at_home_a_cover() -> None:
    text = BOUND + "cover: {make: yes}\nprofiles: [kdp, screen]\n"
    config = loads_book(edition_of(book(text), EditionWishes(printer="home"), PUZZLES).text)
    assert (config.page.profile, config.page.trim, config.cover.make, config.profiles) == ("home", None, False, [])


@pytest.mark.parametrize(
    ("wishes", "error"),
    [
        (EditionWishes(), "this edition would be the book again: name another --theme, --printer or --trim"),
        (EditionWishes(theme="classic", printer="kdp", trim="6x9"), "this edition would be the book again"),
        (EditionWishes(theme="large"), '--theme: found "large", allowed children, .* did you mean "large-print"?'),
        (EditionWishes(printer="kpd"), '--printer: found "kpd", .*; did you mean "kdp"?'),
        (EditionWishes(trim="1x1"), '--trim: found "1x1", kdp offers 5x8'),
        (EditionWishes(printer="ingram", trim="so so"), '--trim: found "so so"'),
    ],
)
def test_an_edition_that_cannot_be_is_refused_in_one_line(wishes: EditionWishes, error: str) -> None:
    with pytest.raises(ConfigError, match=error) as raised:
        edition_of(book(), wishes, PUZZLES)
    assert "\n" not in str(raised.value)


def test_a_place_without_a_book_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no book here: name the folder of a book\.yaml, or a config"):
        first_book(tmp_path)
    (tmp_path / "book.yaml").write_text(BOUND, encoding="utf-8")
    assert first_book(tmp_path).config == first_book(tmp_path / "book.yaml").config


def test_volumes_count_on_and_list_those_before() -> None:
    second = volume_of(book(BOUND.replace("Nobody", "Ada * Penn")), None, "seed 2")
    first = FirstBook(Path("small-2/book.yaml"), second.text, loads_book(second.text))
    assert (first.config.volume, first.config.series, first.config.title) == (2, "seed 2", "A Small Book")
    third = loads_book(volume_of(first, "The Third", "seed 3").text)
    assert (third.volume, third.title) == (3, "The Third")
    (page,) = third.back_matter.pages
    assert page.text == "# Also by Ada \\* Penn\n\n- A Small Book, Volume 1\n- A Small Book, Volume 2"
    assert next_volume(FirstBook(Path("x"), "", third)) == 4


def test_the_list_of_books_is_in_the_language_of_the_book() -> None:
    german = BOUND.replace("author: Nobody\n", "language: de\nvolume: 4\n")
    (page,) = loads_book(volume_of(book(german), None, "x").text).back_matter.pages
    assert page.text == "# Weitere Bücher\n\n- A Small Book, Band 4"


def test_a_volume_needs_other_puzzles_than_the_book() -> None:
    with pytest.raises(ConfigError, match="--series: found that of the book"):
        volume_of(book(), None, "small")
    pictures = "  - {name: Cats, kind: mosaic, difficulty: easy, per_page: 1, pictures: [cat]}\nfront_matter:"
    made = volume_of(book(BOUND.replace("front_matter:", pictures)), None, "x")
    assert made.notes[0].startswith("sections[4].pictures: choose others")
    chosen = 'choices: [{section: Two, place: 1, puzzle: "4x4:a13f3a2a2a0"}]\n'
    made = volume_of(book(BOUND + chosen), None, "x")
    assert loads_book(made.text).choices == []
    assert "choices: left out, because they are puzzles of the book" in made.notes


@pytest.mark.parametrize(
    ("first", "edition", "volume"),
    [
        ("mine/book.yaml", "mine-a5/book.yaml", "mine-3/book.yaml"),
        ("on/mine-2/book.yaml", "on/mine-2-a5/book.yaml", "on/mine-3/book.yaml"),
        ("configs/travel.yaml", "configs/travel-a5.yaml", "configs/travel-3.yaml"),
    ],
)
def test_second_books_stand_beside_the_first(first: str, edition: str, volume: str) -> None:
    assert edition_place(Path(first), "a5") == Path(edition)
    assert volume_place(Path(first), 3) == Path(volume)


def test_a_config_in_the_current_folder_gets_a_folder_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    assert volume_place(Path("book.yaml"), 2) == tmp_path / "mine-2" / "book.yaml"
