"""A log of a run for programs to read: JSON lines in the output folder, where somebody asks for one.

The file is never among those that a manifest names or a check compares: what it holds depends on the day and the
machine. Published folders should not have one by default, so there is none without ``--log-level``.
"""

from __future__ import annotations

import json
import logging
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
from typing import Any, TextIO

from puzzlegen.errors import Interrupted, OutputError, PuzzlegenError
from puzzlegen.jobs.cpus import cores
from puzzlegen.version import __version__

LOG = "log.jsonl"

_LOGGER = logging.getLogger("puzzlegen")
_LOGGER.addHandler(logging.NullHandler())  # without a handler Python would print warnings itself
_FIELDS = "fields"  # under which a record carries its own values


class LogLevel(StrEnum):
    """How much is logged: every puzzle too (debug); stages and what is said (info); what may be wrong; what failed."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def note(level: LogLevel, event: str, **fields: object) -> None:
    """One event, for the log if there is one. ``fields`` are what JSON can say; anything else goes in as text."""
    _LOGGER.log(logging.getLevelName(level.upper()), event, extra={_FIELDS: fields})


class _Lines(logging.Handler):
    """Adds to the log in ``folder`` from the moment there is such a folder: what is refused before leaves nothing."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._waiting: list[str] = []
        self._file: TextIO | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Write the line, or keep it until it can be written. A log that cannot be written stops no book."""
        stamp = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields: dict[str, Any] = getattr(record, _FIELDS, {})
        line = {"time": stamp, "level": record.levelname.lower(), "event": record.getMessage(), **fields}
        self._waiting.append(json.dumps(line, ensure_ascii=False, default=str) + "\n")
        with suppress(OSError):
            if self._file is None and self._folder.is_dir():
                self._file = _opened(self._folder / LOG)
            if self._file is not None:
                self._file.write("".join(self._waiting))
                self._file.flush()  # whoever is killed has said so much
                self._waiting.clear()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
        super().close()


def _opened(path: Path) -> TextIO:
    """The log, to add to. Raises OSError, also where it is a link."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o644), "w", encoding="utf-8", errors="backslashreplace", newline="\n")


@contextmanager
def journal(folder: Path, level: LogLevel | None) -> Iterator[None]:
    """Log what is noted in the block to ``folder``, from ``level`` on; nothing where that is None.

    Raises OutputError for a log that could not be written, before the block.
    """
    if level is None:
        yield
        return
    _check(folder / LOG)
    lines, began = _Lines(folder), time.monotonic()
    _LOGGER.addHandler(lines)
    _LOGGER.setLevel(level.upper())
    try:
        versions = {"puzzlegen": __version__, "python": platform.python_version()}
        note(LogLevel.INFO, "begin", command=sys.argv[1:], process=os.getpid(), cores=cores(), **versions)
        with _failures():
            yield
        note(LogLevel.INFO, "end", seconds=round(time.monotonic() - began, 3))
    finally:
        _LOGGER.removeHandler(lines)
        _LOGGER.setLevel(logging.NOTSET)
        lines.close()


@contextmanager
def _failures() -> Iterator[None]:
    """Note how the block failed, if it did."""
    try:
        yield
    except PuzzlegenError as fault:
        note(LogLevel.ERROR, "failed", error=type(fault).__name__, message=str(fault))
        raise
    except (Interrupted, KeyboardInterrupt) as stop:  # nobody's fault
        note(LogLevel.WARNING, "interrupted", message=str(stop))
        raise
    except BaseException as fault:
        note(LogLevel.ERROR, "fault", error=type(fault).__name__, message=str(fault), trace=traceback.format_exc())
        raise


def _check(path: Path) -> None:
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise OutputError(f"{path}: not a file, the log cannot go there: remove it, or leave --log-level out")
    if path.exists() and not os.access(path, os.W_OK):
        raise OutputError(f"{path}: cannot be written to: allow it, or leave --log-level out")
