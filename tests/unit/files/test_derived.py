"""Tables of files that must be there: what changes, what a claim says, and what differs."""

import os
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.files import derived
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, facts_of
from puzzlegen.files.derived import UNKNOWN, Derived, What, differences, make, pack, stale

Texts = Mapping[str, str]


def table(texts: Texts) -> dict[str, Derived]:
    return {name: Derived.of(text.encode()) for name, text in texts.items()}


def facts(texts: Texts) -> dict[str, Fact]:
    return {name: one.fact for name, one in table(texts).items()}


def record(files: Mapping[str, Fact], is_finished: bool) -> str:
    return repr((sorted(files.items()), is_finished))


def made(top: Path, texts: Texts, recorded: Mapping[str, Fact]) -> int:
    build = top / "build"
    build.mkdir(exist_ok=True)
    return make(build, top / "site", stale(top / "site", table(texts), recorded), record)


def there(top: Path) -> dict[str, str]:
    paths = [path for path in (top / "site").rglob("*") if path.is_file() and path.name != MANIFEST]
    return {path.relative_to(top / "site").as_posix(): path.read_text() for path in paths}


OLD = {"a": "1", "d/b": "2", "e/c": "3"}
NEW = {"a": "1", "d/b": "4", "f/d": "5"}


def test_only_what_differs_is_written_and_what_is_not_due_is_removed(tmp_path: Path) -> None:
    assert made(tmp_path, OLD, {}) == 3 and there(tmp_path) == OLD
    before = (tmp_path / "site" / "a").stat().st_mtime_ns
    assert made(tmp_path, NEW, facts(OLD)) == 2 and there(tmp_path) == NEW
    assert (tmp_path / "site" / "a").stat().st_mtime_ns == before and not (tmp_path / "site" / "e").exists()
    assert (tmp_path / "site" / MANIFEST).read_text() == record(facts(NEW), True)
    written = (tmp_path / "site" / MANIFEST).stat().st_mtime_ns
    assert made(tmp_path, NEW, facts(NEW)) == 0 and (tmp_path / "site" / MANIFEST).stat().st_mtime_ns == written


def test_a_claim_names_old_and_new_files_and_vouches_for_none_on_its_way(tmp_path: Path) -> None:
    made(tmp_path, OLD, {})
    change = stale(tmp_path / "site", table(NEW), facts(OLD))
    assert change.claim == {**facts(OLD), "d/b": UNKNOWN, "f/d": UNKNOWN} and change.gone == ("e/c",)


@pytest.mark.parametrize("moves", range(1, 5))
def test_a_run_that_is_killed_after_any_move_is_finished_by_the_next(
    moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files have the size and the time of those that they replace."""
    made(tmp_path, OLD, {})
    move, count = derived._move, 0

    def killed(build: Path, folder: Path, files: derived.Table) -> None:
        nonlocal count
        count += 1
        if count > moves:
            raise KeyboardInterrupt
        move(build, folder, files)
        for path in folder.rglob("*"):
            os.utime(path, (1, 1))

    with monkeypatch.context() as patch, pytest.raises((KeyboardInterrupt, AssertionError)):
        patch.setattr(derived, "_move", killed)
        made(tmp_path, NEW, facts(OLD))
        raise AssertionError("it was not killed")
    claim = stale(tmp_path / "site", table(NEW), facts(OLD)).claim
    made(tmp_path, NEW, claim)
    assert there(tmp_path) == NEW and not damaged(tmp_path / "site", facts(NEW))


def test_kept_files_stay_as_they_are(tmp_path: Path) -> None:
    made(tmp_path, OLD, {})
    change = stale(tmp_path / "site", table(NEW), facts(OLD), kept=["d/b", "e/c"])
    assert list(change.changed) == ["f/d"] and change.gone == ()
    assert change.recorded == {**facts(NEW), "d/b": facts(OLD)["d/b"], "e/c": facts(OLD)["e/c"]}


def test_each_difference_has_its_kind(tmp_path: Path) -> None:
    made(tmp_path, OLD, {})
    (tmp_path / "site" / "a").write_text("x")
    due = facts({"d/b": "4", "f/d": "5"}) | {"a": UNKNOWN}
    found = set(differences(tmp_path / "site", facts(OLD), due))
    assert found == {(What.DAMAGED, "a"), (What.UNNAMED, "f/d"), (What.UNDUE, "e/c"), (What.OTHER, "d/b")}


def test_a_copy_of_a_file_that_changed_meanwhile_is_refused_and_a_zip_has_the_same_bytes_on_any_day(
    tmp_path: Path,
) -> None:
    source = tmp_path / "source"
    source.write_text("1")
    files = {"a": Derived(source, facts_of(tmp_path, ["source"])["source"])}
    for name in ("one.zip", "two.zip"):
        pack(tmp_path / name, files)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert ZipFile(tmp_path / "one.zip").read("a") == b"1"
    source.write_text("2")
    with pytest.raises(OutputError, match="changed since the run: start it again"):
        files["a"].read()
    source.unlink()
    with pytest.raises(OutputError, match="cannot be read: No such file"):
        files["a"].read()


def test_a_published_folder_may_be_on_another_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def across(self: Path, target: Path) -> Path:
        if self.parent != target.parent:
            raise OSError(18, "Invalid cross-device link")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", across)
    made(tmp_path, OLD, {})
    assert there(tmp_path) == OLD and not list((tmp_path / "site").rglob(".*"))
