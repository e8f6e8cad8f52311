"""Records the days of a series in the ledger, issued or withdrawn, and checks a whole ledger for damage.

A series is one issue of kind ``daily``, with one puzzle for a day. A day is recorded in three steps, as a book is, so
that the ledger never names files that were not written:

1. ``reserve_day``: one transaction reserves the puzzle and the number for the date;
2. the caller moves the day's folder into place;
3. ``settle_day``: one transaction marks the day as placed.

After a crash between 1 and 3 the next run finds the reserved day and writes its folder from the same record. An issued
puzzle is never deleted: one that was replaced stays in ``puzzles`` as ``earlier``. A day that was withdrawn keeps its
row, so that its number is never used again; it is the day whose present puzzle is ``earlier``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from datetime import date as Date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from puzzlegen.errors import DamagedLedger, FormatError, LedgerError, NoLedger
from puzzlegen.files.reading import json_object, record_of
from puzzlegen.ledger.database import damaged, transaction, translate_errors
from puzzlegen.ledger.ledger import DAILY, Ledger, LedgerEntry, Printing

if TYPE_CHECKING:
    from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution

Cells = Literal["rc", "a1"]  # as in language.messages, which takes 0.14 s to import and idle runs do not need
# Keys beside the settings, which _DayTexts reads
_ID, _PICTURE, _TITLE, _HEAD = "id", "picture", "puzzle_title", "title_in_pictures"
_LEAVE_OUT = "leave_out"


@dataclass(frozen=True, slots=True)
class PictureTexts:
    """The title of the picture that a solution shows, and the hint that stands with the puzzle, or an empty text."""

    title: str
    hint: str


@dataclass(frozen=True, slots=True)
class Series:
    """How a series presents its days. Each day keeps the settings with which it was issued.

    ``address`` is the URL of the published folder: https, with a closing slash. ``paper`` is ``a4`` or ``letter``;
    ``palette`` is a name in templates/covers.yaml, for card, pages and mails; ``timezone`` is an IANA name. ``par``
    says whether par times are shown; it is true for days that were stored before the setting existed. ``leave_out`` are
    the names of the files that are not written, sorted. ``home`` is the URL of the publisher's own site, with the text
    ``home_name`` for links; both are empty without one. ``logo`` is a PNG file in Base64, empty for none.
    """

    title: str
    author: str
    language: str
    cells: Cells
    address: str
    timezone: str
    paper: str
    palette: str
    hold_solution: bool
    par: bool = True
    leave_out: tuple[str, ...] = ()
    home: str = ""
    home_name: str = ""
    logo: str = ""

    __pydantic_config__: ClassVar = {"extra": "forbid"}  # settings of later versions cannot be left out


SETTINGS = tuple(field.name for field in fields(Series))
# Stored only if they are set: days stored before they existed have equal settings
_OPTIONAL = {field.name: [] if field.default == () else "" for field in fields(Series) if field.default in ("", ())}


@dataclass(frozen=True, slots=True)
class _DayTexts:
    """The values of one day that are stored beside the settings of its series."""

    id: str
    picture: PictureTexts | None = None
    puzzle_title: str = ""
    title_in_pictures: bool = False


@dataclass(frozen=True)
class Day:
    """One day of a series. Puzzle and settings are kept as stored, and parsed when they are first used.

    So the digest of a day never changes with the version that reads it, and one damaged day does not stop the others.
    ``record_json`` is the puzzle with solution and grade, ``settings_json`` a Series with the id of the day.
    ``placed``: its files are in their folder, and the manifest there has the digest ``manifest_sha256``. Until then the
    ledger only reserves puzzle and number for it.
    """

    date: Date
    number: int
    record_json: str
    settings_json: str
    placed: bool = False
    manifest_sha256: str = ""

    @classmethod
    def issue(
        cls,
        on: Date,
        number: int,
        graded: GradedPuzzle,
        series: Series,
        first_address: str = "",
        picture: PictureTexts | None = None,
    ) -> Day:
        """Create a day that is not placed yet.

        ``first_address`` is the URL under which the date was first issued; leave it empty for the present one.
        ``picture`` has the words of the picture that the solution shows.
        """
        from puzzlegen.formats.json_record import as_dict, dumps  # noqa: PLC0415  # imports numpy

        settings: dict[str, Any] = {**asdict(series), _ID: first_address or _address(series, on)}
        settings = {name: value for name, value in settings.items() if value or name not in _OPTIONAL}
        if picture is not None:
            settings[_PICTURE] = asdict(picture)
        return cls(on, number, dumps(as_dict(graded)), json.dumps(settings, sort_keys=True))

    def with_series(self, series: Series, *, keep_id: bool) -> Day:
        """Return the same puzzle with other settings. Raises LedgerError when the day cannot be parsed."""
        new = Day.issue(self.date, self.number, self.graded, series, self.id if keep_id else "", self.picture)
        return replace(self, settings_json=new.titled(self.title).settings_json)

    def titled(self, title: str) -> Day:
        """Return the day with words over its puzzle, or without if ``title`` is empty."""
        settings = json_object(self.settings_json)
        if settings.get(_TITLE, "") == title:
            return self
        known = {name: value for name, value in settings.items() if name not in {_TITLE, _HEAD}}
        known |= {_TITLE: title, _HEAD: True} if title else {}
        return replace(self, settings_json=json.dumps(known, sort_keys=True))

    def with_puzzle_of(self, other: Day) -> Day:
        """Return the date with the puzzle of another day and its words, not placed.

        Raises LedgerError for a day that cannot be parsed.
        """
        new = Day.issue(self.date, self.number, other.graded, self.series, self.id, other.picture).titled(other.title)
        return replace(new, manifest_sha256=self.manifest_sha256)

    @property
    def name(self) -> str:
        """The name of its folder, such as ``2026-12-01``."""
        return self.date.isoformat()

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its solution and grade. Raises LedgerError when it cannot be parsed."""
        return self._parsed[0]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle. Raises LedgerError as ``graded`` does."""
        return self.graded.puzzle

    @property
    def solution(self) -> Solution:
        """The solution of the puzzle. Raises LedgerError as ``graded`` does."""
        return self.graded.solution

    @property
    def series(self) -> Series:
        """The settings with which it was issued. Raises LedgerError when they cannot be parsed."""
        return self._parsed[1]

    @property
    def id(self) -> str:
        """The identifier in feeds and calendars: the first URL. A reader would show a changed one as a new item."""
        return self._parsed[2].id or self.address

    @property
    def picture(self) -> PictureTexts | None:
        """The words of the picture that the solution shows; None if it shows none. Raises LedgerError as ``series``."""
        return self._parsed[2].picture

    @property
    def title(self) -> str:
        """The words over the puzzle, which may be empty. Raises LedgerError as ``series``."""
        return self._parsed[2].puzzle_title

    @property
    def has_title_in_pictures(self) -> bool:
        """Whether its pictures have the title. Those of days issued before 2026-11-30 have none, and stay so."""
        return self._parsed[2].title_in_pictures

    @property
    def is_chosen(self) -> bool:
        """Whether its puzzle was made elsewhere and chosen for it; false where the record cannot be parsed."""
        try:
            return json_object(self.record_json).get("attempts", 0) is None
        except ValueError:
            return False

    def has_puzzle(self, text: str) -> bool:
        """Return whether a text in the format ``line`` is its puzzle. Raises LedgerError as ``graded``."""
        from puzzlegen.formats import line  # noqa: PLC0415  # imports numpy

        try:
            return line.parse(text) == self.puzzle
        except FormatError:
            return False

    @property
    def address(self) -> str:
        """The URL of its folder, with a closing slash."""
        return _address(self.series, self.date)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings by name; empty where they cannot be parsed, which is reported when the day is drawn."""
        try:
            return {**_OPTIONAL, **json_object(self.settings_json)}
        except ValueError:
            return {}

    @property
    def holds_solution(self) -> bool:
        """Whether the series holds the answer back until the next day is out."""
        return bool(self.settings.get("hold_solution", True))

    @property
    def leave_out(self) -> tuple[str, ...]:
        """The names of the files that are not written for it."""
        found = self.settings.get(_LEAVE_OUT)
        return tuple(found) if isinstance(found, list) else ()

    @property
    def drawn_from(self) -> list[object]:
        """The plain values that decide what its files contain."""
        return [self.name, self.number, self.record_json, self.settings_json]

    @cached_property
    def _parsed(self) -> tuple[GradedPuzzle, Series, _DayTexts]:
        from puzzlegen.formats.json_record import parse_record  # noqa: PLC0415  # imports numpy

        try:
            settings = json_object(self.settings_json)
            texts = {key: settings.pop(key) for key in (_ID, _PICTURE, _TITLE, _HEAD) if key in settings}
            return parse_record(self.record_json), record_of(Series, settings), record_of(_DayTexts, texts)
        except (FormatError, ValueError) as error:
            raise LedgerError(
                f"{self.name}: the ledger entry of this day cannot be read ({error}): use the version of puzzlegen "
                "that issued it, or restore the ledger from a backup"
            ) from None


