"""Pages of a series in a frame of another page: their links lead out of the frame, and the frame gets their height."""

import functools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from browser_helpers import PATIENCE, violations, wait_until
from dailies import SERIES, some_days
from made_days import classic_record
from play_pages import put
from playwright.sync_api import Browser, Error, Frame, Page

from puzzlegen.config.day_files import EMBED, EMBED_PAGE, HOME, OEMBED
from puzzlegen.daily.day_files import write_day
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
        write_day(folder / day.name, day, before)
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
    shown = snippet.replace(f"{SERIES.address}today/{EMBED_PAGE}", f"{name}{HOME}")
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


# What a page around a frame gets, and what WordPress does with messages about the height (wp-includes/js/wp-embed.js)
LISTENER = """<script>
  window.messages = [];
  addEventListener("message", ({ data }) => {
    if (data.puzzlegen) window.messages.push(data);
    const frame = document.querySelector(`iframe[data-secret="${data.secret}"]`);
    if (frame && data.message === "height") {
      frame.height = Math.min(1000, Math.max(200, data.value));
      frame.removeAttribute("style");
    }
    if (frame && data.message === "link" && document.activeElement === frame) window.messages.push(data.value);
  });
</script>"""


def embedded(page: Page, room: Path, site: str, query: str = "", attributes: str = "", name: str = PAPER) -> Frame:
    """Open a page of another origin with the frame that the oEmbed data of a day has; returns the frame."""
    data = json.loads((room / name / OEMBED).read_text(encoding="utf-8"))
    address = f"{SERIES.address}{name}/{EMBED_PAGE}"
    assert f'src="{address}"' in data["html"]
    shown = (
        data["html"].replace(address, f"{site}{name}/{EMBED_PAGE}{query}").replace("<iframe", f"<iframe {attributes}")
    )
    outer = f"other-{len(list(room.glob('other-*')))}.html"  # a new name, because browsers keep pages
    assert shown.startswith("<blockquote ")  # without it, WordPress loads no script that reads messages
    (room / outer).write_text(f"<!DOCTYPE html><title>x</title>{LISTENER}{shown}", encoding="utf-8")
    page.goto(f"{site.replace('127.0.0.1', 'localhost')}{outer}")
    page.frames[1].wait_for_load_state()
    if "hidden" not in attributes:
        settle(page.frames[1])
    return page.frames[1]


