"""The page of a classic board in a real browser: cleared by mouse, keys and finger, lost, taken back, left, resumed."""

import re
from collections.abc import Callable

import pytest
from browser_helpers import Finger, middle_of, reload_with_saved, stop_clock, violations
from classic_pages import (
    FOUR,
    MINES,
    OTHER,
    SAFE,
    SEVEN,
    START,
    TOUCH,
    Plays,
    around,
    button,
    cascade,
    count,
    drawn,
    labels,
    left,
    lose,
    open_all,
    opened_cells,
    play,
    read,
    solved,
    start_over,
)  # fmt: skip
from play_pages import cell, label, status
from playwright.sync_api import Page, expect

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import ClassicBoard

TWO_AREAS = drawn("S.*.. ..*.. ..*..")


def test_a_whole_board_by_mouse(classic: Plays) -> None:
    page = classic(tier=2)
    assert "No guessing: you sometimes need several numbers at once" in page.locator(".facts").inner_text()
    play(page, SEVEN, lambda one: one.click(), lambda one: one.click(button="right"))
    assert solved(page)
    assert left(page) == "0"
    wanted = ["flag" if mine else read(SEVEN, i) for i, mine in enumerate(SEVEN.mines)]
    assert labels(page) == wanted
    cell(page, MINES[0]).click(button="right")
    assert labels(page) == wanted
    page.reload()
    assert solved(page)
    assert labels(page) == wanted
    button(page, "Start over").click()
    assert labels(page) == wanted  # it asks first
    button(page, "Start over").click()
    assert {label(page, i) for i in range(SEVEN.grid.size)} == {"covered", "covered, start here"}
    assert page.locator("#clock").inner_text() == "0:00"


def test_mines_without_flags_get_them_at_the_end(classic: Plays) -> None:
    page = classic()
    play(page, SEVEN, lambda one: one.click())
    assert solved(page)
    assert [label(page, i) for i in MINES] == ["flag"] * len(MINES)


def test_a_whole_board_by_keyboard_alone(classic: Plays) -> None:
    page = classic()
    press, here = page.keyboard.press, "document.activeElement.ariaLabel"
    for _ in range(9):
        press("Tab")
        if page.evaluate("document.activeElement.role") == "gridcell":
            break
    assert page.evaluate(here) == "Row 3, column 3: covered, start here"
    press("Space")
    press("Control+Home")
    for i in range(SEVEN.grid.size):
        if page.evaluate(here).endswith("covered"):
            press("f" if SEVEN.mines[i] else "Enter")
        press("ArrowRight")
        if i % 7 == 6:
            press("ArrowDown")
            press("Home")
    assert solved(page)
    assert page.locator('[role="gridcell"][tabindex="0"]').count() == 1
    press("Tab")  # there is nothing left to flag
    assert page.evaluate("document.activeElement.textContent.trim()") == "Start over"


def test_only_the_start_can_be_opened_first(classic: Plays) -> None:
    page = classic()
    assert status(page) == "Start at the marked cell: row 3, column 3."
    for button_ in ("left", "right"):
        cell(page, 0).click(button=button_)
        assert status(page).startswith("Open the marked cell first: row 3, column 3. Only from there")
    cell(page, 0).press("Enter")
    assert opened_cells(page) == set()
    assert left(page) == "5"
    cell(page, START).click()
    assert opened_cells(page) == cascade(SEVEN, START)
    assert status(page) == ""


def test_without_a_start_one_begins_anywhere(classic: Plays) -> None:
    page = classic(drawn("..* ... ..."))
    assert status(page) == "Start anywhere."
    cell(page, 6).click()
    assert solved(page)


