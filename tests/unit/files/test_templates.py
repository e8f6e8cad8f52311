"""Templates are read again only after a change, wherever the current folder is."""

import os
from pathlib import Path

import pytest

from puzzlegen.files.templates import cached_by_file


def test_a_file_is_read_once_for_all_current_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    load = cached_by_file(lambda path: (read.append(path), path.read_text(encoding="utf-8"))[1])
    shared, own = tmp_path / "shared.yaml", Path("own.yaml")
    shared.write_text("shared", encoding="utf-8")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        own.write_text(name, encoding="utf-8")
        os.utime(own, (1, 1))
        assert [load(shared), load(own), load(own)] == ["shared", name, name]
    assert read == [shared, own, own]
    shared.write_text("changed", encoding="utf-8")
    assert load(shared) == "changed"
