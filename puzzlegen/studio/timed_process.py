"""Runs functions in a process beside the server.

The process is killed when a call takes too long, and ends when there is nothing to do.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from puzzlegen.errors import WorkerError
from puzzlegen.studio.held_interrupts import start_without_interrupts

T = TypeVar("T")
_Reply = tuple[bool, Any]  # of the process: whether the call returned, and its value or its error

START_SECONDS = 240.0  # more for the first call, which starts Python and, after an update, compiles the solver
GIVE_WAY_SECONDS = 3.0  # that a call may take while a newer one waits
START_PATIENCE = 10.0  # seconds more for the first call; later calls use what it has compiled
STEP_SECONDS = 0.1  # between two checks for a newer call
END_SECONDS = 5.0  # for the end of a process that does not answer anymore
CLOSED = "the studio has stopped: start it again"
IDLE_SECONDS = 300.0  # without a call, before the process ends


class StoppedFromOutside(WorkerError):
    """Another program ended the process during a call."""


class TimedProcess:
    """A process that starts with the first call; calls run one after the other.

    It ends after so many idle seconds, and the next call starts another. ``begin`` is called first in each process.
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
        self._wanted = 0  # calls of run_latest so far
        self.last_used = 0.0  # when the last call began or ended, by the monotonic clock
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    async def run(self, seconds: float, call: Callable[..., T], *args: object) -> T:
        """Call a function in the process. Raises what it raises, and WorkerError after so many seconds."""
        return await run_in_threadpool(self.call, seconds, call, *args)

    async def run_latest(self, seconds: float, call: Callable[..., T], *args: object) -> T:
        """Call a function as ``run`` does. After 3 seconds, a newer call of this method stops it.

        Raises WorkerError then too. So users who change an option do not wait for results of the earlier value.
        """
        with self._counter:
            self._wanted += 1
            number = self._wanted
        return await run_in_threadpool(self.call, seconds, call, *args, latest=number)

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
        found: T = value
        return found

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
            reply: _Reply = (False, stopped) if stopped else connection.recv()
        except (EOFError, OSError):
            if self._closed:
                return False, WorkerError(CLOSED)
            return False, StoppedFromOutside("another program stopped the process that did this: try again")
        return reply

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
    threading.Thread(target=_end_with_server, daemon=True).start()
    if begin is not None:
        begin()
    while connection.poll(idle_seconds):
        reply: _Reply
        try:
            call, args = connection.recv()
            reply = True, call(*args)
        except EOFError:
            return
        except Exception as error:  # the server raises it, as if it had called the function
            reply = False, error
        connection.send(reply)


def _end_with_server() -> None:
    """End this process when the server was killed during a call."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
