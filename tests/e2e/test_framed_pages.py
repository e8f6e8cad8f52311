"""Pages of a series in a frame of another page: their links lead out of the frame, and the frame gets their height."""

import functools
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser_helpers import PATIENCE, wait_until
from dailies import SERIES, some_days
from made_days import classic_record
from playwright.sync_api import Browser, Page

from puzzlegen.config.day_files import EMBED, HOME
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.ledger.days import Day

PAPER, CLASSIC = "2026-12-01", "2026-12-02"
SERIES_WITH_HOME = replace(SERIES, home="https://home.example/", home_name="The Example")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("series")
    (paper,) = some_days(date(2026, 12, 1), 1, SERIES_WITH_HOME)
    classic = Day.issue(date(2026, 12, 2), 2, classic_record(), SERIES_WITH_HOME)
    for before, day in ((None, paper), (paper, classic)):
        (folder / day.name).mkdir()
        (folder / day.name / HOME).write_text(day_page(DayPresentation(day, before)), encoding="utf-8")
    for name, content in series_files([paper, classic], SiteSettings(classic.date, SERIES_WITH_HOME), {}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def site(room: Path) -> Iterator[str]:
    """The URL of the series on a server: from a sandbox, Chromium opens no file."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(room)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def framed(page: Page, room: Path, site: str, name: str, sandbox: str = "") -> None:
    """Open a page that has this one in a frame, by the snippet of the series."""
    snippet = (room / EMBED).read_text(encoding="utf-8").replace("<iframe", f"<iframe {sandbox}")
    shown = snippet.replace(f"{SERIES.address}today/", f"{name}{HOME}")
    assert f'src="{name}{HOME}"' in shown
    (room / "outer.html").write_text(f"<!DOCTYPE html><title>x</title>{shown}", encoding="utf-8")
    page.goto(f"{site}outer.html")
    page.frames[1].wait_for_load_state()


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts allow-popups"'], ids=["plain", "sandboxed"])
@pytest.mark.parametrize(
    ("name", "link", "leads_to"),
    [
        (f"{PAPER}/", "All puzzles", HOME),
        (f"{CLASSIC}/", "No. 1", f"{PAPER}/{HOME}"),
        ("", "Play", f"{CLASSIC}/{HOME}"),
    ],
    ids=["paper", "classic", "archive"],
)
def test_a_link_leads_out_of_the_frame(
    page: Page, room: Path, site: str, name: str, link: str, leads_to: str, sandbox: str
) -> None:
    framed(page, room, site, name, sandbox)
    frame = page.frames[1]
    with page.expect_popup() as opening:
        frame.get_by_role("link", name=link).first.click()
    opening.value.wait_for_url(f"{site}{leads_to}")
    assert frame.url == f"{site}{name}{HOME}"


def test_a_sandbox_without_popups_shows_the_page_of_a_link_in_the_frame(page: Page, room: Path, site: str) -> None:
    framed(page, room, site, f"{PAPER}/", 'sandbox="allow-scripts"')
    page.frames[1].get_by_role("link", name="All puzzles").click()
    page.frames[1].wait_for_url(f"{site}{HOME}")


@pytest.mark.parametrize("name", [f"{PAPER}/", f"{CLASSIC}/", ""], ids=["paper", "classic", "archive"])
def test_the_frame_gets_the_height_of_the_page(page: Page, room: Path, site: str, name: str) -> None:
    framed(page, room, site, name)
    frame = page.frames[1]
    wait_until(frame, "document.documentElement.scrollHeight <= innerHeight")
    wait_until(frame, "innerHeight < document.body.scrollHeight + 80")


def test_links_of_a_page_in_no_frame_open_in_its_place(page: Page, room: Path) -> None:
    page.goto((room / PAPER / HOME).as_uri())
    page.get_by_role("link", name="All puzzles").click()
    page.wait_for_url(f"**/{room.name}/{HOME}")
    page.get_by_role("link", name="Play").first.click()
    page.wait_for_url(f"**/{CLASSIC}/{HOME}")
