"""Helpers of tests that play a puzzle in a browser: two puzzles, what a page shows, and how to fill it in."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from puzzlegen.formats import line
from puzzlegen.solver.tiers import solve

GOLDEN = line.parse("9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0")
TWELVE = line.parse("12x12:a5b3d12g4443b4c12d5c31a24f34a4d411g5c10a3b323h3b2a1c3a5a33a1b2i2b2a24b4c32e2b3b1")
Opens = Callable[..., Page]


def solution_of(puzzle: line.Puzzle) -> list[bool]:
    return [bool(known) for known in solve(puzzle, 4).known]


def blanks(puzzle: line.Puzzle) -> list[int]:
    return [i for i, value in enumerate(puzzle.cells) if value == -1]


def prepare(page: Page) -> None:
    """Wait until a page without the answer has derived it."""
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#status")).to_have_text("Nothing is marked yet.")


def cell(page: Page, i: int) -> Any:
    return page.get_by_role("gridcell").nth(i)


def label(page: Page, i: int) -> str:
    """What is read out after row and column."""
    return str(cell(page, i).get_attribute("aria-label")).partition(": ")[2]


def marks(page: Page) -> str:
    """One letter a cell: m mine, s safe, b blank, c clue."""
    texts = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return "".join(text.partition(": ")[2][0] for text in texts)


def status(page: Page) -> str:
    return page.locator("#status").inner_text()


def put(page: Page, cells: dict[int, bool]) -> None:
    """Marks cells by keys, all in one go: a mine where True, a cross where False."""
    page.evaluate(
        """wanted => {
            const boxes = document.querySelectorAll('[role=gridcell]');
            for (const [i, key] of wanted) {
                boxes[i].focus();
                boxes[i].dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            }
        }""",
        [[i, "m" if mine else "x"] for i, mine in cells.items()],
    )


def solve_by_keys(page: Page, puzzle: line.Puzzle) -> None:
    mines = solution_of(puzzle)
    put(page, {i: mines[i] for i in blanks(puzzle)})
