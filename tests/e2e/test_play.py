"""The play page in a real browser: played through by mouse and by keyboard, and looked over by axe-core."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from puzzlegen.board.deduction import Deduction
from puzzlegen.catalogue.load import load
from puzzlegen.formats import line
from puzzlegen.pipeline.play import SIMPLE, PlayOptions, write_play_page
from puzzlegen.solve.explain import in_words
from puzzlegen.solve.logic import solve

pytestmark = pytest.mark.xdist_group("browser")  # one browser serves all
GOLDEN = line.parse("9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0")
TWELVE = line.parse("12x12:a5b3d12g4443b4c12d5c31a24f34a4d411g5c10a3b323h3b2a1c3a5a33a1b2i2b2a24b4c32e2b3b1")
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
Opens = Callable[..., Page]


def needed(there: object, what: str) -> None:
    """A developer may lack it; the checks that decide may not."""
    if not there:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{what}; `make browser` says how to get it")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    needed(path, "no chromium here to play in")
    with sync_playwright() as play:
        options = ["--no-sandbox"] if os.geteuid() == 0 else []
        yield play.chromium.launch(executable_path=path, args=options)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opens]:
    """Opens the page of a puzzle from its file; any error or any message of the browser fails the test."""
    contexts, said, asked = [], [], []

    def opens(puzzle: line.Puzzle = GOLDEN, language: str = "en", *, context: Any = None, **options: Any) -> Page:
        path = tmp_path / "puzzle.html"
        options.setdefault("title", "Minesweeper No. 214")
        write_play_page(puzzle, path, language, PlayOptions(**options))
        contexts.append(browser.new_context(viewport={"width": 900, "height": 900}, **(context or {})))
        page = contexts[-1].new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield opens
    for one in contexts:
        one.close()
    assert said == []
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}  # nothing is asked of the network


def solution_of(puzzle: line.Puzzle) -> list[bool]:
    return [bool(known) for known in solve(puzzle, 4).known]


def blanks(puzzle: line.Puzzle) -> list[int]:
    return [i for i, value in enumerate(puzzle.cells) if value == -1]


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


def test_a_whole_puzzle_by_mouse(opened: Opens) -> None:
    page = opened()
    mines = solution_of(GOLDEN)
    for i in sorted(blanks(GOLDEN), key=lambda i: mines[i]):  # crosses first: it ends with the last mine
        cell(page, i).click()
        assert label(page, i) == "mine" or mines[i]
        if not mines[i]:
            cell(page, i).click()
    assert re.fullmatch(r"Solved in 0:\d\d\.", status(page))
    wanted = {i: "m" if mine else "s" for i, mine in enumerate(mines) if GOLDEN.cells[i] == -1}
    assert marks(page) == "".join(wanted.get(i, "c") for i in range(GOLDEN.grid.size))
    shared = page.get_by_role("textbox", name="Result").input_value()
    assert re.fullmatch(r"Minesweeper No\. 214: solved in 0:\d\d\.", shared)
    page.get_by_role("button", name="Copy the result").click()
    expect(page.locator("#said")).to_have_text(re.compile(r"Copied\.|Please select the text and copy it\."))
    before = marks(page)
    cell(page, blanks(GOLDEN)[0]).click()
    cell(page, blanks(GOLDEN)[0]).press("x")
    assert marks(page) == before
    assert page.get_by_role("button", name="Undo").is_disabled()
    page.reload()
    assert status(page).startswith("Solved in 0:")
    page.get_by_role("button", name="Start again").click()
    assert set(marks(page)) == {"b", "c"}
    assert page.locator("#result").is_hidden()
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_whole_puzzle_by_keyboard_alone(opened: Opens) -> None:
    page = opened()
    mines = solution_of(GOLDEN)
    press = page.keyboard.press
    for _ in range(9):
        press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Row 1, column 1: blank"
    width = GOLDEN.grid.width
    for row in range(GOLDEN.grid.height):
        press("Home")
        for col in range(width):
            i = row * width + col
            if GOLDEN.cells[i] == -1:
                for _ in range(1 if mines[i] else 2):
                    press("Space" if row % 2 else "Enter")
            press("ArrowRight")  # at the edge it stays
        press("ArrowDown")
    assert status(page).startswith("Solved in")
    for name in ("Start again", "Result", "Copy the result"):
        press("Tab")
        focused = page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")
        assert focused == name


def test_keys_move_and_mark(opened: Opens) -> None:
    page = opened()
    cell(page, 0).focus()
    said = {}
    for key in ("m", "x", "Delete", " ", " ", " ", "End", "ArrowRight", "Control+End", "ArrowDown", "Control+Home"):
        page.keyboard.press(key)
        said[key] = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert said == {
        "m": "Row 1, column 1: mine",
        "x": "Row 1, column 1: safe",
        "Delete": "Row 1, column 1: blank",
        " ": "Row 1, column 1: blank",
        "End": "Row 1, column 9: blank",
        "ArrowRight": "Row 1, column 9: blank",
        "Control+End": "Row 7, column 9: clue 0",
        "ArrowDown": "Row 7, column 9: clue 0",
        "Control+Home": "Row 1, column 1: blank",
    }
    assert page.locator('[role="gridcell"][tabindex="0"]').count() == 1


def test_the_grid_is_told_to_screen_readers(opened: Opens) -> None:
    page = opened(line.parse("3x2:2a.#a2"))
    grid = page.get_by_role("grid", name="Puzzle, 2 rows, 3 columns")
    assert (grid.get_attribute("aria-rowcount"), grid.get_attribute("aria-colcount")) == ("2", "3")
    assert [row.get_by_role("gridcell").count() for row in grid.get_by_role("row").all()] == [3, 3]
    assert [label(page, i) for i in range(4)] == ["clue 2", "blank", "safe", "no cell"]
    cell(page, 1).press("m")
    assert page.locator("#said").inner_text() == "mine"
    page.get_by_text("The puzzle as text").click()
    assert page.locator(".text").inner_text().split("\n")[0] == "Row 1: 2, blank, safe"


def test_undo_and_redo(opened: Opens) -> None:
    page = opened()
    first, second = blanks(GOLDEN)[:2]
    states = [marks(page)]
    for i, key in ((first, "m"), (second, "x"), (first, "x")):
        cell(page, i).press(key)
        states.append(marks(page))
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    assert redo.is_disabled()
    undo.click()
    assert marks(page) == states[2]
    cell(page, first).press("z")
    assert marks(page) == states[1]
    page.keyboard.press("Control+z")
    assert marks(page) == states[0]
    assert undo.is_disabled()
    redo.click()
    cell(page, first).press("y")
    page.keyboard.press("Control+Shift+z")
    assert marks(page) == states[3]
    cell(page, first).press("z")
    cell(page, second).press("m")
    assert redo.is_disabled()
    page.get_by_role("button", name="Start again").click()
    assert marks(page) == states[0]
    undo.click()
    assert label(page, second) == "mine"


def drag(page: Page, a: int, b: int, steps: int) -> None:
    for i, act in ((a, page.mouse.down), (b, page.mouse.up)):
        place = cell(page, i).bounding_box()
        page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=steps)
        act()


def test_dragging_crosses_several_and_is_one_step(opened: Opens) -> None:
    page = opened()
    assert GOLDEN.cells[:5] == (-1,) * 5
    cell(page, 2).press("m")
    drag(page, 0, 4, steps=1)  # one jump: no cell may be left out, and the mine stays
    assert marks(page)[:5] == "ssmss"
    drag(page, 1, 0, steps=5)
    assert marks(page)[:5] == "bbmss"
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert marks(page)[:5] == "bbmbb"
    cell(page, 0).click()  # the click after a drag is a click again
    assert label(page, 0) == "mine"
    cell(page, 1).click(button="right")
    assert label(page, 1) == "safe"


def next_step(puzzle: line.Puzzle, steps: tuple[Deduction, ...], marked: dict[int, bool]) -> Deduction:
    """What a hint should tell: the solver's next step, unless that takes more than one clue and here one is enough."""
    step = next(step for step in steps if not {*step.mines, *step.safe} <= marked.keys())
    if step.technique in SIMPLE:
        return step
    around = puzzle.grid.neighbourhood
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
    told = {1: 0, 2: len(step.needs)}.get(step.tier, 1)
    around = puzzle.grid.neighbourhood
    return any(
        need != puzzle.cells[d] - sum(marked.get(i, False) for i in around.cells[around.start[d] : around.start[d + 1]])
        for d, need in list(zip(step.witnesses, step.needs, strict=True))[:told]
    )


