"""Tools of the desk of the studio: turning, moving and resizing the board, what follows, and the palette."""

import pytest
from desk import answered, cell, marks, open_desk, signs, take_text
from playwright.sync_api import Page, expect
from studio_pages import Visits

pytestmark = pytest.mark.usefixtures("no_position_kept")


def use(page: Page, *tools: str) -> str:
    """Use some tools, and return the position as rows."""
    for name in tools:
        button = page.get_by_role("button", name=name, exact=True)
        if name.startswith(("Turn", "Mirror")):
            with page.expect_response("**/compose/turn"), page.expect_response("**/compose/states"):
                button.click()
        else:
            button.click()
        answered(page)
    return shown(page)


def shown(page: Page) -> str:
    text = page.get_by_label("The position as text").input_value()
    return "/".join(line.replace(" ", "") for line in text.split("\n") if line[0] not in "psm")


def undo(page: Page) -> str:
    page.get_by_role("button", name="Undo").click()
    answered(page)
    return shown(page)


def open_tools(visit: Visits, text: str) -> Page:
    page = open_desk(visit)
    take_text(page, text)
    page.get_by_text("Turn, mirror, move or resize").click()
    return page


def test_each_tool_changes_a_board_of_squares_in_one_step(visit: Visits) -> None:
    page = open_tools(visit, "size 4x3\n1 . . .\n. 2 . .\n. . . #")
    start = shown(page)
    for tool, after in (
        ("Turn: left", "..#/.../.2./1.."),
        ("Turn: right", "..1/.2./.../#.."),
        ("Mirror: left to right", "...1/..2./#..."),
        ("Mirror: top to bottom", "...#/.2../1..."),
        ("Move: right", ".1../..2./...#"),
        ("Move: down", "..../1.../.2.#"),
        ("Add: left", ".1.../..2../....#"),
        ("Add: right", "1..../.2.../...#."),
        ("Add: top", "..../1.../.2../...#"),
        ("Add: bottom", "1.../.2../...#/...."),
        ("Cut: left", ".../2../..#"),
        ("Cut: right", "1../.2./..."),
    ):
        assert use(page, tool) == after, tool
        assert undo(page) == start, tool
    for tool, words in (
        ("Move: left", "a mark would leave the board: add a row or a column there first"),
        ("Move: up", "a mark would leave the board: add a row or a column there first"),
        ("Cut: top", "use 3 to 30 cells a side"),
        ("Cut: bottom", "use 3 to 30 cells a side"),
    ):
        assert use(page, tool) == start, tool
        expect(page.locator("#problem")).to_have_text(words)
        expect(page.locator("[aria-invalid]#columns, [aria-invalid]#rows")).to_have_count(0)
    take_text(page, "size 3x3\n. . .\n. . 1\n. . #")
    use(page, "Move: down")
    assert shown(page) == ".../..1/..#"  # onto a hole
    expect(page.locator("#problem")).to_contain_text("a mark would leave the board")
    expect(page.get_by_label("Rows")).to_have_value("3")


def test_marks_move_across_joined_sides(visit: Visits) -> None:
    page = open_tools(visit, "puzzle wrap-around\nsize 5x4\n1 . . . 2\n. . . . .\n. . . . .\n3 . . . .")
    assert use(page, "Move: left") == "...21/...../...../....3"
    assert use(page, "Move: up") == "...../...../....3/...21"
    assert use(page, "Move: down", "Move: right") == "1...2/...../...../3...."
    expect(page.locator("#problem")).to_be_hidden()


def test_boards_of_hexagons_keep_what_lies_beside_each_cell(visit: Visits) -> None:
    page = open_tools(visit, "puzzle hexagonal\nsize 4x6\n. . . .\n. 3 . .\n" + "\n".join([". . . ."] * 4))
    assert signs(page).count("?") == 6
    expect(page.locator("#pairs")).to_be_visible()
    for tool, rows in (("Add: top", 8), ("Move: down", 8), ("Cut: top", 6), ("Add: bottom", 7), ("Cut: bottom", 6)):
        use(page, tool)
        expect(page.get_by_label("Rows")).to_have_value(str(rows))
        assert signs(page).count("?") == 6
    assert shown(page) == "..../..../..../.3../..../...."
    start = shown(page)
    for tool in ("Turn: left", "Mirror: left to right", "Mirror: top to bottom"):
        use(page, tool)
        assert sum(mark != "#" for mark in marks(page)) == 24, tool
        undo(page)
    use(page, *["Turn: right"] * 6)
    assert shown(page) == start
    expect(page.get_by_label("Columns")).to_have_value("4")


def test_all_that_follows_is_marked_in_one_step(visit: Visits) -> None:
    page = open_desk(visit)
    for text, after in (
        ("size 4x3\n1 . . .\n. 0 . .\n. . . .", ""),  # clashes
        ("size 4x3\n. . . .\n. . . .\n. . . .", ""),
        ("size 4x3\n3 . . .\n. . . ?\n. . . 0", "3*../**-?/..-0"),
        ("puzzle mosaic\nsize 4x3\n4 . . .\n. . . .\n. . . 0", "4*../**--/..-0"),
    ):
        take_text(page, text)
        accept = page.get_by_role("button", name="Mark all that follows")
        if not after:
            expect(accept).to_be_disabled()
            continue
        before = shown(page)
        accept.click()
        answered(page)
        assert shown(page) == after
        expect(accept).to_be_disabled()
        assert undo(page) == before


def test_the_secondary_button_puts_mines_with_any_mark(visit: Visits) -> None:
    page = open_desk(visit)
    for pen in ("select only", "clue 3"):
        page.get_by_role("button", name=pen).click()
        cell(page, 2, 2).click(button="right")
        expect(cell(page, 2, 2)).to_have_attribute("data-mark", "*")
        cell(page, 2, 2).click(button="right")
        expect(cell(page, 2, 2)).to_have_attribute("data-mark", ".")


def test_the_palette_is_one_stop_of_the_tab_key(visit: Visits) -> None:
    page = open_desk(visit)
    page.get_by_role("button", name="select only").focus()
    for key, name in (("ArrowRight", "clue 0"), ("ArrowDown", "clue 1"), ("ArrowLeft", "clue 0"), ("End", "erase")):
        page.keyboard.press(key)
        expect(page.get_by_role("button", name=name, exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="select only")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="erase")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    expect(cell(page, 1, 1)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="erase")).to_be_focused()
    assert page.locator("#marks [tabindex='0']").count() == 1


def test_numbers_stand_beside_the_rows_and_columns(visit: Visits) -> None:
    page = open_desk(visit)
    for kind in ("minesweeper", "hexagonal", "wrap-around"):
        take_text(page, f"puzzle {kind}\nsize 5x4\n" + "\n".join([". . . . ."] * 4))
        assert page.locator(".column").all_inner_texts() == list("12345")
        assert page.locator(".line").all_inner_texts() == list("1234")
        for number in (1, 4):
            line, own = page.locator(".line").nth(number - 1).bounding_box(), cell(page, number, 1).bounding_box()
            assert line and own
            assert abs(line["y"] + line["height"] / 2 - own["y"] - own["height"] / 2) < 4
            assert line["x"] < own["x"]
