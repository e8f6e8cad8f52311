"""What is refused or advised before puzzles are made."""

import pytest
from small_book import SMALL

from puzzlegen.book.design import load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.editions import editions_of
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError


def advice(text: str) -> list[str]:
    return check_layout_with_placeholders(editions_of(loads_book(text), "letter"), load_design("classic", "en"))


def test_fewer_pages_than_the_printer_binds_are_refused_by_the_key_that_asks_for_them() -> None:
    text = SMALL.replace("{trim: 6x9}", "{trim: 6x9, profile: lulu, max_pages: 30}")
    with pytest.raises(ConfigError, match=r"^page\.max_pages: found 30, but lulu binds .*; allow at least 32"):
        advice(text)
