"""Classic boards a second, next to other programs that make boards without guessing, in one run on one core.

    python tests/bench/bench_classic.py [--seconds 5] [--seed 1] [--out docs/benchmarks.md]

Each program makes boards for the given time or longer. Simon Tatham's is started as a user starts it; ours goes from
request to game id, with the fresh game that confirms each board. ms-toollib has a generator that draws boards until one
needs no guess, and one that mends them; a board that it gives up is counted as time. Its own solver is its judge.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable

from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.formats import tatham_mines
from puzzlegen.generator.classic_boards import BoardRequest, fastest_strategy, find_boards

try:
    import ms_toollib
except ImportError:  # the ``bench`` extra is not installed
    ms_toollib = None

SIZES = [(9, 9, 35), (16, 16, 99), (30, 16, 99), (30, 16, 170)]


def rate(make_some: Callable[[int, int], int], seconds: float) -> float:
    """Boards a second: batches, each twice as large as the one before, until the time is up."""
    began = time.perf_counter()
    done, batch, number = 0, 1, 0
    while time.perf_counter() - began < seconds:
        done += make_some(number, batch)
        number += batch
        batch = min(2 * batch, 200)
    return done / (time.perf_counter() - began)


def ours(width: int, height: int, mines: int, strategy: str, seed: int) -> Callable[[int, int], int]:
    """Makes boards by one of our strategies."""
    request = BoardRequest(Grid(width, height), mines, strategy=strategy)

    def some(number: int, count: int) -> int:
        made = list(find_boards(request, [f"bench {seed}/{n}" for n in range(number, number + count)]))
        return len([tatham_mines.write(one.game.board) for one in made])

    some(-1, 1)  # loads the kernels first
    return some


def theirs(width: int, height: int, mines: int) -> Callable[[int, int], int] | None:
    """Has sgt-mines make boards; None where it is not installed. Its boards are drawn from the clock."""
    program = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
    if program is None:
        return None

    def some(_: int, count: int) -> int:
        words = [program, "--generate", str(count), f"{width}x{height}n{mines}"]
        return len(subprocess.run(words, check=True, capture_output=True, text=True).stdout.split())

    return some


def toollib(width: int, height: int, mines: int, mending: bool) -> Callable[[int, int], int] | None:
    """Has ms-toollib make boards from a start in the middle; None where it is not installed."""
    if ms_toollib is None:
        return None

    def some(_number: int, count: int) -> int:
        place = (height, width, mines, height // 2, width // 2)
        if mending:
            return sum(bool(ms_toollib.laymine_solvable_adjust(*place)[1]) for _ in range(count))
        return sum(bool(ms_toollib.laymine_solvable(*place, 10_000)[1]) for _ in range(count))

    return some


def report(seconds: float, seed: int) -> list[str]:
    """The section, as lines of Markdown."""
    rows: dict[str, list[float | None]] = {}
    for size in SIZES:
        programs = {
            "puzzlegen perturb": ours(*size, "perturb", seed),
            "puzzlegen fill": ours(*size, "fill", seed),
            "sgt-mines": theirs(*size),
            "ms-toollib, mending": toollib(*size, True),
            "ms-toollib, drawing": toollib(*size, False),
        }
        for name, some in programs.items():
            rows.setdefault(name, []).append(None if some is None else rate(some, seconds))
    best = [fastest_strategy(Grid(width, height), mines) for width, height, mines in SIZES]
    mine = [rows[f"puzzlegen {strategy}"][i] for i, strategy in enumerate(best)]
    ratios = [None if a is None or not b else a / b for a, b in zip(mine, rows["sgt-mines"], strict=True)]
    heads = [f"{width}x{height}, {mines} mines" for width, height, mines in SIZES]
    lines = [(name, [shown(value) for value in values]) for name, values in rows.items()]
    return [
        "## Classic boards",
        "",
        f"{made(seed, 'bench-classic')}, one core.",
        "",
        "Boards a second that need no guessing, ours at tiers 1 to 3 with the confirming game and the id:",
        "",
        *table(heads, [*lines, ("times as fast as sgt-mines, by the default", [shown(ratio) for ratio in ratios])]),
        "The default takes " + ", ".join(f"`{name}` for {head}" for name, head in zip(best, heads, strict=True)) + ".",
        "Where ms-toollib has 0 it gave every board up, drawing after 10,000 attempts each.",
        "",
    ]


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="time for each program and size")
    chosen = parser.parse_args()
    write_section(chosen.out, report(chosen.seconds, chosen.seed), keep="times as fast as sgt-mines, by the default")


if __name__ == "__main__":
    main()
