"""Time the walk of a person next to a solve of the same puzzles, and write it into docs/benchmarks.md.

python tests/bench/bench_walks.py [--seed 1] [--out docs/benchmarks.md]
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from benchmark_page import made, options, shown, table, write_section

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.engine import grading, rounds
from puzzlegen.engine.position import new_scratch, new_trace
from puzzlegen.engine.steps_in_sight import new_search
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.position import nodes_of, printed_total
from puzzlegen.solver.tiers import run

BOARDS = ((MINESWEEPER, 10), (MINESWEEPER, 20), (MINESWEEPER, 30), (HEXAGONAL, 10), (MOSAIC, 10))
PUZZLES, TURNS = 40, 7


def puzzles(variant: Variant, side: int, cap: int, seed: int) -> list[Puzzle]:
    """Return puzzles thinned at a tier."""
    requests = requests_for(PuzzleSpec(max_tier=cap), Grid(side, side, variant), f"walks/{seed}", PUZZLES)
    return [make_puzzle(request).graded.puzzle for request in requests]


def timed(some: list[Puzzle]) -> list[str]:
    """Return the microseconds of a solve, of the walk without noise, and of the effort of a grade: medians of turns."""
    nodes = nodes_of(some[0].grid)
    around, n = nodes.around, nodes.size
    board = around.start, around.cells
    trace, scratch, search = new_trace(n), new_scratch(n, around.cells.size), new_search(n)
    memory = trace, scratch
    tiers = [run(puzzle).hardest for puzzle in some]

    def solve(clue: Any, known: Any, total: int, tier: int) -> None:
        rounds.solve_one(*board, clue, known, total, tier, *memory)

    def walk(clue: Any, known: Any, total: int, tier: int) -> None:
        grading.walk_one(*board, around.coordinates, clue, known, total, tier, 0, 0, *memory, search)

    def often(clue: Any, known: Any, total: int, tier: int) -> None:
        grading.walk_often(*board, around.coordinates, clue, known, known.copy(), total, tier, *memory, search)

    def seconds(call: Callable[..., None]) -> float:
        given = [
            (nodes.clues(puzzle.array), nodes.known(puzzle.array), printed_total(puzzle), tier)
            for puzzle, tier in zip(some, tiers, strict=True)
        ]
        began = time.process_time()
        for arguments in given:
            call(*arguments)
        return (time.process_time() - began) / len(some)

    turns = [[seconds(call) for call in (solve, walk, often)] for _ in range(TURNS)]
    return [shown(1e6 * median(column)) for column in zip(*turns, strict=True)]


def report(seed: int) -> list[str]:
    """Return the section's lines."""
    rows = [
        (f"{variant} {side}x{side}, {name}", timed(puzzles(variant, side, cap, seed)))
        for variant, side in BOARDS
        for name, cap in (("tier 1", 1), ("tier 3", 3))
    ]
    return [
        "## Walks",
        "",
        f"{made(seed, 'bench-walks')}, one core.",
        "",
        "Microseconds a puzzle, processor time: a solve, the walk without noise, and the effort of a grade, which is",
        f"the mean of {grading.WALKS} walks. {PUZZLES} puzzles in each row, thinned at the tier.",
        "",
        *table(["solve", "walk", "effort of a grade"], rows),
    ]


def main() -> None:
    chosen = options(__doc__).parse_args()
    write_section(chosen.out, report(chosen.seed), keep="minesweeper 10x10, tier 3")


if __name__ == "__main__":
    main()