def settle(frame: Frame) -> None:
    """Wait until a page that began in a frame without size has begun anew."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        with suppress(Error):  # it begins anew now
            if frame.evaluate("document.readyState === 'complete' && document.documentElement.ariaBusy === null"):
                return
        frame.page.wait_for_timeout(50)
    raise AssertionError("the page did not begin anew")


@pytest.mark.parametrize("name", [PAPER, CLASSIC])
def test_a_board_fits_the_height_in_the_data_without_messages(page: Page, room: Path, site: str, name: str) -> None:
    page.set_viewport_size({"width": 700, "height": 740})
    frame = embedded(page, room, site, name=name)
    width, left = frame.evaluate("[innerWidth, visualViewport.height - document.body.getBoundingClientRect().bottom]")
    assert (width, left) == (600, pytest.approx(75, abs=75))


@pytest.mark.parametrize("name", [PAPER, CLASSIC])
def test_the_page_for_frames_shows_the_board_alone(page: Page, room: Path, site: str, name: str, axe: str) -> None:
    frame = embedded(page, room, site, name=name)
    assert frame.get_by_role("grid").is_visible()
    assert not frame.locator(".facts").is_visible()
    assert frame.locator("h1").evaluate("one => getComputedStyle(one).opacity") == "0"
    assert frame.get_by_role("link").first.get_attribute("href") == HOME
    page.goto(f"{site}{name}/{EMBED_PAGE}")
    assert "saved in this browser" in (page.locator("body").text_content() or "")
    page.evaluate(axe)
    assert violations(page) == []


def test_theme_and_palette_of_a_frame_are_in_its_address(page: Page, room: Path, site: str) -> None:
    def colors(query: str) -> list[str]:
        frame = embedded(page, room, site, query)
        style = "getComputedStyle(document.body)"
        band = "getComputedStyle(document.body, '::before').color"
        return frame.evaluate(f"[{style}.backgroundColor, {style}.colorScheme, {band}]")

    light, dark = colors("?theme=light"), colors("?theme=dark")
    assert (light[:2], dark[:2]) == (["rgb(253, 252, 249)", "light"], ["rgb(22, 23, 25)", "dark"])
    page.emulate_media(color_scheme="dark")
    of_system = colors("")
    assert of_system == [dark[0], "light dark", dark[2]]
    assert (colors("?theme=light"), colors("?theme=blue")) == (light, of_system)
    moss, own = colors("?theme=light&palette=moss"), colors("?theme=light&palette=ff00aa")
    assert len({light[2], moss[2], own[2]}) == 3
    assert colors("?theme=light&palette=nothing") == light


@pytest.mark.parametrize("name", [PAPER, CLASSIC])
def test_a_theme_of_the_address_is_that_of_the_system(page: Page, room: Path, site: str, name: str) -> None:
    def colors(scheme: Literal["light", "dark"], query: str) -> list[str]:
        page.emulate_media(color_scheme=scheme)
        frame = embedded(page, room, site, query, name=name)
        names = ["--paper", "--ink", "--tile", "--edge", "--counted"]
        found: list[str] = frame.evaluate(
            "names => names.map((one) => getComputedStyle(document.documentElement).getPropertyValue(one))", names
        )
        return found

    assert colors("light", "?theme=dark") == colors("dark", "")
    assert colors("dark", "?theme=light") == colors("light", "") != colors("dark", "")


def test_the_page_around_gets_events_only_if_the_address_names_its_origin(page: Page, room: Path, site: str) -> None:
    (day,) = some_days(date(2026, 12, 1), 1, SERIES_WITH_HOME)
    here = site.replace("127.0.0.1", "localhost").rstrip("/")
    found = {}
    for events in ("", "?events=https://example.com", "?events=nonsense", f"?events={here}"):
        frame = embedded(page, room, site, events)
        put(frame, {i: True for i, is_mine in enumerate(day.solution) if is_mine})
        wait_until(frame, "document.querySelector('.done') !== null")
        found[events] = page.evaluate("window.messages")
    started, solved = found.pop(f"?events={here}")
    facts = {"number": 1, "date": PAPER, "difficulty": day.graded.grade.difficulty}
    assert started == {"puzzlegen": "started", **facts}
    assert solved == {"puzzlegen": "solved", **facts, "ms": solved["ms"], "hints": 0} and solved["ms"] >= 0
    assert list(found.values()) == [[], [], []]


def test_a_frame_in_wordpress_gets_its_height_and_its_links(page: Page, room: Path, site: str) -> None:
    hidden = 'style="position: absolute; clip: rect(1px, 1px, 1px, 1px);"'  # until it has a height
    attributes = f'{hidden} sandbox="allow-scripts" class="wp-embedded-content" data-secret="a1B2c3D4e5"'
    frame = embedded(page, room, site, "#?secret=a1B2c3D4e5", attributes)
    height = json.loads((room / PAPER / OEMBED).read_text(encoding="utf-8"))["height"]
    wait_until(page, "height => document.querySelector('iframe').height !== height", str(height))
    wait_until(frame, "document.documentElement.scrollHeight <= visualViewport.height")
    assert "saved in this browser" not in (frame.locator("body").text_content() or "")
    frame.get_by_role("link").first.click()
    wait_until(page, "window.messages.length > 0")
    assert page.evaluate("window.messages") == [f"{site}{PAPER}/{HOME}"]
    assert len(page.context.pages) == 1 and frame.get_by_role("grid").is_visible()  # the page around it leads there


@pytest.mark.parametrize("name", [PAPER, CLASSIC])
def test_the_height_of_a_frame_changes_nothing_in_it(page: Page, room: Path, site: str, name: str) -> None:
    """Else a frame that gets the height of its page would change the page, which would change the frame."""
    for width in (390, 700, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        frame = embedded(page, room, site, attributes='data-secret="x"', name=name)
        found = []
        for height in (300, 760, 2000):
            page.locator("iframe").evaluate("(one, height) => { one.height = height; }", height)
            wait_until(frame, f"Math.abs(visualViewport.height - {height}) < 20")
            board = "document.getElementById('board')"
            found.append(frame.evaluate(f"[{board}.offsetWidth, document.body.offsetHeight, {board}.className]"))
        assert found[0] == found[1] == found[2]


def test_a_page_that_begins_in_a_frame_without_size_begins_anew(page: Page, room: Path, site: str) -> None:
    page.set_viewport_size({"width": 700, "height": 740})
    frame = embedded(page, room, site, attributes='hidden data-x=""')
    assert frame.evaluate("innerWidth") == 0
    wanted = embedded(page, room, site).locator("#status").inner_text()
    frame = embedded(page, room, site, attributes='hidden data-x=""')
    page.locator("iframe").evaluate("one => { one.hidden = false; }")
    settle(frame)
    wait_until(frame, f"document.getElementById('status').textContent === {json.dumps(wanted)}")


def test_a_link_that_the_page_around_does_not_follow_leads_there_in_the_frame(
    page: Page, room: Path, site: str
) -> None:
    frame = embedded(page, room, site, "#?secret=a1B2c3D4e5", 'sandbox="allow-scripts"')
    frame.get_by_role("link").first.click()
    frame.wait_for_url(f"**/{PAPER}/{HOME}")
