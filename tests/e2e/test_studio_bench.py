"""The puzzle bench in a real browser: puzzles are kept and moved by button, key, mouse and finger, and stay so."""

import json
import re
import shutil
from pathlib import Path
from shutil import copytree
from urllib.parse import quote

import pytest
from browser_helpers import Finger, stop_clock, wait_until
from commands import built, puzzlegen, records
from playwright.sync_api import Locator, Page, expect
from small_configs import TINY
from studio_pages import SAVED, Studio, Visits, found_by_axe

from puzzlegen.config.load import load_book

BOOK = f"""{TINY.replace("count: 2", "count: 4").rstrip()}
  - {{name: Two, count: 1, size: 5x5, difficulty: easy}}
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the book, with whose puzzles the bench begins."""
    return built(tmp_path_factory.mktemp("bench"), BOOK)


@pytest.fixture
def folder(studio: Studio, finished: Path) -> Path:
    """The folder of the book."""
    folder = studio.config("bench", BOOK)
    copytree(finished, folder / "output")
    return folder


@pytest.fixture
def usual(finished: Path) -> list[str]:
    """The puzzles of the finished book."""
    return [str(record["puzzle"]) for record in records(finished)]


@pytest.fixture
def page(visit: Visits, folder: Path) -> Page:
    """The bench."""
    page = visit(f"/books/{folder.name}")
    page.set_viewport_size({"width": 1280, "height": 1700})  # all tiles
    page.locator("#tab-puzzles").click()
    return page


def tile(page: Page, number: int) -> Locator:
    return page.locator(f"#bench button[data-number='{number}']")


def expect_puzzles(page: Page, puzzles: list[str]) -> None:
    """Wait until the bench shows these puzzles in this order."""
    for number, puzzle in enumerate(puzzles, 1):
        address = re.compile(f"line={re.escape(quote(puzzle, safe=''))}$")
        expect(tile(page, number).locator("img")).to_have_attribute("src", address)


def expect_chosen(page: Page, *numbers: int) -> None:
    """Wait until the puzzles of these numbers are marked as chosen, and no others."""
    for number in range(1, 6):
        expect(tile(page, number).locator(".mark")).to_have_count(int(number in numbers))


def printed(folder: Path) -> list[str]:
    """Build the book by the command line, and return its puzzles."""
    done = puzzlegen("book", "book.yaml", "-o", "output", "--no-ledger", cwd=folder)
    assert done.returncode == 0, done.stderr
    return [str(record["puzzle"]) for record in records(folder / "output")]


def in_order(usual: list[str], *numbers: int) -> list[str]:
    return [usual[number - 1] for number in numbers]


def test_kept_puzzles_stay_when_all_others_are_replaced(page: Page, folder: Path, usual: list[str]) -> None:
    expect_puzzles(page, usual)
    tile(page, 2).click()
    page.get_by_role("button", name="Keep this puzzle").click()
    expect(page.get_by_role("button", name="Use the book’s own puzzle")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(tile(page, 2)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 3, One")
    while page.evaluate("document.activeElement.id") != "pin":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#pin")).to_have_text("Use the book’s own puzzle")
    page.keyboard.press("Escape")
    expect(tile(page, 3)).to_be_focused()
    tile(page, 4).click()
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_text("Use the book’s own puzzle")
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_text("Keep this puzzle")
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_chosen(page, 2, 3)
    config = folder / "book.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("series: tiny", "series: other"), encoding="utf-8")
    shutil.rmtree(folder / "output")  # a build replaces no book of another series
    others = printed(folder)
    assert others[1:3] == usual[1:3] and not set(others[:1] + others[3:]) & set(usual)
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, others)
    tile(page, 2).click()
    page.get_by_role("button", name="Use the book’s own puzzle").press("Enter")
    expect(page.locator("#puzzle")).to_be_hidden()  # that puzzle is not made yet
    expect(page.locator("#bench-note")).to_contain_text("until the puzzles are made")


def test_kept_puzzles_follow_the_name_of_their_section(page: Page, folder: Path) -> None:
    page.locator("#bench button").first.press("Enter")
    page.get_by_role("button", name="Keep this puzzle").click()
    expect(page.get_by_role("button", name="Use the book’s own puzzle")).to_be_visible()
    page.keyboard.press("Escape")
    expect_chosen(page, 1)
    page.locator("#tab-form").click()
    name = page.locator("#f-sections-0-name")
    name.fill("Easy puzzles")
    expect(page.locator("#saved")).to_have_text(SAVED)
    assert '"section": "Easy puzzles"' in (folder / "choices.jsonl").read_text(encoding="utf-8")
    page.locator("#tab-puzzles").click()
    expect(page.locator("#bench h2").first).to_have_text("Easy puzzles")
    expect_chosen(page, 1)
    expect(page.locator("#problems")).to_be_hidden()


def test_moved_puzzles_stay_in_their_order(page: Page, folder: Path, usual: list[str]) -> None:
    tile(page, 1).click()
    page.get_by_role("button", name="Move later").click()
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 2, One")
    page.keyboard.press("Escape")
    expect(tile(page, 2)).to_be_focused()
    expect_puzzles(page, in_order(usual, 2, 1, 3, 4, 5))
    tile(page, 4).focus()
    page.keyboard.press("Alt+ArrowLeft")
    expect(tile(page, 3)).to_be_focused()
    expect_puzzles(page, in_order(usual, 2, 1, 4, 3, 5))
    tile(page, 4).drag_to(tile(page, 1))
    order = in_order(usual, 3, 2, 1, 4, 5)
    expect_puzzles(page, order)
    tile(page, 5).drag_to(tile(page, 1))
    expect(page.locator("#bench-problem")).to_contain_text("can only take the place of a puzzle of its section")
    tile(page, 5).press("Alt+ArrowLeft")  # there is none of its kind
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, order)
    expect_chosen(page, 1, 2, 3, 4)
    assert printed(folder) == order
    page.locator("#tab-form").click()
    page.locator("#f-theme").select_option("children")
    expect(page.locator("#saved")).to_have_text(SAVED)
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, order)
    assert printed(folder) == order
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, order)


