"""The feeds, the calendar and the archive of a series, each read by an independent parser."""

import json
import posixpath
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import feedparser
import html5lib
import jsonschema
import pytest
import vobject
from dailies import SERIES, WEEK, some_days, titled

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.config.day_files import (
    CALENDAR,
    DAY_FILES,
    EMBED,
    EMBED_PAGE,
    FEED,
    HOME,
    OPTIONAL_FILES,
    RSS,
    SITEMAP,
    TOP_FILES,
)
from puzzlegen.daily.plan import FEED_ITEMS
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.alt_text import Subject, puzzle_alt, text_grid, title
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import date_in_words
from puzzlegen.ledger.days import Day, Series

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "jsonfeed.json").read_text(encoding="utf-8"))
NASTY = "6' <b>5\"</b> & Co ]]> {{ title }} \\;,"
FIRST = date(2026, 11, 20)
HTML = "{http://www.w3.org/1999/xhtml}"


def made(
    days: Sequence[Day], as_of: date | None = None, series: Series = SERIES, sizes: dict[str, int] | None = None
) -> dict[str, bytes]:
    sizes = {day.name: 20_000 + day.number for day in days} if sizes is None else sizes
    return series_files(days, SiteSettings(as_of or days[-1].date, series), sizes)


def feed_of(files: dict[str, bytes]) -> Any:
    return json.loads(files[FEED])


def rss_of(files: dict[str, bytes]) -> Any:
    found = feedparser.parse(files[RSS], sanitize_html=False, resolve_relative_uris=False)
    assert found.bozo == 0, found.get("bozo_exception")
    return found


def events(files: dict[str, bytes]) -> list[Any]:
    return list(vobject.readOne(files[CALENDAR].decode("utf-8")).contents.get("vevent", []))


def tree(page: bytes) -> Any:
    """The page parsed by the rules of HTML; a fault is an error."""
    return html5lib.HTMLParser(strict=True).parse(page.decode("utf-8"))


def links(page: bytes) -> list[str]:
    return [str(one.get("href")) for one in tree(page).iter(f"{HTML}a")]


def cards(page: bytes) -> list[Any]:
    return [one for one in tree(page).iter(f"{HTML}li") if (one.get("id") or "").startswith("d")]


SERIES_TO_READ = [
    pytest.param(some_days(FIRST, 45), id="45 days"),
    pytest.param(some_days(FIRST, 1), id="1 day"),
    pytest.param([], id="none"),
    pytest.param(some_days(FIRST, 2, titled("Mines", author="")), id="no author"),
    *(pytest.param(some_days(FIRST, 3, titled("Mines", language=code)), id=code) for code in languages()),
    pytest.param(some_days(FIRST, 3, titled(NASTY, author=NASTY)), id="nasty"),
]


@pytest.mark.parametrize("days", SERIES_TO_READ)
def test_every_file_is_read_by_its_own_format(days: list[Day]) -> None:
    series = days[0].series if days else SERIES
    files = made(days, FIRST + timedelta(days=100), series)
    feed, rss = feed_of(files), rss_of(files)
    jsonschema.validate(feed, SCHEMA, format_checker=jsonschema.FormatChecker())
    authors = [{"name": series.author}] if series.author else None
    assert (feed["title"], feed.get("authors"), feed["language"]) == (series.title, authors, series.language)
    assert rss.version == "rss20"
    assert (rss.feed.title, rss.feed.language, rss.feed.link) == (series.title, series.language, series.address)
    assert {"rel": "self", "href": series.address + RSS, "type": "application/rss+xml"} in rss.feed.links
    assert len(feed["items"]) == len(rss.entries) == min(len(days), FEED_ITEMS)
    assert len(events(files)) == len(days)
    pages = [one.text for one in ET.fromstring(files[SITEMAP]).iter() if one.tag.endswith("loc")]
    assert len(pages) == len(days) + sum(name.endswith(".html") for name in files) == len(set(pages))
    frame = next(html5lib.parseFragment(files[EMBED].decode("utf-8")).iter(f"{HTML}iframe"))
    assert (frame.get("src"), frame.get("title")) == (f"{series.address}today/{EMBED_PAGE}", series.title)
    for name, page in files.items():
        if name.endswith(".html"):
            root = tree(page)
            assert next(root.iter(f"{HTML}html")).get("lang") == series.language
            assert "".join(next(root.iter(f"{HTML}h1")).itertext()) == series.title
            scripts = [{}, {"type": "application/json", "id": "data"}, {}]
            if name == "index.html":
                scripts.insert(0, {"type": "application/ld+json"})
                stated = json.loads(next(root.iter(f"{HTML}script")).text)
                assert (stated["@type"], stated["name"], stated["url"], stated["inLanguage"]) == (
                    "CreativeWorkSeries", series.title, series.address, series.language,
                )  # fmt: skip
            assert [one.attrib for one in root.iter(f"{HTML}script")] == scripts
            icons = [one.get("href") for one in root.iter(f"{HTML}link") if one.get("rel") == "apple-touch-icon"]
            assert len(icons) == 1 and posixpath.normpath(posixpath.join(posixpath.dirname(name), icons[0])) in files
            colors = [one.get("content") for one in root.iter(f"{HTML}meta") if one.get("name") == "theme-color"]
            assert colors == [json.loads(files["manifest.webmanifest"])["theme_color"]]
            assert series.title == NASTY or b"{{" not in page


