"""Very many puzzles of all sizes, difficulties, variants and rules of layout, each confirmed by the exact solver.

    python tests/bench/soak.py [--number 100000] [--minutes 20] [--jobs 2] [--seed 1]

Puzzle ``i`` depends on the seed and ``i`` alone, so a fault it names can be made again by itself. Sides are 5 to 20,
width and height drawn apart. The four difficulties take turns, every other four print the number of mines, every third
eight are of the next variant, and the layouts take turns after each 24. Natural ones have the hand that is drawn for
their stream. Every seventh puzzle has the next idea in place of a layout and total, if one works for its board and
difficulty. Every fifth puzzle is also completed from every second of its clues.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import takewhile

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.draft import draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import MIXED, idea_shown, working_ideas
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.spec import ANY_SYMMETRY, FREE, NATURAL, Layout, PuzzleSpec
from puzzlegen.errors import GenerationError, NoCompletionError, SolverError
from puzzlegen.formats import line
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.completion import CompletionRequest, complete
from puzzlegen.generator.requests import PuzzleRequest, request_for
from puzzlegen.jobs.ordered_work import run_in_order
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.random_streams import stream
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run

LEAST, MOST = 5, 20
# One block in twenty is symmetric: searches for mines take a hundred times as long as thinning
LAYOUTS = (FREE, NATURAL) * 9 + (FREE, ANY_SYMMETRY)
IDEA_IN = 7  # one puzzle in so many has an idea; no other turn is a multiple of it
COMPLETED_IN = 5  # one puzzle in so many is completed again from half of its clues
BUDGET = 60.0  # seconds the exact solver may take for one puzzle; it takes milliseconds


@dataclass
class Tally:
    """What came of some puzzles; ``faults`` are ready to print, ``seconds`` are the processor's."""

    made: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    given_up: int = 0
    attempts: int = 0
    faults: list[str] = field(default_factory=list)
    making: float = 0.0
    confirming: float = 0.0

    def add(self, other: Tally) -> None:
        self.made += other.made
        self.kinds += other.kinds
        self.given_up += other.given_up
        self.attempts += other.attempts
        self.faults += other.faults
        self.making += other.making
        self.confirming += other.confirming


