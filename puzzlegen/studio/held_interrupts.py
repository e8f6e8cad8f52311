"""Holds interrupts back while the server or a process beside it cannot answer them yet.

Ctrl-C goes to all processes of a terminal. One that still imports would print a traceback.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

HAS_MASKS = hasattr(signal, "pthread_sigmask")  # not on Windows


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Hold interrupts of this thread back, and of what it starts, until the end or ``release_interrupts``."""
    if not HAS_MASKS:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def release_interrupts() -> None:
    """Let interrupts come, also those that were held back."""
    if HAS_MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def start_without_interrupts(process: BaseProcess) -> None:
    """Start a process, for which interrupts are held back until it calls ``accept_interrupts``."""
    if HAS_MASKS:
        resource_tracker.ensure_running()  # else the start would start it, and release interrupts meanwhile
    with held_interrupts():
        process.start()


def accept_interrupts() -> None:
    """Let interrupts stop this process from now on, but drop those that were held back.

    They stop it also where a script started the studio with interrupts ignored.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # drops them
    release_interrupts()
    signal.signal(signal.SIGINT, signal.default_int_handler)
