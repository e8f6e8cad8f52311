"""What helps on the play page besides hints: looks of numbers, crosses, marks on trial, and a pause."""

import json
from typing import Any

import pytest
from browser_helpers import reload_with_saved, stop_clock, violations
from play_pages import GOLDEN, Opens, blanks, cell, label, marks, put, solution_of, status
from playwright.sync_api import Page, expect


def states(page: Page, i: int) -> set[str]:
    return set(cell(page, i).get_attribute("class").split()) & {"complete", "too_many", "too_few"}


def neighbors(i: int) -> list[int]:
    near = GOLDEN.grid.neighborhood
    return near.cells[near.start[i] : near.start[i + 1]].tolist()


@pytest.mark.parametrize("held", [False, True])
def test_a_number_shows_whether_it_is_complete(opened: Opens, held: bool) -> None:
    page, mines = opened(hold_solution=held), solution_of(GOLDEN)
    clues = [i for i, value in enumerate(GOLDEN.cells) if value > 0]
    assert page.locator(".complete, .too_many, .too_few").count() == 0
    put(page, {i: True for i in neighbors(62) if GOLDEN.cells[i] == -1})
    assert states(page, 62) == {"too_many"}
    assert label(page, 62) == "clue 0, too many marks"
    assert cell(page, 62).locator(".plus").is_visible()
    put(page, dict.fromkeys([i for i in neighbors(5) if GOLDEN.cells[i] == -1], False))
    assert states(page, 5) == {"too_few"}
    assert label(page, 5).endswith(", too few cells left")
    assert cell(page, 5).locator(".minus").evaluate("one => getComputedStyle(one).display") == "inline"
    wanted = [i for i in blanks(GOLDEN) if mines[i]]
    put(page, {i: mines[i] for i in blanks(GOLDEN) if i != wanted[-1]} | {wanted[-1]: False})
    for i in clues:
        assert states(page, i) == ({"too_few"} if wanted[-1] in neighbors(i) else {"complete"})


def test_crosses_are_set_around_a_complete_number_if_the_reader_wants(opened: Opens) -> None:
    page = opened()
    first = next(i for i, value in enumerate(GOLDEN.cells) if value == 1)
    near = [i for i in neighbors(first) if GOLDEN.cells[i] == -1]
    put(page, {near[0]: True})
    assert [label(page, i) for i in near[1:]] == ["blank"] * (len(near) - 1)
    page.keyboard.press("Control+z")
    page.get_by_label("Set crosses around a complete number automatically").check()
    put(page, {near[0]: True})
    assert [label(page, i) for i in near] == ["mine"] + ["safe"] * (len(near) - 1)
    page.keyboard.press("Control+z")  # one step
    assert crossed(page) == around_zeros()
    page.reload()
    assert page.get_by_label("Set crosses around").is_checked()
    assert crossed(page) == around_zeros()


def crossed(page: Page) -> set[int]:
    """Return the cells with crosses; all others must be blank."""
    assert set(marks(page)) <= {"b", "c", "s"}
    return {i for i, mark in enumerate(marks(page)) if mark == "s"}


def around_zeros() -> set[int]:
    zeros = [i for i, value in enumerate(GOLDEN.cells) if value == 0]
    assert zeros
    return {i for zero in zeros for i in neighbors(zero) if GOLDEN.cells[i] == -1}


@pytest.mark.parametrize("held", [False, True])
def test_automatic_crosses_follow_from_the_marks_as_they_are(opened: Opens, held: bool) -> None:
    page, mines = opened(hold_solution=held), solution_of(GOLDEN)
    switch = page.get_by_label("Set crosses around a complete number automatically")
    one = next(i for i, value in enumerate(GOLDEN.cells) if value == 1)
    near = [i for i in neighbors(one) if GOLDEN.cells[i] == -1]
    wrong = next(i for i in near if not mines[i])
    put(page, {wrong: True})
    switch.check()  # also around numbers that are complete by then
    assert [label(page, i) for i in near] == ["mine" if i == wrong else "safe" for i in near]
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show where").click()
    assert page.locator(".wrong").count() == 1  # the mine, and no cross that the reader did not set
    put(page, {wrong: False})
    assert crossed(page) == around_zeros() | {wrong}  # those of the wrong mine go with it
    page.reload()
    assert crossed(page) == around_zeros() | {wrong}
    other = next(i for i in around_zeros() if i != wrong)
    for expected in ("mine", "safe", "safe"):  # the reader's mark goes before; a blank cell gets the cross again
        cell(page, other).click()
        assert label(page, other) == expected
    switch.uncheck()
    assert crossed(page) == {wrong}
    switch.check()
    put(page, {i: True for i in blanks(GOLDEN) if mines[i]})
    assert status(page).startswith("Solved in ")


def test_a_stroke_leaves_out_automatic_crosses(opened: Opens) -> None:
    page = opened()
    page.get_by_label("Set crosses around a complete number automatically").check()
    row = [i for i in range(54, 63) if GOLDEN.cells[i] == -1 and i not in around_zeros()]
    cell(page, row[0]).scroll_into_view_if_needed()
    page.mouse.move(*center_of(cell(page, row[0]).bounding_box()))
    page.mouse.down()
    page.mouse.move(*center_of(cell(page, 61).bounding_box()))
    assert "m" in marks(page)
    page.mouse.up()
    assert not [i for i in around_zeros() if label(page, i) != "safe"]
    page.keyboard.press("Control+z")
    assert crossed(page) == around_zeros()


