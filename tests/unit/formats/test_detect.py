"""Streams of lines in which formats are mixed."""

from collections.abc import Iterator

import pytest

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line
from puzzlegen.formats.detect import ARGUMENT, ParsedEntry


def read(text: str) -> list[tuple[int, str]]:
    entries = detect.read_lines(text.splitlines(keepends=True), "book.txt")
    return [
        (one.line, str(one.found) if isinstance(one.found, FormatError) else line.write(one.found)) for one in entries
    ]


def test_formats_may_be_mixed_and_each_entry_has_its_first_line() -> None:
    text = "\ufeff2x2:1c\n// a comment\n\n1.\n..\n\n#\nmosaic:2x1:2a\n  1c\n"
    assert read(text) == [(1, "2x2:1c"), (4, "2x2:1c"), (8, "mosaic:2x1:2a"), (9, "2x2:1c")]


def test_reading_continues_after_an_error() -> None:
    assert read("2x2:1c\n2x2:?\n2x2:d\n") == [
        (1, "2x2:1c"),
        (2, "book.txt:2:5: found '?', expected 0-8, a-z, '.' or '#', in '2x2:?'"),
        (3, "2x2:d"),
    ]


def test_the_column_of_an_error_counts_the_indent() -> None:
    ((_, error),) = read("    2x2:?\n")
    assert error.startswith("book.txt:1:9: ")


def test_a_rows_puzzle_ends_where_another_begins() -> None:
    assert read("1.\n..\n2x2:d\n") == [(1, "2x2:1c"), (3, "2x2:d")]


def test_a_puzzle_is_yielded_before_later_lines_arrive() -> None:
    def arriving() -> Iterator[str]:
        yield "2x2:1c\n"
        raise AssertionError("read too far")

    assert isinstance(next(detect.read_lines(arriving(), "stdin")), ParsedEntry)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("\n// only a comment\n", "found an empty text"),
        ("2x2:1c\n2x2:d", "found 2 puzzles, expected one"),
        ("2x2:1c\n2x2:?", "found '\\?'"),
        ("https://example.org/puzzle", "unknown address, expected one such as https://"),
    ],
)
def test_a_text_without_exactly_one_puzzle_is_refused(text: str, error: str) -> None:
    with pytest.raises(FormatError, match=error):
        detect.parse(text)


def test_the_assumed_variant_applies_where_the_text_names_none() -> None:
    assert detect.parse("3x3:d9d", MOSAIC).grid.variant is MOSAIC
    with pytest.raises(FormatError, match="found '9'"):
        detect.parse("3x3:d9d")


def test_an_argument_is_named_by_its_puzzle_and_a_line_by_its_place() -> None:
    puzzle = detect.parse("2x2:1c")
    assert ParsedEntry(ARGUMENT, 1, puzzle).name == "2x2:1c"
    assert ParsedEntry(ARGUMENT, 2, FormatError("bad")).name == "argument:2"
    assert ParsedEntry("book.txt", 7, puzzle).name == "book.txt:7"
