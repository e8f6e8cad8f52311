"""Marks are put on the desk of the studio by mouse, pen and finger, in a real browser: each stroke is one step."""

import re
from collections.abc import Iterator

import pytest
from browser_helpers import PATIENCE, Finger, middle_of, stop_clock, violations
from desk import answered, cell, marks, open_desk, set_size, signs
from playwright.sync_api import Browser, Page, expect
from studio_pages import Studio, Visits

PHONE = {"width": 390, "height": 844}
pytestmark = pytest.mark.usefixtures("no_position_kept")


def test_the_mouse_puts_the_chosen_mark_and_draws_with_it(visit: Visits) -> None:
    page = open_desk(visit)
    cell(page, 2, 2).click()
    expect(cell(page, 2, 2)).to_be_focused()
    page.get_by_role("button", name="clue 2").click()
    cell(page, 2, 2).click()
    expect(cell(page, 2, 2)).to_have_attribute("data-mark", "2")
    cell(page, 2, 2).click()
    expect(cell(page, 2, 2)).to_have_attribute("data-mark", ".")
    page.get_by_role("button", name="hole").click()
    cell(page, 1, 1).hover()
    page.mouse.down()
    for column in (2, 3, 4):
        cell(page, 1, column).hover()
    page.mouse.up()
    answered(page)
    assert marks(page).startswith("####......")
    page.get_by_role("button", name="Undo").click()
    answered(page)
    assert marks(page) == "." * 100
    page.get_by_role("button", name="erase").click()
    expect(page.get_by_role("button", name="erase")).to_have_attribute("aria-pressed", "true")


def middle(page: Page, row: int, column: int) -> tuple[float, float]:
    return middle_of(cell(page, row, column))


def stroke(page: Page, *places: tuple[int, int]) -> None:
    """Draw with the mouse, without a stop in the cells between two places."""
    for number, place in enumerate(places):
        page.mouse.move(*middle(page, *place))
        if not number:
            page.mouse.down()
    page.mouse.up()
    answered(page)


def test_a_stroke_is_one_step_and_skips_no_cell(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 8, 3)
    cell(page, 1, 3).focus()
    page.keyboard.press("4")
    page.get_by_role("button", name="clue 2").click()
    stroke(page, (1, 1), (1, 8), (3, 8))
    assert marks(page) == "22222222" + ".......2" * 2  # the 4 is replaced
    stroke(page, (1, 2), (1, 5))
    assert marks(page) == "2....222" + ".......2" * 2  # the first cell had the mark
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    answered(page)
    assert marks(page) == "..4....." + "." * 16
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="erase").click()
    stroke(page, (2, 7), (3, 8))  # begins in an empty cell
    assert marks(page) == "22222222" + ".......2" + "." * 8
    page.get_by_role("button", name="select only").click()
    stroke(page, (1, 1), (1, 4))
    assert marks(page) == "22222222" + ".......2" + "." * 8
    page.get_by_role("button", name="clue 5").click()
    cell(page, 1, 4).click(button="right")
    cell(page, 3, 1).click(button="right")
    answered(page)
    assert marks(page) == "222*2222" + ".......2" + "*" + "." * 7


@pytest.fixture
def phone(browser: Browser, studio: Studio) -> Iterator[Page]:
    """The desk on a phone."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(studio.address)
    page.goto(studio.address.partition("/?")[0] + "/compose")
    answered(page)
    yield page
    context.close()


def test_a_finger_draws_with_a_mark_and_scrolls_without(phone: Page) -> None:
    stop_clock(phone)
    finger = Finger(phone)
    phone.get_by_role("button", name="mine", exact=True).tap()
    phone.evaluate("scrollTo(0, 0)")
    finger.send("touchStart", middle(phone, 7, 2))
    finger.send("touchMove", middle(phone, 4, 2))
    finger.send("touchMove", middle(phone, 2, 2))
    finger.send("touchEnd")
    answered(phone)
    assert marks(phone) == "." * 10 + ("." + "*" + "." * 8) * 6 + "." * 30
    assert phone.evaluate("scrollY") == 0
    finger.send("touchStart", middle(phone, 9, 5))
    finger.send("touchMove", middle(phone, 9, 6))
    finger.send("touchCancel")  # such as of a second finger, which zooms
    answered(phone)
    assert marks(phone).count("*") == 6
    finger.send("touchStart", middle(phone, 4, 2))
    phone.clock.run_for(500)
    finger.send("touchEnd")
    answered(phone)
    assert marks(phone).count("*") == 5
    phone.get_by_role("button", name="Undo").tap()
    phone.get_by_role("button", name="Undo").tap()
    answered(phone)
    assert marks(phone) == "." * 100
    phone.get_by_role("button", name="select only").tap()
    phone.evaluate("scrollTo(0, 0)")
    x, y = middle(phone, 9, 2)
    finger.send("touchStart", (x, y))
    for step in range(1, 12):
        finger.send("touchMove", (x, y - 12 * step))
    finger.send("touchEnd")
    phone.screenshot()  # in its frame the page has scrolled
    assert phone.evaluate("scrollY") > 60
    assert marks(phone) == "." * 100


def test_joined_sides_have_a_rim_that_takes_marks(visit: Visits, axe: str) -> None:
    page = open_desk(visit)
    expect(page.locator(".rim")).to_have_count(0)
    page.get_by_label("Kind").select_option("wrap-around")
    set_size(page, 6, 5)
    page.get_by_role("button", name="clue 3").click()
    copies = page.locator(".rim > *")
    expect(copies).to_have_count(2 * (6 + 5) + 4)
    for copy in (0, 3):  # of the last cell, and of the third one of the last row
        copies.nth(copy).click()
    cell(page, 1, 1).click()
    answered(page)
    assert marks(page) == "3" + "." * 25 + "3" + ".." + "3"
    shown = [one.get_attribute("data-mark") for one in copies.all()]
    last, first = marks(page)[24:], marks(page)[:6]
    sides = [mark for row in range(0, 30, 6) for mark in (marks(page)[row + 5], marks(page)[row])]
    assert "".join(shown) == f"{last[-1]}{last}{last[0]}{''.join(sides)}{first[-1]}{first}{first[0]}"
    assert [one.inner_text() for one in copies.all()] == [mark.strip(".") for mark in shown]
    assert [one.get_attribute("data-sign") for one in copies.all()[-7:-1]] == signs(page)[:6]
    assert page.locator(".rim").get_attribute("aria-hidden") == "true"
    assert page.locator(".rim :is([tabindex], [role], [aria-label])").count() == 0
    page.evaluate(axe)
    assert not violations(page)
    page.get_by_label("Kind").select_option("knight")
    answered(page)
    expect(page.locator(".rim")).to_have_count(0)
    assert marks(page)[-1] == "3"


def test_a_puzzle_is_composed_by_touch(phone: Page) -> None:
    page = phone
    page.get_by_role("button", name="clue 3").tap()
    cell(page, 3, 3).tap()
    page.get_by_role("button", name="must stay blank").tap()
    cell(page, 4, 4).tap()
    answered(page)
    assert (marks(page)[22], marks(page)[33]) == ("3", "_")
    page.get_by_role("button", name="Finish it").tap()
    expect(page.locator("#proposals li")).to_have_count(3)
    page.get_by_role("button", name="Take proposal 2").tap()
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, "))
    assert (marks(page)[22], marks(page)[33]) == ("3", "_")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
