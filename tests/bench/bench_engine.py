"""Time thinning and solving, next to peers in the same run, and write docs/benchmarks.md.

    python tests/bench/bench_engine.py [--quick] [--seed 1] [--out docs/benchmarks.md]
"""

from __future__ import annotations

import argparse
import datetime
import math
import os
import platform
import statistics
import sys
import time
from pathlib import Path

import numpy as np
from peers import time_mosaic, time_sat

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.engine.place import place_mines
from puzzlegen.engine.rounds import SOLVED, solve_many
from puzzlegen.engine.rules import NO_TOTAL
from puzzlegen.engine.thin import thin

BOARDS = {5: 100, 10: 100, 20: 40, 50: 9, 100: 5, 200: 3}
LARGEST = {1: 200, 2: 200, 3: 100, 4: 100}  # side, for each cap
PEER_LARGEST = 50
PROTOTYPE_SAT = {10: 3.9, 20: 26.8}  # ms of python-sat on the machine where a prototype of this engine was timed
WHERE_WE_LOSE = """## Where we lose

- python-sat keeps fewer clues: it asks for one solution only, we ask for a deduction at the tier. Where only
  uniqueness matters it is the better tool, and it needs no tuning.
- Growth at cap 3 from 20x20 to 100x100 is 1.2 to 1.3, above the 1.2 we want.
- The first use compiles the kernels, which no program in C has to do.
- A full solve is about six times slower than the 15 µs we want at 10x10. By the hardest tier a puzzle needs: 21 µs
  for tier 1, 73 for tier 2, 370 for tier 3, of which nearly 300 are the one round of tier 3, which tests every clue.
"""


def board(rng, side):
    """(grid, clues, mines, order) with a third of the cells mines, each beside a safe cell."""
    grid = Grid(side, side)
    around = grid.neighbourhood
    mines = np.zeros(grid.size, np.int8)
    void = np.zeros(grid.size, np.int8)
    cells = rng.permutation(grid.size).astype(np.int32)
    place_mines(around.start, around.cells, void, cells, round(grid.size / 3), True, mines)
    clue = from_mines(grid, mines.astype(bool).tolist()).array.copy()
    return grid, clue, mines, rng.permutation(grid.size).astype(np.int32)


def time_thinning(side, cap, count, seed, printed=False):
    """Median milliseconds a board, ours; boards that all clues do not solve are left out."""
    rng = np.random.default_rng([seed, side])
    times = []
    for _ in range(count):
        grid, clue, mines, order = board(rng, side)
        around = grid.neighbourhood
        given = np.zeros(grid.size, np.int8)
        total = int(mines.sum()) if printed else NO_TOTAL
        began = time.perf_counter()
        found = thin(around.start, around.cells, clue, given, total, cap, order)
        if found.dropped >= 0:
            times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def time_peer_sat(side, count, seed):
    """Median milliseconds a board of python-sat on the same boards, or None."""
    rng = np.random.default_rng([seed, side])
    times = []
    for _ in range(count):
        grid, clue, mines, order = board(rng, side)
        near = grid.neighbourhood
        around = [near.cells[near.start[i] : near.start[i + 1]].tolist() for i in range(grid.size)]
        times.append(time_sat(around, clue, mines.tolist(), order.tolist()))
    return None if None in times else 1000 * statistics.median(times)


def time_solving(side, count, seed):
    """Median microseconds a puzzle thinned at cap 3, in the kernel, through the batch."""
    rng = np.random.default_rng([seed, side])
    puzzles = []
    while len(puzzles) < count:
        grid, clue, _, order = board(rng, side)
        around = grid.neighbourhood
        if thin(around.start, around.cells, clue, np.zeros(grid.size, np.int8), NO_TOTAL, 3, order).dropped >= 0:
            puzzles.append(clue)
    stack = np.array(puzzles)
    shape = stack.shape
    traces = np.empty((2, *shape), np.int32), np.empty((2, count, shape[1] + 1), np.int32)
    status, rounds = np.empty((2, count), np.int32)
    totals = np.full(count, NO_TOTAL, np.int32)
    times = []
    for _ in range(15):
        known = (stack >= 0).astype(np.int8)
        began = time.perf_counter()
        solve_many(around.start, around.cells, stack, known, totals, 3, *traces[0], *traces[1], status, rounds)
        times.append(time.perf_counter() - began)
    assert (status == SOLVED).all()
    return 1e6 * statistics.median(times) / count


