"""Sends signals to running builds and checks that they stop cleanly."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from interrupted_books import EASY, LONG, UNFINISHED, write
from kill_builds import LEDGER, rows

pytestmark = pytest.mark.processes

Build = subprocess.Popen[str]
PATIENCE = 120.0  # seconds, enough on a very busy machine


@contextmanager
def building(folder: Path, text: str, reached: Callable[[Build], bool]) -> Iterator[Build]:
    """Start a build by two workers in a new session, and wait until it has reached a stage."""
    command = [sys.executable, "-m", "puzzlegen", "book", str(write(folder, text)), "-o", str(folder / "book")]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--log-level", "info"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + PATIENCE
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


def in_session(leader: int) -> dict[int, float]:
    """Return the running processes of a session, each with the processor time that it used, in seconds; from /proc."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session, *others = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(session) == leader and state != "Z":
            found[int(stat.parent.name)] = sum(map(int, others[7:11])) / os.sysconf("SC_CLK_TCK")
    return found


def used_by_children() -> float:
    """Return the processor time of all ended processes that these tests started, in seconds."""
    used = os.times()
    return used.children_user + used.children_system


def wait_for_end(leader: int) -> None:
    """Wait until no process of a session is left."""
    end = time.monotonic() + PATIENCE
    while left := in_session(leader):
        assert time.monotonic() < end, left
        time.sleep(0.02)


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
        before = used_by_children() + sum(in_session(build.pid).values())
        os.killpg(build.pid, sign)  # to all processes, as a terminal and systemd do
        _, errors = build.communicate(timeout=PATIENCE)
        assert used_by_children() - before < 5  # seconds of the processor; one on a machine that does nothing else
    assert build.returncode == code
    last = errors.splitlines()[-1]
    if reached is starting and "finished puzzle" not in last:  # before the first there is nothing to continue from
        assert last in ("interrupted", "interrupted: no puzzle was finished yet")  # the latter once the ledger is open
    else:
        assert last.startswith("interrupted: ") and last.endswith("start the same run again to continue")
        kept = int(last.split()[1])
        assert rows(tmp_path / LEDGER, UNFINISHED) == [(kept,)] and kept > 0
    assert "Traceback" not in errors and "leaked" not in errors
    wait_for_end(build.pid)
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
    wait_for_end(long.pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read processes from")
def test_a_killed_worker_is_a_clear_error(long: Build, tmp_path: Path) -> None:
    children = Path(f"/proc/{long.pid}/task/{long.pid}/children").read_text().split()
    workers = [pid for pid in children if "resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_text()]
    os.kill(int(workers[0]), signal.SIGKILL)
    _, errors = long.communicate(timeout=PATIENCE)
    assert long.returncode == 2
    last = errors.splitlines()[-1]
    assert "a worker was stopped from outside" in last and "start the same run again to continue" in last
    assert "Traceback" not in errors
    assert rows(tmp_path / LEDGER, UNFINISHED)[0][0] > 0


SLOW_DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><filter id="f"><feTurbulence baseFrequency="0.05" '
    'numOctaves="1000"/></filter><rect width="100" height="100" filter="url(#f)"/></svg>'
)


def decoder_of(parent: int) -> Path | None:
    """Return the folder in /proc of a process that a process started, once it has worked for half a second."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent and int(fields[11]) > os.sysconf("SC_CLK_TCK") / 2:
                return stat.parent
    return None


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read processes from")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_reading_of_an_image_at_once(sign: int, code: int, tmp_path: Path) -> None:
    (tmp_path / "slow.svg").write_text(SLOW_DRAWING)
    command = [sys.executable, "-m", "puzzlegen", "picture", "slow.svg", "--preview"]
    before = used_by_children()
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        end = time.monotonic() + PATIENCE
        while (decoder := decoder_of(process.pid)) is None:
            assert time.monotonic() < end and process.poll() is None
            time.sleep(0.02)
        os.killpg(process.pid, sign)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (code, "interrupted\n")
    assert not decoder.exists()
    assert used_by_children() - before < 8  # seconds of the processor, with all imports; the limit is ten
