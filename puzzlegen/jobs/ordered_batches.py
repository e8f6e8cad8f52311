"""Many puzzles, one after the other: taken as they come, worked on at the same time, handed on in their order.

Whoever feeds puzzles one by one gets each answer at once; whoever feeds a million gets them worked on in batches, which
is what makes the solver quick, and in bounded memory.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

BATCH = 100_000  # cells: a thousand boards of 10x10, about 2 MB and 30 ms of the solver
MOST_READ = 10 * BATCH  # cells read before their turn
NAP = 0.005  # seconds the reader waits when it is so far ahead


class Source(Protocol[T]):
    """Where batches come from."""

    def take(self, wait: bool) -> list[T] | None:
        """What is there now, at most a batch; None at the end. Never empty if told to ``wait``."""


class Held(Generic[T]):
    """Batches of what an iterable holds. ``weight`` gives the cells of one."""

    def __init__(self, held: Iterable[T], weight: Callable[[T], int]) -> None:
        self._held, self._weight = iter(held), weight

    def take(self, wait: bool) -> list[T] | None:  # noqa: ARG002  # nothing to wait for
        """A batch, full unless it is the last."""
        batch: list[T] = []
        cells = 0
        for one in self._held:
            batch.append(one)
            cells += self._weight(one)
            if cells >= BATCH:
                break
        return batch or None


class Arriving(Generic[T]):
    """Batches of what comes in over time, read by a thread of its own. Use as a context manager.

    The thread is left behind when nobody wants more: it may be waiting for input that never comes.
    """

    def __init__(self, coming: Iterable[T], weight: Callable[[T], int]) -> None:
        self._coming, self._weight = coming, weight
        self._queue: SimpleQueue[tuple[T, int] | BaseException | None] = SimpleQueue()
        self._read = self._taken = 0  # cells; each written by one thread only
        self._closed = False
        self._end: BaseException | bool = False
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Arriving[T]:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True

    def _run(self) -> None:
        try:
            for one in self._coming:
                cells = self._weight(one)
                self._read += cells
                self._queue.put((one, cells))
                while self._read - self._taken > MOST_READ and not self._closed:
                    time.sleep(NAP)
                if self._closed:
                    return
        except BaseException as fault:  # it is raised where the puzzles are taken
            self._queue.put(fault)
        self._queue.put(None)

    def take(self, wait: bool) -> list[T] | None:
        """What has come, at most a batch. Raises what reading raised, after all that was read before it."""
        batch: list[T] = []
        cells = 0
        while cells < BATCH and not self._end:
            try:
                found = self._queue.get(wait and not batch)
            except Empty:
                return batch
            if isinstance(found, tuple):
                batch.append(found[0])
                cells += found[1]
                self._taken += found[1]
            else:
                self._end = found or True
        if not batch and isinstance(self._end, BaseException):
            raise self._end
        return batch or None


def in_order(work: Callable[[list[T]], list[R]], source: Source[T], jobs: int) -> Iterator[R]:
    """What ``work`` makes of each batch, in order, by so many threads; a result waits for no input that comes after it.

    Closing the iterator, or an error in one batch, drops the batches that nobody has begun.
    """
    return chain.from_iterable(batches_in_order(work, source, jobs))


def batches_in_order(work: Callable[[list[T]], R], source: Source[T], jobs: int) -> Iterator[R]:
    """As ``in_order``, what is made of a batch as a whole."""
    if jobs == 1:
        while batch := source.take(wait=True):
            yield work(batch)
        return
    pool = ThreadPoolExecutor(jobs)
    try:
        begun: deque[Future[R]] = deque()
        more = True
        while more or begun:
            room = more and len(begun) <= jobs
            taken = source.take(wait=not begun) if room else []
            if taken:
                begun.append(pool.submit(work, taken))
            elif taken is None:
                more = False
            if begun and (not taken or begun[0].done()):
                yield begun.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
