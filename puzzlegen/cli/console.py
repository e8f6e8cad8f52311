"""Prints messages, progress and data: messages and progress go to stderr, data to stdout."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from puzzlegen.jobs.run_log import LogLevel, log_event
from puzzlegen.wording import rate_text

if TYPE_CHECKING:  # rich takes a fifth of the time of --help to import
    from puzzlegen.cli.progress_bar import ProgressBar

LOG_SECONDS = 5.0  # between two progress lines where stderr is no terminal


class Console:
    """Prints messages, and shows the progress of a run (see jobs.ordered_work). Use it as a context manager.

    On a terminal progress is a bar, elsewhere a line every few seconds. ``quiet`` leaves only warnings. ``data`` tells
    that the command writes data to stdout: if that is a terminal there is no bar, because data would break it.
    Durations come from the monotonic clock, so a change of the system time does not affect them.
    """

    def __init__(self, quiet: bool, *, data: bool = False) -> None:
        self._quiet = quiet
        self._bar: ProgressBar | None = None
        self._stage, self._detail = "", ""
        self._total: int | None = None
        self._done, self._begun = 0, time.monotonic()
        self._first: tuple[float, int] | None = None  # when the stage's first step was done, and the steps done then
        self._closed = threading.Event()
        self._line_thread: threading.Thread | None = None
        if not quiet and sys.stderr.isatty() and not (data and sys.stdout.isatty()):
            from puzzlegen.cli.progress_bar import new_progress_bar

            self._bar = new_progress_bar()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()
        if self._line_thread is not None:
            self._line_thread.join()  # else its last line could follow the summary
        if self._bar is not None:
            self._bar.stop()

    def info(self, text: str) -> None:
        """Print one line, unless quiet."""
        log_event(LogLevel.INFO, "message", message=text)
        if not self._quiet:
            self._print(text)

    def warn(self, text: str) -> None:
        """Print one line, also when quiet."""
        log_event(LogLevel.WARNING, "warning", message=text)
        self._print(text)

    def _print(self, text: str) -> None:
        """Print above the bar, or to stderr where there is no bar."""
        if self._bar is None:
            print_error(text)
        else:
            self._bar.console.print(escape_controls(text), markup=False)

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage of ``total`` steps, None if unknown, of which ``done`` are done already."""
        log_event(LogLevel.INFO, "stage", stage=stage, total=total, done=done)
        self._stage, self._detail, self._total = stage, "", total
        self._done, self._begun, self._first = done, time.monotonic(), None
        if self._bar is not None:
            for task in self._bar.task_ids:
                self._bar.remove_task(task)
            self._bar.add_task(stage, total=total, completed=done, detail="")
            self._bar.start()
        elif self._line_thread is None and not self._quiet:
            self._line_thread = threading.Thread(target=self._print_lines, name="puzzlegen-progress", daemon=True)
            self._line_thread.start()

    def note(self, text: str) -> None:
        """Show what the stage works on now."""
        self._detail = text
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[-1], detail=text)

    def advance(self, steps: int = 1) -> None:
        """Count ``steps`` more steps of the stage as done."""
        self._done += steps
        if self._first is None:
            self._first = time.monotonic(), self._done
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[-1], steps)

    def _print_lines(self) -> None:
        """Print a progress line every few seconds, also while no step is done; runs in a thread."""
        while not self._closed.wait(LOG_SECONDS):
            if time.monotonic() - self._begun >= LOG_SECONDS:
                self.info(self._progress_line())

    def _progress_line(self) -> str:
        """The steps done, the rate, the time left, and what the stage works on."""
        done, total, now = self._done, self._total, time.monotonic()
        if total == 1:  # nothing to count
            return f"{self._stage}: {_duration(now - self._begun)} so far"
        parts = [f"{done}" if total is None else f"{done} of {total}"]
        # The rate counts from the first step done: what comes before it, such as loading libraries, happens only once.
        since, before = self._first or (now, done)
        rate = (done - before) / max(now - since, 1e-9)
        if rate > 0:
            parts.append(rate_text(rate))
            if total is not None:
                parts.append(f"{_duration((total - done) / rate)} left")
        return f"{self._stage}: " + ", ".join([*parts, self._detail] if self._detail else parts)


def _duration(seconds: float) -> str:
    """A time in its two largest units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def print_data(text: str, end: str = "\n") -> None:
    """Write data to stdout at once. Raises OutputError, see cli.app."""
    sys.stdout.write(text + end)
    sys.stdout.flush()


def print_error(message: str) -> None:
    """Write an error message to stderr."""
    sys.stderr.write(escape_controls(message.rstrip("\n")) + "\n")


def print_warning(message: str) -> None:
    """Write a warning to stderr."""
    print_error(f"warning: {message}")


def escape_controls(text: str) -> str:
    """Return a text with control characters escaped, which could steer the terminal; line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
