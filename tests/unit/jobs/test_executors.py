"""Work in order, whoever does it."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from puzzlegen.errors import GenerationError, WorkerError
from puzzlegen.jobs import executors as module
from puzzlegen.jobs.executors import LOCAL_UNIT, Local, Workers, spread, workers


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
def crew(request: pytest.FixtureRequest) -> Iterator[Workers]:
    with ThreadPoolExecutor(request.param) as pool:
        yield Workers(pool, request.param, LOCAL_UNIT)


def test_results_come_in_the_order_of_the_items(crew: Workers) -> None:
    assert list(spread(square, range(3000), crew)) == [number * number for number in range(3000)]
    assert list(spread(square, iter(()), crew)) == []


def test_the_order_of_finishing_does_not_show() -> None:
    heard: list[int] = []
    crew = Workers(Backwards(), 4, 1e-9)
    assert list(spread(square, range(64), crew, lambda item, _: heard.append(item))) == list(map(square, range(64)))
    assert sorted(heard) == list(range(64)) != heard


def test_the_first_error_comes_after_all_before_it(crew: Workers) -> None:
    made = spread(picky, range(100), crew)
    assert [next(made) for _ in range(7)] == list(range(7))
    with pytest.raises(GenerationError, match="no 7"):
        next(made)


def test_items_are_taken_as_they_are_needed(crew: Workers) -> None:
    taken: list[int] = []
    made = spread(square, (taken.append(n) or n for n in range(10**9)), crew)  # type: ignore[func-returns-value]
    next(made)
    made.close()
    assert len(taken) <= crew.count * module.AHEAD * module.MOST


def test_nobody_runs_far_ahead_of_a_hard_one(crew: Workers) -> None:
    taken: list[int] = []
    small = Workers(crew.executor, crew.count, 1e-9)
    hard = spread(_first_is_slow, (taken.append(n) or n for n in range(10**9)), small)  # type: ignore[func-returns-value]
    next(hard)
    hard.close()
    assert len(taken) <= crew.count * module.AHEAD


def _first_is_slow(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


def test_what_is_done_when_nobody_wants_more_is_told_of() -> None:
    heard: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        made = spread(square, range(100), Workers(pool, 2, 1e-9), lambda item, _: heard.append(item))
        next(made)
        time.sleep(0.2)  # the others that were begun are done
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


def test_what_is_done_when_a_worker_is_lost_is_told_of() -> None:
    heard: list[int] = []
    with pytest.raises(WorkerError):
        list(spread(square, range(6), Workers(Breaking(), 3, 1e-9), lambda item, _: heard.append(item)))
    assert sorted(heard) == [1, 2, 4, 5]


def test_processes_take_over_when_there_is_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALONE", 0.1)
    with workers(2) as crew:
        made = list(spread(who, range(400), crew))
    assert [number for number, _ in made] == list(range(400))
    hands = {process for _, process in made}
    assert os.getpid() in hands and len(hands) == 3


def test_one_job_and_little_work_stay_in_this_process() -> None:
    with workers(1) as crew:
        assert {process for _, process in spread(who, range(80), crew)} == {os.getpid()}
    with workers(2) as crew:
        assert {process for _, process in spread(who, range(10), crew)} == {os.getpid()}


def test_a_worker_that_dies_is_told_of_and_what_is_done_is_kept() -> None:
    heard: list[int] = []
    with workers(2) as crew:
        assert isinstance(crew.executor, Local)
        crew.executor.begin().result()
        with pytest.raises(WorkerError, match=r"stopped from outside.*--jobs 1"):
            list(spread(fatal, range(100), crew, lambda item, _: heard.append(item)))
    assert heard and 20 not in heard


def test_leaving_waits_for_nothing() -> None:
    with workers(1) as crew:
        crew.executor.submit(time.sleep, 30)
        begin = time.monotonic()
    assert time.monotonic() - begin < 1
