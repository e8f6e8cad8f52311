"""A real scheduler and two worker processes on this machine, one of which is killed while it works."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from commands import Done, puzzlegen
from daily_runs import FIRST, daily, refused, standin, tree
from kill_builds import content

from puzzlegen.board.grid import Grid
from puzzlegen.cli.console import Console
from puzzlegen.daily import day_files
from puzzlegen.errors import WorkerError
from puzzlegen.generator.attempts import GeneratedPuzzle
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.jobs import dask_cluster as module
from puzzlegen.jobs.dask_cluster import open_cluster_pool
from puzzlegen.jobs.ordered_work import run_in_order

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
SLOTS = [PuzzleRequest(Grid(13, 11), f"cluster/{number}", cap=2) for number in range(400)]


BOOK = """
title: Cluster
series: cluster
page: {profile: screen, trim: 6x9}
sections:
  - {name: One, count: 50, size: 11x9, difficulty: hard, per_page: 4}
  - {name: Two, count: 10, size: 9x7, difficulty: easy, per_page: 4}
output: {preview: no}
"""


@dataclass
class Farm:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    start: Callable[..., subprocess.Popen[bytes]]

    @property
    def scheduler_address(self) -> str:
        """Its address as dask writes it."""
        return self.address.replace("dask:", "tcp:")

    def add(self) -> None:
        """One more worker."""
        self.workers.append(self.start())


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Farm]:
    distributed = pytest.importorskip("distributed")
    room = tmp_path_factory.mktemp("farm")
    file = room / "scheduler.json"

    def start(what: str, *words: str, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", str(file), *words]
        env = os.environ | {"PYTHONPATH": path}
        with (room / "log").open("ab") as log:
            return subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=room)

    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show")
    until(file.exists)

    def hand(path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        return start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", path=path)

    hands = [hand() for _ in range(2)]
    try:
        until(lambda: bool(file.read_text(encoding="utf-8").rstrip().endswith("}")))
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield Farm(address.replace("tcp:", "dask:"), scheduler, hands, hand)
    finally:
        for process in (*hands, scheduler):
            process.kill()
            process.wait()


def until(so: Callable[[], bool], patience: float = 60) -> None:
    end = time.monotonic() + patience
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


def silent_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def unknown(slot: PuzzleRequest) -> GeneratedPuzzle:
    """Workers cannot load this module."""
    return generate_puzzle(slot)


# The farm loses its parts from one test to the next, down the file.


@pytest.mark.xdist_group("cluster")
def test_commands_say_the_same_wherever_puzzles_are_made(farm: Farm) -> None:
    words = ("generate", "--size", "8x6", "-n", "30", "--seed", "cluster", "--format", "json", "-q")
    there = puzzlegen(*words, "--executor", farm.address)
    assert there.returncode == 0 and there.stderr == ""
    assert there.stdout == puzzlegen(*words).stdout


@pytest.mark.xdist_group("cluster")
def test_a_daily_is_the_same_wherever_puzzles_are_made(
    farm: Farm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_files, "write_day", standin)
    for name, more in (("here", ()), ("there", ("--executor", farm.address))):
        (tmp_path / name).mkdir()
        daily(tmp_path / name, *FIRST, "--days", "3", *more)
    here, there = (
        {name: data for name, (_, data) in tree(tmp_path / name / "d").items()} for name in ("here", "there")
    )
    assert here == there and len(here) > 9
    monkeypatch.setattr(module, "CONNECT_SECONDS", 1.0)
    nobody = f"dask://127.0.0.1:{silent_port()}"
    message = refused(tmp_path / "here", "--date", "2026-12-06", "--executor", nobody)
    assert message.startswith(f"--executor: no dask scheduler answers at {nobody}")


@pytest.mark.xdist_group("cluster")
@pytest.mark.parametrize("missing", ["puzzlegen", "numpy"])
def test_the_import_error_of_a_worker_is_named(missing: str, farm: Farm, tmp_path: Path) -> None:
    """Such a worker joins the two others as if all were well, and must not end without a word when work comes."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name.partition('.')[0] == {missing!r}:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing())\n",
        encoding="utf-8",
    )
    worker = farm.start(str(tmp_path))
    try:
        with pytest.importorskip("distributed").Client(farm.scheduler_address, set_as_default=False) as client:
            client.wait_for_workers(3, timeout=60)
        done = puzzlegen("generate", "--size", "8x6", "-n", "300", "-q", "--executor", farm.address)
        assert worker.poll() is None
    finally:
        worker.kill()
        worker.wait()
    assert done.returncode == 2
    assert f"a worker cannot do the work (ModuleNotFoundError: No module named '{missing}" in done.stderr
    assert done.stderr.endswith("install the same versions on all machines\n") and done.stderr.count("\n") == 1


@pytest.mark.xdist_group("cluster")
def test_workers_with_other_versions_are_refused(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "code_version", lambda: "other code")
    done = puzzlegen("generate", "-q", "--executor", farm.address)
    assert (done.returncode, done.stdout) == (2, "")
    assert "a worker has puzzlegen" in done.stderr and "install the same versions" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.xdist_group("cluster")
def test_work_that_workers_cannot_load_is_reported(farm: Farm) -> None:
    with open_cluster_pool(farm.address) as pool, pytest.raises(WorkerError, match="install the same versions"):
        list(run_in_order(unknown, SLOTS[:3], pool))


