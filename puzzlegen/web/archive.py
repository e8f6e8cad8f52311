"""The archive of a series: one page per month, with pictures from the folders of the days and the reader's results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from html import escape
from itertools import groupby
from string import ascii_lowercase, digits
from typing import Any

from puzzlegen.config import day_files
from puzzlegen.drawing.color import hex_of
from puzzlegen.language.locale_formatting import (
    capitalized,
    date_in_words,
    month_and_year,
    month_name,
    tag_of,
    weekday_name,
)
from puzzlegen.language.messages import Messages
from puzzlegen.web.feeds import Channel
from puzzlegen.web.templates import (
    APP_POLICY,
    PageBrand,
    PageLogo,
    brand_style,
    escape_values,
    fill_template,
    icon_uri,
    json_in_html,
    link,
    results_key,
    source_hash,
)

LEVELS = 4  # of difficulty
MIN_COLUMNS = 5  # weekdays with puzzles; with fewer a calendar would be mostly empty, so a list is shown
_CARD_WIDTH, _CARD_HEIGHT = 1200, 630
_DIGITS = digits + ascii_lowercase  # of a number in base 36; a series has fewer kinds


@dataclass(frozen=True, slots=True)
class Card:
    """A puzzle in the archive. ``level`` is its difficulty, 1 to 4; ``folder`` the name of its folder.

    ``name`` is its number in words, such as "No. 12", ``facts`` its size, ``kind`` its kind, empty for minesweeper, and
    ``alt`` the alternative text of its picture. ``solved`` says whether its solution may be shown. ``left_out`` are
    names of files that it does not have. ``reissue`` is set if the puzzle replaced another one: the name under which
    its page keeps the reader's progress, and the hash of its answer.
    """

    day: date
    folder: str
    name: str
    facts: str
    kind: str
    difficulty: str
    level: int
    alt: str
    solved: bool
    left_out: tuple[str, ...] = ()
    reissue: tuple[str, str] | None = None


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


def archive_page(page: ArchivePage) -> str:
    """Fill templates/web/archive.html.

    The content security policy of the page allows pictures of the same site and in the page, its own script, and the
    app of the series. Raises ConfigError for a template that cannot be filled, and for a language without date formats.
    """
    messages, (style, icon, logo) = page.messages, _look(page)
    empty, newest = escape(messages.text("archive.empty")), escape(messages.text("archive.newest"))
    install = fill_template("web/install.js", {"up": page.up, "address": "http"})  # any: the app is beside it
    parts = ("play/sha256.js",) * bool(_reissues(page)) + ("web/archive.js", "page/framed.js")
    script = "".join(fill_template(part, {}) for part in parts) + install
    month = month_and_year(page.month, page.messages.code) if page.month else ""
    values = {
        "language": escape(page.messages.code),
        "policy": f"default-src 'none'; img-src 'self' file: data:; style-src '{source_hash(style)}'; "
        f"script-src '{source_hash(script)}'; "
        f"{APP_POLICY}; base-uri 'none'; form-action 'none'",
        "icon": icon,
        "style": style,
        "title": escape(page.channel.title if page.home or not month else f"{page.channel.title} – {month}"),
        "logo": logo,
        "series": _series(page),
        "about": escape(page.channel.about),
        "address": escape(page.address),
        "preview": _preview(page),
        "json": escape(page.channel.json),
        "rss": escape(page.channel.rss),
        "lead": _lead(page),
        "days": _days(page, month) if month else "" if page.lead else f'<p class="empty">{empty}</p>',
        "months": _months(page),
        "follow": _follow(page),
        "newest": f'<p id="newest" role="status" hidden>{newest}</p>' if page.days else "",
        "results": _results(messages),
        "data": json_in_html(_results_data(page)),
        "script": script,
    }
    return fill_template("web/archive.html", values)


def _look(page: ArchivePage) -> tuple[str, str, str]:
    """Return the style of a page, its icon and the markup of its logo."""
    style, icon = fill_template("web/archive.css", {}), icon_uri()
    if page.brand is not None:
        style += brand_style(page.brand, "page/brand.css", "web/brand.css")
        icon = icon_uri(hex_of(page.brand.light))
    logo = None if page.logo is None else replace(page.logo, address=page.up + page.logo.address)
    return style + (logo.style if logo else ""), icon, logo.markup if logo else ""


def offline_page(page: ArchivePage) -> str:
    """Fill templates/web/offline.html, with links to the home page and to the puzzles of ``page``.

    The service worker puts in the URL of the series and that of the missing page. Raises ConfigError as
    ``archive_page``.
    """
    messages, (style, icon, logo) = page.messages, _look(page)
    days = [(f"{card.folder}/{day_files.PLAY}", _date(card.day, page.messages), card.name) for card in page.cards]
    values = {
        "language": escape(page.messages.code),
        "policy": f"default-src 'none'; img-src 'self' data:; style-src '{source_hash(style)}'; base-uri 'self'; "
        "form-action 'none'",
        "icon": icon,
        "style": style,
        "title": escape(f"{page.channel.title} – {messages.text('archive.offline')}"),
        "logo": logo,
        "home": escape(day_files.HOME),
        "series": escape(page.channel.title),
        "offline": escape(messages.text("archive.offline")),
        "missing": escape(messages.text("archive.not_offline")),
        "again": escape(messages.text("archive.load_again")),
        "heading": escape(messages.text("archive.offline_pages")),
        "pages": "\n".join(f'<li><a href="{escape(url)}">{day} · {escape(name)}</a></li>' for url, day, name in days),
    }
    return fill_template("web/offline.html", values)


def _results(messages: Messages) -> str:
    """Return the place of the reader's results, which the script fills."""
    names = ("results", "no_results", "results_kept", "save_results", "load_results")
    values = {name: messages.pattern(f"archive.{name}") for name in names}
    return fill_template("web/results.html", escape_values(values))


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
        "difficulties": _difficulties(page),
        "words": {
            "solved": messages.pattern("play.solved"),
            "best_time": messages.pattern("archive.best_time"),
            "solved_puzzles": messages.forms("archive.solved_puzzles"),
            "longest_streak": messages.pattern("archive.longest_streak"),
            "in_a_row": messages.forms("archive.in_a_row"),
            "results_added": messages.forms("archive.results_added"),
            "not_results": messages.pattern("archive.not_results"),
            "not_saved": messages.text("archive.not_saved"),
        },
    }


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