def slot(seed: int, i: int) -> PuzzleRequest:
    """What puzzle ``i`` is to be."""
    draw = stream("soak", seed, i)
    grid = Grid(LEAST + draw.below(MOST - LEAST + 1), LEAST + draw.below(MOST - LEAST + 1))
    band = list(DIFFICULTIES.values())[i % 4]
    variants = list(VARIANTS.values())
    turn = i // 8 % 3
    variant = variants[0] if turn else variants[1 + i // 24 % (len(variants) - 1)]
    grid, name = replace(grid, variant=variant), f"soak/{seed}/{i}"
    spec = PuzzleSpec(kind=variant.name, difficulty=band.name, attempts=100)  # enough for what a size can have at all
    if i % IDEA_IN == 0 and working_ideas(grid, band.name):
        return request_for(replace(spec, idea=MIXED), grid, name, i // IDEA_IN)
    rule = LAYOUTS[i // 24 % len(LAYOUTS)]
    return request_for(replace(spec, total=i // 4 % 2 == 1, layout=Layout(rule)), grid, name)


def fault_of(wanted: PuzzleRequest, record) -> str:
    """What is wrong with a finished puzzle, read back from its text; nothing if all is right."""
    text = line.write(record.puzzle)
    puzzle = line.parse(text, record.puzzle.grid.variant)
    if puzzle != record.puzzle:
        return f"{text}: reads back as another puzzle"
    if record.grade.difficulty != wanted.difficulty:
        return f"{text}: is {record.grade.difficulty}"
    try:
        verdict = solutions(puzzle, BUDGET)
    except SolverError as fault:
        return str(fault)
    moments = run(puzzle, wanted.cap).moment.tolist()
    if idea_shown(wanted.idea, puzzle.grid, puzzle.cells, moments) != wanted.idea:
        return f"{text}: does not show {wanted.idea}"
    if verdict.count != 1:
        return f"{text}: {'more than one solution' if verdict.count else 'no solution'}"
    return "" if verdict.solutions[0] == record.solution else f"{text}: its solution is another one"


def completion_of(wanted: PuzzleRequest, record, tally: Tally) -> str:
    """Complete the puzzle from every second of its clues. Return what is wrong; nothing if all is right."""
    draft = draft_of(record.puzzle)
    draft = replace(draft, clues=dict(list(draft.clues.items())[::2]))
    try:
        again = complete(CompletionRequest(draft, replace(wanted, stream=f"{wanted.stream}/completed"))).graded
    except NoCompletionError as fault:
        tally.given_up += not fault.clash
        return f"{line.write(record.puzzle)}: {fault}" if fault.clash else ""
    tally.kinds["completed"] += 1
    if any(again.puzzle.cells[cell] != value for cell, value in draft.clues.items()):
        return f"{line.write(again.puzzle)}: its clues are not those of {line.write(record.puzzle)}"
    return fault_of(wanted, again)


def one(named: tuple[int, int]) -> Tally:
    """Make and confirm the puzzle of that seed and number."""
    seed, i = named
    tally, wanted = Tally(), slot(seed, i)
    begin = time.process_time()
    try:
        record = generate_puzzle(wanted).graded
    except GenerationError:
        tally.given_up += 1
        return tally
    finally:
        tally.making += time.process_time() - begin
    tally.attempts += record.attempts
    begin = time.process_time()
    fault = fault_of(wanted, record)
    if i % COMPLETED_IN == 0 and wanted.idea is None and not fault:
        fault = completion_of(wanted, record, tally)
    tally.confirming += time.process_time() - begin
    tally.made[record.grade.difficulty] += 1
    tally.kinds[f"{record.puzzle.grid.variant} {wanted.idea or wanted.hand or wanted.layout.rule}"] += 1
    if fault:
        tally.faults.append(f"puzzle {i} of seed {seed}, {wanted.difficulty} {wanted.grid}: {fault}")
    return tally


def soak(number: int, jobs: int, seed: int, deadline: float) -> Tally:
    """All puzzles, or those that are begun before the deadline."""
    tally = Tally()
    reported = began = time.monotonic()
    names = takewhile(lambda _: time.monotonic() < deadline, ((seed, i) for i in range(number)))
    with open_local_pool(jobs) as pool:
        for each in run_in_order(one, names, pool):
            tally.add(each)
            if time.monotonic() - reported > 30:
                reported = time.monotonic()
                so_far, rate = tally.made.total(), tally.made.total() / (reported - began)
                print(f"{so_far} puzzles, {len(tally.faults)} faults, {rate:.0f} a second", flush=True)
    return tally


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--number", type=int, default=100_000)
    options.add_argument("--minutes", type=float, default=0.0, help="begin nothing after so many; 0: all are made")
    options.add_argument("--jobs", type=int, default=available_cpus())
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    began = time.monotonic()
    deadline = began + chosen.minutes * 60 if chosen.minutes else float("inf")
    tally = soak(chosen.number, chosen.jobs, chosen.seed, deadline)
    seconds, made = time.monotonic() - began, tally.made.total()
    for fault in tally.faults:
        print("FAULT:", fault)
    by_kind = ", ".join(f"{count} {name}" for name, count in sorted(tally.kinds.items()))
    by_difficulty = ", ".join(f"{count} {name}" for name, count in tally.made.items())
    print(
        f"{made} puzzles ({by_difficulty}; {by_kind}), {LEAST}x{LEAST} to {MOST}x{MOST}, seed {chosen.seed}: "
        f"{len(tally.faults)} faults, {tally.given_up} not made within their attempts\n"
        f"{seconds:.0f} s with {chosen.jobs} processes: {made / seconds:.1f} puzzles a second; of the processors "
        f"{tally.making:.0f} s for making ({tally.attempts} attempts), {tally.confirming:.0f} s for confirming\n"
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {date.today()}"
    )
    return 1 if tally.faults or made == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