@pytest.mark.parametrize(("held", "first"), [(True, 1), (False, 0)], ids=["held", "open"])
def test_the_sitemap_has_the_day_on_which_each_page_changed_last(*, held: bool, first: int) -> None:
    series = replace(SERIES, hold_solution=held)
    found = ET.fromstring(made(some_days(FIRST, 2, series), series=series)[SITEMAP])
    pages = [
        (page.findtext("{*}loc"), (date.fromisoformat(page.findtext("{*}lastmod") or "") - FIRST).days)
        for page in found
    ]
    places = [("", 1), ("archive/2026-11.html", 1), ("2026-11-21/", 1), ("2026-11-20/", first)]
    assert pages == [(series.address + name, changed) for name, changed in places]


@pytest.mark.parametrize("language", languages())
def test_an_item_in_every_language(language: str) -> None:
    series, messages = titled("Mines", language=language), load(language)
    files = made(some_days(FIRST, 2, series), series=series)
    item, entry = feed_of(files)["items"][0], rss_of(files).entries[0]
    name = f"Mines {messages.text('picture.number', number=2)} – {date_in_words(date(2026, 11, 21), language)}"
    assert (item["title"], entry.title) == (name, name)
    puzzle = some_days(FIRST, 2)[1].graded
    alt = puzzle_alt(Subject(puzzle.puzzle, "Mines", 2, puzzle.grade.difficulty), messages)
    assert f'alt="{alt}"' in unescape(item["content_html"])
    assert item["content_text"].startswith(alt)
    for row in text_grid(puzzle.puzzle, messages):
        assert row in item["content_text"].split("\n")
        assert row in unescape(item["content_html"])
    assert entry.description == item["content_html"]
    assert [(one["url"], one["medium"], one["type"]) for one in entry.media_content] == [
        (item["image"], "image", "image/png")
    ]


@pytest.mark.parametrize("size", [(12, 12), (13, 12), (30, 30)])
@pytest.mark.parametrize("kind", ["minesweeper", "mosaic", "classic"])
def test_feeds_have_large_puzzles_as_a_link_to_their_words(size: tuple[int, int], kind: str) -> None:
    grid = Grid(*size, VARIANTS["mosaic" if kind == "mosaic" else "minesweeper"])
    start = 0 if kind == "classic" else None
    graded = replace(
        WEEK[0], puzzle=Puzzle(grid, (BLANK,) * grid.size), solution=(False,) * grid.size, classic_start=start
    )
    day = Day.issue(FIRST, 1, graded, SERIES)
    item = feed_of(made([day]))["items"][0]
    has_words = grid.size <= 144
    linked = not has_words and kind != "classic"  # the page of a classic board has no words
    for content in (item["content_html"], item["content_text"]):
        assert ("Row 1: " in content, f"{day.address}#text" in content) == (has_words, linked)


