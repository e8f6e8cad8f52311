"""The play page for every reader and every device: screen readers, axe-core, phones, frames, forced colours, paper."""

import re
from pathlib import Path

import pytest
from browser_helpers import stop_clock, violations, wait_until
from play_pages import GOLDEN, TWELVE, Opens, blanks, cell, label, put, solution_of, solve_by_keys, status
from playwright.sync_api import expect

from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import step_sentence
from puzzlegen.solver.tiers import run, solution_path


def test_the_grid_is_described_to_screen_readers(opened: Opens) -> None:
    page = opened(line.parse("3x2:2a.#a2"))
    grid = page.get_by_role("grid", name="Puzzle, 2 rows, 3 columns")
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("2", "3")
    assert [row.get_by_role("gridcell").count() for row in grid.get_by_role("row").all()] == [3, 3]
    assert [label(page, i) for i in range(4)] == ["clue 2", "blank", "safe", "no cell"]
    cell(page, 1).press("m")
    assert page.locator("#announcement").inner_text() == "mine"
    page.get_by_text("The puzzle as text").click()
    assert page.locator(".text").inner_text().split("\n")[0] == "Row 1: 2, blank, safe"


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts"'], ids=["plain", "sandboxed"])
def test_it_plays_in_a_frame(opened: Opens, sandbox: str, tmp_path: Path) -> None:
    page = opened()
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<!DOCTYPE html><title>x</title><iframe {sandbox} src="puzzle.html" width="420" height="640"></iframe>',
        encoding="utf-8",
    )
    page.goto(outer.as_uri())
    frame = page.frames[1]
    frame.wait_for_selector("[role=gridcell]")
    first = frame.get_by_role("gridcell").nth(blanks(GOLDEN)[0])
    first.click()
    assert first.get_attribute("aria-label") == "Row 1, column 1: mine"
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if sandbox:  # storage is blocked there, which must not be felt
        asked = "(() => { try { localStorage; return 'open' } catch { return 'blocked' } })()"
        assert frame.evaluate(asked) == "blocked"


def test_the_recipe_for_a_frame_gives_it_the_height_of_the_page(opened: Opens, tmp_path: Path) -> None:
    page = opened(TWELVE)
    guide = (Path(__file__).parents[2] / "docs" / "newsletter.md").read_text(encoding="utf-8")
    recipe = re.search(r"<div><iframe .*?</script></div>", guide)
    assert recipe
    outer = tmp_path / "outer.html"
    address = "https://example.com/daily/2026-12-01/embed.html"
    assert address in recipe[0]
    text = f"<!DOCTYPE html><title>x</title>{recipe[0].replace(address, 'puzzle.html')}"
    outer.write_text(text, encoding="utf-8")
    page.set_viewport_size({"width": 420, "height": 600})
    page.goto(outer.as_uri())
    frame = page.frames[1]
    fits = "document.documentElement.scrollHeight <= innerHeight"
    wait_until(frame, fits)
    frame.get_by_text("How to play").click()
    wait_until(frame, fits)
    assert frame.evaluate("innerHeight") < frame.evaluate("document.body.scrollHeight") + 60


def test_the_longest_hint_is_in_view(opened: Opens) -> None:
    page = opened(TWELVE, "de", context={"viewport": {"width": 1280, "height": 800}})
    mines = solution_of(TWELVE)
    steps = list(solution_path(run(TWELVE, 4)))
    longest = max(steps, key=lambda step: len(step_sentence(TWELVE, step, load("de"))))
    put(page, {i: mines[i] for step in steps[: steps.index(longest)] for i in (*step.mines, *step.safe)})
    page.evaluate("scrollTo(0, 0)")
    for _ in range(3):
        page.locator("#hint").click()
    assert page.locator("#status").bounding_box()["height"] > 70
    expect(page.locator("#status")).to_be_in_viewport(ratio=1)
    expect(page.locator("[role=grid]")).to_be_in_viewport(ratio=1)


