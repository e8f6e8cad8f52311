"""JSON Feed 1.1."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from puzzlegen.feeds.inputs import Channel, Item

VERSION = "https://jsonfeed.org/version/1.1"


def json_feed(channel: Channel, items: Sequence[Item]) -> str:
    """The feed; items in the order given, which is newest first."""
    feed = {
        "version": VERSION,
        "title": channel.title,
        "home_page_url": channel.address,
        "feed_url": channel.json,
        "description": channel.about,
        **({"authors": [{"name": channel.author}]} if channel.author else {}),
        "language": channel.language,
        "items": [_item(item) for item in items],
    }
    return json.dumps(feed, ensure_ascii=False, indent=1) + "\n"


def _item(item: Item) -> dict[str, Any]:
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
