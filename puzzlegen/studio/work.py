"""Starts and stops the processes beside the server: one for the pages of each open project, and one for each build."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

from puzzlegen.errors import OutputError, WorkerError
from puzzlegen.studio.process_functions import builds, preview, series_work
from puzzlegen.studio.projects import Project, Workspace
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.workers import StoppedFromOutside, TimedProcess, WorkProcess

T = TypeVar("T")

CARD_SECONDS = 120.0  # for the picture of a book on the start page; one of 200 pages takes about 3 (2026-11-23)
CARDS_IDLE_SECONDS = 10.0  # before the process that draws them ends
PREVIEW_SECONDS = 600.0  # for one request of a project
OTHERS_SECONDS = 10.0  # without a call, before a process ends because that of a project was used after it


Kind = Literal["build", "making", "candidates"]  # of work; that on a daily and a check are reported as builds are


class RunningWork:
    """Starts and stops the processes. Use it as a context manager. ``tools`` does work without a project.

    ``answers`` does the short work after each key of a puzzle that is composed, and ``searches`` finds puzzles for it.
    """

    def __init__(self, workspace: Workspace, jobs: int) -> None:
        self._workspace, self._jobs = workspace, jobs
        self._previews: dict[str, TimedProcess] = {}
        self._work: dict[tuple[str, Kind], WorkProcess] = {}  # the last of each kind, by the name of its project
        self._puzzles_made: dict[str, str] = {}  # by the name of a project, for which puzzles its last making is
        self._cards = TimedProcess(idle_seconds=CARDS_IDLE_SECONDS)
        self.tools, self.answers, self.searches = TimedProcess(), TimedProcess(), TimedProcess()

    @property
    def _shared(self) -> tuple[TimedProcess, ...]:
        """The processes for work without a project."""
        return self.tools, self.answers, self.searches

    def __enter__(self) -> RunningWork:
        return self

    def __exit__(self, *_: object) -> None:
        self.end_calls()
        _end(self._work.values())

    def end_calls(self) -> None:
        """End what is made for the browser at once; the requests for it fail. Builds go on."""
        for process in (*self._shared, self._cards, *self._previews.values()):
            process.close()

    async def in_preview(self, project: Project, call: Callable[..., T], *args: object) -> T:
        """Run a function in the process of a project, in its folder. Raises what it raises, and WorkerError.

        If another program stopped the process, it is replaced, and the function runs again.
        """
        process = self._previews.setdefault(project.name, TimedProcess(begin=partial(os.chdir, project.folder)))
        try:
            return await process.run(PREVIEW_SECONDS, call, *args)
        except StoppedFromOutside:
            return await process.run(PREVIEW_SECONDS, call, *args)
        finally:
            asyncio.get_running_loop().call_later(OTHERS_SECONDS, self._release_others)

    def _release_others(self) -> None:
        """End the processes that are not used, except that of the project used last."""
        last = max(process.last_used for process in self._previews.values())
        for process in (*self._shared, *self._previews.values()):
            if process.last_used < last and time.monotonic() - process.last_used >= OTHERS_SECONDS:
                process.release()

    async def draw_card(self, config: Path, file: Path) -> bytes | None:
        """Draw the picture of a book for the start page, one after the other."""
        try:
            return await self._cards.run(CARD_SECONDS, preview.draw_card, config, file)
        except WorkerError:
            return None

    def start_build(self, project: Project) -> None:
        """Start building a book, unless it is being built or checked."""
        if not self.is_running(project):
            self.stop(project, "making")  # the build makes them, and continues with those that are finished
            places = project.config.name, project.output.name, self._workspace.ledger.resolve()
            self._start(project, "build", builds.build, *places, self._jobs)

    def start_series_work(self, project: Project, action: SeriesAction, confirmed: tuple[str, ...]) -> None:
        """Start work on a daily. Raises OutputError while other work on it is running."""
        if self.is_running(project):
            raise OutputError(
                f"{project.name}: other work on it is running, perhaps started in another window: wait, or stop it"
            )
        self._start(project, "build", series_work.run_action, action, confirmed, self._jobs)

    def start_check(self, project: Project) -> None:
        """Start verifying the finished book, unless it is being built or checked."""
        if not self.is_running(project):
            self._start(project, "build", builds.check, project.output.name, self._jobs)

    def start_making(self, project: Project, text: str, name: str) -> None:
        """Make the puzzles of a config, unless those of this ``name`` are being made. Work on others is stopped."""
        made = self._puzzles_made.get(project.name) == name and self.is_running(project, "making")
        if not made and not self.is_running(project):
            self._puzzles_made[project.name] = name
            self._start(project, "making", builds.make_puzzles, text)

    def start_candidates(self, project: Project, text: str, *what: object) -> None:
        """Make candidates for the place of a puzzle, as ``make_candidates`` does. Work on another place is stopped."""
        self._start(project, "candidates", builds.make_candidates, text, *what)

    def _start(self, project: Project, kind: Kind, target: Callable[..., None], *arguments: object) -> None:
        self.stop(project, kind)
        self._work[project.name, kind] = WorkProcess(project, target, *arguments)

    def is_running(self, project: Project, kind: Kind = "build") -> bool:
        """Return whether work on a project is running."""
        work = self._work.get((project.name, kind))
        return work is not None and work.is_running

    def stop(self, project: Project, kind: Kind = "build") -> None:
        """Stop work on a project. What is finished is kept."""
        work = self._work.get((project.name, kind))
        if work is not None:
            work.stop()

    def report(self, project: Project, kind: Kind = "build") -> dict[str, Any] | None:
        """Return the report of the last work of a kind in this run of the studio."""
        work = self._work.get((project.name, kind))
        return work.report() if work else None

    def end_project(self, project: Project) -> None:
        """End the processes of a project and forget their reports, so that its folder can be moved. Waits for them.

        Raises OutputError while the project is being built or checked, or other work on it is running.
        """
        if self.is_running(project):
            raise OutputError(f"{project.name}: work on it is running: wait until it ends, or stop it, then try again")
        _end([self._work.pop(key) for key in list(self._work) if key[0] == project.name])
        for process in (self._cards, self._previews.get(project.name)):
            if process is not None:
                process.release()


def _end(running: Collection[WorkProcess]) -> None:
    """Stop work and wait for its end."""
    for work in running:
        work.stop()
    for work in running:
        work.wait()
