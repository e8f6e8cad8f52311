"""Pictures from the user's computer in the studio: artwork of the cover with its guides, own pages, and refusals."""

import io
import re
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect
from studio_pages import SAVED, Studio, Visits, drop_file, found_by_axe

BOOK = """
title: Snow on the Roof
series: snowy
page: {profile: kdp, trim: 6x9}
sections:
  - {name: One, count: 24, size: 6x5, difficulty: easy, per_page: 1}
"""
GREEN, GUIDE = (40, 160, 60), (199, 0, 107)
FILE = "#f-cover-artwork-file"


def art(path: Path, width: int, height: int) -> Path:
    """Write a green picture with pale corners."""
    picture = Image.new("RGB", (width, height), "white")
    picture.paste(GREEN, (width // 20, height // 20, width - width // 20, height - height // 20))
    picture.save(path)
    return path


def cover_pixels(page: Page, ending: str) -> NDArray[np.int64]:
    """Return the pixels of the shown cover, after its address ends with ``ending``."""
    cover = page.get_by_alt_text("The cover")
    expect(cover).to_have_attribute("src", re.compile(rf"/0\.png\?width=\d+{ending}$"))
    reply = page.request.get(cover.evaluate("picture => picture.src"))
    return np.asarray(Image.open(io.BytesIO(reply.body())).convert("RGB")).astype(np.int64)


def share(pixels: NDArray[np.int64], color: tuple[int, int, int]) -> float:
    """Return the share of pixels that nearly have a color, 0 to 1."""
    return float((abs(pixels - color).max(axis=2) < 40).mean())


def test_own_artwork_is_shown_at_once_with_its_guides(visit: Visits, studio: Studio, tmp_path: Path, axe: str) -> None:
    folder = studio.config("snow", BOOK)
    page = visit("/books/snow")
    expect(page.locator("#spread img").first).to_be_visible()
    assert page.locator("#cover").is_disabled()
    page.locator("details[data-loc=cover] > summary").press("Enter")
    page.get_by_label("Upload a picture").nth(1).set_input_files(art(tmp_path / "Étoile (2).PNG", 1838, 2775))
    expect(page.locator(FILE)).to_have_value("pictures/etoile-2.png")
    expect(page.locator(f"{FILE}-upload")).to_be_focused()
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    assert "make: yes" in text and "file: pictures/etoile-2.png" in text
    guided = cover_pixels(page, "&guides=1")
    assert share(guided, GREEN) > 0.2 and share(guided, GUIDE) > 0.005
    page.evaluate(axe)
    assert found_by_axe(page) == []
    page.get_by_label("Guides").uncheck()
    plain = cover_pixels(page, "")
    assert share(plain, GREEN) > 0.2 and share(plain, GUIDE) < 0.001
    assert not page.locator("#guide-key").is_visible()
    page.get_by_label("Guides").check()
    page.locator("#overview").check()
    expect(page.locator("#guide-key")).to_be_hidden()
    expect(page.get_by_label("Guides")).to_be_hidden()

    page.locator(f"{FILE}-upload").set_input_files(art(tmp_path / "small.jpg", 200, 300))
    problem = page.locator(f"{FILE}-problem")
    expect(problem).to_have_text(
        re.compile(r"small\.jpg: 200x300 pixels .* allowed 300 or more: use a picture of 1838x")
    )
    expect(page.locator("#problem-list li")).to_have_count(1)
    page.get_by_role("button", name="Remove the picture").last.click()
    expect(page.locator(FILE)).to_have_value("")
    expect(page.locator("#problems")).to_be_hidden()
    assert "artwork" not in (folder / "book.yaml").read_text(encoding="utf-8")


def test_what_is_typed_during_an_upload_stays(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.config("snow", BOOK)
    page = visit("/books/snow")
    expect(page.locator("#spread img").first).to_be_visible()
    page.route("**/picture?*", lambda route: (time.sleep(1), route.continue_()))
    page.locator("details[data-loc=cover] > summary").click()
    page.locator(f"{FILE}-upload").set_input_files(art(tmp_path / "roof.png", 1838, 2775))
    title = page.locator("#f-title")
    title.press("End")
    page.keyboard.type(" and on the Chimneys of the Town", delay=60)
    expect(page.locator(FILE)).to_have_value("pictures/roof.png")
    expect(title).to_be_focused()
    page.keyboard.type(" Hall")
    expect(page.locator("#saved")).to_have_text(SAVED)
    expect(title).to_have_value("Snow on the Roof and on the Chimneys of the Town Hall")
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    assert "title: Snow on the Roof and on the Chimneys of the Town Hall\n" in text and "pictures/roof.png" in text


def test_a_text_that_is_typed_during_an_upload_gets_its_picture(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    pages = """front_matter:
  pages:
    - text: |  # by me
        Hello.
"""
    folder = studio.config("snow", BOOK + pages)
    page = visit("/books/snow")
    expect(page.locator("#spread img").first).to_be_visible()
    page.locator("details[data-loc=front_matter] > summary").press("Enter")
    text, saved = page.locator("#f-front_matter-pages-0-text"), page.locator("#saved")
    page.route("**/picture?*", lambda route: (time.sleep(1), route.continue_()))
    text.press("Control+End")
    page.keyboard.type(" Typed just before.")
    page.locator("#f-front_matter-pages-0-text-upload").set_input_files(art(tmp_path / "me.jpg", 600, 600))
    text.press("Control+End")
    page.keyboard.type(" Typed meanwhile,", delay=90)
    expect(text).to_have_value(re.compile(r"!\[\]\(pictures/me\.jpg\)"))
    expect(text).to_be_focused()
    page.keyboard.type(" and after.")
    expect(text).to_have_value("Hello. Typed just before. Typed meanwhile, and after.\n\n![](pictures/me.jpg)")
    expect(page.locator("#yaml")).to_have_value(re.compile(r"and after\.\n\n +!\[\]\(pictures/me\.jpg\)\n$"))
    expect(saved).to_have_text(SAVED)
    written = (folder / "book.yaml").read_text(encoding="utf-8")
    assert written.count("pictures/me.jpg") == 1 and "and after.\n\n" in written, written


def test_a_picture_is_dropped_at_its_field_and_nowhere_else(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.config("snow", BOOK)
    page = visit("/books/snow")
    page.locator("details[data-loc=cover] > summary").click()
    picture = art(tmp_path / "a1.png", 1838, 2775)
    for place in ("#spread", "#f-title"):
        drop_file(page.locator(place), picture)
    for number, place in enumerate((f"{FILE}-upload", FILE), 1):
        drop_file(page.locator(place), picture)
        expect(page.locator(FILE)).to_have_value(f"pictures/a{number}.png")
        picture = picture.rename(picture.with_name(f"a{number + 1}.png"))
    assert len(list((folder / "pictures").iterdir())) == 2
    assert len(page.context.pages) == 2  # beside the field, no file was opened


def test_other_files_and_large_ones_are_refused_in_one_line(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.config("snow", BOOK)
    before = (folder / "book.yaml").read_bytes()
    page = visit("/books/snow")
    words, large = tmp_path / "words.png", tmp_path / "large.png"
    words.write_text("no picture")
    with large.open("wb") as file:
        file.truncate(50_000_000)
    refused = page.locator(f"{FILE}-upload-refused")
    page.locator("details[data-loc=cover] > summary").click()
    for path, line in ((words, "words.png: not a PNG or JPEG picture"), (large, "large.png: the picture has 50 MB")):
        page.locator(f"{FILE}-upload").set_input_files(path)
        expect(refused).to_contain_text(line)
        expect(refused).to_be_visible()
    found = page.evaluate(
        """async () => {
            const body = new Blob([new Uint8Array(50e6)]);
            const options = { method: "POST", body, headers: { Accept: "application/json" } };
            const reply = await fetch("/books/snow/picture?loc=cover/artwork/file&name=a.png", options);
            return [reply.status, (await reply.json()).error];
        }"""
    )
    assert found == [422, "the picture has 50 MB, allowed 30 MB"]
    assert (folder / "book.yaml").read_bytes() == before and not (folder / "pictures").exists()


def test_a_picture_is_added_to_a_page_of_your_own(visit: Visits, studio: Studio, tmp_path: Path) -> None:
    folder = studio.config("snow", BOOK)
    page = visit("/books/snow")
    page.locator("details[data-loc=front_matter] > summary").click()
    page.get_by_role("button", name="Add pages of your own").first.press("Enter")
    field = page.locator("#f-front_matter-pages-0-text")
    expect(field).to_have_value(re.compile("Foreword"))
    page.locator("#f-front_matter-pages-0-text-upload").set_input_files(art(tmp_path / "me.jpg", 600, 600))
    expect(field).to_have_value(re.compile(r"Write here\.\n\n!\[\]\(pictures/me\.jpg\)$"))
    assert Image.open(folder / "pictures" / "me.jpg").size == (600, 600)
    expect(page.locator("#part option", has_text="own pages, front 1")).to_have_count(1)
    expect(page.locator("#problems")).to_be_hidden()
