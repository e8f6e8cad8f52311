"""Runs a plan, or lists what it would do: each day is reserved in the ledger, drawn, put in its place and recorded.

A run that fails or is interrupted leaves the days before it finished, and the day itself reserved: the next run
finishes it with the same puzzle, and with the settings of that time if it was never published. A day of the ledger that
cannot be drawn is reported after all other work is done.
"""

from __future__ import annotations

import shutil
import time
from bisect import insort
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from datetime import date
from types import MappingProxyType

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.shape_cells import shape_of
from puzzlegen.config.daily import CLASSIC, DailyConfig, WeekdayConfig
from puzzlegen.config.day_files import MONTHS, THUMB, files_of_day
from puzzlegen.daily import run_messages
from puzzlegen.daily.chosen_days import check_unused_in, chosen_day
from puzzlegen.daily.day_files import DrawingJob, draw_folder, draw_folder_or_error
from puzzlegen.daily.fit_check import check_plan, replace_undrawable
from puzzlegen.daily.manifest import inputs_of_swap, manifest_text, read_manifest
from puzzlegen.daily.plan import (
    AS_CONFIGURED,
    NEW_PUZZLE,
    Plan,
    Request,
    SeriesRecord,
    Task,
    Work,
    last_run,
    names_of_series_files,
    series_in_ledger,
)
from puzzlegen.daily.publishing import planned_changes
from puzzlegen.daily.run_state import Chosen, RunState, next_pictures
from puzzlegen.daily.schedule import ONE_DAY, CalendarDay, State, consecutive_days, number_of
from puzzlegen.daily.series_site import write_series
from puzzlegen.errors import DayError, GenerationError, Interrupted, LedgerError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, open_build_folder
from puzzlegen.files.writing import atomic_file, check_links
from puzzlegen.generator.batch import generate_each
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.jobs import ordered_work
from puzzlegen.jobs.dask_cluster import open_generators
from puzzlegen.jobs.pools import WorkerPool, open_local_pool
from puzzlegen.ledger.days import DailyLedger, Day
from puzzlegen.ledger.ledger import relative_name
from puzzlegen.schema.daily_fields import MAX_DAYS
from puzzlegen.wording import IN_CALENDAR, Step

POOL_FROM = 6  # days: fewer are drawn before worker processes have started


def run_plan(
    request: Request, plan: Plan, progress: ordered_work.Progress, info: ordered_work.Notify, warn: ordered_work.Notify
) -> run_messages.RunSummary:
    """Do the work of a plan; ``info`` and ``warn`` receive messages, ``warn`` those that ``--quiet`` must not hide.

    Raises GenerationError, LayoutError, LedgerError, OutputError, WorkerError, DayError or Interrupted. Days that were
    finished stay finished.
    """
    begin = time.perf_counter()
    plan = replace_undrawable(request, plan)
    check_plan(request, plan)
    dates = [*(task.date for task in plan.tasks), *(day.date for day in plan.withdraw)]
    check_links(request.folder, [*map(str, dates), MONTHS])
    done: Counter[str] = Counter()
    with open_build_folder(request.folder) as folder, DailyLedger(request.ledger, write=True, verify=False) as ledger:
        state = RunState(request, plan, ledger, folder)
        _announce(request, plan, info, warn)
        for day in plan.withdraw:
            state.withdraw(day)
        if plan.tasks:
            progress.start("days", len(plan.tasks))
            try:
                for task in _issue_and_draw(state, warn):
                    done[task.work] += 1
                    progress.advance()
            except PuzzlegenError:
                with suppress(PuzzlegenError, OSError):  # the first error is the one to report
                    _publish_finished_days(state)
                raise
            except KeyboardInterrupt:
                message = f"{done.total()} of {len(plan.tasks)} days are done: start the same run again to continue"
                raise Interrupted(message) from None
        files = _write_series(state)
    if state.failed:
        more = f" (and {len(state.failed) - 1} days more)" if len(state.failed) > 1 else ""
        raise DayError(f"{next(iter(state.failed.values()))}{more}; all other work is done")
    return run_messages.RunSummary(done, files, time.perf_counter() - begin)


