"""Checks the finished files of a book: proves puzzles, answers, pages and printer rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from puzzlegen.checking.booklet_sheets import check_booklet
from puzzlegen.checking.expected_book_parts import Expectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_checks import check_pages
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.page_rendering import open_document
from puzzlegen.checking.page_text import flow_of
from puzzlegen.checking.page_work import PageReading, check_sequence, count_pages, file_tasks
from puzzlegen.checking.pdf_structure import check_structure
from puzzlegen.checking.printer_rules.cover_rules import check_cover
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec
from puzzlegen.checking.puzzle_proof import keep_proofs, proof_tasks
from puzzlegen.checking.puzzles_and_answers import check_puzzles
from puzzlegen.checking.qr_codes import check_codes
from puzzlegen.checking.tasks import Task, Workers
from puzzlegen.checking.written_words import WrittenText, check_written
from puzzlegen.jobs.progress import Progress
from puzzlegen.jobs.worker_pools import WorkerPool
from puzzlegen.ledger.records import Repeat
from puzzlegen.output.build_folder import ANSWERS, BOOKLET, COVER, INTERIOR
from puzzlegen.printers.profile import Limits


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a verification, and a summary line."""

    findings: tuple[Finding, ...]
    summary: str

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.findings)


def check_book(
    folder: Path, expected: Expectations, spec: PrintSpec, progress: Progress, pool: WorkerPool | None = None
) -> tuple[Finding, ...]:
    """Check all finished files of a book: first what readers would find wrong, then what the printer would refuse.

    Pages and proofs are spread over the workers of ``pool``; without one this process does everything.
    """
    files = [_File(INTERIOR, folder / INTERIOR, spec.limits)]
    if expected.key is not None and expected.key.separate:
        files.append(_File(ANSWERS, folder / ANSWERS, spec.limits.for_single_sheets()))
    counts = [count_pages(file.path) for file in files]
    puzzles = [record.puzzle for record in expected.records]
    groups = [
        file_tasks(
            file.path, count, PageReading(expected.digits, expected.aids.address is not None),
            PrintSpec(spec.profile, file.limits),
        )
        for file, count in zip(files, counts, strict=True)
    ]  # fmt: skip
    groups.append(
        [] if spec.cover is None else [Task(partial(_check_cover, folder / COVER, spec, expected.on_cover), 0)]
    )
    groups.append([] if spec.creep is None else [Task(partial(_check_booklet, folder, spec.creep), 0)])
    groups.append(proof_tasks(puzzles))
    progress.start("verify", sum(task.steps for group in groups for task in group))
    results = iter(Workers(pool, progress).run([task for group in groups for task in group]))
    *found, cover, booklet, proofs = [list(islice(results, len(group))) for group in groups]
    keep_proofs(chain.from_iterable(proofs))
    for_readers: list[Finding] = []
    for_printer: list[Finding] = []
    printed = []
    for file, (whole, *ranges) in zip(files, found, strict=True):
        checked = list(chain.from_iterable(ranges))
        pages = [page.printed for page in checked]
        file_spec = PrintSpec(spec.profile, file.limits)
        for_readers += file.named(check_pages(pages, file.limits.bound, expected.folios))
        for_printer += file.named([*whole, *check_sequence(checked, file_spec), *check_structure(file.path)])
        printed.append(pages)
        if file.name == INTERIOR:
            codes = {page.number: page.codes for page in checked}
            for_readers += check_codes(pages, codes, expected.aids)
    for_readers += check_written([page.drawn for page in printed[0]], expected.written)
    for_printer += chain.from_iterable((*cover, *booklet))
    for_readers += check_puzzles(printed[0], expected, printed[1] if len(printed) > 1 else ())
    return (*sorted(for_readers, key=lambda finding: finding.sort_key), *for_printer)


@dataclass(frozen=True, slots=True)
class _File:
    """A file with pages of a book, and how it is printed."""

    name: str
    path: Path
    limits: Limits

    def named(self, findings: list[Finding]) -> list[Finding]:
        """Name the file in the findings, unless it is the interior."""
        return findings if self.name == INTERIOR else _in_file(self.name, findings)


def _check_cover(path: Path, spec: PrintSpec, texts: Sequence[WrittenText]) -> list[Finding]:
    assert spec.cover is not None
    with open_document(path) as document:
        words = [flow_of(read_objects(page).letters.turned(0)) for page in document]
    found = check_cover(path, spec.profile, spec.cover) + check_structure(path)
    return _in_file(COVER, [*check_written(words, texts), *found])


def _check_booklet(folder: Path, creep: float) -> list[Finding]:
    path = folder / BOOKLET
    return _in_file(BOOKLET, check_booklet(path, folder / INTERIOR, creep) + check_structure(path))


def _in_file(name: str, findings: list[Finding]) -> list[Finding]:
    """Name the file in each finding."""
    return [replace(finding, detail=f"{name}: {finding.detail}") for finding in findings]


def repeat_findings(repeats: Iterable[Repeat]) -> tuple[Finding, ...]:
    """Return a finding for each repeat that a ledger reports."""
    return tuple(
        Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}") for repeat in repeats
    )
