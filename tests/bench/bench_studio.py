"""Measures how long the studio takes to start and to show a change of a book of 100 puzzles, and its memory.

    python tests/bench/bench_studio.py

Chromium opens the studio and changes one field at a time. A change is timed from the key press to the complete pictures
of both pages of the spread, saving and checking included. Each time is also given as a ratio to
the time of a fixed computation in the same run, because the speed of a shared machine varies. The shortest repeat
counts. Memory is the proportional set size of the server and its processes, without the browser.

A key of a puzzle that is composed is timed from the key press to the signs of all cells, while the clues of a random
board are typed, and beside it the calculation alone in this process; the rest is the browser, the network on this
machine and the server.

Typing is timed while puzzles are made, and after that was stopped: the longest time from a key to the next frame of
the page, as the browser measures it (event timing), and the time to the spread. It writes its section of
docs/benchmarks.md.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench_daily import fixed_work
from benchmark_page import made, options, shown, table, write_section
from playwright.sync_api import Browser, Page, sync_playwright

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.studio.compose_tools import states_of

BOOK = """
title: Sixty Puzzles
series: bench of the studio
page: {profile: kdp, trim: 6x9}
cover: {make: yes}
aids: {hints: back}
sections:
  - {name: Warm-up, count: 40, size: 9x9, difficulty: easy}
  - {name: Main, count: 60, size: 10x10, difficulty: medium, layout: half-turn}
