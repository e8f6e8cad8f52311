"""Work beside the server can be stopped, also where the studio was started without interrupts."""

import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from puzzlegen.api import parse
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.solver.exact import solutions
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.workers import STOPPED, Outcome, WorkProcess, run_and_report

LONG = 600.0  # seconds


def wait_long(folder: Path, sending: Connection) -> None:
    def work(*_: object) -> Outcome:
        time.sleep(LONG)
        return "verified", "", []

    run_and_report(folder, work, sending)


def interrupted_before(folder: Path, sending: Connection) -> None:
    signal.raise_signal(signal.SIGINT)  # as Ctrl-C while the process starts
    run_and_report(folder, lambda *_: ("verified", "", []), sending)


def interrupted_in_words(folder: Path, sending: Connection) -> None:
    def words(error: PuzzlegenError) -> str:
        signal.raise_signal(signal.SIGINT)
        return f"refused: {error}"

    run_and_report(folder, partial(refuse, interrupted=False), sending, words)


def interrupted_at_the_end(folder: Path, sending: Connection) -> None:
    run_and_report(folder, partial(refuse, interrupted=True), sending)


def interrupted_in_a_library(folder: Path, sending: Connection) -> None:
    def work(*_: object) -> Outcome:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise RuntimeError("cannot release un-acquired lock") from None
        raise AssertionError

    run_and_report(folder, work, sending)


def interrupted_while_a_pool_solves(folder: Path, sending: Connection) -> None:
    puzzle = parse("10x10:i02a1a0a5d2f3f4a53a3a1a13a4a2a31h3b1b3a11a2b35a4a113c4b31c3a3b2")

    def work(*_: object) -> Outcome:
        with open_local_pool(1) as pool:
            for _ in range(2):  # after the first, clingo is loaded
                solved = [pool.executor.submit(solutions, puzzle) for _ in range(100)]
                solved[0].result()
            signal.raise_signal(signal.SIGINT)
        raise AssertionError

    run_and_report(folder, work, sending)


def refuse(*_: object, interrupted: bool) -> Outcome:
    try:
        raise OutputError("no such file")
    finally:
        if interrupted:
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("target", "state", "summary"),
    [
        (interrupted_before, "verified", ""),
        (interrupted_in_words, "refused", "refused: no such file"),
        (interrupted_at_the_end, "stopped", STOPPED),
        (interrupted_in_a_library, "stopped", STOPPED),
        (interrupted_while_a_pool_solves, "stopped", STOPPED),
    ],
)
def test_an_interrupt_at_any_moment_prints_no_traceback(
    target: Callable[[Path, Connection], None],
    state: str,
    summary: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "book.yaml").touch()
    process = WorkProcess(Workspace(tmp_path).project("one"), target)
    process.wait(LONG / 4)
    report = process.report()
    assert (report["state"], report["summary"]) == (state, summary)
    assert capfd.readouterr().err == "" and process._process.exitcode == 0


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
