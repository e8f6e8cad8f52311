"""Days as a ledger keeps them, and the digest of what a day's folder is drawn from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import date
from typing import Any

from puzzlegen.board.symmetry import keys_of
from puzzlegen.daily.day import Day, Series
from puzzlegen.errors import FormatError, LedgerError
from puzzlegen.formats import answer, line
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.ledger.records import Entry, IssuedDay

_ID = "id"  # beside the settings


def stored(day: Day) -> IssuedDay:
    """The day as it goes into a ledger; not placed yet."""
    settings = json.dumps({**asdict(day.series), _ID: day.id}, sort_keys=True)
    return IssuedDay(day.name, day.number, dumps(as_dict(day.record)), settings)


def with_settings(day: IssuedDay, series: Series) -> IssuedDay:
    """The same puzzle under the same id, presented in another way. Raises LedgerError when it cannot be read."""
    known = day_of(day)
    return replace(day, settings=stored(replace(known, series=series, first_address=known.id)).settings)


def as_new(day: IssuedDay, series: Series) -> IssuedDay:
    """The same puzzle as it would be issued now: for a day that nobody has seen. Raises LedgerError."""
    return replace(day, settings=stored(replace(day_of(day), series=series, first_address="")).settings)


def entry_of(day: Day) -> Entry:
    """The day's puzzle among those of all books and dailies."""
    record = day.record
    keys = keys_of(record.puzzle, record.solution)
    seed = record.seed or ""  # a daily that is read back may not tell
    puzzle, solution = line.write(record.puzzle), answer.write(record.solution)
    return Entry(day.number, day.name, keys, puzzle, solution, seed)


def day_of(issued: IssuedDay) -> Day:
    """The day that a ledger has. Raises LedgerError when it cannot be read."""
    try:
        settings = json.loads(issued.settings)
        first = settings.pop(_ID)
        series = Series(**settings)
        return Day(date.fromisoformat(issued.date), issued.number, parse_record(issued.record), series, first)
    except (FormatError, ValueError, TypeError, LookupError, AttributeError) as fault:
        raise LedgerError(
            f"{issued.date}: what the ledger holds of it cannot be read ({fault}): use the puzzlegen that issued it, "
            "or put a copy of the ledger from your backup in its place"
        ) from None


def settings_of(day: IssuedDay) -> dict[str, Any]:
    """How the day is presented, by the fields of Series; empty if it cannot be read, as is told when it is drawn."""
    try:
        found = json.loads(day.settings)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def holds(day: IssuedDay) -> bool:
    """Whether the day's answer is held back."""
    return bool(settings_of(day).get("hold_solution", True))


def inputs_of(day: IssuedDay, before: IssuedDay | None, open_: bool) -> str:
    """A digest of all that the day's files are drawn from: the day, the one before it, whose solution they show, and
    whether they show its own.
    """
    return digest_of([_said(day), before and _said(before), open_])


def _said(day: IssuedDay) -> list[object]:
    return [day.date, day.number, day.record, day.settings]


def series_inputs(days: Sequence[IssuedDay], *others: object) -> str:
    """A digest of what the files of the whole series are made of; ``others`` are plain values."""
    return digest_of([[_said(day) for day in days], others])


def digest_of(value: object) -> str:
    """SHA-256 of plain values."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
