"""Composed puzzles go into books and dailies of the studio, in a real browser."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from desk import answered, marks, open_desk, set_size, take_text
from playwright.sync_api import Page, expect
from small_configs import QUIET, TINY
from studio_pages import TODAY, Studio, Visits, follow

from puzzlegen.api import parse
from puzzlegen.config.load import load_daily
from puzzlegen.studio.compose_tools import position_of, turned

pytestmark = pytest.mark.usefixtures("no_position_kept")


def compose_and_name(page: Page, columns: int, rows: int) -> None:
    """Compose a puzzle up to the choice of its book or daily."""
    set_size(page, columns, rows)
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_role("button", name="Finish it").click()
    page.get_by_role("button", name="Take proposal 1").click()
    page.get_by_text("Add it to a book or a daily").click()
    page.get_by_label("Title over it").fill("For Ann")
    page.get_by_label("Who made it").fill("Ben")


def test_a_composed_puzzle_is_the_puzzle_of_a_day(visit: Visits, studio: Studio) -> None:
    folder = studio.config("composed-daily", QUIET, "daily.yaml")
    page = open_desk(visit)
    compose_and_name(page, 7, 7)
    page.get_by_label("Book or daily").select_option(f"/dailies/{folder.name}")
    expect(page.get_by_label("Place")).to_be_hidden()
    day = page.get_by_label("Day", exact=True)
    expect(day).to_have_value(re.compile("^2[0-9]{3}-[0-9]{2}-[0-9]{2}$"))
    chosen = day.input_value()
    day.fill("2026-01-01")
    page.get_by_role("button", name="Add the puzzle").click()
    expect(page.locator("#add-problem")).to_contain_text("found 2026-01-01, before")
    day.fill(chosen)
    page.get_by_role("button", name="Add the puzzle").click()
    expect(page.locator("#added")).to_contain_text(f"added as the puzzle of {chosen}: open Quiet")
    expect(day).not_to_have_value(chosen)
    (choice,) = load_daily(folder / "daily.yaml").choices
    assert (choice.date.isoformat(), choice.title) == (chosen, "For Ann – Ben")
    follow(page, "open Quiet")
    expect(page.get_by_text("7x7 easy, chosen").first).to_be_attached()


@pytest.mark.parametrize(
    ("name", "option", "added"),
    [
        ("in-place", "page 5, in place of puzzle 2", (2, 5, 2)),
        ("first", "page 4, a new place before all puzzles", (1, 4, 3)),
        ("within", "page 5, a new place before puzzle 2", (2, 5, 3)),
        ("at-the-end", None, (3, 6, 3)),
    ],
)
def test_a_composed_puzzle_goes_into_a_book_with_title_and_setter(
    visit: Visits, studio: Studio, name: str, option: str | None, added: tuple[int, int, int]
) -> None:
    folder, new_section = studio.config(f"composed-{name}", TINY), name != "in-place"
    number, on_page, count = added
    page = open_desk(visit)
    compose_and_name(page, *((7, 7) if new_section else (6, 5)))
    page.get_by_label("Book or daily").select_option(f"/books/{folder.name}")
    place = page.get_by_label("Place")
    expect(place.locator("option")).to_have_count(3 if new_section else 5)
    expect(page.locator("#wanted")).to_have_text("The places of the book are for: 6x5 minesweeper, easy.")
    if option:
        place.select_option(label=option)
    expect(page.locator("#before")).to_be_visible(visible=number == 1)
    page.get_by_role("button", name="Add the puzzle").click()
    expect(page.locator("#added")).to_contain_text(f"added as puzzle {number}: open Tiny")
    (row,) = (one for one in choices(folder) if "title" in one)
    assert (row["title"], row["section"]) == ("For Ann – Ben", "First Steps" if new_section else "One")
    assert parse(row["puzzle"]).grid.width == (7 if new_section else 6)
    follow(page, "open Tiny")
    expect(page.locator("#page")).to_have_value(str(on_page))
    page.locator("#tab-puzzles").click()
    expect(page.locator("#bench img")).to_have_count(count)
    page.locator(f"#bench [data-number='{number}']").click()
    title = page.locator("#puzzle").get_by_label("Title over it")
    expect(title).to_have_value("For Ann – Ben")
    title.fill("For Ann and Ben")
    with page.expect_response(lambda reply: reply.url.endswith("/puzzles") and reply.request.method == "POST"):
        title.press("Tab")
    page.get_by_role("button", name="Use the book’s own puzzle").click()
    expect(title).to_be_hidden()
    page.locator("#puzzle").get_by_role("button", name="Undo").click()
    expect(page.locator("#saved")).to_have_text("undone: Puzzles you chose")
    expect(title).to_have_value("For Ann and Ben")
    (row,) = (one for one in choices(folder) if "title" in one)
    assert row["title"] == "For Ann and Ben"


def test_a_board_too_large_for_a_book_is_refused_beside_the_form(visit: Visits, studio: Studio) -> None:
    folder = studio.config("composed-large-print", f"{TINY.replace('per_page: 2', 'per_page: 1')}theme: large-print\n")
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    page = open_desk(visit)
    compose_and_name(page, 16, 8)
    page.get_by_label("Book or daily").select_option(f"/books/{folder.name}")
    expect(page.get_by_label("Place").locator("option")).to_have_count(3)
    page.get_by_role("button", name="Add the puzzle").click()
    problem = page.locator("#add-problem")
    expect(problem).to_have_text(re.compile("boards of up to 14x14 cells fit: choose a smaller board or another book$"))
    expect(problem).to_be_in_viewport()
    assert [path.name for path in folder.iterdir() if path.is_file()] == ["book.yaml"]
    assert (folder / "book.yaml").read_text(encoding="utf-8") == text


def test_a_sentence_says_what_a_composed_puzzle_shows(visit: Visits, studio: Studio) -> None:
    folder = studio.config("composed-birthday", TINY)
    page = open_desk(visit)
    page.get_by_label("A made puzzle").select_option("digits")
    page.get_by_label("Digits, such as 2026").fill("21.05.")
    page.get_by_role("button", name="Begin with it").click()
    answered(page)
    page.get_by_text("Add it to a book or a daily").click()
    page.get_by_label("Book or daily").select_option(f"/books/{folder.name}")
    sentence = page.get_by_label("Sentence over it")
    expect(sentence.locator("option:checked")).to_have_text("One row reads 2105.")
    page.get_by_role("button", name="Add the puzzle").click()
    expect(page.locator("#added")).to_contain_text("open Tiny")
    (row,) = map(json.loads, (folder / "choices.jsonl").read_text(encoding="utf-8").splitlines())
    assert row["idea"] == "digits:2105"
    sentence.select_option("")
    page.get_by_text("Add it to a book or a daily").click()
    with page.expect_response("**/places?*"):
        page.get_by_text("Add it to a book or a daily").click()
    expect(sentence).to_have_value("")
    follow(page, "open Tiny")
    page.locator("#tab-puzzles").click()
    page.locator("#bench button").last.click()
    expect(page.locator("#puzzle-facts")).to_contain_text("Over it: “One row reads 2105.”")


def test_a_sentence_stays_chosen_where_the_places_of_a_book_are_not_known(visit: Visits, studio: Studio) -> None:
    wrong, right = studio.config("composed-wrong", "title: [\n"), studio.config("composed-right", TINY)
    page = open_desk(visit)
    page.get_by_label("A made puzzle").select_option("digits")
    page.get_by_role("button", name="Begin with it").click()
    answered(page)
    page.get_by_text("Add it to a book or a daily").click()
    page.get_by_label("Book or daily").select_option(f"/books/{wrong.name}")
    expect(page.locator("#add-problem")).to_be_visible()
    page.get_by_label("Book or daily").select_option(f"/books/{right.name}")
    sentence = page.get_by_label("Sentence over it").locator("option:checked")
    expect(sentence).to_have_text("One row reads 3 1 4, the first digits of pi.")
    (wrong / "book.yaml").unlink()


def choices(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(row) for row in (folder / "choices.jsonl").read_text(encoding="utf-8").splitlines()]


def rows_of(shown: str) -> list[str]:
    return [" ".join(shown[at : at + 6]) for at in range(0, 30, 6)]


def pressed(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    answered(page)


def kept(visit: Visits, studio: Studio, name: str, number: int) -> tuple[Path, Page]:
    """Open a new book and keep one puzzle of it. Its seed is not that of other tests, which share the ledger."""
    folder = studio.config(name, TINY.replace("series: tiny", f"series: {name}"))
    page = visit(f"/books/{folder.name}")
    page.locator("#tab-puzzles").click()
    page.locator(f"#bench [data-number='{number}']").click()
    page.get_by_role("button", name="Keep this puzzle").click()
    return folder, page


def test_a_puzzle_of_a_book_goes_to_the_desk_and_back_to_its_place(visit: Visits, studio: Studio) -> None:
    folder, page = kept(visit, studio, "round-trip", 2)
    page.locator("#puzzle").get_by_label("Title over it").fill("For Ann")
    with page.expect_response("**/puzzles"):
        page.locator("#puzzle").get_by_label("Title over it").press("Tab")
    follow(page, "Change it: compose a puzzle")
    answered(page)
    expect(page.locator("#home-words")).to_have_text(re.compile("^Puzzle 2 of Tiny"))
    back, start = page.get_by_role("button", name="Put it back"), marks(page)
    expect(back).to_be_enabled()
    pressed(page, "Clear the board")
    expect(back).to_be_disabled()  # nothing is proved
    page.reload()
    answered(page)
    expect(page.locator("#home-words")).to_have_text(re.compile("^Puzzle 2 of Tiny"))
    pressed(page, "Undo")
    expect(back).to_be_enabled()
    assert marks(page) == start
    page.get_by_text("Turn, mirror, move or resize").click()
    with page.expect_response("**/compose/turn"), page.expect_response("**/compose/states"):
        pressed(page, "Mirror: left to right")
    expect(back).to_be_enabled()
    back.click()
    expect(page.locator("#put")).to_have_text("put back as puzzle 2: open Tiny")
    (row,) = choices(folder)
    assert (row["place"], row["title"], parse(row["puzzle"]).grid.height) == (2, "For Ann", 5)
    assert position_of(row["puzzle"]).split("\n")[-5:] == [" ".join(reversed(line.split())) for line in rows_of(start)]
    pressed(page, "Undo")
    back.click()  # from its new puzzle to the one before
    expect(page.locator("#put")).to_have_text("put back as puzzle 2: open Tiny")
    assert rows_of(marks(page)) == position_of(choices(folder)[0]["puzzle"]).split("\n")[-5:]
    follow(page, "open Tiny")
    expect(page.locator("#page")).to_have_value("5")


def test_what_cannot_go_back_is_refused_and_changes_nothing(visit: Visits, studio: Studio) -> None:
    folder, page = kept(visit, studio, "no-way-back", 1)
    expect(page.get_by_role("button", name="Use the book’s own puzzle")).to_be_visible()
    before = (folder / "choices.jsonl").read_bytes()
    follow(page, "Change it: compose a puzzle")
    answered(page)
    back, problem = page.get_by_role("button", name="Put it back"), page.locator("#home-problem")
    take_text(page, "4x4:a13f3a2a2a0")
    expect(back).to_be_enabled()
    back.click()
    expect(problem).to_contain_text("size: found 4x4, expected 6x5")
    assert (folder / "choices.jsonl").read_bytes() == before
    pressed(page, "Undo")
    expect(problem).to_be_hidden()
    other = visit(f"/books/{folder.name}")  # another window moves the puzzle
    other.locator("#tab-puzzles").click()
    other.locator("#bench [data-number='1']").click()
    with other.expect_response("**/puzzles"):
        other.get_by_role("button", name="Move later").click()
    changed = (folder / "choices.jsonl").read_bytes()
    expect(back).to_be_enabled()
    back.click()
    expect(problem).to_have_text(re.compile("^puzzle 1: the book has another one there by now; choose a place below"))
    assert (folder / "choices.jsonl").read_bytes() == changed
    page.get_by_role("button", name="Keep it apart").click()
    expect(page.locator("#home")).to_be_hidden()
    page.reload()
    answered(page)
    expect(page.locator("#home")).to_be_hidden()


def test_the_chosen_puzzle_of_a_day_goes_to_the_desk_and_back(visit: Visits, studio: Studio) -> None:
    day, puzzle = (TODAY + timedelta(days=2)).isoformat(), "4x4:a13f3a2a2a0"
    choice = f"choices:\n  - {{date: {day}, puzzle: '{puzzle}', title: Ann}}\n"
    folder = studio.config("round-trip-daily", QUIET.replace("2026-01-05", TODAY.isoformat()) + choice, "daily.yaml")
    page = visit(f"/dailies/{folder.name}")
    if day[:7] != TODAY.isoformat()[:7]:
        page.get_by_role("button", name="Month after").click()
    page.locator(f".cell[data-day='{day}']").click()
    follow(page, "Change it: compose a puzzle")
    expect(page.locator("#board .cell")).to_have_count(16)
    answered(page)
    expect(page.locator("#home-words")).to_have_text(re.compile(f"^Puzzle of {day} of Quiet"))
    page.get_by_text("Turn, mirror, move or resize").click()
    with page.expect_response("**/compose/turn"), page.expect_response("**/compose/states"):
        page.get_by_role("button", name="Turn: left").click()
    page.get_by_role("button", name="Put it back").click()
    expect(page.locator("#put")).to_contain_text(f"put back as the puzzle of {day}: open Quiet")
    (chosen,) = load_daily(folder / "daily.yaml").choices
    assert (chosen.title, position_of(chosen.puzzle)) == ("Ann", turned(position_of(puzzle), "left"))
