"""Helpers of tests that open pages in a browser."""

import json
from typing import Any

from playwright.sync_api import Page

WITH_TARGETS = "{ rules: { 'target-size': { enabled: true } } }"  # which axe leaves out by default
PATIENCE = 30_000  # milliseconds, enough on a busy machine


def violations(
    page: Page, contrasts: tuple[Any, ...] = ("no-preference",), schemes: tuple[Any, ...] = ("light", "dark")
) -> list[str]:
    """Return the accessibility problems that axe-core finds in the page as it is now, in these color schemes.

    The page must contain the script of axe-core.
    """
    found = []
    for scheme in schemes:
        for contrast in contrasts:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            problems = json.loads(page.evaluate(f"axe.run({WITH_TARGETS}).then(all => JSON.stringify(all.violations))"))
            found += [f"{scheme} {contrast} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in problems]
    return found


def reload_with_saved(page: Page, saved: str) -> None:
    """Reload the page with ``saved`` as its stored progress.

    It is stored while the page loads, because a page saves its own when it closes.
    """
    key = page.evaluate("`puzzlegen:${JSON.parse(document.getElementById('data').textContent).key}`")
    page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(saved)})")
    page.reload()
    assert page.evaluate("key => localStorage.getItem(key)", key) == saved
