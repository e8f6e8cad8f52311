"""The manifest of a day, a series or its published copy: the series, and a digest of each file.

A run compares manifests with the ledger to find out whether there is anything to do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegen.config.day_files import DAY_FILES, LASTING_FILES, MONTH_RECORD, MONTHS, PRINT, TODAY
from puzzlegen.files.build_folder import MANIFEST, UNREADABLE, Fact
from puzzlegen.files.reading import MAX_MANIFEST, read_json, record_of
from puzzlegen.files.writing import is_plain_path
from puzzlegen.ledger.days import Day, is_date

DAY, SERIES, PUBLISHED = "daily", "dailies", "published"  # kinds of manifest
# Keys of the manifest of a published copy: digests of what each day was drawn from, and with which versions, by its
# name; the settings of the files beside the days, and a digest of the versions that wrote them
DAYS, TOOLS, SITE, SITE_TOOLS = "days", "tools", "site", "site_tools"

Tools = Mapping[str, str] | str  # versions by name, or their digest, which is all that a published copy has


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest as it was read.

    ``series`` is a ``series_fingerprint``; ``inputs`` the digest of all that the files were made from; ``files`` size
    and SHA-256 of each file by name; ``ledger`` the path of the ledger relative to the folder. ``tools`` are the
    versions of what wrote the files (see ``drawing_tools``), empty in a manifest of an older version, and their digest
    in a part of the manifest of a published copy. The manifest of a
    series has ``number`` 0, an empty ``date``, and ``presentation``: the arguments of its files besides the days. It
    also has ``withdrawn``: the numbers of withdrawn days by date, which no file shows and a lost ledger would lose.
    """

    kind: str
    series: str
    inputs: str
    files: dict[str, Fact]
    ledger: str
    date: str = ""
    number: int = 0
    tools: Tools = field(default_factory=dict)
    presentation: Mapping[str, Any] = field(default_factory=dict)
    withdrawn: Mapping[str, int] = field(default_factory=dict)

    def files_in(self, folder: str) -> dict[str, Fact]:
        """Return the files by their paths where those of this manifest lie in a folder."""
        return {f"{folder}/{name}": fact for name, fact in self.files.items()}

    def text(self, files: Mapping[str, Fact], is_finished: bool = True) -> str:
        """Return the text of the manifest of these files, or of the claim before they are in their place.

        The claim of a published copy has all files; the manifest leaves those of its days to ``month_records``.
        """
        claimed = self if is_finished else replace(self, inputs="")
        if self.kind == PUBLISHED and is_finished:
            shown = {key: value for key, value in self.presentation.items() if key not in {DAYS, TOOLS}}
            claimed = replace(claimed, presentation=shown)
            files = {name: fact for name, fact in files.items() if not is_date(name.partition("/")[0])}
        elif self.kind == PUBLISHED:
            claimed = replace(claimed, presentation={DAYS: {}})
        return manifest_text(replace(claimed, files=dict(files)))


class Parts(NamedTuple):
    """The manifest of a published copy, as one of the files beside the days, and one of each day by name."""

    site: Manifest
    days: dict[str, Manifest]


def parts_of(manifest: Manifest | None) -> Parts | None:
    """Return the parts of the manifest of a published copy; None if it is damaged or of a run that was interrupted."""
    shown = manifest.presentation if manifest else {}
    drawn, tools, site = (shown.get(key, {}) for key in (DAYS, TOOLS, SITE))
    if manifest is None or not isinstance(drawn, dict) or not isinstance(tools, dict) or not isinstance(site, dict):
        return None
    files: dict[str, dict[str, Fact]] = {"": {}} | _by_folder(manifest.files)
    beside = replace(manifest, files=files.pop(""), presentation=site, tools=str(shown.get(SITE_TOOLS)))
    if files.keys() != drawn.keys() or not all(map(is_date, files)):
        return None
    return Parts(
        beside,
        {
            name: replace(manifest, inputs=str(drawn[name]), files=one, date=name, tools=str(tools.get(name, "")))
            for name, one in files.items()
        },
    )


def copied_days(copy: Path | None) -> dict[str, Manifest]:
    """Return the days of a published copy by name, as its manifest has them; none without a manifest of a whole run."""
    parts = parts_of(read_manifest(copy)) if copy else None
    return parts.days if parts else {}


def pdf_sizes(folder: Path, copy: Path | None, days: Iterable[Day]) -> dict[str, int]:
    """Return the bytes of the PDF of days by the day's name, as their manifests or that of the published ``copy`` have.

    A damaged PDF would change the feeds, and with them the published copy, in which the whole PDF may be.
    """
    copies = copied_days(copy)
    manifests = {day.name: read_manifest(folder / day.name) or copies.get(day.name) for day in days}
    return {name: found.files[PRINT][0] for name, found in manifests.items() if found and PRINT in found.files}


