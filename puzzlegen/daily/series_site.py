"""Writes the files of a whole series: feeds, calendar, monthly archive, and what makes it installable as an app.

They never name a later day. The manifest keeps the settings that they are made with, so that they can be made again.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from puzzlegen.config import day_files as names
from puzzlegen.config.daily import FULL, NONE, SHORT, WEEKDAYS
from puzzlegen.daily import day_content, plan
from puzzlegen.daily.day_files import page_size, puzzle_page
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.folders import existing_series_files
from puzzlegen.daily.mails import digest_files
from puzzlegen.daily.manifest import (
    SERIES,
    Manifest,
    numbers_of,
    pdf_sizes,
    read_manifest,
    series_fingerprint,
)
from puzzlegen.daily.schedule import DAYS_TO_NEXT, DueDay, coming_numbers, due_days, is_held
from puzzlegen.drawing.color import hex_of
from puzzlegen.drawing.pixel_files import png_bytes
from puzzlegen.errors import LayoutError
from puzzlegen.files.derived import UNKNOWN, Derived, make, stale
from puzzlegen.files.reading import record_of
from puzzlegen.files.writing import part_leading_out
from puzzlegen.formats import answer
from puzzlegen.generator.requests import REISSUE
from puzzlegen.language.alt_text import Subject, solution_alt, title
from puzzlegen.language.catalogue import load
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core import document
from puzzlegen.layout.core.theme import Palette
from puzzlegen.ledger.days import Day, Series
from puzzlegen.single.classic_page import key_of_board
from puzzlegen.single.play_page import digest_of, key_of
from puzzlegen.web import archive, feeds, templates

OFFLINE_DAYS = 7  # before today
_ICON_SIDES = {names.ICON_SMALL: 192, names.ICON_LARGE: 512}
_SIDE = 16  # units of the icon, as in templates/page/icon.svg
_OFFLINE = "offline"  # a page that is part of the service worker
_LINE = 0.5  # share of white in the lines of the icon


def days_offline(published: Sequence[Day], as_of: date) -> list[Day]:
    """Return the days that the service worker keeps; ``published`` are those up to ``as_of``, by date."""
    return [day for day in published if day.date >= as_of - timedelta(days=OFFLINE_DAYS)] or list(published[-1:])


def app_files(
    channel: feeds.Channel, kept: Sequence[Day], color: document.RGB, logo: str, offline: str
) -> dict[str, bytes]:
    """Return manifest, icons and service worker by file name; ``kept`` are the ``days_offline``.

    ``color`` is that of the icons and of the window's frame; ``logo`` is the file of the logo on the pages, empty for
    none; ``offline`` is the page that stands for what is not kept. The service worker keeps no file that shows a held
    answer. Raises ConfigError for a template that cannot be filled.
    """
    texts = {names.APP: _manifest(channel, color), names.WORKER: _worker(kept, logo, offline)}
    return {name: text.encode("utf-8") for name, text in texts.items()} | _icons(color)


def _manifest(channel: feeds.Channel, color: document.RGB) -> str:
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
    files = [names.HOME, names.MORE, names.APP, *_ICON_SIDES, *filter(None, [logo])]
    files += [f"{day.name}/{names.PUZZLE}" for day in recent[-1:]]
    files += [f"{day.name}/{names.PUZZLE_DARK}" for day in recent[-1:] if names.PUZZLE_DARK not in day.leave_out]
    files += [f"{day.name}/{name}" for day in recent for name in (names.PLAY, names.THUMB)]
    listed = json.dumps(files)
    version = hashlib.sha256(listed.encode()).hexdigest()[:16]
    values = {"files": listed, "newest": newest, "version": version, "offline": json.dumps(offline)}
    return templates.fill_template("web/worker.js", values)


@cache
def _icons(color: document.RGB) -> dict[str, bytes]:
    """Return the icons, which fill their squares: systems cut them to circles or other shapes."""
    pen, line = 0.9, Palette(color, templates.WHITE, templates.WHITE).blend(templates.WHITE, _LINE)
    marks: list[document.Mark] = [
        mark
        for at in (5.5, 10.5)
        for mark in (document.Rect(at - pen / 2, 0, pen, _SIDE, line), document.Rect(0, at - pen / 2, _SIDE, pen, line))
    ]
    marks.append(document.Disc(_SIDE / 2, _SIDE / 2, 3.6, document.Gray(1.0)))
    page = document.Page(1, "picture", _SIDE, _SIDE, document.Box(0, 0, _SIDE, _SIDE), tuple(marks), paper=color)
    return {name: png_bytes(page, side / _SIDE) for name, side in _ICON_SIDES.items()}


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The date of a run and the settings of its series.

    ``coming`` are later dates with their numbers, which the calendar announces by title. ``digest`` is the weekday with
    which the weekly mail ends, or ``none``. ``feeds`` is ``full`` or ``short``. ``following`` is the next date with a
    puzzle, empty if none is known, and ``subscribe`` the URL of the newsletter, empty for none.
    """

    as_of: date
    series: Series
    coming: tuple[tuple[date, int], ...] = ()
    digest: str = NONE
    feeds: str = FULL
    following: str = ""
    subscribe: str = ""

    @classmethod
    def of_run(cls, request: plan.Request, days: Iterable[Day], withdrawn: Sequence[Day]) -> SiteSettings:
        """Return the settings of a run. ``days`` and ``withdrawn`` are those of the ledger. Raises ConfigError."""
        config = request.config
        issued = sorted({day.date: day.number for day in (*days, *withdrawn)}.items())
        gone = {day.date for day in withdrawn}

        def coming(count: int) -> Iterator[tuple[date, int]]:
            return (one for one in coming_numbers(config, issued, request.as_of, count) if one[0] not in gone)

        following = next((f"{day:%Y%m%d}" for day, _ in coming(DAYS_TO_NEXT)), "")  # no name of a folder
        series, announced = day_content.series_from_config(config), tuple(coming(config.calendar_ahead))
        return cls(request.as_of, series, announced, config.digest, config.feeds, following, config.subscribe or "")

    @classmethod
    def of_values(cls, found: Mapping[str, Any]) -> SiteSettings | None:
        """Return those that ``as_dict`` gave; None where they are missing or damaged."""
        values = dict(found)
        try:
            coming = tuple((date.fromisoformat(day), int(number)) for day, number in values.pop("coming", ()))
            as_of, digest = date.fromisoformat(values.pop("as_of")), values.pop("digest", NONE)
            extent = values.pop("feeds", FULL)
            following, subscribe = (str(values.pop(name, "")) for name in ("following", "subscribe"))
            if digest not in (NONE, *WEEKDAYS) or extent not in {FULL, SHORT}:
                return None
            return cls(as_of, record_of(Series, values), coming, digest, extent, following, subscribe)
        except (LookupError, TypeError, ValueError):
            return None

    def as_dict(self) -> dict[str, Any]:
        """Return the values as ``of_values`` reads them."""
        return {
            "as_of": self.as_of.isoformat(),
            "coming": [[day.isoformat(), number] for day, number in self.coming],
            "digest": self.digest,
            "feeds": self.feeds,
            "following": self.following,
            "subscribe": self.subscribe,
            **asdict(self.series),
        }

    @property
    def time_of_following(self) -> int:
        """The time when the next date with a puzzle begins, in milliseconds since 1970; 0 if none is known."""
        start = _midnight(date.fromisoformat(self.following), self.series) if self.following else None
        return int(start.timestamp() * 1000) if start else 0


