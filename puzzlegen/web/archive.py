"""The archive of a series: one page per month, with pictures from the folders of the days and the reader's results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from string import ascii_lowercase, digits
from typing import Any

from puzzlegen.config import day_files
from puzzlegen.drawing.color import hex_of
from puzzlegen.language.locale_formatting import (
    capitalized,
    date_in_words,
    decimal_mark,
    month_and_year,
    month_name,
    tag_of,
    weekday_name,
)
from puzzlegen.language.messages import Messages
from puzzlegen.web.feeds import Channel
from puzzlegen.web.templates import (
    APP_POLICY,
    Markup,
    PageBrand,
    PageLogo,
    brand_style,
    fill_scripts,
    fill_template,
    icon_uri,
    json_in_html,
    linked_data,
    render,
    results_key,
    source_hash,
    theme_script,
)

MIN_COLUMNS = 5  # weekdays with puzzles; with fewer a calendar would be mostly empty, so a list is shown
_CARD_WIDTH, _CARD_HEIGHT = 1200, 630
_WORDS_OF_PAGE = (
    "newest", "latest", "empty", "play", "print", "solution", "months", "follow", "calendar", "results", "no_results",
    "results_kept", "save_results", "save_table", "load_results",
)  # fmt: skip
_WORDS_OF_MORE = (
    "weekday_times", "next_in", "still_open", "subscribe", "beat", "beaten", "not_beaten", "can_you_beat",
)  # fmt: skip
_WORDS_OF_RESULTS = ("begun", "best_time", "longest_streak", "not_results", "not_saved")
_WORDS_OF_SWITCH = ("theme", "theme_system", "theme_light", "theme_dark")
_SHARED_SCRIPTS = ("web/results.js", "page/themes.js", "page/theme.js", "web/theme-switch.js")
_SOLUTION_PAGE = f"{day_files.MONTHS}/{{month}}.html#solution-{{day}}"  # a place in the page of a month
_DIGITS = digits + ascii_lowercase  # of a number in base 36; a series has fewer kinds


@dataclass(frozen=True, slots=True)
class Card:
    """A puzzle in the archive. ``level`` is its difficulty, 1 to 4; ``folder`` the name of its folder.

    ``name`` is its number in words, such as "No. 12", ``facts`` its size, ``title`` its title or that of its idea,
    empty without both, ``kind`` its kind, empty for minesweeper, and ``alt`` the alternative text of its picture.
    ``solved`` is that of its solution, empty if it may not be shown. ``left_out`` are the files that it does not have.
    ``reissue`` is set if the puzzle replaced another one: the name under which its page keeps the reader's progress,
    and the hash of its answer. ``size``: width and height of its picture in pixels, of the newest puzzle.
    """

    day: date
    folder: str
    name: str
    facts: str
    title: str
    kind: str
    difficulty: str
    level: int
    alt: str
    solved: str
    left_out: tuple[str, ...] = ()
    reissue: tuple[str, str] | None = None
    size: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A page of the archive.

    ``cards``: the puzzles of its month, oldest first; empty before the first puzzle. ``months``: the first days of all
    months that have puzzles, oldest first. ``weekdays``: the weekdays on which the series has puzzles (Monday is 0).
    ``home``: the home page, which is beside the folders of the days; other pages are in ``archive/``.
    ``days``: the dates of all puzzles, oldest first, each with the place of its kind in ``kinds``; only for the home
    page. ``kinds``: the names of all kinds of puzzles in the series.
    ``brand``: the colors of the series, None for the usual ones. ``logo``: the publisher's, by a path relative to
    the folder of the series.
    ``lead``: the newest puzzle, shown large at the top of the home page; ``before``: the puzzle before it. If the lead
    is the only puzzle, ``cards`` is empty.
    """

    channel: Channel
    messages: Messages
    cards: tuple[Card, ...]
    months: tuple[date, ...]
    weekdays: tuple[int, ...]
    home: bool = False
    lead: Card | None = None
    before: Card | None = None
    brand: PageBrand | None = None
    logo: PageLogo | None = None
    days: tuple[tuple[date, int], ...] = ()
    kinds: tuple[str, ...] = ()

    @property
    def up(self) -> str:
        """The relative path to the folder of the series."""
        return "" if self.home else "../"

    @property
    def month(self) -> date | None:
        """The first day of its month; None without puzzles."""
        return self.cards[0].day.replace(day=1) if self.cards else None

    @property
    def address(self) -> str:
        """The URL of the page."""
        return self.channel.address if self.home or not self.month else self.channel.address + month_page(self.month)


def month_page(month: date) -> str:
    """Return the path of a month's page, relative to the folder of the series."""
    return f"{day_files.MONTHS}/{month:%Y-%m}.html"


def solution_page(day: date) -> str:
    """Return the path of a day's solution with all around it, relative to the folder of the series."""
    return _SOLUTION_PAGE.format(month=f"{day:%Y-%m}", day=day)


