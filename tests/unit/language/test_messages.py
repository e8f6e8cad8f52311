"""The messages of a language: numbers, lists, names of cells, and the words of variants."""

from dataclasses import replace

import pytest

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC
from puzzlegen.language.catalogue import load
from puzzlegen.language.messages import letters

EN = load("en")


def test_small_numbers_are_in_words_and_others_in_digits() -> None:
    assert [EN.spelled(count) for count in (0, 1, 8, 9)] == ["0", "one", "eight", "9"]


def test_lists_are_joined_as_the_language_does() -> None:
    assert [EN.listed(names) for names in (["a"], ["a", "b"])] == ["a", "a and b"]
    assert EN.either(["a", "b"]) == "a or b"
    assert load("de").either(["a", "b"]) == "a oder b"
    assert EN.commas(["a", "b", "c"]) == "a, b, c"
    assert EN.commas(["a"]) == "a"


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    assert (EN.number(1.5, 1), load("de").number(1.5, 1)) == ("1.5", "1,5")


@pytest.mark.parametrize(("number", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_have_letters_as_in_a_spreadsheet(number: int, name: str) -> None:
    assert letters(number) == name


def test_cells_are_named_by_row_and_column_or_by_letter() -> None:
    assert EN.cell(0, 26) == "R1C27"
    assert replace(EN, cells="a1").cell(0, 26) == "AA1"


def test_a_variant_replaces_some_messages_and_keeps_the_others() -> None:
    assert EN.for_variant(MINESWEEPER) is EN
    mosaic = EN.for_variant(MOSAIC)
    assert mosaic.group("step") != EN.group("step")
    assert (mosaic.language, mosaic.typography, mosaic.numbers) == (EN.language, EN.typography, EN.numbers)