CALENDAR_DAYS = 365  # days before today in the calendar


def write_series(request: plan.Request, days: Sequence[Day], withdrawn: Sequence[Day], ledger: str, build: Path) -> int:
    """Write the files of the series whose bytes changed, and their manifest; returns how many files changed.

    ``days`` and ``withdrawn`` are those of the ledger by date, ``ledger`` its path relative to the folder, ``build`` a
    temporary folder on the same disk. Raises ConfigError, LedgerError, OutputError.
    """
    folder, settings = request.folder, SiteSettings.of_run(request, days, withdrawn)
    published = plan.published_days(days, settings.as_of)
    sizes = pdf_sizes(folder, request.publish_to, published[-plan.FEED_ITEMS :])
    manifest = Manifest(
        SERIES,
        series_fingerprint(request.config.series),
        plan.inputs_of_series_files(request, days, withdrawn),
        {},
        ledger,
        tools=drawing_tools(request.config.language),
        presentation=settings.as_dict(),
        withdrawn=numbers_of(withdrawn),
    )
    before = read_manifest(folder)
    known = before.files if before else dict.fromkeys(existing_series_files(folder), UNKNOWN)
    recorded = {name: one for name, one in known.items() if part_leading_out(folder, name) is None}
    return make(build, folder, stale(folder, site_table(days, settings, sizes), recorded), manifest.text)


