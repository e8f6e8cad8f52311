"""The puzzles that a command names: as arguments, in files, or on stdin."""

import io
import os
from pathlib import Path

import pytest

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.formats.detect import ParsedEntry
from puzzlegen.single import puzzle_inputs
from puzzlegen.single.puzzle_inputs import cell_count, may_hold_several, read_puzzles


def text_of(entry: ParsedEntry) -> str:
    return str(entry.found) if isinstance(entry.found, FormatError) else line.write(entry.found)


def test_arguments_files_and_stdin_may_be_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "book.txt"
    path.write_text("\ufeff// two\n2x2:1c\n2x2:?\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("3x1:a1a\n"))
    found = list(read_puzzles(["2x2:d", str(path), "-"]))
    assert [entry.place for entry in found] == ["argument:1", f"{path}:2", f"{path}:3", "stdin:1"]
    assert [text_of(entry) for entry in found[:2]] == ["2x2:d", "2x2:1c"]
    assert text_of(found[2]).startswith(f"{path}:3:5: found '?'")
    assert [cell_count(entry) for entry in found] == [4, 4, 1, 3]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (entry,) = read_puzzles([str(tmp_path)])
    assert text_of(entry) == f"{tmp_path}: is a directory; name a file in it"


def test_bytes_that_are_not_utf_8_are_an_error_in_their_place(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(b"2x2:1c\n2x2:\xff\n2x2:d\n")
    found = list(read_puzzles([str(path)]))
    assert [isinstance(entry.found, FormatError) for entry in found] == [False, True, False]
    assert text_of(found[1]).startswith(f"{path}:2:5: ")


def test_an_endless_line_ends_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_inputs, "MAX_LINE_LENGTH", 16)
    path = tmp_path / "book.txt"
    path.write_text("2x2:1c\n" + "1" * 40 + "\n2x2:d\n")
    found = list(read_puzzles([str(path)]))
    assert [text_of(entry) for entry in found] == [
        "2x2:1c",
        f"{path}:2: a line of 16 characters or more; no puzzle is as long",
    ]


@pytest.mark.parametrize("endless", ["# no puzzle\n", "\n", "2x2:1c\n", "1 . 1\n", "y"])
def test_an_endless_pipe_is_read_up_to_a_limit(endless: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_inputs, "MAX_TEXT", 60)
    monkeypatch.setattr(puzzle_inputs, "MAX_LINE_LENGTH", 60)
    out, into = os.pipe()
    os.write(into, endless.encode() * 100)
    os.close(into)
    last = list(read_puzzles([f"/dev/fd/{out}"]))[-1]
    os.close(out)
    words = "the text has more than 60 characters: split it" if "\n" in endless else "a line of 60 characters or more"
    assert words in text_of(last)


def test_a_text_of_one_puzzle_is_read_whole_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_inputs, "MAX_LINE_LENGTH", 20)
    (tmp_path / "draft.txt").write_text("1 . 1\n" * 3)
    assert puzzle_inputs.text_of(str(tmp_path / "draft.txt"))[0] == "1 . 1\n" * 3
    (tmp_path / "draft.txt").write_text("1 . 1\n" * 4)
    with pytest.raises(FormatError, match=r"draft\.txt:4: the text has more than 20 characters: split it"):
        puzzle_inputs.text_of(str(tmp_path / "draft.txt"))


def test_the_assumed_variant_applies_to_every_source(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("3x3:d9d\n")
    for entry in read_puzzles([str(path), "3x3:d9d"], MOSAIC):
        assert text_of(entry) == "mosaic:3x3:d9d"


def test_files_pipes_and_stdin_may_hold_several_puzzles(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("")
    os.mkfifo(tmp_path / "pipe")
    assert all(map(may_hold_several, ("-", str(tmp_path / "book.txt"), str(tmp_path / "pipe"))))
    assert not any(map(may_hold_several, ("2x2:d", str(tmp_path), "", "x" * 5000)))
