"""Puzzles of each variant that is not in the soak, confirmed twice with neighbors found from where cells lie on paper.

    python tests/bench/soak_variants.py [--number 1000] [--jobs 2] [--seed 1]

Each puzzle of ``--number`` a variant is counted by clingo, with rules written here, and solved round by round by the
slow solver of the tests. So no code is shared with the program but the record of the puzzle. Sides are 4 to 13, width
and height apart and never equal. Every tenth puzzle is up to 20 cells a side. The four difficulties take turns, every
other four print the number of mines, the layouts take turns after each 12, and boards of hexagons have three outlines.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from confirmed_variants import ROWS, fault_of, slot

from puzzlegen.errors import GenerationError
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.jobs.processors import available_cpus


@dataclass
class Tally:
    """What came of some puzzles; ``faults`` are ready to print, ``seconds`` are the processor's."""

    made: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    given_up: int = 0
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        self.made += other.made
        self.kinds += other.kinds
        self.given_up += other.given_up
        self.faults += other.faults
        self.seconds += other.seconds


def one(named: tuple[int, int, int]) -> Tally:
    """Make and confirm the puzzle of this row, seed and number."""
    row, seed, i = named
    begin = time.process_time()
    tally, wanted = Tally(), slot(ROWS[row], seed, i)
    try:
        record = generate_puzzle(wanted).graded
    except GenerationError:
        tally.given_up += 1
        return tally
    fault = fault_of(wanted, record)
    tally.made[record.grade.difficulty] += 1
    tally.kinds[f"{wanted.grid.variant} {wanted.layout.rule}"] += 1
    if fault:
        cells = " ".join(map(str, record.puzzle.cells))
        tally.faults.append(f"{named}, {wanted.difficulty} {wanted.grid.variant} {wanted.grid}: {fault}: {cells}")
    tally.seconds = time.process_time() - begin
    return tally


def soak(number: int, seed: int, jobs: int) -> Tally:
    """All puzzles of all variants."""
    tally = Tally()
    with open_local_pool(jobs) as pool:
        for each in run_in_order(one, ((row, seed, i) for i in range(number) for row in range(len(ROWS))), pool):
            tally.add(each)
            if tally.made.total() % 200 == 0:
                print(f"{tally.made.total()} puzzles, {len(tally.faults)} faults, {tally.seconds:.0f} s", flush=True)
    return tally


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--number", type=int, default=1000, help="puzzles of each variant")
    options.add_argument("--jobs", type=int, default=available_cpus())
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    tally = soak(chosen.number, chosen.seed, chosen.jobs)
    for fault in tally.faults:
        print("FAULT:", fault)
    by_kind = ", ".join(f"{count} {name}" for name, count in sorted(tally.kinds.items()))
    by_difficulty = ", ".join(f"{count} {name}" for name, count in tally.made.items())
    print(
        f"{tally.made.total()} puzzles ({by_difficulty}; {by_kind}), seed {chosen.seed}: {len(tally.faults)} faults, "
        f"{tally.given_up} not made within their attempts; {tally.seconds:.0f} s of the processor\n"
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {date.today()}"
    )
    return 1 if tally.faults or not tally.made else 0


if __name__ == "__main__":
    sys.exit(main())
