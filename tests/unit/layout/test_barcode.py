"""Barcodes: another library reads them from the rendered cover, at every size; damaged ones are found."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
import zxingcpp

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.preflight import PreflightRequest, preflight
from puzzlegen.checking.printer_rules import check_cover
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.fonts import FontMetrics, default_fonts
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import RGB, Box, Page, Rect, Text
from puzzlegen.layout.cover.back import LARGEST, LEFT_QUIET, MODULE, SMALLEST, barcode_marks, barcode_scale
from puzzlegen.printers.profile import CoverGeometry, Profile, cover_geometry

METRICS = FontMetrics(default_fonts())
ISBN, DIGITS = "978-0-306-40615-7", "9780306406157"
GROUND = RGB(0.1, 0.2, 0.3)


def area(scale: float) -> Box:
    """The smallest area for a barcode of that size."""
    low = high = 20.0
    while barcode_scale(Box(0, 0, 1000, high), METRICS) < scale:
        high += 0.1
    return Box(low, low, low + 113 * MODULE * scale + 0.1, low + high)


@pytest.mark.parametrize("scale", [SMALLEST, 1.0, 1.37, LARGEST])
@pytest.mark.parametrize("isbn", [ISBN, "979-10-90636-07-1", "9781861978769"])
def test_another_library_reads_the_barcode(scale: float, isbn: str, tmp_path: Path) -> None:
    marks = tuple(barcode_marks(isbn, area(scale), METRICS))
    page = Page(1, "cover", 320, 240, Box(0, 0, 320, 240), marks, paper=GROUND)
    write_pdf([page], tmp_path / "code.pdf", style=PdfStyle(space="cmyk"))
    pixels = np.asarray(
        pypdfium2.PdfDocument(tmp_path / "code.pdf")[0].render(scale=300 / 72, grayscale=True).to_numpy()
    )
    (code,) = zxingcpp.read_barcodes(pixels.reshape(pixels.shape[:2]))
    assert (code.format, code.text) == (zxingcpp.BarcodeFormat.EAN13, isbn.replace("-", ""))


def test_bars_keep_their_quiet_zones_and_sizes() -> None:
    place = area(1.0)
    box, *marks = barcode_marks(ISBN, place, METRICS)
    assert isinstance(box, Rect) and (box.width, box.height) == (place.width, place.height)
    bars = [mark for mark in marks if isinstance(mark, Rect)]
    assert len(bars) == 30
    assert bars[0].x - place.left >= LEFT_QUIET * MODULE
    assert place.right - bars[-1].x - bars[-1].width >= 7 * MODULE
    assert min(bar.width for bar in bars) == pytest.approx(MODULE, rel=0.01)
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert texts[0].string == f"ISBN {ISBN}"
    assert "".join(text.string for text in texts[1:]) == DIGITS
    assert all(box.y < text.y <= box.y + box.height for text in texts)


# --- on covers


def profile(name: str) -> Profile:
    return resolve_page(PageConfig.model_validate({"profile": name, "trim": "6x9"})).profile


def written(geometry: CoverGeometry, path: Path, marks: tuple[Rect | Text, ...] = ()) -> Path:
    """A cover with the barcode that the geometry asks for, and with more marks over it."""
    code: tuple[object, ...] = ()
    if geometry.isbn:
        assert geometry.barcode is not None
        left, top, right, bottom = (side - geometry.bleed for side in geometry.barcode)
        code = tuple(barcode_marks(geometry.isbn, Box(left, top, right, bottom), METRICS))
    width, height = geometry.width - 2 * geometry.bleed, geometry.height - 2 * geometry.bleed
    page = Page(1, "cover", width, height, Box(0, 0, width, height), (*code, *marks), paper=GROUND)
    style = PdfStyle("cmyk", title="Mines", output_condition="CGATS TR 001")
    bleed = replace(style.bleed[0], left=9, top=9, right=9, bottom=9)
    write_pdf([page], path, style=replace(style, bleed=(bleed, bleed)))
    if geometry.isbn == "":
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            del pdf.trailer["/Info"]
            pdf.save(path)
    return path


def findings(geometry: CoverGeometry, name: str, path: Path) -> list[tuple[str, str]]:
    found: list[Finding] = check_cover(PdfFile(path), profile(name), geometry)
    return [(one.code, one.detail) for one in found if one.code.startswith("C")]


@pytest.mark.parametrize("name", ["ingram", "lulu"])
def test_publishers_print_their_barcode(name: str, tmp_path: Path) -> None:
    made = cover_geometry(profile(name), 120, 20.0, ISBN)
    assert made.isbn == ISBN and made.barcode is not None
    assert findings(made, name, written(made, tmp_path / "cover.pdf")) == []
    assert cover_geometry(profile(name), 120, 20.0).barcode is None


def test_the_printers_barcode_keeps_its_area_clear(tmp_path: Path) -> None:
    made = cover_geometry(profile("kdp"), 120, isbn=ISBN)
    assert made.isbn == "" and made.barcode is not None
    own = cover_geometry(profile("kdp"), 120, isbn=ISBN, own_barcode=True)
    assert own.isbn == ISBN
    path = written(own, tmp_path / "own.pdf")
    assert findings(own, "kdp", path) == []
    assert findings(made, "kdp", path) == []  # preflight knows no ISBN, and accepts the barcode of one


def test_damaged_barcodes_are_found(tmp_path: Path) -> None:
    made = cover_geometry(profile("ingram"), 120, 20.0, ISBN)
    assert made.barcode is not None
    left, top, right, bottom = (side - made.bleed for side in made.barcode)
    cover_up = Rect(left, top, (right - left) / 2, bottom - top, GROUND)
    path = written(made, tmp_path / "covered.pdf", (cover_up,))
    assert findings(made, "ingram", path) == [("C06", "none can be read")]
    other = replace(made, isbn="978-1-86197-876-9")
    path = written(other, tmp_path / "other.pdf")
    assert findings(made, "ingram", path) == [("C06", "it reads 9781861978769")]


def test_preflight_reads_the_barcode_of_any_cover(tmp_path: Path) -> None:
    made = cover_geometry(profile("kdp"), 120, isbn=ISBN, own_barcode=True)
    path = written(made, tmp_path / "own.pdf")

    def asked(isbn: str) -> list[str]:
        request = PreflightRequest(path, "kdp", trim="6x9", cover_of=120, isbn=isbn)
        return [found.detail for found in preflight(request) if found.code in ("C03", "C06")]

    assert asked("") == asked(ISBN) == []
    assert asked("978-1-86197-876-9") == [f"it reads {DIGITS}"]
    with pytest.raises(ConfigError, match='--isbn: found "0-306-40615-2", this is an ISBN-10'):
        asked("0-306-40615-2")
    with pytest.raises(ConfigError, match="--isbn: only covers have barcodes"):
        preflight(PreflightRequest(path, "kdp", isbn=ISBN))
