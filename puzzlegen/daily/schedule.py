"""Decides which dates have a puzzle, of which kind, with which number, and when its answer may be shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, Protocol, TypeVar
from zoneinfo import ZoneInfo

from puzzlegen.config.daily import DailyConfig
from puzzlegen.errors import LedgerError

if TYPE_CHECKING:
    from puzzlegen.ledger.days import Day

ONE_DAY = timedelta(days=1)
DAYS_TO_NEXT = 366  # in which the next puzzle is looked for
_Date = date

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
    """One date: its state, and number, kind, shape, size and difficulty of its puzzle; ``number`` is 0 without one.

    ``title`` stands over the puzzle, and ``picture`` names the picture that the solution shows. ``version`` changes
    with the files of the day, and is empty without a small picture.
    """

    date: _Date
    state: State
    number: int = 0
    puzzle: str = ""
    title: str = ""
    picture: str = ""
    version: str = ""

    @property
    def words(self) -> str:
        """The state in words."""
        return STATE_WORDS[self.state]

    @property
    def facts(self) -> str:
        """Number, puzzle, title and picture on a line."""
        number, picture = f"No. {self.number}" if self.number else "", self.picture and f"picture {self.picture}"
        return ", ".join(filter(None, (number, self.puzzle, self.title and f"“{self.title}”", picture)))


def today(config: DailyConfig) -> date:
    """Return today's date in the time zone of the series."""
    return datetime.now(ZoneInfo(config.timezone)).date()


def consecutive_days(first: date, count: int) -> list[date]:
    """Return ``count`` dates in a row. Raises OverflowError past the end of the calendar."""
    return [first + i * ONE_DAY for i in range(count)]


def title_of(config: DailyConfig, day: Day) -> str:
    """Return the words over a made day: those that the config has for its puzzle now, else its own.

    Raises LedgerError for a day that cannot be parsed.
    """
    choice = config.choice_on(day.date)
    is_for_it = choice and (not choice.puzzle or day.has_puzzle(choice.puzzle))  # a choice for another may be wrong
    return config.title_on(day.date) if is_for_it else day.title


class Dated(Protocol):
    """A day, or what will be one."""

    @property
    def date(self) -> _Date:
        """Its date, which no other day has."""

    @property
    def holds_solution(self) -> bool:
        """Whether it holds its answer back until the next day is out."""


Either = TypeVar("Either", bound=Dated)


class DueDay(NamedTuple, Generic[Either]):
    """A day as its files must be: they show the solution of the day ``before``, and their own if ``is_open``."""

    day: Either
    before: Either | None
    is_open: bool


def due_days(days: Iterable[Either], as_of: date, *, all_hold: bool = False) -> list[DueDay[Either]]:
    """Return the days by date as they must be on the date ``as_of``. This alone decides what a day shows.

    ``days`` are those that are there, or will be. One that holds its answer back shows it from the date of the next one
    on. ``all_hold``: so do the others, because the series holds answers back now.
    """
    order = sorted(days, key=lambda day: day.date)
    return [
        DueDay(day, before, not is_held(day, all_hold=all_hold) or (after is not None and after.date <= as_of))
        for before, day, after in zip([None, *order], order, [*order[1:], None], strict=False)
    ]


def is_held(day: Dated, *, all_hold: bool) -> bool:
    """Return whether a day waits for the next one with its answer; ``all_hold`` is that of ``due_days``."""
    return all_hold or day.holds_solution


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


def coming_numbers(
    config: DailyConfig, issued: Sequence[tuple[date, int]], as_of: date, count: int
) -> Iterator[tuple[date, int]]:
    """Yield the dates with a puzzle among the ``count`` days after ``as_of``, with their numbers.

    ``issued`` has the issued dates with their numbers, in order. A date for which they leave no number is left out.
    """
    known = dict(issued)
    for day in consecutive_days(as_of + ONE_DAY, count):
        if day in known:
            yield day, known[day]
        elif config.puzzle_kind(day) is not None:
            with suppress(LedgerError):
                yield day, number_of(config, day, issued)


def _count_puzzles(config: DailyConfig, first: date, end: date) -> int:
    """Count the dates with a puzzle from ``first`` on and before ``end``."""
    return sum(config.puzzle_kind(first + i * ONE_DAY) is not None for i in range((end - first).days))


def a_year_before(day: date) -> date:
    """Return the same date one year earlier; 28 February for 29 February."""
    return day.replace(year=day.year - 1, day=min(day.day, 28) if day.month == 2 else day.day)
