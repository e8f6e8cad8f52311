"""What the program says on stderr while it works: a bar on a terminal, a line now and then in a log."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Self

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

LOG_SECONDS = 5.0  # between two lines of a log


class Talk:
    """Progress for people (see pipeline.Progress). Use as a context manager.

    ``data``: the command writes data to stdout. Where that is a terminal there is no bar: the data would tear it.
    """

    def __init__(self, quiet: bool, *, data: bool = False) -> None:
        self._quiet = quiet
        self._console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)
        self._bar: Bar | None = None
        self._stage, self._total, self._done, self._said = "", "", 0, 0.0
        if not quiet and self._console.is_terminal and not (data and sys.stdout.isatty()):
            self._bar = Bar(
                TextColumn("{task.description:<10}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
                redirect_stdout=False,  # rich would send data to the terminal, past the file or pipe it is meant for
                redirect_stderr=False,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """One line."""
        if not self._quiet:
            self.warn(text)

    def warn(self, text: str) -> None:
        """One line that nobody may miss, not even who wants quiet."""
        self._console.print(text, markup=False)

    def warm(self, *, making: bool = False, classic: bool = False) -> None:
        """Say so if the solver, or what makes puzzles or boards, is compiled first: minutes of silence when busy."""
        from puzzlegen.engine import is_compiled  # not before it is used: it takes a third of a second

        if not is_compiled(making=making, classic=classic):
            self.say("First use: compiling the solver, which takes about half a minute. Later runs start at once.")

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """A stage of ``total`` steps begins, None where nobody knows how many will come; ``done`` of them are done."""
        self._stage, self._total = stage, "" if total is None else f" of {total}"
        self._done, self._said = done, time.monotonic()
        if self._bar is not None:
            for task in self._bar.task_ids:
                self._bar.remove_task(task)
            self._bar.add_task(stage, total=total, completed=done)
            self._bar.start()

    def note(self, text: str) -> None:
        """What the stage is at."""

    def advance(self, steps: int = 1) -> None:
        """Some steps of the stage are done."""
        self._done += steps
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[-1], steps)
        elif time.monotonic() - self._said >= LOG_SECONDS:
            self._said = time.monotonic()
            self.say(f"{self._stage}: {self._done}{self._total}")


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
    sys.stderr.write(message.rstrip("\n") + "\n")
