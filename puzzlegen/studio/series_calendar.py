"""The calendar of a daily: which days are issued, missed, skipped or planned, and the details of one day.

The functions run in the process of a project, in its folder.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DAY_FILES, THUMB
from puzzlegen.config.load import load_daily
from puzzlegen.config.reading.date_fields import FIRST_YEAR, LAST_YEAR
from puzzlegen.daily.dry_run import puzzle_words, words_of_day
from puzzlegen.daily.plan import Plan, Request, SeriesRecord, Work, plan, series_in_ledger
from puzzlegen.daily.run_messages import outdated_settings
from puzzlegen.daily.schedule import ONE_DAY, number_of, puzzle_kind
from puzzlegen.errors import DayError, LedgerError, OutputError
from puzzlegen.ledger.issued_day import Day
from puzzlegen.studio.series_actions import CONFIG, MAX_DAYS, SeriesAction
from puzzlegen.studio.series_days import CalendarDay, SeriesDay, SeriesMonth, State, month_name
from puzzlegen.studio.series_work import request_of

FARTHEST_NUMBER = timedelta(days=MAX_DAYS)  # to count up to the year 2999 took 80 s a month (2026-11-23)
_WEEK = 7


@dataclass(frozen=True, slots=True)
class _Series:
    """The state of a series today, from its config, its ledger and its folder."""

    config: DailyConfig
    request: Request
    record: SeriesRecord
    work: Plan | None
    problem: str

    @property
    def today(self) -> date:
        return self.request.as_of

    @property
    def first(self) -> date:
        return max(self.today, self.config.start)


def series_month(month: str) -> SeriesMonth:
    """Return a month such as ``2026-11``; for an empty text the month of today, or of the first day if that is later.

    Raises ConfigError for a config that cannot be read, and DayError for another text.
    """
    series = _series()
    first = _first_of_month(month) if month else series.first.replace(day=1)
    begin = first - first.weekday() * ONE_DAY
    days: list[date] = []
    while not days or len(days) % _WEEK or days[-1] + ONE_DAY < (first + timedelta(days=31)).replace(day=1):
        days.append(begin + len(days) * ONE_DAY)
    shown = list(_calendar_days(series, days))
    weeks = tuple(tuple(shown[at : at + _WEEK]) for at in range(0, len(shown), _WEEK))
    missed = series.work.missed if series.work else ()
    notes = tuple(outdated_settings(series.work, series.request)) if series.work else ()
    made = any(day.date == series.today and day.placed for day in series.record.days)
    return SeriesMonth(
        first, series.today, series.first, weeks, missed, series.problem, notes, made, series.config.address
    )


def _first_of_month(text: str) -> date:
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        first = date.min
    if not FIRST_YEAR <= first.year <= LAST_YEAR or month_name(first) != text:
        raise DayError(f"{text!r}: expected a month such as 2026-11")
    return first


def series_day(day: date) -> SeriesDay:
    """Return one day with its files. Raises ConfigError for a config that cannot be read."""
    series = _series()
    (shown,) = _calendar_days(series, [day])
    folder = series.request.folder_of(day)
    files = tuple(name for name in DAY_FILES if (folder / name).is_file())
    missed = len(series.work.missed) if series.work else 0
    return SeriesDay(shown, series.today, series.first, files, (day - series.first).days + 1, missed)


def _series() -> _Series:
    config = load_daily(CONFIG)
    request = request_of(SeriesAction("make"), config)
    if request.as_of < config.start:
        request = request_of(SeriesAction("make", day=config.start), config)
    record, work, problem = SeriesRecord(), None, ""
    try:
        record = series_in_ledger(request)
        work = plan(request)
    except (DayError, LedgerError, OutputError) as error:
        problem = str(error)
    return _Series(config, request, record, work, problem)


def _calendar_days(series: _Series, days: list[date]) -> Iterator[CalendarDay]:
    """Yield the entries of the calendar for dates, which are in order."""
    known = {day.date: day for day in series.record.days}
    withdrawn = {day.date: day for day in series.record.withdrawn}
    numbers = sorted((day.date, day.number) for day in (known | withdrawn).values())
    damaged = {*series.work.missing, *series.work.dates(Work.DRAW)} if series.work else set()
    for at in days:
        if at in known:
            state: State = "unfinished" if not known[at].placed else "damaged" if at in damaged else "issued"
            yield _issued(series, known[at], state)
        elif at in withdrawn:
            yield CalendarDay(at, "withdrawn", withdrawn[at].number, _puzzle(withdrawn[at]))
        else:
            yield _not_issued(series, at, numbers)


def _issued(series: _Series, day: Day, state: State) -> CalendarDay:
    pictured = (series.request.folder_of(day) / THUMB).is_file()
    return CalendarDay(day.date, state, day.number, _puzzle(day), day.manifest_sha256[:12] if pictured else "")


def _puzzle(day: Day) -> str:
    try:
        return words_of_day(day)
    except LedgerError:
        return "cannot be read"


def _not_issued(series: _Series, at: date, numbers: list[tuple[date, int]]) -> CalendarDay:
    config, kind = series.config, puzzle_kind(series.config, at)
    if kind is None:
        skipped = at >= config.start and config.weekday(at) is not None
        return CalendarDay(at, "skipped" if skipped else "none")
    number = 0
    if at - series.today <= FARTHEST_NUMBER:
        with suppress(LedgerError):  # no number is left for it
            number = number_of(config, at, numbers)
            insort(numbers, (at, number))  # the next day counts from it
    words = puzzle_words(kind.board, str(kind.difficulty), classic=kind.is_classic)
    if at >= series.today:
        return CalendarDay(at, "due" if at == series.today else "planned", number, words)
    if series.work is not None and at in series.work.missed:
        return CalendarDay(at, "missed", number, words)
    return CalendarDay(at, "past")