def _by_folder(files: Mapping[str, Fact]) -> dict[str, dict[str, Fact]]:
    """Return the files of each day by its name, and those beside the days, without copies of the newest day."""
    found: dict[str, dict[str, Fact]] = {}
    for path, fact in files.items():
        folder, _, name = path.rpartition("/")
        if folder != TODAY and path not in LASTING_FILES and not MONTH_RECORD.fullmatch(path):
            beside = folder in {"", MONTHS}
            found.setdefault("" if beside else folder, {})[path if beside else name] = fact
    return found


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
        data["files"] = files = _facts(data["files"])
        if data["kind"] == PUBLISHED and DAYS not in data.setdefault("presentation", {}):
            _add_months(folder, files, data["presentation"])  # claims have all, and manifests made until 2026-11-29
            data["files"] = files = dict(sorted(files.items()))
        found = record_of(Manifest, data)
    except UNREADABLE:
        return None
    is_ours = found.kind in {DAY, SERIES, PUBLISHED} and all(map(is_date, found.withdrawn))
    return found if is_ours and all(map(is_plain_path, files)) else None


def _add_months(folder: Path, files: dict[str, Fact], shown: dict[str, Any]) -> None:
    """Add what ``month_records`` have to the files and the presentation of a published copy.

    Of a damaged record only the names of the files that are there are known.
    """
    shown |= {DAYS: {}, TOOLS: {}}
    for name in filter(MONTH_RECORD.fullmatch, tuple(files)):
        try:
            record = read_json(folder / name, MAX_MANIFEST)
            days, tools, more = dict(record[DAYS].items()), dict(record[TOOLS].items()), _facts(record["files"])
        except UNREADABLE:
            from puzzlegen.files.derived import UNKNOWN  # noqa: PLC0415  # few records are damaged

            month = name.removeprefix(f"{MONTHS}/").removesuffix(".json")
            paths = (path for path in folder.glob(f"{month}-[0-9][0-9]/*") if path.name in DAY_FILES)
            days, tools, more = {}, {}, {f"{path.parent.name}/{path.name}": UNKNOWN for path in paths}
        files |= more
        shown[DAYS] |= days
        shown[TOOLS] |= tools


def month_records(
    days: Mapping[str, Mapping[str, Fact]], drawn: Mapping[str, str], tools: Mapping[str, str]
) -> dict[str, bytes]:
    """Return the parts of the manifest of a published copy that have its ``days``, one for each month, by path.

    So the manifest stays small, and a new day changes the record of one month. ``drawn`` and ``tools`` are as for DAYS.
    """
    records = dict[str, bytes]()
    for month, group in groupby(sorted(days), lambda name: name[:7]):
        names = list(group)
        files = {f"{name}/{file}": fact for name in names for file, fact in days[name].items()}
        inputs, versions = ({name: values.get(name, "") for name in names} for values in (drawn, tools))
        text = json.dumps({DAYS: inputs, TOOLS: versions, "files": _files_as_json(files)}, indent=2) + "\n"
        records[f"{MONTHS}/{month}.json"] = text.encode()
    return records


def _facts(files: Mapping[str, Mapping[str, Any]]) -> dict[str, Fact]:
    return {name: (fact["bytes"], fact["sha256"]) for name, fact in files.items()}


def _files_as_json(files: Mapping[str, Fact]) -> dict[str, dict[str, Any]]:
    return {name: {"bytes": size, "sha256": digest} for name, (size, digest) in sorted(files.items())}


def is_published(folder: Path) -> bool:
    """Return whether ``--publish`` filled a folder."""
    manifest = read_manifest(folder)
    return manifest is not None and manifest.kind == PUBLISHED


def is_damaged_manifest(folder: Path) -> bool:
    """Return whether the folder has a manifest that is cut off or overwritten, and not that of another program."""
    try:
        read_json(folder / MANIFEST, MAX_MANIFEST)
    except OSError:
        return False
    except ValueError:
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
        "files": _files_as_json(manifest.files),
        **shown,
        **withdrawn,
        "tools": manifest.tools,
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


# --- Digests of what files are made from ------------------------------------------------------------------------------


def drawings_of(day: Day, before: Iterable[Day | None]) -> dict[str, tuple[bool, Day | None]]:
    """Return all that a day's files can be drawn from, by its digest.

    That is one of the days ``before`` as the previous one, whose solution they show, and whether they show their own.
    """
    return {inputs_of_day(day, one, is_open): (is_open, one) for one in before for is_open in (True, False)}


def inputs_of_day(day: Day, before: Day | None, is_open: bool) -> str:
    """Return a digest of all that a day's files are drawn from.

    ``before`` is the previous day, whose solution the files show; ``is_open``: they show their own too.
    """
    return _digest([day.drawn_from, before and before.drawn_from, is_open])


def inputs_of_swap(days: Iterable[Day]) -> str:
    """Return a digest of the puzzles of some days: that of the claim of a series whose days exchange them."""
    return _digest(sorted([day.name, day.record_json] for day in days))


def inputs_of_series(days: Sequence[Day], *others: object) -> str:
    """Return a digest of all that the files of the series are made from; ``others`` are plain values."""
    return _digest([[day.drawn_from for day in days], others])


def digest_of_tools(tools: Tools) -> str:
    """Return a digest of the versions that files were written with, which names none of them."""
    return tools if isinstance(tools, str) else _digest(dict(tools))[:16]


def numbers_of(days: Iterable[Day]) -> dict[str, int]:
    """Return the numbers of days by date, as the manifest of a series lists withdrawn days."""
    return {day.name: day.number for day in days}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
