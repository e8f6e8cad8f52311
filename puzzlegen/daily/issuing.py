"""Carrying out a plan: days are reserved in the ledger, drawn in a room, put in place and recorded, in order.

What is interrupted or fails leaves the days before it finished, and the day itself reserved: the next run finishes it
with the same puzzle, and as the config says then, if it never was in its folder. A day of the ledger that cannot be
drawn is reported once all other work is done.
"""

from __future__ import annotations

import platform
import shutil
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.config.book import config_hash
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.safe_paths import leads_out
from puzzlegen.daily.day import DAY_FILES, Day, Series
from puzzlegen.daily.day_files import write_day
from puzzlegen.daily.manifest import (
    DAY,
    SERIES,
    Manifest,
    manifest_text,
    mark,
    read_manifest,
    stamp_of,
    stamps,
)
from puzzlegen.daily.plan import Plan, Request, Task, Work, print_sizes, state_of_series, told_days
from puzzlegen.daily.precheck import check_words
from puzzlegen.daily.run_summary import Done
from puzzlegen.daily.schedule import is_open, wanted
from puzzlegen.daily.series_site import series_files
from puzzlegen.daily.store import as_new, day_of, entry_of, holds, inputs_of, stored, with_settings
from puzzlegen.errors import DayError, Interrupted, LayoutError, LedgerError, OutputError, PuzzlegenError
from puzzlegen.feeds.archive import MONTHS
from puzzlegen.formats.json_record import dumps
from puzzlegen.generator.batch import Slot, fill_all, slot_of, without_repeats
from puzzlegen.jobs.dask_cluster import open_cluster_pool
from puzzlegen.jobs.executors import WorkerPool, open_local_pool
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.progress import Progress, Silent
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.ledger import DAILY, name_from
from puzzlegen.ledger.records import IssuedDay, Printing
from puzzlegen.output.atomic_files import whole_file
from puzzlegen.output.build_folder import MANIFEST, building, digest, move_files, to_disk
from puzzlegen.output.path_guards import check_links
from puzzlegen.selection.repeats import Seen
from puzzlegen.version import __version__

Say = Callable[[str], None]
_CHOSEN = (Work.ISSUE, Work.REISSUE, Work.REDRAW)  # drawn as the config says now
POOL_FROM = 6  # days: fewer are drawn before worker processes have started


def series_of(config: DailyConfig) -> Series:
    """How the series presents itself by its present config. Raises ConfigError."""
    paper = _paper_of(config) if config.paper == "auto" else config.paper
    return Series(
        config.title,
        config.author or "",
        config.language,
        config.cells,
        config.address,
        config.timezone,
        paper,
        config.palette,
        config.hold_solution,
        config.par,
    )


def _paper_of(config: DailyConfig) -> str:
    """The paper of the language; but English is read on both, and there the zone tells."""
    paper = load(config.language, config.cells).paper
    return "a4" if paper == "letter" and not config.timezone.startswith(("America/", "US/", "Canada/")) else paper


@dataclass(frozen=True, slots=True)
class _Job:
    """One day to draw into ``room``, with its answer if it is ``open_``; ``series`` and ``ledger`` for its manifest."""

    room: Path
    day: IssuedDay
    before: IssuedDay | None
    open_: bool
    series: str
    ledger: str


