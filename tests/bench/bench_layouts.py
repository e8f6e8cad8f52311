"""Time puzzles in layouts next to free ones, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_layouts.py [--seed 1] [--out docs/benchmarks.md]
"""

import statistics
import time

from page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for

# Side, difficulty, puzzles to time. Of hard and expert ones the attempts vary much
CASES = (
    (10, "easy", 60),
    (10, "medium", 60),
    (10, "hard", 40),
    (10, "expert", 15),
    (20, "easy", 20),
    (20, "medium", 20),
    (20, "hard", 10),
    (50, "medium", 5),
)
LAYOUTS = {
    "free": LayoutConfig(),
    "natural": LayoutConfig(rule="natural"),
    "half-turn": LayoutConfig(rule="half-turn"),
    "symmetric": LayoutConfig(rule="symmetric"),
    "clues 0.25": LayoutConfig(clues=0.25),
    "text": LayoutConfig(text="A"),
}
LONGEST = 0.5  # seconds of one case: a slow one ends early
ATTEMPTS = 500  # boards for one puzzle


def median_ms(choice: LayoutConfig, side: int, difficulty: str, count: int, seed: int) -> float | None:
    """Return the median processor time of a puzzle, with all attempts and the grade, in milliseconds.

    None if a puzzle takes more than ATTEMPTS.
    """
    grid = Grid(side, side)
    spec = PuzzleSpec(difficulty=difficulty, layout=choice, attempts=ATTEMPTS)
    times: list[float] = []
    try:
        first, *requests = requests_for(spec, grid, f"layouts/{seed}", count + 1)
        make_puzzle(first)  # fills the tables of the board
        for request in requests:
            began = time.process_time()
            make_puzzle(request)
            times.append(time.process_time() - began)
            if sum(times) > LONGEST and len(times) >= 5:
                break
    except GenerationError:
        return None
    return 1e3 * statistics.median(times)


def report(seed: int) -> list[str]:
    """Return the section's lines."""
    rows = []
    for side, difficulty, count in CASES:
        cells = [shown(median_ms(choice, side, difficulty, count, seed)) for choice in LAYOUTS.values()]
        rows.append((f"{side}x{side} {difficulty}", cells))
    return [
        "## Layouts",
        "",
        f"{made(seed, 'bench-layouts')}, one core.",
        "",
        "Processor time a puzzle in milliseconds, with all attempts and the grade, median. `text` is a large letter. "
        f"A dash: no puzzle in {ATTEMPTS} boards.",
        "",
        *table([*LAYOUTS], rows),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10x10 medium")


if __name__ == "__main__":
    main()