@pytest.mark.parametrize("language", ["de", "fr"])
def test_hints_lead_to_the_end_in_the_solvers_words(opened: Opens, language: str) -> None:
    page = opened(TWELVE, language)
    words = load(language)
    mines, steps = solution_of(TWELVE), solve(TWELVE, 4).deductions
    marked: dict[int, bool] = {}
    seen: list[Deduction] = []
    moved = 0
    while page.locator("#result").is_hidden():
        step = next_step(TWELVE, steps, marked)
        seen.append(step)
        page.get_by_role("button", name=words.play.hint, exact=True).click()
        name, _, sentence = status(page).partition("\n")
        assert name.lower() == words.techniques[step.technique].name.lower()
        aside = words.play.before.format(step="")
        assert sentence.startswith(aside) == is_moved(TWELVE, step, marked)
        moved += sentence.startswith(aside)
        sentence = sentence.removeprefix(aside)
        assert in_words(TWELVE, step, words).lower().endswith(sentence.lower())
        lit = page.evaluate(
            "['witness', 'first', 'proved'].map(name => [...document.querySelectorAll('[role=gridcell]')]"
            ".flatMap((box, i) => box.classList.contains(name) ? [i] : []))"
        )
        first = list(step.witnesses[:1]) if len(step.witnesses) > 1 else []
        proved = sorted({*step.mines, *step.safe} - marked.keys())
        assert lit == [sorted(step.witnesses), first, proved]
        new = {i: mines[i] for i in proved}
        marked |= new
        put(page, new)
        assert page.locator(".proved, .witness").count() == 0
    assert {step.tier for step in seen} == {1, 2, 3}
    assert moved
    assert any(step not in steps for step in seen), "the test needs a step of one clue that the solver did not take"
    assert words.play.hints.of(len(seen)) in status(page)
    assert page.locator("#share").input_value().endswith(words.play.hints.of(len(seen)))