def swap_days(request: Request, other: date, *, in_studio: bool = False) -> None:
    """Exchange the puzzles of the requested day and another in the ledger, for a run to draw them.

    A claim in the manifest of the series has the exchanged puzzles, until its files are written: a run that finds them
    finishes one that was killed. Raises DayError for days that are public or not made, LedgerError, and OutputError
    while another run is writing.
    """
    series = request.config.series
    with open_build_folder(request.folder), DailyLedger(request.ledger, write=True) as ledger:
        known = {day.date: day for day in ledger.days(series)}
        pair = [known[day] for day in (request.first, other) if day in known]
        site = read_manifest(request.folder)
        if site and site.inputs == inputs_of_swap(pair):
            return
        _check_swap(request, other, {day.date for day in pair if day.placed}, in_studio=in_studio)
        if site:
            claim = inputs_of_swap([pair[0].with_puzzle_of(pair[1]), pair[1].with_puzzle_of(pair[0])])
            with atomic_file(request.folder / MANIFEST) as beside:
                beside.write_text(manifest_text(replace(site, inputs=claim)), encoding="utf-8", newline="\n")
        ledger.swap_puzzles(series, *pair)


def _check_swap(request: Request, other: date, made: Set[date], *, in_studio: bool) -> None:
    name = "Swap" if in_studio else "--swap"
    public = max(request.as_of, last_run(request) or request.as_of)
    for day in (request.first, other):
        if day <= public:
            raise DayError(f"{name}: {day} is public already: choose days after {public}")
        if day not in made:
            remedy = Step("make it first", f"--date {day}", IN_CALENDAR).told(in_studio=in_studio)
            raise DayError(f"{name}: {day} has no finished puzzle: {remedy}")
    if other == request.first:
        raise DayError(f"{name}: found {other} twice: name another day")


def _announce(request: Request, plan: Plan, info: ordered_work.Notify, warn: ordered_work.Notify) -> None:
    for line in (*run_messages.reissue_warnings(plan, request), *run_messages.withdraw_warnings(plan, request)):
        warn(line)
    for line in run_messages.redraw_warnings(plan):
        info(line)


def _publish_finished_days(state: RunState) -> None:
    """Write the files of the series after an error, with the answers that may be shown by now."""
    if not state.days:
        return
    for task in state.tasks_to_open():
        state.reserve(task, iter(()))
        state.place(task, draw_folder(state.drawing_job(task)))
    _write_series(state)


def _write_series(state: RunState) -> int:
    request = state.request
    ledger = relative_name(request.folder, state.ledger.path)
    files = write_series(request, state.days, state.withdrawn, ledger, state.folder)
    state.settle_reissues()
    return files


def _issue_and_draw(state: RunState, warn: ordered_work.Notify) -> Iterator[Task]:
    """Yield each task when it is done.

    The first puzzle that cannot be generated ends it, after the days before it are finished.
    """
    request, tasks, requests = state.request, state.plan.tasks, state.puzzle_requests()
    for warning in state.picture_warnings():
        warn(warning)
    repeats = RepeatFilter(state.ledger.snapshot(None).holds)  # rejects puzzles of this series too
    jobs = request.jobs if len(tasks) >= POOL_FROM else 1
    with (
        open_local_pool(jobs) as pool,
        open_generators(request.executor if requests else None, nullcontext(pool)) as generators,
    ):
        puzzles = (one.graded for one in generate_each(requests, generators, ordered_work.Silent(), repeats))
        state.check_repeats(puzzles)
        yield from _in_order(state, [task for task in tasks if task.work is not Work.OPEN], puzzles, pool)
        yield from _in_order(state, state.tasks_to_open(), puzzles, pool)


