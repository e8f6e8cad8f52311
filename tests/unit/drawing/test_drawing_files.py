"""PDF files: the same bytes every time, embedded fonts, nothing that printers refuse, and readable text."""

import io
import weakref
from dataclasses import fields, replace
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from layout_boards import EN, LETTER, board, sections, text
from PIL import Image

from puzzlegen.drawing.book_views import page_image, quick_png, write_contact_sheet
from puzzlegen.drawing.fonts import FAMILIES, FontMetrics, default_fonts, family_file
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import OutputError
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import RGB, Box, Disc, Frame, Gray, Line, Page, Rect, Ring, Stroke, Text
from puzzlegen.layout.core.document import Path as Polygon
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.printers.profile import Edges

METRICS = FontMetrics()


@pytest.fixture(scope="module")
def document():
    return list(lay_out_book(text(), sections(), LETTER, METRICS, EN))


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
        Stroke((((70, 100), (80, 105), (90, 100)), ((80, 105), (80, 110))), 1, red),
        Text(10, 120, "end", 12, anchor="end", color=red, spacing=1.0),
    )  # fmt: skip
    return Page(1, "picture", 120, 130, Box(0, 0, 120, 130), marks, paper=RGB(1, 1, 0.9))


def test_every_kind_of_mark_and_colour_is_drawn(tmp_path):
    write_pdf([every_mark()], tmp_path / "marks.pdf", style=PdfStyle(space="rgb"))
    with pdfplumber.open(tmp_path / "marks.pdf") as file:
        (page,) = file.pages
        assert page.extract_text() == "end"
        assert {shape["non_stroking_color"] for shape in page.curves if shape["fill"]} == {(0.7, 0.1, 0.1)}


def test_pictures_on_paper_keep_the_minima(tmp_path):
    puzzle, mines = board(12, 9, 1)
    write_pdf([puzzle_picture(puzzle, METRICS, mines)], tmp_path / "one.pdf")
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
    shown = pypdfium2.PdfDocument(pdf)
    write_contact_sheet(shown, tmp_path / "a.png", spreads=3, page_width=60)
    write_contact_sheet(shown, tmp_path / "b.png", spreads=3, page_width=60)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    with Image.open(tmp_path / "a.png") as sheet:
        assert sheet.getpixel((20, 20)) == 208  # no page stands left of page 1
        assert sheet.getpixel((14 + 61 + 3, 20)) == 255


def test_a_missing_font_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(FAMILIES, "Open Sans", FAMILIES["Open Sans"]._replace(regular="Nowhere.ttf"))
    with pytest.raises(OutputError, match=r"Nowhere\.ttf is missing"):
        family_file("Open Sans")
    monkeypatch.setitem(FAMILIES, "Open Sans", FAMILIES["Open Sans"]._replace(package="no_such_package"))
    with pytest.raises(OutputError, match="Open Sans is missing: install the package ttf-opensans"):
        family_file("Open Sans")


def test_metrics_are_those_of_the_file():
    assert default_fonts().file("regular").is_file()
    assert METRICS.figure_height("regular") == 0.638
    assert len({METRICS.width(digit, "regular") for digit in "0123456789"}) == 1
    assert METRICS.missing("a★b★●", "regular") == "★●"


def screen(planned) -> PdfStyle:
    return PdfStyle("rgb", bookmarks=planned.bookmarks, links=True, title="Quiet Fields", author="Ada Example")


def pages_of(pdf: pikepdf.Pdf) -> dict[tuple[int, int], int]:
    return {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}


