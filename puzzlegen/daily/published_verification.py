"""Verifies a folder that ``puzzlegen daily --publish`` filled, against the ledger of its series."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from puzzlegen.checking.book_files import Report
from puzzlegen.checking.findings import PUBLISH, Finding
from puzzlegen.config.day_files import ANSWER_FILES, LASTING_FILES, LOGO, MONTHS, PRINT, SITEMAP, TODAY
from puzzlegen.daily.day_verification import DayCheck, are_same_tools, compare_tools, damaged_file, foreign_files
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.folders import day_folders
from puzzlegen.daily.manifest import PUBLISHED, Manifest, digest_of_tools, read_manifest
from puzzlegen.daily.plan import FEED_ITEMS
from puzzlegen.daily.publishing import DAYS, SITE, SITE_TOOLS, TOOLS, group_of
from puzzlegen.daily.schedule import may_show_answer
from puzzlegen.daily.series_site import SiteSettings, logo_files, series_files
from puzzlegen.daily.verification import (
    CHANGED,
    ISSUED,
    WITHDRAWN,
    Change,
    IssuedSeries,
    check_days,
    compare_site,
    open_series,
    report_of,
    settings_findings,
    with_line_ends,
)
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.reading import MAX_MANIFEST, read_limited
from puzzlegen.files.writing import default_ledger
from puzzlegen.jobs.ordered_work import Progress
from puzzlegen.ledger.days import DailyLedger, Day

_PUBLISH_AGAIN = PUBLISH._replace(words="publish again")


@dataclass(frozen=True, slots=True)
class _Copy:
    """A published folder: its manifest, the names of the files of each of its days, and its series in the ledger.

    ``settings`` are those of the files beside the days, None where the manifest has none.
    """

    folder: Path
    manifest: Manifest
    names: Mapping[str, list[str]]
    series: IssuedSeries
    settings: SiteSettings | None

    @property
    def newest(self) -> str:
        """The name of the newest day; empty if there is none."""
        return max(self.names, default="")

    @property
    def placed(self) -> dict[str, Day]:
        """The finished days of the ledger by name."""
        return {day.name: day for day in self.series.placed}

    def inputs_of(self, name: str) -> str:
        """Return the digest of what a day was drawn from."""
        return str(group_of(self.manifest, DAYS).get(name, ""))


def is_published(path: Path) -> bool:
    """Tell whether a path is a folder that ``--publish`` filled."""
    manifest = read_manifest(path)
    return manifest is not None and manifest.kind == PUBLISHED


def verify_published(folder: Path, progress: Progress, ledger: Path | None = None, jobs: int = 1) -> Report:
    """Verify a published folder against ``ledger``, or by default against the ledger of a series beside the folder.

    All files are made again and compared, and answers that are held back must be absent. Raises OutputError when there
    is no ledger, LedgerError when it cannot be read.
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
    names = _names_of_days(manifest)
    if not _is_whole(manifest, names):
        return report_of([Finding("F101", 0, 0, f"{MANIFEST} is damaged or was not finished", step=_PUBLISH_AGAIN)], 0)
    with DailyLedger(found, write=False) as opened:
        series = open_series(opened, manifest, None)
        settings = SiteSettings.of_values(group_of(manifest, SITE))
        report = _verify(_Copy(folder, manifest, names, series, settings), progress, jobs)
    return with_line_ends(folder, manifest, report, _PUBLISH_AGAIN)


def _verify(copy: _Copy, progress: Progress, jobs: int) -> Report:
    findings = [damaged_file(name, _PUBLISH_AGAIN) for name in copy.manifest.damaged_files(copy.folder)]
    findings += _strange_files(copy.folder, copy.manifest, copy.names)
    findings += _today_findings(copy.manifest, copy.newest)
    findings += _coming_findings(copy)
    findings += _absent_findings(copy)
    changed = _changed_days(copy)
    if changed:
        findings.append(Finding("D508", 0, 0, f"published before {min(changed.values())}", step=_PUBLISH_AGAIN))
    else:
        findings += _copied_site_findings(copy)
    known = [name for name in sorted(copy.names) if name in copy.placed]
    progress.start("verify", len(known))
    checks = [_check_of(copy, name) for name in known if name not in changed]
    findings += check_days(checks, progress, jobs)
    return report_of(findings, len(known))