def test_a_hint_minds_mistakes_and_goes_away(opened: Opens) -> None:
    page = opened(TWELVE)
    mines, hint = solution_of(TWELVE), page.get_by_role("button", name="Hint")
    step = solve(TWELVE, 4).deductions[0]
    hint.click()
    assert label(page, step.witnesses[0]).endswith(", the hint rests on it")
    assert label(page, (*step.mines, *step.safe)[0]).endswith(", the hint settles it")
    page.keyboard.press("Escape")
    assert status(page) == ""
    assert page.locator(".proved, .witness").count() == 0
    wrong = blanks(TWELVE)[-1]
    put(page, {wrong: not mines[wrong]})
    hint.click()
    assert status(page) == "Something is wrong. Put it right first."
    assert page.locator(".proved, .witness, .wrong").count() == 0


def test_check_says_whether_and_only_when_asked_where(opened: Opens) -> None:
    page = opened()
    check, show = page.get_by_role("button", name="Check"), page.get_by_role("button", name="Show where")
    mines, (first, second) = solution_of(GOLDEN), blanks(GOLDEN)[:2]
    check.click()
    assert status(page) == "Nothing is marked yet."
    put(page, {first: mines[first]})
    check.click()
    assert status(page) == f"Right so far. {len(blanks(GOLDEN)) - 1} cells are not marked yet."
    put(page, {second: not mines[second]})
    check.click()
    assert status(page) == "Something is wrong."
    assert page.locator(".wrong").count() == 0
    show.click()
    assert [i for i in blanks(GOLDEN) if label(page, i).endswith(", wrong")] == [second]
    assert page.evaluate("document.activeElement.ariaColIndex") == str(second % 9 + 1)
    page.keyboard.press("Delete")
    assert page.locator(".wrong").count() == 0
    assert show.is_hidden()