def site_table(days: Iterable[Day], settings: SiteSettings, sizes: Mapping[str, int]) -> dict[str, Derived]:
    """Return the files beside the ``days`` of a ledger, as ``series_files`` does; none before the first day."""
    placed = [day for day in days if day.placed]
    if not plan.published_days(placed, settings.as_of):
        return {}
    return {name: Derived.of(data) for name, data in series_files(placed, settings, sizes).items()}


def newest_snippet(series: Series) -> str:
    """Return the HTML that shows the newest puzzle of a series in a frame of another page. Raises ConfigError."""
    return feeds.embed_snippet(series.title, f"{series.address}{names.TODAY}/{names.EMBED_PAGE}")


def newest_picture(series: Series) -> str:
    """Return the HTML of the newest picture with a link to its page, for sites without frames or scripts."""
    address, title = escape(series.address), escape(series.title)
    picture = names.DAY_FILE[names.PUZZLE].lasting_name
    shown = f'<img src="{address}{picture}" alt="{title}" width="600" style="max-width:100%;height:auto">'
    return f'<p><a href="{address}{names.TODAY}/">{shown}</a></p>\n'


def series_files(days: Sequence[Day], settings: SiteSettings, sizes: Mapping[str, int]) -> dict[str, bytes]:
    """Return feeds, calendar, sitemap, embed.txt, weekly mail, logos, pages and files of the app, by name.

    ``days`` are in any order; only those up to the date of the settings appear. Where a day or the series holds its
    solution back, the solution appears once the next day is published. ``sizes`` has the bytes of each PDF by the day's
    name (``2026-12-01``), for the newest 30; without it the feeds leave the PDF out.
    In the feeds a day keeps its title, language and id; the archive uses the present words of the series.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    series, as_of = settings.series, settings.as_of
    published = sorted((day for day in days if day.date <= as_of), key=lambda day: day.date)
    messages = load(series.language, series.cells)
    channel = _channel(series, messages)
    due = due_days(published, as_of, all_hold=series.hold_solution)
    items = [_item(one, series, sizes, short=settings.feeds == SHORT) for one in reversed(due[-plan.FEED_ITEMS :])]
    kept = days_offline(published, as_of)
    pages = dict(_pages(due, settings, channel, messages, len(kept)))
    more, offline = pages.pop(names.MORE), pages.pop(_OFFLINE)
    texts = {
        names.MORE: more,
        names.FEED: feeds.json_feed(channel, items),
        names.RSS: feeds.rss(channel, items),
        names.SITEMAP: feeds.sitemap(_changed_pages(series, pages, due)),
        names.EMBED: newest_snippet(series),
        **pages,
    }
    if settings.digest != NONE:
        texts |= digest_files(published, series, as_of, settings.digest)
    events = [_event(day, series) for day in published if day.date > as_of - timedelta(days=CALENDAR_DAYS)]
    ids = {day.date: day.id for day in days}
    events += [_announcement(*one, series, messages, ids.get(one[0])) for one in settings.coming]
    logo = day_content.logo_of(series)
    return (
        {name: text.encode("utf-8") for name, text in texts.items()}
        | logo_files(series, days)
        | {names.CALENDAR: feeds.calendar(channel, events, _midnight(as_of, series))}
        | app_files(channel, kept, templates.brand_named(series.palette).light, logo.file if logo else "", offline)
    )


def _changed_pages(
    series: Series, pages: Collection[str], due: Sequence[DueDay[Day]]
) -> Iterator[tuple[str, date | None]]:
    """Yield the URLs of the home page, of the other ``pages`` by name and of the days, with the day of the last change.

    The newest come first; before the first day there is only the home page. The page of a day that holds its answer
    back, and that of a month, change last on the day after.
    """
    changed = dict[str, date]()
    for day, before, _ in due:
        changed |= dict.fromkeys((names.HOME, archive.month_page(day.date), f"{day.name}/"), day.date)
        if before:
            changed[archive.month_page(before.date)] = day.date
            if is_held(before, all_hold=series.hold_solution):
                changed[f"{before.name}/"] = day.date
    yield series.address, changed.get(names.HOME)
    for name in sorted(set(pages) - {names.HOME}, reverse=True):
        yield series.address + name, changed[name]
    for day, _, _ in reversed(due):
        yield series.address + f"{day.name}/", changed[f"{day.name}/"]


def logo_files(series: Series, days: Iterable[Day]) -> dict[str, bytes]:
    """Return the logos by file name. Mails of earlier days show the logo that they were issued with."""
    logos = filter(None, (series.logo, *(day.settings.get("logo") for day in days)))
    return {names.logo_file(logo): b64decode(logo) for logo in dict.fromkeys(logos)}


def _channel(series: Series, messages: Messages) -> feeds.Channel:
    address = series.address
    author = day_content.set_words(series.author, series)
    about = messages.text("archive.about_by", author=author) if author else messages.text("archive.about")
    return feeds.Channel(
        title=day_content.title_of(series),
        about=about,
        author=author,
        language=messages.code,
        address=address,
        json=address + names.FEED,
        rss=address + names.RSS,
        home=day_content.home_of(series),
    )


def _item(due: DueDay[Day], series: Series, sizes: Mapping[str, int], *, short: bool) -> feeds.Item:
    """Return a day in the feeds: its own words, and URLs where the series is published now."""
    day, before, is_open = due
    shown = day_content.DayPresentation(day, before)
    messages, address = shown.messages, f"{series.address}{day.name}/"
    links = [(shown.print_label, address + names.PRINT)]
    rows = shown.words_in(names.MAIL)  # in programs for feeds a day is read as in those for mail
    if not rows and shown.words_in(names.PLAY):
        links.append((shown.text_heading, f"{address}#{templates.TEXT_ID}"))
    if is_open:
        links.append((messages.text("archive.solution"), series.address + archive.solution_page(day.date)))
    if shown.previous is not None:
        links.append((shown.previous.label, series.address + archive.solution_page(shown.previous.day.date)))
    content = feeds.Content(
        picture=address + names.PUZZLE,
        alt=title(shown.subject, messages) if short else shown.alt,  # a short item has no text version below
        address=address,
        play=messages.text("daily.play"),
        heading=shown.text_heading,
        rows=rows,
        links=tuple(links),
    )
    return feeds.Item(
        id=day.id,
        address=address,
        title=shown.heading,
        published=_midnight(day.date, day.series),
        language=messages.code,
        html=feeds.short_html(content) if short else feeds.content_html(content),
        text=feeds.content_text(replace(content, rows=(), links=()) if short else content, messages),
        picture=content.picture,
        alt=content.alt,
        banner=address + (names.PUZZLE if names.CARD in day.leave_out else names.CARD),
        document=address + names.PRINT,
        size=sizes.get(day.name),
    )


def _midnight(day: date, series: Series) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(series.timezone))


def _event(day: Day, series: Series) -> feeds.Event:
    shown = day_content.DayPresentation(day, None)
    return feeds.Event(day.id, day.date, shown.with_title(shown.title), f"{series.address}{day.name}/")


def _announcement(day: date, number: int, series: Series, messages: Messages, id: str | None) -> feeds.Event:
    """Return a coming day in the calendar: its title, with the URL of the archive. It gets the id it will keep."""
    name = messages.text("picture.number", number=number)
    address = series.address
    return feeds.Event(id or f"{address}{day.isoformat()}/", day, f"{day_content.title_of(series)} {name}", address)


def _pages(
    due: Sequence[DueDay[Day]], settings: SiteSettings, channel: feeds.Channel, messages: Messages, kept: int
) -> Iterator[tuple[str, str]]:
    """Yield name and text of each page, of the script that pages to play load, and of the page for what is not kept.

    The last ``kept`` days are kept. Each month has a page; the home page is the newest month below the newest puzzle.
    """
    series = settings.series
    cards = [_card(day, is_open, messages) for day, _, is_open in due]
    months = {month: tuple(some) for month, some in groupby(cards, key=lambda card: card.day.replace(day=1))}
    weekdays = tuple(sorted({card.day.weekday() for card in cards}))
    brand, found = templates.brand_named(series.palette), day_content.logo_of(series)
    logo = found.on_page(found.file) if found else None
    of_days = [day_content.full_kind(day, messages) for day, _, _ in due]
    kinds = tuple(dict.fromkeys(of_days))
    for month, shown in months.items():
        page = archive.ArchivePage(
            channel, messages, shown, tuple(months), weekdays, brand=brand, logo=logo, kinds=kinds
        )
        yield archive.month_page(month), archive.archive_page(page)
    lead, before = _newest(cards, due)
    others = [month for month, shown in months.items() if shown != (cards[-1],)]  # the newest is shown once, large
    newest = months[max(others)] if others else ()
    home = archive.ArchivePage(channel, messages, newest, tuple(months), weekdays, True, lead, before, brand, logo)
    numbered = tuple((card.day, kinds.index(kind)) for card, kind in zip(cards, of_days, strict=True))
    home = replace(home, days=numbered, kinds=kinds)
    yield names.HOME, archive.archive_page(home)
    yield names.MORE, archive.more_script(home, cards[-7:], settings.time_of_following, settings.subscribe)
    yield _OFFLINE, archive.offline_page(replace(home, cards=tuple(cards[: -kept - 1 : -1])))


def _newest(
    cards: Sequence[archive.Card], due: Sequence[DueDay[Day]]
) -> tuple[archive.Card | None, archive.Card | None]:
    """Return the cards of the newest day, with the size of its picture, and of the day before it."""
    if not cards:
        return None, None
    newest = cards[-1]
    with suppress(LayoutError):  # of words that fit no picture, which is reported when the day is drawn
        newest = replace(newest, size=page_size(puzzle_page(day_content.DayPresentation(due[-1].day, None))))
    return newest, cards[-2] if cards[1:] else None


def _card(day: Day, is_open: bool, messages: Messages) -> archive.Card:
    grid, difficulty, over = day.puzzle.grid, messages.difficulties(), messages.words_over(day.graded.idea, day.title)
    code = day.graded.grade.difficulty
    subject = Subject(day.puzzle, "", day.number, code, day.graded.classic_board is not None)
    return archive.Card(
        day=day.date,
        folder=day.name,
        name=messages.text("picture.number", number=day.number),
        facts=f"{grid.width}\u00a0×\u00a0{grid.height}",
        title=over.title if over else "",
        kind=day_content.kind_in_words(day, messages),
        difficulty=difficulty[code],
        level=list(difficulty).index(code) + 1,
        alt=title(subject, messages),
        solved=solution_alt(subject, messages) if is_open else "",
        left_out=day.leave_out,
        reissue=_reissue(day),
    )


def _reissue(day: Day) -> tuple[str, str] | None:
    """Return the ``reissue`` of a day's card in the archive."""
    if REISSUE not in (day.graded.stream or ""):
        return None
    board = day.graded.classic_board
    key = key_of(day.puzzle) if board is None else key_of_board(board)
    return key, digest_of(key + answer.write(day.solution))
