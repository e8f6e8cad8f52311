"""Games of classic boards in a browser: begun again, kept for each board, with hints, and their results shared."""

import re

from classic_pages import (
    MINES,
    OTHER,
    SEVEN,
    START,
    TOUCH,
    Plays,
    button,
    labels,
    open_all,
    opened_cells,
    solved,
    start_over,
)
from play_pages import cell, status
from playwright.sync_api import Page, expect


def test_starting_over_asks_first(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    before = labels(page)
    button(page, "Start over").press("Enter")
    assert status(page) == "Press “Start over” again to cover the whole board."
    cell(page, MINES[0]).press("f")  # anything else withdraws the question
    button(page, "Start over").click()
    page.keyboard.press("Escape")
    assert status(page) == ""
    button(page, "Start over").click()
    cell(page, MINES[0]).press("f")
    assert labels(page) == before
    button(page, "Start over").press("Enter")
    page.keyboard.press("Enter")
    assert opened_cells(page) == set()


def test_a_double_tap_does_not_confirm_starting_over(classic: Plays) -> None:
    page = classic(context=TOUCH)
    cell(page, START).tap()
    before = labels(page)
    restart = button(page, "Start over")
    restart.scroll_into_view_if_needed()
    box = restart.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert status(page).startswith("Press “Start over” again")
    assert labels(page) == before
    restart.press("Enter")
    assert opened_cells(page) == set()


def test_the_question_before_starting_over_removes_a_hint(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    before = labels(page)
    button(page, "Hint").click()
    hint = status(page)
    assert labels(page) != before
    button(page, "Start over").click()
    assert labels(page) == before
    assert page.locator(".witness, .labeled").count() == 0
    assert status(page).startswith("Press “Start over” again")
    button(page, "Hint").click()
    assert status(page) == hint


def test_starting_again_by_mistake_can_be_taken_back_also_after_a_reload(classic: Plays) -> None:
    page = classic()
    for is_reloaded in (False, True):
        cell(page, START).click()
        cell(page, MINES[0]).press("f")
        before = labels(page)
        start_over(page)
        assert opened_cells(page) == set()
        if is_reloaded:
            page.reload()
        button(page, "Undo").click()
        assert labels(page) == before
        start_over(page)
        cell(page, START).click()
        assert not button(page, "Undo").is_visible()
        lose_and_restart(page)


def lose_and_restart(page: Page) -> None:
    cell(page, MINES[0]).click()
    button(page, "Start over").click()


def test_each_board_keeps_its_unfinished_game(classic: Plays) -> None:
    page = classic(more=(OTHER,))
    cell(page, START).click()
    cell(page, MINES[0]).press("f")
    before = labels(page)
    button(page, "New board").click()
    assert opened_cells(page) == set() and not button(page, "Undo").is_visible()
    page.reload()
    button(page, "New board").click()
    assert labels(page) == before
    open_all(page, SEVEN)
    assert solved(page)
    for _ in range(2):
        button(page, "New board").click()
    assert opened_cells(page) == set()  # a finished game starts over


def test_an_undone_restart_keeps_the_number_of_hints(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    button(page, "Hint").click()
    start_over(page)
    page.reload()
    button(page, "Undo").click()
    open_all(page, SEVEN)
    assert "One hint used." in status(page)


def test_a_hint_counts_once_however_often_it_is_asked_for(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    button(page, "Hint").click()
    hint = status(page)
    for _ in range(2):  # flags, and marks on trial, between
        cell(page, MINES[-1]).press("f")
        button(page, "Hint").click()
    page.reload()
    button(page, "Hint").click()
    assert status(page) == hint
    open_all(page, SEVEN)
    assert "One hint used." in status(page)


def test_a_result_is_shared_or_copied(classic: Plays) -> None:
    page = classic(title="Field", link="https://example.org/b/")
    assert page.get_by_role("textbox", name="Result").is_hidden()
    cell(page, START).click()
    cell(page, MINES[0]).click()
    assert page.get_by_role("textbox", name="Result").is_hidden()  # a lost game has no result
    button(page, "Undo").click()
    open_all(page, SEVEN)
    shared = page.get_by_role("textbox", name="Result").input_value()
    assert re.fullmatch(r"Field: solved in \d+:\d\d\. One step undone\.\nhttps://example\.org/b/", shared)
    assert button(page, "Share").is_hidden()  # this browser has nothing to share with
    button(page, "Copy the result").click()
    expect(page.locator("#announcement")).to_have_text(re.compile("Copied|select the text"))
    button(page, "Start over").click()
    assert page.get_by_role("textbox", name="Result").is_visible()  # it asks first
    button(page, "Start over").click()
    assert page.get_by_role("textbox", name="Result").is_hidden()


def test_a_result_is_sent_where_the_browser_can(classic: Plays) -> None:
    page = classic()
    page.add_init_script("navigator.share = what => { window.sent = what; return Promise.resolve(); }")
    page.reload()
    open_all(page, SEVEN)
    button(page, "Share").click()
    assert page.evaluate("window.sent.text").startswith("Minesweeper: solved in ")
