"""What a run has to do, found by looking: at the config, the ledger and the folder. Changes nothing and imports little,
because most runs find nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from zoneinfo import ZoneInfo

from puzzlegen import __version__
from puzzlegen.config.book import config_hash
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.reading.date_fields import LAST_YEAR
from puzzlegen.config.template_files import templates_in
from puzzlegen.daily.day import CALENDAR, DAY_FILES, FEED, PRINT, RSS
from puzzlegen.daily.folder_check import check_home, check_ledger, day_folders
from puzzlegen.daily.manifest import SERIES, Manifest, mark, read_manifest, stamp
from puzzlegen.daily.schedule import a_year_before, days_from, is_open, number_of, wanted
from puzzlegen.daily.store import holds, inputs_of, series_inputs
from puzzlegen.errors import DayError, OutputError
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.records import IssuedDay
from puzzlegen.output.build_folder import MANIFEST

_NEWEST = 30  # days whose files the feeds may name
_OURS = (FEED, RSS, CALENDAR, "index.html", "archive", MANIFEST)


@dataclass(frozen=True, slots=True)
class Request:
    """What ``puzzlegen daily`` was asked for: ``count`` days from ``first`` on, seen from the day ``as_of``.

    ``executor``: who makes puzzles in place of ``jobs`` workers here, see jobs.dask_cluster; days are drawn here.
    """

    config: DailyConfig
    folder: Path
    ledger: Path
    first: date
    count: int
    as_of: date
    redraw: bool = False
    reissue: bool = False
    jobs: int = 1
    executor: str | None = None


class Work(StrEnum):
    """What is done with a day."""

    ISSUE = "issued"
    REISSUE = "issued again"
    REDRAW = "redrawn"  # with the present settings
    FOLLOW = "drawn again"  # the puzzle before it is another one, or is shown in another way
    OPEN = "opened"  # drawn with its answer, which was held back
    HOLD = "held again"  # seen from an earlier day
    DRAW = "drawn"  # from the ledger: missing, damaged, or left by a run that was stopped


@dataclass(frozen=True, slots=True)
class Task:
    """One day's work; ``known`` is what the ledger has of it, None if it is new."""

    date: date
    number: int
    work: Work
    known: IssuedDay | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to do, by date, and what is not. ``days`` are those the ledger has."""

    tasks: tuple[Task, ...]
    days: tuple[IssuedDay, ...]
    untouched: int
    skipped: tuple[date, ...]
    stale: bool  # the files of the series
    missing: tuple[date, ...] = ()  # or damaged, not asked for, and so left alone

    def dates(self, *kinds: Work) -> list[date]:
        """The days with work of these kinds."""
        return [task.date for task in self.tasks if task.work in kinds]

    @property
    def idle(self) -> bool:
        """Nothing is to do."""
        return not self.tasks and not self.stale


def today(config: DailyConfig) -> date:
    """The day it is in the series' time zone."""
    return datetime.now(ZoneInfo(config.timezone)).date()


def plan(request: Request) -> Plan:
    """Raises DayError, LedgerError or OutputError for what cannot or must not be done."""
    config, folder = request.config, request.folder
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: found a file, expected a folder: choose another with -o")
    rows, home = _recorded(request)
    known = {date.fromisoformat(day.date): day for day in rows}
    dates = _dates(request)
    _not_of_another(request, SERIES, folder)
    check_ledger(folder, request.ledger, [day.date for day in rows])
    fresh = list(_new_days(request, dates, known))
    tasks: dict[date, Task] = {}
    for day in fresh:  # in order: each counts from those before it
        issued = sorted((at, one.number) for at, one in (known | tasks).items())
        number = number_of(config, day, issued)
        tasks[day] = Task(day, number, Work.ISSUE, None)
    changes = Work.REISSUE if request.reissue else Work.REDRAW if request.redraw else None
    for day in dates:
        if changes and day in known:
            tasks[day] = Task(day, known[day].number, changes, known[day])
    missing = _add_drawn(request, known, tasks)
    if home is not None:
        there = day_folders(folder) | set(map(str, tasks))
        check_home(folder, request.ledger, home, [day.date for day in rows if day.placed and day.date not in there])
    return Plan(
        tuple(tasks[day] for day in sorted(tasks)),
        tuple(known[day] for day in sorted(known)),
        sum(day in known and day not in tasks for day in dates),
        tuple(day for day in dates if day not in known and day not in tasks),
        bool(tasks) or series_are_stale(request, list(known.values())),
        missing,
    )


def _add_drawn(request: Request, known: dict[date, IssuedDay], tasks: dict[date, Task]) -> tuple[date, ...]:
    """Add the issued days to draw, found by a look at those asked for and at all that have come. Those that were not
    asked for and are missing or damaged are only returned: whoever clears old folders away wants none of them back.
    """
    new = set(tasks)  # not drawn yet, so nobody can have drawn their solution
    order = sorted(known.keys() | new)
    asked = set(days_from(request.first, request.count))
    missing = []
    for before, day, after in zip([None, *order], order, [*order[1:], None], strict=False):
        if day in new:
            continue
        issued = known[day]
        follows = before in asked and (request.folder / issued.date).exists()
        if not (day in asked or day <= request.as_of or follows or not issued.placed):
            continue
        if day in asked or not issued.placed:
            _check_place(request, request.folder / issued.date)
        open_ = is_open(holds(issued), after, request.as_of)
        work = _due(request, issued, known.get(before) if before else None, open_)
        if work is None and before in new:
            work = Work.FOLLOW
        if work is Work.DRAW and day not in asked and issued.placed:
            missing.append(day)
        elif work is not None:
            tasks[day] = Task(day, issued.number, work, issued)
    return tuple(missing)


