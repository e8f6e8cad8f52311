"""Placeholders of shipped configs: which addresses and seeds are found, and that no shipped seed is forgotten."""

from pathlib import Path

import pytest
import yaml
from small_book import SMALL

from puzzlegen.config.load import load_book, loads_book
from puzzlegen.config.placeholders import (
    SHIPPED_AUTHOR,
    SHIPPED_SERIES,
    SHIPPED_TITLES,
    book_placeholders,
    placeholders,
)

CONFIGS = Path(__file__).parents[3] / "configs"


def test_every_shipped_seed_is_known() -> None:
    found = {yaml.safe_load(path.read_text(encoding="utf-8"))["series"] for path in CONFIGS.glob("*.yaml")}
    assert found == SHIPPED_SERIES


@pytest.mark.parametrize(
    "address", ["https://example.com/d/", "https://WWW.Example.org/", "https://puzzles.example.net:8080/x/"]
)
def test_addresses_of_examples_are_found(address: str) -> None:
    (found,) = placeholders("mine", {"address": address})
    assert found.startswith("address: ")
    assert "is a domain for examples, and leads readers nowhere: set your own address" in found


@pytest.mark.parametrize("address", ["https://myexample.com/", "https://example.com.de/", "https://a.de/example.com/"])
def test_other_addresses_are_not(address: str) -> None:
    assert list(placeholders("mine", {"address": address})) == []


def test_a_shipped_seed_is_found() -> None:
    (found,) = placeholders("daily pencil", {})
    assert found.startswith('series: "daily pencil" is the seed of a shipped config')


def test_the_names_of_shipped_books_are_known() -> None:
    books = [load_book(path) for path in CONFIGS.glob("*.yaml") if path.stem != "daily"]
    assert {book.title for book in books} == SHIPPED_TITLES | {"Minesweeper"}
    assert {book.author for book in books} == {SHIPPED_AUTHOR, None}
    for book in books:
        assert len(list(book_placeholders(book))) <= 2


def test_each_placeholder_of_a_book_gives_one_problem() -> None:
    assert list(book_placeholders(loads_book(SMALL))) == []
    text = SMALL.replace(
        "series: small", "series: sampler volume 1\naids: {qr: yes, qr_url: 'https://example.com/{number}'}"
    )
    text = text.replace("author: Nobody", "author: The puzzlegen Press\ncover: {back: 'More at www.Example.org.'}")
    text = text.replace("Copyright nobody.", "Ask example.com or the-example.com, example.community, example.com.de")
    assert [tuple(line.split(": ")[:2]) for line in book_placeholders(loads_book(text))] == [
        ("aids.qr_url", "example.com is a domain for examples, and leads readers nowhere"),
        ("series", '"sampler volume 1" is the seed of a shipped config, and gives everyone the same puzzles'),
        ("front_matter.copyright", "example.com is a domain for examples"),
        ("cover.back", "Example.org is a domain for examples"),
        ("author", "as in a shipped config"),
    ]


@pytest.mark.parametrize("text", ["the-example.com", "example.community", "example.com.de", "myexample.org"])
def test_other_domains_in_a_text_are_none(text: str) -> None:
    assert list(book_placeholders(loads_book(SMALL.replace("Copyright nobody.", text)))) == []


def test_the_isbn_of_the_docs_is_found_however_it_is_written() -> None:
    for isbn, count in (("9780306406157", 1), ("978-0-306-40615-7", 1), ("978-3-16-148410-0", 0)):
        config = loads_book(f"{SMALL}cover: {{make: no, isbn: {isbn}}}\n")
        assert sum("cover.isbn" in problem for problem in book_placeholders(config)) == count
