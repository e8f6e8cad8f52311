"""The studio in a real browser: books are made, mended, built and changed by mouse and keyboard."""

import hashlib
import json
import re
import shutil
import time
from pathlib import Path

import pytest
from browser_helpers import wait_until
from commands import puzzlegen, records
from playwright.sync_api import Browser, Page, expect
from small_configs import TINY
from studio_pages import SAVED, Studio, Visits, found_by_axe, run_work, running_studio, visiting

LONG = f"""{TINY.rstrip()}
  - {{name: Long, count: 300, size: 35x35, difficulty: hard, per_page: 1}}
"""  # the first puzzles are soon finished, and the last not for minutes


def build(page: Page) -> None:
    """Build the book of the page, and wait until it is verified."""
    page.locator("#tab-build").click()
    run_work(page, "Build the book")
    expect(page.locator("#files li").first).to_have_text("interior.pdf: the pages, to print")


def by_command(project: Path, folder: Path) -> dict[str, str]:
    """Build the book of a project in another folder, as the documentation says, and return what its files hold."""
    folder.mkdir()
    for file in (*project.glob("*.yaml"), *project.glob("*.jsonl")):
        shutil.copy(file, folder)
    done = puzzlegen("book", "book.yaml", "-o", "output", "--ledger", "../ledger.sqlite", cwd=folder)
    assert done.returncode == 0, done.stderr
    return held(folder / "output")


def held(output: Path) -> dict[str, str]:
    """Return the digest of each file of a book; of the manifest without the seconds and the ledger of the build."""
    files = {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}
    manifest = json.loads(files["manifest.json"])
    del manifest["seconds"], manifest["ledger"]
    files["manifest.json"] = json.dumps(manifest).encode()
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


