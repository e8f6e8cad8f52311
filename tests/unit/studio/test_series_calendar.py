"""The calendar of a daily shows issued, missed, skipped and planned days, from ledger, folder and config."""

import shutil
from datetime import date
from pathlib import Path

import pytest
from small_series import SERIES, TODAY, Runs

from puzzlegen.daily.schedule import CalendarDay
from puzzlegen.errors import ConfigError, DayError
from puzzlegen.studio.records import SeriesMonth
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.series_work import propose, series_day, series_month, series_status

FIRST = date(2026, 12, 1)


def days_of(shown: SeriesMonth) -> dict[date, CalendarDay]:
    return {day.date: day for week in shown.weeks for day in week}


def states(month: str = "") -> dict[int, str]:
    shown = series_month(month)
    return {at.day: day.state for at, day in days_of(shown).items() if at.month == shown.month.month}


def test_each_day_has_its_state(does: Runs) -> None:
    does("make", FIRST, days=2)
    does("make", date(2026, 12, 9), days=4)
    found = states()
    assert [found[day] for day in range(1, 15)] == [
        "issued", "issued", "missed", "skipped", "none", "missed", "missed", "missed", "issued", "issued", "issued",
        "none", "planned", "planned",
    ]  # fmt: skip
    shown = series_month("2026-12")
    assert shown.today_is_made and series_day(TODAY).missed == series_status()["missed"] == 4
    planned = days_of(shown)[date(2026, 12, 13)]
    assert (planned.number, planned.puzzle, planned.version) == (10, "6x5 easy", "")
    assert states("2026-11")[30] == "none"


def test_a_classic_day_is_named_before_and_after_it_is_issued(series: Path, does: Runs) -> None:
    text = SERIES.replace("sunday: {size: 6x5,", "sunday: {kind: classic, size: 6x6,")
    assert text != SERIES
    (series / "daily.yaml").write_text(text, encoding="utf-8")
    does("make", date(2026, 12, 13))
    found = days_of(series_month("2026-12"))
    assert [found[date(2026, 12, day)].puzzle for day in (13, 20)] == ["classic 6x6 easy"] * 2


def test_classic_boards_are_named(series: Path, does: Runs) -> None:
    text = SERIES.replace(
        "thursday: {size: 5x4, difficulty: easy}", "thursday: {kind: classic, size: 8x8, difficulty: easy}"
    )
    (series / "daily.yaml").write_text(text, encoding="utf-8")
    does("make")
    found = days_of(series_month(""))
    assert [found[date(2026, 12, day)].puzzle for day in (10, 17)] == ["classic 8x8 easy"] * 2


def test_filling_the_gaps_gives_missed_days_the_numbers_shown(does: Runs) -> None:
    does("make", FIRST)
    before = {at: day.number for at, day in days_of(series_month("2026-12")).items() if day.state in ("missed", "due")}
    assert len(before) == 7
    does("catch-up")
    after = days_of(series_month("2026-12"))
    assert {at: after[at].number for at in before} == before
    assert {after[at].state for at in before} == {"issued"}


def test_a_day_that_must_be_drawn_again_and_one_that_was_withdrawn_are_marked(series: Path, does: Runs) -> None:
    does("make", FIRST, days=3)
    does("withdraw", date(2026, 12, 2))
    (series / "output/daily/2026-12-01/index.html").unlink()
    found = states()
    assert (found[1], found[2], found[3]) == ("damaged", "withdrawn", "issued")
    shutil.rmtree(series / "output/daily/2026-12-03")
    assert states()[3] == "damaged"


def test_months_are_whole_weeks_and_name_their_neighbors(does: Runs) -> None:
    shown = series_month("2027-02")
    assert [len(week) for week in shown.weeks] == [7] * 4
    assert (shown.before, shown.after) == ("2027-01", "2027-03")
    assert series_month("2000-01").before == "" and series_month("2999-12").after == ""
    assert series_month("").month == date(2026, 12, 1)


@pytest.mark.parametrize("month", ["2026-13", "2026", "1999-12", "3000-01", "x", "2026-1", "202612"])
def test_other_months_are_refused(series: Path, month: str) -> None:
    with pytest.raises(DayError, match="expected a month such as 2026-11"):
        series_month(month)


def test_a_series_that_begins_later_opens_at_its_first_day(series: Path, does: Runs) -> None:
    (series / "daily.yaml").write_text(SERIES.replace("start: 2026-12-01", "start: 2027-02-01"), encoding="utf-8")
    shown = series_month("")
    assert (shown.month, shown.first, shown.today, shown.problem) == (date(2027, 2, 1), date(2027, 2, 1), TODAY, "")
    assert series_day(date(2027, 2, 2)).days == 2
    with pytest.raises(DayError, match="The first day is 2027-02-01"):
        propose(SeriesAction("publish", folder="public"))


def test_a_lost_ledger_is_a_problem_and_the_calendar_stays(series: Path, does: Runs) -> None:
    does("make")
    (series / "output/ledger.sqlite").unlink()
    shown = series_month("")
    assert "does not know" in shown.problem and "put the ledger back from your backup" in shown.problem
    assert days_of(shown)[date(2026, 12, 11)].state == "planned" and series_status()["lines"] == []


def test_a_day_lists_its_files(does: Runs) -> None:
    assert series_day(TODAY).files == () and series_day(TODAY).days == 1
    does("make")
    shown = series_day(TODAY)
    assert set(shown.files) == {"puzzle.json", "alt.txt", "index.html"} and shown.day.state == "issued"


def test_a_config_with_problems_has_no_calendar(series: Path) -> None:
    (series / "daily.yaml").write_text(SERIES.replace("5x4", "5y4"), encoding="utf-8")
    with pytest.raises(ConfigError):
        series_month("")


def test_the_state_of_a_series_names_the_actions_of_the_studio(series: Path, does: Runs) -> None:
    def problems() -> list[tuple[str, str]]:
        return [(line["text"], line["action"]) for line in series_status()["lines"] if not line["is_well"]]

    remedy = "issue what was missed by Fill the gaps, or list it under Days without a puzzle"
    missed = f"no puzzle was issued for 2026-12-01, 2026-12-02, 2026-12-03 ... (7 days): {remedy}"
    assert problems() == [(f"{TODAY} waits to be issued", "make"), (missed, "")]
    does("make", days=3)
    assert (problems(), series_status()["missed"]) == ([(missed, "")], 7)
    assert series_status()["lines"][0]["text"] == "newest day 2026-12-10, No. 8; 1 day ahead, up to 2026-12-11"
    does("publish", folder="public")
    does("catch-up")
    assert problems() == [("7 days (2026-12-01, 2026-12-02, 2026-12-03 ...) not published", "publish")]
    does("publish", folder="public")
    assert (problems(), series_status()["public"]) == ([], "public")
    (series / "public" / "feed.xml").unlink()
    assert problems() == [("1 published file damaged or missing (feed.xml)", "publish")]


def test_titles_and_pictures_stand_in_the_calendar(series: Path, does: Runs) -> None:
    week = SERIES.replace("monday: {size: 5x4,", "monday: {kind: mosaic, pictures: [cat, anchor],")
    (series / "daily.yaml").write_text(week, encoding="utf-8")
    found = days_of(series_month("2026-12"))
    assert [found[date(2026, 12, day)].picture for day in (7, 14, 21, 28)] == ["", "Cat", "Anchor", ""]
    does("make", date(2026, 12, 21))
    found = days_of(series_month("2026-12"))
    assert [found[date(2026, 12, day)].picture for day in (14, 21, 28)] == ["Anchor", "Cat", ""]
