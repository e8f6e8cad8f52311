"""Time the making of puzzles against what is wanted, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_making.py [--seed 1] [--out docs/benchmarks.md]
"""

import resource
import subprocess
import sys
import time

import numpy as np
from bench_engine import board, growth, measure_memory, thinned, time_peer_sat
from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.grading import walk_often
from puzzlegen.engine.position import new_scratch, new_trace
from puzzlegen.engine.rounds import solve_many
from puzzlegen.engine.steps_in_sight import new_search
from puzzlegen.engine.thin import thin
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for

GENERATED = {"easy": 4000, "medium": 2000, "hard": 400, "expert": 400}  # puzzles of one run
WANTED_EASY = 0.25  # ms
SYMMETRIC = {10: (200, 5.0), 20: (20, 40.0), 50: (2, 5000.0)}  # side: puzzles, ms wanted
THINNED = {10: 200, 20: 60, 100: 5}  # side: boards
AGAINST_SAT = {
    10: (3000, 100, 11.4),
    20: (400, 60, 10),
    50: (40, 12, 35),
}  # side: puzzles, boards of python-sat, wanted
HANDS = "light", "balanced"
WANTED_HANDS, WANTED_EFFORT = 1.5, 1.15
WANTED_GROWTH, WANTED_MEMORY, WANTED_SOLVES = 1.2, 400, 12
WANTED_SOLVE, WANTED_HELP = 500, 150  # ms of a whole process
PUZZLE = "6x6:a3f3b1a2a2b13a2a2a3a2d2b1"


def run_ms(*arguments: str) -> float:
    """Return the processor time of a run of the program in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "puzzlegen", *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def generate_ms(side: int, count: int, seed: int, *options: str) -> float:
    """Return the milliseconds a puzzle of ``puzzlegen generate`` with one job, without its start."""
    common = ["generate", "-q", "--jobs", "1", "--seed", f"making {seed}", "--size", f"{side}x{side}", *options]
    return (run_ms(*common, "-n", str(count + 1)) - run_ms(*common, "-n", "1")) / count


def times_python_sat(side: int, count: int, boards: int, seed: int) -> float:
    """Return how many times as fast as python-sat's thinning the whole program is, with boards, proofs and grades."""
    sat = time_peer_sat(side, boards, seed)
    return sat / generate_ms(side, count, seed, "--layout", "free", "--max-tier", "3") if sat else 0.0


def hand_ms(hand: str, count: int, seed: int) -> float:
    """Return the milliseconds a medium puzzle of a hand, with all boards and the grade."""
    spec = PuzzleSpec(difficulty="medium", layout=LayoutConfig(rule="natural"), hand=hand)
    first, *requests = requests_for(spec, Grid(10, 10), f"making {seed}", count + 1)
    make_puzzle(first)  # fills the tables of the board
    began = time.process_time()
    for request in requests:
        make_puzzle(request)
    return 1e3 * (time.process_time() - began) / count


def effort_ms(count: int, seed: int) -> float:
    """Return the milliseconds of the effort of a 10x10 puzzle thinned at cap 3, in the kernel."""
    grid, stack = thinned(10, count, seed)
    around = grid.neighborhood
    memory = new_trace(100), new_scratch(100, around.cells.size), new_search(100)
    bare, known, times = np.zeros(100, np.int8), np.zeros(100, np.int8), []
    for _ in range(15):
        began = time.process_time()
        for clue in stack:
            walk_often(around.start, around.cells, around.coordinates, clue, bare, known, NO_TOTAL, 3, *memory)
        times.append(time.process_time() - began)
    return 1e3 * float(np.median(times)) / count


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

    memory = measure_memory(100, seed) / 100**2  # first: memory for boards of this size is kept
    for difficulty, count in GENERATED.items():
        wanted = WANTED_EASY if difficulty == "easy" else None
        add(f"`generate`, 10x10 {difficulty}", wanted, generate_ms(10, count, seed, "--difficulty", difficulty))
    for side, (count, boards, wanted) in AGAINST_SAT.items():
        faster = times_python_sat(side, count, boards, seed)
        add(f"`generate`, {side}x{side} free at cap 3: as fast as python-sat, at least", wanted, faster, "times")
    light, balanced = (hand_ms(hand, 300, seed) for hand in HANDS)
    add("10x10 medium, `balanced` against `light`", WANTED_HANDS, balanced / light, "times")
    for side, (count, wanted) in SYMMETRIC.items():
        for difficulty in GENERATED:
            add(f"symmetric {side}x{side} {difficulty}", wanted, symmetric_ms(side, difficulty, count, seed))
    times = {side: thinning_ms(side, count, seed) for side, count in THINNED.items()}
    add("thinning at cap 3, exponent in cells from 20x20 to 100x100", WANTED_GROWTH, growth(times) or 0.0, "")
    effort = 1 + effort_ms(400, seed) / times[10]
    add("thinning and effort of a 10x10 at cap 3, in thinnings", WANTED_EFFORT, effort, "")
    add("thinning a 10x10 at cap 3, in full solves", WANTED_SOLVES, times[10] / solve_ms(10, 400, seed), "")
    add("memory of thinning a 100x100", WANTED_MEMORY, memory, "bytes a cell")
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
        *table(["wanted", "found"], rows(seed)),
        "Mosaics next to `sgt-mosaic` have a separate section.",
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="`generate`, 10x10 expert")


if __name__ == "__main__":
    main()
