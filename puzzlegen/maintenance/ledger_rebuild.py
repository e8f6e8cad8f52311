"""Rebuilds a lost or damaged ledger from the finished folders of books and dailies.

The content of the folders is recovered: puzzles, numbers, sections or dates, digests, and which days were withdrawn. A
published copy of a daily is read where its own folder is lost; it does not name withdrawn and coming days.
Lost is what only the ledger held: puzzles of earlier printings and of days that were issued again, reservations, and
unfinished builds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import GradedPuzzle, Solution
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DATA
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.folders import day_folders, rebuild_command
from puzzlegen.daily.manifest import (
    DAY,
    PUBLISHED,
    SERIES,
    Manifest,
    Parts,
    drawings_of,
    parts_of,
    read_manifest,
    series_fingerprint,
)
from puzzlegen.daily.run_messages import first_three
from puzzlegen.daily.run_state import repaired_pictures, request_of_day, words_of
from puzzlegen.daily.schedule import DueDay, due_days
from puzzlegen.daily.series_site import SiteSettings
from puzzlegen.errors import FormatError, LedgerError, OutputError, SolverError
from puzzlegen.files.build_folder import BOOK, MANIFEST, PUZZLES, UNREADABLE, BookFolder, damaged, digest, flush_to_disk
from puzzlegen.files.reading import MAX_MANIFEST, read_json
from puzzlegen.formats import answer, json_record, line
from puzzlegen.generator.batch import generate_each
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.jobs.ordered_work import Notify, Silent
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.ledger.book_ledger import ledger_entries
from puzzlegen.ledger.database import SIDE_FILES, check_folder
from puzzlegen.ledger.days import DailyLedger, Day, PictureTexts, Series, entry_of_day, fault_of
from puzzlegen.ledger.ledger import DAILY, Printing
from puzzlegen.schema.validation import config_hash
from puzzlegen.solver.tiers import run
from puzzlegen.wording import pluralize

_MAX_NUMBER = 2**31  # more days than any series has
_SUFFIXES = ("", *SIDE_FILES)  # of a ledger and the files that SQLite keeps beside it


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
    """The days of a series in their folder, read back; each with the digest of its manifest.

    ``withdrawn`` has the numbers of withdrawn days by date. ``is_copy``: the folder is a published copy. The digests of
    its days are empty, because they have no manifests. ``unlike`` are days that were drawn with settings of before.
    """

    folder: Path
    time: float
    config: DailyConfig
    days: Sequence[tuple[Day, str]]
    withdrawn: Mapping[str, int]
    is_copy: bool
    unlike: Sequence[str]


def rebuild(folders: Sequence[Path], path: Path, dailies: Mapping[Path, DailyConfig], info: Notify) -> None:
    """Rebuild the ledger at ``path`` from the finished books and series in ``folders`` or in their subfolders.

    ``dailies`` are the configs of series by their files. The oldest folder is recorded first. A damaged ledger is
    renamed. An error leaves everything as it was. A warning names what was finished beside the ledger and not read.
    Raises LedgerError if an undamaged ledger exists, OutputError for a folder that is not finished.
    """
    check_folder(path)
    fault = fault_of(path)
    if not fault:
        raise LedgerError(f"{path}: found an undamaged ledger: move it away first, or name another file with --ledger")
    found = sorted(
        _found(folders, list(dailies.values())), key=lambda one: (isinstance(one, _Series) and one.is_copy, one.time)
    )
    temporary = path.with_name(f".{path.name}.rebuilt")
    try:
        _remove(temporary)
        with DailyLedger(temporary, write=True) as ledger:
            for one in found:
                count = _record_book(ledger, one) if isinstance(one, _Book) else _record_days(ledger, one)
                info(f"{one.folder}: {count}")
        flush_to_disk(temporary)
        backup = _move_damaged(path)
        temporary.replace(path)
        with suppress(OSError):  # only some systems open folders
            flush_to_disk(path.parent)
        if backup is not None:
            info(f"{path} {fault}: it is named {backup} now")
        _warn_of_unread(folders, path, dailies, info)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        _remove(temporary)


def _remove(path: Path) -> None:
    for suffix in _SUFFIXES:
        with suppress(OSError):
            path.with_name(path.name + suffix).unlink(missing_ok=True)


def _move_damaged(path: Path) -> Path | None:
    """Rename a ledger to an unused name and return that; None if nothing is left of the ledger.

    Its journal is renamed too, even if only that is left. SQLite would write the content of the journal into any file
    that replaces the ledger.
    """

    def existing(ledger: Path) -> list[str]:
        return [suffix for suffix in _SUFFIXES if ledger.with_name(ledger.name + suffix).exists()]

    number = 1
    while existing(backup := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    left = existing(path) if not _is_empty(path) else []
    for suffix in reversed(left):  # the ledger itself last, so that a kill never leaves a log without its ledger
        path.with_name(path.name + suffix).replace(backup.with_name(backup.name + suffix))
    return backup if left else None


def _is_empty(path: Path) -> bool:
    """Return whether there is no ledger, or only an empty file."""
    return not any(
        file.exists() and file.stat().st_size > 0
        for file in (path.with_name(path.name + suffix) for suffix in _SUFFIXES)
    )


# --- Reading folders --------------------------------------------------------------------------------------------------


def _found(folders: Sequence[Path], dailies: Sequence[DailyConfig]) -> Iterator[_Book | _Series]:
    """Yield the book or series of each folder once, even if several names or links lead to it."""
    known: set[Path] = set()
    for folder in folders:
        if not (within := _within(folder)):
            raise OutputError(f"{folder}: no finished book or daily: name folders that hold a {MANIFEST}")
        for one in within:
            if one.resolve() not in known:
                known.add(one.resolve())
                yield _read(one, dailies)


def _within(folder: Path) -> list[Path]:
    """Return the folder if it has a manifest, else its subfolders that have one."""
    return [folder] if (folder / MANIFEST).is_file() else [one.parent for one in sorted(folder.glob(f"*/{MANIFEST}"))]


def _warn_of_unread(folders: Sequence[Path], path: Path, dailies: Mapping[Path, DailyConfig], info: Notify) -> None:
    """Pass a warning of finished books and series beside the ledger at ``path`` that are not in ``folders``."""
    if unread := _unread(folders, path.parent):
        configs = {series_fingerprint(config.series) for config in dailies.values()}
        others = {one.series for one in unread if one.kind != BOOK} - configs
        named = [one.folder for one in unread]
        command = rebuild_command([*folders, *named], [*map(str, dailies), *["CONFIG"] * len(others)], path)
        lost = "not read, so their puzzles, coming days and withdrawn days are not known"
        info(f"warning: {', '.join(map(str, named))}: {lost}: move {path} away, then read them too with {command}")


class _Finished(NamedTuple):
    folder: Path
    kind: str
    series: str


def _unread(folders: Sequence[Path], place: Path) -> list[_Finished]:
    """Return what is finished in a place and not in these folders; a copy counts if its series has no other folder."""
    given = _finished_in(folders)
    beside = [one for at, one in _finished_in([place]).items() if at not in given]
    known = {one.series for one in (*given.values(), *(one for one in beside if one.kind != PUBLISHED))}
    return [one for one in beside if one.kind != PUBLISHED or one.series not in known]


def _finished_in(folders: Sequence[Path]) -> dict[Path, _Finished]:
    """Return the finished books, series and published copies in these folders, as far as they can be read."""
    found = {one.resolve(): _Finished(one, *_kind_and_series(one)) for folder in folders for one in _within(folder)}
    return {at: one for at, one in found.items() if one.kind in {BOOK, SERIES, PUBLISHED}}


def _kind_and_series(folder: Path) -> tuple[str, str]:
    with suppress(*UNREADABLE):
        book = BookFolder.read(folder)
        return BOOK if book.has_editions else str(book.manifest["kind"]), str(book.manifest["series"])
    return "", ""


def _read(folder: Path, dailies: Sequence[DailyConfig]) -> _Book | _Series:
    time = (folder / MANIFEST).stat().st_mtime
    series = read_manifest(folder)
    if series is not None:
        if series.kind == DAY:
            raise OutputError(f"{folder}: a single day: name the folder of its series")
        for config in dailies:
            if series_fingerprint(config.series) == series.series:
                return _read_series(folder, time, series, config)
        raise OutputError(
            f"{folder}: a daily: name its config with --daily, because the folder does not hold its series"
        )
    try:
        book = BookFolder.read(folder)
        if not book.has_editions and book.manifest["kind"] != BOOK:
            raise ValueError(f"kind {book.manifest['kind']!r}")
        manifest, sections = book.manifest, book.section_names
        expected, versions = manifest["files"][PUZZLES], json_record.dumps(dict(manifest.get("versions", {})))
        texts = [str(manifest[key]) for key in ("series", "title", "config_sha256", "puzzlegen")]
        "".join([versions, *sections, *texts]).encode()  # JSON may hold strings that are not valid text
    except UNREADABLE as error:
        raise OutputError(
            f"{folder / MANIFEST}: not the manifest of a finished book ({error}): leave {folder} out"
        ) from None
    if not all(texts) or damaged(folder, {PUZZLES: expected}):
        raise OutputError(f"{folder / PUZZLES}: missing, or not the file that {MANIFEST} names: leave {folder} out")
    records = json_record.read_records(folder / PUZZLES)
    if [record.number for record in records] != list(range(1, len(records) + 1)) or not all(
        1 <= (record.section or 0) <= len(sections) for record in records
    ):
        raise OutputError(f"{folder / PUZZLES}: the numbers are not those of a book: leave {folder} out")
    return _Book(folder, time, manifest, records, sections)


def _read_series(folder: Path, time: float, manifest: Manifest, config: DailyConfig) -> _Series:
    """Read a series from its folder, or from a published copy of it, which names neither coming nor withdrawn days.

    A day has the settings of the last run, or those of the config if its files were drawn with these. Manifests have
    no others.
    """
    is_copy, names = manifest.kind == PUBLISHED, sorted(day_folders(folder))
    made = {name: one for name in names if (one := read_manifest(folder / name)) is not None}
    # Without settings if a run was killed while it published
    parts = (parts_of(manifest) if is_copy else None) or Parts(manifest, made)
    last = SiteSettings.of_values(parts.site.presentation)
    days, unlike = list[tuple[Day, str]](), list[str]()
    for due in due_days([_read_day(folder / name, config) for name in (names if is_copy else made)], date.max):
        inputs = parts.days.get(due.day.name, manifest).inputs
        day, is_unlike = _with_settings(due, inputs, last.series) if last else (due.day, False)
        unlike += [day.name] * is_unlike
        days.append((day, "" if is_copy else digest(folder / day.name / MANIFEST)))
    return _Series(folder, time, config, days, _withdrawn(folder, manifest.withdrawn, days), is_copy, unlike)


def _with_settings(due: DueDay[Day], inputs: str, last: Series) -> tuple[Day, bool]:
    """Return a day with the settings of the last run, unless ``inputs`` say that it was drawn with those it has.

    Returns also whether it, or the day before it, was drawn with others.
    """
    day, before, latest = due.day, due.before, due.day.with_series(last, keep_id=True)
    either = (before, before and before.with_series(last, keep_id=True), None)
    is_own = inputs in drawings_of(day, either)
    return day if is_own else latest, not is_own and inputs not in drawings_of(latest, either)


def _withdrawn(folder: Path, numbers: Mapping[str, int], days: Sequence[tuple[Day, str]]) -> Mapping[str, int]:
    """Return the withdrawn days that the manifest of a series names. Raises OutputError for impossible ones."""
    names, taken = [day.name for day, _ in days], [day.number for day, _ in days]
    all_numbers = [*taken, *numbers.values()]
    if (
        len({*names, *numbers}) < len(names) + len(numbers)
        or len(set(all_numbers)) < len(all_numbers)
        or not all(0 < number < _MAX_NUMBER for number in numbers.values())
    ):
        raise OutputError(
            f"{folder / MANIFEST}: withdrawn: names a day or a number that an issued day has: correct the list, or "
            "remove it"
        )
    return numbers


def _read_day(folder: Path, config: DailyConfig) -> Day:
    """Read a day from its puzzle.json. A solution that is held back is solved for, and the seed is derived.

    The seed of a puzzle chosen from several candidates is not known, and a chosen puzzle of a composer has none.
    """
    try:
        data = read_json(folder / DATA, MAX_MANIFEST)
        puzzle = line.parse(_text(data["puzzle"]))
        solution = run(puzzle, MAX_TIER).solution if data["solution"] is None else answer.parse(_text(data["solution"]))
        seed = _seed(data, f"{config.series}/{folder.name}")
        picture = _picture(data, solution, config) if "picture_hint" in data else (None, None)
        completed = data | {"solution": answer.write(solution), "mines": sum(solution), "seed": seed}
        completed |= {"picture": picture[0]} if picture[0] else {}
        record = json_record.parse_record(json_record.dumps(completed))
        title = _text(data.get("puzzle_title", ""))
        number, settings = record.number or 0, series_from_config(config)
        if data["date"] != folder.name or not 0 < number < _MAX_NUMBER:
            raise ValueError("the date or the number is wrong")
        json_record.dumps(json_record.as_dict(record)).encode()  # JSON may hold strings that are not valid text
        record = replace(record, number=None, section=None)
        on, address = date.fromisoformat(folder.name), _text(data["address"])
        return Day.issue(on, number, record, settings, address, picture[1]).titled(title)
    except (OSError, ValueError, LookupError, TypeError, RecursionError, FormatError, SolverError) as error:
        raise OutputError(
            f"{folder / DATA}: cannot be read ({error}): move the folder of the day away; its puzzle is lost"
        ) from None


def _seed(data: Mapping[str, Any], stream: str) -> str | None:
    """Return the seed of a day's puzzle; None for one of several candidates, and for one that was made elsewhere."""
    return None if "quality" in data or data["attempts"] is None else f"{stream}/{data['attempts'] - 1}"


