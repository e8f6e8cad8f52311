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
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from puzzlegen.checking.findings import DRAW
from puzzlegen.config import day_files
from puzzlegen.daily import plan
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.folders import day_folders, remedy_of_lost_days
from puzzlegen.daily.manifest import (
    DAYS,
    PUBLISHED,
    SITE,
    SITE_TOOLS,
    TOOLS,
    Manifest,
    copied_days,
    digest_of_tools,
    drawings_of,
    month_records,
    read_manifest,
    series_fingerprint,
)
from puzzlegen.daily.plan import Plan, Request
from puzzlegen.daily.run_messages import first_three, options_for
from puzzlegen.daily.schedule import consecutive_days, due_days
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, is_recorded, open_build_folder, remove_abandoned
from puzzlegen.files.derived import UNKNOWN, Change, Derived, Table, folder_of, make, pack, stale
from puzzlegen.files.reading import MAX_MANIFEST, json_object, read_limited, record_of
from puzzlegen.files.writing import check_links
from puzzlegen.language.alt_text import solution_alt
from puzzlegen.language.locale_formatting import date_in_words, decimal_mark, tag_of
from puzzlegen.layout.core.document import Page
from puzzlegen.ledger.days import Day
from puzzlegen.web import archive
from puzzlegen.wording import pluralize

# Besides the days and the files of the series
_OWN_NAMES = (day_files.MONTHS, day_files.TODAY, *day_files.LASTING_FILES, MANIFEST)
Entry = TypeVar("Entry")
_NOT_DRAWN = Derived(b"", UNKNOWN)  # it may have other bytes than the published file


@dataclass(frozen=True, slots=True)
class PublishSummary:
    """The result of publishing: how many files were written and removed, and the days that could not be copied.

    ``missing`` are days that are not published, though pages and feeds link to them. ``damaged`` are those whose
    published files are damaged and stay so. ``remedy`` is the command that draws all these days again.
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
        step = DRAW._replace(words=f"draw {them} again", command=self.remedy)
        remedy = step.told(in_studio=in_studio)
        return f"{self.folder}: {'; '.join(reasons)}; all else is published: {remedy}, then publish again"


def check_publish_folder(target: Path, request: Request, work: Plan, config: Path, name: str = "--publish") -> None:
    """Raise OutputError for a folder that must not be published, belongs to something else, or would lose days.

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
    _check_published_files(target, request, name)
    if lost := _lost_days(target, request, work):
        days = f"{pluralize(len(lost), 'published day')} ({first_three(lost)}) would be lost"
        problem = f"{days}, because {request.ledger} never issued them or issued other puzzles"
        raise OutputError(f"{name}: {target}: {problem}: {remedy_of_lost_days(target, request.ledger, request.source)}")
    _check_later_days(target, request, name)


def _check_later_days(target: Path, request: Request, name: str) -> None:
    """Raise OutputError for published days after the day of the run, which it would remove."""
    there = day_folders(target)
    issued = plan.series_in_ledger(request).days
    if later := [day.name for day in issued if day.date > request.as_of and day.name in there]:
        days = f"{pluralize(len(later), 'published day')} ({first_three(later)})"
        raise OutputError(
            f"{name}: {target}: {days} would be removed, because it is {request.as_of}: publish as of a later date; "
            "puzzlegen daily --withdraw removes a day"
        )


def _check_published_files(target: Path, request: Request, name: str) -> None:
    """Raise OutputError for a folder with another series, or with files of the publisher that would be replaced."""
    found = read_manifest(target)
    if found is not None and (found.kind != PUBLISHED or found.series != series_fingerprint(request.config.series)):
        raise OutputError(f"{name}: {target}: has another series or its answers: choose another folder")
    ours = {one.partition("/")[0] for one in (MANIFEST, *found.files)} if found else set()
    files = plan.names_of_series_files(request.config)
    there = {*day_folders(target), *(one for one in (*_OWN_NAMES, *files) if os.path.lexists(target / one))}
    if strange := sorted(there - ours):
        raise OutputError(
            f"{name}: {target / strange[0]}: not published by puzzlegen daily: move it away, or choose another folder"
        )


