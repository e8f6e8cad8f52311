"""Pages of the studio when replies come late or in another order: what was chosen last is shown and saved."""

import re
from collections.abc import Callable

from browser_helpers import wait_until
from playwright.sync_api import Page, Route, expect
from small_configs import TINY
from studio_pages import Studio, Visits
from test_studio_bench import BOOK, expect_chosen
from test_studio_dailies import SERIES, TODAY
from test_studio_solve import GRID, SMALL, solve


def hold_reply(page: Page, pattern: str) -> Callable[[], None]:
    """Hold the next reply to a request, and return a function that delivers it."""
    held = []

    def fetch(route: Route) -> None:
        held.append((route, route.fetch()))

    page.route(pattern, fetch, times=1)

    def deliver() -> None:
        while not held:
            page.wait_for_timeout(50)
        (route, reply) = held.pop()
        route.fulfill(response=reply)

    return deliver


def test_problems_of_the_loaded_config_do_not_replace_those_of_a_saved_change(visit: Visits, studio: Studio) -> None:
    studio.config("late", TINY)
    page = visit("/")
    deliver = hold_reply(page, "**/books/late/problems")
    page.goto(f"{page.url}books/late")
    size = page.locator("#f-sections-0-size")
    size.fill("6y5")
    expect(page.locator("#problem-list li")).to_have_text(re.compile("use width x height"))
    with page.expect_response("**/books/late/plan?*"):
        deliver()
    expect(size).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#problem-list li")).to_have_text(re.compile("use width x height"))


def test_the_chosen_month_comes_though_the_calendar_is_read_again_meanwhile(visit: Visits, studio: Studio) -> None:
    studio.config("months", SERIES, "daily.yaml")
    page = visit("/dailies/months")
    expect(page.locator(f".cell[data-day='{TODAY}']")).to_be_visible()
    page.evaluate(
        """() => {
            document.querySelectorAll("#calendar .month-head button")[1].click();
            dispatchEvent(new Event("saved"));
        }"""
    )
    following = 12 * TODAY.year + TODAY.month  # months since the year 0, from 0
    month = re.compile(f"^{following // 12:04}-{following % 12 + 1:02}-")
    expect(page.locator(".cell").first).to_have_attribute("data-day", month)
    expect(page.locator("#calendar")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".cell").first).to_have_attribute("data-day", month)


def test_a_puzzle_is_kept_once_and_right_after_the_title_was_typed(visit: Visits, studio: Studio) -> None:
    folder = studio.config("quick", BOOK)
    page = visit("/books/quick")
    page.locator("#tab-puzzles").click()
    expect_chosen(page)
    wait_until(page, "document.querySelectorAll('#bench button').length === 5")
    page.evaluate(
        """() => {
            byId("f-title").value = "Typed Just Before";
            byId("f-title").dispatchEvent(new Event("input", { bubbles: true }));
            document.querySelector("#bench button[data-number='2']").click();
            byId("pin").click();
            byId("pin").click();
        }"""
    )
    expect(page.locator("#pin")).to_have_text("Use the book’s own puzzle")
    expect(page.locator("#puzzle-problem")).to_be_hidden()
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_text("Keep this puzzle")
    expect(page.locator("#puzzle-problem")).to_be_hidden()
    expect(page.locator("#conflict")).to_be_hidden()
    assert "title: Typed Just Before\n" in (folder / "book.yaml").read_text(encoding="utf-8")


def test_the_puzzle_that_was_solved_last_is_shown(visit: Visits) -> None:
    page = visit("/solve")
    deliver = hold_reply(page, "**/solve/read")
    solve(page, SMALL)
    solve(page, GRID)
    expect(page.locator("#facts")).to_contain_text("3x3 minesweeper")
    deliver()
    solve(page, "hello there")
    expect(page.locator("#problem")).to_contain_text("expected a puzzle such as")
    solve(page, GRID)
    expect(page.locator("#facts")).to_contain_text("3x3 minesweeper")
    expect(page.locator("#busy")).to_have_text("")
