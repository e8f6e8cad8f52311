"""Dailies with gaps: missed days are reported and issued later, days are withdrawn, and a wrong clock is noticed."""

import json
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import puzzlegen, run
from daily_runs import FIRST, alt, config, daily, days_of, puzzles, refused, shown, tree

from puzzlegen.cli import daily as daily_command
from puzzlegen.daily import publishing, schedule

DAYS = ("2026-12-01", "2026-12-02", "2026-12-03")
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


def test_missed_days_are_reported_and_issued_in_order(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    for day in (1, 2, 3, 6, 7):
        daily(tmp_path / "whole", *on(day))
    assert "warning" not in daily(tmp_path, *on(1))
    output = daily(tmp_path, *on(7))  # 4 and 5 have no puzzle
    assert output.splitlines()[1:] == [
        "warning: no puzzle was issued for 2026-12-02, 2026-12-03, 2026-12-06 (3 days): issue what was missed with "
        "--catch-up, or add it to skip in the config"
    ]
    assert [(row["number"], row["date"]) for row in days_of(tmp_path)] == [(1, "2026-12-01"), (5, "2026-12-07")]
    assert "warning: no puzzle" in daily(tmp_path, *on(7), "-q")  # also by a run with nothing to do
    output = daily(tmp_path, *on(7), "--catch-up")
    assert output.startswith("3 issued, 1 drawn again (2026-12-07: with the solution of the puzzle that is now before")
    assert "warning" not in output
    assert puzzles(tmp_path) == puzzles(tmp_path / "whole")
    assert listed(tmp_path) == listed(tmp_path / "whole")
    assert [row["number"] for row in days_of(tmp_path)] == [1, 2, 3, 4, 5]
    first, second = (
        {name: data for name, (_, data) in tree(folder / "d").items()} for folder in (tmp_path, tmp_path / "whole")
    )
    assert first == second
    assert "1 untouched" in daily(tmp_path, *on(7), "--catch-up")


def test_the_first_run_after_the_start_reports_the_days_before(tmp_path: Path) -> None:
    assert "warning: no puzzle was issued for 2026-12-01, 2026-12-02 (2 days): " in daily(tmp_path, *on(3))
    assert "warning: no puzzle was issued for 2026-12-01, 2026-12-02 (2 days): " in daily(tmp_path, *on(4))
    assert "2 issued" in daily(tmp_path, *on(4), "--catch-up")
    assert list(puzzles(tmp_path)) == list(DAYS)


def test_a_day_for_which_no_number_is_left_was_not_missed(tmp_path: Path) -> None:
    daily(tmp_path, *on(3), "--date", "2026-12-01", "--days", "3")
    daily(tmp_path, *on(6))
    text = config(tmp_path).read_text().replace("skip: [2026-12-04]", "skip: []")
    (tmp_path / "more.yaml").write_text(text)  # as if the 4th should have had a puzzle after all
    words = ("daily", str(tmp_path / "more.yaml"), "-o", str(tmp_path / "d"), "--jobs", "1", *on(6))
    assert run(*words, "-q") == (0, "", "")
    assert run(*words, "-q", "--catch-up") == (0, "", "")
    assert [row["number"] for row in days_of(tmp_path)] == [1, 2, 3, 4]


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
    assert "1 drawn again (2026-12-03: with the solution of the puzzle that is now before it), 1 withdrawn (" in output
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


def test_the_newest_day_is_withdrawn(tmp_path: Path) -> None:
    """The answer of the day before it is held back again, and the next day does not get its number."""
    daily(tmp_path, *FIRST, "--days", "3", *on(3))
    assert shown(tmp_path) == [(1, "answer"), (2, "answer"), (3, "held")]
    output = daily(tmp_path, *on(3), "--withdraw", "2026-12-03")
    assert "1 held again (2026-12-02: the next puzzle is not out, so its answer is not shown), 1 withdrawn (" in output
    assert shown(tmp_path) == [(1, "answer"), (2, "held")]
    assert "1 withdrawn before (2026-12-03)" in daily(tmp_path, *on(3))  # the run of every day does not bring it back
    daily(tmp_path, *on(6))
    assert [(row["number"], row["date"][-2:]) for row in days_of(tmp_path)] == [(1, "01"), (2, "02"), (4, "06")]


def test_all_days_are_withdrawn(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2", *on(2))
    daily(tmp_path, *on(2), "--withdraw", "2026-12-01", "--withdraw", "2026-12-02")
    left = {path.relative_to(tmp_path / "d").as_posix() for path in (tmp_path / "d").rglob("*") if path.is_file()}
    assert left == {"manifest.json"}
    output = daily(tmp_path, *on(2), "--withdraw", "2026-12-01")
    assert "1 withdrawn before (2026-12-01)" in output and "warning" not in output
    daily(tmp_path, *on(3))
    assert [row["number"] for row in days_of(tmp_path)] == [3]


def test_a_withdrawn_day_comes_back_only_where_it_is_named_alone(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3", *on(3))
    before = {name: data for name, (_, data) in tree(tmp_path / "d").items()}
    daily(tmp_path, *on(3), "--withdraw", "2026-12-02")
    output = daily(tmp_path, *on(3), *FIRST, "--days", "3", "--redraw")
    assert "2 redrawn" in output and "1 withdrawn before" in output
    assert "1 redrawn" in daily(tmp_path, *on(3), "--date", "2026-12-02", "--redraw")
    assert {name: data for name, (_, data) in tree(tmp_path / "d").items()} == before
    old = puzzles(tmp_path)["2026-12-02"]
    daily(tmp_path, *on(3), "--withdraw", "2026-12-02")
    assert "1 issued again" in daily(tmp_path, *on(3), "--date", "2026-12-02", "--reissue")
    assert puzzles(tmp_path)["2026-12-02"] != old
    assert [row["number"] for row in days_of(tmp_path)] == [1, 2, 3]
    assert listed(tmp_path)["feed.json"] == list(DAYS)


def test_a_day_issued_in_advance_is_withdrawn_without_a_warning(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "6", *on(1))
    output = daily(tmp_path, *on(1), "--withdraw", "2026-12-03")
    assert "warning" not in output and "1 withdrawn (2026-12-03)" in output
    assert alt(tmp_path, 6).endswith("after 2")  # though nobody asked for it


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--withdraw", "2026-12-02"), "--withdraw: 2026-12-02 has no puzzle in "),
        (("--withdraw", "second"), '--withdraw: found "second", allowed a day such as 2026-12-01'),
        (("--withdraw", "2026-12-01", "--days", "2"), "--withdraw: names its days itself"),
        (("--withdraw", "2026-12-01", "--catch-up"), "--withdraw: names its days itself"),
        (("--catch-up", "--redraw"), "--catch-up: leave out --redraw, --reissue and --zip"),
    ],
)
def test_what_cannot_be_withdrawn_or_caught_up(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    before = tree(tmp_path)
    assert message in refused(tmp_path, *words)
    assert tree(tmp_path) == before


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
