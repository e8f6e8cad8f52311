"""Dailies where something goes wrong: files are lost, runs fail or are killed, and the next one puts it right."""

import json
import os
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from commands import run
from daily_runs import AS_OF, FIRST, alt, config, daily, days_of, puzzles, refused, reserved, shown, standin, tree

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.daily import day_files, fit_check
from puzzlegen.daily import run as daily_run
from puzzlegen.errors import LayoutError
from puzzlegen.files.build_folder import open_build_folder, remove_abandoned
from puzzlegen.formats import line
from puzzlegen.jobs import pools as executors
from puzzlegen.ledger import database
from puzzlegen.ledger.days import Day


@pytest.mark.usefixtures("quick")
def test_a_run_that_fails_claims_nothing_and_the_next_finishes_the_same_puzzle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(room: Path, day: Day, before: Day | None, is_open: bool) -> None:
        (room / "puzzle.json").write_text(line.write(day.puzzle))
        if day.name == "2026-12-02":
            drawn.append(line.write(day.puzzle))
            raise LayoutError("no room")
        standin(room, day, before, is_open)

    drawn: list[str] = []
    monkeypatch.setattr(day_files, "write_day", breaks)
    assert refused(tmp_path, *FIRST, "--days", "3") == "2026-12-02: no room"
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01"]
    assert sorted(path.name for path in (tmp_path / "d").glob("2*")) == ["2026-12-01"]
    assert listed_days(tmp_path) == ["2026-12-01"]
    assert shown(tmp_path) == [(1, "held")]  # the day after it has come, its puzzle has not
    monkeypatch.setattr(day_files, "write_day", standin)
    output = daily(tmp_path, *FIRST, size="6x6")  # any run finishes it
    assert "1 opened (2026-12-01: " in output and "1 drawn (2026-12-02: its files were not there" in output
    assert puzzles(tmp_path)["2026-12-02"] == drawn[0]
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01", "2026-12-02"]


def listed_days(folder: Path) -> list[str]:
    """The days in the feed."""
    return [item["url"].split("/")[-2] for item in json.loads((folder / "d" / "feed.json").read_text())["items"]]


