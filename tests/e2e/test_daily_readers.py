"""Feeds and calendar of a week with a gap, a withdrawn day and coming days, read by parsers of their formats."""

import json
from datetime import date, timedelta
from pathlib import Path

import feedparser
import jsonschema
import pytest
import vobject
from commands import run
from daily_runs import config
from icalendar import Calendar

FIRST, AS_OF = date(2026, 11, 30), date(2026, 12, 6)
ADDRESS = "https://daily.example/d/"
SCHEMA = json.loads((Path(__file__).parents[1] / "schemas" / "jsonfeed.json").read_text(encoding="utf-8"))
MISSED, SKIPPED, WITHDRAWN, COMING = "2026-12-01", "2026-12-04", "2026-12-03", ["2026-12-07", "2026-12-08"]
SHOWN = ["2026-12-06", "2026-12-02", "2026-11-30"]  # newest first; Saturday has no puzzle


@pytest.fixture
def week(tmp_path: Path, quick: None) -> Path:
    """The published files of a week; one day was missed, one is withdrawn, and two are made in advance."""
    path = config(tmp_path)
    text = path.read_text().replace("start: 2026-12-01", "start: 2026-11-30\ncalendar_ahead: 3")
    path.write_text(text)

    def daily(*words: str) -> None:
        code, _, errors = run("daily", str(path), "-o", str(tmp_path / "d"), "--jobs", "1", *words)
        assert code == 0, errors

    daily("--date", "2026-11-30", "--as-of", "2026-11-30")
    for day in ("2026-12-02", "2026-12-03"):
        daily("--date", day, "--as-of", day)
    daily("--date", "2026-12-06", "--days", "3", "--as-of", str(AS_OF))
    daily("--withdraw", WITHDRAWN, "--as-of", str(AS_OF), "--publish", str(tmp_path / "p"))
    return tmp_path / "p"


def test_feed_readers_show_the_published_days(week: Path) -> None:
    rss = feedparser.parse((week / "feed.xml").read_bytes(), sanitize_html=False, resolve_relative_uris=False)
    assert not rss.bozo and rss.version == "rss20"  # well formed
    addresses = [f"{ADDRESS}{day}/" for day in SHOWN]
    assert [one.link for one in rss.entries] == [one.id for one in rss.entries] == addresses
    assert [str(date(*one.published_parsed[:3])) for one in rss.entries] == SHOWN
    feed = json.loads((week / "feed.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker()).validate(feed)
    assert (feed["version"], feed["feed_url"]) == ("https://jsonfeed.org/version/1.1", f"{ADDRESS}feed.json")
    assert [one["id"] for one in feed["items"]] == [one["url"] for one in feed["items"]] == addresses
    assert [one["title"] for one in feed["items"]] == [one.title for one in rss.entries]
    assert [one["content_html"] for one in feed["items"]] == [one.summary for one in rss.entries]
    for name in ("feed.xml", "feed.json"):
        text = (week / name).read_text(encoding="utf-8")
        assert not any(f"{day}/" in text for day in (MISSED, SKIPPED, WITHDRAWN, *COMING)), name


def test_calendar_programs_show_the_published_days_and_coming_titles(week: Path) -> None:
    data = (week / "calendar.ics").read_bytes()
    assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
    assert all(len(one) <= 75 for one in data.split(b"\r\n"))
    read = Calendar.from_ical(data)
    assert [component.errors for component in read.walk() if component.errors] == []
    events = {str(one.decoded("dtstart")): one for one in read.walk("VEVENT")}
    assert list(events) == [*reversed(SHOWN), *COMING, "2026-12-09"]  # three days ahead
    assert all(one.decoded("dtend") - one.decoded("dtstart") == timedelta(days=1) for one in events.values())
    assert [str(one["summary"]).rpartition("\u00a0")[2] for one in events.values()] == ["1", "3", "5", "6", "7", "8"]
    assert [str(events[day]["url"]) for day in SHOWN] == [f"{ADDRESS}{day}/" for day in SHOWN]
    assert {str(events[day]["url"]) for day in COMING} == {ADDRESS}
    assert all(one["description"] == one["url"] for one in events.values())
    assert len({one.decoded("dtstamp") for one in events.values()}) == 1
    assert events[SHOWN[0]].decoded("dtstamp").date().isoformat() < COMING[0]  # no event is written in the future
    assert len({str(one["uid"]) for one in events.values()}) == len(events)
    other = vobject.readOne(data.decode("utf-8")).contents["vevent"]
    assert [(str(one.dtstart.value), one.uid.value) for one in other] == [
        (day, str(one["uid"])) for day, one in events.items()
    ]
