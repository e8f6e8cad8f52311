"""Checks the QR codes: an independent library reads them from the rendered pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import zxingcpp

from puzzlegen.checking.expected_book_parts import AidExpectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_checks import printed_puzzle
from puzzlegen.checking.page_rendering import Rendered
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage
from puzzlegen.errors import PuzzlegenError

ROW = 15.0  # points: codes whose centers are closer than this in height are in one row


@dataclass(frozen=True, slots=True)
class ReadCode:
    """The text of a QR code, and its center in points from the top left."""

    text: str
    x: float
    y: float


def check_codes(
    pages: Sequence[PrintedPage], codes: Mapping[int, Sequence[ReadCode]], aids: AidExpectations
) -> list[Finding]:
    """Check that each printed puzzle has a code on its page that opens it, in the order of numbers: R403.

    ``codes`` has those of each page by its number.
    """
    if aids.address is None:
        return []
    findings = []
    for page in pages:
        grids = [grid for grid in page.grids if grid.number is not None and not grid.is_answer]
        if grids:
            findings += _check_page(grids, codes.get(page.number, ()), aids)
    return findings


def read_codes(shown: Rendered) -> list[ReadCode]:
    """Read the codes on a page rendered at ``CODE_SCALE``, from top to bottom and from left to right."""
    found = []
    for code in zxingcpp.read_barcodes(shown.pixels):
        corners = code.position
        ends = (corners.top_left, corners.bottom_right)
        x, y = (sum(getattr(end, axis) for end in ends) / 2 / shown.scale for axis in "xy")
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
