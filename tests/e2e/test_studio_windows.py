"""Several windows and programs that change the same book of the studio, in a real browser."""

import re

from playwright.sync_api import Browser, Page, expect
from small_configs import TINY
from studio_pages import SAVED, Studio, Visits


def test_tabs_that_change_different_fields_do_not_clash(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    first, second = visit("/books/tiny"), visit("/books/tiny")
    count = second.get_by_label("Number of puzzles").first
    before = count.input_value()
    count.fill("1")
    expect(second.locator("#yaml")).to_have_value(re.compile("count: 1"))
    first.reload()
    first.locator("#f-title").fill("Changed in the First Tab")
    expect(first.locator("#yaml")).to_have_value(re.compile("First Tab"))
    second.locator("#f-author").fill("Ada Example")
    expect(second.locator("#f-title")).to_have_value("Changed in the First Tab")
    expect(second.locator("#conflict")).to_be_hidden()
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    assert "Ada Example" in text and "Changed in the First Tab" in text
    undo, title = second.locator("#undo"), second.locator("#f-title")
    undo.click()
    expect(second.locator("#yaml")).not_to_have_value(re.compile("Ada Example"))
    undo.click()  # what the first window did
    expect(title).to_have_value("Tiny")
    expect(second.locator("#saved")).to_have_text("undone: Title")
    undo.click()
    expect(count).to_have_value(before)
    expect(undo).to_be_disabled()
    come_to_the_front(first)
    expect(first.locator("#f-title")).to_have_value("Tiny")
    expect(first.locator("#undo")).to_be_disabled()
    for written in ("count: 1", "title: Changed in the First Tab"):
        first.locator("#redo").click()
        expect(first.locator("#yaml")).to_have_value(re.compile(written))


def test_the_second_tab_learns_of_a_change_and_loads_it(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    first, second = visit("/books/tiny"), visit("/books/tiny")
    first.locator("#f-title").fill("Changed in the First Tab")
    expect(first.locator("#saved")).to_have_text(SAVED)
    expect(first.locator("#yaml")).to_have_value(re.compile("First Tab"))
    second.locator("#f-title").fill("Changed in the Second Tab")
    expect(second.locator("#conflict")).to_contain_text("another window or program changed it")
    assert "Second Tab" not in (folder / "book.yaml").read_text(encoding="utf-8")
    second.get_by_role("button", name="Load it again").press("Enter")
    expect(second.locator("#f-title")).to_have_value("Changed in the First Tab")


def test_a_config_that_another_program_broke_is_no_problem_of_a_typed_field(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    (folder / "book.yaml").write_text(f"{TINY}title: [\n", encoding="utf-8")
    page.locator("#f-title").fill("Typed")
    expect(page.locator("#conflict")).to_contain_text("another window or program changed it")
    page.get_by_role("button", name="Load it again").click()
    expect(page.locator("#no-form")).to_be_visible()
    expect(page.locator("#problem-list")).to_contain_text("found the end of the file inside brackets")
    page.get_by_role("tab", name="YAML").click()
    page.locator("#yaml").fill(TINY)
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(page.locator("#f-title")).to_have_value("Tiny")


def test_a_window_of_an_earlier_start_says_that_it_has_no_access(browser: Browser, studio: Studio) -> None:
    studio.config("tiny", TINY)
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.address)
    page.goto(f"{studio.address.partition('/?')[0]}/books/tiny")
    context.clear_cookies()  # as the token of each start is another
    page.locator("#f-title").fill("Typed")
    expect(page.locator("#conflict")).to_have_text(
        "this browser has no access: open the studio with the address that the program printed"
    )
    page.goto(studio.address)
    context.close()


def come_to_the_front(page: Page) -> None:
    """Let a window learn that it is shown again, and wait until it has asked for the config if it does."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("() => queue")  # the requests before


def test_a_window_that_comes_to_the_front_reads_what_another_changed(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    page.locator("#f-author").fill("Ada Example")
    expect(page.locator("#yaml")).to_have_value(re.compile("Ada Example"))
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    (folder / "book.yaml").write_text(text.replace("title: ", "title: Other "), encoding="utf-8")
    come_to_the_front(page)
    expect(page.locator("#f-title")).to_have_value(re.compile("^Other "))
    page.reload()
    page.locator("#undo").click()  # the change of the other program is a step too
    expect(page.locator("#f-title")).to_have_value("Tiny")
    expect(page.locator("#f-author")).to_have_value("Ada Example")
    page.locator("#undo").click()
    expect(page.locator("#yaml")).not_to_have_value(re.compile("Ada Example"))


def test_refused_words_and_their_notice_stay_when_the_window_comes_to_the_front(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    (folder / "book.yaml").write_text(text.replace("title: ", "title: Other "), encoding="utf-8")
    page.locator("#f-title").fill("Mine")
    expect(page.locator("#conflict")).to_be_visible()
    come_to_the_front(page)
    expect(page.locator("#f-title")).to_have_value("Mine")
    expect(page.locator("#conflict")).to_be_visible()


def test_a_change_on_its_way_is_compared_with_the_text_that_it_was_made_of(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    (folder / "book.yaml").write_text(text.replace("title: ", "title: Other "), encoding="utf-8")
    page.route("**/config", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator("#f-title").fill("Mine")  # while the other's text is on its way
    expect(page.locator("#conflict")).to_be_visible()
    assert "title: Other " in (folder / "book.yaml").read_text(encoding="utf-8")
