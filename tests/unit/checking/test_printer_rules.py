"""Printer rules: clean files have no findings. tests/findings has files that break each rule."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from printed_files import PrintedFile, profile

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.findings import FINDING_TYPES, Finding
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.preflight import PreflightRequest, figures_date, preflight
from puzzlegen.checking.printer_rules import check_cover
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.printers.profile import cover_geometry

INCH = 72.0


def changed(path: Path, change: Callable[[pikepdf.Pdf], None]) -> Path:
    """A sound file, changed."""
    PrintedFile().write(path)
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(path)
    return path


def codes(findings: list[Finding]) -> set[str]:
    assert all(finding.code in FINDING_TYPES and str(finding) and finding.as_dict() for finding in findings)
    return {finding.code for finding in findings}


def test_a_file_too_large(tmp_path: Path) -> None:
    made_for = profile()
    rules = made_for.printer.file.model_copy(update={"max_mb": 0.001})
    small = replace(made_for, printer=made_for.printer.model_copy(update={"file": rules}))
    assert codes(check_interior(PdfFile(PrintedFile().write(tmp_path / "large.pdf")), small)) == {"I02"}


def test_pictures_may_run_off_a_page_with_bleed_but_words_may_not(tmp_path: Path) -> None:
    size, band = (6.125 * INCH, 9.25 * INCH), "0.5 g 0 600 441 66 re f"  # off the page, as bleed is for
    trimmed: dict[str, Any] = {"TrimBox": [0, 9, 432, 657]}
    made_for = replace(profile(), with_bleed=True)

    def even_pages(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages[1::2]:
            page.obj["/TrimBox"] = [9, 9, 441, 657]

    def found(file: PrintedFile) -> set[str]:
        path = file.write(tmp_path / "bleeding.pdf")
        if file.all_pages:
            with pikepdf.open(path, allow_overwriting_input=True) as pdf:
                even_pages(pdf)
                pdf.save(path)
        return codes(check_interior(PdfFile(path), made_for))

    sound = PrintedFile(size=size, paint_all=band, all_pages=trimmed)
    assert found(sound) == set()
    assert found(replace(sound, paint="BT /F1+0 11 Tf 0 g 72 15 Td (mines) Tj ET")) == {"I19"}
    assert found(replace(sound, all_pages={})) == set()  # KDP asks for the size of the page alone
    corner, ornament, line = "0.9 g 300 300 m 441 400 l 300 500 l f", "100 660 20 6 re f", "0 1 m 441 1 l S"
    assert found(replace(sound, paint=f"{corner} {ornament} {line}")) == set()


# --- covers

SPINE = "0 0 0 1 k BT /F1+0 8 Tf 0 -1 1 0 448.3 566 Tm (mines) Tj ET"


def test_a_clean_cover_has_no_finding(tmp_path: Path) -> None:
    path = PrintedFile(cover=120, pages=1, paint=SPINE).write(tmp_path / "cover.pdf")
    assert check_cover(PdfFile(path), profile(), cover_geometry(profile(), 120)) == []


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


def test_the_figures_of_home_printers_have_a_date_too() -> None:
    assert figures_date("home") == figures_date("home-letter")


def test_the_trim_is_taken_from_the_file_by_name_only(tmp_path: Path) -> None:
    def asked(file: PrintedFile) -> set[str]:
        return codes(preflight(PreflightRequest(file.write(tmp_path / "asked.pdf"), "kdp")))

    assert asked(PrintedFile()) == set()
    assert asked(PrintedFile(size=(6.125 * INCH, 9.25 * INCH))) == {"I09"}  # with bleed, but without --bleed
    assert asked(PrintedFile(size=(5.9 * INCH, 9 * INCH))) == {"I09"}


def without_operands(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj["/Contents"] = pdf.make_stream(b"w Td BT Tf ET")


def empty_note(pdf: pikepdf.Pdf) -> None:
    pdf.pages[2].obj["/Annots"] = pikepdf.Array([None])


@pytest.mark.parametrize("spoil", [without_operands, empty_note])
def test_unreadable_pages_give_a_message_of_one_line(spoil: Callable[[pikepdf.Pdf], None], tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="page 3 cannot be read"):
        check_interior(PdfFile(changed(tmp_path / "odd.pdf", spoil)), profile())
