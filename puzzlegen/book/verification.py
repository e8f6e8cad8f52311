"""Verifies a finished book from its folder: holds the manifest and the records against the files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.cover import cover_sheet
from puzzlegen.book.design import Edition, editions_of
from puzzlegen.book.edition import compare_with_new_drawing, lay_out_edition
from puzzlegen.book.explained_puzzles import check_records, explain_puzzles
from puzzlegen.book.manifest import (
    EDITIONS,
    changed_inputs,
    check_file_names,
    check_manifest,
    check_recorded_findings,
    differences,
    edition_manifest,
    expected_files,
)
from puzzlegen.checking.book_files import Report, check_book, repeat_findings
from puzzlegen.checking.expected import expectations_of, printed_parts
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.pdf_file import open_pdf
from puzzlegen.checking.printer_rules import PrintSpec
from puzzlegen.checking.tasks import Workers
from puzzlegen.config.book import BookConfig
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import COVER, DRAFT, INTERIOR, LISTING_FILES, MANIFEST, PREVIEW, PUZZLES, digest
from puzzlegen.files.reading import MAX_MANIFEST, check_pdf, read_limited
from puzzlegen.files.writing import is_plain_path
from puzzlegen.formats.cells import pluralize
from puzzlegen.jobs.ordered_work import Progress
from puzzlegen.jobs.pools import WorkerPool, open_local_pool
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.book_ledger import BookIdentity, BookRecorder, LedgerPolicy
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.schema.validation import config_hash
from puzzlegen.wording import printable

LARGE_RECORDS = 150_000  # bytes of puzzles.jsonl: 200 puzzles of 12x12, whose check takes longer than starting workers
MAX_CHANGES = 5  # of code, libraries, templates and fonts that a finding names


def verify_book(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify a finished book or all its editions.

    ``ledger`` replaces the ledger that the manifest names, which is used if it exists. ``jobs`` is the
    number of workers.

    Raises OutputError, ConfigError or LedgerError when something cannot be read.
    """
    with open_local_pool(jobs, check_book, much=_is_large(folder)) as pool:
        return _verify_book(folder, progress, ledger, pool)


def _is_large(folder: Path) -> bool:
    """Tell whether a book is so large that its workers should start at once."""
    try:
        return (folder / PUZZLES).stat().st_size >= LARGE_RECORDS
    except OSError:
        return False  # the check of its files reports it


def _verify_book(folder: Path, progress: Progress, ledger: Path | None, pool: WorkerPool) -> Report:
    manifest = _read_manifest(folder)
    if manifest.get("kind") == DRAFT:
        raise OutputError(f"{folder}: a draft, which is not verified: build the book without --draft and --pages")
    if manifest.get("kind") != EDITIONS:
        return _verify_edition(folder, manifest, progress, pool, ledger)
    with _manifest_errors(folder):
        checksums = {str(name): str(one["manifest_sha256"]) for name, one in manifest["editions"].items()}
        files = _check_paths(dict.fromkeys((PUZZLES,), "") | dict(manifest["files"]))
        _check_paths(checksums)
        config = BookConfig.model_validate(manifest["config"])
    expected = [edition.name for edition in editions_of(config, load(config.language, config.cells).paper)]
    findings: list[Finding] = [*_changed_files(folder, files)]
    if list(checksums) != expected:
        detail = f"editions: reads {', '.join(checksums)}, expected {', '.join(expected)}"
        findings.append(Finding("F115", 0, 0, detail))
    whole = {"title": config.title, "series": config.series, "config_sha256": config_hash(config)}
    findings += _contradictions({key: manifest.get(key) for key in whole}, whole)
    summaries = []
    for name, checksum in checksums.items():
        if not (folder / name / MANIFEST).is_file() or digest(folder / name / MANIFEST) != checksum:
            detail = f"{MANIFEST} is missing or not the file that the manifest above describes"
            findings.append(Finding("F101", 0, 0, detail, edition=name))
        if (folder / name / MANIFEST).is_file():
            below = _read_manifest(folder / name)
            report = _verify_edition(folder / name, below, progress, pool)
            found = [*report.findings, *_compare_with_top(folder, name, manifest, below)]
            findings += [replace(finding, edition=name) for finding in found]
            summaries.append(f"{name}: {report.summary}")
    if (folder / PUZZLES).is_file():
        records = check_records(folder / PUZZLES, config, reprinted=True, same_version=False)
        findings += _ledger_findings(ledger, folder, manifest, records.records)
    return Report(tuple(findings), "; ".join(summaries) or "the book is not complete")


