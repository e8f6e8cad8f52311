"""Opens the workers of a running dask cluster as a worker pool."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import version
from textwrap import shorten
from traceback import format_exception
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from puzzlegen.errors import PuzzlegenError, WorkerError
from puzzlegen.jobs.code_version import LIBRARIES, code_version
from puzzlegen.jobs.pools import ThreadExecutor, WorkerPool
from puzzlegen.version import __version__

UNIT_SECONDS = 2.0  # work given to a worker at a time: the scheduler spends under a thousandth of that on it
CONNECT_SECONDS = 7.0  # to wait for the scheduler, and after that half as long for a worker
NO_WORKER_SECONDS = 30.0  # without any worker before giving up: a worker that is restarted takes five
ANSWER_SECONDS = 5.0  # the scheduler may take to list its workers
CLOSE_SECONDS = 1.0  # closing the connection may take
_SAME_VERSIONS = "install the same versions on all machines"


def open_generators(
    executor: str | None, local: AbstractContextManager[WorkerPool]
) -> AbstractContextManager[WorkerPool]:
    """Open the workers that generate puzzles: those of the ``executor`` ``dask://HOST:PORT``, ``local`` if it is None.

    Raises WorkerError.
    """
    return local if executor is None else open_cluster_pool(executor)


@contextmanager
def open_cluster_pool(address: str) -> Iterator[WorkerPool]:
    """Open the workers of the dask scheduler at ``dask://HOST:PORT``. Leaving drops work that has not begun.

    Another worker repeats the work of a lost one. Raises WorkerError within ten seconds when dask, the scheduler or
    its workers are missing, and when there was no worker for NO_WORKER_SECONDS.
    """
    scheduler = _scheduler_address(address)
    distributed = _import_distributed()
    with warnings.catch_warnings():  # dask warns of differing versions; each unit of work compares those that matter
        warnings.simplefilter("ignore")
        try:
            other_thread = ThreadExecutor()  # the calling program may run an event loop in this thread
            other_thread.submit(_check_scheduler, distributed, scheduler).result()
            other_thread.shutdown(wait=False)
            client = distributed.Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)
        except Exception:  # another program may listen there and give any answer
            raise WorkerError(
                f"--executor: no dask scheduler answers at {address}: start one with `dask scheduler`, "
                "or leave out --executor"
            ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS / 2)
        except TimeoutError:
            raise WorkerError(
                f"--executor: the scheduler at {address} has no workers: start some with `dask worker {scheduler}`"
            ) from None
        count = sum(client.nthreads().values())
        executor = _VersionCheckingExecutor(client.get_executor(pure=False))
        check = _WorkerCheck(client, scheduler)
        yield WorkerPool(executor, max(1, count), UNIT_SECONDS, _explain_dask_error, check)
    finally:
        client.close(CLOSE_SECONDS)


def _check_scheduler(distributed: ModuleType, address: str) -> None:
    """Ask the scheduler for its identity, as a client does first.

    A client waits without limit for a program that listens and never answers, and leaves log messages when a program
    other than dask answers. Raises OSError or TimeoutError.
    """
    import asyncio  # noqa: PLC0415  # dask loads it anyway

    async def ask() -> None:
        async with asyncio.timeout(CONNECT_SECONDS), distributed.rpc(address) as scheduler:
            if (await scheduler.identity())["type"] != "Scheduler":
                raise OSError(f"{address} is not the address of a dask scheduler")

    asyncio.run(ask())


class _WorkerCheck:
    """Checks that the cluster still has workers; dask itself would wait for one without limit."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._empty_since: float | None = None

    def __call__(self, idle: float) -> None:
        """See WorkerPool.check. Only the time after the last finished work counts."""
        if self._has_workers():
            self._empty_since = None
            return
        now = time.monotonic()
        self._empty_since = now if self._empty_since is None else self._empty_since
        if min(idle, now - self._empty_since) >= NO_WORKER_SECONDS:
            raise WorkerError(
                f"--executor: the scheduler at {self._address} has had no workers, or has not answered, for "
                f"{NO_WORKER_SECONDS:.0f} s: start some with `dask worker {self._address}`"
            )

    def _has_workers(self) -> bool:
        try:
            return bool(self._client.nthreads(callback_timeout=ANSWER_SECONDS))
        except TimeoutError:
            return False
        except OSError:
            return True  # the connection is lost, which the futures report


def _scheduler_address(address: str) -> str:
    """Return ``tcp://HOST:PORT``. Raises WorkerError."""
    try:
        parts = urlsplit(address)
        if parts.scheme == "dask" and parts.hostname and parts.port and parts.netloc == address[len("dask://") :]:
            return f"tcp://{parts.netloc}"
    except ValueError:
        pass
    raise WorkerError(f"--executor: found {address!r}, expected dask://HOST:PORT, such as dask://10.0.0.5:8786")


def _import_distributed() -> ModuleType:
    """Return dask.distributed, which comes with the extra ``cluster``. Raises WorkerError."""
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise WorkerError(f"--executor: dask is not installed ({error}): pip install 'puzzlegen[cluster]'") from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # puzzlegen reports what matters itself
    return distributed


class _VersionCheckingExecutor(Executor):
    """Submits work with our code version: a worker of another version would make other puzzles.

    The work travels as bytes, which a function of dask turns into the call. A worker that cannot import puzzlegen then
    reports its ImportError; it would end without a word if dask had to read a function of puzzlegen as a task.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._format = import_module("distributed.protocol.pickle")

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        call = partial(_run_if_same_version, code_version(), _versions(), fn, *args, **kwargs)
        return self._executor.submit(self._format.loads, self._format.dumps(_CalledWhenRead(call)))


class _CalledWhenRead:
    """A call that a worker makes when it reads this; the worker gets the result in its place."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._call = call

    def __reduce__(self) -> tuple[Callable[[], Any], tuple[()]]:
        return self._call, ()


def _run_if_same_version(expected: str, versions: str, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Run the work if this worker has the code of the caller. A worker calls this."""
    if code_version() != expected:
        raise WorkerError(
            f"--executor: a worker has {_versions()}, this machine has {versions}, and their code differs: "
            f"{_SAME_VERSIONS}"
        )
    try:
        return fn(*args, **kwargs)
    except PuzzlegenError:
        raise
    except Exception as error:
        raise _WorkFailed("".join(format_exception(error))) from None


class _WorkFailed(Exception):
    """The work raised an unexpected error on a worker; holds the traceback from there."""


def _versions() -> str:
    return ", ".join([f"puzzlegen {__version__}", *(f"{name} {version(name)}" for name in LIBRARIES)])


def _explain_dask_error(error: Exception) -> str:
    """Return what an error of dask means, empty for other errors."""
    name = type(error).__name__
    if name == "KilledWorker":
        return "several workers were lost with the same work, perhaps because of too little memory"
    if isinstance(error, CancelledError | OSError) or name in ("FutureCancelledError", "FuturesCancelledError"):
        return "the connection to the dask scheduler was lost"
    if isinstance(error, ImportError | AttributeError | TypeError | RuntimeError):
        return f"a worker cannot do the work ({name}: {shorten(str(error), 200)}): {_SAME_VERSIONS}"
    return ""