def draw(job: _Job) -> str:
    """Draw a day's folder and its manifest, and wait until they are on the disk; returns the manifest's digest."""
    try:
        job.room.mkdir()
        write_day(job.room, day_of(job.day), day_of(job.before) if job.before else None, job.open_)
        names = sorted(path.name for path in job.room.iterdir())
        inputs = inputs_of(job.day, job.before, job.open_)
        made = Manifest(DAY, job.series, inputs, stamps(job.room, names), job.ledger, job.day.date, job.day.number)
        text = manifest_text(made, versions={"python": platform.python_version()})
        (job.room / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
        for name in (*names, MANIFEST):
            to_disk(job.room / name)
    except OSError as fault:
        raise OutputError(f"{job.room.parent.parent}: cannot be written to: {fault.strerror or fault}") from None
    except OutputError:
        raise
    except PuzzlegenError as fault:
        raise DayError(f"{job.day.date}: {fault}") from None
    except Exception as fault:  # ours, and yet no reason to keep other days from their readers
        raise DayError(
            f"{job.day.date}: cannot be drawn ({type(fault).__name__}: {fault}): a fault of puzzlegen; please report it"
        ) from fault
    return digest(job.room / MANIFEST)


def draw_or_error(job: _Job) -> str | DayError:
    """As ``draw``, but return a DayError, so that one day does not stop the others."""
    try:
        return draw(job)
    except DayError as error:
        return error


class Run:
    """One run over an open ledger. ``days`` are those of the ledger by date, kept as they are reserved and settled."""

    def __init__(self, request: Request, work: Plan, ledger: DailyLedger, room: Path) -> None:
        self.request, self.plan, self.ledger, self.room = request, work, ledger, room
        self.days = {day.date: day for day in work.days}
        self._order = sorted(self.days.keys() | {str(task.date) for task in work.tasks})
        self._series = series_of(request.config)
        self.failed: dict[str, str] = {}  # days that could not be drawn: what was said
        self._drawn_open: dict[str, bool] = {}  # days that were drawn: whether with their answers
        self._hoping = True  # that the days still to be drawn will be

    def slots(self) -> list[Slot]:
        """A slot for each puzzle that has to be made. The stream is named by the date: a day missed and made later
        gets the same puzzle.
        """
        return [self._slot(task) for task in self.plan.tasks if task.work in (Work.ISSUE, Work.REISSUE)]

    def _slot(self, task: Task) -> Slot:
        config, seed = self.request.config, f"{self.request.config.series}/{task.date}"
        kind = wanted(config, task.date) or next(day for day in config.week.days if day)  # no puzzle by now: any kind
        if task.work is Work.REISSUE:
            seed += f"/again after {self.ledger.times_issued(config.series, str(task.date))}"
        return slot_of(kind, kind.size, seed)

    def reserve(self, task: Task, records: Iterator[GradedPuzzle]) -> None:
        """Step 1 for a day: its puzzle and number are its own from now on."""
        entry, day = None, task.known
        if task.work in (Work.ISSUE, Work.REISSUE):
            # Feeds and calendars have one puzzle a date, whichever it is.
            first = day_of(day).id if day and task.work is Work.REISSUE else ""
            made = Day(task.date, task.number, next(records), self._series, first)
            entry, day = entry_of(made), stored(made)
        assert day is not None, task
        if task.work is Work.REDRAW:
            day = with_settings(day, self._series)
        elif task.work not in (Work.ISSUE, Work.REISSUE) and _is_unseen(self.request, day):
            with suppress(LedgerError):  # drawing it will say so
                day = as_new(day, self._series)
        day = replace(day, placed=False)
        if entry is not None or day != task.known:
            self.ledger.reserve_day(self.request.config.series, day, entry, task.known)
        self.days[day.date] = day

    def job(self, task: Task) -> _Job:
        """What a worker needs to draw the day."""
        at = self._order.index(str(task.date))
        earlier = (name for name in reversed(self._order[:at]) if name in self.days and name not in self.failed)
        day, before = self.days[str(task.date)], self.days[first] if (first := next(earlier, None)) else None
        open_ = self._drawn_open[day.date] = self._opens(day)
        place = self.request.folder / str(task.date)
        ledger = name_from(place, self.ledger.path)
        return _Job(self.room / str(task.date), day, before, open_, mark(self.request.config.series), ledger)

    def _opens(self, day: IssuedDay) -> bool:
        """Whether the day is drawn with its answer: the next one that is out, or will be after this run, says so."""

        def is_out(name: str) -> bool:
            return self._is_placed(name) or (self._hoping and name not in self.failed)

        later = self._order[self._order.index(day.date) + 1 :]
        after = next((date.fromisoformat(name) for name in later if is_out(name)), None)
        return is_open(holds(day), after, self.request.as_of)

    def openings(self) -> list[Task]:
        """Once all others are done or failed: the days to open, and those drawn in vain hope of the next."""
        self._hoping = False
        placed = [(task, self.days[str(task.date)]) for task in self.plan.tasks if self._is_placed(str(task.date))]
        vain = [
            replace(task, work=Work.HOLD, known=day)
            for task, day in placed
            if self._drawn_open.get(day.date) and not self._opens(day)
        ]
        return vain + [task for task, day in placed if task.work is Work.OPEN and self._opens(day)]

    def _is_placed(self, name: str) -> bool:
        return name in self.days and self.days[name].placed

    def by_date(self) -> list[IssuedDay]:
        """The days of the ledger."""
        return [self.days[name] for name in sorted(self.days)]

    def settle(self, task: Task, manifest: str) -> None:
        """Steps 2 and 3: its folder is put in place, then the ledger says so."""
        name = str(task.date)
        put_day(self.room / name, self.request.folder / name)
        self.days[name] = replace(self.days[name], placed=True, manifest_sha256=manifest)
        config = self.request.config
        versions = dumps({"puzzlegen": __version__, "python": platform.python_version()})
        folder, now = self.ledger.folder_name(self.request.folder), datetime.now(UTC).isoformat(timespec="seconds")
        printing = Printing(DAILY, config.series, config.title, folder, config_hash(config), "", versions, now)
        self.ledger.settle_day(self.days[name], printing)


def put_day(room: Path, target: Path) -> None:
    """Put a drawn day in place: whole where there is no folder yet, else file by file, so that readers always find
    one; the manifest comes last. Raises OutputError.
    """
    if not target.exists():
        try:
            room.rename(target)
            with suppress(OSError):  # only some systems open folders
                to_disk(target.parent)
        except OSError as fault:
            raise OutputError(f"{target}: cannot be written to: {fault.strerror}") from None
        return
    before = read_manifest(target)
    new = [path.name for path in room.iterdir() if path.name != MANIFEST]
    gone = [name for name in (before.files if before else DAY_FILES) if name not in new]
    move_files(room, target, [*sorted(new), *gone, MANIFEST])
    shutil.rmtree(room, ignore_errors=True)


def carry_out(request: Request, work: Plan, progress: Progress, say: Say, warn: Say) -> Done:
    """Do what is to do; ``warn`` says what nobody may miss.

    Raises GenerationError, LayoutError, LedgerError, OutputError, WorkerError or Interrupted; what was finished stays.
    """
    begin = time.perf_counter()
    done: Counter[str] = Counter()
    written = 0
    work = _drawable(request, work)
    _check(request, work)
    check_links(request.folder, [*(str(task.date) for task in work.tasks), MONTHS])
    with building(request.folder) as room, DailyLedger(request.ledger, write=True) as ledger:
        run = Run(request, work, ledger, room)
        if work.tasks:
            _announce(work, say, warn)
            progress.start("days", len(work.tasks))
            try:
                for task in _drawn(run, request):
                    done[task.work] += 1
                    progress.advance()
            except PuzzlegenError:
                with suppress(PuzzlegenError, OSError):  # what is in place is told of; the error is the first one's
                    for task in run.openings():
                        run.reserve(task, iter(()))
                        run.settle(task, draw(run.job(task)))
                    write_series(request, run.by_date(), ledger)
                raise
            except KeyboardInterrupt:
                said = f"{done.total()} of {len(work.tasks)} days are done: the same command goes on from there"
                raise Interrupted(said) from None
        written = write_series(request, run.by_date(), ledger)
    if run.failed:
        more = f" (and {len(run.failed) - 1} days more)" if len(run.failed) > 1 else ""
        raise DayError(f"{next(iter(run.failed.values()))}{more}; all other work is done")
    return Done(done, written, time.perf_counter() - begin)


def _is_unseen(request: Request, day: IssuedDay) -> bool:
    """Whether the day is only reserved, and never was in its folder: nobody can know its puzzle."""
    return not day.placed and not day.manifest_sha256 and read_manifest(request.folder / day.date) is None


def _drawable(request: Request, work: Plan) -> Plan:
    """The plan with a new puzzle for each day that nobody has seen and that no files can show, such as 3x20 cells."""

    def shown(task: Task) -> bool:
        if task.known is None or task.work in _CHOSEN or not _is_unseen(request, task.known):
            return True
        try:
            record = day_of(task.known).record
            check_words(series, [(record.puzzle.grid, record.difficulty)], [(task.date, task.number)])
        except LedgerError:  # drawing it will say so
            return True
        except LayoutError:
            return False
        return True

    series = series_of(request.config)
    tasks = tuple(task if shown(task) else replace(task, work=Work.ISSUE) for task in work.tasks)
    return replace(work, tasks=tasks)


def _check(request: Request, work: Plan) -> None:
    """Raises LayoutError or ConfigError where days would be issued, or redrawn, with words that do not fit."""
    tasks = [task for task in work.tasks if task.work in _CHOSEN]
    weekdays = [wanted(request.config, task.date) for task in tasks if task.work is not Work.REDRAW]
    boards = [(one.size, str(one.difficulty)) for one in weekdays if one]
    records = [day_of(task.known).record for task in tasks if task.work is Work.REDRAW and task.known]
    boards += [(record.puzzle.grid, record.difficulty) for record in records]
    check_words(series_of(request.config), boards, [(task.date, task.number) for task in tasks])


def _announce(work: Plan, say: Say, warn: Say) -> None:
    """What is about to change of what is out."""
    again = [str(day) for day in work.dates(Work.REISSUE)]
    if again:
        warn(f"warning: {_few(again)} issued AGAIN: readers of the earlier puzzle find another one under its number")
    redrawn = [str(day) for day in work.dates(Work.REDRAW)]
    if redrawn:
        say(f"warning: {_few(redrawn)} drawn again as the config says now: same puzzles, other files")


def _few(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]} ({len(names)} days)"