def test_a_short_item_is_one_line_with_the_link_to_play_and_the_picture() -> None:
    days = some_days(FIRST, 2)
    files = series_files(days, SiteSettings(days[-1].date, SERIES, feeds="short"), {})
    item, here = feed_of(files)["items"][0], "https://puzzles.example.org/daily/2026-11-21/"
    (of_rss, _) = rss_of(files).entries
    assert [one["url"] for one in of_rss.media_content] == [item["image"]] == [f"{here}puzzle.png"]
    assert of_rss.summary == item["content_html"]
    alt = item["content_html"].partition("</p>")[0].removeprefix("<p>")
    assert item["content_html"] == f'<p>{alt}</p>\n<p><a href="{here}">Play it in the browser</a></p>'
    assert item["content_text"] == f"{unescape(alt)}\n\nPlay it in the browser: {here}"
    assert "No." in alt and "Row 1" not in item["content_text"] and "text version" not in item["content_text"]


def test_an_item_says_where_everything_is() -> None:
    item = feed_of(made(some_days(FIRST, 2)))["items"][0]
    here = "https://puzzles.example.org/daily/2026-11-21/"
    assert item["title"] == "Daily Minesweeper No.\u00a02 – Saturday, November 21, 2026"
    assert (item["id"], item["url"]) == (here, here)
    assert (item["image"], item["banner_image"]) == (here + "puzzle.png", here + "card.png")
    assert item["date_published"] == "2026-11-21T00:00:00+00:00"
    assert item["attachments"] == [
        {"url": here + "puzzle.pdf", "mime_type": "application/pdf", "size_in_bytes": 20_002}
    ]  # fmt: skip
    assert '<img src="https://puzzles.example.org/daily/2026-11-21/puzzle.png" width="600"' in item["content_html"]
    fragment = html5lib.HTMLParser(strict=True).parseFragment(item["content_html"])
    assert [one.get("href") for one in fragment.iter(f"{HTML}a")] == [
        here, here, here + "puzzle.pdf", SERIES.address + "archive/2026-11.html#solution-2026-11-20",
    ]  # fmt: skip


def test_the_enclosure_is_the_pdf_with_its_length() -> None:
    entry = rss_of(made(some_days(FIRST, 2))).entries[0]
    assert entry.enclosures == [
        {
            "href": "https://puzzles.example.org/daily/2026-11-21/puzzle.pdf",
            "length": "20002",
            "type": "application/pdf",
        }
    ]
    assert entry.id == "https://puzzles.example.org/daily/2026-11-21/"
    assert b'<guid isPermaLink="true">' in made(some_days(FIRST, 2))[RSS]
    assert entry.author == "Ada Example"
    without = made(some_days(FIRST, 2), sizes={"2026-11-20": 7})
    assert [len(one.enclosures) for one in rss_of(without).entries] == [0, 1]
    assert ["attachments" in one for one in feed_of(without)["items"]] == [False, True]


def test_the_feeds_hold_the_newest_and_newest_first() -> None:
    files = made(some_days(FIRST, 40))
    ids = [item["id"] for item in feed_of(files)["items"]]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) == FEED_ITEMS
    assert [entry.link for entry in rss_of(files).entries] == ids


def test_the_calendar_has_a_whole_day_a_puzzle_for_a_year() -> None:
    days = some_days(date(2025, 6, 1), 500)
    files = made(days, date(2026, 7, 31))
    found = events(files)
    assert [found[0].dtstart.value, found[-1].dtstart.value] == [date(2025, 8, 1), date(2026, 7, 31)]
    last = found[-1]
    assert last.dtend.value == date(2026, 8, 1)
    assert last.summary.value == "Daily Minesweeper No.\u00a0426"
    assert last.url.value == "https://puzzles.example.org/daily/2026-07-31/"
    assert last.description.value == last.url.value
    assert {one.dtstamp.value.isoformat() for one in found} == {"2026-07-30T23:00:00+00:00"}  # midnight in London
    assert len({one.uid.value for one in found}) == len(found) == 365
    kept = {one.dtstart.value: one.uid.value for one in events(made(days, date(2026, 3, 1)))}
    assert all(kept.get(one.dtstart.value, one.uid.value) == one.uid.value for one in found)
    assert all(len(line) <= 75 for line in files[CALENDAR].split(b"\r\n"))


def test_a_calendar_escapes_what_it_must() -> None:
    files = made(some_days(FIRST, 1, titled(NASTY)), series=titled(NASTY))
    assert events(files)[0].summary.value == f"{NASTY} No.\u00a01"


