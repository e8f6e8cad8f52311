"""Work in order, whoever does it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from puzzlegen.errors import GenerationError, OutputError, WorkerError
from puzzlegen.jobs import ordered_work
from puzzlegen.jobs import pools as module
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.pools import LOCAL_UNIT_SECONDS, LazyProcessExecutor, WorkerPool, open_local_pool, working_ahead


def square(number: int) -> int:
    return number * number


def picky(number: int) -> int:
    if number % 10 == 7:
        raise GenerationError(f"no {number}")
    return number


def who(number: int) -> tuple[int, int]:
    time.sleep(0.02)
    return number, os.getpid()


def fatal(number: int) -> int:
    if number == 20:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number


class Backwards(Executor):
    """Finishes the newest piece of work first, a few at a time."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        if len(self.waiting) == 8:
            while self.waiting:
                last, call = self.waiting.pop()
                last.set_result(call())
        return future


@pytest.fixture(params=[1, 2, 5])
def pool(request: pytest.FixtureRequest) -> Iterator[WorkerPool]:
    with ThreadPoolExecutor(request.param) as pool:
        yield WorkerPool(pool, request.param, LOCAL_UNIT_SECONDS)


def test_results_come_in_the_order_of_the_items(pool: WorkerPool) -> None:
    assert list(run_in_order(square, range(3000), pool)) == [number * number for number in range(3000)]
    assert list(run_in_order(square, iter(()), pool)) == []


def test_the_order_of_finishing_does_not_show() -> None:
    heard: list[int] = []
    pool = WorkerPool(Backwards(), 4, 1e-9)
    assert list(run_in_order(square, range(64), pool, lambda item, _: heard.append(item))) == list(
        map(square, range(64))
    )
    assert sorted(heard) == list(range(64)) != heard


def test_the_first_error_comes_after_all_before_it(pool: WorkerPool) -> None:
    made = run_in_order(picky, range(100), pool)
    assert [next(made) for _ in range(7)] == list(range(7))
    with pytest.raises(GenerationError, match="no 7"):
        next(made)


def test_items_are_taken_as_they_are_needed(pool: WorkerPool) -> None:
    taken: list[int] = []
    made = run_in_order(square, (taken.append(n) or n for n in range(10**9)), pool)
    next(made)
    made.close()
    assert len(taken) <= pool.count * ordered_work.HELD_PER_WORKER * ordered_work.MAX_UNIT_ITEMS


def test_nobody_runs_far_ahead_of_a_hard_one(pool: WorkerPool) -> None:
    taken: list[int] = []
    small = WorkerPool(pool.executor, pool.count, 1e-9)
    hard = run_in_order(_first_is_slow, (taken.append(n) or n for n in range(10**9)), small)
    next(hard)
    hard.close()
    assert len(taken) <= pool.count * ordered_work.HELD_PER_WORKER


