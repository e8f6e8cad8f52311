"""PDF files: the same bytes every time, fonts inside, nothing a printer refuses, and text that can be read back."""

from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from layout_boards import EN, LETTER, board, sections, text
from PIL import Image

from puzzlegen.errors import OutputError
from puzzlegen.layout.book import book
from puzzlegen.layout.document import RGB, Box, Disc, Frame, Line, Page, Rect, Ring, Text
from puzzlegen.layout.document import Path as Polygon
from puzzlegen.layout.picture import picture
from puzzlegen.render.contact import write_contact_sheet
from puzzlegen.render.fonts import FAMILIES, FontMetrics, default_fonts, family_file
from puzzlegen.render.pdf import write_pdf

METRICS = FontMetrics()


@pytest.fixture(scope="module")
def document():
    return list(book(text(), sections(), LETTER, METRICS, EN))


@pytest.fixture(scope="module")
def pdf(document, tmp_path_factory):
    path = tmp_path_factory.mktemp("pdf") / "book.pdf"
    write_pdf(document, path)
    return path


def test_the_same_document_gives_the_same_bytes(document, pdf, tmp_path):
    write_pdf(document, tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == pdf.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.pdf"]


def test_fonts_are_embedded_and_subset_and_nothing_is_transparent(pdf):
    with pikepdf.open(pdf) as file:
        assert "/Info" not in file.trailer and "/Metadata" not in file.Root and "/Outlines" not in file.Root
        for page in file.pages:
            assert "/Annots" not in page
            resources = page.Resources
            assert "/ExtGState" not in resources
            for font in resources.get("/Font", {}).values():
                assert "/FontFile2" in font.FontDescriptor
                assert "+SourceSans" in str(font.BaseFont)


def test_pages_have_the_trim_size(document, pdf):
    with pikepdf.open(pdf) as file:
        assert len(file.pages) == len(document)
        assert all([float(v) for v in page.MediaBox] == [0, 0, 612, 792] for page in file.pages)
        assert all([float(v) for v in page.TrimBox] == [0, 0, 612, 792] for page in file.pages)


def test_lines_and_type_in_the_file_keep_the_minima(pdf):
    with pdfplumber.open(pdf) as file:
        for page in file.pages:
            assert all(char["size"] >= 7 for char in page.chars)
            drawn = [shape for shape in page.lines + page.rects + page.curves if shape["stroke"]]
            assert all(shape["linewidth"] >= 0.75 for shape in drawn)


def test_clues_can_be_read_back_from_their_places(document, pdf):
    entries = {entry.number: entry for part in sections() for entry in part.entries}
    with pdfplumber.open(pdf) as file:
        for grid in [grid for page in document for grid in page.grids if grid.role == "puzzle"]:
            found = {}
            for char in file.pages[grid.page - 1].chars:
                col = ((char["x0"] + char["x1"]) / 2 - grid.x) / grid.cell
                row = ((char["top"] + char["bottom"]) / 2 - grid.y) / grid.cell
                if 0 <= col < grid.width and 0 <= row < grid.height:
                    found[int(row) * grid.width + int(col)] = int(char["text"])
            assert found == {i: v for i, v in enumerate(entries[grid.number].puzzle.cells) if v >= 0}


def test_headers_are_separate_words(document, pdf):
    first = next(page for page in document if page.kind == "puzzles")
    with pdfplumber.open(pdf) as file:
        found = file.pages[first.number - 1].extract_text()
    answers = {grid.number: grid.page for page in document for grid in page.grids if grid.role == "answer"}
    assert found.count(f"Answer: p. {answers[1]}") == 6


def every_mark() -> Page:
    red = RGB(0.7, 0.1, 0.1)
    marks = (
        Rect(10, 10, 40, 20, red), Frame(60, 10, 40, 20, 2, red), Line(10, 50, 100, 50, 1, red), Disc(20, 80, 8, red),
        Line(10, 60, 100, 70, 1, red), Ring(60, 80, 8, 1, red), Polygon(((90, 70), (100, 90), (80, 90)), red),
        Text(10, 120, "end", 12, anchor="end", colour=red, spacing=1.0),
    )  # fmt: skip
    return Page(1, "picture", 120, 130, Box(0, 0, 120, 130), marks, paper=RGB(1, 1, 0.9))


def test_every_kind_of_mark_and_colour_is_drawn(tmp_path):
    write_pdf([every_mark()], tmp_path / "marks.pdf")
    with pdfplumber.open(tmp_path / "marks.pdf") as file:
        (page,) = file.pages
        assert page.extract_text() == "end"
        assert {shape["non_stroking_color"] for shape in page.curves if shape["fill"]} == {(0.7, 0.1, 0.1)}


def test_pictures_on_paper_keep_the_minima(tmp_path):
    puzzle, mines = board(12, 9, 1)
    write_pdf([picture(puzzle, METRICS, mines)], tmp_path / "one.pdf")
    with pdfplumber.open(tmp_path / "one.pdf") as file:
        (page,) = file.pages
        assert all(shape["linewidth"] >= 0.75 for shape in page.lines)
        assert page.width == pytest.approx(450)  # six inches, and a little for the least line


def test_a_folder_that_cannot_be_written_is_one_clear_error(tmp_path, document):
    with pytest.raises(OutputError, match="cannot be written"):
        write_pdf(document[:1], tmp_path / "missing" / "book.pdf")


def test_a_failed_write_leaves_the_old_file_whole(tmp_path, document, monkeypatch):
    path = tmp_path / "book.pdf"
    path.write_bytes(b"old")

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OutputError, match="No space left"):
        write_pdf(document[:1], path)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_contact_sheet_shows_spreads(pdf, tmp_path, document):
    write_contact_sheet(pdf, tmp_path / "a.png", spreads=3, page_width=60)
    write_contact_sheet(pdf, tmp_path / "b.png", spreads=3, page_width=60)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    with Image.open(tmp_path / "a.png") as sheet:
        assert sheet.getpixel((20, 20)) == 208  # no page stands left of page 1
        assert sheet.getpixel((14 + 61 + 3, 20)) == 255
    with pytest.raises(OutputError, match="cannot be read"):
        write_contact_sheet(tmp_path / "none.pdf", tmp_path / "c.png")


def test_a_missing_font_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(FAMILIES, "Open Sans", FAMILIES["Open Sans"]._replace(regular="Nowhere.ttf"))
    with pytest.raises(OutputError, match=r"Nowhere\.ttf is missing"):
        family_file("Open Sans")
    monkeypatch.setitem(FAMILIES, "Open Sans", FAMILIES["Open Sans"]._replace(package="no_such_package"))
    with pytest.raises(OutputError, match="Open Sans is missing: pip install ttf-opensans"):
        family_file("Open Sans")


def test_metrics_are_those_of_the_file():
    assert default_fonts().file("regular").is_file()
    assert METRICS.figure_height("regular") == 0.638
    assert len({METRICS.width(digit, "regular") for digit in "0123456789"}) == 1
    assert METRICS.missing("a★b★●", "regular") == "★●"