@pytest.mark.parametrize("as_of", [FIRST + timedelta(days=n) for n in (-1, 0, 5, 10, 11, 12, 40)])
def test_no_file_names_a_later_day(as_of: date) -> None:
    days = some_days(FIRST, 60)
    files = made(days, as_of)
    assert files == made([day for day in days if day.date <= as_of], as_of)
    later = [day for day in days if day.date > as_of]
    for name, content in files.items():
        text = content.decode("utf-8", "replace")
        for day in later:
            assert day.name not in name + text
            assert f"DTSTART;VALUE=DATE:{day.date:%Y%m%d}" not in text
            assert not re.search(rf"No\.\u00a0{day.number}\b", text)
    months = {f"archive/{day.date:%Y-%m}.html" for day in days if day.date <= as_of}
    assert files.keys() == {*TOP_FILES, *months}


@pytest.mark.parametrize("held_by", ["series", "day", "nobody"])
def test_a_solution_that_is_held_back_is_linked_once_the_next_is_out(held_by: str) -> None:
    series = replace(SERIES, hold_solution=held_by == "series")
    own = replace(SERIES, hold_solution=held_by == "day")
    days = some_days(FIRST, 4, own, skip=(5, 6))  # Friday, Monday, Tuesday, Wednesday
    files = made(days, date(2026, 11, 24), series)
    shown = [day.name for day in days[:3] if held_by == "nobody" or day.number < 3]
    for item in feed_of(files)["items"]:
        own_day = item["id"].split("/")[-2]
        assert (f"#solution-{own_day}" in item["content_html"]) == (own_day in shown)
        assert (f"#solution-{own_day}" in item["content_text"]) == (own_day in shown)
    for name in (HOME, month := "archive/2026-11.html"):
        found = re.findall(r'"(?:\.\./)?archive/2026-11\.html#solution-([^"]+)', files[name].decode())
        assert set(found) == set(shown)
    sections = [one for one in tree(files[month]).iter(f"{HTML}section") if one.get("class") == "lead answer"]
    assert [one.get("id") for one in sections] == [f"solution-{name}" for name in shown]
    for content in files.values():
        for hidden in {day.name for day in days} - set(shown):
            assert not re.search(f"{hidden}/solution|solution-{hidden}", content.decode("utf-8", "replace"))


def test_the_bytes_do_not_depend_on_the_order_or_on_the_clock() -> None:
    days = some_days(FIRST, 40)
    assert made(days) == made(list(reversed(days)), days[-1].date)


def test_nasty_texts_are_text_everywhere() -> None:
    series = titled(NASTY, author=NASTY)
    days = some_days(FIRST, 2, series)
    files = made(days, series=series)
    assert feed_of(files)["items"][0]["title"].startswith(NASTY)
    assert rss_of(files).entries[0].author == NASTY
    for name, page in files.items():
        if name.endswith(".html"):
            root = tree(page)
            described = [one.get("content") for one in root.iter(f"{HTML}meta") if one.get("name") == "description"]
            assert described == [f"Minesweeper that never needs a guess, to play here or to print, by {NASTY}."]
    fragment = html5lib.HTMLParser(strict=True).parseFragment(feed_of(files)["items"][0]["content_html"])
    assert [one.get("alt") for one in fragment.iter(f"{HTML}img")] == [
        puzzle_alt(Subject(days[1].puzzle, NASTY, 2, days[1].graded.grade.difficulty), load("en"))
    ]


@pytest.mark.parametrize("name", [HOME, "archive/2026-12.html", "archive/2026-11.html"])
def test_every_link_of_the_archive_leads_somewhere(name: str) -> None:
    days = some_days(FIRST, 30)
    files = made(days)
    there = {*files, *(f"{day.name}/{file}" for day in days for file in DAY_FILES)}
    root, base = tree(files[name]), f"https://puzzles.example.org/daily/{name}"
    pictures = [str(one.get("src")) for one in root.iter(f"{HTML}img")]
    sources = [str(one.get("srcset")) for one in root.iter(f"{HTML}source")]
    page_links = links(files[name])
    page_links.remove(f"webcal:{SERIES.address.removeprefix('https:')}{CALENDAR}")
    for link in [*page_links, *pictures, *sources]:
        assert not re.match(r"\w+:|/", link)
        assert urljoin(base, link).removeprefix(SERIES.address).partition("#")[0] in there, link
    for one in root.iter(f"{HTML}meta"):
        if one.get("property") in ("og:image", "og:url"):
            assert one.get("content").removeprefix(SERIES.address) in {*there, ""}
    assert all(one.get("alt") for one in root.iter(f"{HTML}img"))


