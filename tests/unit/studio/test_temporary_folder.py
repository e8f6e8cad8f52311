"""Temporary files of the studio are removed at its end, and those of a killed studio by the next one."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.studio.server import PREFIX, temporary_folder

KILLED = """
import os, tempfile
from puzzlegen.studio.server import temporary_folder
with temporary_folder():
    tempfile.mkstemp()
    os.kill(os.getpid(), 9)
"""


@pytest.fixture(autouse=True)
def above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of all programs."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_processes_of_a_run_share_a_folder_which_is_removed_at_the_end(above: Path) -> None:
    where = [sys.executable, "-c", "import tempfile; print(tempfile.gettempdir())"]
    with temporary_folder() as folder:
        assert folder.parent == above and tempfile.gettempdir() == str(folder)
        assert subprocess.run(where, stdout=subprocess.PIPE, text=True, check=True).stdout.strip() == str(folder)
        tempfile.mkstemp()
    assert list(above.iterdir()) == [] and tempfile.gettempdir() == str(above)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_the_folder_of_a_killed_run_is_removed_by_the_next(above: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED], check=False)
    (left,) = above.iterdir()
    assert len(list(left.iterdir())) == 3  # its lock, the mark that it was locked, and its file
    with temporary_folder() as folder:
        assert list(above.iterdir()) == [folder]


def test_other_folders_are_kept(above: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in (".lock", ".locked"):
        (elsewhere / name).touch()
    (above / f"{PREFIX}link").symlink_to(elsewhere)
    (above / f"{PREFIX}mine").mkdir()  # without the lock of a server
    (above / f"{PREFIX}beginning").mkdir()  # of a server that is about to lock it
    (above / f"{PREFIX}beginning" / ".lock").touch()
    (above / "puzzlegen-verify-1").mkdir()
    with temporary_folder() as running:
        monkeypatch.setattr(tempfile, "tempdir", str(above))
        with temporary_folder():
            assert running.is_dir()
    kept = {one.name for one in above.iterdir()}
    assert kept == {f"{PREFIX}link", f"{PREFIX}mine", f"{PREFIX}beginning", "puzzlegen-verify-1"}
    assert len(list(elsewhere.iterdir())) == 2


def test_a_missing_folder_is_named_in_one_line(above: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(above / "missing"))
    with pytest.raises(OutputError, match="name a folder in TMPDIR"), temporary_folder():
        pass
