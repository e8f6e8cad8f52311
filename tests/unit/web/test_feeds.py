"""Feeds, calendar and archive from plain records."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import icalendar
import pytest

from puzzlegen.language.catalogue import load
from puzzlegen.web.archive import ArchivePage, Card, archive_page
from puzzlegen.web.feeds import Channel, Content, Event, Item, calendar, content_html, content_text, json_feed, rss

BASE = "https://example.org/d/"
CHANNEL = Channel("Mines & more", "A puzzle a day", "", "en", BASE, BASE + "feed.json", BASE + "feed.xml")
ITEM = Item(
    id=BASE + "1/",
    address=BASE + "1/",
    title="No. 1",
    published=datetime(2026, 12, 1, tzinfo=UTC),
    language="en",
    html="<p>board</p>",
    text="board",
    picture=BASE + "1/puzzle.png",
    alt="Puzzle 1",
    banner=BASE + "1/card.png",
    document=BASE + "1/puzzle.pdf",
    size=1234,
)
WRITTEN = datetime(2026, 12, 2, tzinfo=ZoneInfo("Asia/Tokyo"))
LATER = datetime(2026, 12, 3, tzinfo=ZoneInfo("Asia/Tokyo"))


def card(day: int, month: int = 12, *, solved: str = "Solution") -> Card:
    at = date(2026, month, day)
    return Card(
        at, at.isoformat(), f"No. {day}", "9 × 7", "", "" if day % 2 else "Mosaic", "Easy", 1, f"Puzzle {day}", solved
    )


def test_an_item_has_its_pdf_only_with_a_size() -> None:
    with_pdf, without = json.loads(json_feed(CHANNEL, [ITEM, replace(ITEM, size=None)]))["items"]
    assert with_pdf["attachments"][0]["size_in_bytes"] == 1234 and "attachments" not in without
    found = ElementTree.fromstring(rss(CHANNEL, [ITEM, replace(ITEM, size=None)]))
    assert [one.get("length") for one in found.iter("enclosure")] == ["1234"]


def test_an_author_is_named_only_if_there_is_one() -> None:
    assert "authors" not in json.loads(json_feed(CHANNEL, [])) and "creator" not in rss(CHANNEL, [ITEM])
    named = replace(CHANNEL, author="Ada")
    assert json.loads(json_feed(named, []))["authors"] == [{"name": "Ada"}]
    assert "<dc:creator>Ada</dc:creator>" in rss(named, [ITEM])


def test_an_item_that_moved_has_an_id_that_is_no_link() -> None:
    moved = replace(ITEM, address="https://example.net/1/")
    guids = ElementTree.fromstring(rss(CHANNEL, [ITEM, moved])).iter("guid")
    assert [(one.text, one.get("isPermaLink")) for one in guids] == [(ITEM.id, "true"), (ITEM.id, "false")]


def test_content_is_escaped_in_html_and_plain_in_text() -> None:
    content = Content(
        BASE + "p.png", 'a "b" <c>', BASE, "Play", "As text", ("Row 1: 1", "Row 2: 2"), (("Print", BASE + "p.pdf"),)
    )
    assert 'alt="a &quot;b&quot; &lt;c&gt;"' in content_html(content)
    assert content_text(content, load("en")).splitlines() == [
        'a "b" <c>', "", "Row 1: 1", "Row 2: 2", "", f"Play: {BASE}", f"Print: {BASE}p.pdf"
    ]  # fmt: skip


def test_content_without_rows_has_no_heading_for_them() -> None:
    content = Content(BASE + "p.png", "alt", BASE, "Play", "As text", (), (("Print", BASE + "p.pdf"),))
    assert "As text" not in content_html(content) and "<h3>" not in content_html(content)
    assert content_text(content, load("en")).splitlines() == ["alt", "", f"Play: {BASE}", f"Print: {BASE}p.pdf"]
    assert content_text(content, load("fr")).splitlines()[2] == f"Play\u00a0: {BASE}"


def test_an_event_lasts_its_day_and_keeps_its_uid() -> None:
    event = Event(ITEM.id, date(2026, 12, 31), "No. 1", ITEM.address)
    data = calendar(CHANNEL, [event], WRITTEN)
    assert data == calendar(CHANNEL, [event], WRITTEN)
    (found,) = icalendar.Calendar.from_ical(data).walk("VEVENT")
    assert (found.decoded("dtstart"), found.decoded("dtend")) == (date(2026, 12, 31), date(2027, 1, 1))
    moved = calendar(CHANNEL, [replace(event, address="https://example.net/1/", title="New")], LATER)
    (again,) = icalendar.Calendar.from_ical(moved).walk("VEVENT")
    assert again["uid"] == found["uid"]
    assert (found["description"], again["description"]) == (ITEM.address, "https://example.net/1/")
    assert (found.decoded("dtstamp"), again.decoded("dtstamp")) == (WRITTEN, LATER)


def test_texts_of_the_calendar_are_escaped() -> None:
    name = r"Mines, maps; and C:\news"
    data = calendar(replace(CHANNEL, title=name, about=name), [Event(ITEM.id, date(2026, 12, 31), name, name)], WRITTEN)
    lines = dict(line.split(":", 1) for line in data.decode().replace("\r\n ", "").splitlines())  # unfolded
    escaped = r"Mines\, maps\; and C:\\news"  # RFC 5545, section 3.3.11
    assert {lines[key] for key in ("X-WR-CALNAME", "NAME", "DESCRIPTION", "SUMMARY")} == {escaped}


def page(cards: tuple[Card, ...], weekdays: tuple[int, ...], **more: object) -> str:
    months = tuple(sorted({one.day.replace(day=1) for one in cards}))
    one = ArchivePage(CHANNEL, load("en"), cards, months, weekdays)
    return archive_page(replace(one, **more))


@pytest.mark.parametrize(("weekdays", "shape"), [((0, 1, 2, 3), "days"), ((0, 1, 2, 3, 4), "days calendar n5")])
def test_a_month_is_a_calendar_from_five_weekdays_on(weekdays: tuple[int, ...], shape: str) -> None:
    assert f'<ol class="{shape}">' in page((card(1), card(3)), weekdays)


def test_a_solution_is_linked_only_when_it_may_be_shown() -> None:
    text = page((card(1), card(2, solved="")), (1, 2))
    assert "2026-12-01/solution.png" in text and "2026-12-02/solution" not in text and "solution-2026-12-02" not in text


def test_pages_link_to_their_neighbors_and_the_home_page_stands_above() -> None:
    both = (date(2026, 11, 1), date(2026, 12, 1))
    december = page((card(1),), (1,), months=both)
    assert 'rel="prev" href="../archive/2026-11.html"' in december and 'rel="next"' not in december
    home = page((card(1),), (1,), months=both, home=True, lead=card(2))
    assert 'href="archive/2026-11.html"' in home and 'src="2026-12-02/puzzle.png"' in home
    assert f'rel="canonical" href="{BASE}"' in home


def test_a_series_without_puzzles_has_an_empty_home_page() -> None:
    assert '<p class="empty">' in page((), (), home=True)
