"""The processes beside the server: one kind answers calls with a time limit, the other does one work with reports.

A process for calls is killed when a call takes too long, and ends when there is nothing to do. Work can be stopped, and
its reports are kept.

Ctrl-C goes to all processes of a terminal, and one that still imports would print a traceback. So interrupts are held
back while the server or a process cannot answer them yet.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Literal, TypeVar

from puzzlegen.errors import Interrupted, PuzzlegenError, WorkerError
from puzzlegen.jobs.ordered_work import Notify, Progress
from puzzlegen.studio.projects import Project

HAS_MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Hold interrupts of this thread back, and of what it starts, until the end or ``release_interrupts``."""
    if not HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release_interrupts() -> None:
    """Let interrupts come, also those that were held back."""
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def start_without_interrupts(process: BaseProcess) -> None:
    """Start a process, for which interrupts are held back until it calls ``release_interrupts``."""
    if HAS_MASKS:
        resource_tracker.ensure_running()  # else the start would start it, and release interrupts meanwhile
    with held_interrupts():
        process.start()


class StopSignal:
    """The signal by which the server stops work. It raises KeyboardInterrupt once, and within the work alone.

    Elsewhere, such as while an error is put into words, it would end the process with a traceback. It is taken also
    where a script started the studio with interrupts ignored; those that were held back are dropped.
    """

    def __init__(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # drops them
        release_interrupts()
        self.came = self._is_work = False
        signal.signal(signal.SIGINT, self._take)

    def _take(self, *_: object) -> None:
        self.came = True
        if self._is_work:
            self._is_work = False
            raise KeyboardInterrupt

    def stoppable(self, work: Callable[[], Outcome]) -> Outcome:
        """Return the outcome of work. Raises KeyboardInterrupt once the signal has come, and what the work raises."""
        try:
            self._is_work = True
            if self.came:
                raise KeyboardInterrupt
            return work()
        finally:
            self._is_work = False


T = TypeVar("T")
_Reply = tuple[bool, Any]  # of the process: whether the call returned, and its value or its error

START_SECONDS = 240.0  # more for the first call, which starts Python
GIVE_WAY_SECONDS = 3.0  # that a call may take while a newer one waits
START_PATIENCE = 10.0  # seconds more for the first call; later calls use what it has loaded
STEP_SECONDS = 0.1  # between two checks for a newer call
END_SECONDS = 5.0  # for the end of a process that does not answer anymore
CLOSED = "the studio has stopped: start it again"
IDLE_SECONDS = 300.0  # without a call, before the process ends


class StoppedFromOutside(WorkerError):
    """Another program ended the process during a call."""


class TimedProcess:
    """A process that starts with the first call; calls run one after the other.

    It ends after so many idle seconds, and the next call starts another. ``begin`` is called first in each process.

    Calls wait in a thread of the process alone. When they waited in the threads of the server, 40 calls for one slow
    process, such as that of the pictures on the start page, left no thread for any other request.

    ``anyio.to_process`` was tried (2026-11-29): any idle process takes the next call, so one process had the caches of
    two projects; Ctrl-C in the terminal came back as a KeyboardInterrupt of the call; and when the server was killed, a
    call went on without it.
    """

    def __init__(
        self,
        start_seconds: float = START_SECONDS,
        idle_seconds: float = IDLE_SECONDS,
        begin: Callable[[], object] | None = None,
    ) -> None:
        self._start_seconds, self._idle_seconds, self._begin = start_seconds, idle_seconds, begin
        self._closed = self._released = False
        self._lock, self._counter = threading.Lock(), threading.Lock()
        self._waiting = ThreadPoolExecutor(1, "calls of a process")
        self._wanted = 0  # calls of run_latest so far
        self.last_used = 0.0  # when the last call began or ended, by the monotonic clock
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    async def run(self, seconds: float, call: Callable[..., T], *args: object) -> T:
        """Call a function in the process. Raises what it raises, and WorkerError after so many seconds."""
        return await self._in_thread(self.call, seconds, call, *args)

    async def run_latest(self, seconds: float, call: Callable[..., T], *args: object) -> T:
        """Call a function as ``run`` does. After 3 seconds, a newer call of this method stops it.

        Raises WorkerError then too. So users who change an option do not wait for results of the earlier value.
        """
        with self._counter:
            self._wanted += 1
            number = self._wanted
        return await self._in_thread(partial(self.call, latest=number), seconds, call, *args)

    async def _in_thread(self, call: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._waiting, partial(call, *args))

    def call(self, seconds: float, call: Callable[..., T], *args: object, latest: int = 0) -> T:
        """Call a function in the process, and wait for it as ``run`` does; ``latest`` is the number of the call."""
        self.last_used = time.monotonic()
        with self._lock:
            done, value = self._answer(seconds, (call, args), latest)
            if isinstance(value, StoppedFromOutside) and self._has_ended_by_itself():
                self._end()
                done, value = self._answer(seconds, (call, args), latest)
            if self._released or isinstance(value, WorkerError):
                self._end()
            self.last_used = time.monotonic()
        if not done:
            raise value
        result: T = value
        return result

    def _answer(self, seconds: float, wanted: tuple[Callable[..., Any], tuple[object, ...]], latest: int) -> _Reply:
        """Return whether a call returned, and its value or its error."""
        connection, limit, patience = self._connection, seconds, GIVE_WAY_SECONDS
        if self._closed:
            return False, WorkerError(CLOSED)
        if connection is None:
            connection, limit = self._start(), seconds + self._start_seconds
            patience += START_PATIENCE
        try:
            connection.send(wanted)
            stopped = self._wait(connection, limit, patience, latest)
            return (False, stopped) if stopped else connection.recv()
        except (EOFError, OSError):
            if self._closed:
                return False, WorkerError(CLOSED)
            return False, StoppedFromOutside("another program stopped the process that did this: try again")

    def _has_ended_by_itself(self) -> bool:
        """Return whether the process, which does not answer, ended because it was idle."""
        if self._process is not None:
            self._process.join(END_SECONDS)
        return self._process is not None and self._process.exitcode == 0

    def _wait(self, connection: Connection, limit: float, patience: float, latest: int) -> WorkerError | None:
        """Wait for a reply; return the reason if there is none. A call with a number ends for a higher number."""
        begun = time.monotonic()
        while not connection.poll(STEP_SECONDS):
            if self._closed:
                return WorkerError(CLOSED)
            spent = time.monotonic() - begun
            if spent > limit:
                remedy = "try a smaller picture or puzzle, or another difficulty"
                return WorkerError(f"this took more than {limit:g} seconds and was stopped: {remedy}")
            if 0 < latest < self._wanted and spent > patience:
                return WorkerError("stopped because of a newer request")
        return None

    def close(self) -> None:
        """End the process and the running call, which raises WorkerError as all later calls do."""
        self._closed = True
        if self._process is not None:
            self._process.kill()  # without the lock: a call that is running ends with it

    def release(self) -> None:
        """End the process once no call is running; a later call starts another."""
        self._released = True
        if self._lock.acquire(blocking=False):
            self._end()
            self._lock.release()

    def _start(self) -> Connection:
        self._released = False
        context = get_context("spawn")
        connection, far_end = context.Pipe()
        process = context.Process(target=_serve, args=(far_end, self._idle_seconds, self._begin), daemon=True)
        with far_end:
            start_without_interrupts(process)
        self._process, self._connection = process, connection
        if self._closed:  # during the start: ``close`` had no process to kill
            process.kill()
        return connection

    def _end(self) -> None:
        if self._process is not None and self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
        self._process = self._connection = None


def _serve(connection: Connection, idle_seconds: float, begin: Callable[[], object] | None) -> None:
    """Answer calls until the server ends, or until there is none for so many seconds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal of the studio stops the server
    _when_server_ends(lambda: os._exit(1))
    if begin is not None:
        begin()
    while connection.poll(idle_seconds):
        try:
            call, args = connection.recv()
            reply: _Reply = True, call(*args)
        except EOFError:
            return
        except Exception as error:  # the server raises it, as if it had called the function
            reply = False, error
        connection.send(reply)


def _when_server_ends(end: Callable[[], None]) -> None:
    """Call ``end`` in a thread when the server was killed."""
    server = parent_process()

    def watch() -> None:
        if server is not None:
            server.join()
            end()

    threading.Thread(target=watch, daemon=True).start()


# none: nothing was built; finished: there is a book, but this run of the studio has not checked it
State = Literal["none", "finished", "running", "verified", "rejected", "refused", "stopped"]

MAX_LINES = 500  # of messages that are kept
STOPPED = "stopped; build again to continue with the puzzles that are finished"
STOP_SECONDS = 20.0  # after a request to stop, before the process is killed; finished puzzles are kept either way


@dataclass(slots=True)
class WorkReport:
    """The report of work. ``seconds`` is the time left of the stage, None if unknown.

    ``findings`` are the problems that the check of the finished book found, as in manifest.json. ``ended`` is the time
    of the end in seconds since 1970, 0 while the work runs, or if there was none.
    """

    state: State = "running"
    stage: str = ""
    note: str = ""
    done: int = 0
    total: int | None = None
    seconds: float | None = None
    lines: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    summary: str = ""
    ended: float = 0.0


class WorkProcess:
    """Work for a project in a process, such as one run of ``puzzlegen book``. ``report`` may be read at any time.

    ``target`` is called with the folder of the project, the arguments, and the connection for its reports.
    """

    def __init__(self, project: Project, target: Callable[..., None], *arguments: object) -> None:
        self._report = WorkReport()
        self._lock = threading.Lock()
        context = get_context("spawn")
        receiving, sending = context.Pipe(duplex=False)
        given = (project.folder, *arguments, sending)
        self._process: BaseProcess = context.Process(target=target, args=given, name=f"work for {project.name}")
        self._stage_began: tuple[float, int] | None = None
        self._began = False
        start_without_interrupts(self._process)
        sending.close()
        self._reader = threading.Thread(target=self._read, args=(receiving,), daemon=True)
        self._reader.start()

    def report(self) -> dict[str, Any]:
        """Return the present report, for JSON."""
        with self._lock:
            return asdict(self._report)

    @property
    def is_running(self) -> bool:
        """Whether the work has not ended."""
        return self._report.state == "running"

    def stop(self) -> None:
        """Stop the work as Ctrl-C does. Finished puzzles are kept, and the next run continues with them."""
        if self._process.is_alive() and self._process.pid is not None:
            if not self._began:  # it is still importing, and would print a traceback when interrupted
                self._process.terminate()
                return
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGINT)
            timer = threading.Timer(STOP_SECONDS, self._kill)
            timer.daemon = True  # the studio need not wait for it at its end
            timer.start()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the work."""
        self._reader.join(seconds)

    def _kill(self) -> None:
        if self._process.is_alive():
            self._process.kill()

    def _read(self, receiving: Connection) -> None:
        """Receive the reports of the process until it ends; runs in a thread."""
        with suppress(EOFError, OSError):
            while True:
                kind, values = receiving.recv()
                self._began = True
                with self._lock:
                    getattr(self, f"_take_{kind}")(*values)
        self._process.join()
        with self._lock:
            if self._report.state == "running":
                self._take_end("stopped", STOPPED, [])

    def _take_start(self, stage: str, total: int | None, done: int) -> None:
        report = self._report
        report.stage, report.total, report.done, report.note, report.seconds = stage, total, done, "", None
        self._stage_began = None

    def _take_advance(self, steps: int) -> None:
        report, now = self._report, time.monotonic()
        report.done += steps
        if self._stage_began is None:
            self._stage_began = now, report.done
        began, first = self._stage_began
        if report.total and report.done > first:
            report.seconds = round((now - began) / (report.done - first) * max(0, report.total - report.done), 1)

    def _take_note(self, text: str) -> None:
        self._report.note = text

    def _take_line(self, text: str) -> None:
        self._report.lines.append(text)
        del self._report.lines[:-MAX_LINES]

    def _take_end(self, state: State, summary: str, findings: list[dict[str, Any]]) -> None:
        self._report.state, self._report.summary, self._report.findings = state, summary, findings
        self._report.ended = time.time()


class _SentProgress:
    """A Progress (see jobs.ordered_work) that sends everything to the server."""

    def __init__(self, send: Callable[[str, tuple[Any, ...]], None]) -> None:
        self._send = send

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage."""
        self._send("start", (stage, total, done))

    def advance(self, steps: int = 1) -> None:
        """Report steps done."""
        self._send("advance", (steps,))

    def note(self, text: str) -> None:
        """Show what the stage works on now."""
        self._send("note", (text,))


Outcome = tuple[State, str, list[dict[str, Any]]]  # the state at the end, a summary in one line, and findings
Work = Callable[[Progress, Notify], Outcome]


def run_and_report(folder: Path, work: Work, sending: Connection, words: Callable[[PuzzlegenError], str] = str) -> None:
    """Do work in this process, in the folder of a project, and send the server all that the work reports.

    ``words`` says why work was refused.
    """
    if os.name == "posix":
        os.setpgrp()  # Ctrl-C in the terminal of the studio stops the server, which then stops the work
    stop = StopSignal()
    os.chdir(folder)

    def send(kind: str, values: tuple[Any, ...]) -> None:
        with suppress(OSError):  # the server has ended: the work will end by itself
            sending.send((kind, values))

    def info(text: str) -> None:
        send("line", (text,))

    _when_server_ends(_stop_work)
    send("note", ("",))
    outcome: Outcome = "stopped", STOPPED, []
    try:
        outcome = stop.stoppable(partial(work, _SentProgress(send), info))
    except PuzzlegenError as error:
        outcome = "refused", words(error), []
    except BaseException as error:  # a library may make another error of an interrupt
        if not (stop.came or isinstance(error, Interrupted)):
            raise
        info(str(error) if isinstance(error, Interrupted) else "stopped")
    finally:
        send("end", outcome)
        sending.close()
        if stop.came:
            # A thread of a pool may still be inside clingo, which crashes while Python unloads its modules: of 15 stops
            # 3 ended with -11, others with words about corrupted memory in the terminal (2026-11-29)
            os._exit(0)


def _stop_work() -> None:
    """Stop this process as Ctrl-C does, so that the next run can take the folder."""
    signal.raise_signal(signal.SIGINT)
    time.sleep(STOP_SECONDS)
    os._exit(1)
