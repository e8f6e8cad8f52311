"""The text for shops: true of the book, in its language, and within the limits of each shop."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_book import BOUND, design_of, puzzles_of

from puzzlegen.book.design import editions_of
from puzzlegen.book.edition import compare_with_new_drawing, draw_edition, lay_out_edition
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, placeholder_puzzles
from puzzlegen.book.shop_text import KEYWORDS, listing_text, shop_text, title_advice
from puzzlegen.checking.pdf_file import BookPdfs
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.config.shop_files import ShopText, load_shops
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import LISTING_TEXT

LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt")


MIXED = BOUND.replace(
    "difficulty: hard, per_page: 1}", "difficulty: hard, per_page: 1, mix: [minesweeper, hexagonal, orthogonal]}"
).replace("count: 1,", "count: 3,")


def text_of(config: BookConfig) -> ShopText:
    records = placeholder_puzzles(config).records
    return shop_text(config, records, resolve_page(config.page).profile, design_of(config), load_shops())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", [BOUND, MIXED])
def test_all_languages_have_seven_keywords_within_all_limits(language: str, book: str) -> None:
    config = loads_book(book.replace("series: small", f"series: small\nlanguage: {language}\naids: {{hints: back}}"))
    text = text_of(config)
    assert len(set(text.keywords)) == KEYWORDS
    assert [problem for shop in load_shops().shops for problem in shop.problems(text)] == []


def test_every_keyword_of_every_language_fits_a_field() -> None:
    for language in LANGUAGES:
        config = loads_book(BOUND.replace("series: small", f"series: small\nlanguage: {language}"))
        words = design_of(config).messages.group("shop_keyword")
        names = [str(word).format(game="x" * 22, puzzles="1,000") for word in words.values()]
        assert [word for word in names if len(word) > 50] == [], language


def test_a_text_beyond_the_limit_of_a_shop_is_found() -> None:
    amazon, ingram = load_shops().shops
    text = ShopText("d" * 4001, "s" * 351, ("k" * 51, *"abcdefg"), tuple("abcd"))
    assert amazon.problems(text) == [
        "the description has 4001 characters, Amazon KDP takes 4000",
        "a keyword has 51 characters, Amazon KDP takes 50",
        "the list has 8 keywords, Amazon KDP takes 7",
        "the list has 4 categories, Amazon KDP takes 3",
    ]
    assert ingram.problems(replace(text, keywords=("k" * 250, "l" * 250))) == [
        "the short description has 351 characters, IngramSpark takes 350",
        "the line of all keywords has 501 characters, IngramSpark takes 500",
        "the list has 4 categories, IngramSpark takes 3",
    ]
    assert ingram.keyword_lines(replace(text, keywords=("one", "two words"))) == ("one;two words",)


def test_own_limits_are_those_that_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    shipped = (Path(__file__).parents[3] / "templates" / "shops.yaml").read_text(encoding="utf-8")
    own = shipped.replace("description: 4000", "description: 100").replace("keyword: 50", "keyword: 22")
    (tmp_path / "templates" / "shops.yaml").write_text(own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    config = loads_book(BOUND)
    assert max(map(len, text_of(config).keywords)) <= 22
    records, profile = placeholder_puzzles(config).records, resolve_page(config.page).profile
    with pytest.raises(ConfigError, match=r"the description has \d+ characters, Amazon KDP takes 100: shorten cover"):
        listing_text(config, records, profile, design_of(config))


def test_the_file_is_drawn_again_and_compared(tmp_path: Path) -> None:
    config = loads_book(BOUND + "output: {preview: no, listing: yes}\n")
    edition, records, design = editions_of(config, "letter")[0], puzzles_of(config), design_of(config)
    assert LISTING_TEXT in edition.files
    layout = lay_out_edition(edition, ExplainedPuzzles(records), design)
    with BookPdfs(tmp_path) as pdfs:
        draw_edition(layout, records, design, pdfs, pdfs)
        assert compare_with_new_drawing(pdfs, layout, records, design) == []
        file = tmp_path / LISTING_TEXT
        file.write_text(file.read_text(encoding="utf-8").replace("8 puzzles", "9 puzzles"), encoding="utf-8")
        (found,) = compare_with_new_drawing(pdfs, layout, records, design)
    assert (found.code, found.text) == ("F117", f"{LISTING_TEXT}: it is not the text of the pages")
    assert LISTING_TEXT not in editions_of(loads_book(BOUND), "letter")[0].files


@pytest.mark.parametrize(
    ("title", "subtitle", "refused"),
    [
        ("Mines", "~", []),
        ("Mines, Guess-Free", "~", []),
        ("The Freedom of Mines", "A bundled joy", []),
        ("The Bestselling Mines", "~", ["title: bestselling"]),
        ("Mines", "Now for FREE", ["subtitle: free"]),
        ("#1 in Mines", "The best-selling boxed set", ["title: #1", "subtitle: best-selling", "subtitle: boxed set"]),
    ],
)
def test_words_that_shops_refuse_in_titles_are_named(title: str, subtitle: str, refused: list[str]) -> None:
    config = loads_book(BOUND.replace("title: A Small Book", f'title: "{title}"\nsubtitle: {subtitle}'))
    warned = [line.partition(" does not take ") for line in title_advice(config)]
    assert [f"{before.partition(':')[0]}: {rest.split(chr(39))[1]}" for before, _, rest in warned] == refused
    assert all("(KDP help, topics G201097560 and G201953870 (official, 2026-11-30))" in rest for *_, rest in warned)
