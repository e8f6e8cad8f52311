"""Dailies with gaps: missed days are reported and issued later, days are withdrawn, and a wrong clock is noticed."""

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import puzzlegen, run
from daily_runs import FIRST, alt, config, daily, days_of, tree

from puzzlegen.cli import daily as daily_command
from puzzlegen.daily import publishing, schedule

pytestmark = pytest.mark.usefixtures("quick")


def on(day: int) -> tuple[str, ...]:
    """The options of a run without --date on a day of December."""
    return ("--as-of", f"2026-12-{day:02}")


def listed(folder: Path) -> dict[str, list[str]]:
    """The days named in feed, calendar and archive."""
    top = folder / "d"
    feed = [item["url"].split("/")[-2] for item in json.loads((top / "feed.json").read_text())["items"]]
    texts = {name: (top / name).read_text() for name in ("feed.xml", "calendar.ics", "index.html")}
    return {"feed.json": sorted(feed)} | {
        name: [f"2026-12-{day:02}" for day in range(1, 11) if f"2026-12-{day:02}/" in text]
        for name, text in texts.items()
    }


# --- Missed days ------------------------------------------------------------------------------------------------------


# --- Withdrawn days ---------------------------------------------------------------------------------------------------


def test_a_withdrawn_day_is_nowhere_and_its_number_stays_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing.day_files, "DAY_FILES", ("alt.txt", "puzzle.json"))
    daily(tmp_path, *FIRST, "--days", "3", *on(3))
    shutil.copyfile(tmp_path / "d" / "2026-12-01" / "alt.txt", tmp_path / "first.txt")
    (tmp_path / "d" / "2026-12-02" / "notes.txt").write_text("the editor's own")
    output = daily(tmp_path, *on(3), "--withdraw", "2026-12-02")
    assert output.splitlines()[0] == (
        "warning: 2026-12-02 WITHDRAWN: readers who have the puzzle keep it; --publish removes it from its folder; "
        "remove it yourself from servers and mailing programs that have a copy"
    )
    again = "1 drawn again (2026-12-03: the ledger now has another puzzle before it, or other settings), 1 withdrawn ("
    assert again in output
    assert [path.name for path in (tmp_path / "d" / "2026-12-02").iterdir()] == ["notes.txt"]
    assert set(map(tuple, listed(tmp_path).values())) == {("2026-12-01", "2026-12-03")}
    assert alt(tmp_path, 3).endswith("after 1")
    assert [row["number"] for row in days_of(tmp_path)] == [1, 3]
    assert "warning" not in daily(tmp_path, *on(3))  # it was not missed
    zipped = tmp_path / "days.zip"
    output = daily(tmp_path, *on(6), *FIRST, "--days", "6", "--zip", str(zipped))
    assert "1 issued, 1 opened (2026-12-03: " in output and "1 withdrawn before (2026-12-02)" in output
    with ZipFile(zipped) as archive:
        assert not any("2026-12-02" in name for name in archive.namelist())
        assert b"2026-12-02" not in archive.read("index.csv")
    assert [row["number"] for row in days_of(tmp_path)] == [1, 3, 4]
    output = run("verify", str(tmp_path / "d"))[1]
    assert "2026-12-06" in output and "2026-12-02" not in output  # whose folder only has the editor's notes
    (tmp_path / "d" / "2026-12-02" / "puzzle.png").write_text("left, or put back")
    assert "no such day '2026-12-02'" in run("verify", str(tmp_path / "d"))[1]


