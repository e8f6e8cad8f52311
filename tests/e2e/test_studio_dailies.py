"""Dailies in the studio: a series is created, issued, viewed, changed, caught up and published in a real browser."""

import io
import json
import re
import shlex
from datetime import date, timedelta
from pathlib import Path

from commands import puzzlegen
from PIL import Image
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from studio_pages import SAVED, TODAY, ZONE, Studio, Visits, finished, found_by_axe

from puzzlegen.config.load import load_daily
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.series_site import newest_snippet
from puzzlegen.files.build_folder import open_build_folder

DAY = timedelta(days=1)
SMALL = "size: 5x4, difficulty: easy"
SERIES = f"""
title: Quiet
series: quiet
address: https://quiet.example/
timezone: {ZONE}
start: {TODAY - 9 * DAY}
skip: [{TODAY - 5 * DAY}]
week: {{{", ".join(f"{name}: {{{SMALL}}}" for name in ("monday", "tuesday", "wednesday", "thursday", "friday"))},
  saturday: {{{SMALL}}}, sunday: {{{SMALL}}}}}
"""


def cell(page: Page, day: date) -> str:
    """Return the words of a day in the calendar, after its month is shown."""
    found = page.locator(f".cell[data-day='{day}']")
    while not found.count():
        earlier = f"{day:%Y-%m}" < page.locator(".cell").first.get_attribute("data-day")
        page.get_by_role("button", name="Month before" if earlier else "Month after").click()
        expect(found).to_be_visible()
    return " ".join((found.text_content() or "").split())


def look_at(page: Page, day: date) -> None:
    """Show a day beside the calendar."""
    cell(page, day)
    page.locator(f".cell[data-day='{day}']").click()
    expect(page.locator("#day-title")).to_have_text(f"{day.day} {day:%B} {day.year}")


def puzzle(folder: Path, day: date) -> str:
    found = json.loads((folder / "output" / "daily" / str(day) / "puzzle.json").read_text(encoding="utf-8"))
    return str(found["puzzle"])


def begin(page: Page, axe: str) -> None:
    """Answer the questions of a new daily, first with an address that cannot be used."""
    page.get_by_role("link", name="New daily").click()
    page.get_by_label("Title").fill("Noon Puzzles")
    page.get_by_label("Web address").fill("http://noon.example/")
    page.get_by_label("Time zone").fill(ZONE)
    page.get_by_label("First day").fill(str(TODAY - 2 * DAY))
    page.get_by_role("button", name="Make the daily").click()
    expect(page.locator("#address-problem")).to_contain_text('did you mean "https://noon.example/"?')
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_label("Web address").fill("https://noon.example/")
    page.get_by_role("button", name="Make the daily").press("Enter")
    page.wait_for_url("**/dailies/noon-puzzles")
    expect(page.locator("#day-title")).to_be_visible()


def make_boards_small(page: Page) -> None:
    """Change the settings by the form and by the YAML."""
    page.locator("#tab-calendar").press("ArrowRight")
    page.locator("#tab-publish").press("ArrowRight")
    page.locator("details[data-loc='week/monday'] > summary").press("Enter")
    size, problem = page.locator("#f-week-monday-size"), page.locator("#f-week-monday-size-problem")
    size.fill("99x99")
    expect(problem).to_contain_text("use width x height")
    expect(page.locator("#calendar-problem")).to_have_text(re.compile("correct the marked fields first"))
    size.fill("6x6")
    expect(problem).to_be_hidden()
    expect(page.locator("#yaml")).to_have_value(re.compile("size: 6x6"))
    page.locator("#tab-yaml").click()
    text = re.sub(r"size: \w+, difficulty: \w+", SMALL, page.locator("#yaml").input_value())
    page.locator("#yaml").fill(text)
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(page.locator("#f-week-sunday-size")).to_have_value("5x4")


def look_at_today(page: Page) -> None:
    """Look at the pictures, the page to play and the files of today."""
    look_at(page, TODAY)
    picture = page.locator("#day img.board").first
    expect(picture).to_have_js_property("naturalWidth", 1200)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the page to play").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Noon Puzzles No. 3")
    expect(opened.value.get_by_role("button", name="Hint")).to_be_enabled()
    opened.value.close()
    page.get_by_text("All files", exact=True).click()
    names = page.locator("#day .files a").all_inner_texts()
    assert {"puzzle.png", "puzzle.pdf", "index.html", "email.html"} <= set(names)