def test_a_phone_on_its_side_shows_board_and_hint(opened: Opens) -> None:
    page = opened(TWELVE, "de", context={"viewport": {"width": 667, "height": 375}})
    for _ in range(3):
        page.locator("#hint").click()
    for part in ("[role=grid]", "#hint", "#status"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert cell(page, 0).bounding_box()["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_small_board_is_in_the_middle(opened: Opens) -> None:
    page = opened(line.parse("3x2:2a.#a2"))
    for width in (360, 600):
        page.set_viewport_size({"width": width, "height": 700})
        box = page.locator("#board").bounding_box()
        assert box["x"] + box["width"] / 2 == pytest.approx(width / 2, abs=1)


def test_a_phone(opened: Opens) -> None:
    page = opened(TWELVE, "fr", context={"has_touch": True, "is_mobile": True})
    stop_clock(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.locator("[role=gridcell], button:visible").evaluate_all(
        "all => all.map(one => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))"
    )
    assert min(sizes) >= 24
    first = blanks(TWELVE)[0]
    cell(page, first).tap()
    assert label(page, first) == "mine"
    cell(page, first).tap()
    assert label(page, first) == "sûre"
    page.set_viewport_size({"width": 200, "height": 400})  # too narrow for it: the grid moves, the page does not
    expect(page.locator("#board")).to_contain_class("panned")  # the page hears of its size a little later
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_it_is_the_puzzle(opened: Opens) -> None:
    page = opened()
    solve_by_keys(page, GOLDEN)
    page.emulate_media(media="print", color_scheme="dark")
    seen = page.locator("button, textarea, details, .mark, #status, #clock")
    assert not any(seen.evaluate_all("all => all.map(one => one.checkVisibility())"))
    style = "getComputedStyle(document.querySelector('[role=grid]'))"
    assert page.evaluate(f"[{style}.borderTopColor, {style}.backgroundColor]") == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert page.get_by_role("grid").bounding_box()["width"] == pytest.approx((9 * 13 + 1) / 25.4 * 96, abs=4)
    assert page.get_by_role("heading").is_visible()
    paper = page.locator("#paper")
    assert paper.get_by_text("A number counts the mines in the cells around it").is_visible()
    assert paper.get_by_text("The 2 needs two mines, and only two blanks are left.").is_visible()
    assert [one.is_visible() for one in paper.locator("svg").all()] == [True, True]


def test_axe_finds_nothing(opened: Opens, axe: str) -> None:
    page = opened()
    page.evaluate(axe)
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    assert violations(page) == []
    first, second = blanks(GOLDEN)[:2]
    mines = solution_of(GOLDEN)
    put(page, {first: mines[first]})
    page.get_by_role("button", name="Hint").click()
    assert page.locator(".witness").count() > 0
    assert violations(page, ("no-preference", "more")) == []
    put(page, {second: not mines[second]})
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show where").click()
    assert violations(page) == []
    solve_by_keys(page, GOLDEN)
    assert status(page).startswith("Solved")
    assert violations(page) == []


def test_marks_are_seen_in_forced_colours(opened: Opens) -> None:
    page = opened(context={"forced_colors": "active"})
    first, second = blanks(GOLDEN)[:2]
    put(page, {first: True, second: False})
    colours = [
        cell(page, i).locator(part).evaluate("(one, what) => getComputedStyle(one)[what]", what)
        for i, part, what in ((first, ".mine", "fill"), (second, ".cross", "stroke"))
    ]
    text = page.evaluate("getComputedStyle(document.body).color")
    assert colours == [text, text]


def test_without_scripts_the_puzzle_can_still_be_read(opened: Opens) -> None:
    page = opened(context={"java_script_enabled": False})
    assert "The puzzle is written out below." in page.locator("noscript").inner_text()
    page.locator("summary:visible").click()
    assert page.locator(".text p").count() == GOLDEN.grid.height
