"""Time puzzles of each idea, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_ideas.py [--seed 1] [--out docs/benchmarks.md]
"""

import statistics
import time

from benchmark_page import made, options, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import IDEAS, idea_problem, parse_idea
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for

CASES = ((8, "easy"), (10, "easy"), (10, "medium"), (10, "hard"), (10, "expert"), (15, "easy"), (15, "hard"))
COUNT = 15  # puzzles of one case
LONGEST = 6.0  # seconds of one case: a slow one ends early


def timed(name: str, side: int, difficulty: str, seed: int) -> str:
    """Return the median processor time of a puzzle in milliseconds, and how many were made if not all.

    A dash where the idea does not work.
    """
    side = 9 if name == "magic-square" and side == 10 else side
    grid = Grid(side, side)
    if idea_problem(parse_idea(name), grid, difficulty):
        return "-"
    spec = PuzzleSpec(difficulty=difficulty, idea=parse_idea(name))
    times: list[float] = []
    failed = 0
    for request in requests_for(spec, grid, f"ideas/{seed}", COUNT):
        began = time.process_time()
        try:
            make_puzzle(request)
        except GenerationError:
            failed += 1
        times.append(time.process_time() - began)
        if sum(times) > LONGEST and len(times) >= 5:
            break
    many = f" ({len(times) - failed} of {len(times)})" if failed else ""
    return f"{1e3 * statistics.median(times):.3g}{many}"


def report(seed: int) -> list[str]:
    """Return the section's lines."""
    make_puzzle(next(iter(requests_for(PuzzleSpec(difficulty="easy", idea="only-2s"), Grid(10, 10), "first", 1))))
    rows = [(name, [timed(name, side, difficulty, seed) for side, difficulty in CASES]) for name in IDEAS]
    return [
        "## Ideas",
        "",
        f"{made(seed, 'bench-ideas')}, one core.",
        "",
        "Processor time a puzzle in milliseconds, with all attempts and the grade, median. In brackets how many could "
        "be made, where not all. A dash: the idea does not work there. The magic square is 9x9 in place of 10x10.",
        "",
        *table([f"{side}x{side} {difficulty}" for side, difficulty in CASES], rows),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="only-2s")


if __name__ == "__main__":
    main()