def reissue_today(page: Page, folder: Path, axe: str) -> None:
    """Replace the puzzle of today, after its warning was declined once."""
    before, published = puzzle(folder, TODAY), (folder / "output" / "daily" / "feed.json").read_bytes()
    page.get_by_role("button", name="Replace the puzzle").click()
    question = page.locator("#question")
    expect(question).to_contain_text(
        f"{TODAY} gets another puzzle: readers of the earlier puzzle find another one under its number"
    )
    expect(question).to_contain_text("The day keeps its number.")
    expect(question.locator("code")).to_be_hidden()
    expect(question.locator("code")).to_have_text(f"puzzlegen daily daily.yaml --date {TODAY} --reissue")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    question.get_by_role("button", name="Cancel").press("Enter")
    expect(question).to_be_hidden()
    assert puzzle(folder, TODAY) == before
    assert (folder / "output" / "daily" / "feed.json").read_bytes() == published
    page.get_by_role("button", name="Replace the puzzle").click()
    question.get_by_role("button", name="Replace the puzzle").click()
    finished(page, "1 issued again")
    assert puzzle(folder, TODAY) != before


def test_a_daily_is_begun_made_changed_caught_up_and_published(visit: Visits, studio: Studio, axe: str) -> None:
    folder, page = studio.folder / "noon-puzzles", visit("/")
    begin(page, axe)
    make_boards_small(page)

    page.locator("#tab-calendar").click()
    expect(page.locator(".gap")).to_contain_text(f"no puzzle was issued for {TODAY - 2 * DAY}, {TODAY - DAY} (2 days)")
    assert cell(page, TODAY) == f"{TODAY:%A, %-d %B} today No. 3 5x4 easy not made yet"
    page.get_by_label("Days to make").fill("3")
    page.get_by_role("button", name="Make", exact=True).click()
    finished(page, "3 issued")
    for days, number in ((1, 4), (2, 5)):
        day = TODAY + days * DAY
        assert cell(page, day) == f"{day:%A, %-d %B} No. {number} 5x4 easy issued"

    look_at_today(page)
    reissue_today(page, folder, axe)

    page.get_by_role("button", name="Fill the gaps").first.click()
    finished(page, "2 issued")
    expect(page.locator(".well span")).to_have_text(f"newest day {TODAY}, No. 3; 2 days ahead, up to {TODAY + 2 * DAY}")
    expect(page.locator(".gap")).to_have_count(0)
    assert cell(page, TODAY - DAY).endswith("No. 2 5x4 easy issued")

    page.locator("#tab-publish").click()
    page.get_by_label("Folder inside").fill("../public")
    page.get_by_role("button", name="Publish to this folder").click()
    expect(page.locator("#work-problem")).to_contain_text('found "../public"')
    for typed in ("my site", "it's/$HOME", "web"):
        page.get_by_label("Folder inside").fill(typed)
        words = ["rsync", "-av", "--delete", f"{typed}/", "you@example.com:daily/"]
        assert shlex.split(page.locator("#upload-command").text_content() or "") == words
    page.get_by_role("button", name="Publish to this folder").click()
    finished(page, "files published; web")
    days = sorted(path.name for path in (folder / "web").glob("2*"))
    assert days == [str(TODAY - 2 * DAY), str(TODAY - DAY), str(TODAY)]
    page.get_by_role("button", name="Check all days").click()
    finished(page, "5 days read back and solved: 0 errors")
    (folder / "web" / str(TODAY) / "puzzle.png").unlink()
    page.locator("#tab-calendar").click()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when the user returns to the window
    expect(page.locator("#status li")).to_have_text(f"1 published file damaged or missing ({TODAY}/puzzle.png)")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_role("button", name="Publish to web").click()
    expect(page.locator(".gap")).to_have_count(0)
    assert (folder / "web" / str(TODAY) / "puzzle.png").is_file()


