"""Hints on the play page, in a real browser: found from the clues and marks, and compared with the solver."""

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from play_pages import GOLDEN, TWELVE, Opens, blanks, label, prepare, put, solution_of, status
from playwright.sync_api import Page
from test_play_variants import CROSS, HEXAGON, HEXAGONS, JOINED, MOSAIC_PUZZLE, MOVES

from puzzlegen.board.puzzle import Deduction, Puzzle
from puzzlegen.engine.clue_rules import MINE, SAFE
from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import step_reason, step_sentence, where_to_look
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solution_path

LISTED = line.parse("mosaic:8x7:b4a3c34b43534a43b5b3b22a23d45b23a6d133b4a")
WITH_TOTAL = replace(line.parse("5x1:1d"), total=1)
EVERY_KIND = [GOLDEN, TWELVE, MOSAIC_PUZZLE, LISTED, HEXAGONS, HEXAGON, JOINED, MOVES, CROSS, WITH_TOTAL]

MARKED_MINE = 1  # a value in the script

# Each position is a text of one letter a cell: y a mine, n safe, ? unknown.
DATA = "JSON.parse(document.getElementById('data').textContent)"
FIND = (
    f"""positions => positions.map(position => {{
    const {{ cells, clueOnMine, total }} = {DATA};
"""
    + """
    const number = i => cells[i] >= '0' && cells[i] <= '9' ? Number(cells[i]) : null;
    const isSafe = i => cells[i] === '.' || (number(i) !== null && !clueOnMine);
    const value = i => ({ y: 1, n: 2 })[position[i]] ?? (isSafe(i) ? 2 : 0);
    return hints.find(number, value, [...cells].map((_, i) => i).filter(i => cells[i] !== '#'), total);
})"""
)


def random_positions(puzzle: Puzzle, count: int) -> list[str]:
    """Return positions with right marks in a random part of the cells, some of them nearly full."""
    chance, mines = random.Random(str(puzzle)), solution_of(puzzle)
    found = []
    for _ in range(count):
        share = chance.random()
        found.append("".join("ny"[mine] if chance.random() < share else "?" for mine in mines))
    return found


def tier_of(puzzle: Puzzle, position: str) -> int:
    """Return the tier of the simplest deduction that the solver finds in a position; 0 where nothing is left."""
    marks = np.array([{"y": MINE, "n": SAFE, "?": 0}[letter] for letter in position], np.int8)
    found = run(puzzle, 4, marks).tier
    return int(found[0]) if found.size else 0


@pytest.mark.parametrize("puzzle", EVERY_KIND, ids=[f"{one.grid.variant.name}-{one.grid}" for one in EVERY_KIND])
def test_a_hint_is_true_and_as_simple_as_the_solvers(opened: Opens, puzzle: Puzzle) -> None:
    page, mines, messages = opened(puzzle), solution_of(puzzle), load("en").for_variant(puzzle.grid.variant)
    positions = ["?" * puzzle.grid.size, *random_positions(puzzle, 40)]
    missed = 0
    for position, found in zip(positions, page.evaluate(FIND, positions), strict=True):
        tier = tier_of(puzzle, position)
        if found is None:
            missed += tier > 0
            assert tier in (0, 3, 4)  # proofs by cases are the solver's alone
            continue
        assert "broken" not in found
        assert found["proved"]
        for cell, value in found["values"]:
            assert mines[cell] == (value == MARKED_MINE)
            assert position[cell] == "?"
        technique = TECHNIQUES[found["technique"]]
        assert technique.tier == tier or min(technique.tier, tier) >= 3
        if technique.tier < 3:
            assert found["what"].lower() == without_name(sentence_of(puzzle, position, found, messages), found)
    assert missed < 5


def sentence_of(puzzle: Puzzle, position: str, found: dict[str, Any], messages: Any) -> str:
    """Return the sentence that the explanations of the solver have for a hint."""
    near = puzzle.grid.neighborhood
    needs = tuple(
        puzzle.cells[clue] - sum(position[i] == "y" for i in near.cells[near.start[clue] : near.start[clue + 1]])
        for clue in found["witnesses"]
    )
    by_value = {value: tuple(sorted(i for i, what in found["values"] if what == value)) for value in (1, 2)}
    technique, witnesses = TECHNIQUES[found["technique"]], tuple(found["witnesses"])
    step = Deduction(1, technique.tier, technique.code, witnesses, by_value[MARKED_MINE], by_value[2], 1, needs=needs)
    return step_sentence(puzzle, step, messages)


def without_name(sentence: str, found: dict[str, Any]) -> str:
    return sentence.lower().removeprefix(f"{found['name'].lower()}: ")


def hinted(page: Page) -> tuple[str, list[list[int]]]:
    """Press the button of hints, in one exchange with the browser, as a walk to the end has a hundred of them.

    Returns what the page says, and the cells that it highlights as witnesses, as the first of them, and as proved.
    """
    message, lit = page.evaluate(
        """() => {
            document.querySelector('#hint').click();
            const boxes = [...document.querySelectorAll('[role=gridcell]')];
            const lit = name => boxes.flatMap((box, i) => box.classList.contains(name) ? [i] : []);
            return [document.querySelector('#status').innerText, ['witness', 'first', 'proved'].map(lit)];
        }"""
    )
    return message, lit


