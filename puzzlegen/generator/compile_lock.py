"""Lets one process compile the engine while the others wait, and then load its result from the cache."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from filelock import FileLock

from puzzlegen.board.aims import NORMAL, Aim
from puzzlegen.board.grid import Grid
from puzzlegen.engine.compile_cache import CACHE, forget_old, is_compiled
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.climbing import adjust
from puzzlegen.generator.requests import PuzzleRequest, classic_request
from puzzlegen.random_streams import stream
from puzzlegen.solver.tiers import run

_LOCK = "compiling.lock"
_SMALL = PuzzleRequest(Grid(4, 4), "compile", cap=1)
_CLASSIC = classic_request(Grid(9, 9), 10, "easy", 100, "compile")


@cache
def compile_once(*, improving: bool = False, classic: bool = False) -> None:
    """Compile the kernels that generate puzzles, unless an earlier run or another process has compiled them.

    ``improving`` adds those that improve puzzles, ``classic`` those that find classic boards.
    """
    if is_compiled(making=True, improving=improving, classic=classic):
        return
    # The system frees the lock of a process that is killed while it compiles.
    with FileLock(CACHE / _LOCK):
        if not is_compiled(making=True, improving=improving):
            made = make_puzzle(replace(_SMALL, aim=Aim(NORMAL)) if improving else _SMALL)
            adjust(replace(_SMALL, cap=3, difficulty="hard"), run(made.graded.puzzle), stream("compile"))
            forget_old()
        if classic and not is_compiled(classic=True):
            make_puzzle(_CLASSIC)