def test_coming_days_are_swapped_and_get_titles(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("planned", SERIES.replace(f"{TODAY - 9 * DAY}", f"{TODAY}", 1), "daily.yaml")
    done = puzzlegen("daily", "daily.yaml", "--days", "4", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    before = [puzzle(folder, TODAY + days * DAY) for days in range(4)]
    page = visit("/dailies/planned")
    expect(page.locator(".cell").first).to_be_visible()
    look_at(page, TODAY)
    expect(page.get_by_label("Swap with")).to_have_count(0)
    expect(page.get_by_label("Title over")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Proof of the coming 3 days (PDF)").click()
    with PdfDocument(download.value.path()) as document:
        assert len(document) == 3 + 1
    look_at(page, TODAY + DAY)
    page.get_by_label("Swap with").select_option(str(TODAY + 3 * DAY))
    page.get_by_role("button", name="Swap", exact=True).click()
    finished(page, "2 drawn (")
    assert [puzzle(folder, TODAY + days * DAY) for days in range(4)] == [before[n] for n in (0, 3, 2, 1)]
    expect(page.locator("#status")).not_to_contain_text("has no effect")
    look_at(page, TODAY + DAY)
    page.get_by_label("Title over").fill("Snow – Ann")
    page.get_by_role("button", name="Set the title").press("Enter")
    page.locator("#question").get_by_role("button", name="Redraw").click()
    finished(page, "1 redrawn")
    expect(page.locator("#day .facts")).to_contain_text("“Snow – Ann”")
    assert puzzle(folder, TODAY + DAY) == before[3]
    page.evaluate(axe)
    assert found_by_axe(page) == []
    look_at(page, TODAY + 5 * DAY)
    page.get_by_label("Title over").fill("Ice")
    page.get_by_role("button", name="Set the title").click()
    expect(page.locator("#day .facts")).to_contain_text("“Ice”, planned")
    page.get_by_label("Title over").fill("")
    page.get_by_role("button", name="Set the title").click()
    expect(page.locator("#day .facts")).not_to_contain_text("Ice")
    choices = [(choice.date, choice.title) for choice in load_daily(folder / "daily.yaml").choices]
    assert choices == [(TODAY + DAY, "Snow – Ann")]


def test_the_calendar_works_with_the_keyboard_and_passes_axe(visit: Visits, studio: Studio, axe: str) -> None:
    folder = studio.config("calendar", SERIES, "daily.yaml")
    for day in (TODAY - 9 * DAY, TODAY - DAY):
        done = puzzlegen("daily", "daily.yaml", "--date", str(day), "--quiet", cwd=folder)
        assert done.returncode == 0, done.stderr
    page = visit("/dailies/calendar")
    expect(page.locator(f".cell[data-day='{TODAY}']")).to_have_attribute("aria-current", "date")
    states = [cell(page, TODAY + days * DAY) for days in (-5, -2, -1, 0, 1)]
    for state, words in zip(states, ("skipped", "missed", "issued", "not made yet", "planned"), strict=True):
        assert state.endswith(words), state
    look_at(page, TODAY)
    page.locator(f".cell[data-day='{TODAY}']").focus()
    for key, days in (("ArrowRight", 1), ("ArrowDown", 8), ("ArrowLeft", 7), ("ArrowUp", 0), ("ArrowUp", -7)):
        page.keyboard.press(key)
        expect(page.locator(f".cell[data-day='{TODAY + days * DAY}']")).to_be_focused()
    expect(page.locator("#day-title")).to_have_text(f"{TODAY - 7 * DAY:%-d %B %Y}")
    page.keyboard.press("PageDown")
    following = (TODAY - 7 * DAY).replace(day=1) + 31 * DAY
    expect(page.locator(".cell:focus")).to_have_attribute("data-day", re.compile(f"{following:%Y-%m}"))
    look_at(page, TODAY - DAY)
    expect(page.locator("#day img.board").first).to_have_js_property("complete", True)
    page.evaluate(axe)
    for tab in ("calendar", "publish", "form", "yaml"):
        page.locator(f"#tab-{tab}").click()
        assert (tab, found_by_axe(page)) == (tab, [])


def test_days_to_skip_are_typed_on_lines_or_chosen_in_the_calendar(visit: Visits, studio: Studio) -> None:
    folder = studio.config("skipped", SERIES, "daily.yaml")
    page = visit("/dailies/skipped")
    expect(page.locator(".cell").first).to_be_visible()
    look_at(page, TODAY + DAY)
    page.get_by_role("button", name="Skip this day").click()
    expect(page.locator("#day")).to_contain_text("The settings leave this day out")
    page.get_by_role("button", name="Have a puzzle on this day").click()
    expect(page.get_by_role("button", name="Skip this day")).to_be_visible()
    assert [str(one) for one in load_daily(folder / "daily.yaml").skip] == [str(TODAY - 5 * DAY)]
    page.get_by_role("button", name="Skip this day").click()
    expect(page.locator("#day")).to_contain_text("The settings leave this day out")
    page.locator("#tab-publish").click()
    expect(page.get_by_label("HTML of a frame")).to_have_value(
        newest_snippet(series_from_config(load_daily(folder / "daily.yaml")))
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").last.click()
    expect(page.get_by_text("copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#newest-picture").input_value()
    page.locator("#tab-form").click()
    skip = page.locator("#f-skip")
    expect(skip).to_have_value(f"{TODAY - 5 * DAY}\n{TODAY + DAY}")
    skip.fill(f"12-25\n{TODAY + 2 * DAY}")
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(page.locator("#problems")).to_be_hidden()
    skipped = load_daily(folder / "daily.yaml").skip
    assert [str(one) for one in skipped] == ["12-25", str(TODAY + 2 * DAY)]
    skip.fill("Christmas")
    expect(page.locator("#f-skip-problem")).to_contain_text('found "Christmas"')
    expect(skip).to_have_attribute("aria-invalid", "true")
    skip.fill("")
    expect(page.locator("#f-skip-problem")).to_be_hidden()


def test_work_of_another_program_and_of_another_window_is_noticed(visit: Visits, studio: Studio) -> None:
    folder = studio.config("busy", SERIES, "daily.yaml")
    page = visit("/dailies/busy")
    with open_build_folder(folder / "output" / "daily"):
        page.get_by_role("button", name="Make", exact=True).click()
        expect(page.locator("#work-problem")).to_contain_text("another run is writing there: wait until it ends")
    done = puzzlegen("daily", "daily.yaml", "--date", str(TODAY), "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when the user returns to the window
    expect(page.locator(f".cell[data-day='{TODAY}'] img")).to_be_visible()
    page.get_by_label("Days to make").fill("300")
    page.get_by_role("button", name="Make", exact=True).click()
    expect(page.locator("#stage")).to_contain_text(re.compile(r"Drawing days.*: [1-9][0-9]* of 299"))
    second = visit("/dailies/busy")
    expect(second.locator("#stage")).to_contain_text(re.compile(r"Drawing days.*: [1-9][0-9]* of 299"))
    second.get_by_role("button", name="Stop", exact=True).click()
    for window in (page, second):
        finished(window, "finished days are kept")
    assert cell(second, TODAY + DAY).endswith("issued")


def test_the_ready_daily_is_copied_and_begins_today(visit: Visits, studio: Studio) -> None:
    page = visit("/")
    page.get_by_role("button", name="Copy The Daily Pencil Minesweeper").click()
    page.wait_for_url("**/dailies/daily")
    expect(page.locator("#make-note")).to_have_text("Today's puzzle is not made yet.")
    expect(page.locator("#status li")).to_have_text(re.compile("waits to be issued$"))


def test_a_logo_is_uploaded_in_the_settings_of_a_daily(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.config("branded", SERIES, "daily.yaml")
    page = visit("/dailies/branded")
    page.locator("#tab-form").click()
    upload = page.get_by_label("Upload a picture")
    upload.set_input_files(
        {"name": "photo.png", "mimeType": "image/png", "buffer": png(Image.effect_noise((900, 200), 90))}
    )
    expect(page.locator("#f-logo-upload-refused")).to_contain_text("use a plain logo with few colors, not a photo")
    assert "logo" not in (folder / "daily.yaml").read_text(encoding="utf-8")
    upload.set_input_files(
        {"name": "Logo.png", "mimeType": "image/png", "buffer": png(Image.new("RGB", (900, 200), "navy"))}
    )
    expect(page.locator("#f-logo")).to_have_value("pictures/logo.png")
    assert Image.open(folder / "pictures" / "logo.png").size == (900, 200)
    page.get_by_role("button", name="Remove the picture").click()
    expect(page.locator("#f-logo")).to_have_value("")


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_damaged_files_are_mended_in_the_ways_that_the_page_names(visit: Visits, studio: Studio) -> None:
    folder = studio.config("damaged", SERIES, "daily.yaml")
    done = puzzlegen("daily", "daily.yaml", "--date", str(TODAY), "--publish", "public", "--quiet", cwd=folder)
    assert done.returncode == 0, done.stderr
    for name in (f"output/daily/{TODAY}/puzzle.png", "output/daily/feed.xml", "public/feed.xml"):
        with (folder / name).open("ab") as file:
            file.write(b"x")
    page = visit("/dailies/damaged")
    page.locator("#tab-publish").click()
    page.get_by_role("button", name="Check all days").click()
    finished(page, "1 day read back and solved: 4 errors; public: 1 day read back and solved: 1 error")
    remedies = page.locator("#findings .help").all_text_contents()
    of_series, of_day, of_copy = (
        "Make the files beside the days again with the button Make in the calendar.",
        "Draw it again in the calendar.",
        "Publish again to its folder.",
    )
    assert sorted(remedies) == sorted([of_series, of_series, of_day, of_day, of_copy])
    page.locator("#tab-calendar").click()
    look_at(page, TODAY)
    page.get_by_role("button", name="Draw its files again").click()
    finished(page, "1 drawn (")
    page.get_by_role("button", name="Make", exact=True).click()
    finished(page, "1 unchanged")
    page.locator("#tab-publish").click()
    page.get_by_role("button", name="Publish to this folder").click()
    finished(page, "published; public")
    page.get_by_role("button", name="Check all days").click()
    finished(page, "1 day read back and solved: 0 errors; public: 1 day read back and solved: 0 errors")
