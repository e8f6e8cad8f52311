"""The manifest of a day, a series or its published copy: the series, and a digest of each file.

A run compares manifests with the ledger to find out whether there is anything to do.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from puzzlegen.files.build_folder import MANIFEST
from puzzlegen.files.reading import MAX_MANIFEST, open_file, read_json
from puzzlegen.files.writing import is_plain_path
from puzzlegen.ledger.days import Day

DAY, SERIES, PUBLISHED = "daily", "dailies", "published"  # kinds of manifest


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest as it was read.

    ``series`` is a ``series_fingerprint``; ``inputs`` the digest of all that the files were made from; ``files`` size
    and SHA-256 of each file by name; ``ledger`` the path of the ledger relative to the folder. ``tools`` are the
    versions of what wrote the files (see ``drawing_tools``), empty in a manifest of an older version. The manifest of a
    series has ``number`` 0, an empty ``date``, and ``presentation``: the arguments of its files besides the days. It
    also has ``withdrawn``: the numbers of withdrawn days by date, which no file shows and a lost ledger would lose.
    """

    kind: str
    series: str
    inputs: str
    files: dict[str, tuple[int, str]]
    ledger: str
    date: str = ""
    number: int = 0
    tools: Mapping[str, str] = field(default_factory=dict)
    presentation: Mapping[str, Any] = field(default_factory=dict)
    withdrawn: Mapping[str, int] = field(default_factory=dict)

    def damaged_files(self, folder: Path) -> list[str]:
        """Return the names of files that are missing or changed. Reads every file."""
        return [name for name, expected in self.files.items() if size_and_digest(f"{folder}/{name}") != expected]

    def damaged_files_by_time(self, folder: Path) -> list[str]:
        """Return the same, but trust a file of the right size that is not newer than the manifest.

        The manifest is written last. Reading the 130 MB of a year took half the time of a run with nothing to do.
        """
        top = str(folder)
        try:
            written = os.stat(f"{top}/{MANIFEST}").st_mtime_ns  # noqa: PTH116  # no Path objects for 5,000 files
        except OSError:
            return list(self.files)
        return [name for name, expected in self.files.items() if not _is_unchanged(f"{top}/{name}", expected, written)]


def _is_unchanged(path: str, expected: tuple[int, str], written: int) -> bool:
    try:
        found = os.stat(path)  # noqa: PTH116  # as above
    except OSError:
        return False
    return found.st_size == expected[0] and (found.st_mtime_ns <= written or size_and_digest(path) == expected)


def size_and_digest(path: str) -> tuple[int, str] | None:
    """Return bytes and SHA-256 of a file, None if it cannot be read."""
    try:
        with open_file(path) as file:
            return os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def size_and_digest_of(data: bytes) -> tuple[int, str]:
    """Return bytes and SHA-256 of a file's content."""
    return len(data), hashlib.sha256(data).hexdigest()


def sizes_and_digests(folder: Path, names: Iterable[str]) -> dict[str, tuple[int, str]]:
    """Return bytes and SHA-256 of the files that exist, by name."""
    found = {name: size_and_digest(str(folder / name)) for name in names}
    return {name: one for name, one in found.items() if one is not None}


@cache
def series_fingerprint(series: str) -> str:
    """Return a digest that identifies a series. The seed text itself would reveal the puzzles to come.

    It is a slow digest (10 ms), so guessing seed texts with it is no faster than generating the puzzles they give.
    """
    return hashlib.scrypt(series.encode(), salt=b"puzzlegen series", n=4096, r=8, p=1, dklen=16).hex()


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest of a day or a series; None if the folder has none that can be understood."""
    try:
        data = read_json(folder / MANIFEST, MAX_MANIFEST)
        files = {str(name): (int(one["bytes"]), str(one["sha256"])) for name, one in data["files"].items()}
        kind, series, inputs, ledger = (str(data[key]) for key in ("kind", "series", "inputs", "ledger"))
        day = str(data.get("date", "")), int(data.get("number", 0))
        tools = {str(name): str(one) for name, one in data.get("tools", {}).items()}
        shown = dict(data.get("presentation", {}))
        withdrawn = {str(date.fromisoformat(name)): int(number) for name, number in data.get("withdrawn", {}).items()}
        found = Manifest(kind, series, inputs, files, ledger, *day, tools, shown, withdrawn)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return None if not all(map(is_plain_path, files)) or found.kind not in {DAY, SERIES, PUBLISHED} else found


def is_damaged_manifest(folder: Path) -> bool:
    """Return whether the folder has a manifest that is cut off or overwritten, and not that of another program."""
    try:
        read_json(folder / MANIFEST, MAX_MANIFEST)
    except OSError:
        return False
    except (ValueError, RecursionError):
        return True
    return False


def manifest_text(manifest: Manifest) -> str:
    """Return the JSON text of a manifest."""
    day = {"date": manifest.date, "number": manifest.number} if manifest.kind == DAY else {}
    shown = {"presentation": manifest.presentation} if manifest.kind != DAY else {}
    withdrawn = {"withdrawn": manifest.withdrawn} if manifest.kind == SERIES else {}
    data = {
        "kind": manifest.kind,
        "series": manifest.series,
        **day,
        "ledger": manifest.ledger,
        "inputs": manifest.inputs,
        "files": {name: {"bytes": size, "sha256": digest} for name, (size, digest) in sorted(manifest.files.items())},
        **shown,
        **withdrawn,
        "tools": manifest.tools,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


# --- Digests of what files are made from ------------------------------------------------------------------------------


def inputs_of_day(day: Day, before: Day | None, is_open: bool) -> str:
    """Return a digest of all that a day's files are drawn from.

    ``before`` is the previous day, whose solution the files show; ``is_open``: they show their own too.
    """
    return _digest([day.drawn_from, before and before.drawn_from, is_open])


def inputs_of_series(days: Sequence[Day], *others: object) -> str:
    """Return a digest of all that the files of the series are made from; ``others`` are plain values."""
    return _digest([[day.drawn_from for day in days], others])


def digest_of_tools(tools: Mapping[str, str]) -> str:
    """Return a digest of the versions that files were written with, which names none of them."""
    return _digest(dict(tools))[:16]


def numbers_of(days: Iterable[Day]) -> dict[str, int]:
    """Return the numbers of days by date, as the manifest of a series lists withdrawn days."""
    return {day.name: day.number for day in days}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
