"""Builds the book of a project and verifies the finished one, in a process beside the server."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from puzzlegen.book.build import build_book
from puzzlegen.book.design import load_design
from puzzlegen.book.manifest import inputs_of
from puzzlegen.book.request import BookRequest, BuildOptions
from puzzlegen.book.uploading import uploading
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.findings import Finding
from puzzlegen.config.book import BookConfig
from puzzlegen.config.groups import config_hash
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.errors import PuzzlegenError
from puzzlegen.input_files import MAX_MANIFEST, read_limited
from puzzlegen.jobs.progress import Notify, Progress
from puzzlegen.ledger.book_ledger import LedgerPolicy
from puzzlegen.output.build_folder import ANSWERS, BOOKLET, COVER, INTERIOR, MANIFEST
from puzzlegen.output.output_paths import config_ledger
from puzzlegen.studio.making import add_finished_to_ledger
from puzzlegen.studio.projects import OUTPUT
from puzzlegen.studio.work_process import Outcome, run_and_report

REJECTED = "rejected"  # folder of a book with errors, in the folder of finished books


def build(folder: Path, config: str, output: str, ledger: Path, jobs: int, sending: Connection) -> None:
    """Build the book of a project, as the command line does in the folder of the project.

    ``ledger`` is the ledger of a book whose config names none.
    """

    def work(progress: Progress, info: Notify) -> Outcome:
        loaded = load_book(config, lambda line: info(f"warning: {line}"))
        record = config_ledger(loaded.ledger) if loaded.ledger else ledger
        add_finished_to_ledger(loaded, record)
        request = BookRequest(loaded, Path(output), config, LedgerPolicy(record), BuildOptions(jobs))
        report = build_book(request, progress, info)
        found = shown_findings(report.findings, f"{REJECTED}/" if report.failed else "")
        return "rejected" if report.failed else "verified", report.summary, found

    run_and_report(folder, work, sending)


def check(folder: Path, output: str, jobs: int, sending: Connection) -> None:
    """Verify the finished book of a project, as the command line does in the folder of the project."""

    def work(progress: Progress, info: Notify) -> Outcome:
        del info
        report = verify_book(Path(output), progress, jobs=jobs)
        return "rejected" if report.failed else "verified", report.summary, shown_findings(report.findings, "")

    run_and_report(folder, work, sending)


def upload_guides() -> list[dict[str, Any]]:
    """Return the steps of uploading the finished book of the project in the current folder."""
    return [{**asdict(one), "basis": str(one.basis)} for one in uploading(Path(OUTPUT))]


def is_outdated(text: str) -> bool:
    """Return whether a book was changed after its files were built, in the folder of the project.

    That is a change of its config, its chosen puzzles, or one of its pictures, fonts or templates.
    """
    folder = Path(OUTPUT)
    try:
        above = json.loads(read_limited(folder / MANIFEST, MAX_MANIFEST))
        below = folder / next(iter(above["editions"])) / MANIFEST if "editions" in above else folder / MANIFEST
        built = json.loads(read_limited(below, MAX_MANIFEST))
        config = loads_book(text)
        if config_hash(config) != config_hash(BookConfig.model_validate(above["config"])):
            return True
        now = inputs_of(config, load_design(config.theme, config.language, config.cells).fonts)
        return any(built.get(key) != now[key] for key in ("templates", "pictures_and_fonts"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, PuzzlegenError):
        return True  # a config with problems, a missing file, or a manifest of another version


def shown_findings(findings: Iterable[Finding], folder: str) -> list[dict[str, Any]]:
    """Return findings as in manifest.json, each with the edition and the file that it is about.

    ``folder`` is that of the files, in the folder of finished books, with a slash behind it. The file is a path in the
    folder of finished books, empty for a finding about no page.
    """
    shown = []
    for one in findings:
        named = one.detail.partition(":")[0]
        name = named if named in (COVER, ANSWERS, BOOKLET) else INTERIOR
        path = f"{folder}{one.edition}/{name}" if one.edition else f"{folder}{name}"
        place = {"number": one.number, "detail": one.detail, "edition": one.edition, "file": path if one.page else ""}
        shown.append(one.as_dict() | place)
    return shown