def _picture(data: Mapping[str, Any], solution: Solution, config: DailyConfig) -> tuple[str, PictureTexts]:
    """Return the name and the words of a day's picture. If they are held back, the config has them.

    Raises ValueError if the config does not have that picture any more.
    """
    if data["picture_title"] is not None:
        return _text(data["picture"]), PictureTexts(_text(data["picture_title"]), _text(data["picture_hint"]))
    for kind in filter(None, config.week.days):
        for picture, drawn in repaired_pictures(kind):
            if tuple(drawn.ravel().tolist()) == solution:
                return picture.name, words_of(picture, config.language)
    raise ValueError("its picture is not in the config")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("found another type, expected text")
    return value


# --- Recording --------------------------------------------------------------------------------------------------------


def _record_book(ledger: DailyLedger, book: _Book) -> str:
    """Record the puzzles of a book, and return how many there are, in words."""
    manifest, entries = book.manifest, ledger_entries(book.records, book.sections)
    printing = Printing(
        BOOK,
        str(manifest["series"]),
        str(manifest["title"]),
        ledger.folder_name(book.folder),
        str(manifest["config_sha256"]),
        digest(book.folder / MANIFEST),
        json_record.dumps({"puzzlegen": manifest["puzzlegen"], **manifest.get("versions", {})}),
        _time(book.time),
    )
    own = ledger.own_issue(BOOK, printing.series, printing.config_sha256, printing.folder)
    ledger.settle(ledger.reserve(printing, entries, own, repeats_allowed=True), entries)
    return pluralize(len(entries), "puzzle")