def test_verify_compares_the_list_of_withdrawn_days(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3", *on(3))
    daily(tmp_path, *on(3), "--withdraw", "2026-12-02")
    path = tmp_path / "d" / "manifest.json"
    data = json.loads(path.read_text())
    assert data["withdrawn"] == {"2026-12-02": 2}
    problem = "does not list the withdrawn days"
    assert problem not in run("verify", str(tmp_path / "d"))[1]
    path.write_text(json.dumps(data | {"withdrawn": {}}))
    assert problem in run("verify", str(tmp_path / "d"))[1]


def test_withdrawn_days_stay_withdrawn_when_the_ledger_is_rebuilt(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "6", *on(6))
    daily(tmp_path, *on(6), "--withdraw", "2026-12-02", "--withdraw", "2026-12-06")
    ledger, top = tmp_path / "ledger.sqlite", tmp_path / "d"
    complete_data(tmp_path)
    before = withdrawn(ledger)
    assert [row[:2] for row in before] == [("2026-12-02", 2), ("2026-12-06", 4)]
    ledger.unlink()
    code, _, output = run("ledger", "rebuild", str(top), "--ledger", str(ledger), "--daily", str(config(tmp_path)))
    assert (code, output.splitlines()[0]) == (0, f"{top}: 2 days, 2 withdrawn"), output
    assert withdrawn(ledger) == before  # their puzzles too
    output = daily(tmp_path, *FIRST, "--days", "7", *on(7), "--catch-up")
    assert "1 issued" in output and "2 withdrawn before" in output and "no puzzle was issued" not in output
    assert [row["number"] for row in days_of(tmp_path)] == [1, 3, 5]
    manifest = top / "manifest.json"
    data = json.loads(manifest.read_text())
    complete_data(tmp_path)
    for wrong in ({"2026-12-01": 9}, {"2026-12-04": 1}, {"2026-12-04": 0}):
        ledger.unlink(missing_ok=True)
        manifest.write_text(json.dumps(data | {"withdrawn": wrong}))
        code, _, output = run("ledger", "rebuild", str(top), "--ledger", str(ledger), "--daily", str(config(tmp_path)))
        assert (code, output.count("\n")) == (2, 1) and "manifest.json: withdrawn: names a day or" in output


def complete_data(folder: Path) -> None:
    """Write what ``ledger rebuild`` reads from puzzle.json and the stand-ins lack."""
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        rows = raw.execute("SELECT date, number, record FROM days WHERE placed").fetchall()
    for day, number, record in rows:
        more = {"date": day, "number": number, "address": f"https://daily.example/d/{day}/"}
        (folder / "d" / day / "puzzle.json").write_text(json.dumps(json.loads(record) | more))


def withdrawn(ledger: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(ledger) as raw:
        query = "SELECT date, days.number, record, puzzles.puzzle, placed FROM puzzles JOIN days ON id = days.puzzle"
        return raw.execute(f"{query} WHERE state = 'earlier' ORDER BY date").fetchall()


# --- Clocks -----------------------------------------------------------------------------------------------------------


class Clock(datetime):
    """A clock that can be set."""

    today_is = datetime(2026, 12, 1, 12, tzinfo=UTC)

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return cls.today_is


def at_clock(folder: Path, day: str, *words: str, stdin: str = "") -> tuple[int, str]:
    """Run the command of every day on a computer with that date."""
    Clock.today_is = datetime.fromisoformat(f"{day}T12:00+00:00")
    words = ("daily", str(config(folder)), "-o", str(folder / "d"), "--jobs", "1", "-q", *words)
    done = puzzlegen(*words, stdin=stdin)
    return done.returncode, done.stderr.strip()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "datetime", Clock)


@pytest.mark.usefixtures("clock")
def test_a_clock_that_is_far_off_stops_the_run(tmp_path: Path) -> None:
    assert at_clock(tmp_path, "2026-12-01")[0] == 0
    assert at_clock(tmp_path, "2026-12-08")[0] == 0
    before = tree(tmp_path)
    assert at_clock(tmp_path, "2027-01-25") == (
        2,
        "2027-01-25: 48 days after the last run, which was on 2026-12-08: if this is today's date, add --as-of "
        "2027-01-25 this once; else set the computer's clock",
    )
    code, errors = at_clock(tmp_path, "2026-12-03")  # would take back what is published since
    assert (code, errors.count("\n")) == (2, 0)
    assert errors.startswith("2026-12-03: 5 days before the last run, which was on 2026-12-08: if ")
    assert tree(tmp_path) == before
    assert at_clock(tmp_path, "2026-12-07")[0] == 0  # another time zone
    assert at_clock(tmp_path, "2027-01-25", "--as-of", "2027-01-25")[0] == 0
    assert at_clock(tmp_path, "2027-01-26")[0] == 0


@pytest.mark.usefixtures("clock")
def test_without_a_manifest_only_a_long_pause_is_doubted(tmp_path: Path) -> None:
    at_clock(tmp_path, "2026-12-01", "--days", "8")  # in advance
    for day, expected in (("2027-01-25", 2), ("2026-12-01", 0)):
        (tmp_path / "d" / "manifest.json").unlink(missing_ok=True)
        assert at_clock(tmp_path, day)[0] == expected
    assert at_clock(tmp_path, "2027-01-25")[1].startswith("2027-01-25: 55 days after the last run")


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2), ("\n", 2)])
def test_on_a_terminal_it_asks(answer: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_clock(tmp_path, "2026-12-01")
    monkeypatch.setattr(daily_command, "_is_terminal", lambda: True)
    found, errors = at_clock(tmp_path, "2027-03-01", stdin=answer)
    assert found == code
    assert "2027-03-01: 90 days after the last run, which was on 2026-12-01. Is this today's date? [y/N]" in errors
