"""Incremental against naive thinning on very many boards: reports differences (there must be none), falls and time.

    python tests/bench/soak_engine.py [--boards 100000] [--large 500] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from engine_boards import random_case, tell_lone_mines

from puzzlegen.engine.naive import thin_naive
from puzzlegen.engine.thin import thin


def soak(count, sides, caps, seed):
    """Thin ``count`` boards both ways; returns (differences, fallbacks, boards that all clues solve)."""
    differences = fallbacks = solvable = 0
    rng = np.random.default_rng(seed)
    for i in range(count):
        strange = 0.05 * (i % 3 > 0)  # two boards in three have void and pre-set cells, one in three has gaps
        keep = (0.7, 1.0) if i % 3 == 2 else (1.0, 1.0)
        case = tell_lone_mines(random_case(rng, sides=sides, keep=keep, void=strange, preset=strange))
        order = rng.permutation(case.grid.size).astype(np.int32)
        around = case.grid.neighbourhood
        cap = caps[i % len(caps)]
        naive, fast = case.clue.copy(), case.clue.copy()
        expected = thin_naive(around.start, around.cells, naive, case.known, case.total, cap, order)
        found = thin(around.start, around.cells, fast, case.known, case.total, cap, order)
        solvable += expected >= 0
        fallbacks += found.fell_back
        if found.dropped != expected or (fast != naive).any():
            differences += 1
            print(f"DIFFERENCE: seed {seed}, board {i}, {case.grid}, cap {cap}", flush=True)
        if (i + 1) % max(1, count // 10) == 0:
            print(f"  {i + 1} boards, {differences} differences, {fallbacks} fallbacks", file=sys.stderr, flush=True)
    return differences, fallbacks, solvable


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--boards", type=int, default=100_000, help="boards of 5x5 to 14x14")
    options.add_argument("--large", type=int, default=500, help="boards of 40x40")
    options.add_argument("--caps", default="1,2,3,3", help="tiers to thin at, in turn")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    caps = [int(cap) for cap in chosen.caps.split(",")]
    total = 0
    for count, sides in ((chosen.boards, (5, 14)), (chosen.large, (40, 40))):
        began = time.perf_counter()
        differences, fallbacks, solvable = soak(count, sides, caps, chosen.seed)
        seconds = time.perf_counter() - began
        total += differences
        print(
            f"{count} boards, sides {sides[0]} to {sides[1]}: {differences} differences, {fallbacks} fallbacks, "
            f"{solvable} solvable, {seconds:.0f} s"
        )
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
