"""Dailies whose config changes: issued days keep their puzzle, number and words, unless an option says otherwise."""

import json
import os
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from commands import run
from daily_runs import (
    AS_OF,
    FIRST,
    alt,
    config,
    daily,
    days_of,
    puzzles,
    refused,
    tree,
)

pytestmark = pytest.mark.usefixtures("copied_days")


@pytest.mark.usefixtures("quick")
def test_issued_days_outlive_every_change_of_the_config(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2")
    before = tree(tmp_path / "d" / "2026-12-01") | {"2": alt(tmp_path, 2), "puzzle": puzzles(tmp_path)["2026-12-02"]}
    output = daily(tmp_path, *FIRST, "--days", "3", title="New", address="https://other.example/", size="6x6")
    assert "1 issued, 1 opened (2026-12-02: the next puzzle is out, so its answer is shown), 1 untouched" in output
    assert before == tree(tmp_path / "d" / "2026-12-01") | {
        "2": alt(tmp_path, 2), "puzzle": puzzles(tmp_path)["2026-12-02"]
    }  # fmt: skip
    assert "2 issued days (2026-12-01, 2026-12-02) keep the title, address they were issued with: --redraw " in output
    assert alt(tmp_path, 3) == "3 https://other.example/2026-12-03/ New after 2"
    assert "1 issued day (2026-12-03) keeps the title, address it was issued with: " in daily(tmp_path, *FIRST)
    assert "issued with" not in daily(tmp_path, *FIRST, "--days", "3", "--redraw")


@pytest.mark.usefixtures("quick")
def test_days_that_keep_older_settings_are_told_of_when_the_config_changes(tmp_path: Path) -> None:
    def night(day: str, *words: str, title: str) -> str:
        return daily(tmp_path, "--date", f"2026-12-{day}", "--as-of", f"2026-12-{day}", *words, title=title)

    assert "issued with" not in night("01", title="Old") + night("02", title="Old")
    assert "2 issued days (2026-12-01, 2026-12-02) keep the title they were issued with" in night("03", title="New")
    assert "issued with" not in night("03", title="New") + night("07", title="New")
    assert "2 issued days (2026-12-03, 2026-12-07) keep the title they were issued with" in night("08", title="Old")
    assert "1 issued day (2026-12-07) keeps the title it was issued with" in night("03", "--redraw", title="Old")
    (tmp_path / "d" / "manifest.json").unlink()  # the settings of the last run are lost
    assert "1 issued day (2026-12-07) keeps the title it was issued with" in night("08", title="Old")


@pytest.mark.usefixtures("quick")
def test_redraw_keeps_the_puzzles_and_takes_the_present_settings(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    before = puzzles(tmp_path)
    output = daily(tmp_path, *FIRST, "--days", "2", "--redraw", address="https://other.example/new/", size="6x6")
    assert "warning: 2026-12-01 to 2026-12-02 (2 days) drawn again as the config says now" in output
    why = "2026-12-03: with the solution of the puzzle that is now before it"
    assert f"2 redrawn, 1 drawn again ({why})" in output  # it leads to the second, too
    assert puzzles(tmp_path) == before
    assert alt(tmp_path, 2) == "2 https://other.example/new/2026-12-02/ Daily after 1"
    assert alt(tmp_path, 3) == "3 https://daily.example/d/2026-12-03/ Daily after 2"
    shutil.rmtree(tmp_path / "d" / "2026-12-02")
    daily(tmp_path, "--date", "2026-12-02")
    assert alt(tmp_path, 2).startswith("2 https://other.example/new/")


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
    for address in ("https://other.example/new/", "https://example.net/"):
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
    assert "archive and feeds updated (" in daily(tmp_path, *FIRST, "--days", "2")


@pytest.mark.usefixtures("quick")
def test_reissue_gives_another_puzzle_under_the_same_number(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    all_of_them = {puzzles(tmp_path)["2026-12-02"]}
    for _ in range(2):
        output = daily(tmp_path, "--date", "2026-12-02", "--reissue")
        assert "warning: 2026-12-02 issued AGAIN" in output and "1 issued again, 1 drawn again (2026-12-03: " in output
        output = daily(tmp_path, "--date", "2026-12-01", "--reissue", "--quiet")
        assert output.startswith("warning: 2026-12-01 issued AGAIN: readers ") and output.count("\n") == 1
        all_of_them.add(puzzles(tmp_path)["2026-12-02"])
    assert len(all_of_them) == 3
    assert alt(tmp_path, 2).startswith("2 ")
    rows = days_of(tmp_path)
    assert [(row["number"], row["date"]) for row in rows] == [(i, f"2026-12-0{i}") for i in (1, 2, 3)]
    assert rows[1]["puzzle"] == puzzles(tmp_path)["2026-12-02"]
    with sqlite3.connect(tmp_path / "ledger.sqlite") as raw:
        assert raw.execute("SELECT count(*) FROM puzzles").fetchone() == (7,)


@pytest.mark.usefixtures("quick")
def test_a_later_config_never_renumbers(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    path = config(tmp_path)
    path.write_text(path.read_text() + "first_number: 50\n")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), *AS_OF, "--jobs", "1")
    assert run(*words, "--date", "2026-12-06")[0] == 0
    assert [(row["number"], row["date"][-2:]) for row in days_of(tmp_path)] == [
        (1, "01"), (2, "02"), (3, "03"), (4, "06")
    ]  # fmt: skip
    path.write_text(path.read_text().replace("skip: [2026-12-04]", ""))
    code, _, errors = run(*words, "--date", "2026-12-04")
    assert (code, errors.count("\n")) == (2, 1)
    assert "2026-12-04: no number is left for it: it would be No. 4, and 2026-12-06, issued already, is No. 4" in errors


@pytest.mark.usefixtures("quick")
def test_days_that_are_not_made(tmp_path: Path) -> None:
    assert refused(tmp_path, "--date", "2026-11-30", "--days", "3") == (
        "2026-11-30: before the first day of the series, which is 2026-12-01 (start in the config): use "
        "--date 2026-12-01, or set start to 2026-11-30"
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
