"""Bounded reading: nothing that a user names is read without end."""

import os
from pathlib import Path

import pytest

from puzzlegen.errors import FormatError, OutputError
from puzzlegen.files.reading import MAX_PDF, MAX_RECORDS, check_pdf, read_limited, unreadable
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
