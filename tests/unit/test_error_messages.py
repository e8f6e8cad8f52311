"""Messages are one line of a length that a terminal shows, whoever quoted the value."""

from pathlib import Path

import pytest

from puzzlegen.board.ideas import parse_idea
from puzzlegen.config.load import loads_book
from puzzlegen.errors import FormatError, OutputError, Problem, PuzzlegenError
from puzzlegen.files.writing import atomic_file

BOOK = "title: T\nseries: s\nsections:\n  - {name: N, count: 1, size: 8x8, difficulty: easy}\n"


@pytest.mark.parametrize(
    "error",
    [
        FormatError("found " + "\\" * 50_000 + ", expected none"),
        OutputError(f"found '{'0' * 5000}', expected none"),
        PuzzlegenError(Problem(("idea",), f"found {'ab' * 600}, expected none")),
    ],
)
def test_a_value_of_many_characters_is_cut(error: PuzzlegenError) -> None:
    assert "…" in str(error) and str(error).endswith("expected none") and len(str(error)) < 120


def test_words_and_paths_stay_whole() -> None:
    words = " ".join(["word"] * 200) + " /a/long/path" * 30
    assert str(OutputError(words)) == words


def test_an_idea_with_very_many_digits_is_cut() -> None:
    with pytest.raises(PuzzlegenError) as caught:
        parse_idea("digits: " + "0" * 5000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("length", [189, 5000])
def test_an_address_that_is_too_long_is_not_said_to_lack_what_it_has(length: int) -> None:
    address = "https://a.de/{number}".ljust(length, "x")
    with pytest.raises(PuzzlegenError, match=f"found {length} characters, allowed up to 188"):
        loads_book(BOOK + f"aids: {{qr: yes, qr_url: '{address}'}}\n")


def test_a_file_that_cannot_be_written_is_named_and_not_its_temporary_one(tmp_path: Path) -> None:
    with pytest.raises(OutputError) as caught, atomic_file(tmp_path / "a.png") as one, atomic_file(one) as other:
        raise OSError(30, "Read-only file system", str(other))
    assert str(caught.value) == f"{tmp_path / 'a.png'}: cannot be written: Read-only file system"
