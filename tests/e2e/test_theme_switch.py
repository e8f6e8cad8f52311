"""The switch between light colors, dark ones and those of the system, on all pages of a series."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import PATIENCE, violations, wait_until
from dailies import SERIES, some_days, write_pictures
from made_days import classic_record
from playwright.sync_api import Browser, BrowserContext, Page, expect
from test_daily_app import served
from test_layout_shift import Slow

from puzzlegen.config.day_files import PUZZLE, PUZZLE_DARK, THUMB
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page, embedded_page
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.files.templates import languages
from puzzlegen.ledger.days import Day

PAPER, CLASSIC = "2026-12-01", "2026-12-02"
PAGES = {"home": "", "month": "archive/2026-12.html", "puzzle": f"{PAPER}/", "classic": f"{CLASSIC}/"}
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(22, 23, 25)"
GROUND = "getComputedStyle(document.body).backgroundColor"
COLORS = """() => [...document.querySelectorAll("body, body *")].map((one) => {
  const { color, backgroundColor, borderColor, fill, filter } = getComputedStyle(one);
  return [one.tagName, color, backgroundColor, borderColor, fill, filter];
})"""
FRAMES = """window.grounds = [];
const look = () => {
  if (document.body) grounds.push(getComputedStyle(document.body).backgroundColor);
  requestAnimationFrame(look);
};
look();"""


def write_series(folder: Path, address: str, language: str) -> None:
    series = replace(SERIES, language=language, address=address, palette="moss")
    (paper,) = some_days(date.fromisoformat(PAPER), 1, series)
    days = [paper, Day.issue(date.fromisoformat(CLASSIC), 2, classic_record(), series)]
    for name, content in series_files(days, SiteSettings(days[-1].date, series), {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    write_pictures(days, folder, {THUMB: 240, PUZZLE: 600, PUZZLE_DARK: 600})
    for before, day in zip([None, *days], days, strict=False):
        shown = DayPresentation(day, before)
        (folder / day.name / "index.html").write_text(day_page(shown), encoding="utf-8")
        (folder / day.name / "embed.html").write_text(embedded_page(shown), encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a site with a series in each language, on a slow line."""
    folder = tmp_path_factory.mktemp("site")
    with served(folder, Slow) as made:
        top = address_of(made)
        for language in languages():
            write_series(folder / language, f"{top}{language}/", language)
        yield top


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://localhost:{server.server_port}/"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block", color_scheme="light")
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(address)
    assert [text for text in problems if not text.startswith("Service Worker registration blocked")] == []
    return page


def colors(page: Page) -> Any:
    expect(page.locator("select")).to_be_visible()
    return page.evaluate(COLORS)


@pytest.mark.parametrize("kind", PAGES)
def test_a_chosen_theme_has_the_colors_of_a_system_with_it(kind: str, context: BrowserContext, site: str) -> None:
    page = opened(context, f"{site}en/{PAGES[kind]}")
    wanted = {}
    for contrast, system in itertools.product(("no-preference", "more"), ("light", "dark")):
        page.emulate_media(color_scheme=system, contrast=contrast)
        wanted[contrast, system] = colors(page)
    assert wanted["no-preference", "light"] != wanted["no-preference", "dark"]
    for chosen, contrast, system in itertools.product(("dark", "light"), ("no-preference", "more"), ("light", "dark")):
        page.emulate_media(color_scheme=system, contrast=contrast)
        page.locator("select").select_option(chosen)
        assert colors(page) == wanted[contrast, chosen], (chosen, contrast, system)
    page.locator("select").select_option("system")
    assert colors(page) == wanted["more", "dark"]  # the last of the systems


@pytest.mark.parametrize(("chosen", "system", "ground"), [("dark", "light", DARK), ("light", "dark", LIGHT)])
def test_the_choice_is_that_of_all_pages_from_the_first_frame_on(
    chosen: str, system: Any, ground: str, context: BrowserContext, site: str
) -> None:
    page = opened(context, f"{site}en/")
    page.emulate_media(color_scheme=system)
    page.locator("select").select_option(chosen)
    page.add_init_script(FRAMES)
    for name in (*PAGES.values(), PAGES["home"]):
        page.goto(f"{site}en/{name}")
        expect(page.locator("select")).to_have_value(chosen)
        assert page.evaluate("grounds.length") > 1
        assert page.evaluate("[...new Set(grounds)]") == [ground], name
    picture = f"puzzle{'-dark' * (chosen == 'dark')}.png"
    wait_until(page, f"document.querySelector('.lead img').currentSrc.endsWith('/{picture}')")
    page.goto(f"{site}en/{PAPER}/embed.html")  # for pages of others, which have their own way to choose
    assert page.evaluate(GROUND) == {"light": LIGHT, "dark": DARK}[system]


def test_pages_that_are_open_follow(context: BrowserContext, site: str) -> None:
    home, puzzle = opened(context, f"{site}en/"), opened(context, f"{site}de/{PAPER}/")  # all series of the site
    puzzle.locator("select").select_option("dark")
    wait_until(home, f"{GROUND} === '{DARK}'")
    expect(home.locator("select")).to_have_value("dark")
    home.locator("select").select_option("system")
    wait_until(puzzle, f"{GROUND} === '{LIGHT}'")


@pytest.mark.parametrize("kind", PAGES)
def test_the_switch_is_set_by_keys_and_for_everyone(kind: str, context: BrowserContext, site: str, axe: str) -> None:
    page = opened(context, f"{site}en/{PAGES[kind]}")
    switch = page.get_by_label("Colors")
    expect(switch).to_have_value("system")
    before = page.locator("a, button, summary").last
    before.focus()
    page.keyboard.press("Tab")
    expect(switch).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(switch).to_have_value("dark")
    assert page.evaluate(GROUND) == DARK
    page.evaluate(axe)
    assert violations(page, contrasts=("no-preference", "more")) == []
    page.keyboard.press("ArrowUp")
    expect(switch).to_have_value("light")
    assert violations(page, contrasts=("no-preference", "more")) == []


@pytest.mark.parametrize("language", languages())
def test_the_switch_has_words_in_each_language(language: str, context: BrowserContext, site: str) -> None:
    words = set()
    for name in ("", f"{PAPER}/"):
        page = opened(context, f"{site}{language}/{name}")
        expect(page.locator("select")).to_be_visible()
        label = page.locator("label:has(select)").evaluate("one => one.firstChild.textContent")
        options = page.locator("select option").all_inner_texts()
        assert len({label, *options}) == 4 and all(options) and label.strip()
        words.add((label, *options))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert len(words) == 1


def test_a_choice_is_for_its_page_where_storage_is_blocked(context: BrowserContext, site: str) -> None:
    context.add_init_script("Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error(); }")
    page = opened(context, f"{site}en/{PAPER}/")
    page.locator("select").select_option("dark")
    assert page.evaluate(GROUND) == DARK
    page.goto(f"{site}en/")
    expect(page.locator("select")).to_have_value("system")
    assert page.evaluate(GROUND) == LIGHT


def test_a_puzzle_is_printed_as_from_a_light_page(context: BrowserContext, site: str) -> None:
    page = opened(context, f"{site}en/{PAPER}/")
    page.locator("select").select_option("dark")
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
    expect(page.locator("select")).to_be_hidden()
