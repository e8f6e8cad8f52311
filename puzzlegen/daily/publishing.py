"""Copies what the public may have of a series into a folder that can be uploaded, or exports days as one zip.

The folder gets the days up to today, without answers that are still held back, and the files of the series. Its
manifest names the copied files, and only those are ever replaced or removed. Each file appears complete or not at all,
and each may be public when it is copied: a run that is killed leaves no coming day and no held answer there. The zip
has a spreadsheet of titles, URLs and alternative texts.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from puzzlegen.checking.findings import DAILY_COMMAND, DRAW
from puzzlegen.config import day_files
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.folders import day_folders
from puzzlegen.daily.manifest import (
    PUBLISHED,
    Manifest,
    digest_of_tools,
    inputs_of_day,
    manifest_text,
    read_manifest,
    series_fingerprint,
    size_and_digest,
)
from puzzlegen.daily.plan import (
    Plan,
    Request,
    SeriesRecord,
    inputs_of_series_files,
    is_whole,
    names_of_series_files,
    published_days,
    series_in_ledger,
)
from puzzlegen.daily.run_messages import first_three, options_for
from puzzlegen.daily.schedule import consecutive_days, may_show_answer
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST, flush_to_disk, move_files, open_build_folder, write_problem
from puzzlegen.files.writing import atomic_file, check_links
from puzzlegen.language.alt_text import solution_alt
from puzzlegen.language.locale_formatting import decimal_mark
from puzzlegen.ledger.days import Day
from puzzlegen.wording import pluralize

# Besides the days and the files of the series
_OWN_NAMES = (day_files.MONTHS, day_files.TODAY, *day_files.LASTING_FILES, MANIFEST)
# Keys of the manifest: digests of what each published day was drawn from, and with which versions, by its name; the
# settings of the files beside the days, and a digest of the versions that wrote them
DAYS, TOOLS, SITE, SITE_TOOLS = "days", "tools", "site", "site_tools"


def group_of(manifest: Manifest | None, key: str) -> Mapping[str, Any]:
    """Return what a manifest has under one of these keys; nothing where it is damaged."""
    found = manifest.presentation.get(key) if manifest else None
    return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class _Copy:
    """A file to copy: where it is, and its size and SHA-256."""

    source: Path
    expected: tuple[int, str]


@dataclass(frozen=True, slots=True)
class _PublicDays:
    """The days that may be public.

    ``files`` are those to copy, ``drawn`` and ``tools`` the digests of the manifest, ``left_out`` the days that cannot
    be copied.
    """

    files: dict[str, _Copy]
    drawn: dict[str, str]
    tools: dict[str, str]
    left_out: list[str]


@dataclass(frozen=True, slots=True)
class PublishSummary:
    """The result of publishing: how many files were written and removed, and the days that could not be copied.

    ``missing`` are days that are not published, though pages and feeds link to them. ``damaged`` are those whose
    published files are damaged and stay so. ``remedy`` names the options of a run that draws all these days again.
    """

    folder: Path
    written: int
    removed: int
    missing: tuple[str, ...]
    damaged: tuple[str, ...]
    remedy: str

    def line(self) -> str:
        """Return the summary as one line."""
        removed = f", {self.removed} removed" if self.removed else ""
        return f"{pluralize(self.written, 'file')} published{removed}; {self.folder}"

    def problem(self, *, in_studio: bool = False) -> str:
        """Return why readers may find damaged files or miss a day, in one line; empty if they do not."""
        reasons = []
        if self.missing:
            reasons.append(
                f"{first_three(self.missing)} not published, because files in the output folder are missing, damaged "
                "or not up to date"
            )
        if self.damaged:
            reasons.append(
                f"files of {first_three(self.damaged)} are damaged, and cannot be replaced because those in the "
                "output folder are damaged too"
            )
        if not reasons:
            return ""
        them = "it" if len(self.missing + self.damaged) == 1 else "them"
        step = DRAW._replace(words=f"draw {them} again", command=f"{DAILY_COMMAND} {self.remedy}")
        remedy = step.told(in_studio=in_studio)
        return f"{self.folder}: {'; '.join(reasons)}; all else is published: {remedy}, then publish again"


@dataclass(frozen=True, slots=True)
class _Change:
    """What brings the folder up to date: files to copy, files to remove, and the manifest and summary afterwards."""

    changed: dict[str, _Copy]
    gone: tuple[str, ...]
    manifest: Manifest
    summary: PublishSummary


def check_publish_folder(target: Path, request: Request, config: Path, name: str = "--publish") -> None:
    """Raise OutputError for a folder that must not be published, or belongs to something else.

    ``config`` is the file of the config, which holds the seed, and ``name`` what users call the folder.
    """
    place = target.resolve()
    if target.exists() and not target.is_dir():
        raise OutputError(f"{name}: {target}: found a file, expected a folder")
    for secret, what in ((request.folder, "the output folder, which has answers"), (request.ledger, "the ledger")):
        if secret.resolve().is_relative_to(place):
            raise OutputError(f"{name}: {target}: contains {what}: choose another folder")
    if config.resolve().is_relative_to(place):
        raise OutputError(f"{name}: {target}: contains {config}, which has the seed: choose another folder")
    if place.is_relative_to(request.folder.resolve()):
        raise OutputError(f"{name}: {target}: inside {request.folder}: choose a folder beside it")
    found = read_manifest(target)
    if found is not None and (found.kind != PUBLISHED or found.series != series_fingerprint(request.config.series)):
        raise OutputError(f"{name}: {target}: has another series or its answers: choose another folder")
    known = {one.partition("/")[0] for one in (MANIFEST, *found.files)} if found else set()
    files = names_of_series_files(request.config)
    ours = {*day_folders(target), *(one for one in (*_OWN_NAMES, *files) if os.path.lexists(target / one))}
    if strange := sorted(ours - known):
        raise OutputError(
            f"{name}: {target / strange[0]}: not published by puzzlegen daily: move it away, or choose another folder"
        )


def publish(target: Path, request: Request) -> PublishSummary:
    """Bring the folder up to date with the output folder, after a run; ``check_publish_folder`` comes first.

    Raises OutputError when a file cannot be read or written, or is in the way; LedgerError.
    """
    before = read_manifest(target)
    change = _change(target, request, before)
    if before == change.manifest and not change.changed and not change.gone:
        return change.summary
    files = {**(before.files if before else {}), **change.manifest.files}
    check_links(target, {name.partition("/")[0] for name in files if "/" in name})
    with open_build_folder(target) as build:
        claim = Manifest(PUBLISHED, change.manifest.series, "", files, "", presentation={DAYS: {}})
        _write_manifest(build, target, claim)
        for _, names in groupby(change.changed, key=lambda name: name.rpartition("/")[0]):
            group = list(names)
            for name in group:
                _copy(change.changed[name], build / name)
            move_files(build, target, group)
        move_files(build, target, change.gone)
        for folder in {name.rpartition("/")[0] for name in change.gone if "/" in name}:
            with suppress(OSError):  # other files are in it
                (target / folder).rmdir()
        _write_manifest(build, target, change.manifest)
    return change.summary


def _change(target: Path, request: Request, before: Manifest | None) -> _Change:
    """Return how to bring the folder up to date; ``before`` is its manifest. Raises OutputError or LedgerError."""
    record = series_in_ledger(request)
    old = before.files if before else {}
    days = _public_days(request, record.days, before)
    waiting = {name for name in days.left_out if name in days.drawn}
    kept = {name: expected for name, expected in old.items() if name.partition("/")[0] in waiting}
    damaged = set(before.damaged_files_by_time(target)) if before else set()
    unusable = {name.partition("/")[0] for name in damaged & kept.keys()}
    wanted = dict(days.files)
    newest = max(days.drawn, default="")
    today = _today(wanted | {name: _Copy(target / name, expected) for name, expected in kept.items()})
    if newest in unusable:  # its copies at the fixed addresses stay, whole or not, but no copies of another day
        kept |= {name: copy.expected for name, copy in today.items() if old.get(name) == copy.expected}
    else:
        wanted.update(today)
    site, settings = _public_site(request, record)
    wanted.update(site)
    files = {name: copy.expected for name, copy in wanted.items()} | kept
    changed = {name: copy for name, copy in wanted.items() if old.get(name) != copy.expected or name in damaged}
    gone = tuple(name for name in old if name not in files)
    shown = {DAYS: days.drawn, TOOLS: days.tools, **settings}
    manifest = Manifest(PUBLISHED, series_fingerprint(request.config.series), "", files, "", presentation=shown)
    missing = tuple(name for name in days.left_out if name not in days.drawn)
    remedy = _remedy(request, record, {*missing, *unusable})
    summary = PublishSummary(target, len(changed), len(gone), missing, tuple(sorted(unusable)), remedy)
    return _Change(changed, gone, manifest, summary)


def _public_site(request: Request, record: SeriesRecord) -> tuple[dict[str, _Copy], dict[str, Any]]:
    """Return the files beside the days, and what the manifest has about them; nothing before the first day."""
    if not published_days(request, record.days):
        return {}, {}
    source = _manifest_of_series(request, record)
    files = {name: _Copy(request.folder / name, expected) for name, expected in source.files.items()}
    return files, {SITE: _public_settings(source.presentation), SITE_TOOLS: digest_of_tools(source.tools)}


def _remedy(request: Request, record: SeriesRecord, broken: Collection[str]) -> str:
    """Return the options of a run that draws the ``broken`` days again; empty for none."""
    dates = sorted(map(date.fromisoformat, broken))
    return options_for(dates, request.config, {day.date for day in record.days}) if dates else ""


def _public_days(request: Request, days: Sequence[Day], before: Manifest | None) -> _PublicDays:
    """Return the days that may be public.

    A day that cannot be copied, because its folder is missing or out of date, may stay where it is published if it was
    drawn from the same as now; only then ``drawn`` has it.
    """
    published = published_days(request, days)
    earlier: dict[str, Day | None] = {day.name: one for one, day in zip([None, *days], days, strict=False)}
    known, known_tools = group_of(before, DAYS), group_of(before, TOOLS)
    found = _PublicDays({}, {}, {}, [])
    for day, after in zip(published, [*published[1:], None], strict=False):
        is_open = may_show_answer(day.holds_solution, after.date if after else None, request.as_of)
        allowed = {inputs_of_day(day, earlier[day.name], shown): shown for shown in {False, is_open}}
        folder = request.folder_of(day)
        manifest = read_manifest(folder)
        if manifest is None or manifest.inputs not in allowed or not is_whole(request, day, manifest):
            found.left_out.append(day.name)
            if known.get(day.name) in allowed:
                found.drawn[day.name] = known[day.name]
                found.tools[day.name] = str(known_tools.get(day.name, ""))
            continue
        found.drawn[day.name] = manifest.inputs
        found.tools[day.name] = digest_of_tools(manifest.tools)
        hidden = day_files.ANSWER_FILES if day.holds_solution and not allowed[manifest.inputs] else ()
        for name, expected in manifest.files.items():
            if name not in hidden:
                found.files[f"{day.name}/{name}"] = _Copy(folder / name, expected)
    return found


def _today(days: Mapping[str, _Copy]) -> dict[str, _Copy]:
    """Return the files of the newest day under the addresses that never change."""
    newest = max((name.partition("/")[0] for name in days), default=None)
    if newest is None:
        return {}
    files = {name.removeprefix(f"{newest}/"): copy for name, copy in days.items() if name.startswith(f"{newest}/")}
    found = {f"{day_files.TODAY}/{name}": copy for name, copy in files.items()}
    return found | {name: files[source] for name, source in day_files.LASTING_FILES.items() if source in files}


def _manifest_of_series(request: Request, record: SeriesRecord) -> Manifest:
    """Return the manifest of the series. Raises OutputError where its files are not those of the run before."""
    manifest = read_manifest(request.folder)
    if (
        manifest is None
        or manifest.inputs != inputs_of_series_files(request, record.days, record.withdrawn)
        or manifest.damaged_files_by_time(request.folder)
    ):
        raise OutputError(f"{request.folder}: changed since the run: publish again")
    return manifest


def _public_settings(presentation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the files beside the days, without the name of the folder of any coming day.

    Dates that the calendar announces are written as there: 20261203.
    """
    coming = [[day.replace("-", ""), number] for day, number in presentation.get("coming", ())]
    return {**presentation, "coming": coming}