def test_a_hint_counts_once_however_often_it_is_asked_for(opened: Opens) -> None:
    page, mines = opened(), solution_of(GOLDEN)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    shown_hint = status(page)
    far = [i for i in reversed(blanks(GOLDEN)) if i > 45][:3]
    for i in far:
        put(page, {i: mines[i]})
        hint.click()
        assert status(page) == shown_hint
    page.reload()
    hint.click()
    put(page, {i: mines[i] for i in blanks(GOLDEN)})
    assert "One hint used." in status(page)


def test_marks_on_trial_are_kept_or_discarded_together(opened: Opens) -> None:
    page = opened()
    put(page, {0: True})
    what_if, keep, discard = (page.get_by_role("button", name=name) for name in ("What if?", "Keep", "Discard"))
    what_if.click()
    assert status(page).startswith("Try some marks.")
    put(page, {0: False, 1: True})
    put(page, {2: False})
    assert [label(page, i) for i in range(4)] == ["safe, on trial", "mine, on trial", "safe, on trial", "blank"]
    page.reload()
    assert label(page, 1) == "mine, on trial"
    discard.click()
    assert [label(page, i) for i in range(3)] == ["mine", "blank", "blank"]
    assert page.evaluate("document.activeElement.id") == "what-if"
    page.keyboard.press("Enter")
    put(page, {1: True})
    keep.click()
    assert label(page, 1) == "mine"
    assert discard.is_hidden()
    page.get_by_role("button", name="Undo").click()
    assert label(page, 1) == "blank"
    what_if.click()
    page.get_by_role("button", name="Undo").click()  # before the trial
    assert what_if.is_visible()


def test_a_saved_trial_that_cannot_be_is_ignored(opened: Opens) -> None:
    page = opened()
    for trial in (-1, 2, "x", 0.5):
        saved = {"v": 1, "marks": "0" * GOLDEN.grid.size, "past": [], "trial": trial}
        reload_with_saved(page, json.dumps(saved))
        assert page.get_by_role("button", name="What if?").is_visible(), trial


def test_a_button_makes_taps_and_drags_set_crosses(opened: Opens) -> None:
    page = opened(context={"has_touch": True})
    stop_clock(page)
    button = page.get_by_role("button", name="Crosses")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    cell(page, 0).tap()
    assert label(page, 0) == "safe"
    cell(page, 0).tap()
    assert label(page, 0) == "blank"
    cell(page, 1).click(button="right")  # then the other button sets mines
    assert label(page, 1) == "mine"
    page.set_viewport_size({"width": 200, "height": 400})  # too narrow for it: then drags scroll, or set crosses
    expect(page.locator("#board")).to_contain_class("panned")
    action = "getComputedStyle(document.querySelector('#board')).touchAction"
    assert page.evaluate(action) == "pinch-zoom"
    button.click()
    assert page.evaluate(action) == "auto"
    cell(page, 2).tap()
    assert label(page, 2) == "mine"


def test_a_button_makes_drags_set_mines_on_a_wide_board(opened: Opens) -> None:
    page = opened(context={"has_touch": True})
    stop_clock(page)
    mines, crosses = (page.locator(name) for name in ("#mines", "#crosses"))
    page.set_viewport_size({"width": 200, "height": 400})
    expect(page.locator("#board")).to_contain_class("panned")
    crosses.click()
    mines.click()
    assert [one.get_attribute("aria-pressed") for one in (mines, crosses)] == ["true", "false"]
    assert page.evaluate("getComputedStyle(document.querySelector('#board')).touchAction") == "pinch-zoom"
    cell(page, 0).scroll_into_view_if_needed()
    boxes = [cell(page, i).bounding_box() for i in (0, 2)]
    page.mouse.move(*center_of(boxes[0]))
    page.mouse.down()
    page.mouse.move(*center_of(boxes[1]))
    page.mouse.up()
    assert [label(page, i) for i in range(4)] == ["mine", "mine", "mine", "blank"]
    page.clock.run_for(1000)  # a click soon after a drag belongs to it
    cell(page, 0).tap()
    cell(page, 1).click(button="right")
    assert [label(page, i) for i in (0, 1)] == ["blank", "safe"]
    mines.click()
    assert mines.get_attribute("aria-pressed") == "false"


def center_of(box: Any) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_pause_stops_the_clock_and_hides_the_board(opened: Opens) -> None:
    page = opened(context={"locale": "en"})
    stop_clock(page)
    put(page, {0: True})
    page.clock.run_for(5000)
    page.get_by_role("button", name="Pause").click()
    assert page.locator("#board > *").first.is_hidden()
    page.clock.run_for(60_000)
    page.get_by_role("button", name="Resume").click()
    page.clock.run_for(2200)
    assert page.locator("#clock").inner_text() == "0:07"
    assert page.locator("#board > *").first.is_visible()


def test_after_a_hint_the_clock_goes_on_when_a_pause_ends(opened: Opens) -> None:
    page = opened(context={"locale": "en"})
    stop_clock(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").click()
    page.clock.run_for(2200)
    assert page.locator("#clock").inner_text() == "0:02"


def test_axe_finds_nothing_in_marks_on_trial_and_looks_of_numbers(opened: Opens, axe: str) -> None:
    page = opened()
    page.evaluate(axe)
    page.get_by_role("button", name="What if?").click()
    put(page, {i: True for i in neighbors(10) if GOLDEN.cells[i] == -1})
    put(page, dict.fromkeys([i for i in neighbors(5) if GOLDEN.cells[i] == -1], False))
    assert page.locator(".too_many").count() and page.locator(".too_few").count()
    assert violations(page, ("no-preference", "more")) == []
