"""Make docs/play-states.png and docs/play-archive.png: the page to play in its states, and an archive with results."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from puzzlegen.config.day_files import HOME
from puzzlegen.formats import line
from puzzlegen.single.play_page import PlayOptions, write_play_page
from puzzlegen.solver.tiers import solve

HERE = Path(__file__).parent
PUZZLE = line.parse("9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0")
MINES = [bool(known) for known in solve(PUZZLE, 4).known]
FREE = [i for i, value in enumerate(PUZZLE.cells) if value == -1]
PHONE = {"viewport": {"width": 360, "height": 600}, "has_touch": True, "is_mobile": True}
ADDRESS = "https://puzzles.example.com/daily/"
CONFIG = f"""
title: The Quiet Fields
series: The Quiet Fields for the docs
address: {ADDRESS}
start: 2026-12-01
week:
  monday: {{size: 8x8, difficulty: easy}}
  tuesday: {{size: 9x9, difficulty: medium}}
  wednesday: {{size: 8x8, difficulty: easy, kind: mosaic}}
  thursday: {{size: 10x10, difficulty: hard}}
  friday: {{size: 9x9, difficulty: medium, kind: hexagonal}}
  saturday: {{size: 10x10, difficulty: medium}}
  sunday: {{size: 12x11, difficulty: medium, shape: heart}}
"""
GAP, COLORS, GROUND = 24, 128, "#d5d5d2"
PLAYED = 154_000  # milliseconds on the clock


def tap(page: Page, *cells: int) -> None:
    """Tap cells of the board."""
    for i in cells:
        page.get_by_role("gridcell").nth(i).tap()


def mines(count: int) -> list[int]:
    """Return the first mines."""
    return [i for i in FREE if MINES[i]][:count]


def start(page: Page) -> None:
    """Show the puzzle without marks."""
    page.get_by_role("grid").wait_for()


def hint(page: Page) -> None:
    """Show a hint with its reason and result."""
    tap(page, *mines(2))
    for _ in range(3):
        page.locator("#hint").tap()


def trial(page: Page) -> None:
    """Set marks on trial."""
    tap(page, *mines(2))
    page.locator("#what-if").tap()
    tap(page, *mines(5)[2:])


def mistake(page: Page) -> None:
    """Find a wrong mark."""
    tap(page, *mines(3), next(i for i in FREE if not MINES[i]))
    page.locator("#check").tap()
    page.locator("#show").tap()


def pause(page: Page) -> None:
    """Stop the clock."""
    tap(page, *mines(3))
    page.clock.run_for(PLAYED)
    page.locator("#pause").tap()


def end(page: Page) -> None:
    """Solve the puzzle."""
    tap(page, *mines(1))
    page.clock.run_for(PLAYED)
    tap(page, *mines(len(FREE))[1:])


STATES: list[tuple[Callable[[Page], object], str]] = [
    (start, "light"), (hint, "light"), (trial, "light"), (mistake, "light"),
    (pause, "light"), (end, "light"), (hint, "dark"), (end, "dark"),
]  # fmt: skip


def picture(browser: Browser, address: str, act: Callable[[Page], object], path: Path, **context: Any) -> Image.Image:
    """Open a page, run ``act`` on it, and return the window as a picture."""
    opened = browser.new_context(bypass_csp=True, **context)
    page = opened.new_page()
    page.clock.install(time=0)
    page.goto(address)
    page.clock.run_for(1000)
    act(page)
    page.clock.run_for(PLAYED)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.screenshot(path=path, animations="disabled")
    opened.close()
    with Image.open(path) as image:
        return image.convert("RGB")


def save(pictures: list[Image.Image], columns: int, name: str) -> None:
    """Save pictures in rows as docs/NAME.png, with few colors."""
    rows = [pictures[i : i + columns] for i in range(0, len(pictures), columns)]
    heights = [max(one.height for one in row) for row in rows]
    width = max(sum(one.width for one in row) + GAP * (len(row) + 1) for row in rows)
    sheet = Image.new("RGB", (width, sum(heights) + GAP * (len(rows) + 1)), GROUND)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        left = GAP
        for one in row:
            sheet.paste(one, (left, top))
            left += one.width + GAP
        top += height + GAP
    sheet.quantize(COLORS, dither=Image.Dither.NONE).save(HERE / f"{name}.png", optimize=True)


def keep_results(page: Page) -> None:
    """Store results as a reader's browser keeps them, and show the archive."""
    solved = {1: 322, 2: 201, 3: 611, 5: 287, 8: 118, 9: 245, 10: 540, 11: 354}  # seconds by number, which is the day
    codes = ("easy", "medium", "easy", "hard", "medium", "medium", "medium")  # by weekday
    results = {
        day: {"date": f"2026-12-{day:02}", "difficulty": codes[day % 7], "ms": seconds * 1000, "hints": day % 2}
        for day, seconds in solved.items()
    }
    page.evaluate(
        "([key, kept]) => localStorage.setItem(key, kept)", [f"puzzlegen:results:{ADDRESS}", json.dumps(results)]
    )
    page.reload()
    page.evaluate("for (const one of document.images) one.loading = 'eager'")
    page.evaluate("Promise.all([...document.images].map((one) => one.decode()))")
    page.locator("#results").wait_for()
    bottom = page.evaluate("document.querySelector('#results').getBoundingClientRect().bottom + 24")
    assert page.viewport_size
    page.set_viewport_size({"width": page.viewport_size["width"], "height": round(bottom)})


def main() -> None:
    """Make both pictures."""
    options = ["--no-sandbox"] if os.geteuid() == 0 else []
    with TemporaryDirectory() as temporary, sync_playwright() as play:
        folder = Path(temporary)
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        words = PlayOptions(title="The Quiet Fields No. 12", date="Friday, December 4, 2026", hold_solution=False)
        write_play_page(PUZZLE, folder / "play.html", "en", words)
        address = (folder / "play.html").as_uri()
        shot = folder / "shot.png"
        states = [picture(browser, address, act, shot, color_scheme=scheme, **PHONE) for act, scheme in STATES]
        save(states, 4, "play-states")
        (folder / "daily.yaml").write_text(CONFIG, encoding="utf-8")
        command = [sys.executable, "-m", "puzzlegen", "daily", "daily.yaml", "-o", "d", "--quiet"]
        dates = ["--date", "2026-12-01", "--days", "12", "--as-of", "2026-12-12"]
        subprocess.run([*command, *dates], cwd=folder, check=True)
        home = (folder / "d" / HOME).as_uri()
        wide = {"viewport": {"width": 1000, "height": 900}}
        archives = [picture(browser, home, keep_results, shot, color_scheme="light", **wide)]
        phone = picture(browser, home, keep_results, shot, color_scheme="dark", **PHONE)
        above = phone.height - archives[0].height  # of the window, which is scrolled to the results
        save([*archives, phone.crop((0, above, phone.width, phone.height))], 2, "play-archive")


if __name__ == "__main__":
    main()