def _copy(copy: _Copy, path: Path) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
        shutil.copyfile(copy.source, path)
    except OSError as error:
        raise OutputError(f"{copy.source}: cannot be published: {error.strerror or error}") from None
    if size_and_digest(str(path)) != copy.expected:
        raise OutputError(f"{copy.source}: changed since the run: publish again")


def _write_manifest(build: Path, target: Path, manifest: Manifest) -> None:
    try:
        (build / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8", newline="\n")
        flush_to_disk(build / MANIFEST)
    except OSError as error:
        raise OutputError(f"{target}: {write_problem(error)}") from None
    move_files(build, target, [MANIFEST])


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
    written = manifest.files if manifest else day_files.DAY_FILES
    return [*(name for name in day_files.DAY_FILES if name in written and name not in day.leave_out), MANIFEST]


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
        shown.with_title(shown.title),
        shown.difficulty,
        day.address,
        day.address + day_files.PUZZLE,
        shown.alt,
        day.address + day_files.SOLUTION,
        solution_alt(shown.subject, shown.messages),
    )


def _cell(text: str) -> str:
    """Return text that a spreadsheet shows as it is: an apostrophe marks it as no formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        words = f"cannot be read: {error.strerror or error}; make its day again"
        raise OutputError(words).in_file(path) from error


def _add(into: ZipFile, name: str, content: bytes) -> None:
    entry = ZipInfo(name, _SINCE)
    entry.create_system = 3  # Unix, wherever it is made
    entry.external_attr = _MODE
    into.writestr(entry, content)
