"""Bounded reading: nothing that a user names is read without end."""

import os
from pathlib import Path

import pytest

from puzzlegen.errors import FormatError, OutputError, Place
from puzzlegen.files.reading import MAX_PDF, MAX_RECORDS, check_pdf, read_limited, read_text, unreadable
from puzzlegen.formats.json_record import read_records


def test_files_are_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger than 0 MB"):
        read_limited(path, 4)
    with pytest.raises(OSError, match="found a device, expected a file"):
        read_limited(Path(os.devnull), 5)


def test_records_from_a_device_or_a_huge_file_are_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(MAX_RECORDS + 1)
    with pytest.raises(FormatError, match=r"huge.jsonl: cannot be read: larger than 50 MB, allowed up to that"):
        read_records(huge)
    with pytest.raises(FormatError, match="cannot be read: found a device"):
        read_records(Path("/dev/zero"))


def test_what_is_no_pdf_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge, text, pipe = tmp_path / "huge.pdf", tmp_path / "text.pdf", tmp_path / "pipe"
    with huge.open("wb") as file:
        file.write(b"%PDF-1.7\n")
        file.truncate(MAX_PDF + 1)
    text.write_text("no PDF")
    os.mkfifo(pipe)
    for path, problem in (
        (huge, "larger than 700 MB"),
        (text, "it does not begin as one"),
        (pipe, "found a device or pipe, expected a PDF file"),
        (Path("/dev/zero"), "found a device or pipe, expected a PDF file"),
        (tmp_path, "found a folder, expected a PDF file"),
        (tmp_path / "none", "No such file"),
    ):
        with pytest.raises(OutputError, match=problem) as caught:
            check_pdf(path)
        assert str(caught.value).startswith(f"{path}: ")


def test_a_missing_file_is_looked_for_beside_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    missing = FileNotFoundError(2, "No such file or directory")
    words = "cannot be read: No such file or directory; paths begin in the folder where puzzlegen runs"
    assert unreadable(Path("a[1].md"), missing) == words
    for name in ("my", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a[1].md").touch()
    assert unreadable(Path("a[1].md"), missing) == f"{words}, so write my/a[1].md or other/a[1].md"
    assert unreadable(tmp_path / "b.md", missing) == "cannot be read: No such file or directory"
    assert unreadable(Path("a[1].md"), OSError("a reason")) == "cannot be read: a reason"


def test_a_text_is_read_without_its_byte_order_mark_and_each_refusal_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes("\ufeffWörter".encode())
    assert read_text(path, 100, "a page") == "Wörter"
    (tmp_path / "latin.md").write_bytes("Wörter".encode("latin-1"))
    for name, limit, problem in (
        (".", 100, "not a file: name a page"),
        ("latin.md", 100, "not a text: save it as UTF-8"),
        ("a.md", 5, "cannot be read: larger than 0 MB, allowed up to that"),
        ("none.md", 5, "cannot be read: No such file or directory"),
    ):
        with pytest.raises(FormatError) as caught:
            read_text(tmp_path / name, limit, "a page")
        assert str(caught.value) == f"{tmp_path / name}: {problem}"
        assert caught.value.problems[0].place == Place(str(tmp_path / name))


def test_an_error_carries_its_place_and_may_get_another_file() -> None:
    error = FormatError("found 'x'", column=4).at("puzzles.txt", 7, indent=2)
    assert (str(error), error.problems[0].place) == ("puzzles.txt:7:6: found 'x'", Place("puzzles.txt", 7, 6))
    assert str(error.in_file("upload")) == "upload:7:6: found 'x'"
    assert str(FormatError("found 'x'", row=2).at("a.txt", 7)) == "a.txt:9: found 'x'"
    assert str(FormatError("found 'x'", column=4).in_file("a.txt")) == "a.txt: column 4: found 'x'"
