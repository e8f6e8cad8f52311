"""Buttons of the studio that are pressed twice at once act once."""

import re
from collections import Counter

from playwright.sync_api import Locator, Page, Request, expect
from small_configs import TINY
from studio_pages import SAVED, Studio, Visits
from test_studio_dailies import SERIES, finished


def count_of(page: Page) -> Counter[str]:
    """Count the changes that a page sends from now on, by the last part of their address."""
    counts: Counter[str] = Counter()

    def count(request: Request) -> None:
        name = request.url.rpartition("/")[2].partition("?")[0]
        if request.method == "POST":
            counts[name] += 1

    page.on("request", count)
    return counts


def press_twice(button: Locator) -> None:
    """Press a button twice, before anything can answer the first press."""
    button.evaluate("button => { button.focus(); button.click(); button.click(); }")


def test_a_section_added_by_a_double_press_is_added_once_and_keeps_the_focus_when_it_moves(
    visit: Visits, studio: Studio
) -> None:
    folder = studio.config("twice", f"# my book{TINY}")
    page = visit("/books/twice")
    add, saved = page.get_by_role("button", name="Add a section"), page.locator("#saved")
    press_twice(add)
    name = page.locator("#f-sections-1-name")
    expect(name).to_be_focused()
    name.fill("Second")
    expect(page.locator("#yaml")).to_have_value(re.compile("Second"))
    press_twice(add)
    expect(page.locator("#f-sections-2-name")).to_be_focused()
    expect(page.locator("#form .entry")).to_have_count(3)
    page.locator("#f-sections-2-name").fill("Third")
    expect(page.locator("#yaml")).to_have_value(re.compile("Third"))
    up = page.locator(".entry[data-place='sections/2']").get_by_role("button", name="Move up")
    press_twice(up)
    moved = page.locator(".entry[data-place='sections/1']")
    expect(moved.get_by_role("button", name="Move up")).to_be_focused()
    expect(page.locator("#f-sections-1-name")).to_have_value("Third")
    expect(page.locator("#f-sections-1-name")).to_be_visible()  # an open section stays open
    page.keyboard.press("Enter")
    expect(page.locator(".entry[data-place='sections/0'] > summary")).to_be_focused()
    press_twice(page.locator(".entry[data-place='sections/1']").get_by_role("button", name="Remove"))
    expect(page.locator(".entry[data-place='sections/1'] > summary")).to_be_focused()
    expect(page.locator("#form .entry")).to_have_count(2)
    expect(saved).to_have_text(SAVED)
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    assert re.findall("name: (.*)", text.replace(",", "\n")) == ["Third", "Second"]
    assert text.startswith("# my book\n")


def test_a_double_press_makes_one_book_starts_one_build_and_changes_a_puzzle_once(
    visit: Visits, studio: Studio
) -> None:
    page = visit("/new/book")
    page.get_by_label("Title").fill("Pressed Twice")
    page.get_by_label("Puzzles").fill("2")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_label("Printer", exact=True).select_option("home-letter")
    page.get_by_role("button", name="Next: see the pages").dblclick(no_wait_after=True)
    page.wait_for_url("**/books/pressed-twice")
    assert not (studio.folder / "pressed-twice-2").exists()
    expect(page.locator("#spread img").first).to_be_visible()
    requests = count_of(page)
    page.locator("#tab-build").click()
    press_twice(page.get_by_role("button", name="Build the book"))
    expect(page.locator("#build")).to_be_enabled()  # which it is not from the press of the button to the end
    expect(page.locator("#files li").first).to_have_text("interior.pdf: the pages, to print")
    assert requests["build"] == 1, requests
    page.locator("#tab-puzzles").click()
    page.locator("#bench button").first.click()
    press_twice(page.get_by_role("button", name="Keep this puzzle"))
    expect(page.get_by_role("button", name="Use the book’s own puzzle")).to_be_visible()
    press_twice(page.get_by_role("button", name="Move later"))
    expect(page.locator("#puzzle-title")).to_contain_text("Puzzle 2,")
    expect(page.locator("#puzzle-problem")).to_be_hidden()
    assert requests["puzzles"] == 2, requests


def test_a_double_press_makes_the_days_of_a_daily_once(visit: Visits, studio: Studio) -> None:
    studio.config("quiet", SERIES, "daily.yaml")
    page = visit("/dailies/quiet")
    expect(page.locator("#day-title")).to_be_visible()
    requests = count_of(page)
    press_twice(page.get_by_role("button", name="Make", exact=True))
    finished(page, "1 issued")
    assert requests["work"] == 1, requests
