"""Who does the work: one seam, ``concurrent.futures.Executor``, for all that is made in number.

``workers`` gives an executor, ``spread`` keeps it busy and puts what comes back in order. Work is a function of plain
values that can be pickled, and its result hangs on nothing but them: so neither the number of workers nor the order in
which they finish can be told from the result.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from puzzlegen.errors import PuzzlegenError, WorkerError

Item = TypeVar("Item")
Made = TypeVar("Made")

ALONE = 1.0  # seconds that one thread here works before processes are started, which takes about as long
LOCAL_UNIT = 0.1  # seconds of work handed over at a time: handing over takes a millisecond
BEGUN = 2  # units for each worker that it has or that wait for it, so that it never waits for us
AHEAD = 32  # units for each worker begun before their turn: enough that a hard one does not leave the others idle
MOST = 1000  # items in a unit
_STOPS = (signal.SIGINT, signal.SIGTERM)
LOOK = 1.0  # seconds of waiting after which the workers are looked at, again and again


def _lost(fault: Exception) -> str:
    broken = isinstance(fault, BrokenExecutor)
    return "a worker was stopped from outside, perhaps for want of memory: try again with --jobs 1" if broken else ""


def _at_nothing(idle: float) -> None:
    """Workers of this machine: their executor itself says that they are lost."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, how many units it works on at once, and how many seconds of work a unit should hold: where handing
    over is slow, more. ``lost`` says what one of the executor's own errors means; nothing where it is not one of them.
    ``look`` is told now and then for how many seconds nothing was finished; it raises WorkerError if nothing ever will.
    """

    executor: Executor
    count: int
    unit: float
    lost: Callable[[Exception], str] = _lost
    look: Callable[[float], None] = _at_nothing


def workers(jobs: int) -> AbstractContextManager[Workers]:
    """``jobs`` workers on this machine. Leaving drops what nobody has begun and waits for nothing."""
    return _of_this_machine(Local(jobs), jobs)


def threads(jobs: int) -> AbstractContextManager[Workers]:
    """``jobs`` threads of this process, for programs of others: processes import the program that started them."""
    return _of_this_machine(ThreadPoolExecutor(jobs), jobs)


@contextmanager
def _of_this_machine(executor: Executor, jobs: int) -> Iterator[Workers]:
    try:
        yield Workers(executor, jobs, LOCAL_UNIT)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


# --- Work in order ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Unit(Generic[Item, Made]):
    """Items handed over together, and what came back: the items before the first that failed, and its error."""

    items: Sequence[Item]
    made: Sequence[Made] = ()
    fault: PuzzlegenError | None = None
    seconds: float = 0.0


def _work(work: Callable[[Item], Made], items: Sequence[Item]) -> _Unit[Item, Made]:
    """Run by a worker."""
    begin, made = time.perf_counter(), []
    fault = None
    for item in items:
        try:
            made.append(work(item))
        except PuzzlegenError as error:
            fault = error
            break
    return _Unit(items, made, fault, time.perf_counter() - begin)


def _nobody(item: object, made: object) -> None:
    """Whoever wants to know nothing."""


def spread(
    work: Callable[[Item], Made],
    items: Iterable[Item],
    crew: Workers,
    finished: Callable[[Item, Made], None] = _nobody,
) -> Generator[Made, None, None]:
    """``work`` of every item, in the items' order.

    ``finished`` is told of each as soon as it is known to be done, which is in no order, always from the thread that
    iterates. Closing the iterator, or an error, drops what nobody has begun; what was done by then ``finished`` still
    hears of. Raises what ``work`` raises, for the first item that fails, after all before it; WorkerError when a
    worker is lost.
    """
    waiting, size, pace, latest = iter(items), 1, 0.0, time.monotonic()
    turn: deque[Future[_Unit[Item, Made]]] = deque()
    flying: set[Future[_Unit[Item, Made]]] = set()
    # Not ``wait``, which looks at all that fly each time: 1.5 ms of 2,000 (2026-11-21), what a unit may cost in all
    landed: SimpleQueue[Future[_Unit[Item, Made]]] = SimpleQueue()

    def take(future: Future[_Unit[Item, Made]]) -> None:
        nonlocal size, pace, latest
        latest = time.monotonic()
        flying.discard(future)
        with in_words(crew):
            unit = future.result()
        for item, made in zip(unit.items, unit.made, strict=False):
            finished(item, made)
        if unit.made:
            each = unit.seconds / len(unit.made)
            pace = each if not pace else 0.7 * pace + 0.3 * each
            size = min(MOST, max(1, round(crew.unit / max(pace, 1e-9))))

    try:
        while True:
            while len(flying) < BEGUN * crew.count and len(turn) < AHEAD * crew.count:
                some = list(islice(waiting, size))
                if not some:
                    break
                if not flying:
                    latest = time.monotonic()
                with in_words(crew):
                    turn.append(crew.executor.submit(_work, work, some))
                flying.add(turn[-1])
                turn[-1].add_done_callback(landed.put)
            if not turn:
                return
            if turn[0] in flying:
                try:
                    take(landed.get(timeout=LOOK))
                except Empty:
                    crew.look(time.monotonic() - latest)
                continue
            unit = turn.popleft().result()
            yield from unit.made
            if unit.fault is not None:
                raise unit.fault
    finally:
        for future in flying:
            future.cancel()
        for future in [one for one in flying if one.done() and not one.cancelled()]:
            if future.exception() is None:  # what ended this is told already
                take(future)


@contextmanager
def in_words(crew: Workers) -> Iterator[None]:
    """The executor's own errors, as a WorkerError."""
    try:
        yield
    except PuzzlegenError:
        raise
    except Exception as fault:
        words = crew.lost(fault)
        if not words:
            raise
        raise WorkerError(words) from None


