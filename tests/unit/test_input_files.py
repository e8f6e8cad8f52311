"""Bounded reading: nothing that a user names is read without end."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.errors import FormatError, OutputError, Place
from puzzlegen.files.build_folder import digest
from puzzlegen.files.derived import UNKNOWN, Derived
from puzzlegen.files.reading import (
    MAX_PDF,
    MAX_RECORDS,
    check_pdf,
    json_object,
    json_value,
    open_file,
    read_json,
    read_limited,
    read_text,
    record_of,
    text_of,
    unreadable,
)
from puzzlegen.formats.json_record import read_records
from puzzlegen.schema.daily_fields import _clock_in


def test_files_are_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger than 4 bytes"):
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
        ("a.md", 5, "cannot be read: larger than 5 bytes, allowed up to that"),
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


def test_a_pipe_is_refused_at_once_where_a_file_is_expected(tmp_path: Path) -> None:
    """Opening it would wait for a writer that never comes."""
    pipe = tmp_path / "puzzles.jsonl"
    os.mkfifo(pipe)
    for read in (digest, open_file, lambda path: read_limited(path, 9), lambda path: read_json(path, 9)):
        with pytest.raises(OSError, match="found a pipe, expected a file"):
            read(pipe)
        with pytest.raises(OSError, match="found a device, expected a file"):
            read(Path("/dev/zero"))
        with pytest.raises(IsADirectoryError):
            read(tmp_path)


def test_a_text_of_puzzles_may_come_from_a_pipe() -> None:
    out, into = os.pipe()
    os.write(into, b"3x3:d9d")
    os.close(into)
    with open_file(f"/dev/fd/{out}", pipes=True) as file:
        assert file.read() == b"3x3:d9d"
    os.close(out)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'\xef\xbb\xbf{"a": 1}', "BOM"),
        (b'{"a": {"b": 1, "b": 1}}', "the key 'b' stands twice"),
        (b"[" * 50_000 + b"]" * 50_000, "it is nested too deep"),
        (b'{"a":' * 50_000 + b"}" * 50_000, "it is nested too deep"),
        ('{"a": 1}'.encode("utf-16"), "codec can't decode"),
    ],
)
def test_json_that_no_program_writes_is_refused(data: bytes, problem: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(data)
    with pytest.raises(ValueError, match=problem):
        read_json(tmp_path / "a.json", 1_000_000)
    for read in (json_value, json_object):
        with pytest.raises(ValueError, match=problem):
            read(data)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"{}"', "{", "", "{'a': 1}", b"\xff{}"])
def test_another_value_is_no_json_object(text: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"it is no JSON object|char |codec can't decode"):
        json_object(text)


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as modules keep them."""

    name: str
    places: tuple[int, ...] = ()
    within: tuple[tuple[str, int], ...] = ()
    below: "Kept | None" = None


def test_a_record_is_read_from_the_values_of_json() -> None:
    values = {"name": "a", "places": [1, 2], "within": [["b", 3]], "below": {"name": "c"}}
    assert record_of(Kept, values) == Kept("a", (1, 2), (("b", 3),), Kept("c"))
    assert record_of(dict[str, Kept], {"b": {"name": "c"}}) == {"b": Kept("c")}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": 1}, "name: "),
        ({"name": None}, "name: "),
        ({"places": [1, "two"]}, r"places\[2\]: "),
        ({"places": 1.5}, "places: "),
        ({"within": [["b"]]}, r"within\[1\]\[2\]: "),
        ({"below": {"name": 1}}, "below.name: "),
    ],
)
def test_the_error_of_a_record_names_the_key(change: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{problem}") as caught:
        record_of(Kept, {"name": "a"} | change)
    assert "\n" not in str(caught.value)


def test_the_limit_is_named_in_its_unit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b" " * 2_000_001)
    for limit, words in ((5, "5 bytes"), (999, "999 bytes"), (480_000, "480 kB"), (2_000_000, "2 MB")):
        with pytest.raises(OSError, match=f"larger than {words}, allowed up to that"):
            read_limited(path, limit)


@pytest.mark.parametrize("place", ["pipe", "/dev/zero"])
def test_nothing_waits_for_a_pipe_in_the_place_of_a_file(place: str, tmp_path: Path) -> None:
    path = tmp_path / place
    if place == "pipe":
        os.mkfifo(path)
    for read in (text_of, lambda path: Derived(path, UNKNOWN).read()):
        with pytest.raises((OSError, OutputError), match=r"found a (pipe|device), expected a file"):
            read(path)
    for opened in (PdfFile.objects, PdfFile.document):
        with pytest.raises(OutputError, match="found a device or pipe"), opened(PdfFile(path)):
            pass
    assert _clock_in(path) is None


def test_a_text_has_the_line_ends_of_its_system_as_newlines(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("Wörter\r\nzwei\n".encode())
    assert text_of(tmp_path / "a") == "Wörter\nzwei\n"
    (tmp_path / "a").write_bytes("Wörter".encode("latin-1"))
    with pytest.raises(UnicodeDecodeError):
        text_of(tmp_path / "a")
