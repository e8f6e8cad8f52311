"""Helpers of tests that open pages in a browser."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Locator, Page, expect, sync_playwright

# axe leaves out target-size by default. It collects the details of violations only, which takes 20% less time.
ALL_RULES = "{ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }"
COLOR_RULES = "{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }"
FONTS = Path(__file__).with_name("fonts.conf")
WIDE_FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
PATIENCE = 120_000  # milliseconds, enough on a very busy machine
# Features of Chromium that tests do without. The first two load pages of the address bar in each new context: without
# them eight contexts took 6.7 in place of 15.2 s of processor time (Chromium 156, 2026-11-30). The list replaces that
# of Playwright, whose names are the others.
NOT_WANTED = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)


def needed(there: object, what: str) -> None:
    """A developer may lack it; the checks that decide may not."""
    if not there:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{what}; `make browser` says how to get it")


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Run Chromium with the fonts that fonts.conf names: what a text measures must not hang on the machine."""
    path = shutil.which("chromium")
    needed(path, "no chromium here to play in")
    needed(WIDE_FONT.is_file(), "no DejaVu Sans here")
    with sync_playwright() as play:
        expect.set_options(timeout=PATIENCE)
        # Without the first option, Chromium 150 gave a reloaded file another, empty localStorage in 10 of 320 reloads
        # on a busy machine, with it in none of 320 (2026-11-23); over http it never did. The content policies of our
        # pages forbid what the option would allow: to read other files.
        options = ["--allow-file-access-from-files", f"--disable-features={NOT_WANTED}"]
        options += ["--no-sandbox"] * (os.geteuid() == 0)
        fonts = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
        yield play.chromium.launch(executable_path=path, args=options, timeout=4 * PATIENCE, env=fonts)


def violations(
    page: Page, contrasts: tuple[Any, ...] = ("no-preference",), schemes: tuple[Any, ...] = ("light", "dark")
) -> list[str]:
    """Return the accessibility problems that axe-core finds in the page as it is now, in these color schemes.

    The page must contain the script of axe-core. Schemes differ in colors only, so the other rules run in the first.
    Waits until the page has loaded: a link that was followed shows its page before the page has all its styles.
    """
    page.wait_for_load_state()
    found, rules = [], ALL_RULES
    for scheme in schemes:
        for contrast in contrasts:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            problems = json.loads(page.evaluate(f"axe.run({rules}).then(all => JSON.stringify(all.violations))"))
            found += [f"{scheme} {contrast} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in problems]
            rules = COLOR_RULES
    return found


def wait_until(page: Page | Frame, expression: str, given: Any = None) -> None:
    """Wait until an expression is true in the page.

    The wait_for_function of Playwright evaluates text inside the page, which the content policies of our pages forbid.
    """
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(expression, given):
        assert time.monotonic() < end, f"not true in time: {expression}"
        page.wait_for_timeout(50)


def stop_clock(page: Page) -> None:
    """Reload the page with a clock that goes on only in ``page.clock.run_for``, however slow the machine is.

    A tap then never becomes a long press, and a long press takes as long as the test says.
    """
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(60_000)


def reload_with_saved(page: Page, saved: str) -> None:
    """Reload the page with ``saved`` as its stored progress.

    It is stored while the page loads, because a page saves its own when it closes.
    """
    key = page.evaluate("`puzzlegen:${JSON.parse(document.getElementById('data').textContent).key}`")
    page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(saved)})")
    page.reload()
    assert page.evaluate("key => localStorage.getItem(key)", key) == saved


def middle_of(part: Locator) -> tuple[float, float]:
    """Return the middle of a part of a page, in pixels of the window."""
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """One finger, whose events the browser treats as it treats those of a screen: it may pan."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def send(self, kind: str, *places: tuple[float, float]) -> None:
        """Send an event such as "touchStart", with the places of the finger in pixels.

        Whether a finger pans is what the page allowed when it was last drawn, and the browser does not wait until the
        page has heard of a canceled gesture: a frame is drawn before the one and after the other.
        """
        if kind == "touchStart":
            self.page.screenshot()
        points = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if kind == "touchCancel":
            self.page.screenshot()