def test_no_file_of_a_series_leads_to_a_file_that_is_left_out() -> None:
    series = replace(SERIES, leave_out=tuple(sorted(OPTIONAL_FILES)))
    days = [*some_days(FIRST, 1), *some_days(FIRST, 12, series)[1:]]
    files = made(days, series=series)
    for name, content in files.items():
        text = re.sub(f"{days[0].name}/(card|solution-dark).png".encode(), b"", content)  # files that it has
        for left_out in OPTIONAL_FILES:
            assert f"/{left_out}".encode() not in text, name
    home = files[HOME].decode("utf-8")
    assert f'"og:image" content="{days[-1].address}puzzle.png"' in home and "og:image:width" not in home
    assert feed_of(files)["items"][0]["banner_image"] == f"{days[-1].address}puzzle.png"


def test_the_archive_links_to_the_site_of_the_publisher() -> None:
    days, home = some_days(FIRST, 3), "https://example.org/"
    series = replace(SERIES, home=home, home_name="Fields & Mines")
    for name in (HOME, "archive/2026-11.html"):
        page = made(days, series=series)[name]
        assert links(page)[-1] == home
        assert ">Fields &amp; Mines</a>" in page.decode("utf-8")
        assert home not in links(made(days)[name])


def test_the_archive_shows_every_day_of_its_month_in_order() -> None:
    days = some_days(FIRST, 45)
    files = made(days)
    november, december, newest = (cards(files[name]) for name in ("archive/2026-11.html", "archive/2026-12.html", HOME))
    assert [one.get("id") for one in november] == [f"d{day.name}" for day in days[10::-1]]
    assert [one.get("id") for one in december] == [f"d{day.name}" for day in days[41:10:-1]]
    assert [one.get("id") for one in newest] == [f"d{day.name}" for day in days[:41:-1]]
    puzzle, messages = days[0].graded, load("en")
    picture = next(november[-1].iter(f"{HTML}img"))
    assert picture.get("alt") == title(Subject(puzzle.puzzle, "", 1, puzzle.grade.difficulty), messages)
    assert picture.get("src") == "../2026-11-20/thumb.png"
    text = " ".join("".join(november[-1].itertext()).split())
    assert "Friday, November 20, 2026" in text
    assert f"No. 1 · 10 × 10 {messages.text(f'difficulty.{puzzle.grade.difficulty}')}" in text
    assert f'class="marks l{list(messages.difficulties()).index(puzzle.grade.difficulty) + 1}"' in files[
        "archive/2026-11.html"
    ].decode("utf-8")


@pytest.mark.parametrize(
    ("dates", "below"),
    [
        (["2026-12-01"], []),
        (["2026-12-01", "2026-12-02"], ["2026-12-01", "2026-12-02"]),
        (["2026-11-30", "2026-12-01"], ["2026-11-30"]),  # the first of a month: below it the month before
    ],
)
def test_the_only_puzzle_of_a_month_is_shown_once_on_the_home_page(dates: list[str], below: list[str]) -> None:
    days = [
        replace(day, date=date.fromisoformat(name))
        for day, name in zip(some_days(FIRST, len(dates)), dates, strict=True)
    ]
    home = made(days)[HOME]
    assert [one.get("id") for one in cards(home)] == [f"d{name}" for name in reversed(below)]
    page = home.decode("utf-8")
    assert page.count(f'"{dates[-1]}/puzzle.png"') == 1  # large, at the top
    assert f"{dates[-1]}/card.png" in page
    assert ("<section aria-labelledby" in page) == bool(below)


def test_months_lead_to_their_neighbors_over_months_without_puzzles() -> None:
    days = [*some_days(date(2026, 9, 29), 2), *some_days(date(2026, 11, 30), 2)]
    days = [replace(day, number=number) for number, day in enumerate(days, start=1)]
    files = made(days)
    turns = {
        name: {one.get("rel"): one.get("href") for one in tree(page).iter(f"{HTML}a") if one.get("rel")}
        for name, page in files.items()
        if name.endswith(".html")
    }
    assert turns == {
        "archive/2026-09.html": {"next": "../archive/2026-11.html"},
        "archive/2026-11.html": {"prev": "../archive/2026-09.html", "next": "../archive/2026-12.html"},
        "archive/2026-12.html": {"prev": "../archive/2026-11.html"},
        HOME: {"prev": "archive/2026-09.html", "next": "archive/2026-12.html"},
    }


