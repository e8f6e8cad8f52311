"""Build folders: what appears in the output folder, and when."""

import errno
import os
import time
from pathlib import Path

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.files import build_folder
from puzzlegen.files.build_folder import (
    ABANDONED,
    BOOK,
    DRAFT,
    EDITIONS,
    INTERIOR,
    MANIFEST,
    check_only_ledger,
    check_own_files,
    check_same_series,
    move_files,
    open_build_folder,
    remove_abandoned,
    remove_outdated,
    write,
    write_problem,
)
from puzzlegen.files.writing import default_folder, default_ledger


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_failed_build_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="stop"), open_build_folder(tmp_path / "a" / "book") as build:
        (build / INTERIOR).write_text("half")
        raise ValueError("stop")
    assert list((tmp_path / "a").iterdir()) == []


def test_a_finished_build_is_moved_and_its_folder_removed(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    with open_build_folder(folder) as build:
        (build / INTERIOR).write_text("pages")
        (build / MANIFEST).write_text("{}")
        assert names(folder) != [INTERIOR, MANIFEST]
        move_files(build, folder, (INTERIOR, MANIFEST))
    assert sorted(path.name for path in folder.iterdir()) == [INTERIOR, MANIFEST]


def test_a_target_that_is_a_file_is_named_in_the_error(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "book").write_text("a file")
    with pytest.raises(OutputError, match="book: cannot be written to: File exists"):
        move_files(tmp_path / "build", tmp_path / "book", [MANIFEST])


def test_a_second_build_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    with open_build_folder(folder) as build:
        with pytest.raises(OutputError, match="another run is writing there"), open_build_folder(folder):
            pass
        remove_abandoned(folder)
        assert build.is_dir()


@pytest.mark.parametrize(("make", "problem"), [("file", "found a file"), ("link", "found a broken link")])
def test_an_output_folder_that_is_no_folder_is_refused(make: str, problem: str, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.write_text("") if make == "file" else folder.symlink_to(tmp_path / "nothing")
    with pytest.raises(OutputError, match=f"book: {problem}.*expected a folder"), open_build_folder(folder):
        pass


def test_abandoned_build_folders_are_removed(tmp_path: Path) -> None:
    own = tmp_path / f"{build_folder._build_folder_prefix()}killed"
    old, recent = tmp_path / ".building-00000000-old", tmp_path / ".building-00000000-recent"
    for folder in (own, old, recent):
        folder.mkdir()
    before = time.time() - ABANDONED - 60
    os.utime(old, (before, before))
    remove_abandoned(tmp_path)
    assert list(tmp_path.iterdir()) == [recent]  # of another machine, which may still be at work


def test_only_files_of_a_rejected_build_are_removed(tmp_path: Path) -> None:
    for name in ("", "large"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / INTERIOR).write_text("")
    (tmp_path / "notes.txt").write_text("")
    remove_outdated(tmp_path, ["large", "small"])
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_text_files_replace_links_and_have_unix_line_ends(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("keep")
    (tmp_path / "page.txt").symlink_to(tmp_path / "target")
    write(tmp_path / "page.txt", "é\n")
    assert (tmp_path / "page.txt").read_bytes() == b"\xc3\xa9\n"
    assert (tmp_path / "target").read_text() == "keep"
    with pytest.raises(OutputError, match="large: cannot be written to"):
        (tmp_path / "large").mkdir()
        write(tmp_path / "large", "")


def test_a_full_disk_has_its_own_remedy() -> None:
    assert write_problem(OSError(errno.ENOSPC, "No space left on device")) == "the disk is full: free some space"
    assert write_problem(OSError(errno.EROFS, "Read-only file system")) == "cannot be written to: Read-only file system"


@pytest.mark.parametrize(
    ("name", "remedy"), [("nobody", "it belongs to the user .*: run the command as"), ("", "choose")]
)
def test_the_folder_of_another_user_is_named_as_such(
    name: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("filelock.FileLock.acquire", denied)
    if name:
        monkeypatch.setattr("os.geteuid", lambda: tmp_path.stat().st_uid + 1)
    with (
        pytest.raises(OutputError, match=f"cannot be written to: Permission denied: {remedy}"),
        open_build_folder(tmp_path),
    ):
        raise AssertionError


@pytest.mark.parametrize("edition", ["", "kdp"])
def test_a_foreign_file_in_the_place_of_a_book_is_kept(edition: str, tmp_path: Path) -> None:
    place = tmp_path / edition
    place.mkdir(exist_ok=True)
    foreign = place / "interior.pdf"
    foreign.write_bytes(b"mine")
    (place / "notes.txt").write_text("not in the way", encoding="utf-8")
    for manifest in (None, '{"files": {"interior.pdf": ""}}', '{"puzzlegen": "1", "files": {"cover.pdf": ""}}', "x"):
        if manifest is not None:
            (place / "manifest.json").write_text(manifest, encoding="utf-8")
        with pytest.raises(OutputError, match="not made by puzzlegen, and the book would replace it: move it away"):
            check_own_files(tmp_path, [edition])
    (place / "manifest.json").write_text('{"puzzlegen": "1", "files": {"interior.pdf": ""}}', encoding="utf-8")
    check_own_files(tmp_path, [edition])
    assert foreign.read_bytes() == b"mine"


@pytest.mark.parametrize("kind", [BOOK, EDITIONS])
def test_a_folder_with_the_book_of_another_series_is_refused(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    check_same_series(folder, "one")
    folder.mkdir()
    for other in ("{", "[]", '{"files": {}}', f'{{"kind": "{DRAFT}", "series": "two", "title": "Two"}}'):
        (folder / MANIFEST).write_text(other)  # check_own_files judges these
        check_same_series(folder, "one")
    (folder / MANIFEST).write_text(f'{{"kind": "{kind}", "series": "two", "title": "Why?\\u2028"}}')
    check_same_series(folder, "two")  # also with another title
    with pytest.raises(OutputError, match=r'holds the book "Why\?.*", whose series is "two": choose .* with -o, or'):
        check_same_series(folder, "one")


BOOK_OF_ONE = f'{{"kind": "{BOOK}", "series": "one", "title": "One", "ledger": {{"file": "../ledger.sqlite"}}}}'


@pytest.mark.parametrize("kind", [BOOK, EDITIONS])
@pytest.mark.parametrize("begun", ["output/my", "shelf/output/my", "shelf/my/output/book", "shelf/my/output"])
@pytest.mark.parametrize(
    ("second", "config"),
    [
        (".", "shelf/my/book.yaml"),
        ("shelf", "my/book.yaml"),
        ("shelf/my", "book.yaml"),
        ("else", "../shelf/my/book.yaml"),
    ],
)
def test_a_second_ledger_of_a_book_is_refused_with_the_place_of_the_first(
    kind: str, begun: str, second: str, config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("shelf/my", "else", begun):
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
    text = BOOK_OF_ONE.replace(f'"{BOOK}"', f'"{kind}"')
    (tmp_path / begun / MANIFEST).write_text(text)
    monkeypatch.chdir(tmp_path / second)
    folder = default_folder(Path(config))
    check_only_ledger(Path(config), folder, "two", default_ledger(folder))
    check_only_ledger(Path(config), folder, "one", tmp_path / begun / "../ledger.sqlite")
    check_only_ledger(Path(config), Path("trial/my"), "one", Path("trial/ledger.sqlite"))
    known = (tmp_path / begun).parent.resolve() / "ledger.sqlite"
    if known != default_ledger(folder).resolve():
        words = (
            f"{folder}: the book of this series is in {(tmp_path / begun).resolve()}, and its ledger is {known}: run "
        )
        with pytest.raises(OutputError, match=f"{words}the command in .*, or move both here"):
            check_only_ledger(Path(config), folder, "one", default_ledger(folder))
        folder.mkdir(parents=True)
        (folder / MANIFEST).write_text(text)  # what was begun twice goes on
    check_only_ledger(Path(config), folder, "one", default_ledger(folder))


@pytest.mark.parametrize("ledger", ["null", "1", '{"file": 1}'])
def test_a_book_without_a_ledger_begins_none(ledger: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("output/my", "my"):
        (tmp_path / name).mkdir(parents=True)
    text = f'{{"kind": "{BOOK}", "series": "one", "title": "", "ledger": {ledger}}}'
    (tmp_path / "output/my" / MANIFEST).write_text(text)
    monkeypatch.chdir(tmp_path / "my")
    check_only_ledger(Path("book.yaml"), Path("output/my"), "one", Path("output/ledger.sqlite"))
