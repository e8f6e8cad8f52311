"""Writes the events of a run as JSON lines to a log file in the output folder.

Manifests do not name the log, and checks do not compare it, because its content depends on the time and the machine.
There is a log only with ``--log-level``, so that published folders do not hold one by default.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from threading import Lock
from typing import TextIO

from puzzlegen.errors import Interrupted, OutputError, PuzzlegenError
from puzzlegen.jobs.processors import available_cpus

LOG = "log.jsonl"


class LogLevel(StrEnum):
    """The least severe events to log: every puzzle (debug), stages and messages (info), warnings, or errors."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class _RunLog:
    """Appends events to the log in ``folder`` once the folder exists: a request that is refused leaves no file."""

    def __init__(self, folder: Path, level: LogLevel) -> None:
        self._folder = folder
        self._levels = list(LogLevel)[list(LogLevel).index(level) :]
        self._unwritten: list[str] = []
        self._file: TextIO | None = None
        self._lock = Lock()

    def write(self, level: LogLevel, event: str, fields: dict[str, object]) -> None:
        """Write a line, or keep it until it can be written. A log that cannot be written does not stop the run."""
        if level not in self._levels:
            return
        time_utc = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = {"time": time_utc, "level": level.value, "event": event, **fields}
        with self._lock, suppress(OSError):
            self._unwritten.append(json.dumps(line, ensure_ascii=False, default=str) + "\n")
            if self._file is None and self._folder.is_dir():
                self._file = _open_log(self._folder / LOG)
            if self._file is not None:
                self._file.write("".join(self._unwritten))
                self._file.flush()  # so that the log of a killed run is complete
                self._unwritten.clear()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()


_open_logs: list[_RunLog] = []  # not Python's logging: importing it takes a twelfth of the time of --help


def log_event(level: LogLevel, event: str, **fields: object) -> None:
    """Log one event, if there is a log. Values in ``fields`` that JSON cannot hold are written as text."""
    for log in _open_logs:
        log.write(level, event, fields)


def _open_log(path: Path) -> TextIO:
    """Open the log for appending. Raises OSError, also where it is a link."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o644), "w", encoding="utf-8", errors="backslashreplace", newline="\n")


@contextmanager
def open_run_log(folder: Path, level: LogLevel | None) -> Iterator[None]:
    """Log the events of the block to ``folder``, from ``level`` on; log nothing when that is None.

    Raises OutputError before the block when the log cannot be written.
    """
    if level is None:
        yield
        return
    _check(folder / LOG)
    log, began = _RunLog(folder, level), time.monotonic()
    _open_logs.append(log)
    try:
        from puzzlegen.version import __version__  # noqa: PLC0415  # reading it takes a tenth of the time of --help

        versions = {"puzzlegen": __version__, "python": platform.python_version()}
        log_event(LogLevel.INFO, "begin", command=sys.argv[1:], process=os.getpid(), cores=available_cpus(), **versions)
        with _logged_failures():
            yield
        log_event(LogLevel.INFO, "end", seconds=round(time.monotonic() - began, 3))
    finally:
        _open_logs.remove(log)
        log.close()


@contextmanager
def _logged_failures() -> Iterator[None]:
    """Log the error that ends the block, if one does."""
    try:
        yield
    except PuzzlegenError as error:
        log_event(LogLevel.ERROR, "failed", error=type(error).__name__, message=str(error))
        raise
    except (Interrupted, KeyboardInterrupt) as stop:  # the user stopped the run, which is no error
        log_event(LogLevel.WARNING, "interrupted", message=str(stop))
        raise
    except BaseException as error:
        log_event(LogLevel.ERROR, "fault", error=type(error).__name__, message=str(error), trace=traceback.format_exc())
        raise


def _check(path: Path) -> None:
    """Raise OutputError where the log cannot be written."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise OutputError(
            f"{path}: found no regular file, so the log cannot be written: remove it, or omit --log-level"
        )
    if path.exists() and not os.access(path, os.W_OK):
        raise OutputError(f"{path}: cannot be written to: change its permissions, or omit --log-level")
