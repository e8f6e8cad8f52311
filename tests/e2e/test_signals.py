"""Sends signals to running builds and checks that they stop cleanly."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from interrupted_books import EASY, LONG, UNFINISHED, write
from kill_builds import LEDGER, rows

pytestmark = pytest.mark.processes


def _accept_interrupts() -> None:
    """Let Ctrl-C stop the build, even if the tests run in the background, where it is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


Build = subprocess.Popen[str]


@contextmanager
def building(folder: Path, text: str, reached: Callable[[Build], bool]) -> Iterator[Build]:
    """Start a build by two workers in a new session, and wait until it has reached a stage."""
    command = [sys.executable, "-m", "puzzlegen", "book", str(write(folder, text)), "-o", str(folder / "book")]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--log-level", "info"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_accept_interrupts,  # noqa: PLW1509  # no threads here
    )
    try:
        end = time.monotonic() + 120
        while not reached(process):
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.02)
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def starting(build: Build, folder: Path) -> bool:
    """Return whether worker processes are being started."""
    return len(in_session(build.pid)) >= 2


def working(build: Build, folder: Path) -> bool:
    """Return whether the workers have started and the first puzzles are kept."""
    return len(in_session(build.pid)) >= 3 and (rows(folder / LEDGER, UNFINISHED) or [(0,)])[0][0] != 0


def laid_out(build: Build, folder: Path) -> bool:
    """Return whether only drawing and verifying are left to do."""
    log = folder / "book" / "log.jsonl"
    return log.exists() and '"stage": "lay out"' in log.read_text()


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Build]:
    """A long build in a new session, whose two worker processes have started."""
    with building(tmp_path, LONG, partial(working, folder=tmp_path)) as process:
        yield process


def in_session(leader: int) -> set[int]:
    """Return the running processes of a session, read from /proc."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.add(int(stat.parent.name))
    return found


def ends_within(leader: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while in_session(leader):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read processes from")
@pytest.mark.parametrize(
    ("text", "reached", "sign", "code"),
    [
        (LONG, starting, signal.SIGINT, 130),
        (LONG, working, signal.SIGINT, 130),
        (LONG, working, signal.SIGTERM, 143),
        (EASY, laid_out, signal.SIGTERM, 143),
    ],
    ids=["starting", "working", "working, SIGTERM", "laid out, SIGTERM"],
)
def test_one_signal_stops_all_processes_quickly(
    text: str, reached: Callable[[Build, Path], bool], sign: int, code: int, tmp_path: Path
) -> None:
    with building(tmp_path, text, partial(reached, folder=tmp_path)) as build:
        begin = time.monotonic()
        os.killpg(build.pid, sign)  # to all processes, as a terminal and systemd do
        _, errors = build.communicate(timeout=30)
        assert time.monotonic() - begin < 5  # one second on a machine that does nothing else
    assert build.returncode == code
    last = errors.splitlines()[-1]
    if reached is starting:  # before the first puzzle there is nothing to continue from
        assert last in ("interrupted", "interrupted: no puzzle was finished yet")  # the latter once the ledger is open
    else:
        assert last.startswith("interrupted: ") and last.endswith("run the same command again to continue")
        kept = int(last.split()[1])
        assert rows(tmp_path / LEDGER, UNFINISHED) == [(kept,)] and kept > 0
    assert "Traceback" not in errors and "leaked" not in errors
    assert ends_within(build.pid, 5)
    assert {path.name for path in (tmp_path / "book").glob("*")} <= {"log.jsonl"}


def test_interrupted_generate_says_how_to_continue() -> None:
    command = [sys.executable, "-m", "puzzlegen", "generate", "-n", "100000", "--seed", "it's", "-q"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.terminate()
        lines = 1 + process.stdout.read().count("\n")  # ``communicate`` would lose text that was read ahead
        errors = process.stderr.read()
    assert process.returncode == 143
    message = re.fullmatch(
        "interrupted: ([0-9]+) of 100000 puzzles are written: --seed 'it'\"'\"'s' makes the same puzzles again\n",
        errors,
    )
    assert message and lines - 1 <= int(message[1]) <= lines  # it may be stopped before it counts the last


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read processes from")
def test_workers_of_a_killed_run_end(long: Build, tmp_path: Path) -> None:
    os.kill(long.pid, signal.SIGKILL)
    long.wait()
    assert ends_within(long.pid, 10)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read processes from")
def test_a_killed_worker_is_a_clear_error(long: Build, tmp_path: Path) -> None:
    children = Path(f"/proc/{long.pid}/task/{long.pid}/children").read_text().split()
    workers = [pid for pid in children if "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, errors = long.communicate(timeout=30)
    assert long.returncode == 2
    last = errors.splitlines()[-1]
    assert "a worker was stopped from outside" in last and "run the same command again to continue" in last
    assert "Traceback" not in errors
    assert rows(tmp_path / LEDGER, UNFINISHED)[0][0] > 0
