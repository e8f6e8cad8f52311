"""puzz.link addresses, by the facts of the site's own reader and writer."""

import random

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, EMPTY, Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line, puzzlink

BASE = "https://puzz.link/p?mines/"


@pytest.mark.parametrize(
    ("row", "address"),
    [
        ("4x4:a13f3a2a2a0", "4/4/g13l3g2g2g0"),
        ("3x2:f", "3/2/l"),
        ("5x4:t", "5/4/z"),  # twenty blanks are the longest run
        ("7x3:u", "7/3/zg"),
        ("8x5:zn", "8/5/zz"),
        ("3x2:.a1b8", "3/2/.g1h8"),
        ("3x1:b.", "3/1/h./"),  # the site puts a slash behind a dot at the end
    ],
)
def test_columns_come_first_and_runs_are_split_at_twenty(row: str, address: str) -> None:
    puzzle = line.parse(row)
    assert puzzlink.write(puzzle) == BASE + address
    assert puzzlink.parse(BASE + address) == puzzle


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?mines/3/1/h./",
        "https://puzz.link/p?mines/3/1/h.",
        "http://pzv.jp/p.html?mines/3/1/h./",
        "https://pzplus.tck.mn/p?mines/3/1/gg.",
        "mines/3/1/h.",
    ],
)
def test_what_people_paste_is_read(address: str) -> None:
    assert detect.parse(f" {address}\n").cells == (BLANK, BLANK, EMPTY)


def test_any_board_comes_back() -> None:
    source = random.Random(4)
    for _ in range(200):
        grid = Grid(source.randint(1, 30), source.randint(1, 12))
        cells = tuple(source.choice((BLANK, BLANK, BLANK, EMPTY, *range(9))) for _ in range(grid.size))
        puzzle = Puzzle(grid, cells)
        assert puzzlink.parse(puzzlink.write(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (BASE + "3/1/9h", "column 31: found '9'.*begins a number above 8"),
        (BASE + "3/1/h-10", "column 32: found '-'.*begins a number above 8"),
        (BASE + "3/1/a", "found 'a'.*begins a number above 8"),
        (BASE + "3/1/h%", "found '%', expected 0-8, g-z or '.'"),
        (BASE + "3/1/h", "3x1 needs 3 cells, found 2; is the end missing"),
        (BASE + "3/1/i1", "column 32: found '1', which makes more than the 3 cells"),
        (BASE + "0/1/", "each side must be 1 to 1000"),
        ("https://puzz.link/p?minesweeper/3/1/i", "expected an address such as"),
    ],
)
def test_what_is_no_puzzle_is_refused(address: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        puzzlink.parse(address)


def test_what_the_site_cannot_show_is_refused() -> None:
    with pytest.raises(
        FormatError, match="puzzlink: the format has no printed number of mines; use line or janko or text"
    ):
        puzzlink.write(line.parse("2x2:d,m1"))
    with pytest.raises(FormatError, match="no void cells"):
        puzzlink.write(line.parse("2x2:c#"))
