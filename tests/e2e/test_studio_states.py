"""The editor shows what it is doing: what was removed, whether pages come, and what is wrong with saved settings."""

import re

from playwright.sync_api import Request, Route, expect
from small_configs import TINY
from studio_pages import Studio, Visits, found_by_axe

TWO = f"# my book{TINY.rstrip()}\n  - {{name: Two, count: 2, size: 6x5, difficulty: easy, per_page: 2}}\n"


def test_a_removed_section_is_named_and_undone_beside_its_place(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("tiny", TWO)
    before = (folder / "book.yaml").read_text(encoding="utf-8")
    page = visit("/books/tiny")
    notice, undo = page.locator("#removed"), page.locator("#undo-removed")
    expect(undo).to_be_hidden()
    page.locator(".entry[data-place='sections/0']").get_by_role("button", name="Remove").press("Enter")
    expect(notice).to_have_text("Section “One” removed.")
    expect(undo).to_be_in_viewport()
    expect(page.locator("#form .entry[data-place^=sections]")).to_have_count(1)
    page.evaluate(axe)
    assert found_by_axe(page) == []
    undo.press("Enter")
    expect(page.locator("#f-sections-1-name")).to_have_value("Two")
    expect(page.locator(".entry[data-place='sections/0'] > summary")).to_be_focused()
    expect(undo).to_be_hidden()
    expect(notice).to_be_empty()
    expect(page.locator("#saved")).to_have_text("undone")
    assert (folder / "book.yaml").read_text(encoding="utf-8") == before


def test_the_notice_of_a_removed_section_goes_with_the_next_change(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TWO)
    page = visit("/books/tiny")
    page.locator(".entry[data-place='sections/0']").get_by_role("button", name="Remove").press("Enter")
    expect(page.locator("#undo-removed")).to_be_visible()
    page.locator("#f-title").fill("Changed")
    expect(page.locator("#undo-removed")).to_be_hidden()
    expect(page.locator("#removed")).to_be_empty()


def test_a_line_is_in_the_place_of_the_first_pages_until_they_are_there(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY)
    page = visit("/")
    held: list[Route] = []

    def hold(route: Route) -> None:  # Playwright takes no method of a list
        held.append(route)

    page.route("**/plan?*", hold, times=1)
    page.goto(f"{page.url}books/tiny")
    line = page.locator("#spread").get_by_role("status")
    expect(line).to_have_text("Laying out the pages …")
    expect(line).to_be_in_viewport()
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#spread img").first).to_be_visible()
    expect(line).to_have_count(0)


def test_no_pages_are_promised_for_settings_that_cannot_be_laid_out(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY.replace("6x5", "6y5"))
    page = visit("/books/tiny")
    expect(page.locator("#note")).to_have_text("There are no pages until this is corrected.")
    expect(page.locator("#laying-out")).to_be_empty()
    page.locator("#f-sections-0-size").fill("6x5")
    expect(page.locator("#spread img").first).to_be_visible()


def test_the_bar_counts_the_problems_of_saved_settings(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    saved, size, count = (page.locator(f"#{name}") for name in ("saved", "f-sections-0-size", "f-sections-0-count"))
    expect(page.locator("#spread img").first).to_be_visible()
    expect(saved).to_have_text("saved")
    size.fill("6y5")
    expect(saved).to_have_text("saved, 1 problem to fix")
    assert "6y5" in (folder / "book.yaml").read_text(encoding="utf-8")
    count.fill("many")
    expect(saved).to_have_text("saved, 2 problems to fix")
    page.reload()
    expect(saved).to_have_text("saved, 2 problems to fix")
    size.fill("6x5")
    count.fill("2")
    expect(saved).to_have_text("saved")


def test_problems_lead_to_their_line_of_the_yaml(visit: Visits, studio: Studio) -> None:
    notes = "".join(f"# note {number}\n" for number in range(80))
    studio.config("tiny", notes + TINY.replace("count: 2", "count: many"))
    page = visit("/books/tiny")
    chosen = "yaml => yaml.value.slice(yaml.selectionStart, yaml.selectionEnd)"
    yaml, lead = page.locator("#yaml"), page.locator("#problem-list button")
    page.locator("#tab-yaml").click()
    expect(lead).to_contain_text("line 86: use a whole number from 1 to ")
    lead.press("Enter")
    expect(yaml).to_be_focused()
    assert yaml.evaluate(chosen) == "  - {name: One, count: many, size: 6x5, difficulty: easy, per_page: 2}"
    assert yaml.evaluate("yaml => yaml.scrollTop > 0")
    yaml.fill("title: Tiny\nseries: [broken\n")
    page.locator("#tab-form").click()
    expect(page.locator("#no-form")).to_be_visible()
    expect(lead).to_contain_text("line ")
    lead.press("Enter")  # there is no form to lead to
    expect(yaml).to_be_focused()


def test_a_page_that_cannot_be_drawn_says_why_and_is_not_laid_out_again(
    visit: Visits, studio: Studio, axe: str
) -> None:
    studio.config("tiny", f"{TINY}front_matter:\n  pages:\n    - {{text: Solve it}}\n")
    page = visit("/books/tiny")
    expect(page.locator("#spread img").first).to_be_visible()
    field = page.locator("#f-front_matter-pages-0-text")
    plans: list[str] = []

    def count(request: Request) -> None:
        if "/plan?" in request.url:
            plans.append(request.url)

    page.on("request", count)
    field.evaluate("field => { while ((field = field.closest('details:not([open])'))) field.open = true; }")
    field.fill("Solve \u2603")
    words = re.compile("^page 2, 'Solve \u2603': the font .* has no glyph for '\u2603'")
    expect(page.locator("#f-front_matter-pages-0-text-problem")).to_have_text(words)
    page.locator("#page").fill("2")
    page.locator("#page").press("Enter")
    undrawn = page.locator("#spread .undrawn")
    expect(undrawn).to_contain_text("This page cannot be drawn: page 2, 'Solve \u2603': the font")
    page.wait_for_timeout(3000)  # 27 plans came in 6 s while each page that failed asked for another one
    assert len(plans) <= 2
    page.evaluate(axe)
    assert found_by_axe(page) == []
    field.fill("Solve it")
    expect(undrawn).to_have_count(0)
    expect(page.locator("#saved")).to_have_text("saved")
