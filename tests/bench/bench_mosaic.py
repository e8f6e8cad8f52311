"""Time easy mosaics next to sgt-mosaic, and write it into docs/benchmarks.md under its own heading.

python tests/bench/bench_mosaic.py [--seed 1] [--out docs/benchmarks.md]
"""

import shutil
import subprocess
import time

from page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.variants import MOSAIC
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import GenerateOptions

BOARDS = {5: 400, 10: 200, 15: 40, 20: 20, 30: 8}


def ours(side: int, count: int, seed: int) -> tuple[float, float]:
    """Seconds a puzzle, and the share of its cells that are clues."""
    wish = GenerateOptions(Grid(side, side, MOSAIC), number=count + 1, max_tier=1, attempts=100_000)
    first, *slots = wish.requests(f"mosaic/{seed}")
    generate_puzzle(first)  # loads the kernels
    began = time.perf_counter()
    clues = [generate_puzzle(slot).graded.puzzle.clues for slot in slots]
    return (time.perf_counter() - began) / count, sum(clues) / count / side**2


def theirs(program: str, side: int, count: int) -> tuple[float, float]:
    """The same for the program, its start included."""
    began = time.perf_counter()
    command = [program, "--generate", str(count), f"{side}x{side}"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - began
    clues = sum(mark.isdigit() for game in done.stdout.split() for mark in game.partition(":")[2])
    return seconds / count, clues / count / side**2


def report(seed: int) -> list[str]:
    """The section's lines."""
    program = shutil.which("sgt-mosaic", path="/usr/games:/usr/local/bin:/usr/bin")
    rows = []
    for side, count in BOARDS.items():
        seconds, share = ours(side, count, seed)
        peer, theirs_share = theirs(program, side, count) if program else (None, None)
        times = shown(1e3 * seconds), shown(peer and 1e3 * peer), shown(peer and peer / seconds)
        rows.append((f"{side}x{side}", [*times, f"{share:.1%}", f"{theirs_share:.1%}" if theirs_share else "-"]))
    heads = ("ours, ms", "sgt-mosaic, ms", "times as fast", "clues of ours", "of sgt-mosaic")
    return [
        "## Mosaics",
        "",
        f"{made(seed, 'bench-mosaic')}, one core each.",
        "",
        "Easy mosaics, a puzzle: ours by the generator whole, with its grade; theirs with the start of the program.",
        "",
        *table(heads, rows),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10x10")


if __name__ == "__main__":
    main()