def _in_order(
    state: RunState, tasks: Sequence[Task], puzzles: Iterator[GradedPuzzle], pool: WorkerPool
) -> Iterator[Task]:
    """Draw days in parallel and record them in order; yields each task when it is done.

    With a single worker no day is reserved before the day before it is recorded.
    """
    begun: deque[tuple[Task, DrawingJob]] = deque()
    stopping = False

    def jobs() -> Iterator[DrawingJob]:
        for task in tasks:
            if stopping:
                return
            state.reserve(task, puzzles)
            begun.append((task, state.drawing_job(task)))
            yield begun[-1][1]

    most_held = 2 * pool.count + 1 if pool.count > 1 else 1
    with closing(ordered_work.run_in_order(draw_folder_or_error, jobs(), pool, most_held=most_held)) as drawings:
        try:
            for drawing in drawings:
                yield from _finish_day(state, *begun.popleft(), drawing)
        except PuzzlegenError:
            stopping = True
            for drawing in drawings:  # finish as many of the begun days as possible
                with suppress(PuzzlegenError):
                    list(_finish_day(state, *begun.popleft(), drawing))
            raise


def _finish_day(state: RunState, task: Task, job: DrawingJob, drawing: str | DayError) -> Iterator[Task]:
    """Record a day when it is drawn, and yield its task; nothing for an old day that cannot be drawn.

    Such a day must not delay the new ones. ``drawing`` is the digest of the day's manifest, or why it could not be
    drawn. Raises DayError for a new day.
    """
    if isinstance(drawing, str) and state.drawing_job(task) != job:
        # It was drawn with the day before it, which could not be drawn after all
        shutil.rmtree(job.folder)
        drawing = draw_folder_or_error(state.drawing_job(task))
    if isinstance(drawing, DayError):
        if task.work in AS_CONFIGURED:
            raise drawing
        state.failed[task.date] = str(drawing)
        return
    state.place(task, drawing)
    yield task


def report_lines(request: Request, plan: Plan) -> Iterator[str]:
    """Yield the lines of the report.

    Raises LayoutError or ConfigError where the run would, because words do not fit, GenerationError for a chosen puzzle
    that is wrong or used already, and LedgerError for a day that cannot be parsed.
    """
    plan = replace_undrawable(request, plan)
    check_plan(request, plan)
    check_unused_in(request.ledger, request.config, plan.dates(*NEW_PUZZLE))
    yield from _day_lines(request, plan)
    for day in plan.withdraw:
        yield f"{day.name}: No. {day.number}: would be withdrawn, and its files removed"
    if plan.tasks:
        count = f"{len(plan.tasks)} folders" if len(plan.tasks) > 1 else f"{request.folder / str(plan.tasks[0].date)}"
        written = ", ".join(files_of_day(request.config.leave_out))
        yield f"{count}: would be written, {'each ' if len(plan.tasks) > 1 else ''}with {written}"
    if plan.stale:
        names = ", ".join(names_of_series_files(request.config))
        yield f"{request.folder}: would get {names} and {MONTHS}/, where they change"
    if plan.is_idle:
        yield f"{request.folder}: up to date, nothing would be written"
    if request.publish_to is not None:
        yield from planned_changes(request.publish_to, request, plan)


FARTHEST_NUMBER = MAX_DAYS * ONE_DAY  # to count up to the year 2999 took 80 s a month (2026-11-23)


def calendar_days(
    request: Request,
    record: SeriesRecord,
    plan: Plan | None,
    dates: Iterable[date],
    pictures: Mapping[date, Chosen] = MappingProxyType({}),
) -> Iterator[CalendarDay]:
    """Yield dates, which are in order, with their puzzles: of days that are not made, those of the config.

    ``plan`` is that of a run, None where none is possible, and ``pictures`` are those that days will get.
    """
    known = {day.date: day for day in record.days}
    withdrawn = {day.date: day for day in record.withdrawn}
    numbers = sorted((day.date, day.number) for day in (known | withdrawn).values())
    plan = plan or Plan((), (), 0, (), stale=False)
    damaged, allowed = {*plan.missing, *plan.dates(Work.DRAW)}, {*plan.missed, *plan.dates(*NEW_PUZZLE)}
    for shown in dates:
        if shown in known:
            state: State = "unfinished" if not known[shown].placed else "damaged" if shown in damaged else "issued"
            yield _issued(request, known[shown], state)
        elif shown in withdrawn:
            yield replace(_issued(request, withdrawn[shown], "withdrawn"), version="")
        else:
            yield _not_issued(request, shown, numbers, allowed, pictures.get(shown))


