"""A daily as its editor makes it: issued once, drawn again when files are lost, never changed.

Most tests draw stand-ins in place of the pictures, to be quick; what is drawn is tested with the files of a day.
"""

import hashlib
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import date
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest
from dailies import some_days
from test_ledger_book import run

from puzzlegen.board.symmetry import Keys, keys_of
from puzzlegen.errors import LayoutError
from puzzlegen.formats import answer, line
from puzzlegen.ledger import connection
from puzzlegen.pipeline import workers
from puzzlegen.pipeline.daily import issue
from puzzlegen.pipeline.daily.files import write_day
from puzzlegen.pipeline.daily.records import DAY_FILES, Day
from puzzlegen.pipeline.folder import building

CONFIG = """
title: {title}
series: {series}
address: {address}
start: 2026-12-01
skip: [2026-12-04]
week:
  monday: {{size: 5x4, difficulty: easy}}
  tuesday: {{size: 4x5, difficulty: easy}}
  wednesday: {{size: {size}, difficulty: easy}}
  thursday: {{size: 5x4, difficulty: easy}}
  friday: {{size: 5x4, difficulty: easy}}
  saturday: none
  sunday: {{size: 6x5, difficulty: easy}}
"""
TOP = ("feed.json", "feed.xml", "calendar.ics", "index.html")


def config(folder: Path, **words: str) -> Path:
    path = folder / f"{words.get('name', 'daily')}.yaml"
    good = {"title": "Daily", "series": "test", "address": "https://example.com/d/", "size": "5x5"}
    path.write_text(CONFIG.format(**(good | words)), encoding="utf-8")
    return path


def daily(folder: Path, *words: str, **keys: str) -> str:
    code, out, said = run("daily", str(config(folder, **keys)), "-o", str(folder / "d"), "--jobs", "1", *AS_OF, *words)
    assert (code, out) == (0, ""), said
    return said


def refused(folder: Path, *words: str, **keys: str) -> str:
    """The one line that is said."""
    code, out, said = run("daily", str(config(folder, **keys)), "-o", str(folder / "d"), "--jobs", "1", *AS_OF, *words)
    assert (code, out, said.count("\n")) == (2, "", 1), said
    return said.strip()


AS_OF = ("--as-of", "2026-12-10")
FIRST = ("--date", "2026-12-01")


def standin(room: Path, day: Day, before: Day | None, open_: bool) -> None:
    """All that matters here: what a day is drawn from."""
    puzzle = line.write(day.record.puzzle)
    (room / "puzzle.json").write_text(json.dumps({"puzzle": puzzle, "solution": answer.write(day.record.solution)}))
    (room / "alt.txt").write_text(f"{day.number} {day.address} {day.series.title} after {before and before.number}")
    (room / "index.html").write_text("with its answer" if open_ else "held")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(issue, "write_day", standin)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder but configs, with its time and content."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".yaml"]
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def puzzles(folder: Path) -> dict[str, str]:
    return {path.parent.name: json.loads(path.read_text())["puzzle"] for path in sorted(folder.glob("d/*/puzzle.json"))}


def alt(folder: Path, day: int) -> str:
    return (folder / "d" / f"2026-12-{day:02}" / "alt.txt").read_text()


def keys(folder: Path) -> list[Keys]:
    rows = [json.loads(path.read_text()) for path in sorted(folder.glob("d/*/puzzle.json"))]
    return [keys_of(line.parse(row["puzzle"]), answer.parse(row["solution"])) for row in rows]


def days_of(folder: Path) -> list[dict[str, object]]:
    _, out, _ = run("ledger", "export", "--ledger", str(folder / "ledger.sqlite"))
    return [json.loads(row) for row in out.splitlines()]


def reserved(folder: Path) -> list[tuple[object, ...]]:
    """Every day of the ledger as it lies there: those that are only reserved too."""
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        return raw.execute("SELECT date, number, record, settings, placed, manifest_sha256 FROM days").fetchall()