# --- Workers of this machine ------------------------------------------------------------------------------------------


class Here(Executor):
    """Works in one thread of this process, which never keeps the process from ending: whoever waits for a result in
    the main thread can be interrupted, even while the work is inside a kernel.
    """

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        future: Future[Any] = Future()
        self._work.put((future, lambda: fn(*args, **kwargs)))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="puzzlegen-work", daemon=True)
            self._thread.start()
        return future

    def _run(self) -> None:
        while (task := self._work.get()) is not None:
            future, call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as fault:  # whatever it is, it belongs to whoever waits for the result
                future.set_exception(fault)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See Executor."""
        with suppress(Empty):
            while cancel_futures:
                task = self._work.get_nowait()  # the thread takes from it too
                if task is not None:
                    task[0].cancel()
        self._work.put(None)
        if wait and self._thread is not None:
            self._thread.join()


class Local(Executor):
    """Works here until so much was done that worker processes pay, and goes on here until they have started.

    Processes, because more than half of the time of a small board is Python's, which threads cannot share (see
    docs/parallel.md for the figures). They are spawned: a forked child of a process with threads may hang. The kernels
    are compiled, or loaded, here before, so that no two workers compile them.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._here = Here()
        self._pool: ProcessPoolExecutor | None = None
        self._started: Future[None] | None = None
        self._begun: float | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        self._begun = self._begun or time.monotonic()
        if time.monotonic() - self._begun > ALONE:
            self.begin()
        if self._pool is not None and self._started is not None and self._started.done():
            return self._pool.submit(fn, *args, **kwargs)
        return self._here.submit(fn, *args, **kwargs)

    def begin(self) -> Future[None]:
        """Start the processes, unless one worker is all there is to be; done when the first of them can work."""
        if self._started is None and self._jobs == 1:
            self._started = self._here.submit(_nothing)
        elif self._started is None:
            self._started = self._processes()
        return self._started

    def _processes(self) -> Future[None]:
        self._pool = ProcessPoolExecutor(self._jobs, get_context("spawn"), _serve)
        with _uninterrupted():  # a child inherits it, and so is not interrupted before it can say that it ignores it
            started, *_ = [self._pool.submit(_nothing) for _ in range(self._jobs)]
        return started

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See Executor. Without ``wait`` the processes are ended at once, whatever they are doing."""
        self._here.shutdown(wait, cancel_futures=cancel_futures)
        if self._pool is None:
            return
        ours = [] if wait else _processes_of(self._pool)
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
        for process in ours:
            process.kill()


def _processes_of(pool: ProcessPoolExecutor) -> list[Any]:
    """The pool's processes, of all children of this one."""
    known = set(pool._processes or ())  # public only from Python 3.14 on, as kill_workers
    return [child for child in active_children() if child.pid in known]


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C and SIGTERM back for the block: a child whose parent is stopped while it hands over dies noisily.

    Blocking them is what a child inherits, but here another thread may get them, so a handler keeps them for later too.
    Not on Windows, which cannot block them, and not outside the main thread, which is the one that is interrupted.
    """
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers = {number: signal.signal(number, lambda number, _: came.append(number)) for number in _STOPS}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _serve() -> None:
    """What a worker process does first: leave Ctrl-C and SIGTERM, which systemd sends to all processes of a service, to
    its parent, and end when the parent ends, even if killed.
    """
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, name="puzzlegen-parent", daemon=True).start()


def _nothing() -> None:
    """Done as soon as a process has started."""
