"""Whether a folder and a ledger belong together: a lost ledger or another folder would undo what is published."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path

from puzzlegen.daily.manifest import SERIES, read_manifest
from puzzlegen.errors import OutputError

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MONTH = re.compile(r"archive/([0-9]{4}-[0-9]{2})\.html")


def check_ledger(folder: Path, ledger: Path, known: Collection[str]) -> None:
    """Raises OutputError where the folder holds days or months that the ledger does not know; ``known`` are its days.

    With such a ledger numbers would begin again, and the files of the series would forget what is out.
    """
    strange = sorted(name for name in day_folders(folder) - set(known) if read_manifest(folder / name) is not None)
    series = read_manifest(folder)
    if not strange and series is not None and series.kind == SERIES:
        months = {match[1] for match in map(_MONTH.fullmatch, series.files) if match}
        strange = [f"the archive of {month}" for month in sorted(months - {name[:7] for name in known})]
    if strange:
        what = strange[0] if len(strange) == 1 else f"{strange[0]} to {strange[-1]} ({len(strange)})"
        raise OutputError(
            f"{folder}: holds {what}, which {ledger} does not know: put the ledger back from your backup, or name it "
            "with --ledger; if it is lost, begin in another folder with -o"
        )


def check_home(folder: Path, ledger: Path, home: Path, lacking: Sequence[str]) -> None:
    """Raises OutputError where days are not in this folder; ``home`` is where the ledger says that they were placed.

    The files of the series would lead to them all the same.
    """
    if not lacking:
        return
    few = lacking[0] if len(lacking) == 1 else f"{len(lacking)} days such as {lacking[0]}"
    if home.is_dir():
        remedy = f"name that folder with -o, or copy it to {folder} first"
    else:
        remedy = "copy that folder here, or name all its days with --date and --days to draw them here"
    raise OutputError(f"{folder}: {few} of {ledger} are in {home}: {remedy}")


def day_folders(folder: Path) -> set[str]:
    """The names of days in it."""
    try:
        return {name for name in os.listdir(folder) if _DAY.fullmatch(name)}  # noqa: PTH208  # one look for a year
    except OSError:
        return set()