def archive_page(page: ArchivePage) -> str:
    """Fill templates/web/archive.html.

    The content security policy of the page allows pictures of the same site and in the page, its own script, and the
    app of the series. Raises ConfigError for a template that cannot be filled, and for a language without date formats.
    """
    digest = ("play/digest.js",) * bool(_reissues(page))
    parts = (*digest, *_SHARED_SCRIPTS, "web/archive.js", "page/framed.js", "web/install.js")
    script = fill_scripts(parts, {"up": page.up, "address": "http", "icon": ""})  # any address: the app is beside it
    language, title = page.messages.code, page.channel.title
    month = month_and_year(page.month, language) if page.month else ""
    return render(
        "web/archive.html",
        {
            **_common(page),
            **_month(page),
            "title": title if page.home or not month else f"{title} – {month}",
            "address": page.address,
            "preview": _preview(page),
            "newest": page.lead or page.cards,
            "home": page.home,
            "has_days": bool(page.days),
            "lead": page.lead,
            "before": page.before,
            "years": _by_year(page.months) if len(page.months) > 1 else [],
            "words": _words(page),
            "up": page.up,
            "label": lambda text, card: page.messages.commas((text, card.name)),
            "month_page": month_page,
            "solution_page": solution_page,
            "solution_of": lambda card: page.messages.text("daily.solution", number=card.name),
            "month_name": lambda month: capitalized(month_name(month, language)),
            "month_and_year": lambda month: capitalized(month_and_year(month, language)),
            "data": Markup(json_in_html(_results_data(page))),
            "linked_data": Markup(_linked_data(page.channel) if page.home else ""),
            "script": Markup(script),
            "app_policy": Markup(APP_POLICY),
        },
    )


def more_script(page: ArchivePage, newest: Sequence[Card], following: int, subscribe: str) -> str:
    """Return the script that pages to play of the series load, with the days of the home ``page``.

    ``newest`` are the last seven puzzles. ``following`` is the time of the next puzzle in milliseconds since 1970, 0
    for none, and ``subscribe`` the URL of the newsletter, empty for none. Raises ConfigError as ``archive_page``.
    """
    words = {name: page.messages.pattern(f"archive.{name}") for name in (*_WORDS_OF_MORE, *_WORDS_OF_SWITCH)}
    kept = _results_data(page)
    data = {name: kept.get(name) for name in ("days", "play", "language")}
    data |= {
        "words": words | {name: kept["words"][name] for name in ("in_a_row", "solved", "hints")},
        "next": following,
        "subscribe": subscribe,
        "solved": _SOLUTION_PAGE,
    }
    data["motion"] = [fill_template(f"{folder}/motion.css", {}) for folder in ("play", "classic")]
    data["week"] = [(card.folder, card.difficulty) for card in sorted(newest, key=lambda card: card.level)]
    icon = f'<link rel="apple-touch-icon" href="../{day_files.ICON_SMALL}">'
    names = ("web/install.js", *_SHARED_SCRIPTS, "web/more.js")
    scripts = fill_scripts(names, {"up": "../", "address": "http", "icon": icon})
    return f'(()=>{{"use strict";const more={json_in_html(data)};\n{scripts}}})();\n'


def offline_page(page: ArchivePage) -> str:
    """Fill templates/web/offline.html, with links to the home page and to the puzzles of ``page``.

    The service worker puts in the URL of the series and that of the missing page. Raises ConfigError as
    ``archive_page``.
    """
    messages = page.messages
    words = {
        "offline": messages.text("archive.offline"),
        "missing": messages.text("archive.not_offline"),
        "again": messages.text("archive.load_again"),
        "heading": messages.text("archive.offline_pages"),
    }
    title = f"{page.channel.title} – {words['offline']}"
    return render("web/offline.html", {**_common(page), "title": title, "words": words, "cards": page.cards})


def _common(page: ArchivePage) -> dict[str, Any]:
    """Return the values that all pages share."""
    style, icon = fill_template("web/archive.css", {}), icon_uri()
    if page.brand is not None:
        style += brand_style(page.brand, "page/brand.css", "web/brand.css")
        icon = icon_uri(hex_of(page.brand.light))
    logo = None if page.logo is None else replace(page.logo, address=page.up + page.logo.address)
    style += logo.style if logo else ""
    language = page.messages.code
    return {
        "language": language,
        "hash_of": source_hash,
        "icon": Markup(icon),
        "style": Markup(style),
        "theme": Markup(theme_script()),
        "logo": Markup(logo.markup if logo else ""),
        "color": hex_of(page.brand.light) if page.brand else "",
        "channel": page.channel,
        "files": day_files,
        "in_words": lambda day: capitalized(date_in_words(day, language)).partition(" "),  # narrow columns break there
    }


