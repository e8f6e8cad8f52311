"""The part of bench_start that runs in the environment of each state: times kernels, or weighs what is installed.

python start_kernels.py time     answers lines of JSON on stdin: [kernel, side, cap, seed], with seconds
python start_kernels.py size     prints the megabytes of puzzlegen with all that it requires
"""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
from bench_engine import board
from packaging.requirements import Requirement

import puzzlegen
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED, solve_many
from puzzlegen.engine.thin import thin

CALLS = 3
SHORTEST = 0.002  # seconds to time at once: the clock of the processor is coarser than a call on a small board
STACK = {10: 100, 20: 25, 40: 6, 70: 2, 100: 1}  # side: puzzles that one call solves


def timed(call: Callable[[], object]) -> float:
    """Return the least processor seconds of a call."""
    began = time.process_time()
    call()
    many = max(1, round(SHORTEST / max(time.process_time() - began, 1e-6)))
    found = []
    for _ in range(CALLS):
        began = time.process_time()
        for _ in range(many):
            call()
        found.append((time.process_time() - began) / many)
    return min(found)


def thinning(side: int, cap: int, seed: int) -> tuple[Callable[[], object], int]:
    """Return a call that thins one board, all of whose clues are given, and 1."""
    grid, clue, _, order = board(np.random.default_rng([seed, side]), side)
    around, given = grid.neighborhood, np.zeros(grid.size, np.int8)
    return lambda: thin(around.start, around.cells, clue.copy(), given, NO_TOTAL, cap, order), 1


def solving(side: int, cap: int, seed: int, count: int) -> tuple[Callable[[], object], int]:
    """Return a call that solves so many puzzles thinned at the cap, and their number."""
    random, clues = np.random.default_rng([seed, side]), []
    while len(clues) < count:
        grid, clue, _, order = board(random, side)
        around = grid.neighborhood
        if thin(around.start, around.cells, clue, np.zeros(grid.size, np.int8), NO_TOTAL, cap, order).dropped >= 0:
            clues.append(clue)
    stack = np.array(clues)
    trace = new_trace(grid.size, count)
    status, rounds = np.empty((2, count), np.int32)
    totals = np.full(count, NO_TOTAL, np.int32)

    def call() -> None:
        trace.tier_of[:] = 0
        solve_many(around.start, around.cells, stack, (stack >= 0).astype(np.int8), totals, cap, trace, status, rounds)

    call()
    assert (status == SOLVED).all()
    return call, count


@cache
def prepared(what: str, side: int, cap: int, seed: int) -> tuple[Callable[[], object], int]:
    """Return what to time, and for how many puzzles it stands."""
    if what == "thin":
        return thinning(side, cap, seed)
    return solving(side, cap, seed, STACK[side] if what == "solve" else 1)


def megabytes() -> float:
    """Return the size of puzzlegen and of all distributions that it requires without extras."""
    package = Path(puzzlegen.__file__).parent
    project = tomllib.loads((package.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    data = [package, package.parent / "templates", package.parent / "configs"]
    files = [path for folder in data for path in folder.rglob("*") if "__pycache__" not in path.parts]
    pending, seen = list(project["dependencies"]), set()
    while pending:
        wanted = Requirement(pending.pop())
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if name in seen or (wanted.marker and not wanted.marker.evaluate({"extra": ""})):
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"{name} is not installed")
        pending += found.requires or []
        files += [Path(one.locate()) for one in found.files or [] if "__pycache__" not in str(one)]
    return sum(path.stat().st_size for path in files if path.is_file()) / 1e6


def main() -> None:
    if sys.argv[1] == "size":
        print(megabytes())
        return
    for line in sys.stdin:
        call, puzzles = prepared(*json.loads(line))
        print(timed(call) / puzzles, flush=True)


if __name__ == "__main__":
    main()