def _first_is_slow(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


class Noting(ThreadPoolExecutor):
    """Notes what was begun."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.begun: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.begun.append(super().submit(fn, *args, **kwargs))
        return self.begun[-1]


def test_finished_work_is_reported_when_no_more_is_wanted() -> None:
    heard: list[int] = []
    with Noting(2) as pool:
        made = run_in_order(square, range(100), WorkerPool(pool, 2, 1e-9), lambda item, _: heard.append(item))
        next(made)
        wait(pool.begun)
        made.close()
    assert set(range(3)) <= set(heard)


class Breaking(Executor):
    """Waits until it has six units; then four of them are done at once, and one in between breaks."""

    def __init__(self) -> None:
        self.begun: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.begun.append((future, lambda: fn(*args, **kwargs)))
        if len(self.begun) == 6:
            for number in (1, 2, 4, 5):
                self.begun[number][0].set_result(self.begun[number][1]())
            self.begun[3][0].set_exception(BrokenExecutor("lost"))
        return future


def test_finished_work_is_reported_when_a_worker_is_lost() -> None:
    heard: list[int] = []
    with pytest.raises(WorkerError):
        list(run_in_order(square, range(6), WorkerPool(Breaking(), 3, 1e-9), lambda item, _: heard.append(item)))
    assert sorted(heard) == [1, 2, 4, 5]


def test_processes_take_over_when_there_is_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "THREAD_ONLY_SECONDS", 0.1)
    hands = set()
    with open_local_pool(2) as pool:
        for expected, (number, process) in enumerate(run_in_order(who, range(50_000), pool)):
            assert number == expected
            hands.add(process)
            if len(hands) == 3:  # however long the processes take to start
                break
    assert os.getpid() in hands and len(hands) == 3


def test_one_job_and_little_work_stay_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "THREAD_ONLY_SECONDS", 60.0)
    with open_local_pool(1) as pool:
        assert {process for _, process in run_in_order(who, range(80), pool)} == {os.getpid()}
    with open_local_pool(2) as pool:
        assert {process for _, process in run_in_order(who, range(10), pool)} == {os.getpid()}


def test_a_worker_that_dies_is_reported_and_what_is_done_is_kept() -> None:
    heard: list[int] = []
    with open_local_pool(2) as pool:
        assert isinstance(pool.executor, LazyProcessExecutor)
        pool.executor.start_processes().result()
        with pytest.raises(WorkerError, match=r"stopped from outside.*use one job"):
            list(run_in_order(fatal, range(100), pool, lambda item, _: heard.append(item)))
    assert heard and 20 not in heard


def test_leaving_waits_for_nothing() -> None:
    over = threading.Event()
    with open_local_pool(1) as pool:
        waiting = pool.executor.submit(over.wait, 120)
    assert not waiting.done()
    over.set()


def write_process(path: Path) -> None:
    path.write_text(str(os.getpid()))


def fail(words: str) -> None:
    raise OutputError(words)


def test_work_ahead_is_done_on_the_workers_before_the_block_is_left(tmp_path: Path) -> None:
    files = [tmp_path / name for name in "abc"]
    with open_local_pool(2) as pool:
        assert isinstance(pool.executor, LazyProcessExecutor)
        pool.executor.start_processes().result()
        with working_ahead(pool, [partial(write_process, file) for file in files]):
            pass
        assert str(os.getpid()) not in {file.read_text() for file in files}


@pytest.mark.parametrize("jobs", [None, 1])
def test_work_ahead_of_one_worker_is_done_before_the_block(jobs: int | None, tmp_path: Path) -> None:
    file = tmp_path / "a"
    with (
        nullcontext() if jobs is None else open_local_pool(jobs) as pool,
        working_ahead(pool, [partial(write_process, file)]),
    ):
        assert file.read_text() == str(os.getpid())


def test_an_error_of_work_ahead_is_raised_after_the_block_unless_the_block_fails() -> None:
    reached = []
    with open_local_pool(2) as pool:
        with pytest.raises(OutputError, match="no space"), working_ahead(pool, [partial(fail, "no space")]):
            reached.append("end")
        with pytest.raises(KeyError), working_ahead(pool, [partial(fail, "no space")]):
            raise KeyError
    assert reached == ["end"]


FORKS = """
import threading
from multiprocessing import active_children
from puzzlegen.jobs.pools import open_local_pool
def count():
    with open_local_pool(2, print, much=False):
        return len(active_children())
if __name__ == "__main__":
    alone = count()
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    print(alone, count())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_workers_are_forked_only_by_a_process_without_other_threads() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["2", "0"], done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot block signals")
def test_processes_that_a_thread_starts_inherit_blocked_stop_signals() -> None:
    seen = []

    def start() -> None:
        for block in (module._stop_signals_blocked(), nullcontext()):
            with block:
                seen.append({signal.SIGINT, signal.SIGTERM} & signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert seen == [{signal.SIGINT, signal.SIGTERM}, set()]


BUSY = """
import ctypes, os, sys
from puzzlegen.jobs.pools import open_local_pool, LazyProcessExecutor

def busy(_: int) -> None:
    os.write(1, b"%d\\n" % os.getpid())  # at once
    ctypes.PyDLL(None).sleep(600)  # keeps Python's lock: no thread of this process runs

if __name__ == "__main__":
    pool = LazyProcessExecutor(2)
    pool.start_processes().result()
    [one.result() for one in [pool.submit(busy, number) for number in range(2)]]
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread ends the worker, which needs Python's lock")
def test_a_worker_in_a_long_call_ends_with_its_killed_parent(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(BUSY, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, "busy.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = [int(parent.stdout.readline()) for _ in range(2)]
    parent.kill()
    parent.wait()
    assert parent.stdout.read() == ""  # ends when the last process that writes there has ended
    while any(map(_is_running, workers)):  # it closes its files before it has ended
        time.sleep(0.01)


def _is_running(process: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").split()[2] != "Z"
    return False