def _series(page: ArchivePage) -> str:
    title = escape(page.channel.title)
    return title if page.home else f'<a href="{page.up}{day_files.HOME}">{title}</a>'


def _preview(page: ArchivePage) -> str:
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
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in tags]
    if page.cards or page.lead:
        lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join(lines)


def _lead(page: ArchivePage) -> str:
    card = page.lead
    if card is None:
        return ""
    folder = f"{page.up}{card.folder}/"
    links = [_link(folder + day_files.PRINT, page.messages.text("archive.print"), card, page.messages)]
    if card.solved:
        links.append(_link(folder + day_files.SOLUTION, page.messages.text("archive.solution"), card, page.messages))
    if page.before is not None:
        address = f"{page.up}{page.before.folder}/{day_files.SOLUTION}"
        links.append(
            f'<a href="{escape(address)}">{escape(page.messages.text("daily.solution", number=page.before.name))}</a>'
        )
    dark = ""
    if day_files.PUZZLE_DARK not in card.left_out:
        source = escape(folder + day_files.PUZZLE_DARK)
        dark = f'\n<source srcset="{source}" media="(prefers-color-scheme: dark)">'
    values = {
        "latest": escape(page.messages.text("archive.latest")),
        "date": _date(card.day, page.messages),
        "day": card.folder,
        "facts": _facts(card),
        "alt": escape(card.alt),
        "play": escape(page.messages.text("archive.play")),
        "address": escape(folder + day_files.PLAY),
        "picture": escape(folder + day_files.PUZZLE),
        "dark": dark,
        "links": "\n".join(links),
    }
    return fill_template("web/lead.html", values)


def _days(page: ArchivePage, month: str) -> str:
    """Return the month with links to its neighbors, and its puzzles as a calendar or a list."""
    assert page.month is not None
    at = page.months.index(page.month)
    columns = len(page.weekdays) if len(page.weekdays) >= MIN_COLUMNS else 0
    values = {
        "month": escape(capitalized(month)),
        "earlier": _month_link_with_arrow(page, page.months[at - 1], "prev", "‹ {}") if at else "",
        "later": _month_link_with_arrow(page, page.months[at + 1], "next", "{} ›") if at + 1 < len(page.months) else "",
        "shape": f"days calendar n{columns}" if columns else "days",
        "weekdays": _weekdays(page) if columns else "",
        "cards": "\n".join(_card(page, card, row) for card, row in _rows(page.cards)),
    }
    return fill_template("web/days.html", values)


def _month_link_with_arrow(page: ArchivePage, month: date, kind: str, arrow: str) -> str:
    text = escape(capitalized(month_and_year(month, page.messages.code)))
    left, right = (f'<span aria-hidden="true">{mark}</span>' if mark else "" for mark in arrow.split("{}"))
    return f'<a rel="{kind}" href="{_month_address(page, month)}">{left}{text}{right}</a>'


