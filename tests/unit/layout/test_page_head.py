"""What a page of puzzles may carry at its head, sections without an opener, and the publisher's logo."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from small_book import SMALL, pages_of

from puzzlegen.book.print_images import load_logo
from puzzlegen.config.book import LogoConfig
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Line, Page, Picture, Text


def pages(extra: str = "", sections: str = "") -> list[Page]:
    config = loads_book(SMALL.replace("per_page: 4", f"per_page: 4{sections}") + extra)
    book, _ = pages_of(config)
    return list(book)


def texts(page: Page) -> str:
    return " ".join(mark.string for mark in page.marks if isinstance(mark, Text))


@pytest.mark.parametrize("language", languages())
def test_name_date_and_rules_stand_above_the_puzzles(language: str) -> None:
    text, aids = SMALL.replace("per_page:", "opener: no, per_page:"), "aids: {name: yes, rules: yes}"
    both = (loads_book(f"{text}language: {language}\n{more}\n") for more in ("", aids))
    plain, headed = ([page for page in pages_of(config)[0] if page.kind == "puzzles"] for config in both)
    for before, after in zip(plain, headed, strict=True):
        assert (
            load(language).text("puzzle.name") in texts(after)
            and load(language).text("puzzle.date") in texts(after)
            and load(language).text("puzzle.rules").split()[0] in texts(after)
        )
        assert load(language).text("puzzle.name") not in texts(before)
        top = min(grid.y for grid in after.grids)
        assert top > min(grid.y for grid in before.grids)
        blanks = [mark for mark in after.marks if isinstance(mark, Line) and mark.y1 == mark.y2 < top - 20]
        assert len(blanks) == 2 and all(mark.x2 - mark.x1 > 60 for mark in blanks)


def test_a_section_without_opener_begins_with_its_puzzles() -> None:
    for sections, named in (("", 1), (", opener: no", 0)):
        words = [mark for page in pages(sections=sections) for mark in page.marks if isinstance(mark, Text)]
        assert sum(mark.string == "One" and mark.size > 20 for mark in words) == named


# --- the logo


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in the folder of the pictures: configs name files under the current folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def logo(tmp_path: Path) -> Path:
    path = tmp_path / "logo.png"
    picture = Image.new("RGBA", (400, 200), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 200, 200))
    picture.save(path)
    return path


def test_a_logo_is_printed_in_greys_on_paper(logo: Path) -> None:
    found = load_logo(LogoConfig(file=logo.name, width_mm=25.4), 300)
    assert (found.width, found.height) == (72.0, 36.0)
    assert found.pixels[0] in range(40, 100)  # red as the eye sees it
    assert found.pixels[-1] == 255  # clear is paper


def test_the_logo_stands_on_the_title_page_of_the_file(logo: Path, tmp_path: Path) -> None:
    made = pages(f"logo: {{file: {logo.name}, width_mm: 25}}\n")
    assert [mark for mark in made[0].marks if isinstance(mark, Picture)]
    write_pdf(made, tmp_path / "book.pdf")
    with pikepdf.open(tmp_path / "book.pdf") as pdf:
        (image,) = pdf.pages[0].Resources.XObject.values()
        assert (image.Width, image.Height, image.ColorSpace) == (400, 200, pikepdf.Name.DeviceGray)
    shown = pypdfium2.PdfDocument(tmp_path / "book.pdf")[0].render(scale=1).to_pil().convert("L")
    block = made[0].block
    assert shown.getpixel((int(block.right - 60), int(block.bottom - 10))) < 120
    assert draw_page(made[0]).convert("L").getpixel((int(block.right - 60), int(block.bottom - 10))) < 120
    assert "data:image/png;base64," in svg(made[0])


@pytest.mark.parametrize(
    ("name", "write", "words"),
    [
        ("none.png", lambda path: None, "No such file"),
        ("words.png", lambda path: path.write_text("no picture"), "not a PNG or JPEG"),
        ("film.gif", lambda path: Image.new("L", (400, 200)).save(path), "not a PNG or JPEG"),
        (
            "cut.png",
            lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 20),
            "a damaged PNG picture: save it again",
        ),
        ("coarse.png", lambda path: Image.new("L", (100, 50)).save(path), r"100 dpi, allowed 300 .* 300 pixels wide, "),
    ],
)
def test_a_logo_that_cannot_be_printed_is_refused(name: str, write, words: str, tmp_path: Path) -> None:
    path = tmp_path / name
    write(path)
    with pytest.raises(ConfigError, match=rf"logo\.file: .*{name}: .*({words})"):
        load_logo(LogoConfig(file=path.name, width_mm=25.4), 300)


def test_a_logo_that_takes_the_page_over_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tall.png"
    Image.new("L", (1200, 3000)).save(path)
    with pytest.raises(LayoutError, match=r"set logo\.width_mm to \d+ or less"):
        pages(f"logo: {{file: {path.name}, width_mm: 60}}\n")
