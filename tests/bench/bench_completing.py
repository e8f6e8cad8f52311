"""Time half-made puzzles next to generated ones, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_completing.py [--seed 1] [--out docs/benchmarks.md]
"""

import random
import statistics
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeVar

from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.draft import Draft
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import from_mines
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.errors import NoCompletionError
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.completion import complete, completion_request
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.half_made import examine

T = TypeVar("T")
BOARD = Grid(10, 10)
CLUES = (3, 6, 10, 15, 20, 25)  # of a draft
DRAFTS = 40  # of each number of clues
WANTED = {
    "tier 1": PuzzleSpec(max_tier=1),
    "tier 2": PuzzleSpec(max_tier=2),
    "tier 3": PuzzleSpec(max_tier=3),
    "hard": PuzzleSpec(difficulty="hard"),
    "expert": PuzzleSpec(difficulty="expert"),
}


def drafts(clues: int, seed: int, *, wrong: bool = False) -> list[Draft]:
    """Return drafts with some clues of random boards, one of them changed if ``wrong``."""
    source, found = random.Random(f"{seed}/{clues}"), []
    while len(found) < DRAFTS:
        full = from_mines(BOARD, [source.random() < 0.31 for _ in range(BOARD.size)])
        cells = source.sample([cell for cell, value in enumerate(full.cells) if value >= 0], clues)
        values = {cell: full.cells[cell] for cell in cells}
        if wrong:
            values[cells[0]] = (values[cells[0]] + source.randint(3, 5)) % 9
        found.append(Draft(BOARD, dict(values)))
    return found


def timed(function: Callable[[T], object], arguments: Iterable[T]) -> tuple[float, int]:
    """Return the median milliseconds of processor time, and how many calls ended without NoCompletionError."""
    times, count = [], 0
    for one in arguments:
        began = time.process_time()
        with suppress(NoCompletionError):
            function(one)
            count += 1
        times.append(time.process_time() - began)
    return 1e3 * statistics.median(times), count


def completing(clues: int, seed: int) -> list[str]:
    """Return the milliseconds, and the drafts completed of all, for each wish."""
    cells = []
    for name, spec in WANTED.items():
        places = enumerate(drafts(clues, seed))
        requests = [completion_request(spec, draft, f"{name}/{seed}/{place}") for place, draft in places]
        found, count = timed(complete, requests)
        cells.append(f"{shown(found)} ({count} of {DRAFTS})")
    return cells


def generating(seed: int) -> list[str]:
    """Return the milliseconds of a generated puzzle for each wish."""
    requests = (requests_for(spec, BOARD, f"completing/{seed}", DRAFTS) for spec in WANTED.values())
    return [shown(timed(make_puzzle, one)[0]) for one in requests]


def report(seed: int) -> list[str]:
    """Return the section's lines."""
    completing(3, seed)  # loads the kernels
    rows = [(f"{clues} clues", completing(clues, seed)) for clues in CLUES]
    states = []
    for clues in CLUES:
        found = [timed(examine, drafts(clues, seed, wrong=wrong))[0] for wrong in (False, True)]
        states.append((f"{clues} clues", list(map(shown, found))))
    return [
        "## Half-made puzzles",
        "",
        f"{made(seed, 'bench-completing')}, one core.",
        "",
        "Processor time in milliseconds, median: completing a 10x10 board with clues of a random board, and its proof",
        "by both solvers; in brackets how many were completed. `generate` makes such a puzzle without that proof.",
        "",
        *table([*WANTED], [*rows, ("`generate`", generating(seed))]),
        "The states of all cells of such a draft, and of one with a changed value, where what clashes is named:",
        "",
        *table(["states", "with a changed value"], states),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10 clues")


if __name__ == "__main__":
    main()