def _month(page: ArchivePage) -> dict[str, Any]:
    """Return the month of a page with its neighbors, its puzzles by column and row, and the heads of the columns.

    Without heads the puzzles are a list.
    """
    if page.month is None:
        return {"month": None}
    place = page.months.index(page.month)
    day = {card.day.weekday(): card.day for card in page.cards}
    days = [day.get(weekday) or date(2024, 1, 1 + weekday) for weekday in page.weekdays]  # 2024 began on a Monday
    weeks = groupby(page.cards, key=lambda card: card.day.isocalendar()[:2])
    return {
        "month": page.month,
        "earlier": page.months[place - 1] if place else None,
        "later": page.months[place + 1] if place + 1 < len(page.months) else None,
        "columns": [capitalized(weekday_name(weekday_date, page.messages.code)) for weekday_date in days][
            : len(days) * (len(days) >= MIN_COLUMNS)
        ],
        "cards": [
            (card, page.weekdays.index(card.day.weekday()) + 1, row)
            for row, (_, week) in enumerate(weeks, start=1)  # weeks with puzzles
            for card in week
        ],
    }


def _words(page: ArchivePage) -> dict[str, str]:
    before = page.messages.text("daily.solution", number=page.before.name) if page.before else ""
    onward = {"next": page.messages.text("daily.next_puzzle"), "all": page.messages.text("daily.all")}
    return {name: page.messages.pattern(f"archive.{name}") for name in _WORDS_OF_PAGE} | {"before": before, **onward}


def _results_data(page: ArchivePage) -> dict[str, Any]:
    """Return what the script of the page needs: the name that the results are stored under, words, and all days.

    The days are the first, and for each day from it on "0" without a puzzle, else the number of its kind in base 36.
    Best times are kept apart by kind. So the other pages, which do not know the kind of each day, show them only for a
    series with one kind.
    """
    messages = page.messages
    days: dict[str, Any] = {}
    if page.days:
        first = page.days[0][0]
        kinds = {(day - first).days: kind for day, kind in page.days}
        marks = "".join(_DIGITS[kinds[number] + 1] if number in kinds else "0" for number in range(max(kinds) + 1))
        days = {"days": [first.isoformat(), marks], "play": day_files.PLAY}
    if reissues := _reissues(page):
        days["reissues"] = reissues
    return days | {
        "key": results_key(page.channel.address),
        "language": tag_of(messages.code),
        "decimal": decimal_mark(messages.code),
        "difficulties": _difficulties(page),
        "words": {
            "solved": messages.pattern("play.solved"),
            "hints": messages.forms("play.hints"),
            "solved_puzzles": messages.forms("archive.solved_puzzles"),
            "in_a_row": messages.forms("archive.in_a_row"),
            "results_added": messages.forms("archive.results_added"),
            **{name: messages.pattern(f"archive.{name}") for name in (*_WORDS_OF_RESULTS, *_WORDS_OF_SWITCH)},
        },
    }


def _linked_data(channel: Channel) -> str:
    data = linked_data(
        "CreativeWorkSeries", channel.title, channel.address, description=channel.about, genre="Puzzle",
        inLanguage=channel.language, isAccessibleForFree=True,
    )  # fmt: skip
    return json_in_html(data)


def _reissues(page: ArchivePage) -> dict[str, tuple[str, str]]:
    """Return the ``reissue`` of each day on the page that has one."""
    cards = (*page.cards, *filter(None, [page.lead]))
    return {card.folder: card.reissue for card in cards if card.reissue}


def _difficulties(page: ArchivePage) -> list[dict[str, str]]:
    """Return the names of the difficulties by code, for each kind of which the page shows best times."""
    names = page.messages.difficulties()
    if len(page.kinds) < 2:
        return [names]
    if not page.days:
        return []
    return [{code: page.messages.commas((name, kind)) for code, name in names.items()} for kind in page.kinds]


def _preview(page: ArchivePage) -> list[tuple[str, str]]:
    """Return the Open Graph tags, from which other sites show a preview of a link."""
    tags = [
        ("og:type", "website"),
        ("og:site_name", page.channel.title),
        ("og:title", page.channel.title),
        ("og:description", page.channel.about),
        ("og:url", page.address),
    ]
    if page.cards or page.lead:
        newest = page.lead or page.cards[-1]
        has_card = day_files.CARD not in newest.left_out
        picture = day_files.CARD if has_card else day_files.PUZZLE
        tags.append(("og:image", f"{page.channel.address}{newest.folder}/{picture}"))
        if has_card:
            tags += [("og:image:width", str(_CARD_WIDTH)), ("og:image:height", str(_CARD_HEIGHT))]
        tags.append(("og:image:alt", newest.alt))
    return tags


def _by_year(months: Sequence[date]) -> list[tuple[int, list[date]]]:
    """Return the months of each year, the newest year first."""
    return [(year, list(some)) for year, some in groupby(months, key=lambda month: month.year)][::-1]
