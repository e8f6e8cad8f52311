"""Starts and stops the processes beside the server: one for the pages of each open project, and one for each build."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from puzzlegen.errors import OutputError, WorkerError
from puzzlegen.studio import builds, cards, making, series_work
from puzzlegen.studio.preview import work_in
from puzzlegen.studio.projects import Project, Workspace
from puzzlegen.studio.series_work import SeriesAction
from puzzlegen.studio.timed_process import TimedProcess
from puzzlegen.studio.work_process import WorkProcess

T = TypeVar("T")

CARD_SECONDS = 120.0  # for the picture of a book on the start page; one of 200 pages takes about 3 (2026-11-23)
IDLE_SECONDS = 2 * CARD_SECONDS  # before the process that draws them ends
OPEN_PROJECTS = 2  # each has a process of about 220 MB (2026-11-23)


class RunningWork:
    """Starts and stops the processes. Use it as a context manager. ``tools`` does work without a project."""

    def __init__(self, workspace: Workspace, jobs: int) -> None:
        self._workspace, self._jobs = workspace, jobs
        self._previews: OrderedDict[str, ProcessPoolExecutor] = OrderedDict()
        self._builds: dict[str, WorkProcess] = {}
        self._making: dict[str, tuple[str, WorkProcess]] = {}
        self._candidates: dict[str, WorkProcess] = {}
        self._cards = TimedProcess()
        self._cards_end: asyncio.TimerHandle | None = None
        self._card_thread = ThreadPoolExecutor(
            1
        )  # unlike the threads of the server, it may still run when the server ends
        self.tools = TimedProcess()

    def __enter__(self) -> RunningWork:
        return self

    def __exit__(self, *_: object) -> None:
        self.tools.close()
        running = [*self._builds.values(), *(making for _, making in self._making.values()), *self._candidates.values()]
        for build in running:
            build.stop()
        for build in running:
            build.wait()
        for name in list(self._previews):
            self._close(name, drop=True)
        self._card_thread.shutdown(wait=False, cancel_futures=True)
        self._cards.close()

    async def in_preview(self, project: Project, call: Callable[..., T], *args: object) -> T:
        """Run a function in the process of a project, in its folder. Raises what it raises, and WorkerError.

        If another program stopped the process, it is replaced, and the function runs again.
        """
        with suppress(BrokenProcessPool):
            return await asyncio.wrap_future(self._preview(project).submit(call, *args))
        self._close(project.name)
        try:
            return await asyncio.wrap_future(self._preview(project).submit(call, *args))
        except BrokenProcessPool:
            self._close(project.name)
            raise WorkerError(
                "the process that draws the pages was stopped twice by another program: try again"
            ) from None

    def _preview(self, project: Project) -> ProcessPoolExecutor:
        if project.name not in self._previews:
            while len(self._previews) >= OPEN_PROJECTS:
                self._close(next(iter(self._previews)))
            self._previews[project.name] = ProcessPoolExecutor(
                1, get_context("spawn"), initializer=work_in, initargs=(project.folder,)
            )
        self._previews.move_to_end(project.name)
        return self._previews[project.name]

    def _close(self, name: str, *, drop: bool = False) -> None:
        """End the process of a project, after its calls or, with ``drop``, without waiting for them."""
        executor = self._previews.pop(name, None)
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=drop)

    async def draw_card(self, config: Path, file: Path) -> bytes | None:
        """Draw the picture of a book for the start page; calls run one after the other."""
        loop = asyncio.get_running_loop()
        if self._cards_end is not None:
            self._cards_end.cancel()
        try:
            call = self._card_thread.submit(self._cards.call, CARD_SECONDS, cards.draw_card, config, file)
            return await asyncio.wrap_future(call)
        except WorkerError:
            return None
        finally:
            self._cards_end = loop.call_later(IDLE_SECONDS, self._end_cards)

    def _end_cards(self) -> None:
        """End the process that draws pictures for the start page; the next picture starts another."""
        self._cards.close()
        self._cards = TimedProcess()

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
        self._making[project.name] = name, WorkProcess(project, making.make_puzzles, text)

    def stop_making(self, project: Project) -> None:
        """Stop making puzzles."""
        _, running = self._making.get(project.name, ("", None))
        if running is not None:
            running.stop()

    def making_report(self, project: Project) -> dict[str, Any] | None:
        """Return the report of the last work on puzzles."""
        _, running = self._making.get(project.name, ("", None))
        return running.report() if running else None

    def start_candidates(self, project: Project, text: str, number: int, first: int, count: int) -> None:
        """Make candidates for the place of a puzzle. Work on another place is stopped."""
        running = self._candidates.get(project.name)
        if running is not None:
            running.stop()
        self._candidates[project.name] = WorkProcess(project, making.make_candidates, text, number, first, count)

    def candidates_report(self, project: Project) -> dict[str, Any] | None:
        """Return the report of the last work on candidates."""
        running = self._candidates.get(project.name)
        return running.report() if running else None
