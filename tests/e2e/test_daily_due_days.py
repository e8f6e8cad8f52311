"""Days whose files are damaged are drawn again by the run that is the first to show them or their answer."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import run
from daily_runs import config

from puzzlegen.daily.manifest import manifest_text, read_manifest
from puzzlegen.files.build_folder import facts_of

pytestmark = [
    pytest.mark.xdist_group("daily-due-days"),
    pytest.mark.usefixtures("copied_days"),
]  # the first days are made once

FIRST, SECOND, THIRD = "2026-12-01", "2026-12-02", "2026-12-03"


def make(folder: Path, day: str, *words: str, as_of: str = "", publish: bool = True) -> str:
    """Make days up to ``day`` and publish them; return the messages."""
    copy = ("--publish", str(folder / "p")) if publish else ()
    command = ("daily", str(folder / "daily.yaml"), "-o", str(folder / "d"), "--jobs", "1", *copy)
    code, _, errors = run(*command, "--date", day, "--as-of", as_of or day, *words)
    assert code == 0, errors
    return errors


def is_sound(path: Path) -> bool:
    code, out, errors = run("verify", str(path), "--jobs", "1")
    assert (code, out) == (0, ""), out + errors
    return True


@pytest.fixture(scope="module")
def first(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("due")
    config(folder)
    make(folder, FIRST)
    return folder


def more(name: str) -> Callable[[Path], None]:
    def damage(day: Path) -> None:
        with (day / name).open("ab") as file:
            file.write(b"x")

    return damage


def gone(name: str) -> Callable[[Path], None]:
    return lambda day: (day / name).unlink()


def cut_off(day: Path) -> None:
    (day / "manifest.json").write_text("{")


def with_digests_redone(day: Path) -> None:
    more("puzzle.png")(day)
    manifest = read_manifest(day)
    assert manifest
    manifest.files.update(facts_of(day, ["puzzle.png"]))
    (day / "manifest.json").write_text(manifest_text(manifest), encoding="utf-8")


DAMAGE = [
    more("puzzle.png"), more("solution.png"), gone("index.html"), gone("manifest.json"), cut_off, shutil.rmtree,
    with_digests_redone,
]  # fmt: skip
NAMES = ["puzzle", "answer", "no page", "no manifest", "manifest cut off", "no folder", "digests redone"]


@pytest.mark.parametrize("damage", DAMAGE, ids=NAMES)
def test_a_damaged_day_is_drawn_again_when_its_answer_is_due(
    first: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    folder = shutil.copytree(first, tmp_path / "copy")
    damage(folder / "d" / FIRST)
    make(folder, SECOND)
    assert '"solution":' in (folder / "p" / FIRST / "index.html").read_text()
    assert is_sound(folder / "d") and is_sound(folder / "p")


@pytest.mark.parametrize("damage", DAMAGE, ids=NAMES)
def test_a_damaged_newest_day_is_drawn_again(first: Path, tmp_path: Path, damage: Callable[[Path], None]) -> None:
    folder = shutil.copytree(first, tmp_path / "copy")
    damage(folder / "d" / FIRST)
    make(folder, FIRST)
    assert is_sound(folder / "d") and is_sound(folder / "p")


def test_a_damaged_day_made_in_advance_is_drawn_again_when_it_is_first_shown(first: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(first, tmp_path / "copy")
    (folder / "daily.yaml").write_text((folder / "daily.yaml").read_text() + "hold_solution: no\n")
    make(folder, SECOND, "--days", "2", as_of=FIRST)
    more("puzzle.png")(folder / "d" / SECOND)
    make(folder, THIRD)  # there was no run on the second
    assert is_sound(folder / "d") and is_sound(folder / "p")


def test_an_opened_day_with_damaged_files_and_digests_is_reported_and_not_published(
    first: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(first, tmp_path / "copy")
    make(folder, SECOND)
    with_digests_redone(folder / "d" / FIRST)
    errors = make(folder, THIRD)
    assert f"warning: {FIRST} is missing or damaged: draw it again with --date {FIRST}" in errors
    assert is_sound(folder / "p")


def test_the_feeds_keep_the_size_of_a_pdf_that_is_damaged(first: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(first, tmp_path / "copy")
    make(folder, SECOND)
    more("puzzle.pdf")(folder / "d" / FIRST)
    make(folder, THIRD)
    assert is_sound(folder / "p")
