"""Verifies a folder that ``puzzlegen daily --publish`` filled, against the ledger of its series."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from puzzlegen.checking.book_files import Report
from puzzlegen.checking.findings import PUBLISH, Finding
from puzzlegen.config.day_files import ANSWER_FILES, LASTING_FILES, MONTHS, SITEMAP, SOLUTION, TODAY
from puzzlegen.daily.day_verification import damaged_file
from puzzlegen.daily.manifest import Manifest, Parts, parts_of, read_manifest
from puzzlegen.daily.publishing import public_table
from puzzlegen.daily.verification import (
    ISSUED,
    Change,
    IssuedSeries,
    check_days,
    open_series,
    report_of,
    site_findings,
    with_line_ends,
)
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST, Fact, damaged, fact_of
from puzzlegen.files.derived import Derived, folder_of
from puzzlegen.files.reading import MAX_MANIFEST, open_file, read_limited
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
    folders = {copy.folder / name: copy.days[name] for name in still}
    findings += check_days(copy.series.checks_of(folders, _PUBLISH_AGAIN, copy.days), progress, jobs)
    return report_of(with_line_ends(copy.folder, copy.manifest, findings, _PUBLISH_AGAIN), len(known))


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
    """Find files that the manifest does not name and that must not be public, and others in any folder.

    Files beside the folders, and hidden ones, belong to the publisher, such as CNAME and .git.
    """
    unnamed = _unnamed_files(copy)
    secret = _not_public(copy) if unnamed else {}
    others = dict[str, None]()
    for name in unnamed:
        folder, file = folder_of(name), name.rpartition("/")[2]
        if what := _secret_in(copy.folder / name, secret, copy.series.seed):
            yield Finding("D502", 0, 0, f"{name} is not published by puzzlegen, and {what}: remove it")
        elif file in ANSWER_FILES and folder in copy.days:
            yield Finding("D502", 0, 0, f"{name} is not published by puzzlegen: remove it")
        elif folder and "/." not in f"/{name}":
            others[name if folder in {*copy.days, TODAY, MONTHS} else f"{name.partition('/')[0]}/"] = None
    for name in others:
        yield Finding("D506", 0, 0, f"{name}: check that it reveals nothing, or remove it")


def _unnamed_files(copy: _Copy) -> list[str]:
    """Return the paths of files, and of links to folders, that the manifest does not name, without those of git."""
    found = (path for path in sorted(copy.folder.rglob("*")) if path.is_symlink() or not path.is_dir())
    names = (path.relative_to(copy.folder).as_posix() for path in found)
    return [name for name in names if name not in {*copy.manifest.files, MANIFEST} and name[:5] != ".git/"]


def _not_public(copy: _Copy) -> dict[Fact, str]:
    """Return the paths of files of the series that are not in the copy, by their bytes and digest.

    They are those in the manifests of the days, in the folder where the ledger has the series, if that is there.
    """
    ledger, public, found = copy.series.ledger, set(copy.manifest.files.values()), dict[Fact, str]()
    home = ledger.home(copy.series.seed)
    for day in copy.series.days.values() if home else ():
        published, manifest = copy.days.get(day.name), read_manifest(ledger.folder_path(str(home)) / day.name)
        if manifest and not (published and SOLUTION in published.files):
            found |= {fact: f"{day.name}/{name}" for name, fact in manifest.files.items() if fact not in public}
    return found


_DATABASE = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")  # a ledger, or its log


def _secret_in(path: Path, secret: Mapping[Fact, str], seed: str) -> str:
    """Return why a file must not be public, by its content; empty if it may be. ``secret`` are files by their facts."""
    facts = {fact_of(path)}
    with suppress(OSError, BadZipFile, RuntimeError, NotImplementedError), open_file(path) as zipped:
        archive = ZipFile(zipped)
        sizes = {size for size, _ in secret}
        facts |= {Derived.of(archive.read(one)).fact for one in archive.infolist() if one.file_size in sizes}
    if shared := secret.keys() & facts:
        return f"has the content of {secret[min(shared)]}, which is not public yet"
    with suppress(OSError), open_file(path) as file:
        if file.read(16).startswith(_DATABASE):
            return "is a ledger, which has all answers"
        if re.search(rb"series[\"']?\s*:\s*[\"']?" + re.escape(seed.encode()), read_limited(path, MAX_MANIFEST)):
            return "has the series of the config, which gives all puzzles"
    return ""


def _fixed_findings(copy: _Copy) -> Iterator[Finding]:
    """Compare the files under the addresses that never change with those of the newest day."""
    recorded, due = copy.manifest.files, public_table({name: one.files for name, one in copy.days.items()}, {})
    differing = [name for name in recorded | due if recorded.get(name) != due.get(name)]
    wrong = {f"{TODAY}/" if folder_of(name) == TODAY else name for name in differing}
    for name in sorted(wrong & {f"{TODAY}/", *LASTING_FILES}):
        source = LASTING_FILES.get(name)
        what = f"is not {copy.newest}/{source}" if source else f"does not have the files of {copy.newest}"
        yield Finding("F101", 0, 0, f"{name} {what}", step=_PUBLISH_AGAIN)


def _coming_findings(copy: _Copy) -> Iterator[Finding]:
    """Find addresses of days that are not published in the files of the series."""
    coming = [name for name in copy.series.days if name > copy.newest]
    for name in copy.manifest.files:
        if folder_of(name) in {"", MONTHS}:
            try:
                data = read_limited(copy.folder / name, MAX_MANIFEST)
            except OSError:  # reported as damaged
                continue
            for day in coming:
                if f"{day}/".encode() in data:
                    yield Finding("D502", 0, 0, f"{name} leads to {day}, which is not published", step=_PUBLISH_AGAIN)
