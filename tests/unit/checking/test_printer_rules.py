"""Printer rules: clean files have no findings, and each damaged file breaks exactly one rule."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.findings import FINDING_TYPES, Finding, summary_lines
from puzzlegen.checking.preflight import PreflightRequest, figures_date, preflight
from puzzlegen.checking.printer_rules import check_cover
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.fonts import default_fonts, font_name, load_font
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.printers.profile import CoverGeometry, Profile, cover_geometry

FILE = default_fonts().file("regular")
FONT = font_name(FILE, "regular")
pdfmetrics.registerFont(load_font(FILE, "regular"))
INCH = 72.0
Draw = Callable[[Canvas, int], None]
Change = Callable[[pikepdf.Pdf], None]


def profile(name: str = "kdp", trim: str = "6x9", **more: object) -> Profile:
    return resolve_page(PageConfig.model_validate({"profile": name, "trim": trim, **more})).profile


def words(canvas: Canvas, size: float = 11.0, x: float = 72.0, y: float = 300.0, text: str = "Twelve mines") -> None:
    canvas.setFont(FONT, size)
    canvas.setFillGray(0)
    canvas.drawString(x, y, text)


@dataclass(frozen=True)
class Book:
    """A file in the making: pages, what each draws beside its words, and what is done to the file at the end."""

    pages: int = 24
    size: tuple[float, float] = (6 * INCH, 9 * INCH)
    draw: Draw = lambda canvas, number: None
    change: Change = lambda pdf: None
    blank: frozenset[int] = frozenset()
    font: str = FONT
    save: dict[str, object] | None = None

    def write(self, path: Path) -> Path:
        buffer = io.BytesIO()
        canvas = Canvas(buffer, pagesize=self.size, invariant=1, initialFontName=self.font)
        for number in range(1, self.pages + 1):
            if number not in self.blank:
                words(canvas)
                canvas.setLineWidth(0.75)
                canvas.setStrokeGray(0.4)
                canvas.line(72, 320, 300, 320)
                self.draw(canvas, number)
            canvas.showPage()
        canvas.save()
        buffer.seek(0)
        with pikepdf.open(buffer) as pdf:
            del pdf.trailer["/Info"]
            self.change(pdf)
            pdf.save(path, **(self.save or {}))
        return path


def codes(findings: list[Finding]) -> set[str]:
    assert all(finding.code in FINDING_TYPES and str(finding) and finding.as_dict() for finding in findings)
    return {finding.code for finding in findings}


def on_page_3(draw: Callable[[Canvas], None]) -> Draw:
    return lambda canvas, number: draw(canvas) if number == 3 else None


def thin_line(canvas: Canvas) -> None:
    canvas.setLineWidth(0.5)
    canvas.line(72, 200, 200, 200)


def scaled_line(canvas: Canvas) -> None:
    canvas.saveState()
    canvas.scale(0.5, 0.5)
    canvas.setLineWidth(1.0)  # half a point on paper
    canvas.line(200, 400, 400, 400)
    canvas.restoreState()


def slim_box(canvas: Canvas) -> None:
    canvas.setFillGray(0)
    canvas.rect(72, 200, 200, 0.4, stroke=0, fill=1)


def scaled_type(canvas: Canvas) -> None:
    canvas.saveState()
    canvas.scale(0.5, 0.5)
    words(canvas, 12, 144, 400)
    canvas.restoreState()


def form_type(canvas: Canvas) -> None:
    canvas.beginForm("small")
    words(canvas, 5)
    canvas.endForm()
    canvas.doForm("small")


def light_area(canvas: Canvas) -> None:
    canvas.setFillGray(0.95)
    canvas.rect(72, 200, 100, 100, stroke=0, fill=1)


def picture(pixels: int, mode: str = "L") -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.drawImage(ImageReader(Image.new(mode, (pixels, pixels), 0)), 72, 100, 144, 144)

    return draw


def red_words(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0.8, 0, 0)
    canvas.setFont(FONT, 11)
    canvas.drawString(72, 200, "Danger")


def see_through(canvas: Canvas) -> None:
    canvas.setFillAlpha(0.5)
    canvas.setFillGray(0)
    canvas.rect(72, 200, 100, 100, stroke=0, fill=1)


def link(canvas: Canvas) -> None:
    canvas.linkURL("https://example.org", (72, 200, 100, 220))


def unembedded(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 200, "Not embedded")


def hidden_words(canvas: Canvas) -> None:
    text = canvas.beginText(72, 200)
    text.setFont(FONT, 11)
    text.setTextRenderMode(3)
    text.textOut("You cannot see me")
    canvas.drawText(text)


def every_page(key: str, value: Callable[[pikepdf.Page], object]) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.obj[key] = value(page)

    return change


def one_page(key: str, value: object) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[2].obj[key] = value

    return change


def with_info(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Author"] = "Ada Example"


def with_layers(pdf: pikepdf.Pdf) -> None:
    group = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Notes"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[group], D=pikepdf.Dictionary())


def with_script(pdf: pikepdf.Pdf) -> None:
    script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    pdf.Root.Names = pikepdf.Dictionary(JavaScript=pikepdf.Dictionary(Names=pikepdf.Array(["a", script])))


def with_outline(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Puzzles", 0))


def with_picture_font(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[2]
    for name in page.Resources.Font:
        glyph = pdf.make_stream(b"1000 0 d0 0 0 500 500 re f")
        page.Resources.Font[name] = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type3, FontBBox=[0, 0, 1000, 1000],
            FontMatrix=[0.001, 0, 0, 0.001, 0, 0], CharProcs=pikepdf.Dictionary(a=glyph),
            Encoding=pikepdf.Dictionary(Differences=[0, pikepdf.Name.a]), FirstChar=0, LastChar=0, Widths=[1000],
        )  # fmt: skip


def damaged(pdf: pikepdf.Pdf) -> None:
    page = pdf.pages[2]
    page.obj["/Contents"] = pdf.make_stream(page.obj["/Contents"].read_bytes() + b"\nq 1 0 0 (never closed")


WITHIN = frozenset(range(4, 7))
GREY = {
    "I03": Book(save={"encryption": pikepdf.Encryption(owner="secret", user="")}),
    "I04": Book(pages=22),
    "I05": Book(pages=25),
    "I07": Book(blank=WITHIN, pages=40),
    "I08": Book(blank=frozenset({4, 8, 12})),
    "I09": Book(size=(5.9 * INCH, 9 * INCH)),
    "I09 of one page": Book(change=one_page("/MediaBox", [0, 0, 6 * INCH, 8 * INCH])),
    "I09 with bleed": Book(size=(6.125 * INCH, 9.25 * INCH)),
    "I09 a spread": Book(size=(12 * INCH, 9 * INCH)),
    "I10": Book(change=every_page("/TrimBox", lambda page: [9, 9, 6 * INCH - 9, 9 * INCH - 9])),
    "I10 crop": Book(change=one_page("/CropBox", [20, 20, 400, 600])),
    "I11": Book(change=one_page("/Rotate", 180)),
    "I11 scaled": Book(change=one_page("/UserUnit", 2)),
    "I12": Book(draw=on_page_3(unembedded)),
    "I12 everywhere": Book(font="Helvetica", draw=lambda canvas, number: unembedded(canvas)),
    "I13": Book(change=with_picture_font),
    "I14": Book(draw=on_page_3(lambda canvas: words(canvas, 6.5, y=200))),
    "I14 scaled": Book(draw=on_page_3(scaled_type)),
    "I14 in a form": Book(draw=on_page_3(form_type)),
    "I15": Book(draw=on_page_3(thin_line)),
    "I15 scaled": Book(draw=on_page_3(scaled_line)),
    "I15 as an area": Book(draw=on_page_3(slim_box)),
    "I16": Book(draw=on_page_3(light_area)),
    "I17": Book(draw=on_page_3(picture(300))),
    "I18": Book(draw=on_page_3(lambda canvas: words(canvas, x=20, y=200))),
    "I19": Book(draw=on_page_3(lambda canvas: words(canvas, x=72, y=10))),
    "I20": Book(draw=on_page_3(red_words)),
    "I20 picture": Book(draw=on_page_3(picture(700, "RGB"))),
    "I22": Book(draw=on_page_3(see_through)),
    "I23": Book(draw=on_page_3(link)),
    "I24": Book(change=with_outline),
    "I25": Book(change=with_info),
    "I26": Book(change=with_layers),
    "I27": Book(draw=on_page_3(hidden_words)),
    "I27 a script": Book(change=with_script),
}


@pytest.mark.parametrize("name", GREY)
def test_each_rule_is_broken_by_its_own_file(name: str, tmp_path: Path) -> None:
    findings = check_interior(GREY[name].write(tmp_path / "broken.pdf"), profile())
    assert codes(findings) == {name[:3]}


def heavy_area(canvas: Canvas) -> None:
    canvas.setFillColorCMYK(1, 1, 1, 0.5)
    canvas.rect(72, 200, 100, 100, stroke=0, fill=1)


def rich_black(canvas: Canvas) -> None:
    canvas.setFillColorCMYK(0.5, 0.4, 0.4, 1)
    canvas.drawString(72, 200, "Rich")


COLOUR = {"I21": Book(draw=on_page_3(heavy_area)), "I29": Book(draw=on_page_3(rich_black))}


@pytest.mark.parametrize("name", COLOUR)
def test_rules_on_inks(name: str, tmp_path: Path) -> None:
    book = replace(COLOUR[name], blank=frozenset({24}))
    findings = check_interior(book.write(tmp_path / "broken.pdf"), profile("ingram", paper="white-70-colour"))
    assert codes(findings) == {name, "I32"}  # these files are no PDF/X


def test_the_last_page_of_an_ingram_book_is_blank(tmp_path: Path) -> None:
    findings = check_interior(Book().write(tmp_path / "broken.pdf"), profile("ingram"))
    assert codes(findings) == {"I06", "I32"}  # the file is no PDF/X


def test_a_file_too_large(tmp_path: Path) -> None:
    found = profile()
    rules = found.printer.file.model_copy(update={"max_mb": 0.001})
    small = replace(found, printer=found.printer.model_copy(update={"file": rules}))
    assert codes(check_interior(Book().write(tmp_path / "large.pdf"), small)) == {"I02"}


def test_a_damaged_file(tmp_path: Path) -> None:
    path = Book().write(tmp_path / "sound.pdf")
    raw = path.read_bytes()
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(raw[: raw.rindex(b"startxref")] + b"startxref\n17\n%%EOF\n")
    assert codes(check_interior(broken, profile())) == {"I01"}


def bleeding(canvas: Canvas, number: int) -> None:
    canvas.setFillGray(0.5)
    canvas.rect(0, 600, 441, 66, stroke=0, fill=1)  # a band that runs off the page is what bleed is for


@pytest.mark.parametrize(
    ("book", "made_for"),
    [
        (Book(), profile()),
        (Book(pages=60, blank=frozenset({2, 3, 59, 60})), profile()),
        (Book(draw=on_page_3(picture(700))), profile()),
        (Book(size=(8.5 * INCH, 11 * INCH), pages=3), profile("home-letter", "letter")),
        (Book(change=with_info, draw=on_page_3(link), pages=3), profile("screen")),
    ],
)  # fmt: skip
def test_clean_files_have_no_finding(book: Book, made_for: Profile, tmp_path: Path) -> None:
    assert check_interior(book.write(tmp_path / "clean.pdf"), made_for) == []


def with_trim_boxes(pdf: pikepdf.Pdf) -> None:
    for number, page in enumerate(pdf.pages, start=1):
        left = 0 if number % 2 else 9
        page.obj["/TrimBox"] = [left, 9, left + 432, 9 + 648]


def test_pictures_may_run_off_a_page_with_bleed_but_words_may_not(tmp_path: Path) -> None:
    book = Book(size=(6.125 * INCH, 9.25 * INCH), draw=bleeding, change=with_trim_boxes)
    made_for = replace(profile(), with_bleed=True)
    assert check_interior(book.write(tmp_path / "clean.pdf"), made_for) == []
    loud = replace(book, draw=on_page_3(lambda canvas: words(canvas, y=15)))
    assert codes(check_interior(loud.write(tmp_path / "broken.pdf"), made_for)) == {"I19"}
    bare = replace(book, change=lambda pdf: None)
    assert codes(check_interior(bare.write(tmp_path / "bare.pdf"), made_for)) == {"I10"}


def test_crop_marks_beside_the_page_are_found(tmp_path: Path) -> None:
    def marks(canvas: Canvas, number: int) -> None:
        canvas.setLineWidth(0.75)
        canvas.line(0, 36, 20, 36)

    book = Book(size=(7 * INCH, 10 * INCH), draw=marks, change=every_page("/TrimBox", lambda page: [36, 36, 468, 684]))
    assert "I28" in codes(check_interior(book.write(tmp_path / "marks.pdf"), profile()))


# --- covers

PAGES = 120


def cover(
    path: Path, made: CoverGeometry, draw: Callable[[Canvas, CoverGeometry], None], font: str = FONT, pages: int = 1
) -> Path:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(made.width, made.height), invariant=1, initialFontName=font)
    for _ in range(pages):
        canvas.setFillColorCMYK(0.1, 0.05, 0.3, 0)
        canvas.rect(0, 0, made.width, made.height, stroke=0, fill=1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.setFont(font, 24)
        canvas.drawString(made.front[0] + 60, 400, "Mines")
        draw(canvas, made)
        canvas.showPage()
    canvas.save()
    buffer.seek(0)
    with pikepdf.open(buffer) as pdf:
        del pdf.trailer["/Info"]
        pdf.save(path)
    return path


def spine_words(size: float) -> Callable[[Canvas, CoverGeometry], None]:
    def draw(canvas: Canvas, made: CoverGeometry) -> None:
        canvas.saveState()
        canvas.translate((made.spine_left + made.spine_right) / 2 - size * 0.3, made.height - 100)
        canvas.rotate(-90)
        canvas.setFont(FONT, size)
        canvas.drawString(0, 0, "MINES")
        canvas.restoreState()

    return draw


def nothing(canvas: Canvas, made: CoverGeometry) -> None:
    """A cover with its title only."""


def over_the_barcode(canvas: Canvas, made: CoverGeometry) -> None:
    assert made.barcode is not None
    canvas.drawString(made.barcode[0] + 10, made.height - made.barcode[3] + 20, "Blurb")


def at_the_edge(canvas: Canvas, made: CoverGeometry) -> None:
    canvas.drawString(made.bleed + 2, 300, "Too near")


COVERS = {
    "C01": (nothing, {"pages": 2}, PAGES),
    "C02": (nothing, {}, PAGES + 60),
    "C03": (over_the_barcode, {}, PAGES),
    "C04 too near a fold": (spine_words(22), {}, PAGES),
    "C05": (at_the_edge, {}, PAGES),
    "I12": (nothing, {"font": "Helvetica"}, PAGES),
}


@pytest.mark.parametrize("name", COVERS)
def test_each_cover_rule_is_broken_by_its_own_file(name: str, tmp_path: Path) -> None:
    draw, more, pages = COVERS[name]
    path = cover(tmp_path / "cover.pdf", cover_geometry(profile(), PAGES), draw, **more)
    assert codes(check_cover(path, profile(), cover_geometry(profile(), pages))) == {name[:3]}


def test_words_on_a_thin_spine_are_found(tmp_path: Path) -> None:
    made = cover_geometry(profile(), 60)
    path = cover(tmp_path / "cover.pdf", made, spine_words(7.5))
    assert codes(check_cover(path, profile(), made)) == {"C04"}


def test_a_clean_cover_has_no_finding(tmp_path: Path) -> None:
    made = cover_geometry(profile(), PAGES)
    path = cover(tmp_path / "cover.pdf", made, spine_words(8))
    assert check_cover(path, profile(), made) == []


def test_the_spine_is_pages_times_caliper() -> None:
    made = cover_geometry(profile(paper="cream"), 300)
    assert made.spine == pytest.approx(0.75 * INCH)
    assert (made.width, made.height) == pytest.approx(((12 + 0.75 + 0.25) * INCH, 9.25 * INCH))
    assert cover_geometry(profile(), 79).spine_text is not None
    assert cover_geometry(profile(), 78).spine_text is None


def test_an_unknown_spine_must_be_given() -> None:
    with pytest.raises(ConfigError, match="IngramSpark's cover template generator"):
        cover_geometry(profile("ingram"), 100)
    assert cover_geometry(profile("ingram"), 100, spine=20.0).spine == 20.0
    with pytest.raises(ConfigError, match="no cover"):
        cover_geometry(profile("home-letter", "letter"), 100)


# --- reports


def test_a_report_names_the_source_and_the_day(tmp_path: Path) -> None:
    findings = check_interior(GREY["I15"].write(tmp_path / "broken.pdf"), profile())
    (line, basis) = summary_lines(findings)
    assert line == "error I15 page 3: a line is too thin: 0.5 pt; at least 0.75 pt"
    assert basis.startswith("I15: KDP") and "2026" in basis


def test_the_figures_of_home_printers_have_a_date_too() -> None:
    assert figures_date("home") == figures_date("home-letter")


def test_the_trim_is_taken_from_the_file_by_name_only(tmp_path: Path) -> None:
    def asked(book: Book) -> set[str]:
        return codes(preflight(PreflightRequest(book.write(tmp_path / "asked.pdf"), "kdp")))

    assert asked(Book()) == set()
    assert asked(Book(size=(6.125 * INCH, 9.25 * INCH))) == {"I09"}  # with bleed, but without --bleed
    assert asked(Book(size=(5.9 * INCH, 9 * INCH))) == {"I09"}


def without_operands(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj["/Contents"] = pdf.make_stream(b"w Td BT Tf ET")


def empty_note(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj["/Annots"] = pikepdf.Array([None])


@pytest.mark.parametrize("spoil", [without_operands, empty_note])
def test_unreadable_pages_give_a_message_of_one_line(spoil: Change, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="page 3 cannot be read"):
        check_interior(Book(change=spoil).write(tmp_path / "odd.pdf"), profile())


def test_files_that_are_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "no.pdf"
    path.write_text("Dear printer")
    with pytest.raises(OutputError, match="cannot be read as a PDF"):
        check_interior(path, profile())
    locked = Book(save={"encryption": pikepdf.Encryption(owner="a", user="b")}).write(tmp_path / "locked.pdf")
    with pytest.raises(OutputError, match="password"):
        check_interior(locked, profile())


def test_every_rule_has_its_broken_file() -> None:
    proved = {name[:3] for name in (*GREY, *COLOUR, *COVERS)} | {"I01", "I02", "I06", "I28", "C04"}
    elsewhere = {"I30", "I31", "I32", "I33", "C06"}  # test_pdf_structure.py, test_pdf_x.py, test_barcode.py
    assert proved == {code for code in FINDING_TYPES if code[0] in "IC"} - elsewhere
