"""Checks that a folder and a ledger belong together: a lost ledger or a wrong folder would undo published days."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from pathlib import Path

from puzzlegen.config.day_files import DAY_FILES, LOGO, MONTHS, TOP_FILES, WANTED_FILES
from puzzlegen.daily.manifest import DAY, PUBLISHED, SERIES, is_damaged_manifest, read_manifest, series_fingerprint
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST, refuse_second_place
from puzzlegen.ledger.days import fault_of

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_PUT_BACK = "put the ledger back from your backup, or name it with --ledger"
_MONTH = re.compile(r"archive/([0-9]{4}-[0-9]{2})\.html")


def day_folders(folder: Path) -> set[str]:
    """Return the names of the folders of days in the folder of a series."""
    try:
        return {name for name in os.listdir(folder) if _DAY.fullmatch(name)}  # noqa: PTH208  # one call for a year
    except OSError:
        return set()


def days_without_folder(folder: Path, days: Iterable[date], last: date) -> set[date]:
    """Return the days up to ``last`` where no day is in the folder, as on a new machine; else none."""
    return set() if day_folders(folder) else {day for day in days if day <= last}


def check_series_folder(folder: Path, series: str, names: Iterable[str] = ()) -> None:
    """Raise OutputError for a folder that has the days of another series, or files that puzzlegen did not make.

    ``names`` are those of the files that the run may write beside the days of a series that has a manifest.

    Where the manifest of the series is lost or cut off, its files are accepted beside a day of this series: each day
    has its own manifest, and all files of the series are made again from the ledger.
    """
    _check_series(folder, series)
    found = read_manifest(folder)
    if found is not None and found.kind == DAY:
        raise OutputError(f"{folder}: the folder of one day: name the folder of its series with -o")
    if found is not None and found.kind == PUBLISHED:
        raise OutputError(f"{folder}: the published copy of a series: name the folder of the series with -o")
    if found is not None:
        _check_foreign_files(folder, set(names) - found.files.keys())
        return
    days = sorted(day_folders(folder))
    for name in days:
        _check_series(folder / name, series)
    foreign = [name for name in (*TOP_FILES, *WANTED_FILES, MONTHS, MANIFEST) if (folder / name).exists()]
    if any(read_manifest(folder / name) is not None for name in days):
        foreign = [MANIFEST] if MANIFEST in foreign and not is_damaged_manifest(folder) else []
    if foreign:
        raise OutputError(
            f"{folder / foreign[0]}: not made by puzzlegen daily, and would be overwritten: choose another folder with "
            "-o, or move it away"
        )


def check_first_place(config: Path, folder: Path, series: str) -> None:
    """Raise OutputError for a second ledger of a series, as ``build_folder.refuse_second_place`` does."""
    if read_manifest(folder) is None and not day_folders(folder):
        refuse_second_place(config, [folder], "the days of this series are", lambda place: _ledger_of(place, series))


def _ledger_of(folder: Path, series: str) -> str:
    """Return the ledger that the manifest of this series names in a folder; empty if there is none."""
    manifest = read_manifest(folder)
    is_ours = manifest is not None and manifest.kind == SERIES and manifest.series == series_fingerprint(series)
    return manifest.ledger if manifest is not None and is_ours else ""


def _check_foreign_files(folder: Path, names: Iterable[str]) -> None:
    for name in sorted(names):
        if os.path.lexists(folder / name):
            raise OutputError(
                f"{folder / name}: not made by puzzlegen daily, and would be overwritten: move it away or rename it"
            )


def existing_series_files(folder: Path) -> list[str]:
    """Return the names of the files of a series that are in its folder, without the manifest."""
    months = [f"{MONTHS}/{path.name}" for path in sorted((folder / MONTHS).glob("*.html"))]
    logos = sorted(path.name for path in folder.glob("logo-*.png") if LOGO.fullmatch(path.name))
    top = [name for name in (*TOP_FILES, *WANTED_FILES, *logos) if (folder / name).is_file()]
    return top + [name for name in months if _MONTH.fullmatch(name)]


def check_day_folder(folder: Path, series: str) -> None:
    """Raise OutputError where the folder of a day is a file, or belongs to another series."""
    _check_is_no_file(folder)
    _check_series(folder, series)


def can_hold_day(folder: Path, series: str) -> bool:
    """Return whether ``check_day_folder`` accepts the folder of a day."""
    try:
        check_day_folder(folder, series)
    except OutputError:
        return False
    return True


def check_new_day_folder(folder: Path, ledger: Path) -> None:
    """Raise OutputError where the folder of a day that ``ledger`` does not have is a file, or holds a day."""
    _check_is_no_file(folder)
    if _holds_day(folder):
        raise OutputError(
            f"{folder}: holds a day that {ledger} does not know: {_PUT_BACK}; if it is lost, move the folder away"
        )


def _holds_day(folder: Path) -> bool:
    """Return whether any file of a day is in its folder."""
    return folder.exists() and any((folder / name).exists() for name in (MANIFEST, *DAY_FILES))


def is_left_over(folder: Path) -> bool:
    """Return whether the folder of a withdrawn day still has files of the day, or is empty."""
    return _holds_day(folder) or (folder.is_dir() and not any(folder.iterdir()))


def _check_is_no_file(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: found a file, expected the folder of a day: move it away")


def _check_series(folder: Path, series: str) -> None:
    found = read_manifest(folder)
    if found is not None and found.series != series_fingerprint(series):
        raise OutputError(f"{folder}: holds another series than {series!r}: choose another folder with -o")


def check_ledger(folder: Path, ledger: Path, known: Collection[str], config: str) -> None:
    """Raise OutputError where the folder holds days or months that the ledger lacks; ``known`` are its days by name.

    With such a ledger numbers would start again, and the files of the series would drop published days.
    """
    strange = sorted(name for name in day_folders(folder) - set(known) if read_manifest(folder / name) is not None)
    series = read_manifest(folder)
    remedy = remedy_of_lost_days(folder, ledger, config)
    if not strange and series is not None and series.kind == SERIES:
        months = {match[1] for match in map(_MONTH.fullmatch, series.files) if match}
        strange = [f"the archive of {month}" for month in sorted(months - {name[:7] for name in known})]
        remedy = f"{_PUT_BACK}; if it is lost, rebuild it from the published folder too, or begin in another with -o"
    if strange:
        what = strange[0] if len(strange) == 1 else f"{strange[0]} to {strange[-1]} ({len(strange)})"
        raise OutputError(f"{folder}: holds {what}, which {ledger} does not know: {remedy}")


def remedy_of_lost_days(folder: Path, ledger: Path, config: str) -> str:
    """Return the remedy where a series or its published copy in ``folder`` has days that ``ledger`` does not have."""
    away = "" if fault_of(ledger) else f"move {ledger} away, then "  # a rebuild replaces only what is damaged or empty
    return f"{_PUT_BACK}; if it is lost, {away}read the days back with {rebuild_command([folder], [config], ledger)}"


def rebuild_command(sources: Iterable[Path], dailies: Iterable[str], ledger: Path) -> str:
    """Return the command that rebuilds ``ledger`` from folders; ``dailies`` are the configs of those of series."""
    words = [*map(str, sources), *(word for name in dailies for word in ("--daily", name)), "--ledger", str(ledger)]
    return f"puzzlegen ledger rebuild {shlex.join(words)}"


def check_home(folder: Path, ledger: Path, home: Path | None, days: Sequence[str]) -> None:
    """Raise OutputError if some of the ``days`` are missing in this folder.

    ``home`` is where the ledger says they were placed, None for this folder, where they are drawn again. The archive
    and the feeds would link to days that are not there.
    """
    there = day_folders(folder) if home is not None else set(days)
    missing = [name for name in days if name not in there]
    if home is None or not missing:
        return
    what = missing[0] if len(missing) == 1 else f"{len(missing)} days such as {missing[0]}"
    if home.is_dir():
        remedy = f"name that folder with -o, or copy it to {folder} first"
    else:
        remedy = "copy that folder here, or name all its days with --date and --days to draw them here"
    raise OutputError(f"{folder}: {what} of {ledger} are in {home}: {remedy}")
