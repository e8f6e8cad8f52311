"""The puzzle bench in a real browser: puzzles are kept and moved by button, keyboard and mouse, and stay so."""

import re
from pathlib import Path
from shutil import copytree
from urllib.parse import quote

import pytest
from commands import built, puzzlegen, records
from playwright.sync_api import Locator, Page, expect
from studio_pages import TINY, Studio, Visits

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
    page.set_viewport_size({"width": 1280, "height": 1700})  # all tiles: Chromium drags nothing while it scrolls
    page.locator("#tab-puzzles").click()
    return page


def tile(page: Page, number: int) -> Locator:
    return page.locator(f"#bench button[data-number='{number}']")


def expect_puzzles(page: Page, puzzles: list[str]) -> None:
    """Wait until the bench shows these puzzles in this order."""
    for number, puzzle in enumerate(puzzles, 1):
        address = re.compile(f"line={re.escape(quote(puzzle, safe=''))}&")
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
    expect(page.get_by_role("button", name="Use the usual puzzle again")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(tile(page, 2)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#puzzle-title")).to_have_text("Puzzle 3, One")
    while page.evaluate("document.activeElement.id") != "pin":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#pin")).to_have_text("Use the usual puzzle again")
    page.keyboard.press("Escape")
    expect(tile(page, 3)).to_be_focused()
    tile(page, 4).click()
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_text("Use the usual puzzle again")
    page.locator("#pin").click()
    expect(page.locator("#pin")).to_have_text("Keep this puzzle")
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_chosen(page, 2, 3)
    config = folder / "book.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("series: tiny", "series: other"), encoding="utf-8")
    others = printed(folder)
    assert others[1:3] == usual[1:3] and not set(others[:1] + others[3:]) & set(usual)
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, others)
    tile(page, 2).click()
    page.get_by_role("button", name="Use the usual puzzle again").press("Enter")
    expect(page.locator("#puzzle")).to_be_hidden()  # that puzzle is not made yet
    expect(page.locator("#bench-note")).to_contain_text("until the puzzles are made")


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
    expect(page.locator("#saved")).to_have_text("saved")
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, order)
    assert printed(folder) == order
    page.reload()
    page.locator("#tab-puzzles").click()
    expect_puzzles(page, order)
