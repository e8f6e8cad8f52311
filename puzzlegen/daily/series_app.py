"""Makes a series installable as an app: its manifest, its icons, and the service worker that keeps puzzles offline."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from puzzlegen.config.day_files import PLAY, PUZZLE, PUZZLE_DARK, THUMB
from puzzlegen.daily import file_names as names
from puzzlegen.drawing.html_pages import fill_template
from puzzlegen.drawing.indexed_color import hex_of
from puzzlegen.drawing.page_brand import WHITE
from puzzlegen.drawing.png_writer import png_bytes
from puzzlegen.feeds.web_feeds import Channel
from puzzlegen.layout.core.document import RGB, Box, Disc, Gray, Mark, Page, Rect
from puzzlegen.layout.core.theme import Palette
from puzzlegen.ledger.issued_day import Day

OFFLINE_DAYS = 7  # before today
_ICON_SIDES = {names.ICON_SMALL: 192, names.ICON_LARGE: 512}
_SIDE = 16  # units of the icon, as in templates/page/icon.svg
_LINE = 0.5  # share of white in the lines of the icon


def days_offline(published: Sequence[Day], as_of: date) -> list[Day]:
    """Return the days that the service worker keeps; ``published`` are those up to ``as_of``, by date."""
    return [day for day in published if day.date >= as_of - timedelta(days=OFFLINE_DAYS)] or list(published[-1:])


def app_files(channel: Channel, kept: Sequence[Day], color: RGB, logo: str, offline: str) -> dict[str, bytes]:
    """Return manifest, icons and service worker by file name; ``kept`` are the ``days_offline``.

    ``color`` is that of the icons and of the window's frame; ``logo`` is the file of the logo on the pages, empty for
    none; ``offline`` is the page that stands for what is not kept. The service worker keeps no file that shows a held
    answer. Raises ConfigError for a template that cannot be filled.
    """
    texts = {names.APP: _manifest(channel, color), names.WORKER: _worker(kept, logo, offline)}
    return {name: text.encode("utf-8") for name, text in texts.items()} | _icons(color)


def _manifest(channel: Channel, color: RGB) -> str:
    small, large = (f"{side}x{side}" for side in _ICON_SIDES.values())
    icons = ((names.ICON_SMALL, small, "any"), (names.ICON_LARGE, large, "any"), (names.ICON_LARGE, large, "maskable"))
    data = {
        "id": "./",
        "name": channel.title,
        "description": channel.about,
        "lang": channel.language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fdfcf9",
        "theme_color": hex_of(color),
        "icons": [{"src": name, "sizes": size, "type": "image/png", "purpose": use} for name, size, use in icons],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _worker(recent: Sequence[Day], logo: str, offline: str) -> str:
    """Fill templates/web/worker.js; a new day changes its text, so browsers then keep the new files."""
    newest = recent[-1].name if recent else names.TODAY
    files = [names.HOME, names.APP, *_ICON_SIDES, *filter(None, [logo])]
    files += [f"{day.name}/{PUZZLE}" for day in recent[-1:]]
    files += [f"{day.name}/{PUZZLE_DARK}" for day in recent[-1:] if PUZZLE_DARK not in day.leave_out]
    files += [f"{day.name}/{name}" for day in recent for name in (PLAY, THUMB)]
    listed = json.dumps(files)
    version = hashlib.sha256(listed.encode()).hexdigest()[:16]
    values = {"files": listed, "newest": newest, "version": version, "offline": json.dumps(offline)}
    return fill_template("web/worker.js", values)


@cache
def _icons(color: RGB) -> dict[str, bytes]:
    """Return the icons, which fill their squares: systems cut them to circles or other shapes."""
    pen, line = 0.9, Palette(color, WHITE, WHITE).blend(WHITE, _LINE)
    marks: list[Mark] = [
        mark
        for at in (5.5, 10.5)
        for mark in (Rect(at - pen / 2, 0, pen, _SIDE, line), Rect(0, at - pen / 2, _SIDE, pen, line))
    ]
    marks.append(Disc(_SIDE / 2, _SIDE / 2, 3.6, Gray(1.0)))
    page = Page(1, "picture", _SIDE, _SIDE, Box(0, 0, _SIDE, _SIDE), tuple(marks), paper=color)
    return {name: png_bytes(page, side / _SIDE) for name, side in _ICON_SIDES.items()}
