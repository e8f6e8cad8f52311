"""Published copies and zips are compared file by file, and say so where days were changed since they were made."""

import json
import shutil
from collections.abc import Callable
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import run
from daily_runs import config
from PIL import Image

from puzzlegen.checking.findings import WRITE_ZIP
from puzzlegen.daily.manifest import manifest_text, read_manifest
from puzzlegen.files.build_folder import fact_of

pytestmark = [
    pytest.mark.xdist_group("daily-copies-verify"),
    pytest.mark.usefixtures("copied_days"),
]  # what they share is made once

FIRST, SECOND, THIRD = "2026-12-01", "2026-12-02", "2026-12-03"


def command(folder: Path, *words: str) -> str:
    with chdir(folder):  # where the logo is
        code, _, errors = run("daily", "daily.yaml", "-o", "d", "--jobs", "1", *words)
    assert code == 0, errors
    return errors


def verify(path: Path) -> tuple[int, list[str]]:
    code, out, _ = run("verify", str(path), "--jobs", "1")
    return code, out.splitlines()


@pytest.fixture(scope="module")
def made(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first and the third day, in a zip and published, with a logo, a weekly mail and coming days."""
    folder = tmp_path_factory.mktemp("copies")
    Image.new("RGB", (400, 100), (0, 60, 120)).save(folder / "logo.png")
    file = config(folder)
    keys = "digest: wednesday\nlogo: logo.png\ncalendar_ahead: 5\nleave_out: [steps.gif]\n"
    file.write_text(file.read_text() + keys, encoding="utf-8")
    for day in (FIRST, THIRD):
        command(folder, "--date", day, "--as-of", day, "--publish", str(folder / "p"))
        command(folder, "--date", day, "--as-of", day, "--zip", str(folder / f"{day}.zip"))
    return folder


def test_sound_copies_verify(made: Path) -> None:
    assert verify(made / "p") == (0, [])
    assert verify(made / f"{THIRD}.zip") == (0, [])


def test_a_copy_stays_sound_when_the_next_day_is_made(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    command(folder, "--date", "2026-12-06", "--as-of", "2026-12-06")
    assert verify(folder / "p") == (0, [])


def test_a_copy_that_was_not_finished_is_reported(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    manifest = read_manifest(folder / "p")
    assert manifest
    claim = replace(manifest, presentation={"days": {}})  # as a killed run leaves it
    (folder / "p" / "manifest.json").write_text(manifest_text(claim), encoding="utf-8")
    code, lines = verify(folder / "p")
    assert (code, len(lines)) == (1, 1) and "manifest.json is damaged or was not finished" in lines[0]
    command(folder, "--date", THIRD, "--as-of", THIRD, "--publish", str(folder / "p"))
    assert verify(folder / "p") == (0, [])


def redo(copy: Path) -> None:
    """Let the digests in the manifest agree with the files."""
    manifest = read_manifest(copy)
    assert manifest
    for name in manifest.files:
        manifest.files[name] = fact_of(str(copy / name)) or (0, "")
    (copy / "manifest.json").write_text(manifest_text(manifest), encoding="utf-8")


SITE = [
    "index.html", "archive/2026-12.html", "feed.json", "feed.xml", "calendar.ics", "sitemap.xml", "embed.txt",
    "digest.html", "digest.txt", "worker.js", "manifest.webmanifest", "icon-192.png", "icon-512.png", "logo-*.png",
]  # fmt: skip


def test_every_file_beside_the_days_is_made_again(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    names = sorted(str(path.relative_to(folder / "p")) for name in SITE for path in (folder / "p").glob(name))
    assert len(names) == len(SITE)
    for name in names:
        with (folder / "p" / name).open("ab") as file:
            file.write(b"importScripts('https://example.org/x.js')" if name == "worker.js" else b"\n")
    redo(folder / "p")
    code, lines = verify(folder / "p")
    assert code == 1
    found = sorted(line.split(": ")[2] for line in lines if line.startswith("error D504: "))
    assert found == names and len(lines) == len(names)


def test_copies_of_the_newest_day_are_compared(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    (folder / "p" / "today" / "alt.txt").write_text("other")
    redo(folder / "p")
    code, lines = verify(folder / "p")
    assert code == 1 and [line for line in lines if f"today/ does not have the files of {THIRD}" in line]


def drop_settings(data: dict[str, object]) -> None:
    del data["site"]


def other_versions(data: dict[str, object]) -> None:
    data["site_tools"] = "of another version"


@pytest.mark.parametrize(("change", "code", "finding"), [(drop_settings, 1, "F101"), (other_versions, 0, "D505")])
def test_settings_of_the_files_beside_the_days(
    made: Path, tmp_path: Path, change: Callable[[dict[str, object]], None], code: int, finding: str
) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    path = folder / "p" / "manifest.json"
    (folder / "p" / "worker.js").write_text("other")
    redo(folder / "p")
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data["presentation"])
    path.write_text(json.dumps(data), encoding="utf-8")
    found, lines = verify(folder / "p")
    assert (found, [line.split()[1].rstrip(":") for line in lines]) == (code, [finding])


ISSUED_LATE = (("--date", SECOND, "--as-of", THIRD), f"{SECOND} was issued")
WITHDRAWN = (("--withdraw", FIRST, "--as-of", THIRD), f"{FIRST} was withdrawn")
NEWEST_WITHDRAWN = (("--withdraw", THIRD, "--as-of", THIRD), f"{THIRD} was withdrawn")
REISSUED = (("--date", FIRST, "--reissue", "--as-of", THIRD), f"{FIRST} was changed")
NEWEST_REISSUED = (("--date", THIRD, "--reissue", "--as-of", THIRD), f"{THIRD} was changed")
CHANGES = [ISSUED_LATE, WITHDRAWN, NEWEST_WITHDRAWN, REISSUED, NEWEST_REISSUED]


@pytest.mark.parametrize(
    ("words", "change"), CHANGES, ids=["issued late", "withdrawn", "newest withdrawn", "reissued", "newest reissued"]
)
def test_a_stale_copy_gives_one_finding(made: Path, tmp_path: Path, words: tuple[str, ...], change: str) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    command(folder, *words)
    meaning = "error D508: a published copy or a zip was made before a day was issued late, withdrawn or changed"
    assert verify(folder / "p") == (
        1,
        [f"{meaning}: published before {change}: publish again with puzzlegen daily CONFIG --publish FOLDER"],
    )
    if words is REISSUED[0]:  # the zip has the third day alone, so which puzzle its solution is of is not known
        change = f"{THIRD} was changed"
    assert verify(folder / f"{THIRD}.zip") == (
        1,
        [f"{meaning}: written before {change}: write the zip again with {WRITE_ZIP.command}"],
    )
    command(folder, "--date", THIRD, "--as-of", THIRD, "--publish", str(folder / "p"))
    assert verify(folder / "p") == (0, [])


def test_a_zip_from_before_the_answer_was_due_gives_one_finding(made: Path, tmp_path: Path) -> None:
    code, lines = verify(made / f"{FIRST}.zip")
    assert (code, len(lines)) == (1, 1)
    assert lines[0].endswith(f": written before {FIRST} was drawn again: write the zip again with {WRITE_ZIP.command}")


def test_a_damaged_day_in_an_older_zip_is_found(made: Path, tmp_path: Path) -> None:
    with ZipFile(made / f"{FIRST}.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files[f"{FIRST}/alt.txt"] += b"more"
    with ZipFile(tmp_path / "days.zip", "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    code, out, _ = run("verify", str(tmp_path / "days.zip"), "--ledger", str(made / "ledger.sqlite"), "--jobs", "1")
    assert code == 1 and "F101" in out and "alt.txt is missing or not the file the manifest describes" in out