def _address(series: Series, on: Date) -> str:
    return f"{series.address}{on.isoformat()}/"


def entry_of_day(day: Day) -> LedgerEntry:
    """Return the puzzle of a day as the ledger lists it among those of all books and dailies."""
    from puzzlegen.board.symmetry import keys_of  # noqa: PLC0415  # imports numpy
    from puzzlegen.formats import answer, line  # noqa: PLC0415  # imports numpy

    puzzle, solution = day.puzzle, day.solution
    seed = day.graded.stream or ""  # unknown for a day that was read back from its folder
    return LedgerEntry(
        day.number, day.name, keys_of(puzzle, solution), line.write(puzzle), answer.write(solution), seed
    )


_DAYS_SINCE = 2  # the first version of the ledger with days
_COLUMNS = "date, number, record, settings, placed, manifest_sha256"
_ISSUED = "SELECT section, puzzle FROM puzzles JOIN issues ON issues.id = issue WHERE kind = ? AND series = ?"
_STATE = "(SELECT state FROM puzzles WHERE puzzles.id = days.puzzle)"  # of a day's present puzzle


class DailyLedger(Ledger):
    """A ledger with the days of series."""

    def series_issue(self, series: str) -> int | None:
        """Return the id of the issue of a series, None if the ledger has no days of it."""
        row = self._row("SELECT id FROM issues WHERE kind = ? AND series = ?", (DAILY, series))
        return int(row[0]) if row else None

    def all_series(self) -> list[str]:
        """Return the names of all series with days."""
        return [str(row[0]) for row in self._rows("SELECT series FROM issues WHERE kind = ?", (DAILY,))]

    def days(self, series: str) -> list[Day]:
        """Return the days of a series by date, including those that are only reserved, without the withdrawn ones."""
        return self._days(series, f"{_STATE} IS NOT 'earlier'")

    def withdrawn_days(self, series: str) -> list[Day]:
        """Return the days that were issued and then withdrawn, by date."""
        return self._days(series, f"{_STATE} = 'earlier'")

    def unfinished_reissues(self, series: str) -> set[date]:
        """Return the dates whose puzzle was replaced, and that were not placed with the new one yet."""
        older = "SELECT 1 FROM puzzles WHERE issue = days.issue AND section = days.date AND id < days.puzzle"
        return {day.date for day in self._days(series, f"placed = 0 AND {_STATE} = 'reserved' AND EXISTS ({older})")}

    def _days(self, series: str, condition: str) -> list[Day]:
        if self.version < _DAYS_SINCE:
            return []
        rows = self._rows(
            f"SELECT {_COLUMNS} FROM days JOIN issues ON issues.id = issue "
            f"WHERE kind = ? AND series = ? AND {condition} ORDER BY date",
            (DAILY, series),
        )
        return [_day(row, self.path) for row in rows]

    def home(self, series: str) -> str | None:
        """Return the folder, relative to the ledger's own, where a day was last placed; None before the first."""
        row = self._row(
            "SELECT folder FROM printings JOIN issues ON issues.id = issue WHERE kind = ? AND series = ? "
            "ORDER BY printings.id DESC LIMIT 1",
            (DAILY, series),
        )
        return str(row[0]) if row else None

    def check(self) -> None:
        """Check the dates of all days. Raises DamagedLedger."""
        for series in self.all_series():
            self.days(series)
            self.withdrawn_days(series)

    def has_shown(self, series: str, mines: bytes) -> bool:
        """Return whether a day of the series, withdrawn and replaced ones included, has mines with this key."""
        issue = self.series_issue(series)
        return self._row("SELECT 1 FROM puzzles WHERE mines = ? AND issue = ?", (mines, issue)) is not None

    def times_issued(self, series: str, day: str) -> int:
        """Return how many puzzles a date has had: more than one if it was issued again."""
        (count,) = self._one(
            "SELECT count(*) FROM puzzles JOIN issues ON issues.id = issue "
            "WHERE kind = ? AND series = ? AND section = ?",
            (DAILY, series, day),
        )
        return int(count)

    def issued_puzzles(self, series: str) -> set[tuple[str, str]]:
        """Return the dates of a series, each with the text of every puzzle that it has had."""
        return set(self._rows(_ISSUED, (DAILY, series)))

    def reserve_day(self, series: str, day: Day, entry: LedgerEntry | None, before: Day | None) -> None:
        """Reserve the number and the puzzle for a date (step 1).

        ``before`` is the day as the caller read it from the ledger, None if it is new. ``entry`` is a puzzle issued for
        the first time; None keeps the present one. Raises LedgerError if another run has changed the day meanwhile, or
        has taken the number or the puzzle.
        """
        with translate_errors(self.path), transaction(self._db):
            issue = self.series_issue(series)
            issue = self._new_issue(DAILY, series) if issue is None else issue
            row = self._row(f"SELECT {_COLUMNS} FROM days WHERE issue = ? AND date = ?", (issue, day.name))
            taken = self._row("SELECT date FROM days WHERE issue = ? AND number = ?", (issue, day.number))
            number_taken = taken is not None and taken[0] != day.name
            repeat = entry is not None and (
                self.holder(entry.keys, None) is not None or self.has_shown(series, entry.keys.mines)
            )
            if (_as_planned(_day(row, self.path)) if row else None) != _as_planned(before) or number_taken or repeat:
                raise LedgerError(
                    f"{self.path}: {day.name} or its puzzle was recorded by another run at the same time: "
                    "run the command again"
                )
            if entry is not None:
                self._take(issue, [entry])
                (puzzle,) = self._one("SELECT id FROM puzzles WHERE clues = ? AND issue = ?", (entry.keys.clues, issue))
            else:
                (puzzle,) = self._one("SELECT puzzle FROM days WHERE issue = ? AND date = ?", (issue, day.name))
            self._db.execute(
                "INSERT OR REPLACE INTO days (issue, date, number, puzzle, record, settings, placed, manifest_sha256) "
                "VALUES (?, ?, ?, ?, ?, ?, 0, ?)",
                (issue, day.name, day.number, puzzle, day.record_json, day.settings_json, day.manifest_sha256),
            )

    def settle_day(self, day: Day, printing: Printing) -> None:
        """Mark the day as placed (step 3), after its folder was moved into place. A second call changes nothing."""
        with translate_errors(self.path), transaction(self._db):
            issue = self.series_issue(printing.series)
            row = self._row("SELECT puzzle FROM days WHERE issue = ? AND date = ?", (issue, day.name))
            if issue is None or row is None:
                raise LedgerError(f"{self.path}: {day.name} is no longer recorded: run the command again")
            self._db.execute(
                "UPDATE puzzles SET state = 'earlier' "
                "WHERE issue = ? AND section = ? AND state = 'printed' AND id <> ?",
                (issue, day.name, row[0]),
            )
            self._db.execute("UPDATE puzzles SET state = 'printed' WHERE id = ?", (row[0],))
            self._db.execute(
                "UPDATE days SET placed = 1, manifest_sha256 = ? WHERE issue = ? AND date = ?",
                (day.manifest_sha256, issue, day.name),
            )
            self._record_printing(issue, printing)

    def withdraw_day(self, series: str, day: Day) -> None:
        """Mark a day as withdrawn. Its number and its puzzles are never used for another day.

        Raises LedgerError if another run has changed the day meanwhile.
        """
        with translate_errors(self.path), transaction(self._db):
            issue, _ = self._unchanged(series, day)
            self._db.execute("UPDATE puzzles SET state = 'earlier' WHERE issue = ? AND section = ?", (issue, day.name))
            self._db.execute("UPDATE days SET placed = 0 WHERE issue = ? AND date = ?", (issue, day.name))

    def swap_puzzles(self, series: str, day: Day, other: Day) -> None:
        """Exchange the puzzles of two days, with titles and pictures. Both are only reserved then.

        Raises LedgerError if another run has changed one meanwhile, and for one that cannot be parsed.
        """
        with translate_errors(self.path), transaction(self._db):
            (issue, puzzle), (_, other_puzzle) = (self._unchanged(series, swapped) for swapped in (day, other))
            swapped = ((day.with_puzzle_of(other), other_puzzle), (other.with_puzzle_of(day), puzzle))
            for new, key in swapped:
                self._db.execute(
                    "UPDATE puzzles SET state = 'reserved', section = ?, number = ? WHERE id = ?",
                    (new.name, new.number, key),
                )
                self._db.execute(
                    "UPDATE days SET puzzle = ?, record = ?, settings = ?, placed = 0 WHERE issue = ? AND date = ?",
                    (key, new.record_json, new.settings_json, issue, new.name),
                )

    def _unchanged(self, series: str, day: Day) -> tuple[int | None, int]:
        """Return the ids of a series and of the puzzle of a day. Raises LedgerError if another run changed the day."""
        issue = self.series_issue(series)
        row = self._row(f"SELECT puzzle, {_COLUMNS} FROM days WHERE issue = ? AND date = ?", (issue, day.name))
        if row is None or _as_planned(_day(row[1:], self.path)) != _as_planned(day):
            raise LedgerError(f"{self.path}: {day.name} was changed by another run: run the command again")
        return issue, int(row[0])

    def _record_printing(self, issue: int, printing: Printing) -> None:
        """Record the folder of the series, in place of its earlier record."""
        self._db.execute("DELETE FROM printings WHERE issue = ? AND folder = ?", (issue, printing.folder))
        self._db.execute(
            "INSERT INTO printings (issue, title, folder, config_sha256, manifest_sha256, versions, built, placed) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
            (
                issue,
                printing.title,
                printing.folder,
                printing.config_sha256,
                printing.manifest_sha256,
                printing.versions,
                printing.built,
            ),
        )


