"""The play page in a real browser: played through by mouse and by keyboard, taken back, checked, left and resumed."""

import re
from dataclasses import replace

import pytest
from browser_helpers import Finger, middle_of, reload_with_saved, stop_clock, wait_until
from play_pages import GOLDEN, TWELVE, Opens, blanks, cell, label, marks, prepare, put, solution_of, status
from playwright.sync_api import Page, expect
from test_play_variants import HEXAGON, MOSAIC_PUZZLE

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.formats import line

RIGHT = "Right so far. The puzzle is solved when every • is there; crosses are only notes."
HEART = line.parse("10x9:#2b##a31#a22a1d32a1i0b2b4d2a2c0#0c5b1###e3#####2c#######22####")


def test_a_whole_puzzle_by_mouse(opened: Opens) -> None:
    page = opened()
    mines = solution_of(GOLDEN)
    for i in sorted(blanks(GOLDEN), key=lambda i: mines[i]):  # crosses first: it ends with the last mine
        cell(page, i).click()
        assert label(page, i) == "mine" or mines[i]
        if not mines[i]:
            cell(page, i).click()
    assert re.fullmatch(r"Solved in \d+:\d\d\.", status(page))
    wanted = {i: "m" if mine else "s" for i, mine in enumerate(mines) if GOLDEN.cells[i] == -1}
    assert marks(page) == "".join(wanted.get(i, "c") for i in range(GOLDEN.grid.size))
    shared = page.get_by_role("textbox", name="Result").input_value()
    assert re.fullmatch(r"Minesweeper No\. 214: solved in \d+:\d\d\.", shared)
    page.get_by_role("button", name="Copy the result").click()
    expect(page.locator("#announcement")).to_have_text(re.compile(r"Copied|Please select the text and copy it\."))
    before = marks(page)
    cell(page, blanks(GOLDEN)[0]).click()
    cell(page, blanks(GOLDEN)[0]).press("x")
    assert marks(page) == before
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    page.reload()
    assert status(page).startswith("Solved in ")
    shared = page.locator("#share").input_value()
    page.get_by_role("button", name="Start over").click()
    assert status(page) == "Press “Start over” again to clear all marks."  # a result is not cleared by one press
    assert (marks(page), page.locator("#share").input_value()) == (before, shared)
    page.get_by_role("button", name="Start over").click()
    assert set(marks(page)) == {"b", "c"}
    assert page.locator("#result").is_hidden()
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_the_result_is_never_cut_off(opened: Opens) -> None:
    page = opened(title="The Daily Minesweeper of a Long Name No. 214", link="https://example.com/daily/2026-12-01/")
    page.set_viewport_size({"width": 320, "height": 700})
    put(page, {i: mine for i, mine in enumerate(solution_of(GOLDEN)) if mine})
    share = page.get_by_role("textbox", name="Result")
    for width in (320, 900, 360):
        page.set_viewport_size({"width": width, "height": 700})
        wait_until(page, "document.getElementById('share').clientHeight > 0")
        hidden, high = share.evaluate("one => [one.scrollHeight - one.clientHeight, one.clientHeight]")
        assert hidden <= 0 and high < 200, width


def test_a_whole_puzzle_by_keyboard_alone(opened: Opens) -> None:
    page = opened()
    mines = solution_of(GOLDEN)
    press = page.keyboard.press
    for _ in range(9):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Row 1, column 1: blank"
    width = GOLDEN.grid.width
    for row in range(GOLDEN.grid.height):
        press("Home")
        for col in range(width):
            i = row * width + col
            if GOLDEN.cells[i] == -1:
                for _ in range(1 if mines[i] else 2):
                    press("Space" if row % 2 else "Enter")
            press("ArrowRight")  # at the edge it stays
        press("ArrowDown")
    assert status(page).startswith("Solved in")
    for name in ("Start over", "Result", "Copy the result"):
        press("Tab")
        focused = page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
        assert focused == name


def test_keys_move_and_mark(opened: Opens) -> None:
    page = opened()
    cell(page, 0).focus()
    labels_after = {}
    for key in ("m", "x", "Delete", " ", " ", " ", "End", "ArrowRight", "Control+End", "ArrowDown", "Control+Home"):
        page.keyboard.press(key)
        labels_after[key] = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert labels_after == {
        "m": "Row 1, column 1: mine",
        "x": "Row 1, column 1: safe",
        "Delete": "Row 1, column 1: blank",
        " ": "Row 1, column 1: blank",
        "End": "Row 1, column 9: blank",
        "ArrowRight": "Row 1, column 9: blank",
        "Control+End": "Row 7, column 9: clue 0",
        "ArrowDown": "Row 7, column 9: clue 0",
        "Control+Home": "Row 1, column 1: blank",
    }
    assert page.locator('[role="gridcell"][tabindex="0"]').count() == 1