def _check_of(copy: _Copy, name: str) -> DayCheck:
    day = copy.placed[name]
    after = min((one for one in copy.names if one > name), default="")
    due = may_show_answer(
        day.holds_solution, date.fromisoformat(after) if after else None, date.fromisoformat(copy.newest)
    )
    files = {file: copy.manifest.files[f"{name}/{file}"] for file in copy.names[name]}
    manifest = Manifest(PUBLISHED, copy.manifest.series, copy.inputs_of(name), files, "", name, day.number)
    tools = str(group_of(copy.manifest, TOOLS).get(name, ""))
    return DayCheck(
        folder=copy.folder / name,
        manifest=manifest,
        tools=tools,
        ledger=copy.series.ledger.path,
        day=day,
        before=copy.series.before(day),
        due_open=due,
        may_be_open=due,
        step=_PUBLISH_AGAIN,
        is_copy=True,
    )


def _names_of_days(manifest: Manifest) -> dict[str, list[str]]:
    """Return the names of the files of each published day."""
    found: dict[str, list[str]] = {name: [] for name in group_of(manifest, DAYS)}
    for path in manifest.files:
        name, _, file = path.rpartition("/")
        if name and name not in {TODAY, MONTHS}:
            found.setdefault(name, []).append(file)
    return found


def _is_whole(manifest: Manifest, days: Mapping[str, list[str]]) -> bool:
    """Return whether the manifest has groups of values, and lists what each day, named by its date, shows.

    That of a run that was interrupted has the names of files alone.
    """
    try:
        is_dated = all(date.fromisoformat(name).isoformat() == name for name in days)
    except ValueError:
        return False
    groups = (manifest.presentation.get(key, {}) for key in (DAYS, TOOLS, SITE))
    return is_dated and all(isinstance(one, dict) for one in groups) and days.keys() == group_of(manifest, DAYS).keys()


# --- Which days there are ---------------------------------------------------------------------------------------------


def _absent_findings(copy: _Copy) -> Iterator[Finding]:
    """Find days that the ledger never had, and days that the files beside the days list but that are not published."""
    ledger = {*copy.series.days, *copy.series.withdrawn}
    for name in sorted(copy.names.keys() - ledger):
        yield Finding("D501", 0, 0, f"{copy.series.ledger.path} has no such day {name!r}", step=_PUBLISH_AGAIN)
    for name in _unpublished(copy):
        if _is_listed(copy, name):
            yield Finding("F101", 0, copy.placed[name].number, "not published", edition=name, step=_PUBLISH_AGAIN)


def _unpublished(copy: _Copy) -> list[str]:
    """Return the finished days up to the date of the run that published the copy, which are not in it."""
    end = str(copy.settings.as_of) if copy.settings else copy.newest
    return sorted(name for name in copy.placed.keys() - copy.names.keys() if name <= end)


def _is_listed(copy: _Copy, name: str) -> bool:
    """Return whether a day was there when the copy was published: then the sitemap leads to it."""
    try:
        return f"/{name}/".encode() in read_limited(copy.folder / SITEMAP, MAX_MANIFEST)
    except OSError:
        return False


def _changed_days(copy: _Copy) -> dict[str, Change]:
    """Return the days that are not as in the ledger, by name, with what changed since.

    It may be the day before, whose solution is shown. Days can be issued late, withdrawn, redrawn and issued again.
    """
    found = {name: Change(name, ISSUED) for name in _unpublished(copy) if not _is_listed(copy, name)}
    found |= {
        name: Change(name, CHANGED) for name in copy.names if name not in copy.placed and name in copy.series.days
    }
    found |= {name: Change(name, WITHDRAWN) for name in copy.names.keys() & copy.series.withdrawn.keys()}
    for name in copy.names.keys() & copy.placed.keys():
        if changed := copy.series.changed_since(copy.placed[name], copy.inputs_of(name)):
            found[name] = changed
    return found


