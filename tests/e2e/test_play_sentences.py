"""Every sentence of the hints that pages make themselves is parsed back and proved from what is on the board."""

import random
from typing import Any

import pytest
from classic_pages import SAFE as SAFE_ONES
from classic_pages import SEVEN, START, Plays, labels
from play_pages import TWELVE, Opens, prepare, solution_of
from playwright.sync_api import Page
from sentence_judge import MINE, SAFE, Judge
from test_play_hints import EVERY_KIND, FIND, LISTED, MARKED_MINE, random_positions
from test_play_variants import MOSAIC_PUZZLE

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.language.catalogue import load

IDS = [f"{puzzle.grid.variant.name}-{puzzle.grid}" for puzzle in EVERY_KIND]
MISTAKE = load("en").text("play.fix_mistake_first")


Marks = dict[int, bool]  # of cells, whether each is a mine


def judge_text(puzzle: Puzzle, marks: Marks, name: str, text: str) -> Marks:
    """Judge the text of a hint, below the name of its technique. Returns what it proves."""
    judge = Judge(puzzle)
    judge.known |= marks
    before = dict(judge.known)
    judge.judge(f"{name}: {text[0].lower()}{text[1:]}" if name[:1].isdigit() else text)
    return dict(judge.known.items() - before.items())


def judge_hint(puzzle: Puzzle, position: str, found: dict[str, Any]) -> None:
    marks = {x: letter == "y" for x, letter in enumerate(position) if letter != "?"}
    proved = {cell: MINE if value == MARKED_MINE else SAFE for cell, value in found["values"]}
    for text in filter(None, (found["what"], found["whole"])):
        assert judge_text(puzzle, marks, found["name"], text) == proved


@pytest.mark.parametrize("puzzle", EVERY_KIND, ids=IDS)
def test_each_hint_says_what_follows_from_the_board(opened: Opens, puzzle: Puzzle) -> None:
    page, mines = opened(puzzle), solution_of(puzzle)
    position, walked = "?" * puzzle.grid.size, 0
    while found := page.evaluate(FIND, [position])[0]:
        judge_hint(puzzle, position, found)
        proved = dict(found["values"])
        position = "".join("ny"[mines[x]] if x in proved else letter for x, letter in enumerate(position))
        walked += 1
    assert walked > 0
    positions = random_positions(puzzle, 60)
    for position, found in zip(positions, page.evaluate(FIND, positions), strict=True):
        if found is not None:
            judge_hint(puzzle, position, found)


# Pages with the answer, and without it

PRESS = """
    const boxes = document.querySelectorAll('[role=gridcell]');
    for (const [i, key] of wanted) {
        boxes[i].focus();
        boxes[i].dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
"""
KEYS = f"wanted => {{{PRESS}}}"
SHOWN = f"""wanted => {{{PRESS}
    for (let presses = 0; presses < 3; presses++) document.querySelector('#hint').click();
    return document.querySelector('#status').innerText;
}}"""


def shown(page: Page, puzzle: Puzzle, marks: Marks) -> tuple[str, str]:
    """Mark cells in this order, and ask for all of a hint.

    Returns the name of its technique, which may be empty, and its words.
    """
    keys = [*((x, "Delete") for x in takes_marks(puzzle)), *((x, "m" if mine else "x") for x, mine in marks.items())]
    name, _, text = page.evaluate(SHOWN, keys).rpartition("\n")
    return name, text


def takes_marks(puzzle: Puzzle) -> list[int]:
    return [x for x, hidden in enumerate(puzzle.hidden) if hidden]


def right_marks(puzzle: Puzzle, count: int) -> list[Marks]:
    """Return right marks of a random part of the cells, never all mines, which would end the game."""
    chance, mines = random.Random(str(puzzle)), solution_of(puzzle)
    cells, found = takes_marks(puzzle), []
    while len(found) < count:
        share = chance.random()
        marks = {x: mines[x] for x in cells if chance.random() < share}
        if sum(marks.values()) < sum(mines):
            found.append(marks)
    return found


@pytest.mark.parametrize("puzzle", EVERY_KIND, ids=IDS)
@pytest.mark.parametrize("hold_solution", [False, True], ids=["open", "held"])
def test_a_hint_says_so_where_a_mark_is_wrong(opened: Opens, puzzle: Puzzle, hold_solution: bool) -> None:
    page, mines, chance = opened(puzzle, hold_solution=hold_solution), solution_of(puzzle), random.Random(1)
    prepare(page)
    for marks in right_marks(puzzle, 12):
        wrong = chance.choice(takes_marks(puzzle))
        marks.pop(wrong, None)
        assert shown(page, puzzle, {wrong: not mines[wrong]} | marks) == ("", MISTAKE)


@pytest.mark.parametrize("puzzle", [TWELVE, MOSAIC_PUZZLE, LISTED], ids=["12x12", "mosaic", "listed"])
def test_a_page_without_the_answer_explains_from_right_marks(opened: Opens, puzzle: Puzzle) -> None:
    page, judged = opened(puzzle, hold_solution=True), 0
    prepare(page)
    for marks in right_marks(puzzle, 12):
        name, text = shown(page, puzzle, marks)
        if name:
            judge_text(puzzle, marks, name, text)
            judged += 1
    assert judged > 4


# Pages of classic boards


def test_hints_of_a_classic_board_say_what_follows_from_it(classic: Plays) -> None:
    page, mines, judged = classic(SEVEN), SEVEN.mines, 0
    page.evaluate(KEYS, [[START, " "]])
    while not page.locator("#result").is_visible():
        seen = labels(page)
        numbers = tuple(
            int(text.split()[1].rstrip(",")) if text.startswith("clue") else 0 if text.startswith("empty") else -1
            for text in seen
        )
        flags = {x: MINE for x, text in enumerate(seen) if text.startswith("flag")}
        puzzle = Puzzle(SEVEN.grid, numbers, sum(mines))
        name, _, text = page.evaluate(SHOWN, []).rpartition("\n")
        proved = judge_text(puzzle, flags, name, text)
        page.evaluate(KEYS, [[x, "f" if is_mine else " "] for x, is_mine in proved.items() if x not in flags])
        judged += 1
    assert judged > 5


def test_a_hint_of_a_classic_board_says_so_where_a_flag_is_wrong(classic: Plays) -> None:
    page = classic(SEVEN)
    page.evaluate(KEYS, [[START, " "]])
    seen = labels(page)
    wrong = next(x for x in SAFE_ONES if seen[x] == "covered")
    page.evaluate(KEYS, [[wrong, "f"]])
    assert page.evaluate(SHOWN, []) == MISTAKE