@pytest.mark.parametrize(
    ("count", "skip", "shape"),
    [(14, (), "days calendar n7"), (12, (6,), "days calendar n6"), (4, (), "days"), (5, (0, 1, 2, 3, 4, 5), "days")],
)
def test_a_calendar_has_the_weekdays_that_bring_puzzles(count: int, skip: tuple[int, ...], shape: str) -> None:
    page = made(some_days(date(2026, 12, 1), count, skip=skip))[HOME]
    assert next(one.get("class") for one in tree(page).iter(f"{HTML}ol")) == shape
    places = [one.get("class") for one in cards(page)]
    if count == 14:
        assert places[:-8:-1] == ["c2 r1", "c3 r1", "c4 r1", "c5 r1", "c6 r1", "c7 r1", "c1 r2"]


def test_a_moved_series_keeps_its_ids_and_its_old_names() -> None:
    old = some_days(FIRST, 2)
    moved = titled("Minen", address="https://neu.example.de/", language="de")
    days = [*old, replace(some_days(FIRST, 3, moved)[2])]
    files = made(days, series=moved)
    items = feed_of(files)["items"]
    assert [item["id"] for item in items] == [
        "https://neu.example.de/2026-11-22/", old[1].address, old[0].address,
    ]  # fmt: skip
    assert all(item["url"].startswith("https://neu.example.de/2026-11-2") for item in items)
    assert [item["language"] for item in items] == ["de", "en", "en"]
    assert items[1]["title"].startswith("Daily Minesweeper No.")
    before = {one.dtstart.value: one.uid.value for one in events(made(old))}
    assert before.items() <= {one.dtstart.value: one.uid.value for one in events(files)}.items()


def test_templates_of_ones_own_are_used_and_refused_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "web").mkdir(parents=True)
    own = tmp_path / "templates" / "web" / "archive.html"
    own.write_text("{% for card, column, row in cards %}<li id='d{{ card.folder }}'>{% endfor %}\n", encoding="utf-8")
    assert made(some_days(FIRST, 2))[HOME] == b"<li id='d2026-11-20'><li id='d2026-11-21'>"
    for text, problem in {
        "<li>\n{{ dates }}</li>\n": "2: 'dates' is undefined; there are address, app_policy, before, ",
        "<li>\n\n{% for a %}</li>\n": "3: ",
        "<li>{{ ''.__class__.__mro__ }}</li>\n": "1: access to attribute '__class__' of 'str' object is unsafe",
        "<li>\n{{ up + 1 }}</li>\n": "2: can only concatenate str",
    }.items():
        own.write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError, match=re.escape(f"templates/web/archive.html:{problem}")):
            made(some_days(FIRST, 1))
    own.write_bytes(b"\xff")
    with pytest.raises(ConfigError, match=r"templates/web/archive\.html: cannot be read as text"):
        made(some_days(FIRST, 1))


def test_the_title_of_a_chosen_puzzle_is_in_feeds_calendar_and_archive() -> None:
    plain, chosen = some_days(date(2026, 12, 1), 2)
    days = [plain, chosen.titled("To <Mia>")]
    files = series_files(days, SiteSettings(chosen.date, SERIES), {})
    newest, oldest = json.loads(files[FEED])["items"]
    assert newest["title"].endswith("Wednesday, December 2, 2026 – To <Mia>")
    assert oldest["title"].endswith("Tuesday, December 1, 2026")
    events = [one.summary.value for one in vobject.readOne(files[CALENDAR].decode("utf-8")).vevent_list]
    assert events[:2] == ["Daily Minesweeper No.\u00a01", "Daily Minesweeper No.\u00a02 – To <Mia>"]
    cards = [one for one in tree(files["archive/2026-12.html"]).iter(f"{HTML}li") if one.get("id")]
    over = [[one.text for one in card.iter(f"{HTML}span") if one.get("class") == "over"] for card in cards]
    assert over == [["To <Mia>"], []]  # the newest first
