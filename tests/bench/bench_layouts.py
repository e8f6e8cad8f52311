"""Time puzzles in layouts and of hands next to free ones, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_layouts.py [--seed 1] [--out docs/benchmarks.md]
"""

import statistics
import time

from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.difficulty import NORMAL
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS
from puzzlegen.board.spec import FREE_LAYOUT, PuzzleSpec
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
# Side, difficulty, puzzles of each hand, made with effort normal: each the better of two
IMPROVED = ((8, "easy", 20), (10, "medium", 20), (10, "hard", 10), (12, "expert", 6))
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


def improved_ms(spec: PuzzleSpec, side: int, count: int, seed: int) -> float:
    """Return the mean processor time of a place in a section whose puzzles are improved, in milliseconds."""
    first, *requests = requests_for(spec, Grid(side, side), f"hands/{seed}", count + 1)
    make_puzzle(first)  # fills the tables of the board
    began = time.process_time()
    for request in requests:
        for candidate in request.candidates():
            make_puzzle(candidate)
    return 1e3 * (time.process_time() - began) / count


def hands(seed: int) -> list[str]:
    """Return the lines of the table of hands: milliseconds in the layout free, and each hand as a multiple of them."""
    rows = []
    for side, difficulty, count in IMPROVED:
        free = improved_ms(PuzzleSpec(difficulty=difficulty, effort=NORMAL, layout=FREE_LAYOUT), side, count, seed)
        specs = [PuzzleSpec(difficulty=difficulty, effort=NORMAL, hand=hand) for hand in HANDS]
        cells = [shown(improved_ms(spec, side, count, seed) / free) for spec in specs]
        rows.append((f"{side}x{side} {difficulty}", [shown(free), *cells]))
    return [
        "",
        "With effort `normal`: processor time of the two candidates for a place in milliseconds, mean, in the layout "
        "`free`; and that of each hand as a multiple of it, in the same run.",
        "",
        *table(["free", *HANDS], rows),
    ]


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
        *hands(seed),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10x10 medium")


if __name__ == "__main__":
    main()
