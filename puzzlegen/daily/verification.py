"""Verifies a series or a zip of its days against the ledger: draws the files again, and proves what they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from puzzlegen.checking.book_files import Report
from puzzlegen.checking.findings import KEEP_LINE_ENDS, MAKE, WRITE_ZIP, Finding
from puzzlegen.checking.pdf_file import PDF_LIMITS
from puzzlegen.config.day_files import DAY_FILES, MONTHS
from puzzlegen.daily.day_files import DrawingJob, draw_folder
from puzzlegen.daily.day_verification import (
    DayCheck,
    check_day,
    compare_tools,
    damaged_file,
    draw_again,
    drawn_from,
    is_drawn_from,
)
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.folders import day_folders, is_left_over
from puzzlegen.daily.manifest import SERIES, Manifest, numbers_of, read_manifest, series_fingerprint
from puzzlegen.daily.plan import pdf_sizes
from puzzlegen.daily.publishing import SHEET, spreadsheet, write_zip
from puzzlegen.daily.schedule import may_show_answer
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, digest
from puzzlegen.files.reading import with_other_line_ends
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


@dataclass(frozen=True, slots=True)
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
        earlier = sorted((one for one in self.days.values() if one.date < day.date), key=lambda one: one.date)
        found: list[Day | None] = []
        for one in reversed(earlier):
            found.append(one)
            if one.placed:
                return tuple(found)
        return (*found, None)

    def changed_since(self, day: Day, inputs: str) -> Change | None:
        """Return what changed since a copy of ``day`` was made, by the digest of what the copy was drawn from.

        It is about the day itself, or the one before it, where that is known. None for an up-to-date copy.
        """
        current = self.before(day)
        if is_drawn_from(inputs, day, current):
            return None
        earlier = [one for one in (*self.days.values(), *self.withdrawn.values()) if one.date < day.date]
        for one in (*sorted(earlier, key=lambda one: one.date, reverse=True), None):
            if is_drawn_from(inputs, day, (one,)):  # then another day is before it now: withdrawn, or made since
                if one and one.name in self.withdrawn:
                    return Change(one.name, WITHDRAWN)
                return Change(current[0].name, ISSUED) if current[0] else Change(day.name, CHANGED)
        return Change(day.name, CHANGED)

    def after(self, day: Day) -> date | None:
        """Return the date of the next placed day."""
        return min((one.date for one in self.placed if one.date > day.date), default=None)

    def check_of(self, folder: Path, manifest: Manifest) -> DayCheck:
        """Return the work of verifying a day's folder."""
        day = self.days.get(manifest.date)
        strange = self.manifest is not None and manifest.series != self.manifest.series
        common = (folder, manifest, manifest.tools, self.ledger.path)
        step = draw_again(manifest.date)
        if strange or day is None or not day.placed or day.number != manifest.number:
            return DayCheck(*common, None, (None,), None, False, step)
        after = self.after(day)
        due = None if self.settings is None else may_show_answer(day.holds_solution, after, self.settings.as_of)
        may_be_open = after is not None if due is None else due
        above = self.manifest.ledger if self.manifest else ""
        ledger = above if Path(above).is_absolute() or not above else f"../{above}"
        return DayCheck(*common, day, self.before(day), due, may_be_open, step, ledger)