def _day(row: tuple[Any, ...], path: Path) -> Day:
    """Return the day of a row. The date names a folder, so it must be a date; SQLite accepts any value in a column.

    Raises DamagedLedger for a row that puzzlegen never wrote.
    """
    name, number, record, settings, placed, digest = row
    texts = all(isinstance(one, str) for one in (name, record, settings, digest))
    if not texts or not is_date(name) or type(number) is not int:
        raise damaged(path, f"a day {str(name)[:40]!r}")
    return Day(date.fromisoformat(name), number, record, settings, bool(placed), digest)


def is_date(text: str) -> bool:
    """Return whether a text is a date as in the names of folders of days."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _as_planned(day: Day | None) -> Day | None:
    """Return the part of a day that no other run may have changed since the plan was made."""
    return day and replace(day, placed=False, manifest_sha256="")


def check(path: Path) -> None:
    """Read the whole ledger at ``path`` and check it.

    Raises DamagedLedger for damage, NoLedger for a missing file, and LedgerError for a file that is not a ledger or
    cannot be opened.
    """
    with DailyLedger(path, write=False) as ledger:
        ledger.check()


def fault_of(path: Path) -> str:
    """Return why no undamaged ledger with puzzles is at ``path``, empty if one is.

    Raises LedgerError if it cannot be read.
    """
    try:
        with DailyLedger(path, write=False) as ledger:
            ledger.check()
            return "" if ledger.snapshot(None).last > 0 else "had no puzzles"
    except (DamagedLedger, NoLedger):
        return "was damaged"
