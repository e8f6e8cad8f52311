"""The records that the processes return: pages of a book for its editor, days of a daily for its calendar.

Nothing heavy is imported here, because the server reads them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

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
    the puzzles are not made yet, and their boards are empty.
    """

    key: str
    editions: tuple[str, ...]
    size: tuple[float, float]
    pages: tuple[ShownPage, ...]
    cover: tuple[float, float] | None
    stand_in: bool
    bound: bool


State = Literal["issued", "unfinished", "damaged", "withdrawn", "due", "planned", "missed", "skipped", "none", "past"]

# The words for a state in the calendar. "past" is a day without a puzzle that does not count as missed, because no
# number is left for it, or because it is more than a year ago.
STATE_WORDS: Mapping[State, str] = {
    "issued": "issued",
    "unfinished": "not finished",
    "damaged": "files damaged",
    "withdrawn": "withdrawn",
    "due": "not made yet",
    "planned": "planned",
    "missed": "missed",
    "skipped": "skipped",
    "none": "no puzzle",
    "past": "not issued",
}


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """One date: its state, and the number and kind of its puzzle; ``number`` is 0 and ``puzzle`` empty without one.

    ``version`` changes with the files of the day, and is empty without a small picture.
    """

    date: date
    state: State
    number: int = 0
    puzzle: str = ""
    version: str = ""

    @property
    def words(self) -> str:
        """The state in words."""
        return STATE_WORDS[self.state]


@dataclass(frozen=True, slots=True)
class SeriesMonth:
    """A month of the calendar: its weeks from Monday to Sunday, with days of the months before and after it.

    ``first`` is the day on which making days begins: today, or the first day of the series. ``missed`` are all missed
    days, also of other months. ``problem`` is the reason if ledger or folder cannot be used. ``notes`` are messages.
    ``snippet`` is the HTML that shows the newest puzzle in a page of another site, and ``picture`` that of its picture.
    """

    month: date
    today: date
    first: date
    weeks: tuple[tuple[CalendarDay, ...], ...]
    missed: tuple[date, ...]
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

    ``line`` is its puzzle if it is chosen, or made and no classic board; empty for none.
    """

    day: CalendarDay
    today: date
    first: date
    files: tuple[str, ...]
    days: int
    missed: int
    line: str = ""


def month_name(day: date) -> str:
    """Return the month of a day, such as ``2026-11``; empty outside of the calendar."""
    return f"{day:%Y-%m}" if FIRST_YEAR <= day.year <= LAST_YEAR else ""
