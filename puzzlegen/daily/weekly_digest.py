"""The weekly mail: the puzzles of seven days, each with its picture, its facts and the links to play and to print it.

Its last day is a weekday that the config names, and it shows the answers that were allowed on that day. So a run on any
later day of the week writes the same bytes, unless a day was withdrawn or made later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from html import escape

from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.config.day_files import PRINT, SOLUTION, THUMB
from puzzlegen.daily import file_names as names
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.mail_parts import BETWEEN_FACTS, MailLook, mail_look
from puzzlegen.daily.schedule import shows_answer, with_neighbors
from puzzlegen.daily.series_words import title_of as series_title
from puzzlegen.language.alt_text import title as title_of
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.locale_formatting import capitalized, day_in_words
from puzzlegen.language.messages import Messages
from puzzlegen.ledger.issued_day import Day, Series

DAYS = 7  # of a digest


@dataclass(frozen=True, slots=True)
class _Entry:
    """A puzzle of the digest. ``links`` are texts with URLs, first that to play.

    ``day`` is the weekday and the rest of the date, without its year. ``note`` says when the answer appears, and is
    empty where a link leads to it.
    """

    picture: str
    alt: str
    date: str
    day: tuple[str, str]
    facts: tuple[str, ...]
    note: str
    links: tuple[tuple[str, str], ...]


def digest_files(days: Sequence[Day], series: Series, as_of: date, weekday: str) -> dict[str, str]:
    """Return the digest as a whole mail and as plain text, by file name; nothing for seven days without a puzzle.

    ``days`` are in order of dates, ``weekday`` is such as ``sunday``: the digest ends on the last one up to ``as_of``.
    Raises ConfigError for a template of the user that cannot be filled.
    """
    end = as_of - timedelta(days=(as_of.weekday() - WEEKDAYS.index(weekday)) % DAYS)
    begin = end - timedelta(days=DAYS)
    published = [day for day in days if day.date <= end]
    messages = load(series.language, series.cells)
    entries = [
        _entry(day, shows_answer(day, after, series), series, messages)
        for _, day, after in with_neighbors(published)
        if day.date > begin
    ]
    if not entries:
        return {}
    title = messages.daily.digest.format(title=series_title(series))
    ends = list(dict.fromkeys((entries[0].date, entries[-1].date)))
    dates = " – ".join(ends)
    look = mail_look(series)
    texts = {
        "language": messages.code,
        "title": title,
        "archive": series.address,
        "words.all": messages.daily.all,
    }
    markup = {
        "dates": " – ".join(map(look.together, ends)),
        "days": "\n".join(_row(entry, look) for entry in entries),
        "home": look.home_link(),
        "logo": look.logo_row(),
    }
    page = look.whole_mail(look.fill("digest.html", texts, markup), messages.code, title, dates)
    parts = [[title, dates], *map(_lines, entries), [f"{messages.daily.all}: {series.address}"]]
    return {names.DIGEST: page, names.DIGEST_TEXT: look.plain_text(parts)}


def _entry(day: Day, is_solved: bool, series: Series, messages: Messages) -> _Entry:
    """Return a day with the present texts of the series."""
    shown = DayPresentation(day.with_series(series, keep_id=True), None)
    archive, address = messages.archive, shown.day.address
    links = [(archive.play, address), (archive.print, address + PRINT)]
    if is_solved:
        links.append((archive.solution, address + SOLUTION))
    facts = (shown.number, shown.difficulty, shown.size, *shown.facts)
    alt = title_of(replace(shown.subject, series=""), messages)  # as in the archive
    note = "" if is_solved else messages.daily.next
    weekday, _, rest = capitalized(day_in_words(day.date, series.language)).partition(" ")
    return _Entry(address + THUMB, alt, shown.date, (weekday, rest), facts, note, tuple(links))


def _row(entry: _Entry, look: MailLook) -> str:
    (play, address), *others = entry.links
    texts = {
        "address": address,
        "picture": entry.picture,
        "alt": entry.alt,
    }
    links = f"{look.button(address, play)}\n{look.links((url, text) for text, url in others)}"
    weekday, rest = entry.day
    markup = {
        "date": f"{escape(weekday)} {look.together(rest)}",
        "facts": look.facts(entry.facts, ", "),
        "links": links,
        "note": f"<br>{escape(entry.note)}" if entry.note else "",
    }
    return look.fill("digest-day.html", texts, markup).rstrip("\n")


def _lines(entry: _Entry) -> list[str]:
    return [
        entry.date,
        BETWEEN_FACTS.join(entry.facts),
        *filter(None, [entry.note]),
        *(f"{text}: {address}" for text, address in entry.links),
    ]
