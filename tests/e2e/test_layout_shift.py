"""Pages of a series do not move while they load on a slow line, for new readers and for those who come back."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from http.server import ThreadingHTTPServer
from typing import Any

import pytest
from browser_helpers import PATIENCE, wait_until
from dailies import SERIES, some_days, write_pictures
from play_pages import GOLDEN, TWELVE
from playwright.sync_api import Browser, Page
from test_daily_app import Quiet, served
from test_play_variants import HEXAGON, JOINED

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.day_files import PUZZLE, PUZZLE_DARK, THUMB
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.single.play_page import PlayOptions, write_play_page
from puzzlegen.web.templates import results_key

FIRST, COUNT = date(2026, 11, 1), 20
MOST_SHIFT = 0.05  # cumulative, as browsers count it; 0.1 is what they call good
SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desktop": (1280, 800)}
COUNTED = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
BOARDS = {
    "small": GOLDEN,
    "hexagons": HEXAGON,
    "joined": JOINED,
    "large": TWELVE,
}


class Slow(Quiet):
    """Sends files in pieces, about as fast as a line of 1.6 Mbit/s: pages are shown before all of them is there."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        while piece := source.read(4096):
            outputfile.write(piece)
            outputfile.flush()
            time.sleep(0.02)


def sunday() -> Puzzle:
    return make_puzzle(next(iter(requests_for(PuzzleSpec(difficulty="easy"), Grid(15, 15), "sunday", 1)))).graded.puzzle


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadingHTTPServer]:
    """Serve the home page of a series at its address, and pages to play."""
    room = tmp_path_factory.mktemp("site")
    with served(room, Slow) as made:
        series = replace(SERIES, address=f"http://localhost:{made.server_port}/")
        days = some_days(FIRST, COUNT, series)
        for name, content in series_files(days, SiteSettings(days[-1].date, series), {}).items():
            (room / name).parent.mkdir(exist_ok=True)
            (room / name).write_bytes(content)
        write_pictures(days, room, {THUMB: 240, PUZZLE: 600, PUZZLE_DARK: 600})
        for name, board in (BOARDS | {"sunday": sunday()}).items():
            write_play_page(board, room / f"{name}.html", "en", PlayOptions(title="The Daily No. 3", date="Monday"))
        yield made


def shift_of(page: Page, address: str) -> float:
    page.add_init_script(COUNTED)
    page.goto(address)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return float(page.evaluate("shift"))


@pytest.fixture
def sized(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("sized", SIZES.values(), ids=SIZES, indirect=True)
@pytest.mark.parametrize("solved", [0, 15], ids=["new", "returning"])
def test_the_home_page_does_not_move(sized: Page, server: ThreadingHTTPServer, solved: int) -> None:
    address = f"http://localhost:{server.server_port}/"
    results = {
        n: {"date": f"2026-11-{n:02}", "difficulty": "easy", "ms": 61_000, "hints": 0} for n in range(1, solved + 1)
    }
    sized.add_init_script(f"localStorage.setItem('puzzlegen:{results_key(address)}', '{json.dumps(results)}')")
    assert shift_of(sized, address) <= MOST_SHIFT
    assert sized.locator(".days .solved").count() == solved
    wait_until(sized, "document.querySelector('.lead img').naturalWidth > 0")
    shown, natural = sized.locator(".lead img").evaluate(
        "one => [one.width / one.height, one.naturalWidth / one.naturalHeight]"
    )
    assert shown == pytest.approx(natural, rel=0.01)


@pytest.mark.parametrize("sized", SIZES.values(), ids=SIZES, indirect=True)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("is_new", [True, False], ids=["new", "returning"])
def test_a_page_to_play_does_not_move(sized: Page, server: ThreadingHTTPServer, board: str, is_new: bool) -> None:
    if not is_new:
        sized.add_init_script("localStorage.setItem('puzzlegen:results', '{}')")
    assert shift_of(sized, f"http://localhost:{server.server_port}/{board}.html") <= MOST_SHIFT
    assert sized.get_by_role("gridcell").count()
    assert (sized.locator("details.live").get_attribute("open") is not None) == is_new
    assert sized.get_by_text("The puzzle as text").is_visible()


@pytest.mark.parametrize("width", [360, 375, 390, 393, 412, 430])
def test_a_sunday_of_15_columns_fits_a_phone(browser: Browser, server: ThreadingHTTPServer, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 760}, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"http://localhost:{server.server_port}/sunday.html")
    hidden, side = page.locator("#board").evaluate(
        "one => [one.scrollWidth - one.clientWidth, one.querySelector('[role=gridcell]').offsetWidth]"
    )
    assert hidden == 0 and side >= 21
    assert page.locator("#view").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()
