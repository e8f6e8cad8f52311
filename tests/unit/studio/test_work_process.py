"""Work beside the server can be stopped, also where the studio was started without interrupts."""

import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.workers import Outcome, WorkProcess, run_and_report

LONG = 600.0  # seconds


def wait_long(folder: Path, sending: Connection) -> None:
    def work(*_: object) -> Outcome:
        time.sleep(LONG)
        return "verified", "", []

    run_and_report(folder, work, sending)


@pytest.fixture
def without_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell starts a command with &
    yield
    signal.signal(signal.SIGINT, before)


def test_work_is_stopped_where_interrupts_are_ignored(tmp_path: Path, without_interrupts: None) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "book.yaml").touch()
    process = WorkProcess(Workspace(tmp_path).project("one"), wait_long)
    end = time.monotonic() + LONG
    while not process._began and time.monotonic() < end:
        time.sleep(0.02)
    process.stop()
    process.wait(LONG / 4)
    assert process.report()["state"] == "stopped" and not process.is_running
