"""Work in the process beside the server ends when it takes too long, and the next call works again."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess

import pytest
from own_loop import in_own_loop
from starlette.concurrency import run_in_threadpool

from puzzlegen.errors import FormatError, WorkerError
from puzzlegen.formats import line
from puzzlegen.studio import workers
from puzzlegen.studio.workers import TimedProcess


@pytest.fixture(scope="module")
def tools() -> Iterator[TimedProcess]:
    process = TimedProcess()
    yield process
    process.close()


def test_results_and_errors_come_back(tools: TimedProcess) -> None:
    assert tools.call(60, pow, 2, 10) == 1024
    with pytest.raises(FormatError, match="write the size first"):
        tools.call(60, line.parse, "nothing")
    with pytest.raises(ZeroDivisionError):
        tools.call(60, divmod, 1, 0)


def test_one_process_does_all_until_one_call_takes_too_long(tools: TimedProcess) -> None:
    first = tools.call(60, os.getpid)
    assert tools.call(60, os.getpid) == first != os.getpid()
    with pytest.raises(WorkerError, match=r"took more than 0\.2 seconds and was stopped"):
        tools.call(0.2, time.sleep, 600)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert tools.call(60, os.getpid) != first


def test_a_killed_process_is_replaced(tools: TimedProcess) -> None:
    with pytest.raises(WorkerError, match="another program stopped the process that did this: try again"):
        tools.call(60, signal.raise_signal, signal.SIGKILL)
    assert tools.call(60, abs, -1) == 1


def test_the_first_call_has_time_to_start_the_process() -> None:
    process = TimedProcess()
    try:
        assert process.call(0.001, abs, -2) == 2
    finally:
        process.close()


def test_a_newer_call_stops_a_slow_one_but_other_calls_wait(
    tools: TimedProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "GIVE_WAY_SECONDS", 0.0)

    async def three() -> list[object]:
        await tools.run(60, abs, 0)  # has started the process
        slow = asyncio.create_task(tools.run_latest(600, time.sleep, 600))
        await asyncio.sleep(0.5)  # until it has begun
        plain = asyncio.create_task(tools.run(60, abs, -1))
        latest = asyncio.create_task(tools.run_latest(60, os.getpid))
        return await asyncio.gather(slow, plain, latest, return_exceptions=True)

    slow, plain, latest = in_own_loop(three)
    assert isinstance(slow, WorkerError) and "stopped because of a newer request" in str(slow)
    assert plain == 1 and isinstance(latest, int)


def test_a_process_that_is_closed_while_it_starts_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    process, start, started = TimedProcess(), BaseProcess.start, []

    def close_and_start(one: BaseProcess) -> None:
        process.close()
        start(one)
        started.append(one)

    monkeypatch.setattr(BaseProcess, "start", close_and_start)
    with pytest.raises(WorkerError, match="the studio has stopped"):
        process.call(60, abs, -1)
    started[0].join(60)
    assert started[0].exitcode == -signal.SIGKILL


def test_a_newer_call_also_stops_a_slow_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GIVE_WAY_SECONDS", 0.0)
    monkeypatch.setattr(workers, "START_PATIENCE", 0.0)
    process = TimedProcess()

    async def two() -> list[object]:
        slow = asyncio.create_task(process.run_latest(600, time.sleep, 600))
        await asyncio.sleep(0.5)
        return await asyncio.gather(slow, process.run_latest(60, abs, -1), return_exceptions=True)

    try:
        slow, latest = in_own_loop(two)
    finally:
        process.close()
    assert isinstance(slow, WorkerError) and latest == 1


def test_an_idle_process_ends_and_the_next_call_starts_another() -> None:
    process = TimedProcess(idle_seconds=0.2)
    try:
        first = process.call(60, os.getpid)
        end = time.monotonic() + 120
        while process._process and process._process.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        assert process.call(60, os.getpid) != first
    finally:
        process.close()


def test_a_released_process_ends_after_its_call(tools: TimedProcess) -> None:
    first = tools.call(60, os.getpid)

    async def released_meanwhile() -> int:
        call = asyncio.create_task(tools.run(60, time.sleep, 1))
        await asyncio.sleep(0.3)
        tools.release()
        await call
        return await tools.run(60, os.getpid)

    second = in_own_loop(released_meanwhile)
    assert second != first
    tools.release()
    assert tools._process is None and tools.call(60, os.getpid) != second


def test_calls_that_wait_leave_the_threads_of_the_server_free() -> None:
    """At high load, 40 visits of the start page left no thread: an upload was not answered for 120 s (2026-11-27)."""
    process = TimedProcess()

    async def asked_meanwhile() -> int:
        await process.run(60, abs, 0)
        calls = [asyncio.create_task(process.run(600, time.sleep, 600)) for _ in range(100)]
        await asyncio.sleep(0)  # until they wait
        try:
            async with asyncio.timeout(120):  # much less than the calls would take
                return await run_in_threadpool(abs, -7)
        finally:
            process.close()
            await asyncio.gather(*calls, return_exceptions=True)

    assert in_own_loop(asked_meanwhile) == 7


def test_closing_ends_the_running_call_and_those_that_wait() -> None:
    process = TimedProcess()

    async def closed_meanwhile() -> list[object]:
        await process.run(60, abs, 0)
        calls = [asyncio.create_task(process.run(600, time.sleep, 600)) for _ in range(3)]
        await asyncio.sleep(0.3)
        process.close()
        async with asyncio.timeout(120):  # much less than the calls would take
            return await asyncio.gather(*calls, return_exceptions=True)

    assert all(isinstance(one, WorkerError) for one in in_own_loop(closed_meanwhile))
    with pytest.raises(WorkerError, match="the studio has stopped"):
        process.call(60, abs, 0)
