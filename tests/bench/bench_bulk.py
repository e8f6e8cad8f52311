"""Time solving in bulk next to a plain loop, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_bulk.py [--quick] [--seed 1] [--out docs/benchmarks.md]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle, islice

from benchmark_page import made, options, write_section

import puzzlegen

HEADING = "## Many at once"
DIFFERENT = 1000  # puzzles made; they are solved again and again
SOLVED, LOOPED, PIPED = 40_000, 4_000, 10_000
RUNS = 5
WANTED_API, WANTED_PIPE = 80_000, 5_000  # a second, on the machine the targets were set on
COMMANDS = ("solve", "grade", "convert --to puzzlink")


def timed(work: Callable[[], object], runs: int) -> tuple[float, float]:
    """The least seconds of some runs by the clock on the wall, and by the processors in all threads."""
    found = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        work()
        found.append((time.perf_counter() - wall, time.process_time() - processor))
    return min(wall for wall, _ in found), min(processor for _, processor in found)


def drained(answers) -> None:
    """Take all answers; every one must be a solution."""
    assert all(answer.solved for answer in answers)


def api_row(name: str, texts: list[str], shrink: int) -> str:
    """A loop of solve() next to solve_many with two threads."""
    puzzles = [puzzlegen.parse(text) for text in texts]
    some, many = (list(islice(cycle(puzzles), count // shrink)) for count in (LOOPED, SOLVED))
    _, loop = timed(lambda: drained(map(puzzlegen.solve, some)), RUNS)
    wall, bulk = timed(lambda: drained(puzzlegen.solve_many(many, jobs=2)), RUNS)
    alone, each = 1e6 * loop / len(some), 1e6 * bulk / len(many)
    return f"| {name} | {alone:.1f} | {each:.1f} | {alone / each:.1f} | {2e6 / each:,.0f} | {len(many) / wall:,.0f} |"


def seconds_of(command: str, text: str) -> tuple[float, float]:
    """How long a process takes from start to end, by the wall and by the processors; the best of some runs."""
    words = [sys.executable, "-m", "puzzlegen", *command.split(), "-q", "--jobs", "2"]
    found = []
    for _ in range(RUNS):
        wall, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
        wall, after = time.perf_counter() - wall, resource.getrusage(resource.RUSAGE_CHILDREN)
        assert done.stdout.count("\n") == text.count("\n")
        found.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return min(wall for wall, _ in found), min(processor for _, processor in found)


def pipe_row(command: str, texts: list[str], shrink: int) -> str:
    """Lines through a command: what it takes to start, and what a line takes then."""
    count = PIPED // shrink
    _, start = seconds_of(command, f"{texts[0]}\n")
    wall, whole = seconds_of(command, "".join(f"{text}\n" for text in islice(cycle(texts), count)))
    each = 1e6 * (whole - start) / count
    rates = " | ".join(f"{rate:,.0f}" for rate in (1e6 / each, count / whole, count / wall))
    return f"| `{command}` | {start:.1f} | {each:.0f} | {rates} |"


def section(seed: int, quick: bool) -> list[str]:
    """The section's lines."""
    shrink = 10 if quick else 1
    number = DIFFERENT // shrink
    sets = {
        str(difficulty or "any, tiers 1 to 3"): [
            puzzlegen.write(record.puzzle)
            for record in puzzlegen.generate_many(number, "10x10", difficulty=difficulty, seed=f"bulk/{seed}")
        ]
        for difficulty in ("easy", "medium", "hard", None)
    }
    mixed = sets["any, tiers 1 to 3"]
    load = os.getloadavg()[0]
    api = [api_row(name, texts, shrink) for name, texts in sets.items()]
    pipe = [pipe_row(command, mixed, shrink) for command in COMMANDS]
    return [
        HEADING,
        "",
        f"{made(seed, 'bench')}{', with a tenth of the puzzles (`--quick`)' if quick else ''}. Best of {RUNS} runs.",
        f"The machine's load from other work was {load:.1f} at the start: the wall's clock says little where that is",
        "not far below the number of cores, so the columns before it go by the time of the processors.",
        "",
        "10x10 puzzles from Python, from record to answer, all tiers allowed; µs are a puzzle, all threads together:",
        "",
        "| | loop of `solve`, µs | `solve_many(jobs=2)`, µs | ratio | a second on two free cores | on the wall |",
        "|---|---|---|---|---|---|",
        *api,
        "",
        f"10x10 puzzles through a pipe, {PIPED // shrink:,} lines in one process:",
        "",
        "| | start, s | µs a line | lines a second, one free core | with the start | on the wall, with the start |",
        "|---|---|---|---|---|---|",
        *pipe,
        "",
        f"Wanted, on a faster machine than this one: {WANTED_API:,} a second from Python with two threads, "
        f"{WANTED_PIPE:,} through",
        "the pipe. Of a puzzle's time Python takes about 5 µs, the engine the rest.",
    ]


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the puzzles")
    chosen = parser.parse_args()
    write_section(chosen.out, section(chosen.seed, chosen.quick), keep="medium")


if __name__ == "__main__":
    main()
