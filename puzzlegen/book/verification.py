"""Verifies a finished book from its folder: holds the manifest and the records against the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.book.design import Design, Edition, editions_of
from puzzlegen.book.edition import compare_with_new_drawing, lay_out_edition, print_spec
from puzzlegen.book.explained_puzzles import RecordsReport, check_records, explain_puzzles
from puzzlegen.book.manifest import (
    as_json,
    changed_inputs,
    check_file_names,
    check_manifest,
    check_recorded_findings,
    differences,
    edition_manifest,
)
from puzzlegen.checking.book_files import Report, check_book, repeat_findings
from puzzlegen.checking.expected import Printed, expectations_of, unknown_hints
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.pdf_file import PDF_LIMITS, BookPdfs, PdfFile, check_limits
from puzzlegen.checking.proof import Proofs
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import OutputError, PuzzlegenError, WorkerError
from puzzlegen.files import build_folder
from puzzlegen.files.build_folder import DRAFT, INTERIOR, MANIFEST, PICTURES, PUZZLES, UNREADABLE, BookFolder, damaged
from puzzlegen.files.reading import MAX_MANIFEST, read_limited
from puzzlegen.files.writing import is_plain_path
from puzzlegen.jobs.ordered_work import Progress, Task, Workers
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import Hint
from puzzlegen.ledger.book_ledger import BookIdentity, BookRecorder, LedgerPolicy
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.schema.validation import config_hash
from puzzlegen.wording import pluralize, printable

LARGE_RECORDS = 150_000  # bytes of puzzles.jsonl: 200 puzzles of 12x12, whose check takes longer than starting workers
MAX_CHANGES = 5  # of code, libraries, templates and fonts that a finding names


def verify_book(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify a finished book or all its editions.

    ``ledger`` replaces the ledger that the manifest names, which is used if it exists. ``jobs`` is the
    number of workers.

    Raises OutputError, ConfigError or LedgerError when something cannot be read.
    """
    with open_local_pool(jobs, check_book, much=_is_large(folder), limits=PDF_LIMITS) as pool:
        try:
            book = _read(folder)
            report = _verify_book(book, progress, ledger, Proofs(pool))
            return replace(report, summary=f"{report.summary}{_without_ledger(book, ledger)}")
        except WorkerError as error:
            raise error.in_file(folder) from None


def _without_ledger(book: BookFolder, ledger: Path | None) -> str:
    """Return the end of a summary where the ledger that the manifest names is missing."""
    if ledger is not None or not book.ledger or (book.path / book.ledger).is_file():
        return ""
    return f"; not compared with its ledger {book.path / book.ledger}, which is missing: name it with --ledger FILE"


def _is_large(folder: Path) -> bool:
    """Tell whether a book is so large that its workers should start at once."""
    try:
        return (folder / PUZZLES).stat().st_size >= LARGE_RECORDS
    except OSError:
        return False  # the check of its files reports it


def _verify_book(book: BookFolder, progress: Progress, ledger: Path | None, proofs: Proofs) -> Report:
    folder, manifest = book.path, book.manifest
    if manifest.get("kind") == DRAFT:
        raise OutputError(f"{folder}: a draft, which is not verified: build the book without --draft and --pages")
    if not book.has_editions:
        return _verify_edition(book, progress, ledger, proofs)
    with _manifest_errors(folder):
        checksums = {str(name): str(one["manifest_sha256"]) for name, one in manifest["editions"].items()}
        files = _check_paths(dict.fromkeys((PUZZLES,), "") | dict(manifest["files"]))
        _check_paths(checksums)
        config = BookConfig.model_validate(manifest["config"])
    expected = [edition.name for edition in editions_of(config, load(config.language, config.cells).paper)]
    findings: list[Finding] = [*_changed_files(folder, files), *_rewritten(book)]
    if list(checksums) != expected:
        detail = f"editions: reads {', '.join(checksums)}, expected {', '.join(expected)}"
        findings.append(Finding("F115", 0, 0, detail))
    whole = {"title": config.title, "series": config.series, "config_sha256": config_hash(config)}
    findings += _contradictions({key: manifest.get(key) for key in whole}, whole)
    summaries = []
    for name, checksum in checksums.items():
        if damaged(folder / name, {MANIFEST: checksum}):
            detail = f"{MANIFEST} is missing or not the file that the manifest above describes"
            findings.append(Finding("F101", 0, 0, detail, edition=name))
        if (folder / name / MANIFEST).is_file():
            below = _read(folder / name)
            report = _verify_edition(below, progress, None, proofs)
            found = [*report.findings, *_compare_with_top(book, name, below.manifest)]
            findings += [replace(finding, edition=name) for finding in found]
            summaries.append(f"{name}: {report.summary}")
    if (folder / PUZZLES).is_file():
        records = check_records(folder / PUZZLES, config, reprinted=True, same_version=False)
        findings += _ledger_findings(ledger, book, records.records)
    return Report(tuple(findings), "; ".join(summaries) or "the book is not complete")


