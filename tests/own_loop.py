"""Runs coroutines of tests in a thread, because a browser of other tests may have a running loop in this one."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def in_own_loop(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Return the result of a coroutine function."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()
