"""The journey of a publisher without a terminal: a book with its own cover, its large print, and a week of a daily."""

from datetime import timedelta
from pathlib import Path

from journey_steps import verifies
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from studio_pages import TODAY, ZONE, finished, run_work, running_studio, visiting


def upload_artwork(page: Page, file: Path, width: int, height: int) -> None:
    """Put artwork of a size in pixels on the cover."""
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(file)
    page.locator("#f-cover-artwork-file-upload").set_input_files(file)
    expect(page.locator("#f-cover-artwork-file")).to_have_value(f"pictures/{file.name}")


def build_and_check(page: Page, folder: Path) -> None:
    """Build the book, and check its files in the studio and by the command."""
    expect(page.locator("#saved")).to_have_text("saved")
    page.locator("#tab-build").click()
    for button in ("Build the book", "Check the files"):
        run_work(page, button)
        expect(page.locator("#clean")).to_contain_text("No findings")
        expect(page.locator("#outdated")).to_be_hidden()
    expect(page.locator("#uploading li").first).to_be_visible()
    assert page.locator("#warnings li").all_inner_texts() == []
    verifies(folder, "output", "24 puzzles")
    page.locator("#tab-form").click()


def mend_all(page: Page, label: str, value: str) -> None:
    """Give this value to each field with this label that the list of problems leads to."""
    problems = page.locator("#problem-list li").filter(has_text=label)
    expect(problems).not_to_have_count(0)
    for left in range(problems.count() - 1, -1, -1):
        problems.first.get_by_role("button").press("Enter")
        page.locator("input:focus").fill(value)
        expect(problems).to_have_count(left)


def test_a_book_and_its_large_print(browser: Browser, tmp_path: Path) -> None:
    folder, art = tmp_path / "books" / "snow-on-the-roof", tmp_path / "art"
    art.mkdir()
    with running_studio(tmp_path / "books") as studio, visiting(browser, studio) as visit:
        page = visit("/")
        page.get_by_role("link", name="New book").click()
        page.get_by_label("Title").fill("Snow on the Roof")
        page.get_by_label("Author or publisher").fill("Ann Bee")
        page.get_by_label("Puzzles").fill("24")
        page.get_by_label("Page size").fill("6x9")
        page.get_by_role("button", name="Next: see the pages").press("Enter")
        page.wait_for_url("**/books/snow-on-the-roof")
        expect(page.locator("#spread img").first).to_be_visible()
        page.locator("details[data-loc=cover] > summary").press("Enter")
        upload_artwork(page, art / "snow.png", 1838, 2775)
        build_and_check(page, folder)
        paperback = (folder / "output" / "puzzles.jsonl").read_bytes()

        page.get_by_label("Look", exact=True).select_option("large-print")
        page.get_by_label("Page size", exact=True).fill("8.5x11")
        mend_all(page, "Puzzles on a page", "auto")  # large print has one; the artwork is too small then
        upload_artwork(page, art / "large-snow.png", 2588, 3375)
        build_and_check(page, folder)
        assert (folder / "output" / "puzzles.jsonl").read_bytes() == paperback
        text = (folder / "book.yaml").read_text(encoding="utf-8")
        assert all(line in text for line in ("theme: large-print", "trim: 8.5x11", "file: pictures/large-snow.png"))


def test_a_week_of_a_daily(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "noon-puzzles"
    with running_studio(tmp_path) as studio, visiting(browser, studio) as visit:
        page = visit("/")
        page.get_by_role("link", name="New daily").click()
        page.get_by_label("Title").fill("Noon Puzzles")
        page.get_by_label("Web address").fill("https://noon.test/")
        page.get_by_label("Time zone").fill(ZONE)
        page.get_by_label("First day").fill(str(TODAY - timedelta(days=3)))
        page.get_by_role("button", name="Make the daily").press("Enter")
        page.wait_for_url("**/dailies/noon-puzzles")
        page.get_by_label("Days to make").fill("4")
        page.get_by_role("button", name="Make", exact=True).click()
        finished(page, "4 issued")
        page.get_by_role("button", name="Fill the gaps").first.click()
        finished(page, "3 issued")
        page.locator("#tab-publish").click()
        page.get_by_label("Folder inside").fill("web")
        page.get_by_role("button", name="Publish to this folder").click()
        finished(page, "files published; web")
        page.get_by_role("button", name="Check all days").click()
        finished(page, "7 days read back and solved: 0 errors")
        verifies(folder, "output/daily", "7 days")
        verifies(folder, "web --ledger output/ledger.sqlite", "4 days")
