"""Verifies a folder that ``puzzlegen daily --publish`` filled, against the ledger of its series."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.checking.book_files import Report
from puzzlegen.checking.findings import PUBLISH, Finding
from puzzlegen.config.day_files import ANSWER_FILES, LASTING_FILES, MONTHS, SITEMAP, TODAY
from puzzlegen.daily.day_verification import damaged_file, foreign_files
from puzzlegen.daily.folders import day_folders
from puzzlegen.daily.manifest import PUBLISHED, Manifest, Parts, parts_of, read_manifest
from puzzlegen.daily.publishing import public_table
from puzzlegen.daily.verification import (
    ISSUED,
    Change,
    IssuedSeries,
    check_days,
    open_series,
    report_of,
    site_findings,
)
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.derived import damaged
from puzzlegen.files.reading import MAX_MANIFEST, read_limited
from puzzlegen.files.writing import default_ledger
from puzzlegen.jobs.ordered_work import Progress
from puzzlegen.ledger.days import DailyLedger, Day

_PUBLISH_AGAIN = PUBLISH._replace(words="publish again")


@dataclass(frozen=True, slots=True)
class _Copy:
    """A published folder: its manifest, as a whole and in parts, and its series in the ledger.

    The settings of the series are those of the files beside the days, None where the manifest has none.
    """

    folder: Path
    manifest: Manifest
    parts: Parts
    series: IssuedSeries

    @property
    def days(self) -> Mapping[str, Manifest]:
        """The published days."""
        return self.parts.days

    @property
    def newest(self) -> str:
        """The name of the newest day; empty if there is none."""
        return max(self.days, default="")

    @property
    def placed(self) -> dict[str, Day]:
        """The finished days of the ledger by name."""
        return {day.name: day for day in self.series.placed}


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


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
    parts = parts_of(manifest)
    if parts is None:
        return report_of([Finding("F101", 0, 0, f"{MANIFEST} is damaged or was not finished", step=_PUBLISH_AGAIN)], 0)
    with DailyLedger(found, write=False) as opened:
        series = open_series(opened, manifest, parts.site)
        return _verify(_Copy(folder, manifest, parts, series), progress, jobs)


def _verify(copy: _Copy, progress: Progress, jobs: int) -> Report:
    findings = [damaged_file(name, _PUBLISH_AGAIN) for name in damaged(copy.folder, copy.manifest.files)]
    findings += [*_strange_files(copy), *_fixed_findings(copy), *_coming_findings(copy)]
    strange, changed = _compare_days(copy)
    findings += strange
    if changed:
        findings.append(Finding("D508", 0, 0, f"published before {min(changed.values())}", step=_PUBLISH_AGAIN))
    else:
        findings += site_findings(copy.folder, copy.parts, copy.series, _PUBLISH_AGAIN)
    known = [name for name in sorted(copy.days) if name in copy.placed]
    progress.start("verify", len(known))
    still = [name for name in known if name not in changed]
    checks = [copy.series.check_of(copy.folder / name, copy.days[name], _PUBLISH_AGAIN, copy.days) for name in still]
    findings += check_days(checks, progress, jobs)
    return report_of(findings, len(known))


# --- Which days there are ---------------------------------------------------------------------------------------------


def _compare_days(copy: _Copy) -> tuple[list[Finding], dict[str, Change]]:
    """Compare the days of the copy with those of the ledger.

    Returns findings about days that the ledger never had, and that the files beside the days list but that are not
    published; and the days that are not as in the ledger, with what changed since. It may be the day before, whose
    solution is shown. Days can be issued late, withdrawn, redrawn and issued again.
    """
    findings, changed = [], dict[str, Change | None]()
    settings = copy.series.settings
    end = str(settings.as_of) if settings else copy.newest
    for name in sorted({*copy.days, *(name for name in copy.placed if name <= end)}):
        if name not in copy.days and _is_listed(copy, name):
            number = copy.placed[name].number
            findings.append(Finding("F101", 0, number, "not published", edition=name, step=_PUBLISH_AGAIN))
        elif name not in copy.days:
            changed[name] = Change(name, ISSUED)
        elif name in copy.series.days or name in copy.series.withdrawn:
            changed[name] = copy.series.changed_since(name, copy.days[name].inputs)
        else:
            detail = f"{copy.series.ledger.path} has no such day {name!r}"
            findings.append(Finding("D501", 0, 0, detail, step=_PUBLISH_AGAIN))
    return findings, {name: change for name, change in changed.items() if change}


def _is_listed(copy: _Copy, name: str) -> bool:
    """Return whether a day was there when the copy was published: then the sitemap leads to it."""
    try:
        return f"/{name}/".encode() in read_limited(copy.folder / SITEMAP, MAX_MANIFEST)
    except OSError:
        return False


# --- Files beside the days --------------------------------------------------------------------------------------------


def _strange_files(copy: _Copy) -> Iterator[Finding]:
    """Find files that the manifest does not name in places where only published files belong."""
    for name in sorted({*copy.days, *day_folders(copy.folder), TODAY, MONTHS}):
        due = [path.rpartition("/")[2] for path in copy.manifest.files if _folder(path) == name]
        for file in foreign_files(copy.folder / name, due) if (copy.folder / name).is_dir() else ():
            if file in ANSWER_FILES:
                yield Finding("D502", 0, 0, f"{name}/{file} is not published by puzzlegen: remove it")
            else:
                yield Finding("D506", 0, 0, f"{name}/{file}: check that it reveals nothing, or remove it")


def _fixed_findings(copy: _Copy) -> Iterator[Finding]:
    """Compare the files under the addresses that never change with those of the newest day."""
    recorded, due = copy.manifest.files, public_table({name: one.files for name, one in copy.days.items()}, {})
    differing = [name for name in recorded | due if recorded.get(name) != due.get(name)]
    wrong = {f"{TODAY}/" if _folder(name) == TODAY else name for name in differing}
    for name in sorted(wrong & {f"{TODAY}/", *LASTING_FILES}):
        source = LASTING_FILES.get(name)
        what = f"is not {copy.newest}/{source}" if source else f"does not have the files of {copy.newest}"
        yield Finding("F101", 0, 0, f"{name} {what}", step=_PUBLISH_AGAIN)


def _coming_findings(copy: _Copy) -> Iterator[Finding]:
    """Find addresses of days that are not published in the files of the series."""
    coming = [name for name in copy.series.days if name > copy.newest]
    for name in copy.manifest.files:
        if _folder(name) in {"", MONTHS}:
            try:
                data = read_limited(copy.folder / name, MAX_MANIFEST)
            except OSError:  # reported as damaged
                continue
            for day in coming:
                if f"{day}/".encode() in data:
                    yield Finding("D502", 0, 0, f"{name} leads to {day}, which is not published", step=_PUBLISH_AGAIN)
