"""Mails in a real browser: nothing sticks out on any screen, no par time breaks, and frames of boards are visible."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from browser_helpers import PATIENCE
from dailies import SERIES, some_days
from made_days import NINE, classic_day, day
from playwright.sync_api import Browser, Page

from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.config.template_lookup import languages
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.day_mails import mail_page, newsletter_snippet
from puzzlegen.daily.file_names import DIGEST
from puzzlegen.daily.series_site import series_files
from puzzlegen.daily.site_settings import SiteSettings

LONG = "Das große tägliche Minensucher-Vergnügen der Süddeutschen Rätselgesellschaft"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


@pytest.mark.parametrize("language", languages())
def test_no_mail_is_wider_than_its_window(language: str, page: Page, tmp_path: Path) -> None:
    series = replace(SERIES, language=language, title=LONG, home="https://a.example/", home_name="The Example Gazette")
    shown = DayPresentation(classic_day(series=series), day(NINE, 11, series))
    snippet = newsletter_snippet(shown, (1104, 1104), (600, 600))
    days = some_days(date(2026, 11, 30), 7, series)
    digest = series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {})[DIGEST].decode("utf-8")
    path = tmp_path / "mail.html"
    for text in (snippet, mail_page(shown, snippet), digest):
        path.write_text(text.replace("https://puzzles.example.org/", ""), encoding="utf-8")
        page.goto(path.as_uri())
        for width in (320, 390, 640):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_weekly_mail_breaks_no_date_and_keeps_its_links_together_on_a_phone(page: Page, tmp_path: Path) -> None:
    days = some_days(date(2026, 11, 30), 7)
    digest = series_files(days, SiteSettings(days[-1].date, SERIES, digest="sunday"), {})[DIGEST].decode("utf-8")
    path = tmp_path / "digest.html"
    path.write_text(digest.replace("https://puzzles.example.org/", ""), encoding="utf-8")
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(path.as_uri())
    assert page.locator("h3").all_inner_texts()[2] == "Wednesday, December\u00a02"
    tops = "all => all.map((one) => [...one.querySelectorAll('a')].map((link) => link.getBoundingClientRect().top))"
    rows = page.locator("table[align=left]:not(:has([bgcolor]))").evaluate_all(tops)
    assert [len(row) for row in rows] == [2] * 6 + [1]
    assert all(len(set(row)) == 1 for row in rows)


@pytest.mark.parametrize("language", languages())
def test_the_weekly_mail_breaks_no_date_of_its_range(language: str, page: Page, tmp_path: Path) -> None:
    series = replace(SERIES, language=language)
    days = some_days(date(2026, 11, 16), 7, series)  # a Monday in November, the longest date of Portuguese
    digest = series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {})[DIGEST].decode("utf-8")
    path = tmp_path / "digest.html"
    path.write_text(digest.replace("https://puzzles.example.org/", ""), encoding="utf-8")
    page.goto(path.as_uri())
    dates = page.locator("h2 + p")
    for width in (320, 360, 390, 640):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        first, last = dates.evaluate(LINES_OF_DATES)
        assert (first, last) == (1, 1), width


# Returns the number of lines of each date of a range.
LINES_OF_DATES = """(place) => {
    const text = place.firstChild;
    let start = 0;
    return text.data.split(" – ").map((date) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + date.length);
        start += date.length + 3;
        return new Set([...range.getClientRects()].map((box) => box.top)).size;
    });
}"""


# Returns the number of lines of each range of numbers, such as 1–3, among the facts.
LINES_OF_RANGES = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const match of walker.currentNode.data.matchAll(/\\d+–\\u2060?\\d+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, match.index);
            range.setEnd(walker.currentNode, match.index + match[0].length);
            found.push(new Set([...range.getClientRects()].map((box) => box.top)).size);
        }
    }
    return found;
}"""


def test_no_line_breaks_within_a_par_time(page: Page, tmp_path: Path) -> None:
    today = day(NINE)
    shown = DayPresentation(today, None)
    digest = series_files([today], SiteSettings(today.date, SERIES, digest=WEEKDAYS[today.date.weekday()]), {})[DIGEST]
    snippet = newsletter_snippet(shown, (1104, 1104), (600, 600))
    path = tmp_path / "par.html"
    for text in (snippet, digest.decode("utf-8"), day_page(shown)):
        path.write_text(text.replace("https://puzzles.example.org/", ""), encoding="utf-8")
        page.goto(path.as_uri())
        for width in range(140, 400, 4):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(LINES_OF_RANGES) == [1], width


def test_pictures_have_a_white_border_in_dark_mails_only(page: Page, tmp_path: Path) -> None:
    """Else the black frame of a board could not be seen there."""
    shown = DayPresentation(day(NINE), None)
    path = tmp_path / "dark.html"
    text = mail_page(shown, newsletter_snippet(shown, (1104, 1104), (600, 600)))
    path.write_text(text.replace("https://puzzles.example.org/", ""), encoding="utf-8")
    page.goto(path.as_uri())
    shadows = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        shadows[scheme] = page.locator("img").evaluate("one => getComputedStyle(one).boxShadow")
    page.emulate_media(color_scheme="light")
    assert shadows == {"light": "none", "dark": "rgb(255, 255, 255) 0px 0px 0px 6px"}
