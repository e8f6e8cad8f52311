"""Plans a run: compares config, ledger and folder, and lists which days to issue, draw or open. Changes nothing.

It also checks the date that the clock of the computer gives: a wrong one publishes days too early, or takes them back.
It imports little, because most runs find nothing to do.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path

from puzzlegen import __version__
from puzzlegen.config import day_files
from puzzlegen.config.daily import NONE, DailyConfig
from puzzlegen.config.palettes import COVERS
from puzzlegen.daily import folders, schedule
from puzzlegen.daily.manifest import (
    Manifest,
    copied_days,
    drawings_of,
    inputs_of_series,
    is_published,
    numbers_of,
    pdf_sizes,
    read_manifest,
    series_fingerprint,
)
from puzzlegen.errors import DayError, LedgerError, NoLedger, OutputError
from puzzlegen.files.build_folder import MANIFEST, damaged, fact_of
from puzzlegen.files.templates import template, templates_in
from puzzlegen.ledger.days import DailyLedger, Day
from puzzlegen.schema.daily_fields import LAST_YEAR
from puzzlegen.schema.validation import config_hash
from puzzlegen.wording import pluralize

FEED_ITEMS = 30  # days in a feed, newest first


@dataclass(frozen=True, slots=True)
class Request:
    """A call of ``puzzlegen daily``: ``count`` days from ``first`` on, as of the date ``as_of``.

    ``catch_up``: also issue the days that were missed. ``withdraw`` are days to take back; ``count`` is 0 then.
    ``jobs`` is the number of local workers. ``executor`` names a dask scheduler (jobs.dask_cluster) whose workers make
    the puzzles; days are drawn on this machine. ``publish_to`` is the folder for a public copy. Days that are whole
    there need no folder, unless ``is_named``: the user named the days to make. ``source`` is the config for messages.
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
    catch_up: bool = False
    withdraw: tuple[date, ...] = ()
    publish_to: Path | None = None
    source: str = "CONFIG"
    is_named: bool = False

    def folder_of(self, day: date | Day) -> Path:
        """Return the folder of a day."""
        return self.folder / str(day if isinstance(day, date) else day.date)


class Work(StrEnum):
    """What a run does with a day."""

    ISSUE = "issued"
    REISSUE = "issued again"
    REDRAW = "redrawn"  # with the present settings
    FOLLOW = "drawn again"  # the previous puzzle changed, or the way it is shown
    OPEN = "opened"  # drawn with its answer, which was held back
    HOLD = "held again"  # as_of is earlier than in the run before
    DRAW = "drawn"  # from the ledger: missing, damaged, or left by an interrupted run


NEW_PUZZLE = (Work.ISSUE, Work.REISSUE)
AS_CONFIGURED = (*NEW_PUZZLE, Work.REDRAW)  # work that uses the present settings


@dataclass(frozen=True, slots=True)
class Task:
    """The work on one day; ``known`` is the day in the ledger, None if it is new."""

    date: date
    number: int
    work: Work
    known: Day | None
    holds_solution: bool  # whether it will hold its answer back until the next day is out


@dataclass(frozen=True, slots=True)
class Plan:
    """The tasks by date, and the days in the ledger by date.

    ``days`` leaves out withdrawn days. ``withdraw`` are the days to take back, with those whose files an interrupted
    run left; ``left_out`` are requested days that were withdrawn before; ``missed`` are dates before the newest day
    that have no puzzle and should have one. ``untouched`` counts requested days that need no work; ``skipped`` are
    requested dates without a puzzle; ``stale``: the files of the series have to be written; ``missing`` are days that
    are missing or damaged but not requested.
    """

    tasks: tuple[Task, ...]
    days: tuple[Day, ...]
    untouched: int
    skipped: tuple[date, ...]
    stale: bool
    missing: tuple[date, ...] = ()
    withdraw: tuple[Day, ...] = ()
    left_out: tuple[date, ...] = ()
    missed: tuple[date, ...] = ()

    @property
    def expected(self) -> list[Day | Task]:
        """The days that are there after the run: those that it will work on as tasks, and the others."""
        return list(({day.date: day for day in self.days} | {task.date: task for task in self.tasks}).values())

    def dates(self, *kinds: Work) -> list[date]:
        """Return the dates of tasks of these kinds."""
        return [task.date for task in self.tasks if task.work in kinds]

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return not self.tasks and not self.withdraw and not self.stale