def _lost_days(target: Path, request: Request, work: Plan) -> list[str]:
    """Return the published days that would be removed or replaced although the ledger never issued their puzzles.

    A day that the run issues is left out: the run compares it. The puzzle of a damaged file is not known, so a day of
    the ledger may replace it.
    """
    issued, lost, before = plan.series_in_ledger(request).puzzles, [], read_manifest(target)
    known, recorded = {name for name, _ in issued}, before.files if before else {}
    for name in sorted(day_folders(target) - {str(one) for one in work.dates(plan.Work.ISSUE)}):
        path, puzzle = f"{name}/{day_files.DATA}", None
        with suppress(OSError, ValueError, LookupError):
            content = read_limited(target / path, MAX_MANIFEST)
            if recorded.get(path) == UNKNOWN or is_recorded(Derived.of(content).fact, recorded.get(path)):
                puzzle = record_of(str, json_object(content)["puzzle"])
        if name not in known or (puzzle is not None and (name, puzzle) not in issued):
            lost.append(name)
    return lost


def public_table(days: Mapping[str, Mapping[str, Entry]], site: Mapping[str, Entry]) -> dict[str, Entry]:
    """Return what a published copy has at each path: the files of each day, of the newest at fixed addresses too."""
    newest = days[max(days)] if days else {}
    return (
        {f"{day}/{name}": one for day, files in days.items() for name, one in files.items()}
        | {f"{day_files.TODAY}/{name}": one for name, one in newest.items()}
        | {name: newest[source] for name, source in day_files.LASTING_FILES.items() if source in newest}
        | dict(site)
    )


def publish(target: Path, request: Request) -> PublishSummary:
    """Bring the folder up to date with the output folder, after a run; ``check_publish_folder`` comes first.

    Raises OutputError when a file cannot be read or written, or is in the way; LedgerError.
    """
    record, before = plan.series_in_ledger(request), read_manifest(target)
    public = _public_days(target, request, record.days)
    site, settings = _public_site(request, record)
    change, unusable = _change(target, public, site, before.files if before else {})
    shown, series = {DAYS: public.drawn, TOOLS: public.tools, **settings}, series_fingerprint(request.config.series)
    manifest = Manifest(PUBLISHED, series, "", change.recorded, "", presentation=shown)
    remove_abandoned(target)  # earlier versions built there
    if (before, change.changed, change.gone) != (manifest, {}, ()):
        check_links(target, {name.partition("/")[0] for name in change.claim if "/" in name})
        with open_build_folder(request.folder) as build:  # what a killed run leaves must never be uploaded
            make(build, target, change, manifest.text)
    missing = tuple(name for name in public.left_out if name not in public.days)
    broken = sorted(map(date.fromisoformat, {*missing, *unusable}))
    options = options_for(broken, request.config, {day.date for day in record.days}) if broken else ""
    remedy = f"puzzlegen daily {shlex.quote(request.source)} {options}"
    return PublishSummary(target, len(change.changed), len(change.gone), missing, tuple(sorted(unusable)), remedy)


def planned_change(target: Path, request: Request, work: Plan) -> tuple[Change, Mapping[str, Fact]]:
    """Return what publishing after the run would change, and the files that are published now.

    Raises OutputError or LedgerError.
    """
    record, before = plan.series_in_ledger(request), read_manifest(target)
    old, public = before.files if before else {}, _public_days(target, request, record.days)
    dates = sorted(one.date for one in work.expected)
    for name in public.days.keys() - set(map(str, dates)):
        del public.days[name]
    public.days.update(planned := dict(_planned_days(request, work)))
    public.left_out[:] = sorted(set(public.left_out) - planned.keys())
    site = _planned_site(request, dates, old) if work.stale else _public_site(request, record)[0]
    return _change(target, public, site, old)[0], old


def planned_changes(target: Path, request: Request, work: Plan) -> Iterator[str]:
    """Yield what publishing after the run would remove, and what it would replace if it changes, one line a folder.

    Raises OutputError or LedgerError.
    """
    change, old = planned_change(target, request, work)
    for verb, paths in (("removed", change.gone), ("replaced, where they change", change.changed.keys() & old.keys())):
        for folder, names in groupby(sorted(paths, key=lambda path: (folder_of(path), path)), folder_of):
            yield f"{target / folder}: would be {verb}: {', '.join(path.rpartition('/')[2] for path in names)}"
    yield f"{target}: would get what may be public on {request.as_of}"


