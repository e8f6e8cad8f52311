"""Books and dailies are renamed, duplicated and removed on the start page, in a real browser."""

import re

from playwright.sync_api import expect
from small_book import puzzles_of
from small_configs import QUIET, TINY
from studio_pages import Studio, Visits, found_by_axe

from puzzlegen.book.edition import write_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import open_build_folder

WAITING = re.compile("another run is writing there: wait until it ends, then try again")
LONG = TINY.replace("count: 2, size: 6x5", "count: 300, size: 35x35").replace("per_page: 2", "per_page: 1")


def test_a_book_is_renamed_with_its_folder_while_its_puzzles_are_made(visit: Visits, studio: Studio) -> None:
    folder = studio.config("first-name", LONG.replace("Tiny", "First Name"))
    editor = visit("/books/first-name")
    expect(editor.locator("#note")).to_contain_text(re.compile("Making the puzzles: [1-9]"))
    editor.close()
    page = visit("/")
    page.get_by_role("link", name="Rename First Name").press("Enter")
    title = page.get_by_label("Title")
    expect(title).to_be_focused()
    expect(title).to_have_value("First Name")
    title.fill("Łucja’s “Fields” & Straße")
    title.press("Enter")
    page.wait_for_url("**/?renamed=%C5%82ucja-s-fields-strasse")
    expect(page.get_by_role("status")).to_have_text(
        "The book is called “Łucja’s “Fields” & Straße” now, in the folder łucja-s-fields-strasse."
    )
    expect(page.get_by_role("status")).to_be_focused()
    renamed = studio.folder / "łucja-s-fields-strasse"
    assert "title: Łucja’s “Fields” & Straße\n" in (renamed / "book.yaml").read_text(encoding="utf-8")
    assert (renamed / ".studio").is_dir() and not folder.exists()
    page.get_by_role("link", name="Łucja’s “Fields” & Straße Book").click()
    page.wait_for_url("**/books/%C5%82ucja-s-fields-strasse")
    expect(page.locator("#project-title")).to_have_text("Łucja’s “Fields” & Straße")
    expect(page.locator("#spread img").first).to_be_visible()


def test_a_book_is_duplicated_once_by_a_double_press_and_opened(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("model", TINY.replace("title: Tiny", "title: Model"))
    (folder / "foreword.md").write_text("# Foreword", encoding="utf-8")
    page = visit("/")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Duplicate Model, model").dblclick()
    page.wait_for_url("**/books/model-2")
    expect(page.locator("#project-title")).to_have_text("Model")
    expect(page.locator("#spread img").first).to_be_visible()
    copy = studio.folder / "model-2"
    assert (copy / "foreword.md").read_text(encoding="utf-8") == "# Foreword"
    first, second = (loads_book((one / "book.yaml").read_text(encoding="utf-8")) for one in (folder, copy))
    assert first.series != second.series and not (studio.folder / "model-3").exists()
    page.goto(page.url.partition("/books")[0])
    expect(page.get_by_role("link", name="Model Book in the folder model-2")).to_be_visible()
    expect(page.get_by_role("link", name="Remove Model, model-2")).to_be_visible()


def test_a_daily_is_removed_after_a_question_and_lies_in_a_folder(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("unwanted", QUIET.replace("Quiet", "Unwanted"), "daily.yaml")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    page = visit("/")
    page.get_by_role("link", name="Remove Unwanted").press("Enter")
    page.get_by_role("link", name="Cancel").press("Enter")
    page.wait_for_url("**/")
    assert folder.is_dir()
    page.get_by_role("link", name="Remove Unwanted").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Remove “Unwanted”?")
    above = studio.folder / "removed_projects"
    expect(page.locator("main")).to_contain_text(str(above))
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Remove").press("Enter")
    page.wait_for_url("**/?removed=unwanted")
    expect(page.get_by_role("status")).to_contain_text(f"“Unwanted” was removed. It lies in {above / 'unwanted'}.")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    assert not folder.exists() and (above / "unwanted" / "notes.txt").read_text(encoding="utf-8") == "mine"
    (above / "unwanted").rename(folder)
    page.reload()
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.get_by_role("link", name="Remove Unwanted")).to_be_visible()


def test_a_project_at_work_is_neither_renamed_nor_removed(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("at-work", TINY.replace("Tiny", "At Work"))
    page = visit("/rename/at-work")
    with open_build_folder(folder / "output"):
        page.get_by_label("Title").fill("Another Title")
        page.get_by_role("button", name="Rename").press("Enter")
        expect(page.get_by_role("alert")).to_have_text(WAITING)
        expect(page.get_by_label("Title")).to_have_accessible_description(WAITING)
        expect(page.get_by_label("Title")).to_have_value("Another Title")
        page.evaluate(axe)
        assert found_by_axe(page) == []
        page.goto(page.url.replace("rename", "remove"))
        page.get_by_role("button", name="Remove").press("Enter")
        expect(page.get_by_role("alert")).to_have_text(WAITING)
    assert "title: At Work" in (folder / "book.yaml").read_text(encoding="utf-8")


def test_a_book_that_is_built_in_the_studio_is_not_removed_and_its_report_does_not_outlive_it(
    visit: Visits, studio: Studio
) -> None:
    studio.config("built", LONG)
    page = visit("/books/built")
    page.locator("#tab-build").click()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#stage")).to_contain_text(re.compile(r"Making puzzles: [1-9]"))
    other = visit("/remove/built")
    other.get_by_role("button", name="Remove").press("Enter")
    expect(other.get_by_role("alert")).to_have_text(
        "built: work on it is running: wait until it ends, or stop it, then try again"
    )
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#summary")).to_contain_text("build again to continue")
    page.close()
    other.get_by_role("button", name="Remove").press("Enter")
    other.wait_for_url("**/?removed=built")
    studio.config("built", TINY)
    again = visit("/books/built")
    again.locator("#tab-build").click()
    expect(again.locator("#spread img").first).to_be_visible()
    expect(again.locator("#summary")).to_be_empty()


def test_an_edition_and_a_volume_are_made_of_a_book(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("twice", TINY.replace("title: Tiny", "title: Twice"))
    (folder / "foreword.md").write_text("# Foreword", encoding="utf-8")
    page = visit("/second/twice")
    expect(page.locator("main")).to_contain_text("Build the book first")
    (folder / "output").mkdir()
    write_puzzles(folder / "output", puzzles_of(loads_book(TINY)))
    page.reload()
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_label("Page size").fill("2x2")
    page.get_by_role("button", name="Make the edition").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text('--trim: found "2x2"')
    page.get_by_label("Page size").fill("")
    page.get_by_role("button", name="Make the edition").press("Enter")
    page.wait_for_url("**/books/twice-large-print")
    edition = studio.folder / "twice-large-print"
    config = (edition / "book.yaml").read_text(encoding="utf-8")
    assert "theme: large-print" in config and "puzzles: puzzles.jsonl" in config
    assert (edition / "puzzles.jsonl").read_bytes() == (folder / "output" / "puzzles.jsonl").read_bytes()
    assert (edition / "foreword.md").is_file() and not (edition / "output").exists()

    page = visit("/books/twice")
    page.get_by_role("tab", name="Build").press("Enter")
    page.get_by_role("link", name="New edition or volume").press("Enter")
    page.wait_for_url("**/second/twice")
    page.get_by_role("button", name="Make the volume").press("Enter")
    page.wait_for_url("**/books/twice-2")
    expect(page.locator("#yaml")).to_have_value(re.compile("volume: 2"))