def plan(request: Request) -> Plan:
    """Return the tasks of a run. Raises DayError, LedgerError or OutputError where it is impossible or unsafe."""
    config, folder = request.config, request.folder
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: found a file, expected a folder: choose another with -o")
    record = _read_ledger(request)
    dates = _requested_dates(request)
    folders.check_series_folder(folder, config.series, names_of_series_files(config))
    known_names = [day.name for day in (*record.days, *record.withdrawn)]
    folders.check_ledger(folder, request.ledger, known_names, request.source)
    known, withdrawn = _split_days(request, record)
    taken = {at: day.number for at, day in (known | withdrawn).items()}
    missed = _missed(request, dates, taken)
    if request.catch_up:
        dates, missed = [*missed, *dates], []
    tasks = _new_tasks(request, dates, taken) | _changed_tasks(request, dates, known, record.unfinished)
    missing = _add_known_days(request, known, tasks, withdrawn)
    drawn_here = set(map(str, dates))
    others = [day.name for day in record.days if day.placed and day.name not in drawn_here]
    folders.check_home(folder, request.ledger, record.home, others)
    days = tuple(known[at] for at in sorted(known))
    withdraw = _days_to_withdraw(request, record, withdrawn)
    return Plan(
        tasks=tuple(tasks[at] for at in sorted(tasks)),
        days=days,
        untouched=sum(at in known and at not in tasks for at in dates),
        skipped=tuple(at for at in dates if at not in taken and at not in tasks),
        stale=bool(tasks) or _series_is_stale(request, days, withdrawn.values()),
        missing=missing,
        withdraw=withdraw,
        left_out=tuple(at for at in (*dates, *request.withdraw) if at in withdrawn and withdrawn[at] not in withdraw),
        missed=tuple(missed),
    )


def _changed_tasks(
    request: Request, dates: Sequence[date], known: Mapping[date, Day], unfinished: Set[date]
) -> dict[date, Task]:
    """Return the work on the ``known`` days that are requested to be drawn or issued again."""
    if not request.reissue and not request.redraw:
        return {}
    work, finished_alone = (Work.REISSUE, unfinished) if request.reissue else (Work.REDRAW, set())
    again = [known[day] for day in dates if day in known and day not in finished_alone]
    return {day.date: Task(day.date, day.number, work, day, request.config.hold_solution) for day in again}


def _split_days(request: Request, record: SeriesRecord) -> tuple[dict[date, Day], dict[date, Day]]:
    """Return the days by date, and those that are withdrawn or to be withdrawn. Raises DayError or OutputError.

    A day that was withdrawn comes back where ``--redraw`` or ``--reissue`` names it alone.
    """
    known = {day.date: day for day in record.days}
    withdrawn = {day.date: day for day in record.withdrawn}
    for at in request.withdraw:
        if at not in known and at not in withdrawn:
            raise DayError(f"--withdraw: {at} has no puzzle in {request.ledger}: name days that were issued")
        if at in known:
            withdrawn[at] = known.pop(at)
    if (request.redraw or request.reissue) and request.count == 1 and request.first in withdrawn:
        known[request.first] = withdrawn.pop(request.first)
    for at in withdrawn:
        folders.check_day_folder(request.folder_of(at), request.config.series)
    return known, withdrawn


def _days_to_withdraw(request: Request, record: SeriesRecord, withdrawn: Mapping[date, Day]) -> tuple[Day, ...]:
    """Return the days to take back, and the ``withdrawn`` days whose files an interrupted run left."""
    return tuple(
        day
        for at, day in sorted(withdrawn.items())
        if (at in request.withdraw and day in record.days) or folders.is_left_over(request.folder_of(at))
    )


