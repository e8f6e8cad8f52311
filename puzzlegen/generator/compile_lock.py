"""Compiling the kernels once: whoever comes while another process compiles them waits, and then loads them."""

from __future__ import annotations

from functools import cache

from filelock import FileLock

from puzzlegen.board.grid import Grid
from puzzlegen.engine.compile_cache import CACHE, forget_old, is_compiled
from puzzlegen.generator.attempts import Order, make

_LOCK = "compiling.lock"
_SMALL = Order(Grid(4, 4), 1, "easy")


@cache
def compile_once() -> None:
    """Return when the kernels that make puzzles are compiled: by an earlier run, by another process, or here."""
    if is_compiled(making=True):
        return
    # The system frees the lock of a process that is killed while it compiles.
    with FileLock(CACHE / _LOCK):
        if not is_compiled(making=True):
            make(_SMALL, "compile", lambda _: "")
            forget_old()
