"""Builds that are moved into their place: each with a claim before and its manifest after, whenever it is killed."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from puzzlegen.book.manifest import Manifests, digests, move_into_place
from puzzlegen.files import build_folder, derived
from puzzlegen.files.build_folder import (
    ANSWERS,
    INTERIOR,
    LISTING_TEXT,
    MANIFEST,
    PUZZLES,
    check_own_files,
    damaged,
    open_build_folder,
)

Files = dict[str, dict[str, str]]  # the text of each file by its name, by edition
OLD: Files = {"large": {INTERIOR: "old", ANSWERS: "old"}, "": {PUZZLES: "old", INTERIOR: "old", LISTING_TEXT: "old"}}
NEW: Files = {"large": {INTERIOR: "new", PUZZLES: "new"}, "": {PUZZLES: "old"}}


def moved(folder: Path, files: Files) -> None:
    """Build a book of these files in a folder, as ``build_book`` does."""
    check_own_files(folder, [name for name in files if name])
    with open_build_folder(folder) as build:
        manifests = Manifests()
        for edition, texts in files.items():
            for name, text in texts.items():
                (build / edition / name).parent.mkdir(parents=True, exist_ok=True)
                (build / edition / name).write_text(text)
            manifests[edition] = {"puzzlegen": "1", "title": edition, "files": digests(build / edition)}
        move_into_place(build, folder, manifests)


def read(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def manifest_in(folder: Path) -> dict[str, object]:
    return dict(json.loads((folder / MANIFEST).read_text()))


def test_a_new_build_removes_files_that_it_lacks_and_no_others(tmp_path: Path) -> None:
    moved(tmp_path, OLD)
    for place in (tmp_path, tmp_path / "large"):
        (place / "notes.txt").write_text("mine")
    moved(tmp_path, NEW)
    notes = {"notes.txt": "mine", "large/notes.txt": "mine"}
    assert read(tmp_path) == {f"large/{INTERIOR}": "new", f"large/{PUZZLES}": "new", PUZZLES: "old"} | notes
    assert not (tmp_path / "listing").exists()
    assert not damaged(tmp_path / "large", manifest_in(tmp_path / "large")["files"])


@pytest.mark.parametrize("moves", range(8))
@pytest.mark.parametrize("killed_again", [False, True])
def test_a_build_that_is_killed_while_it_is_moved_leaves_nothing_stale(
    moves: int, killed_again: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill leaves the build folder too. The files in place are known by the claim alone."""
    moved(tmp_path, OLD)
    left, move = moves, derived.move_files

    def killed(*values: object) -> None:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        move(*values)

    with monkeypatch.context() as patch:
        patch.setattr(derived, "move_files", killed)
        patch.setattr(build_folder.shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(KeyboardInterrupt):
            moved(tmp_path, NEW)
    assert list(tmp_path.glob(".building-*"))
    if moves:
        claim = manifest_in(tmp_path / "large")
        names = {*OLD["large"], *NEW["large"]}
        assert claim["files"] in (dict.fromkeys(sorted(names), ""), digests(tmp_path / "large"))
    if killed_again:
        with suppress(KeyboardInterrupt), open_build_folder(tmp_path):
            raise KeyboardInterrupt
        assert not list(tmp_path.glob(".building-*"))
    moved(tmp_path, NEW)
    assert read(tmp_path) == {f"large/{INTERIOR}": "new", f"large/{PUZZLES}": "new", PUZZLES: "old"}
    assert not list(tmp_path.glob(".building-*"))


def test_a_claim_names_old_and_new_files_and_vouches_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved(tmp_path, OLD)
    claims = []

    def record(build: Path, folder: Path, change: derived.Change, text: object) -> int:
        claims.append(json.loads(text(change.claim, False)))
        return 0

    monkeypatch.setattr("puzzlegen.book.manifest.make", record)
    moved(tmp_path, NEW)
    named = [dict.fromkeys({*OLD[name], *NEW[name]}, "") for name in NEW]
    assert [(claim["title"], claim["files"]) for claim in claims] == list(zip(NEW, named, strict=True))
