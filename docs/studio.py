"""Make the pictures of docs/studio.md from the studio in Chromium: the editor, the puzzles and a finished build."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
PATIENCE = 180_000  # milliseconds
SHOWN = "#spread img, #bench section:first-child li:nth-child(-n+4) img"  # browsers load others when they are in view
DRAWN = f"[...document.querySelectorAll('{SHOWN}')].every(one => one.complete)"
ANSWERS = {"Title": "Snow on the Roof", "Author or publisher": "Ann Example", "Puzzles": "24", "Page size": "6x9"}


def picture(page: Page, name: str) -> None:
    """Save the window as docs/studio-NAME.png, with few colors."""
    page.wait_for_timeout(1000)  # for the requests of what was chosen last
    page.wait_for_function(DRAWN)
    path = HERE / f"studio-{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(96).save(path, optimize=True)


def pictures(page: Page) -> None:
    """Make a book as the page describes, with a picture of each stage."""
    page.get_by_role("link", name="New book").click()
    for label, text in ANSWERS.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Make the book").click()
    page.locator("#tab-puzzles").click()
    expect(page.locator("#bench img")).to_have_count(int(ANSWERS["Puzzles"]))
    page.locator("#part").select_option(label="section 1")
    page.get_by_role("button", name="Next", exact=True).click()
    picture(page, "puzzles")
    page.locator("#tab-form").click()
    picture(page, "editor")
    page.locator("#tab-build").click()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#files a").first).to_be_visible()
    page.locator("#guides").check()
    picture(page, "build")


def in_studio(folder: Path, work: Callable[[Page], None]) -> None:
    """Start the studio in a folder, and open its start page in Chromium."""
    words = [sys.executable, "-m", "puzzlegen", "studio", "--folder", str(folder), "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as server, sync_playwright() as play:
        try:
            address = next(found[0] for line in server.stderr or () if (found := re.search(r"http://\S+", line)))
            options = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=options)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            page.goto(address)
            work(page)
        finally:
            server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        in_studio(Path(temporary), pictures)