def machine():
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def exponent(times):
    """Growth in cells from 20x20 to the largest board timed."""
    sides = [side for side in times if side >= 20]
    if len(sides) < 2:
        return "-"
    first, last = sides[0], sides[-1]
    return f"{math.log(times[last] / times[first]) / (2 * math.log(last / first)):.2f}"


def shown(value):
    """Three significant figures, or a dash."""
    return "-" if value is None else f"{value:.3g}"


def against_the_prototype(sat):
    """How much slower this machine is than the prototype's, by what both have timed."""
    slower = [sat[side] / there for side, there in PROTOTYPE_SAT.items() if sat.get(side)]
    if not slower:
        return []
    return [
        f"Absolute times compare only within one machine: python-sat takes {statistics.mean(slower):.1f} times as long",
        "on this one as where a prototype of the engine was timed (10x10 and 20x20). Go by the ratios.",
        "",
    ]


def report(seed, quick):
    """The whole page, as Markdown."""
    shrink = 5 if quick else 1
    boards = {side: max(3, count // shrink) for side, count in BOARDS.items()}
    time_thinning(5, 4, 3, seed)  # compile first
    ours = {
        cap: {side: time_thinning(side, cap, count, seed) for side, count in boards.items() if side <= largest}
        for cap, largest in LARGEST.items()
    }
    told = {side: time_thinning(side, 3, count, seed, True) for side, count in boards.items() if side <= LARGEST[3]}
    peers = [side for side in boards if side <= PEER_LARGEST]
    sat = {side: time_peer_sat(side, min(boards[side], 20), seed) for side in peers}
    mosaic = {side: time_mosaic(side, min(boards[side], 20)) for side in peers}
    mosaic = {side: None if seconds is None else 1000 * seconds for side, seconds in mosaic.items()}
    rows = [(f"cap {cap}", times) for cap, times in ours.items()]
    rows += [("cap 3, total printed", told), ("python-sat, local", sat), ("sgt-mosaic", mosaic)]
    lines = [
        "# Benchmarks",
        "",
        f"{machine()}; {datetime.date.today()}; seed {seed}; one core; made by `make bench`.",
        "",
        "Thinning, a third of the cells mines: median milliseconds a board, and growth exponent in cells from 20x20.",
        "",
        "| | " + " | ".join(f"{side}x{side}" for side in boards) + " | exponent |",
        "|---|" + "---|" * (len(boards) + 1),
        *(
            f"| {name} | " + " | ".join(shown(times.get(side)) for side in boards)
            + f" | {'-' if None in times.values() else exponent(times)} |"
            for name, times in rows
        ),
        "",
        "How many times faster we are, same run and boards (Mosaic: its own boards):",
        "",
        "| | " + " | ".join(f"{side}x{side}" for side in peers) + " |",
        "|---|" + "---|" * len(peers),
        *(
            f"| {name} | " + " | ".join(shown(peer[s] and peer[s] / ours[cap][s]) for s in peers) + " |"
            for name, peer, cap in (("cap 3 against python-sat", sat, 3), ("cap 1 against sgt-mosaic", mosaic, 1))
        ),
        "",
        "Solving with the full trace at tiers 1 to 3, puzzles thinned at cap 3, batch kernel: "
        + ", ".join(f"{side}x{side} {time_solving(side, 100, seed):.0f} µs" for side in (10, 20))
        + ".",
        "",
        *against_the_prototype(sat),
        WHERE_WE_LOSE,
    ]
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--quick", action="store_true", help="a fifth of the boards")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=Path("docs/benchmarks.md"))
    chosen = options.parse_args()
    chosen.out.write_text(report(chosen.seed, chosen.quick), encoding="utf-8")
    print(f"wrote {chosen.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
