"""What an item of a feed shows: its picture, where it leads, and the board in words."""

from __future__ import annotations

from html import escape

from puzzlegen.drawing.html_pages import fill_template
from puzzlegen.feeds.inputs import Content


def content_html(content: Content) -> str:
    """The markup of templates/web/item.html. Raises ConfigError for a template that cannot be filled."""
    links = "".join(f' · <a href="{escape(address)}">{escape(words)}</a>' for words, address in content.links)
    values = {
        "address": escape(content.address),
        "picture": escape(content.picture),
        "alt": escape(content.alt),
        "play": escape(content.play),
        "links": links,
        "heading": escape(content.heading),
        "rows": "<br>\n".join(map(escape, content.rows)),
    }
    return fill_template("web/item.html", values).strip()


def content_text(content: Content) -> str:
    """The same as plain text, a line a row and a line a link."""
    links = [(content.play, content.address), *content.links]
    return "\n".join([content.alt, "", *content.rows, "", *(f"{words}: {address}" for words, address in links)])
