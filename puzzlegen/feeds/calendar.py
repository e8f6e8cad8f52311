"""iCalendar: a day's puzzle as an event of that whole day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from uuid import NAMESPACE_URL, uuid5

from icalendar import Calendar
from icalendar import Event as Entry

from puzzlegen.feeds.inputs import Channel, Event

_MAKER = "-//puzzlegen//daily//EN"


def calendar(channel: Channel, events: Sequence[Event]) -> bytes:
    """The calendar, its events in the order given. Nothing in it depends on when it is written."""
    made = Calendar()
    made.add("prodid", _MAKER)
    made.add("version", "2.0")
    made.add("x-wr-calname", channel.title)  # what calendars show; NAME of RFC 7986 is for those that know it
    made.add("name", channel.title)
    made.add("description", channel.about)
    made.add("url", channel.address)
    made.add("refresh-interval", timedelta(days=1), parameters={"VALUE": "DURATION"})
    for event in events:
        made.add_component(_entry(event))
    return bytes(made.to_ical())


def _entry(event: Event) -> Entry:
    entry = Entry()
    entry.add("uid", str(uuid5(NAMESPACE_URL, event.id)))
    entry.add("dtstamp", datetime.combine(event.day, time(), UTC))
    entry.add("dtstart", event.day)
    entry.add("dtend", event.day + timedelta(days=1))
    entry.add("summary", event.title)
    entry.add("url", event.address)
    entry.add("transp", "TRANSPARENT")  # a puzzle keeps nobody busy
    return entry
