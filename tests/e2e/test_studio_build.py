"""The build tab of the studio: findings with pictures of their places, what to upload where, and all files at once."""

import io
import re
import zipfile
from pathlib import Path

import numpy as np
from browser_helpers import PATIENCE
from commands import puzzlegen
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from small_configs import TINY
from studio_pages import Studio, Visits, found_by_axe, run_work

from puzzlegen.files.build_folder import open_build_folder
from puzzlegen.files.templates import shipped_folder

MARK = (199, 0, 40)


def share_of_mark(page: Page, finding: Locator) -> float:
    """Return the share of pixels in the picture of a finding that have the color of the mark, 0 to 1."""
    address = finding.locator("img").evaluate("picture => picture.src")
    pixels = np.asarray(Image.open(io.BytesIO(page.request.get(address).body())).convert("RGB")).astype(int)
    return float((abs(pixels - MARK).max(axis=2) < 30).mean())


def test_a_book_is_built_checked_and_downloaded(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("built", TINY)
    page = visit("/books/built")
    page.locator("#tab-build").click()
    page.get_by_label("Make pictures and text for shops too").check()
    expect(page.locator("#yaml")).to_have_value(re.compile("listing: yes"))
    page.get_by_label("Make pictures and text for shops too").uncheck()
    expect(page.locator("#yaml")).not_to_have_value(re.compile("listing"))
    run_work(page, "Build the book")
    expect(page.locator("#clean")).to_contain_text("No findings")
    expect(page.locator("#uploading li").first).to_contain_text("Print interior.pdf, 6 pages, on letter")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all files").click()
    assert download.value.suggested_filename == "built.zip"
    with zipfile.ZipFile(download.value.path()) as packed:
        assert set(packed.namelist()) == {"built/interior.pdf", "built/preview.png", "built/puzzles.jsonl"}
        assert packed.read("built/interior.pdf") == (folder / "output" / "interior.pdf").read_bytes()

    puzzles = folder / "output" / "puzzles.jsonl"
    words = puzzles.read_text(encoding="utf-8")
    puzzles.write_text(re.sub(r'("solution": ")(.)', lambda found: found[1] + "ny"[found[2] == "n"], words, count=1))
    run_work(page, "Check the files")
    finding = page.locator("#findings li", has_text="A302").filter(has=page.locator("img")).first
    expect(finding).to_contain_text("puzzle 1")
    assert 0.0002 < share_of_mark(page, finding) < 0.2
    button = finding.get_by_role("button", name="Show page")
    shown = (button.text_content() or "").rpartition(" ")[2]
    button.press("Enter")
    expect(page.locator("#page")).to_have_value(shown)
    expect(page.get_by_alt_text(re.compile(f"^Page {shown}:"))).to_be_visible()
    page.evaluate(axe)
    assert found_by_axe(page) == []
    expect(page.locator("#uploading")).to_be_hidden()
    expect(page.locator("#files li")).to_have_count(0)


def test_files_of_a_book_that_was_changed_are_not_shown_as_verified(visit: Visits, studio: Studio, axe: str) -> None:
    studio.config("changed", TINY)
    page = visit("/books/changed")
    page.locator("#tab-build").click()
    run_work(page, "Build the book")
    outdated, download = page.locator("#outdated"), page.get_by_role("link", name="Download all files")
    expect(page.locator("#clean")).to_be_visible()
    expect(download).to_have_class(re.compile("primary"))
    page.locator("#tab-form").click()
    page.locator("#f-subtitle").fill("For a long winter")
    page.locator("#tab-build").click()
    expect(outdated).to_have_text("The book was changed after these files were built. Build it again.")
    expect(page.locator("#clean")).to_be_hidden()
    expect(page.locator("#uploading")).to_be_hidden()
    expect(download).not_to_have_class(re.compile("primary"))
    expect(page.get_by_role("button", name="Build the book")).to_have_class(re.compile("primary"))
    page.evaluate(axe)
    assert found_by_axe(page) == []
    run_work(page, "Check the files")
    expect(outdated).to_be_visible()
    page.reload()
    page.locator("#tab-build").click()
    expect(outdated).to_be_visible()
    page.locator("#tab-form").click()
    page.locator("#f-subtitle").fill("")
    page.locator("#tab-build").click()
    expect(outdated).to_be_hidden()
    expect(page.locator("#clean")).to_be_visible()
    expect(page.locator("#uploading li").first).to_be_visible()


def test_a_rejected_book_shows_the_pages_that_the_printer_would_refuse(visit: Visits, studio: Studio) -> None:
    folder = studio.config("large-type", TINY)
    figures = (shipped_folder("templates") / "printers.yaml").read_text(encoding="utf-8")
    before, name, behind = figures.partition("  home-letter:")
    (folder / "templates").mkdir()
    changed = before + name + behind.replace("type_pt: 7", "type_pt: 30", 1)
    (folder / "templates" / "printers.yaml").write_text(changed, encoding="utf-8")
    page = visit("/books/large-type")
    page.locator("#tab-build").click()
    run_work(page, "Build the book")
    expect(page.locator("#summary")).to_contain_text("see output/rejected")
    finding = page.locator("#findings li").first
    expect(finding).to_contain_text("type is too small: 10.5 pt; at least 30 pt")
    expect(finding.locator("img")).to_have_js_property("complete", True)
    assert finding.locator("img").evaluate("picture => picture.naturalWidth") == 640
    assert share_of_mark(page, finding) == 0  # only its page is known
    expect(page.locator("#clean")).to_be_hidden()


def test_the_files_of_an_earlier_build_are_listed_after_a_restart(
    visit: Visits, studio: Studio, tmp_path: Path
) -> None:
    folder = studio.config("earlier", TINY)
    (folder / "output").mkdir()
    (folder / "output" / "interior.pdf").write_bytes(b"%PDF-1.7")
    page = visit("/books/earlier")
    page.locator("#tab-build").click()
    expect(page.locator("#summary")).to_contain_text("built earlier")
    expect(page.locator("#guides-of-printers")).to_contain_text("not a finished book of this version")
    run_work(page, "Check the files")
    expect(page.locator("#summary")).to_contain_text("manifest.json")


def test_a_command_at_work_on_the_book_is_noticed_and_so_is_its_end(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    page.locator("#tab-build").click()
    with open_build_folder(folder / "output"):
        page.get_by_role("button", name="Build the book").click()
        expect(page.locator("#summary")).to_contain_text("another run is writing there: wait until it ends")
    assert puzzlegen("book", "book.yaml", "-o", "output", "--no-ledger", cwd=folder).returncode == 0
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when the window is chosen again
    expect(page.locator("#summary")).to_contain_text("This book was built earlier")
    expect(page.locator("#uploading li").first).to_contain_text("Print interior.pdf, 6 pages, on letter")


def test_warnings_lead_to_their_page_and_all_pages_are_listed(visit: Visits, studio: Studio, axe: str) -> None:
    studio.config("warned", TINY.replace("count: 2", "count: 5, opener: no"))
    page = visit("/books/warned")
    warning = page.locator("#warnings li", has_text="its last page has 1 of 2 puzzles")
    warning.get_by_role("button", name="Page 6").press("Enter")
    expect(page.locator("#page")).to_have_value("6")
    expect(warning).to_have_class("here")
    expect(warning).to_contain_text("Page 6: ")
    page.get_by_role("checkbox", name="All pages").check()
    pages = page.locator(".overview button")
    expect(pages).to_have_count(int((page.locator("#of").text_content() or "").split()[-1]))
    expect(pages.first.locator("img")).to_have_js_property("complete", True)
    page.evaluate(axe)
    assert found_by_axe(page) == []
    pages.nth(1).press("Enter")
    expect(page.locator("#page")).to_have_value("2")
    expect(page.get_by_alt_text("Page 2: how to play")).to_be_visible()


def test_cards_of_books_show_their_cover_or_first_page(visit: Visits, studio: Studio) -> None:
    studio.config("carded", TINY.replace("Tiny", "A Title Page"))
    studio.config("damaged", "title: [")
    page = visit("/")
    card = page.get_by_role("link", name="carded")
    expect(card.locator("img")).to_have_attribute("src", "/cards/mine/carded.png")
    found = {}
    for name in ("carded", "damaged"):
        reply = page.request.get(page.url + f"cards/mine/{name}.png", timeout=PATIENCE)
        found[name] = reply.headers["content-type"]
        if name == "carded":
            shown = Image.open(io.BytesIO(reply.body()))
            assert shown.height == 440 and np.asarray(shown.convert("L")).min() < 60
    assert found == {"carded": "image/png", "damaged": "image/svg+xml"}