def test_a_new_book_is_mended_and_built_as_by_the_command_line(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.folder / "my-little-book"
    page = visit("/")
    page.get_by_role("link", name="New book").click()
    page.get_by_label("Title").fill("My Little Book")
    page.get_by_label("Puzzles").fill("2")
    page.get_by_label("Difficulty").select_option("easy")
    page.get_by_label("Layout of the clues").select_option(label="symmetric")
    page.get_by_label("Printer", exact=True).select_option(label="Printer at home, Letter (home-letter)")
    page.get_by_label("Language of the pages").select_option(label="English (en)")
    page.get_by_label("Hints at the back").uncheck()
    page.get_by_label("Page size").fill("6 by")
    page.get_by_role("button", name="Next: see the pages").press("Enter")
    expect(page.locator("#trim-problem")).to_contain_text("use a name such as 8.5x11")
    expect(page.get_by_label("Page size")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Page size").fill("8.5 by 11 inches")
    page.get_by_role("button", name="Next: see the pages").press("Enter")
    page.wait_for_url("**/books/my-little-book")
    expect(page.locator("#spread img").first).to_have_js_property("complete", True)
    expect(page.locator("#f-sections-0-layout")).to_have_value("symmetric")

    size, problem = page.locator("#f-sections-0-size"), page.locator("#f-sections-0-size-problem")
    size.fill("6y5")
    expect(problem).to_contain_text("use width x height")
    expect(size).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#problem-list li")).to_have_text(
        re.compile(r"Size of the boards: line [0-9]+: use width x height")
    )
    size.fill("6x5")
    expect(problem).to_be_hidden()
    expect(page.locator("#problems")).to_be_hidden()
    assert "size: 6x5" in page.locator("#yaml").input_value()

    page.locator("#tab-form").press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-puzzles"
    expect(page.locator("#panel-puzzles")).to_be_visible()
    build(page)
    names = page.locator("#files a").all_inner_texts()
    assert {"interior.pdf", "preview.png", "puzzles.jsonl"} == set(names)
    address = page.locator("#files a").first.evaluate("link => link.href")
    assert page.request.get(address).body().startswith(b"%PDF-")
    assert held(folder / "output") == by_command(folder, tmp_path / "copy")


def test_a_puzzle_of_a_book_built_by_the_command_line_is_replaced(
    visit: Visits, studio: Studio, axe: str, tmp_path: Path
) -> None:
    separate = "back_matter: {answer_key: {place: separate}}\n"
    folder = studio.config("same", TINY.replace("series: tiny", "series: same") + separate)
    command = ("book", "book.yaml", "-o", "output", "--ledger", "../ledger.sqlite")
    assert puzzlegen(*command, cwd=folder).returncode == 0
    usual = [record["puzzle"] for record in records(folder / "output")]
    page = visit("/books/same")
    page.locator("#tab-puzzles").click()
    page.locator("#bench button").first.press("Enter")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#step-text")).not_to_be_empty()
    page.get_by_role("button", name="Make candidates").click()
    page.locator("#candidates button").first.click()
    expect(page.get_by_role("button", name="Use the book’s own puzzle")).to_be_visible()
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#bench button").first).to_contain_text("chosen")
    choice = json.loads((folder / "choices.jsonl").read_text(encoding="utf-8"))
    assert choice["place"] == 1 and choice["puzzle"] not in usual
    page.set_viewport_size({"width": 1280, "height": 800})
    build(page)
    assert [record["puzzle"] for record in records(folder / "output")] == [choice["puzzle"], usual[1]]
    built = held(folder / "output")
    assert built.keys() == {"interior.pdf", "answers.pdf", "preview.png", "puzzles.jsonl", "manifest.json"}
    assert built == by_command(folder, tmp_path / "copy")
    assert puzzlegen(*command, cwd=folder).returncode == 0
    assert built == held(folder / "output")


def test_a_button_over_the_pages_leads_to_a_refused_value(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY.replace("6x5", "6y5"))
    page = visit("/books/tiny")
    page.locator("#tab-build").click()
    lead = page.get_by_role("button", name="Show what to fix")
    lead.press("Enter")
    size = page.locator("#f-sections-0-size")
    expect(size).to_be_focused()
    size.fill("6x5")
    expect(lead).to_be_hidden()


def test_pages_that_cannot_be_laid_out_or_bound_lead_to_their_field(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY.replace("home-letter", "kdp, trim: 6x9").replace("6x5", "9x9"))
    page = visit("/books/tiny")
    lead, notes = page.locator("#to-fix"), page.locator("#f-back_matter-notes_pages")
    expect(page.locator("#warnings")).to_contain_text("This book cannot be built: ")
    expect(page.locator("#warnings")).to_contain_text("to “Pages for notes”")
    page.locator("#tab-build").click()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#summary")).to_contain_text("to “Pages for notes”")
    expect(page.locator("#summary")).not_to_contain_text("book.yaml")
    page.locator("#build-fix").click()
    expect(notes).to_be_focused()
    expect(notes).to_have_attribute("aria-invalid", "true")
    notes.fill("30")
    expect(lead).to_be_hidden()
    expect(page.locator("#warnings")).not_to_contain_text("cannot be built")

    page.get_by_label("Look", exact=True).select_option("children")
    expect(page.locator("#note")).to_have_text("The pages are those before the last change.")
    lead.click()
    expect(page.locator("#f-sections-0-per_page")).to_be_focused()
    expect(page.locator("#f-sections-0-per_page-problem")).to_contain_text("theme children")


def test_links_lead_to_the_groups_of_the_form_and_the_bar_follows_the_title(visit: Visits, studio: Studio) -> None:
    studio.config("led", f"{TINY}cover: {{make: yes}}\n".replace("home-letter", "kdp").replace("count: 2", "count: 24"))
    page = visit("/books/led")
    expect(page.locator("#spread img").first).to_be_visible()
    links = page.get_by_role("navigation", name="Settings").get_by_role("link")
    links.get_by_text("Cover").press("Enter")
    expect(page.locator("details[data-loc=cover] > summary")).to_be_focused()
    upload = page.locator("#f-cover-artwork-file-upload")
    expect(upload).to_be_in_viewport()
    expect(page.get_by_alt_text("The cover")).to_be_visible()
    for one in links.all():
        one.click()
        links_end = page.locator(".groups").bounding_box()
        shown = page.locator(":focus").bounding_box()
        assert links_end and shown and shown["y"] >= links_end["y"] + links_end["height"], one.inner_text()
    expect(page.get_by_alt_text("The cover")).to_be_hidden()
    page.locator("#f-title").fill("A Longer Title")
    expect(page.locator("#project-title")).to_have_text("A Longer Title")
    expect(page).to_have_title("A Longer Title · puzzlegen studio")
    expect(page.locator(".top .file")).to_have_text("led/book.yaml")
    page.get_by_role("button", name="Next: build the files").press("Enter")
    expect(page.locator("#build")).to_be_focused()
    expect(page.locator("#to-build")).to_be_hidden()


def test_a_problem_in_a_group_above_leaves_the_focused_part_in_its_place(visit: Visits, studio: Studio) -> None:
    studio.config("steady", f"{TINY}cover: {{make: yes}}\n")
    page = visit("/books/steady")
    expect(page.locator("#spread img").first).to_be_visible()
    links = page.get_by_role("navigation", name="Settings").get_by_role("link")
    links.get_by_text("Cover").press("Enter")
    summary = page.locator("details[data-loc=cover] > summary")
    expect(summary).to_be_focused()
    notes = page.get_by_label("Pages for notes", exact=True)
    for problems in ('[{loc: "back_matter/notes", text: "more of them"}]', "[]"):
        top = summary.evaluate("part => part.getBoundingClientRect().top")
        page.evaluate(f"showProblems([], {problems})")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert summary.evaluate("part => part.getBoundingClientRect().top") == pytest.approx(top, abs=1)
        expect(notes).to_be_visible()


def test_another_printer_can_be_chosen_from_a_list(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", TINY)
    page = visit("/books/tiny")
    page.get_by_label("Printer", exact=True).select_option("lulu")
    expect(page.locator("#yaml")).to_have_value(re.compile("profile: lulu"))
    expect(page.locator("#saved")).to_have_text(SAVED)
    assert "lulu" in (folder / "book.yaml").read_text(encoding="utf-8")


def test_a_build_has_what_was_typed_last_and_the_ledger_of_the_config(visit: Visits, studio: Studio) -> None:
    folder = studio.config("typed", f"{TINY}ledger: own.sqlite\n")
    page = visit("/books/typed")
    expect(page.locator("#spread img").first).to_be_visible()
    page.locator("#f-title").evaluate(  # quicker than anybody can click
        """field => {
            field.value = "Typed Just Before";
            field.dispatchEvent(new Event("input", { bubbles: true }));
            byId("build").click();
        }"""
    )
    page.locator("#tab-build").click()
    expect(page.locator("#files a").first).to_have_text("interior.pdf")
    assert json.loads((folder / "output" / "manifest.json").read_text(encoding="utf-8"))["title"] == "Typed Just Before"
    assert (folder / "own.sqlite").is_file()


def test_what_is_typed_while_puzzles_are_made_is_saved_and_a_stopped_build_continues(
    visit: Visits, studio: Studio
) -> None:
    folder = studio.config("long", LONG)
    page = visit("/books/long")
    making = page.locator("#note")
    expect(making).to_contain_text(re.compile("Making the puzzles: [1-9]"))
    page.locator("#f-title").press("End")
    page.keyboard.type(" Typed Meanwhile")
    expect(page.locator("#saved")).to_have_text(SAVED)
    assert "title: Tiny Typed Meanwhile\n" in (folder / "book.yaml").read_text(encoding="utf-8")
    expect(making).to_contain_text(re.compile("Making the puzzles: [1-9]"))  # which goes on
    page.locator("#tab-build").click()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#stage")).to_contain_text(re.compile(r"Making puzzles: [1-9]"))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#summary")).to_contain_text("build again to continue")
    expect(page.locator("#stop")).to_be_hidden()
    page.get_by_role("button", name="Build the book").click()
    expect(page.locator("#lines")).to_contain_text(re.compile(r"resumes with [0-9]+ finished"))
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#stop")).to_be_hidden()


def test_what_is_typed_before_a_slow_reply_stays_in_the_form_and_in_the_yaml(visit: Visits, studio: Studio) -> None:
    folder = studio.config("slow", TINY)
    page = visit("/books/slow")
    expect(page.locator("#spread img").first).to_be_visible()
    page.route("**/save", lambda route: (time.sleep(0.5), route.continue_()))
    title, text, saved = page.locator("#f-title"), page.locator("#yaml"), page.locator("#saved")
    page.get_by_role("button", name="Add a section").click()
    title.press("End")
    page.keyboard.type(" and a Longer Title", delay=60)
    expect(title).to_be_focused()
    expect(page.locator("#f-sections-1-name")).to_have_value("New section")
    expect(title).to_have_value("Tiny and a Longer Title")
    page.keyboard.type(", Continued")
    expect(saved).to_have_text(SAVED)
    assert "title: Tiny and a Longer Title, Continued\n" in (folder / "book.yaml").read_text(encoding="utf-8")

    title.fill("Short")
    page.locator("#tab-yaml").click()
    text.press("Control+End")
    page.keyboard.type("# my remark at the end", delay=60)
    expect(saved).to_have_text(SAVED)
    written = (folder / "book.yaml").read_text(encoding="utf-8")
    assert "title: Short\n" in written and written.endswith("# my remark at the end"), written
    expect(text).to_have_value(written)
    expect(text).to_be_focused()
    expect(title).to_have_value("Short")


def test_changes_are_undone_one_after_the_other(visit: Visits, studio: Studio) -> None:
    folder = studio.config("undone", f"# my book{TINY}")
    before = (folder / "book.yaml").read_text(encoding="utf-8")
    page = visit("/books/undone")
    undo, saved, title = page.get_by_role("button", name="Undo"), page.locator("#saved"), page.locator("#f-title")
    expect(undo).to_be_disabled()
    title.fill("Tiny Things")
    expect(page.locator("#yaml")).to_have_value(re.compile("Tiny Things"))
    page.get_by_role("button", name="Add a section").click()
    expect(page.locator("#f-sections-1-name")).to_be_focused()
    page.locator(".entry[data-place='sections/0']").get_by_role("button", name="Remove").click()
    expect(page.locator("#form .entry")).to_have_count(1)
    page.locator("#f-sections-0-count").fill("many")
    expect(page.locator("#f-sections-0-count-problem")).to_be_visible()
    undo.click()
    expect(page.locator("#f-sections-0-count-problem")).to_be_hidden()
    expect(page.locator("#f-sections-0-count")).to_have_value("8")
    expect(saved).to_have_text("undone: Number of puzzles")
    undo.press("Enter")
    expect(page.locator("#form .entry")).to_have_count(2)
    expect(page.locator("#f-sections-0-name")).to_have_value("One")
    undo.press("Enter")
    expect(page.locator("#form .entry")).to_have_count(1)
    undo.press("Enter")
    expect(title).to_have_value("Tiny")
    expect(saved).to_have_text("undone: Title")
    expect(undo).to_be_disabled()
    assert (folder / "book.yaml").read_text(encoding="utf-8") == before


def test_steps_are_undone_word_by_word_and_redone_also_after_a_reload(visit: Visits, studio: Studio) -> None:
    studio.config("undone", TINY)
    page = visit("/books/undone")
    undo, redo, title = (page.locator(name) for name in ("#undo", "#redo", "#f-title"))
    title.press("End")
    for word in (" and", " the", " Mines"):  # whole words: a pause within one, on a busy machine, would end a step too
        page.keyboard.insert_text(word)
    expect(page.locator("#yaml")).to_have_value(re.compile("Tiny and the Mines"))
    page.locator("#f-author").fill("Ada")
    expect(page.locator("#yaml")).to_have_value(re.compile("author: Ada"))
    undo.click()
    expect(page.locator("#f-author")).to_have_value("")
    undo.click()
    expect(title).to_have_value("Tiny and the")
    page.reload()
    undo.click()
    expect(title).to_have_value("Tiny and")
    for value in ("Tiny and the", "Tiny and the Mines"):
        redo.click()
        expect(title).to_have_value(value)
    expect(page.locator("#saved")).to_have_text("redone: Title")
    redo.click()
    expect(page.locator("#f-author")).to_have_value("Ada")
    expect(redo).to_be_disabled()
    undo.click()
    title.fill("Another")
    expect(page.locator("#yaml")).to_have_value(re.compile("title: Another"))
    expect(redo).to_be_disabled()


def test_a_refused_undo_can_be_repeated(visit: Visits, studio: Studio) -> None:
    studio.config("undone", TINY)
    page = visit("/books/undone")
    title, yaml = page.locator("#f-title"), page.locator("#yaml")
    for value in ("First", "Second"):
        title.fill(value)
        expect(yaml).to_have_value(re.compile(f"title: {value}"))
    page.route("**/undo", lambda route: route.fulfill(status=422, json={"error": "the disk is full"}))
    page.locator("#undo").click()
    expect(page.locator("#conflict")).to_contain_text("the disk is full")
    expect(page.locator("#redo")).to_be_disabled()
    page.unroute("**/undo")
    page.locator("#undo").click()
    expect(title).to_have_value("First")
    page.locator("#redo").click()
    expect(title).to_have_value("Second")


def test_a_section_that_another_tab_moved_is_not_mistaken(visit: Visits, studio: Studio) -> None:
    folder = studio.config("tiny", f"{TINY.rstrip()}\n  - {{name: Two, count: 8, size: 6x5, difficulty: easy}}\n")
    first, second = visit("/books/tiny"), visit("/books/tiny")
    first.locator(".entry[data-place='sections/0']").get_by_role("button", name="Remove").click()
    expect(first.locator("#form .entry")).to_have_count(1)
    second.locator("#f-sections-0-count").evaluate("one => { one.closest('details').open = true; }")
    second.locator("#f-sections-0-count").fill("9")
    expect(second.locator("#conflict")).to_contain_text("another window or program changed it")
    assert "count: 9" not in (folder / "book.yaml").read_text(encoding="utf-8")


def test_an_earlier_version_comes_back_and_can_be_undone(visit: Visits, studio: Studio) -> None:
    folder = studio.config("versions", TINY)
    shutil.rmtree(folder / ".studio", ignore_errors=True)
    page = visit("/books/versions")
    page.locator("#f-title").fill("Later")
    expect(page.locator("#saved")).to_have_text(SAVED)
    page.locator("#tab-yaml").click()
    expect(page.locator("#yaml")).to_have_value(re.compile("title: Later"))
    page.get_by_text("Earlier versions").click()
    expect(page.locator("#version-list li")).to_have_count(1)
    expect(page.locator("#version-list li")).to_contain_text("before changes")
    page.get_by_role("button", name="Go back to it").click()
    expect(page.locator("#yaml")).to_have_value(TINY)
    expect(page.locator("#version-list li")).to_have_count(2)
    page.locator("#undo").click()
    expect(page.locator("#yaml")).to_have_value(re.compile("title: Later"))


def test_a_tablet_shows_the_settings_beside_the_pages(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY)
    page = visit("/books/tiny")
    page.set_viewport_size({"width": 768, "height": 1024})
    settings, pages = page.locator(".settings").bounding_box(), page.locator(".pages").bounding_box()
    assert settings and pages
    assert settings["x"] + settings["width"] <= pages["x"] and pages["y"] + pages["height"] <= 1025
    assert page.evaluate("(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.settings'))")
    expect(page.get_by_alt_text("Page 1")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#page")).to_have_value("2")
    shown = page.locator("#spread img")
    expect(shown).to_have_count(1)
    # One page, which is large enough to read. It may be drawn again meanwhile, so it is looked up each time.
    wide = "least => (document.querySelector('#spread img')?.getBoundingClientRect().width ?? 0) > least"
    wait_until(page, wide, 0.8 * pages["width"])


def test_each_tab_has_its_own_place_and_the_name_of_a_section_comes_first(visit: Visits, studio: Studio) -> None:
    studio.config("tiny", TINY)
    page = visit("/books/tiny")
    page.get_by_role("navigation", name="Settings").get_by_text("More").click()
    seed = page.locator("#f-series")
    expect(seed).to_be_in_viewport()
    for tab, first in (("yaml", "#yaml"), ("puzzles", "#bench-note"), ("build", "#listing")):
        page.locator(f"#tab-{tab}").click()
        assert page.locator(".settings").evaluate("settings => settings.scrollTop") == 0
        expect(page.locator(first)).to_be_in_viewport()
    page.locator("#tab-form").click()
    expect(seed).to_be_in_viewport()
    order = page.locator(".entry[data-place='sections/0'] > .field [data-loc]").evaluate_all(
        "fields => fields.map(field => field.dataset.loc.split('/').at(-1))"
    )
    assert order[:4] == ["name", "count", "size", "difficulty"]
    count = page.locator("#f-sections-0-count")
    expect(count).to_have_accessible_description(re.compile("1 to 2000"))
    assert count.evaluate("field => field.nextElementSibling.className") == "about"  # beside it, above the limits


def test_axe_finds_nothing(visit: Visits, studio: Studio, axe: str) -> None:
    studio.config("tiny", TINY.replace("6x5", "6y5"))
    for path in ("/", "/new/book"):
        page = visit(path)
        page.evaluate(axe)
        assert (path, found_by_axe(page)) == (path, [])
    page = visit("/books/tiny")
    page.evaluate(axe)
    for tab in ("form", "yaml", "puzzles", "build"):
        page.locator(f"#tab-{tab}").click()
        assert (tab, found_by_axe(page)) == (tab, [])


def test_axe_finds_nothing_on_the_pages_of_an_error_and_of_the_end(browser: Browser, tmp_path: Path, axe: str) -> None:
    with running_studio(tmp_path) as studio, visiting(browser, studio) as visit:
        page = visit("/books/none")
        expect(page.get_by_role("heading", level=1)).to_have_text("This is not possible")
        page.evaluate(axe)
        assert found_by_axe(page) == []
        page.get_by_role("link", name="Back to the start page").click()
        page.wait_for_load_state("networkidle")  # its pictures are refused by a studio that has stopped
        page.get_by_role("button", name="Stop the studio").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("The studio has stopped")
        expect(page.locator(".top")).to_have_css("display", "flex")  # its style needs no server
        page.evaluate(axe)
        assert found_by_axe(page) == []
