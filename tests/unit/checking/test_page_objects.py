"""What is read of the objects of a page: letters, lines, rectangles and other shapes, also in forms."""

from pathlib import Path

import numpy as np
import pikepdf
import pytest

from puzzlegen.checking.page_objects import PageObjects, Shape, flow_of, read_objects, words_of
from puzzlegen.checking.pdf_content import read_content
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.errors import OutputError

HEIGHT = 200
HELVETICA = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}


def file_with(folder: Path, content: str, form: str = "", nested: int = 0) -> Path:
    """A PDF of one page of 300 x 200 points; ``form`` is /X1, drawn in ``nested`` further forms, each in the next."""
    pdf = pikepdf.new()
    font = pikepdf.Dictionary({key: pikepdf.Name(value) for key, value in HELVETICA.items()})
    resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
    inner = form.encode()
    for _ in range(nested + 1):
        drawn = pikepdf.Stream(pdf, inner)
        drawn.stream_dict = pikepdf.Dictionary(
            Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 300, 200], Resources=resources
        )
        resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font), XObject=pikepdf.Dictionary(X1=drawn))
        inner = b"/X1 Do"
    page = pdf.add_blank_page(page_size=(300, HEIGHT))
    page.Resources = resources
    page.Contents = pikepdf.Stream(pdf, content.encode())
    pdf.save(folder / "page.pdf")
    return folder / "page.pdf"


def objects(folder: Path, content: str, form: str = "", nested: int = 0) -> PageObjects:
    with PdfFile(file_with(folder, content, form, nested)) as pdf, pdf.document() as document:
        page = document[0]
        try:
            return read_objects(page)
        finally:
            page.close()


def bounds(shape: Shape) -> tuple[float, ...]:
    return tuple(round(side, 3) for side in shape[:4])


def test_parts_of_a_path_are_lines_rectangles_and_other_shapes(tmp_path: Path) -> None:
    path = """0.5 G 0.8 g 2 w 10 20 m 110 20 l 10 30 m 10 90 l 40 50 20 30 re
        60 60 m 70 60 80 70 80 80 c 80 90 l h 100 100 m 120 110 l 130 90 l h B"""
    found = objects(tmp_path, path)
    assert [bounds(line) for line in found.lines] == [(10, 110, 180, 180), (10, 10, 110, 170)]
    assert [bounds(rect) for rect in found.rects] == [(40, 60, 120, 150)]
    assert [bounds(curve) for curve in found.curves] == [(60, 80, 110, 140), (100, 130, 90, 110)]
    for shape in (*found.lines, *found.rects, *found.curves):
        assert (shape.stroke, shape.fill, shape.width) == (pytest.approx(0.5, abs=0.01), pytest.approx(0.8), 2)


def test_a_form_moves_and_scales_what_it_draws(tmp_path: Path) -> None:
    found = objects(tmp_path, "2 0 0 2 30 40 cm /X1 Do", "1 w 0 0 m 10 0 l S 5 5 3 3 re f")
    (line,), (rect,) = found.lines, found.rects
    assert (bounds(line), line.width) == ((30, 50, 160, 160), 2)
    assert bounds(rect) == (40, 46, 144, 150)


def test_paths_that_leave_no_ink_are_left_out(tmp_path: Path) -> None:
    found = objects(tmp_path, "10 10 50 50 re W n 20 20 m 30 30 l n 5 5 m S 40 40 m 50 40 l S")
    assert [bounds(line) for line in found.lines] == [(40, 50, 160, 160)]
    assert not found.rects and not found.curves


def test_letters_come_in_drawing_order_with_their_direction_and_color(tmp_path: Path) -> None:
    text = """BT /F1 10 Tf 1 0 0 1 100 50 Tm (b a) Tj 0.5 g 1 0 0 1 20 50 Tm (c) Tj
        -1 0 0 -1 200 150 Tm (d) Tj 0 1 -1 0 250 100 Tm (e) Tj 3 Tr 1 0 0 1 20 20 Tm (hidden) Tj ET"""
    letters = objects(tmp_path, text).letters
    assert letters.text == "bacde" and len(letters) == 5
    assert letters.turn.tolist() == [0, 0, 0, 180, 90]
    assert np.allclose(letters.gray, [0, 0, 0.5, 0.5, 0.5], atol=0.01)
    assert letters.x[[0, 2]].tolist() == [100, 20] and letters.baseline[0] == HEIGHT - 50
    assert [word.text for word in words_of(letters.turned(0))] == ["b", "a", "c"]
    assert flow_of(letters.turned(180)) == "d"


def test_a_page_without_anything(tmp_path: Path) -> None:
    found = objects(tmp_path, "")
    assert not len(found.letters) and not found.lines
    assert words_of(found.letters) == [] and flow_of(found.letters) == ""


def test_forms_that_are_nested_too_deep_are_refused(tmp_path: Path) -> None:
    assert len(objects(tmp_path, "/X1 Do", "0 0 m 9 0 l S", 10).lines) == 1
    with pytest.raises(OutputError, match="nested too deep"):
        objects(tmp_path, "/X1 Do", "0 0 m 9 9 l S", 20)


LONG_PATH = "1 2 m\n3 4 l\n5 6 7 8 9 10 c h\n" * 3


@pytest.mark.parametrize(
    "code",
    [
        f"0.5 g\n{LONG_PATH}f\n",
        f"2 0 0 2 0 0 cm\n{LONG_PATH}BT /F1 5 Tf (a) Tj ET\nf",  # cm is made of letters of paths
        f"BT /F1 7 Tf (a line\n{LONG_PATH}of text) Tj ET 0.25 G\n{LONG_PATH}S",
        f"0 1 0\n{LONG_PATH}rg\n1 1 5 5 re f",  # operands on several lines
        f"q\n{LONG_PATH}S Q 0.3 g 1 2 m 3 4 l\n5 5 9 9 re f",
    ],
)
def test_the_content_without_corners_says_the_same(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = file_with(tmp_path, code)
    with pikepdf.open(path) as pdf:
        short = read_content(pdf, pdf.pages[0])
        assert short.fills or short.strokes
        monkeypatch.setattr("puzzlegen.checking.pdf_content._without_corners", lambda _, content: content)
        full = read_content(pdf, pdf.pages[0])
    for name in ("texts", "strokes", "fills", "images", "transparency"):
        assert getattr(short, name) == getattr(full, name), name
