"""Verifies a finished book from its folder: holds the manifest and the records against the files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.manifest import EDITIONS
from puzzlegen.checking.expectations import expectations_of
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printer_rules.interior_rules import PrintSpec
from puzzlegen.checking.verify import Report, check_book, repeat_findings
from puzzlegen.config.book import PageConfig
from puzzlegen.config.page_setup import resolve_page
from puzzlegen.config.reading.message_parts import printable
from puzzlegen.config.safe_paths import is_plain_path
from puzzlegen.errors import OutputError
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.progress import Progress
from puzzlegen.ledger.book_ledger import BookIdentity, BookRecorder, LedgerPolicy
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.output.build_folder import COVER, INTERIOR, MANIFEST, PREVIEW, PUZZLES, digest
from puzzlegen.printers.cover_geometry import cover_geometry
from puzzlegen.printers.profile import Limits
from puzzlegen.units import mm


def verify_book(folder: Path, progress: Progress, ledger: Path | None = None) -> Report:
    """Verify a finished book or all its editions.

    ``ledger`` replaces the ledger that the manifest names, which is used if it exists.

    Raises OutputError, FormatError or LedgerError when something cannot be read.
    """
    manifest = _read_manifest(folder)
    if manifest.get("kind") != EDITIONS:
        return _verify_edition(folder, manifest, progress, ledger)
    with _manifest_errors(folder):
        checksums = {str(name): str(one["manifest_sha256"]) for name, one in manifest["editions"].items()}
        files = _check_paths(dict.fromkeys((PUZZLES,), "") | dict(manifest["files"]))
        _check_paths(checksums)
    findings: list[Finding] = [*_changed_files(folder, files)]
    summaries = []
    for name, checksum in checksums.items():
        if not (folder / name / MANIFEST).is_file() or digest(folder / name / MANIFEST) != checksum:
            detail = f"{MANIFEST} is missing or not the file that the manifest above describes"
            findings.append(Finding("F101", 0, 0, detail, edition=name))
        if (folder / name / MANIFEST).is_file():
            report = _verify_edition(folder / name, _read_manifest(folder / name), progress)
            findings += [replace(finding, edition=name) for finding in report.findings]
            summaries.append(f"{name}: {report.summary}")
    if (folder / PUZZLES).is_file():
        findings += _ledger_findings(ledger, folder, manifest, read_records(folder / PUZZLES))
    return Report(tuple(findings), "; ".join(summaries) or "the book is not complete")


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
        return dict(json.loads((folder / MANIFEST).read_text(encoding="utf-8")))


@contextmanager
def _manifest_errors(folder: Path) -> Iterator[None]:
    """Raise OutputError with a readable message for any error of reading a manifest."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{folder / MANIFEST}: {error.strerror}: name the folder of a finished book") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise OutputError(
            f"{folder / MANIFEST}: not a manifest of this version ({error}): build the book again"
        ) from None


def _verify_edition(folder: Path, manifest: dict[str, Any], progress: Progress, ledger: Path | None = None) -> Report:
    with _manifest_errors(folder):
        spec = _print_spec(manifest)
        parts = dict(manifest["claims"])
        expectations_of([], parts, spec.limits)  # raises for the manifest of another version
        files = _check_paths(dict.fromkeys((INTERIOR, PUZZLES), "") | dict(manifest["files"]))
    findings = _changed_files(folder, files)
    if any(not (folder / name).is_file() for name in files if name != PREVIEW):
        return Report(tuple(findings), "the book is not complete")
    records = read_records(folder / PUZZLES)
    findings += _ledger_findings(ledger, folder, manifest, records)
    expected = expectations_of(records, parts, spec.limits)
    found = (*findings, *check_book(folder, expected, spec, progress))
    errors = sum(finding.is_error for finding in found)
    return Report(found, f"{len(records)} puzzles read back and solved: {errors} errors")


def _print_spec(manifest: Mapping[str, Any]) -> PrintSpec:
    """Return how a book is printed, from its manifest and the current figures of the printer."""
    config = manifest["config"]
    profile = resolve_page(PageConfig.model_validate(config["page"])).profile
    cover = None
    if COVER in manifest["files"]:
        spine = config["cover"]["spine_mm"]
        cover = cover_geometry(profile, int(manifest["counts"]["pages"]), None if spine is None else mm(float(spine)))
    return PrintSpec(profile, Limits.from_dict(manifest["page"]), cover)


def _ledger_findings(
    ledger: Path | None, folder: Path, manifest: Mapping[str, Any], records: Sequence[GradedPuzzle]
) -> tuple[Finding, ...]:
    """Find puzzles that a ledger has from other books: ``ledger``, else the one of the manifest if it exists.

    Raises LedgerError.
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
        return repeat_findings(book.repeats(book.entries(records)))
