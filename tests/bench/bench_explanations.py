"""Count how the steps of tiers 3 and 4 are explained, replay each proof, and write docs/benchmarks.md's section on it.

python tests/bench/bench_explanations.py [--seed 1] [--out docs/benchmarks.md]
"""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benchmark_page import made, options, table, write_section

sys.path.insert(0, str(Path(__file__).parents[1]))
from replay import ReplayError, board_of, replay, values, with_pairs

from puzzlegen import generate_many
from puzzlegen.board.puzzle import Deduction, Puzzle
from puzzlegen.solver.tiers import run, solution_path

SAFE = 1
# label: size, options, puzzles
SAMPLES: dict[str, tuple[str, dict[str, object], int]] = {
    "10x10 hard": ("10x10", {"difficulty": "hard"}, 400),
    "10x10 expert": ("10x10", {"difficulty": "expert"}, 200),
    "10x10 with a total": ("10x10", {"difficulty": "hard", "total": True}, 100),
    "20x20 hard": ("20x20", {"difficulty": "hard"}, 30),
    "9x7 mosaic at tier 4": ("9x7", {"max_tier": 4, "kind": "mosaic"}, 100),
    "10x10 mosaic": ("10x10", {"max_tier": 3, "kind": "mosaic"}, 100),
}
METHODS = ("suppose", "split", "agree", "long", "list")


@dataclass
class Counts:
    """Counts of the steps of one tier: by method, with pairs, their consequences, and what the replay found."""

    methods: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    pairs: int = 0
    followed: int = 0
    failed: int = 0

    def add(self, puzzle: Puzzle, known: dict[int, int], step: Deduction) -> None:
        """Count a step, and replay its proof from the position before it."""
        self.methods[method(step)] += 1
        self.pairs += with_pairs(step)
        self.lengths.append(sum(len(branch.consequences) for branch in step.branches))
        try:
            self.followed += replay(board_of(puzzle, known), step)
        except ReplayError:
            self.failed += 1

    def row(self) -> list[str]:
        """Return the cells of the table."""
        steps = self.methods.total()
        shares = [f"{self.methods[name] / steps:.1%}" for name in METHODS]
        return [
            str(steps),
            *shares,
            f"{self.pairs / steps:.1%}",
            f"{median(self.lengths):.3g}",
            str(self.followed),
            str(self.failed),
        ]


def method(step: Deduction) -> str:
    """Return the method of a step; ``long`` for a supposition with more than five consequences."""
    return "long" if step.method == "suppose" and len(step.branches[0].consequences) > 5 else step.method


def counts_of(puzzles: Iterable[Puzzle]) -> dict[int, Counts]:
    """Return the counts of tiers 3 and 4."""
    counts = {3: Counts(), 4: Counts()}
    for puzzle in puzzles:
        known = {x: SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
        for step in solution_path(run(puzzle, 4)):
            if step.branches:
                counts[step.tier].add(puzzle, known, step)
            known |= values(step)
    return counts


def report(seed: int) -> list[str]:
    """Return the lines of the section."""
    rows = []
    for label, (size, wish, number) in SAMPLES.items():
        made_now = generate_many(number, size, seed=f"explanations/{seed}", **wish)
        for tier, counts in counts_of(graded.puzzle for graded in made_now).items():
            if counts.lengths:
                rows.append((f"{label}, tier {tier}", counts.row()))
    heads = ("steps", *METHODS, "with pairs", "median consequences", "suppositions replayed", "proofs not followed")
    return [
        "## Explanations",
        "",
        f"{made(seed, 'bench-explanations')}.",
        "",
        "The steps of the solution path at tiers 3 and 4, by the method of their proof (docs/explaining.md). `long` is",
        "a supposition with more than five consequences. The replay uses only the clues that each consequence names.",
        "",
        *table(heads, rows),
    ]


def main() -> None:
    chosen = options(__doc__ or "").parse_args()
    write_section(chosen.out, report(chosen.seed), keep="10x10 hard, tier 3")


if __name__ == "__main__":
    main()
