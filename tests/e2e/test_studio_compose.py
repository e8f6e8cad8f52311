"""The page of the studio that composes puzzles, in a real browser: by keyboard, mouse and touch."""

import json
import re

import pytest
from browser_helpers import PATIENCE, violations
from desk import answered, cell, marks, open_desk, set_size, signs, take_text
from playwright.sync_api import Browser, Locator, Page, expect
from studio_pages import Studio, Visits, follow, found_by_axe

from puzzlegen.api import examine
from puzzlegen.board.ideas import DIGITS_RULE

SMALL = "4x4:a13f3a2a2a0"
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
pytestmark = pytest.mark.usefixtures("no_position_kept")
OTHERS = ({"width": 820, "height": 1180}, {"width": 1920, "height": 1080})


def test_a_puzzle_is_composed_with_the_keyboard(visit: Visits) -> None:
    page = visit("/")
    follow(page, "Compose a puzzle")
    answered(page)
    set_size(page, 4, 4)
    expect(page.locator("#verdict")).to_have_text("16 cells have no clue beside them")
    cell(page, 1, 1).focus()
    for key in ("ArrowRight", "1", "ArrowRight", "3", "ArrowDown", "End", "ArrowDown", "x", "Home"):
        page.keyboard.press(key)
    answered(page)
    expect(cell(page, 3, 1)).to_be_focused()
    assert marks(page) == ".13............."
    found = examine("size 4x4\n. 1 3 .\n. . . .\n. . . .\n. . . .")
    assert [sign for sign in signs(page) if sign] == [
        letter for letter, mark in zip(found["cells"], marks(page), strict=True) if mark == "."
    ]
    expect(cell(page, 1, 2)).to_have_accessible_name("R1C2, 1")
    for key, row, column in (("3", 3, 2), ("2", 3, 4), ("2", 4, 2), ("0", 4, 4)):
        cell(page, row, column).focus()
        page.keyboard.press(key)
    for key, row, column, name in (
        ("?", 1, 1, "R1C1, clue of any value"),
        ("_", 2, 1, re.compile("^R2C1, stays blank, ")),
        ("m", 2, 3, "R2C3, mine"),
        ("-", 4, 3, "R4C3, safe"),
        ("#", 4, 1, "R4C1, hole"),
        ("Delete", 4, 1, re.compile("^R4C1, (follows|undecided|no clue)")),
    ):
        cell(page, row, column).focus()
        page.keyboard.press(key)
        answered(page)
        expect(cell(page, row, column)).to_have_accessible_name(name)
    cell(page, 1, 1).focus()
    page.keyboard.press("9")
    expect(page.locator("#problem")).to_have_text("9: a clue of this kind is at most 8")
    page.keyboard.press("Control+End")
    expect(cell(page, 4, 4)).to_be_focused()
    page.get_by_role("button", name="Clear the board").press("Enter")
    answered(page)
    assert marks(page) == "." * 16


def test_the_verdict_says_what_is_unique_and_what_clashes(visit: Visits) -> None:
    page = open_desk(visit)
    take_text(page, SMALL)
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, easy, [0-9]+ points?$"))
    expect(page.locator("#use")).to_be_visible()
    page.get_by_role("button", name="Finish it").click()
    expect(page.locator("#finishing")).to_have_text("The clues prove every cell already.")
    take_text(page, "size 5x2\n. . . . .\n. 1 3 1 .")
    expect(page.locator("#verdict")).to_have_text("The 1 in R2C2, the 3 in R2C3 and the 1 in R2C4 cannot all hold")
    assert signs(page) == [*[""] * 6, "!", "!", "!", ""]
    expect(page.locator("#use")).to_be_hidden()
    page.get_by_role("button", name="Finish it").click()
    expect(page.locator("#finish-problem")).to_contain_text("cannot all hold")
    expect(page.locator("#proposals li")).to_have_count(0)
    take_text(page, "hello")
    expect(page.locator("#text-problem")).to_contain_text("'hello' holds 52 cells, not a square; write the size first")
    page.get_by_label("Columns").fill("31")
    page.get_by_label("Columns").press("Tab")
    expect(page.locator("#problem")).to_have_text("use 3 to 30 cells a side")


