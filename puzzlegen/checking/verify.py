"""Reading finished books back and proving them right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.claims import claims_of
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.ledger_repeats import findings_against
from puzzlegen.checking.page_checks import check_pages
from puzzlegen.checking.printed_grids import PrintedPage, read_pages
from puzzlegen.checking.printer_rules.findings import Finding as Refusal
from puzzlegen.checking.printer_rules.judge import judge_cover, judge_interior
from puzzlegen.checking.puzzles_and_answers import Claims, check_puzzles
from puzzlegen.checking.qr_codes import check_codes
from puzzlegen.config.book import PageConfig
from puzzlegen.config.page_setup import resolve
from puzzlegen.config.reading.error_messages import safe
from puzzlegen.config.safe_paths import is_plain_path
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.formats.json_record import parse_record
from puzzlegen.jobs.progress import Progress
from puzzlegen.output.build_folder import ANSWERS, COVER, INTERIOR, MANIFEST, PREVIEW, PUZZLES, digest
from puzzlegen.printers.cover_geometry import Wrap, wrap
from puzzlegen.printers.profile import Limits, Profile
from puzzlegen.units import mm

Fault = Finding | Refusal  # what is wrong for the reader, or for the printer
EDITIONS = "editions"  # kind of the manifest above several books


@dataclass(frozen=True, slots=True)
class Report:
    """How it went."""

    findings: tuple[Fault, ...]
    summary: str

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(finding.is_error for finding in self.findings)


def verify(folder: Path, progress: Progress, ledger: Path | None = None) -> Report:
    """Read a finished book, or all its editions, back and prove it right, also against ``ledger``, by default the one
    its manifest names, if it is still there.

    Raises OutputError, FormatError or LedgerError when something cannot be read.
    """
    manifest = _read_manifest(folder)
    if manifest.get("kind") != EDITIONS:
        return _verify_one(folder, manifest, progress, ledger)
    with _as_manifest(folder):
        stated = {str(name): str(one["manifest_sha256"]) for name, one in manifest["editions"].items()}
        files = _named(dict.fromkeys((PUZZLES,), "") | dict(manifest["files"]))
        _named(stated)
    findings: list[Fault] = [*_changed(folder, files)]
    summaries = []
    for name, checksum in stated.items():
        if not (folder / name / MANIFEST).is_file() or digest(folder / name / MANIFEST) != checksum:
            detail = f"{MANIFEST} is missing or not the file that the manifest above describes"
            findings.append(Finding("F101", 0, 0, detail, name))
        if (folder / name / MANIFEST).is_file():
            report = _verify_one(folder / name, _read_manifest(folder / name), progress)
            findings += [replace(finding, edition=name) for finding in report.findings]
            summaries.append(f"{name}: {report.summary}")
    if (folder / PUZZLES).is_file():
        findings += findings_against(ledger, folder, manifest, read_records(folder / PUZZLES))
    return Report(tuple(findings), "; ".join(summaries) or "the book is not complete")


def _changed(folder: Path, files: Mapping[str, str]) -> list[Finding]:
    """Files that are missing or not those a manifest names."""
    return [
        Finding("F101", 0, 0, f"{name} is missing or not the file the manifest describes")
        for name, due in files.items()
        if not (folder / name).is_file() or digest(folder / name) != due
    ]


def _named(files: dict[str, str]) -> dict[str, str]:
    """The same, if all of it is in the folder of the manifest. Raises ValueError."""
    outside = [name for name in files if not is_plain_path(name)]
    if outside:
        raise ValueError(f"it names {safe(outside[0])}")
    return files


def _read_manifest(folder: Path) -> dict[str, Any]:
    with _as_manifest(folder):
        return dict(json.loads((folder / MANIFEST).read_text(encoding="utf-8")))


@contextmanager
def _as_manifest(folder: Path) -> Iterator[None]:
    """Errors of reading a manifest, in words."""
    try:
        yield
    except OSError as fault:
        raise OutputError(f"{folder / MANIFEST}: {fault.strerror}: name the folder of a finished book") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise OutputError(
            f"{folder / MANIFEST}: not a manifest of this version ({fault}): build the book again"
        ) from None


def _verify_one(folder: Path, manifest: dict[str, Any], progress: Progress, ledger: Path | None = None) -> Report:
    with _as_manifest(folder):
        printed = _printed(manifest)
        said = dict(manifest["claims"])
        claims_of([], said, printed.limits)
        files = _named(dict.fromkeys((INTERIOR, PUZZLES), "") | dict(manifest["files"]))
    findings = _changed(folder, files)
    if any(not (folder / name).is_file() for name in files if name != PREVIEW):
        return Report(tuple(findings), "the book is not complete")
    records = read_records(folder / PUZZLES)
    findings += findings_against(ledger, folder, manifest, records)
    claims = claims_of(records, said, printed.limits)
    found = (*findings, *findings_of(folder, claims, printed, progress))
    errors = sum(finding.is_error for finding in found)
    return Report(found, f"{len(records)} puzzles read back and solved: {errors} errors")


def read_records(path: Path) -> list[GradedPuzzle]:
    """The records of a puzzles.jsonl. Raises FormatError naming file and line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise FormatError(f"{path}: cannot be read: {fault}") from None
    records = []
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            records.append(parse_record(row))
        except FormatError as fault:
            raise FormatError(f"{path}:{number}: {fault}") from None
    return records


@dataclass(frozen=True, slots=True)
class Printed:
    """Who prints a book and what that allows it; ``cover`` is the sheet of its cover, if it has one."""

    profile: Profile
    limits: Limits
    cover: Wrap | None


def _printed(manifest: Mapping[str, Any]) -> Printed:
    """As a manifest tells it, by the printers' figures of today."""
    config = manifest["config"]
    profile = resolve(PageConfig.model_validate(config["page"])).profile
    sheet = None
    if COVER in manifest["files"]:
        spine = config["cover"]["spine_mm"]
        sheet = wrap(profile, int(manifest["counts"]["pages"]), None if spine is None else mm(float(spine)))
    return Printed(profile, Limits.from_dict(manifest["page"]), sheet)


def findings_of(folder: Path, claims: Claims, printed: Printed, progress: Progress) -> tuple[Fault, ...]:
    """Everything the finished files show: what is wrong for the reader, then what the printer would refuse."""
    profile, limits = printed.profile, printed.limits
    progress.start("verify", len(claims.records))
    pages = list(read_pages(folder / INTERIOR))
    found = check_pages(pages, limits.bound)
    refused = judge_interior(folder / INTERIOR, profile, limits)
    answers: list[PrintedPage] = []
    if claims.key is not None and claims.key.separate:
        answers = list(read_pages(folder / ANSWERS))
        found += [replace(fault, detail=f"{ANSWERS}: {fault.detail}") for fault in check_pages(answers, bound=False)]
        about_key = judge_interior(folder / ANSWERS, profile, limits.as_sheets())
        refused += [replace(fault, value=f"{ANSWERS}: {fault.value}") for fault in about_key]
    if printed.cover is not None:
        about_cover = judge_cover(folder / COVER, profile, printed.cover)
        refused += [replace(fault, value=f"{COVER}: {fault.value}") for fault in about_cover]
    found += check_puzzles(pages, claims, progress.advance, answers)
    found += check_codes(folder / INTERIOR, pages, claims.aids)
    return (*sorted(found), *refused)
