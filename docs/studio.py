"""Make the pictures of docs/studio.md from the studio in Chromium.

python docs/studio.py            # all
python docs/studio.py daily      # only those of a daily, or of a book, picture, compose or solve
"""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps
from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
PATIENCE = 180_000  # milliseconds
# Browsers load other pictures when they are in view
SHOWN = (
    "#spread img, #bench section:first-child li:nth-child(-n+4) img, #calendar img, #day > img, "
    ".views img, #puzzle-picture, #proposals img"
)
DRAWN = f"[...document.querySelectorAll('{SHOWN}')].every(one => one.complete)"
ANSWERS = {"Title": "Snow on the Roof", "Author or publisher": "Ann Example", "Puzzles": "24", "Page size": "6x9"}
DRAFT = """size 10x10
3 . . . . . . . . 2
. . . . . . . . . .
. . 4 . . . . 1 . .
. . . . 0 . . . . .
. . . . . _ . . ? .
. ? . . _ . . . . .
. . . . . 3 . * . .
. . 2 . . . . 5 . .
. . . . . . . . . .
1 . . . . . . . . ."""
PUZZLE = "10x10:2c3a421b2b3c2c1f3e34d0b2b7c3b1d2h4c42a11c3d1a23b22b1c2"
DAILY = {
    "Title": "The Morning Field",
    "Author or publisher": "Ann Example",
    "Web address": "https://field.example/daily/",
}


def picture(page: Page, name: str) -> None:
    """Save the window as docs/studio-NAME.png, with few colors."""
    page.wait_for_timeout(1000)  # for the requests of what was chosen last
    page.wait_for_function(DRAWN)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    path = HERE / f"studio-{name}.png"
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(96).save(path, optimize=True)


def book(page: Page, _: Path) -> None:
    """Make a book as the page describes, with a picture of each stage."""
    page.get_by_role("link", name="New book").click()
    for label, text in ANSWERS.items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Next: see the pages").click()
    page.locator("#tab-puzzles").click()
    expect(page.locator("#bench img")).to_have_count(int(ANSWERS["Puzzles"]))
    page.locator("#part").select_option(label="section 1")
    page.get_by_role("button", name="Next", exact=True).click()
    picture(page, "puzzles")
    page.locator("#tab-form").click()
    picture(page, "editor")
    page.get_by_role("navigation").get_by_role("link", name="Cover").click()
    file = page.locator("#f-cover-artwork-file-upload")
    file.set_input_files({"name": "winter.png", "mimeType": "image/png", "buffer": winter()})
    expect(page.get_by_alt_text("The cover")).to_have_attribute("src", re.compile("guides=1"))
    page.wait_for_timeout(3000)  # the cover is laid out again
    picture(page, "cover")
    page.locator("#tab-build").click()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#files a").first).to_be_visible()
    page.locator("#cover").uncheck()
    picture(page, "build")


def winter() -> bytes:
    """Return artwork for a cover of 6x9 in: snow falls on a roof at night."""
    sky = ImageOps.colorize(Image.linear_gradient("L").resize((1838, 2775)), "#0d1b3a", "#7f9cc9")
    pen, flakes = ImageDraw.Draw(sky), Random(7)
    pen.polygon([(0, 2775), (0, 2250), (919, 1600), (1838, 2250), (1838, 2775)], fill="#3b2a2a")
    pen.line([(-40, 2290), (919, 1600), (1878, 2290)], fill="#f4f8ff", width=150, joint="curve")
    for _ in range(260):
        x, y, r = flakes.randrange(1838), flakes.randrange(2775), flakes.randrange(4, 15)
        pen.ellipse((x - r, y - r, x + r, y + r), fill="#f4f8ff")
    out = io.BytesIO()
    sky.save(out, "PNG")
    return out.getvalue()