"""
LONG_COUNT = 400
LONG = BOOK.replace(  # 100 such puzzles are made in 2 seconds (2026-11-23), before the typing ends
    "count: 60, size: 10x10, difficulty: medium", f"count: {LONG_COUNT - 40}, size: 22x22, difficulty: expert"
)
TYPED = " and twenty more ..."
TYPING_MS = 60  # between two keys
CHANGES = {  # changes: the id of a field and its values, in turn
    "a word of the title": ("f-title", ("Sixty Fine Puzzles", "Sixty Puzzles")),
    "a margin": ("f-page-margins_mm-outside", ("16", "15")),
    "the theme": ("f-theme", ("children", "classic")),
    "the count of a section": ("f-sections-0-count", ("41", "40")),
}
SHOWN = """before => {
  const found = [...document.querySelectorAll('#spread img')];
  return found.length && found[0].src !== before && found.every(one => one.complete && one.naturalWidth);
}"""
WATCH_KEYS = """() => {
  window.slowest = 0;  // milliseconds, in steps of 8; the browser reports no event that took less than 16
  const watch = (list) => { for (const one of list.getEntries()) slowest = Math.max(slowest, one.duration); };
  new PerformanceObserver(watch).observe({ type: "event", durationThreshold: 16 });
}"""
COMPOSED = (10, 20)  # cells a side of boards that are composed
PUT = """async ([cell, key, pause]) => {
  const one = document.querySelectorAll("#board .cell")[cell];
  one.focus();
  await new Promise((done) => setTimeout(done, pause));
  const start = performance.now();
  one.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  while (board.ariaBusy !== "false") await new Promise((done) => setTimeout(done, 0));
  return [(performance.now() - start) / 1000, textOf(position)];
}"""
PATIENCE = 60_000  # milliseconds
ROUNDS = 3
MAKING_SECONDS = 10  # for the puzzles, which are made while the first pages are shown


@contextmanager
def studio(folder: Path) -> Iterator[tuple[int, str]]:
    """Start a studio; yields its process id and its address."""
    words = ["studio", "--folder", str(folder), "--no-browser"]
    with subprocess.Popen([sys.executable, "-m", "puzzlegen", *words], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        try:
            yield server.pid, next(found[0] for line in server.stderr if (found := re.search(r"http://\S+", line)))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def memory(pid: int) -> float:
    """Return the megabytes of a process and of all that it started."""
    try:
        own = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        threads = Path(f"/proc/{pid}/task").iterdir()  # each has the processes that it started
        children = [child for one in threads for child in (one / "children").read_text(encoding="ascii").split()]
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return 0.0
    found = re.search(r"^Pss: +([0-9]+) kB", own, re.MULTILINE)
    assert found
    return int(found[1]) / 1000 + sum(memory(int(child)) for child in children)


def time_of_change(page: Page, field: str, value: str) -> float:
    """Change a field, and return the seconds until the spread shows it."""
    before = page.locator("#spread img").first.get_attribute("src") or ""
    start = time.perf_counter()
    one = page.locator(f"#{field}")
    if one.evaluate("field => field.tagName") == "SELECT":
        one.select_option(value)
    else:
        one.fill(value)
    page.wait_for_function(SHOWN, arg=page.evaluate("path => new URL(path, location).href", before), polling=10)
    return time.perf_counter() - start


def start_time(browser: Browser, folder: Path) -> float:
    """Return the seconds from the command to the start page in the browser."""
    page = browser.new_context().new_page()
    start = time.perf_counter()
    with studio(folder) as (_, address):
        page.goto(address)
        taken = time.perf_counter() - start
        page.context.close()
    return taken


def times_of_changes(page: Page) -> Iterator[tuple[str, list[float]]]:
    """Yield each change with its times in seconds."""
    for what, (field, values) in CHANGES.items():
        yield what, [time_of_change(page, field, values[i % 2]) for i in range(2 * ROUNDS)]


def times_of_typing(page: Page, *, making: bool) -> tuple[float, float]:
    """Return the longest seconds from a key to the next frame, and the least from a change to the spread."""
    to_frame, to_spread = [], []
    for number in range(ROUNDS):
        if making:  # all puzzles again
            time_of_change(page, "f-series", f"bench {number}")
            page.locator("#stop-making").wait_for(state="visible")
        page.evaluate("window.slowest = 0")
        page.locator("#f-title").press("End")
        page.keyboard.type(TYPED, delay=TYPING_MS)
        to_spread.append(time_of_change(page, "f-title", f"Puzzles {number}"))
        to_frame.append(page.evaluate("slowest") / 1000)
        assert page.locator("#stop-making").is_visible() == making, "the puzzles were made before the end"
    return max(to_frame), min(to_spread)


def typing(page: Page, address: str) -> list[tuple[str, list[str]]]:
    """Return the rows on typing while the puzzles of a book are made, and after that was stopped."""
    open_book(page, address, "long")
    page.evaluate(WATCH_KEYS)
    busy = times_of_typing(page, making=True)
    page.locator("#stop-making").click()
    page.locator("#start-making").wait_for(state="visible")
    idle = times_of_typing(page, making=False)
    names = ("from a key to the frame, most", "from a change to the spread, least")
    return [
        (name, [shown(with_making), shown(without), f"{with_making / without:.2f}x"])
        for name, with_making, without in zip(names, busy, idle, strict=True)
    ]


def composing(page: Page, address: str, side: int, seed: int, unit: float) -> tuple[str, list[str]]:
    """Return the row on the keys that put the clues of a random board, a third of its cells, into an empty one."""
    source, grid = random.Random(f"{seed}/{side}"), Grid(side, side)
    full = from_mines(grid, [source.random() < 0.31 for _ in range(grid.size)]).cells
    cells = source.sample([cell for cell, value in enumerate(full) if value >= 0], grid.size // 3)
    page.goto(f"{address.partition('/?')[0]}/compose")
    empty = "\n".join([f"size {side}x{side}", *[" ".join("." * side)] * side])
    page.evaluate("async (text) => { change(positionIn(text)); }", empty)
    page.wait_for_selector("#board[aria-busy=false]")
    answered = [page.evaluate(PUT, [cell, str(full[cell]), TYPING_MS]) for cell in cells]
    states_of(empty, "")  # loads the kernels
    calculated = []
    for _, text in answered:
        start = time.perf_counter()
        states_of(text, "")
        calculated.append(time.perf_counter() - start)
    times = sorted(seconds for seconds, _ in answered)
    median = statistics.median(times)
    most = times[int(0.95 * len(times))]
    alone = statistics.median(calculated)
    return f"{side}x{side}", [shown(median), shown(most), shown(alone), f"{median / unit:.2f}x"]


def open_book(page: Page, address: str, name: str) -> None:
    """Open a book in its editor at a spread in the middle, with all groups of the form open."""
    page.goto(address)
    page.goto(address.partition("/?")[0] + f"/books/{name}")
    page.wait_for_function(SHOWN, arg="", polling=100)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.locator("#page").fill("7")
    page.locator("#page").press("Enter")
    page.wait_for_function(SHOWN, arg="", polling=100)


def main() -> None:
    asked = options(__doc__ or "").parse_args()
    load = os.getloadavg()[0]
    unit = min(fixed_work() for _ in range(5))
    with tempfile.TemporaryDirectory() as name, sync_playwright() as play:
        folder = Path(name)
        for book, text in (("bench", BOOK), ("long", LONG)):
            (folder / book).mkdir()
            (folder / book / "book.yaml").write_text(text, encoding="utf-8")
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        found = {"start to the first view": [start_time(browser, folder) for _ in range(ROUNDS)]}
        with studio(folder) as (pid, address):
            page = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True).new_page()
            page.set_default_timeout(PATIENCE)
            open_book(page, address, "bench")
            time.sleep(MAKING_SECONDS)
            found |= dict(times_of_changes(page))
            megabytes = memory(pid)
            typed = typing(page, address)
            composed = [composing(page, address, side, asked.seed, unit) for side in COMPOSED]
        browser.close()
    rows = [
        (what, [shown(min(times)), shown(max(times)), f"{min(times) / unit:.1f}x"]) for what, times in found.items()
    ]
    lines = [
        "## The studio",
        "",
        f"{made(asked.seed, 'bench-studio')}.",
        "",
        "Seconds until Chromium shows the complete pictures of a spread after a change of one field, in a book of 100",
        f"puzzles; against {1000 * unit:.0f} ms of compressing a text. Memory of the server and its processes,",
        f"without the browser: {megabytes:.0f} MB. The load of the machine was {load:.1f} before. Above 0.5, compare",
        "only the ratios.",
        "",
        *table(("least", "most", "least against fixed work"), rows),
        f"Seconds in a book of {LONG_COUNT} puzzles while {ROUNDS * len(TYPED)} keys are typed and puzzles are made",
        "beside, and after the making was stopped. The browser gives times to the frame in steps of 8 ms, from 16 ms",
        "on.",
        "",
        *table(("while puzzles are made", "without", "ratio"), typed),
        "Seconds from a key to the signs of all cells of a puzzle that is composed: median and 95th percentile over",
        "the clues of a board, the median of the calculation alone, and the first against fixed work.",
        "",
        *table(("median", "95 %", "calculation", "median against fixed work"), composed),
    ]
    write_section(asked.out, lines, "a word of the title")


if __name__ == "__main__":
    main()
