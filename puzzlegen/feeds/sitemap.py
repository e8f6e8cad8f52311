"""The sitemap of a series, which search engines read, and the snippet that shows the newest puzzle in another page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from puzzlegen.drawing.html_pages import fill_template
from puzzlegen.feeds.web_feeds import Channel

_SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(addresses: Sequence[str]) -> str:
    """Return the sitemap of pages with these URLs."""
    root = Element("urlset", xmlns=_SITEMAPS)
    for address in addresses:
        SubElement(SubElement(root, "url"), "loc").text = address
    indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def embed_snippet(channel: Channel, address: str) -> str:
    """Fill templates/web/embed.html with the URL of a page to play. Raises ConfigError as ``fill_template`` does."""
    return fill_template("web/embed.html", {"title": escape(channel.title), "address": escape(address)})
