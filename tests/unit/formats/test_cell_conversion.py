"""Cells as bytes, and the marks that formats write for them."""

import pytest

from puzzlegen.board.lattices import MINESWEEPER, MOSAIC
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import CellReader, CellWriter, digits, runs, to_bytes

READER = CellReader("0-8 or a-c", digits(MINESWEEPER) | runs("abc"))
WRITER = CellWriter({BLANK: ".", EMPTY: "*", VOID: "#"})
RUN_WRITER = CellWriter({BLANK: ".", EMPTY: "*", VOID: "#"}, run_letters="abc")


def test_a_variant_has_the_digits_of_its_clues() -> None:
    assert "9" not in digits(MINESWEEPER)
    assert digits(MOSAIC)["9"] == b"\x09"


def test_letters_are_runs_of_blanks() -> None:
    assert READER.read("1c0", 1, 5) == to_bytes([1, BLANK, BLANK, BLANK, 0])
    assert READER.read("", 1, 0) == b""


@pytest.mark.parametrize(
    ("body", "limit", "error"),
    [
        ("12x", 3, "column 7: found 'x', expected 0-8 or a-c"),
        ("9", 1, "column 5: found '9', expected 0-8 or a-c"),
        ("1c1", 3, "column 6: found 'c', which makes more than the 3 cells of the board"),
        ("12", 1, "column 6: found '2', which makes more than the 1 cell of the board"),
        ("12x", 1, "column 6: found '2', which makes more than"),  # the first of two errors
    ],
)
def test_the_first_error_has_its_column(body: str, limit: int, error: str) -> None:
    with pytest.raises(FormatError, match=error):
        READER.read(body, 5, limit)


def test_a_text_without_an_error_has_no_first_error() -> None:
    with pytest.raises(AssertionError, match="without an error"):
        READER.first_error("12", 1, 2)


def test_each_cell_has_one_mark_without_run_letters() -> None:
    assert WRITER.write(to_bytes([0, 9, BLANK, BLANK, EMPTY, VOID])) == "09..*#"


def test_runs_are_written_longest_first() -> None:
    assert RUN_WRITER.write(to_bytes([BLANK] * 5 + [3] + [BLANK])) == "cb3a"
