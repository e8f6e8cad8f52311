"""Parts of the play page on the page of a classic board: drags, marks on trial, pause, labels, sizes of cells."""

from typing import Any

from browser_helpers import Finger, middle_of, reload_with_saved, stop_clock, violations, wait_until
from classic_pages import (
    SEVEN,
    START,
    TOUCH,
    Plays,
    button,
    cascade,
    count,
    labels,
    left,
    opened_cells,
    start_over,
)
from play_pages import cell, label, status
from playwright.sync_api import Page

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard

EIGHT = ClassicBoard(Grid(8, 6), tuple(i >= 24 and i % 3 == 0 for i in range(48)), 3)  # the lower half stays covered
ROW = [32, 33, 34, 35]
WIDE = ClassicBoard(Grid(30, 16), (False,) * 478 + (True,) * 2, 0)


def middle(page: Page, i: int) -> tuple[float, float]:
    return middle_of(cell(page, i))


def covered(page: Page) -> list[int]:
    return [i for i, label in enumerate(labels(page)) if label == "covered"]


def drag(page: Page, cells: list[int], button: Any = "left") -> None:
    page.mouse.move(*middle(page, cells[0]))
    page.mouse.down(button=button)
    for i in cells[1:]:
        page.mouse.move(*middle(page, i), steps=3)
    page.mouse.up(button=button)


def eight(classic: Plays, **options: Any) -> Page:
    """A board whose lower half is covered after the first move."""
    page = classic(EIGHT, **options)
    cell(page, 3).click()
    return page


def test_a_drag_sets_flags_with_the_right_button_or_the_flag_button_and_opens_nothing(classic: Plays) -> None:
    page = eight(classic)
    before = opened_cells(page)
    drag(page, ROW)
    assert [label(page, i) for i in ROW] == ["covered"] * 4  # the first button opens, and only one cell
    cell(page, ROW[1]).press("f")
    drag(page, ROW, "right")
    assert [label(page, i) for i in ROW] == ["flag"] * 4  # that cell had a flag already, and keeps it
    drag(page, ROW[1:], "right")
    assert [label(page, i) for i in ROW] == ["flag", "covered", "covered", "covered"]
    button(page, "Flag").click()
    drag(page, ROW[2:])
    assert [label(page, i) for i in ROW] == ["flag", "covered", "flag", "flag"]
    assert left(page) == str(sum(EIGHT.mines) - 3)
    assert opened_cells(page) == before
    page.reload()
    assert [label(page, i) for i in ROW] == ["flag", "covered", "flag", "flag"]


def test_a_drag_before_the_start_marks_nothing(classic: Plays) -> None:
    page = classic()
    drag(page, [0, 1, 2], "right")
    assert set(labels(page)) == {"covered", "covered, start here"}


def test_a_long_press_continues_as_a_drag(classic: Plays) -> None:
    page = classic(EIGHT, context=TOUCH)
    stop_clock(page)
    cell(page, 3).click()
    finger = Finger(page)
    finger.send("touchStart", middle(page, ROW[0]))
    page.clock.run_for(500)
    assert label(page, ROW[0]) == "flag"
    finger.send("touchEnd")
    assert [label(page, i) for i in ROW[:2]] == ["flag", "covered"]
    button(page, "Flag").tap()
    finger.send("touchStart", middle(page, ROW[1]))
    finger.send("touchMove", middle(page, ROW[2]))
    finger.send("touchMove", middle(page, ROW[3]))
    finger.send("touchEnd")
    assert [label(page, i) for i in ROW] == ["flag"] * 4


def test_a_pan_leaves_no_mark(classic: Plays) -> None:
    page = classic(WIDE, context=TOUCH)
    stop_clock(page)
    button(page, "Whole board").tap()
    button(page, "Larger cells").tap()
    board = page.locator("#board")
    at = board.evaluate("one => one.scrollLeft = 200")
    before = labels(page)
    finger = Finger(page)
    x, y = 250.0, middle(page, 0)[1] + 60
    finger.send("touchStart", (x, y))
    for step in range(1, 12):
        finger.send("touchMove", (x - 12 * step, y))
    finger.send("touchEnd")
    wait_until(page, "at => document.querySelector('#board').scrollLeft > at", at)
    assert labels(page) == before
    assert page.locator("#clock").inner_text() == "0:00"


def test_a_cancelled_gesture_is_taken_back(classic: Plays) -> None:
    page = eight(classic)
    before = labels(page)
    page.evaluate(
        """([first, second]) => {
            const boxes = document.querySelectorAll('[role=gridcell]');
            const pen = { pointerId: 1, pointerType: 'mouse', button: 2, isPrimary: true, bubbles: true };
            function send(kind, i) {
                const { x, y } = boxes[i].getBoundingClientRect();
                boxes[i].dispatchEvent(new PointerEvent(kind, { ...pen, clientX: x + 9, clientY: y + 9 }));
            }
            document.querySelector('#board').setPointerCapture = () => {};
            send('pointerdown', first);
            send('pointermove', second);
            window.flagged = document.querySelectorAll('.flag').length;
            send('pointercancel', second);
        }""",
        ROW[:2],
    )
    assert page.evaluate("flagged") == 2
    assert labels(page) == before
    assert left(page) == str(sum(EIGHT.mines))