def _record_days(ledger: DailyLedger, series: _Series) -> str:
    """Record the days that the ledger does not have yet, and return how many these are, in words.

    A published copy comes after the folder of its series, which knows more of the days that are in both.
    """
    config, folder = series.config, ledger.folder_name(series.folder)
    known = {day.date for day in (*ledger.days(config.series), *ledger.withdrawn_days(config.series))}
    new = [(day, manifest) for day, manifest in series.days if not series.is_copy or day.date not in known]
    for day, manifest in new:
        ledger.reserve_day(config.series, day, entry_of_day(day), None)
        versions = json_record.dumps({})
        printing = Printing(
            DAILY, config.series, config.title, folder, config_hash(config), "", versions, _time(series.time)
        )
        ledger.settle_day(replace(day, placed=True, manifest_sha256=manifest), printing)
    _record_withdrawn(ledger, series)
    words = pluralize(len(new), "day") + (f", {len(series.withdrawn)} withdrawn" if series.withdrawn else "")
    words += _words_of_unlike([day.name for day, _ in new], series.unlike)
    if series.is_copy and not known:
        gaps = "withdrawn days are not known: a date without a puzzle may be one; add it to skip before you --catch-up"
        words += f"; {gaps}"
    return words


def _words_of_unlike(new: Sequence[str], unlike: Sequence[str]) -> str:
    if not (days := [name for name in new if name in unlike]):
        return ""
    again = "drawn with settings that only the lost ledger had: the next run draws them again with the last ones"
    return f"; {len(days)} of them ({first_three(days)}) {again}"


def _record_withdrawn(ledger: DailyLedger, series: _Series) -> None:
    """Record the withdrawn days, so that their dates are not issued again and their numbers stay used.

    A day in the ledger has a puzzle, and that of a withdrawn day was deleted with its files. The config makes it again.
    """
    config, settings = series.config, series_from_config(series.config)
    requests = [request_of_day(config, date.fromisoformat(name)) for name in series.withdrawn]
    repeats = RepeatFilter(ledger.snapshot(None).holds)
    with open_local_pool(1) as pool:
        made = list(generate_each(requests, pool, Silent(), repeats))
    for (name, number), one in zip(series.withdrawn.items(), made, strict=True):
        day = Day.issue(date.fromisoformat(name), number, one.graded, settings)
        ledger.reserve_day(config.series, day, entry_of_day(day), None)
        ledger.withdraw_day(config.series, day)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