def daily(page: Page, folder: Path) -> None:
    """Begin a daily some days ago, leave out two of them, and make the next."""
    page.get_by_role("link", name="New daily").click()
    first = date.fromisoformat(page.get_by_label("First day").input_value()) - timedelta(days=9)
    for label, text in (DAILY | {"First day": str(first)}).items():
        page.get_by_label(label).fill(text)
    page.get_by_role("button", name="Make the daily").click()
    page.wait_for_url("**/dailies/*")
    for begin, days in ((first, 4), (first + timedelta(days=6), 8)):
        words = ["daily", "daily.yaml", "--date", str(begin), "--days", str(days), "--quiet"]
        made = folder / page.url.rpartition("/")[2]
        subprocess.run([sys.executable, "-m", "puzzlegen", *words], cwd=made, check=True)
    page.set_viewport_size({"width": 1280, "height": 960})
    page.reload()
    expect(page.locator("#day img").first).to_be_visible()
    picture(page, "daily")


def photo() -> bytes:
    """Return a JPEG that looks like a photo: a cat before a lit wall with three stains, with noise and blur."""
    wall = Image.linear_gradient("L").rotate(90).resize((900, 700)).point(lambda level: 225 - level * 2 // 5)
    pen = ImageDraw.Draw(wall)
    for x, y in ((90, 130), (780, 190), (730, 600)):
        pen.ellipse((x, y, x + 28, y + 28), fill=45)
    pen.ellipse((250, 180, 650, 580), fill=60)
    for ear in ([(265, 300), (285, 70), (440, 205)], [(635, 300), (615, 70), (460, 205)]):
        pen.polygon(ear, fill=60)
    for x in (345, 475):
        pen.ellipse((x, 300, x + 80, 380), fill=225)
    noisy = ImageChops.add(wall, Image.effect_noise(wall.size, 14), 1, -128).filter(ImageFilter.GaussianBlur(1.5))
    out = io.BytesIO()
    ImageOps.colorize(noisy, "#241c2c", "#fff6dd").save(out, "JPEG", quality=80)
    return out.getvalue()


def picture_puzzle(page: Page, _: Path) -> None:
    """Make a puzzle of a photo, without its stains."""
    page.get_by_role("link", name="Picture puzzle").click()
    page.locator("#file").set_input_files({"name": "night-cat.jpg", "mimeType": "image/jpeg", "buffer": photo()})
    expect(page.locator("#use")).to_be_visible()
    page.get_by_label("Cells in a row").fill("24")
    page.get_by_label("Automatic threshold").uncheck()
    page.get_by_label("Threshold: filled").fill("105")
    page.get_by_label("Remove specks").fill("150")
    page.get_by_label("Hint, such").fill("A pet")
    expect(page.locator("#cells")).to_have_attribute("src", re.compile("specks=150"))
    picture(page, "picture")


def composed(page: Page, _: Path) -> None:
    """Ask for proposals to finish a puzzle."""
    page.get_by_role("link", name="Compose a puzzle").click()
    page.get_by_label("The position as text").fill(DRAFT)
    page.get_by_role("button", name="Take this text").click()
    page.get_by_label("Symmetry guide").select_option("half-turn")
    page.get_by_role("button", name="Finish it").click()
    expect(page.locator("#proposals li")).to_have_count(3)
    picture(page, "compose")


def solution(page: Page, _: Path) -> None:
    """Explain some steps of a puzzle."""
    page.get_by_role("link", name="Solve or explain").click()
    page.get_by_label("The puzzle", exact=True).fill(PUZZLE)
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Last step").click()
    for _step in range(12):
        page.get_by_role("button", name="Previous step").click()
    picture(page, "solve")


def in_studio(folder: Path, work: Callable[[Page, Path], None]) -> None:
    """Start the studio in a folder, and open its start page in Chromium."""
    words = [sys.executable, "-m", "puzzlegen", "studio", "--folder", str(folder), "--no-browser", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as server, sync_playwright() as play:
        try:
            address = next(found[0] for line in server.stderr or () if (found := re.search(r"http://\S+", line)))
            options = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=options)
            page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
            page.set_default_timeout(PATIENCE)
            expect.set_options(timeout=PATIENCE)
            page.goto(address)
            work(page, folder)
        finally:
            server.send_signal(signal.SIGINT)


if __name__ == "__main__":
    for name, work in {
        "book": book,
        "daily": daily,
        "picture": picture_puzzle,
        "compose": composed,
        "solve": solution,
    }.items():
        if name in (sys.argv[1:] or (name,)):
            with TemporaryDirectory() as temporary:
                in_studio(Path(temporary), work)
