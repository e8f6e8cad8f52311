"""Helpers of tests that play a classic board in a browser: a board, and what its page shows."""

import re
from collections.abc import Callable
from typing import Any

from play_pages import cell, label, status
from playwright.sync_api import Page

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard

Plays = Callable[..., Page]
Act = Callable[[Any], None]  # done to a cell


def drawn(text: str) -> ClassicBoard:
    """A board of a drawing: * a mine, S the start."""
    rows = text.split()
    cells = "".join(rows)
    start = cells.index("S") if "S" in cells else None
    return ClassicBoard(Grid(len(rows[0]), len(rows)), tuple(what == "*" for what in cells), start)


SEVEN = drawn(".....*. ....... ..S...* *...... ...*..*")
FOUR = drawn("S.. .** ... .*.")
OTHER = drawn("..*..*. ....... ..S...* ....... ......*")
START = SEVEN.start or 0
MINES = [i for i, mine in enumerate(SEVEN.mines) if mine]
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}
SAFE = [i for i, mine in enumerate(SEVEN.mines) if not mine]


def around(board: ClassicBoard, i: int) -> list[int]:
    near = board.grid.neighborhood
    return [int(j) for j in near.cells[near.start[i] : near.start[i + 1]]]


def count(board: ClassicBoard, i: int) -> int:
    return sum(board.mines[j] for j in around(board, i))


def cascade(board: ClassicBoard, start: int) -> set[int]:
    """The cells that opening one should open, worked out by growing the set until it stays."""
    found = {start}
    while more := {j for i in found if count(board, i) == 0 for j in around(board, i)} - found:
        found |= more
    return found


def read(board: ClassicBoard, i: int) -> str:
    """What is read out of a safe cell that is open."""
    number = count(board, i)
    return f"clue {number}" if number else "empty"


def labels(page: Page) -> list[str]:
    names = page.get_by_role("gridcell").evaluate_all("all => all.map(one => one.ariaLabel)")
    return [text.partition(": ")[2] for text in names]


def opened_cells(page: Page) -> set[int]:
    return {i for i, label in enumerate(labels(page)) if label == "empty" or label.startswith("clue")}


def left(page: Page) -> str:
    return page.locator("#left").inner_text()


def play(page: Page, board: ClassicBoard, act: Act, flags: Act | None = None) -> None:
    """Opens all safe cells, the start first; with ``flags`` every mine is flagged before the last of them."""
    safe = sorted((i for i, mine in enumerate(board.mines) if not mine), key=lambda i: i != board.start)
    for i in safe[:-1]:
        if label(page, i).startswith("covered"):
            act(cell(page, i))
    if flags:
        for i in (i for i, mine in enumerate(board.mines) if mine):
            flags(cell(page, i))
    act(cell(page, safe[-1]))


def button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def start_over(page: Page) -> None:
    """Press the button twice, as it asks before it replaces an unfinished game."""
    for _ in range(2):
        button(page, "Start over").click()


def solved(page: Page) -> bool:
    return re.fullmatch(r"Solved in \d+:\d\d\.", status(page).strip()) is not None


def lose(page: Page) -> int:
    """Opens the first mine, after the start, and says which cell that is."""
    cell(page, START).click()
    cell(page, MINES[0]).click()
    return MINES[0]


def open_all(page: Page, board: ClassicBoard) -> None:
    """Open every safe cell, by keys."""
    page.evaluate(
        """safe => {
            const boxes = document.querySelectorAll('[role=gridcell]');
            for (const i of safe) {
                if (!boxes[i].classList.contains('covered')) continue;
                boxes[i].focus();
                boxes[i].dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
            }
        }""",
        [board.start, *[i for i, mine in enumerate(board.mines) if not mine]],
    )
