"""Workers of other machines: the executor of a dask cluster, which somebody else started."""

from __future__ import annotations

import asyncio
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.metadata import version
from traceback import format_exception
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from puzzlegen.errors import PuzzlegenError, WorkerError
from puzzlegen.jobs.code_version import LIBRARIES, maker
from puzzlegen.jobs.executors import Here, Workers, workers
from puzzlegen.version import __version__

UNIT = 2.0  # seconds of work handed over at a time: the scheduler spends under a thousandth of that on it
PATIENCE = 7.0  # seconds to wait for the scheduler, and after that half as long for a worker
GONE = 30.0  # seconds without any worker after which none is expected back: one that is started again takes five
ANSWER = 5.0  # seconds that the scheduler may take to say who is there
LEAVING = 1.0  # seconds that closing may take
_SAME = "install the same versions there as here"


def crew_of(jobs: int, executor: str | None) -> AbstractContextManager[Workers]:
    """``jobs`` workers of this machine, or those of the ``executor`` ``dask://HOST:PORT``. Raises WorkerError."""
    return workers(jobs) if executor is None else cluster(executor)


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers of the dask scheduler at ``dask://HOST:PORT``. Leaving drops what nobody has begun.

    Work that a lost worker had is done by another one. Raises WorkerError within ten seconds when dask, the scheduler
    or its workers are not there, and when the last worker has been away for GONE seconds.
    """
    where = _place(address)
    distributed = _distributed()
    with warnings.catch_warnings():  # of versions that differ: what matters of that is looked at by each unit of work
        warnings.simplefilter("ignore")
        try:
            aside = Here()  # the program that uses us may run a loop in this thread
            aside.submit(lambda: asyncio.run(_ask(distributed, where))).result()
            aside.shutdown(wait=False)
            client = distributed.Client(where, timeout=PATIENCE, set_as_default=False)
        except Exception:  # whatever else may listen there answers in its own way
            raise WorkerError(
                f"--executor: no dask scheduler answers at {address}: start one there with `dask scheduler`, "
                "or leave out --executor"
            ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE / 2)
        except TimeoutError:
            raise WorkerError(
                f"--executor: the scheduler at {address} has no workers: start some with `dask worker {where}`"
            ) from None
        count = sum(client.nthreads().values())
        yield Workers(_SameMaker(client.get_executor(pure=False)), max(1, count), UNIT, _lost, _Watch(client, where))
    finally:
        client.close(LEAVING)


async def _ask(distributed: ModuleType, where: str) -> None:
    """Ask the scheduler who it is, as a client does first. A client has no bound on how long it waits for what listens
    and says nothing, and leaves notes of itself when something else than dask answers.
    """
    async with asyncio.timeout(PATIENCE), distributed.rpc(where) as scheduler:
        if (await scheduler.identity())["type"] != "Scheduler":
            raise OSError(f"{where} is another part of dask")


class _Watch:
    """Looks whether any worker is left: dask itself would wait for one for ever."""

    def __init__(self, client: Any, where: str) -> None:
        self._client, self._where = client, where
        self._since: float | None = None  # when it first found none

    def __call__(self, idle: float) -> None:
        """See Workers. What was found before the last work was done counts for nothing."""
        if self._any():
            self._since = None
            return
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        if min(idle, now - self._since) >= GONE:
            raise WorkerError(
                f"--executor: the scheduler at {self._where} has had no workers, or not answered, for {GONE:.0f} s: "
                f"start some with `dask worker {self._where}`"
            )

    def _any(self) -> bool:
        try:
            return bool(self._client.nthreads(callback_timeout=ANSWER))
        except TimeoutError:
            return False
        except OSError:
            return True  # of a connection that is lost the futures tell


def _place(address: str) -> str:
    """``tcp://HOST:PORT``."""
    try:
        parts = urlsplit(address)
        if parts.scheme == "dask" and parts.hostname and parts.port and parts.netloc == address[len("dask://") :]:
            return f"tcp://{parts.netloc}"
    except ValueError:
        pass
    raise WorkerError(f"--executor: found {address!r}, expected dask://HOST:PORT, such as dask://10.0.0.5:8786")


def _distributed() -> ModuleType:
    """dask.distributed, which comes with the extra ``cluster``."""
    try:
        found = import_module("distributed")
    except ImportError as fault:
        raise WorkerError(f"--executor: dask is not here ({fault}): pip install 'puzzlegen[cluster]'") from None
    for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters of it is said in our words
    return found


class _SameMaker(Executor):
    """Hands work on, together with who made it: a worker with other versions would make other puzzles."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See Executor."""
        return self._executor.submit(_as_here, maker(), _versions(), fn, *args, **kwargs)


def _as_here(made_by: str, told: str, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Run by a worker."""
    if maker() != made_by:
        raise WorkerError(f"--executor: a worker has {_versions()}, here it is {told}, and their code differs: {_SAME}")
    try:
        return fn(*args, **kwargs)
    except PuzzlegenError:
        raise
    except Exception as fault:
        raise _Broken("".join(format_exception(fault))) from None


class _Broken(Exception):
    """The work itself failed, at a worker of the same code: it holds the trace there."""


def _versions() -> str:
    return ", ".join([f"puzzlegen {__version__}", *(f"{name} {version(name)}" for name in LIBRARIES)])


def _lost(fault: Exception) -> str:
    """What an error of dask's means."""
    name = type(fault).__name__
    if name == "KilledWorker":
        return "several workers were lost, one after the other, with the same work, perhaps for want of memory"
    if isinstance(fault, CancelledError | OSError) or name in ("FutureCancelledError", "FuturesCancelledError"):
        return "the connection to the dask scheduler was lost"
    if isinstance(fault, ImportError | AttributeError | TypeError | RuntimeError):
        return f"a worker cannot do the work ({name}: {str(fault).splitlines()[0] if str(fault) else ''}): {_SAME}"
    return ""
