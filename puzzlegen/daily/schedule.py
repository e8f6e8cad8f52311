"""Which days bring a puzzle, of what kind, and with which number. Nothing here knows files or ledgers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from puzzlegen.config.daily import DailyConfig, WeekdayConfig
from puzzlegen.errors import LedgerError

DAY = timedelta(days=1)


def wanted(config: DailyConfig, day: date) -> WeekdayConfig | None:
    """What ``day`` brings: None for no puzzle: by its weekday, skipped, or before the start."""
    if day < config.start or any(skip.covers(day) for skip in config.skip):
        return None
    return config.weekday(day)


def days_from(first: date, count: int) -> list[date]:
    """``count`` days in a row. Raises OverflowError past the end of the calendar."""
    return [first + i * DAY for i in range(count)]


def is_open(held: bool, after: date | None, as_of: date) -> bool:
    """Whether a day's answer may be shown: at once where none is ``held`` back, else from the day of ``after`` on, the
    next puzzle of the series.
    """
    return not held or (after is not None and after <= as_of)


def number_of(config: DailyConfig, day: date, issued: Sequence[tuple[date, int]]) -> int:
    """The number of a day that brings a puzzle and is not issued; ``issued`` are the issued days and their numbers,
    rising.

    It is counted from the nearest day issued before it, so that nothing that is issued ever gets another number.
    Raises LedgerError when a later issued day leaves no number for it.
    """
    at = bisect_left(issued, (day, 0))
    if at:
        before, number = issued[at - 1]
        number += _puzzles(config, before + DAY, day) + 1
    else:
        number = config.first_number + _puzzles(config, config.start, day)
    if at < len(issued) and number >= issued[at][1]:
        later, taken = issued[at]
        raise LedgerError(
            f"{day}: no number is left for it: it would be No. {number}, and {later}, issued already, is No. {taken}: "
            "add the day to skip in the config"
        )
    return number


def _puzzles(config: DailyConfig, first: date, end: date) -> int:
    """How many days from ``first`` on and before ``end`` bring a puzzle."""
    return sum(wanted(config, day) is not None for day in _between(first, end))


def _between(first: date, end: date) -> Iterator[date]:
    return (first + i * DAY for i in range((end - first).days))


def a_year_before(day: date) -> date:
    """The same day of the year before; of 29 February the 28th."""
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)