def test_keys_skip_what_is_no_cell_and_the_frame_follows_the_outline(opened: Opens) -> None:
    page = opened(HEART)
    cell(page, 3).focus()
    visited = []
    for key in ("ArrowRight", "End", "ArrowDown", "Control+End", "ArrowUp", "Home", "Control+Home", "ArrowUp", "Home"):
        page.keyboard.press(key)
        visited.append(page.evaluate("document.activeElement.getAttribute('aria-label')").split(":")[0])
    assert visited == [
        "Row 1, column 7", "Row 1, column 9", "Row 2, column 9", "Row 9, column 6", "Row 8, column 6",
        "Row 8, column 4", "Row 1, column 2", "Row 1, column 2", "Row 1, column 2",
    ]  # fmt: skip
    assert cell(page, 0).get_attribute("tabindex") is None
    assert "no-top no-left" in cell(page, 1).get_attribute("class")
    assert cell(page, 5).get_attribute("class") == "void"
    put(page, {i: True for i, mine in enumerate(solution_of(HEART)) if mine})
    assert status(page).startswith("Solved in ")


def test_undo_and_redo(opened: Opens) -> None:
    page = opened()
    first, second = blanks(GOLDEN)[:2]
    states = [marks(page)]
    for i, key in ((first, "m"), (second, "x"), (first, "x")):
        cell(page, i).press(key)
        states.append(marks(page))
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    assert redo.is_disabled()
    undo.click()
    assert marks(page) == states[2]
    cell(page, first).press("z")
    assert marks(page) == states[1]
    page.keyboard.press("Control+z")
    assert marks(page) == states[0]
    assert undo.is_disabled()
    redo.click()
    cell(page, first).press("y")
    page.keyboard.press("Control+Shift+z")
    assert marks(page) == states[3]
    cell(page, first).press("z")
    cell(page, second).press("m")
    assert redo.is_disabled()
    restart = page.get_by_role("button", name="Start over")
    restart.click()
    assert status(page) == "Press “Start over” again to clear all marks."
    assert label(page, second) == "mine"
    cell(page, second).press("x")  # any mark withdraws the question
    restart.click()
    assert label(page, second) == "safe"
    page.keyboard.press("Escape")  # which withdraws it too
    for _ in range(3):  # the key is held, which does not answer the question
        page.keyboard.down("Enter")
    assert label(page, second) == "safe"
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    assert marks(page) == states[0]
    undo.click()
    assert label(page, second) == "safe"


def test_a_double_click_does_not_confirm_starting_over(opened: Opens) -> None:
    page = opened()
    cell(page, 0).press("m")
    restart = page.get_by_role("button", name="Start over")
    restart.dblclick()
    assert status(page) == "Press “Start over” again to clear all marks."
    assert label(page, 0) == "mine"
    restart.click()
    assert label(page, 0) == "blank"
    page.get_by_role("button", name="Undo").dblclick()  # a double click of other buttons is two clicks
    assert label(page, 0) == "blank"


def test_undoing_a_restart_restores_time_and_hints(opened: Opens) -> None:
    page = opened(context={"locale": "en"})
    stop_clock(page)
    mines = [i for i, mine in enumerate(solution_of(GOLDEN)) if mine]
    put(page, dict.fromkeys(mines[:-1], True))
    page.get_by_role("button", name="Hint").click()
    page.clock.run_for(65_200)
    for _ in range(2):
        page.get_by_role("button", name="Start over").click()
    assert page.locator("#clock").inner_text() == "0:00"
    page.clock.run_for(3000)  # no mark, so no time
    page.reload()
    page.get_by_role("button", name="Undo").click()
    page.clock.run_for(1900)
    put(page, {mines[-1]: True})
    assert status(page) == "Solved in 1:07.\nOne hint used."
    assert page.locator("#clock").inner_text() == "1:07"  # at once, not with the next tick of the display


def drag(page: Page, a: int, b: int, steps: int, button: str = "left") -> None:
    for i, act in ((a, page.mouse.down), (b, page.mouse.up)):
        place = cell(page, i).bounding_box()
        page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=steps)
        act(button=button)