def test_a_file_for_the_screen_leads_from_puzzle_to_answer_and_back(tmp_path):
    planned = lay_out_book(text(), sections(), LETTER, METRICS, EN)
    write_pdf(planned, tmp_path / "screen.pdf", style=screen(planned))
    led: dict[tuple[int, int], int] = {}
    with pikepdf.open(tmp_path / "screen.pdf") as pdf:
        numbers = pages_of(pdf)
        for number, page in enumerate(pdf.pages, start=1):
            for note in page.get("/Annots", []):
                assert note.Subtype == "/Link"
                left, low, right, high = (float(value) for value in note.Rect)
                assert 0 <= left < right <= 612 and 0 <= low < high <= 792
                goal = numbers[note.Dest[0].objgen]
                led[number, goal] = led.get((number, goal), 0) + 1
    puzzles = planned.plan.puzzles
    there = [(page, planned.plan.answers[number]) for number, page in puzzles.items()]
    assert led == {way: there.count(way) for way in there} | {way[::-1]: there.count(way) for way in there}


def test_a_file_for_the_screen_has_an_outline_and_names_title_and_author(tmp_path):
    planned = lay_out_book(text(), sections(), LETTER, METRICS, EN)
    write_pdf(planned, tmp_path / "screen.pdf", style=screen(planned))
    write_pdf(planned, tmp_path / "again.pdf", style=screen(planned))
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "screen.pdf").read_bytes()
    with pikepdf.open(tmp_path / "screen.pdf") as pdf:
        assert {key: str(value) for key, value in pdf.docinfo.items()} == {
            "/Title": "Quiet Fields",
            "/Author": "Ada Example",
        }
        numbers = pages_of(pdf)
        with pdf.open_outline() as outline:
            found = {str(item.title): numbers[item.destination[0].objgen] for item in outline.root}
    starts = planned.plan.starts
    assert found == {
        "How to Play": starts["how-to-play"],
        "Warm-up": starts["section 1"],
        "Pairs": starts["section 2"],
        "Trials": starts["section 3"],
        "Mixed": starts["section 4"],
        "Answers": starts["answers"],
    }


def test_bleed_makes_the_page_larger_on_the_printers_sides(document, tmp_path):
    style = PdfStyle(bleed=(Edges(0, 9, 9, 9), Edges(9, 9, 0, 9)))
    write_pdf([replace(page, paper=Gray(0.9)) for page in document[:2]], tmp_path / "bleed.pdf", style=style)
    write_pdf(document[:2], tmp_path / "plain.pdf")
    with pikepdf.open(tmp_path / "bleed.pdf") as file:
        recto, verso = file.pages
        assert [float(v) for v in recto.MediaBox] == [float(v) for v in recto.BleedBox] == [0, 0, 621, 810]
        assert [float(v) for v in recto.TrimBox] == [0, 9, 612, 801]
        assert [float(v) for v in verso.TrimBox] == [9, 9, 621, 801]
    with pdfplumber.open(tmp_path / "bleed.pdf") as bled, pdfplumber.open(tmp_path / "plain.pdf") as plain:
        for page, other, left in zip(bled.pages, plain.pages, (0, 9), strict=True):
            shift = {(round(a["x0"] - b["x0"], 2), round(a["top"] - b["top"], 2))
                     for a, b in zip(page.chars, other.chars, strict=True)}  # fmt: skip
            assert shift in ({(left, 9)}, set())
            assert (page.rects[0]["width"], page.rects[0]["height"]) == (621, 810)  # paper to the very edge


@pytest.mark.parametrize(
    ("space", "ink"),
    [("grey", {(0.2276,), (0.0,)}), ("rgb", {(0.7, 0.1, 0.1), (0.0,)}),
     ("cmyk", {(0, 0.9725, 1, 0.251), (0, 0, 0, 1)})],
)  # fmt: skip
def test_colours_come_in_the_printers_space(space, ink, tmp_path):
    page = replace(every_mark(), marks=(*every_mark().marks, Text(10, 20, "black", 12)), paper=None)
    write_pdf([page], tmp_path / "marks.pdf", style=PdfStyle(space=space))
    with pdfplumber.open(tmp_path / "marks.pdf") as file:
        (read,) = file.pages
        found = set()
        for shape in read.chars + read.curves + read.lines + read.rects:
            colors = [shape["non_stroking_color"]] if shape.get("fill", True) else []
            colors += [shape["stroking_color"]] if shape.get("stroke") else []
            found |= {c if isinstance(c, tuple) else (c,) for c in colors}
        assert found == ink


