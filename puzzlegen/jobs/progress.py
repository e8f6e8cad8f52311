"""Reports the progress of long-running work, and times its stages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from puzzlegen.jobs.run_log import LogLevel, log_event

Notify = Callable[[str], None]  # receives a message to the user


class Progress(Protocol):
    """Receives the stages of a run and the steps done in each."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Begin a stage of ``total`` steps, None if unknown, of which ``done`` are done already."""

    def advance(self, steps: int = 1) -> None:
        """Report that ``steps`` more steps of the stage are done."""

    def note(self, text: str) -> None:
        """Show what the stage works on now."""


class Silent:
    """Ignores all progress."""

    def start(self, stage: str, total: int | None, done: int = 0) -> None:
        """Do nothing."""

    def advance(self, steps: int = 1) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""


class StageTimer:
    """Measures the seconds of each stage. Those of all editions add up, except in the log, which has each by itself."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str, steps: int = 0) -> Iterator[None]:
        """Time the block. With ``steps``, report that the stage begins, and at the end that all steps are done."""
        if steps:
            self.progress.start(name, steps)
        begin = time.perf_counter()
        event = "stage stopped"
        try:
            yield
            event = "stage done"
        finally:
            seconds = time.perf_counter() - begin
            self.seconds[name] = round(self.seconds.get(name, 0.0) + seconds, 3)
            log_event(LogLevel.INFO, event, stage=name, seconds=round(seconds, 3))
        if steps:
            self.progress.advance(steps)