SCROLLED = "document.querySelector('.settings').scrollTop"
ENDS = "(box => box.scrollTop >= box.scrollHeight - box.clientHeight - 1)(document.querySelector('.settings'))"


def middle(tile: Locator, top: float = 60) -> tuple[float, float]:
    """Return a place in the upper part of a tile that is on the screen, below ``top`` pixels."""
    box = tile.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, max(box["y"], top) + 20


def stop(page: Page, width: int) -> None:
    """Show the bench in a low window, with a stopped clock: puzzles are then dragged as far as the test says."""
    stop_clock(page)
    page.set_viewport_size({"width": width, "height": 420})
    page.locator("#tab-puzzles").click()


def run_until(page: Page, expression: str) -> None:
    """Let the stopped clock go on until an expression is true in the page."""
    for _ in range(600):
        if page.evaluate(expression):
            return
        page.clock.run_for(20)
    raise AssertionError(f"never true: {expression}")


def test_a_puzzle_that_is_dragged_to_an_edge_scrolls_the_list(page: Page, usual: list[str]) -> None:
    stop(page, 1280)
    expect_puzzles(page, usual)
    tile(page, 1).scroll_into_view_if_needed()
    page.mouse.move(*middle(tile(page, 1)))
    page.mouse.down()
    page.mouse.move(200, 300)
    expect(page.locator(".ghost")).to_have_count(1)
    page.mouse.move(200, 415)
    run_until(page, ENDS)
    page.mouse.move(*middle(tile(page, 4)))
    page.clock.run_for(20)
    expect(tile(page, 4)).to_have_class(re.compile("over"))
    page.mouse.up()
    expect_puzzles(page, in_order(usual, 2, 3, 4, 1, 5))
    expect(page.locator("#puzzle")).to_be_hidden()  # the end of a drag opens nothing
    expect(page.locator(".ghost")).to_have_count(0)

    page.mouse.move(*middle(tile(page, 4)))
    page.mouse.down()
    page.mouse.move(200, 200)
    page.mouse.move(200, 60)
    run_until(page, f"{SCROLLED} === 0")
    page.keyboard.press("Escape")  # gives the drag up
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#puzzle")).to_be_hidden()
    expect_puzzles(page, in_order(usual, 2, 3, 4, 1, 5))
    tile(page, 1).click()
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 1, One")


def test_a_finger_scrolls_the_list_and_after_a_while_drags_a_puzzle(page: Page, usual: list[str]) -> None:
    stop(page, 820)
    expect_puzzles(page, usual)
    finger = Finger(page)
    finger.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    touch = finger.send

    x, y = middle(tile(page, 1))
    touch("touchStart", (x, y))
    for moved in range(10, 130, 10):
        touch("touchMove", (x, y - moved))
    wait_until(page, f"{SCROLLED} > 50")
    touch("touchEnd")
    expect(page.locator(".ghost")).to_have_count(0)
    tile(page, 1).hover(trial=True)  # waits until nothing moves
    expect(page.locator("#puzzle")).to_be_hidden()

    page.evaluate("addEventListener('pointerdown', () => { window.isPressed = true })")
    tabs = page.locator(".tabs").bounding_box()
    assert tabs
    covered = tabs["y"] + tabs["height"]  # of the list, by the tabs above it
    x, y = middle(tile(page, 1), covered)
    touch("touchStart", (x, y))
    wait_until(page, "window.isPressed === true")  # while a list glides, browsers do not wait for the page
    page.clock.run_for(400)
    expect(page.locator(".ghost")).to_have_count(1)
    touch("touchMove", (x, y + 30))
    touch("touchMove", (x, 415))
    run_until(page, ENDS)
    touch("touchMove", middle(tile(page, 4), covered))
    page.clock.run_for(20)
    expect(tile(page, 4)).to_have_class(re.compile("over"))
    touch("touchEnd")
    expect_puzzles(page, in_order(usual, 2, 3, 4, 1, 5))
    expect(page.locator("#puzzle")).to_be_hidden()