def test_a_cascade_opens_what_it_should(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    assert opened_cells(page) == cascade(SEVEN, START)
    assert page.locator("#announcement").inner_text() == f"{len(cascade(SEVEN, START))} cells opened."
    page = classic(TWO_AREAS)
    cell(page, 0).click()
    cell(page, 3).press("f")  # in the other area
    cell(page, 14).click()
    assert label(page, 3) == "flag"  # its cell stays shut
    cell(page, 3).press("f")
    cell(page, 3).click()
    assert solved(page)


def test_thousands_of_cells_open_at_once(classic: Plays) -> None:
    page = classic(drawn(" ".join(["S" + "." * 49, *["." * 50] * 48, "." * 49 + "*"])))
    cell(page, 0).click()
    assert solved(page)
    assert page.locator(".covered").count() == 1


def test_flags_are_set_and_counted(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    for i in MINES:
        cell(page, i).click(button="right")
    assert left(page) == "0"
    covered = next(i for i in SAFE if label(page, i) == "covered")
    cell(page, covered).press("f")
    assert left(page) == "\u22121"
    cell(page, covered).click()
    assert label(page, covered) == "flag"  # a flag keeps its cell shut
    cell(page, covered).press("f")
    assert label(page, covered) == "covered"
    assert left(page) == "0"


def chord(page: Page) -> tuple[int, list[int], list[int]]:
    """A number of the opened area with one mine and covered cells around it: it, the mines, the other covered cells."""
    shown = labels(page)
    for i in sorted(opened_cells(page)):
        near = [j for j in around(SEVEN, i) if shown[j] == "covered"]
        safe = [j for j in near if not SEVEN.mines[j]]
        if count(SEVEN, i) == 1 and safe:
            return i, [j for j in near if SEVEN.mines[j]], safe
    raise AssertionError("no number to open around")


def both_buttons(page: Page, i: int) -> None:
    cell(page, i).hover()
    page.mouse.down()
    page.mouse.down(button="right")
    page.mouse.up()
    page.mouse.up(button="right")


WAYS: dict[str, Callable[[Page, int], None]] = {
    "click": lambda page, i: cell(page, i).click(),
    "both buttons": both_buttons,
    "c": lambda page, i: cell(page, i).press("c"),
    "Enter": lambda page, i: cell(page, i).press("Enter"),
    "Space": lambda page, i: cell(page, i).press("Space"),
}


def test_a_number_with_its_flags_opens_the_rest(classic: Plays) -> None:
    page = classic()
    for way, act in WAYS.items():
        cell(page, START).click()
        number, mines, safe = chord(page)
        act(page, number)
        assert "Flag as many cells around the 1 as it says" in page.locator("#announcement").inner_text(), way
        assert {label(page, j) for j in safe} == {"covered"}, way
        cell(page, mines[0]).press("f")
        act(page, number)
        assert [label(page, j) for j in safe] == [read(SEVEN, j) for j in safe], way
        assert not page.locator(".hit").count()
        start_over(page)


def test_a_wrong_flag_beside_a_number_opens_a_mine(classic: Plays) -> None:
    page = classic()
    cell(page, START).click()
    number, mines, safe = chord(page)
    cell(page, safe[0]).press("f")
    cell(page, number).click()
    row, col = SEVEN.grid.position(mines[0])
    assert status(page) == f"There was a mine at row {row + 1}, column {col + 1}.\nOne flag is wrong."
    assert label(page, mines[0]) == "mine, opened"
    assert label(page, safe[0]) == "flag, wrong"
    button(page, "Undo").click()
    assert label(page, mines[0]) == "covered"
    assert label(page, safe[0]) == "flag"


def test_losing_and_taking_it_back(classic: Plays) -> None:
    page = classic()
    hit = lose(page)
    row, col = SEVEN.grid.position(hit)
    assert status(page) == f"There was a mine at row {row + 1}, column {col + 1}."
    before = labels(page)
    cell(page, SAFE[-1]).click()
    cell(page, SAFE[-1]).press("f")
    assert labels(page) == before  # the game is over
    assert not {"mine", "flag, wrong"} & set(before)  # nothing is given away that a step back could not
    page.reload()
    assert labels(page) == before
    button(page, "Undo").click()
    assert page.evaluate("document.activeElement.role") == "gridcell"
    assert opened_cells(page) == cascade(SEVEN, START)
    assert label(page, hit) == "covered"
    cell(page, hit).click()
    cell(page, hit).press("z")
    play(page, SEVEN, lambda one: one.click())
    assert re.fullmatch(r"Solved in \d+:\d\d\.\n2 steps undone\.", status(page))
    for _ in range(2):
        button(page, "Start over").click()
    play(page, SEVEN, lambda one: one.click())
    assert solved(page)


def test_showing_the_mines_ends_it(classic: Plays) -> None:
    page = classic()
    hit = lose(page)
    button(page, "Show mines").click()
    assert [i for i, name in enumerate(labels(page)) if name == "mine"] == [i for i in MINES if i != hit]
    page.keyboard.press("z")
    assert label(page, hit) == "mine, opened"
    assert not button(page, "Undo").is_visible()
    page.reload()
    assert labels(page).count("mine") == len(MINES) - 1
    button(page, "Start over").click()
    assert opened_cells(page) == set()
    assert left(page) == "5"


def test_leaving_keeps_the_board_and_stops_the_clock(classic: Plays) -> None:
    page = classic()
    stop_clock(page)
    page.clock.run_for(5000)
    assert page.locator("#clock").inner_text() == "0:00"
    cell(page, START).click()
    cell(page, MINES[0]).press("f")
    page.clock.run_for(65_700)
    assert page.locator("#clock").inner_text() == "1:05"
    hide = "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
    page.evaluate(hide + "document.dispatchEvent(new Event('visibilitychange')); }", True)
    page.clock.run_for(30_000)
    page.evaluate(hide + "document.dispatchEvent(new Event('visibilitychange')); }", False)
    page.clock.run_for(2000)
    assert page.locator("#clock").inner_text() == "1:07"
    before = labels(page)
    button(page, "Larger cells").click()
    page.reload()
    assert labels(page) == before
    assert button(page, "Whole board").is_visible()  # cells are still large
    assert page.locator("#clock").inner_text() == "1:07"


def test_what_is_kept_may_be_anything(classic: Plays) -> None:
    page = classic()
    for kept in ("nonsense", '{"v":1,"shown":"012"}', '{"v":1,"shown":7}', "null", "[]"):
        reload_with_saved(page, kept)
        cell(page, START).click()
        assert opened_cells(page) == cascade(SEVEN, START)


AFTER = """one => one.addEventListener('pointerup', () => setTimeout(() => {
    const menu = { button: 2, pointerType: 'touch', bubbles: true, cancelable: true };
    one.dispatchEvent(new PointerEvent('contextmenu', menu));
    one.click();
}), { once: true })"""  # what some systems send when a finger that was held goes up


def held(page: Page, i: int) -> None:
    """A finger is held on a cell for a long time, while the clock of the page is stopped."""
    before = cell(page, i).get_attribute("aria-label")
    cell(page, i).evaluate(AFTER)
    finger = Finger(page)
    finger.send("touchStart", middle_of(cell(page, i)))
    page.clock.run_for(500)
    assert cell(page, i).get_attribute("aria-label") != before
    page.clock.run_for(2000)  # the finger is still there
    finger.send("touchEnd")
    page.clock.run_for(100)  # what is sent after it


def test_a_whole_board_by_finger(classic: Plays) -> None:
    page = classic(context=TOUCH)
    stop_clock(page)
    cell(page, START).tap()
    for wanted in ("flag", "covered", "flag"):
        held(page, MINES[0])
        assert label(page, MINES[0]) == wanted
    flag = button(page, "Flag")
    flag.tap()
    assert flag.get_attribute("aria-pressed") == "true"
    for i in MINES[1:]:
        cell(page, i).tap()
    assert left(page) == "0"
    closed = next(i for i in SAFE if label(page, i) == "covered")
    held(page, closed)  # the other way round
    assert label(page, closed) == read(SEVEN, closed)
    flag.tap()
    play(page, SEVEN, lambda one: one.tap())
    assert solved(page)


def test_a_large_board_moves_within_its_own_place(classic: Plays) -> None:
    rows = ["." * 30] * 15 + ["." * 27 + "S.*"]
    page = classic(drawn(" ".join(rows)), "fr", context=TOUCH, tier=3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert cell(page, 0).bounding_box()["width"] >= 43  # and a line
    expect(cell(page, 15 * 30 + 27)).to_be_in_viewport()  # the start is in sight
    expect(button(page, "Drapeau")).to_be_in_viewport()
    button(page, "Grille entière").tap()
    for corner in (0, 16 * 30 - 1):
        expect(cell(page, corner)).to_be_in_viewport(ratio=1)
    sizes = page.locator("button:visible").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(sizes) >= 24
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button(page, "Cases plus grandes").tap()
    assert cell(page, 0).bounding_box()["width"] >= 43


def test_axe_finds_nothing(classic: Plays, axe: str) -> None:
    page = classic(FOUR, tier=1)
    page.evaluate(axe)
    page.locator("summary").click()
    assert violations(page, ("no-preference", "more")) == []
    cell(page, 0).click()
    cell(page, 4).click(button="right")
    cell(page, 2).click(button="right")
    assert violations(page) == []
    cell(page, 5).click()
    assert violations(page, ("no-preference", "more")) == []
    button(page, "Show mines").click()
    assert violations(page) == []


def test_flags_and_numbers_are_seen_in_forced_colours(classic: Plays) -> None:
    page = classic(context={"forced_colors": "active"})
    cell(page, START).click()
    cell(page, MINES[0]).press("f")
    text = page.evaluate("getComputedStyle(document.body).color")
    cloth = cell(page, MINES[0]).locator(".cloth").evaluate("one => getComputedStyle(one).fill")
    number = page.locator(".n1").first.evaluate("one => getComputedStyle(one).color")
    assert [cloth, number] == [text, text]
    edges = "one => getComputedStyle(one, '::before').borderTopStyle"
    assert cell(page, MINES[0]).evaluate(edges) == "solid"  # a covered cell differs from an open one
    assert page.locator(".n1").first.evaluate(edges) == "none"


def test_on_paper_it_has_the_rules_and_their_example(classic: Plays) -> None:
    page = classic()
    page.emulate_media(media="print")
    paper = page.locator("#paper")
    assert "The number in an open cell counts the mines in the cells around it" in paper.inner_text()
    assert paper.locator("svg").count() == 2 and paper.locator("svg").first.is_visible()
    assert paper.get_by_text("The circled 1 touches only one covered cell.").is_visible()


def test_without_scripts_it_says_what_is_missing(classic: Plays) -> None:
    page = classic(context={"java_script_enabled": False})
    assert page.locator("noscript").inner_text() == "You need JavaScript to play."
    assert not page.locator("button:visible").count()


def test_a_new_board_comes_at_once_and_after_the_last_the_first(classic: Plays) -> None:
    page = classic(more=(OTHER,))
    open_all(page, SEVEN)
    new = page.get_by_role("button", name="New board")
    new.click()
    assert opened_cells(page) == set()
    page.reload()  # it is still that board
    open_all(page, OTHER)
    assert page.locator("#status").inner_text().startswith("Solved in ")
    new.click()
    open_all(page, SEVEN)
    assert page.locator("#status").inner_text().startswith("Solved in ")


def test_a_single_board_has_no_button_for_another(classic: Plays) -> None:
    assert classic().get_by_role("button", name="New board").is_hidden()


def test_the_best_time_counts_games_without_help(classic: Plays) -> None:
    page = classic(more=(OTHER,), context={"locale": "en"})
    stop_clock(page)

    def play(board: ClassicBoard, seconds: int, hinted: bool = False) -> str:
        cell(page, board.start).click()
        page.clock.run_for(seconds * 1000 + 100)
        if hinted:
            page.get_by_role("button", name="Hint").click()
        open_all(page, board)
        message = str(page.locator("#status").inner_text())
        page.get_by_role("button", name="New board").click()
        return message

    assert "Best time" not in play(SEVEN, 65)
    assert "Best time: 0:50." in play(OTHER, 50)
    assert "Best time: 0:50." in play(SEVEN, 55)
    message = play(OTHER, 9, hinted=True)
    assert "One hint used. Best time: 0:50." in message


@pytest.mark.parametrize("board", [SEVEN, OTHER], ids=["first", "second"])
def test_hints_lead_to_the_end(classic: Plays, board: ClassicBoard) -> None:
    page = classic(board)
    hint = page.get_by_role("button", name="Hint")
    hint.click()
    assert page.locator("#status").inner_text() == "Start at the marked cell: row 3, column 3."
    cell(page, board.start).click()
    for _ in range(board.grid.size):
        if page.locator(".won").count():
            return
        for _ in range(3):
            hint.click()
        proved = page.evaluate(
            "[...document.querySelectorAll('[role=gridcell]')].flatMap((b, i) => b.matches('.proved') ? [i] : [])"
        )
        assert proved
        for i in proved:
            if page.locator(".won").count() == 0 and "covered" in cell(page, i).get_attribute("class"):
                cell(page, i).press("f" if board.mines[i] else " ")
    raise AssertionError("the hints ran out")


def test_a_hint_minds_wrong_flags(classic: Plays) -> None:
    page = classic()
    cell(page, SEVEN.start).click()
    wrong = next(i for i, mine in enumerate(SEVEN.mines) if not mine and i not in opened_cells(page))
    cell(page, wrong).press("f")
    page.get_by_role("button", name="Hint").click()
    assert page.locator("#status").inner_text() == "At least one mark is wrong. Fix that first."


def test_a_board_much_wider_than_high_has_the_whole_width(classic: Plays) -> None:
    wide = ClassicBoard(Grid(30, 16), (False,) * 479 + (True,), 0)
    page = classic(wide, context={"viewport": {"width": 800, "height": 600}})
    assert page.locator("#board.panned").count() == 0
    assert cell(page, 0).bounding_box()["width"] >= 24
