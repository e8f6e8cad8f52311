"""Processor time a cell of each variant next to minesweeper, in one run: prints a table.

python tests/bench/bench_variants.py [CELLS]     of boards of each size, variant and difficulty; 20000 by default
"""

from __future__ import annotations

import sys
import time

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MINESWEEPER, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest, requests_for

ROWS = (MINESWEEPER, HEXAGONAL, WRAP_AROUND, KNIGHT, ORTHOGONAL)
SIDES = (10, 20, 30)


def requests(variant: Variant, side: int, difficulty: str, count: int) -> list[PuzzleRequest]:
    """Requests in the usual layout of the variant."""
    grid = Grid(side, side, variant)
    return list(requests_for(PuzzleSpec(difficulty=difficulty), grid, "bench variants", count))


def seconds(request: PuzzleRequest) -> float:
    """Processor time of one puzzle with its grade."""
    begin = time.process_time()
    generate_puzzle(request)
    return time.process_time() - begin


def main(cells: int) -> None:
    """Take turns between the variants, so that other work slows all of them alike."""
    for variant in ROWS:  # loads the kernels and fills the caches
        seconds(requests(variant, 10, "hard", 1)[0])
    print("| size | difficulty | " + " | ".join(map(str, ROWS)) + " |\n" + "|---" * (len(ROWS) + 2) + "|")
    for side in SIDES:
        for difficulty in DIFFICULTIES:
            count = max(6, cells // side**2)
            turns = zip(*(requests(variant, side, difficulty, count) for variant in ROWS), strict=True)
            times = [[seconds(request) for request in turn] for turn in turns]
            means = [1e6 * sum(column) / count / side**2 for column in zip(*times, strict=True)]
            shown = " | ".join(f"{mean:.1f} ({mean / means[0]:.2f})" for mean in means)
            print(f"| {side}x{side} | {difficulty} | {shown} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
