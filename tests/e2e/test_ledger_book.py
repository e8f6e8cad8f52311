"""Books that share a ledger, as a publisher makes them one after the other."""

import json
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from commands import run, started

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.formats import answer, line

pytestmark = [pytest.mark.processes, pytest.mark.xdist_group("ledger-book")]  # what they share is made once

# So few boards of this size that books meet each other's puzzles even with different series.
TINY = """
title: {title}
series: {series}
page: {{profile: screen, trim: 6x9}}
sections:
  - {{name: Tiny, count: 4, size: 3x4, difficulty: easy, per_page: 4}}
output: {{preview: no}}
"""
FILES = ("interior.pdf", "puzzles.jsonl")


def config(folder: Path, name: str, series: str = "shared", title: str = "") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(TINY.format(title=title or f"Book {name}", series=series))
    return path


def build(folder: Path, name: str, *words: str, series: str = "shared", out: str = "") -> str:
    code, _, errors = run("book", str(config(folder, name, series)), "-o", str(folder / (out or name)), *words)
    assert code == 0, errors
    return errors


def keys(folder: Path) -> list[PuzzleKeys]:
    rows = [json.loads(row) for row in (folder / "puzzles.jsonl").read_text().splitlines()]
    return [keys_of(line.parse(row["puzzle"]), answer.parse(row["solution"])) for row in rows]


def ledger_rows(folder: Path) -> list[dict[str, object]]:
    _, out, _ = run("ledger", "list", "--ledger", str(folder / "ledger.sqlite"), "--format", "json")
    every = [json.loads(row) for row in out.splitlines()]
    return [row for row in every if row["kind"] != "unfinished"]


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three books with one ledger: two of one series, one of another."""
    folder = tmp_path_factory.mktemp("press")
    assert "recorded in" in build(folder, "one")
    assert "4 that repeated other books were made again: does this book share its series" in build(folder, "two")
    build(folder, "three", series="another")
    return folder


def test_no_book_repeats_another(press: Path) -> None:
    every = [key for name in ("one", "two", "three") for key in keys(press / name)]
    assert len({key.clues for key in every}) == len({key.mines for key in every}) == 12
    assert keys_of(line.parse("3x4:l"), (True,) * Grid(3, 4).size) not in every


def test_the_manifest_says_what_was_avoided(press: Path) -> None:
    manifests = [json.loads((press / name / "manifest.json").read_text()) for name in ("one", "two", "three")]
    assert [(one["ledger"]["issues"], one["ledger"]["puzzles"]) for one in manifests] == [(0, 0), (1, 4), (2, 8)]
    assert len({one["ledger"]["sha256"] for one in manifests}) == 3
    assert manifests[0]["counts"]["repeats"]["ledger"] == 0
    assert manifests[1]["counts"]["repeats"]["ledger"] >= 4
    assert all(one["ledger"]["file"] == "../ledger.sqlite" for one in manifests)


def test_building_again_gives_the_same_bytes(press: Path, tmp_path: Path) -> None:
    moved = shutil.copytree(press, tmp_path / "moved")  # a ledger moves with the folders beside it
    for name, out in (("one", "one"), ("two", "two"), ("one", "elsewhere")):
        build(moved, name, out=out)
        for file in FILES:
            assert (moved / out / file).read_bytes() == (press / name / file).read_bytes(), (name, out, file)
    assert [(row["series"], row["puzzles"]) for row in ledger_rows(moved)] == [
        ("shared", 4),
        ("shared", 4),
        ("another", 4),
    ]


def test_an_edited_book_keeps_its_puzzles(press: Path, tmp_path: Path) -> None:
    for title in ("With a tipo", "Without a typo"):
        assert run("book", str(config(tmp_path, "a", title=title)), "-o", str(tmp_path / "out"))[0] == 0
    assert keys(tmp_path / "out") == keys(press / "one")
    assert [row["title"] for row in ledger_rows(tmp_path)] == ["Without a typo"]


def test_reprints_stay_in_their_series(press: Path, tmp_path: Path) -> None:
    source = str(press / "one" / "puzzles.jsonl")
    ledger = tmp_path / "ledger.sqlite"
    shutil.copy(press / "ledger.sqlite", ledger)
    other = config(tmp_path, "other", series="new")
    words = ("book", str(other), "-o", str(tmp_path / "other"), "--puzzles", source)
    code, _, errors = run(*words)
    assert (code, len(errors.strip().splitlines())) == (2, 2)  # what the layout chose, and the refusal
    for part in ("puzzle 1 (and 3 more)", "'Book one'", str(tmp_path / "one"), "'Book other'", "--allow-repeats"):
        assert part in errors
    assert str(tmp_path / "other") in errors
    assert not (tmp_path / "other").exists()
    same = config(tmp_path, "same", title="Large print")
    code, _, errors = run("book", str(same), "-o", str(tmp_path / "same"), "--puzzles", source)
    assert code == 0, errors
    assert keys(tmp_path / "same") == keys(press / "one")
    assert run(*words, "--allow-repeats")[0] == 0
    assert run("verify", str(tmp_path / "other"))[0] == 0
    build(tmp_path, "one")  # its puzzles are in another book as well now, which changes nothing
    assert keys(tmp_path / "one") == keys(press / "one")


def edit_manifest(book: Path) -> None:
    manifest = json.loads((book / "manifest.json").read_text(encoding="utf-8"))
    manifest["seconds"]["generate"] = 0.5  # no other check knows it
    (book / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def test_verify_compares_the_manifest_with_the_ledger(tmp_path: Path) -> None:
    build(tmp_path, "one")
    edit_manifest(tmp_path / "one")
    code, out, _ = run("verify", str(tmp_path / "one"))
    assert (code, len(out.splitlines())) == (1, 1)
    ledger = tmp_path / "one" / ".." / "ledger.sqlite"
    assert (
        f"error F101: a file is missing, changed or unreadable: manifest.json is not the one that {ledger} rec" in out
    )
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    assert run("verify", str(tmp_path / "copy"))[0] == 0  # the ledger knows of no book there
    assert run("ledger", "rebuild", str(tmp_path / "one"), "--ledger", str(tmp_path / "new.sqlite"))[0] == 0
    assert run("verify", str(tmp_path / "one"), "--ledger", str(tmp_path / "new.sqlite"))[0] == 0
    build(tmp_path, "one")
    assert run("verify", str(tmp_path / "one"))[0] == 0


def test_verify_compares_the_manifest_above_editions_with_the_ledger(tmp_path: Path) -> None:
    path = config(tmp_path, "one")
    path.write_text(path.read_text().replace("page: {profile: screen, trim: 6x9}", "profiles: [screen, home-a4]"))
    assert run("book", str(path), "-o", str(tmp_path / "one"))[0] == 0
    assert run("verify", str(tmp_path / "one"))[0] == 0
    edit_manifest(tmp_path / "one")
    code, out, _ = run("verify", str(tmp_path / "one"))
    assert (code, out.count("F101")) == (1, 1)


def test_a_ledger_of_an_earlier_version_knows_the_manifest(tmp_path: Path) -> None:
    build(tmp_path, "one")
    ledger = tmp_path / "ledger.sqlite"
    with closing(sqlite3.connect(ledger)) as db, db:
        db.executescript("DROP TABLE totals; DROP TABLE unfinished; DROP TABLE days; PRAGMA user_version = 1")
    assert run("verify", str(tmp_path / "one"))[0] == 0
    edit_manifest(tmp_path / "one")
    assert "F101" in run("verify", str(tmp_path / "one"))[1]


KILLED = """
import os, sys
from puzzlegen.book import manifest
place = manifest.move_into_place
def killed(room, target, manifests):
    {moved}
    os._exit(9)
