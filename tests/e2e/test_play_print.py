"""Pages to play on, printed on a dark system and after a start, and without JavaScript."""

from typing import Any

import pytest
from classic_pages import START, Plays
from play_pages import GOLDEN, Opens, blanks, cell, put, solution_of
from playwright.sync_api import Browser, Page, expect
from test_play_variants import HEXAGON, JOINED, MOSAIC_PUZZLE

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.single.play_page import write_play_page


def printed(page: Page) -> Page:
    page.emulate_media(media="print", color_scheme="dark")
    return page


def colors(page: Page, selector: str, name: str) -> set[str]:
    return set(page.locator(selector).evaluate_all(f"all => all.map(one => getComputedStyle(one)['{name}'])"))


@pytest.mark.parametrize(
    "puzzle", [GOLDEN, MOSAIC_PUZZLE, HEXAGON, JOINED], ids=["usual", "mosaic", "hexagons", "joined"]
)
def test_a_started_puzzle_prints_without_marks_and_states(opened: Opens, puzzle: Puzzle) -> None:
    page = opened(puzzle, context={"color_scheme": "dark"})
    put(page, {i: True for i in range(puzzle.grid.size) if puzzle.cells[i] == -1})  # too many for most numbers
    assert page.locator(".too_many").count() > 0
    page.locator("#pause").click()
    printed(page)
    assert colors(page, "[role=gridcell] .digit", "fill") == {"rgb(0, 0, 0)"}
    assert colors(page, ".digit", "opacity") == {"1"}
    assert colors(page, "[role=gridcell] .digit", "visibility") == {"visible"}
    assert page.locator(".mark:visible, .plus:visible, .minus:visible").count() == 0
    assert colors(page, ".example .use", "stroke") <= {"rgb(0, 0, 0)", "rgb(220, 235, 249)"}
    assert colors(page, ".example .on", "fill") == {"rgb(220, 235, 249)"}  # the tint of the light page


def test_the_tinted_cells_of_joined_sides_are_tinted_on_paper(opened: Opens) -> None:
    page = printed(opened(JOINED, context={"color_scheme": "dark"}))
    assert "tinted cells" in page.locator("#paper").inner_text()
    assert colors(page, ".copy", "backgroundColor") == {"rgb(236, 234, 228)"}
    assert colors(page, ".copy", "printColorAdjust") == {"exact"}


def test_covered_cells_of_a_classic_board_differ_on_paper(classic: Plays) -> None:
    page = classic(context={"color_scheme": "dark"})
    cell(page, START).click()
    printed(page)
    assert colors(page, ".covered", "backgroundColor") == {"rgb(221, 228, 236)"}
    assert colors(page, ".open", "backgroundColor") == {"rgba(0, 0, 0, 0)"}


def test_without_javascript_the_puzzle_is_a_picture(browser: Browser, tmp_path: Any) -> None:
    path = tmp_path / "puzzle.html"
    write_play_page(GOLDEN, path, "en")
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    try:
        page = context.new_page()
        page.goto(path.as_uri())
        picture = page.locator("noscript svg")
        expect(picture).to_be_visible()
        box = picture.bounding_box()
        assert box is not None and box["x"] + box["width"] <= 360
        assert picture.locator("path[aria-label]").count() == sum(value >= 0 for value in GOLDEN.cells)
    finally:
        context.close()


def test_the_address_of_a_result_stays_whole_and_no_button_is_stretched(opened: Opens) -> None:
    link = "https://puzzles.example.org/daily/2026-12-02/"
    page = opened(context={"viewport": {"width": 360, "height": 740}}, link=link)
    mines = solution_of(GOLDEN)
    put(page, {i: mines[i] for i in blanks(GOLDEN)})
    share, button = page.locator("#share").bounding_box(), page.locator("#copy").bounding_box()
    assert share is not None and button is not None
    assert button["height"] <= 48 and button["y"] >= share["y"] + share["height"]
    assert page.locator("#share").evaluate("one => getComputedStyle(one).overflowWrap") == "normal"


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_what_if_stands_beside_check_and_hint(opened: Opens, width: int, language: str) -> None:
    page = opened(GOLDEN, language, context={"viewport": {"width": width, "height": 740}})
    tops = [page.locator(name).bounding_box()["y"] for name in ("#check", "#hint", "#what-if")]
    assert len(set(tops)) == 1


def test_a_par_time_is_not_broken(opened: Opens) -> None:
    page = opened(context={"viewport": {"width": 360, "height": 740}}, par="Par 1–3 min", title="A")
    assert "Par\u00a01–\u20603\u00a0min" in page.locator(".facts").inner_text()