def _missed(request: Request, dates: Sequence[date], taken: Mapping[date, int]) -> list[date]:
    """Return the dates that should have a puzzle and have none, before the newest day up to ``as_of``.

    Left out are dates more than a year ago, and those for which the issued days leave no number, because the config had
    no puzzle for them when the next day was issued. ``taken`` has the numbers of the days of the ledger.
    """
    config, issued = request.config, sorted(taken.items())
    end = max((at for at in (*taken, *dates) if at <= request.as_of), default=request.config.start)
    begin = max(config.start, schedule.a_year_before(request.as_of))
    requested = set(dates)

    def has_number(at: date) -> bool:
        try:
            schedule.number_of(config, at, issued)
        except LedgerError:
            return False
        return True

    return [
        at
        for at in schedule.consecutive_days(begin, (end - begin).days)
        if at not in taken and at not in requested and config.puzzle_kind(at) and has_number(at)
    ]


def _add_known_days(
    request: Request, known: Mapping[date, Day], tasks: dict[date, Task], withdrawn: Mapping[date, Day]
) -> tuple[date, ...]:
    """Add the days of the ledger that have to be drawn: requested ones, and all whose date has come.

    Returns the days that are missing or damaged, and are neither requested nor due to be drawn. They are only reported,
    because an editor may have removed old folders on purpose.
    """
    expected = dict[date, Day | Task]({**known, **tasks})
    days, missing = _KnownDays.of(request, known, expected, withdrawn), []
    for due in schedule.due_days(expected.values(), request.as_of):
        if isinstance(due.day, Task) or not days.may_need_work(due.day, due.before):
            continue
        work, is_only_reported = days.work_on(due.day, due.before, due.is_open)
        if is_only_reported:
            missing.append(due.day.date)
        elif work is not None:
            tasks[due.day.date] = Task(due.day.date, due.day.number, work, due.day, due.day.holds_solution)
    return tuple(missing)


@dataclass(frozen=True, slots=True)
class _KnownDays:
    """The days of the ledger, as a run finds them.

    ``requested`` are the dates to make, or all where no day is in its folder, but with a published copy no coming ones.
    Files of the days ``behind_gap`` may still show the solution of a withdrawn day. ``last`` is the date of the run
    before, and ``were_open`` are the days that could show their answers then. ``copies`` need no folder.
    """

    request: Request
    requested: Set[date]
    behind_gap: Set[date]
    last: date
    were_open: Set[date]
    copies: Mapping[str, Manifest]

    @classmethod
    def of(
        cls, request: Request, known: Mapping[date, Day], expected: Mapping[date, Day | Task], gaps: Mapping[date, Day]
    ) -> _KnownDays:
        """Return the ``known`` days; ``expected`` are all that there will be, ``gaps`` those that are withdrawn."""
        last = last_run(request) or request.as_of - schedule.ONE_DAY
        dates = set(schedule.consecutive_days(request.first, request.count))
        due = schedule.due_days([*expected.values(), *gaps.values()], last)
        behind_gap = {one.day.date for one in due if one.before and one.before.date in gaps}
        were_open = {one.day.date for one in schedule.due_days(known.values(), last) if one.is_open}
        named, copies = set(map(str, dates if request.is_named else ())), copied_days(request.publish_to)
        copies = {name: copies[name] for name in copies.keys() - named}
        away = folders.days_without_folder(request.folder, expected, request.as_of if request.publish_to else date.max)
        return cls(request, dates | away, behind_gap, last, were_open, copies)

    def may_need_work(self, day: Day, before: Day | Task | None) -> bool:
        """Tell whether a day is to be looked at; ``before`` is the day before it."""
        is_changed = before and (before.date in self.requested or (isinstance(before, Day) and not before.placed))
        is_wanted = day.date in self.requested or day.date <= self.request.as_of or not day.placed
        return is_wanted or (bool(is_changed or day.date in self.behind_gap) and self.request.folder_of(day).exists())

    def work_on(self, day: Day, before: Day | Task | None, is_open: bool) -> tuple[Work | None, bool]:
        """Return the work on a due day, and whether it is only reported. Raises OutputError.

        ``before`` is a task if it will be drawn otherwise, so that no day shows its solution yet.
        """
        request, is_wanted = self.request, day.date in self.requested or not day.placed
        if is_wanted:
            folders.check_day_folder(request.folder_of(day), request.config.series)
        due = schedule.DueDay(day, before.known if isinstance(before, Task) else before, is_open)
        manifest, is_there = self._files_of(day)
        work = work_on(due, manifest, is_there) or (Work.FOLLOW if isinstance(before, Task) else None)
        if work is not Work.DRAW or is_wanted:
            return work, False
        is_news = self.last < day.date <= request.as_of or (is_open and day.date not in self.were_open)
        is_due = is_news or (manifest is not None and work_on(due, manifest, True) is not None)
        return work, not (is_due and folders.can_hold_day(request.folder_of(day), request.config.series))

    def _files_of(self, day: Day) -> tuple[Manifest | None, bool]:
        """Return a day's manifest, and whether its files are whole: in its folder or, without one, as published."""
        manifest, target = read_manifest(self.request.folder_of(day)), self.request.publish_to
        copy = self.copies.get(day.name) if manifest is None and day.placed else None
        if target and copy and not damaged(target, copy.files_in(day.name), by_time=True):
            return copy, True
        return manifest, is_whole(self.request, day, manifest)


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """What the ledger has of a series: its days and those withdrawn, by date; ``unfinished`` are interrupted reissues.

    ``home`` is the folder where the last day was placed, None if that is the folder of the request, or a published copy
    from which the ledger was rebuilt. ``puzzles`` are the dates, each with the text of every puzzle that it has had.
    """

    days: Sequence[Day] = ()
    withdrawn: Sequence[Day] = ()
    unfinished: Set[date] = frozenset()
    home: Path | None = None
    puzzles: Set[tuple[str, str]] = frozenset()


