"""Draws a finished book again from its config and puzzles, and compares the files page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import pypdfium2

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.design import Design
from puzzlegen.book.edition_build import EditionLayout, draw_edition
from puzzlegen.checking.findings import Finding
from puzzlegen.output.build_folder import FILES, PUZZLES
from puzzlegen.units import POINTS_PER_INCH, to_mm

DPI = 100  # of the renderings that are compared
TOLERANCE = 16  # of 255: pixels that differ more differ visibly. The same page is rendered to the same pixels
MAX_PAGES = 10  # of a file that are described


class _PageLook(NamedTuple):
    """Size in points, text by lines, and rendering of a page."""

    size: tuple[float, float]
    lines: list[str]
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.int16]]


def compare_with_new_drawing(
    folder: Path, layout: EditionLayout, records: Sequence[GradedPuzzle], design: Design
) -> list[Finding]:
    """Draw the edition into a temporary folder, and find the files of ``folder`` with other bytes: F117.

    The same pages always give the same bytes. Files that ``folder`` lacks are not reported. Raises OutputError.
    """
    with TemporaryDirectory(prefix="puzzlegen-") as name:
        fresh = Path(name)
        draw_edition(layout, records, design, fresh)
        findings = []
        for file in FILES:
            ours, theirs = fresh / file, folder / file
            if file == PUZZLES or not ours.exists() or not theirs.is_file():
                continue  # check_records compares puzzles.jsonl
            if ours.read_bytes() == theirs.read_bytes():
                continue
            found = _different_pages(theirs, ours) if file.endswith(".pdf") else ["it is not the picture of the pages"]
            findings += [_in_file(file, one) for one in found]
        return findings


def _in_file(file: str, found: Finding | str) -> Finding:
    if isinstance(found, str):
        return Finding("F117", 0, 0, f"{file}: {found}")
    return replace(found, detail=f"{file}: {found.detail}")


def _different_pages(path: Path, fresh: Path) -> list[Finding | str]:
    """Describe how a PDF differs from a fresh drawing of it."""
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        return [f"it cannot be read as a PDF: {error}"]
    expected = pypdfium2.PdfDocument(fresh)
    try:
        found: list[Finding | str] = []
        if len(document) != len(expected):
            found.append(f"it has {len(document)} pages, expected {len(expected)}")
        pages = _differences(document, expected)
        for finding in pages:
            found.append(finding)
            if len(document) != len(expected):
                return found  # the pages behind a missing or added one all differ
            if len(found) == MAX_PAGES:
                more = [other.page for other in pages]
                return found + ([f"{len(more)} more pages differ"] if more else [])
        return found or ["no page looks different, but the bytes differ: something that no page shows was changed"]
    finally:
        document.close()
        expected.close()


def _differences(document: pypdfium2.PdfDocument, expected: pypdfium2.PdfDocument) -> Iterator[Finding]:
    for i in range(min(len(document), len(expected))):
        try:
            detail = _difference(_look(document[i]), _look(expected[i]))
        except pypdfium2.PdfiumError as error:
            detail = f"it cannot be read: {error}"
        if detail:
            yield Finding("F117", i + 1, 0, detail)


def _look(page: pypdfium2.PdfPage) -> _PageLook:
    text = page.get_textpage()
    lines = text.get_text_bounded().splitlines()
    pixels = page.render(scale=DPI / POINTS_PER_INCH, grayscale=True).to_numpy().astype(np.int16)
    look = _PageLook(page.get_size(), lines, pixels.reshape(pixels.shape[:2]))
    text.close()
    page.close()
    return look


def _difference(found: _PageLook, expected: _PageLook) -> str:
    """Describe the first difference between two pages; empty if they look the same."""
    if found.pixels.shape != expected.pixels.shape:
        (wide, high), (width, height) = found.size, expected.size
        return f"it is {to_mm(wide):.1f} x {to_mm(high):.1f} mm, expected {to_mm(width):.1f} x {to_mm(height):.1f} mm"
    place = ""
    different = np.argwhere(np.abs(found.pixels - expected.pixels) > TOLERANCE)
    if len(different):
        (top, left), (bottom, right) = (corner * to_mm(POINTS_PER_INCH) / DPI for corner in
                                        (different.min(axis=0), different.max(axis=0) + 1))  # fmt: skip
        place = f"{left:.0f} to {right:.0f} mm from the left and {top:.0f} to {bottom:.0f} mm from the top"
    if found.lines != expected.lines:
        at = next((i for i, (one, other) in enumerate(zip(found.lines, expected.lines, strict=False)) if one != other),
                  min(len(found.lines), len(expected.lines)))  # fmt: skip
        read, wanted = (lines[at] if at < len(lines) else "nothing" for lines in (found.lines, expected.lines))
        return f"reads {read!r}, expected {wanted!r}" + (f", {place}" if place else ", which a reader does not see")
    return f"the picture differs {place}" if place else ""