def _issued(request: Request, day: Day, state: State) -> CalendarDay:
    version = day.manifest_sha256[:12] if (request.folder_of(day) / THUMB).is_file() else ""
    try:
        picture = day.picture.title if day.picture else ""
        return CalendarDay(day.date, state, day.number, words_of_puzzle(day.graded), day.title, picture, version)
    except LedgerError:
        return CalendarDay(day.date, state, day.number, "cannot be read", version=version)


def _not_issued(
    request: Request, day: date, numbers: list[tuple[date, int]], allowed: Container[date], picture: Chosen | None
) -> CalendarDay:
    """Return a date that is not issued; ``allowed`` are those before today that can be issued."""
    config, kind = request.config, request.config.puzzle_kind(day)
    if kind is None:
        skipped = day >= config.start and config.weekday(day) is not None
        return CalendarDay(day, "skipped" if skipped else "none")
    number = 0
    if day - request.as_of <= FARTHEST_NUMBER:
        with suppress(LedgerError):  # no number is left for it
            number = number_of(config, day, numbers)
            insort(numbers, (day, number))  # the next day counts from it
    if day < request.as_of and day not in allowed:
        return CalendarDay(day, "past")
    state: State = "missed" if day < request.as_of else "due" if day == request.as_of else "planned"
    puzzle, shown = _words_of_plan(config, day, kind, picture)
    return CalendarDay(day, state, number, puzzle, config.title_on(day), shown)


def _words_of_plan(config: DailyConfig, day: date, kind: WeekdayConfig, picture: Chosen | None) -> tuple[str, str]:
    """Return kind, shape, size and difficulty of a puzzle that is not made yet, and the name of its picture."""
    try:
        chosen = chosen_day(config, day)
    except GenerationError:
        return "chosen, but wrong: see the settings", ""
    if chosen:
        return f"{words_of_puzzle(chosen)}, chosen", ""
    board, name = kind.board, ""
    if picture:
        (height, width), name = picture[1].shape, picture[0].title_in(config.language) or picture[0].name
        board = Grid(width, height, kind.variant)
    return puzzle_words(board, str(kind.difficulty), classic=kind.is_classic), name


def _day_lines(request: Request, plan: Plan) -> Iterator[str]:
    """Yield a line for each day that is requested or that the run works on."""
    work = {task.date: task.work for task in plan.tasks}
    record, again = series_in_ledger(request), plan.dates(Work.REISSUE)
    record = replace(record, days=[day for day in record.days if day.date not in again])
    dates = sorted({*work, *consecutive_days(request.first, request.count)})
    pictures = next_pictures(request, record, plan.dates(*NEW_PUZZLE))
    for shown in calendar_days(request, record, plan, dates, pictures):
        state = f"would be {work[shown.date]}" if shown.date in work else shown.words
        yield f"{shown.date:%a} {shown.date}: {': '.join(filter(None, (shown.facts, state)))}"


def words_of_puzzle(graded: GradedPuzzle) -> str:
    """Return kind, shape, size and difficulty of a puzzle."""
    return puzzle_words(graded.puzzle.grid, graded.grade.difficulty, classic=graded.classic_start is not None)


def puzzle_words(grid: Grid, difficulty: str, *, classic: bool = False) -> str:
    """Return kind, shape, size and difficulty of a puzzle, such as ``mosaic heart 10x10 easy``."""
    kind = CLASSIC if classic else grid.variant.name if grid.variant.tag else ""
    shape = shape_of(grid) if grid.voids else ""
    words = (kind, shape if isinstance(shape, str) else "own shape", f"{grid.width}x{grid.height}", difficulty)
    return " ".join(filter(None, words))
