"""The languages that are written from right to left, compared with those of CLDR."""

import pytest
from babel import Locale
from babel.localedata import locale_identifiers

from puzzlegen.config.reading.text_direction import is_right_to_left


def test_directions_are_those_of_cldr() -> None:
    expected = {name: Locale.parse(name).text_direction == "rtl" for name in locale_identifiers()}
    assert {name: is_right_to_left(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("language", "expected"), [("ar-EG", True), ("ar-simple", True), ("de-simple", False), ("xx", False), ("", False)]
)
def test_names_of_folders(language: str, expected: bool) -> None:
    assert is_right_to_left(language) == expected