def test_reloading_keeps_marks_steps_and_time(opened: Opens) -> None:
    page = opened(context={"locale": "en"})
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(60_000)  # from here on time passes only in ``run_for``, however slow the machine
    first = blanks(GOLDEN)[0]
    assert page.locator("#clock").inner_text() == "0:00"
    page.clock.run_for(5000)
    cell(page, first).press("m")  # the clock begins with the first mark
    page.clock.run_for(65_700)  # the display may lag by half a second
    assert page.locator("#clock").inner_text() == "1:05"
    page.get_by_role("button", name="Hide the time").click()
    assert page.locator("#clock").is_hidden()
    page.reload()
    assert label(page, first) == "mine"
    assert page.locator("#clock").is_hidden()
    page.get_by_role("button", name="Show the time").click()
    assert page.locator("#clock").inner_text() == "1:05"
    page.get_by_role("button", name="Undo").click()
    assert label(page, first) == "blank"


@pytest.mark.parametrize("kept", ["nonsense", '{"v":1,"marks":"012"}', '{"v":1,"marks":7,"past":3}', "null", "[]"])
def test_what_is_kept_may_be_anything(opened: Opens, kept: str) -> None:
    page = opened()
    page.evaluate("text => localStorage.setItem(`puzzlegen:${JSON.parse(data.textContent).key}`, text)", kept)
    page.goto(page.url)
    assert set(marks(page)) == {"b", "c"}
    cell(page, blanks(GOLDEN)[0]).press("m")


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


def test_a_phone(opened: Opens) -> None:
    page = opened(TWELVE, "fr", context={"has_touch": True, "is_mobile": True})
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
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "wide" in str(page.locator("#board").get_attribute("class"))


def test_a_held_page_knows_the_answer_only_whole(opened: Opens) -> None:
    page = opened(hold_solution=True)
    mines, check = solution_of(GOLDEN), page.get_by_role("button", name="Check")
    assert page.get_by_role("button", name="Hint").count() == 0
    last = next(i for i in blanks(GOLDEN) if mines[i])
    most = [i for i in blanks(GOLDEN) if i != last]
    put(page, {i: not mines[i] for i in most[:3]})
    check.click()
    assert status(page).startswith("The answer is not out yet")
    put(page, {i: mines[i] for i in most} | {last: not mines[last]})
    check.click()
    assert status(page) == "Something is wrong."
    assert page.get_by_role("button", name="Show where").is_hidden()
    put(page, {last: mines[last]})
    assert status(page).startswith("Solved in ")


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


def violations(page: Page, contrasts: tuple[Any, ...] = ("no-preference",)) -> list[str]:
    """What axe-core has to say of the page as it stands, light and dark."""
    found = []
    for scheme in ("light", "dark"):
        for contrast in contrasts:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            said = json.loads(page.evaluate("axe.run().then(said => JSON.stringify(said.violations))"))
            found += [f"{scheme} {contrast} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in said]
    return found


def test_axe_finds_nothing(opened: Opens) -> None:
    needed(AXE.is_file(), "no axe-core here")
    page = opened()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for summary in page.locator("summary").all():
        summary.click()
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
        for i, part, what in ((first, ".disc", "fill"), (second, ".cross", "stroke"))
    ]
    text = page.evaluate("getComputedStyle(document.body).color")
    assert colours == [text, text]


def test_without_scripts_the_puzzle_can_still_be_read(opened: Opens) -> None:
    page = opened(context={"java_script_enabled": False})
    assert "The puzzle is written out below." in page.locator("noscript").inner_text()
    page.locator("summary:visible").click()
    assert page.locator(".text p").count() == GOLDEN.grid.height
