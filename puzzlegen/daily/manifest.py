"""The manifest in a day's folder, and in that of its series: whose files they are, what of, and whether they are whole.

It holds the digest of what the files were made of and the size and digest of each, so that a look says whether there
is anything to do.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puzzlegen import __version__
from puzzlegen.config.safe_paths import is_plain_path
from puzzlegen.output.build_folder import MANIFEST

DAY, SERIES = "daily", "dailies"  # kinds of manifest


@dataclass(frozen=True, slots=True)
class Manifest:
    """As it was read. ``series`` is the ``mark`` of its words; ``number`` is 0 and ``date`` empty in that of a series;
    ``ledger`` is named from its folder.
    """

    kind: str
    series: str
    inputs: str
    files: dict[str, tuple[int, str]]
    ledger: str
    date: str = ""
    number: int = 0

    def damaged(self, folder: Path) -> list[str]:
        """Which of its files are missing or not as they were written; reads them all."""
        return [name for name, due in self.files.items() if stamp(f"{folder}/{name}") != due]

    def touched(self, folder: Path) -> list[str]:
        """The same by a look: a file of the right size that is no younger than the manifest, which is written last, is
        not read. Reading the 130 MB of a year took half of a run with nothing to do.
        """
        top = str(folder)
        try:
            written = os.stat(f"{top}/{MANIFEST}").st_mtime_ns  # noqa: PTH116  # no paths are made for 5,000 files
        except OSError:
            return list(self.files)
        return [name for name, due in self.files.items() if not _is_as_written(f"{top}/{name}", due, written)]


def _is_as_written(path: str, due: tuple[int, str], written: int) -> bool:
    try:
        found = os.stat(path)  # noqa: PTH116  # as above
    except OSError:
        return False
    return found.st_size == due[0] and (found.st_mtime_ns <= written or stamp(path) == due)


def stamp(path: str) -> tuple[int, str] | None:
    """Size and SHA-256 of a file; None if it cannot be read."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return None
    return stamp_of(data)


def stamp_of(data: bytes) -> tuple[int, str]:
    """Size and SHA-256."""
    return len(data), hashlib.sha256(data).hexdigest()


@cache
def mark(series: str) -> str:
    """What a manifest tells of the words of a series: a digest, as the words would give the puzzles to come away.

    A slow one, a hundredth of a second: trying words on it is no quicker than trying what puzzles they make.
    """
    return hashlib.scrypt(series.encode(), salt=b"puzzlegen series", n=4096, r=8, p=1, dklen=16).hex()


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest in a folder if there is one of a daily; None else, also where it cannot be understood."""
    try:
        data = json.loads((folder / MANIFEST).read_bytes())
        files = {str(name): (int(one["bytes"]), str(one["sha256"])) for name, one in data["files"].items()}
        kind, series, inputs, ledger = (str(data[key]) for key in ("kind", "series", "inputs", "ledger"))
        found = Manifest(kind, series, inputs, files, ledger, str(data.get("date", "")), int(data.get("number", 0)))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return None if not all(map(is_plain_path, files)) or found.kind not in {DAY, SERIES} else found


def manifest_text(made: Manifest, **more: Any) -> str:
    """The manifest as it is written."""
    day = {"date": made.date, "number": made.number} if made.kind == DAY else {}
    data = {
        "kind": made.kind,
        "puzzlegen": __version__,
        "series": made.series,
        **day,
        "ledger": made.ledger,
        "inputs": made.inputs,
        "files": {name: {"bytes": size, "sha256": digest} for name, (size, digest) in sorted(made.files.items())},
        **more,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def stamps(folder: Path, names: Iterable[str]) -> dict[str, tuple[int, str]]:
    """Size and digest of files that are there."""
    found = {name: stamp(str(folder / name)) for name in names}
    return {name: one for name, one in found.items() if one is not None}