def _compare_with_top(
    folder: Path, name: str, manifest: Mapping[str, Any], below: Mapping[str, Any]
) -> Iterator[Finding]:
    """Compare the manifest of an edition with the one above it, and its puzzles with those of the book: F115."""
    with _manifest_errors(folder):
        expected = {
            "edition": name,
            "config": manifest["config"],
            "counts": {"pages": manifest["editions"][name]["pages"]},
        }
        found = {"edition": below["edition"], "config": below["config"], "counts": {"pages": below["counts"]["pages"]}}
    yield from _contradictions(found, expected)
    puzzles = [path for path in (folder / PUZZLES, folder / name / PUZZLES) if path.is_file()]
    if len({digest(path) for path in puzzles}) > 1:
        yield Finding("F115", 0, 0, f"{PUZZLES} is not that of the other editions")


def _contradictions(found: Mapping[str, Any], expected: Mapping[str, Any]) -> Iterator[Finding]:
    return (Finding("F115", 0, 0, detail) for detail in differences(found, expected))


def _changed_files(folder: Path, files: Mapping[str, str]) -> list[Finding]:
    """Return a finding for each file that is missing or has another checksum than in the manifest."""
    return [
        Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes")
        for name, checksum in files.items()
        if not (folder / name).is_file() or digest(folder / name) != checksum
    ]


def _check_paths(files: dict[str, str]) -> dict[str, str]:
    """Return the files of a manifest. Raises ValueError if a path leads out of the folder of the manifest."""
    outside = [name for name in files if not is_plain_path(name)]
    if outside:
        raise ValueError(f"it names {printable(outside[0])}, which is outside its folder")
    return files


def _read_manifest(folder: Path) -> dict[str, Any]:
    with _manifest_errors(folder):
        return dict(json.loads(read_limited(folder / MANIFEST, MAX_MANIFEST)))


