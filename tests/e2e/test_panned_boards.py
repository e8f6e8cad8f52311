"""Boards that are larger than a phone: where they fade, the numbers beside them, and the cells of a hint in view."""

from itertools import pairwise
from typing import Any

import pytest
from browser_helpers import wait_until
from classic_pages import TOUCH, Plays, drawn
from play_pages import Opens, cell, solve_by_keys
from playwright.sync_api import Page, expect

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest

LANDSCAPE = {**TOUCH, "viewport": {"width": 740, "height": 360}}
BIG = drawn(" ".join(["." * 30] * 15 + ["." * 27 + "S.*"]))
SIDES = ("left", "top", "right", "bottom")
HIDDEN = f"""{list(SIDES)}.filter((side) =>
    parseFloat(getComputedStyle(board).getPropertyValue(`--${{side}}`)) > 1).join(" ")"""


@pytest.fixture(scope="module")
def wide() -> Puzzle:
    return generate_puzzle(PuzzleRequest(Grid(18, 11), "wide", cap=1)).graded.puzzle


def pan(page: Page, across: float, down: float) -> None:
    """Pan a board to these parts of its way."""
    page.evaluate(
        """([across, down]) => board.scrollTo(
            across * (board.scrollWidth - board.clientWidth), down * (board.scrollHeight - board.clientHeight))""",
        [across, down],
    )


def wait_for_sides(page: Page, sides: set[str]) -> None:
    """Wait until the board continues on these sides and no other, by its styles."""
    wait_until(page, f"{HIDDEN} === '{' '.join(side for side in SIDES if side in sides)}'")


def test_a_board_fades_on_the_sides_where_it_continues(classic: Plays) -> None:
    page = classic(BIG, context=TOUCH)
    for place, sides in (
        ((0, 0), {"right", "bottom"}),
        ((0.5, 0.5), set(SIDES)),
        ((1, 1), {"left", "top"}),
        ((0.5, 0), {"left", "right", "bottom"}),
    ):
        pan(page, *place)
        wait_for_sides(page, sides)
    mask = str(page.evaluate("getComputedStyle(board).maskImage"))
    assert mask.count("linear-gradient") == 2
    page.set_viewport_size({"width": 1600, "height": 1400})
    wait_until(page, "board.scrollWidth === board.clientWidth && board.scrollHeight === board.clientHeight")
    wait_for_sides(page, set())


def test_a_solved_board_is_in_view_as_a_whole(opened: Opens, wide: Puzzle) -> None:
    page = opened(wide, context=TOUCH)
    assert page.evaluate("board.scrollWidth > board.clientWidth")
    pan(page, 0.5, 0)
    solve_by_keys(page, wide)
    wait_until(page, "board.scrollWidth === board.clientWidth")
    wait_for_sides(page, set())
    expect(page.get_by_role("grid")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("context", [TOUCH, LANDSCAPE], ids=["upright", "on its side"])
def test_the_cells_of_a_hint_are_in_view(opened: Opens, wide: Puzzle, context: dict[str, Any]) -> None:
    page = opened(wide, context=context)
    for _ in range(3):
        page.locator("#hint").tap()
    shown = page.locator(".witness, .proved")
    assert shown.count() >= 2
    for one in shown.all():
        expect(one).to_be_in_viewport(ratio=0.99)


def test_numbers_beside_a_panned_board_cover_the_cells_below(opened: Opens, wide: Puzzle) -> None:
    page = opened(wide, context=TOUCH)
    page.locator("#hint").tap()
    pan(page, 0.4, 0)
    wait_until(page, "getComputedStyle(board).getPropertyValue('--left') !== '0px'")
    board = page.locator("#board").bounding_box()
    rows = [one.bounding_box() for one in page.locator(".labels .row").all()]
    assert {(box["x"], box["width"]) for box in rows} == {(board["x"], 16)}
    assert all(nxt["y"] <= box["y"] + box["height"] + 0.5 for box, nxt in pairwise(rows))
    row = page.locator(".labels .row").first
    assert not row.evaluate("one => getComputedStyle(one).backgroundColor").endswith(", 0)")
    assert page.evaluate("getComputedStyle(board).maskImage") == "none"
    columns = page.locator(".labels .col")
    header, first = page.locator("header").bounding_box(), columns.first.bounding_box()
    assert first["y"] >= header["y"] + header["height"]  # clear of the facts


def test_the_start_of_a_classic_board_is_in_view_on_a_phone_on_its_side(classic: Plays) -> None:
    page = classic(BIG, context=LANDSCAPE, tier=3)
    expect(cell(page, 15 * 30 + 27)).to_be_in_viewport(ratio=0.99)
    assert page.locator("#board").bounding_box()["height"] <= 360


def test_a_paused_board_says_how_to_go_on(opened: Opens) -> None:
    page = opened(context=TOUCH)
    text = "getComputedStyle(board, '::after').content"
    assert page.evaluate(text) == "none"
    page.locator("#pause").tap()
    assert page.evaluate(text) == '"Resume"'


def test_numbers_of_columns_stand_clear_of_the_band_at_the_top(opened: Opens) -> None:
    page = opened(context={"viewport": {"width": 1280, "height": 800}})
    page.locator("#hint").click()
    assert page.locator(".labels .col").first.bounding_box()["y"] >= 6