def test_candidates_are_made_with_wishes(visit: Visits, studio: Studio, axe: str) -> None:
    studio.config(
        "wishes", TINY.replace("count: 2, size: 6x5, difficulty: easy", "count: 1, size: 9x9, difficulty: medium")
    )
    page = visit("/books/wishes")
    page.locator("#tab-puzzles").click()
    page.locator("#bench button").first.click()
    page.locator("#wishes > summary").press("Enter")
    make, note, found = (
        page.locator("#more-candidates"),
        page.locator("#candidates-note"),
        page.locator("#candidates li"),
    )
    page.get_by_label("Technique", exact=True).select_option("total")
    make.click()
    expect(note).to_contain_text("which needs a printed number of mines")
    page.get_by_label("Technique", exact=True).select_option("subset")
    expect(note).to_be_hidden()
    page.get_by_label("Score near").fill("500")
    make.click()
    expect(note).to_contain_text("500")
    page.get_by_label("Score near").fill("40")  # leaving the field must not move the button away from the click
    make.click()
    expect(note).to_have_text("Choose one.")
    scores = [float(words.split("score ")[1].split(",")[0]) for words in found.locator(".facts").all_inner_texts()]
    assert len(scores) > 3 and all(35 <= score <= 45 for score in scores)
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_label("Technique", exact=True).select_option("")
    expect(found.first).to_be_hidden()
    page.get_by_label("Score near").fill("")
    digits, idea = page.get_by_label("Digits, such as 2026"), page.get_by_label("Idea", exact=True)
    expect(digits).to_be_hidden()
    idea.select_option("digits")
    digits.fill("2105")
    make.click()
    found.first.get_by_role("button").click()
    expect(page.locator("#pin")).to_have_text("Use the book’s own puzzle")
    (row,) = map(json.loads, (studio.folder / "wishes" / "choices.jsonl").read_text(encoding="utf-8").splitlines())
    assert row["idea"] == "digits:2105"


def test_a_puzzle_of_the_shown_page_opens_its_actions_and_gets_another_difficulty(
    visit: Visits, studio: Studio, axe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A candidate of another difficulty gets a section at its place, without an introduction; the others stay."""
    text = TINY.replace("count: 2, size: 6x5", "count: 3, size: 7x7").replace("per_page: 2", "per_page: 4")
    folder = studio.config("clicked", text.replace("series: tiny", "series: clicked"))
    page = visit("/books/clicked?page=4")
    second = page.locator(".sheet").get_by_role("button", name="Puzzle 2", exact=True)
    expect(second).to_be_visible()
    page.locator("#tab-puzzles").click()
    expect_count = expect(page.locator("#bench img")).to_have_count
    expect_count(3)
    before = [one.get_attribute("src") for one in page.locator("#bench img").all()]
    page.locator("#tab-form").click()
    second.click()
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 2, One")
    page.locator("#puzzle-close").click()
    expect(second).to_be_focused()
    second.press("Enter")
    expect(page.locator("#puzzle")).to_be_visible()
    page.locator("#wishes > summary").press("Enter")
    page.locator("#puzzle").get_by_label("Difficulty").select_option("medium")
    page.locator("#more-candidates").click()
    expect(page.locator("#candidates-note")).to_have_text("Choose one.")
    expect(page.locator("#candidates .facts").first).to_contain_text("medium")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.locator("#candidates button").first.click()
    expect(page.locator("#puzzle")).to_be_hidden()  # until the puzzles of the new sections are made
    page.locator("#tab-puzzles").click()
    expect(page.locator("#bench h2")).to_have_text(["One", "Two Clues Together", "One 2"])
    monkeypatch.chdir(folder)
    sections = load_book(folder / "book.yaml").sections
    shown = [(section.name, section.count, section.difficulty, section.opener) for section in sections]
    assert shown == [
        ("One", 1, "easy", True), ("Two Clues Together", 1, "medium", False), ("One 2", 1, "easy", False)
    ]  # fmt: skip
    expect_count(3)
    after = [one.get_attribute("src") for one in page.locator("#bench img").all()]
    assert (after[0], after[2]) == (before[0], before[2]) and after[1] != before[1]
