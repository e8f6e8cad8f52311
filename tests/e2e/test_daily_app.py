"""A series as an app: installed by Chromium's rules, and read after its web server is gone."""

import functools
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browser_helpers import PATIENCE, violations
from dailies import SERIES, some_days, write_pictures
from PIL import Image
from playwright.sync_api import Browser, expect

from puzzlegen.config.day_files import APP, PUZZLE, PUZZLE_DARK, THUMB, WORKER
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.ledger.days import Series

FIRST = date(2026, 11, 20)
COUNT = 12
CONTROLLED = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  navigator.serviceWorker.addEventListener("controllerchange", () => done());
})"""
DECODED = """() => Promise.all([...document.images].slice(1, 4).map((one) => {
  one.loading = "eager";
  return one.decode();
}))"""  # the pictures of the last days; fails for one that cannot be loaded


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without messages."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".webmanifest": "application/manifest+json"}

    def log_message(self, *args: object) -> None:
        """Write nothing."""


class Pretty(Quiet):
    """Redirects index.html to its folder, and other pages to their names without an ending, as some hosts do."""

    slash = "/"

    def do_GET(self) -> None:
        """Redirect, or serve the file of the shorter address."""
        plain = self.path.partition("?")[0]
        short = plain.removesuffix(".html").removesuffix("/index")
        if plain.endswith("/index.html"):
            short += self.slash or "/" * (not short)
        elif plain.endswith("/") and len(plain) > 1:
            short = plain.removesuffix("/") + self.slash
        if short != plain:
            self.send_response(308)
            self.send_header("Location", short)
            self.end_headers()
            return
        file = Path(self.translate_path(plain))
        self.path = f"{plain}.html" if not file.exists() else f"{plain}/index.html" if file.is_dir() else plain
        super().do_GET()


class Slashless(Pretty):
    """Redirects a folder to its name without the slash."""

    slash = ""


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("app")


@pytest.fixture(scope="module", autouse=True)
def server(room: Path) -> Iterator[ThreadingHTTPServer]:
    """Serve a series at its address."""
    with served(room) as made:
        write_series(room, replace(SERIES, address=f"http://localhost:{made.server_port}/"))
        yield made


def write_series(folder: Path, series: Series) -> None:
    days = some_days(FIRST, COUNT, series)
    for name, content in series_files(days, SiteSettings(days[-1].date, series), {}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    write_pictures(days, folder, {THUMB: 240, PUZZLE: 600, PUZZLE_DARK: 600})
    for at in (1, COUNT - 1):
        write_day(folder / days[at].name, days[at], days[at - 1])
    for at in range(2, COUNT - 1):  # any page will do
        (folder / days[at].name / "index.html").write_text(f"<title>{days[at].name}</title>", encoding="utf-8")


def test_the_page_of_a_day_elsewhere_requests_nothing(browser: Browser, tmp_path: Path) -> None:
    """The folder of a day may be uploaded alone, so that the app of the series is not beside it."""
    before, today = some_days(FIRST, 2)
    (tmp_path / today.name).mkdir()
    write_day(tmp_path / today.name, today, before)
    with served(tmp_path) as server:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        console: list[str] = []
        requests: list[str] = []
        page.on("console", lambda message: console.append(message.text))
        page.on("request", lambda request: requests.append(request.url))
        address = f"http://127.0.0.1:{server.server_port}/{today.name}/"  # localhost is for trials of a whole series
        page.goto(address)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#status")).not_to_be_empty()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        assert page.locator("link[rel=manifest]").count() == 0
        page.close()
    assert [url for url in requests if not url.startswith("data:")] == [address]
    assert console == []


def test_today_and_the_last_week_are_kept_offline(browser: Browser, server: ThreadingHTTPServer, axe: str) -> None:
    top, days = f"http://localhost:{server.server_port}/", [day.name for day in some_days(FIRST, COUNT)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    console: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.on("pageerror", lambda error: console.append(str(error)))
    page.goto(f"{top}{days[-1]}/")  # a visit to a puzzle is enough
    page.evaluate(CONTROLLED)
    client = context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []
    assert json.loads(client.send("Page.getAppManifest")["data"])["display"] == "standalone"
    assert console == []
    server.shutdown()
    server.server_close()
    for name in ("", "index.html", "today/", f"{days[-1]}/", f"{days[-1]}/index.html?from=mail"):
        page.goto(top + name)
        expect(page.locator("h1")).to_contain_text(SERIES.title)
    assert page.locator("#board [role=gridcell]").count() > 20
    page.goto(f"{top}{days[-8]}/")
    expect(page).to_have_title(days[-8])
    page.goto(top)
    page.evaluate(DECODED)
    for name in (f"{days[-9]}/", f"{days[1]}/", "archive/2026-11.html", f"{days[-1]}/puzzle.pdf", "a%22%3Cb%3E"):
        page.goto(top + name)  # older than a week, or never kept
        expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
        assert page.url == top + name
        expect(page.locator(".offline p")).to_have_text([
            "This page is not saved in this browser. Load it again when you are online.", "Load this page again",
        ])  # fmt: skip
        page.evaluate(axe)
        assert violations(page) == []
        assert [one.get_attribute("href") for one in page.locator("a").all()] == [
            "index.html", top + name, *(f"{day}/index.html" for day in reversed(days[-8:])),
        ]  # fmt: skip
    page.get_by_role("link", name="November 24").click()
    expect(page).to_have_title(days[-8])
    page.goto(f"{top}archive/2026-11.html")
    page.get_by_role("link", name=SERIES.title).click()
    expect(page).to_have_url(f"{top}index.html")
    page.locator("select").select_option("dark")
    for name in ("", f"{days[-1]}/", "archive/2026-11.html"):  # the last is not kept
        page.goto(top + name)
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 23, 25)"
    assert page.evaluate("fetch('feed.json').then(() => 0, (error) => error.name)") == "TypeError"  # no page for data
    context.close()


@pytest.mark.parametrize(
    ("handler", "base"), [(Pretty, ""), (Pretty, "my/daily/"), (Quiet, "my/daily/"), (Slashless, "")]
)
def test_pages_are_kept_offline_on_hosts_that_redirect(
    handler: type[Quiet], base: str, browser: Browser, tmp_path: Path
) -> None:
    days = [day.name for day in some_days(FIRST, COUNT)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with served(tmp_path, handler) as server:
        top = f"http://localhost:{server.server_port}/{base}"
        (tmp_path / base).mkdir(parents=True, exist_ok=True)
        write_series(tmp_path / base, replace(SERIES, address=top))
        page.goto(top)
        page.evaluate(CONTROLLED)
        kept = page.evaluate("caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).length)")
        files = json.loads(
            (tmp_path / base / WORKER).read_text(encoding="utf-8").partition("FILES = ")[2].split(";")[0]
        )
        assert kept == len(files)
    for name in (
        "",
        "index.html",
        "today/",
        "today",
        *(f"{day}/{end}" for day in days[-8:] for end in ("", "index.html")),
    ):
        page.goto(top + name)
        expect(page).to_have_title(re.compile(f"{SERIES.title}|{days[0][:4]}"))
        expect(page.get_by_role("heading", name="You are offline")).to_have_count(0)
    page.goto(f"{top}{days[-1]}")  # without its slash, which its links need
    expect(page).to_have_url(f"{top}{days[-1]}/")
    assert page.locator("#board [role=gridcell]").count() > 20
    page.goto(f"{top}archive/2026-11")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    context.close()


def test_the_login_page_of_a_network_is_not_kept(browser: Browser, tmp_path: Path) -> None:
    class Portal(Quiet):
        """Redirects the pages of days to another page, as networks do before a login."""

        def do_GET(self) -> None:
            if self.path.startswith(f"/{days[-2]}/"):
                self.send_response(302)
                self.send_header("Location", "/index.html")
                self.end_headers()
            else:
                super().do_GET()

    days = [day.name for day in some_days(FIRST, COUNT)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with served(tmp_path, Portal) as server:
        top = f"http://localhost:{server.server_port}/"
        write_series(tmp_path, replace(SERIES, address=top))
        page.goto(top)
        page.evaluate(CONTROLLED)
    page.goto(f"{top}{days[-3]}/")
    expect(page).to_have_title(days[-3])
    page.goto(f"{top}{days[-2]}/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    context.close()


def test_a_new_day_replaces_what_was_kept(room: Path) -> None:
    days = some_days(FIRST, COUNT + 1)
    before, after = (series_files(days, SiteSettings(day.date, SERIES), {})[WORKER].decode() for day in days[-2:])
    assert days[-1].name not in before and days[-1].name in after
    assert days[-9].name in before and days[-9].name not in after


def test_the_manifest_names_icons_of_their_size(room: Path) -> None:
    icons = json.loads((room / APP).read_text(encoding="utf-8"))["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        with Image.open(room / icon["src"]) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


def test_no_answer_that_is_held_is_kept_offline(room: Path) -> None:
    text = (room / WORKER).read_text(encoding="utf-8")
    assert "index.html" in text and not any(word in text for word in ("solution", "steps.gif"))