def _rewritten(book: BookFolder) -> Iterator[Finding]:
    """Find a manifest whose values another program has written: F115."""
    if read_limited(book.path / MANIFEST, MAX_MANIFEST) != as_json(book.manifest).encode():
        yield Finding("F115", 0, 0, f"{MANIFEST} has other line ends, spaces or forms of numbers than puzzlegen writes")


def _compare_with_top(book: BookFolder, name: str, below: Mapping[str, Any]) -> Iterator[Finding]:
    """Compare the manifest of an edition with the one above it, and its puzzles with those of the book: F115."""
    folder, manifest = book.path, book.manifest
    with _manifest_errors(folder):
        expected = {
            "edition": name,
            "config": manifest["config"],
            "counts": {"pages": manifest["editions"][name]["pages"]},
        }
        found = {"edition": below["edition"], "config": below["config"], "counts": {"pages": below["counts"]["pages"]}}
    yield from _contradictions(found, expected)
    both = (folder / PUZZLES, folder / name / PUZZLES)
    if all(path.is_file() for path in both) and damaged(
        folder / name, {PUZZLES: build_folder.digest(folder / PUZZLES)}
    ):
        yield Finding("F115", 0, 0, f"{PUZZLES} is not that of the other editions")


def _contradictions(found: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Finding]:
    return (Finding("F115", 0, 0, detail) for detail in differences(found, expected))


def _changed_files(folder: Path, files: Mapping[str, str]) -> list[Finding]:
    """Return a finding for each file that is missing or has another checksum than in the manifest."""
    return [
        Finding(
            "F101",
            0,
            0,
            f"{name} is a folder: move it away first"
            if (folder / name).is_dir()
            else f"{name} is missing or not the file the manifest describes",
        )
        for name in damaged(folder, files)
    ]


def _check_paths(files: dict[str, str]) -> dict[str, str]:
    """Return the files of a manifest. Raises ValueError if a path leads out of the folder of the manifest."""
    outside = [name for name in files if not is_plain_path(name)]
    if outside:
        raise ValueError(f"it names {printable(outside[0])}, which is outside its folder")
    return files


def _read(folder: Path) -> BookFolder:
    with _manifest_errors(folder):
        return BookFolder.read(folder)


@contextmanager
def _manifest_errors(folder: Path) -> Iterator[None]:
    """Raise OutputError with a readable message for any error of reading a manifest."""
    try:
        yield
    except OSError as error:
        rejected, remedy = folder / build_folder.REJECTED, "name the folder of a book or daily"
        if (rejected / MANIFEST).is_file():
            remedy = f"the book was built with errors: build it again, or verify {rejected}"
        raise OutputError(f"{folder / MANIFEST}: {error.strerror}: {remedy}") from None
    except UNREADABLE as error:
        if isinstance(error, ValidationError):
            first = error.errors(include_input=False)[0]
            error = ValueError(f"config.{'.'.join(map(str, first['loc']))}: {first['msg']}")
        raise OutputError(
            f"{folder / MANIFEST}: not a manifest of this version ({error}): build the book again"
        ) from None


def _verify_edition(book: BookFolder, progress: Progress, ledger: Path | None, proofs: Proofs) -> Report:
    folder, manifest = book.path, book.manifest
    with _manifest_errors(folder):
        config, name = BookConfig.model_validate(manifest["config"]), str(manifest["edition"])
        named = _check_paths(dict(manifest["files"]))
        own = {int(page["page"]): str(page["text"]) for page in manifest["claims"]["own_pages"]}
        printed = Printed([str(title) for title in manifest["claims"]["contents"]], own)
        reprinted = manifest["counts"]["rejects"] is None
    paper = load(config.language, config.cells).paper
    edition = next((known for known in editions_of(config, paper) if known.name == name), None)
    if edition is None:
        return Report((Finding("F115", 0, 0, f"edition: reads {printable(name)!r}, the config has none"),), "")
    findings = _changed_files(folder, dict.fromkeys(sorted(edition.files), "") | named)
    findings += [*check_file_names(folder, named, edition.files), *_rewritten(book)]
    if any(not (folder / file).is_file() for file in edition.files.difference(PICTURES)):
        return Report(tuple(findings), "the book is not complete")
    pdf_files = [PdfFile(folder / file) for file in edition.files if file.endswith(".pdf")]
    Workers(proofs.pool).run([Task(partial(check_limits, file), 0) for file in pdf_files])
    changed, design = changed_inputs(manifest, edition.config)
    records = check_records(folder / PUZZLES, config, reprinted=reprinted, same_version=not changed)
    findings += [*records.findings, *_ledger_findings(ledger, book, records.records)]
    if changed:
        findings.append(Finding("F116", 0, 0, f"not as they were: {', '.join(changed[:MAX_CHANGES])}"))
    with BookPdfs(folder) as pdfs:
        finished = _Finished(edition, manifest, printed, records, design, bool(changed))
        differing, found = _check_finished(finished, pdfs, proofs, progress)
    findings += differing
    if not changed and not any(finding.is_error for finding in (*findings, *found)):
        findings += check_recorded_findings(manifest, found)
    everything = (*findings, *found)
    errors = sum(finding.is_error for finding in everything)
    return Report(
        everything, f"{pluralize(len(records.records), 'puzzle')} read back and solved: {pluralize(errors, 'error')}"
    )


