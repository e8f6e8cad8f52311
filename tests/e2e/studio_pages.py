"""A running studio for tests in a browser, and checks that apply to all of its pages."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from zoneinfo import ZoneInfo

from browser_helpers import PATIENCE, violations
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

SAVED = re.compile("^saved")  # also "saved, 1 problem to fix", which comes when the pages are laid out
SIZES = ((1280, 800), (820, 1180))  # a desktop and a tablet
_AHEAD = 12 - datetime.now(UTC).hour
ZONE = f"Etc/GMT{-_AHEAD:+d}"  # a zone where it is about noon, so that no test runs past midnight
TODAY = datetime.now(ZoneInfo(ZONE)).date()
Visits = Callable[[str], Page]


@dataclass(frozen=True)
class Studio:
    """A running studio: its folder, the address that opens it, and what the server wrote since to stderr."""

    folder: Path
    address: str
    log: list[str] = field(default_factory=list)

    def config(self, name: str, text: str, file: str = "book.yaml") -> Path:
        """Write the config of a project, and return the folder of the project.

        Files of earlier tests there are removed, except the puzzles that were made. Opening a project starts a
        process, so tests that do not build the book share one.
        """
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        for left in folder.iterdir():
            if left.is_symlink() or not left.is_dir():
                left.unlink()
            else:
                shutil.rmtree(left / "steps" if left.name == ".studio" else left, ignore_errors=True)
        (folder / file).write_text(text, encoding="utf-8")
        return folder


@contextmanager
def running_studio(folder: Path) -> Iterator[Studio]:
    """Run a studio in a folder."""
    words = ["studio", "--folder", str(folder), "--no-browser", "--port", "0", "--jobs", "1"]
    with subprocess.Popen([sys.executable, "-m", "puzzlegen", *words], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        address = next(found[0] for line in server.stderr if (found := re.search(r"http://\S+", line)))
        studio = Studio(folder, address)
        reader = Thread(target=studio.log.extend, args=(server.stderr,), daemon=True)
        reader.start()
        try:
            yield studio
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(PATIENCE / 1000)
            reader.join(PATIENCE / 1000)


@contextmanager
def visiting(browser: Browser, studio: Studio) -> Iterator[Visits]:
    """Open pages of a studio; errors of scripts, missing files and breaches of the content policy fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    problems: list[str] = []
    context.on("weberror", lambda error: problems.append(str(error.error)))

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"{message.text} {message.location['url']}")

    context.on("console", note)
    context.new_page().goto(studio.address)

    def opens(path: str) -> Page:
        page = context.new_page()
        page.goto(studio.address.partition("/?")[0] + path)
        return page

    yield opens
    context.close()
    refused = re.compile(r"status of 4(09 \(Conflict\)|22 )")  # replies for refused changes, which the page shows
    print(*problems, sep="\n")  # the report of a test that failed has it
    unexpected = [one for one in problems if not refused.search(one)]
    assert not unexpected, (unexpected, studio.log)


def follow(page: Page, name: str) -> None:
    """Follow a link to another page with the keyboard, and wait for its scripts: a press before them is lost."""
    with page.expect_navigation():
        page.get_by_role("link", name=name).press("Enter")


def run_work(page: Page, button: str) -> None:
    """Build or check the book of a page, and wait for the end."""
    page.get_by_role("button", name=button).press("Enter")
    expect(page.locator("#build")).to_be_enabled()  # which it is not from the press of the button to the end


def finished(page: Page, summary: str) -> None:
    """Wait until the work of a daily is finished, and the calendar shows its result."""
    expect(page.locator("#summary")).to_contain_text(summary)
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator("#calendar")).not_to_have_attribute("aria-busy", "true")


def drop_file(place: Locator, file: Path) -> None:
    """Drop a file on an element, as from the window of another program.

    A browser drops what is dragged only where the page answered the drag before. A person's drag sends many
    events; on a busy machine the page has not answered the first ones yet. So the drag goes on until the page has
    received it.
    """
    place.scroll_into_view_if_needed()
    page, box = place.page, place.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    devtools = page.context.new_cdp_session(page)

    def send(kind: str) -> None:
        devtools.send("Input.dispatchDragEvent", {"type": kind, "data": data, **at})

    page.evaluate("window.dragged = 0; addEventListener('dragover', () => { window.dragged++; })")
    send("dragEnter")
    for _ in range(PATIENCE // 50):
        send("dragOver")
        page.wait_for_timeout(50)  # milliseconds, as browsers send them
        if page.evaluate("window.dragged") >= 2:
            break
    send("drop")
    devtools.detach()


def found_by_axe(page: Page) -> list[str]:
    """Return what axe-core finds in a page that contains its script, light and dark, on a desktop and on a tablet."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += violations(page)
    return found