def test_a_drag_gives_cells_the_mark_of_the_first_and_is_one_step(opened: Opens) -> None:
    page = opened()
    assert GOLDEN.cells[:6] == (-1,) * 5 + (1,)
    cell(page, 2).press("m")
    drag(page, 0, 4, steps=1, button="right")  # one jump: no cell may be left out, and the mine stays
    assert marks(page)[:5] == "ssmss"
    drag(page, 1, 0, steps=5, button="right")
    assert marks(page)[:5] == "bbmss"
    drag(page, 1, 4, steps=5)
    assert marks(page)[:5] == "bmmss"
    drag(page, 2, 0, steps=5)  # from a mine, it clears mines
    assert marks(page)[:5] == "bbbss"
    drag(page, 5, 0, steps=5)  # the first cell that takes a mark decides: a cross is cleared
    assert marks(page)[:5] == "bbbbb"
    for expected in ("bbbss", "bmmss", "bbmss", "ssmss", "bbmbb"):
        page.keyboard.press("Control+z")
        assert marks(page)[:5] == expected
    cell(page, 0).click()  # the click after a drag is a click again
    assert label(page, 0) == "mine"
    for i, after in ((1, "safe"), (1, "blank"), (2, "safe")):
        cell(page, i).click(button="right")
        assert label(page, i) == after


def test_a_long_press_sets_crosses(opened: Opens) -> None:
    page = opened(context={"has_touch": True})
    stop_clock(page)
    finger = Finger(page)
    places = [middle_of(cell(page, i)) for i in range(3)]
    finger.send("touchStart", places[0])
    page.clock.run_for(500)
    assert marks(page)[:3] == "sbb"
    finger.send("touchMove", places[2])
    finger.send("touchEnd")
    assert marks(page)[:3] == "sss"
    page.clock.run_for(500)
    finger.send("touchStart", places[0])
    finger.send("touchMove", places[1])
    finger.send("touchCancel")  # the browser took the gesture over
    assert marks(page)[:3] == "sss"


def test_check_says_whether_and_only_when_asked_where(opened: Opens) -> None:
    page = opened()
    check, show = page.get_by_role("button", name="Check"), page.get_by_role("button", name="Show where")
    mines, (first, second) = solution_of(GOLDEN), blanks(GOLDEN)[:2]
    check.click()
    assert status(page) == "Nothing is marked yet."
    put(page, {first: mines[first]})
    check.click()
    assert status(page) == RIGHT
    put(page, {second: not mines[second]})
    check.click()
    assert status(page) == "At least one mark is wrong."
    assert page.locator(".wrong").count() == 0
    show.click()
    assert [i for i in blanks(GOLDEN) if label(page, i).endswith(", wrong")] == [second]
    assert page.evaluate("document.activeElement.ariaColIndex") == str(second % 9 + 1)
    page.keyboard.press("Delete")
    assert page.locator(".wrong").count() == 0
    assert show.is_hidden()


def test_reloading_keeps_marks_steps_and_time(opened: Opens) -> None:
    page = opened(context={"locale": "en"})
    stop_clock(page)
    first = blanks(GOLDEN)[0]
    assert page.locator("#clock").inner_text() == "0:00"
    page.clock.run_for(5000)
    cell(page, first).press("m")  # the clock begins with the first mark
    page.clock.run_for(65_700)  # the display may lag by half a second
    assert page.locator("#clock").inner_text() == "1:05"
    page.get_by_role("button", name="Hide the time").click()
    assert page.locator("#clock").is_hidden()
    page.reload()
    assert label(page, first) == "mine"
    assert page.locator("#clock").is_hidden()
    page.get_by_role("button", name="Show the time").click()
    assert page.locator("#clock").inner_text() == "1:05"
    page.get_by_role("button", name="Undo").click()
    assert label(page, first) == "blank"


def test_what_is_kept_may_be_anything(opened: Opens) -> None:
    page = opened()
    for kept in ("nonsense", '{"v":1,"marks":"012"}', '{"v":1,"marks":7,"past":3}', "null", "[]"):
        reload_with_saved(page, kept)
        assert set(marks(page)) == {"b", "c"}
        cell(page, blanks(GOLDEN)[0]).press("m")


def test_a_held_page_knows_the_answer_only_whole(opened: Opens) -> None:
    page = opened(hold_solution=True)
    mines, check = solution_of(GOLDEN), page.get_by_role("button", name="Check")
    assert page.get_by_text("C: check").is_visible()
    prepare(page)
    last = next(i for i in blanks(GOLDEN) if mines[i])
    most = [i for i in blanks(GOLDEN) if i != last]
    put(page, {2: mines[2]})
    check.click()
    assert status(page) == RIGHT
    put(page, {2: not mines[2]})  # wrong, but not against a number yet
    check.click()
    assert status(page) == "At least one mark is wrong."
    page.get_by_role("button", name="Show where").click()
    assert wrong_cells(page) == [2]
    put(page, {i: mines[i] for i in most} | {last: not mines[last]})
    check.click()
    assert status(page) == "At least one mark is wrong."
    put(page, {last: mines[last]})
    assert status(page).startswith("Solved in ")


