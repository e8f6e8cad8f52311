"""The verification of a zip of days: what is no zip of days is refused in one line."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from puzzlegen.daily.verification import is_zip, verify_zip
from puzzlegen.errors import OutputError
from puzzlegen.jobs.ordered_work import Silent


def zip_of(path: Path, **files: bytes) -> Path:
    with ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return path


def test_only_files_that_end_in_zip_are_taken_for_zips(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "december.ZIP", a=b"")
    assert is_zip(path)
    assert not is_zip(tmp_path) and not is_zip(tmp_path / "none.zip")
    (tmp_path / "folder.zip").mkdir()
    assert not is_zip(tmp_path / "folder.zip")


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "december.zip"
    path.write_bytes(b"PK\x03\x04 broken")
    with pytest.raises(OutputError, match=r"december\.zip: cannot be read as a zip: "):
        verify_zip(path, Silent())


def test_a_zip_without_days_is_refused_and_nothing_is_unpacked_elsewhere(tmp_path: Path) -> None:
    inside = {"..__..__puzzle.json": b"{}", "2026-12-01__..__x": b"x", "2026-12-01__other.txt": b"x", "index.csv": b""}
    path = zip_of(tmp_path / "december.zip", **inside)
    with pytest.raises(OutputError, match="no zip of days in it: name one that puzzlegen daily --zip wrote"):
        verify_zip(path, Silent())
    assert [one.name for one in tmp_path.iterdir()] == ["december.zip"]
