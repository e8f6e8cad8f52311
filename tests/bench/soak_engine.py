"""Incremental against naive thinning on very many boards: reports differences (there must be none), falls and time.

    python tests/bench/soak_engine.py [--boards 100000] [--large 500] [--caps 1,2,3,4] [--totals no,yes]
        [--variants minesweeper,hexagonal,...] [--seed 1]

The chosen variants take turns, by default those whose clues do not stand on mines.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))
from engine_boards import random_case, tell_lone_mines

from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MINESWEEPER, ORTHOGONAL, WRAP_AROUND
from puzzlegen.engine.thin import thin, thin_naive

ROWS = {variant.name: variant for variant in (MINESWEEPER, HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND)}


def board(rng, i, sides, printed, variants):
    """Board ``i`` of the variant whose turn it is: two in three have void and pre-set cells, one in three has gaps.

    Gaps are between its clues. Where the total is ``printed``, half of the boards may have mines that touch no clue.
    """
    strange = 0.05 * (i % 3 > 0)
    keep = (0.7, 1.0) if i % 3 == 2 else (1.0, 1.0)
    variant = variants[i // 3 % len(variants)]
    case = random_case(
        rng, sides=sides, keep=keep, void=strange, preset=strange, printed=float(printed), variant=variant
    )
    return case if printed and rng.integers(2) else tell_lone_mines(case)


def soak(count, sides, cap, printed, seed, variants):
    """Thin ``count`` boards both ways; returns the number of differences."""
    began = time.perf_counter()
    differences = fallbacks = solvable = 0
    rng = np.random.default_rng([seed, cap, printed, *sides])
    for i in range(count):
        case = board(rng, i, sides, printed, variants)
        order = rng.permutation(case.grid.size).astype(np.int32)
        around = case.grid.neighborhood
        naive, fast = case.clue.copy(), case.clue.copy()
        expected = thin_naive(around.start, around.cells, naive, case.known, case.total, cap, order)
        found = thin(around.start, around.cells, fast, case.known, case.total, cap, order)
        solvable += expected >= 0
        fallbacks += found.fell_back
        if found.dropped != expected or (fast != naive).any():
            differences += 1
            kind = case.grid.variant
            print(f"DIFFERENCE: seed {seed}, board {i}, {kind} {case.grid}, cap {cap}, total {case.total}", flush=True)
    print(
        f"cap {cap}, {'printed' if printed else 'no'} total, sides {sides[0]} to {sides[1]}: {count} boards, "
        f"{solvable} solvable, {differences} differences, {fallbacks} fallbacks, {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    return differences


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--boards", type=int, default=100_000, help="5x5 to 14x14, for all settings together")
    options.add_argument("--large", type=int, default=500, help="40x40, for all settings together")
    options.add_argument("--caps", default="1,2,3,4", help="tiers to thin at")
    options.add_argument("--totals", default="no,yes", help="without and with a printed total")
    options.add_argument("--variants", default=",".join(ROWS), help="variants that take turns")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    settings = list(itertools.product(map(int, chosen.caps.split(",")), chosen.totals.split(",")))
    variants = [ROWS[name] for name in chosen.variants.split(",")]
    differences = 0
    for count, sides in ((chosen.boards, (5, 14)), (chosen.large, (40, 40))):
        for cap, printed in settings:
            differences += soak(-(-count // len(settings)), sides, cap, printed == "yes", chosen.seed, variants)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