@pytest.mark.parametrize(("puzzle", "language"), [(TWELVE, "de"), (LISTED, "fr")], ids=["de", "fr"])
def test_hints_lead_to_the_end(opened: Opens, puzzle: Puzzle, language: str) -> None:
    page = opened(puzzle, language)
    messages, mines = load(language).for_variant(puzzle.grid.variant), solution_of(puzzle)
    taken, names, has_zero = (
        0,
        set(),
        re.compile(rf"^{messages.text('step.clue', cell='[^ ]+', number=0)} ", re.IGNORECASE),
    )
    while not page.locator("#result").is_visible():
        where, first_lit = hinted(page)
        why, lit = hinted(page)
        what, last_lit = hinted(page)
        name, _, reason = why.rpartition("\n")
        assert bool(name) == (not has_zero.search(why))  # a 0 has no technique to name: no mines are found there
        names.add(name)
        assert first_lit[0] == (last_lit[1] or last_lit[0])  # the first witness alone; none for a total
        assert (lit[0], lit[2]) == (last_lit[0], [])
        assert what.startswith(name)
        assert where and reason
        proved = set(last_lit[2])
        assert proved
        put(page, {i: mines[i] for i in proved})
        taken += 1
        assert page.evaluate("document.querySelectorAll('.proved, .witness').length") == 0
    assert messages.plural("play.hints", taken) in status(page)
    assert page.locator("#share").input_value().endswith(messages.plural("play.hints", taken))
    wanted = {"contradiction" if puzzle is TWELVE else "deep", "satisfied", "exhausted"}
    assert {messages.text(f"techniques.{code}.name").lower() for code in wanted} <= {name.lower() for name in names}


def test_a_held_page_gives_hints_without_the_answer(opened: Opens) -> None:
    page = opened(TWELVE, hold_solution=True)
    assert page.evaluate(f"[{DATA}.solution, {DATA}.steps]") == [None, None]
    prepare(page)
    mines, marked = solution_of(TWELVE), 0
    for _ in range(40):
        for _ in range(3):
            _, lit = hinted(page)
        if not lit[2]:
            break
        put(page, {i: mines[i] for i in lit[2]})
        marked += len(lit[2])
    assert marked > len(blanks(TWELVE)) / 2


def test_a_hint_of_a_held_page_finds_marks_that_contradict_numbers(opened: Opens) -> None:
    page = opened(line.parse("4x2:1221d"), hold_solution=True)  # the mines are below the 2s
    prepare(page)
    put(page, {4: False, 5: False})
    page.locator("#hint").click()
    assert status(page) == "At least one mark is wrong. Fix that first."
    page.get_by_role("button", name="Show where").click()
    assert page.locator(".wrong").count() > 0


def test_a_hint_minds_mistakes_and_goes_away(opened: Opens) -> None:
    page = opened(TWELVE)
    mines, hint = solution_of(TWELVE), page.get_by_role("button", name="Hint")
    first, _ = page.evaluate(FIND, ["?" * TWELVE.grid.size] * 2)
    hint.click()
    assert label(page, first["witnesses"][0]).endswith(", used by the hint")
    for _ in range(3):  # a press more than there are levels
        hint.click()
    assert label(page, first["proved"][0]).endswith(", decided by the hint")
    page.keyboard.press("Escape")
    assert status(page) == ""
    hint.click()
    assert status(page).startswith("Look at the ")
    page.keyboard.press("Escape")
    assert page.locator(".proved, .witness").count() == 0
    wrong = blanks(TWELVE)[-1]
    put(page, {wrong: not mines[wrong]})
    hint.click()
    assert status(page) == "At least one mark is wrong. Fix that first."
    assert page.locator(".proved, .witness, .wrong").count() == 0


def test_rows_and_columns_are_labeled_while_a_hint_is_shown(opened: Opens) -> None:
    page = opened(GOLDEN)
    shown = """() => [...document.querySelectorAll('.labels span')]
        .filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.textContent)"""
    assert page.evaluate(shown) == []
    page.locator("#hint").click()
    assert page.evaluate(shown) == [*map(str, range(1, 10)), *map(str, range(1, 8))]
    page.keyboard.press("Escape")
    assert page.evaluate(shown) == []


def test_where_the_page_finds_nothing_it_shows_the_solvers_step(opened: Opens) -> None:
    steps = list(solution_path(run(LISTED, 4)))
    cases = [step for step in steps if step.method in ("split", "agree", "list")]
    assert cases
    page, messages = opened(LISTED), load("en").for_variant(LISTED.grid.variant)
    rows = page.evaluate(f"{DATA}.steps")
    assert [one[1] for one in rows] == [list(step.witnesses) for step in cases]
    texts = [(step_reason, 4), (step_sentence, 5)]
    for step, one in zip(cases, rows, strict=True):
        for text, at in texts:
            assert text(LISTED, step, messages).lower().endswith(one[at].lower())
        assert where_to_look(LISTED, step, messages)
    page.evaluate("() => { const { find } = hints; hints.find = (...all) => { find(...all); return null; }; }")
    for _ in range(3):
        page.locator("#hint").click()
    assert rows[0][5] in status(page)
    everything = page.get_by_role("button", name="Show all")
    if len(rows[0]) > 6:
        everything.click()
        assert rows[0][6] in status(page)
