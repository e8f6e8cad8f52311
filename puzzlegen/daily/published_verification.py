"""Verifies a folder that ``puzzlegen daily --publish`` filled, against the ledger of its series."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.verify import Report
from puzzlegen.config.day_files import ANSWER_FILES, DATA, PUZZLE, files_of_day
from puzzlegen.daily.day_verification import (
    content_findings,
    damaged_file,
    different_files,
    drawn_from,
    foreign_files,
)
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.file_names import MONTHS, TODAY, TODAY_DATA, TODAY_PICTURE
from puzzlegen.daily.folder_check import day_folders
from puzzlegen.daily.manifest import PUBLISHED, Manifest, digest_of_tools, read_manifest
from puzzlegen.daily.publishing import DAYS, TOOLS, digests_of_days
from puzzlegen.daily.schedule import may_show_answer
from puzzlegen.daily.verification import IssuedSeries, check_days, open_series, report_of
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.input_files import MAX_MANIFEST, read_limited
from puzzlegen.jobs.progress import Progress
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.issued_day import Day
from puzzlegen.output.build_folder import MANIFEST
from puzzlegen.output.output_paths import default_ledger

_REMEDY = "run puzzlegen daily CONFIG --publish again"


@dataclass(frozen=True, slots=True)
class PublishedDayCheck:
    """A published day to verify.

    ``files`` are the names that the manifest has for it, ``inputs`` and ``tools`` digests of what they were drawn from
    and with. ``before`` are the days that can be the previous one. ``may_be_open`` tells whether the next day is
    published, so that the answer has to be shown.
    """

    folder: Path
    files: tuple[str, ...]
    inputs: str
    tools: str
    day: Day
    before: tuple[Day | None, ...]
    may_be_open: bool


def is_published(path: Path) -> bool:
    """Tell whether a path is a folder that ``--publish`` filled."""
    manifest = read_manifest(path)
    return manifest is not None and manifest.kind == PUBLISHED


def verify_published(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify a published folder against ``ledger``, or by default against the ledger of a series beside the folder.

    Days are drawn again and compared with the files, and answers that are held back must be absent. Raises
    OutputError when there is no ledger, LedgerError when it cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise OutputError(f"{folder}: no manifest of a published series in it")
    found = ledger or default_ledger(folder.resolve())
    if not found.is_file():
        raise OutputError(
            f"{folder}: a published folder is compared with the ledger of its series, and {found} does not exist: "
            "name the ledger with --ledger"
        )
    with DailyLedger(found, write=False) as opened:
        series = open_series(opened, manifest, None)
        return _verify(folder, manifest, series, progress, jobs)


def _verify(folder: Path, manifest: Manifest, series: IssuedSeries, progress: Progress, jobs: int) -> Report:
    names = _names_of_days(manifest)
    if not _is_whole(manifest, names):
        return report_of([Finding("F101", 0, 0, f"{MANIFEST} is damaged: {_REMEDY}")], 0)
    newest = max(names, default="")
    findings = [damaged_file(name, _REMEDY) for name in manifest.damaged_files(folder)]
    findings += _strange_files(folder, manifest, names)
    findings += _today_findings(manifest, newest)
    placed = {day.name: day for day in series.placed}
    for name in sorted(names.keys() - placed.keys()):
        findings.append(Finding("D501", 0, 0, f"{series.ledger.path} has no such day {name!r}: {_REMEDY}"))
    for name in sorted(name for name in placed.keys() - names.keys() if name < newest):
        findings.append(Finding("F101", 0, placed[name].number, f"not published: {_REMEDY}", edition=name))
    findings += _coming_findings(folder, manifest, [name for name in series.days if name > newest])
    known = [name for name in sorted(names) if name in placed]
    progress.start("verify", len(known))
    checks = [
        PublishedDayCheck(
            folder / name,
            tuple(names[name]),
            str(digests_of_days(manifest, DAYS).get(name, "")),
            str(digests_of_days(manifest, TOOLS).get(name, "")),
            placed[name],
            series.before(placed[name]),
            may_show_answer(
                placed[name].holds_solution,
                date.fromisoformat(after) if after else None,
                date.fromisoformat(newest),
            ),
        )
        for name, after in zip(known, [*known[1:], None], strict=True)
    ]
    findings += check_days(checks, progress, jobs, _check_published_day)
    return report_of(findings, len(known))


def _names_of_days(manifest: Manifest) -> dict[str, list[str]]:
    """Return the names of the files of each published day."""
    found: dict[str, list[str]] = {name: [] for name in digests_of_days(manifest, DAYS)}
    for path in manifest.files:
        name, _, file = path.rpartition("/")
        if name and name not in {TODAY, MONTHS}:
            found.setdefault(name, []).append(file)
    return found


def _is_whole(manifest: Manifest, days: Mapping[str, Any]) -> bool:
    """Return whether the manifest has groups of digests, and ``days`` are named by dates only."""
    try:
        is_dated = all(date.fromisoformat(name).isoformat() == name for name in days)
    except ValueError:
        return False
    return is_dated and all(isinstance(manifest.presentation.get(key, {}), dict) for key in (DAYS, TOOLS))


def _strange_files(folder: Path, manifest: Manifest, days: Mapping[str, list[str]]) -> Iterator[Finding]:
    """Find files that the manifest does not name in places where only published files belong."""
    for name in sorted({*days, *day_folders(folder), TODAY, MONTHS}):
        due = [path.rpartition("/")[2] for path in manifest.files if path.rpartition("/")[0] == name]
        for file in foreign_files(folder / name, due) if (folder / name).is_dir() else ():
            if file in ANSWER_FILES:
                yield Finding("D502", 0, 0, f"{name}/{file} is not published by puzzlegen: remove it")
            else:
                yield Finding("D506", 0, 0, f"{name}/{file}: check that it reveals nothing, or remove it")


def _today_findings(manifest: Manifest, newest: str) -> Iterator[Finding]:
    """Compare the files under the addresses that never change with those of the newest day."""
    folders = {
        name: {path.rpartition("/")[2]: what for path, what in manifest.files.items() if path.startswith(f"{name}/")}
        for name in (TODAY, newest)
    }
    if folders[TODAY] != folders[newest]:
        yield Finding("F101", 0, 0, f"{TODAY}/ does not have the files of {newest}: {_REMEDY}")
    for name, source in ((TODAY_PICTURE, PUZZLE), (TODAY_DATA, DATA)):
        if manifest.files.get(name) != folders[newest].get(source):
            yield Finding("F101", 0, 0, f"{name} is not {newest}/{source}: {_REMEDY}")


def _coming_findings(folder: Path, manifest: Manifest, coming: list[str]) -> Iterator[Finding]:
    """Find addresses of days that are not published in the files of the series."""
    for name in manifest.files:
        if name.rpartition("/")[0] in {"", MONTHS}:
            try:
                data = read_limited(folder / name, MAX_MANIFEST)
            except OSError:  # reported as damaged
                continue
            for day in coming:
                if f"{day}/".encode() in data:
                    yield Finding("D502", 0, 0, f"{name} leads to {day}, which is not published: {_REMEDY}")


def _check_published_day(check: PublishedDayCheck) -> list[Finding]:
    """Return all findings about a published day; runs in a worker."""
    day = check.day
    return [replace(one, edition=day.name, number=one.number or day.number) for one in _day_findings(check)]


def _day_findings(check: PublishedDayCheck) -> Iterator[Finding]:
    day = check.day
    is_open, before = drawn_from(check.inputs, day, check.before, check.may_be_open)
    if is_open and not check.may_be_open:
        yield Finding("D502", 0, 0, "drawn with its answer, but the next day is not published yet")
    elif check.may_be_open and not is_open:
        yield Finding("D504", 0, 0, "drawn without its answer, but the next day is published")
    hidden = day.holds_solution and not (is_open and check.may_be_open)
    due = files_of_day(day.leave_out, hold_answer=hidden)
    is_current = check.tools == digest_of_tools(drawing_tools(day.series.language))
    lacking = sorted(set(due) - set(check.files))
    for name in lacking if is_current else ():
        yield Finding("F101", 0, 0, f"{name} is not published: {_REMEDY}")
    for name in sorted(set(check.files) - set(due)):
        yield Finding("D502" if name in ANSWER_FILES else "F101", 0, 0, f"{name} must not be published: {_REMEDY}")
    try:
        different = different_files(check.folder, day, before, is_open)
    except PuzzlegenError as error:
        yield Finding("D504", 0, 0, f"cannot be drawn again to compare its files: {error}")
    else:
        if is_current:
            yield from (Finding("D504", 0, 0, name) for name in different)
        elif different or lacking:  # an older version may have written fewer files
            yield Finding("D505", 0, 0, ", ".join([*different, *lacking]))
    yield from content_findings(check.folder, day, before, hidden)
