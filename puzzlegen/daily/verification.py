"""Verifies a series or a zip of its days against the ledger: draws the files again, and proves what they show."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from puzzlegen.checking.book_files import Report
from puzzlegen.checking.findings import KEEP_LINE_ENDS, MAKE, WRITE_ZIP, Finding
from puzzlegen.checking.pdf_file import PDF_LIMITS
from puzzlegen.config.day_files import DAY_FILES, MONTHS, PRINT
from puzzlegen.daily.day_files import DrawingJob, draw_folder
from puzzlegen.daily.day_verification import (
    DayCheck,
    are_same_tools,
    check_day,
    compare_tools,
    damaged_file,
    draw_again,
    file_findings,
)
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.folders import day_folders, is_left_over
from puzzlegen.daily.manifest import SERIES, Manifest, Parts, drawings_of, numbers_of, read_manifest, series_fingerprint
from puzzlegen.daily.plan import published_days
from puzzlegen.daily.publishing import SHEET, spreadsheet, write_zip
from puzzlegen.daily.schedule import due_days
from puzzlegen.daily.series_site import SiteSettings, logo_files, site_table
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, fact_of, is_recorded
from puzzlegen.files.derived import UNKNOWN
from puzzlegen.files.reading import open_file, with_other_line_ends
from puzzlegen.files.writing import default_ledger
from puzzlegen.jobs.ordered_work import Progress, run_in_order
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.ledger.days import DailyLedger, Day, Series, entry_of_day
from puzzlegen.wording import Step, pluralize

_MAKE_AGAIN = MAKE._replace(words="make the files beside the days again")
_REMOVE_OR_MAKE_AGAIN = MAKE._replace(words=f"remove it, or {_MAKE_AGAIN.words}")
ISSUED, WITHDRAWN, CHANGED, DRAWN_AGAIN = "issued", "withdrawn", "changed", "drawn again"


class Change(NamedTuple):
    """What happened to a day, given by its name, after a copy was made: one of the four words above."""

    day: str
    what: str

    def __str__(self) -> str:
        """Return the change as the end of a sentence, such as ``2026-12-02 was issued``."""
        return f"{self.day} was {self.what}"


@dataclass(frozen=True)
class IssuedSeries:
    """A series in its ledger: the days by name, in order of dates, reserved ones included.

    ``withdrawn`` are the withdrawn days by name. ``manifest`` is that of the series, None if there is none, and
    ``settings`` are those in it, None if it has none that can be read.
    """

    ledger: DailyLedger
    seed: str
    days: Mapping[str, Day]
    withdrawn: Mapping[str, Day]
    manifest: Manifest | None
    settings: SiteSettings | None

    @property
    def placed(self) -> list[Day]:
        """The days that are finished, by date."""
        return [day for day in self.days.values() if day.placed]

    def before(self, day: Day) -> tuple[Day | None, ...]:
        """Return the days that can be the previous one, the latest first.

        It is the day before, or if that is only reserved, because it could not be drawn, one before it.
        """
        found = [self._day_before[day.name]]
        while (last := found[-1]) is not None and not last.placed:
            found.append(self._day_before[last.name])
        return tuple(found)

    @cached_property
    def _day_before(self) -> dict[str, Day | None]:
        return {due.day.name: due.before for due in due_days(self.days.values(), date.max)}

    def changed_since(self, name: str, inputs: str) -> Change | None:
        """Return what changed since a copy of a day was made, by the digest of what the copy was drawn from.

        It is about the day itself, or the one before it, where that is known. None for an up-to-date copy, and a day
        that the ledger never had.
        """
        day = self.days.get(name)
        if name in self.withdrawn:
            return Change(name, WITHDRAWN)
        if day is None or not day.placed:
            return Change(name, CHANGED) if day else None
        current = self.before(day)
        if inputs in drawings_of(day, current):
            return None
        drawn = drawings_of(day, [*self.days.values(), *self.withdrawn.values(), None]).get(inputs)
        if drawn and drawn[1] and drawn[1].name in self.withdrawn:
            return Change(drawn[1].name, WITHDRAWN)
        return Change(current[0].name, ISSUED) if drawn and current[0] else Change(name, CHANGED)

    def checks_of(
        self, folders: Mapping[Path, Manifest], step: Step | None = None, copied: Iterable[str] = ()
    ) -> list[DayCheck]:
        """Return the work of verifying folders of days; ``step`` is the remedy, by default to draw them again.

        ``copied`` are the days that were published with them, which may have been withdrawn since.
        """
        known = {**self.withdrawn, **self.days}
        there = {day.name: day for day in (*self.placed, *(known[name] for name in copied if name in known))}
        due = due_days(there.values(), self.settings.as_of if self.settings else date.max)
        is_open = {one.day.name: one.is_open for one in due}
        return [self._check_of(folder, manifest, step, is_open) for folder, manifest in folders.items()]

    def _check_of(self, folder: Path, manifest: Manifest, step: Step | None, is_open: Mapping[str, bool]) -> DayCheck:
        day = self.days.get(manifest.date)
        common = (folder, manifest, self.ledger.path)
        step = step or draw_again(manifest.date)
        strange = self.manifest is not None and manifest.series != self.manifest.series
        if strange or day is None or not day.placed or manifest.number not in {0, day.number}:
            return DayCheck(*common, None, (None,), None, False, step)
        above = self.manifest.ledger if self.manifest else ""
        ledger = above if Path(above).is_absolute() or not above else f"../{above}"
        may_be_open = is_open[day.name]
        due = None if self.settings is None else may_be_open
        return DayCheck(*common, day, self.before(day), due, may_be_open, step, ledger)


def verify_daily(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify the folder of a day or of a whole series against ``ledger``, else against the one its manifest names.

    ``jobs`` is the number of workers. Raises OutputError or LedgerError when manifest or ledger cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise OutputError(f"{folder}: no manifest of a daily in it: name the folder of a day or of a series")
    place, above = (folder, manifest) if manifest.kind == SERIES else _series_above(folder, manifest)
    with DailyLedger(ledger or place / (above or manifest).ledger, write=False) as opened:
        if manifest.kind == SERIES:
            return _verify_series(folder, manifest, open_series(opened, manifest, manifest), progress, jobs)
        progress.start("verify", 1)
        return report_of(check_day(open_series(opened, manifest, above).checks_of({folder: manifest})[0]), 1)


def _series_above(folder: Path, manifest: Manifest) -> tuple[Path, Manifest | None]:
    """Return the folder and manifest of the series that a day's folder is in; the day's own folder if there is none.

    A day may be a link to another folder, and a link anywhere else may lead to the day.
    """
    for place in (Path(os.path.abspath(folder)).parent, folder.resolve().parent):  # noqa: PTH100  # follows no link
        above = read_manifest(place)
        if above is not None and above.kind == SERIES and above.series == manifest.series:
            return place, above
    return folder, None


def with_line_ends(folder: Path, manifest: Manifest, findings: Sequence[Finding], step: Step) -> Sequence[Finding]:
    """Return one finding in place of those about bytes, if files of a copy or a series have other line ends.

    ``step`` writes the files again. Findings about revealed answers stay.
    """
    names = with_other_line_ends(folder, manifest.files)
    for day in sorted(day_folders(folder)) if manifest.kind == SERIES else ():
        found = read_manifest(folder / day)
        names += [f"{day}/{name}" for name in with_other_line_ends(folder / day, found.files if found else {})]
    if not names:
        return findings
    step = step._replace(words=f"{KEEP_LINE_ENDS.words.lower()}, and {step.words}")
    line_ends = Finding("D509", 0, 0, f"{pluralize(len(names), 'file')}, such as {names[0]}", step=step)
    return [line_ends, *(finding for finding in findings if finding.code == "D502")]


def open_series(ledger: DailyLedger, manifest: Manifest, above: Manifest | None) -> IssuedSeries:
    """Return the series of a manifest; ``above`` is the manifest of the series, None if there is none."""
    seed = next((one for one in ledger.all_series() if series_fingerprint(one) == manifest.series), "")
    days = {day.name: day for day in ledger.days(seed)}
    withdrawn = {day.name: day for day in ledger.withdrawn_days(seed)}
    return IssuedSeries(
        ledger, seed, days, withdrawn, above, SiteSettings.of_values(above.presentation if above else {})
    )


def _verify_series(folder: Path, manifest: Manifest, series: IssuedSeries, progress: Progress, jobs: int) -> Report:
    found = {day.name: one for day in series.placed if (one := read_manifest(folder / day.name)) is not None}
    findings = [*_series_findings(folder, Parts(manifest, found), series)]
    days = {name: one for name, one in found.items() if one.date == name}
    progress.start("verify", len(days))
    for day in series.placed:
        if day.name not in days:
            problem = "its folder or manifest is missing, or that of another day"
            findings.append(Finding("F101", 0, day.number, problem, edition=day.name, step=draw_again(day.name)))
    findings += check_days(series.checks_of({folder / name: one for name, one in days.items()}), progress, jobs)
    step = MAKE._replace(words="make the files again")
    return report_of(with_line_ends(folder, manifest, [*findings, *_repeats(series)], step), len(series.placed))


def check_days(
    checks: Sequence[DayCheck],
    progress: Progress,
    jobs: int,
    check: Callable[[DayCheck], list[Finding]] = check_day,
) -> list[Finding]:
    """Return all findings of ``check`` about days, which ``jobs`` workers check."""
    findings: list[Finding] = []
    with open_local_pool(jobs, limits=PDF_LIMITS) as pool:
        for some in run_in_order(check, checks, pool):
            findings += some
            progress.advance()
    return findings


def report_of(findings: Sequence[Finding], days: int) -> Report:
    """Return the report on a number of days."""
    errors = sum(finding.is_error for finding in findings)
    about_daily = tuple(replace(finding, is_daily=True) for finding in findings)
    return Report(about_daily, f"{pluralize(days, 'day')} read back and solved: {pluralize(errors, 'error')}")


def _series_findings(folder: Path, parts: Parts, series: IssuedSeries) -> Iterator[Finding]:
    """Check the files beside the days, and which days there are."""
    manifest = parts.site
    yield from site_findings(folder, parts, series, _MAKE_AGAIN)
    for name in sorted(day_folders(folder) - {day.name for day in series.placed}):
        if name not in series.withdrawn or is_left_over(folder / name):  # else only the editor's own files are in it
            yield Finding("D501", 0, 0, f"{series.ledger.path} has no such day {name!r}")
    if manifest.withdrawn != numbers_of(series.withdrawn.values()):
        detail = f"{MANIFEST} does not list the withdrawn days of {series.ledger.path}"
        yield Finding("F101", 0, 0, detail, step=_MAKE_AGAIN)
    for path in sorted(folder.glob(f"{MONTHS}/*")):
        if (name := f"{MONTHS}/{path.name}") not in manifest.files:
            yield Finding("D506", 0, 0, name, step=_REMOVE_OR_MAKE_AGAIN)


def site_findings(folder: Path, parts: Parts, series: IssuedSeries, step: Step) -> Iterator[Finding]:
    """Make feeds, calendar and archive again, and compare each file, and the settings with those of the newest day."""
    settings, manifest, newest = series.settings, parts.site, series.days.get(max(parts.days, default=""))
    due, now = dict.fromkeys(manifest.files, UNKNOWN), dict[str, str]()
    try:
        if settings is not None:
            now, due = drawing_tools(settings.series.language), _due_beside(parts, series, settings)
        elif newest:
            now = drawing_tools(newest.series.language)
            if are_same_tools(manifest.tools, now):
                code, detail = "F101", f"{MANIFEST} lacks the settings of the files beside the days"
            else:
                code = "D505"
                detail = "the files beside the days: written with other versions, which did not record their settings"
            yield Finding(code, 0, 0, detail, step=step)
    except PuzzlegenError as error:
        yield Finding("D504", 0, 0, f"the files of the series cannot be made again to compare them: {error}")
        settings = None
    yield from file_findings(folder, manifest, due, now, step)
    if settings is not None and newest:
        issued, shown = newest.series, settings.series
        if names := [name for name in Series.__dataclass_fields__ if getattr(issued, name) != getattr(shown, name)]:
            yield Finding("D507", 0, 0, f"{', '.join(names)}: other than when {newest.name} was issued")


def _due_beside(parts: Parts, series: IssuedSeries, settings: SiteSettings) -> dict[str, Fact]:
    """Return what the files beside the days must be. Raises PuzzlegenError."""
    sizes = {name: one.files[PRINT][0] for name, one in parts.days.items() if PRINT in one.files}
    table, published = site_table(series.placed, settings, sizes), published_days(series.placed, settings.as_of)
    later = logo_files(settings.series, series.placed).keys() - logo_files(settings.series, published)
    # Logos of days to come are there if the days were made before
    return {name: one.fact for name, one in table.items() if name in parts.site.files or name not in later}


def _repeats(series: IssuedSeries) -> Iterator[Finding]:
    """Find days with the puzzle of another day, book or daily."""
    entries = [entry_of_day(day) for day in series.placed]
    own = series.ledger.series_issue(series.seed)
    for repeat in series.ledger.repeats(entries, own):
        yield Finding("P207", 0, repeat.number, f"the {repeat.what} are those of {repeat.held}")
    first: dict[bytes, int] = {}
    for entry in entries:
        for what, key in zip(entry.keys._fields, entry.keys, strict=True):
            if first.setdefault(key, entry.number) != entry.number:
                yield Finding("P206", 0, entry.number, f"the {what} are those of No. {first[key]}")


_ENTRY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})/([^/]+)")
_OLDER = "D508"
_WRITE_AGAIN = WRITE_ZIP._replace(words="write the zip again")
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
                findings += _damaged_zip(folder / name, known[name])
            still = {name: one for name, one in known.items() if name not in changed}
            checks = series.checks_of({folder / name: one for name, one in still.items()}, _WRITE_AGAIN)
            found = check_days(checks, progress, jobs, _check_zipped_day)
            older = {*changed.values(), *(Change(one.edition, DRAWN_AGAIN) for one in found if one.code == _OLDER)}
            if older:
                findings.append(Finding(_OLDER, 0, 0, f"written before {min(older)}", step=_WRITE_AGAIN))
            else:
                findings += _rewrite_findings(path, folder, series, manifest, list(known))
        return report_of([*findings, *(one for one in found if one.code != _OLDER)], len(known))


def _damaged_zip(folder: Path, manifest: Manifest) -> list[Finding]:
    return [damaged_file(f"{folder.name}/{name}", _WRITE_AGAIN) for name in damaged(folder, manifest.files)]


def _changed_since(series: IssuedSeries, manifest: Manifest) -> Change | None:
    """Return what changed since a day was put into the zip, None for nothing: the day itself or the one before it."""
    day = series.days.get(manifest.date)
    is_other = day is not None and day.placed and day.number != manifest.number
    return None if is_other else series.changed_since(manifest.date, manifest.inputs)


def _check_zipped_day(check: DayCheck) -> list[Finding]:
    """Return all findings about a day of the zip, a single one for a sound day that was drawn again since.

    Then the answer was added, or another version drew it. Runs in a worker.
    """
    day, manifest = check.day, check.manifest
    if day is None or not damaged(check.folder, {MANIFEST: day.manifest_sha256}) or not _was_sound(check, day):
        return check_day(check)
    return [Finding(_OLDER, 0, 0, DRAWN_AGAIN, edition=check.name), *_damaged_zip(check.folder, manifest)]


def _was_sound(check: DayCheck, day: Day) -> bool:
    """Return whether drawing the day as the zip has it gives the same manifest; true where other versions drew it."""
    manifest = check.manifest
    if manifest.tools != drawing_tools(day.series.language):
        return True
    is_open, before = drawings_of(day, check.before).get(manifest.inputs, (False, check.before[0]))
    with TemporaryDirectory(prefix="puzzlegen-verify-") as again:
        job = DrawingJob(Path(again) / check.name, day, before, is_open, manifest.series, manifest.ledger)
        try:
            return not damaged(check.folder, {MANIFEST: draw_folder(job)})
        except PuzzlegenError:
            return False


def _unpack(path: Path, folder: Path) -> Iterator[Finding]:
    """Unpack the files of days, and report all others but the spreadsheet."""
    try:
        with open_file(path) as zipped, ZipFile(zipped) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _LARGEST:
                raise OutputError(f"{path}: larger than ten years of days: name a zip that puzzlegen daily --zip wrote")
            for name in archive.namelist():
                match = _ENTRY.fullmatch(name)
                if match and match[2] in (*DAY_FILES, MANIFEST):
                    (folder / match[1]).mkdir(exist_ok=True)
                    (folder / match[1] / match[2]).write_bytes(archive.read(name))
                elif name != SHEET:
                    yield Finding("F101", 0, 0, f"{name!r} is no file of a day", step=_WRITE_AGAIN)
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
    with open_file(path) as zipped, ZipFile(zipped) as archive:
        sheet = archive.read(SHEET) if SHEET in archive.namelist() else b""
    if sheet != spreadsheet(days):
        yield from compare_tools([SHEET], manifest.tools, tools, _WRITE_AGAIN)
        return
    again = folder / "again.zip"
    try:
        write_zip(again, days, folder)
    except OutputError as error:
        file = Path(error.problems[0].place.file).relative_to(folder).as_posix()
        yield Finding("F101", 0, 0, str(error.in_file(file)))
        return
    if not is_recorded(fact_of(again), fact_of(path)):
        yield Finding("D504", 0, 0, f"{path.name}: its bytes are not those of the zip of its days", step=_WRITE_AGAIN)
