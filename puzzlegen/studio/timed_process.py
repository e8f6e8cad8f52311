"""Runs functions in a process beside the server, which is killed when a call takes too long."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from puzzlegen.errors import WorkerError

T = TypeVar("T")

START_SECONDS = 240.0  # more for the first call, which starts Python and, after an update, compiles the solver
GIVE_WAY_SECONDS = 3.0  # that a call may take while a newer one waits
START_PATIENCE = 10.0  # seconds more for the first call; later calls use what it has compiled
STEP_SECONDS = 0.1  # between two checks for a newer call


class TimedProcess:
    """A process for work without a project. It starts with the first call; calls run one after the other."""

    def __init__(self, start_seconds: float = START_SECONDS) -> None:
        self._start_seconds = start_seconds
        self._lock, self._counter = threading.Lock(), threading.Lock()
        self._wanted = 0  # calls of run_latest so far
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
        with self._lock:
            connection, limit, patience = self._connection, seconds, GIVE_WAY_SECONDS
            if connection is None:
                connection, limit = self._start(), seconds + self._start_seconds
                patience += START_PATIENCE
            done: bool
            value: Any
            try:
                connection.send((call, args))
                done, value = False, self._wait(connection, limit, patience, latest)
                if value is None:
                    done, value = connection.recv()
            except (EOFError, OSError):
                done, value = False, WorkerError("another program stopped the process that did this: try again")
            if isinstance(value, WorkerError):
                self._end()
        if not done:
            raise value
        found: T = value
        return found

    def _wait(self, connection: Connection, limit: float, patience: float, latest: int) -> WorkerError | None:
        """Wait for a reply; return the reason if there is none. A call with a number ends for a higher number."""
        begun = time.monotonic()
        while not connection.poll(STEP_SECONDS):
            spent = time.monotonic() - begun
            if spent > limit:
                remedy = "try a smaller picture or puzzle, or another difficulty"
                return WorkerError(f"this took more than {limit:g} seconds and was stopped: {remedy}")
            if 0 < latest < self._wanted and spent > patience:
                return WorkerError("stopped because of a newer request")
        return None

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()  # without the lock: a call that is running ends with it

    def _start(self) -> Connection:
        context = get_context("spawn")
        self._connection, far_end = context.Pipe()
        self._process = context.Process(target=_serve, args=(far_end,), name="studio tools", daemon=True)
        self._process.start()
        far_end.close()
        return self._connection

    def _end(self) -> None:
        if self._process is not None and self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
        self._process = self._connection = None


def _serve(connection: Connection) -> None:
    """Answer calls until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal of the studio stops the server
    while True:
        reply: tuple[bool, Any]
        try:
            call, args = connection.recv()
            reply = True, call(*args)
        except EOFError:
            return
        except Exception as error:  # the server raises it, as if it had called the function
            reply = False, error
        connection.send(reply)