def series_in_ledger(request: Request) -> SeriesRecord:
    """Return what the ledger has of the series, after the run that planned it. Raises LedgerError."""
    return _read_ledger(request, verify=False)


def _read_ledger(request: Request, *, verify: bool = True) -> SeriesRecord:
    path, series = request.ledger, request.config.series
    try:
        with DailyLedger(path, write=False, verify=verify) as ledger:
            home = ledger.home(series)
            place = None if home in {None, ledger.folder_name(request.folder)} else ledger.folder_path(str(home))
            is_copy = place is not None and is_published(place)
            return SeriesRecord(
                ledger.days(series),
                ledger.withdrawn_days(series),
                ledger.unfinished_reissues(series),
                None if is_copy else place,
                ledger.issued_puzzles(series),
            )
    except NoLedger:  # new, or without tables: the run that created it was killed
        return SeriesRecord()


def _requested_dates(request: Request) -> list[date]:
    try:
        dates = schedule.consecutive_days(request.first, request.count)
    except OverflowError:
        dates = []
    if request.count and (not dates or dates[-1].year > LAST_YEAR):
        days = pluralize(request.count, "day")
        raise DayError(f"--days: {days} from {request.first} on would end after the year {LAST_YEAR}")
    return dates


def _new_tasks(request: Request, dates: Sequence[date], taken: Mapping[date, int]) -> dict[date, Task]:
    """Return the work of issuing the ``dates`` that are not ``taken``; raises as ``_new_dates`` and ``number_of``."""
    tasks: dict[date, Task] = {}
    for new in list(_new_dates(request, dates, taken)):  # in order: each number counts from the days before
        issued = {**taken, **{at: task.number for at, task in tasks.items()}}
        number = schedule.number_of(request.config, new, sorted(issued.items()))
        tasks[new] = Task(new, number, Work.ISSUE, None, request.config.hold_solution)
    return tasks


def _new_dates(request: Request, dates: Sequence[date], taken: Container[date]) -> Iterator[date]:
    """Yield the dates to issue, those not ``taken``. Raises DayError or OutputError for the first that must not be."""
    oldest = schedule.a_year_before(request.as_of)
    for at in dates:
        if at in taken:
            continue
        if at < request.config.start:
            start = request.config.start
            raise DayError(
                f"{at}: before the first day of the series, which is {start} (start in the config): use "
                f"--date {start}, or set start to {at}"
            )
        if not request.config.puzzle_kind(at):
            continue
        if at < oldest:
            raise DayError(
                f"{at}: more than a year before {request.as_of}, and not issued then: the past is not made up; the "
                f"earliest day is {oldest}"
            )
        folders.check_new_day_folder(request.folder_of(at), request.ledger)
        yield at


