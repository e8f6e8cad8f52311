"""Writing a file completely or not at all."""

import os
import subprocess
from pathlib import Path

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.files.writing import atomic_file


def test_the_file_is_replaced_when_the_block_ends(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    with atomic_file(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_in_the_block_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")
    with pytest.raises(ValueError, match="half way"), atomic_file(path) as temporary:
        temporary.write_text("ne")
        raise ValueError("half way")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_at_the_path_is_replaced_and_not_followed(tmp_path: Path) -> None:
    target, path = tmp_path / "target", tmp_path / "link"
    target.write_text("keep")
    path.symlink_to(target)
    with atomic_file(path) as temporary:
        temporary.write_text("new")
    assert target.read_text() == "keep"
    assert path.read_text() == "new" and not path.is_symlink()


def test_what_killed_processes_left_for_the_same_file_is_removed(tmp_path: Path) -> None:
    path, ended = tmp_path / "page[1].html", subprocess.Popen(["true"])
    ended.wait()
    kept = {f".page[1].html.{os.getppid()}.part", f".page1.html.{ended.pid}.part", ".page[1].html.x.part"}
    for name in (*kept, f".page[1].html.{ended.pid}.part"):
        (tmp_path / name).write_text("begun")
    with atomic_file(path) as temporary:
        temporary.write_text("new")
    assert {left.name for left in tmp_path.iterdir()} == {path.name, *kept}


def test_a_missing_folder_is_named_in_the_error(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "page.html"
    with (
        pytest.raises(OutputError, match=r"page\.html: cannot be written: No such file"),
        atomic_file(path) as temporary,
    ):
        temporary.write_text("new")


def test_a_device_or_pipe_is_not_replaced(tmp_path: Path) -> None:
    path, link = tmp_path / "page.html", tmp_path / "link.html"
    os.mkfifo(path)
    link.symlink_to(path)  # as /dev/stdout
    for one in (path, link):
        with pytest.raises(OutputError, match="found a device or pipe"), atomic_file(one) as temporary:
            temporary.write_text("new")
    assert path.is_fifo() and link.is_symlink() and len(list(tmp_path.iterdir())) == 2


def test_a_folder_in_place_of_the_file_is_an_output_error(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.mkdir()
    with pytest.raises(OutputError, match="cannot be written"), atomic_file(path) as temporary:
        temporary.write_text("new")
    assert list(tmp_path.iterdir()) == [path]
