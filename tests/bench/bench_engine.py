"""Time thinning and solving, next to peers in the same run, and write its section of docs/benchmarks.md.

python tests/bench/bench_engine.py [--quick] [--seed 1] [--out docs/benchmarks.md]
"""

from __future__ import annotations

import math
import statistics
import time
import tracemalloc

import numpy as np
from benchmark_page import made, options, shown, table, write_section
from peers import time_mosaic, time_sat

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED, solve_many
from puzzlegen.engine.thin import thin
from puzzlegen.grading.grade import grade
from puzzlegen.solver.tiers import run

BOARDS = {5: 100, 10: 100, 20: 40, 50: 9, 100: 5, 200: 3}
LARGEST = {1: 200, 2: 200, 3: 100, 4: 100}  # side, for each cap
SAT_BOARDS = {5: 20, 10: 20, 20: 20, 50: 9, 100: 1}  # one board of 100x100 takes a minute or more
MOSAIC_BOARDS = {5: 20, 10: 20, 20: 20, 50: 9}
MEMORY_SIDES = (50, 100, 200)
PROTOTYPE_SAT = {10: 3.9, 20: 26.8}  # ms of python-sat on the machine where a prototype of this engine was timed
WANTED_GROWTH = {1: 1.15, 2: 1.15, 3: 1.2}  # exponent in cells from 20x20 to 100x100, by cap
WANTED_SOLVE = 15  # us a 10x10 on the prototype's machine


def board(rng, side):
    """(grid, clues, mines, order) with a third of the cells mines, each beside a safe cell."""
    grid = Grid(side, side)
    around = grid.neighborhood
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
        around = grid.neighborhood
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
        near = grid.neighborhood
        around = [near.cells[near.start[i] : near.start[i + 1]].tolist() for i in range(grid.size)]
        times.append(time_sat(around, clue, mines.tolist(), order.tolist()))
    return None if None in times else 1000 * statistics.median(times)


def thinned(side, count, seed):
    """(grid, clues of so many puzzles thinned at cap 3)."""
    rng = np.random.default_rng([seed, side])
    puzzles = []
    while len(puzzles) < count:
        grid, clue, _, order = board(rng, side)
        around = grid.neighborhood
        if thin(around.start, around.cells, clue, np.zeros(grid.size, np.int8), NO_TOTAL, 3, order).dropped >= 0:
            puzzles.append(clue)
    return grid, np.array(puzzles)


def time_batch(grid, stack):
    """Microseconds a puzzle through the batch kernel at cap 3: (median of 15 runs, hardest tier of each puzzle)."""
    around = grid.neighborhood
    count, size = stack.shape
    trace = new_trace(size, count)
    trace.tier_of[:] = 0
    status, rounds = np.empty((2, count), np.int32)
    totals = np.full(count, NO_TOTAL, np.int32)
    times = []
    for _ in range(15):
        known = (stack >= 0).astype(np.int8)
        began = time.perf_counter()
        solve_many(around.start, around.cells, stack, known, totals, 3, trace, status, rounds)
        times.append(time.perf_counter() - began)
    assert (status == SOLVED).all()
    return 1e6 * statistics.median(times) / count, trace.tier_of.max(axis=1)


def time_solving(side, count, seed):
    """(microseconds a puzzle, the same by the hardest tier a puzzle needs)."""
    grid, stack = thinned(side, count, seed)
    mean, hardest = time_batch(grid, stack)
    return mean, {int(tier): time_batch(grid, stack[hardest == tier])[0] for tier in np.unique(hardest)}


def time_grading(side, count, seed):
    """Microseconds a puzzle: (a solve from record to trace, through Python; the grade of that trace)."""
    grid, stack = thinned(side, count, seed)
    puzzles = [Puzzle(grid, tuple(clue.tolist())) for clue in stack]
    run(puzzles[0], 3)  # compile first
    began = time.perf_counter()
    traces = [run(puzzle, 3) for puzzle in puzzles]
    solved = time.perf_counter()
    for trace in traces:
        grade(trace)
    return 1e6 * (solved - began) / count, 1e6 * (time.perf_counter() - solved) / count


def measure_memory(side, seed):
    """Peak bytes of the arrays that thinning one board asks for; the cap makes no difference."""
    grid, clue, _, order = board(np.random.default_rng([seed, side]), side)
    around = grid.neighborhood
    given = np.zeros(grid.size, np.int8)
    tracemalloc.start()  # numpy reports its arrays to it
    thin(around.start, around.cells, clue, given, NO_TOTAL, 1, order)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def growth(times, largest=math.inf):
    """Growth in cells from 20x20 to the largest board timed (up to ``largest``), or None."""
    sides = [side for side in times if 20 <= side <= largest and times[side]]
    if len(sides) < 2:
        return None
    first, last = sides[0], sides[-1]
    return math.log(times[last] / times[first]) / (2 * math.log(last / first))


def slower_than_the_prototype(sat):
    """How much slower this machine is than the prototype's, by what both have timed; None where python-sat is not."""
    slower = [sat[side] / there for side, there in PROTOTYPE_SAT.items() if sat.get(side)]
    return statistics.mean(slower) if slower else None