def test_a_row_of_digits_keeps_every_place(tmp_path):
    marks = tuple(Text(20.123 * i, 50, str(i % 9), 13.7, anchor="middle") for i in range(1, 28))
    write_pdf([Page(1, "picture", 600, 100, Box(0, 0, 600, 100), marks)], tmp_path / "row.pdf")
    with pdfplumber.open(tmp_path / "row.pdf") as file:
        chars = file.pages[0].chars
    assert [char["text"] for char in chars] == [mark.string for mark in marks]
    for char, mark in zip(chars, marks, strict=True):
        assert (char["x0"] + char["x1"]) / 2 == pytest.approx(mark.x, abs=0.01)


def test_letters_of_several_subsets_and_anchors_stand_where_they_should(tmp_path):
    codes = (*range(0xC0, 0x17F), *range(0x391, 0x3CA), *range(0x410, 0x450))  # more than one subset holds
    letters = "".join(chr(code) for code in codes if not METRICS.missing(chr(code), "regular"))
    assert len(letters) > 256
    marks = (
        Text(10, 20, letters, 4),
        Text(300, 40, "end", 12, anchor="end"),
        Text(10, 60, "spaced", 10, spacing=2.0),
        Text(150, 60, "twice", 10, spacing=2.0),
    )
    write_pdf([Page(1, "picture", 1200, 100, Box(0, 0, 1200, 100), marks)], tmp_path / "letters.pdf")
    with pdfplumber.open(tmp_path / "letters.pdf") as file:
        chars = file.pages[0].chars
    assert "".join(char["text"] for char in chars) == letters + "endspacedtwice"
    ends = {char["text"]: char["x1"] for char in chars if round(char["size"]) == 12}
    assert ends["d"] == pytest.approx(300, abs=0.05)
    starts = [char["x0"] for char in chars if round(char["size"]) == 10]
    assert (starts[0], starts[6]) == (pytest.approx(10, abs=0.01), pytest.approx(150, abs=0.01))
    first = Text(10, 60, "s", 10)
    assert starts[1] == pytest.approx(10 + METRICS.width("s", first.font) * 10 + 2.0, abs=0.02)


class Watched(Page):
    """A page that a weak reference can watch: records with slots cannot be."""


def test_pages_are_taken_one_at_a_time_and_not_kept(document, tmp_path):
    alive: set[int] = set()

    def pages():
        for page in document:
            watched = Watched(*(getattr(page, field.name) for field in fields(Page)))
            alive.add(page.number)
            weakref.finalize(watched, alive.discard, page.number)
            yield watched
            assert len(alive) <= 2

    write_pdf(pages(), tmp_path / "lazy.pdf")
    assert len(alive) <= 1


def test_a_page_becomes_a_picture_in_color_or_gray_without_its_edges(tmp_path: Path) -> None:
    page = Page(1, "title", 60, 40, Box(0, 0, 60, 40), (Rect(0, 0, 40, 20, RGB(1.0, 0.0, 0.0)),))
    write_pdf([page], tmp_path / "page.pdf", style=PdfStyle(space="rgb"))
    with pypdfium2.PdfDocument(tmp_path / "page.pdf") as document:
        colored, gray = page_image(document[0], 2), page_image(document[0], 2, mode="L")
        cropped = page_image(document[0], 2, (10, 5, 5, 10))
    assert (colored.mode, colored.size, colored.getpixel((5, 5))) == ("RGB", (120, 80), (255, 0, 0))
    assert (gray.mode, gray.size, gray.getpixel((118, 78))) == ("L", (120, 80), 255)
    assert cropped.size == (90, 50) and cropped.getpixel((55, 10)) == (255, 0, 0)
    assert cropped.getpixel((65, 10)) == cropped.getpixel((55, 25)) == (255, 255, 255)
    assert Image.open(io.BytesIO(quick_png(cropped))).tobytes() == cropped.tobytes()