def test_a_week_of_real_files(tmp_path: Path) -> None:
    said = daily(tmp_path, *FIRST, "--days", "7")
    assert "5 issued, 0 untouched, 2 without a puzzle (2026-12-04, 2026-12-05)" in said
    folder = tmp_path / "d"
    days = ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-06", "2026-12-07"]
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == [*days, "archive"]
    manifest = json.loads((folder / days[1] / "manifest.json").read_text())
    assert (manifest["number"], manifest["date"], manifest["ledger"]) == (2, days[1], "../../ledger.sqlite")
    for name, one in manifest["files"].items():
        data = (folder / days[1] / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (one["bytes"], one["sha256"])
    assert {path.name for path in (folder / days[1]).iterdir()} == {*manifest["files"], "manifest.json"}
    assert len(manifest["files"]) == 15
    assert [(row["number"], row["date"]) for row in days_of(tmp_path)] == list(zip(range(1, 6), days, strict=True))
    before = tree(tmp_path)
    assert "5 untouched" in daily(tmp_path, *FIRST, "--days", "7")
    assert tree(tmp_path) == before


def test_processes_draw_the_same(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        (tmp_path / name).mkdir()
        daily(tmp_path / name, *FIRST, "--days", "8", "--jobs", jobs)
    one, two = ({name: data for name, (_, data) in tree(tmp_path / name / "d").items()} for name in ("one", "two"))
    assert one == two


@pytest.mark.usefixtures("quick")
def test_a_run_with_nothing_to_do_rewrites_nothing(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "60")
    before = tree(tmp_path)
    assert "51 untouched, 9 without a puzzle" in daily(tmp_path, *FIRST, "--days", "60")
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("quick")
def test_a_run_with_nothing_to_do_imports_nothing_heavy(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    heavy = ("numba", "clingo", "reportlab", "PIL", "pikepdf", "pdfplumber", "babel")
    words = ["puzzlegen", "daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), *AS_OF, *FIRST]
    code = (
        f"import atexit, sys; sys.argv = {words!r}; from puzzlegen.cli import main; "
        f"atexit.register(lambda: print([name for name in {heavy!r} if name in sys.modules])); main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
    assert "1 untouched" in done.stderr


@pytest.mark.usefixtures("quick")
def test_the_order_in_which_days_are_made_does_not_matter(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    daily(tmp_path / "a", *FIRST, "--days", "8")
    for day in ("2026-12-01", "2026-12-07", "2026-12-02", "2026-12-06", "2026-12-08", "2026-12-03"):
        daily(tmp_path / "b", "--date", day)
    one, two = ({name: data for name, (_, data) in tree(tmp_path / name / "d").items()} for name in "ab")
    assert one == two  # the days after those made late were drawn again: they show another day's solution


@pytest.mark.usefixtures("quick")
def test_issued_days_outlive_every_change_of_the_config(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2")
    before = tree(tmp_path / "d" / "2026-12-01") | {"2": alt(tmp_path, 2), "puzzle": puzzles(tmp_path)["2026-12-02"]}
    said = daily(tmp_path, *FIRST, "--days", "3", title="New", address="https://example.org/", size="6x6")
    assert "1 issued, 1 opened (2026-12-02: the next puzzle is out, so its answer is shown), 1 untouched" in said
    assert before == tree(tmp_path / "d" / "2026-12-01") | {
        "2": alt(tmp_path, 2), "puzzle": puzzles(tmp_path)["2026-12-02"]
    }  # fmt: skip
    assert "2 issued days (2026-12-01, 2026-12-02) keep the title, address they were issued with: --redraw " in said
    assert alt(tmp_path, 3) == "3 https://example.org/2026-12-03/ New after 2"
    assert "1 issued day (2026-12-03) keeps the title, address it was issued with: " in daily(tmp_path, *FIRST)
    assert "issued with" not in daily(tmp_path, *FIRST, "--days", "3", "--redraw")


@pytest.mark.usefixtures("quick")
def test_lost_and_damaged_files_come_back_from_the_ledger(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "7")
    before = {name: data for name, (_, data) in tree(tmp_path / "d").items()}
    shutil.rmtree(tmp_path / "d" / "2026-12-01")
    (tmp_path / "d" / "2026-12-02" / "alt.txt").write_text("x")
    (tmp_path / "d" / "2026-12-03" / "manifest.json").write_text("{")
    (tmp_path / "d" / "2026-12-06" / "puzzle.json").unlink()
    (tmp_path / "d" / "feed.xml").write_text("x")
    (tmp_path / "d" / "calendar.ics").unlink()
    (tmp_path / "d" / "2026-12-02" / "notes.txt").write_text("the editor's own")
    said = daily(tmp_path, *FIRST, "--days", "7", title="New", size="6x6")  # not the present config's
    why = "2026-12-01, 2026-12-02, 2026-12-03 ...: was missing, damaged or not finished"
    assert f"4 drawn ({why}), 1 untouched" in said
    assert (tmp_path / "d" / "2026-12-02" / "notes.txt").read_text() == "the editor's own"
    after = {name: data for name, (_, data) in tree(tmp_path / "d").items()}
    assert all(data == before[name] for name, data in after.items() if name[0] == "2" and "notes" not in name)
    daily(tmp_path, *FIRST, "--days", "7")  # the series speaks as the config does now
    assert {name: data for name, (_, data) in tree(tmp_path / "d").items()} | before == before | {
        "2026-12-02/notes.txt": b"the editor's own"
    }


def shown(folder: Path) -> list[tuple[int, str]]:
    """The days, and whether each shows its answer."""
    found = sorted(folder.glob("d/2*/index.html"))
    return [(int(path.parent.name[-2:]), "answer" if "answer" in path.read_text() else "held") for path in found]


@pytest.mark.usefixtures("quick")
def test_a_held_day_opens_when_the_next_is_out_and_not_before(tmp_path: Path) -> None:
    def night(day: int) -> str:
        return daily(tmp_path, "--date", f"2026-12-{day:02}", "--as-of", f"2026-12-{day:02}")

    night(1)
    assert shown(tmp_path) == [(1, "held")]
    assert "1 issued, 1 opened (2026-12-01: the next puzzle is out, so its answer is shown)" in night(2)
    assert shown(tmp_path) == [(1, "answer"), (2, "held")]
    before = tree(tmp_path)
    assert "1 untouched" in night(2)
    assert tree(tmp_path) == before
    night(3)
    assert shown(tmp_path) == [(1, "answer"), (2, "answer"), (3, "held")]
    assert "1 without a puzzle" in night(4)  # nothing is out on it
    assert shown(tmp_path)[-1] == (3, "held")
    said = daily(tmp_path, "--date", "2026-12-06", "--days", "3", "--as-of", "2026-12-04")  # made ahead
    assert "3 issued, 0 untouched" in said
    assert shown(tmp_path)[2:] == [(3, "held"), (6, "held"), (7, "held"), (8, "held")]
    said = night(8)  # the nights before had no power
    assert "3 opened (2026-12-03, 2026-12-06, 2026-12-07: " in said
    assert shown(tmp_path)[2:] == [(3, "answer"), (6, "answer"), (7, "answer"), (8, "held")]
    before = tree(tmp_path)
    night(8)
    assert tree(tmp_path) == before
    assert "1 held again (2026-12-07: " in daily(tmp_path, "--date", "2026-12-07", "--as-of", "2026-12-07")


@pytest.mark.usefixtures("quick")
def test_days_that_hold_nothing_are_drawn_once(tmp_path: Path) -> None:
    path = config(tmp_path)
    path.write_text(path.read_text() + "hold_solution: no\n")
    for day in ("2026-12-01", "2026-12-02"):
        words = ("daily", str(path), "-o", str(tmp_path / "d"), "--date", day, "--as-of", day, "--jobs", "1")
        code, _, said = run(*words)
        assert code == 0 and said.startswith("1 issued, 0 untouched"), said
    assert shown(tmp_path) == [(1, "answer"), (2, "answer")]


@pytest.mark.usefixtures("quick")
def test_a_day_drawn_again_for_the_one_before_it_is_named_with_the_reason(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    daily(tmp_path, "--date", "2026-12-03")
    said = daily(tmp_path, "--date", "2026-12-02")
    assert "1 drawn again (2026-12-03: with the solution of the puzzle that is now before it)" in said
    assert alt(tmp_path, 3).endswith("after 2")


@pytest.mark.usefixtures("quick")
def test_days_that_nobody_asked_for_and_are_gone_are_told_of(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    daily(tmp_path, "--date", "2026-12-06", "--days", "4")
    for name in ("2026-12-01", "2026-12-03"):
        shutil.rmtree(tmp_path / "d" / name)
    (tmp_path / "d" / "2026-12-08" / "index.html").unlink()
    said = daily(tmp_path, "--date", "2026-12-09")
    assert said.splitlines()[1:] == [
        "warning: 2026-12-01, 2026-12-03, 2026-12-08 are missing or damaged: draw them again with --date 2026-12-01 "
        "--days 8"
    ]
    assert not (tmp_path / "d" / "2026-12-01").exists()
    code, out, _ = run("verify", str(tmp_path / "d"))
    assert code == 1
    assert "its folder or manifest is missing: draw it again with puzzlegen daily CONFIG --date 2026-12-03" in out
    assert "index.html is missing or not the file the manifest describes: draw it again with puzzlegen daily" in out
    assert "3 drawn (" in daily(tmp_path, "--date", "2026-12-01", "--days", "8")
    assert "warning" not in daily(tmp_path, "--date", "2026-12-09")
    shutil.rmtree(tmp_path / "d" / "2026-12-02")
    assert "2026-12-02 is missing or damaged: draw it again with --date 2026-12-02\n" in daily(
        tmp_path, "--date", "2026-12-09"
    )


@pytest.mark.usefixtures("quick")
def test_the_command_for_days_that_are_gone_issues_none(tmp_path: Path) -> None:
    for day in (1, 3):
        daily(tmp_path, "--date", f"2026-12-{day:02}")
        shutil.rmtree(tmp_path / "d" / f"2026-12-{day:02}")
    said = daily(tmp_path, "--date", "2026-12-06")  # the second is not issued, and stays so
    assert said.endswith("draw them again with --date 2026-12-01, then with --date 2026-12-03\n")


@pytest.mark.parametrize("hold", ["yes", "no"])
def test_no_file_tells_the_words_of_the_series(hold: str, tmp_path: Path) -> None:
    path = config(tmp_path, series="hushed words")
    path.write_text(path.read_text() + f"hold_solution: {hold}\n")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), *FIRST, "--days", "2", *AS_OF, "--jobs", "1")
    assert run(*words)[0] == 0
    held = ["2026-12-02"] if hold == "yes" else []
    for name in ("2026-12-01", "2026-12-02"):
        data = json.loads((tmp_path / "d" / name / "puzzle.json").read_text())
        assert "seed" not in data
        assert [data[key] is None for key in ("mines", "solution", "solution_text")] == [name in held] * 3
        page = (tmp_path / "d" / name / "index.html").read_text()
        assert ('"hash"' in page, '"steps"' in page) == (name in held, name not in held)
    files = [one for one in (tmp_path / "d").rglob("*") if one.is_file()]
    assert len(files) == 2 * (len(DAY_FILES) + 1) + 6
    for one in files:
        assert b"hushed" not in one.read_bytes(), one
        if one.suffix == ".pdf":
            with pikepdf.open(one) as pdf:
                assert b"hushed" not in pdf.pages[0].Contents.read_bytes(), one
    assert b"hushed" in (tmp_path / "ledger.sqlite").read_bytes()
    assert run("verify", str(tmp_path / "d"))[0] == 0


@pytest.mark.usefixtures("quick")
def test_redraw_keeps_the_puzzles_and_takes_the_present_settings(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    before = puzzles(tmp_path)
    said = daily(tmp_path, *FIRST, "--days", "2", "--redraw", address="https://example.org/new/", size="6x6")
    assert "warning: 2026-12-01 to 2026-12-02 (2 days) drawn again as the config says now" in said
    why = "2026-12-03: with the solution of the puzzle that is now before it"
    assert f"2 redrawn, 1 drawn again ({why})" in said  # it leads to the second, too
    assert puzzles(tmp_path) == before
    assert alt(tmp_path, 2) == "2 https://example.org/new/2026-12-02/ Daily after 1"
    assert alt(tmp_path, 3) == "3 https://example.com/d/2026-12-03/ Daily after 2"
    shutil.rmtree(tmp_path / "d" / "2026-12-02")
    daily(tmp_path, "--date", "2026-12-02")
    assert alt(tmp_path, 2).startswith("2 https://example.org/new/")


@pytest.mark.usefixtures("quick")
def test_feeds_and_calendars_know_a_day_by_the_same_id_for_ever(tmp_path: Path) -> None:
    def ids() -> list[list[str]]:
        feed = json.loads((tmp_path / "d" / "feed.json").read_text())
        guids = re.findall(r"<guid [^>]*>(.*)</guid>", (tmp_path / "d" / "feed.xml").read_text())
        uids = re.findall("UID:(.*)", (tmp_path / "d" / "calendar.ics").read_text())
        return [[item["id"] for item in feed["items"]], guids, uids]

    daily(tmp_path, *FIRST, "--days", "3")
    before = ids()
    assert [len(some) for some in before] == [3, 3, 3]
    for address in ("https://example.org/new/", "https://example.net/"):
        daily(tmp_path, *FIRST, "--days", "3", "--redraw", address=address)
        assert ids() == before
        assert alt(tmp_path, 2).startswith(f"2 {address}2026-12-02/")
    assert 'isPermaLink="true"' not in (tmp_path / "d" / "feed.xml").read_text()  # none is where its id says
    daily(tmp_path, "--date", "2026-12-02", "--reissue", address="https://example.edu/")
    assert ids() == before


@pytest.mark.usefixtures("quick")
def test_the_state_of_a_series_does_not_depend_on_where_it_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = Path(__file__).parents[2]
    monkeypatch.chdir(top)  # its templates are those that are shipped
    daily(tmp_path, *FIRST, "--days", "2")
    before = tree(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "2 untouched; " in daily(tmp_path, *FIRST, "--days", "2")
    own = tmp_path / "elsewhere" / "templates" / "web" / "archive.css"
    own.parent.mkdir(parents=True)
    shutil.copyfile(top / "templates" / "web" / "archive.css", own)
    os.utime(own, (0, 0))
    assert "2 untouched; " in daily(tmp_path, *FIRST, "--days", "2")  # no other words in it
    assert tree(tmp_path / "d") == {name[2:]: one for name, one in before.items() if name.startswith("d/")}
    own.write_text(own.read_text() + "/* wider */\n")
    assert "files of the series written" in daily(tmp_path, *FIRST, "--days", "2")


@pytest.mark.usefixtures("quick")
def test_reissue_gives_another_puzzle_under_the_same_number(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    all_of_them = {puzzles(tmp_path)["2026-12-02"]}
    for _ in range(2):
        said = daily(tmp_path, "--date", "2026-12-02", "--reissue")
        assert "warning: 2026-12-02 issued AGAIN" in said and "1 issued again, 1 drawn again (2026-12-03: " in said
        said = daily(tmp_path, "--date", "2026-12-01", "--reissue", "--quiet")
        assert said.startswith("warning: 2026-12-01 issued AGAIN: readers ") and said.count("\n") == 1
        all_of_them.add(puzzles(tmp_path)["2026-12-02"])
    assert len(all_of_them) == 3
    assert alt(tmp_path, 2).startswith("2 ")
    rows = days_of(tmp_path)
    assert [(row["number"], row["date"]) for row in rows] == [(i, f"2026-12-0{i}") for i in (1, 2, 3)]
    assert rows[1]["puzzle"] == puzzles(tmp_path)["2026-12-02"]
    with sqlite3.connect(tmp_path / "ledger.sqlite") as raw:
        assert raw.execute("SELECT count(*) FROM puzzles").fetchone() == (7,)


@pytest.mark.usefixtures("quick")
def test_no_puzzle_comes_twice(tmp_path: Path) -> None:
    """On boards so small that they must meet: within a series, another series, and a book in both directions."""
    shape = "    size: 3x4\n    difficulty: easy\n"
    text = CONFIG.split("week:", maxsplit=1)[0].replace("skip: [2026-12-04]\n", "")
    names = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    week = "week:\n" + "".join(f"  {name}:\n{shape.replace('3x4', '4x3')}" for name in names)
    book = "title: B\nseries: {0}\npage: {{profile: screen}}\nsections:\n  - name: Tiny\n    count: 4\n" + shape
    book += "    per_page: 4\noutput: {{preview: no}}\n"
    every: list[Keys] = []
    for i, name in enumerate(("first", "book 1", "second", "book 2")):
        path, folder = tmp_path / f"{i}.yaml", tmp_path / "out" / str(i)
        if "book" in name:
            path.write_text(book.format(name))
            assert run("book", str(path), "-o", str(folder))[0] == 0
            rows = [json.loads(row) for row in (folder / "puzzles.jsonl").read_text().splitlines()]
        else:
            path.write_text((text + week).format(title="D", series=name, address="https://example.com/"))
            assert run("daily", str(path), "-o", str(folder), *FIRST, *AS_OF, "--days", "20", "--jobs", "1")[0] == 0
            rows = [json.loads(one.read_text()) for one in sorted(folder.glob("*/puzzle.json"))]
        every += [keys_of(line.parse(row["puzzle"]), answer.parse(row["solution"])) for row in rows]
    assert len(every) == 48
    assert len({key.clues for key in every}) == len({key.mines for key in every}) == 48


@pytest.mark.usefixtures("quick")
def test_a_run_that_fails_claims_nothing_and_the_next_finishes_the_same_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(room: Path, day: Day, before: Day | None, open_: bool) -> None:
        (room / "puzzle.json").write_text(line.write(day.record.puzzle))
        if day.name == "2026-12-02":
            drawn.append(line.write(day.record.puzzle))
            raise LayoutError("no room")
        standin(room, day, before, open_)

    drawn: list[str] = []
    monkeypatch.setattr(issue, "write_day", breaks)
    assert refused(tmp_path, *FIRST, "--days", "3") == "2026-12-02: no room"
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01"]
    assert sorted(path.name for path in (tmp_path / "d").glob("2*")) == ["2026-12-01"]
    assert told(tmp_path) == ["2026-12-01"]
    assert shown(tmp_path) == [(1, "held")]  # the day after it has come, its puzzle has not
    monkeypatch.setattr(issue, "write_day", standin)
    said = daily(tmp_path, *FIRST, size="6x6")  # any run finishes it
    assert "1 opened (2026-12-01: " in said and "1 drawn (2026-12-02: was missing, damaged or not finished)" in said
    assert puzzles(tmp_path)["2026-12-02"] == drawn[0]
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01", "2026-12-02"]


def told(folder: Path) -> list[str]:
    """The days in the feed."""
    return [item["url"].split("/")[-2] for item in json.loads((folder / "d" / "feed.json").read_text())["items"]]


@pytest.mark.usefixtures("quick")
def test_several_workers_draw_the_same_where_an_old_day_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The day after it, begun at the same time, may not show the solution of a day that is not there."""

    def breaks(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-02":
            raise LayoutError("no room")
        standin(room, day, *words)

    monkeypatch.setattr(workers, "ALONE", 1e9)  # processes would not see what is patched
    trees = []
    for jobs, least in (("1", 6), ("3", 1)):
        monkeypatch.setattr(issue, "POOL_FROM", least)
        place = tmp_path / jobs
        place.mkdir()
        daily(place, *FIRST, "--days", "10")
        for day in (2, 3, 7):
            shutil.rmtree(place / "d" / f"2026-12-{day:02}")
        with monkeypatch.context() as patch:
            patch.setattr(issue, "write_day", breaks)
            said = refused(place, *FIRST, "--days", "10", "--jobs", jobs)
        assert said == "2026-12-02: no room; all other work is done"
        assert alt(place, 3).endswith("after 1")
        trees.append({name: data for name, (_, data) in tree(place / "d").items()})
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (LayoutError("no room"), "2026-12-02: no room"),
        (ValueError("x"), "2026-12-02: cannot be drawn (ValueError: x): a fault of puzzlegen; please report it"),
    ],
)
def test_an_old_day_that_cannot_be_drawn_keeps_no_other_waiting(
    fault: Exception, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-02":
            raise fault
        standin(room, day, *words)

    monkeypatch.setattr(issue, "write_day", breaks)
    assert refused(tmp_path, *FIRST, "--days", "2") == said
    (kept,) = [row[2] for row in reserved(tmp_path) if row[0] == "2026-12-02"]
    assert refused(tmp_path, "--date", "2026-12-03") == f"{said}; all other work is done"
    assert refused(tmp_path, "--date", "2026-12-06") == f"{said}; all other work is done"
    assert told(tmp_path) == ["2026-12-06", "2026-12-03", "2026-12-01"]
    assert alt(tmp_path, 3).endswith("Daily after 1") and alt(tmp_path, 6).startswith("4 ")
    monkeypatch.setattr(issue, "write_day", standin)
    daily(tmp_path, *FIRST, "--days", "6", title="New", address="https://example.org/")
    assert told(tmp_path) == ["2026-12-06", "2026-12-03", "2026-12-02", "2026-12-01"]
    assert alt(tmp_path, 2) == "2 https://example.org/2026-12-02/ New after 1"  # nobody had seen it
    assert alt(tmp_path, 3) == "3 https://example.com/d/2026-12-03/ Daily after 2"
    assert json.loads(kept)["puzzle"] == puzzles(tmp_path)["2026-12-02"]
    assert [item["id"] for item in json.loads((tmp_path / "d" / "feed.json").read_text())["items"]][2:] == [
        "https://example.org/2026-12-02/", "https://example.com/d/2026-12-01/"
    ]  # fmt: skip


@pytest.mark.usefixtures("quick")
def test_a_day_reserved_with_a_board_no_file_can_show_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise LayoutError("no card")

    with monkeypatch.context() as patch:
        patch.setattr("puzzlegen.config.moments.LEAST_ACROSS", 3)
        patch.setattr(issue, "check_words", lambda *_: None)
        patch.setattr(issue, "write_day", refuses)
        assert refused(tmp_path, "--date", "2026-12-02", size="3x7") == "2026-12-02: no card"
    (narrow,) = [json.loads(str(row[2]))["puzzle"] for row in reserved(tmp_path)]
    assert narrow.startswith("3x7:")
    assert "1 issued" in daily(tmp_path, "--date", "2026-12-02")
    assert puzzles(tmp_path)["2026-12-02"].startswith("5x5:") and alt(tmp_path, 2).startswith("2 ")
    assert len(days_of(tmp_path)) == 1


@pytest.mark.usefixtures("quick")
def test_killed_between_the_folder_and_the_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("puzzlegen.ledger.days.DailyLedger.settle_day", killed)
        assert run("daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), *FIRST, *AS_OF, "--jobs", "1")[0] == 130
    made = puzzles(tmp_path)
    assert days_of(tmp_path) == [] and list(made) == ["2026-12-01"]
    daily(tmp_path, *FIRST)
    assert puzzles(tmp_path) == made and len(days_of(tmp_path)) == 1


def test_a_run_that_is_stopped_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[float] = []
    over = threading.Event()

    def stops(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-03":
            stopped.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGTERM)
            over.wait(60)
        standin(room, day, *words)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(issue, "write_day", stops)
    words = ("daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), *FIRST, *AS_OF, "--days", "5", "-q")
    code, out, said = run(*words)
    assert time.monotonic() - stopped[0] < 5
    over.set()
    assert (code, out) == (143, "")
    assert said == "interrupted: 2 of 3 days are done: the same command goes on from there\n"
    assert signal.getsignal(signal.SIGTERM) == before
    monkeypatch.setattr(issue, "write_day", standin)
    assert "1 drawn (2026-12-03: was missing, damaged or not finished)" in daily(tmp_path, *FIRST, "--days", "5")
    assert told(tmp_path) == ["2026-12-03", "2026-12-02", "2026-12-01"]


@pytest.mark.usefixtures("quick")
def test_a_ledger_that_is_locked_before_a_day_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locks(room: Path, *words: Any) -> None:
        standin(room, *words)
        holder.execute("BEGIN IMMEDIATE")

    daily(tmp_path, *FIRST)
    holder = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None, check_same_thread=False)
    monkeypatch.setattr(connection, "PATIENCE", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(issue, "write_day", locks)
        said = refused(tmp_path, "--date", "2026-12-02", "--days", "2", "--as-of", "2026-12-02")
    assert said.startswith(f"{tmp_path / 'ledger.sqlite'}: another program is writing to it")
    holder.close()
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01"]  # it claims no more than it could
    made = {name: data for name, (_, data) in tree(tmp_path / "d" / "2026-12-02").items()}
    assert "1 drawn" in daily(tmp_path, *FIRST, title="New", address="https://example.org/")  # it may be out already
    assert made == {name: data for name, (_, data) in tree(tmp_path / "d" / "2026-12-02").items()}
    assert [row["puzzle"] for row in days_of(tmp_path)] == list(puzzles(tmp_path).values())
    assert len(days_of(tmp_path)) == 2


@pytest.mark.usefixtures("quick")
def test_a_later_config_never_renumbers(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    path = config(tmp_path)
    path.write_text(path.read_text() + "first_number: 50\n")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), *AS_OF, "--jobs", "1")
    assert run(*words, "--date", "2026-12-06")[0] == 0
    assert [(row["number"], row["date"][-2:]) for row in days_of(tmp_path)] == [  # type: ignore[index]
        (1, "01"), (2, "02"), (3, "03"), (4, "06")
    ]  # fmt: skip
    path.write_text(path.read_text().replace("skip: [2026-12-04]", ""))
    code, _, said = run(*words, "--date", "2026-12-04")
    assert (code, said.count("\n")) == (2, 1)
    assert "2026-12-04: no number is left for it: it would be No. 4, and 2026-12-06, issued already, is No. 4" in said


@pytest.mark.usefixtures("quick")
def test_days_that_are_not_made(tmp_path: Path) -> None:
    assert refused(tmp_path, "--date", "2026-11-30", "--days", "3") == (
        "2026-11-30: the series starts on 2026-12-01: begin with --date 2026-12-01, or set start"
    )
    assert "2026-12-04, 2026-12-05" in daily(tmp_path, "--date", "2026-12-04", "--days", "2")
    old = refused(tmp_path, *FIRST, "--as-of", "2028-03-01")
    assert old == (
        "2026-12-01: more than a year before 2028-03-01, and not issued then: the past is not made up; the earliest "
        "day is 2027-03-01"
    )
    assert not (tmp_path / "ledger.sqlite").exists() and not (tmp_path / "d").exists()
    daily(tmp_path, *FIRST)
    assert "1 untouched" in daily(tmp_path, *FIRST, "--as-of", "2028-03-01")  # it is issued


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--date", "2026-02-30"), '--date: found "2026-02-30", and that month has days 1 to 28'),
        (("--date", "1.12.2026"), '--date: found "1.12.2026", allowed a day such as 2026-12-01'),
        (("--as-of", "soon"), '--as-of: found "soon", allowed a day such as 2026-12-01'),
        (("--date", "2026-12-01", "--redraw", "--reissue"), "--redraw and --reissue: give one or the other"),
        (("--reissue",), "--reissue: say which day with --date"),
        ((*FIRST, "--days", "2", "--reissue"), "--reissue: one day at a time; leave --days out"),
        (("--date", "2999-12-31", "--days", "2"), "--days: 2 days from 2999-12-31 on end after the year 2999"),
        (("--days", "0"), "--days: found 0, allowed 1 to 1100"),
        (("--days", "-400"), "--days: found -400, allowed 1 to 1100"),
        (("--days", "1101"), "--days: found 1101, allowed 1 to 1100"),
    ],
)
def test_bad_words_on_the_command_line(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    assert said in refused(tmp_path, *words)
    assert [path.name for path in tmp_path.iterdir()] == ["daily.yaml"]


def test_bad_configs_make_nothing(tmp_path: Path) -> None:
    for address in ("http://example.com/d/", "https://example.com/my daily/"):
        line_ = refused(tmp_path, *FIRST, address=address)
        assert line_.startswith(f"{tmp_path / 'daily.yaml'}:4:10: address: found ")
    assert [path.name for path in tmp_path.iterdir()] == ["daily.yaml"]


@pytest.mark.usefixtures("quick")
def test_folders_that_are_somebody_elses(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    before = tree(tmp_path / "d")
    (tmp_path / "ledger.sqlite").rename(tmp_path / "kept.sqlite")
    said = refused(tmp_path, *FIRST)
    assert said == (
        f"{tmp_path / 'd'}: holds 2026-12-01, which {tmp_path / 'ledger.sqlite'} does not know: put the ledger back "
        "from your backup, or name it with --ledger; if it is lost, begin in another folder with -o"
    )
    assert refused(tmp_path, "--date", "2026-12-02") == said  # a new ledger would tell of the new day alone
    assert "1 untouched" in daily(tmp_path, *FIRST, "--ledger", str(tmp_path / "kept.sqlite"))
    said = refused(tmp_path, "--date", "2026-12-02", series="another")
    assert "holds another series than 'another'" in said
    assert tree(tmp_path / "d") == before and not (tmp_path / "ledger.sqlite").exists()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("my own")
    said = refused(tmp_path, *FIRST, "-o", str(tmp_path / "site"))
    assert "site/index.html: not made by puzzlegen daily, and would be overwritten" in said
    (tmp_path / "file").write_text("x")
    assert "found a file, expected a folder" in refused(tmp_path, *FIRST, "-o", str(tmp_path / "file"))


@pytest.mark.usefixtures("quick")
def test_a_lost_ledger_is_missed_whatever_day_it_is(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2")
    shutil.copyfile(tmp_path / "ledger.sqlite", tmp_path / "old.sqlite")  # a backup from before the third day
    daily(tmp_path, "--date", "2026-12-03")
    (tmp_path / "ledger.sqlite").rename(tmp_path / "kept.sqlite")
    before = tree(tmp_path)
    late = ("--date", "2026-12-09", "--as-of", "2026-12-09")
    assert "d: holds 2026-12-01 to 2026-12-03 (3), which " in refused(tmp_path, *late)
    assert "d: holds 2026-12-03, which " in refused(tmp_path, *late, "--ledger", str(tmp_path / "old.sqlite"))
    for path in (tmp_path / "d").glob("2*"):
        shutil.rmtree(path)  # published, and not kept here
    assert "d: holds the archive of 2026-12, which " in refused(tmp_path, *late)
    assert tree(tmp_path) == {name: one for name, one in before.items() if not name.startswith("d/2")}
    assert "1 issued" in daily(tmp_path, *late, "--ledger", str(tmp_path / "kept.sqlite"))


@pytest.mark.usefixtures("quick")
def test_a_folder_that_lacks_days_of_its_ledger_is_refused(tmp_path: Path) -> None:
    """Its feeds would lead to them; a folder that was renamed, or moved with its ledger, has them."""
    daily(tmp_path, *FIRST, "--days", "3")
    before, other = tree(tmp_path), ("-o", str(tmp_path / "e"))
    ledger = ("--ledger", str(tmp_path / "ledger.sqlite"))
    for words in ((), ("--date", "2026-12-02"), ("--date", "2026-12-06")):
        assert refused(tmp_path, *other, *ledger, *words) == (
            f"{tmp_path / 'e'}: {'2 days' if '2026-12-02' in words else '3 days'} such as 2026-12-01 of "
            f"{tmp_path / 'ledger.sqlite'} are in {tmp_path / 'd'}: name that folder with -o, or copy it to "
            f"{tmp_path / 'e'} first"
        )
    assert tree(tmp_path) == before
    shutil.copytree(tmp_path / "d", tmp_path / "e")
    assert "1 issued" in daily(tmp_path, *other, *ledger, "--date", "2026-12-06")
    assert "d: 2026-12-06 of " in refused(tmp_path, "--date", "2026-12-07")  # the old one
    shutil.rmtree(tmp_path / "d")
    (tmp_path / "e").rename(tmp_path / "f")
    renamed = ("-o", str(tmp_path / "f"), *ledger)
    assert "1 untouched" in daily(tmp_path, *renamed, *FIRST)
    (tmp_path / "moved").mkdir()
    for name in ("f", "ledger.sqlite"):
        (tmp_path / name).rename(tmp_path / "moved" / name)
    moved = ("--ledger", str(tmp_path / "moved" / "ledger.sqlite"))
    assert "1 issued" in daily(tmp_path, "-o", str(tmp_path / "moved" / "f"), *moved, "--date", "2026-12-07")
    shutil.rmtree(tmp_path / "moved" / "f")
    said = refused(tmp_path, *other, *moved, *FIRST)
    assert said.endswith("copy that folder here, or name all its days with --date and --days to draw them here")
    assert "5 drawn" in daily(tmp_path, *other, *moved, *FIRST, "--days", "7")


@pytest.mark.usefixtures("quick")
def test_the_room_of_a_killed_run_is_cleared_by_the_next(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    with building(tmp_path / "d") as room:
        mine = room.name
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    killed = mine.replace(f"-{os.getpid()}-", f"-{dead.pid}-")
    elsewhere = ".building-" + "0" * 8 + f"-{dead.pid}-x"
    for words, done in ((FIRST, "1 untouched"), (("--date", "2026-12-02"), "1 issued")):
        for name in (killed, mine, elsewhere):
            (tmp_path / "d" / name).mkdir()
            (tmp_path / "d" / name / "solution.png").write_text("x")
        assert done in daily(tmp_path, *words)
        assert {path.name for path in (tmp_path / "d").glob(".b*")} == {mine, elsewhere}
        for name in (mine, elsewhere):
            shutil.rmtree(tmp_path / "d" / name)


@pytest.mark.usefixtures("quick")
def test_a_file_where_the_folder_of_a_day_belongs(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    before = days_of(tmp_path), reserved(tmp_path)
    for day in ("2026-12-02", "2026-12-03"):
        (tmp_path / "d" / day).write_text("in the way")
        said = refused(tmp_path, "--date", "2026-12-02", "--days", "2")
        assert said == f"{tmp_path / 'd' / day}: found a file, expected the folder of a day: move it away"
        assert (days_of(tmp_path), reserved(tmp_path)) == before
        (tmp_path / "d" / day).unlink()
    shutil.rmtree(tmp_path / "d" / "2026-12-01")
    (tmp_path / "d" / "2026-12-01").write_text("in the way")
    assert "move it away" in refused(tmp_path, *FIRST)
    assert (days_of(tmp_path), reserved(tmp_path)) == before


@pytest.mark.usefixtures("quick")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    said = refused(tmp_path, *FIRST, "-o", "/proc/daily", "--ledger", str(tmp_path / "l.sqlite"))
    assert said.startswith("/proc/daily: cannot be written to") and said.endswith("choose another folder with -o")
    assert not (tmp_path / "l.sqlite").exists()


@pytest.mark.usefixtures("quick")
def test_ledgers_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "ledger.sqlite"
    daily(tmp_path, *FIRST)
    before = tree(tmp_path / "d")
    holder = sqlite3.connect(ledger, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(connection, "PATIENCE", 0.1)
    assert "another program is writing to it" in refused(tmp_path, "--date", "2026-12-02")
    assert "1 untouched" in daily(tmp_path, *FIRST)  # nothing to write, so nothing to wait for
    holder.close()
    with sqlite3.connect(ledger) as raw:
        raw.execute(f"PRAGMA user_version = {connection.VERSION + 1}")
    raw.close()
    assert "the ledger of a newer puzzlegen" in refused(tmp_path, "--date", "2026-12-02")
    ledger.write_text("no database\n" * 100)
    assert "not a ledger" in refused(tmp_path, "--date", "2026-12-02")
    assert tree(tmp_path / "d") == before


@pytest.mark.usefixtures("quick")
def test_later_days_are_told_of_when_they_come(tmp_path: Path) -> None:
    said = daily(tmp_path, *FIRST, "--days", "7", "--as-of", "2026-11-20")
    assert "files of the series" not in said and not (tmp_path / "d" / "feed.json").exists()
    for as_of, told in (("2026-12-02", 2), ("2026-12-06", 4)):
        daily(tmp_path, *FIRST, "--as-of", as_of)
        feed = json.loads((tmp_path / "d" / "feed.json").read_text())
        assert len(feed["items"]) == told
        assert all((tmp_path / "d" / name).is_file() for name in TOP)


@pytest.mark.usefixtures("quick")
def test_without_a_date_it_is_today_in_the_series_time_zone(tmp_path: Path) -> None:
    path = config(tmp_path)
    said = []
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # 25 hours apart: never the same day
        path.write_text(path.read_text().split("timezone")[0] + f"timezone: {zone}\n")
        code, _, words = run("daily", str(path), "-o", str(tmp_path / "d"), "--jobs", "1")
        said.append(words if code else "".join(sorted(p.name for p in (tmp_path / "d").glob("2*"))))
    assert said[0] != said[1]


def processor_time(*words: str) -> tuple[float, str]:
    """Seconds that a Python of its own takes of the processor, user and system; and what it says on stderr."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stderr


def test_a_year_with_nothing_to_do_takes_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a process, on files of real size; measured against what any program like it needs to start, taken in turns."""
    one = tmp_path / "one"
    one.mkdir()
    write_day(one, some_days(date(2026, 12, 7), 1)[0], None)

    def linked(room: Path, *_: object) -> None:
        for path in one.iterdir():
            (room / path.name).hardlink_to(path)

    monkeypatch.setattr(issue, "write_day", linked)
    monkeypatch.setattr(issue, "to_disk", lambda path: None)  # it need not outlast a power cut
    year = (*FIRST, "--days", "365", "--as-of", "2027-11-30")
    daily(tmp_path, *year)
    folder = tmp_path / "d"
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert sum(path.stat().st_size for path in before if path.is_file()) > 312 * 250_000
    start = ("-c", "import numpy, pydantic, typer")
    run_ = ("-m", "puzzlegen", "daily", str(config(tmp_path)), "-o", str(folder), *year)
    ratios = []
    for _ in range(3):
        least, (taken, said) = processor_time(*start)[0], processor_time(*run_)
        assert "312 untouched, 53 without a puzzle" in said and "written" not in said
        ratios.append(taken / least)
    assert min(ratios) < 4.5, ratios  # 3.3 (2026-11-21)
    assert before == {path: path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_the_shipped_config_makes_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = Path(__file__).parents[2] / "configs" / "daily.yaml"
    monkeypatch.chdir(tmp_path)
    assert run("daily", str(shipped), "--date", "2026-12-05", "--as-of", "2026-12-05")[0] == 0
    assert (tmp_path / "output" / "daily" / "2026-12-05" / "puzzle.png").is_file()
    assert (tmp_path / "output" / "ledger.sqlite").is_file()


def test_days_in_a_zip_as_they_were_issued(tmp_path: Path) -> None:
    made, again = tmp_path / "made.zip", tmp_path / "again.zip"
    said = daily(tmp_path, *FIRST, "--days", "5", "--zip", str(made))
    assert said.endswith(f"3 days in {made}\n")  # one is skipped, one a Saturday
    folders = {name.partition("/")[0] for name in ZipFile(made).namelist()}
    assert folders == {"index.csv", "2026-12-01", "2026-12-02", "2026-12-03"}
    daily(tmp_path, *FIRST, "--days", "4", "--zip", str(again), title="Another")
    assert made.read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("month.tar", "month.tar, expected the name of a file that ends in .zip"),
        ("folder.zip", "folder.zip, expected the name of a file that ends in .zip"),
        ("nowhere/month.zip", "nowhere: no such folder; make it first"),
        ("d/month.zip", "d/month.zip would be published with the series, answers and all; put it beside "),
        ("none.zip", "--zip: no day from 2026-12-04 on has a puzzle; choose others with --date and --days"),
    ],
)
def test_a_zip_that_should_not_be_is_refused_before_anything_is_made(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "d").mkdir()
    first = "2026-12-04" if name == "none.zip" else "2026-12-01"  # one has a puzzle, the other is skipped
    assert says in refused(tmp_path, "--date", first, "--zip", str(tmp_path / name))
    assert tree(tmp_path) == {}


@pytest.mark.usefixtures("quick")
def test_words_that_do_not_fit_issue_nothing_and_can_be_put_right(tmp_path: Path) -> None:
    """An issued day keeps its words: were they issued before they are tried, no run could ever draw it."""
    wide = "Wonderfully Extraordinary Minesweeper Puzzles for Absolutely Everybody"
    assert refused(tmp_path, *FIRST, title=wide).endswith("about 29 fit; shorten it")
    assert tree(tmp_path) == {}
    long = f"https://example.com/{'a/' * 40}"
    assert "is too long for a line of 120 mm on paper" in refused(tmp_path, *FIRST, address=long)
    assert tree(tmp_path) == {}
    assert "1 issued" in daily(tmp_path, *FIRST)
    assert "is too long for a line" in refused(tmp_path, *FIRST, "--redraw", address=long)
    assert refused(tmp_path, *FIRST, "--redraw", title=wide).endswith("about 29 fit; shorten it")
    assert "1 untouched" in daily(tmp_path, *FIRST)