# --- Files beside the days --------------------------------------------------------------------------------------------


def _copied_site_findings(copy: _Copy) -> Iterator[Finding]:
    """Make feeds, calendar, archive and all other files beside the days again, and compare each byte by byte."""
    settings = copy.settings
    if settings is None:
        yield from _no_settings(copy)
        return
    named = [name for name in copy.manifest.files if name.rpartition("/")[0] in {"", MONTHS}]
    named = [name for name in named if name not in LASTING_FILES]
    try:
        contents = _contents(copy, settings, named)
        tools = drawing_tools(settings.series.language)
    except PuzzlegenError as error:
        yield Finding("D504", 0, 0, f"the files of the series cannot be made again to compare them: {error}")
        return
    different, findings = compare_site(copy.folder, named, contents, _PUBLISH_AGAIN)
    written_with = str(copy.manifest.presentation.get(SITE_TOOLS))
    if are_same_tools(written_with, tools):
        yield from findings
    else:  # an older version may have written fewer files
        different += [one.detail for one in findings]
    yield from compare_tools(different, written_with, tools, _PUBLISH_AGAIN)
    if copy.newest in copy.placed:
        yield from settings_findings(copy.placed[copy.newest], settings)


def _no_settings(copy: _Copy) -> Iterator[Finding]:
    """Report that the files beside the days cannot be compared: an error if this version drew a day of the copy."""
    if not copy.names:
        return
    of_days = group_of(copy.manifest, TOOLS)
    known = [copy.placed[name].series.language for name in copy.names if name in copy.placed]
    is_current = {digest_of_tools(drawing_tools(language)) for language in known} & set(map(str, of_days.values()))
    if is_current:
        yield Finding("F101", 0, 0, f"{MANIFEST} lacks the settings of the files beside the days", step=_PUBLISH_AGAIN)
    else:
        detail = "the files beside the days: written with other versions, which did not record their settings"
        yield Finding("D505", 0, 0, detail, step=_PUBLISH_AGAIN)


def _contents(copy: _Copy, settings: SiteSettings, named: list[str]) -> dict[str, bytes]:
    """Return the files beside the days by name. Raises PuzzlegenError when they cannot be made."""
    published = [day for day in copy.series.placed if day.date <= settings.as_of]
    if not published:
        return {}
    files = copy.manifest.files
    pdfs = {day.name: files.get(f"{day.name}/{PRINT}") for day in published[-FEED_ITEMS:]}
    contents = series_files(copy.series.placed, settings, {name: one[0] for name, one in pdfs.items() if one})
    due = logo_files(settings.series, published)  # those of days to come are there if these were made before
    return {name: data for name, data in contents.items() if not LOGO.fullmatch(name) or name in due or name in named}


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
        yield Finding("F101", 0, 0, f"{TODAY}/ does not have the files of {newest}", step=_PUBLISH_AGAIN)
    for name, source in LASTING_FILES.items():
        if manifest.files.get(name) != folders[newest].get(source):
            yield Finding("F101", 0, 0, f"{name} is not {newest}/{source}", step=_PUBLISH_AGAIN)


def _coming_findings(copy: _Copy) -> Iterator[Finding]:
    """Find addresses of days that are not published in the files of the series."""
    coming = [name for name in copy.series.days if name > copy.newest]
    for name in copy.manifest.files:
        if name.rpartition("/")[0] in {"", MONTHS}:
            try:
                data = read_limited(copy.folder / name, MAX_MANIFEST)
            except OSError:  # reported as damaged
                continue
            for day in coming:
                if f"{day}/".encode() in data:
                    yield Finding("D502", 0, 0, f"{name} leads to {day}, which is not published", step=_PUBLISH_AGAIN)
