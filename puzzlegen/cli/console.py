"""What the program says on stderr while it works: a bar on a terminal, a line now and then in a log."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import Self

import typer
from rich.console import Console

from puzzlegen.cli.progress_bar import Bar
from puzzlegen.jobs.run_log import LogLevel, log_event

LOG_SECONDS = 5.0  # between two lines of a log


class Talk:
    """Progress for people (see pipeline.Progress). Use as a context manager.

    ``data``: the command writes data to stdout. Where that is a terminal there is no bar: the data would tear it.
    Durations are by the monotonic clock: setting the time of day changes nothing.
    """

    def __init__(self, quiet: bool, *, data: bool = False) -> None:
        self._quiet = quiet
        self._console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        self._bar: Bar | None = None
        self._stage, self._at = "", ""
        self._total: int | None = None
        self._done, self._begun = 0, time.monotonic()
        self._first: tuple[float, int] | None = None  # when the stage's first steps were done, and how many were then
        self._over = threading.Event()
        self._log: threading.Thread | None = None
        if not quiet and self._console.is_terminal and not (data and sys.stdout.isatty()):
            self._bar = Bar(self._console)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._log is not None:
            self._log.join()  # or its last line comes after the summary
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """One line."""
        log_event(LogLevel.INFO, "said", message=text)
        if not self._quiet:
            self._console.print(text, markup=False)

    def warn(self, text: str) -> None:
        """One line that nobody may miss, not even who wants quiet."""
        log_event(LogLevel.WARNING, "warned", message=text)
        self._console.print(text, markup=False)

    def warm(self, *, making: bool = False, classic: bool = False) -> None:
        """Say so if the solver, or what makes puzzles or boards, is compiled first: minutes of silence when busy."""
        from puzzlegen.engine import compile_cache  # not before it is used: it takes a third of a second

        if compile_cache.is_compiled(making=making, classic=classic):
            return
        takes = "compiling the solver, which takes about half a minute"
        if compile_cache.CACHE == compile_cache.WANTED:
            self.say(f"First use: {takes}. Later runs start at once.")
        else:
            self.say(
                f"{compile_cache.WANTED} cannot be written to: {takes}, again in every run. "
                f"Name a folder that can be in {compile_cache.VARIABLE}."
            )

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """A stage of ``total`` steps begins, None where nobody knows how many will come; ``done`` of them are done."""
        log_event(LogLevel.INFO, "stage", stage=stage, total=total, done=done)
        self._stage, self._at, self._total = stage, "", total
        self._done, self._begun, self._first = done, time.monotonic(), None
        if self._bar is not None:
            for task in self._bar.task_ids:
                self._bar.remove_task(task)
            self._bar.add_task(stage, total=total, completed=done, at="")
            self._bar.start()
        elif self._log is None and not self._quiet:
            self._log = threading.Thread(target=self._write_log, name="puzzlegen-log", daemon=True)
            self._log.start()

    def note(self, text: str) -> None:
        """What the stage is at."""
        self._at = text
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[-1], at=text)

    def advance(self, steps: int = 1) -> None:
        """Some steps of the stage are done."""
        self._done += steps
        if self._first is None:
            self._first = time.monotonic(), self._done
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[-1], steps)

    def _write_log(self) -> None:
        """A line now and then, also while nothing is done: a thread of its own."""
        while not self._over.wait(LOG_SECONDS):
            if time.monotonic() - self._begun >= LOG_SECONDS:
                self.say(self._line())

    def _line(self) -> str:
        """How far the stage is, how quick, how long it will take, and what it is at."""
        done, total, now = self._done, self._total, time.monotonic()
        if total == 1:  # nothing to count
            return f"{self._stage}: {_duration(now - self._begun)} so far"
        parts = [f"{done}" if total is None else f"{done} of {total}"]
        # From the first that was done: what comes before that, such as compiling, does not come again.
        since, before = self._first or (now, done)
        rate = (done - before) / max(now - since, 1e-9)
        if rate > 0:
            parts.append(f"{rate:.1f} a second")
            if total is not None:
                parts.append(f"{_duration((total - done) / rate)} left")
        return f"{self._stage}: " + ", ".join([*parts, self._at] if self._at else parts)


def _duration(seconds: float) -> str:
    """Time for people: two of its units."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def put(text: str, end: str = "\n") -> None:
    """Data, to stdout. A reader that has had enough ends the command well: typer would make that an error."""
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None


def fail(message: str) -> None:
    """The last words of a command that could not do its work."""
    sys.stderr.write(shown(message.rstrip("\n")) + "\n")


def shown(text: str) -> str:
    """Text from elsewhere for people to read: what would steer the terminal is spelt out, line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)