@pytest.mark.xdist_group("cluster")
def test_a_fault_of_the_work_itself_is_no_matter_of_versions(farm: Farm) -> None:
    words = r"(?s)Traceback.*invalid literal for int"
    with open_cluster_pool(farm.address) as pool, pytest.raises(Exception, match=words) as caught:
        list(run_in_order(int, ["1", "x"], pool))
    assert not isinstance(caught.value, WorkerError)


def book(config: Path, folder: Path, *words: str) -> Done:
    return puzzlegen("book", str(config), "-o", str(folder / "book"), "-q", *words)


def after(count: int, blow: Callable[[], None], patch: pytest.MonkeyPatch) -> None:
    """Have something happen in the middle: when so many puzzles are made."""
    done = 0

    def advance(self: Console, steps: int = 1) -> None:
        nonlocal done
        before, done = done, done + steps
        if before < count <= done:
            blow()
        usual_advance(self, steps)

    usual_advance = Console.advance
    patch.setattr(Console, "advance", advance)


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("config") / "book.yaml"
    path.write_text(BOOK)
    return path


@pytest.fixture(scope="module")
def here(config: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The book as it is made here."""
    folder = tmp_path_factory.mktemp("here")
    done = book(config, folder, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    return content(folder / "book")


@pytest.mark.xdist_group("cluster")
def test_a_book_is_the_same_though_a_worker_is_killed(
    farm: Farm, config: Path, here: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNIT_SECONDS", 0.05)
    after(20, farm.workers[0].kill, monkeypatch)
    with open_cluster_pool(farm.address) as pool:
        assert pool.count == 2
    done = book(config, tmp_path, "--executor", farm.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert farm.workers[0].wait(60) == -signal.SIGKILL
    assert content(tmp_path / "book") == here


@pytest.mark.xdist_group("cluster")
def test_a_book_whose_workers_are_all_gone_stops_and_goes_on_here(
    farm: Farm, config: Path, here: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNIT_SECONDS", 0.05)
    monkeypatch.setattr(module, "NO_WORKER_SECONDS", 2.0)
    begin: list[float] = []

    def blow() -> None:
        for worker in farm.workers:
            worker.kill()
        begin.append(time.monotonic())

    with monkeypatch.context() as patch:
        after(20, blow, patch)
        done = book(config, tmp_path, "--executor", farm.address)
    assert time.monotonic() - begin[0] >= 2
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (
        "has had no workers, or has not answered, for 2 s: start some with `dask worker tcp://127.0.0.1:" in done.stderr
    )
    kept = int(
        re.findall(r"; (\d+) finished puzzles are kept in .*: start the same run again to continue", done.stderr)[0]
    )
    assert 20 <= kept < 60
    assert book(config, tmp_path).returncode == 0
    assert content(tmp_path / "book") == here


@pytest.mark.xdist_group("cluster")
def test_a_scheduler_that_goes_away_is_reported(farm: Farm) -> None:
    heard: list[PuzzleRequest] = []

    def finished(slot: PuzzleRequest, _: GeneratedPuzzle) -> None:
        heard.append(slot)
        if len(heard) == 20:
            farm.scheduler.kill()

    farm.add()
    with (
        open_cluster_pool(farm.address) as pool,
        pytest.raises(WorkerError, match="connection to the dask scheduler was lost"),
    ):
        list(run_in_order(generate_puzzle, SLOTS, replace(pool, unit_seconds=0.05), finished))


@pytest.mark.parametrize("says", [None, b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n"])
def test_a_scheduler_that_is_not_there_is_reported_soon(says: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens; somebody does and says nothing; something else than dask does."""
    config = pytest.importorskip("dask.config")
    monkeypatch.setattr(module, "CONNECT_SECONDS", 2.0)
    with answering(says) as port, config.set({"distributed.comm.timeouts.connect": "900s"}):
        begin = time.monotonic()
        done = puzzlegen("generate", "-q", "--executor", f"dask://127.0.0.1:{port}")
        assert time.monotonic() - begin < 300  # far from the time that dask itself would wait
    assert done.returncode == 2 and "no dask scheduler answers at dask://127.0.0.1:" in done.stderr
    assert done.stderr.count("\n") == 1


@contextmanager
def answering(says: bytes | None) -> Iterator[int]:
    """A port where that is the answer to all; None: where nobody listens."""
    if says is None:
        yield silent_port()
        return
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held = []

        def answer() -> None:
            with suppress(OSError):  # at the end
                while True:
                    held.append(listening.accept()[0])
                    held[-1].sendall(says)

        threading.Thread(target=answer, daemon=True).start()
        yield listening.getsockname()[1]
        for one in held:
            one.close()


@pytest.mark.parametrize(
    "address", ["", "10.0.0.5:8786", "tcp://10.0.0.5:8786", "dask://", "dask://host", "dask://host:0", "dask://:8786",
                "dask://host:99999", "dask://host:8786/path", "dask://host:8786?x", "dask://[::1"]
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(WorkerError, match="expected dask://HOST:PORT"), open_cluster_pool(address):
        pass


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = puzzlegen("generate", "-q", "--executor", "dask://127.0.0.1:8786")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "pip install 'puzzlegen[cluster]'" in done.stderr
