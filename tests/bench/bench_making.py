"""Time the making of puzzles against what is wanted, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_making.py [--seed 1] [--out docs/benchmarks.md]
"""

import resource
import subprocess
import sys
import time

import numpy as np
from bench_engine import board, growth, measure_memory, thinned
from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import solve_many
from puzzlegen.engine.thin import thin
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for

GENERATED = {"easy": 4000, "medium": 2000, "hard": 400, "expert": 400}  # puzzles of one run
WANTED_EASY = 0.25  # ms
SYMMETRIC = {10: (200, 5.0), 20: (20, 40.0), 50: (2, 5000.0)}  # side: puzzles, ms wanted
THINNED = {10: 200, 20: 60, 100: 5}  # side: boards
WANTED_GROWTH, WANTED_MEMORY, WANTED_SOLVES = 1.2, 400, 15
WANTED_SOLVE, WANTED_HELP = 500, 150  # ms of a whole process
PUZZLE = "6x6:a3f3b1a2a2b13a2a2a3a2d2b1"


def run_ms(*arguments: str) -> float:
    """Return the processor time of a run of the program in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "puzzlegen", *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def generate_ms(difficulty: str, count: int, seed: int) -> float:
    """Return the milliseconds a puzzle of ``puzzlegen generate`` with one job, without its start."""
    common = (
        "generate",
        "-q",
        "--jobs",
        "1",
        "--seed",
        f"making {seed}",
        "--size",
        "10x10",
        "--difficulty",
        difficulty,
    )
    return (run_ms(*common, "-n", str(count + 1)) - run_ms(*common, "-n", "1")) / count


def symmetric_ms(side: int, difficulty: str, count: int, seed: int) -> float:
    """Return the milliseconds a puzzle in any symmetry, with all boards and the grade."""
    grid = Grid(side, side)
    layout = LayoutConfig(rule="symmetric").for_board(grid)
    spec = PuzzleSpec(difficulty=difficulty, layout=layout)
    first, *requests = requests_for(spec, grid, f"making {seed}", count + 1)
    make_puzzle(first)  # fills the tables of the board
    began = time.process_time()
    for request in requests:
        make_puzzle(request)
    return 1e3 * (time.process_time() - began) / count


def thinning_ms(side: int, count: int, seed: int) -> float:
    """Return the median milliseconds of thinning a board at cap 3."""
    rng = np.random.default_rng([seed, side])
    times = []
    for _ in range(count):
        grid, clue, _, order = board(rng, side)
        around, given = grid.neighborhood, np.zeros(grid.size, np.int8)
        began = time.process_time()
        if thin(around.start, around.cells, clue, given, NO_TOTAL, 3, order).dropped >= 0:
            times.append(time.process_time() - began)
    return 1e3 * float(np.median(times))


def solve_ms(side: int, count: int, seed: int) -> float:
    """Return the milliseconds of a full solve of a board thinned at cap 3, in one call for all boards."""
    grid, stack = thinned(side, count, seed)
    trace, around = new_trace(grid.size, count), grid.neighborhood
    status, rounds = np.empty((2, count), np.int32)
    times = []
    for _ in range(15):
        known = (stack >= 0).astype(np.int8)
        began = time.process_time()
        solve_many(
            around.start, around.cells, stack, known, np.full(count, NO_TOTAL, np.int32), 3, trace, status, rounds
        )
        times.append(time.process_time() - began)
    return 1e3 * float(np.median(times)) / count


def rows(seed: int) -> list[tuple[str, list[str]]]:
    """Return a row for each figure: its name, what is wanted, and what was found."""
    found = []

    def add(name: str, wanted: float | None, value: float, unit: str = "ms") -> None:
        limit = "-" if wanted is None else f"{wanted:g} {unit}".strip()
        found.append((name, [limit, f"{shown(value)} {unit}".strip()]))

    for difficulty, count in GENERATED.items():
        wanted = WANTED_EASY if difficulty == "easy" else None
        add(f"`generate`, 10x10 {difficulty}", wanted, generate_ms(difficulty, count, seed))
    for side, (count, wanted) in SYMMETRIC.items():
        for difficulty in GENERATED:
            add(f"symmetric {side}x{side} {difficulty}", wanted, symmetric_ms(side, difficulty, count, seed))
    times = {side: thinning_ms(side, count, seed) for side, count in THINNED.items()}
    add("thinning at cap 3, exponent in cells from 20x20 to 100x100", WANTED_GROWTH, growth(times) or 0.0, "")
    add("thinning a 10x10 at cap 3, in full solves", WANTED_SOLVES, times[10] / solve_ms(10, 400, seed), "")
    add("memory of thinning a 100x100", WANTED_MEMORY, measure_memory(100, seed) / 100**2, "bytes a cell")
    add("`solve` of one puzzle, the whole process", WANTED_SOLVE, min(run_ms("solve", PUZZLE) for _ in range(5)))
    add("`--help`, the whole process", WANTED_HELP, min(run_ms("--help") for _ in range(5)))
    return found


def report(seed: int) -> list[str]:
    """Return the section's lines."""
    thinning_ms(5, 3, seed)  # loads the kernels; so the next two
    solve_ms(5, 5, seed)
    run_ms("generate", "-q", "-n", "1")
    return [
        "## Making puzzles",
        "",
        f"{made(seed, 'bench-making')}, one core.",
        "",
        "Processor time. Of puzzles it is the mean, with all boards and the grade;",
        "of whole processes it is the least of five.",
        "",
        *table(["wanted, at most", "found"], rows(seed)),
        "Mosaics next to `sgt-mosaic` have a separate section.",
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="`generate`, 10x10 expert")


if __name__ == "__main__":
    main()
