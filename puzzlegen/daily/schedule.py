"""Decides which dates have a puzzle, of which kind, with which number, and when its answer may be shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from puzzlegen.config.daily import DailyConfig
from puzzlegen.errors import LedgerError
from puzzlegen.ledger.days import Day, Series

ONE_DAY = timedelta(days=1)


def today(config: DailyConfig) -> date:
    """Return today's date in the time zone of the series."""
    return datetime.now(ZoneInfo(config.timezone)).date()


def consecutive_days(first: date, count: int) -> list[date]:
    """Return ``count`` dates in a row. Raises OverflowError past the end of the calendar."""
    return [first + i * ONE_DAY for i in range(count)]


def may_show_answer(held: bool, after: date | None, as_of: date) -> bool:
    """Tell whether a day may show its answer on the date ``as_of``.

    A series that does not hold answers back shows them at once. One that does shows them from the date ``after`` on,
    which is that of the next puzzle; None if there is none.
    """
    return not held or (after is not None and after <= as_of)


def shows_answer(day: Day, after: Day | None, series: Series) -> bool:
    """Tell whether the solution may be shown; ``after`` is the next published day."""
    held = series.hold_solution or day.series.hold_solution
    return may_show_answer(held, after.date if after else None, date.max)


def number_of(config: DailyConfig, day: date, issued: Sequence[tuple[date, int]]) -> int:
    """Return the number of a date that has a puzzle and is not issued yet.

    ``issued`` has the issued dates with their numbers, in order. The number counts from the nearest issued date before
    ``day``, so that an issued puzzle never gets another number.
    Raises LedgerError when a later issued day leaves no number.
    """
    at = bisect_left(issued, (day, 0))
    if at:
        before, number = issued[at - 1]
        number += _count_puzzles(config, before + ONE_DAY, day) + 1
    else:
        number = config.first_number + _count_puzzles(config, config.start, day)
    if at < len(issued) and number >= issued[at][1]:
        later, taken = issued[at]
        raise LedgerError(
            f"{day}: no number is left for it: it would be No. {number}, and {later}, issued already, is No. {taken}: "
            "add the day to skip in the config"
        )
    return number


def coming_numbers(config: DailyConfig, issued: Sequence[tuple[date, int]], as_of: date) -> list[tuple[date, int]]:
    """Return the dates after ``as_of`` that the calendar announces, with their numbers.

    ``issued`` has the issued dates with their numbers, in order. A date for which they leave no number is left out.
    """
    known = dict(issued)
    found = []
    for day in consecutive_days(as_of + ONE_DAY, config.calendar_ahead):
        if day in known:
            found.append((day, known[day]))
        elif config.puzzle_kind(day) is not None:
            with suppress(LedgerError):
                found.append((day, number_of(config, day, issued)))
    return found


def with_neighbors(days: Sequence[Day]) -> list[tuple[Day | None, Day, Day | None]]:
    """Return each day between the day before it and the day after it."""
    return list(zip([None, *days], days, [*days[1:], None], strict=False))


def _count_puzzles(config: DailyConfig, first: date, end: date) -> int:
    """Count the dates with a puzzle from ``first`` on and before ``end``."""
    return sum(config.puzzle_kind(first + i * ONE_DAY) is not None for i in range((end - first).days))


def a_year_before(day: date) -> date:
    """Return the same date one year earlier; 28 February for 29 February."""
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)
