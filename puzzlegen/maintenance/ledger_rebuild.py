"""Rebuilds a lost or damaged ledger from the finished folders of books and dailies.

The content of a folder is recovered: its puzzles, numbers, sections or dates, digests. What only the ledger held is
lost: puzzles of earlier printings and of days that were issued again, reservations, and unfinished builds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.verify import EDITIONS, read_records
from puzzlegen.config.book import config_hash
from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.file_names import DATA
from puzzlegen.daily.folder_check import day_folders
from puzzlegen.daily.manifest import SERIES, read_manifest, series_fingerprint
from puzzlegen.daily.presentation import series_from_config
from puzzlegen.errors import FormatError, LedgerError, OutputError, SolverError
from puzzlegen.formats import answer, line
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.ledger.book_ledger import ledger_entries
from puzzlegen.ledger.database import check_folder
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.integrity import is_intact
from puzzlegen.ledger.issued_day import Day, entry_of_day
from puzzlegen.ledger.ledger import DAILY
from puzzlegen.ledger.records import Printing
from puzzlegen.output.build_folder import MANIFEST, PUZZLES, digest, flush_to_disk
from puzzlegen.solver.tiers import run

_BOOK = "book"  # kind of the issue and of the manifest of a book
_MOST = 2**31  # more days than any series has
_SIDES = ("", "-wal", "-shm")  # suffixes of a ledger's file and of its side files


@dataclass(frozen=True, slots=True)
class _Book:
    """A finished book, read back; ``time`` is that of its manifest, in seconds since 1970."""

    folder: Path
    time: float
    manifest: Mapping[str, Any]
    records: Sequence[GradedPuzzle]
    sections: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Series:
    """The days of a series in their folder, read back; each with the digest of its manifest."""

    folder: Path
    time: float
    config: DailyConfig
    days: Sequence[tuple[Day, str]]


def rebuild(folders: Sequence[Path], path: Path, dailies: Sequence[DailyConfig], say: Callable[[str], None]) -> None:
    """Make the ledger at ``path`` from the finished books and series in ``folders`` or in folders within them.

    The oldest is recorded first. A damaged ledger is moved aside. All or nothing is done. Raises LedgerError where an
    undamaged ledger exists already, OutputError for a folder that is not finished.
    """
    check_folder(path)
    if is_intact(path):
        raise LedgerError(f"{path}: a ledger in order: move it away first, or name another file with --ledger")
    found = sorted(_found(folders, dailies), key=lambda one: one.time)
    beside = path.with_name(f".{path.name}.rebuilt")
    try:
        _remove(beside)
        with DailyLedger(beside, write=True) as ledger:
            for one in found:
                _record_book(ledger, one) if isinstance(one, _Book) else _record_days(ledger, one)
                count = len(one.records if isinstance(one, _Book) else one.days)
                say(f"{one.folder}: {count} {'puzzles' if isinstance(one, _Book) else 'days'}")
        flush_to_disk(beside)
        aside = _put_aside(path)
        beside.replace(path)
        with suppress(OSError):  # only some systems open folders
            flush_to_disk(path.parent)
        if aside is not None:
            say(f"{path} was damaged: it is {aside} now")
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        _remove(beside)


def _remove(path: Path) -> None:
    for side in _SIDES:
        with suppress(OSError):
            path.with_name(path.name + side).unlink(missing_ok=True)


def _put_aside(path: Path) -> Path | None:
    """Move a ledger to an unused name and return that; None if nothing is left of the ledger.

    Its log is moved too, also where only the log is left: SQLite would write the content of the log into any file that
    replaces the ledger.
    """

    def taken(place: Path) -> list[str]:
        return [side for side in _SIDES if place.with_name(place.name + side).exists()]

    number = 1
    while taken(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    left = taken(path) if not _is_nothing(path) else []
    for side in reversed(left):  # the file itself last: a kill here leaves no log without its file
        path.with_name(path.name + side).replace(aside.with_name(aside.name + side))
    return aside if left else None


def _is_nothing(path: Path) -> bool:
    """Return whether there is no ledger, or only an empty file."""
    return not any(
        side.exists() and side.stat().st_size > 0 for side in (path.with_name(path.name + end) for end in _SIDES)
    )


# --- Reading folders --------------------------------------------------------------------------------------------------


def _found(folders: Sequence[Path], dailies: Sequence[DailyConfig]) -> Iterator[_Book | _Series]:
    """Read each folder once, even if other names or links lead to it."""
    known: set[Path] = set()
    for folder in folders:
        alone = (folder / MANIFEST).is_file()
        within = [folder] if alone else [path.parent for path in sorted(folder.glob(f"*/{MANIFEST}"))]
        if not within:
            raise OutputError(f"{folder}: no finished book or daily: name folders that hold a {MANIFEST}")
        for one in within:
            if one.resolve() not in known:
                known.add(one.resolve())
                yield _read(one, dailies)


def _read(folder: Path, dailies: Sequence[DailyConfig]) -> _Book | _Series:
    time = (folder / MANIFEST).stat().st_mtime
    series = read_manifest(folder)
    if series is not None:
        if series.kind != SERIES:
            raise OutputError(f"{folder}: a single day: name the folder of its series")
        for config in dailies:
            if series_fingerprint(config.series) == series.series:
                return _Series(folder, time, config, [_read_day(folder / name, config) for name in _days_of(folder)])
        raise OutputError(f"{folder}: a daily: name its config with --daily, as its folder does not tell its series")
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["kind"] not in (_BOOK, EDITIONS):
            raise ValueError(f"kind {manifest['kind']!r}")
        sections = [str(section["name"]) for section in manifest["config"]["sections"]]
        due, versions = manifest["files"][PUZZLES], dumps(dict(manifest.get("versions", {})))
        texts = [str(manifest[key]) for key in ("series", "title", "config_sha256", "puzzlegen")]
        "".join([versions, *sections, *texts]).encode()  # JSON may hold strings that are not valid text
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise OutputError(f"{folder / MANIFEST}: not of a finished book ({error}): leave {folder} out") from None
    if not all(texts) or not (folder / PUZZLES).is_file() or digest(folder / PUZZLES) != due:
        raise OutputError(f"{folder / PUZZLES}: missing, or not the file that {MANIFEST} tells of: leave {folder} out")
    records = read_records(folder / PUZZLES)
    if [record.number for record in records] != list(range(1, len(records) + 1)) or not all(
        1 <= (record.section or 0) <= len(sections) for record in records
    ):
        raise OutputError(f"{folder / PUZZLES}: not numbered as a book's: leave {folder} out")
    return _Book(folder, time, manifest, records, sections)


def _days_of(folder: Path) -> list[str]:
    return sorted(name for name in day_folders(folder) if read_manifest(folder / name) is not None)


def _read_day(folder: Path, config: DailyConfig) -> tuple[Day, str]:
    """Read a day from its puzzle.json. A solution that is held back is solved for, and the seed is derived."""
    try:
        data = json.loads((folder / DATA).read_text(encoding="utf-8"))
        puzzle = line.parse(_text(data["puzzle"]))
        held = data["solution"] is None
        solution = run(puzzle, MAX_TIER).solution if held else answer.parse(_text(data["solution"]))
        seed = f"{config.series}/{folder.name}/{data['attempts'] - 1}"
        told = data | {"solution": answer.write(solution), "mines": sum(solution), "seed": seed}
        record = parse_record(dumps(told))
        number, settings = record.number or 0, series_from_config(config)
        if data["date"] != folder.name or not 0 < number < _MOST:
            raise ValueError("another day's, or without a number")
        dumps(as_dict(record)).encode()  # JSON may hold strings that are not valid text
        record = replace(record, number=None, section=None)
        day = Day.issue(date.fromisoformat(folder.name), number, record, settings, _text(data["address"]))
        return day, digest(folder / MANIFEST)
    except (OSError, ValueError, LookupError, TypeError, RecursionError, FormatError, SolverError) as error:
        raise OutputError(
            f"{folder / DATA}: cannot be read ({error}): move the folder of the day away; its puzzle is lost"
        ) from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a number or nothing where a text belongs")
    return value


# --- Recording --------------------------------------------------------------------------------------------------------


def _record_book(ledger: DailyLedger, book: _Book) -> None:
    said, entries = book.manifest, ledger_entries(book.records, book.sections)
    printing = Printing(
        _BOOK,
        str(said["series"]),
        str(said["title"]),
        ledger.folder_name(book.folder),
        str(said["config_sha256"]),
        digest(book.folder / MANIFEST),
        dumps({"puzzlegen": said["puzzlegen"], **said.get("versions", {})}),
        _time(book.time),
    )
    own = ledger.own_issue(_BOOK, printing.series, printing.config_sha256, printing.folder)
    ledger.settle(ledger.reserve(printing, entries, own, repeats_allowed=True), entries)


def _record_days(ledger: DailyLedger, series: _Series) -> None:
    config, folder = series.config, ledger.folder_name(series.folder)
    for day, manifest in series.days:
        ledger.reserve_day(config.series, day, entry_of_day(day), None)
        versions = dumps({})
        printing = Printing(
            DAILY, config.series, config.title, folder, config_hash(config), "", versions, _time(series.time)
        )
        ledger.settle_day(replace(day, placed=True, manifest_sha256=manifest), printing)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