def test_steps_are_undone_and_redone_also_after_a_reload(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 5, 5)
    cell(page, 1, 1).focus()
    for key in ("1", "2", "3"):
        page.keyboard.press(key)
    page.reload()  # at once
    answered(page)
    assert marks(page) == "3" + "." * 24
    page.keyboard.press("Control+z")
    answered(page)
    assert marks(page)[0] == "2"
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+Shift+Z")
    answered(page)
    assert marks(page)[0] == "2"
    page.reload()
    page.get_by_role("button", name="Redo").click()
    answered(page)
    assert marks(page)[0] == "3"
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    for _ in range(5):
        page.keyboard.press("Control+z")
    answered(page)
    expect(page.get_by_label("Columns")).to_have_value("10")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_two_windows_keep_each_its_own_puzzle(visit: Visits) -> None:
    first, second = open_desk(visit), open_desk(visit)
    take_text(first, "size 3x3\n1 . .\n. . .\n. . 1")
    take_text(second, "size 4x3\n2 . . .\n. . . .\n. . . 2")
    for page, shown in ((first, "1.......1"), (second, "2..........2"), (first, "1.......1")):
        page.reload()
        answered(page)
        assert marks(page) == shown
    first.get_by_role("button", name="Undo").click()
    answered(first)
    assert marks(first) == "." * 100
    third = visit("/compose")  # a new window goes on with what was changed last
    answered(third)
    assert marks(third) == "." * 100


def opened_elsewhere(browser: Browser, studio: Studio, address: str) -> Page:
    """Open the desk in a browser that has stored nothing."""
    other = browser.new_context().new_page()
    other.goto(studio.address)
    other.goto(address)
    answered(other)
    return other


