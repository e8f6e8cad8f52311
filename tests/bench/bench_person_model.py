"""Compare the score with the walks of a plain model of people's choices. Writes its table in docs/grading.md.

python tests/bench/bench_person_model.py [PUZZLES]     of each kind and size; 84 take 15 minutes
"""

from __future__ import annotations

import random
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean

import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MINESWEEPER, MOSAIC, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for

sys.path.insert(0, str(Path(__file__).parents[1]))
from person_model import Person, distances, rank_correlation

PAGE = Path(__file__).parents[2] / "docs" / "grading.md"
BOARDS = (
    (MINESWEEPER, 6), (MINESWEEPER, 8), (MINESWEEPER, 10), (MINESWEEPER, 12), (MINESWEEPER, 15),
    (MOSAIC, 8), (MOSAIC, 10), (HEXAGONAL, 8), (HEXAGONAL, 10), (WRAP_AROUND, 8), (KNIGHT, 8), (ORTHOGONAL, 8),
)  # fmt: skip
PEOPLE = 8  # walks of the model through each puzzle


def measured(grid: Grid, difficulty: str, number: int) -> tuple[float, float, float]:
    """Return the share above tier 1 and the cost of the walks of the model through a puzzle, and the puzzle's score."""
    (request,) = requests_for(PuzzleSpec(difficulty=difficulty), grid, f"person model/{number}", 1)
    graded = make_puzzle(request).graded
    choices, far = random.Random(number), distances(grid)
    people = [Person(graded.puzzle, graded.grade.tier, far, choices) for _ in range(PEOPLE)]
    return fmean(one.above for one in people), fmean(one.cost for one in people), graded.grade.score


def row(variant: Variant, side: int, count: int, pool: ProcessPoolExecutor) -> str:
    """Return the row of one kind and size of board: as many puzzles of each difficulty."""
    grid = Grid(side, side, variant)
    asked = [name for name in DIFFICULTIES for _ in range(count // len(DIFFICULTIES))]
    found = np.array(list(pool.map(measured, [grid] * len(asked), asked, range(len(asked)))))
    harder = found[np.array(asked) != "easy"]
    figures = [f"{rank_correlation(some[:, i], some[:, 2]):.3f}" for i in (0, 1) for some in (found, harder)]
    return f"| {variant} | {side}x{side} | {len(asked)} | {' | '.join(figures)} |"


def main(count: int) -> None:
    """Write the table."""
    lines = [
        "| variant | size | puzzles | share above tier 1 | without easy puzzles | cost | without easy puzzles |",
        "|---|---|---|---|---|---|---|",
    ]
    with ProcessPoolExecutor() as pool:
        for variant, side in BOARDS:
            lines.append(row(variant, side, count, pool))
            print(lines[-1], flush=True)
    text = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- model -->\n", "<!-- end of model -->"
    table = "\n".join(lines)
    PAGE.write_text(
        re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{table}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 84)