def _drawn(run: Run, request: Request) -> Iterator[Task]:
    """The tasks, each when it is done. The first puzzle that is not to be had ends it; those before it are finished."""
    slots = run.slots()
    seen = Seen(run.ledger.snapshot(None).holds)  # also those of this series
    jobs = request.jobs if len(run.plan.tasks) >= POOL_FROM else 1
    with open_local_pool(jobs) as pool, _makers(request.executor if slots else None, pool) as makers:
        made = without_repeats(slots, fill_all(slots, makers, Silent()), seen)
        records = (filled.record for filled in made)
        yield from _in_turn(run, [task for task in run.plan.tasks if task.work is not Work.OPEN], records, pool)
        yield from _in_turn(run, run.openings(), records, pool)


def _makers(executor: str | None, pool: WorkerPool) -> AbstractContextManager[WorkerPool]:
    """Who makes the puzzles: the ``executor``, see jobs.dask_cluster, or who draws the days. Raises WorkerError."""
    return nullcontext(pool) if executor is None else open_cluster_pool(executor)


def _in_turn(run: Run, tasks: Sequence[Task], records: Iterator[GradedPuzzle], pool: WorkerPool) -> Iterator[Task]:
    """Yield each task when it is done. A single worker begins none before the one before it is done."""
    begun: deque[tuple[Task, _Job]] = deque()
    stopping = False

    def jobs() -> Iterator[_Job]:
        for task in tasks:
            if stopping:
                return
            run.reserve(task, records)
            begun.append((task, run.job(task)))
            yield begun[-1][1]

    most_held = 2 * pool.count + 1 if pool.count > 1 else 1
    with closing(run_in_order(draw_or_error, jobs(), pool, most_held=most_held)) as drawings:
        try:
            for drawing in drawings:
                yield from _settled(run, *begun.popleft(), drawing)
        except PuzzlegenError:
            stopping = True
            for drawing in drawings:  # finish as many of the begun days as possible
                with suppress(PuzzlegenError):
                    list(_settled(run, *begun.popleft(), drawing))
            raise


