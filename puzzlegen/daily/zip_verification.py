"""Verifies a zip that ``puzzlegen daily --zip`` wrote: unpacks it, verifies its days, and writes it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.verify import Report
from puzzlegen.config.day_files import DAY_FILES
from puzzlegen.daily.day_folder import DrawingJob, draw_folder
from puzzlegen.daily.day_verification import DayCheck, check_day, compare_tools, damaged_file, drawn_from
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.manifest import Manifest, read_manifest
from puzzlegen.daily.verification import (
    CHANGED,
    DRAWN_AGAIN,
    WITHDRAWN,
    Change,
    IssuedSeries,
    check_days,
    open_series,
    report_of,
)
from puzzlegen.daily.zip_export import SHEET, spreadsheet, write_zip
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.jobs.progress import Progress
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.issued_day import Day
from puzzlegen.output.build_folder import MANIFEST, digest
from puzzlegen.output.output_paths import default_ledger

_ENTRY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})/([^/]+)")
_OLDER, _AGAIN = "D508", "write the zip again"
_LARGEST = 2_000_000_000  # bytes of all files, more than those of ten years


def is_zip(path: Path) -> bool:
    """Tell whether a path is to be read as a zip of days."""
    return path.suffix.lower() == ".zip" and path.is_file()


def verify_zip(path: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify a zip against ``ledger``, else against the default ledger of a series beside the zip.

    Raises OutputError for a file that is no zip of days, LedgerError when the ledger cannot be read.
    """
    with TemporaryDirectory(prefix="puzzlegen-verify-") as unpacked:
        folder = Path(unpacked)
        findings = [*_unpack(path, folder)]
        manifests = {one.name: read_manifest(one) for one in sorted(folder.iterdir()) if one.is_dir()}
        known = {name: one for name, one in manifests.items() if one is not None and one.date == name}
        if not known:
            raise OutputError(f"{path}: no zip of days in it: name one that puzzlegen daily --zip wrote")
        for name in sorted(manifests.keys() - known.keys()):
            findings.append(Finding("F101", 0, 0, f"its {MANIFEST} is missing or that of another day", edition=name))
        manifest = known[max(known)]
        with DailyLedger(ledger or default_ledger(path), write=False) as opened:
            series = open_series(opened, manifest, None)
            progress.start("verify", len(known))
            changed = {name: change for name, one in known.items() if (change := _changed_since(series, one))}
            for name in changed:
                findings += [damaged_file(f"{name}/{one}", _AGAIN) for one in known[name].damaged_files(folder / name)]
            checks = [series.check_of(folder / name, one) for name, one in known.items() if name not in changed]
            found = check_days(checks, progress, jobs, _check_zipped_day)
            older = {*changed.values(), *(Change(one.edition, DRAWN_AGAIN) for one in found if one.code == _OLDER)}
            if older:
                findings.append(Finding(_OLDER, 0, 0, f"written before {min(older)}: {_AGAIN}"))
            else:
                findings += _rewrite_findings(path, folder, series, manifest, list(known))
        return report_of([*findings, *(one for one in found if one.code != _OLDER)], len(known))


def _changed_since(series: IssuedSeries, manifest: Manifest) -> Change | None:
    """Return what changed since a day was put into the zip, None for nothing: the day itself or the one before it."""
    day = series.days.get(manifest.date)
    if manifest.date in series.withdrawn:
        return Change(manifest.date, WITHDRAWN)
    if day is not None and not day.placed:
        return Change(manifest.date, CHANGED)
    return series.changed_since(day, manifest.inputs) if day is not None and day.number == manifest.number else None


def _check_zipped_day(check: DayCheck) -> list[Finding]:
    """Return all findings about a day of the zip, a single one for a sound day that was drawn again since.

    Then the answer was added, or another version drew it. Runs in a worker.
    """
    day, manifest = check.day, check.manifest
    if day is None or digest(check.folder / MANIFEST) == day.manifest_sha256 or not _was_sound(check, day):
        return check_day(check)
    findings = [Finding(_OLDER, 0, 0, DRAWN_AGAIN, edition=check.name)]
    return findings + [damaged_file(f"{check.name}/{name}", _AGAIN) for name in manifest.damaged_files(check.folder)]


def _was_sound(check: DayCheck, day: Day) -> bool:
    """Return whether drawing the day as the zip has it gives the same manifest; true where other versions drew it."""
    manifest = check.manifest
    if manifest.tools != drawing_tools(day.series.language):
        return True
    is_open, before = drawn_from(manifest.inputs, day, check.before, due_open=False)
    with TemporaryDirectory(prefix="puzzlegen-verify-") as again:
        job = DrawingJob(Path(again) / check.name, day, before, is_open, manifest.series, manifest.ledger)
        try:
            return draw_folder(job) == digest(check.folder / MANIFEST)
        except PuzzlegenError:
            return False


def _unpack(path: Path, folder: Path) -> Iterator[Finding]:
    """Unpack the files of days, and report all others but the spreadsheet."""
    try:
        with ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
                raise OutputError(f"{path}: larger than ten years of days: name a zip that puzzlegen daily --zip wrote")
            for name in archive.namelist():
                match = _ENTRY.fullmatch(name)
                if match and match[2] in (*DAY_FILES, MANIFEST):
                    (folder / match[1]).mkdir(exist_ok=True)
                    (folder / match[1] / match[2]).write_bytes(archive.read(name))
                elif name != SHEET:
                    yield Finding("F101", 0, 0, f"{name!r} is no file of a day: write the zip again")
    except (OSError, BadZipFile, RuntimeError, NotImplementedError, ValueError) as error:
        raise OutputError(f"{path}: cannot be read as a zip: {error}") from None


def _rewrite_findings(
    path: Path, folder: Path, series: IssuedSeries, manifest: Manifest, names: list[str]
) -> Iterator[Finding]:
    """Write the zip again from its unpacked days, and compare the bytes."""
    days = [series.days[name] for name in names if name in series.days]
    if not days:
        return
    tools = drawing_tools(days[-1].series.language)
    with ZipFile(path) as archive:
        sheet = archive.read(SHEET) if SHEET in archive.namelist() else b""
    if sheet != spreadsheet(days):
        yield from compare_tools([SHEET], manifest, tools)
        return
    again = folder / "again.zip"
    try:
        write_zip(again, days, folder)
    except OutputError as error:
        yield Finding("F101", 0, 0, str(error).replace(f"{folder}/", ""))
        return
    if again.read_bytes() != path.read_bytes():
        yield Finding("D504", 0, 0, f"{path.name}: its bytes are not those of the zip of its days: write it again")
