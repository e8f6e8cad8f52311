"""Provides worker pools: threads of this process, or processes that start once the work takes long enough."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import wait as wait_for_all
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for_first
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from puzzlegen.errors import PuzzlegenError, WorkerError

MANAGER_SECONDS = 2.0  # for the thread that manages a pool to notice that its processes are killed: usually 10 ms
THREAD_ONLY_SECONDS = 1.0  # how long one thread works alone; starting processes takes about as long
AHEAD_SECONDS = 2.0  # to wait for work that is done ahead and no longer needed: usually half a second
LOCAL_UNIT_SECONDS = 0.1  # work in one unit of a local worker: handing it over takes a millisecond
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _explain_local_loss(error: Exception) -> str:
    return _STOPPED if isinstance(error, BrokenExecutor) else ""


_STOPPED = (
    "a worker was stopped from outside, perhaps because of too little memory: close other programs, or use one job"
)


def _no_check(idle: float) -> None:
    """Do nothing: a local executor raises an error itself when it loses its workers."""


class ProcessLimits(NamedTuple):
    """Limits of worker processes: ``begin`` sets them in each process. The others find that a limit was reached.

    ``reason`` returns by the exit codes of all processes which limit ended one, empty if none did. ``check`` is that of
    a WorkerPool.
    """

    begin: Callable[[], None]
    reason: Callable[[Iterable[int | None]], str]
    check: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """An executor with the figures and error handling that ordered work needs.

    Attributes:
        executor: runs the work.
        count: units it works on at once.
        unit_seconds: seconds of work a unit should hold; more where handing over is slow.
        explain_loss: returns the message for one of the executor's own errors, empty for any other error.
        check: called now and then with the seconds since a unit finished; raises WorkerError if none ever will.
    """

    executor: Executor
    count: int
    unit_seconds: float
    explain_loss: Callable[[Exception], str] = _explain_local_loss
    check: Callable[[float], None] = _no_check


@contextmanager
def open_local_pool(
    jobs: int,
    work: Callable[..., object] | None = None,
    *,
    much: bool = True,
    limits: ProcessLimits | None = None,
) -> Iterator[WorkerPool]:
    """Open a pool of ``jobs`` workers on this machine. Leaving drops waiting work and ends running work.

    ``work`` is a function that several workers will have work for. Worker processes then start at once where they can
    be forked, which takes a few milliseconds, and also elsewhere if there is ``much`` work; those import the module of
    the function as they start. With ``limits`` all work is done in worker processes, also that of one job.
    """
    executor = LazyProcessExecutor(jobs, work, limits)
    with _closing_pool(executor, jobs) as pool:
        if work is not None and (much or can_fork()):
            executor.start_processes()  # an interruption of it must end the processes too
        yield replace(pool, explain_loss=executor.explain_loss, check=limits.check) if limits else pool


def can_fork() -> bool:
    """Return whether worker processes can be forked now: on Linux, while this process has no other thread.

    A child that is forked while another thread holds a lock may wait for it forever. Libraries of macOS do not allow it
    at all. The threads of OpenBLAS, which numpy starts, end before a fork and start anew.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def open_thread_pool(jobs: int) -> AbstractContextManager[WorkerPool]:
    """Open a pool of ``jobs`` threads, as ``open_local_pool``.

    For library callers: a worker process would import the program that started it.
    """
    return _closing_pool(ThreadPoolExecutor(jobs), jobs)


@contextmanager
def _closing_pool(executor: Executor, jobs: int) -> Iterator[WorkerPool]:
    try:
        yield WorkerPool(executor, jobs, LOCAL_UNIT_SECONDS)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def translate_executor_errors(pool: WorkerPool) -> Iterator[None]:
    """Raise the executor's own errors as a WorkerError."""
    try:
        yield
    except PuzzlegenError:
        raise
    except Exception as error:
        message = pool.explain_loss(error)
        if not message:
            raise
        raise WorkerError(message) from None


@contextmanager
def working_ahead(pool: WorkerPool | None, calls: Iterable[Callable[[], object]]) -> Iterator[None]:
    """Run calls on the workers of ``pool`` while the block does other work, and wait for them after it.

    The calls can be pickled, and do not depend on the block. Without a pool, or with one worker, which could not work
    at the same time, they run before the block. Raises what a call raises, or WorkerError.
    """
    if pool is None or pool.count == 1:
        for call in calls:
            call()
        yield
        return
    with translate_executor_errors(pool):
        begun = [pool.executor.submit(call) for call in calls]
    try:
        yield
    except BaseException:
        for future in begun:
            future.cancel()
        wait_for_all(begun, AHEAD_SECONDS)  # or they would write to a folder that the caller removes
        raise
    with translate_executor_errors(pool):
        for future in begun:
            future.result()


# --- Executors of this machine ----------------------------------------------------------------------------------------


class ThreadExecutor(Executor):
    """Runs work in one daemon thread.

    The main thread can then be interrupted while it waits, even when the work is inside a kernel, and the process can
    end at any time.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        future: Future[Any] = Future()
        self._tasks.put((future, lambda: fn(*args, **kwargs)))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="puzzlegen-work", daemon=True)
            self._thread.start()
        return future

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, call = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # any error belongs to the caller that waits for the result
                future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See Executor."""
        with suppress(Empty):
            while cancel_futures:
                task = self._tasks.get_nowait()  # the thread takes from the queue too
                if task is not None:
                    task[0].cancel()
        self._tasks.put(None)
        if wait and self._thread is not None:
            self._thread.join()