def wrong_cells(page: Page) -> list[int]:
    """The cells that the page shows as wrong."""
    return [i for i in range(GOLDEN.grid.size) if label(page, i).endswith(", wrong")]


@pytest.mark.parametrize("puzzle", [GOLDEN, TWELVE, MOSAIC_PUZZLE, HEXAGON], ids=["9x7", "12x12", "mosaic", "hexagons"])
def test_a_held_page_finds_each_wrong_mark(opened: Opens, puzzle: Puzzle) -> None:
    page, mines = opened(puzzle, hold_solution=True), solution_of(puzzle)
    prepare(page)
    wanted = [[i, "x" if mines[i] else "m"] for i, hidden in enumerate(puzzle.hidden) if hidden]
    found = page.evaluate(
        """wanted => wanted.map(([i, key]) => {
            const boxes = [...document.querySelectorAll('[role=gridcell]')];
            const box = boxes[i];
            const press = (key) =>
                box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            box.focus();
            press(key);
            document.querySelector('#check').click();
            document.querySelector('#show').click();
            const wrong = boxes.flatMap((one, n) => one.matches('.wrong') ? [n] : []);
            press('Delete');
            return wrong;
        })""",
        wanted,
    )
    assert found == [[i] for i, _ in wanted]


def test_a_held_page_finds_all_wrong_marks(opened: Opens) -> None:
    page, mines = opened(hold_solution=True), solution_of(GOLDEN)
    prepare(page)
    too_many, too_few = {61: True}, dict.fromkeys([4, 6, 13, 14], False)  # against a number, or only with others
    for marked in (too_many, too_many | too_few, {61: False} | too_few):
        put(page, marked)
        page.get_by_role("button", name="Check").click()
        assert status(page) == "At least one mark is wrong."
        page.get_by_role("button", name="Show where").click()
        assert wrong_cells(page) == [i for i in sorted(marked) if marked[i] != mines[i]] != []


@pytest.mark.parametrize("cell", [3, 4])
def test_a_held_page_finds_what_contradicts_the_total(opened: Opens, cell: int) -> None:
    page = opened(replace(line.parse("5x1:1d"), total=1), hold_solution=True)
    put(page, {cell: True})
    page.get_by_role("button", name="Check").click()
    assert status(page) == "At least one mark is wrong."
    page.get_by_role("button", name="Show where").click()
    assert label(page, cell).endswith(", wrong")


# Deriving a held answer: the clock of the page is that of the test, so nothing depends on the machine

COUNTED = """
    window.idle = window.now = 0;
    window.requestIdleCallback = (go) => setTimeout(() => { idle++; go(); });
    performance.now = () => (now += %d);
"""


def derived_with_clock(opened: Opens, milliseconds: int) -> Page:
    """Open a page without the answer, whose clock goes on by so much whenever it is read, and set a right mark."""
    page = opened(TWELVE, hold_solution=True)
    page.add_init_script(COUNTED % milliseconds)
    page.reload()
    first = blanks(TWELVE)[0]
    assert page.evaluate("idle") == 0  # nothing is derived before the first mark
    put(page, {first: solution_of(TWELVE)[first]})
    wait_until(page, "idle > 0")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).not_to_be_empty()
    return page


def test_a_held_answer_is_derived_in_short_slices(opened: Opens) -> None:
    page = derived_with_clock(opened, 9)  # at most four steps in the 40 ms of a slice
    assert status(page).startswith("Right so far.")
    assert page.evaluate("idle") > 10
    page.get_by_role("button", name="Hint").click()
    assert status(page).startswith("Look at the ")


def test_a_page_says_so_where_a_held_answer_takes_too_long(opened: Opens) -> None:
    page = derived_with_clock(opened, 41)  # a step takes more than a slice
    too_long = "The answer is not out yet, and working it out takes this page too long. Mark every mine."
    assert page.evaluate("idle") == 5000 / 40
    left = [i for i in blanks(TWELVE) if label(page, i) == "blank"]
    put(page, dict.fromkeys(left[-9:], False))  # none of these is derived so early
    for button in ("Check", "Hint"):
        page.get_by_role("button", name=button).click()
        assert status(page).startswith(too_long)
