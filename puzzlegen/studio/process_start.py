"""Starts processes beside the server: on Linux as forks of one that has loaded what all of them need.

A fork starts in milliseconds and shares memory. A new Python loads these modules for about a second (2026-11-23).
"""

from __future__ import annotations

import sys
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext, SpawnContext

MODULES = tuple(
    f"puzzlegen.studio.{name}" for name in ("cards", "making", "picture_tools", "preview", "series_work", "solve_tools")
)


def process_context() -> ForkServerContext | SpawnContext:
    """Return the context that starts processes. The server itself has threads, so it cannot be forked."""
    if sys.platform != "linux":  # libraries of macOS do not allow forks
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(list(MODULES))
    return context


def load_early() -> None:
    """Begin to load the modules before the first process is needed."""
    if sys.platform == "linux":
        process_context()
        forkserver.ensure_running()
