"""The iCalendar file of a series: each puzzle is an all-day event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import NAMESPACE_URL, uuid5

import icalendar

from puzzlegen.feeds.web_feeds import Channel

_PRODUCT_ID = "-//puzzlegen//daily//EN"


@dataclass(frozen=True, slots=True)
class Event:
    """A puzzle in the calendar. ``id`` never changes; ``address`` is its URL."""

    id: str
    day: date
    title: str
    address: str


def calendar(channel: Channel, events: Sequence[Event]) -> bytes:
    """Return the calendar with its events in the given order. The bytes do not depend on the time of writing."""
    found = icalendar.Calendar()
    found.add("prodid", _PRODUCT_ID)
    found.add("version", "2.0")
    title = icalendar.vText(channel.title)  # icalendar 7 escapes only properties that it knows to be text
    found.add("x-wr-calname", title)  # the name that most programs show; RFC 7986 calls it NAME
    found.add("name", title)
    found.add("description", channel.about)
    found.add("url", channel.address)
    found.add("refresh-interval", timedelta(days=1), parameters={"VALUE": "DURATION"})
    for event in events:
        found.add_component(_component(event))
    return bytes(found.to_ical())


def _component(event: Event) -> icalendar.Event:
    found = icalendar.Event()
    found.add("uid", str(uuid5(NAMESPACE_URL, event.id)))
    found.add("dtstamp", datetime.combine(event.day, time(), UTC))
    found.add("dtstart", event.day)
    found.add("dtend", event.day + timedelta(days=1))
    found.add("summary", event.title)
    found.add("url", event.address)
    found.add("transp", "TRANSPARENT")  # the event does not make its day busy
    return found
