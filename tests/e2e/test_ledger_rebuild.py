"""A ledger that is lost or damaged, rebuilt from the finished folders."""

import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run
from daily_runs import AS_OF, config, tree
from test_ledger_book import build, keys

pytestmark = pytest.mark.xdist_group("ledger-rebuild")

BOOKS = "SELECT issue, state, number, section, clues, mines, puzzle, solution, seed FROM puzzles ORDER BY issue, number"
PRINTED = "SELECT issue, title, folder, config_sha256, manifest_sha256, versions, placed FROM printings ORDER BY issue"
DAYS = "SELECT * FROM days ORDER BY date"


def rows(ledger: Path, question: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(ledger) as opened:
        return opened.execute(question).fetchall()


def spoil(ledger: Path) -> None:
    data = bytearray(ledger.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)  # all but the first page
    ledger.write_bytes(data)


@pytest.fixture(scope="module")
def press(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two books of one series, which share a ledger."""
    folder = tmp_path_factory.mktemp("press")
    build(folder, "one")
    build(folder, "two")
    return folder


@pytest.fixture
def spoilt(press: Path, tmp_path: Path) -> Path:
    """A copy of them with a damaged ledger."""
    folder = shutil.copytree(press, tmp_path / "press")
    spoil(folder / "ledger.sqlite")
    return folder


def test_a_build_on_a_damaged_ledger_says_how_to_make_it_again(spoilt: Path) -> None:
    code, _, errors = run("book", str(spoilt / "one.yaml"), "-o", str(spoilt / "three"), "-q")
    assert (code, errors.count("\n")) == (2, 1)
    assert "the ledger is damaged (" in errors and "puzzlegen ledger rebuild FOLDER... --ledger FILE" in errors
    assert not (spoilt / "three").exists()


def test_books_come_back_as_they_were(press: Path, spoilt: Path) -> None:
    ledger = spoilt / "ledger.sqlite"
    code, _, errors = run("ledger", "rebuild", str(spoilt), "--ledger", str(ledger))
    assert code == 0, errors
    assert f"{spoilt / 'one'}: 4 puzzles" in errors and f"was damaged: it is named {ledger}.damaged-1 now" in errors
    for question in (BOOKS, PRINTED):
        assert rows(ledger, question) == rows(press / "ledger.sqlite", question)
    build(spoilt, "two")
    assert keys(spoilt / "two") == keys(press / "two")
    build(spoilt, "three")  # and no other book repeats them
    every = [key.clues for name in ("one", "two", "three") for key in keys(spoilt / name)]
    assert len(set(every)) == 12
    assert {path.name for path in spoilt.iterdir()} == {
        *("one", "two", "three", "one.yaml", "two.yaml", "three.yaml", "ledger.sqlite", "ledger.sqlite.damaged-1")
    }


KILLED = """
import os, sqlite3, sys
writer = sqlite3.connect(sys.argv[1], isolation_level=None)
writer.execute("PRAGMA cache_size = 5")
writer.execute("BEGIN")
writer.execute("UPDATE puzzles SET seed = seed || hex(zeroblob(9999))")
os._exit(9)
"""


def test_the_journal_of_a_lost_ledger_does_not_undo_what_is_rebuilt(press: Path, tmp_path: Path) -> None:
    """A writer is killed, the ledger is lost, its journal stays: SQLite would write that over whatever is put there."""
    folder = shutil.copytree(press, tmp_path / "press")
    ledger, due = folder / "ledger.sqlite", run("ledger", "list", "--ledger", str(press / "ledger.sqlite"))[1]
    assert subprocess.run([sys.executable, "-c", KILLED, str(ledger)], check=False).returncode == 9
    ledger.unlink()
    code, _, errors = run("ledger", "list", "--ledger", str(ledger))
    assert code == 2 and f"only {ledger.name}-journal is left of it" in errors
    code, _, errors = run("ledger", "rebuild", str(folder), "--ledger", str(ledger))
    assert code == 0 and f"was damaged: it is named {ledger}.damaged-1 now" in errors, errors
    assert ledger.with_name("ledger.sqlite.damaged-1-journal").stat().st_size > 0
    listed = run("ledger", "list", "--ledger", str(ledger))[1]
    assert len(listed.splitlines()) == len(due.splitlines()) == 3
    assert rows(ledger, BOOKS) == rows(press / "ledger.sqlite", BOOKS)


def test_days_come_back_as_they_were(tmp_path: Path) -> None:
    folder, ledger = tmp_path / "d", tmp_path / "ledger.sqlite"
    words = ("daily", str(config(tmp_path)), "-o", str(folder), "--jobs", "1", *AS_OF, "--date", "2026-12-01")
    assert run(*words, "--days", "3")[0] == 0
    days, puzzles = rows(ledger, DAYS), rows(ledger, BOOKS)
    assert len(days) == 3
    ledger.unlink()
    rebuilt = ("ledger", "rebuild", str(folder), "--ledger", str(ledger))
    code, _, errors = run(*rebuilt)
    assert code == 2 and "name its config with --daily" in errors and not ledger.exists()
    assert run(*rebuilt, "--daily", str(config(tmp_path)))[0] == 0
    assert (rows(ledger, DAYS), rows(ledger, BOOKS)) == (days, puzzles)
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert run(*words, "--days", "3")[0] == 0
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files


@pytest.mark.usefixtures("copied_days")
@pytest.mark.parametrize("source", ["d", "p"])
def test_days_with_settings_that_are_lost_are_named_and_drawn_with_the_last_ones(source: str, tmp_path: Path) -> None:
    site, ledger = tmp_path / "p", tmp_path / "ledger.sqlite"
    for day, title in (("01", "Old"), ("02", "Old"), ("03", "New"), ("06", "New")):
        now = ("--as-of", f"2026-12-{day}", "--publish", str(site), "--jobs", "1")
        words = ("daily", str(config(tmp_path, title=title)), "-o", str(tmp_path / "d"), *now)
        assert run(*words)[0] == 0
    shutil.move(ledger, tmp_path / "old.sqlite")
    code, _, errors = run("ledger", "rebuild", str(tmp_path / source), "--ledger", str(ledger), "--daily", words[1])
    lost = "3 of them (2026-12-01, 2026-12-02, 2026-12-03) drawn with settings that only the lost ledger had"
    assert code == 0 and f"4 days; {lost}: the next run draws them again with the last ones" in errors, errors
    shutil.rmtree(tmp_path / "d")
    assert "3 drawn again (2026-12-01, 2026-12-02, 2026-12-03: the ledger now has another" in run(*words)[2]
    assert "0 errors" in run("verify", str(site), "--jobs", "1")[2]


@pytest.mark.usefixtures("copied_days")
def test_the_remedy_for_a_ledger_with_other_puzzles_works_as_it_is_written(tmp_path: Path) -> None:
    words = ("daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), "--jobs", "1", "--as-of", "2026-12-02")
    public = ("--publish", str(tmp_path / "p"))
    assert run(*words, *public)[0] == 0
    shutil.rmtree(tmp_path / "d")
    (tmp_path / "ledger.sqlite").unlink()
    config(tmp_path, size="6x6")
    assert run(*words)[0] == 0
    code, _, errors = run(*words, *public)
    found = re.search(r"if it is lost, move (\S+) away, then read the days back with puzzlegen (.+)", errors)
    assert code == 2 and found, errors
    shutil.move(found[1], tmp_path / "away.sqlite")
    assert run(*shlex.split(found[2]))[0] == 0


@pytest.mark.usefixtures("copied_days")
def test_a_published_copy_gives_its_days_back(tmp_path: Path) -> None:
    """As after the loss of all else: of the ledger and the output folder."""
    folder, site, ledger = tmp_path / "d", tmp_path / "p", tmp_path / "ledger.sqlite"
    words = ("daily", str(config(tmp_path)), "-o", str(folder), "--jobs", "1", "--date", "2026-12-01", "--days", "3")
    now = (*words, "--as-of", "2026-12-02", "--publish", str(site))
    assert run(*now)[0] == 0
    before = tree(site)
    shutil.rmtree(folder)
    ledger.unlink()
    rebuilt = ("ledger", "rebuild", str(tmp_path), "--ledger", str(ledger), "--daily", str(config(tmp_path)))
    code, _, errors = run(*rebuilt)
    assert code == 0 and f"{site}: 2 days" in errors, errors
    assert run("verify", str(site), "--jobs", "1")[:2] == (0, "")
    listed = run(*now, "--dry-run")[1]  # the days are drawn again, and may have changed
    assert all(
        f"{site / name}: would be replaced, where they change" in listed for name in ("2026-12-01", "2026-12-02")
    )
    code, _, errors = run(*now)
    assert code == 0 and "1 issued, 2 drawn" in errors and "0 files published" in errors and tree(site) == before
    assert [run("verify", str(one), "--jobs", "1")[:2] for one in (folder, site)] == [(0, "")] * 2
    ledger.unlink()
    code, _, errors = run(*rebuilt)
    assert code == 0 and f"{folder}: 3 days" in errors and f"{site}: 0 days" in errors
    assert "0 files published" in run(*now)[2] and tree(site) == before


@pytest.mark.usefixtures("copied_days")
def test_a_rebuild_names_what_it_did_not_read_and_what_a_published_copy_lacks(press: Path, tmp_path: Path) -> None:
    folder, site, ledger = tmp_path / "out" / "d", tmp_path / "site", tmp_path / "out" / "ledger.sqlite"
    words = ("daily", str(config(tmp_path)), "-o", str(folder), "--jobs", "1", "--date", "2026-12-01")
    assert run(*words, "--days", "2", "--as-of", "2026-12-03", "--publish", str(site))[0] == 0
    for name in ("one", "two"):
        shutil.copytree(press / name, folder.parent / name)
    shutil.copytree(site, folder.parent / "copy")
    (folder.parent / "strange").mkdir()
    (folder.parent / "strange" / "manifest.json").write_text("{}")
    ledger.unlink()
    places = [folder, *(folder.parent / name for name in ("one", "two"))]
    options = ("--daily", str(config(tmp_path)), "--ledger", str(ledger))
    code, _, errors = run("ledger", "rebuild", str(site), *options)
    command = " ".join(("puzzlegen ledger rebuild", str(site), *map(str, places), *options))
    assert code == 0 and f"warning: {', '.join(map(str, places))}: not read, so" in errors, errors
    assert f"move {ledger} away, then read them too with {command}\n" in errors
    assert f"{site}: 2 days; withdrawn days are not known: a date without a puzzle may be one" in errors

    found = run("verify", str(folder), "--jobs", "1")[1]  # the remedy of the finding works
    assert found.count("manifest.json is not the one in") == 2 and "puzzlegen daily CONFIG --date 2026-12-01" in found
    for day in ("2026-12-01", "2026-12-02"):
        assert "1 drawn" in run(*words[:-1], day, "--as-of", "2026-12-03")[2]
    assert run("verify", str(folder), "--jobs", "1")[:2] == (0, "")

    ledger.unlink()  # the command that was named reads all, and then there is no warning
    code, _, errors = run(*command.split()[1:])
    assert code == 0 and "warning" not in errors and "withdrawn" not in errors, errors
    assert all(f"{place}: " in errors for place in places) and f"{site}: 0 days" in errors
    ledger.unlink()
    code, _, errors = run("ledger", "rebuild", str(places[1]), "--ledger", str(ledger))
    assert code == 0 and f"{places[1]} {places[0]} {places[2]} --daily CONFIG --ledger {ledger}\n" in errors, errors


@pytest.mark.usefixtures("copied_days")
def test_days_of_a_published_copy_keep_their_settings_although_the_config_has_others(tmp_path: Path) -> None:
    folder, site, ledger = tmp_path / "d", tmp_path / "p", tmp_path / "ledger.sqlite"
    words = ("-o", str(folder), "--jobs", "1", "--date", "2026-12-01", "--days", "2", "--as-of", "2026-12-03")
    assert run("daily", str(config(tmp_path)), *words, "--publish", str(site))[0] == 0
    before = {name: data for name, (_, data) in tree(site).items() if name.startswith("2026-")}
    shutil.rmtree(folder)
    ledger.unlink()
    changed = str(config(tmp_path, title="Another", size="6x6"))
    code, _, errors = run("daily", changed, *words, "--catch-up", "--publish", str(site))
    assert code == 2 and f"{site}: 2026-12-01 is published, and would get another puzzle" in errors
    assert not folder.exists()
    again = ("ledger", "rebuild", str(site), "--ledger", str(ledger), "--daily", changed)
    code, _, errors = run(*again)
    assert code == 0 and f"{ledger} had no puzzles: it is named {ledger}.damaged-1 now" in errors
    code, _, errors = run("daily", changed, *words, "--publish", str(site))
    assert code == 0 and "2 drawn" in errors, errors
    assert {name: data for name, (_, data) in tree(site).items() if name.startswith("2026-")} == before