def issued_days(request: Request) -> list[IssuedDay]:
    """The days of the series that the ledger has, by date. Raises LedgerError."""
    return _recorded(request)[0]


def _recorded(request: Request) -> tuple[list[IssuedDay], Path | None]:
    """The same, and the folder where the last of them was placed, if that is another than the request's."""
    path, series = request.ledger, request.config.series
    if not path.exists() or (path.is_file() and not path.stat().st_size):  # empty: its maker was killed
        return [], None
    with DailyLedger(path, write=False) as ledger:
        home = ledger.home(series)
        same = home is None or home == ledger.folder_name(request.folder)
        return ledger.days(series), None if same or home is None else ledger.folder_path(home)


def _dates(request: Request) -> list[date]:
    try:
        dates = days_from(request.first, request.count)
    except OverflowError:
        dates = []
    if not dates or dates[-1].year > LAST_YEAR:
        raise DayError(f"--days: {request.count} days from {request.first} on end after the year {LAST_YEAR}")
    return dates


def _new_days(request: Request, dates: list[date], known: dict[date, IssuedDay]) -> Iterator[date]:
    """Those to issue. Raises an error for the first that must not be."""
    oldest = a_year_before(request.as_of)
    for day in dates:
        if day in known:
            continue
        if day < request.config.start:
            start = request.config.start
            raise DayError(f"{day}: the series starts on {start}: begin with --date {start}, or set start")
        if not wanted(request.config, day):
            continue
        if day < oldest:
            raise DayError(
                f"{day}: more than a year before {request.as_of}, and not issued then: the past is not made up; the "
                f"earliest day is {oldest}"
            )
        place = request.folder / day.isoformat()
        if place.exists() and not place.is_dir():
            raise _in_the_way(place)
        if place.exists() and any((place / name).exists() for name in (MANIFEST, *DAY_FILES)):
            raise OutputError(
                f"{place}: holds a day that {request.ledger} does not know: put the ledger back from your backup, name "
                "it with --ledger, or move the folder away"
            )
        yield day


def _check_place(request: Request, folder: Path) -> None:
    """Raises OutputError where the folder of a day is a file, or that of another series."""
    if folder.exists() and not folder.is_dir():
        raise _in_the_way(folder)
    _not_of_another(request, "", folder)


def _due(request: Request, issued: IssuedDay, before: IssuedDay | None, open_: bool) -> Work | None:
    """What is to do with a day: nothing if its folder is there as it was drawn, and would be drawn the same now."""
    folder = request.folder / issued.date
    found = read_manifest(folder)
    if not issued.placed or found is None or found.series != mark(request.config.series):
        return Work.DRAW
    if not found.files or found.touched(folder):
        return Work.DRAW
    if found.inputs == inputs_of(issued, before, open_):
        return None
    if found.inputs == inputs_of(issued, before, not open_):
        return Work.OPEN if open_ else Work.HOLD
    return Work.FOLLOW


def _in_the_way(place: Path) -> OutputError:
    """What is said of a file where the folder of a day belongs."""
    return OutputError(f"{place}: found a file, expected the folder of a day: move it away")


def _not_of_another(request: Request, kind: str, folder: Path) -> Manifest | None:
    """The manifest in a folder of ours. Raises OutputError for a folder that is somebody else's."""
    found = read_manifest(folder)
    if found is not None and found.series != mark(request.config.series):
        raise OutputError(
            f"{folder}: holds another series than {request.config.series!r}: choose another folder with -o"
        )
    foreign = [name for name in _OURS if (folder / name).exists()] if kind and found is None else []
    if foreign:
        raise OutputError(
            f"{folder / foreign[0]}: not made by puzzlegen daily, and would be overwritten: choose another folder with "
            "-o, or move it away"
        )
    return found


def told_days(request: Request, days: list[IssuedDay]) -> list[IssuedDay]:
    """The days that the files of the series tell of."""
    return [day for day in days if day.placed and day.date <= request.as_of.isoformat()]


def print_sizes(request: Request, days: list[IssuedDay]) -> dict[str, int]:
    """Bytes of the page to print of the newest days, by the day's name, where it is there."""
    files = {day.date: request.folder / day.date / PRINT for day in days[-_NEWEST:]}
    return {name: path.stat().st_size for name, path in files.items() if path.is_file()}


def state_of_series(request: Request, days: list[IssuedDay]) -> str:
    """A digest of what the files of the series are made of, templates included."""
    told = told_days(request, days)
    own = [path for place in (request.config.language, "web") for path in templates_in(place, "*")]
    templates = [[path.parent.name, path.name, stamp(str(path))] for path in own]  # the same from wherever it is run
    return series_inputs(
        told,
        __version__,
        config_hash(request.config),
        request.as_of.isoformat(),
        print_sizes(request, told),
        templates,
    )


def series_are_stale(request: Request, days: list[IssuedDay]) -> bool:
    """Whether the files of the series have to be made again."""
    if not days:
        return False
    found = read_manifest(request.folder)
    return found is None or found.inputs != state_of_series(request, days) or bool(found.touched(request.folder))
