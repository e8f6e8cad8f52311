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
from puzzlegen.daily.day_verification import check_day, compare_tools
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.manifest import Manifest, read_manifest
from puzzlegen.daily.verification import IssuedSeries, check_days, open_series, report_of
from puzzlegen.daily.zip_export import SHEET, spreadsheet, write_zip
from puzzlegen.errors import OutputError
from puzzlegen.jobs.progress import Progress
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.output.build_folder import MANIFEST
from puzzlegen.output.output_paths import default_ledger

_ENTRY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})/([^/]+)")
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
            days = [(folder / name, one) for name, one in known.items()]
            findings += check_days([series.check_of(*one) for one in days], progress, jobs, check_day)
            findings += _rewrite_findings(path, folder, series, manifest, list(known))
        return report_of(findings, len(known))


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