def work_on(due: schedule.DueDay[Day], manifest: Manifest | None, is_whole: bool) -> Work | None:
    """Return what to do with a day, which tells what changed; None if its files would be drawn the same now.

    ``manifest`` is that in its folder, and ``is_whole`` tells whether its files are those that the ledger knows.
    """
    if manifest is None or not is_whole:
        return Work.DRAW
    was_open, _ = drawings_of(due.day, [due.before]).get(manifest.inputs, (None, None))
    if was_open is None:
        return Work.FOLLOW
    return None if was_open == due.is_open else Work.OPEN if due.is_open else Work.HOLD


def is_whole(request: Request, day: Day, manifest: Manifest | None) -> bool:
    """Return whether a day's files are those of its manifest, and this is the manifest that the ledger knows."""
    folder = request.folder_of(day)
    if not day.placed or manifest is None or manifest.series != series_fingerprint(request.config.series):
        return False
    is_known = bool(manifest.files) and not damaged(folder, {MANIFEST: day.manifest_sha256})
    return is_known and not damaged(folder, manifest.files, by_time=True)


def last_run(request: Request) -> date | None:
    """Return the day that the last run took for today; None if the manifest of the series does not tell."""
    manifest = read_manifest(request.folder)
    if manifest is not None:
        with suppress(LookupError, TypeError, ValueError):  # a manifest of puzzlegen 0.1 has no date
            return date.fromisoformat(manifest.presentation["as_of"])
    return None


# --- Files of the series ----------------------------------------------------------------------------------------------


def published_days(days: Iterable[Day], as_of: date) -> list[Day]:
    """Return the days that the files of the series list: placed, and not later than ``as_of``."""
    return [day for day in days if day.placed and day.date <= as_of]


def names_of_series_files(config: DailyConfig) -> tuple[str, ...]:
    """Return the names of the files beside the days that a config asks for, without the pages of the months.

    Raises ConfigError for a logo that cannot be read.
    """
    digest = () if config.digest == NONE else day_files.WANTED_FILES
    if not config.logo:
        return (*day_files.TOP_FILES, *digest)
    from puzzlegen.daily.day_content import load_logo  # noqa: PLC0415  # few runs have a logo

    return (*day_files.TOP_FILES, *digest, day_files.logo_file(load_logo(config.logo)))


def inputs_of_series_files(request: Request, days: Sequence[Day], withdrawn: Iterable[Day]) -> str:
    """Return a digest of all that the files of the series are made from, templates included."""
    published = published_days(days, request.as_of)
    paths = [path for group in (request.config.language, "mail", "page", "web") for path in templates_in(group, "*")]
    # Names without the folders above, so that the digest is the same wherever the program is installed
    templates = [[path.parent.name, path.name, fact_of(str(path))] for path in (*paths, template(COVERS))]
    return inputs_of_series(
        published,
        __version__,
        config_hash(request.config),
        request.as_of.isoformat(),
        pdf_sizes(request.folder, request.publish_to, published[-FEED_ITEMS:]),
        templates,
        request.config.logo and fact_of(request.config.logo),
        numbers_of(withdrawn),
    )


def _series_is_stale(request: Request, days: Sequence[Day], withdrawn: Iterable[Day]) -> bool:
    manifest = read_manifest(request.folder)
    if manifest is None:
        return bool(days)
    is_current = manifest.inputs == inputs_of_series_files(request, days, withdrawn)
    return not is_current or bool(damaged(request.folder, manifest.files, by_time=True))


# Publishers who issue a month in advance run the command about once a month, sometimes a few days late.
LONGEST_PAUSE = timedelta(days=45)
# A change of the time zone of the series sets the date back by one day.
FARTHEST_BACK = timedelta(days=2)


def clock_doubt(request: Request, plan: Plan) -> str | None:
    """Return why today's date, ``as_of``, is doubtful; None if it is plausible.

    It is compared with the day that the last run took for today. Where the manifest of the series is lost, it is only
    checked not to be long after the newest day, because days may have been issued in advance.
    """
    today, last = request.as_of, last_run(request)
    if last is not None and last - today > FARTHEST_BACK:
        return f"{today}: {(last - today).days} days before the last run, which was on {last}"
    if last is not None and today - last > LONGEST_PAUSE:
        return f"{today}: {(today - last).days} days after the last run, which was on {last}"
    newest = max((day.date for day in plan.days), default=None)
    if last is None and newest is not None and today - newest > LONGEST_PAUSE:
        return f"{today}: {(today - newest).days} days after the last issued day, which is {newest}"
    return None