def _planned_days(request: Request, work: Plan) -> Iterator[tuple[str, Table]]:
    """Yield the files of the days that a run will draw and that may be public."""
    for task, _, is_open in due_days(work.expected, request.as_of):
        if isinstance(task, plan.Task) and task.date <= request.as_of:
            shown = request.config if task.known is None or task.work in plan.AS_CONFIGURED else task.known
            files = day_files.files_of_day(shown.leave_out, hold_answer=not is_open)
            yield str(task.date), dict.fromkeys(files, _NOT_DRAWN)


def _planned_site(request: Request, dates: Sequence[date], old: Collection[str]) -> Table:
    """Return the files beside the days that a run will write; ``old`` has the logos, which it keeps."""
    months = [archive.month_page(day) for day in dates if day <= request.as_of]
    beside = (*plan.names_of_series_files(request.config), *months, *filter(day_files.LOGO.fullmatch, old))
    return dict.fromkeys(beside if months else (), _NOT_DRAWN)


def _change(target: Path, public: _PublicDays, site: Table, old: Mapping[str, Fact]) -> tuple[Change, set[str]]:
    """Return what brings the folder up to date, and the days whose files there are damaged and cannot be replaced.

    Published copies of days that cannot be copied stay. If that of the newest is damaged, its copies at the fixed
    addresses stay as well, whole or not, but none of another day.
    """
    table, waiting = public_table(public.days, {**site, **public.records()}), set(public.left_out) & public.days.keys()
    kept = {name: fact for name, fact in old.items() if name.partition("/")[0] in waiting}
    unusable = {name.partition("/")[0] for name in damaged(target, kept, by_time=True)}
    if max(public.days, default="") in unusable:
        newest = public.days[max(public.days)]
        fixed = public_table({"": newest}, {}).keys() - {f"/{name}" for name in newest}
        kept |= {name: old[name] for name in fixed if old.get(name) == table[name].fact}
        table = {name: one for name, one in table.items() if name not in fixed}
    return stale(target, table, old, kept), unusable


@dataclass(frozen=True, slots=True)
class _PublicDays:
    """The days that may be public: their files, and what the manifest has about them; those that cannot be copied.

    ``days`` has the published copy of a day that cannot be copied, if it was drawn from the same as now.
    """

    days: dict[str, Table] = field(default_factory=dict)
    drawn: dict[str, str] = field(default_factory=dict)
    tools: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def records(self) -> Table:
        """Return the records of the months."""
        facts = {day: {name: file.fact for name, file in files.items()} for day, files in self.days.items()}
        records = month_records(facts, self.drawn, self.tools)
        return {name: Derived.of(content) for name, content in records.items()}


def _public_days(target: Path, request: Request, days: Sequence[Day]) -> _PublicDays:
    found, copied = _PublicDays(), copied_days(target)
    for day, previous, is_open in due_days(plan.published_days(days, request.as_of), request.as_of):
        drawings = drawings_of(day, [previous])
        allowed = {inputs: shown for inputs, (shown, _) in drawings.items() if is_open or not shown}
        folder, name = request.folder_of(day), day.name
        manifest = read_manifest(folder)
        if manifest is None or manifest.inputs not in allowed or not plan.is_whole(request, day, manifest):
            found.left_out.append(name)
            folder, manifest = target / name, copied.get(name)
        if manifest is not None and manifest.inputs in allowed:
            hidden = () if allowed[manifest.inputs] else day_files.ANSWER_FILES
            files = {one: fact for one, fact in manifest.files.items() if one not in hidden}
            found.days[name] = {one: Derived(folder / one, fact) for one, fact in files.items()}
            found.drawn[name], found.tools[name] = manifest.inputs, digest_of_tools(manifest.tools)
    return found


def _public_site(request: Request, record: plan.SeriesRecord) -> tuple[Table, dict[str, Any]]:
    """Return the files beside the days, and what the manifest has about them; nothing before the first day.

    The manifest has no name of the folder of a coming day: dates that the calendar announces are written as there,
    20261203. Raises OutputError where the files are not those of the run before.
    """
    if not plan.published_days(record.days, request.as_of):
        return {}, {}
    source, inputs = read_manifest(request.folder), plan.inputs_of_series_files(request, record.days, record.withdrawn)
    if source is None or source.inputs != inputs or damaged(request.folder, source.files, by_time=True):
        raise OutputError(f"{request.folder}: changed since the run: publish again")
    coming = [[day.replace("-", ""), number] for day, number in source.presentation.get("coming", ())]
    files = {name: Derived(request.folder / name, fact) for name, fact in source.files.items()}
    return files, {SITE: {**source.presentation, "coming": coming}, SITE_TOOLS: digest_of_tools(source.tools)}