@pytest.mark.usefixtures("quick")
def test_several_workers_draw_the_same_where_an_old_day_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The day after it, begun at the same time, may not show the solution of a day that is not there."""

    def breaks(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-02":
            raise LayoutError("no room")
        standin(room, day, *words)

    monkeypatch.setattr(executors, "THREAD_ONLY_SECONDS", 1e9)  # processes would not see what is patched
    trees = []
    for jobs, least in (("1", 6), ("3", 1)):
        monkeypatch.setattr(daily_run, "POOL_FROM", least)
        place = tmp_path / jobs
        place.mkdir()
        daily(place, *FIRST, "--days", "10")
        for day in (2, 3, 7):
            shutil.rmtree(place / "d" / f"2026-12-{day:02}")
        with monkeypatch.context() as patch:
            patch.setattr(day_files, "write_day", breaks)
            message = refused(place, *FIRST, "--days", "10", "--jobs", jobs)
        assert message == "2026-12-02: no room; all other work is done"
        assert alt(place, 3).endswith("after 1")
        trees.append({name: data for name, (_, data) in tree(place / "d").items()})
    assert trees[0] == trees[1]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (LayoutError("no room"), "2026-12-02: no room"),
        (ValueError("x"), "2026-12-02: cannot be drawn (ValueError: x): a fault of puzzlegen; please report it"),
    ],
)
def test_an_old_day_that_cannot_be_drawn_keeps_no_other_waiting(
    fault: Exception, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-02":
            raise fault
        standin(room, day, *words)

    monkeypatch.setattr(day_files, "write_day", breaks)
    assert refused(tmp_path, *FIRST, "--days", "2") == message
    (kept,) = [row[2] for row in reserved(tmp_path) if row[0] == "2026-12-02"]
    assert refused(tmp_path, "--date", "2026-12-03") == f"{message}; all other work is done"
    assert refused(tmp_path, "--date", "2026-12-06") == f"{message}; all other work is done"
    assert listed_days(tmp_path) == ["2026-12-06", "2026-12-03", "2026-12-01"]
    assert alt(tmp_path, 3).endswith("Daily after 1") and alt(tmp_path, 6).startswith("4 ")
    monkeypatch.setattr(day_files, "write_day", standin)
    daily(tmp_path, *FIRST, "--days", "6", title="New", address="https://other.example/")
    assert listed_days(tmp_path) == ["2026-12-06", "2026-12-03", "2026-12-02", "2026-12-01"]
    assert alt(tmp_path, 2) == "2 https://other.example/2026-12-02/ New after 1"  # nobody had seen it
    assert alt(tmp_path, 3) == "3 https://daily.example/d/2026-12-03/ Daily after 2"
    assert json.loads(kept)["puzzle"] == puzzles(tmp_path)["2026-12-02"]
    assert [item["id"] for item in json.loads((tmp_path / "d" / "feed.json").read_text())["items"]][2:] == [
        "https://other.example/2026-12-02/", "https://daily.example/d/2026-12-01/"
    ]  # fmt: skip


@pytest.mark.usefixtures("quick")
def test_a_day_reserved_with_a_board_no_file_can_show_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise LayoutError("no card")

    def refuses_narrow(puzzle: Puzzle, *_: object) -> None:
        if puzzle.grid.width < 4:
            refuses()

    monkeypatch.setattr(fit_check, "thumbnail", refuses_narrow)
    with monkeypatch.context() as patch:
        patch.setattr("puzzlegen.schema.daily_fields.MIN_DAILY_WIDTH", 3)
        patch.setattr(fit_check, "check_fit", lambda *_: None)
        patch.setattr(day_files, "write_day", refuses)
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
    ended: list[str] = []
    over = threading.Event()

    def stops(room: Path, day: Day, *words: Any) -> None:
        if day.name == "2026-12-03":
            os.kill(os.getpid(), signal.SIGTERM)
            over.wait(120)
            ended.append(day.name)
        standin(room, day, *words)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(day_files, "write_day", stops)
    words = ("daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), *FIRST, *AS_OF, "--days", "5", "-q")
    code, out, errors = run(*words)
    assert not ended  # the run did not wait for the day that is being drawn
    over.set()
    assert (code, out) == (143, "")
    assert errors == "interrupted: 2 of 3 days are done: start the same run again to continue\n"
    assert signal.getsignal(signal.SIGTERM) == before
    monkeypatch.setattr(day_files, "write_day", standin)
    assert "1 drawn (2026-12-03: its files were not there" in daily(tmp_path, *FIRST, "--days", "5")
    assert listed_days(tmp_path) == ["2026-12-03", "2026-12-02", "2026-12-01"]


@pytest.mark.usefixtures("quick")
def test_a_ledger_that_is_locked_before_a_day_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locks(room: Path, *words: Any) -> None:
        standin(room, *words)
        holder.execute("BEGIN IMMEDIATE")

    daily(tmp_path, *FIRST)
    holder = sqlite3.connect(tmp_path / "ledger.sqlite", isolation_level=None, check_same_thread=False)
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.1)
    with monkeypatch.context() as patch:
        patch.setattr(day_files, "write_day", locks)
        message = refused(tmp_path, "--date", "2026-12-02", "--days", "2", "--as-of", "2026-12-02")
    assert message.startswith(f"{tmp_path / 'ledger.sqlite'}: another program is using it")
    holder.close()
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01"]  # it claims no more than it could
    made = {name: data for name, (_, data) in tree(tmp_path / "d" / "2026-12-02").items()}
    assert "1 drawn" in daily(tmp_path, *FIRST, title="New", address="https://other.example/")  # it may be out already
    assert made == {name: data for name, (_, data) in tree(tmp_path / "d" / "2026-12-02").items()}
    assert [row["puzzle"] for row in days_of(tmp_path)] == list(puzzles(tmp_path).values())
    assert len(days_of(tmp_path)) == 2


@pytest.mark.usefixtures("quick")
def test_the_room_of_a_killed_run_is_cleared_by_the_next(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    with open_build_folder(tmp_path / "d") as room:
        killed = room.with_name(f"{room.name}-killed")
        killed.mkdir()
        assert "1 untouched" in daily(tmp_path, *FIRST)  # while another run is at work: either may be its room
        assert room.exists() and killed.exists()
    elsewhere = tmp_path / "d" / (".building-" + "0" * 8 + "-x")
    for words, done in ((FIRST, "1 untouched"), (("--date", "2026-12-02"), "1 issued")):
        for place in (killed, elsewhere):
            place.mkdir(exist_ok=True)
            (place / "solution.png").write_text("x")
        assert done in daily(tmp_path, *words)
        assert list((tmp_path / "d").glob(".b*")) == [elsewhere]
    os.utime(elsewhere, (0, 0))
    assert "1 untouched" in daily(tmp_path, *FIRST)
    assert list((tmp_path / "d").glob(".b*")) == []


@pytest.mark.usefixtures("quick")
def test_a_clock_that_goes_forward_by_days_breaks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [time.time()]

    def later(room: Path, *words: Any) -> None:
        now[0] += 3 * 86400
        remove_abandoned(tmp_path / "d")  # as an idle run does
        standin(room, *words)

    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(day_files, "write_day", later)
    begin = now[0]
    assert "2 issued" in daily(tmp_path, *FIRST, "--days", "2")
    assert now[0] - begin >= 6 * 86400
    assert [row["date"] for row in days_of(tmp_path)] == ["2026-12-01", "2026-12-02"]
    assert list((tmp_path / "d").glob(".b*")) == []
