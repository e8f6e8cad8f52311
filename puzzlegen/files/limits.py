"""Limits the memory and the time of processes that read files of others, and says which limit ended one.

Libraries in C cannot be stopped within a process: a PDF of 778 kB took 2.5 GB and over 60 s (2026-11-29). A process of
``jobs.pools`` that is begun here is lost at a limit, and the run ends with one line; in other processes the limits do
not hold.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from puzzlegen.errors import OutputError, WorkerError

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]  # a module elsewhere

MEMORY = 1_000_000_000  # bytes that one file may take
SECONDS = 10.0  # of processor time for an image or a page; an image of 50 million pixels takes 1 to 4
PATIENCE = 3  # times as many seconds may pass: on a busy computer a process gets a part of a processor
TOO_MUCH_MEMORY = "takes more than 1 GB of memory to read; simplify it or make it smaller"
_IDLE = 240.0  # seconds without a finished range of pages, each of which takes a part of a second
_may_be_lost = False  # whether this process may end at a limit


def begin() -> None:
    """Let the limits hold in this process from now on."""
    global _may_be_lost  # noqa: PLW0603  # a process is limited as a whole
    _may_be_lost = True
    limit("RLIMIT_CORE", 0)  # where a limit is reached, the system would write the memory to a file


def limit(name: str, value: int) -> None:
    """Set a limit of this process, by its name in ``resource``, as far as the system allows it."""
    if resource is not None:
        with suppress(OSError, ValueError):  # macOS knows RLIMIT_AS and refuses it
            kind = getattr(resource, name)
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def limit_seconds(seconds: float) -> None:
    """Let this process end when it has used so many more seconds of processor time."""
    used = os.times()
    limit("RLIMIT_CPU", math.ceil(used.user + used.system + seconds))


@contextmanager
def limited(path: Path, pages: int = 1) -> Iterator[None]:
    """Hold the limits while the block reads this number of pages of a file.

    Raises OutputError for a lack of memory. Too much time, or a library that aborts without memory, ends the process.
    """
    if not _may_be_lost or resource is None:
        yield
        return
    before = [(kind, resource.getrlimit(kind)) for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    limit("RLIMIT_AS", _size() + MEMORY)
    limit_seconds(SECONDS * max(1, pages))
    try:
        yield
    except MemoryError:
        raise OutputError(f"{path}: {TOO_MUCH_MEMORY}") from None
    finally:
        for kind, values in before:
            resource.setrlimit(kind, values)


def _size() -> int:
    """Return the bytes that this process has reserved; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return 0


def _too_slow() -> str:
    return f"a page takes more than {SECONDS:g} s to read; simplify it or make it smaller"


def reason(codes: Iterable[int | None]) -> str:
    """Return which limit ended a process, by the exit codes of all; empty if none did."""
    ended = {-code for code in codes if code is not None and code < 0} - {signal.SIGTERM, getattr(signal, "SIGKILL", 9)}
    if getattr(signal, "SIGXCPU", 0) in ended:
        return _too_slow()
    return TOO_MUCH_MEMORY if ended else ""  # PDFium aborts without memory


def check(idle: float) -> None:
    """Raise WorkerError where the system has no limits and no work was finished for so many seconds."""
    if resource is None and idle > _IDLE:
        raise WorkerError(_too_slow())
