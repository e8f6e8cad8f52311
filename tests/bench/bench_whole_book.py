"""Whole builds of a book of 100 puzzles by the command line: a new one, and one of which only words have changed.

    python tests/bench/bench_whole_book.py

The book has three sections of 10x10, hints, a cover, a preview and the pictures for shops, on 8.5x11 in. Each build is
a process with all that it starts and imports; the compiled solver is there before. Every round runs all builds once and
imports what a build needs once, so that a ratio to the import compares what ran at the same time. Asked: 6 s for a new
book and 3 s for changed words, both on two cores that do nothing else.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from benchmark_page import made, options, shown, table, write_section

CONFIG = """
title: {title}
series: benchmark
page: {{profile: kdp, trim: 8.5x11}}
sections:
  - {{name: One, count: 36, size: 10x10, difficulty: easy, per_page: 4}}
  - {{name: Two, count: 36, size: 10x10, difficulty: medium, per_page: 4}}
  - {{name: Three, count: 28, size: 10x10, difficulty: hard, per_page: 4}}
front_matter: {{contents: yes}}
aids: {{hints: back}}
cover: {{make: yes}}
output: {{listing: yes}}
"""
IMPORT = "import of what a build needs"
CHANGES = ("new book", "changed words")
ROUNDS = 3


class Spent(NamedTuple):
    """Seconds by the clock, and seconds of the processors, both of a process with its workers."""

    clock: float
    processors: float


def spent(*arguments: str) -> Spent:
    """Run Python with these arguments and return what it took."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    clock, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Spent(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def build(folder: Path, title: str, jobs: int) -> Spent:
    """Build the book with this title into ``folder``, where a second build finds the puzzles of the first."""
    config = folder / "book.yaml"
    config.write_text(CONFIG.format(title=title), encoding="utf-8")
    rest = ["-o", str(folder / "book"), "--ledger", str(folder / "ledger"), "--jobs", str(jobs), "--quiet"]
    return spent("-m", "puzzlegen", "book", str(config), *rest)


def one_round() -> dict[tuple[str, int], Spent]:
    """Return what each build took, by what has changed and the number of jobs; the import has no jobs."""
    found = {(IMPORT, 0): spent("-c", "import puzzlegen.cli.book, puzzlegen.book.build")}
    for jobs in (1, 2):
        with tempfile.TemporaryDirectory() as name:
            for what in CHANGES:
                found[what, jobs] = build(Path(name), f"Benchmark, {what}", jobs)
    return found


def main() -> None:
    asked = options(__doc__ or "").parse_args()
    with tempfile.TemporaryDirectory() as name:
        build(Path(name), "Warm", 1)  # writes the bytecode of modules
    load = os.getloadavg()[0]
    rounds = [one_round() for _ in range(ROUNDS)]
    rows = []
    for what, jobs in rounds[0]:
        clock = min(one[what, jobs].clock for one in rounds)
        processors = min(one[what, jobs].processors for one in rounds)
        ratio = min(one[what, jobs].processors / one[IMPORT, 0].processors for one in rounds)
        label = f"{what}, {jobs} job{'s' if jobs > 1 else ''}" if jobs else what
        rows.append((label, [shown(clock), shown(processors), f"{ratio:.2f}x"]))
    lines = [
        "## A whole book",
        "",
        f"{made(asked.seed, 'bench-whole-book')}.",
        "",
        "`puzzlegen book` for 100 puzzles of 10x10 with hints, cover, preview and pictures for shops. The least of",
        f"{ROUNDS} rounds. The load of the machine was {load:.1f} before them. Above 0.5, compare only the ratios.",
        "",
        *table(("s by the clock", "s of processors", "against the import"), rows),
    ]
    write_section(asked.out, lines, "new book, 2 jobs")


if __name__ == "__main__":
    main()
