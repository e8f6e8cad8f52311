"""A mosaic on the play page, in a real browser: cells with clues take marks, and clues count their own cell."""

import pytest
from play_pages import Opens, cell, label, put, solution_of, status
from solved import explain

from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import step_sentence
from puzzlegen.solver.tiers import run

EASY = line.parse("mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a")


def test_a_cell_with_a_clue_goes_through_the_marks(opened: Opens) -> None:
    page = opened(EASY)
    clue = next(i for i, value in enumerate(EASY.cells) if value == 4)
    assert label(page, clue) == "clue 4"
    for expected in ("clue 4, filled", "clue 4, empty", "clue 4"):
        cell(page, clue).click()
        assert label(page, clue) == expected


def test_a_mosaic_is_solved_and_counts_every_cell(opened: Opens) -> None:
    page = opened(EASY)
    mines = solution_of(EASY)
    filled = [i for i, mine in enumerate(mines) if mine]
    assert any(EASY.cells[i] >= 0 for i in filled)
    put(page, dict.fromkeys(filled[:-1], True))
    assert not status(page).startswith("Solved")
    put(page, {filled[-1]: True})
    assert status(page).startswith("Solved in ")


def test_hints_follow_the_solver_to_the_end(opened: Opens) -> None:
    """Every hint is the solver's step or a single clue's, and marking what it shows leads to the solution."""
    page = opened(EASY)
    messages = load("en")
    first = [step_sentence(EASY, step, messages) for step in explain(run(EASY, 4), [1])]
    mines = solution_of(EASY)
    hint = page.get_by_role("button", name="Hint")
    for _ in range(3):
        hint.click()
    assert any(map(status(page).endswith, first))
    for _ in range(EASY.grid.size):
        proved = page.locator(".proved").evaluate_all(
            "all => all.map(one => [...document.querySelectorAll('[role=gridcell]')].indexOf(one))"
        )
        assert proved
        put(page, {i: mines[i] for i in proved})
        if status(page).startswith("Solved"):
            return
        for _ in range(3):
            hint.click()
            assert "mine" not in status(page)
    raise AssertionError("the hints ran out")


def test_a_wrong_mark_on_a_clue_is_shown(opened: Opens) -> None:
    page = opened(EASY)
    clue = next(i for i, value in enumerate(EASY.cells) if value == 0)
    put(page, {clue: True})
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show where").click()
    assert label(page, clue) == "clue 0, filled, too many marks, wrong"


@pytest.mark.parametrize("held", [False, True])
def test_a_picture_grows_and_is_named_in_the_end(held: bool, opened: Opens) -> None:
    page = opened(EASY, title="An animal", picture="Höllenotter", hold_solution=held)
    assert "Höllenotter" not in page.content() and "H\\u00f6llenotter" not in page.content()
    filled = [i for i, mine in enumerate(solution_of(EASY)) if mine]
    put(page, dict.fromkeys(filled[:-1], True))
    clue = next(i for i in filled if EASY.cells[i] >= 0)
    look = "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]"
    ground, digit = cell(page, clue).evaluate(look)
    assert (ground, digit) == ("rgb(28, 28, 30)", "rgb(255, 255, 255)")
    assert "Höllenotter" not in page.content()
    put(page, {filled[-1]: True})
    assert status(page).startswith("Höllenotter\nSolved in ")
    assert cell(page, clue).locator(".digit").is_hidden()
    assert "Höllenotter" not in page.locator("#share").input_value()
    page.reload()
    assert status(page).startswith("Höllenotter\nSolved in ")
