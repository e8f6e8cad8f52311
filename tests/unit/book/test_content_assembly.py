"""Texts around the puzzles: no two pages of a book say the same."""

import re
from dataclasses import replace

import pytest
from small_book import BOUND, SMALL

from puzzlegen.book.content import book_content, book_sections
from puzzlegen.book.design import load_design
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.files.templates import languages, template
from puzzlegen.language.markdown import template_blocks
from puzzlegen.language.markdown_blocks import Figure
from puzzlegen.layout.book.book_content import BookContent, BookSection

TWICE = SMALL.replace("difficulty: medium", "difficulty: easy")  # sections One and Two are easy


def sections_of(text: str, language: str) -> tuple[BookSection, ...]:
    config = loads_book(text)
    return book_sections(config, placeholder_puzzles(config), load_design("classic", language).messages)


def words(section: BookSection) -> str:
    return " ".join(run.text for block in section.intro if not isinstance(block, Figure) for run in block.runs)


@pytest.mark.parametrize("language", languages())
def test_a_second_section_of_a_difficulty_names_the_first_and_repeats_nothing(language: str) -> None:
    one, two, three = sections_of(TWICE, language)
    assert one.example is not None
    reference, tip = two.intro
    assert "One" in words(replace(two, intro=(reference,)))
    assert tip in template_blocks("tips.md", {}, load_design("classic", language).messages)
    assert two.example is None
    assert three.example is not None
    assert len({words(one), words(two), words(three)}) == 3


def test_openers_of_a_difficulty_have_different_tips_until_all_are_used() -> None:
    many = "".join(f"  - {{name: More {i}, count: 1, size: 6x5, difficulty: easy}}\n" for i in range(8))
    first, *others = sections_of(SMALL.replace("front_matter:", f"{many}front_matter:"), "en")
    tips = [section.intro[1] for section in others if section.name.startswith("More") and len(section.intro) > 1]
    assert len(tips) == len(set(map(str, tips))) == 5  # one tip is about suppositions
    assert not set(tips) & set(first.intro)


def test_a_section_of_mosaics_has_no_tip_about_mines() -> None:
    text = SMALL.replace("difficulty: easy", "difficulty: easy, kind: mosaic")
    mosaics = text.replace("difficulty: medium", "difficulty: easy, kind: mosaic")
    assert len(sections_of(mosaics, "en")[1].intro) == 1


def test_a_section_explains_itself_if_the_first_has_no_opener() -> None:
    one, two, _ = sections_of(TWICE.replace("{name: One,", "{name: One, opener: no,"), "en")
    assert words(one) == "" and "one number at a time" in words(two)
    assert two.example is not None


@pytest.mark.parametrize("language", languages())
def test_no_two_texts_use_the_same_example(language: str) -> None:
    figures = [
        match
        for path in sorted(template(f"{language}/words.yaml").parent.glob("*.md"))
        for match in re.findall(r"figure: (?:example|technique \S+) (\S+:\S+)", path.read_text(encoding="utf-8"))
    ]
    assert len(figures) == len(set(figures)) > 12


def content_of(text: str) -> BookContent:
    config = loads_book(text)
    profile = resolve_page(config.page).profile
    return book_content(config, placeholder_puzzles(config), load_design("classic", "en"), profile)


def test_the_series_is_printed_only_if_the_config_says_so() -> None:
    text = SMALL.replace("series: small", "series: secret seed")
    assert "secret seed" not in str(content_of(text).copyright)
    assert "Series secret seed. Set in" in str(
        content_of(text.replace("front_matter:", "front_matter:\n  series: yes")).copyright
    )


ISBN = "978-0-306-40615-7"
BOUND_WITH_ISBN = BOUND + f"cover: {{isbn: {ISBN}}}\n"


def copyright_page(text: str) -> list[str]:
    return [
        "".join(run.text for run in block.runs) for block in content_of(text).copyright if not isinstance(block, Figure)
    ]


@pytest.mark.parametrize("language", languages())
def test_the_copyright_page_has_the_isbn_between_the_text_and_the_colophon(language: str) -> None:
    page = copyright_page(f"{BOUND_WITH_ISBN}language: {language}\n")
    assert page[:2] == ["Copyright nobody.", f"ISBN {ISBN}"]
    assert len(page) > 2
    plain = copyright_page(f"{BOUND_WITH_ISBN}language: {language}\n".replace(ISBN, ISBN.replace("-", "")))
    assert plain[1] == "ISBN 9780306406157"


def test_no_tip_is_added_to_a_text_of_the_config() -> None:
    one, *_ = sections_of(SMALL.replace("{name: One,", "{name: One, intro: 'Our own words.',"), "en")
    assert words(one) == "Our own words."


def test_two_sections_with_the_same_text_of_their_own_print_it_once() -> None:
    own = "intro: 'Our own words about {{ puzzles }} puzzles.'"
    text = SMALL.replace("{name: One,", f"{{name: One, {own},").replace("{name: Three,", f"{{name: Three, {own},")
    one, two, three = sections_of(text.replace("count: 1,", "count: 5,"), "en")
    assert "Our own words about 5 puzzles." in words(one)
    assert "Our own" not in words(two)
    assert "Our own" not in words(three)
    assert "One" in words(three)
    again = sections_of(text, "en")
    assert "Our own words about 1 puzzles." in words(again[2])  # other words


@pytest.mark.parametrize(
    ("kinds", "rules", "named"),
    [
        (["mosaic", "mosaic"], "yes", [False, False]), (["minesweeper", "mosaic"], "yes", [False, True]),
        (["minesweeper", "mosaic"], "no", [False, False]), (["minesweeper", "knight"], "yes", [False, True]),
    ],
)  # fmt: skip
def test_kinds_are_named_in_books_that_have_several_and_explain_them(
    kinds: list[str], rules: str, named: list[bool]
) -> None:
    text = "".join(f"  - {{name: {kind} {i}, kind: {kind}, count: 1, size: 7x7, difficulty: easy}}\n"
                   for i, kind in enumerate(kinds))  # fmt: skip
    book = f"title: T\nseries: s\nsections:\n{text}front_matter: {{how_to_play: {rules}}}\n"
    assert [section.names_kinds for section in sections_of(book, "en")] == named


@pytest.mark.parametrize(
    ("boards", "said"),
    [("shape: heart", False), ("mix: [minesweeper, {kind: minesweeper, shape: heart}]", True), ("hand: lines", False)],
)
def test_the_sentence_about_shapes_stands_where_some_boards_have_none(boards: str, said: bool) -> None:
    book = f"title: T\nseries: s\nsections: [{{name: A, count: 2, size: 9x9, difficulty: easy, {boards}}}]\n"
    assert ("Some puzzles have a shape" in words(sections_of(book, "en")[0])) is said
    rules = [block for rule in content_of(book).rules for block in rule.text if "have a shape" in str(block)]
    assert [str(block).count("guess") for block in rules] == [0] * said
