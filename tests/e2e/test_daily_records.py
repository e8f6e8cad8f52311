"""The record of a published copy: a manifest that stays small, and a file for the days of each month."""

import json
import shutil
from pathlib import Path

import pytest
from commands import run
from daily_runs import config, tree

from puzzlegen.daily.manifest import copied_days, manifest_text, parts_of, read_manifest
from puzzlegen.files import derived
from puzzlegen.files.derived import Table

pytestmark = pytest.mark.usefixtures("copied_days")
DAYS = ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-03"]


def publish(folder: Path, as_of: str, *words: str) -> tuple[int, str]:
    command = ("daily", str(config(folder)), "-o", str(folder / "d"), "--as-of", as_of, "--jobs", "1", *words)
    code, _, err = run(*command, "--publish", str(folder / "p"))
    return code, err


@pytest.fixture(scope="module")
def made(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    assert publish(folder, DAYS[-1], "--date", DAYS[0], "--days", "5")[0] == 0
    return folder


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "copy")


def public(folder: Path) -> dict[str, bytes]:
    return {name: data for name, (_, data) in tree(folder / "p").items()}


def test_the_manifest_has_no_file_of_a_day_and_each_month_has_its_days(made: Path) -> None:
    head = json.loads((made / "p/manifest.json").read_bytes())
    assert not [name for name in head["files"] if name.startswith("20")]
    assert {"days", "tools"}.isdisjoint(head["presentation"])
    records = {name: json.loads((made / "p" / name).read_bytes()) for name in head["files"] if name.endswith("01.json")}
    assert [sorted(one["days"]) for one in records.values()] == [DAYS[2:]]
    assert sorted(path.name for path in (made / "p/archive").glob("*.json")) == ["2026-12.json", "2027-01.json"]
    found = read_manifest(made / "p")
    parts = parts_of(found)
    assert found and parts and sorted(parts.days) == DAYS == sorted(copied_days(made / "p"))
    assert public(made).keys() - found.files.keys() == {"manifest.json"}
    assert "0 errors" in run("verify", str(made / "p"), "--jobs", "1")[2]


def test_a_new_day_changes_the_manifest_by_no_size_and_the_record_of_its_month_alone(copy: Path) -> None:
    before = public(copy)
    assert publish(copy, "2027-01-04")[0] == 0
    after = public(copy)
    assert abs(len(after["manifest.json"]) - len(before["manifest.json"])) < 20
    assert after["archive/2026-12.json"] == before["archive/2026-12.json"]
    assert len(after["archive/2027-01.json"]) > len(before["archive/2027-01.json"])


def test_the_record_of_a_month_goes_with_its_last_day(copy: Path) -> None:
    assert publish(copy, DAYS[-1], "--withdraw", DAYS[0], "--withdraw", DAYS[1])[0] == 0
    assert [path.name for path in (copy / "p/archive").glob("*.json")] == ["2027-01.json"]
    assert "0 errors" in run("verify", str(copy / "p"), "--jobs", "1")[2]


@pytest.mark.parametrize("change", ["nothing", "a day", "withdrawn", "lost output"])
def test_a_copy_of_the_former_form_is_taken_over(change: str, made: Path, copy: Path, tmp_path: Path) -> None:
    """Before 2026-11-30 the manifest had all files, and there were no records of months."""
    manifest = read_manifest(copy / "p")
    assert manifest
    for path in (copy / "p/archive").glob("*.json"):
        path.unlink()
        del manifest.files[f"archive/{path.name}"]
    (copy / "p/manifest.json").write_text(manifest_text(manifest), encoding="utf-8")
    assert "0 errors" in run("verify", str(copy / "p"), "--jobs", "1")[2]
    same = shutil.copytree(made, tmp_path / "same")
    words = ("--withdraw", DAYS[1]) if change == "withdrawn" else ()
    if change == "lost output":
        shutil.rmtree(copy / "d")
    for folder in (copy, same):
        assert publish(folder, "2027-01-04" if change == "a day" else DAYS[-1], *words)[0] == 0
    assert public(copy) == public(same)


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"days": [], "tools": {}, "files": {}}', None])
def test_a_damaged_record_is_found_and_written_again(damage: bytes | None, made: Path, copy: Path) -> None:
    record = copy / "p/archive/2026-12.json"
    record.unlink()
    if damage is not None:
        record.write_bytes(damage)
    code, out, _ = run("verify", str(copy / "p"), "--jobs", "1")
    assert (code, out.count("\n")) == (1, 1) and "manifest.json is damaged or was not finished" in out
    assert publish(copy, DAYS[-1])[0] == 0
    assert public(copy) == public(made)


@pytest.mark.parametrize("moves", range(1, 12))
def test_a_run_that_is_killed_at_any_file_is_repeated(
    moves: int, made: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    move, done = derived._move, list[Path]()

    def killed(build: Path, folder: Path, files: Table) -> None:
        done.append(folder)
        if len(done) > moves:
            raise KeyboardInterrupt
        move(build, folder, files)

    monkeypatch.setattr(derived, "_move", lambda *given: killed(*given) if given[1] == copy / "p" else move(*given))
    run("daily", str(config(copy)), "-o", str(copy / "d"), "--as-of", "2027-01-04", "--publish", str(copy / "p"))
    monkeypatch.setattr(derived, "_move", move)
    assert publish(copy, "2027-01-04")[0] == 0
    same = shutil.copytree(made, tmp_path / "same")
    assert publish(same, "2027-01-04")[0] == 0
    assert public(copy) == public(same)
