"""Titles over puzzles: their numbers in the book, and one line for each mistake."""

import pytest

from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import loads_book
from puzzlegen.config.own_pages import own_titles
from puzzlegen.errors import ConfigError

BOOK = """
title: Titles
series: titles
sections:
  - {name: One, count: 3, size: 6x6, difficulty: easy}
  - {name: Two, count: 4, size: 6x6, difficulty: easy, titles: TITLES}
choices:
  - {section: One, place: 2, puzzle: "6x6:a13f3a2a2a0", title: Chosen}
  - {section: Two, place: 3, puzzle: "6x6:a13f3a2a2a0", title: Hidden}
"""


def book(titles: str) -> BookConfig:
    return loads_book(BOOK.replace("TITLES", titles), "book.yaml")


def test_titles_have_the_numbers_of_the_book() -> None:
    config = book("{1: 100 candles, 3: Good Night}")
    assert own_titles(config) == {2: "Chosen", 4: "100 candles", 6: "Good Night"}
    assert own_titles(BookConfig.model_validate(config_values(config))) == own_titles(config)
    assert own_titles(book("")) == {2: "Chosen", 6: "Hidden"}


@pytest.mark.parametrize(
    ("titles", "message"),
    [
        ("{5: Late}", 'titles.5: found a title for "5", allowed the numbers of the section\'s puzzles, 1 to 4'),
        ("{a: A}", 'titles.a: found a title for "a", allowed the numbers of the section\'s puzzles, 1 to 4'),
        ("[A]", "titles: found a list, allowed titles behind numbers, such as {3: Happy birthday}"),
        (f"{{1: {'x' * 61}}}", "titles.1: found 61 characters, allowed one line of text, 1 to 60 characters"),
        ("{1: A}, kind: mosaic, pictures: [cat, house, star, heart]",
         "titles: found titles and pictures; give each picture its title in pictures"),
    ],
)  # fmt: skip
def test_mistakes_name_their_place(titles: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        book(titles)
    assert [str(problem).partition('"Two": ')[2] for problem in error.value.problems if "Two" in str(problem)] == [
        message
    ]