def _month_address(page: ArchivePage, month: date) -> str:
    return page.up + month_page(month)


def _weekdays(page: ArchivePage) -> str:
    """Return the column headings, hidden from screen readers because each puzzle has its full date."""
    day = {card.day.weekday(): card.day for card in page.cards}
    days = [day.get(one) or date(2024, 1, 1 + one) for one in page.weekdays]  # January 1, 2024 was a Monday
    names = [capitalized(weekday_name(one, page.messages.code)) for one in days]
    heads = "".join(f"<span>{escape(name)}</span>" for name in names)
    return f'<div class="weekdays n{len(names)}" aria-hidden="true">{heads}</div>\n'


def _rows(cards: Sequence[Card]) -> list[tuple[Card, int]]:
    """Return each card with the number of its row: weeks with puzzles, counted from 1."""
    weeks = groupby(cards, key=lambda card: card.day.isocalendar()[:2])
    return [(card, row) for row, (_, week) in enumerate(weeks, start=1) for card in week]


def _card(page: ArchivePage, card: Card, row: int) -> str:
    folder = f"{page.up}{card.folder}/"
    links = [_link(folder + day_files.PRINT, page.messages.text("archive.print"), card, page.messages)]
    if card.solved:
        links.append(_link(folder + day_files.SOLUTION, page.messages.text("archive.solution"), card, page.messages))
    values = {
        "place": f"c{page.weekdays.index(card.day.weekday()) + 1} r{row}",
        "day": card.folder,
        "number": str(card.day.day),
        "date": _date(card.day, page.messages),
        "address": escape(folder + day_files.PLAY),
        "thumb": escape(folder + day_files.THUMB),
        "alt": escape(card.alt),
        "facts": _facts(card),
        "links": "\n".join(links),
    }
    return fill_template("web/card.html", values).rstrip("\n")


def _date(day: date, messages: Messages) -> str:
    """Return the date in words, so that a narrow column breaks it after the weekday first."""
    first, _, rest = capitalized(date_in_words(day, messages.code)).partition(" ")
    return f"{escape(first)} <span>{escape(rest)}</span>"


def _facts(card: Card) -> str:
    marks = "<i></i>" * LEVELS
    return (
        f"<span>{escape(card.name)} · {escape(card.facts)}</span>\n"
        + (f'<span class="kind">{escape(card.kind)}</span>\n' if card.kind else "")
        + f'<span class="level"><span class="marks l{card.level}" aria-hidden="true">{marks}</span> '
        f"{escape(card.difficulty)}</span>"
    )


def _link(address: str, text: str, card: Card, messages: Messages) -> str:
    """Return a link whose label names the puzzle, for screen readers that list links."""
    label = messages.commas((text, card.name))
    return f'<a href="{escape(address)}" aria-label="{escape(label)}">{escape(text)}</a>'


def _months(page: ArchivePage) -> str:
    """Return links to all months, one line per year, the newest year first."""
    if len(page.months) < 2:
        return ""
    lines = []
    for year, months in sorted(_by_year(page.months), reverse=True):
        links = "\n".join(f"<li>{_month_link(page, month)}</li>" for month in months)
        lines.append(f'<h3 id="y{year}">{year}</h3>\n<ul aria-labelledby="y{year}">\n{links}\n</ul>')
    heading = escape(page.messages.text("archive.months"))
    inner = "\n".join(lines)
    return f'<nav class="months" aria-labelledby="months">\n<h2 id="months">{heading}</h2>\n{inner}\n</nav>'


def _by_year(months: Sequence[date]) -> list[tuple[int, list[date]]]:
    """Return the months of each year, in the given order."""
    return [(year, list(some)) for year, some in groupby(months, key=lambda month: month.year)]


def _month_link(page: ArchivePage, month: date) -> str:
    current = ' aria-current="page"' if month == page.month else ""
    text = escape(capitalized(month_name(month, page.messages.code)))
    return f'<a href="{_month_address(page, month)}"{current}>{text}</a>'


def _follow(page: ArchivePage) -> str:
    feeds = [("RSS", page.channel.rss), ("JSON Feed", page.channel.json)]
    names = [(text, page.up + address.removeprefix(page.channel.address)) for text, address in feeds]
    names.append((page.messages.text("archive.calendar"), page.up + day_files.CALENDAR))
    links = " ·\n".join(f'<a href="{escape(address)}">{escape(text)}</a>' for text, address in names)
    home = f'</p>\n<p class="follow">{link(*page.channel.home)}' if page.channel.home else ""
    return f"{escape(page.messages.text('archive.follow'))} {links}{home}"