def _settled(run: Run, task: Task, job: _Job, drawing: str | DayError) -> Iterator[Task]:
    """Yield the task once its day is in place; nothing for an old day that cannot be drawn.

    ``drawing`` is the digest of the day's manifest, or why it could not be drawn. Raises DayError for a new day.
    """
    if (
        isinstance(drawing, str) and run.job(task) != job
    ):  # it was drawn when the day before it, which could not be drawn, was still expected
        shutil.rmtree(job.room)
        drawing = draw_or_error(run.job(task))
    if isinstance(drawing, DayError):
        if task.work in _CHOSEN:
            raise drawing
        run.failed[str(task.date)] = str(drawing)
        return
    run.settle(task, drawing)
    yield task


def write_series(request: Request, days: list[IssuedDay], ledger: DailyLedger) -> int:
    """Write the files of the whole series where their bytes changed, and their manifest; returns how many changed.

    The manifest is written first, so that a file that a killed run did not get to is missed by the next.
    """
    folder, config = request.folder, request.config
    out = told_days(request, days)
    made: dict[str, bytes] = {}
    if out:  # before the first day there is nothing to tell
        sizes = print_sizes(request, out)
        made = series_files([day_of(day) for day in days if day.placed], series_of(config), request.as_of, sizes)
    before = read_manifest(folder)
    files = {name: stamp_of(data) for name, data in made.items()}
    state, ledger_name = state_of_series(request, days), name_from(folder, ledger.path)
    stated = Manifest(SERIES, mark(config.series), state, files, ledger_name)
    changed = 0
    for name, data in {**made, MANIFEST: manifest_text(stated).encode()}.items():  # the manifest last: see touched
        path = folder / name
        if path.is_file() and path.read_bytes() == data:
            continue
        path.parent.mkdir(exist_ok=True)
        with whole_file(path) as beside:
            beside.write_bytes(data)
        changed += name != MANIFEST
    for name in before.files if before else ():
        if name not in made and leads_out(folder, name) is None:
            (folder / name).unlink(missing_ok=True)
    return changed
