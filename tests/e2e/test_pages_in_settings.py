"""Pages to play on in forced colors, without motion, and in the window of a tablet: axe finds nothing."""

from typing import Any

import pytest
from browser_helpers import violations
from classic_pages import SEVEN, Plays
from play_pages import GOLDEN, Opens, blanks, cell, put, solution_of, solve_by_keys, status
from playwright.sync_api import Page

TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
SETTINGS: dict[str, dict[str, Any]] = {
    "forced colors": {"forced_colors": "active"},
    "no motion": {"reduced_motion": "reduce"},
    "tablet": {},
}
CONTEXTS = {"tablet": TABLET}


def open_details(page: Page) -> None:
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")


def found_by_axe(page: Page, setting: str) -> list[str]:
    page.emulate_media(**SETTINGS[setting])
    return violations(page)


@pytest.mark.parametrize("setting", SETTINGS)
def test_axe_finds_nothing_on_a_play_page(opened: Opens, axe: str, setting: str) -> None:
    page = opened(context=CONTEXTS.get(setting))
    page.evaluate(axe)
    open_details(page)
    first, second = blanks(GOLDEN)[:2]
    mines = solution_of(GOLDEN)
    put(page, {first: mines[first]})
    for _ in range(3):
        page.get_by_role("button", name="Hint").click()
    assert found_by_axe(page, setting) == []
    page.get_by_role("button", name="What if?").click()
    put(page, {second: not mines[second]})
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show where").click()
    assert found_by_axe(page, setting) == []
    solve_by_keys(page, GOLDEN)
    assert status(page).startswith("Solved")
    assert found_by_axe(page, setting) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("setting", SETTINGS)
def test_axe_finds_nothing_on_a_classic_page(classic: Plays, axe: str, setting: str) -> None:
    page = classic(context=CONTEXTS.get(setting))
    page.evaluate(axe)
    open_details(page)
    assert found_by_axe(page, setting) == []
    cell(page, SEVEN.start or 0).click()
    for _ in range(3):
        page.get_by_role("button", name="Hint").click()
    assert found_by_axe(page, setting) == []
    page.get_by_role("button", name="What if?").click()
    cell(page, SEVEN.mines.index(True)).press("f")
    assert found_by_axe(page, setting) == []
    page.get_by_role("button", name="Discard").click()
    cell(page, SEVEN.mines.index(True)).click()
    assert found_by_axe(page, setting) == []  # lost
    page.get_by_role("button", name="Undo").click()
    for i, mine in enumerate(SEVEN.mines):
        if not mine:
            cell(page, i).press("Enter")
    assert status(page).startswith("Solved")
    assert found_by_axe(page, setting) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
