"""Links from a page to play to the next and the newest puzzle, which are published after the page was drawn."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from browser_helpers import violations
from dailies import SERIES, some_days
from play_pages import Opens, solve_by_keys
from playwright.sync_api import Page, expect

from puzzlegen.config.day_files import HOME, MONTHS
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load

DAYS = some_days(date(2026, 11, 28), 5, skip=(6,))  # Saturday, then Monday to Thursday


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A series of three published days. Their pages are those of the day when each was the newest."""
    folder = tmp_path_factory.mktemp("series")
    for n, day in enumerate(DAYS):
        (folder / day.name).mkdir()
        text = day_page(DayPresentation(day, DAYS[n - 1] if n else None))
        (folder / day.name / HOME).write_text(text, encoding="utf-8")
    (folder / MONTHS).mkdir()
    return folder


@pytest.fixture
def published(room: Path) -> Iterator[Callable[[int], None]]:
    """Writes the archive as of some day."""

    def until(count: int) -> None:
        for name, content in series_files(DAYS, SiteSettings(DAYS[count - 1].date, SERIES), {}).items():
            (room / name).write_bytes(content)

    yield until


Browsed = Callable[..., Page]


@pytest.fixture
def visited(browser: object, room: Path) -> Iterator[Callable[..., Page]]:
    contexts = []

    def visit(name: str, width: int = 900) -> Page:
        contexts.append(browser.new_context(viewport={"width": width, "height": 900}))
        page: Page = contexts[-1].new_page()
        page.goto((room / name / HOME).as_uri())
        return page

    yield visit
    for one in contexts:
        one.close()


def at(page: Page) -> str:
    """The folder of the page that is shown."""
    return page.url.split("/")[-2]


def test_the_next_day_is_found_when_it_is_published(
    published: Callable[[int], None], visited: Browsed, room: Path
) -> None:
    published(3)
    page = visited(DAYS[0].name)
    following = page.get_by_role("link", name="Next puzzle")
    following.click()
    page.wait_for_url(f"**/{DAYS[1].name}/index.html")  # the day between has no puzzle
    page.go_back()
    assert at(page) == DAYS[0].name  # the archive is no step
    page.get_by_role("link", name="Latest puzzle").click()
    page.wait_for_url(f"**/{DAYS[2].name}/index.html")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.locator("#newest")).to_have_text("This is the newest puzzle. The next one is not out yet.")
    assert page.url == (room / HOME).as_uri() + f"#next={DAYS[2].name}"
    published(4)  # in the next month
    page.reload()
    page.wait_for_url(f"**/{DAYS[3].name}/index.html")


def test_later_days_and_other_fragments_show_no_message(
    published: Callable[[int], None], visited: Browsed, room: Path
) -> None:
    published(2)
    assert DAYS[2].name not in (room / HOME).read_text(encoding="utf-8")
    page = visited(".")
    for fragment in ("", "#next=", "#next=soon", "#months", "#next=2026-13-99999"):
        page.goto("about:blank")
        page.goto((room / HOME).as_uri() + fragment)
        assert page.url == (room / HOME).as_uri() + fragment
        assert page.locator("#newest").is_hidden()


def test_after_the_end_a_link_leads_to_the_next_puzzle(
    published: Callable[[int], None], visited: Browsed, axe: str
) -> None:
    published(3)
    page = visited(DAYS[0].name, 360)
    onward = page.locator("#onward a")
    assert onward.is_hidden()
    solve_by_keys(page, DAYS[0].puzzle)
    expect(onward).to_be_visible()
    assert onward.inner_text() == "Next puzzle ›"
    page.evaluate(axe)
    assert violations(page) == []
    assert onward.bounding_box()["height"] >= 24
    page.reload()
    onward.click()
    page.wait_for_url(f"**/{DAYS[1].name}/index.html")
    page.go_back()
    for _ in range(2):  # the first asks
        assert onward.is_visible()
        page.get_by_role("button", name="Start over").click()
    assert onward.is_hidden()


def test_a_page_of_no_series_has_no_such_links(opened: Opens) -> None:
    page = opened()
    assert page.locator("#onward a, .links").count() == 0


@pytest.mark.parametrize("language", languages())
def test_the_links_are_named_in_each_language(language: str) -> None:
    day = some_days(date(2026, 12, 1), 1, replace(SERIES, language=language))[0]
    text = day_page(DayPresentation(day, None))
    assert text.count(f">{load(language).text('daily.next_puzzle')}<") == 1
    assert f'<a href="../index.html#latest">{load(language).text("archive.latest")}</a>' in text