def about_machines(slower):
    """How to compare with figures from elsewhere."""
    if slower is None:
        return []
    return [
        f"Absolute times compare only within one machine: python-sat takes {slower:.1f} times as long",
        "on this one as where a prototype of the engine was timed (10x10 and 20x20). Go by the ratios.",
        "",
    ]


def about_solving(seed, solving):
    """Solves, grades and memory, as lines."""
    lines = [
        "Solving with the full trace at tiers 1 to 3, puzzles thinned at cap 3, batch kernel (`solve_many`), one core:",
        "",
        "| | µs a puzzle | puzzles a second | by the hardest tier a puzzle needs |",
        "|---|---|---|---|",
    ]
    for side, (mean, tiers) in solving.items():
        each = ", ".join(f"tier {tier}: {time:.0f} µs" for tier, time in tiers.items())
        lines.append(f"| {side}x{side} | {mean:.0f} | {1e6 / mean:,.0f} | {each} |")
    solve, graded = time_grading(10, 200, seed)
    peaks = [(side, measure_memory(side, seed)) for side in MEMORY_SIDES]
    sizes = [f"{side}x{side} {peak / 1e6:.1f} MB ({peak / side**2:.0f} bytes a cell)" for side, peak in peaks]
    return [
        *lines,
        "",
        f"From record to trace one by one, through Python: {solve:.0f} µs a 10x10; grading a trace: {graded:.0f} µs.",
        "",
        f"Memory of thinning, peak of all arrays: {', '.join(sizes)}.",
        "",
    ]


def where_we_lose(ours, solving, slower):
    """What others do better and what misses its target, as lines."""
    lines = [
        "### Where we lose",
        "",
        "- python-sat keeps fewer clues: it asks for one solution only, we ask for a deduction at the tier. Where only",
        "  uniqueness matters it is the better tool, and it needs no tuning.",
    ]
    for cap, wanted in WANTED_GROWTH.items():
        found = growth(ours[cap], 100)
        if found is not None and found > wanted:
            lines.append(f"- Growth at cap {cap} from 20x20 to 100x100 is {found:.2f}, above the {wanted} we want.")
    mean, wanted = solving[10][0], WANTED_SOLVE * (slower or 1)
    if mean > wanted:
        lines.append(f"- A full solve of a 10x10 takes {mean:.0f} µs, above the {wanted:.0f} we want on this machine.")
    return [*lines, ""]


def time_peers(seed, shrink):
    """Milliseconds a board of python-sat and sgt-mosaic, by side; None where one is not installed."""
    sat = {side: time_peer_sat(side, max(1, count // shrink), seed) for side, count in SAT_BOARDS.items()}
    seconds = {side: time_mosaic(side, max(1, count // shrink)) for side, count in MOSAIC_BOARDS.items()}
    return sat, {side: None if each is None else 1000 * each for side, each in seconds.items()}


def report(seed, quick):
    """The section's lines."""
    shrink = 5 if quick else 1
    boards = {side: max(3, count // shrink) for side, count in BOARDS.items()}
    time_thinning(5, 4, 3, seed)  # compile first
    ours = {
        cap: {side: time_thinning(side, cap, count, seed) for side, count in boards.items() if side <= largest}
        for cap, largest in LARGEST.items()
    }
    totals = {side: time_thinning(side, 3, count, seed, True) for side, count in boards.items() if side <= LARGEST[3]}
    sat, mosaic = time_peers(seed, shrink)
    time_solving(5, 5, seed)  # compile first
    solving = {side: time_solving(side, max(20, count // shrink), seed) for side, count in ((10, 400), (20, 100))}
    slower = slower_than_the_prototype(sat)
    rows = [(f"cap {cap}", times) for cap, times in ours.items()]
    rows += [("cap 3, total printed", totals), ("python-sat, local", sat), ("sgt-mosaic", mosaic)]
    peers = (("cap 3 against python-sat", sat, 3), ("cap 1 against sgt-mosaic", mosaic, 1))
    return [
        "## Thinning and solving",
        "",
        f"{made(seed, 'bench')}, one core{', with a fifth of the boards (`--quick`)' if quick else ''}.",
        "",
        "Thinning, a third of the cells mines: median milliseconds a board, and growth exponent in cells from 20x20.",
        "",
        *table(
            [*(f"{side}x{side}" for side in boards), "exponent"],
            [(name, [*(shown(times.get(s)) for s in boards), shown(growth(times))]) for name, times in rows],
        ),
        "How many times faster we are, same run and boards (Mosaic: its own boards; python-sat: one board at 100x100):",
        "",
        *table(
            [f"{side}x{side}" for side in sat],
            [(name, [shown(peer.get(s) and peer[s] / ours[cap][s]) for s in sat]) for name, peer, cap in peers],
        ),
        *about_solving(seed, solving),
        *about_machines(slower),
        *where_we_lose(ours, solving, slower),
    ]


def main():
    parser = options(__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the boards")
    chosen = parser.parse_args()
    write_section(chosen.out, report(chosen.seed, chosen.quick), keep="cap 3")


if __name__ == "__main__":
    main()
