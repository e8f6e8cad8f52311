"""Days of a series in one zip: their folders, and a spreadsheet of titles, addresses and alternative texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from puzzlegen.daily.day import DAY_FILES, PUZZLE, SOLUTION, Day
from puzzlegen.daily.plan import Plan, Request, issued_days
from puzzlegen.daily.presentation import Told
from puzzlegen.daily.schedule import days_from
from puzzlegen.daily.store import day_of
from puzzlegen.errors import OutputError
from puzzlegen.language.alt_text import solution_alt
from puzzlegen.language.locales import decimal_mark
from puzzlegen.output.atomic_files import whole_file

SHEET = "index.csv"
COLUMNS = (
    "date", "number", "title", "difficulty", "page URL", "picture URL", "alt text", "solution URL", "solution alt text",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is worked out by spreadsheets
_SINCE = (1980, 1, 1, 0, 0, 0)  # the first date a zip knows: the same files give the same bytes on any day
_MODE = 0o644 << 16  # readable by all once unpacked


def check_zip(path: Path, request: Request, work: Plan) -> None:
    """Raises OutputError for a place where no zip of the series should be, and for one of no days. Changes nothing."""
    if path.is_dir() or path.suffix.lower() != ".zip":
        raise OutputError(f"--zip: found {path}, expected the name of a file that ends in .zip")
    if not path.parent.is_dir():
        raise OutputError(f"--zip: {path.parent}: no such folder; make it first")
    if path.resolve().is_relative_to(request.folder.resolve()):
        beside = f"put it beside {request.folder}"
        raise OutputError(f"--zip: {path} would be published with the series, answers and all; {beside}")
    there = {task.date for task in work.tasks} | {date.fromisoformat(day.date) for day in work.days}
    if there.isdisjoint(days_from(request.first, request.count)):
        raise OutputError(f"--zip: no day from {request.first} on has a puzzle; choose others with --date and --days")


def zip_asked(path: Path, request: Request) -> int:
    """Write the zip of the days that a request is for, as they were issued; returns how many there are.

    Raises as ``month_zip`` does, and LedgerError.
    """
    asked = set(map(str, days_from(request.first, request.count)))
    days = [day_of(issued) for issued in issued_days(request) if issued.date in asked]
    month_zip(path, days, request.folder)
    return len(days)


def month_zip(path: Path, days: Sequence[Day], room: Path) -> None:
    """Write the zip: ``index.csv``, and every file of each day from its folder in ``room``, oldest first.

    Its bytes depend on nothing but the days and their files: nothing is compressed, as pictures are already and
    libraries compress differently. Raises OutputError when a day's file cannot be read, naming
    it, and when the zip cannot be written; then there is none.
    """
    days = sorted(days, key=lambda day: day.date)
    with whole_file(path) as beside, ZipFile(beside, "w", ZIP_STORED) as made:
        _put(made, SHEET, sheet(days))
        for day in days:
            for name in DAY_FILES:
                _put(made, f"{day.name}/{name}", _read(room / day.name / name))


def sheet(days: Sequence[Day]) -> bytes:
    """The spreadsheet, a row a day: UTF-8 with the mark at its beginning that tells Excel so, CRLF.

    Semicolons divide the columns where the language of the newest day writes a decimal comma, and commas elsewhere: as
    Excel on the computers of its readers does, which shows any other file in one column.
    """
    text = io.StringIO(newline="")
    comma = days and decimal_mark(Told(days[-1], None).words.code) == ","
    table = csv.writer(text, delimiter=";" if comma else ",")
    table.writerow(COLUMNS)
    for day in days:
        table.writerow(map(_cell, _row(day)))
    return text.getvalue().encode("utf-8-sig")


def _row(day: Day) -> tuple[str, ...]:
    told = Told(day, None)
    return (
        day.name,
        str(day.number),
        told.title,
        told.difficulty,
        day.address,
        day.address + PUZZLE,
        told.alt,
        day.address + SOLUTION,
        solution_alt(told.subject, told.words),
    )


def _cell(text: str) -> str:
    """Text that a spreadsheet shows as it is: an apostrophe keeps it from being taken for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror or error}; make its day again") from error


def _put(into: ZipFile, name: str, content: bytes) -> None:
    entry = ZipInfo(name, _SINCE)
    entry.create_system = 3  # Unix, wherever it is made
    entry.external_attr = _MODE
    into.writestr(entry, content)
