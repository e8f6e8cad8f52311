"""The records that the processes return: pages of a book for its editor, days of a daily for its calendar.

Nothing heavy is imported here, because the server reads them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from puzzlegen.daily.schedule import CalendarDay
from puzzlegen.schema.daily_fields import FIRST_YEAR, LAST_YEAR


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page of the plan: its number from 1, and its part of the book."""

    number: int
    part: str


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The pages of one edition. ``key`` identifies them for pictures, and changes with everything that moves ink.

    ``size`` is that of the trimmed page in points, ``cover`` that of the cover sheet if the book has one. ``stand_in``:
    the puzzles are not made yet, and their boards are empty. ``puzzles`` has the page of each puzzle by its number.
    """

    key: str
    editions: tuple[str, ...]
    size: tuple[float, float]
    pages: tuple[ShownPage, ...]
    cover: tuple[float, float] | None
    stand_in: bool
    bound: bool
    puzzles: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SeriesMonth:
    """A month of the calendar: its weeks from Monday to Sunday, with days of the months before and after it.

    ``first`` is the day on which making days begins: today, or the first day of the series. ``problem`` is the reason
    if ledger or folder cannot be used. ``notes`` are messages.
    ``snippet`` is the HTML that shows the newest puzzle in a page of another site, and ``picture`` that of its picture.
    """

    month: date
    today: date
    first: date
    weeks: tuple[tuple[CalendarDay, ...], ...]
    problem: str
    notes: tuple[str, ...]
    today_is_made: bool
    address: str
    snippet: str
    picture: str

    @property
    def before(self) -> str:
        """The month before, such as ``2026-11``; empty at the end of the calendar."""
        return month_name(self.month - timedelta(days=1))

    @property
    def after(self) -> str:
        """The month after."""
        return month_name(self.month + timedelta(days=31))


@dataclass(frozen=True, slots=True)
class SeriesDay:
    """One day with the names of its files; ``days`` is the number of days to make until it is made.

    ``others`` are the coming days with which it can exchange its puzzle. ``entry`` is its place in the choices of the
    config, None without one, and ``has_choice`` says whether a puzzle is chosen there. ``line`` is its puzzle if it is
    chosen, or made and no classic board; empty for none.
    """

    day: CalendarDay
    today: date
    first: date
    files: tuple[str, ...]
    days: int
    missed: int
    others: tuple[date, ...]
    entry: int | None
    has_choice: bool
    line: str = ""


def month_name(day: date) -> str:
    """Return the month of a day, such as ``2026-11``; empty outside of the calendar."""
    return f"{day:%Y-%m}" if FIRST_YEAR <= day.year <= LAST_YEAR else ""
