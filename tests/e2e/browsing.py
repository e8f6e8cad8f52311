"""What the tests of pages in a browser share."""

import json
from typing import Any

from playwright.sync_api import Page

PATIENCE = 30_000  # milliseconds, for a machine with much else to do


def violations(page: Page, contrasts: tuple[Any, ...] = ("no-preference",)) -> list[str]:
    """What axe-core, which must be in the page, has to say of it as it stands, light and dark."""
    found = []
    for scheme in ("light", "dark"):
        for contrast in contrasts:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            said = json.loads(page.evaluate("axe.run().then(said => JSON.stringify(said.violations))"))
            found += [f"{scheme} {contrast} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in said]
    return found


def left_behind(page: Page, kept: str) -> None:
    """Loads the page again with this as what it kept: put there at the load, as a page saves when it is left."""
    key = page.evaluate("`puzzlegen:${JSON.parse(document.getElementById('data').textContent).key}`")
    page.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(kept)})")
    page.reload()
    assert page.evaluate("key => localStorage.getItem(key)", key) == kept