def verify_daily(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify the folder of a day or of a whole series against ``ledger``, else against the one its manifest names.

    ``jobs`` is the number of workers. Raises OutputError or LedgerError when manifest or ledger cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise OutputError(f"{folder}: no manifest of a daily in it: name the folder of a day or of a series")
    with DailyLedger(ledger or folder / manifest.ledger, write=False) as opened:
        if manifest.kind == SERIES:
            report = _verify_series(folder, manifest, open_series(opened, manifest, manifest), progress, jobs)
            return with_line_ends(folder, manifest, report, MAKE._replace(words="make the files again"))
        above = read_manifest(folder.resolve().parent)
        if above is not None and (above.kind != SERIES or above.series != manifest.series):
            above = None
        progress.start("verify", 1)
        return report_of(check_day(open_series(opened, manifest, above).check_of(folder, manifest)), 1)


def with_line_ends(folder: Path, manifest: Manifest, report: Report, step: Step) -> Report:
    """Return one finding in place of those about bytes, if files of a copy or a series have other line ends.

    ``step`` writes the files again. Findings about revealed answers stay.
    """
    names = with_other_line_ends(folder, manifest.files)
    for day in sorted(day_folders(folder)) if manifest.kind == SERIES else ():
        found = read_manifest(folder / day)
        names += [f"{day}/{name}" for name in with_other_line_ends(folder / day, found.files if found else {})]
    if not names:
        return report
    step = step._replace(words=f"{KEEP_LINE_ENDS.words.lower()}, and {step.words}")
    one = Finding("D509", 0, 0, f"{pluralize(len(names), 'file')}, such as {names[0]}", step=step, is_daily=True)
    return replace(report, findings=(one, *(found for found in report.findings if found.code == "D502")))


def open_series(ledger: DailyLedger, manifest: Manifest, above: Manifest | None) -> IssuedSeries:
    """Return the series of a manifest; ``above`` is the manifest of the series, None if there is none."""
    seed = next((one for one in ledger.all_series() if series_fingerprint(one) == manifest.series), "")
    days = {day.name: day for day in ledger.days(seed)}
    withdrawn = {day.name: day for day in ledger.withdrawn_days(seed)}
    return IssuedSeries(ledger, seed, days, withdrawn, above, SiteSettings.of_manifest(above))


def _verify_series(folder: Path, manifest: Manifest, series: IssuedSeries, progress: Progress, jobs: int) -> Report:
    findings = [*_series_findings(folder, manifest, series)]
    progress.start("verify", len(series.placed))
    checks = []
    for day in series.placed:
        found = read_manifest(folder / day.name)
        if found is None or found.date != day.name:
            problem = "its folder or manifest is missing, or that of another day"
            findings.append(Finding("F101", 0, day.number, problem, edition=day.name, step=draw_again(day.name)))
            progress.advance()
        else:
            checks.append(series.check_of(folder / day.name, found))
    findings += check_days(checks, progress, jobs)
    return report_of([*findings, *_repeats(series)], len(series.placed))


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


def _series_findings(folder: Path, manifest: Manifest, series: IssuedSeries) -> Iterator[Finding]:
    """Check the files beside the days, and which days there are."""
    for name in manifest.damaged_files(folder):
        yield damaged_file(name, _MAKE_AGAIN)
    for name in sorted(day_folders(folder) - {day.name for day in series.placed}):
        if name not in series.withdrawn or is_left_over(folder / name):  # else only the editor's own files are in it
            yield Finding("D501", 0, 0, f"{series.ledger.path} has no such day {name!r}")
    if manifest.withdrawn != numbers_of(series.withdrawn.values()):
        detail = f"{MANIFEST} does not list the withdrawn days of {series.ledger.path}"
        yield Finding("F101", 0, 0, detail, step=_MAKE_AGAIN)
    for path in sorted(folder.glob(f"{MONTHS}/*")):
        if (name := f"{MONTHS}/{path.name}") not in manifest.files:
            yield Finding("D506", 0, 0, name, step=_REMOVE_OR_MAKE_AGAIN)
    if series.settings is None:
        detail = f"the files of the series: {MANIFEST} does not say with which settings they were written"
        yield Finding("D505", 0, 0, detail, step=_MAKE_AGAIN)
    else:
        yield from _site_findings(folder, manifest, series, series.settings)


def _site_findings(folder: Path, manifest: Manifest, series: IssuedSeries, settings: SiteSettings) -> Iterator[Finding]:
    """Make feeds, calendar and archive again, and compare each file byte by byte."""
    published = [day for day in series.placed if day.date <= settings.as_of]
    try:
        contents = series_files(series.placed, settings, pdf_sizes(folder, published)) if published else {}
        tools = drawing_tools(settings.series.language)
    except PuzzlegenError as error:
        yield Finding("D504", 0, 0, f"the files of the series cannot be made again to compare them: {error}")
        return
    different, findings = compare_site(folder, manifest.files, contents, _MAKE_AGAIN)
    yield from findings
    yield from compare_tools(different, manifest.tools, tools, _MAKE_AGAIN)
    if series.placed:
        yield from settings_findings(series.placed[-1], settings)


def compare_site(
    folder: Path, named: Collection[str], contents: Mapping[str, bytes], step: Step
) -> tuple[list[str], list[Finding]]:
    """Return the files beside the days that have other bytes than ``contents``, and findings on those of the manifest.

    ``named`` are the files that the manifest names, and ``step`` is the remedy for wrong ones.
    """
    findings = [
        Finding("F101", 0, 0, f"{MANIFEST} {'lacks' if name in contents else 'names'} {name}", step=step)
        for name in sorted(contents.keys() ^ set(named))
    ]
    paths = {name: folder / name for name in contents}
    return [name for name, path in paths.items() if path.is_file() and path.read_bytes() != contents[name]], findings


def settings_findings(newest: Day, settings: SiteSettings) -> Iterator[Finding]:
    """Compare the settings of the files beside the days with those of the newest day."""
    issued, now = newest.series, settings.series
    names = [name for name in Series.__dataclass_fields__ if getattr(issued, name) != getattr(now, name)]
    if names:
        yield Finding("D507", 0, 0, f"{', '.join(names)}: other than when {newest.name} was issued")


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
                findings += [
                    damaged_file(f"{name}/{one}", _WRITE_AGAIN) for one in known[name].damaged_files(folder / name)
                ]
            checks = [
                replace(series.check_of(folder / name, one), step=_WRITE_AGAIN)
                for name, one in known.items()
                if name not in changed
            ]
            found = check_days(checks, progress, jobs, _check_zipped_day)
            older = {*changed.values(), *(Change(one.edition, DRAWN_AGAIN) for one in found if one.code == _OLDER)}
            if older:
                findings.append(Finding(_OLDER, 0, 0, f"written before {min(older)}", step=_WRITE_AGAIN))
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
    return findings + [
        damaged_file(f"{check.name}/{name}", _WRITE_AGAIN) for name in manifest.damaged_files(check.folder)
    ]


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
    with ZipFile(path) as archive:
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
    if again.read_bytes() != path.read_bytes():
        yield Finding("D504", 0, 0, f"{path.name}: its bytes are not those of the zip of its days", step=_WRITE_AGAIN)
