"""Checks the QR codes: an independent library reads them from the rendered pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import zxingcpp

from puzzlegen.checking.expectations import AidExpectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_checks import printed_puzzle
from puzzlegen.checking.printed_grids import PrintedGrid, PrintedPage
from puzzlegen.errors import OutputError, PuzzlegenError

SCALE = 200 / 72  # pixels per point: a module of 0.36 mm is 3 pixels wide
ROW = 15.0  # points: codes whose centers are closer than this in height are in one row


@dataclass(frozen=True, slots=True)
class ReadCode:
    """The text of a QR code, and its center in points from the top left."""

    text: str
    x: float
    y: float


def check_codes(path: Path, pages: Sequence[PrintedPage], aids: AidExpectations) -> list[Finding]:
    """Check that each printed puzzle has a code on its page that opens it, in the order of numbers: R403.

    Raises OutputError when the file cannot be read.
    """
    if aids.address is None:
        return []
    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, OSError) as error:
        raise OutputError(f"{path}: cannot be read as a PDF: {error}") from error
    findings = []
    try:
        for page in pages:
            grids = [grid for grid in page.grids if grid.number is not None and not grid.is_answer]
            if grids:
                findings += _check_page(grids, read_codes(document[page.number - 1]), aids)
    finally:
        document.close()
    return findings


def read_codes(page: pypdfium2.PdfPage) -> list[ReadCode]:
    """Read the codes on a page, from top to bottom and from left to right."""
    picture = page.render(scale=SCALE, grayscale=True).to_numpy()
    page.close()
    found = []
    for code in zxingcpp.read_barcodes(picture[:, :, 0] if picture.ndim == 3 else picture):
        corners = code.position
        ends = (corners.top_left, corners.bottom_right)
        x, y = (sum(getattr(end, axis) for end in ends) / 2 / SCALE for axis in "xy")
        found.append(ReadCode(code.text, x, y))
    tops = sorted({code.y for code in found})
    starts = [y for before, y in zip([-ROW, *tops], tops, strict=False) if y - before > ROW]
    return sorted(found, key=lambda code: (sum(start <= code.y for start in starts), code.x))


def _check_page(grids: Sequence[PrintedGrid], codes: Sequence[ReadCode], aids: AidExpectations) -> list[Finding]:
    """Check the codes of one page: they are in the order of the puzzles, and each opens its puzzle."""
    assert aids.address is not None
    page = grids[0].page
    try:
        expected = {grid.number or 0: aids.address(printed_puzzle(grid, aids), grid.number or 0) for grid in grids}
    except PuzzlegenError:
        return []  # P201 or P203 reports it
    read = [code.text for code in codes]
    findings = [
        Finding("R403", page, number, f"no code reads {text}") for number, text in expected.items() if text not in read
    ]
    findings += [
        Finding("R403", page, 0, f"a code reads {text}, which is not a puzzle of the page")
        for text in read
        if text not in expected.values()
    ]
    if not findings and read != [expected[number] for number in sorted(expected)]:
        findings.append(Finding("R403", page, 0, "the codes are not in the order of the puzzles"))
    return findings
