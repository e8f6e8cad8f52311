"""What is refused or advised before puzzles are made."""

import pytest
from small_book import SMALL, pages_of

from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.editions import editions_of
from puzzlegen.config.load import loads_book
from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import ConfigError
from puzzlegen.units import mm


def advice(text: str) -> list[str]:
    return check_layout_with_placeholders(editions_of(loads_book(text), "letter"), load_design("classic", "en"))


def test_fewer_pages_than_the_printer_binds_are_refused_by_the_key_that_asks_for_them() -> None:
    text = SMALL.replace("{trim: 6x9}", "{trim: 6x9, profile: lulu, max_pages: 30}")
    with pytest.raises(ConfigError, match=r"^page\.max_pages: found 30, but lulu binds .*; allow at least 32"):
        advice(text)


MANY = """
title: T
series: s
page: {trim: 6x9}
front_matter: {title_page: no, how_to_play: no}
back_matter: {answer_key: no, notes_pages: 10}
sections:
"""


def sections(settings: str = "") -> str:
    return MANY + "".join(
        f"  - {{name: S{i}, count: 4, size: 6x5, difficulty: easy, per_page: 2{settings}}}\n" for i in range(8)
    )


def blank_lines(text: str) -> list[str]:
    return [line for line in advice(text) if "pages are blank" in line]


def test_blank_pages_are_reported_with_keys_that_remove_them() -> None:
    (line,) = blank_lines(sections())
    assert "opener: no in section 'S0', 'S1'" in line
    assert blank_lines(sections(", opener: no")) == []


def test_a_book_with_few_blank_pages_is_not_advised() -> None:
    assert blank_lines(SMALL.replace("front_matter:", "back_matter: {notes_pages: 60}\nfront_matter:")) == []


def test_the_large_print_book_has_four_answers_a_page_in_large_digits() -> None:
    config = loads_book((shipped_folder("configs") / "large-print.yaml").read_text(encoding="utf-8"))
    answers = [page for page in pages_of(config)[0] if page.kind == "answers"]
    assert {len(page.grids) for page in answers[:-1]} == {4}
    assert min(grid.cell for page in answers for grid in page.grids) >= mm(8)