@dataclass(frozen=True, slots=True)
class _Finished:
    """A finished edition: its manifest and what that says is printed, its records, and its design.

    ``design`` is None if it cannot be loaded. ``changed``: code, libraries, templates, fonts or pictures are not as
    they were.
    """

    edition: Edition
    manifest: Mapping[str, Any]
    printed: Printed
    records: RecordsReport
    design: Design | None
    changed: bool


def _check_finished(
    finished: _Finished, pdfs: BookPdfs, proofs: Proofs, progress: Progress
) -> tuple[list[Finding], tuple[Finding, ...]]:
    """Check the files of an edition. Returns what the manifest and another drawing contradict, and what pages show."""
    edition, records, design = finished.edition, finished.records.records, finished.design
    layout, hints, printed = None, dict[Puzzle, tuple[Hint, ...]](), finished.printed
    findings: list[Finding] = []
    pages = pdfs[INTERIOR].pages()
    if design is not None and finished.records.usable and not finished.changed:
        try:
            puzzles = explain_puzzles(edition.config, records, design.messages, Workers(proofs.pool))
            hints, layout = puzzles.hints_by_puzzle, lay_out_edition(replace(edition, expected=pages), puzzles, design)
            printed = layout.printed
        except PuzzlegenError as error:
            findings.append(Finding("F117", 0, 0, f"the book cannot be laid out again: {error}"))
    spec, unsure = print_spec(edition, pages), bool(finished.records.findings)
    graded = [replace(record, quality=None) for record in records] if unsure else records
    wanted = edition_manifest(edition, graded, pages, spec.limits, printed)
    read = {key: value for key, value in finished.manifest.items() if key != "quality" or not unsure}
    findings += check_manifest(read, wanted, same_version=not finished.changed)
    digits = design.fonts.digits if design is not None else None
    shown = expectations_of(edition.config, records, printed, spec.limits, digits, hints)
    if finished.changed and shown.aids.hints is not None:
        shown = replace(shown, aids=replace(shown.aids, hints=unknown_hints))
    found = check_book(pdfs, shown, spec, proofs, progress)
    if layout is not None and design is not None:
        findings += compare_with_new_drawing(pdfs, layout, records, design, Workers(proofs.pool))
    return findings, found


def _ledger_findings(ledger: Path | None, book: BookFolder, records: Sequence[GradedPuzzle]) -> tuple[Finding, ...]:
    """Find puzzles that a ledger has from other books, and a manifest that is not the one that it recorded.

    It is ``ledger``, else the one of the manifest if it exists. Raises LedgerError.
    """
    folder, manifest = book.path, book.manifest
    own = manifest.get("ledger")
    if ledger is None and book.ledger and (folder / book.ledger).is_file():
        ledger = folder / book.ledger
    if ledger is None:
        return ()
    allowed = isinstance(own, dict) and own.get("repeats_allowed") is True
    series, title, config = (str(manifest.get(key)) for key in ("series", "title", "config_sha256"))
    with Ledger(ledger, write=False) as opened:
        recorder = BookRecorder(BookIdentity(series, title, config, folder, ()), LedgerPolicy(ledger, allowed), opened)
        return (
            *_unrecorded_manifest(opened, folder),
            *repeat_findings(recorder.repeats(recorder.entries(records))),
        )


def _unrecorded_manifest(ledger: Ledger, folder: Path) -> Iterator[Finding]:
    """Compare the manifest with the digest in the ledger: F101.

    All files of a book have their digests there, so this finds what was changed together with them, in any version.
    """
    recorded = ledger.manifest_digests(ledger.folder_name(folder))
    if recorded and all(damaged(folder, {MANIFEST: known}) for known in recorded):
        words = f"{MANIFEST} is not the one that {ledger.path} recorded for this folder"
        yield Finding("F101", 0, 0, f"{words}: build the book again with this ledger, or restore both from one backup")