def test_another_browser_begins_with_the_last_position(visit: Visits, browser: Browser, studio: Studio) -> None:
    page = open_desk(visit)
    take_text(page, "puzzle knight\nsize 5x4\nmines 3\n" + "\n".join(["2 . . ? ."] * 4))
    expect(page.locator("#board .cell")).to_have_count(20)
    kept = studio.folder / ".studio" / "drafts.json"
    for _ in range(PATIENCE // 100):
        if kept.exists() and "knight" in kept.read_text(encoding="utf-8"):
            break
        page.wait_for_timeout(100)
    other = opened_elsewhere(browser, studio, page.url)
    assert marks(other) == "2..?." * 4
    expect(other.get_by_label("Kind")).to_have_value("knight")
    expect(other.get_by_label("Mines in all, printed")).to_have_value("3")
    expect(other.get_by_role("button", name="Undo")).to_be_disabled()
    other.context.close()
    kept.write_text("size 3x3\n1 2", encoding="utf-8")  # damaged by hand: it is shown, and never written over
    other = opened_elsewhere(browser, studio, page.url)
    assert marks(other) == "." * 100
    expect(other.locator("#shelf-problem")).to_contain_text("the drafts cannot be read")
    take_text(other, "size 3x3\n1 . .\n. . .\n. . 1")
    assert kept.read_text(encoding="utf-8") == "size 3x3\n1 2"
    kept.unlink()
    other.context.close()


def test_drafts_have_names_and_two_windows_lose_none(visit: Visits, studio: Studio, axe: str) -> None:
    def drafts(shown: Page) -> Locator:
        return shown.locator("#drafts b")

    page = open_desk(visit)
    expect(page.locator("#drafts li")).to_have_count(0)
    take_text(page, "size 3x3\n1 . .\n. . .\n. . 1")
    page.get_by_label("Name of this draft").fill("For Ann")
    page.get_by_label("Notes").fill("Her birthday is in May")
    page.get_by_role("button", name="Begin another").click()
    expect(drafts(page)).to_have_text(["For Ann"])
    expect(page.locator("#drafts .note")).to_have_text("Her birthday is in May")
    answered(page)
    assert marks(page) == "." * 9
    page.get_by_role("button", name="Duplicate: For Ann").click()
    expect(drafts(page)).to_have_text(["For Ann", "For Ann (2)"])
    page.get_by_role("button", name="Open: For Ann (2)").click()
    expect(page.get_by_label("Name of this draft")).to_have_value("For Ann (2)")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    answered(page)
    assert marks(page) == "1.......1"
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Open: For Ann", exact=True).click()
    expect(drafts(page)).to_have_text(["For Ann (2)"])
    other = open_desk(visit)  # goes on with the same draft
    expect(other.get_by_label("Name of this draft")).to_have_value("For Ann")
    for window, clue in ((page, "2"), (other, "3")):
        cell(window, 1, 2).press(clue)
        answered(window)
    expect(other.locator("#shelf-note")).to_have_text(
        "Another window has changed this draft too. Yours is now “For Ann (3)”."
    )
    expect(drafts(other)).to_have_text(["For Ann", "For Ann (2)"])
    cell(page, 1, 2).press("3")  # with the shelf of before
    answered(page)
    expect(drafts(page)).to_have_text(["For Ann (3)", "For Ann (2)"])
    page.get_by_role("button", name="Remove: For Ann (2)").click()
    expect(drafts(page)).to_have_text(["For Ann (3)"])
    back = page.get_by_role("button", name="Put the draft back")
    expect(back).to_be_focused()
    back.press("Enter")
    expect(drafts(page)).to_have_text(["For Ann (3)", "For Ann (2)"])
    kept = json.loads((studio.folder / ".studio" / "drafts.json").read_text(encoding="utf-8"))
    rows = [(one["name"], one["note"], one["text"].split("\n")[2]) for one in kept]
    note = "Her birthday is in May"
    assert sorted(rows) == [("For Ann", note, "1 3 ."), ("For Ann (2)", note, "1 . ."), ("For Ann (3)", note, "1 3 .")]


@pytest.mark.parametrize(
    "text",
    [
        "size 3x2\n1 ? _\n* - .",
        "puzzle hexagonal\nsize 3x3\nmines 2\n# . 1\n. + .\n? . #",
        "puzzle mosaic\nsize 2x3\n9 .\n. 4\n* -",
    ],
)
def test_a_link_opens_a_position_as_another_draft(visit: Visits, text: str) -> None:
    page = open_desk(visit)
    take_text(page, text)
    link = page.locator("#link").input_value()
    shown = page.get_by_label("The position as text").input_value()
    other = visit("/compose" + link[link.index("#") :])
    expect(other.get_by_label("The position as text")).to_have_value(shown)
    assert "#" not in other.url
    expect(other.locator("#drafts li")).to_have_count(1)
    other.get_by_role("button", name="Begin another").click()
    expect(other.get_by_label("The position as text")).not_to_have_value(shown)
    take_text(other, link.replace("127.0.0.1", "elsewhere"))  # of another studio
    expect(other.get_by_label("The position as text")).to_have_value(shown)
    take_text(other, "size 1x3#minesweeper")
    expect(other.locator("#text-problem")).to_be_visible()


def test_a_beginning_forms_letters(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 20, 9)
    idea, letters = page.get_by_label("A made puzzle"), page.get_by_label("Letters and digits, such as ANN")
    expect(letters).to_be_hidden()
    for name, found in (("layout", re.compile("[0-9?]")), ("shape", re.compile("#"))):
        idea.select_option(name)
        letters.fill("ANN")
        page.get_by_role("button", name="Begin with it").click()
        expect(page.locator("#beginning")).to_be_empty()
        answered(page)
        assert found.search(marks(page))
    page.get_by_role("button", name="Undo", exact=True).click()
    letters.fill("ANN AND BEN")
    page.get_by_role("button", name="Begin with it").click()
    expect(page.locator("#begin-problem")).to_contain_text("choose a larger size or fewer letters")


def test_proposals_are_pictures_of_which_one_is_taken(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 8, 8)
    cell(page, 4, 4).focus()
    page.keyboard.press("5")
    page.get_by_label("Difficulty").select_option("medium")
    page.get_by_role("button", name="Finish it").click()
    proposals = page.locator("#proposals li")
    expect(proposals).to_have_count(3)
    expect(page.locator("#proposals img").first).not_to_have_js_property("naturalWidth", 0)
    before = [one.get_attribute("src") for one in proposals.locator("img").all()]
    page.get_by_role("button", name="Take proposal 1").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, medium, "))
    first = marks(page)
    page.get_by_role("button", name="Take proposal 3").click()
    answered(page)
    assert marks(page) != first
    assert marks(page)[27] == first[27] == "5"
    page.get_by_role("button", name="Undo").click()
    answered(page)
    assert marks(page) == first
    page.get_by_role("button", name="Undo").click()
    answered(page)
    page.get_by_role("button", name="Finish it").click()
    expect(proposals).to_have_count(3)
    page.get_by_role("button", name="Take proposal 2").click()
    answered(page)
    page.get_by_role("button", name="Other proposals").click()
    expect(page.get_by_role("button", name="Take proposal 3")).to_be_visible()
    assert not {one.get_attribute("src") for one in proposals.locator("img").all()} & set(before)


def test_proposals_keep_the_symmetry_of_the_guide(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 8, 7)
    cell(page, 2, 3).focus()
    page.keyboard.press("3")
    page.get_by_label("Symmetry guide").select_option("half-turn")
    page.get_by_role("button", name="Finish it").click()
    expect(page.locator("#proposals li")).to_have_count(3)
    page.get_by_role("button", name="Take proposal 2").click()
    answered(page)
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, "))
    printed = [mark.isdigit() for mark in marks(page)]
    assert printed == printed[::-1] and marks(page)[10] == "3"
    before = page.locator("#proposals img").first.get_attribute("src")
    page.get_by_label("Symmetry guide").select_option("left-right")
    page.get_by_role("button", name="Other proposals").click()
    expect(page.locator("#proposals li")).to_have_count(3)
    assert page.locator("#proposals img").first.get_attribute("src") != before
    page.get_by_role("button", name="Take proposal 1").click()
    answered(page)
    rows = [[mark.isdigit() for mark in marks(page)[at : at + 8]] for at in range(0, 56, 8)]
    assert all(row == row[::-1] for row in rows)


def test_kind_shape_total_and_symmetry(visit: Visits) -> None:
    page = open_desk(visit)
    cell(page, 5, 5).focus()
    page.keyboard.press("8")
    page.get_by_label("Cut the board into a shape").select_option("heart")
    expect(cell(page, 1, 1)).to_have_attribute("data-mark", "#")
    assert marks(page)[44] == "8"
    page.get_by_label("Symmetry guide").select_option("left-right")
    expect(cell(page, 5, 6)).to_have_accessible_name(re.compile("needs a clue for the symmetry$"))
    page.get_by_role("button", name="Put clues of any value").click()
    expect(cell(page, 5, 6)).to_have_attribute("data-mark", "?")
    expect(page.get_by_role("button", name="Put clues of any value")).to_be_hidden()
    page.get_by_label("Mines in all, printed").fill("200")
    page.get_by_label("Mines in all, printed").press("Tab")
    expect(page.locator("#problem")).to_contain_text("found 200 mines, expected 0 to ")
    page.get_by_label("Mines in all, printed").fill("20")
    page.get_by_label("Mines in all, printed").press("Tab")
    answered(page)
    expect(page.locator("#problem")).to_be_hidden()
    page.get_by_label("Kind").select_option("hexagonal")
    expect(cell(page, 5, 5)).to_have_attribute("data-mark", "?")  # at most 6
    expect(page.get_by_role("button", name="clue 7")).to_have_count(0)
    page.get_by_label("Kind").select_option("wrap-around")
    answered(page)
    assert "#" not in marks(page)
    expect(page.get_by_label("Cut the board into a shape")).to_be_disabled()
    page.get_by_label("Kind").select_option("mosaic")
    expect(page.get_by_role("button", name="clue 9")).to_be_visible()
    expect(page.locator("#legend")).to_contain_text("follows: filled")
    answered(page)  # the next test begins with no position that is still being kept


def test_a_composed_puzzle_is_saved_in_all_formats(visit: Visits) -> None:
    page = visit(f"/solve?line={SMALL}")
    page.get_by_role("link", name="Change it: compose a puzzle").click()
    expect(page.locator("#use")).to_be_visible()
    assert page.url.endswith("/compose")
    page.goto(f"{page.url}?line={SMALL}")  # which is there already
    expect(page.locator("#use")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="PDF", exact=True).click()
    assert waiting.value.path().read_bytes().startswith(b"%PDF-")
    page.get_by_label("As text", exact=True).select_option("line")
    expect(page.get_by_label("The puzzle as text")).to_have_value(SMALL)
    page.get_by_label("As text", exact=True).select_option("json")
    expect(page.get_by_label("The puzzle as text")).to_have_value(re.compile('"difficulty": "easy"'))
    page.get_by_label("As text", exact=True).select_option("puzzlink")
    expect(page.get_by_label("The puzzle as text")).to_have_value("https://puzz.link/p?mines/4/4/g13l3g2g2g0")
    take_text(page, "size 3x1\n# 1 .")
    expect(page.locator("#form-problem")).to_have_text(
        "puzzlink: the format has no void cells; use line or janko or text"
    )
    expect(page.get_by_label("The puzzle as text")).to_be_hidden()


def test_a_puzzle_too_large_for_the_page_is_refused_in_view(visit: Visits) -> None:
    page = visit(f"/compose?line=31x3:{'z' * 3}o")
    expect(page.locator("#text-problem")).to_have_text("the puzzle has 31x3 cells; the desk takes up to 30 a side")
    expect(page.locator("#text-problem")).to_be_in_viewport()
    answered(page)
    assert marks(page) == "." * 100


def test_a_beginning_has_the_digits_of_a_birthday(visit: Visits, axe: str) -> None:
    page = open_desk(visit)
    page.get_by_label("A made puzzle").select_option("digits")
    digits = page.get_by_label("Digits, such as 2026")
    rule = re.compile(f"^Type {DIGITS_RULE}: no clue of minesweeper is a 9")
    digits.fill(" 12/24 ")
    page.get_by_role("button", name="Begin with it").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, "))
    made = marks(page)
    assert re.search(r"1\.2\.2\.4", made)
    for wrong in ("1999", "24.12.1989", "7"):
        digits.fill(wrong)
        expect(page.locator("#digits-problem")).to_be_hidden()
        page.get_by_role("button", name="Begin with it").click()
        expect(page.locator("#digits-field").get_by_role("alert")).to_have_text(rule)
        expect(digits).to_have_accessible_description(rule)
        expect(digits).to_have_attribute("aria-invalid", "true")
        expect(digits).to_be_focused()
    page.evaluate(axe)
    assert violations(page) == []
    digits.fill("24122024")
    for _ in range(2):
        page.get_by_role("button", name="Begin with it").click()
        words = "This board cannot show 24122024: set Columns to 15, or type other digits"
        expect(page.locator("#digits-field").get_by_role("alert")).to_have_text(words)
        expect(digits).to_have_accessible_description(words)
        expect(digits).to_be_focused()
    assert violations(page) == []
    assert marks(page) == made
    set_size(page, 15, 10)
    expect(page.locator("#digits-problem")).to_be_hidden()
    page.get_by_role("button", name="Begin with it").click()
    answered(page)
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, "))
    assert "2.4.1.2.2.0.2.4" in marks(page)
    made = marks(page)
    page.get_by_label("A made puzzle").select_option("magic-square")
    expect(page.locator("#digits-problem")).to_be_hidden()
    page.get_by_role("button", name="Begin with it").click()
    expect(page.locator("#begin-problem")).to_have_text(re.compile("set Columns to 9, Rows to 9$"))
    assert marks(page) == made


def test_a_beginning_has_the_symmetry_and_the_difficulty_above_it(visit: Visits) -> None:
    page = open_desk(visit)
    set_size(page, 12, 10)
    page.get_by_label("Symmetry guide").select_option("half-turn")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_label("A made puzzle").select_option("digits")
    page.get_by_label("Digits, such as 2026").fill("21.05.12")
    page.get_by_role("button", name="Begin with it").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("^One solution, easy"))
    assert "2.1.0.5..1.2" in marks(page)
    expect(page.get_by_label("Symmetry guide")).to_have_value("half-turn")
    answered(page)
    expect(page.get_by_role("button", name="Put clues of any value")).to_be_hidden()


def test_axe_finds_nothing_in_any_state(visit: Visits, axe: str) -> None:
    page = open_desk(visit)
    page.evaluate(axe)
    texts = (
        "size 5x2\n. . . . .\n. 1 3 1 .",
        "size 9x4\n2 . 1 . . . . . .\n. . . . ? _ * - #\n# 3 . . . . . . .\n. . . . . . . . 1",
        SMALL,
        "puzzle mosaic\nsize 4x4\n4 . . .\n. . . .\n. . . .\n. . . 0",
    )
    found = []
    for text in texts:
        take_text(page, text)
        page.get_by_label("Symmetry guide").select_option("half-turn")
        answered(page)
        if text == texts[1]:
            page.get_by_role("button", name="Finish it").click()
            expect(page.locator("#proposals li")).to_have_count(3)
        for size in (PHONE, DESKTOP, *(OTHERS if text == texts[1] else ())):
            page.set_viewport_size(size)
            found += violations(page)
    assert found == []
