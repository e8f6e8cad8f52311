"""Measure scores, bands and attempts by size and variant. Writes docs/grading.png and the tables of docs/grading.md.

python docs/grading.py [SCALE]     1.0 took 4 minutes of processor time (2.5 GHz Xeon, 2026-11-22)
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from puzzlegen.board.difficulty import DIFFICULTIES, Grade, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, MINESWEEPER, MOSAIC, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.errors import GenerationError
from puzzlegen.generator.attempts import attempt
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.grade import effort_by_tier, grade
from puzzlegen.solver.tiers import run

HERE = Path(__file__).parent
SIDES = (6, 8, 10, 15, 20, 30)
CELLS = {MINESWEEPER: 60_000, MOSAIC: 6_000}  # of all boards of a size and tier; at least LEAST boards
# The same for the second table. It has boards that are not square too.
OTHER_CELLS = {HEXAGONAL: 60_000, WRAP_AROUND: 20_000, KNIGHT: 20_000, ORTHOGONAL: 20_000}
OTHER_SIZES = ((6, 6), (6, 12), (10, 10), (20, 20), (30, 30))
LEAST = 15
TONES = {"easy": "#9ecae1", "medium": "#4a90c2", "hard": "#1f5a94", "expert": "#b5483a"}


class Sampled(NamedTuple):
    """The grade of one puzzle, the share of its cells above tier 1, and the points for each of those cells."""

    grade: Grade
    share: float
    cost: float


def sample(grid: Grid, cap: int, count: int) -> list[Sampled | None]:
    """Return puzzles thinned under a cap, whatever they turn out to be; None for attempts without a puzzle."""
    layout = LayoutConfig().for_board(grid)
    (request,) = requests_for(PuzzleSpec(max_tier=cap, layout=layout), grid, "grading", 1)
    found: list[Sampled | None] = []
    for number in range(count):
        try:
            puzzle = attempt(request, f"grading/{grid}/{cap}/{number}").puzzle
        except GenerationError:
            found.append(None)
            continue
        trace = run(puzzle, cap)
        cells, spent = effort_by_tier(puzzle, trace.hardest)
        above = sum(cells[2:])
        found.append(Sampled(grade(trace), above / sum(cells), sum(spent[2:]) / 100 / above if above else 0.0))
    return found


Found = dict[tuple[Variant, tuple[int, int], int], list[Sampled | None]]  # by variant, size and tier


def sample_all(cells: dict[Variant, int], sizes: Iterable[tuple[int, int]], scale: float) -> Found:
    """Return puzzles of each variant, size and tier."""
    return {
        (variant, size, cap): sample(Grid(*size, variant), cap, max(LEAST, round(scale * count / (size[0] * size[1]))))
        for variant, count in cells.items()
        for size in sizes
        for cap in (1, 2, 3)
    }


def table(found: Found) -> str:
    """Return a row for each variant, size and difficulty."""
    lines = [
        "| variant | size | difficulty | attempts a puzzle | score: mean (10 % to 90 %) | cells above tier 1 |"
        " points for each of these |",
        "|---|---|---|---|---|---|---|",
    ]
    for variant, size in dict.fromkeys((variant, size) for variant, size, _ in found):
        for name, band in DIFFICULTIES.items():
            every = found[variant, size, band.cap]
            ours = [one for one in every if one is not None and one.grade.difficulty == name]
            scores = [one.grade.score for one in ours]
            if not scores:
                lines.append(f"| {variant} | {size[0]}x{size[1]} | {name} | more than {len(every)} | | | |")
                continue
            low, high = np.quantile(scores, (0.1, 0.9))
            lines.append(
                f"| {variant} | {size[0]}x{size[1]} | {name} | {len(every) / len(ours):.1f} |"
                f" {np.mean(scores):.0f} ({low:.0f} to {high:.0f}) | {np.mean([one.share for one in ours]):.1%} |"
                f" {np.mean([one.cost for one in ours]):.1f} |"
            )
    return "\n".join(lines)


def draw(found: Found) -> None:
    """Draw one panel for each variant and size: the distribution of scores, by difficulty."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    figure, panels = plt.subplots(len(CELLS), len(SIDES), figsize=(15, 6), sharex="row", layout="constrained")
    for variant, row, highest in zip(CELLS, panels, (80, 100), strict=True):
        for side, panel in zip(SIDES, row, strict=True):
            for name, band in DIFFICULTIES.items():
                every = found[variant, (side, side), band.cap]
                scores = [one.grade.score for one in every if one is not None and one.grade.difficulty == name]
                edges = np.linspace(0, highest, 41)
                panel.hist(np.clip(scores, 0, highest), edges, weights=np.full(len(scores), 1 / max(1, len(scores))),
                           color=TONES[name], alpha=0.75, label=name)  # fmt: skip
            line = expert_score(Grid(side, side, variant))
            panel.axvline(line, color="#666666", linewidth=1, linestyle=":")
            panel.set_title(f"{variant} {side}x{side}", fontsize=11)
            panel.set_yticks([])
            for spine in ("top", "right", "left"):
                panel.spines[spine].set_visible(False)
    panels[0, -1].legend(frameon=False, fontsize=9)
    figure.supxlabel("score: points for ten cells; each difficulty has the same area", fontsize=10)
    figure.savefig(HERE / "grading.png", dpi=100, metadata={"Software": None})


def write(found: Found, name: str) -> None:
    """Write the table between the comments of docs/grading.md that begin and end it."""
    rows = table(found)
    print(rows)
    page = HERE / "grading.md"
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    text = page.read_text(encoding="utf-8")
    page.write_text(
        re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{rows}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )


def main(scale: float) -> None:
    """Sample, write the tables into docs/grading.md, and draw the picture."""
    found = sample_all(CELLS, [(side, side) for side in SIDES], scale)
    write(found, "table")
    draw(found)
    write(sample_all(OTHER_CELLS, OTHER_SIZES, scale), "table of other neighbors")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
