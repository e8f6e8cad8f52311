"""Hints on the play page, in a real browser: the solver's own steps, from wherever the reader has come to."""

import pytest
from play_pages import TWELVE, Opens, blanks, label, put, solution_of, status
from playwright.sync_api import Page

from puzzlegen.board.deduction import Deduction
from puzzlegen.formats import line
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.explanations import step_reason, step_sentence, where_to_look
from puzzlegen.solver.techniques import SINGLE_CLUE
from puzzlegen.solver.tiers import run, solution_path


def next_step(puzzle: line.Puzzle, steps: tuple[Deduction, ...], marked: dict[int, bool]) -> Deduction:
    """What a hint should tell: the solver's next step, unless that takes more than one clue and here one is enough."""
    step = next(step for step in steps if not {*step.mines, *step.safe} <= marked.keys())
    if step.technique in SINGLE_CLUE:
        return step
    around = puzzle.grid.neighborhood
    for clue in (*step.witnesses, *range(puzzle.grid.size)):
        near = around.cells[around.start[clue] : around.start[clue + 1]].tolist()
        left = tuple(i for i in near if puzzle.cells[i] == -1 and i not in marked)
        need = puzzle.cells[clue] - sum(marked.get(i, False) for i in near)
        if puzzle.cells[clue] >= 0 and left and need == 0:
            return Deduction(0, 1, "satisfied", (clue,), (), left, 1, needs=(need,))
        if puzzle.cells[clue] >= 0 and left and need == len(left):
            return Deduction(0, 1, "exhausted", (clue,), left, (), 1, needs=(need,))
    return step


def is_moved(puzzle: line.Puzzle, step: Deduction, marked: dict[int, bool]) -> bool:
    """Whether a mine was marked since that the step's words still count as missing."""
    told = len(step.needs) if step.tier == 2 else int(step.method in ("split", "agree", "list"))
    around = puzzle.grid.neighborhood
    return any(
        need != puzzle.cells[d] - sum(marked.get(i, False) for i in around.cells[around.start[d] : around.start[d + 1]])
        for d, need in list(zip(step.witnesses, step.needs, strict=True))[:told]
    )


def hinted(page: Page) -> tuple[str, list[list[int]]]:
    """Press the button of hints, in one exchange with the browser, as a walk to the end has a hundred of them.

    Returns what the page says, and the cells that it highlights as witnesses, as the first of them, and as proved.
    """
    said, lit = page.evaluate(
        """() => {
            document.querySelector('#hint').click();
            const boxes = [...document.querySelectorAll('[role=gridcell]')];
            const lit = name => boxes.flatMap((box, i) => box.classList.contains(name) ? [i] : []);
            return [document.querySelector('#status').innerText, ['witness', 'first', 'proved'].map(lit)];
        }"""
    )
    return said, lit


def first_of(step: Deduction) -> list[int]:
    return list(step.witnesses[:1]) if len(step.witnesses) > 1 else []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_hints_lead_to_the_end_in_the_solvers_words(opened: Opens, language: str) -> None:
    page = opened(TWELVE, language)
    messages = load(language)
    mines, steps = solution_of(TWELVE), tuple(solution_path(run(TWELVE, 4)))
    assert page.locator("#hint").inner_text() == messages.play.hint
    marked: dict[int, bool] = {}
    ahead = iter([i for i in reversed(blanks(TWELVE)) if mines[i]][::4])  # what the reader finds alone
    seen: list[Deduction] = []
    moved = 0
    while not all(marked.get(i) for i in blanks(TWELVE) if mines[i]):
        found = next((i for i in ahead if i not in marked), None)
        if found is not None:
            put(page, {found: True})
            marked[found] = True
        step = next_step(TWELVE, steps, marked)
        seen.append(step)
        assert hinted(page) == (where_to_look(TWELVE, step, messages), [list(step.witnesses[:1]), first_of(step), []])
        said, lit = hinted(page)
        aside = messages.play.other_marks_ignored.format(step="")
        reason = said.partition("\n")[2].removeprefix(aside)
        assert step_reason(TWELVE, step, messages).lower().endswith(reason.lower())
        assert lit == [sorted(step.witnesses), first_of(step), []]
        said, lit = hinted(page)
        name, _, sentence = said.partition("\n")
        assert name.lower() == messages.techniques[step.technique].name.lower()
        assert sentence.startswith(aside) == is_moved(TWELVE, step, marked)
        moved += sentence.startswith(aside)
        sentence = sentence.removeprefix(aside)
        assert step_sentence(TWELVE, step, messages).lower().endswith(sentence.lower())
        proved = sorted({*step.mines, *step.safe} - marked.keys())
        assert lit == [sorted(step.witnesses), first_of(step), proved]
        new = {i: mines[i] for i in proved}
        marked |= new
        put(page, new)
        assert page.evaluate("document.querySelectorAll('.proved, .witness').length") == 0
    assert page.locator("#result").is_visible()
    assert {step.tier for step in seen} == {1, 2, 3}
    assert moved
    assert any(step not in steps for step in seen), "the test needs a step of one clue that the solver did not take"
    assert messages.play.hints.of(len(seen)) in status(page)
    assert page.locator("#share").input_value().endswith(messages.play.hints.of(len(seen)))


def test_a_hint_minds_mistakes_and_goes_away(opened: Opens) -> None:
    page = opened(TWELVE)
    mines, hint = solution_of(TWELVE), page.get_by_role("button", name="Hint")
    step = next(solution_path(run(TWELVE, 4)))
    hint.click()
    assert label(page, step.witnesses[0]).endswith(", used by the hint")
    for _ in range(3):  # a press more than there are levels
        hint.click()
    assert label(page, (*step.mines, *step.safe)[0]).endswith(", decided by the hint")
    page.keyboard.press("Escape")
    assert status(page) == ""
    hint.click()
    assert status(page).startswith("Look at the ")
    page.keyboard.press("Escape")
    assert page.locator(".proved, .witness").count() == 0
    wrong = blanks(TWELVE)[-1]
    put(page, {wrong: not mines[wrong]})
    hint.click()
    assert status(page) == "There is a mistake. Fix it first."
    assert page.locator(".proved, .witness, .wrong").count() == 0


def test_a_shortened_list_is_shown_in_full(opened: Opens) -> None:
    listed = line.parse("mosaic:8x7:b4a3c34b43534a43b5b3b22a23d45b23a6d133b4a")
    steps = list(solution_path(run(listed, 4)))
    at = next(i for i, step in enumerate(steps) if step.method == "list")
    page, messages = opened(listed), load("en")
    put(page, {x: x in step.mines for step in steps[:at] for x in (*step.mines, *step.safe)})
    hint, everything = (page.get_by_role("button", name=name) for name in ("Hint", "Show all"))
    for _ in range(3):
        assert everything.is_hidden()
        hint.click()
    short, whole = (step_sentence(listed, steps[at], messages, whole=whole) for whole in (False, True))
    assert "in 7 other ways" in short
    assert status(page).endswith(short)
    everything.click()
    assert status(page).endswith(whole)
    assert everything.is_hidden()
    assert page.locator(".proved").count()