@contextmanager
def _manifest_errors(folder: Path) -> Iterator[None]:
    """Raise OutputError with a readable message for any error of reading a manifest."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{folder / MANIFEST}: {error.strerror}: name the folder of a finished book") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, ValidationError):
            first = error.errors(include_input=False)[0]
            error = ValueError(f"config.{'.'.join(map(str, first['loc']))}: {first['msg']}")
        raise OutputError(
            f"{folder / MANIFEST}: not a manifest of this version ({error}): build the book again"
        ) from None


def _verify_edition(
    folder: Path, manifest: dict[str, Any], progress: Progress, pool: WorkerPool, ledger: Path | None = None
) -> Report:
    with _manifest_errors(folder):
        config = BookConfig.model_validate(manifest["config"])
        contents = [str(title) for title in manifest["claims"]["contents"]]
        own = {int(one["page"]): str(one["text"]) for one in manifest["claims"]["own_pages"]}
        reprinted = manifest["counts"]["rejects"] is None
        named = _check_paths(dict(manifest["files"]))
        name = str(manifest["edition"])
    messages = load(config.language, config.cells)
    edition = next((one for one in editions_of(config, messages.paper) if one.name == name), None)
    if edition is None:
        return Report((Finding("F115", 0, 0, f"edition: reads {printable(name)!r}, the config has none"),), "")
    expected = expected_files(edition.config, edition.setup)
    findings = _changed_files(folder, dict.fromkeys(sorted(expected), "") | named)
    findings += check_file_names(folder, named, expected)
    if any(not (folder / file).is_file() for file in expected - {PREVIEW, *LISTING_FILES}):
        return Report(tuple(findings), "the book is not complete")
    for file in expected:
        if file.endswith(".pdf"):
            check_pdf(folder / file)
    changed, design = changed_inputs(manifest, edition.config)
    records = check_records(folder / PUZZLES, config, reprinted=reprinted, same_version=not changed)
    findings += [*records.findings, *_ledger_findings(ledger, folder, manifest, records.records)]
    layout, hints = None, {}
    if changed:
        findings.append(Finding("F116", 0, 0, f"not as they were: {', '.join(changed[:MAX_CHANGES])}"))
    elif design is not None and records.usable:
        try:
            puzzles = explain_puzzles(edition.config, records.records, messages, Workers(pool))
            hints = puzzles.hints_by_puzzle
            layout = lay_out_edition(edition, puzzles, design)
        except PuzzlegenError as error:
            findings.append(Finding("F117", 0, 0, f"the book cannot be laid out again: {error}"))
    pages = _page_count(folder / INTERIOR)
    claims = layout.claims if layout else printed_parts(edition.config, contents, own)
    spec = _print_spec(edition, pages)
    graded = [replace(record, quality=None) for record in records.records] if records.findings else records.records
    wanted = edition_manifest(edition, graded, pages, spec.limits, claims)
    seen = {key: value for key, value in manifest.items() if key != "quality" or not records.findings}
    findings += check_manifest(seen, wanted, same_version=not changed)
    digits = design.fonts.digits if design is not None else None
    wanted_pages = expectations_of(records.records, claims, spec.limits, messages, digits, hints)
    wanted_pages = wanted_pages.with_texts_of(edition.config)
    found = check_book(folder, wanted_pages, spec, progress, pool)
    if layout is not None and design is not None:
        findings += compare_with_new_drawing(folder, layout, records.records, design)
    if not changed and not any(finding.is_error for finding in (*findings, *found)):
        findings += check_recorded_findings(manifest, found)
    everything = (*findings, *found)
    errors = sum(finding.is_error for finding in everything)
    return Report(
        everything, f"{pluralize(len(records.records), 'puzzle')} read back and solved: {pluralize(errors, 'error')}"
    )


def _page_count(path: Path) -> int:
    """Return the number of pages of a PDF. Raises OutputError."""
    with open_pdf(path) as pdf:
        return len(pdf.pages)


def _print_spec(edition: Edition, pages: int) -> PrintSpec:
    """Return how an edition of this number of pages is printed, by its config and the figures of the printer."""
    profile, cover = edition.setup.profile, edition.config.cover
    sheet = None
    if COVER in expected_files(edition.config, edition.setup):
        sheet = cover_sheet(cover, profile, pages)
    return PrintSpec(profile, profile.limits(pages), sheet, edition.creep(pages))


def _ledger_findings(
    ledger: Path | None, folder: Path, manifest: Mapping[str, Any], records: Sequence[GradedPuzzle]
) -> tuple[Finding, ...]:
    """Find puzzles that a ledger has from other books, and a manifest that is not the one that it recorded.

    It is ``ledger``, else the one of the manifest if it exists. Raises LedgerError.
    """
    own = manifest.get("ledger")
    named = own.get("file") if isinstance(own, dict) else None
    if ledger is None and isinstance(named, str) and (folder / named).is_file():
        ledger = folder / named
    if ledger is None:
        return ()
    allowed = isinstance(own, dict) and own.get("repeats_allowed") is True
    series, title, config = (str(manifest.get(key)) for key in ("series", "title", "config_sha256"))
    with Ledger(ledger, write=False) as opened:
        book = BookRecorder(BookIdentity(series, title, config, folder, ()), LedgerPolicy(ledger, allowed), opened)
        return (
            *_unrecorded_manifest(opened, folder),
            *repeat_findings(book.repeats(book.entries(records))),
        )


def _unrecorded_manifest(ledger: Ledger, folder: Path) -> Iterator[Finding]:
    """Compare the manifest with the digest in the ledger: F101.

    All files of a book have their digests there, so this finds what was changed together with them, in any version.
    """
    recorded = ledger.manifest_digests(ledger.folder_name(folder))
    if recorded and digest(folder / MANIFEST) not in recorded:
        words = f"{MANIFEST} is not the one that {ledger.path} recorded for this folder"
        yield Finding("F101", 0, 0, f"{words}: build the book again with this ledger, or restore both from one backup")
