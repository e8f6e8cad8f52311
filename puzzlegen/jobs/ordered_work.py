"""Runs work on a pool of workers, returns results in the order of the items, and reports progress.

The result of a work function depends only on its item. The number of workers and the order in which they finish
therefore never change the results.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from puzzlegen.errors import PuzzlegenError
from puzzlegen.jobs.pools import WorkerPool, open_thread_pool, translate_executor_errors
from puzzlegen.jobs.run_log import LogLevel, log_event

Item = TypeVar("Item")
ItemResult = TypeVar("ItemResult")
T = TypeVar("T")
R = TypeVar("R")

RUNNING_PER_WORKER = 2  # units running or queued for each worker, so that no worker waits for the next unit
HELD_PER_WORKER = 32  # units begun before their turn, so that a slow one does not leave the other workers idle
MAX_UNIT_ITEMS = 1000
CHECK_SECONDS = 1.0  # seconds of waiting between two checks that workers are left


class Source(Protocol[T]):
    """Provides items in order, some of which may not have arrived yet."""

    def take(self, most: int, wait: bool) -> list[T] | None:
        """Return the next items, at most ``most``; None at the end.

        The list is empty when no item has arrived yet, which happens only without ``wait``.
        """


class _IterableSource(Generic[T]):
    """A Source of the items of an iterable, whose items are always there."""

    def __init__(self, items: Iterable[T], most: int) -> None:
        self._items, self._most = iter(items), most

    def take(self, most: int, wait: bool) -> list[T] | None:  # noqa: ARG002  # nothing to wait for
        """See Source."""
        return list(islice(self._items, min(most, self._most))) or None


# --- The loop ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Unit(Generic[Item, ItemResult]):
    """Items given to a worker together, with the results of those before the first that failed, and its error."""

    items: Sequence[Item]
    results: Sequence[ItemResult] = ()
    error: PuzzlegenError | None = None
    seconds: float = 0.0


def _run_unit(work: Callable[[Item], ItemResult], items: Sequence[Item]) -> _Unit[Item, ItemResult]:
    """Run ``work`` on each item. A worker calls this."""
    begin, results = time.perf_counter(), []
    error = None
    for item in items:
        try:
            results.append(work(item))
        except PuzzlegenError as raised:
            error = raised
            break
    return _Unit(items, results, error, time.perf_counter() - begin)


def _ignore(item: object, result: object) -> None:
    """Do nothing."""


class _UnitSize:
    """Chooses how many items make up a unit, so that one takes about ``unit_seconds`` of work."""

    def __init__(self, unit_seconds: float) -> None:
        self.items = 1
        self._unit_seconds, self._seconds_per_item = unit_seconds, 0.0

    def learn(self, unit: _Unit[Item, ItemResult]) -> None:
        """Take a finished unit into account."""
        if unit.results:
            latest, mean = unit.seconds / len(unit.results), self._seconds_per_item
            self._seconds_per_item = 0.7 * mean + 0.3 * latest if mean else latest
            wanted = round(self._unit_seconds / max(self._seconds_per_item, 1e-9))
            self.items = min(MAX_UNIT_ITEMS, max(1, wanted))


def run_in_order(
    work: Callable[[Item], ItemResult],
    items: Iterable[Item],
    pool: WorkerPool,
    finished: Callable[[Item, ItemResult], None] = _ignore,
    most_held: int | None = None,
) -> Generator[ItemResult, None, None]:
    """Yield the result of ``work`` for every item, in the order of the items.

    Args:
        work: a function that can be pickled, as can its items and results.
        items: taken as workers need them.
        pool: the workers.
        finished: called with each item and its result as soon as it is known, in no particular order, in the thread
            that iterates.
        most_held: the most items that may be begun and not yet yielded; each is then a separate unit.

    Closing the iterator, or an error, drops the units that have not begun; ``finished`` still receives what is done.
    Raises what ``work`` or ``items`` raises, after the results of all items before it; WorkerError when a worker is
    lost.
    """
    source = _IterableSource(items, 1 if most_held else MAX_UNIT_ITEMS)
    return _run_source(work, source, pool, finished, most_held)


def _run_source(
    work: Callable[[Item], ItemResult],
    source: Source[Item],
    pool: WorkerPool,
    finished: Callable[[Item, ItemResult], None] = _ignore,
    most_held: int | None = None,
) -> Generator[ItemResult, None, None]:
    """As ``run_in_order``, with items that arrive over time. A result never waits for an item after its own."""
    units = _UnitQueue(work, source, pool, finished, most_held)
    try:
        while (unit := units.next()) is not None:
            yield from unit.results
            if unit.error is not None:
                raise unit.error
    finally:
        units.close()


class _UnitQueue(Generic[Item, ItemResult]):
    """Keeps the workers busy with units, and holds the finished ones until their turn."""

    def __init__(
        self,
        work: Callable[[Item], ItemResult],
        source: Source[Item],
        pool: WorkerPool,
        finished: Callable[[Item, ItemResult], None],
        most_held: int | None,
    ) -> None:
        self._work, self._source, self._pool, self._finished = work, source, pool, finished
        self._most_running = RUNNING_PER_WORKER * pool.count if most_held is None else most_held
        self._most_held = HELD_PER_WORKER * pool.count if most_held is None else most_held
        self._size, self._latest = _UnitSize(pool.unit_seconds), time.monotonic()
        self._more = True
        self._source_error: Exception | None = None
        self._held: deque[Future[_Unit[Item, ItemResult]]] = deque()  # in the order of their items
        self._running: set[Future[_Unit[Item, ItemResult]]] = set()
        # Not ``wait``, which looks at all running futures each time: 1.5 ms for 2,000 (2026-11-21), as much as a
        # unit's whole overhead may be.
        self._done: SimpleQueue[Future[_Unit[Item, ItemResult]]] = SimpleQueue()

    def next(self) -> _Unit[Item, ItemResult] | None:
        """Return the next unit in order, once it is finished; None at the end. Raises what the source raised."""
        while True:
            self._begin_units()
            if not self._held:
                if self._source_error is not None:
                    raise self._source_error
                return None
            if self._held[0] not in self._running:
                return self._held.popleft().result()
            try:
                self._collect(self._done.get(timeout=CHECK_SECONDS))
            except Empty:
                self._pool.check(time.monotonic() - self._latest)

    def _begin_units(self) -> None:
        """Give the workers as many units as they may have. Waits for the source only if no unit is held."""
        while self._more and len(self._running) < self._most_running and len(self._held) < self._most_held:
            try:
                items = self._source.take(self._size.items, wait=not self._held)
            except Exception as error:  # raised after the results of the items before it
                self._source_error, items = error, None
            if not items:
                self._more = items is not None
                return
            if not self._running:
                self._latest = time.monotonic()
            with translate_executor_errors(self._pool):
                future = self._pool.executor.submit(_run_unit, self._work, items)
            self._held.append(future)
            self._running.add(future)
            future.add_done_callback(self._done.put)

    def _collect(self, future: Future[_Unit[Item, ItemResult]]) -> None:
        self._latest = time.monotonic()
        self._running.discard(future)
        with translate_executor_errors(self._pool):
            unit = future.result()
        for item, result in zip(unit.items, unit.results, strict=False):
            self._finished(item, result)
        self._size.learn(unit)

    def close(self) -> None:
        """Cancel the units that have not begun, and collect those that are done."""
        for future in self._running:
            future.cancel()
        ended = [future for future in self._running if future.done() and not future.cancelled()]
        for future in ended:
            if future.exception() is None:  # the error that ended the loop is already on its way
                self._collect(future)


# --- Many puzzles in batches ------------------------------------------------------------------------------------------

BATCH_CELLS = 100_000  # a thousand boards of 10x10: about 2 MB and 30 ms of the solver
MAX_READ_CELLS = 10 * BATCH_CELLS  # cells read before their turn
READER_PAUSE = 0.005  # seconds the reader sleeps while it is that far ahead


class Batches(Generic[T]):
    """A Source of batches made from an iterable. ``weight`` gives the cells of one of its elements."""

    def __init__(self, elements: Iterable[T], weight: Callable[[T], int]) -> None:
        self._elements, self._weight = iter(elements), weight

    def take(self, most: int, wait: bool) -> list[list[T]] | None:  # noqa: ARG002  # one batch, always there
        """See Source. The batch is full unless it is the last."""
        batch: list[T] = []
        cells = 0
        for element in self._elements:
            batch.append(element)
            cells += self._weight(element)
            if cells >= BATCH_CELLS:
                break
        return [batch] if batch else None


class ArrivingBatches(Generic[T]):
    """A Source of batches of elements that arrive over time, read by a thread. Use as a context manager.

    Leaving does not wait for the thread, which may be waiting for input that never comes.
    """

    def __init__(self, elements: Iterable[T], weight: Callable[[T], int]) -> None:
        self._elements, self._weight = elements, weight
        self._queue: SimpleQueue[tuple[T, int] | BaseException | None] = SimpleQueue()
        self._read_cells = self._taken_cells = 0  # each is written by one thread only
        self._closed = False
        self._end: BaseException | bool = False
        self._thread = Thread(target=self._read, daemon=True)

    def __enter__(self) -> ArrivingBatches[T]:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True

    def _read(self) -> None:
        try:
            for element in self._elements:
                cells = self._weight(element)
                self._read_cells += cells
                self._queue.put((element, cells))
                while self._read_cells - self._taken_cells > MAX_READ_CELLS and not self._closed:
                    time.sleep(READER_PAUSE)
                if self._closed:
                    return
        except BaseException as error:  # raised by ``take``
            self._queue.put(error)
        self._queue.put(None)

    def take(self, most: int, wait: bool) -> list[list[T]] | None:  # noqa: ARG002  # one batch
        """See Source. Raises what reading raised, after all that was read before it."""
        batch: list[T] = []
        cells = 0
        while cells < BATCH_CELLS and not self._end:
            try:
                arrived = self._queue.get(wait and not batch)
            except Empty:
                return [batch] if batch else []
            if isinstance(arrived, tuple):
                batch.append(arrived[0])
                cells += arrived[1]
                self._taken_cells += arrived[1]
            else:
                self._end = arrived or True
        if not batch and isinstance(self._end, BaseException):
            raise self._end
        return [batch] if batch else None


def run_batches(work: Callable[[list[T]], R], source: Source[list[T]], jobs: int) -> Iterator[R]:
    """Yield the result of ``work`` for each batch, in order, computed by ``jobs`` threads.

    Closing the iterator, or an error in one batch, drops the batches that have not begun.
    """
    with open_thread_pool(jobs) as pool:
        yield from _run_source(work, source, pool, most_held=jobs + 1 if jobs > 1 else 1)


def run_batches_flat(work: Callable[[list[T]], list[R]], source: Source[list[T]], jobs: int) -> Iterator[R]:
    """As ``run_batches``, but yield the members of each result one by one."""
    return chain.from_iterable(run_batches(work, source, jobs))


Notify = Callable[[str], None]  # receives a message to the user


class Progress(Protocol):
    """Receives the stages of a run and the steps done in each."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage of ``total`` steps, None if unknown, of which ``done`` are done already."""

    def advance(self, steps: int = 1) -> None:
        """Report that ``steps`` more steps of the stage are done."""

    def note(self, text: str) -> None:
        """Show what the stage works on now."""


