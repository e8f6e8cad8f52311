"""RSS 2.0, with the PDF of each puzzle as its enclosure."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import format_datetime
from xml.etree.ElementTree import Element, SubElement, indent, register_namespace, tostring

from puzzlegen.feeds.inputs import Channel, Item

_ATOM, _CREATOR = "http://www.w3.org/2005/Atom", "http://purl.org/dc/elements/1.1/"


def rss(channel: Channel, items: Sequence[Item]) -> str:
    """The feed; items in the order given, which is newest first. Their markup stands as escaped text."""
    register_namespace("atom", _ATOM)
    register_namespace("dc", _CREATOR)
    root = Element("rss", version="2.0")
    head = SubElement(root, "channel")
    _put(head, "title", channel.title)
    _put(head, "link", channel.address)
    _put(head, "description", channel.about)
    _put(head, "language", channel.language)
    SubElement(head, f"{{{_ATOM}}}link", href=channel.rss, rel="self", type="application/rss+xml")
    if items:
        _put(head, "lastBuildDate", format_datetime(items[0].published))
    for item in items:
        _item(SubElement(head, "item"), channel, item)
    indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _item(into: Element, channel: Channel, item: Item) -> None:
    _put(into, "title", item.title)
    _put(into, "link", item.address)
    _put(into, "guid", item.id, isPermaLink="true" if item.id == item.address else "false")
    _put(into, "pubDate", format_datetime(item.published))
    if channel.author:
        _put(into, f"{{{_CREATOR}}}creator", channel.author)  # RSS's own author is an e-mail address
    _put(into, "description", item.html)
    if item.size is not None:
        SubElement(into, "enclosure", url=item.document, length=str(item.size), type="application/pdf")


def _put(into: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(into, name, attributes).text = text