SHEET = "index.csv"
COLUMNS = (
    "date", "number", "title", "difficulty", "page URL", "picture URL", "alt text", "solution URL", "solution alt text",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets take a cell that begins so for a formula


def check_export(name: str, ending: str, path: Path, request: Request, work: Plan) -> None:
    """Raise OutputError for a path where a zip or a proof must not be written, and for a request without puzzles.

    ``name`` is the option that names the file.
    """
    if path.is_dir() or path.suffix.lower() != ending:
        raise OutputError(f"{name}: found {path}, expected the name of a file that ends in {ending}")
    if not path.parent.is_dir():
        raise OutputError(f"{name}: {path.parent}: no such folder; make it first")
    if path.resolve().is_relative_to(request.folder.resolve()):
        beside = f"put it beside {request.folder}"
        raise OutputError(f"{name}: {path} would be published with the series, answers and all; {beside}")
    dates = {task.date for task in work.tasks} | {day.date for day in work.days}
    if dates.isdisjoint(consecutive_days(request.first, request.count)):
        raise OutputError(f"{name}: no day from {request.first} on has a puzzle; choose others with --date and --days")


def write_export(path: Path, request: Request) -> int:
    """Write the zip, or the proof as PDF, of the requested days that are issued; returns how many there are.

    Raises OutputError as ``write_zip`` does, LayoutError and LedgerError.
    """
    dates = set(consecutive_days(request.first, request.count))
    days = [day for day in plan.series_in_ledger(request).days if day.date in dates]
    if path.suffix.lower() == ".zip":
        write_zip(path, days, request.folder)
    else:
        write_proof(path, days, request.as_of)
    return len(days)


def write_proof(path: Path, days: Sequence[Day], as_of: date) -> None:
    """Write a PDF of days for editors: a puzzle a page, as readers print it, and the answers at the end.

    Pages with days after ``as_of`` say so. Raises LayoutError, LedgerError and OutputError.
    """
    from puzzlegen.daily.day_files import paper_of, print_page, print_words  # noqa: PLC0415  # few runs draw pages here
    from puzzlegen.drawing.fonts import FontMetrics  # noqa: PLC0415  # as above
    from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf  # noqa: PLC0415  # as above
    from puzzlegen.layout.daily_page import PreviousPuzzle, answer_pages, with_label  # noqa: PLC0415  # as above

    messages, metrics = DayPresentation(days[-1], None).messages, FontMetrics()

    def labeled(page: Page, day: Day) -> Page:
        words = messages.text("daily.proof", date=date_in_words(day.date, messages.code))
        return with_label(page, words, metrics) if day.date > as_of else page

    pages = [labeled(print_page(DayPresentation(day, None)), day) for day in days]
    answers = [(PreviousPuzzle(day.number, day.graded), print_words(DayPresentation(day, day))) for day in days]
    pages += [labeled(page, days[-1]) for page in answer_pages(answers, paper_of(days[-1]), metrics)]
    write_pdf(pages, path, style=PdfStyle(title=days[-1].series.title, language=tag_of(messages.code)))


def write_zip(path: Path, days: Sequence[Day], folder: Path) -> None:
    """Write the zip: ``index.csv``, and every file of each day from its folder in ``folder``, oldest day first.

    The bytes depend only on the days and their files. Nothing is compressed: pictures are compressed already, and
    libraries differ. Raises OutputError naming a day's file that cannot be read, and when the zip cannot be written;
    then no zip is left.
    """
    days = sorted(days, key=lambda day: day.date)
    table = {SHEET: Derived.of(spreadsheet(days))}
    for day in days:
        manifest = read_manifest(folder / day.name)
        written = manifest.files if manifest else day_files.DAY_FILES  # an older version may have written fewer
        names = [name for name in day_files.DAY_FILES if name in written and name not in day.leave_out]
        table |= {f"{day.name}/{name}": Derived(folder / day.name / name, UNKNOWN) for name in (*names, MANIFEST)}
    pack(path, table)


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
