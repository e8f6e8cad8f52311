"""Mails in a real browser: nothing sticks out on any screen, no par time breaks, and frames of boards are visible.

A mail is measured in narrow letters, those of the typeface that it asks for first, and in wide ones: those of DejaVu
Sans, which tests/e2e/fonts.conf gives to everything else.
"""

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
from puzzlegen.config.day_files import DIGEST
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.mails import mail_page, newsletter_snippet
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.drawing.fonts import family_file
from puzzlegen.files.templates import languages
from puzzlegen.ledger.days import Series

LONG = "Das große tägliche Minensucher-Vergnügen der Süddeutschen Rätselgesellschaft"


FACE = "@font-face {{ font-family: 'Source Sans Pro'; font-weight: {}; src: url({}); }}"
FILES = {400: family_file("Source Sans Pro", "regular"), 600: family_file("Source Sans Pro", "bold")}
NARROW = "".join(FACE.format(weight, path.as_uri()) for weight, path in FILES.items())
FONTS = {"DejaVu Sans": "", "Source Sans Pro": f"<style>{NARROW}</style>"}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


def show(page: Page, text: str, path: Path, font: str = "DejaVu Sans") -> None:
    """Open a mail in one of FONTS, with its files beside it."""
    path.write_text(text.replace("https://puzzles.example.org/", "") + FONTS[font], encoding="utf-8")
    page.goto(path.as_uri())
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("[...document.fonts].filter(one => one.status == 'loaded').length")
    assert bool(loaded) == bool(FONTS[font])


def digest_of(start: date, series: Series) -> str:
    days = some_days(start, 7, series)
    return series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {})[DIGEST].decode("utf-8")


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("language", languages())
def test_no_mail_is_wider_than_its_window(language: str, font: str, page: Page, tmp_path: Path) -> None:
    series = replace(SERIES, language=language, title=LONG, home="https://a.example/", home_name="The Example Gazette")
    shown = DayPresentation(classic_day(series=series), day(NINE, 11, series))
    snippet = newsletter_snippet(shown, (1104, 1104), (600, 600))
    # the longest dates: "miércoles, 23 de septiembre", "Segunda-feira, 23 de novembro", "Donnerstag, 26. November"
    digests = [digest_of(date(2026, month, day), series) for month, day in ((9, 21), (11, 23))]
    for text in (snippet, mail_page(shown, snippet), *digests):
        show(page, text, tmp_path / "mail.html", font)
        for width in (320, 390, 640):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("font", FONTS)
def test_the_weekly_mail_breaks_no_date_and_keeps_its_links_together_on_a_phone(
    font: str, page: Page, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    show(page, digest_of(date(2026, 11, 30), SERIES), tmp_path / "digest.html", font)
    assert page.locator("h3").all_inner_texts()[2] == "Wednesday, December 2"
    assert set(page.locator("h3 span").evaluate_all(f"all => all.map({LINES})")) == {1}
    tops = "all => all.map((one) => [...one.querySelectorAll('a')].map((link) => link.getBoundingClientRect().top))"
    rows = page.locator("table[align=left]:not(:has([bgcolor]))").evaluate_all(tops)
    assert [len(row) for row in rows] == [2] * 6 + [1]
    assert all(len(set(row)) == 1 for row in rows)


@pytest.mark.parametrize("language", languages())
def test_the_weekly_mail_breaks_no_date_in_the_letters_it_asks_for(language: str, page: Page, tmp_path: Path) -> None:
    start = date(2026, 11, 16)  # a Monday in November, the longest date of Portuguese
    show(page, digest_of(start, replace(SERIES, language=language)), tmp_path / "digest.html", "Source Sans Pro")
    for width in (320, 360, 390, 640):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("h2 + p span").evaluate_all(f"all => all.map({LINES})") == [1, 1], width
        assert set(page.locator("h3 span").evaluate_all(f"all => all.map({LINES})")) == {1}, width


# Returns the number of lines of an element.
LINES = """(one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map((box) => box.top)).size;
}"""


# Returns the number of lines of each range of numbers, such as 1–3, among the facts.
LINES_OF_RANGES = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest("script")) continue;  // the words of the share line
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
        show(page, text, path)
        for width in range(140, 400, 4):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(LINES_OF_RANGES) == [1], width


def test_pictures_have_a_white_border_in_dark_mails_only(page: Page, tmp_path: Path) -> None:
    """Else the black frame of a board could not be seen there."""
    shown = DayPresentation(day(NINE), None)
    path = tmp_path / "dark.html"
    text = mail_page(shown, newsletter_snippet(shown, (1104, 1104), (600, 600)))
    show(page, text, path)
    shadows = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        shadows[scheme] = page.locator("img").evaluate("one => getComputedStyle(one).boxShadow")
    page.emulate_media(color_scheme="light")
    assert shadows == {"light": "none", "dark": "rgb(255, 255, 255) 0px 0px 0px 6px"}