manifest.move_into_place = killed
sys.argv[0] = "puzzlegen"
from puzzlegen.cli.app import main
main()
"""


@pytest.mark.parametrize("placed", [False, True], ids=["before its files are in place", "after"])
def test_a_build_killed_on_the_last_step(placed: bool, press: Path, tmp_path: Path) -> None:
    script = KILLED.format(moved="place(room, target, manifests)" if placed else "")
    words = ["book", str(config(tmp_path, "one")), "-o", str(tmp_path / "one")]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 9, done.stderr
    assert ledger_rows(tmp_path) == []
    build(tmp_path, "two")  # finds out what became of the first
    assert [row["title"] for row in ledger_rows(tmp_path)] == (["Book one", "Book two"] if placed else ["Book two"])
    build(tmp_path, "one")
    for name in ("one", "two"):
        assert (tmp_path / name / "puzzles.jsonl").read_bytes() == (press / name / "puzzles.jsonl").read_bytes()
    assert [row["title"] for row in ledger_rows(tmp_path)] == ["Book one", "Book two"]


def test_without_a_ledger(press: Path, tmp_path: Path) -> None:
    build(tmp_path, "one")
    text = build(tmp_path, "two", "--no-ledger")
    assert "recorded" not in text
    assert keys(tmp_path / "two") == keys(press / "one")
    assert json.loads((tmp_path / "two" / "manifest.json").read_text())["ledger"] is None
    assert len(ledger_rows(tmp_path)) == 1


def test_a_full_disk_under_the_ledger(tmp_path: Path) -> None:
    words = ("book", str(config(tmp_path, "one")), "-o", str(tmp_path / "one"))
    done = started(
        *words,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "ledger.sqlite: the disk " in done.stderr.splitlines()[-1]
    assert not (tmp_path / "one" / "interior.pdf").exists()
