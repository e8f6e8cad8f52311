"""Blocks of lines: comments, limits, and where one puzzle ends and another begins."""

import pytest

from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, multiline_reader
from puzzlegen.formats.multiline_reader import (
    Block,
    Source,
    is_comment,
    is_heading,
    is_like,
    is_prose,
    is_row,
    starts_another,
    surely_starts,
)


class Joined(Block):
    """A format for this test: the lines of a block, joined, are a one-line puzzle."""

    most_lines = 3

    def collect(self) -> None:
        while self.next is not None:
            self.take()

    def parse(self) -> Puzzle:
        return line.parse("".join(self.lines), self.variant)


def joined(text: str) -> Joined:
    source = Source(text.splitlines(keepends=True))
    assert source.look()
    block = Joined(source, MINESWEEPER)
    block.collect()
    return block


def test_comments_become_empty_lines_so_that_line_numbers_stay() -> None:
    block = joined("2x2:1\r\n// a comment\nc\n")
    assert block.lines == ["2x2:1", "", "c"]
    assert block.source.comments == [(2, "// a comment")]
    assert line.write(block.puzzle()) == "2x2:1c"


def test_a_block_ends_at_a_heading() -> None:
    block = joined("2x2:1c\nPuzzle 2\n")
    assert (block.lines, block.source.stripped) == (["2x2:1c"], "Puzzle 2")


def test_a_block_keeps_a_bounded_number_of_lines() -> None:
    block = joined("2x2:\n1\nc\nd")
    assert block.lines == ["2x2:", "1", "c"]
    with pytest.raises(FormatError, match="found 4 lines without an end, expected a puzzle of 3 lines at most"):
        block.puzzle()


def test_a_block_keeps_a_bounded_number_of_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiline_reader, "MAX_CHARACTERS", 8)
    block = joined("2x2:1c\nmore than the rest")
    assert block.lines == ["2x2:1c"]
    with pytest.raises(FormatError, match="found 2 lines without an end"):
        block.puzzle()


@pytest.mark.parametrize(
    ("text", "comment"),
    [("// note", True), ("# note", True), ("#\tnote", True), ("# # 1 .", False), ("#note", False), ("#", False)],
)
def test_a_row_of_voids_is_no_comment(text: str, comment: bool) -> None:
    assert is_comment(text) is comment


@pytest.mark.parametrize(
    ("text", "surely", "among_rows"),
    [
        ("{", True, True),
        ("https://puzz.link/p?mines/2/2/i", True, True),
        ("begin", True, True),
        ("beginning", False, False),
        ("mosaic:3x3:d9d", True, True),
        ("Author: Ada", False, True),
        ("ynny", False, True),
        ("1 . 2", False, False),
        ("size 3", False, False),
    ],
)
def test_lines_that_start_another_puzzle(text: str, surely: bool, among_rows: bool) -> None:
    assert surely_starts(text) is surely
    assert starts_another(text) is among_rows


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("1..2", True),
        ("1X*2", True),  # marks that other programs write
        ("1 x . 2", True),
        ('"1";"";"2"', True),
        ("| 1 | . |", True),
        ("1xx2", False),  # runs of blanks in a one-line puzzle
        ("a puzzle for you", False),
        ("word", False),
    ],
)
def test_a_mistyped_row_is_a_row(text: str, row: bool) -> None:
    assert is_row(text) is row


def test_words_are_not_a_row_unless_they_look_like_the_next() -> None:
    assert is_prose("The second of two")
    assert not is_prose("1xxx2")
    assert not is_prose("It is 5")
    assert is_like("umu1", "1121")
    assert is_like("1 nan 2", "1 1 2")
    assert not is_like("The second", "1 1 2")
    assert not is_like("words", "1121")


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Puzzle 1", True),
        ("## Puzzle no. 12 of 40 (easy, 8x8): Monday", True),
        ("Grid #3", True),
        ("Puzzle 1: 2x2:1c", False),
        ("Puzzle 1 (3 mines)", True),
        ("## Board 2: mines = 10", True),
        ("Puzzle 1 (3 mines, 2 bombs) 5", False),
        ("puzzle mosaic", False),
        ("Puzzle 1 1 2", False),
    ],
)
def test_headings_number_a_puzzle(text: str, heading: bool) -> None:
    assert is_heading(text) is heading
