"""The page of the studio that solves and explains any puzzle, in a real browser."""

import re
import time
from pathlib import Path

from commands import puzzlegen
from playwright.sync_api import Page, expect
from studio_pages import Studio, Visits, drop_file, follow, found_by_axe

SMALL = "4x4:a13f3a2a2a0"
GRID = "\n".join(("1 1 .", ". . 1", "1 1 ."))
SELECTED = (
    "document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
)


def solve(page: Page, text: str) -> None:
    """Paste a text, and solve it with the keyboard."""
    page.get_by_label("The puzzle", exact=True).fill(text)
    page.get_by_label("The puzzle", exact=True).press("Control+Enter")


def test_a_pasted_puzzle_is_solved_and_explained(visit: Visits, axe: str) -> None:
    page = visit("/")
    follow(page, "Solve or explain a puzzle")
    solve(page, SMALL)
    expect(page.locator("#verdict")).to_have_text("The puzzle has exactly one solution, and logic finds it.")
    expect(page.locator("#facts")).to_contain_text("4x4 minesweeper")
    sentences = puzzlegen("solve", SMALL, "--explain").stdout.splitlines()[:-1]
    page.get_by_role("button", name="Hint").click()
    where = puzzlegen("solve", SMALL, "--hint", "--level", "where").stdout
    expect(page.locator("#step-text")).to_have_text(where.strip().partition(". ")[2])
    page.get_by_role("button", name="Next step").press("Enter")
    expect(page.locator("#step-text")).to_have_text(sentences[0].partition(". ")[2])
    expect(page.locator("#step-of")).to_have_text(f"1 of {len(sentences)}")
    page.get_by_text("All steps in words").click()
    expect(page.locator("#step-list li")).to_have_text([one.partition(". ")[2] for one in sentences])
    page.locator("#step-list button").last.click()
    expect(page.locator("#step-of")).to_have_text(f"{len(sentences)} of {len(sentences)}")
    expect(page.get_by_role("button", name="Next step")).to_be_disabled()
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_label("Language of the steps").select_option("de")
    page.get_by_role("button", name="Next step").click()
    german = puzzlegen("solve", SMALL, "--explain", "--language", "de").stdout.splitlines()
    expect(page.locator("#step-text")).to_have_text(german[0].partition(". ")[2])


def test_nothing_moves_while_the_board_is_loaded(visit: Visits) -> None:
    page = visit("/solve")
    page.route("**/puzzle.svg*", lambda route: (time.sleep(0.5), route.continue_()))
    solve(page, SMALL)
    link = page.get_by_role("link", name="PDF", exact=True)
    link.wait_for()
    before = link.bounding_box()
    page.wait_for_load_state("networkidle")
    assert link.bounding_box() == before


def test_files_of_a_puzzle_are_those_of_the_command_line(visit: Visits, studio: Studio) -> None:
    page = visit("/solve")
    solve(page, SMALL)
    made = {}
    for words in ("Page to play", "PDF", "SVG"):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=words, exact=True).click()
        made[waiting.value.suggested_filename] = waiting.value.path().read_bytes()
    assert made["puzzle.pdf"].startswith(b"%PDF-")
    for name in ("play.html", "puzzle.svg"):
        usual = studio.folder / name
        assert puzzlegen("render", SMALL, "-o", str(usual)).returncode == 0
        assert made[name] == usual.read_bytes()


def test_a_puzzle_is_pasted_from_the_clipboard_and_dropped_as_a_file(visit: Visits, tmp_path: Path) -> None:
    page, file = visit("/solve"), tmp_path / "puzzle.txt"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    facts = page.locator("#facts")
    for puzzle, place, shown in ((SMALL, "body", "4x4 minesweeper"), (GRID, "#text", "3x3 minesweeper")):
        page.evaluate("text => navigator.clipboard.writeText(text)", puzzle)
        page.locator(place).press("Control+A")
        page.locator(place).press("Control+V")
        expect(page.locator("#text")).to_have_value(puzzle)
        page.locator(place).press("Control+Enter")  # outside of the field, the puzzle is solved at once
        expect(facts).to_contain_text(shown)
    for place in ("#file", "#text", "main"):  # the last element is outside the form: the whole page accepts files
        file.write_text(SMALL if place == "#text" else GRID, encoding="utf-8")
        drop_file(page.locator(place), file)
        expect(facts).to_contain_text("4x4" if place == "#text" else "3x3")
        page.locator("#text").fill("")
    assert len(page.context.pages) == 2  # no file was opened


def test_puzzles_without_one_solution_are_shown_as_such(visit: Visits) -> None:
    page = visit("/solve")
    solve(page, "3x1:a1a")
    expect(page.locator("#verdict")).to_have_text("The puzzle has more than one solution.")
    expect(page.locator("#facts")).to_contain_text("the solutions differ in R1C1, R1C3")
    page.get_by_text("Solution 2").click()
    expect(page.get_by_role("img", name="Solution 2")).to_have_js_property("complete", True)
    expect(page.get_by_role("link", name="Page to play")).to_be_hidden()
    solve(page, "3x1:3a1")
    expect(page.locator("#verdict")).to_have_text("The puzzle has no solution: R1C1 cannot hold.")


def test_a_text_that_is_no_puzzle_is_marked_at_the_error(visit: Visits, axe: str) -> None:
    page = visit("/solve")
    solve(page, "// from a friend\n4x4:a13f3a2a2a9")
    expect(page.locator("#problem")).to_contain_text(re.compile(r"^line 2, column [0-9]+: "))
    assert page.evaluate(SELECTED) == "9"
    expect(page.locator("#result")).to_be_hidden()
    page.evaluate(axe)
    assert found_by_axe(page) == []
    solve(page, "hello there")
    expect(page.locator("#problem")).to_contain_text("expected a puzzle such as")


def test_a_file_with_several_puzzles_lists_them(visit: Visits) -> None:
    page = visit("/solve")
    file = page.get_by_label("Or a file with puzzles")
    text = f"{SMALL}\n\n{GRID}\n\n4x4:wrong!\n"
    file.set_input_files({"name": "some.txt", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator("#found li")).to_have_count(3)
    expect(page.locator("#found li").last).to_contain_text("line 7: ")
    page.get_by_role("button", name="line 3: 3x3 minesweeper").press("Enter")
    expect(page.locator("#facts")).to_contain_text("3x3")
    for name, content, words in (("a.png", b"\x89PNG\0", "not a text"), ("b.txt", b"1" * 1_000_000, "larger than")):
        file.set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
        expect(page.locator("#problem")).to_contain_text(f"{name}: {words}")
