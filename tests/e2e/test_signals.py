"""Real builds, and the signals that stop them."""

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
from killing import LEDGER, rows
from stopping import EASY, LONG, UNFINISHED, write


def _heed() -> None:
    """Whoever runs the tests in the background may ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


Build = subprocess.Popen[str]


@contextmanager
def building(folder: Path, text: str, reached: Callable[[Build], bool]) -> Iterator[Build]:
    """A build by two workers that has got so far, in a session of its own."""
    words = [sys.executable, "-m", "puzzlegen", "book", str(write(folder, text)), "-o", str(folder / "book")]
    process = subprocess.Popen(
        [*words, "--jobs", "2", "--log-level", "info"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_heed,  # noqa: PLW1509  # no threads here
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
    """Worker processes are being started."""
    return len(in_session(build.pid)) >= 3


def working(build: Build, folder: Path) -> bool:
    """They have begun, and the first puzzles are kept."""
    return len(in_session(build.pid)) >= 4 and (rows(folder / LEDGER, UNFINISHED) or [(0,)])[0][0] != 0


def laid_out(build: Build, folder: Path) -> bool:
    """Drawing and verifying are all there is left to do."""
    log = folder / "book" / "log.jsonl"
    return log.exists() and '"stage": "lay out"' in log.read_text()


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Build]:
    """A long build by two worker processes, which have started, in a session of its own."""
    with building(tmp_path, LONG, partial(working, folder=tmp_path)) as process:
        yield process


def in_session(leader: int) -> set[int]:
    """The processes of a session that are alive, by /proc."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found.add(int(stat.parent.name))
    return found


def gone(leader: int, patience: float) -> bool:
    end = time.monotonic() + patience
    while in_session(leader):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for processes in")
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
def test_one_signal_stops_all_soon(
    text: str, reached: Callable[[Build, Path], bool], sign: int, code: int, tmp_path: Path
) -> None:
    with building(tmp_path, text, partial(reached, folder=tmp_path)) as build:
        begin = time.monotonic()
        os.killpg(build.pid, sign)  # to all at once, as a terminal and systemd do
        _, said = build.communicate(timeout=30)
        assert time.monotonic() - begin < 5  # one second on a machine that does nothing else
    assert build.returncode == code
    last = said.splitlines()[-1]
    assert last.startswith("interrupted: ") and last.endswith("the same command goes on from there")
    kept = int(last.split()[1])
    assert rows(tmp_path / LEDGER, UNFINISHED) == [(kept,)] and (kept > 0 or reached is starting)
    assert "Traceback" not in said and "leaked" not in said
    assert gone(build.pid, 5)
    assert {path.name for path in (tmp_path / "book").glob("*")} <= {"log.jsonl"}


def test_generate_says_how_to_go_on_when_it_is_stopped() -> None:
    words = [sys.executable, "-m", "puzzlegen", "generate", "-n", "100000", "--seed", "it's", "-q"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.terminate()
        lines = 1 + process.stdout.read().count("\n")  # ``communicate`` would lose what was read ahead with the first
        said = process.stderr.read()
    assert process.returncode == 143
    told = re.fullmatch(
        "interrupted: ([0-9]+) of 100000 puzzles are written: --seed 'it'\"'\"'s' makes the same puzzles again\n",
        said,
    )
    assert told and lines - 1 <= int(told[1]) <= lines  # it may be stopped before it counts the last


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for processes in")
def test_workers_of_a_killed_run_end(long: Build, tmp_path: Path) -> None:
    os.kill(long.pid, signal.SIGKILL)
    long.wait()
    assert gone(long.pid, 10)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for processes in")
def test_a_killed_worker_is_a_clear_error(long: Build, tmp_path: Path) -> None:
    children = Path(f"/proc/{long.pid}/task/{long.pid}/children").read_text().split()
    workers = [pid for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, said = long.communicate(timeout=30)
    assert long.returncode == 2
    last = said.splitlines()[-1]
    assert "a worker was stopped from outside" in last and "the same command goes on from there" in last
    assert "Traceback" not in said
    assert rows(tmp_path / LEDGER, UNFINISHED)[0][0] > 0