class Silent:
    """Ignores all progress."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Do nothing."""

    def advance(self, steps: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""


class StageTimer:
    """Measures the seconds of each stage. Those of all editions add up, except in the log, which has each by itself."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str, steps: int = 0) -> Iterator[None]:
        """Time the block. With ``steps``, report that the stage begins, and at the end that all steps are done."""
        if steps:
            self.progress.start(name, steps)
        begin = time.perf_counter()
        event = "stage stopped"
        try:
            yield
            event = "stage done"
        finally:
            seconds = time.perf_counter() - begin
            self.seconds[name] = round(self.seconds.get(name, 0.0) + seconds, 3)
            log_event(LogLevel.INFO, event, stage=name, seconds=round(seconds, 3))
        if steps:
            self.progress.advance(steps)


# --- Independent parts of a job ---------------------------------------------------------------------------------------


class Task(NamedTuple):
    """A part of a job: a function without arguments that can be pickled, and the steps of progress it stands for."""

    call: Callable[[], list[Any]]
    steps: int


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers of a run, None for this process alone, and its progress."""

    pool: WorkerPool | None = None
    progress: Progress = field(default_factory=Silent)

    @property
    def count(self) -> int:
        """How many tasks are run at once."""
        return 1 if self.pool is None else self.pool.count

    def run(self, tasks: Sequence[Task]) -> list[list[Any]]:
        """Return the result of each task, in their order. Raises what a task raises, or WorkerError."""
        if self.pool is not None:
            return list(run_in_order(_result, tasks, self.pool, self._finished))
        results = []
        for task in tasks:
            results.append(task.call())
            self.progress.advance(task.steps)
        return results

    def _finished(self, task: Task, _: list[Any]) -> None:
        self.progress.advance(task.steps)


HERE = Workers()


def _result(task: Task) -> list[Any]:
    return task.call()
