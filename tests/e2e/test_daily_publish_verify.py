"""Verification of a published folder finds each fault, one at a time."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run
from daily_runs import FIRST, config

from puzzlegen.daily.manifest import manifest_text, read_manifest
from puzzlegen.files.build_folder import digest, facts_of
from puzzlegen.formats import answer
from puzzlegen.ledger.days import DailyLedger

pytestmark = [
    pytest.mark.xdist_group("daily-publish-verify"),
    pytest.mark.usefixtures("copied_days"),
]  # the shared folder is made once

HELD = "2026-12-02"  # the first is open, the third to come
COMING = "2026-12-03"
ON = ("--as-of", HELD)
RECORD = "archive/2026-12.json"
coming, held = (
    f"has the content of {name}, which is not public yet" for name in (f"{COMING}/puzzle.png", f"{HELD}/solution.png")
)


@pytest.fixture(scope="module")
def made(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    words = ("daily", str(config(folder)), "-o", str(folder / "d"), *FIRST, *ON, "--days", "3", "--jobs", "1")
    assert run(*words, "--publish", str(folder / "p"))[0] == 0
    return folder


def verify(folder: Path, *words: str) -> tuple[int, list[str], str]:
    code, out, errors = run("verify", str(folder / "p"), "--jobs", "1", *words)
    return code, out.splitlines(), errors.strip()


def edit(name: str, old: str, new: str, is_stamped: bool = True) -> Callable[[Path], None]:
    """Change a file; if it is stamped, change its digest in the manifest too."""

    def change(folder: Path) -> None:
        path = folder / "p" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        manifest = read_manifest(folder / "p")
        assert manifest
        if is_stamped and name in manifest.files:
            manifest.files.update(facts_of(folder / "p", [name]))
            (folder / "p" / "manifest.json").write_text(manifest_text(manifest), encoding="utf-8")

    return change


def copy_answer(folder: Path) -> None:
    shutil.copy(folder / "d" / HELD / "solution.png", folder / "p" / HELD)


def copy_as(name: str, source: str) -> Callable[[Path], None]:
    """Copy a file or a folder, given from the folder of the test, into the published folder."""

    def change(folder: Path) -> None:
        path = folder / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (folder / source).is_dir() else shutil.copy)(folder / source, path)

    return change


def zip_of_all_days(folder: Path) -> None:
    words = ("daily", str(folder / "daily.yaml"), "-o", str(folder / "d"), *FIRST, *ON, "--days", "3", "--jobs", "1")
    assert run(*words, "--zip", str(folder / "p" / "week.zip"))[0] == 0


def add_file(folder: Path) -> None:
    (folder / "p" / HELD / "notes.txt").write_text("mine")


def reveal(folder: Path) -> None:
    with DailyLedger(folder / "ledger.sqlite", write=False) as ledger:
        day = next(one for one in ledger.days("test") if one.name == HELD)
    edit(f"{HELD}/index.html", "</body>", f"<!-- {answer.write(day.solution)} --></body>")(folder)


def edit_record(folder: Path, change: Callable[[Any], object]) -> None:
    """Change the record of a month, and its digest in the manifest."""
    record, path = folder / "p" / RECORD, folder / "p" / "manifest.json"
    data, manifest = (json.loads(one.read_text(encoding="utf-8")) for one in (record, path))
    change(data)
    record.write_text(json.dumps(data), encoding="utf-8")
    manifest["files"][RECORD] = {"bytes": record.stat().st_size, "sha256": digest(record)}
    path.write_text(json.dumps(manifest), encoding="utf-8")


def other_versions(folder: Path) -> None:
    edit_record(folder, lambda data: data["tools"].update({"2026-12-01": "of another version"}))
    edit("2026-12-01/index.html", "</body>", "<p></p></body>")(folder)


def set_days(days: object) -> Callable[[Path], None]:
    return lambda folder: edit_record(folder, lambda data: data.update(days=days))


def forget_a_day(folder: Path) -> None:
    def change(data: Any) -> None:
        del data["days"]["2026-12-01"]
        data["files"] = {name: one for name, one in data["files"].items() if not name.startswith("2026-12-01")}

    edit_record(folder, change)
    shutil.rmtree(folder / "p" / "2026-12-01")


def test_a_published_copy_is_verified(made: Path) -> None:
    assert verify(made) == (0, [], "2 days read back and solved: 0 errors")
    (made / "p" / "CNAME").write_text("daily.example")  # a file of its owner
    assert verify(made, "--ledger", str(made / "ledger.sqlite"))[:2] == (0, [])
    (made / "p" / "CNAME").unlink()


@pytest.mark.parametrize(
    ("change", "code", "finding"),
    [
        (copy_answer, 1, f"D502: a file reveals an answer before its date: {HELD}/solution.png is not published"),
        (reveal, 1, "index.html holds the answer"),
        (edit("feed.json", "}", "} ", is_stamped=False), 1, "feed.json is missing or not the file"),
        (edit("calendar.ics", "END:VCALENDAR", "X:2026-12-03/"), 1, "calendar.ics leads to 2026-12-03"),
        (edit("2026-12-01/mail.html", "<body", "<body "), 1, "D504 2026-12-01 puzzle 1"),
        (edit(f"{HELD}/puzzle.json", '"puzzle": "', '"puzzle": "2x1:a1","old": "'), 1, "D501 2026-12-02 puzzle 2"),
        (edit("today/alt.txt", "No.", "Nr."), 1, f"today/ does not have the files of {HELD}"),
        (edit("today.json", "{", "{ "), 1, f"today.json is not {HELD}/puzzle.json"),
        (set_days(["2026-12-01"]), 1, "manifest.json is damaged"),
        (set_days({"first": "x"}), 1, "manifest.json is damaged"),
        (forget_a_day, 1, "F101 2026-12-01 puzzle 1"),
        (add_file, 0, f"D506: a folder of the series has a file that puzzlegen did not write there: {HELD}/notes.txt"),
        (other_versions, 0, "D505 2026-12-01 puzzle 1"),
        *(
            (change, 1, f"{name} is not published by puzzlegen, and {what}: remove it")
            for change, name, what in (
                (copy_as(f"{COMING} (1)", f"d/{COMING}"), f"{COMING} (1)/puzzle.png", coming),
                (copy_as("backup/days/old", f"d/{COMING}"), "backup/days/old/puzzle.png", coming),
                (copy_as("picture.bak", f"d/{COMING}/puzzle.png"), "picture.bak", coming),
                (copy_as(".hidden/1", f"d/{COMING}/puzzle.png"), ".hidden/1", coming),
                (copy_as("solution (1).png", f"d/{HELD}/solution.png"), "solution (1).png", held),
                (copy_as("today/solution.png", f"d/{HELD}/solution.png"), "today/solution.png", held),
                (zip_of_all_days, "week.zip", f"has the content of {COMING}/oembed.json, which is not public yet"),
                (copy_as("old/copy of it", "ledger.sqlite"), "old/copy of it", "is a ledger, which has all answers"),
                (copy_as("my.yaml", "daily.yaml"), "my.yaml", "has the series of the config, which gives all puzzles"),
            )
        ),
        (copy_as("about/me.txt", "p/2026-12-01/alt.txt"), 0, "about/: check that it reveals nothing, or remove it"),
    ],
    ids=["answer file", "answer in the page", "damaged", "coming day", "changed day", "another puzzle", "old today",
         "old data of today", "list of days", "no date", "missing day", "own file", "other versions", "second copy",
         "backup", "other name", "hidden", "second answer", "answer in today", "zip", "ledger", "config",
         "own folder"],
)  # fmt: skip
def test_faults_are_found(made: Path, tmp_path: Path, change: Callable[[Path], None], code: int, finding: str) -> None:
    folder = tmp_path / "series"
    shutil.copytree(made, folder)
    change(folder)
    found, lines, _ = verify(folder)
    assert (found, any(finding in line for line in lines)) == (code, True), lines


def crlf(folder: Path) -> None:
    """Change line ends as git does when it checks out text files on Windows."""
    for path in folder.rglob("*"):
        if path.is_file() and b"\0" not in (data := path.read_bytes())[:8000]:
            path.write_bytes(data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def test_changed_line_ends_are_one_finding_and_publishing_again_mends_them(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "series"
    shutil.copytree(made, folder)
    crlf(folder / "d")
    crlf(folder / "p")
    copy_answer(folder)  # other line ends hide no answer
    code, lines, summary = verify(folder)
    assert (code, [line.split()[1] for line in lines], summary[-10:]) == (1, ["D509:", "D502:"], ": 2 errors")
    (folder / "p" / HELD / "solution.png").unlink()
    code, (line,), summary = verify(folder)
    assert code == 1 and ".gitattributes" in line and summary.endswith(": 1 error")
    code, out, _ = run("verify", str(folder / "d"), "--jobs", "1")
    assert (code, out.count("\n"), ".gitattributes" in out) == (1, 1, True)
    (folder / "p" / ".gitattributes").write_text("* -text\n", encoding="utf-8")
    words = ("daily", str(folder / "daily.yaml"), "-o", str(folder / "d"), *FIRST, *ON, "--days", "3", "--jobs", "1")
    assert run(*words, "--publish", str(folder / "p"))[0] == 0
    assert verify(folder)[:2] == (0, [])
    assert run("verify", str(folder / "d"), "--jobs", "1")[:2] == (0, "")


def test_publishing_again_replaces_a_damaged_manifest(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "series"
    shutil.copytree(made, folder)
    set_days(["2026-12-01"])(folder)
    words = ("daily", str(folder / "daily.yaml"), "-o", str(folder / "d"), *FIRST, *ON, "--jobs", "1")
    assert run(*words, "--publish", str(folder / "p"))[0] == 0
    assert verify(folder)[:2] == (0, [])


def test_without_its_ledger_the_message_names_the_remedy(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "p", tmp_path / "p")
    code, lines, errors = verify(tmp_path)
    assert (code, lines, errors.count("\n")) == (2, [], 0)
    assert errors.endswith(f"{tmp_path / 'ledger.sqlite'} does not exist: name the ledger with --ledger")
