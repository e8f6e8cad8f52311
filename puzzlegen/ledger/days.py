"""Records the days of a series in the ledger: one issue of kind ``daily`` for a series, one puzzle for a day.

A day is recorded in three steps, as a book is, so that the ledger never names files that were not written:

1. ``reserve_day``: one transaction reserves the puzzle and the number for the date;
2. the caller moves the day's folder into place;
3. ``settle_day``: one transaction marks the day as placed.

After a crash between 1 and 3 the next run finds the reserved day and writes its folder from the same record.
An issued puzzle is never deleted: one that was replaced stays in ``puzzles`` as ``earlier``. A day that was withdrawn
keeps its row, so that its number is never used again; it is the day whose present puzzle is ``earlier``.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from puzzlegen.errors import LedgerError
from puzzlegen.ledger.database import damaged, transaction, translate_errors
from puzzlegen.ledger.issued_day import Day
from puzzlegen.ledger.ledger import DAILY, Ledger
from puzzlegen.ledger.records import LedgerEntry, Printing

_DAYS_SINCE = 2  # the first version of the ledger with days
_COLUMNS = "date, number, record, settings, placed, manifest_sha256"
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
            issue = self.series_issue(series)
            row = self._row(f"SELECT {_COLUMNS} FROM days WHERE issue = ? AND date = ?", (issue, day.name))
            if row is None or _as_planned(_day(row, self.path)) != _as_planned(day):
                raise LedgerError(f"{self.path}: {day.name} was changed by another run: run the command again")
            self._db.execute("UPDATE puzzles SET state = 'earlier' WHERE issue = ? AND section = ?", (issue, day.name))
            self._db.execute("UPDATE days SET placed = 0 WHERE issue = ? AND date = ?", (issue, day.name))

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
    if not texts or not _is_date(name) or type(number) is not int:
        raise damaged(path, f"a day {str(name)[:40]!r}")
    return Day(date.fromisoformat(name), number, record, settings, bool(placed), digest)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _as_planned(day: Day | None) -> Day | None:
    """Return the part of a day that no other run may have changed since the plan was made."""
    return day and replace(day, placed=False, manifest_sha256="")
