"""Checks the finished files of a book: proves puzzles, answers, pages and printer rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.checking.expectations import Expectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_checks import check_pages
from puzzlegen.checking.pdf_structure import check_structure
from puzzlegen.checking.printed_grids import PrintedPage, read_pages
from puzzlegen.checking.printer_rules.cover_rules import check_cover
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec, check_interior
from puzzlegen.checking.puzzles_and_answers import check_puzzles
from puzzlegen.checking.qr_codes import check_codes
from puzzlegen.jobs.progress import Progress
from puzzlegen.ledger.records import Repeat
from puzzlegen.output.build_folder import ANSWERS, COVER, INTERIOR


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a verification, and a summary line."""

    findings: tuple[Finding, ...]
    summary: str

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.findings)


def check_book(folder: Path, expected: Expectations, spec: PrintSpec, progress: Progress) -> tuple[Finding, ...]:
    """Check all finished files of a book: first what readers would find wrong, then what the printer would refuse."""
    profile, limits = spec.profile, spec.limits
    progress.start("verify", len(expected.records))
    pages = list(read_pages(folder / INTERIOR))
    for_readers = check_pages(pages, limits.bound)
    for_printer = check_interior(folder / INTERIOR, profile, limits) + check_structure(folder / INTERIOR)
    answers: list[PrintedPage] = []
    if expected.key is not None and expected.key.separate:
        answers = list(read_pages(folder / ANSWERS))
        for_readers += _in_file(ANSWERS, check_pages(answers, bound=False))
        for_printer += _in_file(ANSWERS, check_interior(folder / ANSWERS, profile, limits.for_single_sheets()))
        for_printer += _in_file(ANSWERS, check_structure(folder / ANSWERS))
    if spec.cover is not None:
        for_printer += _in_file(COVER, check_cover(folder / COVER, profile, spec.cover))
        for_printer += _in_file(COVER, check_structure(folder / COVER))
    for_readers += check_puzzles(pages, expected, progress.advance, answers)
    for_readers += check_codes(folder / INTERIOR, pages, expected.aids)
    return (*sorted(for_readers, key=lambda finding: finding.sort_key), *for_printer)


def _in_file(name: str, findings: list[Finding]) -> list[Finding]:
    """Name the file in each finding."""
    return [replace(finding, detail=f"{name}: {finding.detail}") for finding in findings]


def repeat_findings(repeats: Iterable[Repeat]) -> tuple[Finding, ...]:
    """Return a finding for each repeat that a ledger reports."""
    return tuple(
        Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}") for repeat in repeats
    )
