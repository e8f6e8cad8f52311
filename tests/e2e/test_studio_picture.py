"""The page of the studio that makes puzzles of images, in a real browser."""

import io
import random
import re
from pathlib import Path

import pytest
from commands import puzzlegen
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Page, expect
from studio_pages import Studio, Visits, drop_file, follow, found_by_axe

from puzzlegen.config.load import loads_book

BOOK = """
title: Pets
series: pets
page: {profile: home-letter}
sections:
  # the first ones
  - name: Animals
    kind: mosaic
    difficulty: easy
    pictures: [cat]
"""


# Returns the reply of the server to an upload that the page would refuse
UPLOAD = """async () => {
  const options = { method: "POST", headers: { Accept: "application/json" }, body: new Uint8Array(5e7) };
  const reply = await fetch("/picture/upload?name=large.png", options);
  return [reply.status, (await reply.json()).error];
}"""


def photo() -> bytes:
    """A dark shape with ears before a lit wall, with noise, blur, three blots and JPEG artifacts."""
    chance = random.Random(4)
    image = Image.new("L", (300, 240))
    image.putdata([225 - x // 8 - y // 20 + chance.randint(-9, 9) for y in range(240) for x in range(300)])
    pen = ImageDraw.Draw(image)
    pen.ellipse((85, 60, 215, 190), fill=50)
    pen.polygon([(90, 100), (100, 30), (140, 70)], fill=50)
    pen.polygon([(210, 100), (200, 30), (160, 70)], fill=50)
    pen.ellipse((115, 100, 138, 123), fill=225)
    for x, y in ((30, 40), (255, 60), (270, 200)):
        pen.ellipse((x, y, x + 11, y + 11), fill=40)
    out = io.BytesIO()
    image.filter(ImageFilter.GaussianBlur(1)).save(out, "JPEG", quality=80)
    return out.getvalue()


def choose(page: Page, name: str, content: bytes) -> None:
    """Choose a file to upload."""
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


@pytest.fixture
def opened(visit: Visits) -> Page:
    """The page of the photo with its puzzle."""
    page = visit("/picture")
    choose(page, "night_cat.jpg", photo())
    expect(page.locator("#facts")).to_contain_text("30x")
    return page


def test_a_photo_becomes_a_mosaic_that_follows_the_sliders(visit: Visits, axe: str) -> None:
    page = visit("/")
    follow(page, "Picture puzzle")
    page.evaluate(axe)
    assert found_by_axe(page) == []
    choose(page, "night_cat.jpg", photo())
    facts, board = page.locator("#facts"), page.locator("#board")
    expect(facts).to_have_text(re.compile(r"^30x[0-9]+ mosaic · .* clues · about "))
    expect(board).to_have_js_property("complete", True)
    first, cells = board.get_attribute("src"), page.locator("#cells").get_attribute("src")
    slider = page.get_by_label("Cells in a row")
    slider.focus()
    for _ in range(6):
        slider.press("ArrowLeft")
    expect(facts).to_have_text(re.compile("^24x[0-9]+ mosaic"))
    assert board.get_attribute("src") != first and page.locator("#cells").get_attribute("src") != cells
    high = facts.inner_text()
    page.get_by_label("Remove specks smaller than").fill("250")  # without the blots, the shape fills the board
    expect(facts).not_to_have_text(high)
    page.get_by_label("Difficulty").select_option("easy")
    expect(facts).to_contain_text("easy")
    page.get_by_label("Automatic threshold").uncheck()
    page.get_by_label("Threshold: filled").fill("0")
    expect(page.locator("#problem")).to_have_text(re.compile("nothing dark at the threshold 0"))
    expect(page.locator("#use")).to_be_hidden()
    page.get_by_label("Threshold: filled").fill("120")
    expect(page.locator("#use")).to_be_visible()
    shown = facts.inner_text()
    page.reload()
    expect(facts).to_have_text(shown)  # the options are in the address
    page.evaluate(axe)
    assert found_by_axe(page) == []


def test_a_click_fills_and_empties_a_cell(visit: Visits) -> None:
    page = visit("/picture")
    choose(page, "blob.txt", ("............\n..########..\n" * 3 + "....####....\n" * 3 + "............\n").encode())
    facts, cells, undo = (
        page.locator("#facts"),
        page.locator("#cells"),
        page.get_by_role("button", name="Undo the last"),
    )

    def drawn() -> list[str]:
        expect(page.locator("#main")).not_to_have_attribute("aria-busy", "true")
        link = page.locator("#files [data-file='drawing.txt']").get_attribute("href") or ""
        rows = page.request.get(page.url.partition("/picture")[0] + link).text().splitlines()
        return [row for row in rows if set(row) <= set("#.")][-10:]

    def click(row: int, column: int) -> None:
        """Click the middle of a cell of the 12 x 10, which lie in the middle of a square."""
        box, shown = cells.bounding_box(), cells.get_attribute("src")
        assert box is not None
        wide = min(box["width"], box["height"] * 12 / 10)
        x, y = (column - 6.5) * wide / 12, (row - 5.5) * wide / 12
        cells.click(position={"x": box["width"] / 2 + x, "y": box["height"] / 2 + y})
        expect(cells).not_to_have_attribute("src", shown or "")

    expect(facts).to_contain_text("12x10")
    before = drawn()
    expect(undo).to_be_hidden()
    click(1, 12)
    click(4, 3)
    assert drawn() == ["...........#", *before[1:3], "...#######..", *before[4:]]
    page.reload()
    expect(facts).to_contain_text("12x10")
    undo.click()
    expect(page).to_have_url(re.compile("touched=0[.0-9%C2]+(&|$)"))
    assert drawn() == ["...........#", *before[1:]]
    click(1, 12)
    assert drawn() == before


def test_a_picture_is_added_to_books(
    visit: Visits, studio: Studio, opened: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = studio.config("animals", BOOK)
    opened.reload()
    opened.get_by_label("Title").fill("Night Cat")
    opened.get_by_label("Book").select_option("animals")
    opened.get_by_label("Section").select_option("Animals")
    opened.get_by_role("button", name="Add the picture").press("Enter")
    expect(opened.locator("#added")).to_have_text("added as pictures/night-cat.txt: open Pets")
    assert "title: Night Cat\n\n" in (folder / "pictures" / "night-cat.txt").read_text(encoding="utf-8")
    opened.get_by_label("Section").select_option("a new section")
    opened.get_by_label("Hint, such").fill("It has 9 lives")
    opened.get_by_role("button", name="Add the picture").click()
    expect(opened.locator("#add-problem")).to_contain_text("allowed a text without digits")
    opened.get_by_label("Hint, such").fill("It sees at night")
    opened.get_by_role("button", name="Add the picture").click()
    expect(opened.locator("#added")).to_have_text("added as pictures/night-cat-2.txt: open Pets")
    assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["night-cat-2.txt", "night-cat.txt"]
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    assert "# the first ones" in text
    monkeypatch.chdir(folder)
    sections = loads_book(text).sections
    assert [[one.name for one in section.pictures or ()] for section in sections] == [
        ["cat", "night-cat"],
        ["night-cat-2"],
    ]
    follow(opened, "open Pets")
    opened.get_by_role("tab", name="YAML").click()
    expect(opened.locator("#yaml")).to_have_value(re.compile("name: Hidden Pictures"))


def test_a_picture_too_large_for_a_book_is_refused_beside_the_form(
    visit: Visits, studio: Studio, opened: Page, axe: str
) -> None:
    folder = studio.config("large-print-animals", f"{BOOK.replace('[cat]', 'drawn')}theme: large-print\n")
    (folder / "drawn").mkdir()
    (folder / "drawn" / "dot.txt").write_text("########\n#......#\n" * 4, encoding="utf-8")
    text = (folder / "book.yaml").read_text(encoding="utf-8")
    opened.reload()
    opened.get_by_label("Book").select_option("large-print-animals")
    for section in ("Animals", "a new section"):
        opened.get_by_label("Section").select_option(section)
        opened.get_by_role("button", name="Add the picture").press("Enter")
        problem = opened.locator("#add-problem")
        expect(problem).to_have_text(re.compile("cells fit: choose a smaller board or another book$"))
        expect(problem).to_be_in_viewport()
    opened.evaluate(axe)
    assert found_by_axe(opened) == []
    assert (folder / "book.yaml").read_text(encoding="utf-8") == text
    assert [path.name for path in folder.rglob("*.txt")] == ["dot.txt"]
    assert not (folder / "pictures").exists()
    side = int(re.search(r"up to ([0-9]+)x", problem.inner_text())[1])  # type: ignore[index]  # it is there
    opened.get_by_label("Cells in a row").fill(str(side))
    expect(opened.locator("#facts")).to_contain_text(f"{side}x")
    opened.get_by_role("button", name="Add the picture").press("Enter")
    expect(opened.locator("#added")).to_contain_text("added as pictures/night-cat.txt")


COPY_IMAGE = """async file => {
  const image = await createImageBitmap(await (await fetch(file)).blob());
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
}"""


def test_an_image_is_dropped_anywhere_or_pasted(visit: Visits, tmp_path: Path) -> None:
    page, file = visit("/picture"), tmp_path / "Ça & là #1 \u202e.jpg"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    file.write_bytes(photo())
    drop_file(page.locator("main"), file)
    page.wait_for_url("**/picture/*")
    expect(page.locator("#shown-title")).to_have_text("Ça & là #1")
    first = page.url.partition("?")[0]
    page.evaluate(COPY_IMAGE, f"{first}/source.png")
    page.keyboard.press("Control+V")
    page.wait_for_url(lambda address: not address.startswith(first))
    expect(page.locator("#shown-title")).to_have_text("Image")
    assert len(page.context.pages) == 2


def test_the_files_are_those_of_the_command_line(studio: Studio, opened: Page) -> None:
    opened.get_by_label("Hint, such").fill("A pet")
    with opened.expect_download() as waiting:
        opened.get_by_role("link", name="Page to play").click()
    image, usual = studio.folder / "night_cat.jpg", studio.folder / "usual.html"
    image.write_bytes(photo())
    assert puzzlegen("picture", str(image), "--hint", "A pet", "-o", str(usual)).returncode == 0
    assert waiting.value.path().read_bytes() == usual.read_bytes()
    opened.get_by_role("button", name="Save all").click()
    expect(opened.locator("#saved-in")).to_contain_text("7 files are in ")
    saved = studio.folder / "saved-pictures" / "night-cat"
    assert (saved / "play.html").read_bytes() == usual.read_bytes()
    assert (saved / "puzzle.pdf").read_bytes().startswith(b"%PDF-")
    opened.get_by_role("link", name="Solve it step by step").click()
    expect(opened.locator("#verdict")).to_have_text("The puzzle has exactly one solution, and logic finds it.")


def test_two_windows_that_add_a_picture_at_the_same_moment_lose_none(
    visit: Visits, studio: Studio, opened: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = studio.config("animals", BOOK)
    opened.reload()
    windows = [opened, visit(f"/picture/{opened.url.rpartition('/')[2]}")]
    for window in windows:
        window.get_by_label("Book").select_option("animals")
        expect(window.locator("#use")).to_be_visible()
    for window in windows:
        window.evaluate("document.querySelector('#add button').click()")  # does not wait, unlike a click
    for window in windows:
        expect(window.locator("#add button")).to_be_enabled()
        if window.locator("#add-problem").is_visible():  # it came second while the first was added
            expect(window.locator("#add-problem")).to_have_text(re.compile("load it again|try again"))
            window.get_by_role("button", name="Add the picture").click()
        expect(window.locator("#added")).to_have_text(re.compile(r"added as pictures/night-cat(-2)?\.txt"))
    drawings = {path.name for path in (folder / "pictures").iterdir()}
    assert drawings == {"night-cat.txt", "night-cat-2.txt"}
    monkeypatch.chdir(folder)
    pictures = loads_book((folder / "book.yaml").read_text(encoding="utf-8")).sections[0].pictures or ()
    assert {picture.name for picture in pictures} == {"cat", "night-cat", "night-cat-2"}


def test_uploads_that_are_no_pictures_get_one_line(visit: Visits, tmp_path: Path) -> None:
    page = visit("/picture")
    problem = page.locator("#upload-problem")
    for name, content, words in (
        ("a.png", b"no picture", "a.png: not a PNG, JPEG, GIF, WebP, BMP or SVG picture"),
        ("b.svg", b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><script/></svg>", "b.svg: "),
        ("c.txt", b"##\n#?", "c.txt: line 2, column 2: found '?'"),
    ):
        choose(page, name, content)
        expect(problem).to_contain_text(words)
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    page.locator("#file").set_input_files(large)
    expect(problem).to_have_text("large.png has 50 MB, allowed 30 MB")
    assert page.evaluate(UPLOAD) == [422, "large.png has 50 MB, allowed 30 MB"]
    expect(page).to_have_url(re.compile("/picture$"))
