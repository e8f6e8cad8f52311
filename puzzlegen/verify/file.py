"""Checks of the file and its pages: fonts, sizes, margins, page numbers; by what is in the PDF, not what was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pikepdf

from puzzlegen.errors import OutputError
from puzzlegen.press.profile import Limits
from puzzlegen.press.records import PageRange
from puzzlegen.units import to_mm
from puzzlegen.verify.findings import Finding
from puzzlegen.verify.printed import PrintedPage

SLACK = 0.05  # points: rounding in the file
LEAST_CELL, LEAST_KEY_CELL = 14.17, 9.35  # points: 5 mm and 3.3 mm


def check_pages(pages: Sequence[PrintedPage], limits: Limits) -> list[Finding]:
    """All findings F that the pages themselves show."""
    findings = []
    if limits.even and len(pages) % 2:
        findings.append(Finding("F104", len(pages), 0, f"{len(pages)} pages"))
    allowed = PageRange(limits.min_pages, limits.max_pages)
    if len(pages) not in allowed:
        findings.append(Finding("F110", 0, 0, f"{len(pages)} pages, the printer binds {allowed}"))
    findings += _check_blanks(pages, limits)
    for page in pages:
        findings += _check_page(page, limits)
    return findings


def _check_blanks(pages: Sequence[PrintedPage], limits: Limits) -> Iterator[Finding]:
    """Runs of blank pages: one limit within the book, another at its end."""
    end = len(pages)
    while end and pages[end - 1].ink is None:
        end -= 1
    blank = 0
    for page in pages[:end]:
        blank = blank + 1 if page.ink is None else 0
        if limits.blank_run is not None and blank == limits.blank_run + 1:
            yield Finding("F111", page.number, 0, f"{blank} in a row, allowed {limits.blank_run}")
    if limits.blank_run_end is not None and len(pages) - end > limits.blank_run_end:
        yield Finding("F111", end + 1, 0, f"{len(pages) - end} at the end, allowed {limits.blank_run_end}")
    if limits.last_blank and end == len(pages):
        yield Finding("F114", end, 0, "there is ink on it")


def _check_page(page: PrintedPage, limits: Limits) -> Iterator[Finding]:
    n = page.number
    width, height = limits.page_size(n)
    if abs(page.width - width) > SLACK or abs(page.height - height) > SLACK:
        yield Finding("F103", n, 0, f"{page.width:g} x {page.height:g} pt, expected {width:g} x {height:g}")
    if page.ink is not None:
        clear = limits.clear(n)
        gaps = {
            "left": (page.ink[0], clear.left),
            "top": (page.ink[1], clear.top),
            "right": (page.width - page.ink[2], clear.right),
            "bottom": (page.height - page.ink[3], clear.bottom),
        }
        for side, (found, least) in gaps.items():
            if found < least - SLACK:
                yield Finding("F106", n, 0, f"{found:.1f} pt from the {side} edge, at least {least:.1f} pt is due")
    if page.folio is None and any(grid.number is not None for grid in page.grids):
        yield Finding("F109", n, 0, f"there is none, expected {n}")
    for space, example in page.spaces.items():
        if space not in limits.spaces:
            yield Finding("F113", n, 0, f"{example}, the printer takes {' or '.join(limits.spaces)}")
    if page.faint:
        yield Finding("F113", n, 0, page.faint)
    if page.smallest_type is not None and page.smallest_type < limits.least_type - SLACK:
        yield Finding("F107", n, 0, f"{page.smallest_type:.2f} pt, at least {limits.least_type:g} pt is due")
    if page.thinnest_line is not None and page.thinnest_line < limits.least_line - 0.001:
        yield Finding("F108", n, 0, f"{page.thinnest_line:.2f} pt, at least {limits.least_line:g} pt is due")
    if page.folio is not None:
        side = "right" if n % 2 or not limits.bound else "left"
        if page.folio != n or page.folio_side not in (side, "middle"):
            yield Finding("F109", n, 0, f"reads {page.folio} at the {page.folio_side}, expected {n} at the {side}")
    for grid in page.grids:
        least = LEAST_KEY_CELL if any(grid.mines) else LEAST_CELL
        if grid.number is not None and grid.cell < least - SLACK:
            yield Finding("F112", n, grid.number, f"{to_mm(grid.cell):.1f} mm")


def check_file(path: Path, limits: Limits) -> list[Finding]:
    """All findings F102 and F105. Raises OutputError when the file is not a PDF."""
    findings = []
    try:
        with pikepdf.open(path) as pdf:
            if pdf.is_encrypted:
                findings.append(Finding("F105", 0, 0, "encryption"))
            if ("/Info" in pdf.trailer or "/Metadata" in pdf.Root) and not limits.metadata:
                findings.append(Finding("F105", 0, 0, "document information or metadata"))
            if "/Outlines" in pdf.Root and not limits.outline:
                findings.append(Finding("F105", 0, 0, "an outline"))
            for number, page in enumerate(pdf.pages, start=1):
                notes: Any = page.get("/Annots", [])
                if any(not limits.links or note.get("/Subtype") != "/Link" for note in notes):
                    findings.append(Finding("F105", number, 0, "a link or note"))
                resources: Any = page.get("/Resources", {})
                for state in dict(resources.get("/ExtGState", {})).values():
                    if any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA")) or "/SMask" in state:
                        findings.append(Finding("F105", number, 0, "transparency"))
                for font in dict(resources.get("/Font", {})).values():
                    if not _is_embedded(font):
                        findings.append(Finding("F102", number, 0, str(font.get("/BaseFont", "a font without a name"))))
    except (pikepdf.PdfError, OSError, TypeError, ValueError, AttributeError) as fault:  # as odd files may raise
        raise OutputError(f"{path}: cannot be read as a PDF: {fault}") from None
    return findings


def _is_embedded(font: Any) -> bool:
    descendants = font.get("/DescendantFonts")
    if descendants is not None:
        font = descendants[0]
    descriptor = font.get("/FontDescriptor", {})
    return any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
