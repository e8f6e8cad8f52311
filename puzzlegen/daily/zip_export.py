"""Exports days of a series as one zip: their files, and a spreadsheet of titles, URLs and alternative texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from puzzlegen.config.day_files import DAY_FILES, PUZZLE, SOLUTION
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.daily.plan import Plan, Request, series_in_ledger
from puzzlegen.daily.schedule import consecutive_days
from puzzlegen.errors import OutputError
from puzzlegen.language.alt_text import solution_alt
from puzzlegen.language.locale_formatting import decimal_mark
from puzzlegen.ledger.issued_day import Day
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.output.build_folder import MANIFEST

SHEET = "index.csv"
COLUMNS = (
    "date", "number", "title", "difficulty", "page URL", "picture URL", "alt text", "solution URL", "solution alt text",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets take a cell that begins so for a formula
_SINCE = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format: the same files give the same bytes on any day
_MODE = 0o644 << 16  # readable by all once unpacked


def check_zip(path: Path, request: Request, plan: Plan) -> None:
    """Raise OutputError for a path where the zip must not be written, and for a request without puzzles."""
    if path.is_dir() or path.suffix.lower() != ".zip":
        raise OutputError(f"--zip: found {path}, expected the name of a file that ends in .zip")
    if not path.parent.is_dir():
        raise OutputError(f"--zip: {path.parent}: no such folder; make it first")
    if path.resolve().is_relative_to(request.folder.resolve()):
        beside = f"put it beside {request.folder}"
        raise OutputError(f"--zip: {path} would be published with the series, answers and all; {beside}")
    dates = {task.date for task in plan.tasks} | {day.date for day in plan.days}
    if dates.isdisjoint(consecutive_days(request.first, request.count)):
        raise OutputError(f"--zip: no day from {request.first} on has a puzzle; choose others with --date and --days")


def write_requested_zip(path: Path, request: Request) -> int:
    """Write the zip of the requested days that are issued; returns how many there are.

    Raises OutputError as ``write_zip`` does, and LedgerError.
    """
    dates = set(consecutive_days(request.first, request.count))
    days = [day for day in series_in_ledger(request).days if day.date in dates]
    write_zip(path, days, request.folder)
    return len(days)


def write_zip(path: Path, days: Sequence[Day], folder: Path) -> None:
    """Write the zip: ``index.csv``, and every file of each day from its folder in ``folder``, oldest day first.

    The bytes depend only on the days and their files. Nothing is compressed: pictures are compressed already, and
    libraries differ. Raises OutputError naming a day's file that cannot be read, and when the zip cannot be written;
    then no zip is left.
    """
    days = sorted(days, key=lambda day: day.date)
    with atomic_file(path) as beside, ZipFile(beside, "w", ZIP_STORED) as archive:
        _add(archive, SHEET, spreadsheet(days))
        for day in days:
            for name in _names_of(day, folder / day.name):
                _add(archive, f"{day.name}/{name}", _read(folder / day.name / name))


def _names_of(day: Day, folder: Path) -> list[str]:
    """Return the names of a day's files. An older version may have written fewer, which the manifest shows."""
    manifest = read_manifest(folder)
    written = manifest.files if manifest else DAY_FILES
    return [*(name for name in DAY_FILES if name in written and name not in day.leave_out), MANIFEST]


def spreadsheet(days: Sequence[Day]) -> bytes:
    """Return a CSV file with one row a day: UTF-8 with a byte-order mark, which Excel needs, and CRLF.

    Columns are separated by semicolons if the language of the newest day writes a decimal comma, else by commas.
    Excel expects this on the computers of its readers, and shows other files in one column.
    """
    text = io.StringIO(newline="")
    decimal_comma = days and decimal_mark(DayPresentation(days[-1], None).messages.code) == ","
    table = csv.writer(text, delimiter=";" if decimal_comma else ",")
    table.writerow(COLUMNS)
    for day in days:
        table.writerow(map(_cell, _row(day)))
    return text.getvalue().encode("utf-8-sig")


def _row(day: Day) -> tuple[str, ...]:
    shown = DayPresentation(day, None)
    return (
        day.name,
        str(day.number),
        shown.title,
        shown.difficulty,
        day.address,
        day.address + PUZZLE,
        shown.alt,
        day.address + SOLUTION,
        solution_alt(shown.subject, shown.messages),
    )


def _cell(text: str) -> str:
    """Return text that a spreadsheet shows as it is: an apostrophe marks it as no formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror or error}; make its day again") from error


def _add(into: ZipFile, name: str, content: bytes) -> None:
    entry = ZipInfo(name, _SINCE)
    entry.create_system = 3  # Unix, wherever it is made
    entry.external_attr = _MODE
    into.writestr(entry, content)
