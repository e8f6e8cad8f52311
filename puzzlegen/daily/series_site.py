"""The files of a whole series: its feeds, its calendar and its archive by month. Nothing of a later day is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from puzzlegen.daily.day import (
    CALENDAR,
    CARD,
    FEED,
    PLAY,
    PRINT,
    PUZZLE,
    PUZZLE_DARK,
    RSS,
    SOLUTION,
    THUMB,
    Day,
    Series,
)  # fmt: skip
from puzzlegen.daily.presentation import Told
from puzzlegen.daily.schedule import is_open
from puzzlegen.feeds.archive import ArchivePage, Names, archive_page, month_file
from puzzlegen.feeds.calendar import calendar
from puzzlegen.feeds.feed_item import content_html, content_text
from puzzlegen.feeds.inputs import Card, Channel, Content, Event, Item
from puzzlegen.feeds.json_feed import json_feed
from puzzlegen.feeds.rss import rss
from puzzlegen.language.alt_text import Subject, title
from puzzlegen.language.catalogue import load
from puzzlegen.language.dates import in_words
from puzzlegen.language.messages import Words

HOME = "index.html"  # the newest month, beside the days' folders
NEWEST = 30  # items in a feed
CALENDAR_DAYS = 365  # how far back the calendar goes

_NAMES = Names(PLAY, THUMB, PUZZLE, PUZZLE_DARK, CARD, SOLUTION, PRINT, HOME, CALENDAR)


def series_files(days: Sequence[Day], series: Series, as_of: date, sizes: Mapping[str, int]) -> dict[str, bytes]:
    """Name to content: feed.json, feed.xml, calendar.ics, index.html and archive/YYYY-MM.html, always the same bytes.

    ``days`` are those published or to be, in any order; only those up to ``as_of`` are told of, and where a day or the
    series holds its solution back, only once the next of these is out. ``sizes`` gives the bytes of each day's
    puzzle.pdf by the day's name (``2026-12-01``); the feeds need it for the newest 30, and name no PDF without it.
    A day keeps its title, language and id for ever in the feeds; the archive speaks as ``series`` does now.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    told = sorted((day for day in days if day.date <= as_of), key=lambda day: day.date)
    words = load(series.language, series.cells)
    channel = _channel(series, words)
    items = [_item(*one, series, sizes) for one in reversed(_neighbours(told)[-NEWEST:])]
    since = as_of - timedelta(days=CALENDAR_DAYS)
    events = [_event(day, series) for day in told if day.date > since]
    texts = {FEED: json_feed(channel, items), RSS: rss(channel, items), **dict(_pages(told, series, channel, words))}
    return {name: text.encode("utf-8") for name, text in texts.items()} | {CALENDAR: calendar(channel, events)}


def _channel(series: Series, words: Words) -> Channel:
    said, address = words.archive, series.address
    about = said.about_by.format(author=series.author) if series.author else said.about
    return Channel(
        words.typography.spaced(series.title), about, series.author, words.code, address, address + FEED, address + RSS
    )


def _neighbours(days: Sequence[Day]) -> list[tuple[Day | None, Day, Day | None]]:
    """Each day between the one before it and the one after it."""
    return list(zip([None, *days], days, [*days[1:], None], strict=False))


def _solved(day: Day, after: Day | None, series: Series) -> bool:
    """Whether its solution may be shown; ``after`` is the next day that is out, so that no day is too early for it."""
    return is_open(series.hold_solution or day.series.hold_solution, after.date if after else None, date.max)


def _item(before: Day | None, day: Day, after: Day | None, series: Series, sizes: Mapping[str, int]) -> Item:
    """A day in the feeds, in the words of its own day; its files are where the series is now."""
    told = Told(day, before)
    words, here = told.words, f"{series.address}{day.name}/"
    links = [(words.daily.print, here + PRINT)]
    if _solved(day, after, series):
        links.append((words.archive.solution, here + SOLUTION))
    if told.yesterday is not None:
        links.append((told.yesterday.label, f"{series.address}{told.yesterday.day.name}/{SOLUTION}"))
    content = Content(
        here + PUZZLE, told.alt, here, words.daily.play, words.play.text_heading, told.rows, tuple(links)
    )  # fmt: skip
    return Item(
        id=day.id,
        address=here,
        title=words.archive.entry.format(name=told.title, date=in_words(day.date, words.code)),
        published=datetime.combine(day.date, time(), ZoneInfo(day.series.timezone)),
        language=words.code,
        html=content_html(content),
        text=content_text(content),
        picture=content.picture,
        banner=here + CARD,
        document=here + PRINT,
        size=sizes.get(day.name),
    )


def _event(day: Day, series: Series) -> Event:
    return Event(day.id, day.date, Told(day, None).title, f"{series.address}{day.name}/")


def _pages(told: Sequence[Day], series: Series, channel: Channel, words: Words) -> Iterator[tuple[str, str]]:
    """The archive by month, and the newest month again as the home page with the newest puzzle at its top."""
    cards = [_card(day, after, series, words) for _, day, after in _neighbours(told)]
    months = {month: tuple(some) for month, some in groupby(cards, key=lambda card: card.day.replace(day=1))}
    weekdays = tuple(sorted({card.day.weekday() for card in cards}))
    for month, shown in months.items():
        yield month_file(month), archive_page(ArchivePage(channel, words, _NAMES, shown, tuple(months), weekdays))
    lead, before = [*cards[:-3:-1], None, None][:2]
    others = [month for month, shown in months.items() if shown != (lead,)]  # it is shown once, large
    newest = months[max(others)] if others else ()
    home = ArchivePage(channel, words, _NAMES, newest, tuple(months), weekdays, True, lead, before)
    yield HOME, archive_page(home)


def _card(day: Day, after: Day | None, series: Series, words: Words) -> Card:
    grid, difficulty = day.record.puzzle.grid, words.difficulty.all()
    return Card(
        day.date,
        day.name,
        words.picture.number.format(number=day.number),
        f"{grid.width}\u00a0×\u00a0{grid.height}",
        difficulty[day.record.difficulty],
        list(difficulty).index(day.record.difficulty) + 1,
        title(Subject(day.record.puzzle, "", day.number, day.record.difficulty), words),
        _solved(day, after, series),
    )
