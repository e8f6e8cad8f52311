"""Runs the independent parts of a check on the workers of a run, or one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from puzzlegen.jobs.ordered_work import Progress, Silent, run_in_order
from puzzlegen.jobs.pools import WorkerPool


class Task(NamedTuple):
    """A part of a check: a function without arguments that can be pickled, and the steps of progress it stands for."""

    call: Callable[[], list[Any]]
    steps: int


@dataclass(frozen=True, slots=True)
class Workers:
    """The workers of a run, None for this process alone, and its progress."""

    pool: WorkerPool | None = None
    progress: Progress = field(default_factory=Silent)

    def run(self, tasks: Sequence[Task]) -> list[list[Any]]:
        """Return the result of each task, in their order. Raises what a task raises, or WorkerError."""
        if self.pool is not None:
            return list(run_in_order(_result, tasks, self.pool, self._finished))
        results = []
        for task in tasks:
            results.append(task.call())
            self.progress.advance(task.steps)
        return results

    def _finished(self, task: Task, _: list[Any]) -> None:
        self.progress.advance(task.steps)


HERE = Workers()


def _result(task: Task) -> list[Any]:
    return task.call()
