"""Writes the files of a series for other programs and sites: JSON Feed, RSS, sitemap, embed code, calendar.

The feeds are JSON Feed 1.1 and RSS 2.0, whose items have the picture of the puzzle (Media RSS), and its PDF as their
enclosure. In the iCalendar file, each puzzle is an all-day event.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime
from html import escape
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, register_namespace, tostring

import icalendar

from puzzlegen.language.messages import Messages
from puzzlegen.web.templates import fill_template

JSON_FEED_VERSION = "https://jsonfeed.org/version/1.1"
_SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_ATOM, _DUBLIN_CORE = "http://www.w3.org/2005/Atom", "http://purl.org/dc/elements/1.1/"
_MEDIA_RSS = "http://search.yahoo.com/mrss/"


# --- Records: all texts are plain text; they are escaped where they are inserted


@dataclass(frozen=True, slots=True)
class Channel:
    """A series. ``author`` may be empty; ``address`` is the URL of its archive, ``json`` and ``rss`` of its feeds.

    ``home`` is the URL of the publisher's own site with the text of its link, None for none.
    """

    title: str
    about: str
    author: str
    language: str
    address: str
    json: str
    rss: str
    home: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What an item shows. All addresses are URLs; ``links`` are texts with URLs, shown after the link to play.

    ``rows`` is the puzzle in words, below the ``heading``; without rows there is no heading either.
    """

    picture: str
    alt: str
    address: str
    play: str
    heading: str
    rows: tuple[str, ...]
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle in the feeds. All addresses are URLs.

    ``id`` never changes, ``address`` is the present URL. ``html`` and ``text`` are the same content as markup and as
    plain text. ``picture`` is a PNG file with its alternative text ``alt``, and ``banner`` a wide picture. ``size`` is
    the bytes of the PDF ``document``; with None the item has no PDF.
    """

    id: str
    address: str
    title: str
    published: datetime
    language: str
    html: str
    text: str
    picture: str
    alt: str
    banner: str
    document: str
    size: int | None


# --- Content of an item


def content_html(content: Content) -> str:
    """Fill templates/web/item.html and item-text.html. Raises ConfigError for a template that cannot be filled."""
    links = "".join(f' · <a href="{escape(address)}">{escape(text)}</a>' for text, address in content.links)
    words = {"heading": escape(content.heading), "rows": "<br>\n".join(map(escape, content.rows))}
    values = {
        "address": escape(content.address),
        "picture": escape(content.picture),
        "alt": escape(content.alt),
        "play": escape(content.play),
        "links": links,
        "text": fill_template("web/item-text.html", words) if content.rows else "",
    }
    return fill_template("web/item.html", values).strip()


def short_html(content: Content) -> str:
    """Return one line about the puzzle, and the link to play."""
    return f'<p>{escape(content.alt)}</p>\n<p><a href="{escape(content.address)}">{escape(content.play)}</a></p>'


def content_text(content: Content, messages: Messages) -> str:
    """Return the same as plain text, one line per row and per link."""
    links = [(content.play, content.address), *content.links]
    parts = [[content.alt], content.rows, [messages.labeled(text, address) for text, address in links]]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


# --- JSON Feed


def json_feed(channel: Channel, items: Sequence[Item]) -> str:
    """Return the feed with its items in the given order: newest first."""
    feed = {
        "version": JSON_FEED_VERSION,
        "title": channel.title,
        "home_page_url": channel.address,
        "feed_url": channel.json,
        "description": channel.about,
        **({"authors": [{"name": channel.author}]} if channel.author else {}),
        "language": channel.language,
        "items": [_json_item(item) for item in items],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


def _json_item(item: Item) -> dict[str, Any]:
    pdf = {"url": item.document, "mime_type": "application/pdf", "size_in_bytes": item.size}
    return {
        "id": item.id,
        "url": item.address,
        "title": item.title,
        "content_html": item.html,
        "content_text": item.text,
        "image": item.picture,
        "banner_image": item.banner,
        "date_published": item.published.isoformat(),
        "language": item.language,
    } | ({} if item.size is None else {"attachments": [pdf]})


# --- RSS


def rss(channel: Channel, items: Sequence[Item]) -> str:
    """Return the feed with its items in the given order: newest first. Their markup is escaped text."""
    register_namespace("atom", _ATOM)
    register_namespace("dc", _DUBLIN_CORE)
    register_namespace("media", _MEDIA_RSS)
    root = Element("rss", version="2.0")
    head = SubElement(root, "channel")
    _add(head, "title", channel.title)
    _add(head, "link", channel.address)
    _add(head, "description", channel.about)
    _add(head, "language", channel.language)
    SubElement(head, f"{{{_ATOM}}}link", href=channel.rss, rel="self", type="application/rss+xml")
    if items:
        _add(head, "lastBuildDate", format_datetime(items[0].published))
    for item in items:
        _add_item(SubElement(head, "item"), channel, item)
    indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _add_item(parent: Element, channel: Channel, item: Item) -> None:
    _add(parent, "title", item.title)
    _add(parent, "link", item.address)
    _add(parent, "guid", item.id, isPermaLink="true" if item.id == item.address else "false")
    _add(parent, "pubDate", format_datetime(item.published))
    if channel.author:
        _add(parent, f"{{{_DUBLIN_CORE}}}creator", channel.author)  # the author element of RSS is an e-mail address
    _add(parent, "description", item.html)
    # Services that turn a feed into mails show this picture; they do not look for one in the description
    media = SubElement(parent, f"{{{_MEDIA_RSS}}}content", url=item.picture, medium="image", type="image/png")
    _add(media, f"{{{_MEDIA_RSS}}}description", item.alt, type="plain")
    if item.size is not None:
        SubElement(parent, "enclosure", url=item.document, length=str(item.size), type="application/pdf")


def _add(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, name, attributes).text = text


def sitemap(pages: Iterable[tuple[str, date | None]]) -> str:
    """Return the sitemap of pages, each a URL with the day of its last change, None for unknown."""
    root = Element("urlset", xmlns=_SITEMAPS)
    for address, changed in pages:
        page = SubElement(root, "url")
        _add(page, "loc", address)
        if changed is not None:
            _add(page, "lastmod", changed.isoformat())
    indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def embed_snippet(title: str, address: str) -> str:
    """Fill templates/web/embed.html with the URL of a page for frames. Raises ConfigError as ``fill_template`` does.

    It is one line without ``&&``, because some editors of sites turn line breaks into ``<br>`` and ampersands into
    entities, also in scripts.
    """
    return fill_template("web/embed.html", {"title": escape(title), "address": escape(address)})


@dataclass(frozen=True, slots=True)
class EmbeddedPage:
    """A page to play in a frame of another page: its URL, title and size in CSS pixels.

    ``whole`` is the URL of the whole page.
    ``picture`` is the URL of a square picture of the puzzle, ``side`` its pixels.
    """

    address: str
    whole: str
    title: str
    width: int
    height: int
    picture: str
    side: int


def oembed(page: EmbeddedPage, title: str, author: str, address: str) -> str:
    """Return the oEmbed response for a page of a series, which is a file and so ignores the size that a site asks for.

    ``title`` and ``address`` are those of the series; ``author`` may be empty. Source: https://oembed.com (1.0).
    WordPress loads the script that reads heights and links from the frame only for HTML with a ``blockquote``, and
    takes styles away: there the frame is as wide as the text (tried in 6.1.9 and 7.1, 2026-11-28).
    """
    frame_title = escape(page.title)
    source = f'src="{escape(page.address)}" title="{frame_title}"'
    size = f'width="100%" height="{page.height}" frameborder="0" style="max-width:{page.width}px"'
    link = f'<blockquote hidden><a href="{escape(page.whole)}">{frame_title}</a></blockquote>'
    answer = {
        "version": "1.0",
        "type": "rich",
        "title": page.title,
        **({"author_name": author} if author else {}),
        "provider_name": title,
        "provider_url": address,
        "width": page.width,
        "height": page.height,
        "html": f"{link}<iframe {source} {size}></iframe>",
        "thumbnail_url": page.picture,
        "thumbnail_width": page.side,
        "thumbnail_height": page.side,
    }
    return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


_PRODUCT_ID = "-//puzzlegen//daily//EN"


@dataclass(frozen=True, slots=True)
class Event:
    """A puzzle in the calendar. ``id`` never changes; ``address`` is its URL."""

    id: str
    day: date
    title: str
    address: str


def calendar(channel: Channel, events: Sequence[Event], written: datetime) -> bytes:
    """Return the calendar with its events in the given order.

    ``written`` is the day of the run at its first moment, so that the bytes do not depend on the time of writing: later
    than any earlier state of an event, and never in the future.
    """
    calendar = icalendar.Calendar()
    calendar.add("prodid", _PRODUCT_ID)
    calendar.add("version", "2.0")
    title = icalendar.vText(channel.title)  # icalendar 7 escapes only properties that it knows to be text
    calendar.add("x-wr-calname", title)  # the name that most programs show; RFC 7986 calls it NAME
    calendar.add("name", title)
    calendar.add("description", channel.about)
    calendar.add("url", channel.address)
    calendar.add("refresh-interval", timedelta(days=1), parameters={"VALUE": "DURATION"})
    for event in events:
        calendar.add_component(_component(event, written))
    return bytes(calendar.to_ical())


def _component(event: Event, written: datetime) -> icalendar.Event:
    entry = icalendar.Event()
    entry.add("uid", str(uuid5(NAMESPACE_URL, event.id)))
    entry.add("dtstamp", written.astimezone(UTC))
    entry.add("dtstart", event.day)
    entry.add("dtend", event.day + timedelta(days=1))
    entry.add("summary", event.title)
    entry.add("url", event.address)
    entry.add("description", event.address)  # the calendar of Google does not show the URL
    entry.add("transp", "TRANSPARENT")  # the event does not make its day busy
    return entry
