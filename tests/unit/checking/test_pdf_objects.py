"""The objects of a page are the same as those of pdfplumber, also in unusual files."""

import io
from collections.abc import Callable
from pathlib import Path

import pdfplumber
import pikepdf
import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from puzzlegen.checking.pdf_objects import read_objects
from puzzlegen.drawing.fonts import default_fonts, font_name, load_font

FILE = default_fonts().file("regular")
FONT = font_name(FILE, "regular")
pdfmetrics.registerFont(load_font(FILE, "regular"))
FORM = b"q 0.5 0 0 0.5 0 0 cm 10 20 30 40 re B 5 5 m 9 9 l S BT /F1 9 Tf (form) Tj ET Q"
Change = Callable[[pikepdf.Pdf], None]


def page_of(path: Path, change: Change = lambda pdf: None) -> Path:
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 400), initialFontName=FONT)
    canvas.setFont(FONT, 11)
    canvas.drawString(20, 30, "Twelve (mines) \\ é 1")
    canvas.setFillColorRGB(1, 0, 0)
    canvas.setStrokeColorCMYK(0, 1, 0, 0.5)
    canvas.rect(10, 50, 30, 40, fill=1)
    canvas.circle(60, 80, 9)
    canvas.setDash([2, 1], 0)
    canvas.line(10, 100, 200, 100)
    canvas.rotate(180)
    canvas.drawString(-90, -200, "turned")
    canvas.save()
    buffer.seek(0)
    with pikepdf.open(buffer) as pdf:
        change(pdf)
        pdf.save(path)
    return path


def adding(content: bytes) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        form = pdf.make_stream(FORM)
        form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 99, 99]
        form.Matrix, form.Resources = [1, 0, 0, 1, 20, 30], page.Resources
        page.Resources.XObject = pikepdf.Dictionary(Own=form)
        form.Resources = pikepdf.Dictionary(Font=page.Resources.Font, XObject=page.Resources.XObject)
        page.Contents = pdf.make_stream(page.Contents.read_bytes() + content)

    return change


def setting(**entries: object) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        for key, value in entries.items():
            pdf.pages[0].obj[f"/{key}"] = value

    return change


def in_two(pdf: pikepdf.Pdf) -> None:
    raw = pdf.pages[0].Contents.read_bytes()
    pdf.pages[0].Contents = pikepdf.Array([pdf.make_stream(raw[:200]), pdf.make_stream(raw[200:])])


ODD: dict[str, Change] = {
    "as it is": lambda pdf: None,
    "a form": adding(b"\nq /Own Do Q /Nothing Do"),
    "a form that draws itself": adding(b"\n/Own Do " + FORM + b" /Own Do"),
    "a picture in the stream": adding(b"\nBI /W 1 /H 1 /BPC 8 /CS /G ID x EI 9 9 9 9 re f"),
    "a marked stretch": adding(b"\n/P <</MCID 0>> BDC BT /F1 9 Tf <41> Tj ET EMC"),
    "operands too many and too few": adding(b"\n7 8 1 1 9 9 re f 5 m 6 6 l S 0.5 /Pattern cs 1 scn 3 3 5 5 re b*"),
    "operators it knows not": adding(b"\n1 xx 2 2 re f BX 1 2 yy EX (a) ' 1 1 (b) \" 2 Tr (c) Tj"),
    "shapes that are none": adding(b"\n1 1 l S h f 1 1 m S 1 1 m 2 2 m 3 3 l S 4 4 m 5 5 6 6 v 1 2 3 4 y s n f*"),
    "two streams": in_two,
    "a page turned": setting(Rotate=90),
    "a page elsewhere": setting(MediaBox=[-10, 20, 290, 420], CropBox=[0, 30, 280, 400]),
}
KEYS = ("x0", "x1", "top", "bottom", "non_stroking_color")
MORE = {"chars": ("text", "fontname", "matrix", "upright", "doctop", "height")}


@pytest.mark.parametrize("name", ODD)
def test_it_is_what_pdfplumber_finds(name: str, tmp_path: Path) -> None:
    path = page_of(tmp_path / "odd.pdf", ODD[name])
    with pdfplumber.open(path) as pdf:
        (page,) = pdf.pages
        found = read_objects(page)
        orders = []
        for kind in ("chars", "lines", "rects", "curves"):
            keys = (*KEYS, *MORE.get(kind, ("stroke", "fill")))
            ours, theirs = getattr(found, kind), getattr(page, kind)
            assert theirs, kind
            assert [{key: item[key] for key in keys} for item in ours] == [
                {key: item[key] for key in keys} for item in theirs
            ]
            orders += [item["order"] for item in ours]
        assert len(set(orders)) == len(orders)


def test_what_comes_later_lies_on_top(tmp_path: Path) -> None:
    with pdfplumber.open(page_of(tmp_path / "page.pdf", adding(b"\n/Own Do 3 3 5 5 re f"))) as pdf:
        found = read_objects(pdf.pages[0])
    turned = next(item["order"] for item in found.chars if item["matrix"][0] < 0)
    first, in_form, last = (item["order"] for item in found.rects)
    assert first < turned < in_form < last
