"""Configs are checked in the process of their project, in its folder, and a process that was killed is replaced."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_loop import in_own_loop

from puzzlegen.studio import work as running_work
from puzzlegen.studio.config_editor import ShownProblem, problems_of
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.work import RunningWork

BOOK = """
title: Tiny
series: tiny
page: {profile: home-letter}
front_matter: {pages: [{file: words.md}]}
sections:
  - {name: One, count: 2, size: 6x5, difficulty: easy, per_page: 2}
"""


@pytest.fixture
def work(tmp_path: Path) -> Iterator[RunningWork]:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "book.yaml").write_text(BOOK)
    (tmp_path / "one" / "words.md").write_text("For Ada.")
    with RunningWork(Workspace(tmp_path), jobs=1) as running:
        yield running


def test_files_of_a_config_are_those_of_its_own_project(work: RunningWork, tmp_path: Path) -> None:
    async def both() -> list[tuple[ShownProblem, ...]]:
        projects = [Workspace(tmp_path).project(name) for name in ("one", "two")]
        return list(await asyncio.gather(*(work.in_preview(one, problems_of, "book", BOOK) for one in projects)))

    before = Path.cwd()
    there, missing = in_own_loop(both)
    assert there == () and "words.md" in missing[0].text
    assert Path.cwd() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
def test_a_killed_process_is_replaced(work: RunningWork, tmp_path: Path) -> None:
    async def twice() -> tuple[int, int]:
        project = Workspace(tmp_path).project("one")
        first = await work.in_preview(project, os.getpid)
        os.kill(first, signal.SIGKILL)
        return first, await work.in_preview(project, os.getpid)

    first, second = in_own_loop(twice)
    assert first != second


def test_only_the_project_used_last_keeps_its_process(
    work: RunningWork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running_work, "OTHERS_SECONDS", 0.2)

    async def both() -> list[int]:
        one, two = (Workspace(tmp_path).project(name) for name in ("one", "two"))
        found = [await work.in_preview(project, os.getpid) for project in (one, two)]
        await asyncio.sleep(0.5)
        return [*found, await work.in_preview(two, os.getpid), await work.in_preview(one, os.getpid)]

    first, second, still_second, again = in_own_loop(both)
    assert second == still_second and again not in (first, second)


SERVER = """
import asyncio, os, sys
from pathlib import Path
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.work import RunningWork
if __name__ == "__main__":
    folder = Workspace(Path(sys.argv[1]))
    work = RunningWork(folder, jobs=1)
    print(asyncio.run(work.in_preview(folder.project("one"), os.getpid)), flush=True)
    os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals")
@pytest.mark.usefixtures("work")
def test_the_process_of_a_project_ends_when_the_server_was_killed(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(SERVER)
    words = [sys.executable, str(tmp_path / "server.py"), str(tmp_path)]  # its output ends with the last process
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False, timeout=300)
    assert done.returncode == -signal.SIGKILL and done.stdout.strip().isdecimal()
