"""Starts and stops the processes beside the server: one for the pages of each open project, and one for each build."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from puzzlegen.errors import OutputError, WorkerError
from puzzlegen.studio.process_modules import builds, preview, series_work
from puzzlegen.studio.projects import Project, Workspace
from puzzlegen.studio.series_actions import SeriesAction
from puzzlegen.studio.workers import StoppedFromOutside, TimedProcess, WorkProcess

T = TypeVar("T")

CARD_SECONDS = 120.0  # for the picture of a book on the start page; one of 200 pages takes about 3 (2026-11-23)
CARDS_IDLE_SECONDS = 10.0  # before the process that draws them ends
PREVIEW_SECONDS = 600.0  # for one request of a project
OTHERS_SECONDS = 10.0  # without a call, before a process ends because that of a project was used after it


class RunningWork:
    """Starts and stops the processes. Use it as a context manager. ``tools`` does work without a project."""

    def __init__(self, workspace: Workspace, jobs: int) -> None:
        self._workspace, self._jobs = workspace, jobs
        self._previews: dict[str, TimedProcess] = {}
        self._builds: dict[str, WorkProcess] = {}
        self._making: dict[str, tuple[str, WorkProcess]] = {}
        self._candidates: dict[str, WorkProcess] = {}
        self._cards = TimedProcess(idle_seconds=CARDS_IDLE_SECONDS)
        self.tools = TimedProcess()

    def __enter__(self) -> RunningWork:
        return self

    def __exit__(self, *_: object) -> None:
        self.end_calls()
        running = [*self._builds.values(), *(making for _, making in self._making.values()), *self._candidates.values()]
        for build in running:
            build.stop()
        for build in running:
            build.wait()

    def end_calls(self) -> None:
        """End what is made for the browser at once; the requests for it fail. Builds go on."""
        for process in (self.tools, self._cards, *self._previews.values()):
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
        for process in (self.tools, *self._previews.values()):
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
        if not self._is_running(project):
            self.stop_making(project)  # the build makes them, and continues with those that are finished
            places = project.config.name, project.output.name, self._workspace.ledger.resolve()
            self._builds[project.name] = WorkProcess(project, builds.build, *places, self._jobs)

    def start_series_work(self, project: Project, action: SeriesAction, confirmed: tuple[str, ...]) -> None:
        """Start work on a daily. Raises OutputError while other work on it is running."""
        if self._is_running(project):
            raise OutputError(
                f"{project.name}: other work on it is running, perhaps started in another window: wait, or stop it"
            )
        self._builds[project.name] = WorkProcess(project, series_work.run_action, action, confirmed, self._jobs)

    def start_check(self, project: Project) -> None:
        """Start verifying the finished book, unless it is being built or checked. It is reported as builds are."""
        if not self._is_running(project):
            self._builds[project.name] = WorkProcess(project, builds.check, project.output.name, self._jobs)

    def _is_running(self, project: Project) -> bool:
        build = self.build(project)
        return build is not None and build.is_running

    def stop(self, project: Project) -> None:
        """Stop the build of a book, or the work on a daily. What is finished is kept."""
        build = self.build(project)
        if build is not None:
            build.stop()

    def build(self, project: Project) -> WorkProcess | None:
        """Return the last build of a book, or the last work on a daily, in this run of the studio."""
        return self._builds.get(project.name)

    def report(self, project: Project) -> dict[str, Any] | None:
        """Return the report of the last build of a project."""
        build = self.build(project)
        return build.report() if build else None

    def start_making(self, project: Project, text: str, name: str) -> None:
        """Make the puzzles of a config, unless those of this ``name`` are being made. Work on others is stopped."""
        asked, running = self._making.get(project.name, ("", None))
        if self._is_running(project) or (running and running.is_running and asked == name):
            return
        self.stop_making(project)
        self._making[project.name] = name, WorkProcess(project, builds.make_puzzles, text)

    def stop_making(self, project: Project) -> None:
        """Stop making puzzles."""
        _, running = self._making.get(project.name, ("", None))
        if running is not None:
            running.stop()

    def end_project(self, project: Project) -> None:
        """End the processes of a project and forget their reports, so that its folder can be moved. Waits for them.

        Raises OutputError while the project is being built or checked, or other work on it is running.
        """
        if self._is_running(project):
            raise OutputError(f"{project.name}: work on it is running: wait until it ends, or stop it, then try again")
        _, making = self._making.pop(project.name, ("", None))
        ending = [one for one in (making, self._candidates.pop(project.name, None)) if one is not None]
        for one in ending:
            one.stop()
        for one in ending:
            one.wait()
        self._builds.pop(project.name, None)
        for process in (self._cards, self._previews.get(project.name)):
            if process is not None:
                process.release()

    def making_report(self, project: Project) -> dict[str, Any] | None:
        """Return the report of the last work on puzzles."""
        _, running = self._making.get(project.name, ("", None))
        return running.report() if running else None

    def start_candidates(self, project: Project, text: str, number: int, first: int, count: int) -> None:
        """Make candidates for the place of a puzzle. Work on another place is stopped."""
        running = self._candidates.get(project.name)
        if running is not None:
            running.stop()
        self._candidates[project.name] = WorkProcess(project, builds.make_candidates, text, number, first, count)

    def candidates_report(self, project: Project) -> dict[str, Any] | None:
        """Return the report of the last work on candidates."""
        running = self._candidates.get(project.name)
        return running.report() if running else None
