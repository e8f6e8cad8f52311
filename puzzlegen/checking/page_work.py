"""Checks the pages of a PDF in ranges, each of which a worker reads, renders and checks by itself.

A range opens the file once. Each page of it is rendered once, for everything that depends on what a reader sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import pikepdf
import pypdfium2

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.page_rendering import CODE_SCALE, SCALE, open_document, render
from puzzlegen.checking.printed_pages import PrintedPage, printed_page
from puzzlegen.checking.printer_rules.interior_rules import (
    PageNote,
    PrintSpec,
    file_rules,
    page_rules,
    sequence_rules,
)
from puzzlegen.checking.printer_rules.pdf_facts import file_facts, open_pdf, page_facts
from puzzlegen.checking.qr_codes import ReadCode, read_codes
from puzzlegen.checking.tasks import HERE, Task, Workers
from puzzlegen.printers.profile import Limits, Profile

RANGE_PAGES = 8  # of a range: about a tenth of a second, and opening the file for it takes a twentieth of that


@dataclass(frozen=True, slots=True)
class PageReading:
    """What is read of a page for its reader.

    ``digits`` is the font file of the clues, None if the look of the cells is not to be compared with it. ``codes``:
    QR codes are read too.
    """

    digits: Path | None = None
    codes: bool = False


@dataclass(frozen=True, slots=True)
class PageRange:
    """The pages from ``first`` to ``last``, counted from 1.

    ``reading`` is None if only the rules of the printer are checked.
    """

    path: Path
    first: int
    last: int
    reading: PageReading | None
    spec: PrintSpec


@dataclass(frozen=True, slots=True)
class CheckedPage:
    """What was found on one page: what it shows, its QR codes, the rules it breaks, and whether it is blank."""

    number: int
    printed: PrintedPage | None
    codes: tuple[ReadCode, ...]
    findings: tuple[Finding, ...]
    blank: bool


def file_tasks(path: Path, pages: int, reading: PageReading | None, spec: PrintSpec) -> list[Task]:
    """Return the tasks that check a file: first the whole file, which gives findings, then ranges of its pages."""
    ranges = [
        PageRange(path, first, min(first + RANGE_PAGES - 1, pages), reading, spec)
        for first in range(1, pages + 1, RANGE_PAGES)
    ]
    return [
        Task(partial(check_file, path, spec), 0),
        *(Task(partial(check_range, one), one.last - one.first + 1) for one in ranges),
    ]


def check_range(pages: PageRange) -> list[CheckedPage]:
    """Read, render and check a range of pages. Raises OutputError for what cannot be read."""
    with open_pdf(pages.path) as pdf, open_document(pages.path) as document:
        return [_check_page(document, pdf, number, pages) for number in range(pages.first, pages.last + 1)]


def _check_page(document: pypdfium2.PdfDocument, pdf: pikepdf.Pdf, number: int, pages: PageRange) -> CheckedPage:
    page = document[number - 1]
    try:
        reading = pages.reading
        scale = CODE_SCALE if reading is not None and reading.codes else SCALE
        shown = render(page, words=pages.spec.profile.with_bleed, scale=scale)
        drawn = read_objects(page)
        printed = None
        codes: tuple[ReadCode, ...] = ()
        if reading is not None:
            printed = printed_page(drawn, shown, number, reading.digits)
            if reading.codes and printed.numbers_puzzle:
                codes = tuple(read_codes(shown))
    finally:
        page.close()
    facts = page_facts(pages.path, pdf, number, shown, drawn)
    return CheckedPage(number, printed, codes, tuple(page_rules(facts, pages.spec)), facts.ink is None)


def check_file(path: Path, spec: PrintSpec) -> list[Finding]:
    """Check the whole file by the rules of its printer, and what no page shows. Raises OutputError."""
    with open_pdf(path) as pdf:
        return list(file_rules(file_facts(path, pdf), spec))


def check_sequence(pages: Iterable[CheckedPage], spec: PrintSpec) -> list[Finding]:
    """Return the findings of the printer's rules on pages and on their sequence."""
    pages = list(pages)
    findings = [finding for page in pages for finding in page.findings]
    return findings + list(sequence_rules([PageNote(page.number, page.blank) for page in pages], spec))


def check_interior(
    path: Path, profile: Profile, limits: Limits | None = None, workers: Workers = HERE
) -> list[Finding]:
    """Check the pages of a book against the rules of its printer.

    ``limits`` replace those of the profile for as many pages as the file has. Raises OutputError when the file cannot
    be read as a PDF.
    """
    count = count_pages(path)
    spec = PrintSpec(profile, limits or profile.limits(count))
    whole, *ranges = workers.run(file_tasks(path, count, None, spec))
    return whole + check_sequence(chain.from_iterable(ranges), spec)


def count_pages(path: Path) -> int:
    """Return the number of pages of a PDF. Raises OutputError."""
    with open_pdf(path) as pdf:
        return len(pdf.pages)