class LazyProcessExecutor(Executor):
    """Runs work in a thread at first, and in worker processes once there is enough work to justify their start.

    Processes, because more than half of the time of a small board is spent in Python, which threads cannot share (see
    docs/parallel.md for the figures). They are forked if that is possible as they start, and otherwise spawned: a
    forked child of a process with threads may hang.
    """

    def __init__(
        self, jobs: int, work: Callable[..., object] | None = None, limits: ProcessLimits | None = None
    ) -> None:
        self._jobs, self._work, self._limits = jobs, work, limits
        self._processes: list[Any] = []
        self._thread = ThreadExecutor()
        self._pool: ProcessPoolExecutor | None = None
        self._ready: Future[None] | None = None
        self._first_submit: float | None = None
        self._closing = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        self._first_submit = self._first_submit or time.monotonic()
        if self._limits or time.monotonic() - self._first_submit > THREAD_ONLY_SECONDS:
            self.start_processes()
        if self._pool is not None and self._ready is not None and (self._limits or self._ready.done()):
            return self._pool.submit(fn, *args, **kwargs)
        return self._thread.submit(fn, *args, **kwargs)

    def start_processes(self) -> Future[None]:
        """Start the processes, unless there is only one job. The future is done when the first of them can work."""
        if self._ready is None and self._jobs == 1 and not self._limits:
            self._ready = self._thread.submit(_do_nothing)
        elif self._ready is None:
            self._ready = self._spawn()
        return self._ready

    def _spawn(self) -> Future[None]:
        context = get_context("fork" if can_fork() else "spawn")
        begin = self._limits.begin if self._limits else None
        self._pool = ProcessPoolExecutor(self._jobs, context, _initialize_worker, (self._work, begin))
        with _stop_signals_blocked():  # children inherit this, so no signal reaches them before they ignore it
            ready, *_ = [self._pool.submit(_do_nothing) for _ in range(self._jobs)]
        self._processes = _processes_of(self._pool)
        threading.Thread(target=self._kill_after_loss, args=(self._processes,), daemon=True).start()
        return ready

    def explain_loss(self, error: Exception) -> str:
        """Return the message for the loss of a worker, which a limit may have ended; empty for any other error."""
        if not isinstance(error, BrokenExecutor):
            return ""
        until = time.monotonic() + MANAGER_SECONDS
        # They are killed. The code of one that has just ended may not be known yet: on a busy machine the thread that
        # manages the pool may have taken it from the system and not have stored it.
        while None in (codes := [process.exitcode for process in self._processes]) and time.monotonic() < until:
            time.sleep(0.01)
        return (self._limits.reason(codes) if self._limits else "") or _STOPPED

    def _kill_after_loss(self, processes: list[Any]) -> None:
        """Kill all workers once one of them has ended by itself.

        After the loss of a worker, Python 3.13 waits for the others under the lock that submit() and shutdown() of the
        pool need. It sends them SIGTERM, which they ignore, so without this the program would never end.
        """
        wait_for_first([process.sentinel for process in processes])
        if not self._closing:
            for process in processes:
                process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See Executor. Without ``wait`` the processes are killed at once, also while they work."""
        self._thread.shutdown(wait, cancel_futures=cancel_futures)
        if self._pool is None:
            return
        if wait:
            self._closing = True
            self._pool.shutdown(wait=True, cancel_futures=cancel_futures)
            return
        processes = _processes_of(self._pool)
        manager: Any = self._pool._executor_manager_thread
        self._pool.shutdown(wait=False, cancel_futures=cancel_futures)
        for process in processes:
            process.kill()
        if manager is not None:  # Python 3.13 prints a traceback if the program ends while this thread closes its pipe
            manager.join(MANAGER_SECONDS)


def _processes_of(pool: ProcessPoolExecutor) -> list[Any]:
    """Return the child processes that belong to the pool."""
    known = set(pool._processes or ())  # public only from Python 3.14 on, as kill_workers
    return [child for child in active_children() if child.pid in known]


@contextmanager
def _stop_signals_blocked() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM until the block ends. A child that is stopped while it starts prints a traceback.

    A child inherits blocked signals. In this process another thread may receive them, so a handler stores them too;
    only the main thread can set one. Does nothing on Windows, which cannot block signals.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    received: list[int] = []
    set_here = _STOP_SIGNALS if threading.current_thread() is threading.main_thread() else ()
    handlers = {number: signal.signal(number, lambda number, _: received.append(number)) for number in set_here}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOP_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if received:
        signal.raise_signal(received[0])


def _initialize_worker(
    work: Callable[..., object] | None,  # noqa: ARG001  # pickle imports its module
    begin: Callable[[], None] | None = None,
) -> None:
    """Prepare a worker process: ignore stop signals, end with the parent, even if it is killed, and call ``begin``.

    Ctrl-C reaches all processes of a terminal, and systemd sends SIGTERM to all of a service; the parent handles both.
    """
    for number in _STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    parent = parent_process()

    def exit_with_parent() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=exit_with_parent, name="puzzlegen-parent", daemon=True).start()
    if sys.platform == "linux" and parent is not None:  # a thread never runs beside a call that keeps Python's lock
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent.pid:  # it has ended before
            os._exit(1)
    if begin is not None:
        begin()


_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of the C header: the signal that comes when the parent has ended


def _do_nothing() -> None:
    """Return at once. Its result shows that a process has started."""