def test_marks_on_trial_open_nothing_and_are_discarded_together(classic: Plays) -> None:
    page = eight(classic)
    before = opened_cells(page)
    cell(page, ROW[3]).press("f")
    button(page, "What if?").click()
    assert status(page).startswith("Your next flags and crosses are on trial")
    assert page.evaluate("document.activeElement.id") == "keep"
    cell(page, ROW[0]).click()
    cell(page, ROW[1]).click(button="right")
    cell(page, ROW[2]).press("Space")
    cell(page, ROW[3]).press("f")
    wanted = ["safe, on trial", "flag, on trial", "safe, on trial", "covered"]
    assert [label(page, i) for i in ROW] == wanted
    page.reload()
    assert [label(page, i) for i in ROW] == wanted
    button(page, "Discard").click()
    assert [label(page, i) for i in ROW] == ["covered", "covered", "covered", "flag"]
    assert page.evaluate("document.activeElement.id") == "what-if"
    button(page, "What if?").click()
    drag(page, ROW[:3])
    button(page, "Keep").click()
    assert [label(page, i) for i in ROW] == ["safe", "safe", "safe", "flag"]
    assert opened_cells(page) == before
    cell(page, ROW[0]).click()  # a crossed cell can be opened
    assert label(page, ROW[0]) == f"clue {count(EIGHT, ROW[0])}"
    cell(page, ROW[1]).press("f")
    assert label(page, ROW[1]) == "flag"


def test_a_number_on_trial_crosses_what_it_would_open(classic: Plays) -> None:
    page = eight(classic)
    number = next(i for i in opened_cells(page) if count(EIGHT, i) == 1)
    button(page, "What if?").click()
    near = [
        i
        for i in EIGHT.grid.neighborhood.cells[EIGHT.grid.neighborhood.start[number] :][:8].tolist()
        if i in covered(page)
    ]
    cell(page, near[0]).press("f")
    cell(page, number).click()
    assert [label(page, i) for i in near] == ["flag, on trial"] + ["safe, on trial"] * (len(near) - 1)


def test_a_saved_trial_that_cannot_be_is_ignored(classic: Plays) -> None:
    page = classic()
    for kept in ('"trial":"012"', '"trial":7', '"trial":null'):
        reload_with_saved(page, f'{{"v":1,"shown":"{"0" * SEVEN.grid.size}",{kept}}}')
        assert button(page, "What if?").is_visible(), kept


def test_a_restart_ends_a_trial_and_undoing_it_continues(classic: Plays) -> None:
    page = eight(classic)
    button(page, "What if?").click()
    cell(page, ROW[0]).click()
    start_over(page)
    assert button(page, "Keep").is_hidden()
    button(page, "Undo").click()
    assert label(page, ROW[0]) == "safe, on trial"
    assert button(page, "Keep").is_visible()


def test_a_pause_stops_the_clock_and_hides_the_board(classic: Plays) -> None:
    page = classic(context={"locale": "en"})
    stop_clock(page)
    cell(page, START).click()
    page.clock.run_for(5000)
    button(page, "Pause").click()
    assert page.locator("#board > *").first.is_hidden()
    page.clock.run_for(60_000)
    page.keyboard.press("z")
    button(page, "Resume").click()
    page.clock.run_for(2200)
    assert page.locator("#clock").inner_text() == "0:07"
    assert opened_cells(page) == cascade(SEVEN, START)


def test_rows_and_columns_are_labeled_while_a_hint_is_shown(classic: Plays) -> None:
    page = eight(classic)
    assert page.locator(".labels").is_hidden()
    button(page, "Hint").click()
    assert page.locator(".labels .col").all_inner_texts() == [str(n) for n in range(1, 9)]
    assert page.locator(".labels .row").all_inner_texts() == [str(n) for n in range(1, 7)]
    last, box = page.locator(".labels .col").last.bounding_box(), cell(page, 7).bounding_box()
    assert abs(last["x"] + last["width"] / 2 - box["x"] - box["width"] / 2) < 2
    assert last["y"] + last["height"] <= box["y"]
    cell(page, ROW[0]).press("f")
    assert page.locator(".labels").is_hidden()


def test_a_hint_uses_crosses(classic: Plays) -> None:
    page = eight(classic)
    button(page, "What if?").click()
    cell(page, 24).click()  # a mine
    button(page, "Hint").click()
    assert status(page) == "At least one mark is wrong. Fix that first."


def test_cells_are_large_enough_for_a_finger(classic: Plays) -> None:
    for width in (320, 360):
        page = classic(WIDE, context=TOUCH | {"viewport": {"width": width, "height": 740}})
        assert cell(page, 0).bounding_box()["width"] >= 43  # and a line
        assert page.evaluate("document.documentElement.scrollWidth") == width
        button(page, "Whole board").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_axe_finds_nothing_in_a_trial_and_a_hint(classic: Plays, axe: str) -> None:
    page = eight(classic)
    page.evaluate(axe)
    button(page, "What if?").click()
    cell(page, ROW[0]).click()
    cell(page, ROW[1]).press("f")
    assert violations(page, ("no-preference", "more")) == []
    button(page, "Discard").click()
    for _ in range(3):
        button(page, "Hint").click()
    assert page.locator(".proved").count()
    assert violations(page) == []
