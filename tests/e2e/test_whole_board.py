"""The view of the whole board on a phone, and what fingers do on a board larger than the screen."""

from typing import Any

import pytest
from browser_helpers import Finger, middle_of, stop_clock, wait_until
from classic_pages import TOUCH, Plays, drawn, opened_cells
from play_pages import GOLDEN, Opens, cell, label, marks
from playwright.sync_api import Page, expect

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, WRAP_AROUND, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.language.catalogue import load

BIG = drawn(" ".join(["." * 30] * 15 + ["." * 27 + "S.*"]))
SIDE = {**TOUCH, "viewport": {"width": 740, "height": 360}}
FITS = """board.scrollWidth <= board.clientWidth && board.scrollHeight <= board.clientHeight"""


def wide(variant: Variant = MINESWEEPER) -> Puzzle:
    return generate_puzzle(PuzzleRequest(Grid(18, 11, variant), "wide", cap=1)).graded.puzzle


def width(page: Page) -> float:
    box = cell(page, 0).bounding_box()
    assert box is not None
    return float(box["width"])


@pytest.mark.parametrize("variant", [MINESWEEPER, HEXAGONAL, WRAP_AROUND], ids=str)
def test_one_press_shows_the_whole_puzzle_and_a_tap_leads_back(opened: Opens, variant: Variant) -> None:
    page = opened(wide(variant), context=TOUCH)
    stop_clock(page)
    page.get_by_role("button", name="Whole board").tap()
    wait_until(page, FITS)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    assert width(page) < 24
    expect(page.locator("#announcement")).to_have_text(load("en").text("play.overview"))
    expect(page.locator("#announcement.visible")).to_be_visible()
    page.reload()  # the choice is kept
    wait_until(page, FITS)
    last = cell(page, 18 * 11 - 1)
    last.tap()
    assert set(marks(page)) <= {"b", "c"}  # nothing is marked in cells smaller than a finger
    assert width(page) >= 24
    expect(last).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#announcement")).to_be_empty()
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()


def test_a_small_puzzle_has_no_other_view(opened: Opens) -> None:
    page = opened(context=TOUCH)
    assert page.locator("#view").is_hidden()
    assert page.locator("#overview").is_hidden()
    assert page.locator("#board").evaluate("one => getComputedStyle(one).touchAction") == "pan-y pinch-zoom"


def stroke(page: Page, start: tuple[float, float], across: float, down: float) -> None:
    """Move a finger by 24 steps."""
    finger = Finger(page)
    finger.send("touchStart", start)
    for step in range(1, 25):
        finger.send("touchMove", (start[0] + across * step / 24, start[1] + down * step / 24))
    finger.send("touchEnd")


PHONE = {**TOUCH, "viewport": {"width": 390, "height": 500}}


@pytest.mark.parametrize("begins_at", [0, 5], ids=["on a blank cell", "on a number"])
def test_a_finger_scrolls_the_page_from_a_board_that_fits(opened: Opens, begins_at: int) -> None:
    page = opened(context=PHONE)
    stop_clock(page)
    at = cell(page, 36 + begins_at)  # of the fifth row
    at.scroll_into_view_if_needed()
    stroke(page, middle_of(at), 15, -120)
    wait_until(page, "scrollY > 60")
    assert set(marks(page)) == {"b", "c"}
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_finger_marks_cells_sideways_and_with_a_mark_chosen_everywhere(opened: Opens) -> None:
    page = opened(context=PHONE)
    stop_clock(page)
    stroke(page, middle_of(cell(page, 0)), middle_of(cell(page, 3))[0] - middle_of(cell(page, 0))[0], 6)
    assert marks(page)[:5] == "mmmmb"
    page.clock.run_for(1000)  # a tap soon after a stroke belongs to it
    page.get_by_role("button", name="Crosses").tap()
    column = [i for i in range(4, 40, 9) if GOLDEN.cells[i] == -1]
    first, last = (middle_of(cell(page, i)) for i in (4, 31))
    stroke(page, first, 0, last[1] - first[1])
    assert [label(page, i) for i in column] == ["safe"] * len(column) and len(column) > 1
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("context", [TOUCH, SIDE], ids=["upright", "on its side"])
def test_one_press_shows_the_whole_classic_board(classic: Plays, context: dict[str, Any]) -> None:
    page = classic(BIG, context=context)
    assert width(page) >= 40
    page.get_by_role("button", name="Whole board").tap()
    wait_until(page, FITS)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.locator("#announcement.visible")).to_have_text(load("en").text("play.overview"))
    cell(page, 15 * 30 + 27).tap()
    assert opened_cells(page) == set()  # a tap that may miss its cell opens none
    assert width(page) >= 40
    cell(page, 15 * 30 + 27).tap()
    assert opened_cells(page)


def middle(page: Page, i: int) -> tuple[float, float]:
    return middle_of(cell(page, i))


@pytest.mark.parametrize("from_edge", [2, 12, 22])
def test_a_finger_moves_a_large_board_from_anywhere_in_a_cell(opened: Opens, from_edge: int) -> None:
    puzzle = wide()
    page = opened(puzzle, context=TOUCH)
    i = next(i for i in range(30 * 3 + 6, 30 * 4) if puzzle.cells[i] == -1)
    box = cell(page, i).bounding_box()
    assert box
    x, y = box["x"] + from_edge, box["y"] + box["height"] / 2
    finger = Finger(page)
    finger.send("touchStart", (x, y))
    for step in range(1, 31):  # to the left, by 4 pixels each: the first move that counts may reach another cell
        finger.send("touchMove", (x - 4 * step, y))
    finger.send("touchEnd")
    wait_until(page, "board.scrollLeft > 60")
    assert "mine" not in {label(page, one) for one in range(puzzle.grid.size)}


def test_dragging_marks_cells_of_a_large_board_after_a_long_press(opened: Opens) -> None:
    puzzle = wide()
    page = opened(puzzle, context=TOUCH)
    stop_clock(page)
    expect(page.get_by_text(load("en").text("play.touch"))).to_be_visible()
    expect(page.locator("#overview")).to_be_visible()
    row = [i for i in range(3, 12) if puzzle.cells[i + 90] == -1]
    start, end = row[0] + 90, row[0] + 93
    finger = Finger(page)
    (x, y), (to, _) = middle(page, start), middle(page, end)
    finger.send("touchStart", (x, y))
    page.clock.run_for(600)
    for step in range(1, 7):
        finger.send("touchMove", (x + (to - x) * step / 6, y))
    finger.send("touchEnd")
    assert page.evaluate("board.scrollLeft") == 0
    crossed = [i for i in range(start, end + 1) if puzzle.cells[i] == -1]
    assert [label(page, i) for i in crossed] == ["safe"] * len(crossed)
    assert page.locator("#board").evaluate("one => getComputedStyle(one).touchAction") == "auto"  # else it pans
