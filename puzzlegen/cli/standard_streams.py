"""Makes stdin, stdout and stderr usable however the shell has set them up."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

import typer

from puzzlegen.errors import OutputError


@contextmanager
def usable_streams() -> Iterator[None]:
    """Open closed streams on the null device, and turn errors of stdout within the block into OutputError.

    Reading a closed stdin is an error.

    A closed stream would give its number to the next file that is opened, such as a ledger.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdin is None:
        sys.stdin = cast(TextIO, _ClosedStdin())
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # stays open as long as the process
    sys.stdout = cast(TextIO, _CheckedStdout(sys.stdout))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


class _ClosedStdin(io.TextIOBase):
    """Stdin that the shell has closed, which is not the same as an empty one."""

    def read(self, _: int | None = -1) -> str:
        """Raise OSError."""
        raise OSError(errno.EBADF, "it is closed")

    def readline(self, _: int = -1) -> str:  # type: ignore[override]  # as of an open stream
        """Raise OSError."""
        return self.read()


class _CheckedStdout:
    """Stdout that raises OutputError where it cannot be written to.

    If its reader has closed it, as ``head`` does, the command ends with exit code 0.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._problem: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":  # typer would write to it, past the checks here
            raise AttributeError(name)
        return getattr(self._stream, name)

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._stream is not None and self._stream.isatty()

    def write(self, text: str) -> int:
        """Write a text. Raises OutputError."""
        if self._problem is not None:  # typer tries an empty text first, and ignores its error
            raise self._problem
        if self._stream is None:
            raise OutputError("stdout: it is closed: send the output to a file or another program")
        try:
            return self._stream.write(text)
        except UnicodeEncodeError as error:
            found = ascii(error.object[error.start])
            raise OutputError(
                f"stdout: cannot write {found} in the encoding {error.encoding}: set PYTHONIOENCODING=utf-8"
            ) from None
        except OSError as error:
            raise self._give_up(error) from None

    def flush(self) -> None:
        """Write what is buffered. Raises OutputError."""
        if self._stream is None:
            return
        try:
            self._stream.flush()
        except OSError as error:
            raise self._give_up(error) from None

    def _give_up(self, error: OSError) -> Exception:
        """Return what to raise. Discard the rest of the buffer, with which Python would fail again at its exit."""
        if self._stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        problem = OutputError(f"stdout: cannot be written to: {error.strerror or error}")
        self._problem = typer.Exit() if isinstance(error, BrokenPipeError) else problem
        return self._problem
